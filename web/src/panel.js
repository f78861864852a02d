// The panel beside the board, or below it on a phone: each view has its own parts.
import { bookHtml } from './book.js';
import { accuracy, chanceAt, losses, turningPoints } from './facts.js';
import { $, esc, icon } from './dom.js';
import { graphHtml } from './graph.js';
import { puzzles, rated, sets } from './lazy.js';
import { cardHtml, mistakesHtml, stepTo } from './mistakes.js';
import { movesHtml, turningHtml, valueHtml } from './moves.js';
import { firstHtml } from './picker.js';
import { duePuzzles, loadPractice, today } from './practice.js';
import { isQueued } from './queue.js';
import { AGAINST } from './rating.js';
import { PASS, nameOf } from './rules.js';
import { setupHtml } from './setup.js';
import { newRun, solveHtml } from './solve-panel.js';
import * as is from './state.js';
import { state } from './state.js';
import { clockText, sideName, t } from './strings.js';
import { Tree } from './tree.js';

const LINES = 3;
/** A clock warns below this number of seconds. */
export const LOW_CLOCK = 20;

/**
 * The class of the panel, and its parts; each is drawn only when it changes.
 * @returns {[string, string[]]}
 */
export function panel() {
    if (state.setup) return ['p-setup', [setupHtml(state.setup)]];
    const part = puzzles();
    if (part) return ['p-drill', [part.drillHtml()]];
    const { tree, writing } = state;
    const { game } = state.home;
    const moves = () => movesHtml({ game, here: is.node(), losses: losses(), tree, writing });
    if (state.mode === 'solve') {
        return [
            'p-solve',
            [
                `<div class="col">${solveHtml(is.run() ?? newRun(), is.position().side, is.empties())}</div>`,
                tree.root.children.length > 0 ? moves() : '',
            ],
        ];
    }
    if (state.mode === 'analyse') {
        if (!tabs().includes(state.tab)) state.tab = 'mistakes';
        const pane = { mistakes: mistakesHtml, moves: () => linesHtml() + moves(), book: () => bookHtml() + (rated()?.trapsHtml() ?? ''), games: () => sets()?.gamesHtml() ?? '' }[state.tab]();
        return ['p-rev', [graph(), cardHtml(), tabsHtml(), `<div class="pane" id="pane" role="tabpanel" aria-labelledby="sub-${state.tab}" tabindex="-1">${pane}</div>`]];
    }
    if (state.isFirst) return ['p-pick', [firstHtml(state.settings), dueHtml()]];
    if (is.gameOver()) return ['p-over', [graph(), turningHtml(state.game, losses(), turningPoints()) || moves()]];
    const line = new Tree(game.moves);
    const played = movesHtml({ game, here: line.at(game.moves.slice(0, state.ply)), losses: [], tree: line, writing: null });
    return ['p-play', [played, `<p class="small note">${playNote()}</p>`]];
}

/** @typedef {'mistakes' | 'moves' | 'book' | 'games'} Tab */
/** The tabs of the review: a game of a set has one for the set. @returns {Tab[]} */
export const tabs = () => ['mistakes', 'moves', 'book', ...(isQueued() && sets() ? /** @type {const} */ (['games']) : [])];

/** How many puzzles wait today. */
function dueHtml() {
    const due = duePuzzles(loadPractice(), today()).length;
    return due > 0 ? `<div class="btns"><button class="btn sm" data-act="practice">${t('practice')} · ${t('due')} ${due}</button></div>` : '';
}

/** Steps among the games that were imported together. */
function queueHtml() {
    const { games, at } = state.queue;
    if (!isQueued()) return '';
    const step = (/** @type {string} */ act, /** @type {string} */ name, /** @type {boolean} */ off) =>
        `<button data-act="${act}" aria-label="${t(act)}" title="${t(act)}"${off ? ' disabled' : ''}>${name}</button>`;
    return `<span class="mini-seg">${step('prevGame', '‹', at === 0)}<span class="small" aria-label="${t('gameOf', { a: at + 1, b: games.length })}">${at + 1}/${games.length}</span>${step('nextGame', '›', at === games.length - 1)}</span>`;
}

function tabsHtml() {
    const all = tabs().map(
        (tab) =>
            `<button role="tab" id="sub-${tab}" data-act="tab" data-arg="${tab}" aria-controls="pane" aria-selected="${state.tab === tab}" tabindex="${state.tab === tab ? 0 : -1}">${t(tab)}</button>`,
    );
    const note = state.tab === 'moves' ? `<span class="mini-seg"><button data-act="note">${t('addNote')}</button></span>` : '';
    return `<div class="sub"><div role="tablist" aria-label="${t('analyse')}">${all.join('')}</div><span class="sp"></span>${queueHtml()}${note}</div>`;
}

/** Play says why there are no values, or how deep they are. */
function playNote() {
    if (!is.valuesShown()) return t('noValues');
    const first = state.values.lines(is.position())[0];
    return [depthText(first?.value ?? null), t('fromMover')].filter(Boolean).join(' · ');
}

/** @param {import('./values.js').Value | null} value */
function depthText(value) {
    if (!value) return '';
    const { exact, estimate } = value;
    if (exact !== undefined) return t('exactNote');
    return estimate ? t('est', { d: estimate.depth, p: estimate.selectivity }) : t('boundNote');
}

/** The data of the graph: the game, also while a variation is on the board. */
export function graphView(width = graphSize().width, height = graphSize().height) {
    const { game, ply } = state.home;
    const { unit } = state.settings;
    const points = game.positions.map((each, at) => {
        const known = state.values.position(each);
        return known && { value: known.value, side: each.side, chance: unit === 'chance' ? chanceAt(at) : null };
    });
    const me = is.me();
    return {
        points,
        losses: losses(),
        movers: game.positions.slice(0, -1).map(({ side }) => side),
        ply,
        number: game.number(ply),
        up: me ?? 'X',
        mineOnly: me !== null && state.mineOnly,
        names: is.playerNames(),
        unit,
        width,
        height,
    };
}

const graph = () => graphHtml(graphView());

/** Where the card of a mistake stands beside the graph, so far apart. */
const twoColumns = globalThis.matchMedia?.('(min-width:640px) and (max-width:959px) and (min-height:560px)');
const CARD_GAP = 32;
const isBesideCard = () => state.mode === 'analyse' && twoColumns?.matches && cardHtml() !== '';

/** The room for the graph: the style has its height. */
function graphSize() {
    const style = getComputedStyle($('.panel'));
    // Where its parts stand among other parts of the page it has no box.
    const width = ($('.panel').clientWidth || $('main').clientWidth) - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const half = isBesideCard() ? (width - CARD_GAP) / 2 : width;
    return { width: Math.max(200, Math.round(half)), height: parseInt(style.getPropertyValue('--graph-h')) || 60 };
}

/** The best moves, if values are shown and there are some. */
function linesHtml() {
    const lines = state.settings.values && !is.gameOver() ? state.values.lines(is.position()) : [];
    if (lines.length === 0) return '';
    const rows = lines
        .slice(0, LINES)
        .map(({ move, value, pv }) => `<li>${valueHtml(value)}<b>${nameOf(move)}</b>${pvHtml(pv)}</li>`);
    const head = t('forSide', { side: sideName(is.position().side) });
    const { estimate } = lines[0].value;
    const depth = estimate ? `<small title="${depthText(lines[0].value)}">${estimate.depth}·${estimate.selectivity}%</small>` : '';
    return `<section class="sec lines"><header><h2>${t('bestMoves')} <span class="thin">${head}</span></h2>${depth}</header><ol>${rows.join('')}</ol></section>`;
}

/** A line of play: each move plays up to itself. @param {number[]} pv */
function pvHtml(pv) {
    const moves = pv.map((move) => (move === PASS ? 'ps' : nameOf(move)));
    const buttons = moves
        .slice(1)
        .map(
            (name, index) =>
                `<button data-act="line" data-arg="${moves.slice(0, index + 2).join('')}">${name === 'ps' ? '–' : name}</button>`,
        );
    return `<span class="pv">${buttons.join(' ')}</span>`;
}

/** @param {'X' | 'O'} side @param {string} cells */
export function playerHtml(side, cells) {
    const disc = cells.split(side).length - 1;
    const colour = side === 'X' ? 'b' : 'w';
    const shownSide = state.setup?.side ?? puzzles()?.drillView()?.position.side ?? is.position().side;
    const isOn = shownSide === side && (state.setup !== null || state.drill !== null || !is.gameOver());
    const inPlay = state.mode === 'play' && !state.setup;
    const name = state.setup || state.drill ? sideName(side) : is.shortName(side);
    const colourOrRating = is.isOpponent(side) && !state.shared ? `<span class="sr">${sideName(side)}, </span>${state.settings.rating}` : sideName(side);
    const second =
        clockHtml(side) ||
        accuracyHtml(side) || (isOn ? t('toMove') : inPlay && name !== sideName(side) ? colourOrRating : '');
    const mark = `<span class="pd ${colour}" aria-hidden="true"></span>`;
    const names = `<div class="nm"><b>${esc(name)}</b><small>${second}</small></div>`;
    const count = `<span class="count">${disc}</span>`;
    return `<div class="pl ${colour}${isOn ? ' on' : ''}">${side === 'X' ? mark + names + count : count + names + mark}</div>`;
}

/** How well a side played, in a review. @param {'X' | 'O'} side */
function accuracyHtml(side) {
    if (state.mode !== 'analyse' || state.setup || state.drill || state.embedded) return '';
    const known = accuracy(side);
    if (known === null) return '';
    const label = `<span class="lb">${t('acc')}</span>`;
    if (!known) return `<span class="acc">… ${label}</span>`;
    const [p, low, high] = [known.percent, known.low, known.high].map(Math.round);
    const full = t('accFull', { p, low, high, n: known.moves });
    return `<span class="acc" title="${full}"><b>${p} %</b> ${label}<span class="sr">. ${full}</span></span>`;
}

/** @param {'X' | 'O'} side */
function clockHtml(side) {
    const seconds = state.match.timeLeft(side);
    if (state.mode !== 'play' || seconds === null || state.setup) return '';
    return `<span class="ck${seconds < LOW_CLOCK ? ' low' : ''}">${clockText(Math.ceil(seconds))}</span>`;
}

/**
 * @typedef {{
 *   act: string, icon: string, label: string, name?: string, pressed?: boolean, disabled?: boolean,
 *   iconOnly?: boolean,
 * }} Control A name is said where the label is short.
 */

/** @returns {Control[]} */
function controls() {
    const [back, on] = [state.ply === 0, is.isAtEnd()];
    if (state.setup) {
        return [
            { act: 'back', icon: 'back', label: 'takeBack', disabled: state.setup.past.length === 0, iconOnly: true },
            { act: 'forward', icon: 'forward', label: 'playAgain', disabled: state.setup.future.length === 0, iconOnly: true },
        ];
    }
    if (state.drill) return [{ act: 'drill-leave', icon: 'prev', label: 'toReview' }];
    if (state.mode === 'play') {
        return [
            { act: 'back', icon: 'back', label: 'takeBack', disabled: back, iconOnly: true },
            { act: 'forward', icon: 'forward', label: 'playAgain', disabled: on, iconOnly: true },
            { act: 'values', icon: 'hint', label: 'hint', pressed: state.hint, disabled: is.gameOver() },
            state.isFirst ? { act: 'begin', icon: 'next', label: 'start' } : { act: 'new', icon: 'plus', label: 'newGame' },
        ];
    }
    const values = { act: 'values', icon: 'values', label: 'values', pressed: state.settings.values };
    const prev = { act: 'prev', icon: 'prev', label: 'prev', disabled: back, iconOnly: true };
    const next = { act: 'next', icon: 'next', label: 'next', disabled: on, iconOnly: true };
    if (state.embedded) {
        const open = { act: 'openIn', icon: 'share', label: 'openIn', iconOnly: true };
        return [
            { act: 'first', icon: 'first', label: 'first', disabled: back, iconOnly: true },
            prev,
            next,
            { act: 'last', icon: 'lastm', label: 'last', disabled: on, iconOnly: true },
            open,
        ];
    }
    if (state.mode === 'solve') return [prev, next, values, { act: 'setup', icon: 'edit', label: 'setUp' }];
    const mistakeStep = (/** @type {1 | -1} */ step) => ({ disabled: stepTo(step) === null, iconOnly: true });
    return [
        { act: 'prev-mistake', icon: 'pm', label: 'prevMis', name: 'aPrevMis', ...mistakeStep(-1) },
        prev,
        next,
        { act: 'next-mistake', icon: 'nm', label: 'nextMis', name: 'aNextMis', ...mistakeStep(1) },
        values,
    ];
}

export const controlsHtml = () =>
    controls()
        .map(
            (control) =>
                `<button data-act="${control.act}"${control.iconOnly ? ` class="ico" title="${t(control.name ?? control.label)}"` : ' class="wd"'}${control.name ? ` aria-label="${t(control.name)}"` : ''}${control.pressed === undefined ? '' : ` aria-pressed="${control.pressed}"`}${control.disabled ? ' disabled' : ''}>` +
                `${icon(control.icon)}<span>${t(control.label)}</span></button>${control.act === 'values' ? againstHtml() : ''}`,
        )
        .join('');

/** Chooses the best play or people of a rating for the values. */
function againstHtml() {
    const { against } = state.settings;
    const option = (/** @type {number | string} */ each, text = each) => `<option value="${each}"${each === against ? ' selected' : ''}>${text}</option>`;
    const options = [option('best', t('vsBest')), ...AGAINST.map((each) => option(each))];
    return `<label class="vs${against === 'best' ? '' : ' on'}" title="${t('against')}">${icon('vs')}<select data-set="against" aria-label="${t('against')}">${options.join('')}</select></label>`;
}
