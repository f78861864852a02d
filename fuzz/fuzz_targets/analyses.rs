//! Files of analyses: read, salvaged, merged, and continued. The first byte chooses the request, and whether
//! the header and the checksums of the lines are made right, so that the reader accepts more inputs of the
//! fuzzer.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Color, Game, Position};
use reversi_search::{
    Analysis, AnalysisCheckpoint, AnalyzeRequest, AnalyzedMove, CheckpointErrorKind, Engine, Inserted, Level,
    Limits, Line, Selectivity, Source,
};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let request = match choice % 4 {
        0 => AnalyzeRequest::depth(2),
        1 => AnalyzeRequest::depth(1).lines(3),
        2 => AnalyzeRequest::level(Level::new(1).expect("there is a level 1")),
        _ => AnalyzeRequest::depth(60).selectivity(Selectivity::P73).limits(Limits::new().nodes(100)),
    };
    let path = scratch("analyses");
    let _ = fs::remove_file(&path);
    let mut file = Vec::new();
    if choice & 4 != 0 {
        drop(AnalysisCheckpoint::open(&path, request.clone()).expect("it is a new file"));
        file = fs::read(&path).expect("it was written just now");
    }
    match str::from_utf8(bytes) {
        Ok(text) if choice & 8 != 0 => file.extend(with_checksums(text).bytes()),
        _ => file.extend(bytes),
    }
    fs::write(&path, &file).expect("there is room");
    match AnalysisCheckpoint::open(&path, request.clone()) {
        Ok(checkpoint) => use_checkpoint(checkpoint, &path, &request),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(fs::read(&path).unwrap() == file, "the file was changed");
            salvage(&path, &request, &file);
        }
    }
    fs::remove_file(&path).unwrap();
});

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("reversi-fuzz-{}-{name}", std::process::id()))
}

/// Each line with the checksum at its end, FNV-1a.
fn with_checksums(text: &str) -> String {
    let sum = |line: &str| {
        line.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    };
    text.lines().map(|line| format!("{line}; {:08x}\n", sum(line))).collect()
}

/// Asserts that a salvage loses no line and leaves a sound file, or an unchanged one.
fn salvage(path: &Path, request: &AnalyzeRequest, before: &[u8]) {
    let beside = PathBuf::from(format!("{}.rejected", path.display()));
    let _ = fs::remove_file(&beside);
    match AnalysisCheckpoint::salvage(path, request.clone()) {
        Ok((checkpoint, damaged)) => {
            let rejected = fs::read(&beside).unwrap_or_default();
            let _ = fs::remove_file(&beside); // there is none if only the header is missing
            let after = fs::read(path).unwrap();
            let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(count(&rejected), damaged.len());
            assert!(count(before) <= count(&rejected) + count(&after));
            use_checkpoint(checkpoint, path, request);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(fs::read(path).unwrap() == before && !beside.exists(), "something was changed");
        }
    }
}

/// Asserts that the analyses are such, that another file takes them or says why not, and that an engine goes
/// on with them, unless they are by another evaluation.
fn use_checkpoint(checkpoint: AnalysisCheckpoint, path: &Path, request: &AnalyzeRequest) {
    let analyses = checkpoint.analyses();
    assert_eq!(analyses.len(), checkpoint.len());
    let other_path = scratch("other");
    let _ = fs::remove_file(&other_path);
    let other = AnalysisCheckpoint::open(&other_path, request.clone()).expect("it is a new file");
    for (analysis, played) in &analyses {
        let again = Analysis::new(&analysis.board(), analysis.lines()).expect("its parts are sound");
        assert_eq!((again.lines(), analysis.source()), (analysis.lines(), Source::File));
        analysis.lines().iter().chain(played).for_each(|line| assert_legal(analysis, line));
        let inserted = match played {
            None => {
                assert_eq!(checkpoint.get(&analysis.board()).as_ref(), Some(analysis));
                other.insert(analysis.clone())
            }
            Some(line) => {
                let position = Position { board: analysis.board(), side: Color::White };
                let turn = AnalyzedMove::new(position, line.clone(), analysis.clone()).expect("it is sound");
                assert_eq!(checkpoint.get_move(position, turn.played()).as_ref(), Some(&turn));
                other.insert_move(turn)
            }
        };
        let inserted = inserted.expect("the file can be written");
        assert!(matches!(inserted, Inserted::New | Inserted::Gap(_)), "{inserted:?}");
    }
    let inserted = other.len();
    match other.merge(&checkpoint) {
        Ok(merged) => assert_eq!((merged.known, merged.contradictions.len()), (inserted, 0)),
        Err(error) => assert!(matches!(error.kind, CheckpointErrorKind::OtherEvaluation { .. }), "{error}"),
    }
    let len = other.len();
    drop(other);
    assert_eq!(AnalysisCheckpoint::open(&other_path, request.clone()).expect("it is sound").len(), len);
    fs::remove_file(&other_path).unwrap();

    let mut engine = Engine::builder().hash_mib(0).build().expect("it is small");
    for (analysis, played) in &analyses {
        match engine.resume_analysis(&checkpoint, &analysis.board()) {
            Ok(answer) => assert!(played.is_some() || &answer == analysis),
            Err(error) => {
                assert!(matches!(error.kind, CheckpointErrorKind::OtherEvaluation { .. }), "{error}");
                break;
            }
        }
    }
    drop(checkpoint);
    assert!(AnalysisCheckpoint::open(path, request.clone()).is_ok(), "it was accepted before");
}

fn assert_legal(analysis: &Analysis, line: &Line) {
    let mut game = Game::from_position(Position { board: analysis.board(), side: Color::Black });
    line.pv().iter().for_each(|&mv| game.play(mv).expect("the line is legal"));
}
