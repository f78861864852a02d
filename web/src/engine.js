// The engine of the package in its worker, for positions of this page. It is loaded after the first paint,
// and made again after a failure.
import { START, keyOf, nameOf, reversi } from './rules.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('reversi-engine').CallOptions} CallOptions */

/** Under this a phone of 2021 holds the table, the weights and the page. */
const HASH_MIB = 32;

/** @type {import('reversi-engine').Engine | null} */
let engine = null;

/**
 * Makes an engine in place of the present one. Where the full network cannot be loaded it has the small one.
 * @param {Weights} weights @param {AbortSignal} signal
 * @returns {Promise<Weights>} Those that it has.
 * @typedef {'small' | 'full'} Weights
 */
export async function startEngine(weights, signal) {
    engine?.close();
    engine = null;
    const { Engine } = reversi();
    [hasBook, people] = [false, 'wanted'];
    // The first reply does not wait for the book.
    const create = (/** @type {Weights} */ weights) => Engine.create({ hashMiB: HASH_MIB, weights, threads: 'auto', signal });
    try {
        engine = await create(weights);
        return weights;
    } catch (error) {
        if (weights === 'small' || signal.aborted) throw error;
        engine = await create('small');
        return 'small';
    }
}

/** Put beside the page by the build. */
const BOOK = '../engine/data/opening.book';
/** @type {Uint8Array | null} */
let book = null;
let hasBook = false;
/** There is no room for it, or it is damaged. */
let bookFailed = false;
/** It could not be fetched: the page is offline, and it was not kept yet. */
let bookAway = false;

/** Returns whether there may be a book that the engine does not have yet. */
export const wantsBook = () => !hasBook && !bookFailed && !bookAway;

/** Returns whether the book waits until the page is online. */
export const bookIsAway = () => bookAway;

/** Fetches again the files that could not be loaded. */
export function fetchAgain() {
    bookAway = false;
    people = 'wanted';
}

/** How people play: the engine fetches it for the first question about them. @type {'wanted' | 'here' | 'away'} */
let people = 'wanted';
/** A question about people, of which only the loading matters. */
const SOME_RATING = 1500;

export const wantsPeople = () => people === 'wanted';
/** The page is offline, and it was not kept yet. */
export const peopleAreAway = () => people === 'away';
export function missPeople() {
    people = 'away';
}

/** Lets the engine fetch how people play, before an opponent or a review waits for it. @param {AbortSignal} signal */
export async function learnPeople(signal) {
    try {
        await humanMoves(keyOf(START), SOME_RATING, signal);
        people = 'here';
    } catch (error) {
        if (signal.aborted || !engineIsUsable()) throw error;
        missPeople();
    }
}

/**
 * Gives the engine its book. It is made again for that, so that nothing may be searched meanwhile.
 * @param {AbortSignal} signal Ends the loading.
 */
export async function addBook(signal) {
    const at = ready();
    if (!wantsBook()) return;
    try {
        book ??= await loadBook(signal);
    } catch (error) {
        if (signal.aborted) throw error;
        bookAway = true; // until then the engine searches
        return;
    }
    try {
        await at.restart({ book });
    } catch (error) {
        bookFailed = at === engine; // there is no room for it; another engine tries it again
        throw error;
    }
    if (at !== engine) return;
    hasBook = true;
    performance.mark('the engine has its book');
}

/** @param {AbortSignal} signal */
async function loadBook(signal) {
    const response = await fetch(new URL(BOOK, import.meta.url), { signal });
    if (!response.ok) throw new Error(`the book: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
}

export const engineIsUsable = () => engine?.usable === true;

/** Searches run while there is an engine. */
function ready() {
    if (!engine) throw new Error('there is no engine');
    return engine;
}

/** @param {Position} position @param {import('reversi-engine').AnalyzeOptions} options */
export const analyze = async (position, options) => ready().analyze(keyOf(position), options);

/**
 * Reviews a game, from its end to its start.
 * @param {import('./game.js').Game} game @param {import('reversi-engine').ReviewOptions} options
 */
export const review = async ({ start, moves }, options) =>
    ready().review({ position: keyOf(start), moves: moves.map(nameOf) }, options);

/** The moves of people of a rating. @param {string} position @param {number} rating @param {AbortSignal} [signal] */
export const humanMoves = async (position, rating, signal) => ready().humanMoves(position, rating, signal && { signal });

/** Any question. @param {import('reversi-engine').Question} question @param {AbortSignal} signal */
export const ask = async (question, signal) => ready().ask(question, { signal });

/** A file that shows the score to anyone. @param {Position} position @param {import('reversi-engine').ProveOptions} options */
export const proofOf = async (position, options) => ready().prove(keyOf(position), options);

/** Checks a proof. @param {Uint8Array<ArrayBuffer>} file @param {import('reversi-engine').VerifyOptions} options */
export const checkProof = async (file, options) => ready().verify(file, options);

/** Proves the score. @param {Position} position @param {CallOptions} watch */
export const solve = async (position, watch) => ready().solve(keyOf(position), watch);
