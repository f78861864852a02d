// The evaluation bar: Black's share. It is empty where nothing is to be shown, so the board never shifts.
import { endsOf, kindOf, negated, scoreOf } from './values.js';
import { signed, t } from './strings.js';

/** @typedef {import('./values.js').Value} Value */

/** Half a disc is visible near zero, and 64 discs fit. @param {number} score */
const share = (score) => 50 + 50 * Math.sign(score) * (Math.abs(score) / 64) ** 0.6;

/** Half of the width of the soft edge of an estimate, in per cent. */
const SOFT = 5;

/** @param {HTMLElement} bar @param {Value | null} value Of black. */
export function showBar(bar, value) {
    bar.hidden = false;
    bar.classList.toggle('none', value === null);
    if (!value) {
        for (const name of [...bar.attributes].map((a) => a.name))
            if (/^(role|aria-|data-kind)/.test(name)) bar.removeAttribute(name);
        bar.setAttribute('aria-hidden', 'true');
        bar.replaceChildren();
        return;
    }
    const { lower, upper } = endsOf(value);
    const soft = value.estimate ? SOFT : 0;
    bar.style.setProperty('--lo', String(Math.max(0, share(lower) - soft)));
    bar.style.setProperty('--hi', String(Math.min(100, share(upper) + soft)));
    bar.dataset.kind = kindOf(value);
    bar.removeAttribute('aria-hidden');
    bar.setAttribute('role', 'meter');
    bar.setAttribute('aria-valuemin', '-64');
    bar.setAttribute('aria-valuemax', '64');
    bar.setAttribute('aria-valuenow', String(value.bounds ? Math.round((lower + upper) / 2) : lower));
    bar.setAttribute('aria-label', t('evaluation'));
    const kind = t(value.bounds ? 'bound' : kindOf(value));
    bar.setAttribute('aria-valuetext', t('aBar', { v: rangeText(value), kind }));
    const label = document.createElement('b');
    const leader = value.bounds && lower <= 0 && upper > 0 ? lower + upper : upper <= 0 && lower < 0 ? -1 : 1;
    label.className = `${leader < 0 ? 'wh' : 'bl'}${value.estimate ? ' est' : ''}`;
    const inner = document.createElement(value.estimate ? 'i' : 'span');
    inner.textContent = labelText(value, leader);
    label.append(inner);
    bar.replaceChildren(label);
}

/**
 * The leader's proven end, in the leader's view as far as the bar has room.
 * @param {Value} value
 * @param {number} leader
 */
function labelText(value, leader) {
    if (!value.bounds) return signed(scoreOf(value));
    const { lower, upper } = value.bounds;
    if (lower > -64 && leader >= 0) return `≥${signed(lower)}`;
    if (upper < 64) return `≤${signed(upper)}`;
    return lower > -64 ? `≥${signed(lower)}` : '';
}

/** @param {Value} value */
const rangeText = (value) =>
    value.bounds ? `${signed(value.bounds.lower)}…${signed(value.bounds.upper)}` : signed(scoreOf(value));

/** A value of the side to move as one of black. @param {Value} value @param {'X' | 'O'} side */
export const ofBlack = (value, side) => (side === 'X' ? value : negated(value));
