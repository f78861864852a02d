// The keyboard: moving on the board, and single letters, which are off in fields and can be switched off.
import { focusSquare, focusedSquare, squareOf } from './board.js';
import { dialogIsOpen } from './dialogs.js';
import { puzzles } from './lazy.js';
import { legalSquares } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';

/** @typedef {(act: string, arg?: string) => void} Act */

/** Letters that do the same as a button. @type {Record<string, [string, string?]>} */
const LETTERS = {
    k: ['prev'],
    j: ['next'],
    K: ['first'],
    J: ['last'],
    u: ['back'],
    r: ['forward'],
    h: ['values'],
    s: ['solve-or-stop'],
    n: ['new'],
    i: ['import'],
    c: ['copy'],
    g: ['variation'],
    G: ['leave-variation'],
    e: ['note'],
    m: ['next-mistake'],
    M: ['prev-mistake'],
    v: ['show-line'],
    t: ['drill'],
    p: ['practice'],
    '[': ['prevGame'],
    ']': ['nextGame'],
    '?': ['keys'],
    1: ['mode', 'play'],
    2: ['mode', 'analyse'],
    3: ['mode', 'solve'],
};

/** @param {Act} act */
export function watchKeys(act) {
    document.addEventListener('keydown', (event) => {
        if (dialogIsOpen() || event.isComposing || event.altKey || event.defaultPrevented) return;
        const inField =
            event.target instanceof HTMLElement && event.target.matches('textarea, select, input:not([type=radio])');
        if (inField) return;
        const enter = event.key === 'Enter' ? (puzzles()?.enterAct() ?? '') : '';
        if (enter && event.target instanceof Element && !event.target.closest('button, a')) {
            event.preventDefault();
            return act(enter);
        }
        if (boardKey(event) || controlKey(event, act) || letter(event, act)) event.preventDefault();
    });
    document.addEventListener('paste', (event) => {
        const inField = event.target instanceof Element && event.target.closest('textarea, input');
        const text = event.clipboardData?.getData('text') ?? '';
        if (!dialogIsOpen() && !inField && !state.embedded && text !== '') act('import', text);
    });
}

/** Arrows and their kind, on the board only. @param {KeyboardEvent} event */
function boardKey(event) {
    const square = squareOf(event.target);
    if (square < 0) return false;
    const [x, y] = [square % 8, square >> 3];
    if (event.key === 'Enter' || event.key === ' ') {
        /** @type {HTMLElement} */ (event.target).click();
        return true;
    }
    const far = event.ctrlKey || event.metaKey;
    const to = {
        ArrowLeft: [x - 1, y],
        ArrowRight: [x + 1, y],
        ArrowUp: [x, y - 1],
        ArrowDown: [x, y + 1],
        Home: [0, far ? 0 : y],
        End: [7, far ? 7 : y],
    }[event.key];
    if (!to) return false;
    if (to.every((each) => each >= 0 && each < 8)) focusSquare(to[0] + 8 * to[1]);
    return true;
}

/** @param {KeyboardEvent} event @param {Act} act */
function controlKey(event, act) {
    if (event.key === 'Escape') {
        act('escape');
        return true;
    }
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return false;
    act(event.shiftKey ? 'forward' : 'back');
    return true;
}

/** @param {KeyboardEvent} event @param {Act} act */
function letter(event, act) {
    if (event.ctrlKey || event.metaKey || !state.settings.shortKeys) return false;
    if (event.key === 'l' || event.key === 'L') return nextLegal(event.shiftKey ? -1 : 1);
    const key =
        /^[kjgm]$/i.test(event.key) && event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
    const found = LETTERS[key];
    if (!found) return false;
    act(...found);
    return true;
}

/** The next square that can be played, around the end. @param {1 | -1} step */
function nextLegal(step) {
    const at = puzzles()?.asked();
    const legal = at ? legalSquares(at) : is.legal();
    if (legal.length === 0) return false;
    const here = focusedSquare();
    const ahead =
        step > 0 ? legal.find((square) => square > here) : legal.findLast((square) => square < here);
    focusSquare(ahead ?? (step > 0 ? legal[0] : legal[legal.length - 1]));
    return true;
}
