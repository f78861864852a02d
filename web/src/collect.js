// Mistakes of a game as puzzles.
import { isSure, mistakes } from './facts.js';
import { withPuzzles, loadPractice, savePractice, today } from './practice.js';
import { keyOfGame, reviewOf, showReview } from './reviews.js';
import { count, nameOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';
import { toast } from './toast.js';
import { Values, scoreOf } from './values.js';

/** @typedef {import('./practice.js').Puzzle} Puzzle */

/**
 * The puzzles of a game that is read.
 * @param {import('./facts.js').Mistake[]} mistakes
 * @param {{ game: import('./game.js').Game, record: import('./state.js').Record }} of @returns {Puzzle[]}
 */
export function puzzlesOf(mistakes, { game, record } = { game: state.home.game, record: is.ownRecord() }) {
    const { cells } = game.at(game.length);
    const name = (/** @type {import('./rules.js').Side} */ side) => is.nameIn(side, record.me, record.names[side]);
    const g = `${name('X')} ${count(cells, 'X')}–${count(cells, 'O')} ${name('O')}`;
    return mistakes.filter(isSure).map(({ index, side, move, better, loss, betterValue, error, why, found }) => {
        const at = game.at(index);
        const { exact } = betterValue;
        const equal = exact === undefined ? [] : state.values.lines(at).filter(({ value }) => value.exact === exact);
        const best = [...new Set([better, ...equal.map((line) => line.move)])].map(nameOf);
        const kind = loss.exact ? 'exact' : 'estimate';
        const more = { ...(why && { why: { en: why.en, ja: why.ja } }), ...(found !== null && { f: found }) };
        return { b: at.cells, s: side, p: nameOf(move), best, v: scoreOf(betterValue), kind, l: loss.discs, e: error, n: game.number(index + 1), g, due: today(), step: 0, asked: false, ...more };
    });
}

/** Keeps puzzles, and returns the kept ones in their stored form. @param {Puzzle[]} young */
export function keepPuzzles(young) {
    const { kept, dropped } = withPuzzles(loadPractice(), young);
    if (!savePractice(kept)) toast(t('errStore'));
    else if (dropped > 0) toast(t('full'));
    return young.map((puzzle) => kept.puzzles.find(({ b, s }) => b === puzzle.b && s === puzzle.s) ?? puzzle);
}

/** The games whose mistakes are kept. @type {Set<string>} */
const collected = new Set();

/** Keeps the own mistakes of the game that is shown, once it is read. */
export function collect() {
    if (state.mode !== 'analyse' || state.shared || state.embedded || state.drill) return;
    collectFrom({ game: state.home.game, record: is.ownRecord() });
}

/**
 * Keeps the own mistakes of a game that was read in the background: its values are not among the shown ones.
 * @param {import('./game.js').Game} game @param {number} level @param {import('reversi-engine').Review} review
 * @param {import('./state.js').Record} record
 */
export function collectRead(game, level, review, record) {
    const { values } = state;
    state.values = new Values();
    state.values.reviews.set(keyOfGame(game), { level, review });
    showReview(keyOfGame(game));
    collectFrom({ game, record });
    state.values = values;
}

/** @param {{ game: import('./game.js').Game, record: import('./state.js').Record }} of */
function collectFrom({ game, record }) {
    const { me } = record;
    const key = `${me} ${keyOfGame(game)}`;
    if (!me || game.length === 0 || collected.has(key) || !reviewOf(game)) return;
    collected.add(key);
    const found = puzzlesOf(mistakes(game).filter(({ side }) => side === me), { game, record });
    if (found.length > 0) keepPuzzles(found);
}
