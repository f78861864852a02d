// How a game begins: the opponent, the colour, the start and the clock.
import { STRENGTHS } from './store.js';
import { t } from './strings.js';

/**
 * A row of choices of which one holds.
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {string} held
 */
export function segments(name, label, choices, held) {
    const radios = choices.map(
        ([value, text]) =>
            `<label><input type="radio" name="${name}" value="${value}" data-set="${name}"${value === held ? ' checked' : ''}><span>${text}</span></label>`,
    );
    return `<fieldset class="field"><legend>${label}</legend><div class="seg">${radios.join('')}</div></fieldset>`;
}

/** The last opponent that was an engine: where the knob stands while two people play. */
let stop = 1;

/** One knob of seven stops, and what sort of player that is. @param {string} strength */
function knobHtml(strength) {
    const isPerson = strength === 'person';
    const found = STRENGTHS.findIndex((each) => each === strength);
    if (found >= 0) stop = found;
    const last = STRENGTHS.length - 1;
    const ticks = STRENGTHS.map((_, i) => `<i style="left:${(100 * i) / last}%"></i>`).join('');
    const face = isPerson ? t('personIs') : t(`face${stop + 1}`);
    const name = t(STRENGTHS[stop]);
    return `<div class="field"><h2>${t('opponent')}</h2><div class="face"><p class="big2">${isPerson ? t('person') : name}</p><p>${face}</p></div>
<div class="knob"><span aria-hidden="true">${ticks}</span><input type="range" min="0" max="${last}" step="1" value="${stop}" name="strength" data-set="strength" aria-label="${t('opponent')}" aria-valuetext="${name}" style="--f:${isPerson ? 0 : (100 * stop) / last}%"><span class="ends" style="left:-11px" aria-hidden="true">${t('weaker')}</span><span class="ends" style="right:-11px" aria-hidden="true">${t('stronger')}</span></div></div>`;
}

/** @param {import('./store.js').Choice} chosen */
export function pickerHtml({ strength, chosen, start, clock, increment }) {
    const colours = segments(
        'chosen',
        t('youPlay'),
        [
            ['X', t('black')],
            ['O', t('white')],
            ['R', t('random')],
        ],
        chosen,
    );
    const starts = segments(
        'start',
        t('startFrom'),
        [
            ['usual', t('standard')],
            ['balanced', t('balanced')],
        ],
        start,
    );
    const clocks = segments(
        'clock',
        t('clock'),
        [['0', t('noClock')], ...[1, 3, 10].map((n) => /** @type {[string, string]} */ ([String(n), t('minutes', { n })]))],
        String(clock),
    );
    const increments = segments(
        'increment',
        t('increment'),
        [0, 2, 5].map((n) => [String(n), t('secs', { n })]),
        String(increment),
    );
    const note = start === 'balanced' ? `<p class="small">${t('balNote')}</p>` : '';
    return `${knobHtml(strength)}<div class="two">${strength === 'person' ? '' : colours}${starts}</div>${note}
<div class="two">${clocks}${clock > 0 ? increments : ''}</div>`;
}

/**
 * The panel before the first move: the game begins with a move.
 * @param {import('./store.js').Choice} chosen
 */
export const firstHtml = (chosen) =>
    `<div class="sec picker">${pickerHtml(chosen)}<div class="btns"><button class="btn sm" data-act="other-person">${t(chosen.strength === 'person' ? 'engine' : 'person')}</button></div></div>`;
