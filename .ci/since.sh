# Chooses the steps of .ci/run that the changed files can break.

levels="emulated_x86 neon wasm_with_vectors"
web="web_lints npm_package npm_tests page"
python="python_package python_tests python_types python_examples"
library="format lints product_tests doors_of_the_program documents commands_of_the_documents"

# A file has the steps of the first row that matches; `*` stands for folders too. What only .ci/full or
# lab/.ci/run runs, such as the HTTP service, has no step here. Without a row, everything is run.
rows="
  .ci/c.sh                         c_library
  .ci/cluster.sh                   cluster
  .ci/python.sh                    $python cluster workflows
  .ci/full                         self_test
  .ci/test                         self_test
  .ci/*                            everything
  .cargo/*                         everything
  .editorconfig                    self_test
  .github/workflows/*              workflows
  .github/*                        documents
  .gitignore                       self_test
  Cargo.lock                       everything
  Cargo.toml                       everything
  CITATION.cff                     documents
  LICENSE-*                        documents
  deny.toml                        lints
  rustfmt.toml                     format

  benches/instructions/*.jsonl     instruction_counts
  benches/*                        format lints instruction_counts
  bindings/c/*                     format lints c_library documents
  bindings/python/*                format $python cluster documents
  bindings/wasm/*                  format $web documents
  docs/*                           documents commands_of_the_documents
  examples/server/*                format documents
  examples/data/*                  product_tests commands_of_the_documents npm_tests page instruction_counts
  examples/*                       format lints product_tests commands_of_the_documents
  fuzz/*                           format documents
  lab/*.md                         documents
  lab/*                            self_test
  testdata/*                       product_tests doors_of_the_program npm_tests c_library python_tests
  tests/doors/*.rs                 format lints product_tests
  tests/doors/ask.py               doors_of_the_program
  tests/doors/program.py           doors_of_the_program
  tests/doors/server.py            self_test
  tests/doors/c.py                 c_library
  tests/doors/door.h               c_library
  tests/doors/npm.test.mjs         npm_tests
  tests/doors/test_python.py       python_tests
  tests/doors/test_cluster.py      self_test
  tests/doors/*                    doors_of_the_program c_library python_tests
  tests/levels/*                   format lints $levels
  tests/testkit/*                  format lints product_tests $levels
  tests/*                          format lints product_tests
  tools/*                          format lints product_tests documents instruction_counts npm_tests
  web/*                            page documents
  xtask/*                          format lints product_tests documents commands_of_the_documents $web c_library python_package

  crates/reversi-engine/src/docs/* product_tests documents commands_of_the_documents c_library
  crates/*.md                      documents
  crates/reversi-bitboard/tests/*  format lints product_tests $levels
  crates/reversi-eval/tests/*      format lints product_tests $levels
  crates/reversi-search/tests/*    format lints product_tests $levels
  crates/*/tests/*                 format lints product_tests
  crates/reversi-cli/*             $library
  crates/reversi-book/*            $library $web c_library $python cluster
  crates/reversi-proof/*           $library $web c_library $python cluster
  crates/reversi-notation/*        $library $web c_library $python cluster
  crates/reversi-play/*            $library $web c_library $python cluster
  crates/reversi-question/*        $library $web c_library $python cluster
  crates/reversi-runs/*            $library $python cluster
  crates/reversi-bitboard/*        everything without_std
  crates/*                         everything
  *.md                             documents commands_of_the_documents
"

# A step that makes something, and those which use it, also of .ci/full.
makers="
  product_tests   doors_of_the_program
  programs        documents commands_of_the_documents instruction_counts
  programs        npm_package c_library python_package python_release
  programs        all_commands packed_crates npm_package_in_full
  programs        c_library_by_cargo_c fuzzing
  npm_package     npm_tests page
  python_package  python_tests python_types python_examples cluster
  python_release  python_types_by_pyright cluster_in_full
"

# The steps of the row of a path, in $found.
find_row() {
    local row
    for row in "${row_list[@]}"; do
        found=${row#* }
        [[ $1 != ${row%% *} ]] || return 0
    done
    found=everything
}
mapfile -t row_list < <(sed 's/^ *//; /^$/d' <<<"$rows")

# The steps of the files that differ from a commit: of later commits, and of the working tree.
broken_since() {
    local paths path found
    paths=$(git -c core.quotePath=off diff --name-only --no-renames "$1" -- && git ls-files --others --exclude-standard)
    printf 'machine\nself_test\n'
    for path in $paths; do find_row "$path" && printf '%s\n' $found; done | sort -u
}

# Leaves only these steps in the table of a script, and the makers of what they use.
choose() {
    local chosen=" $* " before= maker users user
    [[ $chosen != *" everything "* ]] || return 0
    while [ "$chosen" != "$before" ]; do
        before=$chosen
        while read -r maker users; do
            for user in $users; do
                [[ $chosen != *" $user "* || $chosen == *" $maker "* ]] || chosen+="$maker "
            done
        done <<<"$makers"
    done
    steps=$(awk -v chosen="$chosen" 'index(chosen, " " $2 " ")' <<<"$steps")
}

# The names of steps that match a pattern.
matching() {
    local step
    for step in $(awk '{ print $2 }' <<<"$steps"); do
        [[ $step != $1 ]] || printf '%s\n' "$step"
    done
}
