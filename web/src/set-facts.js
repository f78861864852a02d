// Facts of a game of a set, from its review: they stay on the device also where the review had to go.
import { colourOf, nameOf, moveOf, positionOf } from './rules.js';
import { scoreOf } from './values.js';

/** @typedef {import('./rules.js').Side} Side */
/** @typedef {import('reversi-engine').Review} Review */
/**
 * How a side played: the moves with a choice, and how many of them were best ones; the most discs that it was
 * behind before a move of its own.
 * @typedef {{ accuracy: import('reversi-engine').Accuracy | null, lost: number, judged: number, best: number, behind: number }} Played
 */
/** A move that lost discs. @typedef {{ ply: number, side: Side, position: string, move: string, best: string, loss: number, proven: boolean, found: number | null }} Miss */
/** @typedef {{ level: number, weights: string, seconds: number, sides: Record<Side, Played>, misses: Miss[] }} Facts */

/** The moves of a game that are kept: the most costly. */
const MISSES = 4;

/** @param {Review} review @param {number} level @param {string} weights @param {number} seconds @returns {Facts} */
export function factsOf({ moves, sides }, level, weights, seconds) {
    const of = (/** @type {Side} */ side) => {
        const { accuracy, lost, judged } = sides[colourOf(side)];
        const own = moves.filter(({ position }) => positionOf(position).side === side);
        const best = own.filter((each) => each.judged && each.class === 'best').length;
        return { accuracy, lost, judged, best, behind: Math.max(0, ...own.map(({ best_value }) => -scoreOf(best_value))) };
    };
    const misses = moves
        .filter(({ loss, value, best_value }) => loss > 0 && !value.bounds && !best_value.bounds)
        .sort((a, b) => b.loss - a.loss || a.ply - b.ply)
        .slice(0, MISSES)
        .map(({ ply, position, played, best_move, loss, proven, found }) => ({
            ply,
            side: positionOf(position).side,
            position,
            move: nameOf(moveOf(played) ?? -1),
            best: nameOf(moveOf(best_move) ?? -1),
            loss: Math.round(loss),
            proven,
            found,
        }));
    return { level, weights, seconds, sides: { X: of('X'), O: of('O') }, misses };
}
