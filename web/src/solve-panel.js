// The panel of a solve: the proven score, the history of the bounds, the nodes, the line of play.
import { newProof, proofHtml } from './proof.js';
import { PASS, nameOf } from './rules.js';
import { clockText, compact, sideName, signed, t } from './strings.js';

/**
 * A solve of one position, for the side to move.
 * @typedef {object} Run
 * @property {number} lower
 * @property {number} upper
 * @property {[seconds: number, lower: number, upper: number][]} steps How the bounds narrowed.
 * @property {number} nodes
 * @property {number} seconds
 * @property {import('./values.js').Estimate | null} estimate
 * @property {number[]} pv
 * @property {boolean} movesDone Whether the other moves are proven as well.
 * @property {import('./proof.js').Proof} proof
 */

/** @returns {Run} */
export const newRun = () => ({
    lower: -64,
    upper: 64,
    steps: [[0, -64, 64]],
    nodes: 0,
    seconds: 0,
    estimate: null,
    pv: [],
    movesDone: false,
    proof: newProof(),
});

/** @param {Run} run */
export const isSolved = (run) => run.lower === run.upper;

/** @param {Run} run */
export function boundsText({ lower, upper }) {
    if (lower === upper) return signed(lower);
    if (lower === -64 && upper === 64) return t('nothingProven');
    if (upper === 64) return t('atLeast', { n: signed(lower) });
    if (lower === -64) return t('atMost', { n: signed(upper) });
    return `${signed(lower)} … ${signed(upper)}`;
}

/** The result that the bounds already decide, in words. @param {Run} run @param {'X' | 'O'} side */
function outcome(run, side) {
    if (isSolved(run)) return t('exactNote');
    if (run.lower > 0) return t('provenWin', { side: sideName(side) });
    if (run.upper < 0) return t('provenWin', { side: sideName(side === 'X' ? 'O' : 'X') });
    return run.lower > -64 || run.upper < 64 ? t('boundNote') : '';
}

/** @param {Run} run @param {'X' | 'O'} side @param {number} empties */
export function solveHtml(run, side, empties) {
    const nothing = run.lower === -64 && run.upper === 64;
    const big = nothing
        ? `<span class="nothing">${t('nothingProven')}</span>`
        : `<span>${boundsText(run)}</span>`;
    const facts = [
        [t('positions'), run.nodes > 0 ? compact(run.nodes) : '–'],
        [t('speed'), run.seconds > 0.2 ? compact(run.nodes / run.seconds) : '–'],
        [t('time'), run.seconds >= 1 ? clockText(run.seconds) : run.seconds > 0 ? t('underSecond') : '–'],
    ];
    return `<section class="sec range"><header><h2>${t('proven')} <span class="thin">· ${t('fromMover')}</span></h2></header>
<div class="big">${big}<small>${outcome(run, side)}</small></div>${funnelHtml(run, side)}</section>
<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
<section class="sec line"><header><h2>${t('line')}</h2><small>${lineNote(run)}</small></header><p class="pvline">${lineHtml(run)}</p></section>${isSolved(run) ? proofHtml(run.proof, empties) : ''}`;
}

/** @param {Run} run */
function lineNote(run) {
    if (isSolved(run)) return t('exact');
    const { estimate } = run;
    return estimate
        ? `<span class="est"><i>${signed(estimate.score)}</i></span> · ${t('est', { d: estimate.depth, p: estimate.selectivity })}`
        : '';
}

/** @param {Run} run */
function lineHtml(run) {
    if (run.pv.length === 0) return '<i class="dash"></i>';
    const moves = run.pv.map((move) => `<span>${move === PASS ? '–' : nameOf(move)}</span>`).join(' ');
    return moves + (isSolved(run) ? '' : ' <span>…</span>');
}

const WIDTH = 380;
const HEIGHT = 132;
const MIDDLE = HEIGHT / 2 + 8;

/**
 * Both bounds over time, hatched between; small scores get more room. The side to move is up.
 * @param {Run} run @param {'X' | 'O'} side
 */
function funnelHtml(run, side) {
    const [end] = [Math.max(run.seconds, 1)];
    const right = 1.35;
    const x = (/** @type {number} */ s) => 30 + (s * (WIDTH - 64)) / (end * right);
    const y = (/** @type {number} */ v) =>
        MIDDLE - Math.sign(v) * Math.sqrt(Math.abs(v) / 64) * (HEIGHT / 2 - 12);
    const now = Math.max(run.seconds, 0);
    const path = (/** @type {1 | 2} */ which) => {
        let d = `M${x(0)} ${y(run.steps[0][which]).toFixed(1)}`;
        for (const step of run.steps.slice(1)) d += `H${x(step[0]).toFixed(1)}V${y(step[which]).toFixed(1)}`;
        return `${d}H${x(now).toFixed(1)}`;
    };
    const back = () => {
        let d = `L${x(now).toFixed(1)} ${y(run.lower).toFixed(1)}`;
        for (let i = run.steps.length - 1; i > 0; i--) {
            d += `H${x(run.steps[i][0]).toFixed(1)}V${y(run.steps[i - 1][1]).toFixed(1)}`;
        }
        return `${d}H${x(0)}Z`;
    };
    const solved = isSolved(run);
    const estimate =
        run.estimate && !solved
            ? `<path d="M${x(Math.min(0.1 * end, now))} ${y(run.estimate.score)}H${x(now)}" fill="none" stroke="var(--accent)" stroke-width="2" stroke-dasharray="2 4" stroke-linecap="round"/>`
            : '';
    const text = (/** @type {number} */ v, /** @type {number} */ shift) =>
        `<text class="now" x="${(x(now) + 8).toFixed(1)}" y="${(y(v) + shift).toFixed(1)}">${Math.abs(v)}</text>`;
    const close = Math.abs(y(run.lower) - y(run.upper)) < 14 ? 5 : 0;
    const labels = solved
        ? text(run.lower, 4)
        : (run.upper < 64 ? text(run.upper, 4 - close) : '') +
          (run.lower > -64 ? text(run.lower, 4 + close) : '');
    const seconds = tickSeconds(end);
    return `<svg class="funnel" viewBox="0 0 ${WIDTH} ${HEIGHT + 22}" aria-hidden="true"><defs><pattern id="hat" width="7" height="7"
 patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="var(--edge)" stroke-width="2.4"/></pattern></defs>
<path d="M30 ${y(0)}H${WIDTH}" stroke="var(--line)"/><path d="${path(2)}${back()}" fill="url(#hat)" opacity=".4"/>
<path d="${path(2)}" fill="none" stroke="var(--ink)" stroke-width="2"/><path d="${path(1)}" fill="none" stroke="var(--ink)" stroke-width="2"/>
${estimate}${solved ? `<circle cx="${x(now).toFixed(1)}" cy="${y(run.lower).toFixed(1)}" r="4.5" fill="var(--ink)"/>` : ''}
<text x="24" y="${y(64) + 4}" text-anchor="end">64</text><text x="24" y="${y(0) + 4}" text-anchor="end">0</text><text x="24" y="${y(-64) + 4}" text-anchor="end">64</text>
<text x="36" y="${y(64) + 12}">${t('ahead', { name: sideName(side) })}</text><text x="36" y="${y(-64) - 2}">${t('ahead', { name: sideName(side === 'X' ? 'O' : 'X') })}</text>
${seconds.map((s, i) => `<text x="${x(s).toFixed(1)}" y="${HEIGHT + 20}" text-anchor="${i ? 'middle' : 'start'}">${s} s</text>`).join('')}${labels}</svg>`;
}

/** Two or three round times of the axis. @param {number} end */
function tickSeconds(end) {
    const step = [1, 2, 5, 10, 30, 60, 300, 600, 1800, 3600].find((size) => end / size <= 3) ?? 36_000;
    const ticks = [];
    for (let s = 0; s <= end; s += step) ticks.push(s);
    return ticks;
}
