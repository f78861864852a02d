// The evaluation bar: Black's share. It is empty where nothing is to be shown, so the board never shifts.
// A lead is a side and a number without a sign: signs are for the side to move, and live on squares.
import { endsOf, kindOf, negated, scoreOf } from './values.js';
import { t } from './strings.js';

/** @typedef {import('./values.js').Value} Value */

/** Half a disc is visible near zero, and 64 discs fit. @param {number} score */
const share = (score) => 50 + 50 * Math.sign(score) * (Math.abs(score) / 64) ** 0.6;

/** Half of the width of the soft edge of an estimate, in per cent. */
const SOFT = 5;

/** @param {HTMLElement} bar @param {Value | null} value Of black. @param {{ X: string, O: string }} names */
export function showBar(bar, value, names) {
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
    bar.setAttribute('aria-valuetext', spoken(value, names));
    const label = document.createElement('b');
    const leader = leaderOf(value);
    label.className = `${leader < 0 ? 'wh' : 'bl'}${value.estimate ? ' est' : ''}`;
    const inner = document.createElement(value.estimate ? 'i' : 'span');
    inner.textContent = labelText(value, leader);
    label.append(inner);
    bar.replaceChildren(label);
}

/**
 * Whose end of the bar has the number. Where both may lead, it is the one whose lead is bounded.
 * @param {Value} value
 */
function leaderOf(value) {
    const { lower, upper } = endsOf(value);
    if (lower >= 0 || upper <= 0) return lower >= 0 ? 1 : -1;
    if (upper < 64 && lower > -64) return Math.sign(lower + upper) || 1;
    return upper < 64 ? 1 : -1;
}

/** The lead of the leader, or its proven end. @param {Value} value @param {number} leader */
function labelText(value, leader) {
    if (!value.bounds) return String(Math.abs(scoreOf(value)));
    const { lower, upper } = value.bounds;
    const [least, most] = leader > 0 ? [lower, upper] : [-upper, -lower];
    return least > 0 ? `≥${least}` : most < 64 ? `≤${most}` : '';
}

/**
 * Who leads by how much, and how sure that is.
 * @param {Value} value
 * @param {{ X: string, O: string }} names
 */
function spoken(value, names) {
    const kind = t(value.bounds ? 'bound' : kindOf(value));
    const { lower, upper } = endsOf(value);
    if (lower === 0 && upper === 0) return `${t('even')}, ${kind}`;
    if (lower < 0 && upper > 0) {
        const part = (/** @type {string} */ name, /** @type {number} */ most) =>
            most < 64 ? t('aBar2', { name, v: t('atMost', { n: most }), kind }) : '';
        return [part(names.X, upper), part(names.O, -lower)].filter(Boolean).join('; ');
    }
    const [name, least, most] = lower >= 0 ? [names.X, lower, upper] : [names.O, -upper, -lower];
    const v = least === most ? least : most === 64 ? t('atLeast', { n: least }) : t('between', { a: least, b: most });
    return t('aBar2', { name, v, kind });
}

/** A value of the side to move as one of black. @param {Value} value @param {'X' | 'O'} side */
export const ofBlack = (value, side) => (side === 'X' ? value : negated(value));
