// The game of the page: a session of the npm package, seen with the moves that were taken back. Nothing
// here touches the document.
import { ratingOf } from './rating.js';
import { PASS, START, colourOf, keyOf, nameOf, placed, positionOf, reversi, rules, squaresOf } from './rules.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('./rules.js').Side} Side */
/** @typedef {import('reversi-engine').Session} Session */
/** @typedef {import('reversi-engine').StoredSession} StoredSession */
/** Who moves for a side: an opponent of a rating. @typedef {number | 'person'} Who */
/**
 * A game that is stored, and the ply that is shown.
 * @typedef {{ session: StoredSession, ply: number }} Stored
 */

/** @type {Side[]} */
const SIDES = ['X', 'O'];

/** Moves and the positions between, so that any ply is at hand. */
export class Game {
    /** @param {string} start 64 cells and the side. @param {readonly string[]} moves All of them legal. */
    constructor(start = keyOf(START), moves = []) {
        this.moves = squaresOf(moves);
        this.positions = rules().positions({ position: start, moves }).map(positionOf);
    }

    /**
     * Reads moves from a position on. A forced pass may be left out. An illegal move throws an error of the
     * package.
     * @param {Position} start @param {readonly number[]} moves
     */
    static read(start, moves) {
        const read = rules().read({ position: keyOf(start), moves: moves.map(nameOf) });
        return new Game(read.start, read.moves);
    }

    get length() {
        return this.moves.length;
    }

    get start() {
        return this.positions[0];
    }

    /** @param {number} ply @returns {Position} */
    at(ply) {
        return this.positions[ply];
    }

    /** The number of the last move at a ply: passes have none. @param {number} ply */
    number(ply) {
        return placed(this.moves.slice(0, ply));
    }

    /** True for the game from the usual start without a move. */
    get isNew() {
        return this.length === 0 && keyOf(this.start) === keyOf(START);
    }
}

/** A game at the board: its session is at the ply that is shown. */
export class Match {
    #session;
    /**
     * The session as it was at the end of the game, while an earlier ply is only looked at: with the time
     * of the turn, and with a loss on time.
     * @type {StoredSession | null}
     */
    #end = null;

    /** @param {Session} session */
    constructor(session) {
        this.#session = session;
        this.game = this.#look();
    }

    /** @param {Game} game @param {number} [ply] The one that is shown. */
    static of(game, ply = game.length) {
        const moves = game.moves.map(nameOf);
        const match = new Match(rules().session({ game: { position: keyOf(game.start), moves } }));
        match.#step(ply);
        return match;
    }

    /** @param {Stored} stored */
    static restore({ session, ply }) {
        const match = new Match(reversi().Session.fromJSON(session));
        if (ply < match.ply) match.show(ply);
        return match;
    }

    /** @returns {Stored} */
    stored() {
        return { session: this.#end ? this.#withPlayers(this.#end) : this.#session.toJSON(), ply: this.ply };
    }

    /** A stored session with the present players. @param {StoredSession} stored @returns {StoredSession} */
    #withPlayers(stored) {
        return { ...stored, players: this.#session.toJSON().players };
    }

    #look() {
        const { start, moves, undoneMoves } = this.#session;
        return new Game(start, [...moves, ...undoneMoves]);
    }

    /** Updates the moves, once some of them have changed. */
    #changed() {
        this.#end = null;
        this.game = this.#look();
    }

    /** The plies up to the position that is shown. */
    get ply() {
        return this.game.length - this.#session.movesToRedo;
    }

    /** The next step at the position that is shown. */
    get due() {
        return this.#session.due;
    }

    /** The result, if the position that is shown is the end of the game. */
    get result() {
        return this.#session.result;
    }

    /** The side whose time ran out. @returns {Side | null} */
    get flag() {
        const { result } = this;
        return result?.ending === 'time' ? (result.score < 0 ? 'X' : 'O') : null;
    }

    /** Returns whether a move is legal now; a pass only where it is forced. @param {number} move */
    allows(move) {
        return this.#session.legalMoves.includes(nameOf(move));
    }

    /** @param {Side} side @returns {Who} */
    who(side) {
        const player = this.#session.player(colourOf(side));
        if (player === 'person') return player;
        const { rating, strength } = player.opponent ?? {};
        return ratingOf(rating ?? strength) ?? 'person';
    }

    /** An opponent that stays goes on with its seed. @param {Side} side @param {Who} who */
    seat(side, who) {
        if (this.who(side) === who) return;
        this.#session.setPlayer(colourOf(side), who === 'person' ? who : { opponent: { rating: who } });
    }

    /**
     * Plays a legal move, also of an opponent. The next move of the game leaves the later ones in place,
     * each other one drops them. Without time the game is lost in its place.
     * @param {number} move
     * @returns {Stored | null} The game as it was, if moves were dropped.
     */
    play(move) {
        if (this.game.moves[this.ply] === move) {
            this.#session.redo();
            this.#arrive();
            return null;
        }
        return this.#change(() => this.#session.play(nameOf(move)));
    }

    /** The question of the opponent that is due: options of an analysis. */
    request() {
        return this.#session.request();
    }

    /**
     * Lets the opponent that is due choose and play a move of the analysis that it wanted.
     * @param {import('reversi-engine').Analysis} analysis
     * @returns {number | null} Null if its time had run out.
     */
    answer(analysis) {
        /** @type {number | null} */
        let move = null;
        this.#change(() => ([move] = squaresOf([this.#session.answer(analysis).move])));
        return move;
    }

    /** @param {() => void} call @returns {Stored | null} The game as it was, if moves were dropped. */
    #change(call) {
        const before = this.#session.movesToRedo > 0 ? this.stored() : null;
        try {
            call();
        } catch (error) {
            if (/** @type {{ code?: string }} */ (error).code !== 'out-of-time') throw error;
        }
        this.#changed();
        return before;
    }

    /** Drops the moves after the ply that is shown. */
    dropLater() {
        return this.#change(() => this.#take({ ...this.#session.toJSON(), undone: [] }));
    }

    /** Takes back the last move, or the own one and the moves after it. @param {boolean} toPerson */
    back(toPerson) {
        this.#end = null;
        return (toPerson && this.#session.undoToPerson()) || this.#session.undo();
    }

    /** Plays moves again that were taken back: one, or up to the own next one. @param {boolean} toPerson */
    forward(toPerson) {
        if (toPerson) this.#session.redoToPerson();
        else this.#session.redo();
        this.#arrive();
    }

    /** Looks at another ply. The game goes on where it is. @param {number} ply */
    show(ply) {
        if (ply !== this.ply && this.#session.movesToRedo === 0) this.#end = this.#session.toJSON();
        this.#step(ply);
    }

    /** @param {number} ply */
    #step(ply) {
        while (this.ply > ply && this.#session.undo());
        while (this.ply < ply && this.#session.redo());
        this.#arrive();
    }

    /** At the end of the game the session is what it was there. */
    #arrive() {
        if (this.#session.movesToRedo > 0 || !this.#end) return;
        this.#take(this.#end);
        this.#end = null;
    }

    /** Goes on with a stored session, with the present players. @param {StoredSession} stored */
    #take(stored) {
        const old = this.#session;
        this.#session = reversi().Session.fromJSON(this.#withPlayers(stored));
        old.free();
    }

    /**
     * Gives both sides this number of seconds and more for each move, or no clock.
     * @param {number} seconds @param {number} [increment]
     */
    setClocks(seconds, increment = 0) {
        const clock = seconds > 0 ? { remainingSeconds: seconds, incrementSeconds: increment } : null;
        for (const side of SIDES) this.#session.setClock(colourOf(side), clock);
    }

    get hasClocks() {
        return this.#session.clock('black') !== null;
    }

    /** The seconds on the clock of a side. @param {Side} side */
    timeLeft(side) {
        return this.#session.timeLeft(colourOf(side));
    }

    /** Lets the clock of the side to move run or stand, and looks at it. @param {boolean} runs */
    tick(runs) {
        if (runs) this.#session.resume();
        else this.#session.pause();
        return this.#session.tick();
    }
}
