// A game in the fragment of the address, which no server sees:
// #m=analyse&g=f5d6c4d3&n=3&b=<64 of X O -><X|O>&v=2c4e3
// `v` is a variation: the ply before it and its moves. `r=1` opens the review.
import { Game } from './game.js';
import { START, keyOf, moveOf, nameOf } from './rules.js';
import { Tree } from './tree.js';

/** @typedef {'play' | 'analyse' | 'solve'} Mode */
/**
 * @typedef {{
 *   mode: Mode, game: Game, ply: number, lang?: 'en' | 'ja', theme?: 'light' | 'dark' | 'auto',
 *   tree?: Tree, path?: number[],
 * }} Linked
 */

/** @type {readonly Mode[]} */
export const MODES = ['play', 'analyse', 'solve'];
const LONGEST = 512;

/**
 * @param {Mode} mode @param {Game} game The main line. @param {number} ply
 * @param {readonly number[]} [path] A variation that is shown. It is left out where there is no room for it.
 */
export function toFragment(mode, game, ply, path = []) {
    const fields = [`m=${mode}`];
    const from = path.findIndex((move, at) => game.moves[at] !== move);
    const shown = from < 0 ? ply : from;
    if (game.length > 0) fields.push(`g=${game.moves.map(nameOf).join('')}`);
    if (shown !== game.length) fields.push(`n=${shown}`);
    const { cells, side } = game.start;
    if (keyOf(game.start) !== keyOf(START)) fields.push(`b=${cells}${side}`);
    const link = fields.join('&');
    const variation = from < 0 ? '' : `&v=${from}${path.slice(from).map(nameOf).join('')}`;
    return link.length + variation.length <= LONGEST ? link + variation : link;
}

/** The games of a link of a round, as a text to import; null in other links. @param {string} fragment */
export const setIn = (fragment) => new URLSearchParams(fragment).get('set');

/** Moves without blanks between, or null if one of them is not a move. @param {string} text */
export function movesOf(text) {
    if (text.length % 2 !== 0) return null;
    const moves = (text.match(/../g) ?? []).map(moveOf);
    return moves.includes(null) ? null : /** @type {number[]} */ (moves);
}

/** @param {string} text 64 cells and the side. @returns {import('./rules.js').Position | null} */
export function positionOf(text) {
    const match = /^([XO-]{64})([XO])$/.exec(text);
    return match && { cells: match[1], side: /** @type {'X' | 'O'} */ (match[2]) };
}

/** @param {import('./rules.js').Position} start @param {number[]} moves */
function legalGame(start, moves) {
    try {
        return Game.read(start, moves);
    } catch {
        return null;
    }
}

/**
 * Reads a fragment. Unknown fields are passed over; anything illegal makes the link damaged.
 * @param {string} fragment Without the `#`.
 * @returns {Linked | 'damaged' | null} Null if it holds no game.
 */
export function fromFragment(fragment) {
    if (fragment === '') return null;
    const fields = new URLSearchParams(fragment);
    if (!['m', 'g', 'n', 'b', 'lang', 'theme', 'r', 'v'].some((name) => fields.has(name))) return null;
    if (fragment.length > LONGEST) return 'damaged';
    const mode = MODES.find((each) => each === (fields.get('m') ?? (fields.get('r') === '1' ? 'analyse' : 'play')));
    const start = fields.has('b') ? positionOf(fields.get('b') ?? '') : START;
    const moves = movesOf(fields.get('g') ?? '');
    if (!mode || !start || !moves) return 'damaged';
    const game = legalGame(start, moves);
    const shown = fields.get('n') ?? String(game?.length);
    if (!game || !/^\d{1,3}$/.test(shown) || Number(shown) > game.length) return 'damaged';
    /** @type {Linked} */
    const linked = { mode, game, ply: Number(shown) };
    if (fields.has('v')) {
        const variation = /^(\d{1,3})((?:[a-h][1-8]|ps)+)$/.exec(fields.get('v') ?? '');
        const path = variation && [...game.moves.slice(0, Number(variation[1])), ...(movesOf(variation[2]) ?? [])];
        const line = path && Number(variation[1]) <= game.length && legalGame(start, path);
        if (!line) return 'damaged';
        linked.tree = new Tree(game.moves);
        linked.path = line.moves;
        linked.tree.add(line.moves);
    }
    const [lang, theme] = [fields.get('lang'), fields.get('theme')];
    if (lang === 'en' || lang === 'ja') linked.lang = lang;
    if (theme === 'light' || theme === 'dark' || theme === 'auto') linked.theme = theme;
    return linked;
}
