// Whom to play: the strengths with a meter, or another person; the colour and the clock.
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

/** @param {string} strength @param {number} index */
function option(strength, index, /** @type {string} */ held) {
    const meter = STRENGTHS.map((_, i) => `<i${i <= index ? ' class="f"' : ''}></i>`).join('');
    return `<label class="opt"><input type="radio" name="strength" value="${strength}" data-set="strength"${strength === held ? ' checked' : ''}>
<span><b>${t(strength)}</b><small>${t(`${strength}Is`)}</small></span>${strength === 'person' ? '' : `<span class="meter" aria-hidden="true">${meter}</span>`}</label>`;
}

/** @param {import('./store.js').Choice} chosen */
export function pickerHtml({ strength, colour, clock }) {
    const options = [...STRENGTHS, 'person'].map((name, index) => option(name, index, strength));
    const colours = segments(
        'colour',
        t('youPlay'),
        [
            ['X', t('black')],
            ['O', t('white')],
        ],
        colour,
    );
    const clocks = segments(
        'clock',
        t('clock'),
        [
            ['0', t('noClock')],
            ['5', t('minutes', { n: 5 })],
            ['20', t('minutes', { n: 20 })],
        ],
        String(clock),
    );
    return `<div class="sec"><fieldset class="pick"><legend>${t('opponent')}</legend>${options.join('')}</fieldset></div>
<div class="two">${strength === 'person' ? '' : colours}${clocks}</div>`;
}
