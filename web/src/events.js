// Clicks, changes of fields, drags and drops, turned into actions.
import * as actions from './actions.js';
import { squareOf } from './board.js';
import { choice, closeDialog, openDialog, showDialog } from './dialogs.js';
import { watchMenu } from './node-menu.js';
import { $ } from './dom.js';
import { draw } from './draw.js';
import { fetchAgain } from './engine.js';
import { losses, mistakes, ownMistakes } from './facts.js';
import { plyAt, plyNear } from './graph.js';
import { beginGuide, saySoon, spokenMistake, stopGuide } from './guide.js';
import { Match } from './game.js';
import { keepPuzzles, puzzlesOf } from './collect.js';
import { importing, loadImporting, loadPuzzles, loadRated, loadSets, loadSharing, puzzles, rated, sets, sharing } from './lazy.js';
import { MODES, movesOf } from './link.js';
import { stepTo } from './mistakes.js';
import { tabs } from './panel.js';
import { isQueued } from './queue.js';
import { unfoldPicker } from './picker.js';
import { PASS, keyOf } from './rules.js';
import { loadEngine } from './searches.js';
import { beginSetup, change, changeBy, gameOf, isPlayable, paint, stepBack, stepForward } from './setup.js';
import * as is from './state.js';
import { state } from './state.js';
import { USUAL } from './rating.js';
import { forget, keepName } from './store.js';
import { sideName, t, told } from './strings.js';
import { hideToast, toast, toastAction } from './toast.js';
import { reloadForUpdate } from './service.js';
import { Values } from './values.js';

/** The actions of buttons and keys. @type {Record<string, (arg: string) => void>} */
const ACTS = {
    mode: (mode) => setMode(/** @type {import('./link.js').Mode} */ (mode)),
    jump: (ply) => goToGame(Number(ply)),
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
    begin: () => {
        state.isFirst = false;
    },
    'unfold-picker': unfoldPicker,
    returnGame: actions.returnGame,
    'play-on': () => (closeDialog(), actions.playOn(state.game.moves.slice(0, state.ply), is.knob())),
    'start-person': () => {
        closeDialog();
        actions.newGame({ ...choice, rating: 'person' });
    },
    'other-person': () => {
        const { settings } = state;
        settings.rating = settings.rating === 'person' ? USUAL : 'person';
        is.seat();
    },
    node: (path) => actions.goToPath(movesOf(path) ?? []),
    unfold: (path) => {
        const node = state.tree.at(movesOf(path) ?? []);
        if (node) state.unfolded.add(node);
    },
    tab: (tab) => {
        state.tab = /** @type {import('./panel.js').Tab} */ (tab);
        if (tab === 'book') (fetchAgain(), void loadRated(draw).then(() => rated()?.loadGames(draw)));
        state.pointed = -1;
    },
    mistake: (index) => openMistake(Number(index)),
    'next-mistake': () => openMistake(stepTo(1)?.index),
    'prev-mistake': () => openMistake(stepTo(-1)?.index),
    'mine-only': () => {
        state.mineOnly = !state.mineOnly;
    },
    unit: (unit) => {
        state.settings.unit = /** @type {import('./graph.js').Unit} */ (unit);
    },
    'show-line': () => {
        const key = keyOf(is.position());
        if (state.mode !== 'analyse') return;
        state.lineAt = state.lineAt === key || !state.values.position(is.position()) ? '' : key;
    },
    drill: (index) => void beginDrill(index),
    practice: () => void openPractice(),
    'drill-leave': leaveDrill,
    note: (path) => writeNote(path),
    variation: actions.nextVariation,
    'leave-variation': actions.leaveVariation,
    backMine: () => {
        const { own } = state;
        if (own) actions.showSaved(own);
    },
    prevGame: () => void actions.openQueued(state.queue.at - 1),
    nextGame: () => void actions.openQueued(state.queue.at + 1),
    share: () => using(loadSharing, () => openDialog('share')),
    print: () => {
        closeDialog();
        setTimeout(print);
    },
    ok: () => actions.playMove(PASS),
    retry: actions.dropLater,
    line: (moves) => playLine(movesOf(moves) ?? []),
    stop: stop,
    resume: resume,
    solveIt: resume,
    saveProof: () => wantProof('save'),
    checkProof: () => wantProof('check'),
    'solve-or-stop': () => (state.mode === 'solve' && state.solveWanted ? stop() : solveNow()),
    analyseGame: () => setMode('analyse'),
    import: (text) => using(loadImporting, () => openDialog('import', text)),
    load: () => importing()?.load(),
    'load-part': () => importing()?.loadPart(),
    sets: () => using(loadSets, ({ openSets }) => void openSets()),
    setup: () => {
        closeDialog();
        state.setup = beginSetup(is.position());
    },
    'setup-change': (name) => state.setup && changeBy(state.setup, name),
    cancel: () => {
        state.setup = null;
    },
    done: finishSetup,
    copy: () => ACTS.share(''),
    menu: () => openDialog('menu'),
    keys: () => openDialog('keys'),
    about: () => openDialog('about'),
    details: () => openDialog('details'),
    close: closeDialog,
    escape: () => (state.setup ? ACTS.cancel('') : state.drill ? leaveDrill() : stop()),
    lang: () => {
        state.settings.lang = state.settings.lang === 'ja' ? 'en' : 'ja';
    },
    theme: () => {
        state.settings.theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    },
    'my-side': (side) => chooseSide(side === 'X' || side === 'O' ? side : null),
    'forget-name': (name) => {
        const { settings } = state;
        settings.myNames = settings.myNames.filter((each) => each !== name);
    },
    forget: () => void forget().then(() => location.replace(location.pathname)),
    restart: () => void loadEngine(),
    reload: reloadForUpdate,
    toast: toastAction,
};
for (const name of ['copyLink', 'copyEmbed', 'copyPic', 'savePic', 'saveGgf', 'saveJson', 'openIn'])
    ACTS[name] = () => using(loadSharing, ({ SHARE_ACTS }) => SHARE_ACTS[name]());

/** Does something with a part once it is loaded. @template T @param {() => Promise<T>} load @param {(part: T) => void} run */
function using(load, run) {
    load().then(
        (part) => (run(part), draw()),
        () => toast(t('partAway')),
    );
}

/** Shows a ply of the game, out of its variations. @param {number} ply */
const goToGame = (ply) => actions.goToPath(state.home.game.moves.slice(0, Math.max(0, ply)));

/** The side of the person at this device in the game, or that it is not asked again. @param {'X' | 'O' | null} me */
function chooseSide(me) {
    const { record: before, queue, settings } = state;
    const name = me ? before.names[me] : '';
    state.record = me ? { ...before, me } : { ...before, asked: true };
    if (name) keepName(settings, name);
    if (name && isQueued()) queue.me = name;
    if (me) toast(t('youAre', { side: name || sideName(me) }), { label: t('takeBack'), run: () => (Object.assign(state, { record: before }), draw()) });
    focusBoard();
}

/** Asks the own mistakes of the game, or one of them. @param {string} index */
async function beginDrill(index) {
    if (state.drill) {
        if (puzzles()?.enterAct() === 'drill-again') act('drill-again');
        return;
    }
    if (state.mode !== 'analyse') return;
    const found = ownMistakes().filter((each) => index === '' || each.index === Number(index));
    const set = puzzlesOf(found.sort((a, b) => b.loss.discs - a.loss.discs || a.index - b.index));
    if (set.length === 0) return;
    const { newDrill } = await loadPuzzles();
    state.drill = newDrill(is.me() ? keepPuzzles(set) : set, false);
    stopGuide();
    draw();
    focusBoard();
}

async function openPractice() {
    const part = await loadPuzzles();
    closeDialog();
    if (state.mode === 'play') setMode('analyse');
    part.openPractice();
    draw();
}

function leaveDrill() {
    state.drill = null;
    requestAnimationFrame(() =>
        requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector('.status [data-act=drill]'))?.focus()),
    );
}

/** The actions that go on beside a puzzle, or end it; all others wait. */
const IN_DRILL = /^(drill|practice$|import$|menu$|keys$|about$|close$|lang$|theme$|toast$|escape$|forget$|restart$|reload$|details$)/;
const ENDS_DRILL = /^(mode|load|load-part|new|again|start|start-person|play-on|setup|share|copy|backMine|analyseGame|print|saveGgf|saveJson)$/;

/** Shows the position before a mistake. @param {number | undefined} index */
function openMistake(index) {
    const found = mistakes().find((each) => each.index === index);
    if (state.mode !== 'analyse' || !found) return;
    goToGame(found.index);
    state.animate = null; // a jump turns no disc
    saySoon([spokenMistake(found), told(found.why)].filter(Boolean).join('. '));
}

/** The actions of a frame in another page. */
const IN_FRAME = ['jump', 'first', 'prev', 'next', 'last', 'back', 'forward', 'values', 'openIn'];

/** @param {string} name @param {string} [arg] */
export function act(name, arg = '') {
    if (state.embedded && !IN_FRAME.includes(name)) return;
    if (state.drill && !IN_DRILL.test(name)) {
        if (!ENDS_DRILL.test(name)) return;
        state.drill = null;
    }
    const run = /** @type {((arg: string) => void) | undefined} */ (puzzles()?.DRILL_ACTS[name] ?? rated()?.RATED_ACTS[name] ?? sets()?.SET_ACTS[name] ?? ACTS[name]);
    run?.(arg);
    draw();
}

/** @param {import('./link.js').Mode} mode */
function setMode(mode) {
    state.mode = mode;
    state.setup = null;
    state.hint = false;
    state.animate = null;
    state.writing = null;
    state.pointed = -1;
    if (mode === 'play' && state.match !== state.home) {
        state.match = state.home;
        state.home.show(state.home.game.length);
    }
    is.seat();
    if (mode === 'analyse') {
        state.analysisStopped = false;
        beginGuide();
    }
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
    is.dropProof();
    state.hint = false;
    if (state.mode === 'analyse' || is.gameOver()) state.analysisStopped = true;
}

function resume() {
    if (state.mode === 'solve') state.solveWanted = true;
    else state.analysisStopped = false;
}

/** @param {'save' | 'check'} what */
function wantProof(what) {
    const run = is.run();
    if (run) run.proof.wanted = what;
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

/** Writes the note of a move, or of the one that is shown. @param {string} path */
function writeNote(path) {
    const node = path ? state.tree.at(movesOf(path) ?? []) : is.node();
    if (state.mode === 'play') setMode('analyse');
    state.tab = 'moves';
    state.writing = node;
    // Once it is drawn.
    requestAnimationFrame(() =>
        requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector('.notefield'))?.focus()),
    );
}

/** @param {string} text @param {boolean} isKept */
export function endNote(text, isKept) {
    const { writing } = state;
    state.writing = null;
    if (writing && isKept) {
        const { note } = writing;
        writing.note = text.trim();
        const restore = () => {
            writing.note = note;
            draw();
        };
        if (note && !writing.note) toast(t('noteGone'), { label: t('takeBack'), run: restore });
    }
    draw();
    focusBoard();
}

/** Moves the focus to the board from an element that is gone. */
const focusBoard = () => /** @type {HTMLElement} */ ($('.board')).focus({ preventScroll: true });

/** A field of a dialog or a panel. @param {HTMLInputElement | HTMLTextAreaElement} field */
function setField(field) {
    const { value } = field;
    const name = field.dataset.set ?? '';
    const inDialog = field.closest('dialog') !== null;
    if (name === 'note') return;
    const part = { import: importing(), picture: sharing(), set: sets() }[/^(import|picture|set)/.exec(name)?.[0] ?? ''];
    if (part) {
        part.setField(/** @type {HTMLInputElement} */ (field));
        showDialog();
        return draw();
    }
    if (name === 'against') chooseAgainst(value);
    else if (name === 'brush' && state.setup) state.setup.brush = /** @type {'X' | 'O' | '-'} */ (value);
    else if (name === 'side' && state.setup) changeSide(/** @type {'X' | 'O'} */ (value));
    else if (name === 'shortKeys') state.settings.shortKeys = /** @type {HTMLInputElement} */ (field).checked;
    else if (['rating', 'chosen', 'start', 'clock', 'increment'].includes(name)) {
        const to = /^(rating|clock|increment)$/.test(name) ? Number(value) : value;
        Object.assign(inDialog ? choice : state.settings, { [name]: to });
        if (!inDialog) chooseOpponent(name);
    } else Object.assign(state.settings, { [name]: value });
    if (name === 'depth') state.analysisStopped = false;
    if (name === 'weights') changeWeights();
    showDialog();
    draw();
}

/** Shows values against a rating, or against the best play. @param {string} value */
function chooseAgainst(value) {
    state.settings.against = value === 'best' ? value : Number(value);
    if (value === 'best') return;
    if (state.mode === 'play') state.hint = !is.gameOver();
    else state.settings.values = true;
    void loadRated(draw);
}

/** @param {string} name What was chosen before the game. */
function chooseOpponent(name) {
    const { settings } = state;
    if (name === 'chosen' || name === 'start') {
        // The game that was not begun begins in another way.
        actions.newGame(settings);
        state.isFirst = true;
        hideToast();
    }
    if (name === 'clock' || name === 'increment') actions.setClocks();
    is.seat();
}

/** Loads the chosen network, and forgets the estimates of the other one, which are not comparable. */
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
    const part = puzzles();
    if (part) {
        part.tryMove(square);
        return draw();
    }
    if (state.setup || state.embedded || is.engineToMove()) return;
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
        if (field instanceof HTMLElement && field.dataset.set) setField(/** @type {HTMLInputElement} */ (field));
    });
    watchTabs($('.tabs'), () => MODES, 'mode', () => state.mode, 'tab-');
    watchTabs($('.panel'), tabs, 'tab', () => state.tab, 'sub-');
    watchMenu(draw, act);
    watchNotes();
    watchPointing();
    watchGraph();
    watchPainting();
    watchDrops();
    watchSwipes();
    // Before the buttons themselves, which may let the board be led again.
    for (const type of ['pointerdown', 'keydown', 'wheel'])
        document.addEventListener(type, stopGuide, { capture: true, passive: true });
}

/**
 * Arrows choose the tab, as ARIA says.
 * @param {HTMLElement} root @param {() => readonly string[]} all @param {string} action
 * @param {() => string} chosen @param {string} prefix Of their ids.
 */
function watchTabs(root, all, action, chosen, prefix) {
    root.addEventListener('keydown', (event) => {
        const { key, target } = event;
        if (!(target instanceof Element) || !target.id.startsWith(prefix)) return;
        const names = all();
        const [here, count] = [names.indexOf(chosen()), names.length];
        const to = { ArrowRight: (here + 1) % count, ArrowLeft: (here + count - 1) % count, Home: 0, End: count - 1 }[key];
        if (to === undefined) return;
        event.preventDefault();
        act(action, names[to]);
        /** @type {HTMLElement} */ ($(`#${prefix}${names[to]}`)).focus();
    });
}

/** Enter keeps a note, Escape drops it. */
function watchNotes() {
    const fieldOf = (/** @type {Event} */ { target }) =>
        target instanceof HTMLTextAreaElement && target.matches('.notefield') ? target : null;
    document.addEventListener('keydown', (event) => {
        const field = fieldOf(event);
        const isKept = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
        if (!field || (!isKept && event.key !== 'Escape')) return;
        event.preventDefault();
        event.stopPropagation();
        endNote(field.value, isKept);
    });
    document.addEventListener('focusout', (event) => {
        const field = fieldOf(event);
        if (field && state.writing) endNote(field.value, true);
    });
}

/** A row of the book shows its square. */
function watchPointing() {
    const point = (/** @type {Event} */ { target, type }) => {
        const row = target instanceof Element ? target.closest('[data-point]') : null;
        const isOut = type === 'focusout' || type === 'mouseout';
        const square = row instanceof HTMLElement && !isOut ? Number(row.dataset.point) : -1;
        if (square === state.pointed) return;
        state.pointed = square;
        draw();
    };
    for (const type of ['mouseover', 'mouseout', 'focusin', 'focusout']) $('.panel').addEventListener(type, point);
}

/** A click, a drag or arrows on the graph show another ply. */
function watchGraph() {
    const panel = $('.panel');
    const move = (/** @type {Event} */ event) => {
        const pointer = /** @type {PointerEvent} */ (event);
        const graph = pointer.target instanceof Element ? pointer.target.closest('[data-graph]') : null;
        if (!graph || (event.type === 'pointermove' && pointer.buttons !== 1)) return;
        const box = graph.getBoundingClientRect();
        const at = pointer.clientX - box.left;
        goToGame(event.type === 'pointerdown' ? plyNear(at, box, losses()) : plyAt(at, box, state.home.game.length));
    };
    panel.addEventListener('pointerdown', move);
    panel.addEventListener('pointermove', move);
    panel.addEventListener('keydown', (event) => {
        const { key, target } = /** @type {KeyboardEvent} */ (event);
        if (!(target instanceof Element) || !target.matches('[data-graph]')) return;
        const { ply, game } = state.home;
        const to = {
            ArrowRight: ply + 1,
            ArrowUp: ply + 1,
            ArrowLeft: ply - 1,
            ArrowDown: ply - 1,
            PageUp: stepTo(-1)?.index ?? ply,
            PageDown: stepTo(1)?.index ?? ply,
            Home: 0,
            End: game.length,
        }[key];
        if (to === undefined) return;
        event.preventDefault();
        goToGame(to);
    });
}

/** A swipe over the verdict or the open mistake leads to the next or the previous mistake. */
function watchSwipes() {
    /** @type {{ x: number, y: number, at: number } | null} */
    let from = null;
    document.addEventListener('pointerdown', ({ target, clientX, clientY, timeStamp }) => {
        const isOn = state.mode === 'analyse' && target instanceof Element && target.closest('.status, .mis .cur');
        from = isOn ? { x: clientX, y: clientY, at: timeStamp } : null;
    });
    document.addEventListener('pointerup', ({ clientX, clientY, timeStamp }) => {
        if (!from) return;
        const [dx, dy] = [clientX - from.x, clientY - from.y];
        const isFlat = Math.abs(dy) < Math.abs(dx) * Math.tan(Math.PI / 6);
        if (Math.abs(dx) >= SWIPE && isFlat && timeStamp - from.at <= SWIPE_MS) act(dx < 0 ? 'next-mistake' : 'prev-mistake');
        from = null;
    });
}

/** How far and how fast a swipe goes. */
const SWIPE = 48;
const SWIPE_MS = 500;

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
        const { buttons } = /** @type {PointerEvent} */ (event);
        if (!state.setup || disc === undefined || square < 0 || buttons !== 1) return;
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
    const veil = $('.dropveil');
    const show = (/** @type {boolean} */ on) => {
        veil.textContent = t('dropHere');
        veil.classList.toggle('on', on);
    };
    document.addEventListener('dragover', (event) => {
        event.preventDefault();
        show(true);
    });
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && show(false));
    document.addEventListener('drop', (event) => {
        event.preventDefault();
        show(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        const text = event.dataTransfer?.getData('text') ?? '';
        if (state.embedded || (files.length === 0 && text === '')) return;
        using(loadImporting, ({ importFiles }) => {
            openDialog('import', text);
            if (files.length > 0) void importFiles(files);
        });
    });
    // Enter on what was understood loads it.
    $('dialog').addEventListener('keydown', (event) => {
        const { key, shiftKey, isComposing, target } = /** @type {KeyboardEvent} */ (event);
        if (key !== 'Enter' || shiftKey || isComposing || !(target instanceof HTMLTextAreaElement) || !importing()?.imported.found) return;
        event.preventDefault();
        act('load');
    });
}
