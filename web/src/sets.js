// Sets of games: their tab, their dialog and rounds, and what is kept of them. This part is loaded once there is a set.
import { drawAgain, keepQueued, openQueued } from './actions.js';
import { closeDialog } from './dialogs.js';
import { isQueued } from './queue.js';
import { ROUND_ACTS, roundDialog } from './round.js';
import { openSets, setsDialog, watchRows } from './set-panel.js';
import { load, removeSet, saveSet } from './set-store.js';
import { state } from './state.js';
import { SET } from './store.js';
export { printedRound, wantedPuzzle } from './round.js';
export { gamesHtml, openSets, setField } from './set-panel.js';
export { begin, isPaused, keep, recall, restore, saveSet } from './set-store.js';

/** @param {string} id */
async function openSet(id) {
    const found = await load(Number(id));
    if (!found) return;
    closeDialog();
    state.queue = found;
    localStorage.setItem(SET, id);
    if (state.mode === 'play') state.mode = 'analyse';
    await openQueued(found.at);
    state.tab = 'games';
    drawAgain();
}

/** Says which games are to be read. @param {import('./queue.js').Queue['wants']} wants */
function want(wants) {
    state.queue.wants = wants;
    state.analysisStopped = false;
    void saveSet();
}

/** @type {Record<string, (arg: string) => void>} */
export const SET_ACTS = {
    'set-game': (at) => void openQueued(Number(at)),
    'set-want': (wants) => want(/** @type {import('./queue.js').Queue['wants']} */ (wants)),
    'set-open': (id) => void openSet(id),
    'set-remove': (id) => void removeSet(Number(id)).then(openSets),
    ...ROUND_ACTS,
};

/** @type {Record<string, () => import('./dialogs.js').Content>} */
export const DIALOGS = { sets: setsDialog, round: roundDialog };

watchRows(drawAgain);
globalThis.addEventListener?.('pagehide', () => {
    if (!isQueued()) return;
    keepQueued();
    void saveSet();
});
