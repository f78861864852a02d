// The games that were imported together: those that are not shown are read in the background, one after
// the other.
import { keyOfGame, reviewOf } from './reviews.js';
import { state } from './state.js';

/** @typedef {import('./import.js').Loadable} Loadable */

/** Returns whether the game that is shown is one of them. */
export function isQueued() {
    const { games, at } = state.queue;
    const shown = games[at]?.game;
    return games.length > 1 && !!shown && keyOfGame(shown) === keyOfGame(state.home.game);
}

/** The next game that is not read, if there is one. */
export function nextQueued() {
    if (state.mode !== 'analyse' || !isQueued()) return null;
    return state.queue.games.find(({ game }) => game.length > 0 && !reviewOf(game))?.game ?? null;
}

/** How many of them are read, of all; null where all are, or there is one only. */
export function readGames() {
    if (!isQueued()) return null;
    const games = state.queue.games.filter(({ game }) => game.length > 0);
    const done = games.filter(({ game }) => reviewOf(game)).length;
    return done < games.length ? { done, total: games.length } : null;
}

/** Who played an imported game. @param {Loadable} game @returns {import('./state.js').Record} */
export function recordOf({ names }) {
    const { me } = state.queue;
    // Without names the side itself was chosen.
    const [X, O] = names.X || names.O ? [names.X, names.O] : ['X', 'O'];
    const side = me && me === X ? 'X' : me && me === O ? 'O' : null;
    return { me: side, names, ...(me === '' && { asked: true }) };
}
