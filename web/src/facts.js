// What is said of a game: the loss of each move, the mistakes, the accuracy of both sides, what turned it.
// `errorOf`, `hasChoice`, `isEqual` and `judge` follow the rules of `Review` in the library
// (crates/reversi-search/src/review) for the values that the page has found ply by ply; `engine.review` of the
// npm package is to take their place.
import { gravity } from './graph.js';
import { PASS, isOver, keyOf, legalSquares, nameOf, other, play } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';
import { scoreOf } from './values.js';

/** @typedef {import('./values.js').Value} Value */
/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('./rules.js').Side} Side */
/** @typedef {NonNullable<import('./graph.js').Loss>} Loss */

/** An estimated loss is silent below. */
const LEAST = 3;
/** Of a ply of search, as in fitted_errors.rs, and of selectivity and loss, as in fitted_losses.rs. */
const PLY = [41.4, -91.9, 56.4];
/** @type {Record<number, number>} */
const SELECTIVE = { 73: 1, 87: 0.6, 95: 0.5, 98: 0.3, 99: 0.2, 100: 0 };
const LOSS_OF_VALUE = 0.5;
/** Who loses so many discs a move has half of the accuracy; there is none of fewer moves. */
const HALF = 2.5;
const LEAST_MOVES = 10;

/**
 * The standard error of a loss in discs, 0 if it is proven.
 * @param {Value} value @param {number} empties
 */
export function errorOf({ estimate }, empties) {
    if (!estimate) return 0;
    let variance = 0;
    const left = (/** @type {number} */ depth) => (empties - depth) / 60;
    for (let depth = estimate.depth + 1; depth <= empties; depth++)
        variance += (PLY[0] + left(depth) * (PLY[1] + left(depth) * PLY[2])) / (depth + 1);
    return LOSS_OF_VALUE * Math.sqrt(Math.max(0, variance) + (SELECTIVE[estimate.selectivity] ?? 1) ** 2);
}

/** The smallest of the eight reflections: equal boards have one text. @param {string} cells */
function canonical(cells) {
    /** @type {((x: number, y: number) => number)[]} */
    const maps = [
        (x, y) => x + 8 * y,
        (x, y) => 7 - x + 8 * y,
        (x, y) => x + 8 * (7 - y),
        (x, y) => 7 - x + 8 * (7 - y),
        (x, y) => y + 8 * x,
        (x, y) => 7 - y + 8 * x,
        (x, y) => y + 8 * (7 - x),
        (x, y) => 7 - y + 8 * (7 - x),
    ];
    const all = maps.map((map) => Array.from(cells, (_, at) => cells[map(at % 8, at >> 3)]).join(''));
    return all.sort()[0];
}

/** Whether two moves lead to the same board up to symmetry. @param {Position} at @param {number} a @param {number} b */
export const isEqual = (at, a, b) => a === b || canonical(play(at, a).cells) === canonical(play(at, b).cells);

/** @type {Map<string, boolean>} */
const choices = new Map();

/** Whether there is something to choose: moves that are not equal by symmetry. @param {Position} at */
export function hasChoice(at) {
    const key = keyOf(at);
    let found = choices.get(key);
    if (found === undefined) {
        const [first, ...rest] = legalSquares(at);
        found = rest.some((move) => !isEqual(at, first, move));
        choices.set(key, found);
    }
    return found;
}

/**
 * The loss that is shown: what may be an error of the search is none.
 * @param {Position} at @param {number} move @param {Loss | null} raw
 * @param {Value | undefined} best @returns {Loss | null}
 */
export function judge(at, move, raw, best) {
    if (!raw || raw.discs === 0 || raw.exact) return raw;
    if (raw.best !== PASS && isEqual(at, move, raw.best)) return { ...raw, discs: 0 };
    const empties = at.cells.split('-').length - 1;
    const counts = raw.discs >= LEAST && raw.discs > 2 * (best ? errorOf(best, empties) : 0);
    return counts ? raw : { ...raw, discs: 0 };
}

/** What the move at a ply of the game lost. @param {number} index @returns {Loss | null} */
function lossAt(index) {
    const { game } = state.home;
    const [at, move] = [game.at(index), game.moves[index]];
    return judge(at, move, state.values.loss(at, move), state.values.position(at)?.value);
}

/** What each move of the game lost, where it is known; also while a variation is shown. */
export const losses = () => state.home.game.moves.map((_, index) => lossAt(index));

/**
 * A move that lost much.
 * @typedef {object} Mistake
 * @property {number} index The plies before it.
 * @property {Side} side
 * @property {number} move
 * @property {number} better
 * @property {Loss} loss
 * @property {Value} playedValue For its side.
 * @property {Value} betterValue
 */

/** The mistakes of the game, in its order. @returns {Mistake[]} */
export function mistakes() {
    const { game } = state.home;
    const found = [];
    for (const [index, loss] of losses().entries()) {
        const [at, move] = [game.at(index), game.moves[index]];
        if (!loss || gravity(loss) === 0 || loss.best === PASS) continue;
        const [played, better] = [state.values.move(at, move), state.values.move(at, loss.best)];
        if (!played || !better) continue;
        found.push({ index, side: at.side, move, better: loss.best, loss, playedValue: played.value, betterValue: better.value });
    }
    return found;
}

/** Those of the person at this device; all where neither side is known. */
export function ownMistakes() {
    const me = is.me();
    return mistakes().filter(({ side }) => me === null || side === me);
}

/** Those that are listed. */
export const shownMistakes = () => (state.mineOnly ? ownMistakes() : mistakes());

/** The mistake whose position is shown, or whose move was the last. @returns {Mistake | null} */
export function currentMistake() {
    if (state.match !== state.home) return null;
    const all = mistakes();
    const at = (/** @type {number} */ index) => all.find((each) => each.index === index);
    return at(state.ply) ?? at(state.ply - 1) ?? null;
}

/** The worst mistake, of the person at this device if that is known. */
export function turningPoint() {
    const order = (/** @type {Mistake} */ { loss }) => loss.discs + (loss.thrown ? 64 : 0);
    return ownMistakes().sort((a, b) => order(b) - order(a) || a.index - b.index)[0] ?? null;
}

/** Whether the whole game is read. */
export function isRead() {
    const { done, total } = is.analysedPlies();
    return total > 0 && done === total;
}

/** Whether the game itself is over at its end. */
export const isFinished = () => isOver(state.home.game.at(state.home.game.length));

/** What turned the game, in one sentence; empty while it is not read. */
export function sentence() {
    if (!isRead()) return '';
    const turn = turningPoint();
    if (!turn) return is.me() ? t('cleanSub') : t('noMistakes');
    const { loss, betterValue, playedValue, index } = turn;
    if (loss.thrown && loss.exact && scoreOf(betterValue) > 0 && scoreOf(playedValue) < 0)
        return t('turnWon', { n: index + 1, a: scoreOf(betterValue), b: -scoreOf(playedValue) });
    if (loss.discs < 6) return t('noTurn');
    return loss.exact ? t('turnExact', { n: index + 1, a: loss.discs }) : t('turnAbout', { n: index + 1, a: loss.discs });
}

/** @typedef {{ percent: number, low: number, high: number, moves: number }} Accuracy */

/**
 * How well a side played: null where too few moves have a choice, undefined while it is not known.
 * @param {Side} side @returns {Accuracy | null | undefined}
 */
export function accuracy(side) {
    const { game } = state.home;
    const judged = game.moves
        .map((_, index) => index)
        .filter((index) => game.moves[index] !== PASS && game.at(index).side === side && hasChoice(game.at(index)));
    if (judged.length < LEAST_MOVES) return null;
    if (!isRead()) return undefined;
    let [shown, all, variance] = [0, 0, 0];
    for (const index of judged) {
        const at = game.at(index);
        const raw = state.values.loss(at, game.moves[index]);
        const best = state.values.position(at)?.value;
        shown += judge(at, game.moves[index], raw, best)?.discs ?? 0;
        all += raw?.discs ?? 0;
        if (best && raw && !raw.exact) variance += errorOf(best, at.cells.split('-').length - 1) ** 2;
    }
    const percent = (/** @type {number} */ lost) => 100 * 2 ** (-Math.max(0, lost) / judged.length / HALF);
    const error = 2 * Math.sqrt(variance);
    return { percent: percent(shown), low: percent(all + error), high: percent(shown - error), moves: judged.length };
}

/** What was better, in a few words. @param {Mistake} mistake */
export const notBut = ({ index, move, better }) =>
    t('shareMove', { n: index + 1, m: nameOf(move), b: nameOf(better) });

/** The other side by a name that can be told of: never "You". @param {Side} side */
export const rivalName = (side) => {
    const name = is.playerName(other(side));
    return name === t('you') ? t(other(side) === 'X' ? 'black' : 'white') : name;
};
