// Starts the page: the rules, the stored state, the link, the first drawing, then the engine.
import * as actions from './actions.js';
import { buildBoard } from './board.js';
import { collect } from './collect.js';
import { watchClock } from './clock.js';
import { watchDialog } from './dialogs.js';
import { $ } from './dom.js';
import { draw, drawSearch, watchDrawing, watchSize } from './draw.js';
import { act, pressSquare, watchEvents } from './events.js';
import { Game, Match } from './game.js';
import { beginGuide, nextLead } from './guide.js';
import { watchKeys } from './keys.js';
import { loadRated, loadSets, loadStyle } from './lazy.js';
import { fromFragment, setIn, toFragment } from './link.js';
import { storeReview } from './reviews.js';
import { PASS, loadRules } from './rules.js';
import { loadEngine, search, watchSearches } from './searches.js';
import { keepForOffline, watchOffline } from './service.js';
import { isEmbed, preparePrint } from './sheet.js';
import * as is from './state.js';
import { noRecord, setGame, state } from './state.js';
import { statusHtml } from './status.js';
import { defaults, hasSet, load, save } from './store.js';
import { setLang, t } from './strings.js';
import { say } from './speech.js';
import { toast } from './toast.js';

/** How long a pass of the opponent is shown before the game goes on. */
const PASS_SHOWN_MS = 1200;
const SAVE_EVERY_MS = 1000;

/** Takes the settings and the game of the last visit, then what the link says. */
function restore() {
    state.embedded = isEmbed();
    const { settings, saved } = state.embedded ? { settings: defaults(), saved: null } : load();
    Object.assign(state.settings, settings);
    const linked = fromFragment(location.hash.slice(1));
    const isLinked = linked && linked !== 'damaged';
    if (isLinked && linked.lang) state.settings.lang = linked.lang;
    if (isLinked && linked.theme) state.settings.theme = linked.theme;
    if (!state.embedded && hasSet()) void loadSets().then((sets) => sets.restore(), () => {});
    setLang(state.settings.lang);
    const start = saved ?? { mode: 'play', match: Match.of(new Game()), tree: undefined, record: noRecord() };
    // The address has the game of the last visit too, without its clocks and variations.
    const isSaved = isLinked && saved && linkOf(linked) === linkOf({ ...saved, game: saved.match.game, ply: saved.match.ply });
    if (isLinked && !isSaved) {
        setGame(Match.of(linked.game, linked.ply), linked.tree);
        const isNew = linked.game.isNew;
        Object.assign(state, { mode: linked.mode, shared: !isNew, own: saved });
    } else {
        setGame(start.match, start.tree);
        Object.assign(state, { mode: start.mode, record: start.record });
    }
    is.seat();
    if (isLinked && linked.path && state.tree.at(linked.path)) actions.showLine(linked.path);
    state.isFirst = state.game.isNew && state.mode === 'play';
    if (state.match !== state.home) state.tab = 'moves'; // a variation is seen there
    beginGuide();
    if (linked === 'damaged') toast(t(state.game.isNew ? 'errLink' : 'errLinkKept'));
}

/**
 * Another link in the address of the page that is open. A drawing may have written the address since.
 * @param {HashChangeEvent} event
 */
function followLink({ newURL }) {
    const fragment = new URL(newURL).hash.slice(1);
    if (fragment === shownLink) return;
    const linked = fromFragment(fragment);
    shownLink = ''; // the next drawing shows the game in the address again
    const games = setIn(fragment);
    if (games) act('import', games);
    else if (linked === 'damaged') toast(t('errLinkKept'));
    else if (linked) actions.openLink(linked);
    draw();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;
let toldOfStore = false;

function saveNow() {
    clearTimeout(saving);
    saving = undefined;
    const isOwn = !state.shared;
    if (state.embedded) return;
    const isKept = save(state.settings, isOwn ? actions.present() : state.own);
    if (isOwn) storeReview(state.home.game);
    if (!isKept && !toldOfStore) toast(t('errStore'));
    toldOfStore ||= !isKept;
}

function saveSoon() {
    saving ??= setTimeout(saveNow, SAVE_EVERY_MS);
}

let shownLink = '';

/** @param {{ mode: import('./link.js').Mode, game: Game, ply: number }} shown */
const linkOf = ({ mode, game, ply }) => toFragment(mode, game, ply);

/** The address of what is shown. */
function linkNow() {
    const { mode, home, game, ply } = state;
    return toFragment(mode, home.game, home.ply, game.moves.slice(0, ply));
}

/** The address follows the game, without a place in the history. */
function showLink() {
    const link = linkNow();
    if (link === shownLink) return;
    shownLink = link;
    if (state.embedded) return;
    const isPlain = state.game.isNew && state.mode === 'play' && location.hash === '';
    if (!isPlain) history.replaceState(null, '', `#${link}`);
    saveSoon();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let passing;

/** A pass of the opponent goes on by itself; the own one waits for Continue. */
function passSoon() {
    const isDue =
        state.mode === 'play' &&
        !state.setup &&
        is.isAtEnd() &&
        is.hasToPass() &&
        is.isEngineSide(is.position().side);
    if (!isDue) {
        clearTimeout(passing);
        passing = undefined;
        return;
    }
    passing ??= setTimeout(() => {
        passing = undefined;
        actions.playMove(PASS);
        draw();
    }, PASS_SHOWN_MS);
}

/** Leads the board of a review that was not touched. */
function lead() {
    const due = nextLead();
    if (!due) return;
    if (due.to >= 0) actions.goTo(due.to);
    state.animate = null;
    Object.assign(state.guide, { stage: due.stage, stood: due.to >= 0 ? due.to : state.guide.stood });
    if (due.text) say(due.text);
}

/** Starts the engine of a frame. */
function startOnce() {
    if (state.engine === 'waiting') void loadEngine();
}

/** Without the rules nothing can be shown: the page says so. @param {unknown} error */
function failToStart(error) {
    setLang(defaults().lang);
    const [text, sub] = [t('needs'), error instanceof Error ? error.message : String(error)];
    $('.status').innerHTML = statusHtml({ text, sub, alert: true });
    throw error;
}

performance.mark('the rules are awaited');
await loadRules().catch(failToStart);
const linkedSet = setIn(location.hash.slice(1));
restore();
// The engine is fetched while the board is drawn.
const engineLoaded = state.embedded ? Promise.resolve() : loadEngine();
buildBoard($('.board'), pressSquare);
watchDrawing(() => {
    lead();
    collect();
    search();
    passSoon();
    showLink();
    saveSoon();
});
actions.watchActions(draw);
watchEvents();
watchKeys(act);
watchDialog(draw);
watchClock(draw);
watchSize();
watchSearches(drawSearch, (analysis) => {
    actions.playAnswer(analysis);
    draw();
});
addEventListener('pagehide', saveNow);
addEventListener('beforeprint', preparePrint);
document.body.classList.toggle('embed', state.embedded);
addEventListener('hashchange', followLink);
if (state.settings.against !== 'best') void loadRated(draw);
if (linkedSet) act('import', linkedSet);
draw();
requestAnimationFrame(() =>
    setTimeout(() => {
        document.documentElement.dataset.ready = '';
        void loadStyle();
        // A frame in another page starts no engine before it is touched, and keeps nothing.
        if (state.embedded) {
            for (const type of ['pointerdown', 'keydown']) addEventListener(type, startOnce, { once: true });
            return;
        }
        watchOffline(draw);
        void engineLoaded.then(keepForOffline);
    }),
);
