// The score by move, in Black's view: dotted where it is estimated, solid where it is proven, a mark where a
// move lost six discs or more, and a lane with the loss of each move.
import { ofBlack } from './bar.js';
import { signed, t } from './strings.js';
import { scoreOf } from './values.js';

const WIDTH = 380;
const LEFT = 26;
const RIGHT = 12;
const TOP = 18;
const BOTTOM = 150;
const MIDDLE = (TOP + BOTTOM) / 2;
const LANE = BOTTOM + 30;

/** @typedef {{ value: import('./values.js').Value, side: 'X' | 'O' } | null} Point */
/** @typedef {{ discs: number, exact: boolean, thrown: boolean, best: number } | null} Loss */

/** How grave a loss is: 0 to 3 for nothing, inaccuracy, mistake and blunder. @param {Loss} loss */
export function gravity(loss) {
    if (!loss) return 0;
    const grave = loss.discs >= 10 ? 3 : loss.discs >= 6 ? 2 : loss.discs >= 3 ? 1 : 0;
    return loss.thrown ? Math.max(2, grave) : grave;
}

/** The word of a loss, or nothing. @param {Loss} loss */
export const gravityWord = (loss) => ['', t('small'), t('mistake'), t('blunder')][gravity(loss)];

/** @param {number} length */
const scaleX = (length) => (/** @type {number} */ ply) =>
    LEFT + (ply * (WIDTH - LEFT - RIGHT)) / Math.max(1, length);

/** The ply at a place of the drawing. @param {number} fraction Of its width. @param {number} length */
export function plyAt(fraction, length) {
    const ply = ((fraction * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT)) * length;
    return Math.max(0, Math.min(length, Math.round(ply)));
}

/**
 * @param {Point[]} points One for each position of the game.
 * @param {Loss[]} losses One for each move.
 * @param {('X' | 'O')[]} movers
 * @param {number} current The ply that is shown.
 */
export function graphHtml(points, losses, movers, current) {
    const length = points.length - 1;
    const scores = points.map((point) => point && scoreOf(ofBlack(point.value, point.side)));
    const most = Math.max(...scores.map((score) => Math.abs(score ?? 0)));
    const range = [8, 16, 32, 64].find((size) => size >= most) ?? 64;
    const x = scaleX(length);
    const y = (/** @type {number} */ v) => MIDDLE - (v / range) * ((BOTTOM - TOP) / 2);
    const shown = scores[current];
    const name = t('aGraph', { n: current, v: shown === null ? '–' : signed(shown) });
    return `<section class="sec graph"><header><h2>${t('graph')}</h2></header>
<svg viewBox="0 0 ${WIDTH} ${LANE + 36}" role="slider" tabindex="0" data-graph aria-label="${t('graph')}"
 aria-valuemin="0" aria-valuemax="${length}" aria-valuenow="${current}" aria-valuetext="${name}">
<defs><clipPath id="up"><rect x="0" y="0" width="${WIDTH}" height="${MIDDLE}"/></clipPath>
<clipPath id="dn"><rect x="0" y="${MIDDLE}" width="${WIDTH}" height="${BOTTOM}"/></clipPath></defs>
<path d="${[range, range / 2, -range / 2, -range].map((v) => `M${LEFT} ${y(v)}H${WIDTH - 8}`).join('')}" stroke="var(--line)"/>
${runs(points)
    .map((run) => areaHtml(run, scores, x, y))
    .join('')}
<path d="M${LEFT} ${MIDDLE}H${WIDTH - 8}" stroke="var(--edge)"/>
${runs(points)
    .map((run) => lineHtml(run, scores, x, y))
    .join('')}
<path d="M${x(current)} ${TOP - 6}V${LANE + 34}" stroke="var(--accent)" stroke-width="2"/>
${losses.map((loss, ply) => markHtml(loss, movers[ply], x(ply + 1), y(scores[ply + 1] ?? 0))).join('')}
${ticks(length)
    .map(
        (ply) =>
            `<text x="${x(ply)}" y="${BOTTOM + 20}" text-anchor="middle">${ply}</text><path d="M${x(ply)} ${BOTTOM + 2}v4" stroke="var(--edge)"/>`,
    )
    .join('')}
${[
    [range, range],
    [0, 0],
    [-range, range],
]
    .map(([v, text]) => `<text x="20" y="${y(v) + 4}" text-anchor="end">${text}</text>`)
    .join('')}
<text x="30" y="${TOP - 6}">${t('blackAhead')}</text><text x="30" y="${BOTTOM - 4}">${t('whiteAhead')}</text>
<path d="M${LEFT} ${LANE}H${WIDTH - 8}" stroke="var(--line)"/><text x="30" y="${LANE + 30}">${t('lossLane')}</text>
${losses.map((loss, ply) => laneHtml(loss, x(ply + 1))).join('')}</svg></section>`;
}

/** @param {number} length */
const ticks = (length) =>
    [10, 20, 30, 40, 50, 60].filter((ply) => ply <= Math.max(length, 10) && length >= 10);

/**
 * The stretches of plies with a value, cut where estimates end and proofs begin; neighbours share a point.
 * @param {Point[]} points @returns {{ from: number, to: number, exact: boolean }[]}
 */
function runs(points) {
    /** @type {{ from: number, to: number, exact: boolean }[]} */
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

/** @typedef {(n: number) => number} Scale */

/**
 * @param {{ from: number, to: number }} run
 * @param {(number | null)[]} scores
 * @param {Scale} x
 * @param {Scale} y
 */
function dots({ from, to }, scores, x, y) {
    const path = [];
    for (let ply = from; ply <= to; ply++)
        path.push(`${x(ply).toFixed(1)} ${y(scores[ply] ?? 0).toFixed(1)}`);
    return path.join('L');
}

/**
 * @param {{ from: number, to: number, exact: boolean }} run
 * @param {(number | null)[]} scores
 * @param {Scale} x
 * @param {Scale} y
 */
function areaHtml(run, scores, x, y) {
    const path = `M${x(run.from)} ${MIDDLE}L${dots(run, scores, x, y)}L${x(run.to)} ${MIDDLE}Z`;
    const soft = run.exact ? '' : ' class="soft"';
    return `<g${soft}><path clip-path="url(#up)" d="${path}" fill="var(--gb)"/><path clip-path="url(#dn)" d="${path}" fill="var(--gw)"/></g>`;
}

/**
 * @param {{ from: number, to: number, exact: boolean }} run
 * @param {(number | null)[]} scores
 * @param {Scale} x
 * @param {Scale} y
 */
function lineHtml(run, scores, x, y) {
    const style = run.exact
        ? 'stroke-width="2" stroke-linejoin="round"'
        : 'stroke-width="1.5" stroke-dasharray="2.5 3" stroke-linecap="round"';
    return `<path d="M${dots(run, scores, x, y)}" fill="none" stroke="var(--ink)" ${style}/>`;
}

/** @param {Loss} loss @param {'X' | 'O'} mover @param {number} x @param {number} y */
function markHtml(loss, mover, x, y) {
    if (!loss || gravity(loss) < 2) return '';
    const disc = mover === 'X' ? '#111413' : '#F4F2EB';
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${loss.discs >= 10 ? 6 : 5}" fill="${disc}" stroke="var(--bad)" stroke-width="2.5"/>`;
}

/** @param {Loss} loss @param {number} x */
function laneHtml(loss, x) {
    if (!loss || loss.discs === 0) return '';
    const fill = ['var(--edge)', 'var(--warn)', 'var(--bad)', 'var(--bad)'][gravity(loss)];
    const height = (Math.min(loss.discs, 16) / 16) * 30 + 2;
    return `<rect x="${(x - 2.2).toFixed(1)}" y="${LANE}" width="4.4" height="${height.toFixed(1)}" rx="1" fill="${fill}"/>`;
}
