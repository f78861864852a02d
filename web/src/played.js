// How often people went each way in the opening: the end of the file of how people play has their games as a tree.
// crates/reversi-eval/src/human has its format.

const POLICY = '../engine/data/people.policy';
/** A mover has the discs 1, the other side 2. @typedef {Uint8Array} Board */
/** The numbers of games after each legal move, in the order of the squares. @typedef {number[]} Counts */

const STEPS = [-9, -8, -7, -1, 1, 7, 8, 9];
/** The squares of the eight mirror images, in the place of those of the board. */
const IMAGES = Array.from({ length: 8 }, (_, n) =>
    Array.from({ length: 64 }, (_, at) => {
        const [x, y] = [at & 7, at >> 3].map((each, axis) => (n & (1 << axis) ? 7 - each : each));
        return n & 4 ? 8 * x + y : 8 * y + x;
    }),
);

/** The squares that a move turns: none where it is not legal. @param {Board} board @param {number} square */
function turned(board, square) {
    /** @type {number[]} */
    const all = [];
    for (const step of board[square] ? [] : STEPS) {
        let at = square + step;
        // A step over an edge changes the file by more than one.
        const isNext = () => Math.abs((at & 7) - ((at - step) & 7)) < 2;
        while (board[at] === 2 && isNext()) at += step;
        if (board[at] === 1 && isNext()) for (at -= step; at !== square; at -= step) all.push(at);
    }
    return all;
}

/** The legal moves, with the squares that they turn. @param {Board} board */
export const movesOf = (board) =>
    Array.from(board, (_, square) => ({ square, flips: turned(board, square) })).filter(({ flips }) => flips.length > 0);

/** @param {Board} board @param {ReturnType<typeof movesOf>[number]} move */
function after(board, { square, flips }) {
    const next = board.map((disc) => (disc ? 3 - disc : 0));
    for (const each of [square, ...flips]) next[each] = 2;
    return next;
}

/** The least mirror image, by the discs of the mover and then by the others, the last square first. @param {Board} board */
function least(board) {
    let [parts, all] = [[Infinity], [IMAGES[0]]];
    for (const image of IMAGES) {
        const young = [0, 0, 0, 0];
        for (let at = 0; at < 64; at++) {
            const disc = board[image[at]];
            if (disc) young[2 * disc - (at < 32 ? 1 : 2)] += 2 ** (at & 31);
        }
        const place = young.findIndex((part, n) => part !== parts[n]);
        if (place < 0) all.push(image);
        else if (young[place] < parts[place]) [parts, all] = [young, [image]];
    }
    return { key: parts.join(), all, board: Uint8Array.from(all[0], (at) => board[at]) };
}

/** The board after the first move, f5. */
function root() {
    const board = new Uint8Array(64);
    for (const [disc, squares] of /** @type {const} */ ([[1, [27]], [2, [28, 35, 36, 37]]])) for (const at of squares) board[at] = disc;
    return least(board);
}

/** The milliseconds that the page reads without a pause. */
const STEP = 8;

/** Reads the end of the file. @param {Uint8Array<ArrayBuffer>} file @returns {Promise<Map<string, Counts>>} */
export async function readGames(file) {
    const packed = new DataView(file.buffer, file.byteOffset).getUint32(24, true);
    const stream = new Blob([file.subarray(-4 - packed, -4)]).stream().pipeThrough(new DecompressionStream('deflate'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let at = 0;
    const number = () => {
        let [value, factor] = [0, 1];
        for (; bytes[at] > 127; factor *= 128) value += (bytes[at++] & 127) * factor;
        return value + bytes[at++] * factor;
    };
    /** @type {Map<string, Counts>} */
    const games = new Map();
    const tree = bytes.length > 0 ? [root()] : [];
    let since = performance.now();
    for (const { key, board } of tree) {
        const counts = movesOf(board).map((move) => {
            const [first, ...others] = [number(), number(), number()]; // of people by their rating
            if (first % 2 === 1) tree.push(least(after(board, move)));
            return others.reduce((sum, each) => sum + each, Math.floor(first / 2));
        });
        games.set(key, counts);
        if (performance.now() - since < STEP) continue;
        await new Promise((resolve) => setTimeout(resolve));
        since = performance.now();
    }
    return games;
}

/** The games in which people made each move of a position. @param {Map<string, Counts>} games @param {import('./rules.js').Position} position */
export function playedAt(games, { cells, side }) {
    const board = Uint8Array.from(cells, (c) => (c === '-' ? 0 : c === side ? 1 : 2));
    const { key, board: smallest, all } = least(board);
    const counts = games.get(key);
    if (!counts) return null;
    const moves = movesOf(smallest).map(({ square }) => square);
    // Mirror images of a move on the same board share its games.
    const of = (/** @type {number} */ square) => all.reduce((sum, image) => sum + counts[moves.indexOf(image.indexOf(square))], 0) / all.length;
    return new Map(movesOf(board).map(({ square }) => [square, Math.round(of(square))]));
}

/** @type {Map<string, Counts> | 'asked' | null} */
let games = null;

/** Loads the games once. @param {() => void} loaded */
export async function loadGames(loaded) {
    if (games !== null) return;
    games = 'asked';
    try {
        const response = await fetch(new URL(POLICY, import.meta.url));
        if (!response.ok) throw new Error(`how people play: ${response.status}`);
        games = await readGames(new Uint8Array(await response.arrayBuffer()));
        loaded();
    } catch {
        games = null; // the page is offline, and did not keep it
    }
}

/** The games in which people made each move, where they are known. @param {import('./rules.js').Position} position */
export const played = (position) => (games === null || games === 'asked' ? null : playedAt(games, position));
