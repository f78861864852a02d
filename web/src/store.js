// What the page keeps on this device: the settings and the game, below 16 kB. No analysis, no name.
import { Match } from './game.js';
import { MODES, fromFragment } from './link.js';

const KEY = 'reversi.1';
let forgotten = false;

/**
 * @typedef {object} Settings
 * @property {'light' | 'dark' | 'auto'} theme
 * @property {'en' | 'ja'} lang
 * @property {'quick' | 'normal' | 'deep'} depth
 * @property {'small' | 'full'} weights The network of the engine.
 * @property {import('reversi-engine').Strength | 'person'} strength
 * @property {'X' | 'O'} colour
 * @property {0 | 5 | 20} clock Minutes of each side; 0 for none.
 * @property {boolean} values Whether squares show values.
 * @property {boolean} shortKeys
 */

/** Whom to play. @typedef {Pick<Settings, 'strength' | 'colour' | 'clock'>} Choice */

/** @type {import('reversi-engine').Strength[]} */
export const STRENGTHS = ['beginner', 'casual', 'intermediate', 'club', 'tournament', 'expert', 'master'];

/** @type {{ [K in keyof Settings]: readonly Settings[K][] }} */
const ALLOWED = {
    theme: ['auto', 'light', 'dark'],
    lang: ['en', 'ja'],
    depth: ['normal', 'quick', 'deep'],
    weights: ['small', 'full'],
    strength: ['casual', ...STRENGTHS, 'person'],
    colour: ['X', 'O'],
    clock: [0, 5, 20],
    values: [true, false],
    shortKeys: [true, false],
};

/** @returns {Settings} */
export function defaults() {
    const lang = navigator.language?.startsWith('ja') ? 'ja' : 'en';
    return {
        theme: 'auto',
        lang,
        depth: 'normal',
        weights: 'small',
        strength: 'casual',
        colour: 'X',
        clock: 0,
        values: true,
        shortKeys: true,
    };
}

/** A game of the last visit. @typedef {{ mode: import('./link.js').Mode, match: Match }} Saved */

/** @returns {{ settings: Settings, saved: Saved | null }} */
export function load() {
    const settings = defaults();
    try {
        /** @type {Record<string, unknown>} */
        const data = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(ALLOWED))) {
            if (/** @type {readonly unknown[]} */ (ALLOWED[name]).includes(data[name])) {
                Object.assign(settings, { [name]: data[name] });
            }
        }
        return { settings, saved: savedOf(data.game) };
    } catch {
        return { settings, saved: null };
    }
}

/**
 * The game of the last visit. Until version 0.2 a link was kept in place of a session.
 * @param {unknown} game
 * @returns {Saved | null}
 */
function savedOf(game) {
    const { mode, link, session, ply } = /** @type {Record<string, never>} */ (game ?? {});
    if (!session) {
        const linked = fromFragment(link ?? '');
        return linked && linked !== 'damaged' ? { mode: linked.mode, match: Match.of(linked.game, linked.ply) } : null;
    }
    return MODES.includes(mode) ? { mode, match: Match.restore({ session, ply }) } : null;
}

/**
 * Whether the browser has kept it.
 * @param {Settings} settings
 * @param {Saved} game
 */
export function save(settings, { mode, match }) {
    if (forgotten) return true;
    try {
        localStorage.setItem(KEY, JSON.stringify({ ...settings, game: { mode, ...match.stored() } }));
        return true;
    } catch {
        return false;
    }
}

/** Removes all that the page keeps on this device. Until it is loaded again it keeps nothing. */
export async function forget() {
    forgotten = true;
    try {
        localStorage.removeItem(KEY);
        for (const name of await caches.keys()) if (name.startsWith('reversi-')) await caches.delete(name);
        // The next visit keeps the files anew.
        await (await navigator.serviceWorker.getRegistration())?.unregister();
    } catch {
        // A browser that keeps nothing has nothing to remove.
    }
}
