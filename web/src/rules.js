// The rules on the main thread: the board is playable before the engine has arrived.
// A position is 64 cells from a1 to h8 (X black, O white, - empty) and the side to move.

/** @typedef {'X' | 'O'} Side */
/** @typedef {{ cells: string, side: Side }} Position */

/** A move of no square. */
export const PASS = -1;

/** @type {Position} */
export const START = { cells: '---------------------------OX------XO---------------------------', side: 'X' };

const STEPS = [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
];

/** For each square, the squares to the edge in each direction. @type {number[][][]} */
const RAYS = Array.from({ length: 64 }, (_, from) =>
    STEPS.map(([dx, dy]) => {
        const ray = [];
        let [x, y] = [(from % 8) + dx, (from >> 3) + dy];
        for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) ray.push(x + 8 * y);
        return ray;
    }).filter((ray) => ray.length > 1),
);

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'X' ? 'O' : 'X');

/** The discs that a move turns. @param {Position} position @param {number} square */
export function flips({ cells, side }, square) {
    /** @type {number[]} */
    const turned = [];
    if (cells[square] !== '-') return turned;
    const opponent = other(side);
    for (const ray of RAYS[square]) {
        let n = 0;
        while (n < ray.length && cells[ray[n]] === opponent) n++;
        if (n > 0 && n < ray.length && cells[ray[n]] === side) turned.push(...ray.slice(0, n));
    }
    return turned;
}

/** The page asks for the same positions again and again. @type {Map<string, number[]>} */
const asked = new Map();
const MOST_ASKED = 20_000;

/** The squares that can be played, from a1 to h8. @param {Position} position @returns {readonly number[]} */
export function legalSquares(position) {
    const key = keyOf(position);
    let squares = asked.get(key);
    if (!squares) {
        squares = findLegal(position);
        if (asked.size >= MOST_ASKED) asked.clear();
        asked.set(key, squares);
    }
    return squares;
}

/** @param {Position} position */
function findLegal(position) {
    const squares = [];
    for (let square = 0; square < 64; square++) {
        if (position.cells[square] === '-' && flips(position, square).length > 0) squares.push(square);
    }
    return squares;
}

/** The same discs with the other side to move. @param {Position} position @returns {Position} */
export const turnOver = ({ cells, side }) => ({ cells, side: other(side) });

/** @param {Position} position */
export const mustPass = (position) =>
    legalSquares(position).length === 0 && legalSquares(turnOver(position)).length > 0;

/** @param {Position} position */
export const isOver = (position) =>
    legalSquares(position).length === 0 && legalSquares(turnOver(position)).length === 0;

/**
 * Whether the move is legal; a pass only where it is forced.
 * @param {Position} position
 * @param {number} move
 */
export const isLegal = (position, move) =>
    move === PASS ? mustPass(position) : flips(position, move).length > 0;

/** The position after a legal move. @param {Position} position @param {number} move @returns {Position} */
export function play(position, move) {
    if (move === PASS) return turnOver(position);
    const cells = [...position.cells];
    for (const square of flips(position, move)) cells[square] = position.side;
    cells[move] = position.side;
    return { cells: cells.join(''), side: other(position.side) };
}

/** @param {string} cells @param {Side | '-'} what */
export const count = (cells, what) => cells.split(what).length - 1;

/** The result for one side, empties to the winner. @param {string} cells @param {Side} side */
export function finalScore(cells, side) {
    const difference = count(cells, side) - count(cells, other(side));
    return difference + Math.sign(difference) * count(cells, '-');
}

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
 * One text for a position: the key of maps, and the form that the engine reads.
 * @param {Position} position
 */
export const keyOf = ({ cells, side }) => `${cells} ${side}`;
