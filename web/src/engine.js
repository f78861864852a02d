// The engine of the package in its worker, for positions of this page. It is loaded after the first paint,
// and made again after a failure.
import { keyOf } from './rules.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('reversi-engine').CallOptions} CallOptions */
/** @typedef {import('reversi-engine').Strength} Strength */

/** Under this a phone of 2021 holds the table, the weights and the page. */
const HASH_MIB = 32;

/** Put beside the page by the build. */
const PACKAGE = '../engine/index.js';
/** @type {typeof import('reversi-engine') | undefined} */
let loaded;
/** @type {import('reversi-engine').Engine | null} */
let engine = null;

/** @returns {Promise<typeof import('reversi-engine')>} */
const load = async () => (loaded ??= await import(PACKAGE));

/**
 * Makes an engine in place of the present one. Where the full network cannot be had it has the small one.
 * @param {Weights} weights @param {AbortSignal} signal
 * @returns {Promise<Weights>} Those that it has.
 * @typedef {'small' | 'full'} Weights
 */
export async function startEngine(weights, signal) {
    engine?.close();
    engine = null;
    const { Engine } = await load();
    const create = (/** @type {Weights} */ weights) =>
        Engine.create({ hashMiB: HASH_MIB, book: true, weights, signal });
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
    const { Rules } = await load();
    return engine?.rules ?? Rules.load();
}

export const engineIsUsable = () => engine?.usable === true;

/** Searches run while there is an engine. */
function ready() {
    if (!engine) throw new Error('there is no engine');
    return engine;
}

/**
 * The move of an opponent.
 * @param {Position} position @param {Strength} strength @param {CallOptions} watch
 */
export const chooseMove = async (position, strength, watch) =>
    (await ready().chooseMove(keyOf(position), { strength, ...watch })).move;

/**
 * @param {Position} position @param {{ level: number, lines: number | 'all' }} how
 * @param {CallOptions} watch
 */
export const analyze = async (position, how, watch) =>
    (await ready().analyze(keyOf(position), { ...how, book: 'never', ...watch })).lines;

/** Proves the score. @param {Position} position @param {CallOptions} watch */
export const solve = async (position, watch) => ready().solve(keyOf(position), watch);
