//! The figures of the documents: measured part by part, kept in `lab/figures`, written into the
//! documents.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command and the parts |
//! | `session.rs` | figures with the machine, commit and command that they belong to |
//! | `measure.rs` | how each part is measured |
//! | `documents.rs` | the places of the documents that show figures |
//! | `effects.rs` | the figures of each technique |
//! | `age.rs` | which figures are older than the code that they measure |

mod age;
mod documents;
mod effects;
mod measure;
pub(crate) mod session;

use std::path::Path;

use anyhow::{bail, ensure};
use clap::ValueEnum;
use reversi_bitboard::CpuLevel;
use session::Session;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The parts to measure [default: all].
    parts: Vec<Part>,

    /// Measure a part again, although this commit was measured on this machine.
    #[arg(long)]
    again: bool,

    /// Measure nothing: check that the documents show the recorded figures, and name the parts that are
    /// older than the code that they measure.
    #[arg(long, conflicts_with_all = ["parts", "again", "write"])]
    check: bool,

    /// Fail if a part is older than the code that it measures.
    #[arg(long, requires = "check")]
    current: bool,

    /// Measure nothing: write the recorded figures into the documents.
    #[arg(long, conflicts_with_all = ["parts", "again"])]
    write: bool,
}

/// Makes the parts: of each what the cells of [`session::Figure::row`] are, and how it is measured.
macro_rules! parts {
    ($($(#[$meta:meta])* $Part:ident $headings:expr, $measure:expr;)*) => {
        /// A part of the figures.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        enum Part {
            $($(#[$meta])* $Part,)*
        }

        impl Part {
            fn headings(self) -> &'static [&'static str] {
                match self {
                    $(Part::$Part => &$headings,)*
                }
            }

            fn measure(self, root: &Path) -> anyhow::Result<Vec<session::Figure>> {
                match self {
                    $(Part::$Part => $measure(root),)*
                }
            }
        }
    };
}

const OF_KERNEL: [&str; 3] = ["Kernel", "Level", "Technique"];

parts! {
    /// Every kernel of every primitive on recorded inputs.
    Kernels OF_KERNEL, measure::kernels;
    /// A solver with one kernel exchanged, on a few problems of FFO 20-39.
    InSolver OF_KERNEL, |root| measure::bench(root, "in_solver", &["all", "--rounds", "20"]);
    /// The last plies searched in other ways than the engine's.
    LastPlies OF_KERNEL, |root| measure::bench(root, "last_plies", &[]);
    /// Searches at a fixed depth with and without null windows.
    Negascout ["Evaluation", "Sorted by"], |root| measure::bench(root, "negascout", &[]);
    /// Single calls of public methods.
    Calls ["Call", "By"], measure::calls;
    /// Moves from the start, without bulk counting.
    Perft ["Level"], |_| Ok(measure::perft());
    /// The solver on FFO 20-39 at every level, on FFO 40-49 and, once, on 40-59.
    Solver ["Problems", "Level"], measure::solver;
    /// The solver on other evaluations, FFO 20-39.
    Evaluations ["Evaluation"], measure::evaluations;
    /// Two threads and one on FFO 40-49.
    Threads ["Threads"], measure::threads;
    /// Selective searches on positions of games.
    Analysis ["Search"], measure::analysis;
    /// A move at each level, on positions of games.
    Levels ["Level"], measure::levels;
    /// The solver with a technique left out, or in another form.
    Variants ["Variant", "What"], measure::variants;
}

impl Part {
    fn name(self) -> String {
        self.to_possible_value().expect("no part is hidden").get_name().to_owned()
    }

    /// The CPU level of a row: its cell of this name, or the one in brackets at the end of a variant's name.
    fn level(self, row: &[String]) -> Option<CpuLevel> {
        let name = match self {
            Part::Levels => return None, // levels of the search, not of the CPU
            Part::Variants => row[1].strip_suffix(')')?.rsplit_once('(')?.1,
            _ => &row[self.headings().iter().position(|&heading| heading == "Level")?],
        };
        name.parse().ok()
    }
}

/// Measures what is asked for and brings the documents up to date.
pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    if !args.check && !args.write {
        let parts = if args.parts.is_empty() { Part::value_variants() } else { &args.parts };
        for &part in parts {
            let name = part.name();
            let mut session = Session::begin(root, format!("cargo lab figures {name}"))?;
            let earlier = Session::read(root, &name)?;
            if !args.again && earlier.as_ref().is_some_and(|earlier| earlier.repeats(&session)) {
                println!("{name}: measured before at this commit");
                continue;
            }
            println!("{name} ...");
            session.figures = part.measure(root)?;
            if let Some(earlier) = earlier {
                session.keep(earlier, part);
            }
            session.write(root, &name)?;
        }
    }
    let stale = documents::update(root, !args.check)?;
    if args.check {
        ensure!(
            stale.is_empty(),
            "not the recorded figures (`cargo lab figures --write`):\n{}",
            stale.join("\n")
        );
        println!("All documents show the recorded figures.");
        let mut old = Vec::new();
        for &part in Part::value_variants() {
            old.extend(age::changes(root, part)?.map(|changes| format!("{}: {changes}", part.name())));
        }
        ensure!(old.is_empty() || !args.current, "figures of another tree:\n{}", old.join("\n"));
        if !old.is_empty() {
            println!("Figures of another tree, to be measured again before a release:\n{}", old.join("\n"));
        }
    } else if stale.is_empty() {
        println!("The documents show these figures already.");
    } else {
        println!("Updated:\n{}", stale.join("\n"));
    }
    Ok(())
}

/// The recorded figures of a part.
fn recorded(root: &Path, name: &str) -> anyhow::Result<(Part, Session)> {
    let Ok(part) = Part::from_str(name, false) else { bail!("no part of the figures is called {name:?}") };
    match Session::read(root, name)? {
        Some(session) => Ok((part, session)),
        None => bail!("{name} was never measured: cargo lab figures {name}"),
    }
}
