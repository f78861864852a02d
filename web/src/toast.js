// One short message at a time, with at most one action. It stays while it is hovered or focused.
import { $, esc } from './dom.js';

const SHOWN_MS = 5000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {(() => void) | null} */
let onAction = null;

/** @param {string} text @param {{ label: string, run: () => void }} [action] */
export function toast(text, action) {
    const element = $('.toast');
    onAction = action?.run ?? null;
    element.innerHTML = `<span>${esc(text)}</span>${action ? `<button data-act="toast">${esc(action.label)}</button>` : ''}`;
    element.classList.add('on');
    // A dialog covers the page: it has a place of its own for what is said.
    const said = document.querySelector('dialog[open] .said');
    if (said) said.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(hide, SHOWN_MS);
}

/** Hides it, but not under the pointer or the focus. */
function hide() {
    const element = $('.toast');
    if (element.matches(':hover') || element.contains(document.activeElement)) {
        timer = setTimeout(hide, 1000);
        return;
    }
    hideToast();
}

export function hideToast() {
    const element = $('.toast');
    element.classList.remove('on');
    element.replaceChildren();
    document.querySelector('dialog .said')?.replaceChildren();
    onAction = null;
}

export function toastAction() {
    const run = onAction;
    hideToast();
    run?.();
}
