// The board: 64 cells that stay, and their changes. Only discs that are new or turned move.
import { $, isCalm } from './dom.js';
import { nameOf } from './rules.js';
import { sideName, signed, t } from './strings.js';

/** @typedef {import('./values.js').Value} Value */
/** @typedef {{ value: Value, tone: 'best' | 'near' | 'loss', caption: boolean }} Shown */

/** A chance against people. @typedef {{ percent: number, ring: string, words: string }} Odds */
/**
 * A move that was played or would have been better: with its disc, if that is not on the board. Or the reply to it.
 * @typedef {{ kind: 'played' | 'better' | 'tried' | 'reply', ghost?: 'X' | 'O', value?: Value, tone?: Shown['tone'] }} Mark
 */

/**
 * What the board shows.
 * @typedef {object} View
 * @property {import('./rules.js').Position} position
 * @property {number} last The square of the last move, or -1.
 * @property {readonly number[]} legal The squares that can be played.
 * @property {boolean} dots Whether these have dots.
 * @property {Map<number, Shown>} values
 * @property {Map<number, Odds>} [odds] In place of values.
 * @property {{ square: number, flips: number[] } | null} animate The move to animate.
 * @property {number} pointed A square that is pointed out, or -1.
 * @property {Map<number, Mark>} [marks] With a reply also the move that it answers.
 * @property {Map<number, number>} [line] The numbers of discs of a line that is shown.
 * @property {string} [region] Where a hint points to, as a style.
 */

/** @type {HTMLElement[]} */
const cells = [];
/** @type {string[]} */
const contents = [];
let focused = 19;

/** @param {HTMLElement} root @param {(square: number) => void} onPress */
export function buildBoard(root, onPress) {
    const felt = $('.felt', root);
    for (let i = 0; i < 8; i++) {
        const at = `calc(var(--frame-w) + ${i}*var(--sq))`;
        root.append(coordinate('f', 'abcdefgh'[i], 'left', at), coordinate('r', String(i + 1), 'top', at));
        const row = document.createElement('div');
        row.className = 'row';
        row.setAttribute('role', 'row');
        for (let x = 0; x < 8; x++) row.append(cell());
        felt.append(row);
    }
    felt.addEventListener('click', (event) => {
        const square = squareOf(event.target);
        if (square >= 0) onPress(square);
    });
    felt.addEventListener('focusin', (event) => {
        const square = squareOf(event.target);
        if (square >= 0) rove(square);
    });
    rove(focused);
}

/** @param {string} kind @param {string} text @param {'left' | 'top'} side @param {string} at */
function coordinate(kind, text, side, at) {
    const mark = document.createElement('span');
    mark.className = `xy ${kind}`;
    mark.setAttribute('aria-hidden', 'true');
    mark.textContent = text;
    mark.style[side] = at;
    return mark;
}

function cell() {
    const made = document.createElement('div');
    made.className = 'cell';
    made.setAttribute('role', 'gridcell');
    made.tabIndex = -1;
    cells.push(made);
    contents.push('');
    return made;
}

/** The square of an element inside of the board, or -1. @param {EventTarget | null} target */
export const squareOf = (target) =>
    target instanceof Element ? cells.indexOf(/** @type {HTMLElement} */ (target.closest('.cell'))) : -1;

/** Makes a square the one that Tab reaches. @param {number} square */
function rove(square) {
    cells[focused].tabIndex = -1;
    focused = square;
    cells[focused].tabIndex = 0;
}

/** @param {number} square */
export function focusSquare(square) {
    rove(square);
    cells[square].focus();
}

/** The square that has the focus, or had it last. */
export const focusedSquare = () => focused;

/** @param {View} view */
export function showBoard(view) {
    const felt = /** @type {HTMLElement} */ (cells[0].closest('.felt'));
    felt.setAttribute('aria-label', t('aBoard'));
    felt.style.setProperty('--ghost', `var(--disc-${view.position.side === 'X' ? 'b' : 'w'})`);
    const animate = isCalm() ? null : view.animate;
    felt.classList.toggle('anim', animate !== null);
    const region = felt.querySelector('.region') ?? felt.appendChild(decoration('region'));
    region.setAttribute('style', view.region ?? 'display:none');
    const answer = felt.querySelector('.answer') ?? felt.appendChild(decoration('answer'));
    answer.setAttribute('style', answerStyle(view.marks));
    for (let square = 0; square < 64; square++) showCell(square, view, animate);
}

function decoration(/** @type {string} */ name) {
    const made = document.createElement('span');
    made.className = name;
    made.setAttribute('aria-hidden', 'true');
    return made;
}

/** The parts of a square from its centre to the rings of a played move and of a reply. */
const [PLAYED, REPLY] = [0.48, 0.28];

/** The line from the ring of the played move to that of the reply. @param {View['marks']} marks */
export function answerStyle(marks) {
    const [from, to] = ['played', 'reply'].map((wanted) => [...(marks ?? [])].find(([, { kind }]) => kind === wanted)?.[0]);
    if (from === undefined || to === undefined) return 'display:none';
    const [x, y] = [from % 8, from >> 3];
    const [dx, dy] = [(to % 8) - x, (to >> 3) - y];
    const at = (/** @type {number} */ n) => `calc(${n + 0.5}*var(--sq))`;
    const length = Math.hypot(dx, dy) - PLAYED - REPLY;
    return `left:${at(x)};top:${at(y)};width:calc(${length.toFixed(3)}*var(--sq));transform:translateY(-50%) rotate(${Math.atan2(dy, dx).toFixed(4)}rad) translateX(calc(${PLAYED}*var(--sq)))`;
}

/** The ring and value of a move, its disc if it was not played. @param {Mark} mark @param {Odds} [odds] */
function markHtml({ kind, ghost, value, tone = kind === 'better' ? 'best' : 'loss' }, odds) {
    const disc = ghost ? `<span class="disc ${ghost === 'X' ? 'b' : 'w'} ghost-d"></span>` : '';
    const tag = value ? `<span class="tag">${valueMark({ value, tone, caption: false }, ' sm')}</span>` : '';
    return `${disc}${kind === 'tried' ? '' : '<span class="ring"></span>'}${odds ? oddsHtml(odds, kind) : tag}`;
}

/** A plate, and a ring unless the mark is one. @param {Odds} odds @param {Mark['kind']} [marked] */
function oddsHtml({ percent, ring }, marked) {
    const shown = ring && ring !== marked ? `<span class="ring ${ring}"></span>` : '';
    return `${shown}<span class="tag"><span class="v pc" aria-hidden="true"><span>${percent}<small>%</small></span></span></span>`;
}

/** @param {number} square @param {View} view @param {View['animate']} animate */
function showCell(square, view, animate) {
    const element = cells[square];
    const disc = view.position.cells[square];
    const mark = view.marks?.get(square);
    const odds = view.odds?.get(square);
    const shown = mark ? undefined : view.values.get(square);
    const number = view.line?.get(square);
    const isLegal = view.legal.includes(square);
    const dot = isLegal && view.dots && !shown && !mark && !odds;
    const flip = animate?.flips.includes(square) ? flipStyle(animate.square, square) : '';
    const html =
        disc !== '-'
            ? `<span class="disc ${disc === 'X' ? 'b' : 'w'}${number ? ` pv" style="--n:${number}` : flip ? ` flip" style="${flip}` : ''}"></span>${number ? `<span class="ln ${disc === 'X' ? 'b' : 'w'}" style="--n:${number}">${number}</span>` : ''}${mark ? markHtml(mark) : ''}`
            : mark
              ? markHtml(mark, mark.kind === 'reply' ? undefined : odds)
              : odds ? oddsHtml(odds)
              : shown
              ? valueMark(shown)
              : dot
                ? '<span class="dot"></span>'
                : '';
    const isNew = animate !== null && (flip !== '' || square === animate.square);
    if (contents[square] !== html || isNew) element.innerHTML = html;
    contents[square] = html;
    const classes = `cell${square === view.last ? ' last' : ''}${shown || (odds && !mark) ? ' val-on' : ''}${isLegal && (dot || shown || mark || odds) ? ' can' : ''}${square === view.pointed ? ' lit' : ''}${mark ? ` ${mark.kind}${mark.kind === 'better' ? ' lit' : ''}` : ''}`;
    if (element.className !== classes) element.className = classes;
    const label = spoken(square, view, shown, isLegal);
    if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
}

/**
 * A disc turns about the axis across the line from the placed one, and later the farther it is.
 * @param {number} placed
 * @param {number} square
 */
function flipStyle(placed, square) {
    const dx = (square % 8) - (placed % 8);
    const dy = (square >> 3) - (placed >> 3);
    const distance = Math.max(Math.abs(dx), Math.abs(dy));
    return `--ax:${-dy};--ay:${dx};--d:${80 + 45 * (distance - 1)}ms`;
}

/**
 * An estimate has a dotted line, a bound an open outline, an exact score a plate.
 * @param {Shown} shown @param {string} [size]
 */
function valueMark({ value, tone, caption }, size = '') {
    const { exact, bounds, estimate } = value;
    if (exact !== undefined)
        return `<span class="v exact ${tone}${size}" aria-hidden="true"><span>${signed(exact)}</span></span>`;
    if (estimate) {
        return (
            `<span class="v est ${tone}${caption ? ' cap' : ''}${size}" aria-hidden="true"><span>${signed(estimate.score)}</span>` +
            `<em data-text="${estimate.depth}·${estimate.selectivity}%"></em></span>`
        );
    }
    const { lower, upper } = bounds;
    if (lower > -64 && upper < 64) {
        return `<span class="v bound both ${tone}${size}" aria-hidden="true"><span>${signed(lower)}…${signed(upper)}</span></span>`;
    }
    const up = lower > -64;
    return (
        `<span class="v bound ${up ? 'up' : 'down'} ${tone}${size}" aria-hidden="true">` +
        `<span><i>${up ? '≥' : '≤'}</i>${signed(up ? lower : upper)}</span></span>`
    );
}

/** The words of a value. @param {Value} value */
function valueWords({ exact, bounds, estimate }) {
    if (exact !== undefined) return `${t('exact')} ${signed(exact)}`;
    if (estimate) return `${t('estimate')} ${signed(estimate.score)}`;
    const { lower, upper } = bounds;
    if (lower > -64 && upper < 64) return t('between', { a: signed(lower), b: signed(upper) });
    return lower > -64 ? t('atLeast', { n: signed(lower) }) : t('atMost', { n: signed(upper) });
}

/** @param {number} square @param {View} view @param {Shown | undefined} shown @param {boolean} isLegal */
function spoken(square, view, shown, isLegal) {
    const disc = view.position.cells[square];
    const odds = view.odds?.get(square);
    const words = [odds?.words ?? (disc === '-' ? t('aEmpty') : sideName(disc === 'X' ? 'X' : 'O'))];
    if (isLegal && !odds) words.push(t('aLegal'));
    if (shown) words.push(valueWords(shown.value));
    const estimate = shown?.value.estimate;
    if (estimate)
        words.push(t('est', { d: estimate.depth, p: estimate.selectivity }).replace(/^.*?[:：]\s*/, ''));
    if (square === view.last) words.push(t('aLast'));
    const mark = view.marks?.get(square);
    if (mark && mark.kind !== 'tried') {
        const v = mark.value ? valueWords(mark.value) : '';
        words.push(t({ better: 'aBetter', played: 'aPlayed', reply: 'aReply' }[mark.kind], { v }).replace(/[,、]\s*$/, ''));
    }
    const number = view.line?.get(square);
    if (number) words.push(String(number));
    return t('aCell', { sq: nameOf(square), what: words.join(', ') });
}
