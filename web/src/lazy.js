// Parts that are loaded only once they are wanted: the puzzles of own mistakes, moves against people, the
// picture of a game.
import { state } from './state.js';

/** @typedef {typeof import('./drill.js')} Part */

/** @type {Part | null} */
let part = null;

/** The puzzles, while one is shown. */
export const puzzles = () => (state.drill ? part : null);

/** @returns {Promise<Part>} */
export async function loadPuzzles() {
    part ??= await import('./drill.js');
    return part;
}

/** @type {typeof import('./picture.js')} */
let drawing;

/** The picture of a game, for the dialog that waits until it is loaded. */
export const pictures = () => drawing;

export async function loadPictures() {
    drawing ??= await import('./picture.js');
}

/** @type {typeof import('./against.js') | null} */
let people = null;

/** Moves against people, once they are loaded. */
export const rated = () => people;

/** @param {() => void} loaded */
export async function loadRated(loaded) {
    try {
        people ??= await import('./against.js');
    } catch {
        state.settings.against = 'best'; // the page is offline, and did not keep it
    }
    loaded();
}
