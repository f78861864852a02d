# Many machines: the extra `cluster` of the Python package, on a Ray cluster of this machine. After
# .ci/python.sh, whose wheel it installs.

cluster_package() {
    if ! ls target/wheels/reversi_engine-*.whl >/dev/null 2>&1; then
        skip "positions on a cluster" "the wheel"
    elif has_ray; then
        run cluster_tests "$@"
        run cluster_types
        run cluster_trials "$@"
    else
        skip "positions on a cluster" "Ray, which pip cannot install here,"
    fi
}

# 250 MB that are kept: an environment of an earlier run gets the wheel of this one.
has_ray() {
    local wheel
    step "the environment of the cluster"
    wheel=$(ls target/wheels/reversi_engine-*.whl)
    [ -x target/python/cluster/bin/pip ] || python3 -m venv target/python/cluster || return 1
    target/python/cluster/bin/pip install --quiet --disable-pip-version-check \
        "$wheel[cluster]" -r bindings/python/tests/requirements.txt &&
        target/python/cluster/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"
}

in_cluster() {
    (cd bindings/python && RAY_AUTH_MODE=disabled "../../target/python/cluster/bin/$1" "${@:2}")
}

# A position that kills its workers takes half a minute: .ci/full has it.
cluster_tests() {
    local some=(-k "not kills_its_workers")
    [ "${1:-}" != all ] || some=()
    in_cluster pytest --quiet -p no:cacheprovider tests/test_cluster.py tests/test_cluster_results.py \
        "${some[@]}"
    in_cluster pytest --quiet -p no:cacheprovider ../../tests/doors/test_cluster.py
}

cluster_types() {
    in_cluster mypy --strict --cache-dir ../../target/python/mypy-cluster python/reversi_engine/cluster cluster
}

# 200 positions while a worker is killed three times; in full, all that can go wrong with 5,000.
cluster_trials() {
    if [ "${1:-}" = all ]; then
        in_cluster python cluster/trials.py
    else
        in_cluster python cluster/trials.py --positions 200 --bundle-seconds 0.1 --raylets 2 --only worker
    fi
}
