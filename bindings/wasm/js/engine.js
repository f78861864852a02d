// An engine in a worker: one call at a time, in the order of the calls.

import { AbortedError, errorOfQuestion, ReversiError } from "./error.js";
import { bytesOf, hasSimd, hasThreads, moduleOf, untilAborted } from "./files.js";
import { checkCall, choiceOf, engineOptions, proofQuestion, questionOf, questionText, restartOptions, trialOf } from "./options.js";
import { STRENGTHS } from "./fields.js";
import { lastSeen, partialOf } from "./partial.js";
import { Rules, stateOf } from "./rules.js";
import { fromBase64 } from "./values.js";
import { WorkerLink } from "./worker-link.js";

export { STRENGTHS };

/** Milliseconds until an aborted call is rejected with what it has shown, if its end takes longer. */
const PATIENCE = 80;

/** Milliseconds until a worker that does not end its call is made again. */
const GIVE_UP = 2000;

const own = Symbol("Engine.create");

/** Returns whether a question may be about people. A review is answered without them, as far as possible. */
const isAboutPeople = (question, kind) =>
  ["human_moves", "practical", "review", "traps"].includes(kind) || JSON.parse(question).human !== undefined;

/** The code of the engine's error where it does not know people. */
const NO_PEOPLE = "no-people";

const closed = () => new ReversiError("closed", "the engine was closed");

/** The error of a call that has proven no more than bounds. */
function interrupted(call, partial) {
  const { lower, upper } = partial.bounds;
  const message = `the ${partial.reason} limit ended the ${call}: the score is ${lower} to ${upper}`;
  return new ReversiError("interrupted", message, { partial });
}

/** The module for these options. Where threads were not asked for by number, one thread is enough. */
async function engineModule({ signal, simd, threads, isAuto }, place) {
  if (threads > 1) {
    try {
      return { module: await moduleOf("engineThreads", place, signal), threads };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      if (!isAuto) {
        const message = `threads must be 1 or "auto" without ${cause.message}`;
        throw new ReversiError("not-loaded", message, { at: { field: "threads" }, cause });
      }
    }
  }
  return { module: await moduleOf(simd ? "engineSimd" : "engine", place, signal), threads: 1 };
}

/** Loads what the options name. */
async function parts({ weights, book, signal, ...build }, place) {
  const [engine, weightBytes, bookBytes] = await Promise.all([
    engineModule({ signal, ...build }, place),
    weights === "full" ? bytesOf("weights", place, signal) : weights === "small" ? undefined : weights,
    book === true ? bytesOf("book", place, signal) : book || undefined,
  ]);
  return { ...engine, weights: weightBytes, isFull: weights === "full", book: bookBytes };
}

export class Engine {
  #parts;
  /** The files that are not where the package has them. */
  #place;
  #hashMiB;
  #link;
  /** Settles when the worker has its engine. */
  #ready;
  #queue = [];
  #running;
  #error;
  /** Settles when the last restart has: they are made one after the other. */
  #restarts = Promise.resolve();
  /** How people play: the bytes of a file, once they were asked for, and the worker that has them. */
  #people;
  #withPeople;
  /** How often the caller has closed the engine: a restart from before that does not open it again. */
  #closings = 0;

  constructor(key, rules, { simd, threads }) {
    if (key !== own) throw new TypeError("an engine must be made by Engine.create()");
    this.rules = rules;
    this.simd = simd;
    this.threads = threads;
    Object.freeze(this);
  }

  static async create(options = {}) {
    const checked = engineOptions(options, { simd: hasSimd(), threads: hasThreads() });
    const { signal } = checked;
    try {
      signal?.throwIfAborted();
      const { place } = checked;
      const rulesLoaded = Rules.load({ files: { rules: place.rules } });
      const [rules, loaded] = await Promise.all([untilAborted(rulesLoaded, signal), parts(checked, place)]);
      const engine = new Engine(own, rules, { simd: checked.simd, threads: loaded.threads });
      engine.#place = place;
      await engine.#begin(loaded, checked);
      return engine;
    } catch (error) {
      throw signal?.aborted ? new AbortedError(signal.reason) : error;
    }
  }

  get usable() {
    return this.#error === undefined;
  }

  async #begin(loaded, { hashMiB, signal }) {
    this.#parts = loaded;
    this.#hashMiB = hashMiB;
    this.#error = undefined;
    this.#makeWorker();
    try {
      await untilAborted(this.#ready, signal);
    } catch (error) {
      this.#fail(closed());
      throw error;
    }
  }

  #makeWorker() {
    const link = new WorkerLink((error) => this.#link === link && this.#fail(error), this.#place.worker, this.threads);
    this.#link = link;
    this.#ready = link.create({ hashMiB: this.#hashMiB, ...this.#parts });
    const begin = () => {
      if (this.#link !== link) return;
      link.hold(false);
      this.#next();
    };
    this.#ready.then(begin, (error) => this.#link === link && this.#fail(error));
  }

  /** Rejects all waiting calls, and ends the worker. */
  #fail(error) {
    if (this.#error) return;
    this.#error = error;
    this.#link.close(error);
    const waiting = [this.#running, ...this.#queue].filter(Boolean);
    this.#running = undefined;
    this.#queue = [];
    for (const job of waiting) job.reject(error);
  }

  /** A call of the worker: what it returns. `kind` is that of the question: of its partial results. */
  #call(message, kind, { signal, onProgress, onMove, moves = 0, people } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#error) throw this.#error;
      if (signal?.aborted) throw new AbortedError(signal.reason);
      const job = { message, kind, signal, onProgress, onMove, moves, people, turns: [], seen: undefined, review: undefined, promises: [] };
      const settle = (settled) => (value) => {
        signal?.removeEventListener("abort", job.abort);
        clearTimeout(job.timer);
        settled(value);
      };
      job.resolve = settle(resolve);
      job.reject = settle(reject);
      job.abort = () => this.#abort(job);
      signal?.addEventListener("abort", job.abort, { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  async #next() {
    if (this.#running || this.#error || this.#queue.length === 0) return;
    const job = this.#queue.shift();
    this.#running = job;
    const link = this.#link;
    try {
      await this.#ready;
      if (this.#running !== job || this.#link !== link) return;
      if (job.ended) return this.#finish(job);
      link.hold(true);
      if (job.people) job.missing = await this.#learnPeople(link, job.signal);
      if (this.#running !== job || this.#link !== link) return;
      if (job.ended) return this.#finish(job);
      job.call = link.start(job.message, (event) => this.#see(job, event));
      const done = await job.call.done;
      if (job.missing && JSON.parse(done).error?.code === NO_PEOPLE) throw job.missing;
      if (job.signal?.aborted) job.reject(new AbortedError(job.signal.reason, partialOf(job.kind, done)));
      else if (job.thrown) job.reject(job.thrown.value);
      else Promise.all(job.promises).then(() => job.resolve(done), job.reject); // the next call need not wait
    } catch (error) {
      if (this.#link !== link) return;
      if (error instanceof ReversiError && error.code === "engine-failed") return this.#fail(error);
      job.reject(error.code === NO_PEOPLE && job.missing ? job.missing : error);
    }
    if (this.#link === link) this.#finish(job);
  }

  /** Gives the worker what it knows people by, for the first question that may want it. Says why it cannot. */
  async #learnPeople(link, signal) {
    if (this.#withPeople === link) return;
    try {
      this.#people ??= bytesOf("people", this.#place);
      const bytes = await untilAborted(this.#people, signal);
      await link.start({ call: "learn", people: bytes }).done;
      this.#withPeople = link;
    } catch (error) {
      if (signal?.aborted) throw new AbortedError(signal.reason);
      this.#people = undefined; // the next question tries again
      if (error.code === "engine-failed") throw error;
      return error;
    }
  }

  #finish(job) {
    if (this.#running !== job) return;
    clearTimeout(job.lateTimer);
    this.#running = undefined;
    if (this.#queue.length === 0) this.#link.hold(false);
    this.#next();
  }

  /** A look at a search. */
  #see(job, event) {
    if (job.ended || this.#running !== job) return;
    const { progress, done, review } = JSON.parse(event);
    if (progress) {
      job.seen = progress;
      this.#tell(job, job.onProgress, progress);
    }
    if (done) {
      job.turns.unshift(done);
      job.review = review;
      this.#tell(job, job.onMove, done, job.moves - job.turns.length, ...(review ? [review] : []));
    }
  }

  /** Calls a function of the caller. What it throws ends the call, also if it does so later. */
  #tell(job, callback, ...what) {
    const end = (value) => {
      job.thrown ??= { value };
      if (this.#running === job && !job.ended) this.#end(job);
    };
    try {
      const returned = callback?.(...what);
      if (typeof returned?.then !== "function") return;
      const promise = Promise.resolve(returned);
      job.promises.push(promise);
      promise.catch(end);
    } catch (value) {
      end(value);
    }
  }

  #abort(job) {
    const rejection = () => new AbortedError(job.signal.reason, lastSeen(job));
    if (this.#running !== job || !job.call) {
      this.#queue = this.#queue.filter((other) => other !== job);
      job.ended = true;
      return job.reject(rejection());
    }
    job.timer = setTimeout(() => job.reject(rejection()), PATIENCE);
    this.#end(job, () => job.reject(rejection()));
  }

  /** Ends the running call, and with it the worker if there is no other way. */
  #end(job, reject = () => job.reject(job.thrown.value)) {
    job.ended = true;
    const again = () => {
      if (this.#running !== job) return;
      reject();
      this.#running = undefined;
      this.#link.close(new ReversiError("engine-failed", "the worker is made again"));
      this.#makeWorker();
    };
    if (job.call.end()) job.lateTimer = setTimeout(again, GIVE_UP);
    else again();
  }

  /** The answer to a question. `isOption` says whether its fields were options. */
  async #ask(question, kind, options, isOption = true) {
    const people = isAboutPeople(question, kind);
    const { trial = question, endless } = trialOf(question, kind, options);
    const answer = JSON.parse(await this.#call({ call: "ask", question: trial }, kind, { ...options, people }));
    if (answer.error) throw errorOfQuestion(answer.error, question, isOption);
    if (answer.interrupted && endless) throw endless;
    return answer;
  }

  async solve(game, options = {}) {
    const question = questionOf("solve", stateOf(game), options);
    const { solution, interrupted: partial } = await this.#ask(question, "solve", options);
    if (!partial) return solution;
    throw interrupted("solve", partial);
  }

  async prove(game, options = {}) {
    const question = questionOf("prove", stateOf(game), options);
    const { proof, interrupted: partial } = await this.#ask(question, "prove", options);
    if (!partial) return { ...proof, file: fromBase64(proof.file) };
    throw interrupted("proof", partial);
  }

  async verify(proof, options = {}) {
    return (await this.#ask(proofQuestion(proof, options), "verify", options)).verified;
  }

  async analyze(game, options = {}) {
    const question = questionOf("analyze", stateOf(game), options);
    return (await this.#ask(question, "analyze", options)).analysis;
  }

  async analyzeGame(game, options = {}) {
    const state = stateOf(game);
    const question = questionOf("analyze_game", state, options);
    return (await this.#ask(question, "analyze_game", { ...options, moves: state.moves.length })).game;
  }

  async review(game, options = {}) {
    const state = stateOf(game);
    const question = questionOf("review", state, options);
    return (await this.#ask(question, "review", { ...options, moves: state.moves.length })).review;
  }

  async *analyzeGames(games, options = {}) {
    const known = new Map(); // the moves of earlier games, by their positions
    let index = 0;
    for await (const game of games) {
      const { start, moves } = stateOf(game);
      const turns = [];
      let position = start;
      for (const move of moves) {
        const turn = known.get(`${position} ${move}`);
        if (turn === undefined) break;
        turns.push({ ...turn, analysis: { ...turn.analysis, source: "file" } });
        position = this.rules.play({ position }, move).position;
      }
      if (turns.length < moves.length) {
        await this.clearHash(); // the result does not depend on what was searched before
        const own = await this.analyzeGame({ position, moves: moves.slice(turns.length) }, options);
        for (const turn of own) known.set(`${turn.position} ${turn.played}`, turn);
        turns.push(...own);
      }
      yield { index: index++, game: turns };
    }
  }

  async evaluate(game, options = {}) {
    const question = questionOf("evaluate", stateOf(game), options);
    return (await this.#ask(question, "evaluate", options)).evaluation;
  }

  async chooseMove(game, options) {
    const message = choiceOf(stateOf(game), options);
    const call = this.#call(message, "choose", { ...options, people: true });
    const { move, seed, answer } = JSON.parse(await call);
    return { move, analysis: answer.analysis, seed };
  }

  async humanMoves(game, rating, options = {}) {
    const question = questionOf("human_moves", stateOf(game), { ...options, human: rating });
    return (await this.#ask(question, "human_moves", options)).human_moves;
  }

  async legalMoves(game) {
    return this.rules.legalMoves(game);
  }

  async play(game, move) {
    const { position, legalMoves, blackScore } = this.rules.play(game, move);
    return { position, legalMoves, blackScore };
  }

  async ask(question, options = {}) {
    checkCall(options);
    return this.#ask(questionText(question), question.ask, options, false);
  }

  async clearHash() {
    await this.#call({ call: "clear" }, "clear");
  }

  async restart(options = {}) {
    const checked = restartOptions(options, this);
    const { signal } = checked;
    const closings = this.#closings;
    const restart = this.#restarts.then(() => this.#restart(checked, closings));
    this.#restarts = restart.catch(() => {});
    try {
      await untilAborted(restart, signal);
    } catch (error) {
      throw signal?.aborted ? new AbortedError(signal.reason) : error;
    }
  }

  /** Makes the workers again. Options that are not given stay as they were. */
  async #restart(given, closings) {
    const check = () => {
      given.signal?.throwIfAborted();
      if (this.#closings !== closings) throw closed();
    };
    check();
    const loaded = await parts(given, this.#place);
    check();
    if (given.weights === undefined) [loaded.weights, loaded.isFull] = [this.#parts.weights, this.#parts.isFull];
    if (given.book === undefined) loaded.book = this.#parts.book;
    this.#fail(closed());
    await this.#begin(loaded, { hashMiB: this.#hashMiB, ...given });
  }

  close() {
    this.#closings++;
    this.#fail(closed());
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }
}
