// The proof of a solved score: a file that anyone can check.
import { compact, t } from './strings.js';

/**
 * @typedef {object} Proof
 * @property {'save' | 'check' | null} wanted What it was asked for.
 * @property {Uint8Array<ArrayBuffer> | null} file
 * @property {number} checked The positions that the checker has seen; 0 before.
 */

/** The most empty squares: a proof of more would take long, and a phone may not have the memory. */
const MOST_EMPTIES = 17;

/** @returns {Proof} */
export const newProof = () => ({ wanted: null, file: null, checked: 0 });

/** The offer of the proof of a position that is solved. @param {Proof} proof @param {number} empties */
export function proofHtml({ wanted, file, checked }, empties) {
    if (empties > MOST_EMPTIES) return '';
    const button = (/** @type {string} */ act) => `<button class="btn sm" data-act="${act}"${wanted ? ' disabled' : ''}>${t(act)}</button>`;
    const size = file ? t('proofSize', { n: file.length }) : '';
    const note = wanted ? t('proofWaits') : checked > 0 ? t('proofChecked', { n: compact(checked) }) : size;
    return `<section class="sec proof"><header><h2>${t('proof')}</h2><small>${note}</small></header>
<p class="small">${t('proofIs')}</p><div class="btns">${button('saveProof')}${button('checkProof')}</div></section>`;
}
