// Names of openings: the library has them in English. A position has a name whatever its moves were and
// however the board is turned.
import { keyOf, nameOf, rules } from './rules.js';
import { getLang } from './strings.js';

/** The Japanese names that are known. @type {Record<string, string>} */
export const JAPANESE = {
    Diagonal: '斜め取り',
    Parallel: '並び取り',
    Perpendicular: '縦取り',
    Snake: '蛇',
    Heath: '飛び出し',
    'Heath-Chimney': '大量取り',
    'Raccoon Dog': 'たぬき',
    Hamilton: 'ハミルトン',
    Cow: '牛',
    Bat: 'コウモリ',
    Tanida: '谷田流',
    Aircraft: '飛行機',
    Sailboat: '快速船',
    Buffalo: 'バッファロー',
    'Maruoka Buffalo': '丸岡バッファロー',
    'Tanida Buffalo': '谷田バッファロー',
    'Hokuriku Buffalo': '北陸バッファロー',
    Rabbit: '兎',
    Horse: '馬',
    Italian: 'イタリアン',
    Cat: '猫',
    Tiger: '虎',
    Stephenson: 'ステファンソン',
    'No-Kung': 'ノーカン',
    "Comp'Oth": 'コンポス',
    Kung: 'カン',
    "Leader's Tiger": 'リーダーズタイガー',
    Brightwell: 'ブライトウェル',
    Rose: 'ローズ',
};

/** A name of the library in the language of the page. @param {string | null | undefined} english */
export const shown = (english) => (english && getLang() === 'ja' && JAPANESE[english]) || (english ?? '').replaceAll("'", '’');

/** The English names at the plies of games. @type {WeakMap<object, Map<number, string | null>>} */
const known = new WeakMap();

/**
 * The name of the opening of a game at a ply, or nothing: the name of the last position that has one.
 * @param {import('./game.js').Game} game @param {number} ply
 */
export function openingOf(game, ply = game.length) {
    const names = known.get(game) ?? new Map();
    known.set(game, names);
    if (!names.has(ply)) names.set(ply, rules().opening({ position: keyOf(game.start), moves: game.moves.slice(0, ply).map(nameOf) }));
    return shown(names.get(ply));
}

/** The name of a position, or nothing. @param {import('./rules.js').Position} position */
export const openingOfPosition = (position) => shown(rules().opening({ position: keyOf(position) }));
