// How a game begins: the opponent, the colour, the start and the clock.
import { LEAST, MOST, POINTS, STEP, USUAL, bandName, faceOf } from './rating.js';
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
let stop = USUAL;

let isUnfolded = false;
export const unfoldPicker = () => (isUnfolded = !isUnfolded);

/** One knob of ratings, and what sort of player that is. @param {number | 'person'} rating */
function knobHtml(rating) {
    const isPerson = rating === 'person';
    if (!isPerson) stop = rating;
    const place = (/** @type {number} */ at) => (100 * (at - LEAST)) / (MOST - LEAST);
    const ticks = Object.values(POINTS).map((at) => `<i style="left:${place(at)}%"></i>`).join('');
    const about = t('aboutRating', { r: stop });
    const head = isPerson ? t('person') : `<span>${bandName(stop)}</span><small>${about}</small>`;
    return `<div class="field"><h2>${t('opponent')}</h2><div class="face"><p class="big2">${head}</p><p>${isPerson ? t('personIs') : faceOf(stop)}</p></div>
<div class="knob"><span aria-hidden="true">${ticks}</span><input type="range" min="${LEAST}" max="${MOST}" step="${STEP}" value="${stop}" name="rating" data-set="rating" aria-label="${t('opponent')}" aria-valuetext="${bandName(stop)}, ${about}" style="--f:${isPerson ? 0 : place(stop)}%"><span class="ends" style="left:-11px" aria-hidden="true">${t('weaker')}</span><span class="ends" style="right:-11px" aria-hidden="true">${t('stronger')}</span></div></div>`;
}

/** @param {import('./store.js').Choice} chosen */
export function pickerHtml({ rating, chosen, start, clock, increment }) {
    const sides = segments('chosen', t('youPlay'), [['X', t('black')], ['O', t('white')], ['R', t('random')]], chosen);
    const starts = segments('start', t('startFrom'), [['usual', t('standard')], ['balanced', t('balanced')], ['middle', t('middle')]], start);
    /** @param {number[]} times @param {string} key @returns {[string, string][]} */
    const of = (times, key) => times.map((n) => [String(n), t(key, { n })]);
    const clocks = segments('clock', t('clock'), [['0', t('noClock')], ...of([1, 3, 10], 'minutes')], String(clock));
    const increments = segments('increment', t('increment'), of([0, 2, 5], 'secs'), String(increment));
    const note = start === 'usual' ? '' : `<p class="small rest">${t(start === 'middle' ? 'midNote' : 'balNote')}</p>`;
    // A small screen shows this once it is asked.
    const now = `${t('clock')}: ${clock > 0 ? t('minutes', { n: clock }) : t('noClock')} · ${t('startFrom')}: ${t(start === 'usual' ? 'standard' : start)}`;
    const row = `<button class="unfold" data-act="unfold-picker" aria-expanded="${isUnfolded}"><b>${t('more')}</b><small>${now}</small></button>`;
    return `${knobHtml(rating)}<div class="two">${rating === 'person' ? '' : sides}${row}<div class="field rest">${starts}</div></div>${note}
<div class="two rest">${clocks}${clock > 0 ? increments : ''}</div>`;
}

/**
 * The panel before the first move: the game begins with a move.
 * @param {import('./store.js').Choice} chosen
 */
export const firstHtml = (chosen) =>
    `<div class="sec picker${isUnfolded ? '' : ' folded'}">${pickerHtml(chosen)}<div class="btns rest"><button class="btn sm" data-act="other-person">${t(chosen.rating === 'person' ? 'engine' : 'person')}</button></div></div>`;
