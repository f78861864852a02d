// Mistakes of a game as puzzles.
import { isRead, ownMistakes } from './facts.js';
import { withPuzzles, loadPractice, savePractice, today } from './practice.js';
import { count, nameOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';
import { toast } from './toast.js';
import { scoreOf } from './values.js';

/** @typedef {import('./practice.js').Puzzle} Puzzle */

/**
 * What both values have to be: proven, or estimates of the whole level.
 * @param {import('./facts.js').Mistake} mistake
 */
const isSure = ({ playedValue, betterValue }) =>
    (playedValue.exact !== undefined && betterValue.exact !== undefined) || (!!playedValue.estimate && !!betterValue.estimate);

/** @param {import('./facts.js').Mistake[]} mistakes @returns {Puzzle[]} */
export function puzzlesOf(mistakes) {
    const { game } = state.home;
    const { cells } = game.at(game.length);
    const g = `${is.playerName('X')} ${count(cells, 'X')}–${count(cells, 'O')} ${is.playerName('O')}`;
    return mistakes.filter(isSure).map(({ index, side, move, better, loss, betterValue }) => {
        const at = game.at(index);
        const { exact } = betterValue;
        const equal = exact === undefined ? [] : state.values.lines(at).filter(({ value }) => value.exact === exact);
        const best = [...new Set([better, ...equal.map((line) => line.move)])].map(nameOf);
        const kind = loss.exact ? 'exact' : 'estimate';
        return { b: at.cells, s: side, p: nameOf(move), best, v: scoreOf(betterValue), kind, l: loss.discs, n: index + 1, g, due: today(), step: 0, asked: false };
    });
}

/**
 * Keeps puzzles, and gives those of them that are kept as they are there.
 * @param {Puzzle[]} young
 */
export function keepPuzzles(young) {
    const { kept, dropped } = withPuzzles(loadPractice(), young);
    savePractice(kept);
    if (dropped > 0) toast(t('full'));
    return young.map((puzzle) => kept.puzzles.find(({ b, s }) => b === puzzle.b && s === puzzle.s) ?? puzzle);
}

let collected = '';

/** Keeps the own mistakes of a game once all of it is read. */
export function collect() {
    if (state.mode !== 'analyse' || state.shared || state.embedded || state.drill || !is.me()) return;
    const key = state.home.game.moves.join();
    if (key === collected || !isRead()) return;
    collected = key;
    const found = puzzlesOf(ownMistakes());
    if (found.length > 0) keepPuzzles(found);
}
