// Draws the state: at once after input, at most ten times a second while a search reports.
import { ofBlack, showBar } from './bar.js';
import { showBoard } from './board.js';
import { showDialog } from './dialogs.js';
import { $, fill, icon } from './dom.js';
import { currentMistake, replyOf } from './facts.js';
import { puzzles, rated } from './lazy.js';
import { controlsHtml, panel, playerHtml } from './panel.js';
import { PASS, keyOf, play } from './rules.js';
import { say } from './speech.js';
import * as is from './state.js';
import { state } from './state.js';
import { askedSideHtml, lostText, status, statusHtml } from './status.js';
import { getLang, setLang, t } from './strings.js';
import { kindOf, scoreOf } from './values.js';

const SEARCH_FRAME_MS = 100;

let isDue = false;
let drawnAt = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;
/** @type {() => void} */
let afterDraw = () => {};

/** @param {() => void} run Called after each drawing. */
export function watchDrawing(run) {
    afterDraw = run;
    document.addEventListener('visibilitychange', () => draw());
}

/** Draws in the next frame. A hidden page is drawn when it is seen again. */
export function draw() {
    if (isDue || document.hidden) return;
    isDue = true;
    requestAnimationFrame(() => {
        isDue = false;
        clearTimeout(later);
        later = undefined;
        drawnAt = performance.now();
        drawAll();
        afterDraw();
    });
}

/** Draws what a search has found, not more often than anyone can read. */
export function drawSearch() {
    if (later !== undefined || isDue) return;
    later = setTimeout(
        () => {
            later = undefined;
            draw();
        },
        Math.max(0, SEARCH_FRAME_MS - (performance.now() - drawnAt)),
    );
}

const darkDevice = matchMedia('(prefers-color-scheme: dark)');
darkDevice.addEventListener('change', () => draw());

export const isDark = () =>
    state.settings.theme === 'dark' || (state.settings.theme === 'auto' && darkDevice.matches);

function drawAll() {
    setLang(state.settings.lang);
    const root = document.documentElement;
    if (root.lang !== getLang()) root.lang = getLang();
    const theme = isDark() ? 'dark' : 'light';
    if (root.dataset.theme !== theme) {
        root.dataset.theme = theme;
        for (const meta of document.querySelectorAll('meta[name=theme-color]'))
            meta.setAttribute('content', isDark() ? '#111412' : '#EEF0ED');
    }
    puzzles()?.judgeTried();
    drawHeader();
    drawBoard();
    drawBar();
    const { cells } = state.setup ?? puzzles()?.drillView()?.position ?? is.position();
    const players = $('.players');
    players.setAttribute('aria-label', t('aPlayers'));
    fill(players, playerHtml('X', cells) + playerHtml('O', cells));
    drawStatus();
    const [kind, parts] = panel();
    drawPanel(kind, parts);
    fill($('.ctl'), controlsHtml());
    $('.ctl').setAttribute('aria-label', t('moves'));
    showDialog();
}

function drawHeader() {
    $('.skip').textContent = t('skip');
    $('.brand span').textContent = t('app');
    const tabs = ['play', 'analyse', 'solve'].map(
        (mode) =>
            `<button role="tab" id="tab-${mode}" data-act="mode" data-arg="${mode}" aria-controls="panel" aria-selected="${state.mode === mode}" tabindex="${state.mode === mode ? 0 : -1}">${t(mode)}</button>`,
    );
    $('.tabs').setAttribute('aria-label', t('app'));
    fill($('.tabs'), tabs.join(''));
    const dark = isDark();
    const ring = state.isOffline ? '<span class="net" aria-hidden="true"></span>' : '';
    const menu = state.isOffline ? `${t('menu')}. ${t('offline')}` : t('menu');
    fill(
        $('.tools'),
        `<button class="wide" data-act="import" title="${t('importGame')}">${icon('import')}<span class="lb">${t('importGame')}</span></button>
<button class="wide" data-act="share" title="${t('share')}">${icon('share')}<span class="lb">${t('share')}</span></button>
<button class="wide" data-act="lang" lang="${state.settings.lang === 'ja' ? 'en' : 'ja'}">${t('lang')}</button>
<button class="wide icon" data-act="theme" aria-label="${t('theme')}: ${t(dark ? 'light' : 'dark')}" title="${t('theme')}">${icon(dark ? 'sun' : 'moon')}</button>
<button class="more" data-act="menu" aria-label="${menu}" title="${menu}">${icon('more')}${ring}</button>`,
    );
}

function drawBoard() {
    if (state.setup) {
        const { cells, side } = state.setup;
        showBoard({ position: { cells, side }, last: -1, legal: [], dots: false, values: new Map(), animate: null, pointed: -1 });
        return;
    }
    const puzzle = puzzles()?.drillView();
    if (puzzle) {
        showBoard(puzzle);
        state.animate = null;
        return;
    }
    const thinking = is.engineToMove();
    const legal = thinking ? [] : is.legal();
    const move = state.ply > 0 ? state.game.moves[state.ply - 1] : PASS;
    const line = shownLine(is.position());
    const isCovered = line || state.drill;
    const odds = is.against() === null ? undefined : (rated()?.odds() ?? new Map());
    showBoard({
        position: line?.position ?? is.position(),
        last: line ? -1 : move,
        legal: isCovered ? [] : legal,
        dots: !thinking,
        values: isCovered || odds ? new Map() : shownValues(),
        odds: isCovered ? undefined : odds,
        animate: state.animate,
        pointed: state.pointed,
        marks: isCovered ? undefined : shownMarks(odds === undefined),
        line: line?.numbers,
    });
    state.animate = null;
}

/** The maximum number of moves of a line that are shown. */
const LINE_MOVES = 6;

/**
 * The best line from a position, if it is shown: the board after its moves, and their numbers.
 * @param {import('./rules.js').Position} from
 */
function shownLine(from) {
    if (state.mode !== 'analyse' || state.drill || state.lineAt !== keyOf(from)) return null;
    const numbers = new Map();
    let position = from;
    for (const move of state.values.position(from)?.pv ?? []) {
        if (numbers.size >= LINE_MOVES) break;
        position = play(position, move);
        if (move !== PASS) numbers.set(move, numbers.size + 1);
    }
    return { position, numbers };
}

/** The mistake that is open: before its move both moves, after it the ring alone. @param {boolean} inDiscs */
function shownMarks(inDiscs) {
    /** @type {Map<number, import('./board.js').Mark>} */
    const marks = new Map();
    const open = state.mode === 'analyse' && state.tab !== 'book' && !state.embedded ? currentMistake() : null;
    if (!open) return marks;
    if (open.index === state.ply) {
        marks.set(open.better, { kind: 'better', value: inDiscs ? open.betterValue : undefined });
        marks.set(open.move, { kind: 'played', ghost: open.side, value: inDiscs ? open.playedValue : undefined });
    } else marks.set(open.move, { kind: 'played' });
    const reply = replyOf(open);
    if (reply !== null) marks.set(reply, { kind: 'reply' });
    return marks;
}

/**
 * The values of the present moves. The best has gold, and its kind with it.
 * @returns {Map<number, import('./board.js').Shown>}
 */
function shownValues() {
    const shown = new Map();
    if (!is.valuesShown()) return shown;
    const lines = state.values.lines(is.position());
    if (lines.length === 0) return shown;
    const best = lines[0];
    const oneDepth = lines.every(
        ({ value }) =>
            value.estimate &&
            best.value.estimate &&
            Math.abs(value.estimate.depth - best.value.estimate.depth) <= 1 &&
            value.estimate.selectivity === best.value.estimate.selectivity,
    );
    for (const { move, value } of lines) {
        const loss = scoreOf(best.value) - scoreOf(value);
        const isBest = move === best.move || (loss === 0 && kindOf(value) === kindOf(best.value));
        const tone = isBest ? 'best' : loss <= 2 ? 'near' : 'loss';
        shown.set(move, { value, tone, caption: !oneDepth });
    }
    return shown;
}

/** The bar is empty in Play until the end, and while a position is set up. */
function drawBar() {
    const at = is.position();
    const isQuiet = state.setup || state.drill || (state.mode === 'play' && !is.gameOver());
    const known = isQuiet ? null : state.values.position(at);
    showBar($('.bar'), known && ofBlack(known.value, at.side), is.playerNames());
}

let spokenTitle = '';
let wasBusy = false;
let spokenLoss = '';

function drawStatus() {
    const now = status();
    const element = $('.status');
    element.classList.toggle('alert', now.alert === true);
    element.classList.toggle('line', now.isLine === true);
    element.classList.toggle('stack', now.alert === true || (!state.setup && (now.buttons?.length ?? 0) > 1));
    fill(element, askedSideHtml() + statusHtml(now));
    const lost = lostText();
    if (lost && lost !== spokenLoss) say(lost);
    spokenLoss = lost;
    // The end of a search is spoken; moves are where they are played.
    if (wasBusy && !now.busy && state.mode !== 'play') say([now.text, now.sub].filter(Boolean).join('. '));
    if (state.drill && spokenTitle !== now.text) say([now.text, now.sub].filter(Boolean).join('. '));
    wasBusy = now.busy === true;
    if (spokenTitle !== now.text) {
        spokenTitle = now.text;
        document.title = `${now.text} – ${t('app')}`;
    }
}

let shownPly = -1;
let shownHeight = 0;
let shownGame = '';

/** @param {string} kind @param {string[]} parts */
function drawPanel(kind, parts) {
    const element = $('.panel');
    const isNew = !element.classList.contains(kind);
    element.className = `panel ${kind}`;
    element.setAttribute('aria-labelledby', `tab-${state.mode}`);
    while (element.children.length > parts.length || element.querySelector(':scope > noscript'))
        element.lastChild?.remove();
    for (const [index, html] of parts.entries()) {
        const part = element.children[index] ?? element.appendChild(document.createElement('div'));
        part.className = 'part';
        fill(part, html);
    }
    if (isNew) element.scrollTop = 0;
    // The list gets another height when a line of play grows above it.
    const list = element.querySelector('.pane, .moves');
    const height = (list?.clientHeight ?? 0) + (list?.scrollHeight ?? 0);
    const game = `${state.tab} ${state.game.moves.join()}`;
    if (isNew || shownPly !== state.ply || shownHeight !== height || shownGame !== game) scrollToCurrent(element);
    shownGame = game;
    shownPly = state.ply;
    shownHeight = height;
    cutRows();
}

/** Scrolls the list of moves, never the page. @param {Element} panelElement */
function scrollToCurrent(panelElement) {
    const current = panelElement.querySelector('.moves [aria-current]');
    const row = panelElement.querySelector('.pane .mis .cur');
    const pane = row?.closest('.pane');
    if (row && pane) {
        // A row that is open comes into view whole, and moves no more than it has to.
        const [box, room] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
        if (pane.scrollHeight <= pane.clientHeight) return;
        if (box.top < room.top) pane.scrollTop += box.top - room.top;
        else if (box.bottom > room.bottom) pane.scrollTop += box.bottom - room.bottom;
        return;
    }
    const list = current?.closest('.pane') ?? current?.closest('.moves');
    if (!list || !current || list.scrollHeight <= list.clientHeight) return;
    const offset = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += offset - list.clientHeight / 2;
}

/** Shows whole rows only, where a list scrolls beside the board. */
function cutRows() {
    const pane = /** @type {HTMLElement | null} */ (document.querySelector('.p-rev .pane'));
    if (!pane) return;
    const { top, bottom } = pane.getBoundingClientRect();
    const scrolls = pane.scrollHeight > pane.clientHeight + 1 && getComputedStyle(pane).overflowY === 'auto';
    let [from, to] = [top, bottom];
    for (const row of scrolls ? pane.querySelectorAll('ol > li') : []) {
        const box = row.getBoundingClientRect();
        if (box.height > bottom - top) continue; // a long note is read in parts
        if (box.top < top && box.bottom > top) from = Math.max(from, box.bottom);
        if (box.top < bottom && box.bottom > bottom + 1) to = Math.min(to, box.top);
    }
    pane.style.clipPath = from > top || to < bottom ? `inset(${from - top}px 0 ${bottom - to}px)` : '';
}

/** The graph is as wide as the panel. */
export function watchSize() {
    const sizes = new ResizeObserver(() => draw());
    for (const each of ['main', '.panel']) sizes.observe($(each));
    $('.panel').addEventListener('scroll', cutRows, { capture: true, passive: true });
}
