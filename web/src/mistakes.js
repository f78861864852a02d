// The mistakes of a game: the list, and the text of the open one.
import { esc } from './dom.js';
import { currentMistake, isRead, mistakes, ownMistakes, ratings, shownMistakes } from './facts.js';
import { gravity, gravityWord } from './graph.js';
import { isLed, spokenMistake } from './guide.js';
import { lossHtml } from './moves.js';
import { readGames } from './queue.js';
import { keyOf, nameOf, other } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { sentences, t, told } from './strings.js';
import { scoreOf } from './values.js';

/** @typedef {import('./facts.js').Mistake} Mistake */

/** Where the list has no room for a row that opens: the open one is a card above it. */
const narrow = globalThis.matchMedia?.('(max-width:959px),(max-height:559px)');
/** Where a sentence is all there is room for. */
const tight = globalThis.matchMedia?.('(max-width:639px),(max-height:559px)');

/** @param {Mistake} mistake @param {boolean} isOpen @param {boolean} opens Whether the row itself opens. */
function rowHtml(mistake, isOpen, opens) {
    const { index, side, move, loss } = mistake;
    const grave = gravity(loss);
    return (
        `<button class="row1" data-act="mistake" data-arg="${index}"${isOpen ? ' aria-current="step"' : ''}${opens ? ` aria-expanded="${isOpen}"` : ''}>` +
        `<span class="sr">${esc(spokenMistake(mistake))}</span><span class="no" aria-hidden="true">${state.home.game.number(index + 1)}</span><span class="pd ${side === 'X' ? 'b' : 'w'}" aria-hidden="true"></span><b aria-hidden="true">${nameOf(move)}</b>` +
        `<span class="wd" aria-hidden="true">${gravityWord(loss)}</span><span aria-hidden="true" class="ls l${grave === 1 ? 2 : 3}">${lossHtml(loss)}</span></button>`
    );
}

/** The result that the better move kept. @param {Mistake} mistake */
function kept({ better, loss, betterValue }) {
    const [m, n] = [nameOf(better), scoreOf(betterValue)];
    if (!loss.exact) return t('better', { m, n: loss.discs });
    if (n === 0) return t('keptDraw', { m });
    return n > 0 ? t('keptWin', { m, n }) : t('keptLoss', { m, n: -n });
}

/** How many people find the better move. @param {number | null | undefined} found @param {boolean} isOwn */
export function foundText(found, isOwn) {
    if (found === null || found === undefined) return '';
    return t(isOwn ? 'foundBy' : 'foundByOther', { p: percentText(found) });
}

/** @param {number} share From 0 to 1. */
export const percentText = (share) => (share < 0.01 ? '<1' : String(Math.round(100 * share)));

/** The rating that the moves of each side look like. */
function ratingsHtml() {
    const found = Object.entries(ratings());
    if (found.length === 0) return '';
    const round = (/** @type {number} */ rating) => 10 * Math.round(rating / 10);
    const rows = found.map(([side, { rating, low, high }]) =>
        t('playedLike', { name: is.playerName(/** @type {'X' | 'O'} */ (side)), r: round(rating), low: round(low), high: round(high) }),
    );
    const isLittle = found.some(([, { enough }]) => !enough);
    return `<p class="small rated" data-key="rated">${esc(sentences(...rows, isLittle ? t('oneGame') : ''))}</p>`;
}

/** @param {Mistake} mistake */
function detailHtml(mistake) {
    const sentence = told(mistake.why);
    const words = sentence && tight?.matches ? sentence : sentences(sentence, kept(mistake));
    const isLine = state.lineAt === keyOf(is.position());
    const me = is.me();
    const { chance, betterChance } = mistake;
    const fell = state.settings.unit === 'chance' && betterChance > chance ? `<p class="fb">${t('chanceFell', { a: betterChance, b: chance })}</p>` : '';
    const retry = me === null || mistake.side === me ? `<button class="btn sm" data-act="drill" data-arg="${mistake.index}">${t('tryAgain')}</button>` : '';
    const found = foundText(mistake.found, mistake.side === me);
    const more = fell + (found && `<p class="fb">${esc(found)}</p>`);
    const buttons = `<div class="btns"><button class="btn sm" data-act="show-line" aria-pressed="${isLine}">${t('showLine')}</button>${retry}</div>`;
    return `<div class="detail"><p>${esc(words)}</p>${tight?.matches ? buttons + more : more + buttons}</div>`;
}

/** The open mistake as a card, where the list has no room for it. */
export function cardHtml() {
    const open = currentMistake();
    if (!narrow?.matches || state.embedded || ['book', 'games'].includes(state.tab)) return '';
    // The place of the first card is kept, so that nothing moves when it comes.
    if (!open) return isLed() && !isRead() ? `<section class="mis now" data-key="kept"><p class="empty">${tight?.matches ? t('firstIs') : ''}</p></section>` : '';
    const [label, row] = [esc(spokenMistake(open)), rowHtml(open, true, false)];
    return `<section class="mis now" data-key="open" aria-label="${label}"><div class="cur">${tight?.matches ? detailHtml(open) + row : row + detailHtml(open)}</div></section>`;
}

/** The list, in the order of the game. */
export function mistakesHtml() {
    const [listed, open] = [shownMistakes(), currentMistake()];
    const read = isRead();
    if (listed.length === 0) {
        const text = !read ? t('firstIs') : is.me() ? t('cleanSub') : t('noMistakes');
        return `<p class="empty">${text}</p>${otherHtml()}${ratingsHtml()}${gamesHtml()}`;
    }
    const opens = !narrow?.matches;
    const rows = listed.map((mistake) => {
        const isOpen = mistake.index === open?.index;
        const more = isOpen && opens ? detailHtml(mistake) : '';
        return `<li data-key="${mistake.index}"${isOpen ? ' class="cur"' : ''}>${rowHtml(mistake, isOpen, opens)}${more}</li>`;
    });
    return `<ol class="mis" aria-label="${t('mistakes')}">${rows.join('')}</ol>${otherHtml()}${ratingsHtml()}${gamesHtml()}`;
}

/** How many of the games that were imported together are read, and how to stop. */
function gamesHtml() {
    const games = isRead() ? readGames() : null;
    if (!games) return '';
    const act = state.analysisStopped ? 'resume' : 'stop';
    const text = t(state.analysisStopped ? 'readingStopped' : 'readingGames', { a: games.done, b: games.total });
    return `<div class="games" data-key="games"><p class="small">${text}</p><button class="btn sm" data-act="${act}">${t(act)}</button></div>`;
}

/** Shows those of the other side too, or not any more. */
function otherHtml() {
    const me = is.me();
    if (!me) return '';
    const n = mistakes().length - ownMistakes().length;
    if (n === 0) return '';
    const text = state.mineOnly ? t('alsoOther', { n, name: is.playerName(other(me)) }) : t('onlyMine');
    // A new element where the list has grown: it does not move.
    return `<button class="other" data-key="${shownMistakes().length}" data-act="mine-only" aria-pressed="${!state.mineOnly}">${esc(text)}</button>`;
}

/** The mistake that a step leads to. @param {1 | -1} step @returns {Mistake | null} */
export function stepTo(step) {
    const [listed, ply] = [shownMistakes(), state.home.ply];
    return (step > 0 ? listed.find(({ index }) => index > ply) : listed.findLast(({ index }) => index < ply)) ?? null;
}
