//! Boards and games as text: cells, FEN, OBF, transcripts, GGF and WTHOR.
//!
//! `cargo run --release -p reversi-examples --example formats`

use reversi_engine::notation::{Fen, GgfGame, ObfLine, WthorGame, WthorHeader, read_wtb, write_wtb};
use reversi_engine::{Game, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = "F5 d6 c3 d3 c4".parse()?;
    let position: Position = game.position();
    println!("{position:#}\n"); // a drawing
    println!("cells  {position}");
    println!("FEN    {}", Fen(position));

    let problem: ObfLine = format!("{position}; F4:+2; % a comment").parse()?;
    println!("OBF    {problem} (best {:+})", problem.best_score().expect("it has a score"));
    println!("moves  {game}");

    let mut record = GgfGame::new(game.clone());
    record.set_tag("PB", "Ada")?;
    println!("GGF    {record}");

    let bytes = write_wtb(&WthorHeader::default(), &[WthorGame::new(game.clone())])?;
    let (_, mut games) = read_wtb(&bytes)?;
    let same = games.next().expect("a game")?.game;
    println!("WTHOR  {} bytes, the same game: {}", bytes.len(), same == game);

    let error = "f5 d6 a1".parse::<Game>().unwrap_err(); // an error names the place
    println!("error  {error}");
    Ok(())
}
