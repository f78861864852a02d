//! Files of runs: checkpoints are opened, merged and continued, files of answers are read. The first byte
//! chooses the request, and whether the header and the checksums of the lines are made right, so that the
//! reader accepts more inputs of the fuzzer.
#![no_main]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Board, Color, Game, Move, Position};
use reversi_engine::question::Ask;
use reversi_engine::search::Source;
use reversi_engine::{Analysis, AnalyzeRequest, Engine, Level, Limits, Selectivity, SolveRequest};
use reversi_runs::answers::{self, Lines};
use reversi_runs::{Checkpoint, CheckpointErrorKind, Inserted, Record, RunError};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let file = match str::from_utf8(bytes) {
        Ok(text) if choice & 16 != 0 => sealed(text).into_bytes(),
        _ => bytes.to_vec(),
    };
    let solve = |request: SolveRequest| Ask::from(request.limits(Limits::new().nodes(0)));
    let ask = match choice % 8 {
        0 => solve(SolveRequest::exact()),
        1 => solve(SolveRequest::wld()),
        2 => solve(SolveRequest::window(-11, 10)),
        3 => AnalyzeRequest::depth(2).into(),
        4 => AnalyzeRequest::depth(1).lines(3).into(),
        5 => AnalyzeRequest::level(Level::of::<1>()).into(),
        6 => {
            let limits = Limits::new().nodes(100);
            AnalyzeRequest::depth(60).selectivity(Selectivity::P73).limits(limits).into()
        }
        _ => return read_answers(&file),
    };
    let path = scratch("run");
    let _ = fs::remove_file(&path);
    if choice & 8 != 0 {
        drop(Checkpoint::open(&path, ask.clone()).expect("it is a new file"));
    }
    let before = [fs::read(&path).unwrap_or_default(), file].concat();
    fs::write(&path, &before).expect("there is room");
    let beside = PathBuf::from(format!("{}.rejected", path.display()));
    let _ = fs::remove_file(&beside);
    match Checkpoint::open(&path, ask.clone()) {
        Ok(checkpoint) => {
            let (rejected, after) = (fs::read(&beside).unwrap_or_default(), fs::read(&path).unwrap());
            let _ = fs::remove_file(&beside); // missing if no line was damaged
            let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(count(&rejected), checkpoint.damaged().len());
            assert!(count(&before) <= count(&rejected) + count(&after), "a line is lost");
            use_checkpoint(checkpoint, &path, &ask);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(fs::read(&path).unwrap() == before && !beside.exists(), "something was changed");
        }
    }
    fs::remove_file(&path).unwrap();
});

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("reversi-fuzz-{}-{name}", std::process::id()))
}

/// Each line that begins as an object with its checksum.
fn sealed(text: &str) -> String {
    let seal = |line: &str| match line.strip_prefix('{') {
        Some(fields) => format!("{{\"crc\":\"{:08x}\",{fields}\n", crc32fast::hash(fields.as_bytes())),
        None => format!("{line}\n"),
    };
    text.lines().map(seal).collect()
}

/// Asserts that the answers are legal, that another file takes them or says why not, and that an engine goes
/// on with them, unless they are by another evaluation.
fn use_checkpoint(checkpoint: Checkpoint, path: &Path, ask: &Ask) {
    let records = checkpoint.records();
    assert_eq!(records.len(), checkpoint.len());
    let other_path = scratch("other");
    let _ = fs::remove_file(&other_path);
    let other = Checkpoint::open(&other_path, ask.clone()).expect("it is a new file");
    for record in &records {
        check(&checkpoint, record);
        let inserted = other.insert(record.clone()).expect("the file can be written");
        assert!(matches!(inserted, Inserted::New), "{inserted:?}");
    }
    match other.merge(&checkpoint) {
        Ok(merged) => assert_eq!((merged.known, merged.contradictions.len()), (records.len(), 0)),
        Err(error) => assert!(matches!(error.kind, CheckpointErrorKind::OtherEvaluation { .. }), "{error}"),
    }
    drop(other);
    let again = Checkpoint::open(&other_path, ask.clone()).expect("it was written just now");
    assert_eq!((again.len(), again.damaged().len()), (records.len(), 0));
    fs::remove_file(&other_path).unwrap();

    go_on(&checkpoint, &records);
    drop(checkpoint);
    let again = Checkpoint::open(path, ask.clone()).expect("it was accepted before");
    assert!(again.damaged().is_empty() && again.len() >= records.len());
}

/// Asserts that the lines of an answer are legal, and that it is found by its position.
fn check(checkpoint: &Checkpoint, record: &Record) {
    let board = record.board();
    match record {
        Record::Solution(_, solution) => {
            assert_eq!(checkpoint.solution(&board).as_ref(), Some(solution));
            assert_eq!(solution.source(), Source::File);
            assert_legal(board, solution.pv());
        }
        Record::Analysis(analysis) => {
            assert_eq!(checkpoint.analysis(&board).as_ref(), Some(analysis));
            check_analysis(analysis);
        }
        Record::Move(turn) => {
            let position = Position { board, side: Color::White };
            let found = checkpoint.analyzed_move(position, turn.played()).expect("it is in the file");
            assert_eq!(found, turn.clone().with_side(Color::White));
            assert_legal(board, turn.line().pv());
            check_analysis(turn.analysis());
        }
        _ => panic!("an answer of another kind"),
    }
}

fn check_analysis(analysis: &Analysis) {
    let again = Analysis::new(&analysis.board(), analysis.lines()).expect("its parts are sound");
    assert_eq!((again.lines(), analysis.source()), (analysis.lines(), Source::File));
    analysis.lines().iter().for_each(|line| assert_legal(analysis.board(), line.pv()));
}

fn assert_legal(board: Board, line: &[Move]) {
    let mut game = Game::from_position(Position { board, side: Color::Black });
    line.iter().for_each(|&mv| game.play(mv).expect("the line is legal"));
}

/// Asserts that what is in the file is not searched again.
fn go_on(checkpoint: &Checkpoint, records: &[Record]) {
    let mut engine = Engine::builder().hash_mib(0).build().expect("it is small");
    let refused = |error: RunError| match error {
        RunError::Checkpoint(error) if matches!(error.kind, CheckpointErrorKind::OtherEvaluation { .. }) => {}
        error => panic!("{error}"),
    };
    match checkpoint.ask() {
        Ask::Solve(_) => {
            let boards: Vec<Board> = records.iter().map(Record::board).collect();
            let mut told = 0;
            let each = |event: reversi_engine::search::Event<'_, reversi_engine::search::Solved>| {
                if let reversi_engine::search::Event::Done(solved) = event {
                    assert!(solved.stored && solved.result.is_ok());
                    told += 1;
                }
                ControlFlow::Continue(())
            };
            checkpoint.solve_many(&mut engine, boards, each).expect("the file can be written");
            assert_eq!(told, records.len());
        }
        _ => {
            for record in records {
                let found = checkpoint.analyze(&mut engine, &record.board(), |_| ControlFlow::Continue(()));
                match (found, record) {
                    (Ok(found), Record::Analysis(analysis)) => assert_eq!(&found, analysis),
                    (Ok(_), _) => {}
                    (Err(error), _) => return refused(error),
                }
            }
        }
    }
}

/// Asserts that a file of answers that is whole reads back line by line.
fn read_answers(bytes: &[u8]) {
    let path = scratch("answers");
    fs::write(&path, bytes).expect("there is room");
    let mut lines = Vec::new();
    let each = |id: u64, _: &reversi_engine::question::Answer, line: &str| {
        lines.push((id, line.to_owned()));
        Ok(())
    };
    match answers::read(&path, each) {
        Ok(header) => {
            assert!(lines.is_sorted() && lines.last().is_none_or(|&(id, _)| id <= header.set.positions()));
            assert!(Lines::of(&path).map(|line| line.expect("it was read before")).eq(lines.iter().cloned()));
            let (mut again, number) = (Vec::new(), lines.len() as u64);
            let texts = lines.into_iter().map(|(_, line)| Ok(line));
            answers::write(&mut again, &header.set, header.shard, number, texts).expect("in memory");
            fs::write(&path, again).expect("there is room");
            assert_eq!(answers::read(&path, |_, _, _| Ok(())).expect("it was written just now"), header);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    fs::remove_file(&path).unwrap();
}
