// Facts about a game: the loss of each move, the mistakes, the accuracy of both sides, the move that turned it.
// All of it is from the review of the engine.
import { gravity } from './graph.js';
import { reviewOf } from './reviews.js';
import { PASS, colourOf, finalScore, isOver, moveOf, nameOf, other } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { signed, t } from './strings.js';
import { scoreOf } from './values.js';

/** @typedef {import('./values.js').Value} Value */
/** @typedef {import('./rules.js').Side} Side */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {NonNullable<import('./graph.js').Loss>} Loss */

/**
 * The loss of a move of a game: the difference of the values that are shown of it and of the best one,
 * nothing where the review says that it may be an error of the search.
 * @param {Game} game @param {number} index @returns {Loss | null}
 */
function lossAt(game, index) {
    const [at, move] = [game.at(index), game.moves[index]];
    const found = state.values.judged(at, move)?.move;
    if (!found || move === PASS) return null;
    const best = moveOf(found.best_move) ?? PASS;
    const [own, most] = [state.values.reviewed(at, move), state.values.reviewed(at, best)];
    if (!own || !most) return null;
    const exact = own.exact !== undefined && most.exact !== undefined;
    const isSilent = best === move || (!exact && found.loss === 0);
    const discs = isSilent ? 0 : Math.max(0, scoreOf(most) - scoreOf(own));
    const thrown = exact && Math.sign(scoreOf(most)) > Math.sign(scoreOf(own));
    return { discs, exact, thrown, best };
}

/**
 * Caches a result that drawings ask for repeatedly, until other values are known.
 * @template T @param {(game: Game) => T} make @returns {(game?: Game) => T}
 */
function kept(make) {
    /** @type {WeakMap<Game, { values: import('./values.js').Values, version: number, made: T }>} */
    const all = new WeakMap();
    return (game = state.home.game) => {
        const { values } = state;
        let found = all.get(game);
        if (found?.values !== values || found.version !== values.version) {
            found = { values, version: values.version, made: make(game) };
            all.set(game, found);
        }
        return found.made;
    };
}

/** The loss of each move of a game, where it is known; also while a variation is shown. */
export const losses = kept((game) => game.moves.map((_, index) => lossAt(game, index)));

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
 * @property {number} error The standard error of the loss in discs.
 * @property {number} chance To win for its side after the move, in per cent.
 * @property {number} betterChance After the better one.
 * @property {number | null} found The share of people who find a best move, 0 to 1, if it is known.
 * @property {import('reversi-engine').Reason | null} why Nothing where no fact explains it.
 */

/** A move and the better one, where the review knows both. @param {Game} game @param {number} index @returns {Mistake | null} */
function comparedAt(game, index) {
    const [at, move, loss] = [game.at(index), game.moves[index], losses(game)[index]];
    const judged = state.values.judged(at, move)?.move;
    if (!judged || !loss) return null;
    const [playedValue, betterValue] = [state.values.reviewed(at, move), state.values.reviewed(at, loss.best)];
    if (!playedValue || !betterValue) return null;
    const [chance, betterChance] = [percentOf(judged.chances), percentOf(judged.best_chances)];
    return { index, side: at.side, move, better: loss.best, loss, playedValue, betterValue, error: judged.error, chance, betterChance, found: judged.found, why: judged.why };
}

/** The mistakes of a game, in its order. */
export const mistakes = kept((game) => {
    const all = losses(game).map((loss, index) => (gravity(loss) > 0 ? comparedAt(game, index) : null));
    return all.filter((each) => each !== null);
});

/** A draw counts half, so that an even position has 50. @param {import('reversi-engine').Chances} chances */
export const percentOf = ({ win, draw }) => Math.round(100 * (win + draw / 2));

/** The judgement of the review on a move of the game. @param {number} index */
const judgedAt = (index) => {
    const { game } = state.home;
    return index >= 0 && index < game.length ? state.values.judged(game.at(index), game.moves[index])?.move : undefined;
};

/** The chance of Black at a position of the game in per cent, if it is known. @param {number} ply */
export function chanceAt(ply) {
    const at = state.home.game.at(ply);
    const ofBlack = (/** @type {number} */ own) => (at.side === 'X' ? own : 100 - own);
    if (isOver(at)) return ofBlack(50 + 50 * Math.sign(finalScore(at)));
    const [next, last] = [judgedAt(ply), judgedAt(ply - 1)];
    if (next) return ofBlack(percentOf(next.best_chances));
    // The end of a game that goes on is known from the move that led to it.
    if (!last) return null;
    const own = state.home.game.at(ply - 1).side === at.side ? percentOf(last.chances) : 100 - percentOf(last.chances);
    return ofBlack(own);
}

/** The mistakes of the person at this device; all where neither side is known. */
export function ownMistakes() {
    const me = is.me();
    return mistakes().filter(({ side }) => me === null || side === me);
}

/** Returns whether both values of a mistake are proven, or both are estimates. @param {Mistake} mistake */
export const isSure = ({ playedValue, betterValue }) =>
    (playedValue.exact !== undefined && betterValue.exact !== undefined) || (!!playedValue.estimate && !!betterValue.estimate);

/** The own mistakes that are asked as puzzles. */
export const askedMistakes = () => ownMistakes().filter(isSure);

/** The mistakes that are listed. */
export const shownMistakes = () => (state.mineOnly ? ownMistakes() : mistakes());

/** The mistake whose position is shown, or whose move was the last. @returns {Mistake | null} */
export function currentMistake() {
    if (state.match !== state.home) return null;
    const turn = turningPoint();
    const all = turn ? [...mistakes(), turn] : mistakes();
    const at = (/** @type {number} */ index) => all.find((each) => each.index === index);
    return at(state.ply) ?? at(state.ply - 1) ?? null;
}

/** The move of the headline, the board and the picture: the first turning point, or the most costly mistake. */
export function turningPoint() {
    const [first] = turns();
    const turned = first ? comparedAt(state.home.game, first.ply - 1) : null;
    return turned ?? [...mistakes()].sort((a, b) => b.loss.discs - a.loss.discs || a.index - b.index)[0] ?? null;
}

/** The reply that the reason of a mistake is about: no fact without it explains the loss. @param {Mistake} mistake */
export const replyOf = ({ why }) => (why && /^(free|reply)_moves$/.test(why.fact) ? moveOf(why.squares[0]) : null);

/** Returns whether the whole game is read. */
export const isRead = () => state.home.game.length > 0 && reviewOf() !== null;

/** Returns whether the game itself is over at its end. */
export const isFinished = () => isOver(state.home.game.at(state.home.game.length));

/** A result in words. @param {number} score For the side to move. */
const resultWords = (score) => (score === 0 ? t('aDraw') : t(score > 0 ? 'winBy' : 'lossBy', { n: Math.abs(score) }));

/** Returns whether two turning points gave a win to the other side and back. @param {Turn[]} pair In the order of the game. */
const isBackAndForth = ([one, two]) =>
    two && two.ply - one.ply <= 2 && [one, two].every(({ before, after }) => before === 'win' && after === 'loss');

/** The move that turned the game, in one sentence; empty while it is not read. */
export function sentence() {
    if (!isRead()) return '';
    const turn = turningPoint();
    if (!turn) return t('noMistakes');
    const { game } = state.home;
    const [worst, ...rest] = turns();
    const n = game.number(turn.index + 1);
    if (!worst) {
        const a = turn.loss.exact ? turn.loss.discs : t('aAbout', { l: turn.loss.discs });
        return turn.loss.discs < 6 ? t('noTurn') : t('mostCostly', { n, a });
    }
    const pair = [worst, ...rest.slice(0, 1)].sort((a, b) => a.ply - b.ply);
    const sides = pair.map(({ ply }) => game.at(ply - 1).side);
    if (sides[0] !== sides[1] && isBackAndForth(pair)) {
        const [a, b] = pair.map(({ ply }) => game.number(ply));
        return t('backAndForth', { a, b });
    }
    const [before, after] = [turn.betterValue, turn.playedValue].map(scoreOf);
    if (turn.loss.exact) return t('turned', { n, a: resultWords(before), b: resultWords(after) });
    return t('turnedAbout', { n, a: signed(before), b: signed(after) });
}

/** @typedef {import('reversi-engine').Accuracy & { moves: number }} Accuracy */

/**
 * How well a side played: null where too few moves have a choice, undefined while it is not known.
 * @param {Side} side @returns {Accuracy | null | undefined}
 */
export function accuracy(side) {
    const review = isRead() ? reviewOf() : null;
    if (!review) return isFinished() ? undefined : null;
    const { accuracy: found, judged } = review.sides[colourOf(side)];
    return found && { ...found, moves: judged };
}

/** @typedef {import('reversi-engine').HumanRating} HumanRating */

/** The ratings that the moves of both sides look like, where they are known. @returns {Partial<Record<Side, HumanRating>>} */
export function ratings() {
    const sides = isRead() ? reviewOf()?.sides : null;
    const [X, O] = [sides?.black.rating, sides?.white.rating];
    return { ...(X && { X }), ...(O && { O }) };
}

/** The discs that the moves of each side lost, all together. @returns {{ X: number, O: number } | null} */
export function lostDiscs() {
    const sides = isRead() ? reviewOf()?.sides : null;
    return sides ? { X: sides.black.lost, O: sides.white.lost } : null;
}

/** @typedef {import('reversi-engine').TurningPoint} Turn */

/** The moves that changed the result to expect, the worst first. */
const turns = () => (isRead() ? (reviewOf()?.turning_points ?? []) : []);

/** The plies before those moves. */
export const turningPoints = () => turns().map(({ ply }) => ply - 1);

/** Says which move was better, in a few words. @param {Mistake} mistake */
export const notBut = ({ index, move, better }) =>
    t('shareMove', { n: state.home.game.number(index + 1), m: nameOf(move), b: nameOf(better) });

/** The other side by a name that can be told of: never "You". @param {Side} side */
export const rivalName = (side) => {
    const name = is.playerName(other(side));
    return name === t('you') ? t(other(side) === 'X' ? 'black' : 'white') : name;
};
