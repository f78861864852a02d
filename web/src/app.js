// Starts the page: the rules, what it kept, what the link says, the first drawing, then the engine.
import * as actions from './actions.js';
import { buildBoard } from './board.js';
import { watchClock } from './clock.js';
import { watchDialog } from './dialogs.js';
import { $ } from './dom.js';
import { draw, drawSearch, watchDrawing } from './draw.js';
import { act, pressSquare, watchEvents } from './events.js';
import { Game, Match } from './game.js';
import { watchKeys } from './keys.js';
import { fromFragment, toFragment } from './link.js';
import { PASS, loadRules } from './rules.js';
import { loadEngine, search, watchSearches } from './searches.js';
import { keepForOffline, watchOffline } from './service.js';
import * as is from './state.js';
import { state } from './state.js';
import { statusHtml } from './status.js';
import { defaults, load, save } from './store.js';
import { setLang, t } from './strings.js';
import { toast } from './toast.js';

/** How long a pass of the opponent is shown before the game goes on. */
const PASS_SHOWN_MS = 1200;
const SAVE_EVERY_MS = 1000;

/** Takes the settings and the game of the last visit, then what the link says. */
function restore() {
    const { settings, saved } = load();
    Object.assign(state.settings, settings);
    const linked = fromFragment(location.hash.slice(1));
    const isLinked = linked && linked !== 'damaged';
    if (isLinked && linked.lang) state.settings.lang = linked.lang;
    if (isLinked && linked.theme) state.settings.theme = linked.theme;
    // The address has the game of the last visit too, without its clocks.
    const isSaved = isLinked && saved && linkOf(linked) === linkOf({ mode: saved.mode, game: saved.match.game, ply: saved.match.ply });
    if (isLinked && !isSaved) Object.assign(state, { mode: linked.mode, match: Match.of(linked.game, linked.ply) });
    else Object.assign(state, saved ?? { match: Match.of(new Game()) });
    is.seat();
    state.isFirst = state.game.isNew && state.mode === 'play';
    setLang(state.settings.lang);
    if (linked === 'damaged') toast(t(state.game.isNew ? 'errLink' : 'errLinkKept'));
}

/** Another link in the address of the page that is open. */
function followLink() {
    const fragment = location.hash.slice(1);
    if (fragment === shownLink) return;
    const linked = fromFragment(fragment);
    shownLink = ''; // the next drawing shows the game in the address again
    if (linked === 'damaged') toast(t('errLinkKept'));
    else if (linked) actions.openLink(linked);
    draw();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;
let toldOfStore = false;

function saveNow() {
    clearTimeout(saving);
    saving = undefined;
    const isKept = save(state.settings, state);
    if (!isKept && !toldOfStore) toast(t('errStore'));
    toldOfStore ||= !isKept;
}

function saveSoon() {
    saving ??= setTimeout(saveNow, SAVE_EVERY_MS);
}

let shownLink = '';

/** @param {{ mode: import('./link.js').Mode, game: Game, ply: number }} shown */
const linkOf = ({ mode, game, ply }) => toFragment(mode, game, ply);

/** The address follows the game, without a place in the history. */
function showLink() {
    const link = linkOf(state);
    if (link === shownLink) return;
    shownLink = link;
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

/** Without the rules nothing can be shown: the page says so. @param {unknown} error */
function failToStart(error) {
    setLang(defaults().lang);
    const [text, sub] = [t('needs'), error instanceof Error ? error.message : String(error)];
    $('.status').innerHTML = statusHtml({ text, sub, alert: true });
    throw error;
}

performance.mark('the rules are awaited');
await loadRules().catch(failToStart);
restore();
buildBoard($('.board'), pressSquare);
watchDrawing(() => {
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
watchSearches(drawSearch, (analysis) => {
    actions.playAnswer(analysis);
    draw();
});
addEventListener('pagehide', saveNow);
addEventListener('hashchange', followLink);
draw();
requestAnimationFrame(() =>
    setTimeout(() => {
        document.documentElement.dataset.ready = '';
        watchOffline(draw);
        void loadEngine().then(keepForOffline);
    }),
);
