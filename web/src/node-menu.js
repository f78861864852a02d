// The menu of a move in the list: by the right button, a long press, or Shift+F10.
import * as actions from './actions.js';
import { $ } from './dom.js';
import { movesOf } from './link.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';

const LONG_MS = 500;

/** @type {HTMLElement | null} */
let menu = null;
/** @type {HTMLElement | null} */
let opener = null;

function close() {
    menu?.remove();
    menu = null;
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    opener = null;
}

/** The node of a button of the list. @param {HTMLElement} button */
function nodeOf(button) {
    const { act, arg = '' } = button.dataset;
    const path = act === 'jump' ? state.home.game.moves.slice(0, Number(arg)) : (movesOf(arg) ?? []);
    return state.tree.at(path);
}

/** @param {() => void} draw @param {import('./keys.js').Act} act */
export function watchMenu(draw, act) {
    /** @param {HTMLElement} button @param {number} x @param {number} y */
    const open = (button, x, y) => {
        const node = nodeOf(button);
        if (!node || state.mode === 'play') return;
        close();
        opener = button;
        const branch = is.branch(node);
        /** @type {[string, () => void][]} */
        const rows = [
            [
                'addNote',
                () => {
                    actions.goToPath(node.path);
                    opener = null;
                    act('note', '');
                },
            ],
        ];
        if (branch) {
            rows.push(['promote', () => actions.promote(node)], ['delVar', () => actions.removeVariation(branch)]);
        }
        rows.push(['playOn', () => actions.playOn(node.path, is.knob())], ['saveGgf', () => act('saveGgf')]);
        menu = document.createElement('div');
        menu.className = 'nodemenu';
        menu.setAttribute('role', 'menu');
        menu.setAttribute('aria-label', button.textContent ?? '');
        for (const [key, run] of rows) {
            const item = document.createElement('button');
            item.setAttribute('role', 'menuitem');
            item.tabIndex = -1;
            item.textContent = t(key, { r: is.knob() });
            item.addEventListener('click', () => {
                close();
                run();
                draw();
            });
            menu.append(item);
        }
        $('main').append(menu);
        menu.style.left = `${Math.max(8, Math.min(x, innerWidth - menu.offsetWidth - 8))}px`;
        menu.style.top = `${Math.max(8, Math.min(y, innerHeight - menu.offsetHeight - 8))}px`;
        /** @type {HTMLElement} */ (menu.firstElementChild).focus();
    };
    const buttonOf = (/** @type {Event} */ { target }) => {
        const found = target instanceof Element ? target.closest('[data-node]') : null;
        return found instanceof HTMLElement ? found : null;
    };
    document.addEventListener('contextmenu', (event) => {
        const button = buttonOf(event);
        if (!button || state.mode === 'play') return;
        event.preventDefault();
        const box = button.getBoundingClientRect();
        open(button, event.clientX || box.left, event.clientY || box.bottom);
    });
    watchLongPress(buttonOf, open);
    document.addEventListener('pointerdown', (event) => {
        if (menu && event.target instanceof Node && !menu.contains(event.target)) close();
    });
    document.addEventListener(
        'keydown',
        (event) => {
            if (menu) return menuKey(event);
            const button = buttonOf(event);
            if (!button || !(event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))) return;
            event.preventDefault();
            const box = button.getBoundingClientRect();
            open(button, box.left, box.bottom);
        },
        true,
    );
}

/** @param {KeyboardEvent} event */
function menuKey(event) {
    const items = /** @type {HTMLElement[]} */ ([...(menu?.children ?? [])]);
    const here = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: (here + 1) % items.length, ArrowUp: (here + items.length - 1) % items.length, Home: 0, End: items.length - 1 }[
        event.key
    ];
    if (to !== undefined) items[to].focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
}

/**
 * @param {(event: Event) => HTMLElement | null} buttonOf
 * @param {(button: HTMLElement, x: number, y: number) => void} open
 */
function watchLongPress(buttonOf, open) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const end = () => clearTimeout(timer);
    document.addEventListener('pointerdown', (event) => {
        const button = event.pointerType === 'touch' ? buttonOf(event) : null;
        end();
        if (button) timer = setTimeout(() => open(button, event.clientX, event.clientY), LONG_MS);
    });
    for (const type of ['pointerup', 'pointercancel', 'pointermove', 'scroll']) document.addEventListener(type, end, true);
}
