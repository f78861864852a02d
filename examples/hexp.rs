//! Experiments.
use reversi_engine::notation::{ObfLine, read_obf};
use reversi_engine::{Engine, SolveRequest};
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&a[0]).unwrap();
    let mib: usize = a.get(1).map_or(64, |m| m.parse().unwrap());
    let problems: Vec<ObfLine> = read_obf(&text).collect::<Result<_, _>>().unwrap();
    let mut engine = Engine::builder().hash_mib(mib).build().unwrap();
    let (mut nodes, mut secs, mut wrong) = (0, 0.0, 0);
    for p in &problems {
        engine.clear_hash();
        let s = engine.solve(&p.position.board, SolveRequest::exact()).unwrap();
        if p.best_score().is_some() && p.best_score() != s.value().exact() {
            wrong += 1;
        }
        nodes += s.nodes();
        secs += s.elapsed().as_secs_f64();
    }
    println!("{nodes} {secs:.3} wrong {wrong}");
}
