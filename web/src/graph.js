// The lead by move, in discs or as the chance to win. Up is the person at this device, or Black; Black's
// lead is filled dark and White's light, whoever is up. Estimates are a dotted line over a soft fill,
// proofs a solid one. A mark stands where a move lost much: a disc of the player in a ring.
import { ofBlack } from './bar.js';
import { esc } from './dom.js';
import { t } from './strings.js';
import { kindOf, scoreOf } from './values.js';

/**
 * A point of the graph: the value of a position for its side, and the chance of Black to win in per cent.
 * @typedef {{ value: import('./values.js').Value, side: 'X' | 'O', chance?: number | null } | null} Point
 */
/** @typedef {{ discs: number, exact: boolean, thrown: boolean, best: number } | null} Loss */

/** How grave a loss is: 0 to 3 for nothing, inaccuracy, mistake and blunder, as judge.rs has them. @param {Loss} loss */
export function gravity(loss) {
    if (!loss) return 0;
    const grave = loss.discs >= 10 ? 3 : loss.discs >= 6 ? 2 : loss.discs >= 3 ? 1 : 0;
    return loss.thrown ? Math.max(2, grave) : grave;
}

/** The word of a loss, or nothing. @param {Loss} loss */
export const gravityWord = (loss) => ['', t('small'), t('mistake'), t('blunder')][gravity(loss)];

/** Below this height there are discs in place of numbers and words. */
const COMPACT = 100;
/** The lead at the edges; greater ones are cut. */
const MOST = 16;
/** @typedef {'discs' | 'chance'} Unit */

/**
 * @typedef {object} View
 * @property {Point[]} points One for each position of the game.
 * @property {Loss[]} losses One for each move.
 * @property {('X' | 'O')[]} movers
 * @property {number} ply The ply that is shown, or -1 for none.
 * @property {number} number The number of the move before it.
 * @property {'X' | 'O'} up The side whose lead is up.
 * @property {boolean} mineOnly The mistakes of the other side are dots.
 * @property {{ X: string, O: string }} names
 * @property {Unit} [unit] Without it discs.
 * @property {number} width
 * @property {number} height
 */

/** Where the plies are, as shares of the width: the left end and the right one. @param {number} height */
const ends = (height) => ({ left: height < COMPACT ? 20 : 24, right: 8 });

/**
 * The ply at a place of the drawing.
 * @param {number} at In pixels.
 * @param {DOMRect} box
 * @param {number} length
 */
export function plyAt(at, box, length) {
    const { left, right } = ends(box.height);
    const ply = ((at - left) / (box.width - left - right)) * length;
    return Math.max(0, Math.min(length, Math.round(ply)));
}

/** The distance from a mark within which a press means its move. */
const NEAR = 8;

/**
 * The ply at a place of the drawing; near a mistake the one before its move.
 * @param {number} at In pixels. @param {DOMRect} box @param {Loss[]} losses One for each move.
 */
export function plyNear(at, box, losses) {
    const { left, right } = ends(box.height);
    const step = (box.width - left - right) / Math.max(1, losses.length);
    let [nearest, distance] = [plyAt(at, box, losses.length), NEAR];
    for (const [index, loss] of losses.entries()) {
        const away = Math.abs(left + (index + 1) * step - at);
        if (gravity(loss) > 0 && away < distance) [nearest, distance] = [index, away];
    }
    return nearest;
}

/** @param {View} view The section of the panel. */
export function graphHtml(view) {
    const units = ['discs', 'chance'].map(
        (unit) => `<button data-act="unit" data-arg="${unit}" aria-pressed="${(view.unit ?? 'discs') === unit}">${t(unit)}</button>`,
    );
    return `<section class="gr"><header><h2>${t('graph')}</h2><span class="mini-seg" role="group" aria-label="${t('graph')}">${units.join('')}</span></header>${graphSvg(view, 'g')}</section>`;
}

/** @param {View} view @param {string} id Of its parts. */
export function graphSvg(view, id) {
    const { ply, up, width, height } = view;
    const isChance = view.unit === 'chance';
    const points = isChance ? view.points.map((point) => (typeof point?.chance === 'number' ? point : null)) : view.points;
    const length = points.length - 1;
    const compact = height < COMPACT;
    const { left } = ends(height);
    const right = width - ends(height).right;
    const [top, bottom] = compact ? [8, height - 6] : [14, height - 20];
    const middle = (top + bottom) / 2;
    // Of Black: 1 and -1 are the edges.
    const leads = points.map((point) => point && (isChance ? (point.chance ?? 50) / 50 - 1 : scoreOf(ofBlack(point.value, point.side)) / MOST));
    const x = (/** @type {number} */ at) => left + (at * (right - left)) / Math.max(1, length);
    const y = (/** @type {number} */ at) => {
        const lead = (up === 'X' ? 1 : -1) * (leads[at] ?? 0);
        return middle - (Math.max(-1, Math.min(1, lead)) * (bottom - top)) / 2;
    };
    const path = (/** @type {Run} */ { from, to }) => {
        const dots = [];
        for (let at = from; at <= to; at++) dots.push(`${x(at).toFixed(1)} ${y(at).toFixed(1)}`);
        return dots.join('L');
    };
    const all = runs(points);
    const area = (/** @type {Run} */ run) => `M${x(run.from).toFixed(1)} ${middle}L${path(run)}L${x(run.to).toFixed(1)} ${middle}Z`;
    const fill = (/** @type {'X' | 'O'} */ side) =>
        all
            .map((run) => `<path d="${area(run)}" fill="var(--g${side === 'X' ? 'b' : 'w'})"${run.exact ? '' : ` style="opacity:${side === 'X' ? 'var(--ge)' : '.55'}"`}/>`)
            .join('');
    const down = up === 'X' ? 'O' : 'X';
    const unread = all.length > 0 && all[0].from > 0 ? all[0].from : all.length === 0 ? length : 0;
    return `<svg viewBox="0 0 ${width} ${height}" role="slider" tabindex="0" data-graph aria-label="${t('graph')}"
 aria-valuemin="0" aria-valuemax="${length}" aria-valuenow="${Math.max(0, ply)}" aria-valuetext="${esc(spokenAt(view))}">
<defs><clipPath id="${id}u"><rect x="0" y="0" width="${width}" height="${middle}"/></clipPath>
<clipPath id="${id}d"><rect x="0" y="${middle}" width="${width}" height="${bottom - middle + 2}"/></clipPath></defs>
${compact ? '' : `<path d="M${left} ${top}H${right}M${left} ${bottom}H${right}" stroke="var(--line)"/>`}
${unread > 0 ? `<rect x="${left}" y="${top}" width="${(x(unread) - left).toFixed(1)}" height="${bottom - top}" fill="var(--sunken)" rx="4"/>` : ''}
<g clip-path="url(#${id}u)">${fill(up)}</g><g clip-path="url(#${id}d)">${fill(down)}</g>
<path d="M${left} ${middle}H${right}" stroke="var(--edge)"/>
${all.map((run) => `<path d="M${path(run)}" fill="none" stroke="var(--ink)" ${run.exact ? 'stroke-width="2" stroke-linejoin="round"' : 'stroke-width="1.5" stroke-dasharray="1.5 3" stroke-linecap="round"'}/>`).join('')}
${ply < 0 ? '' : `<path d="M${x(ply).toFixed(1)} ${top - 4}V${bottom + 2}" stroke="var(--accent)" stroke-width="2"/>`}
${view.losses.map((loss, at) => markHtml(view, loss, at, x(at + 1), y(at + 1))).join('')}
${compact ? discHtml(8, top + 5, 4, up) + discHtml(8, bottom - 5, 4, down) : wordsHtml(view, { left, top, middle, bottom, x, length })}</svg>`;
}

/** The spoken text of the graph at the ply that is shown. @param {View} view */
function spokenAt({ points, ply, number: n, names, unit, up }) {
    const point = points[ply];
    const chance = point?.chance;
    if (unit === 'chance' && typeof chance === 'number')
        return t('aChance', { n, name: names[up], v: up === 'X' ? chance : 100 - chance });
    if (!point) return t('aAt', { n, name: '–', v: '–', kind: t('notRead') });
    const value = ofBlack(point.value, point.side);
    const lead = scoreOf(value);
    const kind = t(value.bounds ? 'bound' : kindOf(value));
    if (lead === 0) return `${t('plyIs', { n })}: ${t('even')}, ${kind}`;
    return t('aAt', { n, name: names[lead > 0 ? 'X' : 'O'], v: Math.abs(lead), kind });
}

/**
 * @typedef {{ left: number, top: number, middle: number, bottom: number, x: (at: number) => number, length:
 * number }} Frame
 */

/** @param {View} view @param {Frame} frame Numbers without signs, and who is ahead where. */
function wordsHtml({ up, names, unit }, { left, top, middle, bottom, x, length }) {
    const [high, half, low] = unit === 'chance' ? [100, 50, 0] : [MOST, 0, MOST];
    const numbers = [
        [top, high],
        [middle, half],
        [bottom, low],
    ].map(([at, text]) => `<text x="${left - 6}" y="${at + 4}" text-anchor="end">${text}</text>`);
    const ticks = [10, 20, 30, 40, 50, 60]
        .filter((ply) => length >= 10 && ply <= length)
        .map((ply) => `<text x="${x(ply).toFixed(1)}" y="${bottom + 15}" text-anchor="middle">${ply}</text>`);
    const ahead = (/** @type {'X' | 'O'} */ side, /** @type {number} */ at) =>
        `<text x="${left + 4}" y="${at}">${esc(t('ahead', { name: names[side] }))}</text>`;
    return numbers.join('') + ticks.join('') + ahead(up, top + 12) + ahead(up === 'X' ? 'O' : 'X', bottom - 5);
}

/** @typedef {{ from: number, to: number, exact: boolean }} Run */

/**
 * The stretches of plies with a value, cut where estimates end and proofs begin; neighbours share a point.
 * @param {Point[]} points @returns {Run[]}
 */
function runs(points) {
    /** @type {Run[]} */
    const found = [];
    for (let ply = 0; ply + 1 < points.length; ply++) {
        const [here, next] = [points[ply], points[ply + 1]];
        if (!here || !next) continue;
        const exact = here.value.exact !== undefined && next.value.exact !== undefined;
        const last = found[found.length - 1];
        if (last && last.to === ply && last.exact === exact) last.to = ply + 1;
        else found.push({ from: ply, to: ply + 1, exact });
    }
    return found;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {'X' | 'O'} side
 * @param {string} [stroke]
 * @param {number} [width]
 */
const discHtml = (x, y, r, side, stroke = 'var(--edge)', width = 1) =>
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r}" fill="var(--disc-${side === 'X' ? 'b' : 'w'})" stroke="${stroke}" stroke-width="${width}"/>`;

/**
 * @param {View} view
 * @param {Loss} loss
 * @param {number} at The index of the move.
 * @param {number} x
 * @param {number} y
 */
function markHtml({ movers, mineOnly, up, ply, losses }, loss, at, x, y) {
    const grave = gravity(loss);
    if (grave === 0) return '';
    if (mineOnly && movers[at] !== up) return discHtml(x, y, 3, movers[at]);
    const r = [0, 3.5, 5, 6.5][grave];
    // After a mistake it is still the open one, but where the next move is one too.
    const isOpen = ply === at || (ply === at + 1 && gravity(losses[ply] ?? null) === 0);
    const ring = isOpen ? `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r + 4}" fill="none" stroke="var(--accent)" stroke-width="1.5"/>` : '';
    return ring + discHtml(x, y, r, movers[at], grave === 1 ? 'var(--warn)' : 'var(--bad)', grave === 1 ? 1.75 : 2.25);
}
