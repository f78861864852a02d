// Clicks, changes of fields, drags and drops, turned into actions.
import * as actions from './actions.js';
import { squareOf } from './board.js';
import { choice, closeDialog, openDialog, showDialog } from './dialogs.js';
import { $ } from './dom.js';
import { draw } from './draw.js';
import { plyAt } from './graph.js';
import { importFiles, importText, importedGame, pickFromList, searchList, turnImported } from './import.js';
import { Match } from './game.js';
import { movesOf, toFragment } from './link.js';
import { PASS } from './rules.js';
import { loadEngine } from './searches.js';
import { beginSetup, change, changeBy, gameOf, isPlayable, paint, stepBack, stepForward } from './setup.js';
import * as is from './state.js';
import { state } from './state.js';
import { forget } from './store.js';
import { t } from './strings.js';
import { toast, toastAction } from './toast.js';
import { reloadForUpdate } from './service.js';
import { Values } from './values.js';

/** What a button or a key does. @type {Record<string, (arg: string) => void>} */
const ACTS = {
    mode: (mode) => setMode(/** @type {import('./link.js').Mode} */ (mode)),
    jump: (ply) => actions.goTo(Number(ply)),
    first: () => actions.goTo(0),
    prev: () => actions.goTo(state.ply - 1),
    next: () => actions.goTo(state.ply + 1),
    last: () => actions.goTo(state.game.length),
    back: () => (state.setup ? stepBack(state.setup) : actions.back()),
    forward: () => (state.setup ? stepForward(state.setup) : actions.forward()),
    values: toggleValues,
    new: () => openDialog('new'),
    again: () => openDialog('new'),
    start: () => {
        closeDialog();
        actions.newGame(choice);
    },
    ok: () => actions.playMove(PASS),
    retry: actions.dropLater,
    line: (moves) => playLine(movesOf(moves) ?? []),
    stop: stop,
    resume: resume,
    solveIt: resume,
    'solve-or-stop': () => (state.mode === 'solve' && state.solveWanted ? stop() : solveNow()),
    analyseGame: () => setMode('analyse'),
    import: (text) => openDialog('import', text),
    load: loadImported,
    pick: (index) => pickFromList(Number(index)),
    setup: () => {
        closeDialog();
        state.setup = beginSetup(is.position());
    },
    'setup-change': (name) => state.setup && changeBy(state.setup, name),
    cancel: () => {
        state.setup = null;
    },
    done: finishSetup,
    copy: () => void copyLink(),
    menu: () => openDialog('menu'),
    keys: () => openDialog('keys'),
    about: () => openDialog('about'),
    details: () => openDialog('details'),
    close: closeDialog,
    escape: () => (state.setup ? ACTS.cancel('') : stop()),
    lang: () => {
        state.settings.lang = state.settings.lang === 'ja' ? 'en' : 'ja';
    },
    theme: () => {
        state.settings.theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    },
    forget: () => void forget().then(() => location.replace(location.pathname)),
    restart: () => void loadEngine(),
    reload: reloadForUpdate,
    toast: toastAction,
};

/** @param {string} name @param {string} [arg] */
export function act(name, arg = '') {
    ACTS[name]?.(arg);
    draw();
}

/** @param {import('./link.js').Mode} mode */
function setMode(mode) {
    state.mode = mode;
    state.setup = null;
    state.hint = false;
    state.animate = null;
    if (mode === 'analyse') state.analysisStopped = false;
    if (mode !== 'solve') state.solveWanted = false;
}

function toggleValues() {
    if (state.mode === 'play') state.hint = !state.hint && !is.gameOver();
    else state.settings.values = !state.settings.values;
}

/** @param {number[]} moves */
function playLine(moves) {
    for (const move of moves) if (!actions.playMove(move)) return;
    state.animate = null;
}

function stop() {
    if (state.work === null) return;
    performance.mark('stop');
    state.solveWanted = false;
    state.hint = false;
    if (state.mode === 'analyse' || is.gameOver()) state.analysisStopped = true;
}

function resume() {
    if (state.mode === 'solve') state.solveWanted = true;
    else state.analysisStopped = false;
}

function solveNow() {
    if (state.mode !== 'solve') setMode('solve');
    state.solveWanted = is.legal().length > 0;
}

function finishSetup() {
    if (!state.setup || !isPlayable(state.setup)) return;
    const game = gameOf(state.setup);
    state.setup = null;
    if (state.mode === 'play' && !is.isTwoPeople()) state.settings.colour = game.start.side;
    actions.replaceGame(Match.of(game), t('done'));
}

function loadImported() {
    const game = importedGame();
    if (!game) return;
    closeDialog();
    actions.replaceGame(Match.of(game), t('imported'));
    if (state.mode === 'play') setMode('analyse');
}

async function copyLink() {
    closeDialog();
    const url = `${location.origin}${location.pathname}#${toFragment(state.mode, state.game, state.ply)}`;
    try {
        await navigator.clipboard.writeText(url);
        toast(t('linkCopied'));
    } catch {
        toast(url);
    }
}

/** A field of a dialog or a panel. @param {HTMLInputElement | HTMLTextAreaElement} field */
function setField(field) {
    const { value } = field;
    const name = field.dataset.set ?? '';
    const inDialog = field.closest('dialog') !== null;
    if (name === 'import') return void importText(value);
    if (name === 'search') return searchList(value);
    if (name === 'importSide') return turnImported(/** @type {'X' | 'O'} */ (value));
    if (field instanceof HTMLInputElement && name === 'file') {
        const files = [...(field.files ?? [])];
        field.value = ''; // the same file can be chosen again once it is mended
        return void importFiles(files);
    }
    if (name === 'brush' && state.setup) state.setup.brush = /** @type {'X' | 'O' | '-'} */ (value);
    else if (name === 'side' && state.setup) changeSide(/** @type {'X' | 'O'} */ (value));
    else if (name === 'shortKeys') state.settings.shortKeys = /** @type {HTMLInputElement} */ (field).checked;
    else if (['strength', 'colour', 'clock'].includes(name)) {
        Object.assign(inDialog ? choice : state.settings, {
            [name]: name === 'clock' ? Number(value) : value,
        });
        if (!inDialog) chooseOpponent(name);
    } else Object.assign(state.settings, { [name]: value });
    if (name === 'depth') state.analysisStopped = false;
    if (name === 'weights') changeWeights();
    showDialog();
    draw();
}

/** @param {string} name What was chosen before the game. */
function chooseOpponent(name) {
    if (name === 'clock') actions.setClocks();
    is.seat();
}

/** What the other network has estimated is not compared with what this one will. */
function changeWeights() {
    state.values = new Values();
    void loadEngine();
}

/** @param {'X' | 'O'} side */
function changeSide(side) {
    if (state.setup && state.setup.side !== side) change(state.setup, { side });
}

/** A press on a square outside of the set-up, where dragging paints. @param {number} square */
export function pressSquare(square) {
    if (state.setup || is.engineToMove()) return;
    if (is.hasToPass() && is.isAtEnd() && !is.isEngineSide(is.position().side)) return;
    if (state.mode === 'play' && is.isEngineSide(is.position().side) && !state.isFirst) return;
    actions.playMove(square);
    draw();
}

export function watchEvents() {
    document.addEventListener('click', (event) => {
        const button = event.target instanceof Element ? event.target.closest('[data-act]') : null;
        if (button instanceof HTMLElement) act(button.dataset.act ?? '', button.dataset.arg);
        else if (button instanceof SVGElement) act(button.dataset.act ?? '', button.dataset.arg);
    });
    document.addEventListener('input', (event) => {
        const field = event.target;
        if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.dataset.set)
            setField(field);
    });
    watchTabs();
    watchGraph();
    watchPainting();
    watchDrops();
}

/** Arrows choose the tab, as ARIA says. */
function watchTabs() {
    $('.tabs').addEventListener('keydown', (event) => {
        const { key } = /** @type {KeyboardEvent} */ (event);
        const modes = /** @type {const} */ (['play', 'analyse', 'solve']);
        const here = modes.indexOf(state.mode);
        const to = { ArrowRight: (here + 1) % 3, ArrowLeft: (here + 2) % 3, Home: 0, End: 2 }[key];
        if (to === undefined) return;
        event.preventDefault();
        act('mode', modes[to]);
        /** @type {HTMLElement} */ ($(`#tab-${modes[to]}`)).focus();
    });
}

/** A click, a drag or arrows on the graph show another ply. */
function watchGraph() {
    const panel = $('.panel');
    const move = (/** @type {Event} */ event) => {
        const pointer = /** @type {PointerEvent} */ (event);
        const graph = pointer.target instanceof Element ? pointer.target.closest('[data-graph]') : null;
        if (!graph || (event.type === 'pointermove' && pointer.buttons !== 1)) return;
        const box = graph.getBoundingClientRect();
        actions.goTo(plyAt((pointer.clientX - box.left) / box.width, state.game.length));
    };
    panel.addEventListener('pointerdown', move);
    panel.addEventListener('pointermove', move);
    panel.addEventListener('keydown', (event) => {
        const { key, target } = /** @type {KeyboardEvent} */ (event);
        if (!(target instanceof Element) || !target.matches('[data-graph]')) return;
        const { ply, game } = state;
        const to = {
            ArrowRight: ply + 1,
            ArrowUp: ply + 1,
            ArrowLeft: ply - 1,
            ArrowDown: ply - 1,
            PageUp: ply + 10,
            PageDown: ply - 10,
            Home: 0,
            End: game.length,
        }[key];
        if (to === undefined) return;
        event.preventDefault();
        actions.goTo(to);
    });
}

/** In the set-up a press or a drag paints. A key press is a click without a pointer. */
function watchPainting() {
    const felt = $('.felt');
    /** @type {string | undefined} */
    let disc;
    felt.addEventListener('pointerdown', (event) => {
        const square = squareOf(event.target);
        if (!state.setup || square < 0) return;
        disc = paint(state.setup, square);
        const { pointerId } = /** @type {PointerEvent} */ (event);
        if (event.target instanceof Element && event.target.hasPointerCapture(pointerId))
            event.target.releasePointerCapture(pointerId);
        draw();
    });
    felt.addEventListener('pointerover', (event) => {
        const square = squareOf(event.target);
        if (
            !state.setup ||
            disc === undefined ||
            square < 0 ||
            /** @type {PointerEvent} */ (event).buttons !== 1
        )
            return;
        paint(state.setup, square, disc);
        draw();
    });
    addEventListener('pointerup', () => (disc = undefined));
    felt.addEventListener('click', (event) => {
        const square = squareOf(event.target);
        if (!state.setup || square < 0 || /** @type {MouseEvent} */ (event).detail !== 0) return;
        paint(state.setup, square);
        draw();
    });
}

/** Files and texts dropped anywhere are imported. */
function watchDrops() {
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        const text = event.dataTransfer?.getData('text') ?? '';
        if (files.length === 0 && text === '') return;
        openDialog('import', text);
        if (files.length > 0) void importFiles(files);
    });
}
