# Many machines: the extra `cluster` of the Python package, on a Ray cluster of this machine. After
# .ci/python.sh, whose wheel it installs.

# 20 positions, and nothing is killed.
cluster() { with_ray few_positions; }
# All tests, and all that can go wrong with 5,000 positions.
cluster_in_full() {
    run cargo build --package reversi-cli # whose answers are compared
    with_ray cluster_tests cluster_types cluster_trials
}

# with_ray FUNCTION...
with_ray() {
    local function
    if ! ls target/wheels/reversi_engine-*.whl >/dev/null 2>&1; then
        skip "positions on a cluster" "the wheel"
    elif has_ray; then
        for function in "$@"; do run "$function"; done
    else
        skip "positions on a cluster" "Ray, which pip cannot install here,"
    fi
}

# 250 MB that are kept: an environment of an earlier run gets the wheel of this one.
has_ray() {
    local wheel
    heading "the environment of the cluster"
    wheel=$(ls target/wheels/reversi_engine-*.whl)
    [ -x target/python/cluster/bin/pip ] || python3 -m venv target/python/cluster || return 1
    target/python/cluster/bin/pip install --quiet --disable-pip-version-check \
        "$wheel[cluster]" -r bindings/python/tests/requirements.txt &&
        target/python/cluster/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"
}

in_cluster() {
    (cd bindings/python && RAY_AUTH_MODE=disabled "../../target/python/cluster/bin/$1" "${@:2}")
}

few_positions() {
    in_cluster python cluster/trials.py --positions 20 --bundle-seconds 0.1 --raylets 2 --only undisturbed
}

cluster_tests() {
    in_cluster pytest --quiet -p no:cacheprovider tests/test_cluster.py tests/test_cluster_results.py
    in_cluster pytest --quiet -p no:cacheprovider ../../tests/doors/test_cluster.py
}

cluster_types() {
    in_cluster mypy --strict --cache-dir ../../target/python/mypy-cluster python/reversi_engine/cluster cluster
}

cluster_trials() { in_cluster python cluster/trials.py; }
