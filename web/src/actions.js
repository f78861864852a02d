// Actions of a person or the opponent on the game.
import { startOf } from './balanced.js';
import { Game, Match } from './game.js';
import { recordName } from './rating.js';
import { showReview } from './reviews.js';
import { PASS, flips, keyOf, nameOf, other } from './rules.js';
import * as is from './state.js';
import { beginGuide } from './guide.js';
import { sets } from './lazy.js';
import { gameOf, isQueued, recordOf } from './queue.js';
import { noRecord, setGame, state } from './state.js';
import { say } from './speech.js';
import { movedText } from './status.js';
import { legalTree } from './store.js';
import { t } from './strings.js';
import { toast } from './toast.js';
import { Tree } from './tree.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('./game.js').Stored} Stored */
/** @typedef {import('./rules.js').Side} Side */

/**
 * Plays a move at the ply that is shown. In a game the moves after it are dropped, and a toast brings them
 * back; in a review they stay, and the move begins a variation.
 * @param {number} move
 */
export function playMove(move) {
    const [at, { match }] = [is.position(), state];
    if (!match.allows(move)) {
        if (move !== PASS && at.cells[move] === '-') say(t('illegal', { m: nameOf(move) }));
        return false;
    }
    const path = [...state.game.moves.slice(0, state.ply), move];
    if (state.mode !== 'play' && !is.isAtEnd() && state.game.moves[state.ply] !== move) {
        state.tree.add(path);
        showLine(path);
        if (state.tab === 'mistakes') state.tab = 'moves'; // the variation is seen there
    } else {
        const dropped = match.play(move);
        if (dropped) offerBack(dropped);
        keepLine();
    }
    const isPlayed = afterMove(at, move);
    // A move that was taken back brings back its reply: the opponent chooses at the end only.
    const isReplied = is.isEngineSide(is.position().side) || is.hasToPass();
    if (state.mode === 'play' && !is.isAtEnd() && isReplied) playMove(state.game.moves[state.ply]);
    return isPlayed;
}

/** Keeps the moves of the match in the tree. A game that is played is its main line. */
function keepLine() {
    const node = state.tree.add(state.game.moves);
    if (state.match === state.home) state.tree.promote(node);
}

/** The opponent's move. @param {import('reversi-engine').Analysis} analysis */
export function playAnswer(analysis) {
    const at = is.position();
    const move = state.match.answer(analysis);
    if (move === null) return;
    keepLine();
    afterMove(at, move);
}

/** @param {Position} at @param {number} move */
function afterMove(at, move) {
    state.hint = false;
    state.solveWanted = false;
    state.isFirst = false;
    state.animate = null;
    state.pointed = -1;
    if (state.mode === 'play') keepRecord();
    if (state.shared) takeShared();
    if (state.match.flag) return false; // the time was over before the move
    const turned = flips(at, move);
    if (move !== PASS) state.animate = { square: move, flips: turned };
    say(movedText(at.side, move, turned.length));
    return true;
}

/** Who plays, for the review of the game. */
function keepRecord() {
    state.record = noRecord();
    const { colour, rating } = state.settings;
    if (rating === 'person') return;
    state.record.me = colour;
    state.record.names[colour === 'X' ? 'O' : 'X'] = recordName(rating);
}

/** A move makes a shared game the own one; a toast brings the own one back. */
function takeShared() {
    const { own } = state;
    Object.assign(state, { shared: false, own: null });
    if (own) toast(t('tookShared'), { label: t('backMine'), run: () => showSaved(own) });
}

/** Shows a game that was kept. @param {import('./store.js').Saved} saved */
export function showSaved({ mode, match, tree, record }) {
    setGame(match, tree);
    Object.assign(state, { mode, record, shared: false, own: null, animate: null, solveWanted: false, setup: null });
    beginGuide();
    state.isFirst = state.game.isNew && mode === 'play';
    is.seat();
    redraw();
}

/** A toast that brings dropped moves back. @param {Stored} dropped */
function offerBack(dropped) {
    const match = Match.restore(dropped);
    toast(t('dropped', { n: match.game.length - match.ply }), {
        label: t('takeBack'),
        run: () => {
            const { tree } = state;
            setGame(match, tree);
            tree.promote(tree.add(match.game.moves));
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
/** Draws what came in without an action. */
export const drawAgain = () => redraw();

/** Shows another ply. @param {number} ply */
export function goTo(ply) {
    const to = Math.max(0, Math.min(state.game.length, ply));
    move(() => state.match.show(to));
}

/** Shows the position after a path of the tree. @param {number[]} path */
export function goToPath(path) {
    move(() => showLine(path));
}

/** Shows the game at its ply, out of its variations. */
export const leaveVariation = () => {
    const node = is.branch();
    if (node) goToPath(node.path.slice(0, -1));
};

/** @param {readonly number[]} moves @param {readonly number[]} path */
const beginsWith = (moves, path) => path.every((move, ply) => moves[ply] === move);

/**
 * A line of the tree through a path. The match of the game itself keeps its clocks.
 * @param {number[]} path
 */
export function showLine(path) {
    if (beginsWith(state.home.game.moves, path)) state.match = state.home;
    else {
        if (!beginsWith(state.game.moves, path)) state.match = lineOf(path);
        // The game itself stands where the variation begins.
        state.home.show(path.findIndex((move, ply) => state.home.game.moves[ply] !== move));
    }
    is.seat();
    state.match.show(path.length);
}

/** A match of a path and its main continuation. @param {number[]} path */
function lineOf(path) {
    const after = state.tree.add(path).line.slice(1);
    const moves = [...path, ...after.map((node) => node.move ?? PASS)];
    return Match.of(new Game(keyOf(state.game.start), moves.map(nameOf)));
}

/** Makes the line of a node the game. @param {import('./tree.js').Node} node */
export function promote(node) {
    state.tree.promote(node);
    const { path } = is.node();
    state.home = state.match = lineOf([]);
    showLine(path);
    redraw();
}

/** Deletes a variation; a toast brings it back. @param {import('./tree.js').Node} node */
export function removeVariation(node) {
    const { path } = is.node();
    const from = node.path;
    const restore = state.tree.remove(node);
    if (beginsWith(path, from)) showLine(from.slice(0, -1));
    // The match of a line that goes on into what was deleted ends before it.
    else if (beginsWith(state.game.moves, from)) state.match = lineOf(path);
    toast(t('varGone'), {
        label: t('takeBack'),
        run: () => {
            restore();
            goToPath(path);
        },
    });
    redraw();
}

/** Into the first variation at the ply that is shown, then the next one; out of them after the last. */
export function nextVariation() {
    const node = is.node();
    const parent = node.parent ?? node;
    const after = node.children[1];
    if (after) return goToPath(after.path);
    const index = parent.children.indexOf(node);
    const next = index > 0 ? (parent.children[index + 1] ?? parent.children[0]) : undefined;
    if (next) goToPath(next.path);
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
    const [at, from, moves] = [is.position(), state.ply, state.game.moves];
    step();
    const played = state.game.moves[from];
    const isStep = state.ply === from + 1 && played !== PASS && state.game.moves === moves;
    state.animate = isStep ? { square: played, flips: flips(at, played) } : null;
    if (state.ply !== from || state.game.moves !== moves) {
        state.solveWanted = false;
        state.hint = false;
    }
    state.pointed = -1;
    redraw();
}

/** Returns the game that is shown, to be brought back. @returns {import('./store.js').Saved} */
export const present = () => ({ mode: state.mode, match: state.home, tree: state.tree, record: state.record });

/**
 * Replaces the game, and offers the old one back.
 * @param {Match} match
 * @param {string} [text]
 * @param {{ tree?: Tree, record?: import('./state.js').Record }} [more]
 */
export function replaceGame(match, text, { tree, record = noRecord() } = {}) {
    const [old, { shared, own }] = [present(), state];
    setGame(match, tree);
    Object.assign(state, {
        record,
        shared: false,
        own: null,
        isFirst: false,
        animate: null,
        hint: false,
        solveWanted: false,
        analysisStopped: false,
        setup: null,
    });
    beginGuide();
    is.seat();
    if (old.match.game.length > 0 || text) {
        const restore = () => {
            showSaved(old);
            Object.assign(state, { shared, own });
        };
        const action = old.match.game.length > 0 ? { label: t('takeBack'), run: restore } : undefined;
        toast(text ?? t('newGame'), action);
    }
    redraw();
}

/** The game of the set that was asked for last. @type {import('./queue.js').Entry | undefined} */
let opening;

/** Opens a game of the set, with its review. @param {number} at */
export async function openQueued(at) {
    const { games } = state.queue;
    const entry = (opening = games[at]);
    if (!entry) return;
    keepQueued();
    await Promise.all([sets()?.saveSet(), sets()?.recall(entry)]);
    if (opening !== entry) return; // another one was asked for meanwhile
    state.queue.at = at;
    void sets()?.saveSet();
    showReview(entry.key);
    const game = gameOf(entry);
    const text = games.length > 1 ? t('gameOf', { a: at + 1, b: games.length }) : t('imported');
    replaceGame(Match.of(game), text, { tree: legalTree(game, entry.tree) ?? undefined, record: recordOf(entry) });
    if (state.mode !== 'play') return;
    state.mode = 'analyse';
    is.seat();
    beginGuide();
}

/** Keeps the variations and notes of the game of the set that is shown. */
export function keepQueued() {
    const { queue, tree, home } = state;
    if (isQueued() && !tree.isPlain(home.game.moves)) queue.games[queue.at].tree = tree.toJSON();
}

/** A link that was opened in this page. @param {import('./link.js').Linked} linked */
export function openLink({ mode, game, ply, lang, theme, tree, path }) {
    const own = state.shared ? state.own : present();
    replaceGame(Match.of(game, ply), t('imported'), { tree });
    Object.assign(state, { mode, shared: true, own });
    state.isFirst = game.isNew && mode === 'play';
    if (path) showLine(path);
    Object.assign(state.settings, lang && { lang }, theme && { theme });
}

/** @param {import('./store.js').Choice} choice */
export function newGame(choice) {
    const { rating, chosen, start, clock, increment } = choice;
    const colour = chosen === 'R' ? (Math.random() < 0.5 ? 'X' : 'O') : chosen;
    Object.assign(state.settings, { rating, chosen, colour, start, clock, increment });
    beginGame(new Game(keyOf(startOf(start))));
}

/** Plays on after a path of the tree. @param {number[]} path @param {number} rating @param {Side} [colour] */
export function playOn(path, rating, colour) {
    const game = new Game(keyOf(state.game.start), path.map(nameOf));
    Object.assign(state.settings, { rating, colour: colour ?? is.me() ?? game.at(path.length).side });
    beginGame(game);
}

/** Goes on at the end of a game. @param {Game} game */
function beginGame(game) {
    replaceGame(Match.of(game));
    state.mode = 'play';
    setClocks();
    redraw();
}

/** The same start with the other colour: a pair of games is fair whatever the start is worth. */
export function returnGame() {
    state.settings.colour = other(state.settings.colour);
    beginGame(new Game(keyOf(state.home.game.start)));
}

/** Gives both sides the time that was chosen. */
export const setClocks = () => state.match.setClocks(60 * state.settings.clock, state.settings.increment);
