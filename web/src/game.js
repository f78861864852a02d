// A game: the position it starts from and its moves. The positions between are kept, so any ply is at hand.
import { START, isLegal, isOver, mustPass, PASS, play } from './rules.js';

/** @typedef {import('./rules.js').Position} Position */

export class Game {
    /** @param {Position} start @param {number[]} moves All of them legal. */
    constructor(start = START, moves = []) {
        this.moves = [...moves];
        this.positions = [start];
        for (const move of moves) this.positions.push(play(this.positions[this.positions.length - 1], move));
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

    /** The same game up to a ply and one move more. @param {number} ply @param {number} move */
    with(ply, move) {
        return new Game(this.start, [...this.moves.slice(0, ply), move]);
    }

    get isOver() {
        return isOver(this.positions[this.length]);
    }

    /** Whether this is the game from the usual start without a move. */
    get isNew() {
        return this.length === 0 && this.start.cells === START.cells && this.start.side === START.side;
    }

    /**
     * Reads moves from a position on. A forced pass may be left out.
     * @param {Position} start @param {number[]} moves
     * @returns {{ game: Game, bad: number }} The legal part, and the index of the first move that is not one,
     *     or -1.
     */
    static read(start, moves) {
        const legal = [];
        let position = start;
        for (const [index, move] of moves.entries()) {
            if (move !== PASS && mustPass(position)) {
                legal.push(PASS);
                position = play(position, PASS);
            }
            if (!isLegal(position, move)) return { game: new Game(start, legal), bad: index };
            legal.push(move);
            position = play(position, move);
        }
        return { game: new Game(start, legal), bad: -1 };
    }
}
