// The status under the board: one sentence, a second line, and its actions.
import { esc, icon } from './dom.js';
import { askedMistakes, isFinished, isRead, lostDiscs, sentence } from './facts.js';
import { puzzles, rated } from './lazy.js';
import { openingOf } from './openings.js';
import { PASS, START, count, keyOf, nameOf } from './rules.js';
import { boundsText, isSolved } from './solve-panel.js';
import { isPlayable } from './setup.js';
import * as is from './state.js';
import { state } from './state.js';
import { sideName, t } from './strings.js';
import { endsOf, kindOf, scoreOf } from './values.js';

/**
 * @typedef {object} Status
 * @property {string} text
 * @property {string} [sub]
 * @property {boolean} [busy]
 * @property {boolean} [alert]
 * @property {boolean} [isLine] The second line compares moves: a small screen has no room for the first.
 * @property {string[]} [buttons] Keys of texts; `*` marks the primary one, `!` one that is disabled.
 */

/** Above this many empty squares a solve may take days. */
const LONG = 26;

/** The empty squares, and the opening of the game where it has a name. */
function emptiesText() {
    const empties = t('empties', { n: is.empties() });
    const opening = openingOf(state.game, state.ply);
    return opening ? `${empties} · ${opening}` : empties;
}

/** @returns {Status} */
export function status() {
    const part = puzzles();
    if (part && !state.setup && state.engine !== 'failed') return part.drillStatus();
    const own = ownStatus();
    const line = own.alert || (own.busy && state.mode === 'solve') ? '' : (rated()?.line() ?? '');
    const now = line ? { ...own, sub: line, isLine: true } : own;
    if (!state.shared || state.setup || now.alert || state.mode === 'play') return now;
    // A shared game says so where nothing has to be done.
    const isBusy = now.busy && (now.buttons?.length ?? 0) > 0;
    return isBusy || !state.own ? now : { ...now, sub: line || t('shared'), buttons: [...(now.buttons ?? []), 'backMine'] };
}

/** @returns {Status} */
function ownStatus() {
    if (state.setup) {
        const good = isPlayable(state.setup);
        return { text: t('setTitle'), sub: good ? '' : t('setBad'), buttons: ['cancel', good ? '*done' : '!done'] };
    }
    if (state.engine === 'failed' && (state.mode !== 'play' || !is.isTwoPeople())) {
        const sub = /memory/i.test(state.failure) ? t('noMemory') : t('failedSub');
        return { text: t('failed'), sub, alert: true, buttons: ['details', '*restart'] };
    }
    if (state.mode === 'analyse' && isFinished() && !is.branch()) return verdict();
    if (is.gameOver()) return over();
    if (is.hasToPass() && state.mode !== 'play') return passed(true);
    const own = { play: statusOfPlay, analyse: statusOfAnalysis, solve: statusOfSolve }[state.mode]();
    if (state.engine === 'slow' && !state.isFirst)
        return { text: t('loading'), sub: emptiesText(), busy: true };
    return own;
}

/** The end and the turning point of the game; it stays while the game is looked at. @returns {Status} */
function verdict() {
    const { game } = state.home;
    const { done, total } = is.readMoves();
    const text = resultText(game.at(game.length));
    if (isRead()) {
        const own = askedMistakes().length;
        return { text, sub: sentence(), busy: state.work === 'values', buttons: own > 0 ? ['*drill'] : [] };
    }
    const sub = t('reading', { a: done, b: total });
    if (state.analysisStopped) return { text, sub, buttons: ['resume'] };
    const isReading = state.work === 'game' || state.work === 'values';
    return { text, sub, busy: isReading, buttons: isReading ? ['stop'] : [] };
}

/** @returns {Status} */
function over() {
    if (state.game.length === 0) return { text: t('setBad'), buttons: ['setup'] };
    const { done, total } = is.readMoves();
    const busy = state.work === 'game' && state.mode !== 'play';
    const sub = lossSum() || (state.mode === 'play' ? '' : t('reading', { a: done, b: total }));
    // From another start than the usual one a second game with the other colour makes it fair.
    const isPair = !is.isTwoPeople() && keyOf(state.home.game.start) !== keyOf(START);
    const buttons = state.mode === 'play' ? ['*analyseGame', isPair ? 'returnGame' : 'again'] : busy ? ['stop'] : [];
    return { text: resultText(), sub, busy, buttons };
}

/** How the game ended, to the person who played it, or as the rules have it. */
export function resultText(position = is.position()) {
    const { cells } = position;
    const [a, b] = [count(cells, 'X'), count(cells, 'O')];
    const me = is.me();
    const losers = state.match.flag;
    if (losers) return t('timeUp', { side: sideName(losers) });
    if (a === b) return drawText(t(me ? 'youDrew' : 'drawn'), a, b);
    const [own, others] = me === 'O' ? [b, a] : [a, b];
    if (me) return t(own > others ? 'youWon' : 'youLost', { a: own, b: others });
    return t('byRule', { side: sideName(a > b ? 'X' : 'O'), a: Math.max(a, b), b: Math.min(a, b) });
}

/** A draw with empty squares has other counts. @param {string} text @param {number} a @param {number} b */
const drawText = (text, a, b) => (a === b ? text.replaceAll('32', String(a)) : text);

/** The discs that both sides lost, once they are known. */
function lossSum() {
    const lost = lostDiscs();
    return lost ? t('lossSum', { a: lost.X, b: lost.O }) : '';
}

/** @param {boolean} isOwn The own pass waits, so that it is not missed. @returns {Status} */
function passed(isOwn) {
    const { side } = is.position();
    const text = t('passed', { side: sideName(side) });
    const sub = t('passSub', { side: sideName(side === 'X' ? 'O' : 'X') });
    return { text, sub, buttons: isOwn && is.isAtEnd() ? ['*ok'] : [] };
}

/** An estimate of a smaller loss than this may be an error of the search. */
const SURE = 6;

/** A hint at a lost position says so once all moves are known. */
export function lostText() {
    const lines = state.hint && is.isValued() ? state.values.lines(is.position()) : [];
    if (lines.length < 2) return '';
    const [{ move, value }] = lines;
    const n = -scoreOf(value);
    const isProven = lines.every((each) => kindOf(each.value) !== 'estimate' && endsOf(each.value).upper <= -n);
    return n >= (isProven ? 1 : SURE) ? t(isProven ? 'lostBy' : 'lostAbout', { m: nameOf(move), n }) : '';
}

/** @returns {Status} */
function statusOfPlay() {
    const { side } = is.position();
    if (is.hasToPass()) return passed(!is.isEngineSide(side));
    if (is.engineToMove())
        return { text: t('thinking', { name: is.playerName(side) }), sub: emptiesText(), busy: true };
    if (state.isFirst && !is.isTwoPeople() && state.settings.colour === 'X')
        return { text: t('welcome'), sub: t('welcomeSub') };
    if (is.isTwoPeople()) return { text: t('turn', { side: sideName(side) }), sub: lostText() || emptiesText() };
    if (is.isEngineSide(side))
        return { text: t('turn', { side: sideName(side) }), sub: emptiesText(), buttons: ['*retry'] };
    return { text: t('yourMove'), sub: lostText() || emptiesText() };
}

/** @returns {Status} */
function statusOfAnalysis() {
    const turn = t('turn', { side: sideName(is.position().side) });
    const { done, total } = is.readMoves();
    const isOpen = total > 0 && !isRead();
    if (state.analysisStopped && (isOpen || !is.isValued()))
        return { text: turn, sub: emptiesText(), buttons: ['resume'] };
    if (isRead() && !is.branch() && askedMistakes().length > 0)
        return { text: turn, sub: emptiesText(), busy: state.work === 'values', buttons: ['*drill'] };
    if (state.work === 'game' && isOpen) return { text: turn, sub: t('reading', { a: done, b: total }), busy: true, buttons: ['stop'] };
    return { text: turn, sub: emptiesText(), busy: state.work === 'values' };
}

/** @returns {Status} */
function statusOfSolve() {
    const run = is.run();
    const { side } = is.position();
    if (run && isSolved(run)) {
        const winner = run.lower > 0 ? side : side === 'X' ? 'O' : 'X';
        const text = run.lower === 0 ? t('solvedDraw') : t('solvedWin', { side: sideName(winner), n: Math.abs(run.lower) });
        const busy = state.work === 'solve';
        return { text, sub: t('solvedSub'), busy, buttons: busy ? ['stop'] : [] };
    }
    if (state.solveWanted) {
        const sub = is.empties() > LONG ? t('solveLong', { n: is.empties() }) : emptiesText();
        return { text: t('solving'), sub, busy: true, buttons: ['stop'] };
    }
    if (run && run.nodes > 0)
        return { text: t('stopped'), sub: t('stoppedSub', { bounds: boundsText(run) }), buttons: ['*resume'] };
    const sub = is.empties() > LONG ? t('solveLong', { n: is.empties() }) : emptiesText();
    const canSolve = is.legal().length > 0;
    return { text: t('turn', { side: sideName(side) }), sub, buttons: canSolve ? ['*solveIt'] : [] };
}

/** Asks which side of a game that is over was the person at this device, while that is not known. */
export function askedSideHtml() {
    const { me, asked } = state.record;
    if (state.mode !== 'analyse' || state.setup || state.drill || state.embedded || me || asked || !isFinished()) return '';
    const side = (/** @type {'X' | 'O'} */ of) =>
        `<button class="btn sm" data-act="my-side" data-arg="${of}"><span class="pd ${of === 'X' ? 'b' : 'w'}" aria-hidden="true"></span><span class="nmn">${esc(is.playerName(of))}</span></button>`;
    return `<div class="who" role="group" aria-label="${t('which')}"><span>${t('which')}</span>${side('X')}${side('O')}<button class="close" data-act="my-side" aria-label="${t('close')}" title="${t('close')}">${icon('x')}</button></div>`;
}

/** @param {Status} status */
export function statusHtml({ text, sub, busy, alert, buttons = [] }) {
    const shown = buttons.map((name) => {
        const key = name.replace(/^[*!]/, '');
        const primary = name[0] === '*' || name[0] === '!';
        const n = key === 'drill' ? askedMistakes().length : 0;
        const drillText = t(is.me() ? 'retryN' : 'lookAtN', { n });
        const label =
            key === 'stop'
                ? `${icon('stop')}<span class="long">${t(key)}</span>`
                : key === 'drill'
                  ? `<span class="long">${drillText}</span><span class="short" aria-hidden="true">${t(is.me() ? 'retryS' : 'lookAtS', { n })}</span>`
                  : t(LABELS[key] ?? key);
        return `<button class="btn sm${primary ? ' pri' : ''}" data-act="${key}"${key === 'stop' ? ` aria-label="${t(key)}"` : key === 'drill' ? ` aria-label="${drillText}"` : ''}${name[0] === '!' ? ' disabled' : ''}>${label}</button>`;
    });
    return (
        `<p${alert ? ' role="alert"' : ''}><b>${busy ? '<span class="busy" aria-hidden="true"></span>' : ''}${esc(text)}</b>` +
        `${sub ? `<small>${esc(sub)}</small>` : ''}</p>${shown.length > 0 ? `<div class="btns">${shown.join('')}</div>` : ''}`
    );
}

/** Actions whose texts have other keys. @type {Record<string, string>} */
const LABELS = { setup: 'setUp' };

/**
 * What a played move is announced as.
 * @param {Side} side
 * @param {number} move
 * @param {number} turned
 * @typedef {import('./rules.js').Side} Side
 */
export function movedText(side, move, turned) {
    const next = status().text;
    if (move === PASS) return `${t('passed', { side: sideName(side) })}. ${next}`;
    return t('aMoved', { side: sideName(side), sq: nameOf(move), n: turned, next });
}
