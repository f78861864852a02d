//! Archives of games: their moves alone, compressed. `import` turns them into positions again.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use reversi_bitboard::{Bitboard, Board, Color, Game, Move, Position, Square};
use serde::Serialize;
use serde_json::json;

use crate::record::{Reader, Record};
use crate::{manifest, progress};

/// Stores the games of positions compactly: 27 bytes a game. Their labels and their off-line positions
/// are left out: `import` adds new off-line positions, and `label` searches again.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    /// Positions of games, as `selfplay` writes them.
    #[arg(required = true)]
    #[serde(skip)] // among the inputs of the manifest
    positions: Vec<PathBuf>,
    /// The archive to write.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
}

const MAGIC: &[u8; 22] = b"reversi-train games 1\n";

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut games = Vec::new();
    let bar = progress::bar(args.positions.len() as u64, "files");
    for path in &args.positions {
        for records in Reader::open(path)?.games() {
            let records = records?;
            let number = records[0].game;
            games.push(played(&records).with_context(|| format!("{}, game {number}", path.display()))?);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let bytes = write(&games);
    std::fs::write(&args.output, &bytes).with_context(|| format!("{}", args.output.display()))?;
    println!("{} games in {} bytes", games.len(), bytes.len());
    manifest::write(&args.output, "archive", args, &args.positions, json!({ "games": games.len() }))
}

/// The game that was played through these positions.
fn played(records: &[Record]) -> Result<Game> {
    let of_game: Vec<&Record> = records.iter().filter(|record| !record.off_line).collect();
    let (first, last) = of_game.first().zip(of_game.last()).context("no position of the game itself")?;
    let mut game = Game::from_position(first.position());
    for next in &of_game[1..] {
        let boards = [next.board, next.board.pass()];
        game = after(&game, |game| boards.contains(&game.board()))?;
        ensure!(game.position() == next.position(), "a position is missing");
    }
    // The position after the last move was not recorded.
    after(&game, |game| game.score().is_some_and(|score| last.turn(score) == i32::from(last.label)))
}

/// The game after the first legal move for which it is as wanted, and after a forced pass.
fn after(game: &Game, wanted: impl Fn(&Game) -> bool) -> Result<Game> {
    let played = |square| {
        let mut game = game.clone();
        game.play(square).ok().map(|()| game)
    };
    let mut after = game.board().legal_moves().into_iter().filter_map(played).find(wanted);
    if let Some(game) = after.as_mut().filter(|game| game.must_pass()) {
        game.play(Move::Pass)?;
    }
    after.context("no move leads from one position to the next")
}

/// The legal moves, those first after which the other side has few moves. Good moves are often among them,
/// and small numbers compress well.
fn ranked(board: Board) -> Vec<Square> {
    let mut moves: Vec<Square> = board.legal_moves().into_iter().collect();
    moves.sort_by_cached_key(|&square| board.play(square).legal_moves().len());
    moves
}

/// The bytes of an archive: the magic number, then, compressed, the number of games, all starts, how many
/// moves each game has, and all moves, each as its place in [`ranked`]. Passes are left out.
fn write(games: &[Game]) -> Vec<u8> {
    let mut bytes = (games.len() as u32).to_le_bytes().to_vec();
    let own_moves = |game: &Game| -> Vec<u8> {
        let number = |(Position { board, .. }, mv): (Position, Move)| {
            let square = mv.square()?;
            ranked(board).iter().position(|&legal| legal == square).map(|number| number as u8)
        };
        game.turns().filter_map(number).collect()
    };
    for game in games {
        let Position { board, side } = game.start();
        let (black, white) = match side {
            Color::Black => (board.player(), board.opponent()),
            Color::White => (board.opponent(), board.player()),
        };
        bytes.extend(black.0.to_le_bytes());
        bytes.extend(white.0.to_le_bytes());
        bytes.push(u8::from(side == Color::White));
    }
    let moves: Vec<Vec<u8>> = games.iter().map(own_moves).collect();
    bytes.extend(moves.iter().map(|moves| moves.len() as u8));
    // From the last moves of all games to the first: moves with as many to follow are alike.
    let longest = moves.iter().map(Vec::len).max().unwrap_or(0);
    for left in 1..=longest {
        bytes.extend(moves.iter().filter_map(|moves| moves.get(moves.len().checked_sub(left)?)));
    }
    [&MAGIC[..], &compress_to_vec_zlib(&bytes, 10)].concat()
}

/// Reads the games of an archive.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Game>> {
    let compressed = bytes.strip_prefix(MAGIC).context("not an archive of games")?;
    let bytes = decompress_to_vec_zlib(compressed).ok().context("the archive is damaged")?;
    let cut = "the archive is cut off";
    let (count, rest) = bytes.split_first_chunk().context(cut)?;
    let count = u32::from_le_bytes(*count) as usize;
    let (starts, rest) = rest.split_at_checked(17 * count).context(cut)?;
    let (lengths, mut numbers) = rest.split_at_checked(count).context(cut)?;
    let mut moves: Vec<Vec<u8>> = lengths.iter().map(|&length| vec![0; length.into()]).collect();
    for left in 1..=usize::from(lengths.iter().copied().max().unwrap_or(0)) {
        for moves in moves.iter_mut().filter(|moves| moves.len() >= left) {
            let at = moves.len() - left;
            let (&number, rest) = numbers.split_first().context(cut)?;
            (moves[at], numbers) = (number, rest);
        }
    }
    ensure!(numbers.is_empty(), "bytes follow the last game");
    starts.as_chunks::<17>().0.iter().zip(&moves).map(|(start, moves)| game_of(start, moves)).collect()
}

/// The game with this start and these numbers of moves.
fn game_of(start: &[u8; 17], moves: &[u8]) -> Result<Game> {
    let word = |at: usize| u64::from_le_bytes(start[at..at + 8].try_into().expect("eight bytes"));
    let (black, white) = (Bitboard(word(0)), Bitboard(word(8)));
    let mut game = Game::from_position(match start[16] {
        0 => Position { board: Board::new(black, white)?, side: Color::Black },
        _ => Position { board: Board::new(white, black)?, side: Color::White },
    });
    for &number in moves {
        let square = ranked(game.board()).get(usize::from(number)).copied();
        game.play(square.context("a move is not legal")?)?;
        if game.must_pass() {
            game.play(Move::Pass)?;
        }
    }
    Ok(game)
}

/// Whether a file is an archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::parse_args;
    use crate::record::Kind;

    #[test]
    fn games_of_self_play_survive_the_archive() -> Result<()> {
        let directory = std::env::temp_dir().join(format!("reversi-train-archive-{}", std::process::id()));
        std::fs::create_dir_all(&directory)?;
        let path = |name: &str| directory.join(name).to_str().expect("a path of text").to_owned();
        let (positions, archive, again) = (path("games.bin"), path("games.archive"), path("again.bin"));
        let settings =
            ["--games", "30", "--depth", "1", "--exact", "6", "--hash-mib", "1", "--opening", "4..50"];
        crate::selfplay::run(&parse_args(["", "-o", &positions].iter().chain(&settings)))?;
        run(&parse_args(["", &positions, "-o", &archive]))?;
        crate::import::run(&parse_args(["", &archive, "-o", &again]))?;
        let boards = |path: &str| -> Result<Vec<(Board, u32, bool)>> {
            let records = Reader::open(Path::new(path))?.collect::<Result<Vec<_>>>()?;
            let played = records.into_iter().filter(|record| !record.off_line);
            Ok(played.map(|record| (record.board, record.game, record.white_to_move)).collect())
        };
        assert_eq!(boards(&again)?, boards(&positions)?);
        // The results are those of perfect play in the last six plies.
        for (before, after) in Reader::open(Path::new(&positions))?
            .filter(|record| record.as_ref().is_ok_and(|record| !record.off_line))
            .zip(Reader::open(Path::new(&again))?)
        {
            let (before, after) = (before?, after?);
            assert!(before.kind != Kind::Exact || before.label == after.label);
        }
        let bytes = std::fs::read(&archive)?;
        for bad in [&bytes[..bytes.len() - 1], &bytes[..30], &bytes[1..], &[]] {
            assert!(read(bad).is_err());
        }
        Ok(std::fs::remove_dir_all(directory)?)
    }
}
