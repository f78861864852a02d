// The stored state of the page on this device: the settings and the game, below 16 kB. Practice and the last
// reviews are beside it.
import { forgetPractice } from './practice.js';
import { Game, Match } from './game.js';
import { MODES, fromFragment } from './link.js';
import { AGAINST, USUAL, ratingOf } from './rating.js';
import { forgetReviews } from './reviews.js';
import { keyOf, nameOf } from './rules.js';
import { Tree } from './tree.js';

const KEY = 'reversi.1';
let forgotten = false;
// Another page on this device has removed what is kept: this one does not write it again.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    forgotten ||= key === null || (key === KEY && newValue === null);
});
/** The maximum number of names that are remembered. */
const MOST_NAMES = 20;

/** Remembers a name of the person at this device. @param {Settings} settings @param {string} name */
export const keepName = (settings, name) => {
    settings.myNames = [name, ...settings.myNames.filter((each) => each !== name)].slice(0, MOST_NAMES);
};

/**
 * @typedef {object} Settings
 * @property {'light' | 'dark' | 'auto'} theme
 * @property {'en' | 'ja'} lang
 * @property {'quick' | 'normal' | 'deep'} depth
 * @property {'small' | 'full'} weights The network of the engine.
 * @property {number | 'person'} rating Of the opponent.
 * @property {'X' | 'O'} colour
 * @property {'X' | 'O' | 'R'} chosen The colour that was asked for; R for a random one.
 * @property {'usual' | 'balanced' | 'middle'} start What games begin with.
 * @property {0 | 1 | 3 | 10} clock Minutes of each side; 0 for none.
 * @property {0 | 2 | 5} increment Seconds for each move.
 * @property {boolean} values Whether squares show values.
 * @property {'best' | number} against The best play or a rating that values are against.
 * @property {import('./graph.js').Unit} unit Of the graph.
 * @property {boolean} shortKeys
 * @property {string[]} myNames Names in records that are those of the person at this device.
 */

/**
 * How a game begins.
 * @typedef {Pick<Settings, 'rating' | 'chosen' | 'start' | 'clock' | 'increment'>} Choice
 */

/** @type {{ [K in Exclude<keyof Settings, 'myNames' | 'rating'>]: readonly Settings[K][] }} */
const ALLOWED = {
    theme: ['auto', 'light', 'dark'],
    lang: ['en', 'ja'],
    depth: ['normal', 'quick', 'deep'],
    weights: ['small', 'full'],
    colour: ['X', 'O'],
    chosen: ['X', 'O', 'R'],
    start: ['usual', 'balanced', 'middle'],
    clock: [0, 1, 3, 10],
    increment: [0, 2, 5],
    values: [true, false],
    against: ['best', ...AGAINST],
    unit: ['discs', 'chance'],
    shortKeys: [true, false],
};

/** @returns {Settings} */
export function defaults() {
    const lang = globalThis.navigator?.language?.startsWith('ja') ? 'ja' : 'en';
    return {
        theme: 'auto',
        lang,
        depth: 'normal',
        weights: 'small',
        rating: USUAL,
        colour: 'X',
        chosen: 'X',
        start: 'usual',
        clock: 0,
        increment: 0,
        values: true,
        against: 'best',
        unit: 'discs',
        shortKeys: true,
        myNames: [],
    };
}

/** The set of games that was open last: `sets.js` keeps it. */
export const SET = 'reversi.set.1';

/** Returns whether a set was open. */
export function hasSet() {
    try {
        return localStorage.getItem(SET) !== null;
    } catch {
        return false;
    }
}

/**
 * A game that is kept: its match, its variations, and who played it.
 * @typedef {{
 *   mode: import('./link.js').Mode, match: Match, tree: Tree, record: import('./state.js').Record,
 * }} Saved
 */

/** @returns {{ settings: Settings, saved: Saved | null }} */
export function load() {
    const settings = defaults();
    try {
        /** @type {Record<string, unknown>} */
        const data = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        for (const name of /** @type {(keyof typeof ALLOWED)[]} */ (Object.keys(ALLOWED))) {
            if (/** @type {readonly unknown[]} */ (ALLOWED[name]).includes(data[name])) {
                Object.assign(settings, { [name]: data[name] });
            }
        }
        // Until version 0.2 it was the name of a strength.
        const rating = data.rating ?? data.strength;
        settings.rating = rating === 'person' ? rating : (ratingOf(rating) ?? USUAL);
        if (Array.isArray(data.myNames)) settings.myNames = data.myNames.filter((name) => typeof name === 'string').slice(0, MOST_NAMES);
        return { settings, saved: savedOf(data.game) };
    } catch {
        return { settings, saved: null };
    }
}

/**
 * The game of the last visit. Until version 0.2 a link was kept in place of a session.
 * @param {unknown} game
 * @returns {Saved | null}
 */
function savedOf(game) {
    const { mode, link, session, ply, tree, record } = /** @type {Record<string, never>} */ (game ?? {});
    if (!session) {
        const linked = fromFragment(link ?? '');
        return linked && linked !== 'damaged'
            ? withTree({ mode: linked.mode, match: Match.of(linked.game, linked.ply) }, null, null)
            : null;
    }
    return MODES.includes(mode) ? withTree({ mode, match: Match.restore({ session, ply }) }, tree, record) : null;
}

/**
 * Variations of another game, or damaged ones, are left out.
 * @param {Pick<Saved, 'mode' | 'match'>} saved @param {unknown} tree @param {unknown} record
 * @returns {Saved}
 */
function withTree(saved, tree, record) {
    const { me, names, asked } = /** @type {Partial<import('./state.js').Record>} */ (record ?? {});
    const side = me === 'X' || me === 'O' ? me : null;
    const name = (/** @type {'X' | 'O'} */ of) => (typeof names?.[of] === 'string' ? names[of].slice(0, 80) : '');
    const { game } = saved.match;
    return {
        ...saved,
        record: { me: side, names: { X: name('X'), O: name('O') }, ...(asked === true && { asked }) },
        tree: legalTree(game, tree) ?? new Tree(game.moves),
    };
}

/** @param {import('./game.js').Game} game @param {unknown} stored */
export function legalTree(game, stored) {
    if (!stored) return null;
    try {
        const tree = Tree.fromJSON(/** @type {import('./tree.js').Stored} */ (stored));
        if (!tree.main.map(nameOf).join('').startsWith(game.moves.map(nameOf).join(''))) return null;
        const start = keyOf(game.start);
        for (const branch of tree.branches(game.moves)) {
            const line = [...branch.path, ...branch.line.slice(1).map((node) => node.move ?? 0)];
            new Game(start, line.map(nameOf)); // throws at a move that is not legal
        }
        return tree;
    } catch {
        return null;
    }
}

/**
 * Saves the settings and the game. Returns whether the browser has kept them.
 * @param {Settings} settings
 * @param {Saved | null} game
 */
export function save(settings, game) {
    if (forgotten) return true;
    try {
        const kept = game && {
            mode: game.mode,
            ...game.match.stored(),
            ...(!game.tree.isPlain(game.match.game.moves) && { tree: game.tree.toJSON() }),
            record: game.record,
        };
        localStorage.setItem(KEY, JSON.stringify({ ...settings, ...(kept && { game: kept }) }));
        return true;
    } catch {
        return false;
    }
}

/** Removes everything that the page keeps on this device. Until it is loaded again it keeps nothing. */
export async function forget() {
    forgotten = true;
    try {
        localStorage.removeItem(KEY);
        forgetPractice();
        forgetReviews();
        localStorage.removeItem(SET);
        indexedDB.deleteDatabase('reversi');
        for (const name of await caches.keys()) if (name.startsWith('reversi-')) await caches.delete(name);
        // The next visit keeps the files anew.
        await (await navigator.serviceWorker.getRegistration())?.unregister();
    } catch {
        // A browser that keeps nothing has nothing to remove.
    }
}
