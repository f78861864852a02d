// What stands beside the board, or below it on a phone: for each view its own parts.
import { esc, icon } from './dom.js';
import { graphHtml } from './graph.js';
import { movesHtml, turningHtml } from './moves.js';
import { pickerHtml } from './picker.js';
import { PASS, nameOf } from './rules.js';
import { setupHtml } from './setup.js';
import { newRun, solveHtml } from './solve-panel.js';
import * as is from './state.js';
import { state } from './state.js';
import { clockText, sideName, signed, t } from './strings.js';

const LINES = 3;
/** Below so many seconds a clock warns. */
export const LOW_CLOCK = 20;

/**
 * The class of the panel, and its parts; each is drawn only when it changes.
 * @returns {[string, string[]]}
 */
export function panel() {
    if (state.setup) return ['p-setup', [setupHtml(state.setup)]];
    const moves = () => movesHtml(state.game, state.ply, is.losses());
    if (state.mode === 'solve') {
        return [
            'p-solve',
            [`<div class="col">${solveHtml(is.run() ?? newRun(), is.position().side)}</div>`, moves()],
        ];
    }
    if (state.mode === 'analyse')
        return ['p-ana', [`<div class="wide">${linesHtml()}</div>`, graph(), moves()]];
    if (state.isFirst) return ['p-pick', [pickerHtml(state.settings)]];
    if (is.gameOver()) return ['p-over', [graph(), turningHtml(state.game, is.losses()) || moves()]];
    return ['p-play', [movesHtml(state.game, state.ply, []), `<p class="small note">${playNote()}</p>`]];
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

function graph() {
    const { game } = state;
    const points = game.positions.map((each) => {
        const known = state.values.position(each);
        return known && { value: known.value, side: each.side };
    });
    return graphHtml(
        points,
        is.losses(),
        game.positions.slice(0, -1).map(({ side }) => side),
        state.ply,
    );
}

/** The three best moves. Their rows keep their height before there is a value. */
function linesHtml() {
    const lines = is.gameOver() ? [] : state.values.lines(is.position());
    const head = depthText(lines[0]?.value ?? null);
    const rows = [];
    for (let i = 0; i < LINES; i++) {
        const line = lines[i];
        rows.push(
            line
                ? `<li>${valueHtml(line.value)}<b>${nameOf(line.move)}</b>${pvHtml(line.pv)}</li>`
                : '<li><i class="dash"></i><b></b><span class="pv"></span></li>',
        );
    }
    return `<section class="sec lines"><header><h2>${t('bestMoves')}</h2><small>${head}</small></header><ol>${rows.join('')}</ol></section>`;
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

/** @param {import('./values.js').Value} value */
function valueHtml({ exact, bounds, estimate }) {
    if (exact !== undefined) return `<span class="val exact">${signed(exact)}</span>`;
    if (estimate) return `<span class="val est"><i>${signed(estimate.score)}</i></span>`;
    const [up, down] = [bounds.lower > -64, bounds.upper < 64];
    const text =
        up && down
            ? `${signed(bounds.lower)}…${signed(bounds.upper)}`
            : up
              ? `≥ ${signed(bounds.lower)}`
              : `≤ ${signed(bounds.upper)}`;
    return `<span class="val bound${up && down ? '' : up ? ' up' : ' down'}">${text}</span>`;
}

/** @param {'X' | 'O'} side @param {string} cells */
export function playerHtml(side, cells) {
    const disc = cells.split(side).length - 1;
    const colour = side === 'X' ? 'b' : 'w';
    const shownSide = state.setup?.side ?? is.position().side;
    const isOn = shownSide === side && (state.setup !== null || !is.gameOver());
    const inPlay = state.mode === 'play' && !state.setup;
    const name =
        !inPlay || is.isTwoPeople()
            ? sideName(side)
            : t(is.isOpponent(side) ? state.settings.strength : 'you');
    const second =
        clockHtml(side) || (isOn ? t('toMove') : inPlay && !is.isTwoPeople() ? sideName(side) : '');
    const mark = `<span class="pd ${colour}" aria-hidden="true"></span>`;
    const names = `<div class="nm"><b>${esc(name)}</b><small>${second}</small></div>`;
    const count = `<span class="count">${disc}</span>`;
    return `<div class="pl ${colour}${isOn ? ' on' : ''}">${side === 'X' ? mark + names + count : count + names + mark}</div>`;
}

/** @param {'X' | 'O'} side */
function clockHtml(side) {
    const seconds = state.match.timeLeft(side);
    if (state.mode !== 'play' || seconds === null || state.setup) return '';
    return `<span class="ck${seconds < LOW_CLOCK ? ' low' : ''}">${clockText(Math.ceil(seconds))}</span>`;
}

/**
 * @typedef {{
 *   act: string, icon: string, label: string, pressed?: boolean, disabled?: boolean, iconOnly?: boolean,
 * }} Control
 */

/** @returns {Control[]} */
function controls() {
    const [back, on] = [state.ply === 0, is.isAtEnd()];
    if (state.setup) {
        return [
            { act: 'back', icon: 'back', label: 'takeBack', disabled: state.setup.past.length === 0 },
            { act: 'forward', icon: 'forward', label: 'playAgain', disabled: state.setup.future.length === 0 },
        ];
    }
    if (state.mode === 'play') {
        return [
            { act: 'back', icon: 'back', label: 'takeBack', disabled: back },
            { act: 'forward', icon: 'forward', label: 'playAgain', disabled: on },
            { act: 'values', icon: 'hint', label: 'hint', pressed: state.hint, disabled: is.gameOver() },
            { act: 'new', icon: 'plus', label: 'newGame' },
        ];
    }
    const values = { act: 'values', icon: 'values', label: 'values', pressed: state.settings.values };
    const prev = { act: 'prev', icon: 'prev', label: 'prev', disabled: back, iconOnly: true };
    const next = { act: 'next', icon: 'next', label: 'next', disabled: on, iconOnly: true };
    if (state.mode === 'solve') return [prev, next, values, { act: 'setup', icon: 'edit', label: 'setUp' }];
    return [
        { act: 'first', icon: 'first', label: 'first', disabled: back, iconOnly: true },
        prev,
        next,
        { act: 'last', icon: 'lastm', label: 'last', disabled: on, iconOnly: true },
        values,
    ];
}

export const controlsHtml = () =>
    controls()
        .map(
            (control) =>
                `<button data-act="${control.act}"${control.iconOnly ? ' class="ico"' : ''}${control.pressed === undefined ? '' : ` aria-pressed="${control.pressed}"`}${control.disabled ? ' disabled' : ''}>` +
                `${icon(control.icon)}<span>${t(control.label)}</span></button>`,
        )
        .join('');
