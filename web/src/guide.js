// Leads the board of a review, which opens at the end of a finished game: to the first mistake that is found, and to
// the move that turned the game once all is read. Once anything was touched it stays where it is.
import { isFinished, isRead, ownMistakes, sentence, turningPoint } from './facts.js';
import { gravityWord } from './graph.js';
import { nameOf } from './rules.js';
import { say } from './speech.js';
import * as is from './state.js';
import { state } from './state.js';
import { sentences, sideName, t } from './strings.js';

/** @typedef {import('./facts.js').Mistake} Mistake */

/** The board may be led, from where it stands. */
export function beginGuide() {
    state.drill = null; // another game is shown
    state.guide = { touched: false, stage: 0, stood: state.home.game.length };
}

/** Nothing leads the board any more. */
export function stopGuide() {
    state.guide.touched = true;
}

/** Returns whether the board is still led; then the whole game is read before anything else. */
export function isLed() {
    const { touched, stage, stood } = state.guide;
    return !touched && stage < 2 && isFinished() && state.match === state.home && state.ply === stood;
}

/**
 * The step that is due: the plies before a mistake, and what is said.
 * @returns {{ to: number, stage: number, text: string } | null}
 */
export function nextLead() {
    if (state.mode !== 'analyse' || state.setup || state.drill || state.embedded) return null;
    const read = isRead();
    const own = ownMistakes();
    const worst = turningPoint();
    if (read && state.guide.stage < 2) {
        const text = worst && is.me() ? sentences(t('aDone', { n: own.length }), sentence()) : '';
        // A touched board stays; the end is told all the same.
        if (!isLed()) return text ? { to: -1, stage: 2, text } : null;
        return { to: worst?.index ?? -1, stage: 2, text };
    }
    const first = own[own.length - 1];
    if (!isLed() || state.guide.stage > 0 || !first) return null;
    return { to: first.index, stage: 1, text: t('aFirst', { n: state.home.game.number(first.index + 1), m: nameOf(first.move) }) };
}

/** The words of a mistake for the list and for speech. @param {Mistake} mistake */
export function spokenMistake({ index, side, move, loss }) {
    const l = loss.exact ? loss.discs : t('aAbout', { l: loss.discs });
    return t('aMis', { n: state.home.game.number(index + 1), side: sideName(side), m: nameOf(move), word: gravityWord(loss), l });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saying;

/** Said once the keys rest. @param {string} text */
export function saySoon(text) {
    clearTimeout(saying);
    saying = setTimeout(() => say(text), 300);
}
