// Parts that are loaded only once they are wanted.
import { state } from './state.js';

/** @type {Promise<unknown> | undefined} */
let styled;

/** Loads the style that all of them share. */
export function loadStyle() {
    return (styled ??= new Promise((done) => {
        const link = document.createElement('link');
        Object.assign(link, { rel: 'stylesheet', href: new URL('../later.css', import.meta.url), onload: done, onerror: done });
        document.head.append(link);
    }));
}

/**
 * The part once it is here, and its loading.
 * @template T @param {() => Promise<T>} load @returns {[() => T | null, () => Promise<T>]}
 */
function part(load) {
    /** @type {T | null} */
    let here = null;
    const arrive = async () => {
        await loadStyle();
        return (here ??= await load());
    };
    return [() => here, arrive];
}

/** The puzzles of own mistakes, while one is shown. */
export const puzzles = () => (state.drill ? drill() : null);
const [drill, load] = part(() => import('./drill.js'));
export const loadPuzzles = load;

/** The dialog of sharing: its picture, links and files. */
export const [sharing, loadSharing] = part(() => import('./share.js'));

/** The dialog of an import. */
export const [importing, loadImporting] = part(() => import('./import-panel.js'));

/** Sets of games, and what is kept of them on the device. */
export const [sets, loadSets] = part(() => import('./sets.js'));

const [people, loadPeople] = part(() => import('./against.js'));
/** Moves against people. */
export const rated = people;

/** @param {() => void} loaded */
export async function loadRated(loaded) {
    try {
        await loadPeople();
    } catch {
        state.settings.against = 'best'; // the page is offline, and did not keep it
    }
    loaded();
}
