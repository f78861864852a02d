// The clocks of a game: they run for the side to move from the first move on.
import { LOW_CLOCK } from './panel.js';
import { say } from './speech.js';
import * as is from './state.js';
import { state } from './state.js';
import { sideName, t } from './strings.js';

const TICK_MS = 250;
let last = 0;

/** @param {() => void} onChange */
export function watchClock(onChange) {
    setInterval(() => {
        const now = performance.now();
        const seconds = (now - last) / 1000;
        last = now;
        const runs =
            state.clocks &&
            state.mode === 'play' &&
            state.game.length > 0 &&
            is.isAtEnd() &&
            !is.gameOver() &&
            !state.setup;
        if (runs && state.clocks) tick(state.clocks, seconds, onChange);
    }, TICK_MS);
}

/** @param {number[]} clocks @param {number} seconds @param {() => void} onChange */
function tick(clocks, seconds, onChange) {
    const { side } = is.position();
    const index = side === 'X' ? 0 : 1;
    const before = clocks[index];
    clocks[index] = Math.max(0, before - seconds);
    if (before >= LOW_CLOCK && clocks[index] < LOW_CLOCK) say(t('clockLow', { side: sideName(side) }));
    if (clocks[index] === 0) state.flag = side;
    if (Math.ceil(before) !== Math.ceil(clocks[index])) onChange();
}
