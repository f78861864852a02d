// The game with its variations and notes. A line of moves is a path from the root; of the children of a
// node the first one is the main line. Nothing here touches the document.
import { moveOf, nameOf } from './rules.js';

/** The longest note. */
export const LONGEST_NOTE = 500;

export class Node {
    /** @param {number | null} move @param {Node | null} parent */
    constructor(move, parent) {
        this.move = move;
        this.parent = parent;
        /** @type {Node[]} */
        this.children = [];
        this.note = '';
    }

    /** The moves that lead here. @returns {number[]} */
    get path() {
        const path = [];
        for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.unshift(Number(node.move));
        return path;
    }

    /** The plies from the start. */
    get ply() {
        return this.path.length;
    }

    /** This node and those of the main line after it. */
    get line() {
        /** @type {Node[]} */
        const line = [this];
        for (let next = this.children[0]; next; next = next.children[0]) line.push(next);
        return line;
    }
}

/**
 * A tree as data: the moves of the main line, its notes by ply, and the variations by the ply before them.
 * @typedef {{ m: string, n?: { [ply: string]: string }, v?: [ply: number, tree: Stored][] }} Stored
 */

export class Tree {
    /** @param {readonly number[]} [moves] */
    constructor(moves = []) {
        /** @type {Node} */
        this.root = new Node(null, null);
        this.add(moves);
    }

    /** The node of a path, or null. @param {readonly number[]} path */
    at(path) {
        let node = this.root;
        for (const move of path) {
            const next = node.children.find((each) => each.move === move);
            if (!next) return null;
            node = next;
        }
        return node;
    }

    /** Keeps a path: what is new of it becomes a variation. @param {readonly number[]} path */
    add(path) {
        let node = this.root;
        for (const move of path) {
            let next = node.children.find((each) => each.move === move);
            if (!next) node.children.push((next = new Node(move, node)));
            node = next;
        }
        return node;
    }

    /** The moves of the main line. */
    get main() {
        return this.root.line.slice(1).map((node) => Number(node.move));
    }

    /** Returns whether the tree is these moves without notes and variations. @param {readonly number[]} game */
    isPlain(game) {
        return [...this.nodes()].every((node) => node.note === '') && this.branches(game).length === 0;
    }

    /** Makes the path to a node the main line, from the root on. @param {Node} node */
    promote(node) {
        for (let at = node; at.parent; at = at.parent) {
            const { children } = at.parent;
            children.unshift(...children.splice(children.indexOf(at), 1));
        }
    }

    /** Removes a node and all after it. @param {Node} node @returns {() => void} What brings it back. */
    remove(node) {
        const { parent } = node;
        if (!parent) return () => {};
        const index = parent.children.indexOf(node);
        parent.children.splice(index, 1);
        return () => {
            // The move may have been played again since: what was added there becomes a part of the node.
            const twin = parent.children.find(({ move }) => move === node.move);
            const added = twin ? [...this.nodes(twin)].map(({ path, note }) => ({ path, note })) : [];
            if (twin) parent.children.splice(parent.children.indexOf(twin), 1);
            parent.children.splice(index, 0, node);
            for (const { path, note } of added) this.add(path).note ||= note;
        };
    }

    /** All nodes, each before those after it. @returns {Generator<Node>} */
    *nodes(from = this.root) {
        yield from;
        for (const child of from.children) yield* this.nodes(child);
    }

    /** The nodes of a game. @param {readonly number[]} game */
    #nodesOf(game) {
        const nodes = new Set([this.root]);
        let node = this.root;
        for (const move of game) {
            const next = node.children.find((each) => each.move === move);
            if (!next) break;
            nodes.add((node = next));
        }
        return nodes;
    }

    /**
     * The first node of each variation beside a game. Moves that were taken back at its end are one too.
     * @param {readonly number[]} game
     */
    branches(game) {
        const nodes = this.#nodesOf(game);
        return [...this.nodes()].filter((node) => isFirst(node, nodes));
    }

    /**
     * Where the variation begins that a node is in; null in the game itself.
     * @param {Node} of @param {readonly number[]} game @returns {Node | null}
     */
    branchOf(of, game) {
        const nodes = this.#nodesOf(game);
        /** @type {Node | null} */
        let node = of;
        while (node && !isFirst(node, nodes)) node = node.parent;
        return node;
    }

    /** @returns {Stored} */
    toJSON() {
        return stored(this.root);
    }

    /** @param {Stored} stored @returns {Tree} */
    static fromJSON(stored) {
        const tree = new Tree();
        restore(tree.root, stored);
        return tree;
    }
}

/** Returns whether a variation begins with a node. @param {Node} node @param {Set<Node>} game */
const isFirst = (node, game) =>
    node.parent !== null && !game.has(node) && (game.has(node.parent) || node.parent.children[0] !== node);

/** @param {Node} from @returns {Stored} */
function stored(from) {
    const line = from.line;
    const offset = from.parent ? 0 : 1;
    /** @type {Stored} */
    const data = { m: line.slice(offset).map((node) => nameOf(Number(node.move))).join('') };
    for (const [index, node] of line.entries()) {
        if (node.note) (data.n ??= {})[index + 1 - offset] = node.note;
        for (const child of node.children.slice(1)) (data.v ??= []).push([index + 1 - offset, stored(child)]);
    }
    return data;
}

/** @param {Node} root @param {Stored} stored */
function restore(root, { m, n = {}, v = [] }) {
    const line = [root];
    for (const name of m.match(/../g) ?? []) {
        const move = moveOf(name);
        if (move === null) throw new Error(`no move: ${name}`);
        const last = line[line.length - 1];
        let node = last.children.find((each) => each.move === move);
        if (!node) last.children.push((node = new Node(move, last)));
        line.push(node);
    }
    for (const [ply, note] of Object.entries(n)) {
        const node = line[Number(ply)];
        if (node) node.note = String(note).slice(0, LONGEST_NOTE);
    }
    for (const [ply, tree] of v) if (line[ply]) restore(line[ply], tree);
}
