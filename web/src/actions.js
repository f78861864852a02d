// What a person or the opponent does to the game.
import { Game, Match } from './game.js';
import { PASS, flips, nameOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { say } from './speech.js';
import { movedText } from './status.js';
import { t } from './strings.js';
import { toast } from './toast.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('./game.js').Stored} Stored */

/**
 * Plays a move at the ply that is shown. Moves after it are dropped, and a toast brings them back.
 * @param {number} move
 */
export function playMove(move) {
    const [at, { match }] = [is.position(), state];
    if (!match.allows(move)) {
        if (move !== PASS && at.cells[move] === '-') say(t('illegal', { m: nameOf(move) }));
        return false;
    }
    const dropped = match.play(move);
    if (dropped) offerBack(dropped);
    return afterMove(at, move);
}

/** The opponent's move. @param {import('reversi-engine').Analysis} analysis */
export function playAnswer(analysis) {
    const at = is.position();
    const move = state.match.answer(analysis);
    if (move !== null) afterMove(at, move);
}

/** @param {Position} at @param {number} move */
function afterMove(at, move) {
    state.hint = false;
    state.solveWanted = false;
    state.isFirst = false;
    state.animate = null;
    if (state.match.flag) return false; // the time was over before the move
    const turned = flips(at, move);
    if (move !== PASS) state.animate = { square: move, flips: turned };
    say(movedText(at.side, move, turned.length));
    return true;
}

/** A toast that brings dropped moves back. @param {Stored} dropped */
function offerBack(dropped) {
    const match = Match.restore(dropped);
    toast(t('dropped', { n: match.game.length - match.ply }), {
        label: t('takeBack'),
        run: () => {
            state.match = match;
            is.seat();
            redraw();
        },
    });
}

/** Drops the moves after the ply that is shown, so that the opponent goes on from there. */
export function dropLater() {
    const dropped = state.match.dropLater();
    if (dropped) offerBack(dropped);
}

/** The drawing that follows a change of the game. @type {() => void} */
let redraw = () => {};
/** @param {() => void} draw */
export function watchActions(draw) {
    redraw = draw;
}

/** Shows another ply. @param {number} ply */
export function goTo(ply) {
    const to = Math.max(0, Math.min(state.game.length, ply));
    move(() => state.match.show(to));
}

/** In Play back to the own move before, elsewhere one ply. */
export function back() {
    if (state.mode !== 'play') return goTo(state.ply - 1);
    move(() => state.match.back(!is.isTwoPeople()));
}

/** In Play forward to the own move after, elsewhere one ply. */
export function forward() {
    if (state.mode !== 'play') return goTo(state.ply + 1);
    move(() => state.match.forward(!is.isTwoPeople()));
}

/** Draws what a step along the game has led to. @param {() => void} step */
function move(step) {
    const [at, from] = [is.position(), state.ply];
    step();
    const played = state.game.moves[from];
    const isStep = state.ply === from + 1 && played !== PASS;
    state.animate = isStep ? { square: played, flips: flips(at, played) } : null;
    if (state.ply !== from) {
        state.solveWanted = false;
        state.hint = false;
    }
    redraw();
}

/**
 * Replaces the game, and offers the old one back.
 * @param {Match} match
 * @param {string} [text]
 */
export function replaceGame(match, text) {
    const old = { match: state.match, isFirst: state.isFirst, mode: state.mode };
    Object.assign(state, {
        match,
        isFirst: false,
        animate: null,
        hint: false,
        solveWanted: false,
        analysisStopped: false,
        setup: null,
    });
    is.seat();
    if (old.match.game.length > 0 || text) {
        const action = old.match.game.length > 0 ? { label: t('takeBack'), run: () => restore(old) } : undefined;
        toast(text ?? t('newGame'), action);
    }
    redraw();
}

/** A link that was opened in this page. @param {import('./link.js').Linked} linked */
export function openLink({ mode, game, ply, lang, theme }) {
    replaceGame(Match.of(game, ply), t('imported'));
    state.mode = mode;
    state.isFirst = game.isNew && mode === 'play';
    Object.assign(state.settings, lang && { lang }, theme && { theme });
}

/** @param {{ match: Match, isFirst: boolean, mode: import('./link.js').Mode }} old */
function restore(old) {
    Object.assign(state, old, { animate: null, solveWanted: false });
    is.seat();
    redraw();
}

/** @param {import('./store.js').Choice} choice */
export function newGame({ strength, colour, clock }) {
    Object.assign(state.settings, { strength, colour, clock });
    replaceGame(Match.of(new Game()));
    state.mode = 'play';
    setClocks();
    redraw();
}

/** Gives both sides the time that was chosen. */
export const setClocks = () => state.match.setClocks(60 * state.settings.clock);
