// What is kept of sets of games on this device until they are removed: the games, facts of the ones that are read,
// and as many reviews as there is room for. Other tabs of the page write the same data base.
import { openDB } from 'idb';

import { drawAgain } from './actions.js';
import { collectRead } from './collect.js';
import { isEntryRead, recordOf } from './queue.js';
import { VERSION, keyOfGame } from './reviews.js';
import { factsOf } from './set-facts.js';
import { state } from './state.js';
import { SET } from './store.js';
import { t } from './strings.js';
import { toast } from './toast.js';

/** @typedef {import('./queue.js').Entry} Entry */
/** @typedef {import('./queue.js').Queue} Queue */
/** A set without its games. @typedef {Omit<Queue, 'games'> & { count: number, size: number }} Kept */
/**
 * @typedef {{ weights: string, key: string, level: number, review: import('reversi-engine').Review, version: string, at: number, size: number }} StoredReview
 */

/** The bytes that sets, facts and reviews may have: the oldest reviews go first. */
export const ROOM = 20e6;
/** About the bytes of the facts of a game. */
const FACTS = 1200;

/** @type {Promise<import('idb').IDBPDatabase>} */
const opened = (async () => openDB('reversi', 1, {
    upgrade(db) {
        db.createObjectStore('sets', { keyPath: 'id' });
        db.createObjectStore('games', { keyPath: 'id' });
        db.createObjectStore('facts', { keyPath: ['weights', 'key'] });
        db.createObjectStore('reviews', { keyPath: ['weights', 'key'] }).createIndex('age', ['at', 'size']);
    },
    blocking: (_old, _young, event) => /** @type {IDBDatabase} */ (event.target).close(),
}))();
opened.catch(() => {}); // a browser that keeps nothing has the sets of this visit

/** True once the page has said that nothing is kept. */
let told = false;

/** Runs what writes. @template T @param {(db: import('idb').IDBPDatabase) => Promise<T>} run @returns {Promise<T | null>} */
async function kept(run) {
    try {
        return await run(await opened);
    } catch {
        if (!told) toast(t('errStore'));
        told = true;
        return null;
    }
}

/** Keeps the imported games as a set. @param {string} name */
export async function begin(name) {
    const { queue } = state;
    Object.assign(queue, { id: Date.now() * 1000 + Math.floor(Math.random() * 1000), name });
    drawAgain();
    const { id, games } = queue;
    await kept(async (db) => {
        const tx = db.transaction(['sets', 'games'], 'readwrite');
        void tx.objectStore('games').put({ id, games: games.map(({ facts, ...entry }) => entry) });
        void tx.objectStore('sets').put(withoutGames(queue));
        await tx.done;
        localStorage.setItem(SET, String(id));
        await trim(db);
    });
    await addFacts(queue);
    drawAgain();
}

/** @param {Queue} queue @returns {Kept} */
const withoutGames = ({ games, ...more }) => ({ ...more, count: games.length, size: JSON.stringify(games).length });

/** Adds the facts of games that are read, also in another set. @param {Queue} queue */
async function addFacts(queue) {
    const { weights } = state.settings;
    const all = (await kept((db) => db.getAll('facts', IDBKeyRange.bound([weights], [weights, []])))) ?? [];
    const facts = new Map(all.map((each) => [each.key, each.facts]));
    for (const entry of queue.games) entry.facts = facts.get(entry.key) ?? entry.facts;
}

/** The sets on this device, the youngest first. @returns {Promise<Kept[]>} */
export const allSets = async () => ((await kept((db) => db.getAll('sets'))) ?? []).reverse();

/** The number of games whose review had to go. */
export const droppedReviews = async () => (await kept(async (db) => (await db.count('facts')) - (await db.count('reviews')))) ?? 0;

/** Opens the set of the last visit, if its game is shown. */
export async function restore() {
    const found = await load(Number(localStorage.getItem(SET)));
    if (!found || state.queue.games.length > 0) return;
    const key = keyOfGame(state.home.game);
    const at = found.games.findIndex((entry) => entry.key === key);
    state.queue = at < 0 ? found : { ...found, at };
    if (at >= 0) await recall(found.games[at]);
    drawAgain();
}

/** A set with its games. @param {number} id @returns {Promise<Queue | null>} */
export async function load(id) {
    const found = await kept(async (db) => {
        const [set, stored] = await Promise.all([db.get('sets', id), db.get('games', id)]);
        if (!set || !Array.isArray(stored?.games)) return null;
        const { count, size, ...more } = set;
        return { ...more, games: stored.games };
    });
    if (found) await addFacts(found);
    return found;
}

/** Removes a set, and the reviews that no other one needs. @param {number} id */
export async function removeSet(id) {
    await kept(async (db) => {
        const tx = db.transaction(['sets', 'games', 'facts', 'reviews'], 'readwrite');
        const all = await tx.objectStore('games').getAll();
        const needed = new Set(all.filter((each) => each.id !== id).flatMap(({ games }) => games.map((/** @type {Entry} */ { key }) => key)));
        const { games = [] } = all.find((each) => each.id === id) ?? {};
        const gone = games.filter((/** @type {Entry} */ { key }) => !needed.has(key));
        for (const { key } of gone)
            for (const weights of ['small', 'full']) for (const name of ['facts', 'reviews']) void tx.objectStore(name).delete([weights, key]);
        for (const name of ['sets', 'games']) void tx.objectStore(name).delete(id);
        await tx.done;
    });
    if (state.queue.id === id) {
        state.queue = { ...state.queue, id: 0, games: [] };
        localStorage.removeItem(SET);
        if (state.tab === 'games') state.tab = 'mistakes';
    }
}

/** Puts the stored review of a game beside the ones of this visit. @param {Entry} entry */
export async function recall({ key }) {
    if (state.values.reviews.has(key)) return;
    /** @type {StoredReview | null | undefined} */
    const found = await kept((db) => db.get('reviews', [state.settings.weights, key]));
    if (found?.version === VERSION) state.values.reviews.set(key, found);
}

/** Keeps where the set stands, and the variations and notes of its games. */
export async function saveSet() {
    const { id, at, me, wants, games } = state.queue;
    if (id === 0) return;
    await kept(async (db) => {
        const tx = db.transaction(['sets', 'games'], 'readwrite');
        const [old, stored] = await Promise.all([tx.objectStore('sets').get(id), tx.objectStore('games').get(id)]);
        if (!old || !stored) return; // it was removed meanwhile
        void tx.objectStore('sets').put({ ...old, at, me, wants });
        // Another tab may have written notes to other games.
        const changed = [...games.entries()].filter(([index, { tree }]) => tree && JSON.stringify(stored.games[index].tree) !== JSON.stringify(tree));
        for (const [index, { tree }] of changed) stored.games[index].tree = tree;
        if (games.some(({ tree }) => tree)) void tx.objectStore('games').put(stored);
        await tx.done;
    });
}

/**
 * Keeps the review of a game of the set, with its facts. In memory only the game that is shown has its review.
 * @param {import('./game.js').Game} game @param {number} level @param {import('reversi-engine').Review} review
 * @param {number} seconds
 */
export async function keep(game, level, review, seconds) {
    const { queue, settings } = state;
    const key = keyOfGame(game);
    const entry = queue.games.find((each) => each.key === key);
    if (!entry || queue.id === 0) return;
    const { weights } = settings;
    const facts = factsOf(review, level, weights, seconds);
    for (const each of queue.games) if (each.key === key) each.facts = facts;
    collectRead(game, level, review, recordOf(entry));
    /** @type {StoredReview} */
    const stored = { weights, key, level, review, version: VERSION, at: Date.now(), size: JSON.stringify(review).length };
    const isKept = await kept(async (db) => {
        const tx = db.transaction(['sets', 'facts', 'reviews'], 'readwrite');
        if (!(await tx.objectStore('sets').getKey(queue.id))) return false; // it was removed meanwhile
        void tx.objectStore('facts').put({ weights, key, facts });
        void tx.objectStore('reviews').put(stored);
        await tx.done;
        await trim(db);
        return true;
    });
    if (isKept && keyOfGame(state.home.game) !== key) state.values.reviews.delete(key);
}

/** Removes the oldest reviews until all have room. @param {import('idb').IDBPDatabase} db */
async function trim(db) {
    const tx = db.transaction(['sets', 'facts', 'reviews'], 'readwrite');
    let used = (await tx.objectStore('facts').count()) * FACTS;
    for (const { size } of await tx.objectStore('sets').getAll()) used += size;
    const ages = [];
    for (let at = await tx.objectStore('reviews').index('age').openKeyCursor(); at; at = await at.continue()) {
        const size = Number(/** @type {number[]} */ (at.key)[1]);
        ages.push({ size, key: at.primaryKey });
        used += size;
    }
    for (const { size, key } of ages) {
        if (used <= ROOM) break;
        used -= size;
        void tx.objectStore('reviews').delete(key);
    }
    await tx.done;
}

/** @type {{ charging: boolean } | null} */
let battery = null;
/** @type {{ getBattery?: () => Promise<{ charging: boolean }> }} */ (globalThis.navigator ?? {}).getBattery?.().then((found) => (battery = found), () => {});

/** Returns whether reading waits: the page is hidden, and the device runs on its battery. */
export const isPaused = () => document.hidden && battery?.charging === false;

/** The seconds that all games take which are not read, by those that are; null while none is. */
export function secondsLeft(games = state.queue.games) {
    const known = state.queue.games.flatMap((entry) => (isEntryRead(entry) && entry.facts ? entry.facts.seconds : []));
    if (known.length === 0) return null;
    return (known.reduce((sum, each) => sum + each, 0) / known.length) * games.filter((entry) => !isEntryRead(entry)).length;
}
