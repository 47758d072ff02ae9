#!/usr/bin/env bash
# Everything, slow or not: some hours on 2 cores. A stage that passed is not run again for the same sources, so that an interrupted run
# continues where it was: build/test-all/SOURCES has a file for each. `make test-all AGAIN=1` begins again.
cd "$(dirname "$0")/.." || exit 1
sources=$({ git rev-parse HEAD && git diff HEAD && git ls-files -z --others --exclude-standard | xargs -0r sha256sum; } 2>/dev/null | sha256sum | cut -c 1-16)
if git rev-parse HEAD >/dev/null 2>&1; then # otherwise it is unknown what changed
    stamps=build/test-all/$sources
    [[ -z ${AGAIN:-} ]] || rm -rf "$stamps"
    mkdir -p "$stamps"
fi
. tools/stages.sh
export PADDOCK_SWEEP=1

stage test make test
stage slow make test-slow
stage sweeps make test-sweeps
stage sanitize make sanitize
stage second make test-second
stage thread make thread ALL=1
stage single make single ALL=1
stage i686 make cross-i686 ALL=1
stage s390x make cross-s390x ALL=1
stage windows make test-windows ALL=1
stage web make test-web ALL=1
stage sql make test-sql
stage archive make test-archive
stage static make test-static ALL=1
stage python make test-python
stage wasm make test-wasm ALL=1
stage package make test-package
stage fuzz make fuzz
finish
