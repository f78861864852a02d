//! Proofs of scores: files that anyone can check.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use reversi_engine::proof::Checker;
use reversi_engine::question::{Ask, CheckedProof, ProveOptions, Question, Reply};

use crate::args::{self, AnyBytes, AnyPosition};
use crate::engine::PyEngine;
use crate::errors::{self, Class};
use crate::fields::answers;

#[pymethods]
impl PyEngine {
    /// Makes a file that shows the score of a position, or a bound of it, to anyone: `verify` checks it, and
    /// so does `verify.py` of the project, which needs no package. `ProveOptions` has the options: without a
    /// claim the exact score is proven.
    ///
    /// Raises `RequestError` of the code `false-claim` if the claim is false, and `Interrupted`, with the
    /// bounds that are proven, if a limit is reached first. `progress.done` counts the positions of the
    /// proof.
    ///
    /// >>> from reversi_engine import Board, Engine, verify
    /// >>> board = Board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
    /// >>> engine = Engine(hash_mib=16)
    /// >>> verify(engine.prove(board))
    /// <VerifiedProof exactly 18>
    /// >>> verify(engine.prove(board, at_least=10)).claim
    /// 'at-least'
    #[pyo3(signature = (board, *, progress=None, **options))]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        board: AnyPosition,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let ask = Ask::Prove(args::options::<ProveOptions>("prove", options)?);
        let question = Question::new(board.0, ask);
        let answer = self.search(py, progress.as_ref(), |engine, watch| {
            question.answer_with(engine, |event| watch.look_at(&event))
        })?;
        match answer.map_err(|error| Class::Request.of(&error))?.reply {
            Reply::Proof(proof) => Ok(PyBytes::new(py, &proof.file.0)),
            Reply::Interrupted(interrupted) => Err(errors::interrupted(py, &interrupted)),
            other => unreachable!("no answer to a proof: {other:?}"),
        }
    }
}

answers! {
    /// A proof that was checked. It is about this position and this claim: compare them with what you have
    /// asked.
    PyVerifiedProof(CheckedProof) "VerifiedProof" as CHECKED_PROOF {
        position, claim, score, leaf_empties, positions, leaves,
    }
        |proof| format!("<VerifiedProof {} {}>", proof.claim.name(), proof.score);
}

/// Checks a proof by the rules of the game alone: no search of an engine is asked. Raises `ProofError` if
/// it proves nothing.
///
/// `positions` is the maximum number of positions of the proof: the widest level takes about 100 bytes for
/// each.
///
/// >>> from reversi_engine import ProofError, verify
/// >>> try:
/// ...     verify(b"reversi-proof 2 00000000")
/// ... except ProofError as error:
/// ...     print(error.code)
/// proof-format
#[pyfunction]
#[pyo3(signature = (proof, /, *, threads=None, positions=None))]
pub(crate) fn verify(
    py: Python<'_>,
    proof: AnyBytes,
    threads: Option<&Bound<'_, PyAny>>,
    positions: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyVerifiedProof> {
    let mut checker = Checker::new();
    if let Some(threads) = threads {
        let threads: u16 = args::whole(threads, "threads", 1, i128::from(u16::MAX))?;
        checker = checker.threads(usize::from(threads));
    }
    if let Some(positions) = positions {
        checker = checker.positions(args::whole(positions, "positions", 0, i128::from(u64::MAX))?);
    }
    let verified = py.detach(|| checker.verify(&proof.0));
    verified.map(|verified| PyVerifiedProof(verified.into())).map_err(|error| Class::Proof.of(&error))
}
