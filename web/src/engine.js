// The engine of the package in its worker, in the words of this page. It is loaded after the first paint, and
// made again after a failure.
import { keyOf, moveOf } from './rules.js';
import { between } from './values.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('./values.js').Value} Value */
/** @typedef {{ value: Value, pv: number[] }} Line */
/** @typedef {{ lines: Line[], nodes: number, seconds: number, lower: number, upper: number }} Look */

/** Under this a phone of 2021 holds the table, the weights and the page. */
const HASH_MIB = 32;

/** Put beside the page by the build. */
const PACKAGE = '../engine/index.js';
/** @type {any} */
let module;
/** @type {any} */
let engine = null;

/**
 * Makes an engine in place of the present one. Where the full network cannot be had it has the small one.
 * @param {Weights} weights @param {AbortSignal} signal
 * @returns {Promise<Weights>} Those that it has.
 * @typedef {'small' | 'full'} Weights
 */
export async function startEngine(weights, signal) {
    engine?.close();
    engine = null;
    module ??= await import(PACKAGE);
    const create = (/** @type {Weights} */ weights) =>
        module.Engine.create({ hashMiB: HASH_MIB, book: true, weights, signal });
    try {
        engine = await create(weights);
        return weights;
    } catch (error) {
        if (weights === 'small' || signal.aborted) throw error;
        engine = await create('small');
        return 'small';
    }
}

/** The readers of GGF and of WTHOR files. */
export async function rules() {
    module ??= await import(PACKAGE);
    return engine?.rules ?? module.Rules.load();
}

export const engineIsUsable = () => engine?.usable === true;

/** @param {any} value @returns {Value} */
function valueOf(value) {
    if (value.exact !== undefined) return { kind: 'exact', score: value.exact };
    if (value.bounds) return between(value.bounds.lower, value.bounds.upper);
    const { score, depth, selectivity } = value.estimate;
    return { kind: 'estimate', score, depth, percent: selectivity };
}

/** @param {string[]} pv */
const movesOf = (pv) => pv.map((name) => moveOf(name) ?? -1);

/** @param {any[]} lines @returns {Line[]} */
const linesOf = (lines) => lines.map(({ value, pv }) => ({ value: valueOf(value), pv: movesOf(pv) }));

/** @param {any} progress @returns {Look} */
const lookOf = ({ lines, nodes, seconds, bounds }) => ({
    lines: linesOf(lines),
    nodes,
    seconds,
    lower: bounds.lower,
    upper: bounds.upper,
});

/** @typedef {{ signal: AbortSignal, onLook?: (look: Look) => void }} Watch */

/** @param {Watch} watch */
const options = ({ signal, onLook }) => ({
    signal,
    onProgress: onLook && ((/** @type {any} */ progress) => onLook(lookOf(progress))),
});

/** The move of an opponent. @param {Position} position @param {string} strength @param {Watch} watch */
export async function chooseMove(position, strength, watch) {
    const { move } = await engine.chooseMove(keyOf(position), { strength, ...options(watch) });
    return move === null ? null : moveOf(move);
}

/** @param {Position} position @param {{ level: number, lines: number | 'all' }} how @param {Watch} watch */
export async function analyze(position, { level, lines }, watch) {
    const analysis = await engine.analyze(keyOf(position), {
        level,
        lines,
        book: 'never',
        ...options(watch),
    });
    return linesOf(analysis.lines);
}

/** Proves the score. @param {Position} position @param {Watch} watch */
export async function solve(position, watch) {
    const { value, pv, nodes, seconds } = await engine.solve(keyOf(position), options(watch));
    return { value: valueOf(value), pv: movesOf(pv), nodes, seconds };
}
