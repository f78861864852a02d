// Names of openings. A position has a name whatever its moves were and however the board is turned.
import { positionOf, rules } from './rules.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {{ moves: string, names: [string, string?] }} Opening */

/**
 * The moves, the English name, and the Japanese one where it is known.
 * @type {[string, string, string?][]}
 */
const TABLE = [
    ['c4c3', 'Diagonal', '斜め取り'],
    ['c4c5', 'Parallel', '並び取り'],
    ['c4e3', 'Perpendicular', '縦取り'],

    ['c4c3d3c5b2', 'X-square'],
    ['c4c3d3c5b3', 'Snake', '蛇'],
    ['c4c3d3c5b4', 'Heath', '飛び出し'],
    ['c4c3d3c5b4d2d6', 'Heath-Bat'],
    ['c4c3d3c5b4d2e2', 'Iwasaki'],
    ['c4c3d3c5b4e3', 'Heath-Chimney', '大量取り'],
    ['c4c3d3c5b5', 'Raccoon Dog', 'たぬき'],
    ['c4c3d3c5b6', 'Hamilton', 'ハミルトン'],
    ['c4c3d3c5b6c6b5', 'Lollipop'],
    ['c4c3d3c5d6', 'Cow', '牛'],
    ['c4c3d3c5d6e3', 'Chimney'],
    ['c4c3d3c5d6f4b4', 'Bat', 'コウモリ'],
    ['c4c3d3c5d6f4f5', 'Rose-v-Toth'],
    ['c4c3d3c5d6f4f5d2', 'Tanida', '谷田流'],
    ['c4c3d3c5d6f4f5d2b5', 'Aircraft', '飛行機'],
    ['c4c3d3c5d6f4f5d2g4d7', 'Sailboat', '快速船'],
    ['c4c3d3c5d6f4f5e6c6d7', 'Maruoka'],
    ['c4c3d3c5d6f4f5e6f6', 'Landau'],
    ['c4c3d3c5f6', 'Buffalo', 'バッファロー'],
    ['c4c3d3c5f6e2c6', 'Maruoka Buffalo', '丸岡バッファロー'],
    ['c4c3d3c5f6e3c6f5f4g5', 'Tanida Buffalo', '谷田バッファロー'],
    ['c4c3d3c5f6f5', 'Hokuriku Buffalo', '北陸バッファロー'],

    ['c4e3f4c5d6f3e6c3d3e2', 'Rabbit', '兎'],
    ['c4e3f4c5e6', 'Horse', '馬'],
    ['c4e3f5b4', 'No-Cat'],
    ['c4e3f5e6d3', 'Italian', 'イタリアン'],
    ['c4e3f5e6f4', 'Cat', '猫'],
    ['c4e3f6b4', 'Bent Ganglion'],
    ['c4e3f6e6f5', 'Tiger', '虎'],
    ['c4e3f6e6f5c5c3', 'Stephenson', 'ステファンソン'],
    ['c4e3f6e6f5c5c3b4', 'No-Kung', 'ノーカン'],
    ['c4e3f6e6f5c5c3c6', 'Comp’Oth', 'コンポス'],
    ['c4e3f6e6f5c5c3c6d6', 'Lightning Bolt'],
    ['c4e3f6e6f5c5c3g5', 'Kung', 'カン'],
    ['c4e3f6e6f5c5d3', 'Leader’s Tiger', 'リーダーズタイガー'],
    ['c4e3f6e6f5c5d6', 'Brightwell', 'ブライトウェル'],
    ['c4e3f6e6f5c5f4g6f7', 'Rose', 'ローズ'],
    ['c4e3f6e6f5g6', 'Aubrey'],
];

/** @type {Opening[]} */
export const OPENINGS = TABLE.map(([moves, ...names]) => ({ moves, names }));

/** Where the squares go when the board is turned or mirrored. */
const TURNS = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
    Array.from({ length: 64 }, (_, square) => {
        let [x, y] = [square % 8, square >> 3];
        if (turn & 1) x = 7 - x;
        if (turn & 2) y = 7 - y;
        if (turn & 4) [x, y] = [y, x];
        return x + 8 * y;
    }),
);

/** One text for a position and what becomes of it when the board is turned. @param {Position} position */
export function shapeOf({ cells, side }) {
    const turned = TURNS.map((turn) => turn.map((square) => cells[square]).join(''));
    return turned.reduce((least, each) => (each < least ? each : least)) + side;
}

/** The names by the shape of the position. @type {Map<string, Opening> | undefined} */
let shapes;
/** No opening has more discs. */
const MOST_DISCS = 4 + Math.max(...OPENINGS.map(({ moves }) => moves.length / 2));

function allShapes() {
    const all = new Map();
    for (const opening of OPENINGS) {
        all.set(shapeOf(positionOf(rules().read(opening.moves).position)), opening);
    }
    return all;
}

/** The opening that a position is named after. @param {Position} position */
export function openingOfPosition(position) {
    shapes ??= allShapes();
    return shapes.get(shapeOf(position)) ?? null;
}

/** The openings at the plies of a game. @type {WeakMap<object, (Opening | null)[]>} */
const known = new WeakMap();

/**
 * The opening of a game at a ply: that of the last position with a name.
 * @param {import('./game.js').Game} game
 * @param {number} ply
 * @returns {Opening | null}
 */
export function openingOf(game, ply) {
    shapes ??= allShapes();
    let plies = known.get(game);
    if (!plies) {
        /** @type {Opening | null} */
        let last = null;
        plies = [];
        for (const position of game.positions) {
            if (64 - (position.cells.split('-').length - 1) > MOST_DISCS) break;
            plies.push((last = shapes.get(shapeOf(position)) ?? last));
        }
        known.set(game, plies);
    }
    return plies[Math.min(ply, plies.length - 1)] ?? null;
}
