// Chooses the search that runs. It follows from the state; a search that is not wanted any more is
// stopped, and the next one begins when it has ended. The engine answers one question at a time.
import { plyToAsk } from './book.js';
import { addBook, analyze, bookIsAway, checkProof, engineIsUsable, humanMoves, learnPeople, missPeople, peopleAreAway, proofOf, review, solve, startEngine, wantsBook, wantsPeople } from './engine.js';
import { isCalm } from './dom.js';
import { isRead } from './facts.js';
import { isLed } from './guide.js';
import { puzzles, rated, sets } from './lazy.js';
import { saveBytes } from './files.js';
import { pauseMs } from './pause.js';
import { nextQueued } from './queue.js';
import { keepReview, keyOfGame } from './reviews.js';
import { keyOf, legalSquares, play, squaresOf } from './rules.js';
import { boundsText, isSolved, newRun } from './solve-panel.js';
import { say } from './speech.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';
import { toast } from './toast.js';
import { between, negated } from './values.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('reversi-engine').Line} Line */
/**
 * @typedef {{
 *   kind: Exclude<import('./state.js').Work, null>, key: string, run: (signal: AbortSignal) => Promise<void>,
 * }} Job
 */

/** A quick look at all moves before a solve, so that squares show something. */
const FIRST_LOOK = 8;
const SLOW_LOADING_MS = 400;
const SPOKEN_EVERY_S = 10;
const NOTICED_EVERY_MS = 1000;

/** @type {{ job: Job, stop: AbortController } | null} */
let running = null;
/** @type {() => void} */
let changed = () => {};
/** @type {(analysis: import('reversi-engine').Analysis) => void} */
let onChosen = () => {};

/** @param {() => void} onChange Draws. @param {typeof onChosen} onAnswer Plays the opponent's move. */
export function watchSearches(onChange, onAnswer) {
    changed = onChange;
    onChosen = onAnswer;
    setInterval(noticeFailure, NOTICED_EVERY_MS);
}

/** A worker may also fail while nothing is searched. */
function noticeFailure() {
    if (state.engine !== 'ready' || running || engineIsUsable()) return;
    fail(new Error('the worker has ended'));
    changed();
}

/** The loading that goes on, or the last one. */
let loading = new AbortController();

/** Loads the engine, also after a failure, and with other weights. */
export async function loadEngine() {
    loading.abort();
    const { signal } = (loading = new AbortController());
    state.engine = 'waiting';
    state.failure = '';
    search(); // stops the one that runs
    const slow = setTimeout(() => {
        if (signal.aborted) return;
        state.engine = 'slow';
        changed();
    }, SLOW_LOADING_MS);
    try {
        const { weights } = state.settings;
        const found = await startEngine(weights, signal);
        if (signal.aborted) return;
        if (found !== weights) toast(t('errWeights'));
        state.settings.weights = found;
        state.engine = 'ready';
        is.seat();
    } catch (error) {
        if (signal.aborted) return;
        fail(error);
    } finally {
        clearTimeout(slow);
    }
    changed();
    search();
}

/** @param {unknown} error */
function fail(error) {
    state.engine = 'failed';
    is.seat();
    const { code, message } = /** @type {Partial<import('reversi-engine').ReversiError>} */ (error ?? {});
    is.dropProof();
    state.failure = [code, message ?? String(error)].filter(Boolean).join(': ');
    state.solveWanted = false;
}

/** Starts and stops searches so that the one that is wanted runs. */
export function search() {
    const job = state.engine === 'ready' ? wanted() : null;
    if (running && running.job.key === job?.key) return;
    if (running) {
        running.stop.abort();
        return; // it calls this again when it has ended
    }
    if (!job) {
        if (state.work) setWork(null);
        return;
    }
    const stop = new AbortController();
    running = { job, stop };
    setWork(job.kind);
    performance.mark(`search ${job.kind}`);
    job.run(stop.signal).then(() => end(null), (error) => end(stop.signal.aborted ? null : error));
}

/** @param {unknown} error */
function end(error) {
    if (running?.stop.signal.aborted) performance.mark('search stopped');
    running = null;
    if (error) fail(error);
    else if (state.engine === 'ready' && !engineIsUsable()) fail(new Error('the worker has ended'));
    search();
    changed();
}

/** @param {import('./state.js').Work} work */
function setWork(work) {
    if (state.work === work) return;
    state.work = work;
    changed();
}

/** @returns {Job | null} */
function wanted() {
    if (state.setup) return null;
    const part = puzzles();
    if (part) {
        const at = part.asked();
        const isKnown = !at || (state.values.levels.get(keyOf(at)) ?? -1) >= is.level();
        return isKnown ? null : values(at);
    }
    if (is.engineToMove() && !is.hasToPass()) return choose();
    const asked = sets()?.wantedPuzzle() ?? null;
    if (asked) return asked;
    const practical = rated()?.wantedPractical() ?? null;
    if (state.mode === 'solve') return wantedOfProof() ?? practical ?? (state.solveWanted ? wantedOfSolve() : null);
    if (state.mode === 'analyse' && state.tab === 'book' && !bookIsAway()) {
        const ply = plyToAsk();
        if (ply !== undefined) return book(ply);
    }
    const traps = state.mode === 'analyse' && state.tab === 'book' ? (rated()?.wantedTraps() ?? null) : null;
    if (traps) return traps;
    const inReview = state.mode === 'analyse' || is.gameOver();
    // A review that runs goes first: steps in the game would begin it again and again.
    const reads = running?.job.kind === 'game' && state.match === state.home;
    const isFirst = state.mode === 'analyse' && (isLed() || reads) && !isRead();
    if (is.valuesShown() && !is.isValued() && !state.analysisStopped && !isFirst) return values();
    if (practical && !state.analysisStopped && !isFirst) return practical;
    if (inReview && !state.analysisStopped) {
        const { game } = state.home;
        if (game.length === 0 && !isLooked(game.start)) return look(game.start);
        if (game.length > 0 && !isRead()) return read(game);
        const next = nextQueued();
        if (next) return read(next);
    }
    if (wantsPeople()) return { kind: 'book', key: 'people', run: learnPeople };
    return wantsBook() ? { kind: 'book', key: 'the book', run: addBook } : null;
}

/**
 * The book's knowledge of a ply. A position that it does not know is searched for an instant.
 * @param {number} ply
 * @returns {Job}
 */
function book(ply) {
    const at = state.game.at(ply);
    const key = keyOf(at);
    return {
        kind: 'book',
        key: `book ${key}`,
        run: async (signal) => {
            if (legalSquares(at).length === 0) return void state.books.set(key, null);
            await addBook(signal);
            if (bookIsAway()) return; // it is asked again
            const { source, lines } = await analyze(at, { depth: 1, lines: 'all', book: 'always', signal });
            const moves = lines.map(({ pv, value }) => ({ move: squaresOf(pv)[0], value }));
            state.books.set(key, source === 'book' ? moves : null);
        },
    };
}

/** @returns {Job | null} */
function choose() {
    const [at, { match }] = [is.position(), state];
    const options = match.request();
    if (!options) return null;
    return {
        kind: 'choose',
        key: `choose ${match.who(at.side)} ${keyOf(at)}`,
        run: async (signal) => {
            const analysis = await humanPause(at, answerFor(at, options, signal), signal);
            // A step back stops the search one frame later: until then its move belongs elsewhere.
            const isHere = state.match === match && is.engineToMove() && keyOf(is.position()) === keyOf(at);
            if (!signal.aborted && isHere) onChosen(analysis);
        },
    };
}

/** True once the page has said that the opponent plays without its file. */
let saidAway = false;

/**
 * The analysis that an opponent chooses from. Without the file of how people play, all moves are alike to it.
 * @param {Position} at @param {import('reversi-engine').AnalyzeOptions} options @param {AbortSignal} signal
 */
async function answerFor(at, { human, ...options }, signal) {
    if (human === undefined) return analyze(at, { ...options, signal });
    if (!peopleAreAway()) {
        try {
            return await analyze(at, { ...options, human, signal });
        } catch (error) {
            if (signal.aborted || !engineIsUsable()) throw error;
            missPeople();
        }
    }
    if (!saidAway) toast(t('peopleAway'));
    saidAway = true;
    return analyze(at, { ...options, signal });
}

/**
 * A reply comes as fast as a person gives it. What the search takes is part of the pause.
 * @param {Position} at @param {Promise<import('reversi-engine').Analysis>} answer @param {AbortSignal} signal
 */
async function humanPause(at, answer, signal) {
    const start = performance.now();
    const analysis = await answer;
    const ms = isCalm() ? 0 : pauseMs(analysis, legalSquares(at).length) - (performance.now() - start);
    if (ms > 0 && !signal.aborted)
        await new Promise((resolve) => {
            const timer = setTimeout(resolve, ms);
            signal.addEventListener('abort', () => (clearTimeout(timer), resolve(undefined)), { once: true });
        });
    return analysis;
}

/** All moves of a position. @returns {Job} */
function values(at = is.position()) {
    const level = is.level();
    return { kind: 'values', key: `values ${level} ${keyOf(at)}`, run: (signal) => valueAll(at, level, signal) };
}

/** @param {Position} at @param {number} level @param {AbortSignal} signal */
async function valueAll(at, level, signal) {
    const put = (/** @type {Line[]} */ lines) => {
        for (const line of lines) {
            const pv = squaresOf(line.pv);
            if (pv.length > 0) state.values.putMove(at, pv[0], line.value, pv);
        }
        putBest(at, lines);
        changed();
    };
    const onProgress = (/** @type {import('reversi-engine').Progress} */ { lines }) => put(lines);
    put((await analyze(at, { level, lines: 'all', book: 'never', signal, onProgress })).lines);
    state.values.levels.set(keyOf(at), Math.max(level, state.values.levels.get(keyOf(at)) ?? 0));
}

/** @param {Position} at @param {Line[]} lines The best first. */
function putBest(at, lines) {
    if (lines.length > 0) state.values.put(at, lines[0].value, squaresOf(lines[0].pv));
}

/** Returns whether the only position of a game is known. @param {Position} at */
const isLooked = (at) => legalSquares(at).length === 0 || (state.values.levels.get(`look ${keyOf(at)}`) ?? -1) >= is.level();

/** A position without moves before it, for the bar. @param {Position} at @returns {Job} */
function look(at) {
    const level = is.level();
    return {
        kind: 'game',
        key: `look ${level} ${keyOf(at)}`,
        run: async (signal) => {
            putBest(at, (await analyze(at, { level, book: 'never', signal })).lines);
            state.values.levels.set(`look ${keyOf(at)}`, level);
        },
    };
}

/**
 * A whole game, from its end to its start: what is found stays if it is stopped.
 * @param {import('./game.js').Game} game @returns {Job}
 */
function read(game) {
    const level = is.level();
    return {
        kind: 'game',
        key: `game ${level} ${keyOfGame(game)}`,
        run: async (signal) => {
            const { values } = state;
            const isShown = () => keyOfGame(state.home.game) === keyOfGame(game);
            const onMove = (/** @type {unknown} */ _turn, /** @type {number} */ _index, /** @type {import('reversi-engine').Review} */ { moves }) => {
                // The values of the other games of a set would fill the memory.
                if (isShown()) values.judge(moves[0], level);
                changed();
            };
            const start = performance.now();
            const found = await review(game, { level, book: 'never', signal, onMove });
            await askPeople(found);
            if (isShown()) for (const move of found.moves) values.judge(move, level);
            if (values !== state.values) return;
            keepReview(game, level, found);
            await sets()?.keep(game, level, found, (performance.now() - start) / 1000);
        },
    };
}

/**
 * Who finds the best moves in place of those that lost something: people of the rating that the moves of its
 * side look like. The review knows it only at its end.
 * @param {import('reversi-engine').Review} review
 */
async function askPeople({ moves, sides }) {
    for (const move of moves) {
        const { rating } = sides[move.position.endsWith('X') ? 'black' : 'white'];
        if (!rating || move.loss === 0) continue;
        const people = await humanMoves(move.position, rating.rating);
        move.found = people.moves.find((each) => each.move === move.best_move)?.chance ?? null;
    }
}

/**
 * First a look at all moves, then the proof of the position, then that of the other moves.
 * @returns {Job | null}
 */
function wantedOfSolve() {
    const at = is.position();
    const squares = legalSquares(at);
    if (squares.length === 0) return null;
    const run = state.runs.get(keyOf(at)) ?? newRun();
    state.runs.set(keyOf(at), run);
    const key = keyOf(at);
    if (state.values.lines(at).length < squares.length) {
        return { kind: 'solve', key: `look ${key}`, run: (signal) => valueAll(at, FIRST_LOOK, signal) };
    }
    if (!isSolved(run))
        return { kind: 'solve', key: `solve ${key}`, run: (signal) => prove(at, run, signal) };
    const open = state.settings.values ? state.values.lines(at).find(({ value }) => value.exact === undefined) : undefined;
    if (!open) return null;
    return { kind: 'solve', key: `prove ${key} ${open.move}`, run: (signal) => proveMove(at, open.move, signal) };
}

/** The proof of a solved position, before those of the other moves. @returns {Job | null} */
function wantedOfProof() {
    const [at, run] = [is.position(), is.run()];
    if (!run?.proof.wanted) return null;
    const { proof, lower } = run;
    return {
        kind: 'solve',
        key: `proof ${proof.wanted} ${keyOf(at)}`,
        run: async (signal) => {
            try {
                proof.file ??= (await proofOf(at, { exactly: lower, signal })).file;
                if (proof.wanted === 'save') saveBytes(proof.file, 'reversi.proof', 'fileSaved');
                else {
                    const { position, claim, score, positions, leaves } = await checkProof(proof.file, { signal });
                    if (position !== keyOf(at) || claim !== 'exactly' || score !== lower) throw new Error(`${position}: ${claim} ${score}`);
                    proof.checked = positions + leaves;
                }
            } finally {
                proof.wanted = null; // also where the position was left
            }
        },
    };
}

/** @param {Position} at @param {import('./solve-panel.js').Run} run @param {AbortSignal} signal */
async function prove(at, run, signal) {
    const [nodes, seconds] = [run.nodes, run.seconds];
    let spoken = seconds;
    const solution = await solve(at, {
        signal,
        onProgress: (progress) => {
            run.nodes = nodes + progress.nodes;
            run.seconds = seconds + progress.seconds;
            narrow(run, progress.bounds);
            const line = progress.lines[0];
            if (line) {
                run.pv = squaresOf(line.pv);
                run.estimate = line.value.estimate ?? run.estimate;
            }
            if (line) {
                state.values.lead(at, run.pv[0], line.value);
                state.values.putMove(at, run.pv[0], line.value, run.pv);
            }
            // Bounds that say nothing would hide the estimate.
            if (run.lower > -64 || run.upper < 64) state.values.put(at, between(run.lower, run.upper), []);
            else if (line) state.values.put(at, line.value, run.pv);
            if (run.seconds - spoken >= SPOKEN_EVERY_S) {
                spoken = run.seconds;
                say(t('aProgress', { bounds: boundsText(run), t: Math.round(run.seconds) }));
            }
            changed();
        },
    });
    run.nodes = nodes + solution.nodes;
    run.seconds = seconds + solution.seconds;
    run.pv = squaresOf(solution.pv);
    const { exact } = solution.value;
    if (exact === undefined) return;
    narrow(run, { lower: exact, upper: exact });
    state.values.put(at, solution.value, run.pv);
    // No other move can be better: that is proven as well.
    for (const move of legalSquares(at)) {
        if (move !== run.pv[0]) state.values.putMove(at, move, between(-64, exact), []);
    }
}

/** @param {import('./solve-panel.js').Run} run @param {import('reversi-engine').Bounds} bounds */
function narrow(run, { lower, upper }) {
    const next = [Math.max(run.lower, lower), Math.min(run.upper, upper)];
    if (next[0] > next[1] || (next[0] === run.lower && next[1] === run.upper)) return;
    [run.lower, run.upper] = next;
    run.steps.push([run.seconds, next[0], next[1]]);
}

/** @param {Position} at @param {number} move @param {AbortSignal} signal */
async function proveMove(at, move, signal) {
    const run = state.runs.get(keyOf(at)) ?? newRun();
    const [nodes, seconds] = [run.nodes, run.seconds];
    const { value, pv, nodes: added, seconds: more } = await solve(play(at, move), { signal });
    run.nodes = nodes + added;
    run.seconds = seconds + more;
    state.values.putMove(at, move, negated(value), [move, ...squaresOf(pv)]);
}
