// What a pasted text is: moves, the cells of a board, or GGF, which the engine's own reader takes.
import { Game } from './game.js';
import { PASS, START, isOver, legalSquares, turnOver } from './rules.js';

/** @typedef {{ key: string, params: Record<string, string | number>, from: number, to: number }} Problem */
/**
 * A game, or a board; `sideOpen` if the text does not say who is to move there.
 * @typedef {{ kind: 'game', game: Game, found: 'moves' | 'board', sideOpen?: boolean }} Read
 */
/** @typedef {{ kind: 'problem', problem: Problem }} Refused */
/** @typedef {{ kind: 'nothing' } | { kind: 'ggf' } | Read | Refused} Recognised */

/**
 * A problem that spans a part of the text.
 * @param {string} key
 * @param {Record<string, string | number>} params
 * @param {number} from
 * @param {number} to
 * @returns {Recognised}
 */
const problem = (key, params, from, to) => ({ kind: 'problem', problem: { key, params, from, to } });

const BLACK = 'Xx*@#Bb●⚫黒';
const WHITE = 'Oo0Ww○⚪白';
const EMPTY = '-._+・';

/** @param {string} text @returns {Recognised} */
export function recognise(text) {
    if (text.trim() === '') return { kind: 'nothing' };
    if (/^\s*\(;/.test(text)) return { kind: 'ggf' };
    const letters = [...text].filter((c) => !/\s/.test(c));
    const cells = letters.filter((c) => (BLACK + WHITE + EMPTY).includes(c));
    const isBoard = !/[a-h][1-8]/i.test(text) && letters.length >= 8 && cells.length >= letters.length * 0.9;
    return isBoard ? readCells(text) : readMoves(text);
}

/**
 * 64 cells, then perhaps the side to move; without it the side that can move, black first.
 * @param {string} text
 * @returns {Recognised}
 */
function readCells(text) {
    let cells = '';
    /** @type {'X' | 'O' | null} */
    let side = null;
    for (let at = 0; at < text.length; at++) {
        const c = text[at];
        if (/[\s|]/.test(c)) continue;
        const cell = BLACK.includes(c) ? 'X' : WHITE.includes(c) ? 'O' : EMPTY.includes(c) ? '-' : null;
        if (cells.length === 64 && !side && cell && cell !== '-') side = cell;
        else if (cells.length < 64 && cell) cells += cell;
        else if (cells.length === 64 && cell) return problem('errCells', { n: 65 }, at, text.length);
        else
            return problem(
                'errText',
                { m: text.slice(at, at + 6).trim() },
                at,
                Math.min(text.length, at + 6),
            );
    }
    if (cells.length < 64) return problem('errCells', { n: cells.length }, 0, text.length);
    /** @type {import('./rules.js').Position} */
    const position = { cells, side: side ?? 'X' };
    const usual = side || legalSquares(position).length > 0 ? position : turnOver(position);
    if (!cells.includes('X') || !cells.includes('O') || isOver(usual))
        return problem('setBad', {}, 0, text.length);
    const sideOpen = !side && legalSquares(turnOver(usual)).length > 0;
    return { kind: 'game', found: 'board', game: Game.read(usual, []), sideOpen };
}

const SKIPPED = /^(?:[\s,.;:、。]+|\d+[.)](?=\s*[a-z-])|\d+(?=\s+[a-z-]))/i;
const MOVE = /^(?:pass|ps|pa|--|[a-h][1-8])/i;

/** Moves from the usual start, with numbers or without. @param {string} text @returns {Recognised} */
function readMoves(text) {
    /** @type {{ move: number, from: number, to: number }[]} */
    const found = [];
    for (let at = 0; at < text.length;) {
        const rest = text.slice(at, at + 64);
        const skipped = SKIPPED.exec(rest);
        const move = MOVE.exec(rest);
        if (skipped) {
            at += skipped[0].length;
        } else if (move) {
            const name = move[0].toLowerCase();
            const square = name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
            found.push({ move: /^[a-h][1-8]$/.test(name) ? square : PASS, from: at, to: at + name.length });
            at += name.length;
        } else {
            const word = /^\S{1,12}/.exec(rest)?.[0] ?? rest.slice(0, 1);
            return problem('errText', { m: word }, at, at + word.length);
        }
        if (found.length > 200) break; // more than any game has: the first illegal move is reported
    }
    try {
        const game = Game.read(
            START,
            found.map(({ move }) => move),
        );
        return { kind: 'game', found: 'moves', game };
    } catch (error) {
        const { at } = /** @type {import('reversi-engine').ReversiError} */ (error);
        const { from, to } = found[(at.offset ?? 0) / 3];
        return problem('errMove', { n: at.ply ?? 0, m: text.slice(from, to) }, from, to);
    }
}
