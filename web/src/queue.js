// The set of games that is open: its games are read in the background, one after the other.
import { Game } from './game.js';
import { sets } from './lazy.js';
import { keyOfGame } from './reviews.js';
import { isOver, finalScore } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';

/**
 * A game of a set, in its stored form.
 * @typedef {object} Entry
 * @property {string} key The start and the moves, as `keyOfGame` has them.
 * @property {{ X: string, O: string }} names
 * @property {number | null} score Of Black, empties to the winner; null while the game goes on.
 * @property {string} [date]
 * @property {import('./tree.js').Stored} [tree]
 * @property {import('./set-facts.js').Facts} [facts] Once it is read.
 */

/**
 * @typedef {{
 *   id: number, name: string, games: Entry[], me: string | null, at: number,
 *   wants: 'none' | 'some' | 'newest' | 'all',
 * }} Queue
 */

/** @param {{ game: Game, names: { X: string, O: string }, tree?: import('./tree.js').Tree }} loaded @returns {Entry} */
export function entryOf({ game, names, tree }) {
    const last = game.at(game.length);
    const score = isOver(last) ? (last.side === 'X' ? 1 : -1) * finalScore(last) : null;
    return { key: keyOfGame(game), names, score, ...(tree && { tree: tree.toJSON() }) };
}

/** @param {Entry} entry */
export const gameOf = ({ key }) => new Game(key.slice(0, START), key.slice(START + 1).match(/../g) ?? []);
/** The characters of a start: 64 cells, a blank and the side. */
const START = 66;

/** The number of games that are read without a question. */
const FEW = 20;
/** The games that tell how long all take. */
const TIMED = 3;

/** Returns whether the game that is shown is one of a set. */
export function isQueued() {
    const { games, at } = state.queue;
    return games.length > 1 && games[at]?.key === keyOfGame(state.home.game);
}

/** Returns whether a game is read at the level that is wanted or deeper. @param {Entry} entry */
export const isEntryRead = ({ key, facts }) =>
    (facts?.weights === state.settings.weights && facts.level >= is.level()) || (state.values.reviews.get(key)?.level ?? -1) >= is.level();

/** The games of the set that are to be read: of many the newest, or those that tell how long all take. */
export function wantedGames() {
    const { games, wants } = state.queue;
    const played = games.filter(({ key }) => key.length > START + 1);
    if (wants === 'none') return [];
    if (wants === 'all' || played.length <= FEW) return played;
    if (wants === 'some') return played.slice(0, TIMED);
    // Without dates the last of a text are the newest.
    return played.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? '')).slice(-FEW);
}

/** The next game that is not read, if there is one. */
export function nextQueued() {
    if (state.mode !== 'analyse' || state.queue.games.length < 2 || sets()?.isPaused()) return null;
    const next = wantedGames().find((entry) => !isEntryRead(entry));
    return next ? gameOf(next) : null;
}

/** How many of the games that are to be read are; null where all are, or there is one only. */
export function readGames() {
    if (!isQueued()) return null;
    const games = wantedGames();
    const done = games.filter(isEntryRead).length;
    return done < games.length ? { done, total: games.length } : null;
}

/** Who played a game of the set. @param {Pick<Entry, 'names'>} game @returns {import('./state.js').Record} */
export function recordOf({ names }) {
    const { me } = state.queue;
    // Without names the side itself was chosen.
    const [X, O] = names.X || names.O ? [names.X, names.O] : ['X', 'O'];
    const side = me && me === X ? 'X' : me && me === O ? 'O' : null;
    return { me: side, names, ...(me === '' && { asked: true }) };
}
