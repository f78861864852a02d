// Tests without a browser: the game, links, pasted texts and the store of values. The rules come from the
// npm package that `cargo xtask web` makes.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

import { startOf } from '../src/balanced.js';
import { showBar } from '../src/bar.js';
import { addBook, engineIsUsable, startEngine, wantsBook } from '../src/engine.js';
import { Game, Match } from '../src/game.js';
import { graphSvg, plyAt, plyNear } from '../src/graph.js';
import { chosenCount, chosenGames, guessMe, imported, importedGame, importedNames, importFiles, importText, pickAll, pickFromList, searchList, turnImported } from '../src/import.js';
import { fromFragment, toFragment } from '../src/link.js';
import { JAPANESE, openingOf, openingOfPosition } from '../src/openings.js';
import { PASS, START, isOver, keyOf, legalSquares, loadRules, moveOf, nameOf, play, positionOf } from '../src/rules.js';
import { newProof, proofHtml } from '../src/proof.js';
import { gameOf } from '../src/queue.js';
import { importHtml, legalPart } from '../src/import-panel.js';
import { ggfOf, jsonOf } from '../src/share.js';
import { setGame, state } from '../src/state.js';
import { keepName, legalTree } from '../src/store.js';
import { TEXT, setLang, t } from '../src/strings.js';
import '../src/against.js'; // which has texts of its own, as sets have
import '../src/set-strings.js';
import { Tree } from '../src/tree.js';
import { Values, better, negated } from '../src/values.js';

await loadRules(new URL('../../target/npm/index.js', import.meta.url).href);

const movesOf = (text) => text.match(/../g).map(moveOf);
const GAME =
    'f5d6c4d3c3f4f6f3e6e7d7g6g5f7f8h6e2d8e3c8g7c7e8c5b6e1c6d2g8b3g3b5g4a5f2h3b4b7a4f1h4a6h2h8g2a3a8h7h5b8a7g1h1psa2b2b1a1c1d1c2';

const read = (text) => Game.read(START, movesOf(text));

test('a proof is offered up to 17 empty squares, and says what was checked', () => {
    assert.equal(proofHtml(newProof(), 18), '');
    const note = (proof) => /<small>(.*?)<\/small>/.exec(proofHtml({ ...newProof(), ...proof }, 17))[1];
    assert.equal(note({}), '');
    assert.equal(note({ file: new Uint8Array(200) }), '200 bytes');
    assert.equal(note({ file: new Uint8Array(200), checked: 12 }), 'checked: 12 positions');
    assert.match(proofHtml({ ...newProof(), wanted: 'check' }, 17), /working.*disabled.*disabled/s);
    assert.doesNotMatch(proofHtml(newProof(), 17), /disabled/);
});

test('a forced pass may be left out of a game', () => {
    const whole = read(GAME);
    const without = Game.read(START, movesOf(GAME).filter((move) => move !== PASS));
    assert.equal(whole.length, 61);
    assert.deepEqual(without.moves, whole.moves);
    assert.ok(isOver(whole.at(61)));
    assert.throws(() => read('f5f5'), { code: 'illegal-move' });
});

test('another ply is looked at without losing the moves, and another move drops them', () => {
    const match = Match.of(read('f5d6c3d3'), 4);
    match.show(1);
    assert.deepEqual([match.ply, match.game.length, match.due], [1, 4, 'person']);
    assert.equal(match.play(moveOf('d6')), null); // the next move of the game
    assert.deepEqual([match.ply, match.game.length], [2, 4]);
    const dropped = match.play(moveOf('c4'));
    assert.deepEqual([match.ply, match.game.length, match.game.moves[2]], [3, 3, moveOf('c4')]);
    assert.deepEqual(Match.restore(match.stored()).game.moves, match.game.moves);
    const before = Match.restore(dropped);
    assert.deepEqual([before.ply, before.game.moves], [2, movesOf('f5d6c3d3')]);
    before.show(0);
    before.dropLater();
    assert.deepEqual([before.ply, before.game.length], [0, 0]);
    assert.ok(!before.allows(moveOf('a1')) && before.allows(moveOf('f5')) && !before.allows(PASS));
});

test('a step back in Play is one to the own move before', () => {
    const match = Match.of(read('f5d6c3d3'));
    match.seat('O', 800);
    match.back(true);
    assert.deepEqual([match.ply, match.due], [2, 'person']);
    match.back(false);
    assert.deepEqual([match.ply, match.due], [1, 'engine']);
    match.forward(true);
    assert.equal(match.ply, 2);
    match.forward(false);
    assert.equal(match.ply, 3);
    // The engine has begun: its move is taken back where no own one is.
    const second = Match.of(read('f5'));
    second.seat('X', 800);
    second.back(true);
    assert.deepEqual([second.ply, second.game.length], [0, 1]);
});

test('a loss on time stays while the game is looked at, until it is taken back', () => {
    const match = Match.of(read('f5d6'));
    match.setClocks(60);
    match.play(moveOf('c3'));
    assert.deepEqual([match.hasClocks, match.timeLeft('X'), match.flag], [true, 60, null]);
    match.setClocks(1e-9);
    match.tick(true);
    while (match.due !== 'over') match.tick(true);
    assert.deepEqual([match.flag, match.timeLeft('O'), match.allows(moveOf('d3'))], ['O', 0, false]);
    match.show(1);
    assert.deepEqual([match.flag, match.result], [null, null]);
    const kept = Match.restore(JSON.parse(JSON.stringify(match.stored())));
    for (const each of [match, kept]) {
        assert.equal(each.ply, 1);
        each.show(3);
        assert.deepEqual([each.flag, each.result?.ending], ['O', 'time']);
    }
    match.back(false);
    assert.deepEqual([match.flag, match.ply, match.due], [null, 3, 'person']);
});

test('an opponent keeps its seed when a game is looked at', () => {
    const match = Match.of(read('f5d6'));
    match.seat('X', 1400);
    const before = JSON.stringify(match.stored());
    match.show(0);
    match.show(2);
    match.seat('X', 1400);
    assert.equal(JSON.stringify(match.stored()), before);
    assert.deepEqual([match.who('X'), match.who('O')], [1400, 'person']);
    assert.equal(match.request().level, 3);
    match.show(1);
    match.seat('O', 2000);
    assert.equal(Match.restore(match.stored()).who('O'), 2000);
    match.show(2);
    assert.equal(match.who('O'), 2000);
});

/** Does an action of a session as a person at the page does; false if the page has no such action. */
function act(match, { do: verb, color, move, player }, { then, error }) {
    const side = color === 'black' ? 'X' : 'O';
    if (error?.code === 'out-of-time' || verb === 'resign') return false;
    if (verb === 'engine_move') {
        assert.equal(match.due === 'engine', !error);
        if (error) return true;
        [verb, move] = ['play', then.last_move];
    }
    if (verb === 'set_player') match.seat(side, player === 'person' ? player : 800);
    else if (verb === 'undo') assert.equal(match.back(false), then.did[0]);
    else if (verb === 'redo') match.forward(false);
    else if (verb === 'redo_to_person') match.forward(true);
    else if (verb === 'undo_to_person' && then.did[0]) assert.ok(match.back(true));
    else if (verb === 'play' || verb === 'pass') {
        const square = verb === 'pass' ? PASS : moveOf(move);
        // At the page the pass is a move of its own.
        if (!error && square !== PASS && match.due === 'pass') assert.equal(match.play(PASS), null);
        assert.equal(match.allows(square), !error);
        if (error) return true;
        match.play(square);
        match.dropLater(); // the page keeps later moves if the next one is played
    }
    return true;
}

/** Compares the game of the page with a case. */
function compare(match, { moves, position, due, moves_to_redo: later, legal_moves: legal }, place) {
    const names = match.game.moves.map(nameOf);
    assert.equal(names.slice(0, match.ply).join(''), moves, place);
    const shown = [keyOf(match.game.at(match.ply)), match.due, match.game.length - match.ply];
    assert.deepEqual(shown, [position, due, later], place);
    assert.deepEqual(
        [PASS, ...Array(64).keys()].filter((move) => match.allows(move)).map(nameOf).sort(),
        [...legal].sort(),
        place,
    );
}

const random = new URL('../../target/session-cases.jsonl', import.meta.url);
const skip = !existsSync(random) && 'cargo tools session-cases 1 300 > target/session-cases.jsonl makes random games';
test('the game of the page is what a model of sessions says, also when it is looked at', { skip }, async () => {
    const cases = (await readFile(random, 'utf8')).trim().split('\n');
    let steps = 0;
    for (const line of cases) {
        const found = JSON.parse(line);
        const { start, moves } = found.session.game;
        let match = Match.of(Game.read(positionOf(start), movesOf(moves || 'ps').slice(moves ? 0 : 1)));
        for (const [number, step] of found.steps.entries()) {
            const place = `${found.name}, step ${number}: ${JSON.stringify(step.action)}`;
            if (step.stored) match = Match.restore(JSON.parse(JSON.stringify(match.stored())));
            if (step.action && !act(match, step.action, step)) break;
            compare(match, step.then, place);
            const { ply } = match;
            match.show((7 * number) % (match.game.length + 1));
            match.show(ply);
            compare(match, step.then, place);
            steps++;
        }
    }
    assert.ok(steps > 5 * cases.length, `${steps} steps of ${cases.length} games`);
});

test('a link restores view, game and ply', () => {
    const game = read(GAME);
    for (const [mode, ply] of [['play', 61], ['analyse', 25], ['solve', 0]]) {
        const link = toFragment(mode, game, ply);
        assert.ok(link.length <= 512);
        const read = fromFragment(link);
        assert.deepEqual([read.mode, read.ply, read.game.moves], [mode, ply, game.moves]);
    }
    const set = Game.read({ cells: `${'-'.repeat(27)}XO${'-'.repeat(35)}`, side: 'X' }, []);
    assert.deepEqual(fromFragment(toFragment('solve', set, 0)).game.start, set.start);
});

test('a link holds the variation that is shown, if there is room for it', () => {
    const game = read('f5d6c3d3c4');
    const path = movesOf('f5d6c4d3');
    const link = toFragment('analyse', game, 5, path);
    assert.equal(link, 'm=analyse&g=f5d6c3d3c4&n=2&v=2c4d3');
    const linked = fromFragment(`${link}&r=1`);
    assert.deepEqual([linked.ply, linked.path, linked.tree.main], [2, path, game.moves]);
    assert.equal(linked.tree.branches(game.moves).length, 1);
    assert.equal(toFragment('analyse', game, 3, game.moves.slice(0, 3)), 'm=analyse&g=f5d6c3d3c4&n=3');
    for (const bad of ['2c3c3', '2', '9c4', 'x', '2zz']) assert.equal(fromFragment(`g=f5d6c3&v=${bad}`), 'damaged', bad);
    assert.equal(fromFragment('g=f5d6&r=1').mode, 'analyse');
    assert.equal(fromFragment('g=f5d6&r=0').mode, 'play');
});

test('a tree keeps all lines, and what is deleted comes back in its place', () => {
    const tree = new Tree(movesOf('f5d6c3d3'));
    const branch = tree.add(movesOf('f5d6c4d3c3'));
    tree.add(movesOf('f5d6c4e3'));
    tree.add(movesOf('f5f4'));
    const names = () => [tree.main.map(nameOf).join(''), ...tree.branches(tree.main).map(({ path }) => path.map(nameOf).join(''))];
    assert.deepEqual(names(), ['f5d6c3d3', 'f5d6c4', 'f5d6c4e3', 'f5f4']);
    const first = tree.branchOf(branch, tree.main);
    assert.deepEqual([first.path.length, branch.ply, tree.branchOf(tree.root, tree.main)], [3, 5, null]);
    // Moves that were taken back at the end of the game are beside it.
    assert.equal(tree.branchOf(tree.at(movesOf('f5d6c3d3')), movesOf('f5d6')).move, moveOf('c3'));
    branch.note = 'why';
    tree.root.note = 'start';
    const copy = Tree.fromJSON(JSON.parse(JSON.stringify(tree)));
    assert.deepEqual(copy.toJSON(), tree.toJSON());
    assert.equal(copy.at(branch.path).note, 'why');
    const restore = tree.remove(first);
    assert.deepEqual(names(), ['f5d6c3d3', 'f5f4']);
    restore();
    assert.deepEqual(names(), ['f5d6c3d3', 'f5d6c4', 'f5d6c4e3', 'f5f4']);
    // The same moves are played again before a variation is brought back.
    const again = Tree.fromJSON(JSON.parse(JSON.stringify(tree)));
    const bringBack = again.remove(again.at(movesOf('f5d6c4')));
    again.add(movesOf('f5d6c4e3f4')).note = 'new';
    bringBack();
    assert.deepEqual(again.branches(again.main).map(({ ply }) => ply), [3, 4, 2]);
    assert.equal(again.at(movesOf('f5d6c4e3f4')).note, 'new');
    assert.equal(again.at(branch.path).note, 'why');
    tree.promote(branch);
    assert.deepEqual(names(), ['f5d6c4d3c3', 'f5d6c4e3', 'f5d6c3', 'f5f4']);
    const plain = new Tree(movesOf('f5d6'));
    assert.deepEqual([tree.isPlain(tree.main), plain.isPlain(movesOf('f5d6')), plain.isPlain(movesOf('f5'))], [false, true, false]);
    const game = read('f5d6c3');
    assert.equal(legalTree(game, { m: 'f5d6c3', v: [[2, { m: 'a1' }]] }), null);
    assert.equal(legalTree(game, { m: 'f5d6' }), null);
    assert.equal(legalTree(read('f5d6'), { m: 'f5d6c3' }).main.length, 3);
    assert.equal(legalTree(read('f5d6'), { m: 'f5d6a1' }), null);
    assert.equal(legalTree(game, { m: 'f5d6c3', v: [[2, { m: 'c4' }]] }).branches(game.moves).length, 1);
});

test('a saved file has variations, notes and values, and is read again', async () => {
    setGame(Match.of(read('f5d6c3d3')));
    state.tree.add(movesOf('f5d6c4d3')).note = 'a [note]';
    state.tree.at(movesOf('f5d6')).note = 'here';
    state.values = new Values();
    state.values.putMove(START, moveOf('f5'), estimate(0, 10), [moveOf('f5')]);
    await importText(jsonOf());
    assert.equal(importedGame().length, 4);
    assert.deepEqual(chosenGames()[0].tree, state.tree.toJSON());
    assert.deepEqual(JSON.parse(jsonOf()).values, [{ moves: 'f5', value: estimate(0, 10) }]);
    const ggf = ggfOf(state.home.game);
    assert.match(ggf, /B\[F5\/0\.00\]W\[D6\]C\[here\]/);
    await importText(ggf);
    assert.deepEqual(chosenGames().map(({ key }) => key.slice(67)), ['f5d6c3d3', 'f5d6c4d3']);
});

test('names of records are those of the person at this device once it has said so', async () => {
    const ggf = (black, white) =>
        `(;GM[Othello]PB[${black}]PW[${white}]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)`;
    await importText(ggf('Ann', 'Bob') + ggf('Cy', 'Ann'));
    assert.deepEqual(importedNames(), ['Ann', 'Bob', 'Cy']);
    guessMe(['Zoe', 'Ann']);
    assert.equal(imported.me, 'Ann');
    await importText('Aki vs Club, round 3\n1. f5 d6 2. c4! d3 36-28');
    assert.deepEqual([imported.found.title, imported.me], ['One game, 4 moves', null]);
    assert.ok(imported.found.notes.some((note) => note.startsWith('Aki vs Club')), imported.found.notes.join('|'));
    // A game without names asks for the side, a position does not.
    assert.match(importHtml().html, /Which side were you\?.*● Black.*○ White.*Neither/s);
    await importText(`${keyOf(START)}`);
    assert.doesNotMatch(importHtml().html, /Which side/);
    const settings = { myNames: ['Ann', 'Bob'] };
    keepName(settings, 'Bob');
    assert.deepEqual(settings.myNames, ['Bob', 'Ann']);
    for (const name of ['Bob', ...Array.from({ length: 19 }, (_, n) => `n${n}`)]) keepName(settings, name);
    assert.deepEqual([settings.myNames.length, settings.myNames[0], settings.myNames.at(-1)], [20, 'n18', 'Bob']);
});

test('balanced starts are legal, different, and drawn at random', () => {
    for (const [kind, count, empties] of [['balanced', 108, 52], ['middle', 8, 26]]) {
        const starts = new Set(Array.from({ length: 432 }, (_, i) => keyOf(startOf(kind, () => i / 432))));
        assert.equal(starts.size, count);
        for (const start of starts) assert.equal(start.split('-').length - 1, empties, start);
    }
    assert.deepEqual(startOf('usual'), START);
});

test('the graph has no sign, its own side up, and marks from three discs on', () => {
    const point = (score, side) => ({ value: exact(score), side });
    const view = {
        points: [point(0, 'X'), point(4, 'O'), point(2, 'X')],
        losses: [{ discs: 2, exact: false, thrown: false, best: 1 }, { discs: 6, exact: true, thrown: false, best: 1 }],
        movers: ['X', 'O'],
        ply: 1,
        number: 1,
        up: 'O',
        mineOnly: true,
        names: { X: 'Ann', O: 'You' },
        width: 300,
        height: 120,
    };
    const svg = graphSvg(view, 'g');
    assert.deepEqual([...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text), ['16', '0', '16', 'You ahead', 'Ann ahead']);
    assert.match(svg, /aria-valuetext="Move 1: You ahead by 4, exact"/);
    assert.equal(svg.match(/<circle/g).length, 2); // the mark and its ring
    assert.ok(!/[+−]\d/.test(svg));
    assert.match(graphSvg({ ...view, points: [null, null, null] }, 'g'), /not read yet/);
    const box = { width: 300, height: 120 };
    assert.deepEqual([0, 24, 158, 292, 400].map((at) => plyAt(at, box, 2)), [0, 0, 1, 2, 2]);
    // Near the mistake of the second move: the position before it. Nothing is there at the first one.
    assert.deepEqual([157, 280, 285, 292].map((at) => plyNear(at, box, view.losses)), [1, 2, 1, 1]);
});

test('the bar names the leader, and has no sign', () => {
    const element = { classList: { toggle() {} }, style: { setProperty() {} }, dataset: {}, attributes: [] };
    const said = {};
    Object.assign(element, {
        setAttribute: (name, value) => (said[name] = value),
        removeAttribute() {},
        replaceChildren: (label) => (said.label = label.inner?.textContent),
    });
    globalThis.document = { createElement: () => ({ append(inner) { this.inner = inner; } }) };
    for (const [value, text, label] of [
        [exact(-6), 'White ahead by 6, exact', '6'],
        [estimate(3, 10), 'You ahead by 3, estimate', '3'],
        [exact(0), 'even, exact', '0'],
        [bounds(2, 64), 'You ahead by at least 2, proven bound', '≥2'],
        [bounds(-64, -4), 'White ahead by at least 4, proven bound', '≥4'],
        [bounds(-8, 64), 'White ahead by at most 8, proven bound', '≤8'],
    ]) {
        showBar(element, value, { X: 'You', O: 'White' });
        assert.deepEqual([said['aria-valuetext'], said.label], [text, label]);
    }
    delete globalThis.document;
});

test('a damaged link is told from one without a game', () => {
    assert.equal(fromFragment(''), null);
    assert.equal(fromFragment('board'), null);
    for (const bad of [
        'm=win',
        'g=f5f5',
        'g=f',
        'g=zz',
        'n=1',
        'g=f5&n=-1',
        'g=f5&n=2',
        'b=XO',
        'b=',
        `g=${'f5'.repeat(300)}`,
        'g=%00',
        'm=play&n=1e9',
    ]) {
        assert.equal(fromFragment(bad), 'damaged', bad);
    }
    assert.equal(fromFragment('g=f5&unknown=1').game.length, 1);
});

/** The answer of the import field to a text. */
async function told(text) {
    await importText(text);
    return imported;
}

test('a text is a game or a position, with its side to move', async () => {
    assert.equal((await told('Ada – Bo: 1. F5 D6 2. C3')).found?.game.length, 3);
    assert.equal(imported.found.title, 'One game, 3 moves');
    const rows = START.cells.match(/.{8}/g).join('\n');
    assert.deepEqual((await told(rows)).found?.game.start, START);
    assert.equal(imported.found.title, 'Position: 4 discs, Black to move');
    assert.equal((await told(`${START.cells} w`)).found.game.start.side, 'O');
});

test('a problem names its place', async () => {
    const place = async (text) => {
        const { problem, found, list } = await told(text);
        assert.deepEqual([found, list], [null, null], text);
        return [problem.message, text.slice(problem.from, problem.to)];
    };
    assert.deepEqual(await place('f5d6a1c4'), ['Ply 3: a1 is not a legal move', 'a1']);
    assert.deepEqual(await place('hello there'), ['No game or board found. It stopped at “hello”.', 'hello']);
    assert.deepEqual(await place('-'.repeat(40)), ['40 cells; a board has 64', '']);
    assert.match((await place('-'.repeat(64)))[0], /^A position needs a disc of each colour/);
    assert.match((await place(`${START.cells}${START.cells}`))[0], /^No game or board found/);
    assert.equal((await place('f5'.repeat(100_000)))[0], 'Ply 2: f5 is not a legal move');
    assert.match((await place('(;GM[Othello]XX'))[0], /^No game or board found. It stopped at “XX”. \(byte 13/);
    assert.deepEqual([(await told('  ')).problem, imported.found], [null, null]);
});

test('the moves before one that is not legal are a game', async () => {
    const part = async (text) => {
        await told(text);
        const { game, title } = legalPart() ?? {};
        return [game?.moves.map(nameOf).join(''), title];
    };
    const [ggf, sgf] = ['(;GM[Othello]PB[A]PW[B]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]', '(;FF[4]GM[2]SZ[8];'];
    assert.deepEqual(await part('f5d6c4d3\nc3f4f6f3e6\ne7d7g6g5z9f7'), [GAME.slice(0, 26), '13 moves; stopped at z9, line 3']);
    assert.equal(imported.problem.message, 'Ply 14: z9 is not a legal move');
    assert.deepEqual(await part('1. f5 d6\n2. a1 d3'), ['f5d6', '2 moves; stopped at a1, line 2']);
    assert.equal(legalPart().text, '1. f5 d6\n2. ');
    assert.match(importHtml().html, /<i class="b">.*<b>2 moves; stopped at a1, line 2<\/b>/s);
    assert.deepEqual(await part(`${ggf}B[F5]W[A1];)`), ['f5', '1 move; stopped at A1, line 1']);
    assert.deepEqual((await part(`${sgf}B[f5];W[d6];B[a1];W[c3])`))[0], 'f5d6');
    for (const text of ['a1f5', 'hello', GAME, '', `${GAME}\n${GAME}\n-`]) assert.deepEqual(await part(text), [undefined, undefined], text);
});

test('openings have the names of the library, in Japanese where one is known', () => {
    for (const text of ['f5d6c3d3c4', 'e6f4c3c4d3', 'c4e3f6e6f5', 'd3c5f6f5e6'])
        assert.equal(openingOf(read(text)), 'Tiger', text);
    const game = read(GAME);
    assert.deepEqual([0, 1, 60].map((ply) => openingOf(game, ply)), ['', '', openingOf(game, 20)]); // it keeps its name
    assert.equal(openingOfPosition(read('c4e3f5e6f4').at(5)), 'Cat');
    assert.equal(openingOfPosition(game.at(40)), ''); // the game keeps its name, the position has none
    assert.equal(openingOf(read('c4e3f6e6f5c5c3c6')), 'Comp’Oth');
    setLang('ja');
    assert.deepEqual([openingOf(read('c4e3f6e6f5')), openingOf(read('c4e3f6e6f5g6'))], ['虎', 'Aubrey']);
    // Each is the name of an opening of the library.
    const table = readFileSync(new URL('../../crates/reversi-play/src/review/openings.rs', import.meta.url), 'utf8');
    for (const name of Object.keys(JAPANESE)) assert.ok(table.includes(`"${name}"`), name);
    setLang('en');
});

test('a board without a side to move leaves it open where both can move', async () => {
    const cells = START.cells;
    assert.equal((await told(cells)).found.sideOpen, true);
    assert.equal((await told(`${cells} O`)).found.sideOpen, false);
    assert.equal((await told(`${'-'.repeat(62)}XO`)).found.sideOpen, false);
    await told(cells);
    turnImported('O');
    assert.deepEqual([importedGame().start.side, imported.found.title], ['O', 'Position: 4 discs, White to move']);
});

test('a text of several games is a list, also with one that cannot be read', async () => {
    const lines = ['f5d6c3', `${START.cells} O`, GAME];
    await importText(lines.join('\n'));
    assert.equal(imported.list?.length, 3);
    assert.equal(imported.list[1].note(), 'White to move');
    assert.deepEqual([importedGame(), chosenCount()], [null, 3]); // all of them
    pickFromList(1, false);
    assert.deepEqual(chosenGames().map((each) => gameOf(each).length), [3, 61]);
    pickAll(false);
    assert.equal(chosenCount(), 0);
    searchList('61 plies');
    pickAll(true);
    assert.deepEqual(chosenGames().map((each) => gameOf(each).length), [61]);
    await importText([...lines, 'f5f5'].join('\n'));
    assert.deepEqual([imported.list.length, imported.list[3].entry, imported.heading], [4, null, '3 games']);
    assert.match(imported.list[3].title(), /^Line 4: ply 2: illegal move/);
    pickFromList(3, true);
    assert.equal(chosenCount(), 3);
    await importText('1 f5\n2 d6');
    assert.equal(importedGame()?.length, 2);
});

test('a long text is read with pauses, and a newer one ends it', async () => {
    const many = `${`${GAME}\n`.repeat(2000)}f5f5\n`;
    const reading = importText(many);
    await importText('f5');
    await reading;
    assert.deepEqual([imported.list, importedGame()?.length], [null, 1]);
    await importText(many);
    assert.equal(imported.list.length, 2001);
    assert.match(imported.list[2000].title(), /^Line 2001: ply 2/);
    const ggf = '(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)';
    await importText(ggf.repeat(1000));
    assert.equal(imported.list.length, 1000);
    assert.ok(imported.list.every((row) => row.title() === 'GGF: Ann – Bob, 1 ply'));
});

test('no game of a long text is cut', async () => {
    const moves = GAME.slice(0, 100).match(/../g);
    const sgf = (note) => `(;GM[2]PB[Ann]PW[Bob]C[${note}]\n${moves.map((move, ply) => `;${'BW'[ply % 2]}[${move}]`).join('\n')}\n(;B[a7])\n(;B[g1]))\n`;
    const headers = '[Event "x"]\r\n[Black "Ann"]\r\n\r\n1. f5 d6\r\n2. c4 d3\r\n\r\n';
    const json = JSON.stringify({ moves: GAME, players: { black: 'Ann', white: 'Bob' } }, null, 1);
    for (const [one, length, title] of [
        [sgf('a good ;) game'), 51, 'SGF: Ann – Bob, 51 plies'],
        [sgf('a bracket \\] (; and no end'), 51, 'SGF: Ann – Bob, 51 plies'],
        [headers, 4, null],
        [`${json}\n`, 61, null],
    ]) {
        const count = Math.ceil(60_000 / one.length);
        await importText(one.repeat(count));
        assert.equal(imported.list?.length, count, one);
        assert.ok(imported.list.every((row) => gameOf(row.entry).length === length && row.title() === (title ?? imported.list[0].title())), one);
        assert.equal(imported.list[0].entry.names.X, 'Ann', one);
    }
    const array = JSON.stringify(Array(300).fill({ moves: GAME, players: { black: 'Ann', white: 'Bob' } }), null, 1);
    await importText(array);
    assert.ok(imported.list?.length === 300 && imported.list.every(({ entry }) => entry.names.X === 'Ann'));
});

test('an engine that takes the place of one that is given its book wants the book too', async () => {
    const { fetch } = globalThis;
    const bytes = await readFile(new URL('../../target/npm/data/opening.book', import.meta.url));
    const { signal } = new AbortController();
    globalThis.fetch = async () => new Response(bytes);
    try {
        await startEngine('small', signal);
        const adding = addBook(signal);
        await new Promise((resolve) => setTimeout(resolve, 5)); // the book is there, the engine is not
        const [added] = await Promise.allSettled([adding, startEngine('small', signal)]);
        assert.deepEqual([added.reason?.code, wantsBook()], ['closed', true]);
        await addBook(signal);
        assert.deepEqual([engineIsUsable(), wantsBook()], [true, false]);
    } finally {
        globalThis.fetch = fetch;
    }
});

test('several files are one list', async () => {
    const tree = new Tree(movesOf('f5d6'));
    tree.add(movesOf('f5f6'));
    const own = JSON.stringify({ position: keyOf(START), moves: 'f5d6', names: { black: 'Ann' }, tree });
    const files = [['a.txt', 'f5d6c3'], ['own.json', own], ['bad.txt', 'f5f5'], ['none.wtb', new Uint8Array([0, 1])], ['b.ggf', 'f5f6\nf5d6\n']];
    const importAll = () => importFiles(files.map(([name, content]) => new File([content], name)));
    await importAll();
    assert.deepEqual(chosenGames().map((each) => gameOf(each).length), [3, 2, 2, 2]);
    assert.equal(Tree.fromJSON(chosenGames()[1].tree).branches(movesOf('f5d6')).length, 1);
    const bad = imported.list.filter(({ entry }) => !entry).map((row) => row.title());
    assert.equal(bad.length, 2);
    assert.match(bad[0], /^bad\.txt: .*illegal move/);
    assert.match(bad[1], /^none\.wtb: /);
    const reading = importAll();
    await importText('f5');
    await reading;
    assert.deepEqual([imported.list, importedGame()?.length], [null, 1]); // a newer text ends it
    await importFiles([new File(['f5d6c3'], 'a.txt')]);
    assert.deepEqual([imported.list, importedGame()?.length], [null, 3]);
});

/** The bytes of a case of the corpus. */
async function bytesOfCase(name) {
    const cases = (await readFile(new URL('../../testdata/doors/reading.jsonl', import.meta.url), 'utf8')).split('\n');
    return Buffer.from(JSON.parse(cases.find((line) => line.startsWith(`{"name":"reading/${name}"`))).read.bytes, 'hex');
}

test('files of gzip and ZIP are unpacked', async () => {
    const drop = async (name) => importFiles([new File([await bytesOfCase(name)], name)]);
    await drop('zip-of-wthor-with-names');
    assert.deepEqual(imported.list.map(({ entry }) => entry.names.X), ['Bo', 'Bo']);
    await drop('gzip');
    assert.deepEqual(chosenGames().map(({ key }) => key.slice(67)), ['f5d6', 'f5f6']);
    await drop('zip-with-an-encrypted-file');
    assert.deepEqual(imported.list.map(({ entry }) => entry !== null), [false, true]);
    await drop('gzip-that-is-cut');
    assert.match(imported.problem.message, /cut short or damaged/);
});

const estimate = (score, depth, selectivity = 73) => ({ estimate: { score, depth, selectivity } });
const exact = (score) => ({ exact: score });
const bounds = (lower, upper) => ({ bounds: { lower, upper } });

test('what is proven beats an estimate, and a deeper estimate a shallower one', () => {
    assert.deepEqual(better(estimate(4, 10), estimate(2, 12)), estimate(2, 12));
    assert.deepEqual(better(estimate(4, 10, 98), estimate(2, 10, 73)), estimate(4, 10, 98));
    assert.deepEqual(better(exact(2), estimate(9, 60)), exact(2));
    assert.deepEqual(better(bounds(0, 20), bounds(-4, 8)), bounds(0, 8));
    assert.deepEqual(better(bounds(0, 20), bounds(-4, 0)), exact(0));
    assert.deepEqual(negated(bounds(-64, 2)), bounds(-2, 64));
});

test('a move and the position after it have one value', () => {
    const values = new Values();
    const [f5, d6] = [moveOf('f5'), moveOf('d6')];
    values.put(START, estimate(2, 10), [f5, d6]);
    assert.deepEqual(values.move(START, f5).value, estimate(2, 10));
    const after = play(START, f5);
    values.put(after, estimate(-6, 16), [d6]);
    assert.deepEqual(values.move(START, f5).value, estimate(6, 17));
    assert.equal(values.position(START).value.estimate.score, 6);
});

test('the end of a game has its score, for either side', () => {
    const game = read(GAME);
    const [values, end] = [new Values(), game.at(61)];
    const score = (position) => values.position(position)?.value.exact;
    assert.deepEqual([score({ ...end, side: 'X' }), score({ ...end, side: 'O' })], [8, -8]);
});

const [f5, d3] = [moveOf('f5'), moveOf('d3')];

/** A shallow search of all moves prefers d3. */
function shallow() {
    const values = new Values();
    for (const square of legalSquares(START)) values.putMove(START, square, estimate(square === d3 ? 7 : 0, 7), [square]);
    return values;
}

test('the choice of a deep search leads over a higher value of a shallow one', () => {
    const values = shallow();
    values.put(START, estimate(6, 26), [f5]);
    assert.equal(values.lines(START)[0].move, f5);
    assert.equal(values.position(START).value.estimate.score, 6);
});

test('the line of a solve leads, also where the position has a bound only', () => {
    const values = shallow();
    assert.equal(values.lines(START)[0].move, d3);
    values.lead(START, f5, estimate(6, 27));
    values.putMove(START, f5, estimate(6, 27), [f5]);
    values.put(START, bounds(2, 64), []);
    assert.equal(values.lines(START)[0].move, f5);
});

test('an exact move does not make its position exact while another is open', () => {
    const values = new Values();
    values.put(START, estimate(0, 10), [f5]);
    values.putMove(START, f5, exact(2), [f5]);
    assert.deepEqual(values.position(START).value, estimate(2, 10));
    for (const square of legalSquares(START))
        values.putMove(START, square, square === d3 ? exact(4) : exact(2), [square]);
    assert.deepEqual(values.position(START).value, exact(4));
});

test('a value of the engine is kept as it is', () => {
    const game = read('f5d6');
    const [at, pv] = [game.at(2), [moveOf('c3')]];
    for (const value of [estimate(0, 24, 98), estimate(-3, 1, 100), bounds(-64, 2), bounds(3, 64), exact(-7)]) {
        const values = new Values();
        values.put(at, value, pv);
        assert.deepEqual(values.position(at).value, value);
        assert.deepEqual(negated(negated(value)), value);
    }
});

test('no type of the page is any', async () => {
    const source = new URL('../src/', import.meta.url);
    for (const name of await readdir(source)) {
        const lines = (await readFile(new URL(name, source), 'utf8')).split('\n');
        // Prose goes on after the word, a type ends there.
        const found = lines.filter((line) => /\bany\b(?! [a-z])/.test(line));
        assert.deepEqual(found, [], name);
    }
});

test('every text is there in both languages, with the same parameters', () => {
    const names = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, [english, japanese]] of Object.entries(TEXT)) {
        assert.ok(english && japanese, key);
        assert.deepEqual(names(english), names(japanese), key);
    }
    setLang('en');
    assert.equal(t('empties', { n: 1 }), '1 square empty');
    assert.equal(t('empties', { n: 24 }), '24 squares empty');
    assert.equal(nameOf(63), 'h8');
});
