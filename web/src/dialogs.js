// Dialogs: a sheet from below on a phone, centred elsewhere. The browser keeps the focus inside of them.
import { $, esc, fill, icon } from './dom.js';
import { importing, sets, sharing } from './lazy.js';
import { pickerHtml, segments } from './picker.js';
import { USUAL } from './rating.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';

/** @typedef {'new' | 'import' | 'share' | 'sets' | 'round' | 'menu' | 'keys' | 'about' | 'details'} Name */

/** @type {Name | null} */
let open = null;
/** The choices so far in the dialog of a new game. @type {import('./store.js').Choice} */
export const choice = { rating: USUAL, chosen: 'X', start: 'usual', clock: 0, increment: 0 };

const dialog = () => /** @type {HTMLDialogElement} */ ($('dialog'));

/** @param {Name} name @param {string} [text] For an import. */
export function openDialog(name, text) {
    if (name === 'new') {
        const { rating, chosen, start, clock, increment } = state.settings;
        Object.assign(choice, { rating, chosen, start, clock, increment });
    }
    if (name === 'import') importing()?.start(text ?? '');
    open = name;
    dialog().replaceChildren();
    showDialog();
    if (!dialog().open) dialog().showModal();
    const field = dialog().querySelector('textarea');
    if (field) field.value = text ?? '';
    /** @type {HTMLElement | null} */ (dialog().querySelector('textarea, input[type=range], h1'))?.focus();
}

export function closeDialog() {
    if (dialog().open) dialog().close();
}

export const dialogIsOpen = () => dialog().open;

/** @param {() => void} onClose */
export function watchDialog(onClose) {
    dialog().addEventListener('close', () => {
        if (dialog().open) return; // the event comes late, and another one was opened
        open = null;
        dialog().replaceChildren();
        fill(dialog(), '');
        onClose();
    });
    dialog().addEventListener('click', (event) => {
        if (event.target === dialog()) closeDialog();
    });
}

/** Draws the open dialog. */
export function showDialog() {
    if (open === null) return;
    const [title, body, buttons] = (sets()?.DIALOGS[open] ?? CONTENT[open])?.() ?? NOTHING;
    dialog().setAttribute('aria-labelledby', 'dlg-title');
    dialog().classList.toggle('wide', open === 'share' || open === 'round');
    dialog().classList.toggle('full', open === 'round');
    const close = `<button data-act="close" aria-label="${t('close')}">${icon('x')}</button>`;
    const foot = buttons.length > 0 ? `<div class="btns end"><p class="said" role="status"></p>${buttons.map(button).join('')}</div>` : '';
    fill(
        dialog(),
        `<div class="dlg" data-key="${open}"><div class="hd"><h1 id="dlg-title" tabindex="-1">${t(title)}</h1>${close}</div>${body}${foot}</div>`,
    );
}

/**
 * @param {string} name `*` marks the primary button, `!` one that is disabled. `a:b` does a with the text
 * of b.
 */
function button(name) {
    const [act, key = act] = name.replace(/^[*!]/, '').split(':');
    const primary = name[0] === '*' || name[0] === '!';
    const part = key === 'reviewPart' ? importing()?.legalPart()?.game : null;
    const label = t(key, { n: part?.number(part.length) ?? importing()?.chosenCount() ?? 0 });
    return `<button class="btn${primary ? ' pri' : ''}" data-act="${act}"${name[0] === '!' ? ' disabled' : ''}>${label}</button>`;
}

/** Title, body and buttons. @typedef {[string, string, string[]]} Content */
/** @type {Content} */
const NOTHING = ['menu', '', []];
/** @type {Record<string, () => Content>} */
const CONTENT = {
    new: () => ['newGame', pickerHtml(choice), ['start-person:personIt', '*start']],
    import: () => {
        const part = importing();
        if (!part) return NOTHING;
        const { html, ready } = part.importHtml();
        const act = part.chosenCount() > 1 ? 'load:reviewN' : 'load:reviewIt';
        return ['importTitle', html, [ready ? `*${act}` : part.legalPart() ? '*load-part:reviewPart' : `!${act}`]];
    },
    share: () => ['shareTitle', sharing()?.shareHtml() ?? '', ['copyEmbed', 'copyLink', 'copyPic', '*savePic']],
    menu: () => ['menu', menuHtml(), ['forget', '*close']],
    keys: () => ['keys', keysHtml(), ['*close']],
    about: () => ['about', `<p>${t('aboutIs')}</p><p class="small">${t('aboutLicence')}</p>`, ['*close']],
    details: () => ['details', `<p class="small"><code>${esc(state.failure)}</code></p>`, ['*close']],
};

function menuHtml() {
    // A wide screen has some of them in its header.
    const rows = [
        ['import', 'import', 'importGame', ' class="narrow"'],
        ['setup', 'edit', 'setUp', ''],
        ...(state.mode === 'play' || is.gameOver() ? [] : [['play-on', 'forward', 'playOn', '']]),
        ['share', 'share', 'share', ' class="narrow"'],
        ['practice', 'hint', 'practice', ''],
        ['sets', 'more', 'sets', ''],
        ['saveGgf', 'import', 'saveGgf', ''],
        ['saveJson', 'import', 'saveJson', ''],
        ['print', 'about', 'printIt', ''],
        ['keys', 'keys', 'keys', ''],
        ['about', 'about', 'about', ''],
    ];
    const { depth, weights, theme, lang } = state.settings;
    const list = rows.map(
        ([act, name, key, width]) =>
            `<li${width}><button data-act="${act}">${icon(name)}<span>${t(key, { r: is.knob() })}</span></button></li>`,
    );
    const names = state.settings.myNames.map(
        (name) =>
            `<li><span>${esc(name)}</span><button data-act="forget-name" data-arg="${esc(name)}" aria-label="${esc(t('forgetName', { name }))}">${icon('x')}</button></li>`,
    );
    const mine = names.length > 0 ? `<section><h2>${t('myNames')}</h2><ul class="mynames">${names.join('')}</ul></section>` : '';
    const offline = state.isOffline ? `<p class="small">${t('offline')}</p>` : '';
    /** @param {string[]} names @returns {[string, string][]} */
    const named = (...names) => names.map((name) => [name, t(name)]);
    return (
        `${offline}<ul class="list">${list.join('')}</ul>` +
        segments('depth', t('depth'), named('quick', 'normal', 'deep'), depth) +
        segments('weights', t('weights'), [['small', t('smallNet')], ['full', t('fullNet')]], weights) +
        segments('theme', t('theme'), named('light', 'dark', 'auto'), theme) +
        segments('lang', 'Language · 言語', [['en', 'English'], ['ja', '日本語']], lang) +
        mine
    );
}

const KEYS = [
    ['← → ↑ ↓', 'kMove'],
    ['Enter', 'kPlay'],
    ['L', 'kLegal'],
    ['K J', 'kBack'],
    ['G ⇧G', 'kBranch'],
    ['E', 'kNote'],
    ['M ⇧M', 'kMis'],
    ['V', 'kLine'],
    ['T', 'kRetry'],
    ['P', 'kPractice'],
    ['[ ]', 'kGames'],
    ['⇧K ⇧J', 'kEnds'],
    ['U R', 'kUndo'],
    ['H', 'kHint'],
    ['1 2 3', 'kModes'],
    ['S', 'kSolve'],
    ['N I C', 'kOther'],
    ['Esc', 'kEsc'],
    ['?', 'kHelp'],
];

function keysHtml() {
    const rows = KEYS.map(
        ([keys, key]) =>
            `<dt>${keys
                .split(' ')
                .map((each) => `<kbd>${each}</kbd>`)
                .join(' ')}</dt><dd>${t(key)}</dd>`,
    );
    return (
        `<dl class="keys">${rows.join('')}</dl><label class="check"><input type="checkbox" data-set="shortKeys"` +
        `${state.settings.shortKeys ? ' checked' : ''}><span>${t('shortKeys')}</span></label>`
    );
}
