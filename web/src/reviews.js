// Whole reviews of games by the engine: the reviews of this visit, and the last ones on this device.
import { keyOf, nameOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';

/** @typedef {import('reversi-engine').Review} Review */
/** @typedef {{ level: number, review: Review }} Kept */
/** @typedef {import('./game.js').Game} Game */

const KEY = 'reversi.reviews.1';
/** The maximum number of games on the device, and of their characters: a game of 60 moves has 36,000. */
const [MOST, ROOM] = [5, 250_000];
/** The folder of this version of the page, and with it of the engine. */
export const VERSION = new URL('..', import.meta.url).pathname;

/**
 * A review on the device.
 * @typedef {Kept & { game: string, weights: string }} Stored
 */

/** The reviews on the device, as they were when this page read or wrote them. @type {Stored[] | null} */
let stored = null;
/** The review that was written last. @type {Review | null} */
let last = null;

/** A game does not change. @type {WeakMap<Game, string>} */
const keys = new WeakMap();

/** @param {Game} game */
export function keyOfGame(game) {
    let key = keys.get(game);
    if (!key) keys.set(game, (key = `${keyOf(game.start)} ${game.moves.map(nameOf).join('')}`));
    return key;
}

/** The review of a whole game at the level that is wanted or deeper, or null. */
export function reviewOf(game = state.home.game) {
    const key = keyOfGame(game);
    const found = state.values.reviews.get(key) ?? recalled(key);
    return found && found.level >= is.level() ? found.review : null;
}

/** The review of a game on the device. @param {string} key @returns {Kept | null} */
function recalled(key) {
    stored ??= state.embedded ? [] : load();
    const found = stored.find(({ game, weights }) => game === key && weights === state.settings.weights);
    if (!found) return null;
    const { level, review } = found;
    state.values.reviews.set(key, { level, review });
    showReview(key);
    return { level, review };
}

/** Shows the values of a review that is known. @param {string} key Of its game. */
export function showReview(key) {
    const { level = 0, review } = state.values.reviews.get(key) ?? {};
    for (const move of review?.moves ?? []) state.values.judge(move, level);
}

/** @returns {Stored[]} */
function load() {
    try {
        const { version, kept } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        return version === VERSION && Array.isArray(kept) ? kept.filter(isStored) : [];
    } catch {
        return [];
    }
}

/** @param {Stored} each @returns {boolean} */
const isStored = (each) =>
    typeof each?.game === 'string' &&
    Number.isInteger(each.level) &&
    Array.isArray(each.review?.moves) &&
    each.review.moves.every((move) => typeof move?.position === 'string' && typeof move.played === 'string' && !!move.value && !!move.best_value) &&
    !!each.review.sides;

/**
 * Keeps the review of a whole game, whose moves have come one after the other.
 * @param {Game} game @param {number} level @param {Review} review
 */
export function keepReview(game, level, review) {
    state.values.reviews.set(keyOfGame(game), { level, review });
}

/** Keeps the review of a game that is shown on the device too. @param {Game} game */
export function storeReview(game) {
    const key = keyOfGame(game);
    const kept = state.values.reviews.get(key);
    if (!kept || forgotten) return;
    if (last === kept.review) return;
    const { weights } = state.settings;
    const { version, fingerprint } = kept.review;
    // Judgements of another evaluation or of other rules are not shown beside it.
    const fits = (/** @type {Stored} */ each) =>
        each.game !== key && each.review.version === version && (each.weights !== weights || each.review.fingerprint === fingerprint);
    // Another page on this device has kept its own meanwhile.
    stored = [{ game: key, weights, ...kept }, ...load().filter(fits)].slice(0, MOST);
    while (stored.length > 1 && JSON.stringify(stored).length > ROOM) stored.pop();
    try {
        localStorage.setItem(KEY, JSON.stringify({ version: VERSION, kept: stored }));
        last = kept.review;
    } catch {
        // A browser that keeps nothing reads the game again.
    }
}

let forgotten = false;

function wasForgotten() {
    forgotten = true;
    stored = [];
}

// Another page on this device has removed it.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === null || (key === KEY && newValue === null)) wasForgotten();
});

/** Removes the reviews on the device. Until the page is loaded again it keeps nothing. */
export function forgetReviews() {
    wasForgotten();
    try {
        localStorage.removeItem(KEY);
    } catch {
        // A browser that keeps nothing has nothing to remove.
    }
}
