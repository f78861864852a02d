// All texts of the page: the key, English, Japanese. `{x}` is replaced by a parameter.

/** @type {Record<string, [string, string]>} */
export const TEXT = {
    app: ['Reversi', 'リバーシ'],
    skip: ['Skip to the board', '盤面へ移動'],
    play: ['Play', '対局'],
    analyse: ['Analyse', '検討'],
    solve: ['Solve', '読み切り'],
    black: ['Black', '黒'],
    white: ['White', '白'],
    you: ['You', 'あなた'],
    person: ['Another person', 'もう一人'],
    toMove: ['to move', '手番'],
    draw: ['Draw', '引き分け'],
    pass: ['pass', 'パス'],
    newGame: ['New game', '新規対局'],
    importGame: ['Import', '読み込む'],
    share: ['Share', '共有'],
    setUp: ['Set up', '盤面編集'],
    takeBack: ['Undo', '戻す'],
    playAgain: ['Redo', '進める'],
    hint: ['Hint', 'ヒント'],
    values: ['Values', '評価値'],
    first: ['First', '最初'],
    prev: ['Back', '前へ'],
    next: ['Forward', '次へ'],
    last: ['Last', '最後'],
    start: ['Start', '開始'],
    stop: ['Stop', '中止'],
    resume: ['Go on', '再開'],
    solveIt: ['Solve', '読み切る'],
    again: ['Play again', 'もう一局'],
    analyseGame: ['Analyse', '検討する'],
    close: ['Close', '閉じる'],
    cancel: ['Cancel', 'キャンセル'],
    load: ['Load', '読み込む'],
    done: ['Done', '完了'],
    copy: ['Copy link', 'リンクをコピー'],
    restart: ['Start the engine again', 'エンジンを再起動'],
    details: ['Details', '詳細'],
    ok: ['Continue', '続ける'],
    menu: ['Menu', 'メニュー'],
    keys: ['Keyboard', 'キーボード操作'],
    theme: ['Theme', 'テーマ'],
    light: ['Light', 'ライト'],
    dark: ['Dark', 'ダーク'],
    auto: ['As the device', '端末に合わせる'],
    lang: ['日本語', 'English'],
    about: ['About', 'このページについて'],
    depth: ['Analysis', '検討の深さ'],
    weights: ['Network', 'ネットワーク'],
    smallNet: ['Small', '小'],
    fullNet: ['Full · 2.2 MB', '大・2.2MB'],
    errWeights: [
        'The full network could not be loaded; the small one is used',
        '大きいネットワークを読み込めないため、小さい方を使います',
    ],
    quick: ['Quick', '速い'],
    normal: ['Normal', '標準'],
    deep: ['Deep', '深い'],
    forget: ['Forget everything', '保存データを消す'],
    opponent: ['Opponent', '対戦相手'],
    youPlay: ['You play', 'あなたの石'],
    clock: ['Clock', '持ち時間'],
    noClock: ['None', 'なし'],
    minutes: ['{n} min', '{n}分'],
    beginner: ['Beginner', '入門'],
    casual: ['Casual', '初級'],
    intermediate: ['Intermediate', '中級'],
    club: ['Club', '上級'],
    tournament: ['Tournament', '有段'],
    expert: ['Expert', '高段'],
    master: ['Master', '名人'],
    beginnerIs: ['Greedy, gives away corners', 'たくさん返したがり、隅を渡す'],
    casualIs: ['Greedy, but sees the worst traps', '取りすぎるが、罠は避ける'],
    intermediateIs: ['Fights for corners, misses replies', '隅を争うが、好手を見落とす'],
    clubIs: ['Looks a few moves ahead', '数手先を読む'],
    tournamentIs: ['Makes small mistakes only', '小さなミスだけ'],
    expertIs: ['Loses a disc here and there', 'ときどき1石損する'],
    masterIs: ['No mistakes on purpose', 'わざとは間違えない'],
    personIs: ['Two people, one board', '一つの盤でふたりで対局'],
    welcome: ['You are Black and move first', 'あなたは黒、先手です'],
    welcomeSub: ['Put a disc on a square with a dot.', '点のあるマスに石を置いてください。'],
    yourMove: ['Your move', 'あなたの番です'],
    turn: ['{side} to move', '{side}の番です'],
    empties: ['{n} squares empty', '残り{n}マス'],
    needs: [
        'This page needs JavaScript and WebAssembly.',
        'このページにはJavaScriptとWebAssemblyが必要です。',
    ],
    loading: ['Getting the engine ready…', 'エンジンを準備しています…'],
    thinking: ['{name} is thinking…', '{name}が考えています…'],
    passed: ['{side} has no move and passes', '{side}は打てないためパスです'],
    passSub: ['{side} moves again.', 'もう一度{side}の番です。'],
    wins: ['{side} wins {a}–{b}', '{a}対{b}で{side}の勝ち'],
    drawn: ['Draw, 32–32', '32対32の引き分け'],
    timeUp: ['{side} is out of time', '{side}の時間切れです'],
    lossSum: ['Lost by mistakes: Black {a} discs, White {b}', '損失の合計：黒 {a}石、白 {b}石'],
    analysing: ['Analysing the game', '対局を検討しています'],
    analysingSub: ['{a} of {b} moves, the last first', '{b}手中{a}手（終局側から）'],
    analysed: ['Analysis complete', '検討が終わりました'],
    solving: ['Solving', '読み切り中'],
    solveLong: [
        '{n} squares empty: this may take days. Stop whenever you like.',
        '残り{n}マス：数日かかることもあります。いつでも中止できます。',
    ],
    solvedWin: ['Solved: {side} wins by {n}', '読み切り：{side}の{n}石勝ち'],
    solvedDraw: ['Solved: draw', '読み切り：引き分け'],
    solvedSub: ['Best play of both sides, proven.', '双方最善の結果です（証明済み）。'],
    stopped: ['Stopped, not solved', '中止しました（未解決）'],
    stoppedSub: ['Proven so far: {bounds}', 'ここまでの証明：{bounds}'],
    failed: ['The engine stopped working', 'エンジンが停止しました'],
    failedSub: [
        'Your game is safe. Two people can go on playing.',
        '対局は保存されています。ふたりでの対局は続けられます。',
    ],
    noMemory: ['This device has too little memory for the engine', 'メモリが足りずエンジンを動かせません'],
    offline: ['Offline, everything works', 'オフライン（全機能使えます）'],
    online: ['Online again', 'オンラインに戻りました'],
    updated: ['A new version is ready', '新しい版があります'],
    reload: ['Reload', '再読み込み'],
    evaluation: ['Evaluation', '形勢'],
    exact: ['exact', '確定'],
    bound: ['proven bound', '証明済みの範囲'],
    estimate: ['estimate', '推定'],
    est: ['Estimate: depth {d}, {p} %', '推定：深さ{d}・信頼度{p}%'],
    exactNote: ['Exact: solved to the end', '確定：最後まで読み切り'],
    boundNote: ['Proven bounds, not yet exact', '証明済みの範囲（未確定）'],
    fromMover: ['for the side to move', '手番側から見た石差'],
    bestMoves: ['Best moves', '候補手'],
    best: ['best', '最善'],
    loses: ['loses {n}', '{n}石損'],
    graph: ['Score by move', '形勢グラフ'],
    blackAhead: ['Black ahead', '黒が優勢'],
    whiteAhead: ['White ahead', '白が優勢'],
    lossLane: ['Loss in discs', '損失（石）'],
    small: ['inaccuracy', '緩手'],
    mistake: ['mistake', '悪手'],
    blunder: ['blunder', '大悪手'],
    turning: ['Turning points', '勝負の分かれ目'],
    insteadOf: ['{best} was better', '最善は{best}'],
    moves: ['Moves', '棋譜'],
    noMoves: [
        'No moves yet. Play one, or import a game.',
        'まだ手がありません。打つか、棋譜を読み込んでください。',
    ],
    noValues: ['Values are hidden while you play.', '対局中は評価値を表示しません。'],
    proven: ['Proven', '証明済み'],
    atLeast: ['at least {n}', '{n}以上'],
    atMost: ['at most {n}', '{n}以下'],
    between: ['{a} to {b}', '{a}〜{b}'],
    provenWin: ['{side} wins, proven', '{side}の勝ちは証明済み'],
    nothingProven: ['Nothing proven yet', 'まだ何も証明されていません'],
    positions: ['Positions', '局面数'],
    speed: ['Per second', '毎秒'],
    time: ['Time', '時間'],
    line: ['Line of play', '最善進行'],
    importTitle: ['Import a game or a position', '棋譜・局面を読み込む'],
    importHelp: ['Paste moves (f5d6c3…), a board, GGF, SGF, …', '棋譜（f5d6c3…）、盤面、GGF、SGFなどを貼り付け'],
    drop: [
        'or drop a file here: text, GGF, WTHOR (.wtb)',
        'またはファイルをドロップ：テキスト、GGF、WTHOR (.wtb)',
    ],
    choose: ['Choose a file', 'ファイルを選ぶ'],
    foundMoves: ['Moves: {n} plies, all legal', '棋譜：{n}手、すべて合法'],
    foundBoard: ['Position: {n} discs, {side} to move', '局面：{n}石、{side}の番'],
    foundGame: ['{f}: {names}, {n} plies', '{f}：{names}、{n}手'],
    foundGames: ['{n} games', '{n}局'],
    foundWthor: ['WTHOR: {n} games', 'WTHOR：{n}局'],
    search: ['Search players', '対局者を検索'],
    errMove: ['Ply {n}: {m} is not a legal move', '{n}手目：{m} には打てません'],
    errText: ['Not a game or position: stopped at “{m}”', '「{m}」の位置から読み取れません'],
    errCells: ['{n} cells; a board has 64', '{n}マスしかありません（64マス必要）'],
    onLine: ['Line {n}', '{n}行目'],
    errFile: ['This file cannot be read', 'このファイルは読み取れません'],
    errBig: ['The file is too large (over {n} MB)', 'ファイルが大きすぎます（{n}MBまで）'],
    errLink: [
        'The link is damaged; a new game was started',
        'リンクが壊れているため、新しい対局を始めました',
    ],
    errLinkKept: ['The link is damaged; your game stays', 'リンクが壊れています。対局はそのままです'],
    errStore: [
        'This browser does not keep data; share a link to save',
        '保存できないブラウザです。リンクで保存してください',
    ],
    setTitle: ['Set up a position', '盤面を編集'],
    empty: ['Empty', '空き'],
    sideToMove: ['Side to move', '手番'],
    clear: ['Clear', 'すべて消す'],
    startPos: ['Start position', '初期配置'],
    swap: ['Swap colours', '白黒を入れ替える'],
    setBad: ['A position needs a disc of each colour and a move', '双方の石と、打てる場所が必要です'],
    linkCopied: ['Link copied', 'リンクをコピーしました'],
    dropped: ['{n} moves taken back', '{n}手戻しました'],
    imported: ['Game loaded', '棋譜を読み込みました'],
    illegal: ['{m} turns no disc', '{m}では石を返せません'],
    aBoard: ['Board', '盤'],
    aPlayers: ['Players', '対局者'],
    aGraph: ['Score by move for Black. Move {n}: {v}', '黒から見た形勢。{n}手目：{v}'],
    aCell: ['{sq}, {what}', '{sq}、{what}'],
    aEmpty: ['empty', '空き'],
    aLegal: ['can be played', '打てます'],
    aLast: ['last move', '直前の手'],
    aMoved: ['{side} {sq}, {n} turned. {next}', '{side} {sq}、{n}枚返し。{next}'],
    aBar: ['Black {v}, {kind}', '黒 {v}、{kind}'],
    aProgress: ['Proven {bounds}, {t} seconds', '証明済み {bounds}、{t}秒'],
    kMove: ['Move on the board', '盤上を移動'],
    kPlay: ['Play the square', '石を置く'],
    kLegal: ['Next square you can play', '次の打てるマス'],
    kBack: ['Back, forward in the game', '前の手・次の手'],
    kEnds: ['Start, end of the game', '最初・最後'],
    kUndo: ['Undo, redo', '戻す・進める'],
    kHint: ['Values on, off', '評価値の表示'],
    kModes: ['Play, Analyse, Solve', '対局・検討・読み切り'],
    kSolve: ['Solve, stop', '読み切る・中止'],
    kOther: ['New game, import, share', '新規・読み込み・共有'],
    kEsc: ['Close, cancel', '閉じる・中止'],
    kHelp: ['This list', 'この一覧'],
    shortKeys: ['Single-key shortcuts', '1文字ショートカット'],
    aboutIs: [
        'Everything runs on this device. Nothing is sent, nothing is tracked.',
        'すべてこの端末で動きます。送信も追跡もしません。',
    ],
    aboutLicence: ['Free software: MIT or Apache-2.0', '自由ソフトウェア：MIT または Apache-2.0'],
    noPlayer: ['No game of this player', 'この対局者の棋譜はありません'],
    retry: ['Go on from here', 'ここから続ける'],
    clockLow: ['{side}: 20 seconds left', '{side}：残り20秒'],
    dropHere: ['Drop the file to import it', 'ファイルをドロップして読み込む'],
    book: ['book', '定石'],
    clear64: ['Board cleared', '盤面を消しました'],
};

/** @typedef {'en' | 'ja'} Lang */
/** @type {Lang} */
let lang = 'en';

/** @param {Lang} to */
export function setLang(to) {
    lang = to;
    numbers = undefined;
}
export const getLang = () => lang;

/** @type {[RegExp, string][]} */
const SINGULAR = [
    [/\bdiscs\b/, 'disc'],
    [/\bmoves\b/, 'move'],
    [/\bsquares\b/, 'square'],
    [/\bcells\b/, 'cell'],
    [/\bplies\b/, 'ply'],
    [/\bgames\b/, 'game'],
    [/\bseconds\b/, 'second'],
];

/**
 * The text of a key. A parameter `n` of one makes the English noun singular.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 */
export function t(key, params = {}) {
    let text = TEXT[key][lang === 'ja' ? 1 : 0];
    if (params.n === 1 && lang === 'en') for (const [many, one] of SINGULAR) text = text.replace(many, one);
    return text.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));
}

/** A score with its sign: the minus is U+2212, zero has none. @param {number} score */
export const signed = (score) => (score > 0 ? '+' : score < 0 ? '−' : '') + Math.abs(score);

/** @type {Intl.NumberFormat | undefined} */
let numbers;
/** A large number in three digits. @param {number} n */
export function compact(n) {
    numbers ??= new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: 3 });
    return numbers.format(n);
}

/** Minutes and seconds. @param {number} seconds */
export function clockText(seconds) {
    const whole = Math.max(0, Math.floor(seconds));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** @param {'X' | 'O'} side */
export const sideName = (side) => t(side === 'X' ? 'black' : 'white');
