// The tab of a set: its games by order, player, opening, result, accuracy or worst move, and how far they are read.
import { esc, icon } from './dom.js';
import { shown as openingName } from './openings.js';
import { isEntryRead, wantedGames } from './queue.js';
import { allSets, droppedReviews, secondsLeft } from './set-store.js';
import './set-strings.js';
import { openDialog } from './dialogs.js';
import { rules } from './rules.js';
import { t } from './strings.js';
import { state } from './state.js';

/** @typedef {import('./queue.js').Entry} Entry */

const SORTS = /** @type {const} */ (['byOrder', 'byPlayer', 'byOpening', 'byResult', 'byAccuracy', 'byWorst']);
/** @typedef {(typeof SORTS)[number]} Sort */
/** How the games are listed, and the first row that is drawn. */
export const SET_VIEW = { sort: /** @type {Sort} */ ('byOrder'), search: '', from: 0 };
/** The height of a row, and the rows that are drawn at once: the others are room to scroll. */
const [HEIGHT, ROWS] = [52, 40];
/** A shorter list needs no search. */
const SEARCHED = 8;
/** The first moves that a row shows. */
const FIRST_MOVES = 5;

/** The English names. @type {WeakMap<Entry, string | null>} */
const openings = new WeakMap();
/** @param {Entry} entry */
function openingOfEntry(entry) {
    if (!openings.has(entry)) openings.set(entry, rules().opening({ position: entry.key.slice(0, 66), moves: entry.key.slice(67).match(/../g) ?? [] }));
    return openingName(openings.get(entry));
}

/** The players, or the number of the game. @param {Entry} entry @param {number} index */
export const titleOfEntry = ({ names: { X, O } }, index) => (X || O ? `${X || t('black')} – ${O || t('white')}` : t('gameN', { n: index + 1 }));

/** The discs of both sides: the winner has the empty squares. @param {Entry} entry @returns {[number, number] | null} */
export const discsOf = ({ score }) => (score === null ? null : [32 + score / 2, 32 - score / 2]);

/** The accuracy to sort by: of the own side, or the lower one. @param {Entry} entry */
function accuracyOf({ facts, names }) {
    const { me } = state.queue;
    const both = /** @type {const} */ (['X', 'O']).map((side) => ({ side, percent: facts?.sides[side].accuracy?.percent ?? 101 }));
    return both.find(({ side }) => me && names[side] === me)?.percent ?? Math.min(...both.map(({ percent }) => percent));
}

/** The keys that a sort compares. @type {Record<Sort, (entry: Entry, index: number) => string | number>} */
const KEYS = {
    byOrder: (_, index) => index,
    byPlayer: (entry, index) => titleOfEntry(entry, index).toLowerCase(),
    byOpening: (entry) => openingOfEntry(entry) || '￿',
    byResult: ({ score }) => -(score ?? -65),
    byAccuracy: accuracyOf,
    byWorst: ({ facts }) => -(facts?.misses[0]?.loss ?? 0),
};

/** The games that are listed, with their places in the set. @returns {{ entry: Entry, index: number }[]} */
export function listed() {
    const { games } = state.queue;
    const wanted = SET_VIEW.search.trim().toLowerCase();
    const all = games.map((entry, index) => ({ entry, index, key: KEYS[SET_VIEW.sort](entry, index) }));
    const found = wanted
        ? all.filter(({ entry, index }) => `${titleOfEntry(entry, index)} ${openingOfEntry(entry)}`.toLowerCase().includes(wanted))
        : all;
    return found.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index));
}

/**
 * @param {{ entry: Entry, index: number }} row @param {number} place @param {number} count
 * @param {string | undefined} reading The key of the game that is read now.
 */
function rowHtml({ entry, index }, place, count, reading) {
    const { facts, key, score } = entry;
    const discs = discsOf(entry);
    const result = discs ? `${discs.join('–')} <span class="pd ${score === 0 ? '' : (score ?? 0) > 0 ? 'b' : 'w'}" aria-hidden="true"></span>` : `<small>${t('open_')}</small>`;
    const [a, b] = /** @type {const} */ (['X', 'O']).map((side) => facts?.sides[side].accuracy?.percent).map((each) => (each === undefined ? '–' : Math.round(each)));
    const known = facts ? `<span aria-hidden="true">${a} · ${b}</span><span class="sr">${t('accuracies', { a, b })}</span>` : '';
    const isRead = isEntryRead(entry);
    const reads = !isRead && state.work === 'game' && key === reading;
    const mark = isRead || reads ? `<i class="${isRead ? 'rd' : 'rg'}" aria-hidden="true"></i><span class="sr">${t(isRead ? 'isReadG' : 'isReadingG')}</span>` : '<i></i>';
    const first = key.slice(67, 67 + 2 * FIRST_MOVES);
    return `<li data-key="${index}" aria-setsize="${count}" aria-posinset="${place + 1}"><button data-act="set-game" data-arg="${index}"${index === state.queue.at ? ' aria-current="true"' : ''}>
<span><b>${esc(titleOfEntry(entry, index))}</b><small>${esc([openingOfEntry(entry), first].filter(Boolean).join(' · '))}</small></span><span><b>${result}</b><small>${known}${mark}</small></span></button></li>`;
}

/** A time in words. @param {number} seconds */
const aboutTime = (seconds) =>
    seconds > 5400 ? t('aboutHours', { n: Math.round(seconds / 3600) }) : t('aboutMinutes', { n: Math.max(1, Math.round(seconds / 60)) });

function progressHtml() {
    const { games, wants } = state.queue;
    const done = games.filter(isEntryRead).length;
    if (done === games.length) return '';
    const isReading = !state.analysisStopped && wantedGames().some((entry) => !isEntryRead(entry));
    const button = (/** @type {string} */ want, /** @type {string} */ text) => `<button class="btn sm" data-act="set-want" data-arg="${want}">${text}</button>`;
    const seconds = secondsLeft();
    const all = button('all', seconds === null ? t('setAll') : t('setAllFor', { t: aboutTime(seconds) }));
    const few = games.length > 20 && wants !== 'newest' ? button('newest', t('setNewest')) : '';
    const time = wants === 'all' && isReading && seconds !== null ? ` · ${aboutTime(seconds)}` : '';
    // The first games tell how long all take: until then there is nothing to choose.
    const buttons = isReading && wants !== 'some' ? button('none', t('setPause')) : isReading && seconds === null ? few : few + all;
    return `<div class="games" data-key="games"><p class="small" role="status">${t('setRead', { a: done, b: games.length })}${time}</p>${buttons}</div>`;
}

/** The tab of the set. */
export function gamesHtml() {
    const { games, name } = state.queue;
    const rows = listed();
    const reading = wantedGames().find((entry) => !isEntryRead(entry))?.key;
    const from = Math.max(0, Math.min(SET_VIEW.from, rows.length - ROWS));
    const drawn = rows.slice(from, from + ROWS).map((row, at) => rowHtml(row, from + at, rows.length, reading));
    const options = SORTS.map((each) => `<option value="${each}"${each === SET_VIEW.sort ? ' selected' : ''}>${t(each)}</option>`);
    const search = games.length >= SEARCHED ? `<input class="searchbox" type="search" data-set="setSearch" placeholder="${t('setSearch')}" aria-label="${t('setSearch')}">` : '';
    return `<div class="gset"><header><h2>${esc(name)}</h2><select data-set="setSort" aria-label="${t('setSort')}">${options.join('')}</select><button class="btn sm" data-act="round">${t('round')}</button></header>
${search}${progressHtml()}
<ol class="glist" tabindex="0" aria-label="${esc(name)}" style="--rows:${rows.length}"><li style="height:${from * HEIGHT}px" aria-hidden="true"></li>${drawn.join('') || `<li class="empty">${t('noPlayer')}</li>`}<li style="height:${Math.max(0, rows.length - from - ROWS) * HEIGHT}px" aria-hidden="true"></li></ol></div>`;
}

/** Draws other rows once the list is scrolled. @param {() => void} draw */
export function watchRows(draw) {
    globalThis.document?.addEventListener(
        'scroll',
        ({ target }) => {
            if (!(target instanceof Element) || !target.matches('.glist')) return;
            const first = Math.floor(target.scrollTop / HEIGHT);
            const from = Math.max(0, first - 12);
            if (Math.abs(from - SET_VIEW.from) < 6 && from > 0) return;
            SET_VIEW.from = from;
            draw();
        },
        { capture: true, passive: true },
    );
}

/** @param {HTMLInputElement} field */
export function setField({ dataset, value }) {
    if (dataset.set === 'setSearch') SET_VIEW.search = value;
    else SET_VIEW.sort = /** @type {Sort} */ (value);
    SET_VIEW.from = 0;
    document.querySelector('.glist')?.scrollTo(0, 0);
}

/** The sets that the dialog shows. @type {{ sets: import('./set-store.js').Kept[], dropped: number }} */
let shown = { sets: [], dropped: 0 };

/** Reads the sets on this device, and shows them. */
export async function openSets() {
    const [sets, dropped] = await Promise.all([allSets(), droppedReviews()]);
    shown = { sets, dropped };
    openDialog('sets');
}

/** @returns {import('./dialogs.js').Content} */
export function setsDialog() {
    const rows = shown.sets.map(
        ({ id, name, count }) =>
            `<li><span><b>${esc(name)}</b><small>${t('foundGames', { n: count })}</small></span><button class="btn sm" data-act="set-open" data-arg="${id}">${t('setOpen')}</button><button class="btn sm" data-act="set-remove" data-arg="${id}" aria-label="${esc(t('setRemove', { name }))}">${icon('x')}</button></li>`,
    );
    const note = t(rows.length > 0 ? 'setKept' : 'setsNone');
    const gone = shown.dropped > 0 ? `<p class="small">${t('setDropped', { n: shown.dropped })}</p>` : '';
    return ['sets', `<ul class="setlist">${rows.join('')}</ul><p class="small">${note}</p>${gone}`, ['*close']];
}
