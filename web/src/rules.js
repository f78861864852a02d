// The rules of the npm package, as the page asks them: a small module on the main thread, so that the board
// is playable before the engine has arrived. A position is 64 cells from a1 to h8 (X black, O white, - empty)
// and the side to move, a move the number of its square.

/** @typedef {'X' | 'O'} Side */
/** @typedef {{ cells: string, side: Side }} Position */
/** @typedef {typeof import('reversi-engine')} Package */

/** A move of no square. */
export const PASS = -1;

/** How many of the moves place a disc: the number of the last one. @param {readonly number[]} moves */
export const placed = (moves) => moves.filter((move) => move !== PASS).length;

/** @type {Position} */
export const START = { cells: '---------------------------OX------XO---------------------------', side: 'X' };

/** Put beside the page by the build. */
const PACKAGE = '../engine/index.js';
/** @type {Package | undefined} */
let loaded;
/** @type {import('reversi-engine').Rules | undefined} */
let loadedRules;

/** Loads the rules, which everything here needs. @param {string} [from] The address of the package. */
export async function loadRules(from = PACKAGE) {
    loaded = /** @type {Package} */ (await import(from));
    loadedRules = await loaded.Rules.load();
}

/** The package, once the rules are there. */
export function reversi() {
    if (!loaded) throw new Error('the rules are not loaded');
    return loaded;
}

/** The rules of the package. */
export function rules() {
    if (!loadedRules) throw new Error('the rules are not loaded');
    return loadedRules;
}

/** The page asks for the same positions again and again. @type {Map<string, Asked>} */
const asked = new Map();
const MOST_ASKED = 20_000;

/**
 * @typedef {object} Asked
 * @property {readonly number[]} squares The squares that can be played, from a1 to h8.
 * @property {boolean} mustPass
 * @property {number | null} blackScore The result, if the game is over.
 */

/** @param {Position} position @returns {Asked} */
function ask(position) {
    const key = keyOf(position);
    let found = asked.get(key);
    if (!found) {
        const { legalMoves, blackScore } = rules().read(key);
        const squares = squaresOf(legalMoves);
        found = { squares: squares.filter((move) => move !== PASS), mustPass: squares[0] === PASS, blackScore };
        if (asked.size >= MOST_ASKED) asked.clear();
        asked.set(key, found);
    }
    return found;
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'X' ? 'O' : 'X');

/** A side by its name in the package. @param {Side} side */
export const colourOf = (side) => (side === 'X' ? 'black' : 'white');

/** The discs that a legal move turns. @param {Position} position @param {number} move */
export const flips = (position, move) => squaresOf(rules().flips(keyOf(position), nameOf(move)));

/** The squares that can be played, from a1 to h8. @param {Position} position */
export const legalSquares = (position) => ask(position).squares;

/** The same discs with the other side to move. @param {Position} position @returns {Position} */
export const turnOver = ({ cells, side }) => ({ cells, side: other(side) });

/** @param {Position} position */
export const mustPass = (position) => ask(position).mustPass;

/** @param {Position} position */
export const isOver = (position) => ask(position).blackScore !== null;

/** The position after a legal move. @param {Position} position @param {number} move */
export const play = (position, move) => positionOf(rules().play(keyOf(position), nameOf(move)).position);

/** @param {string} cells @param {Side | '-'} what */
export const count = (cells, what) => cells.split(what).length - 1;

/** The result of a game that is over, for the side to move. @param {Position} position */
export const finalScore = (position) => (position.side === 'X' ? 1 : -1) * (ask(position).blackScore ?? 0);

/** @param {number} move */
export const nameOf = (move) => (move === PASS ? 'ps' : 'abcdefgh'[move % 8] + (1 + (move >> 3)));

/** The square or pass of a name, or null. @param {string} name @returns {number | null} */
export function moveOf(name) {
    const text = name.toLowerCase();
    if (text === 'ps' || text === 'pa' || text === '--') return PASS;
    return /^[a-h][1-8]$/.test(text) ? text.charCodeAt(0) - 97 + 8 * (Number(text[1]) - 1) : null;
}

/** The squares and passes of a line of play. @param {readonly string[]} names */
export const squaresOf = (names) => names.map((name) => moveOf(name) ?? PASS);

/**
 * One text for a position: the key of maps, and the form that the package reads.
 * @param {Position} position
 */
export const keyOf = ({ cells, side }) => `${cells} ${side}`;

/** The position of such a text. @param {string} text */
export const positionOf = (text) => ({ cells: text.slice(0, 64), side: /** @type {Side} */ (text.slice(65)) });
