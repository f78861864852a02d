// A position set up by hand: discs are painted with a brush, and each step can be taken back.
import { Game } from './game.js';
import { START, count, isOver, mustPass, other } from './rules.js';
import { sideName, t } from './strings.js';

/** @typedef {import('./rules.js').Side} Side */
/** @typedef {{ cells: string, side: Side }} Step */
/** @typedef {Step & { brush: 'X' | 'O' | '-', past: Step[], future: Step[] }} Setup */

/** @param {import('./rules.js').Position} position @returns {Setup} */
export const beginSetup = ({ cells, side }) => ({ cells, side, brush: 'X', past: [], future: [] });

/** @param {Setup} setup @param {Partial<Step>} change */
export function change(setup, change) {
    setup.past.push({ cells: setup.cells, side: setup.side });
    setup.future = [];
    Object.assign(setup, change);
}

/**
 * @param {Setup} setup
 * @param {number} square
 * @param {string} [disc] Without it the brush; the same disc again clears.
 */
export function paint(setup, square, disc) {
    const wanted = disc ?? (setup.cells[square] === setup.brush ? '-' : setup.brush);
    if (setup.cells[square] === wanted) return wanted;
    change(setup, { cells: setup.cells.slice(0, square) + wanted + setup.cells.slice(square + 1) });
    return wanted;
}

/** @param {Setup} setup @param {'past' | 'future'} from @param {'past' | 'future'} to */
function step(setup, from, to) {
    const next = setup[from].pop();
    if (!next) return;
    setup[to].push({ cells: setup.cells, side: setup.side });
    Object.assign(setup, next);
}

/** @param {Setup} setup */
export const stepBack = (setup) => step(setup, 'past', 'future');
/** @param {Setup} setup */
export const stepForward = (setup) => step(setup, 'future', 'past');

/** Returns whether a game can go on from it. @param {Setup} setup */
export const isPlayable = ({ cells, side }) =>
    count(cells, 'X') > 0 && count(cells, 'O') > 0 && !isOver({ cells, side });

/** The game from it; the other side moves if only that one can. @param {Setup} setup */
export function gameOf({ cells, side }) {
    return Game.read({ cells, side: mustPass({ cells, side }) ? other(side) : side }, []);
}

/** @type {Record<string, (setup: Setup) => Partial<Step>>} */
const CHANGES = {
    startPos: () => ({ ...START }),
    clear: () => ({ cells: '-'.repeat(64) }),
    swap: ({ cells }) => ({ cells: cells.replace(/[XO]/g, (disc) => (disc === 'X' ? 'O' : 'X')) }),
};

/** @param {Setup} setup @param {string} name */
export const changeBy = (setup, name) => change(setup, CHANGES[name](setup));

/** @param {Setup} setup */
export function setupHtml({ brush, side }) {
    /** @type {[string, string, string][]} */
    const brushes = [['X', 'pd b', t('black')], ['O', 'pd w', t('white')], ['-', 'e', t('empty')]];
    const palette = brushes.map(
        ([disc, mark, name]) =>
            `<label><input type="radio" name="brush" value="${disc}" data-set="brush"${disc === brush ? ' checked' : ''}><span class="${mark}"></span>${name}</label>`,
    );
    const sides = /** @type {Side[]} */ (['X', 'O']).map(
        (each) =>
            `<label><input type="radio" name="side" value="${each}" data-set="side"${each === side ? ' checked' : ''}><span>${sideName(each)}</span></label>`,
    );
    const buttons = Object.keys(CHANGES).map(
        (name) => `<button class="btn sm" data-act="setup-change" data-arg="${name}">${t(name)}</button>`,
    );
    return `<section class="sec set"><fieldset class="pal"><legend class="sr">${t('setTitle')}</legend>${palette.join('')}</fieldset></section>
<fieldset class="field"><legend>${t('sideToMove')}</legend><div class="seg">${sides.join('')}</div></fieldset>
<div class="btns">${buttons.join('')}</div>`;
}
