// Opponents by rating: the points of the named strengths on the scale, and the names of ratings.
import { t } from './strings.js';

/** The ratings that an opponent may have. */
export const [LEAST, MOST, STEP] = [400, 2400, 100];

/** The named strengths as points on the scale, the weakest first. @type {Record<import('reversi-engine').Strength, number>} */
export const POINTS = { beginner: 400, casual: 800, intermediate: 1100, club: 1400, tournament: 1700, expert: 2000, master: 2400 };
/** The ratings that values may be against. */
export const AGAINST = Array.from({ length: 15 }, (_, at) => 800 + 100 * at);
const NAMES = /** @type {import('reversi-engine').Strength[]} */ (Object.keys(POINTS));

/** Whom a game is played with at first. */
export const USUAL = POINTS.casual;

/** A rating that an opponent can have; the one of a strength for its name. @param {unknown} value @returns {number | null} */
export function ratingOf(value) {
    if (typeof value === 'string') return NAMES.find((name) => name === value) ? POINTS[/** @type {keyof typeof POINTS} */ (value)] : null;
    const isOne = typeof value === 'number' && value >= LEAST && value <= MOST && value % STEP === 0;
    return isOne ? value : null;
}

/** The strength that is nearest to a rating: its number. @param {number} rating */
export function bandOf(rating) {
    const far = (/** @type {number} */ at) => Math.abs(POINTS[NAMES[at]] - rating);
    return NAMES.reduce((best, _, at) => (far(at) < far(best) ? at : best), 0);
}

/** @param {number} rating */
export const bandName = (rating) => t(NAMES[bandOf(rating)]);

/** The name of an opponent. @param {number} rating */
export const opponentName = (rating) => `${bandName(rating)} ${rating}`;

/** The description of an opponent. @param {number} rating */
export const faceOf = (rating) => t(`face${bandOf(rating) + 1}`, { r: rating });

/** An opponent in a record, which has names: no person is called so. @param {number} rating */
export const recordName = (rating) => `#${rating}`;

/** The rating of an opponent in a record; null for a person. @param {string} name */
const inRecord = (name) => (/^#\d+$/.test(name) ? ratingOf(Number(name.slice(1))) : null);

/**
 * The name of an opponent in a record for people; until version 0.2 it was the name of a strength.
 * @param {string} name @param {(rating: number) => string} [called]
 */
export function nameOfRecord(name, called = opponentName) {
    const rating = inRecord(name);
    if (rating !== null) return called(rating);
    return Object.hasOwn(POINTS, name) ? t(name) : name;
}
