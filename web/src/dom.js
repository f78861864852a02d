// Markup as strings, put into the page by changing only what differs: focus, scroll and running
// transitions stay as they are.

/** @param {unknown} text Text that is not ours, or that may hold `<`, `&` or quotes. */
export const esc = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** @template {Element} T @param {string} selector @param {ParentNode} [root] @returns {T} */
export function $(selector, root = document) {
    const found = root.querySelector(selector);
    if (!found) throw new Error(`no element ${selector}`);
    return /** @type {T} */ (found);
}

/** An icon of the sprite in index.html. @param {string} name */
export const icon = (name) => `<svg class="i${/^[np]m$/.test(name) ? ' m' : ''}" aria-hidden="true"><use href="#${name}"/></svg>`;

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Makes the content of an element that of the markup. @param {Element} element @param {string} html */
export function fill(element, html) {
    if (shown.get(element) === html) return;
    shown.set(element, html);
    const template = document.createElement('template');
    template.innerHTML = html;
    patchChildren(element, template.content);
}

/** @param {Node} old @param {Node} young */
function patchChildren(old, young) {
    const wanted = [...young.childNodes];
    for (const [index, node] of wanted.entries()) {
        // The focused element keeps the focus where something comes or goes before it.
        if ([...old.childNodes].slice(index + 1).some((each) => hasFocus(each) && isSame(each, node)))
            while (!isSame(old.childNodes[index], node)) old.childNodes[index].remove();
        const present = old.childNodes[index];
        if (!present) old.appendChild(node);
        else if (isSame(present, node)) patch(present, node);
        else if (hasFocus(present) && wanted.slice(index + 1).some((each) => isSame(present, each))) old.insertBefore(node, present);
        else old.replaceChild(node, present);
    }
    while (old.childNodes.length > wanted.length) old.lastChild?.remove();
}

/** Returns whether the focus is in an element with a key. @param {Node} node */
const hasFocus = (node) =>
    node instanceof Element && node.hasAttribute('data-key') && node.contains(document.activeElement);

/** @param {Node} old @param {Node} young */
const isSame = (old, young) =>
    old.nodeName === young.nodeName &&
    (!(old instanceof Element) ||
        old.getAttribute('data-key') === /** @type {Element} */ (young).getAttribute('data-key'));

/** @param {Node} old @param {Node} young */
function patch(old, young) {
    if (!(old instanceof Element) || !(young instanceof Element)) {
        if (old.nodeValue !== young.nodeValue) old.nodeValue = young.nodeValue;
        return;
    }
    for (const { name } of [...old.attributes]) if (!young.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...young.attributes]) {
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old instanceof HTMLInputElement && old.type === 'radio') old.checked = young.hasAttribute('checked');
    if (old instanceof HTMLTextAreaElement) return; // what is typed there stays
    patchChildren(old, young);
}

/** Returns whether the device asks for less motion. */
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
