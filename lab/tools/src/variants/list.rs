//! The variants. *Without* leaves a technique out; any other word names another form of it.

use std::path::Path;

use reversi_bitboard::CpuLevel;

use super::edits::{Edit, NewFile};

/// A technique left out, or in another form.
pub(super) struct Variant {
    /// The technique, by its id in lab/docs/src/techniques.md, and what is done to it. Its program is named
    /// after it, so no other variant has the same.
    pub(super) id: &'static str,
    /// What is different, after "FFO 20-39, ".
    pub(super) name: &'static str,
    pub(super) suites: &'static [&'static str],
    /// Options of `reversi solve`, for this build as well. A path is one of the repository.
    pub(super) options: &'static [(&'static str, &'static str)],
    pub(super) files: &'static [NewFile],
    pub(super) edits: &'static [Edit],
}

impl Variant {
    const fn new(id: &'static str, name: &'static str, edits: &'static [Edit]) -> Variant {
        Variant { id, name, suites: &["ffo-20-39"], options: &[], files: &[], edits }
    }

    /// On the harder problems as well, whose table does not fit the caches.
    const fn also_harder(self) -> Variant {
        Variant { suites: &["ffo-20-39", "ffo-40-49"], ..self }
    }

    /// On the harder problems too, and where only win, draw or loss is asked.
    const fn also_wld(self) -> Variant {
        Variant { suites: &["ffo-20-39", "ffo-40-49", "ffo-40-49 wld", "lopsided wld"], ..self }
    }

    const fn with_files(self, files: &'static [NewFile]) -> Variant {
        Variant { files, ..self }
    }

    const fn with_options(self, options: &'static [(&'static str, &'static str)]) -> Variant {
        Variant { options, ..self }
    }

    /// Its options for a program that is started in any folder.
    pub(super) fn options_in(&self, root: &Path) -> Vec<(&'static str, String)> {
        let in_root = |&(name, value): &(&'static str, &str)| match name {
            "--weights" => (name, root.join(value).display().to_string()),
            _ => (name, value.to_owned()),
        };
        self.options.iter().map(in_root).collect()
    }

    /// The CPU level that its options name, if this machine does not have it.
    pub(super) fn missing_level(&self) -> Option<&'static str> {
        let &(_, level) = self.options.iter().find(|(name, _)| *name == "--cpu-level")?;
        CpuLevel::available().all(|available| available.to_string() != level).then_some(level)
    }
}

const fn edit(file: &'static str, from: &'static str, to: &'static str) -> Edit {
    Edit { file, from, to }
}

const SOLVE: &str = "crates/reversi-search/src/engine/solve.rs";
const NODE: &str = "crates/reversi-search/src/tree/search.rs";
const ORDERING: &str = "crates/reversi-search/src/tree/endgame/ordering.rs";
const QUICK_SCORE: &str = "crates/reversi-search/src/tree/move_list.rs";
const NWS_LOCAL: &str = "crates/reversi-search/src/tree/endgame/nws_local.rs";
const LAST_FOUR: &str = "crates/reversi-search/src/tree/endgame/solve_1_to_4.rs";
const PARITY: &str = "crates/reversi-search/src/tree/endgame/parity.rs";
const STABILITY: &str = "crates/reversi-search/src/tree/endgame/stability.rs";
const PREFETCH: &str = "crates/reversi-search/src/memory/prefetch.rs";
const SHARED_TABLE: &str = "crates/reversi-search/src/memory/shared_table.rs";
const THREAD_TABLE: &str = "crates/reversi-search/src/memory/thread_table.rs";
const ENDGAME: &str = "crates/reversi-search/src/tree/endgame/mod.rs";
const EVAL_LEVELS: &str = "crates/reversi-eval/src/kernel/levels.rs";
const UPDATES: &str = "crates/reversi-eval/src/kernel/update/mod.rs";

const NO_PREPARATION: Edit =
    edit(SOLVE, "const MIN_EMPTIES_TO_PREPARE: u32 = 15;", "const MIN_EMPTIES_TO_PREPARE: u32 = 65;");

const NEVER_LEFT: Edit = edit(SOLVE, "const FAR_OUTSIDE: i32 = 12;", "const FAR_OUTSIDE: i32 = 1000;");
const ALL_TABLE_MOVES: Edit =
    edit(ORDERING, "let fresh = depth == 0 ||", "let fresh = true || depth == 0 ||");

const QUICKLY_SCORED: &str = "candidate.score = quick_score(l, candidate.play_on(board));";

const PORTABLE: &[(&str, &str)] = &[("--cpu-level", "portable")];
const X86_V3: (&str, &str) = ("--cpu-level", "x86-v3");
const X86_V4: (&str, &str) = ("--cpu-level", "x86-v4");
const PATTERNS: (&str, &str) = ("--weights", "crates/reversi-eval/src/weights/patterns.weights");

/// All of them.
pub(super) const VARIANTS: &[Variant] = &[
    // The source's own case is win or loss.
    Variant::new("END-21 without", "without it", &[NO_PREPARATION]).also_wld(),
    Variant::new("END-21 published", "the whole preparation in every window", &[NEVER_LEFT]).also_wld(),
    Variant::new("END-22 without", "without it", &[ALL_TABLE_MOVES]).also_wld(),
    // A look-ahead of n plies from the node searches its children n - 1 plies deep.
    Variant::new(
        "END-22 published",
        "published condition",
        &[edit(
            ORDERING,
            "u32::from(known.draft.depth) >= depth + FRESH_PLIES",
            "i32::from(known.draft.depth) > (depth as i32 - 1) - FRESH_PLIES as i32",
        )],
    )
    .also_wld(),
    Variant::new("END-23", "neither END-21 nor END-22", &[NO_PREPARATION, ALL_TABLE_MOVES]).also_wld(),
    Variant::new(
        "HASH-07 without",
        "without any prefetch",
        &[edit(PREFETCH, "(place: &T) {\n", "(place: &T) {\n    return drop(place);\n")],
    )
    .also_harder(),
    Variant::new(
        "END-15 without",
        "without the prefetch of the node's own bucket",
        &[
            edit(NODE, "    cx.table.prefetch(key);\n", ""),
            edit(NWS_LOCAL, "    cx.table.prefetch(key);\n", ""),
        ],
    )
    .also_harder(),
    // Its bucket is two cache lines, so both are prefetched (HASH-07).
    Variant::new("HASH-05 published", "four entries a bucket", FOUR_ENTRIES).also_harder(),
    Variant::new("HASH-05 published small", "four entries a bucket (1 MiB)", FOUR_ENTRIES)
        .with_options(&[("--hash-mib", "1")]),
    Variant::new("END-16", "solid discs in the keys of the thread's table", IN_SOLID_KEYS)
        .with_files(&[SOLID]),
    Variant::new("END-16 published", "such keys at eight and nine empties", AT_EIGHT_AND_NINE)
        .with_files(&[SOLID]),
    Variant::new(
        "END-17 without",
        "without a table below eleven empties",
        &[edit(
            THREAD_TABLE,
            "if place.player == board.player().0 && place.opponent == board.opponent().0 {",
            "if false {",
        )],
    ),
    Variant::new(
        "END-18 without",
        "without the quick score",
        &[edit(ORDERING, QUICKLY_SCORED, "candidate.score = 0;")],
    ),
    // The weights are not published: these are in the unit of the quick score.
    Variant::new(
        "END-18 published",
        "published terms",
        &[
            edit(
                QUICK_SCORE,
                "let stable = l.stable_edge_count(child.pass()) as i32;",
                "let own = child.opponent();
                let beside =
                    |corner: u64, squares: u64| if own.0 & corner != 0 { own.0 & squares } else { 0 };
                let stable = ((own.0 & 0x8100_0000_0000_0081)
                    | beside(1, 0x0102) | beside(0x80, 0x8040)
                    | beside(1 << 56, 0x0201 << 48) | beside(1 << 63, 0x4080 << 48)).count_ones() as i32;",
            ),
            edit(
                ORDERING,
                QUICKLY_SCORED,
                "let square = candidate.square;
                let static_value = if mask::CORNERS.contains(square) { 6 }
                    else if mask::X_SQUARES.contains(square) { -4 }
                    else if mask::C_SQUARES.contains(square) { -2 } else { 0 };
                let parity = if odd_quadrants(board.empties()).contains(square) { 2 } else { 0 };
                candidate.score = quick_score(l, candidate.play_on(board)) + static_value + parity;",
            ),
        ],
    )
    .also_harder(),
    // The depth without the rule for an upper bound below alpha, which is not known there.
    Variant::new(
        "END-19 published",
        "published depth",
        &[
            edit(
                ORDERING,
                "LOOK_AHEAD.iter().filter(|&&from| empties >= from).count() as u32",
                "let n = empties as i32;
                let min_depth = 9 + if n <= 27 { (30 - n) / 3 } else { 0 };
                let depth = ((n - 15) / 3 + i32::from(n >= 27)).clamp(0, 6);
                if n < min_depth { 0 } else { depth as u32 + 1 }",
            ),
            edit(ORDERING, "[full_depth as usize]", "[full_depth.min(5) as usize]"),
        ],
    ),
    Variant::new(
        "END-20 without",
        "a single move scored too",
        &[edit(NODE, "tried == first_choices && list.len() > tried + 1", "tried == first_choices")],
    ),
    Variant::new(
        "GRA-02 without",
        "moves sorted without a look-ahead",
        &[edit(
            ORDERING,
            "const LOOK_AHEAD: [u32; 5] = [13, 15, 17, 19, 21];",
            "const LOOK_AHEAD: [u32; 5] = [65; 5];",
        )],
    ),
    Variant::new(
        "GRA-04 without",
        "without probes of the children",
        &[
            edit(
                NODE,
                "let probe_children = K::NULL_WINDOW && draft.depth >= P::MIN_DEPTH_TO_PROBE_CHILDREN;",
                "let probe_children = false;",
            ),
            edit(NWS_LOCAL, "            return Some(lower);\n", ""),
        ],
    ),
    Variant::new(
        "END-03 without",
        "without the test of the neighbours",
        &[edit(LAST_FOUR, "if TEST && !touches_opponent", "if false && !touches_opponent")],
    ),
    Variant::new(
        "END-05 without",
        "no quadrant counted as odd",
        &[edit(
            PARITY,
            "Bitboard((fold & 0x0000_0011_0000_0011) * 0x0f0f_0f0f)",
            "Bitboard((fold & 0) * 0x0f0f_0f0f)",
        )],
    ),
    Variant::new("END-08 without", "classical order", &[edit(PARITY, CANDIDATES, CLASSICAL_CANDIDATES)]),
    Variant::new(
        "END-08 published",
        "list order after a square of a triple",
        &[edit(
            PARITY,
            "let [b, c, d] = singles_first(rest, quadrants);\n        let a = candidates[i];",
            "let a = candidates[i];
            let mut sharing = 0;
            let mut j = 0;
            while j < 4 {
                sharing += (quadrants[a] == quadrants[j]) as usize;
                j += 1;
            }
            let [b, c, d] = if sharing == 3 { rest } else { singles_first(rest, quadrants) };",
        )],
    ),
    Variant::new(
        "FULL-09 without",
        "without the cut-off by stable discs",
        &[edit(STABILITY, "    if alpha < i32::from(", "    if true || alpha < i32::from(")],
    ),
    Variant::new(
        "ALSO-04 without",
        "without it",
        &[edit(SOLVE, "const NEARLY_WIPED_OUT: i32 = 56;", "const NEARLY_WIPED_OUT: i32 = 65;")],
    ),
    Variant::new("EVAL-07 512", "features in 512 bits (x86-v4)", IN_512_BITS)
        .with_files(&[AVX512])
        .with_options(&[X86_V4]),
    Variant::new("EVAL-16", "in words (portable)", IN_WORDS).with_options(PORTABLE),
    Variant::new("EVAL-13 without", "pattern weights one by one (x86-v4)", &[ONE_BY_ONE])
        .with_options(&[PATTERNS, X86_V4]),
    Variant::new("EVAL-13 without x86-v3", "pattern weights one by one (x86-v3)", &[ONE_BY_ONE])
        .with_options(&[PATTERNS, X86_V3]),
];

const FOUR_ENTRIES: &[Edit] = &[
    edit(SHARED_TABLE, "    slots: [Slot; 2],", "    slots: [Slot; 4],"),
    edit(SHARED_TABLE, "impl FnOnce(&[Slot; 2])", "impl FnOnce(&[Slot; 4])"),
    edit(SHARED_TABLE, ".write(|[a, b]| {", ".write(|slots| {"),
    edit(
        SHARED_TABLE,
        "let (slot, entry) = if a.holds(board) {
                (a, a.merged_with(found, board))
            } else if b.holds(board) {
                (b, b.merged_with(found, board))
            } else {
                (if worth(a) <= worth(b) { a } else { b }, found)
            };",
        "let (slot, entry) = match slots.iter().find(|slot| slot.holds(board)) {
                Some(slot) => (slot, slot.merged_with(found, board)),
                None => (slots.iter().min_by_key(|slot| worth(slot)).unwrap(), found),
            };",
    ),
    edit(
        SHARED_TABLE,
        "        prefetch(bucket);",
        "        prefetch(bucket);\n        prefetch(&bucket.slots[3]);",
    ),
];

const SOLID: NewFile = ("lab/gallery/src/solver/solid.rs", "crates/reversi-search/src/tree/endgame/solid.rs");

macro_rules! solid_keys {
    ($($more:expr)?) => {
        &[
            edit(ENDGAME, "pub(crate) mod stability;", "pub(crate) mod stability;\npub(crate) mod solid;"),
            edit(THREAD_TABLE, "struct Place {\n", "struct Place {\n    opponents: u32,\n"),
            edit(
                THREAD_TABLE,
                "fn probe(&self, hash: u64, board: Board)",
                "fn probe(&self, hash: u64, SolidKey { board, opponents }: SolidKey)",
            ),
            edit(
                THREAD_TABLE,
                "if place.player == board.player().0",
                "if place.opponents == opponents && place.player == board.player().0",
            ),
            edit(
                THREAD_TABLE,
                "fn store(&mut self, hash: u64, board: Board,",
                "fn store(&mut self, hash: u64, SolidKey { board, opponents }: SolidKey,",
            ),
            edit(THREAD_TABLE, "= Place {\n            player,", "= Place { opponents, player,"),
            edit(
                THREAD_TABLE,
                "use bytemuck::Zeroable;",
                "use crate::tree::endgame::solid::SolidKey;\nuse bytemuck::Zeroable;",
            ),
            edit(
                NWS_LOCAL,
                "use super::children::",
                "use super::solid::{SolidKey, solid_of_opponent};\nuse super::children::",
            ),
            edit(NWS_LOCAL, "struct Known {\n", "struct Known {\n    key: SolidKey,\n"),
            edit(
                NWS_LOCAL,
                "    let hash = l.hash(board);
    let bounds = cx.own.table.probe(hash, board);",
                "    let key = SolidKey::new(board, solid_of_opponent(l, board));
    let hash = l.hash(key.board);
    let bounds = cx.own.table.probe(hash, key);",
            ),
            edit(NWS_LOCAL, "Continue(Known { hash, bounds })", "Continue(Known { key, hash, bounds })"),
            edit(
                NWS_LOCAL,
                "            break;\n        }\n    }\n    cx.own.table.store(known.hash, board,",
                "            break;\n        }\n    }\n    cx.own.table.store(known.hash, known.key,",
            ),
            edit(
                NWS_LOCAL,
                "-l.nws_5(cx, child, replies, !alpha)\n    });\n    cx.own.table.store(known.hash, board,",
                "-l.nws_5(cx, child, replies, !alpha)\n    });\n    cx.own.table.store(known.hash, known.key,",
            ),
            edit(
                NWS_LOCAL,
                "return alpha;\n    }\n    cx.own.table.store(known.hash, board,",
                "return alpha;\n    }\n    cx.own.table.store(known.hash, known.key,",
            ),
            edit(
                NWS_LOCAL,
                "let mut hashes = [0; Children::MAX];",
                "let mut hashes = [0; Children::MAX];\n    let mut solid = [Bitboard::EMPTY; Children::MAX];",
            ),
            edit(
                NWS_LOCAL,
                "let hash = l.hash(board.play_unchecked(square, flips));",
                "let child = board.play_unchecked(square, flips);
        solid[i % Children::MAX] = solid_of_opponent(l, child);
        let hash = l.hash(SolidKey::new(child, solid[i % Children::MAX]).board);",
            ),
            edit(
                NWS_LOCAL,
                ".probe(hashes[i % Children::MAX].into(), child)",
                ".probe(hashes[i % Children::MAX].into(), SolidKey::new(child, solid[i % Children::MAX]))",
            ),
            $($more)?
        ]
    };
}

const IN_SOLID_KEYS: &[Edit] = solid_keys!();

const AT_EIGHT_AND_NINE: &[Edit] = solid_keys!(edit(
    SOLID.1,
    "    l.full_lines(board.occupied()).all() & board.opponent()",
    "    if !matches!(board.empties().len(), 8 | 9) { return Bitboard::EMPTY }
    l.full_lines(board.occupied()).all() & board.opponent()",
));

const CANDIDATES: &str = "table[class] = orders(singles_first([0, 1, 2, 3], quadrants), quadrants);";

/// Singles come first only if there are two of them, beside a pair.
const CLASSICAL_CANDIDATES: &str = "
        let mut singles = 0;
        let mut i = 0;
        while i < 4 {
            let mut sharing = 0;
            let mut j = 0;
            while j < 4 {
                sharing += (quadrants[i] == quadrants[j]) as usize;
                j += 1;
            }
            singles += (sharing == 1) as usize;
            i += 1;
        }
        let all = [0, 1, 2, 3];
        let candidates = if singles == 2 { singles_first(all, quadrants) } else { all };
        table[class] = orders(candidates, quadrants);";

const AVX512: NewFile = ("lab/gallery/src/eval/avx512.rs", "crates/reversi-eval/src/kernel/update/avx512.rs");

const IN_512_BITS: &[Edit] = &[
    edit(UPDATES, "pub mod avx2;\n", "pub mod avx512;\n#[cfg(target_arch = \"x86_64\")]\npub mod avx2;\n"),
    edit(
        AVX512.1,
        "use reversi_eval::__internal::\
            {EMPTY_BOARD, INCREMENTS, LANE_OFFSETS, PASS_SUM, by_digit, elements, first};",
        "use crate::features::{EMPTY_BOARD, INCREMENTS, LANE_OFFSETS, PASS_SUM, TABLE_LEN, by_digit, first};
        fn elements(table: PatternTable<'_>) -> (&[u32; TABLE_LEN], bool) { (table.table, table.odd) }",
    ),
    edit(AVX512.1, "use reversi_eval::{Features, PatternTable};", "use crate::{Features, PatternTable};"),
    edit(AVX512.1, "pub(super) fn features", "pub fn features"),
    edit(AVX512.1, "pub(super) fn after_move", "pub fn after_move"),
    edit(AVX512.1, "pub(super) fn after_pass", "pub fn after_pass"),
    edit(
        EVAL_LEVELS,
        "    kernels! { X86V4;\n",
        "    kernels! { X86V4;
        fn features(board: Board) -> Features = update::avx512::features;
        fn features_after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features
            = update::avx512::after_move;
        fn features_after_pass(features: &Features, empties: Bitboard) -> Features
            = update::avx512::after_pass;\n",
    ),
];

/// The level x86-v3 names the sum, and x86-v4 inherits it.
const ONE_BY_ONE: Edit = edit(
    EVAL_LEVELS,
    "PatternTable<'_>) -> i32 = sum::avx2::sum;",
    "PatternTable<'_>) -> i32 = sum::portable::sum;",
);

const IN_WORDS: &[Edit] =
    &[edit(EVAL_LEVELS, "update::portable as by_compiler", "update::words as by_compiler")];

#[cfg(test)]
mod tests {
    use super::super::edits::edited;
    use super::*;

    #[test]
    fn all_edits_fit_the_code_of_this_tree() {
        let root = crate::root();
        let read = |file: &str| Ok(std::fs::read_to_string(root.join(file))?);
        for Variant { id, edits, files, .. } in VARIANTS {
            let texts = edited(files, edits, &read).unwrap_or_else(|error| panic!("{id}: {error:#}"));
            assert!(texts.len() >= files.len().max(1), "{id}");
        }
    }

    #[test]
    fn every_variant_has_an_id_of_its_own() {
        for (i, a) in VARIANTS.iter().enumerate() {
            assert!(VARIANTS[..i].iter().all(|b| a.id != b.id), "{}", a.id);
        }
    }
}
