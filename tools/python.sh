#!/bin/sh
# Builds the Python wheel into build/python/, or tests it from there in an empty environment.
#     tools/python.sh wheel | test
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-/usr/bin/python3}
out=build/python

wheel() {
    # A copy: what is made from the header does not belong into the source tree.
    rm -rf "$out"
    mkdir -p "$out/source"
    cp -r bindings/python/paddock bindings/python/pyproject.toml bindings/python/README.md "$out/source/"
    rm -rf "$out/source/paddock/__pycache__" "$out/source/paddock/_interface.py" "$out/source/paddock/_version.py"
    "$python" bindings/python/generate.py . "$out/source/paddock" >/dev/null
    # The same bytes each time: files of a wheel carry a time.
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315532800} PIP_DISABLE_PIP_VERSION_CHECK=1 "$python" -m pip wheel --quiet \
        --no-build-isolation --no-deps --no-index --wheel-dir "$out" "$out/source"
    ls "$out"/*.whl
}

# In an environment that has the system's numpy, pandas and cffi, and of Paddock only the wheel.
try() {
    environment=$(mktemp -d)
    trap 'rm -rf "$environment"' EXIT
    "$python" -m venv --system-site-packages "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps "$out"/paddock-*.whl
    # shellcheck disable=SC2030
    export PADDOCK_PROJECT="$PWD" PADDOCK_COMMAND="$PWD/build/paddock" PADDOCK_LIBRARY="$PWD/build/libpaddock.so"
    cp -r bindings/python/tests bindings/python/examples "$environment/"
    cd "$environment/tests"
    status=0
    "$environment/bin/python" -m unittest -v >"$environment/log" 2>&1 || status=$?
    grep -vE '\.\.\. (ok|skipped)' "$environment/log" | tail -n 60
    sed -n 's/^\(.*\) \.\.\. skipped \(.*\)$/skipped: \1: \2/p' "$environment/log"
    passed=$(grep -c '\.\.\. ok$' "$environment/log" || true)
    skipped=$(grep -c '\.\.\. skipped' "$environment/log" || true)
    failed=$(grep -cE '^(FAIL|ERROR): ' "$environment/log" || true)
    if [ "$passed" -eq 0 ] || { [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; }; then failed=$((failed + 1)); fi
    echo "$passed passed, $failed failed, $skipped skipped"
    return "$status"
}

case ${1:-} in
wheel) wheel ;;
test) try ;;
*)
    echo "usage: tools/python.sh wheel | test" >&2
    exit 2
    ;;
esac
