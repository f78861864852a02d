//! A human-like opponent, weaker than the engine: a casual player against a club player.
//!
//! `cargo run --release -p reversi-examples --example opponent`

use reversi_engine::play::{Opponent, Strength};
use reversi_engine::{Color, Engine, Game, Move};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Engine::builder().build()?;
    // With the same seed, it makes the same mistakes.
    let mut casual = Opponent::new(Strength::Casual, 1);
    let mut club = Opponent::new(Strength::Club, 2);

    let mut game = Game::new();
    while !game.is_over() {
        let player = if game.side_to_move() == Color::Black { &mut casual } else { &mut club };
        let analysis = engine.analyze(&game.board(), player.request())?;
        game.play(player.choose(&analysis).unwrap_or(Move::Pass))?;
    }
    println!("{:#}\n{game}", game.position());
    println!("black, casual: {:+}", game.score().expect("the game is over"));
    Ok(())
}
