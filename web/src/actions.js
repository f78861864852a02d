// What a person or the opponent does to the game.
import { Game } from './game.js';
import { PASS, flips, isLegal, nameOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { say } from './speech.js';
import { movedText } from './status.js';
import { t } from './strings.js';
import { toast } from './toast.js';

/**
 * Plays a move at the ply that is shown. Moves after it are dropped, and a toast brings them back.
 * @param {number} move
 */
export function playMove(move) {
    const at = is.position();
    if (state.flag || !isLegal(at, move)) {
        if (move !== PASS && at.cells[move] === '-') say(t('illegal', { m: nameOf(move) }));
        return false;
    }
    const isNext = state.game.moves[state.ply] === move;
    const [game, ply] = [state.game, state.ply];
    const turned = flips(at, move);
    if (!isNext) {
        state.game = game.with(ply, move);
        offerBack(game, ply + 1, game.length - ply);
    }
    state.ply = ply + 1;
    state.animate = move === PASS ? null : { square: move, flips: turned };
    state.isFirst = false;
    afterMove();
    say(movedText(at.side, move, turned.length));
    return true;
}

/** A toast that brings dropped moves back. @param {Game} game @param {number} ply @param {number} dropped */
function offerBack(game, ply, dropped) {
    if (dropped <= 0) return;
    toast(t('undone', { n: dropped }), {
        label: t('undo'),
        run: () => {
            state.game = game;
            goTo(ply - 1);
        },
    });
}

/**
 * Drops the moves after a ply, so that the game goes on from there.
 * @param {Game} game
 * @param {number} ply
 */
export function truncate(game, ply) {
    state.game = new Game(game.start, game.moves.slice(0, ply));
    offerBack(game, ply + 1, game.length - ply);
}

function afterMove() {
    state.hint = false;
    state.solveWanted = false;
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
    const isStep = to === state.ply + 1 && state.game.moves[state.ply] !== PASS;
    state.animate = isStep ? stepAnimation() : null;
    if (to !== state.ply) {
        state.ply = to;
        state.solveWanted = false;
        state.hint = false;
    }
    redraw();
}

function stepAnimation() {
    const move = state.game.moves[state.ply];
    return { square: move, flips: flips(is.position(), move) };
}

/** In Play back to the own move before, elsewhere one ply. */
export function undo() {
    let ply = state.ply - 1;
    if (state.mode === 'play' && !is.isTwoPeople()) {
        while (ply > 0 && (is.isEngineSide(state.game.at(ply).side) || isPass(ply))) ply--;
        if (ply >= 0 && is.isEngineSide(state.game.at(ply).side)) ply = state.ply > 1 ? ply : 0;
    }
    state.flag = null;
    goTo(ply);
}

/** In Play forward to the own move after, elsewhere one ply. */
export function redo() {
    let ply = state.ply + 1;
    if (state.mode === 'play' && !is.isTwoPeople()) {
        while (ply < state.game.length && (is.isEngineSide(state.game.at(ply).side) || isPass(ply))) ply++;
    }
    goTo(ply);
}

/** Whether the move at a ply is a pass. @param {number} ply */
const isPass = (ply) => state.game.moves[ply] === PASS;

/**
 * Replaces the game, and offers the old one back.
 * @param {Game} game
 * @param {number} ply
 * @param {string} [text]
 */
export function replaceGame(game, ply, text) {
    const old = {
        game: state.game,
        ply: state.ply,
        isFirst: state.isFirst,
        clocks: state.clocks,
        flag: state.flag,
        mode: state.mode,
    };
    Object.assign(state, {
        game,
        ply,
        isFirst: false,
        animate: null,
        hint: false,
        solveWanted: false,
        analysisStopped: false,
        flag: null,
        clocks: null,
        setup: null,
    });
    if (old.game.length > 0 || text) {
        const action = old.game.length > 0 ? { label: t('undo'), run: () => restore(old) } : undefined;
        toast(text ?? t('newGame'), action);
    }
    redraw();
}

/** A link that was opened in this page. @param {import('./link.js').Linked} linked */
export function openLink({ mode, game, ply, lang, theme }) {
    replaceGame(game, ply, t('imported'));
    state.mode = mode;
    state.isFirst = game.isNew && mode === 'play';
    Object.assign(state.settings, lang && { lang }, theme && { theme });
}

/** @param {Partial<typeof state>} old */
function restore(old) {
    Object.assign(state, old, { animate: null, solveWanted: false });
    redraw();
}

/** @param {import('./store.js').Choice} choice */
export function newGame({ strength, colour, clock }) {
    Object.assign(state.settings, { strength, colour, clock });
    replaceGame(new Game(), 0);
    state.mode = 'play';
    state.clocks = startClocks();
    redraw();
}

export const startClocks = () =>
    state.settings.clock > 0 ? [60 * state.settings.clock, 60 * state.settings.clock] : null;
