// The announcements of a screen reader without moving the focus: moves, passes, results, the end of a search.
import { $ } from './dom.js';

/** @param {string} text */
export function say(text) {
    const region = $('#speech');
    // The same text twice is spoken twice only if the region was empty in between.
    region.textContent = '';
    setTimeout(() => (region.textContent = text), 30);
}
