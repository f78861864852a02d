// The clocks of a game: they run for the side to move from the first move on.
import { LOW_CLOCK } from './panel.js';
import { say } from './speech.js';
import * as is from './state.js';
import { state } from './state.js';
import { sideName, t } from './strings.js';

const TICK_MS = 250;

/** @param {() => void} onChange */
export function watchClock(onChange) {
    const shown = { X: 0, O: 0 };
    setInterval(() => {
        const { match, mode, setup } = state;
        if (!match.hasClocks) return;
        match.tick(mode === 'play' && match.game.length > 0 && is.isAtEnd() && !setup);
        let isOther = false;
        for (const side of /** @type {const} */ (['X', 'O'])) {
            const [before, left] = [shown[side], match.timeLeft(side) ?? 0];
            if (before >= LOW_CLOCK && left < LOW_CLOCK) say(t('clockLow', { side: sideName(side) }));
            isOther ||= Math.ceil(before) !== Math.ceil(left);
            shown[side] = left;
        }
        if (isOther) onChange();
    }, TICK_MS);
}
