# The front door. Everything real is in CMake; see CMakePresets.json for the kinds of builds.
# Each target first installs what is missing (tools/setup.sh; Debian 12, as root or with sudo).

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 20
FILE ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: help build pictures extension demo quick test test-slow test-all bench fuzz coverage mutants docs abi lint install install-lib clean
.PHONY: sanitize thread single cross-i686 cross-s390x
.PHONY: windows test-windows
.PHONY: static test-static
.PHONY: package test-package
.PHONY: python test-python
.PHONY: wasm test-wasm bench-wasm web
.PHONY: page contract test-web test-sql test-second test-sweeps test-archive
.DEFAULT_GOAL := help

help:
	@echo 'make build      the command, at build/paddock, and the libraries'
	@echo 'make extension  paddock.duckdb_extension, the same functions for any DuckDB'
	@echo 'make demo       build, then show what it does on samples/ (or FILE=yours)'
	@echo 'make quick      after an edit: the unit tests of what changed, golden files, lint: less than a minute'
	@echo 'make test       the tests; test-slow: those that take longest; test-sql: those of SQL, Parquet, archives; test-archive: under mpirun'
	@echo 'make install    into PREFIX ($(PREFIX)); DESTDIR=... stages it elsewhere'
	@echo 'make install-lib  the library and its headers alone: nothing else is built'
	@echo 'make bench      speed, each figure beside its yardstick'
	@echo 'make sanitize   every test under AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make thread     the tests that use threads, and the command, under ThreadSanitizer'
	@echo 'make single     the unit tests without threads and files, as for WebAssembly'
	@echo 'make cross-i686 the unit tests with 32 bits; cross-s390x: big-endian, under qemu'
	@echo 'make windows    cross-build for Windows, into build/windows; test-windows: its tests, under Wine'
	@echo 'make static     one file for any Linux of this processor: build/static/paddock; test-static: its tests'
	@echo 'make python     the Python wheel, into build/python (WINDOWS=1: that for Windows, too); test-python: its tests, from the wheel'
	@echo 'make wasm       for pages and Node: the npm package, in bindings/wasm; test-wasm: its tests; bench-wasm'
	@echo 'make web        the page that opens files in the browser: build/web/paddock.html'
	@echo 'make contract   types and docs of JSON, from src/base/json/contract.def; from the headers paddock-api.json and the reference'
	@echo 'make page       script and style of the page, from web/src into web/dist; test-web: its tests, in Chromium'
	@echo 'make package    .deb, .tar.gz for Linux, .zip for Windows, npm, Python wheels: build/package; test-package: tries them'
	@echo 'make test-all   all of these with the slow tests, and every fuzz target: hours; goes on where it was interrupted'
	@echo 'make fuzz       each fuzz target for FUZZ_SECONDS ($(FUZZ_SECONDS))'
	@echo 'make coverage   which lines the tests run: build-coverage/coverage.html'
	@echo 'make mutants    changes operators of FILES one at a time, runs TESTS, and names the changes that no test noticed'
	@echo 'make docs       fill the tables of docs/ from the code'
	@echo 'make pictures   draw the pictures of docs/pictures/ anew'
	@echo 'make abi        describe the interface anew, with a release (abi/paddock.abi)'
	@echo 'make lint       rules of style and architecture'
	@echo 'make clean      remove every build'

build:
	@tools/setup.sh build
	@tools/setup.sh duckdb || echo "make: going on without DuckDB: no SQL, no Parquet"
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS)

# For any DuckDB from 1.2 on: LOAD 'build/paddock.duckdb_extension'.
extension: build
	@test -d build-duckdb || [ -n "$$DUCKDB_PREFIX" ] || { echo 'make extension: there are no headers of DuckDB here'; exit 1; }
	@cmake --build --preset release -j $(JOBS) --target paddock_extension
	@ls build/paddock.duckdb_extension

# Those of plots have the same bytes everywhere; those of the page look the same.
pictures: build
	@tools/setup.sh web gltf
	@tools/pictures.sh build/paddock
	@tests/gltf/picture.sh build/paddock build/tests/gltf docs/pictures/animation.png
	@PADDOCK=build/paddock node tests/web/pictures.mjs docs/pictures

demo: build
	@tools/demo.sh '$(FILE)'

# Without what takes longest and the fuzz replay (test-slow), calls that fail one after the other (test-sweeps), and SQL (test-sql).
test: build
	@tools/setup.sh gltf format
	@tools/run-tests.sh build -LE 'slow|long|replay|sweep|sql'

# Tests that take over some three seconds of a processor each, and the fuzz replay. ONLY=LABELS: cli, those of the command; timed, those that
# measure time; truth.
test-slow: build
	@tools/setup.sh gltf abi
	@tools/run-tests.sh build -L 'slow|long|replay' $(if $(ONLY),-L '$(ONLY)') -LE 'sweep|sql'

# Every file, and 300 damaged copies of each, read by the second reader too.
test-second: build
	@tools/run-tests.sh build -C second -R '^second$$'

# Every call that can fail fails in turn. PADDOCK_SWEEP=N: every Nth.
test-sweeps: build
	@tools/run-tests.sh build -L sweep

# SQL, Parquet, the extension and archives, where DuckDB is.
test-sql: build
	@tools/setup.sh gltf
	@tools/run-tests.sh build -L sql

bench:
	@tools/setup.sh build bench
	@cmake --preset release -DPADDOCK_BENCH=ON >/dev/null
	@cmake --build --preset release -j $(JOBS)
	@tools/run-bench.sh build

# WITHOUT=LABELS: but the tests with one of these labels.
sanitize:
	@tools/setup.sh build sanitize
	@cmake --preset sanitize >/dev/null
	@cmake --build --preset sanitize -j $(JOBS)
	@tools/run-tests.sh build-sanitize $(if $(WITHOUT),-LE '$(WITHOUT)')

thread:
	@tools/setup.sh build sanitize
	@cmake --preset thread >/dev/null
	@cmake --build --preset thread -j $(JOBS) --target threads_tests
	@tools/run-tests.sh build-thread -L threads $(if $(ALL),,-LE slow)

# Without threads and files (src/base/platform/single): the unit tests that need neither.
single:
	@tools/setup.sh build
	@cmake --preset single >/dev/null
	@cmake --build --preset single -j $(JOBS) --target unit_tests
	@tools/run-tests.sh build-single $(if $(ALL),,-LE slow)

# 32 bits and big-endian: the unit tests, without the slow ones unless ALL=1. ONLY=byte_order: the rooms that bytes pass first.
cross-i686 cross-s390x: cross-%:
	@tools/setup.sh build cross
	@tools/cross.sh $* $(if $(ONLY),$(ONLY)_tests)
	@tools/run-tests.sh build-$* $(if $(ONLY),-L $(ONLY)) $(if $(ALL),,-LE slow)

# For Windows (64-bit): build/windows/paddock.exe, which needs duckdb.dll for SQL and Parquet and else nothing beside it, and the library.
windows:
	@tools/setup.sh build windows
	@tools/setup.sh duckdb duckdb-windows || echo "make: going on without DuckDB: no SQL, no Parquet"
	@tools/cross.sh windows paddock_command paddock paddock_shared
	@rm -rf build/windows
	@cmake --install build-windows --prefix build/windows --strip >/dev/null
	@ls build/windows/paddock.exe

# The unit tests under Wine, and the command's answers beside those of the command here. ONLY=command: these alone.
test-windows: build windows
	@$(if $(filter command,$(ONLY)),true,tools/cross.sh windows unit_tests)
	@tools/run-tests.sh build-windows $(if $(ONLY),-L $(ONLY)) -LE $(if $(ALL),package,'slow|package')

# For Linux, in one file that needs nothing beside it: build/static/paddock.
static:
	@tools/setup.sh build static
	@tools/cross.sh static paddock_command
	@mkdir -p build/static
	@strip -o build/static/paddock build-static/paddock
	@ls build/static/paddock

# The unit tests, and the command's, with everything linked in. ONLY=command: these alone.
test-static: build static
	@$(if $(filter command,$(ONLY)),true,tools/cross.sh static)
	@tools/run-tests.sh build-static $(if $(ONLY),-L $(ONLY)) $(if $(ALL),,-LE slow)

# The wheel for this Linux: the library, its parts and DuckDB are in it, built for it alone (build-wheel). WINDOWS=1: that for Windows, too.
python:
	@tools/setup.sh python
	@tools/setup.sh duckdb || echo "make: going on without DuckDB: the wheel has no SQL"
	@tools/python.sh wheel
	@$(if $(WINDOWS),tools/setup.sh windows && tools/python.sh windows,true)

# From the wheel, in an environment that has no other libpaddock; the command gives the answers to compare with.
# WINDOWS=: without the wheel for Windows, which is built with another compiler. BUILT=1: the package beside the library that is built, without
# a wheel.
test-python: WINDOWS ?= 1
test-python: build
	@tools/setup.sh python-tests $(if $(BUILT),python,$(if $(WINDOWS),windows))
	@$(if $(BUILT),true,$(MAKE) --no-print-directory python WINDOWS=$(WINDOWS))
	@PADDOCK_WINDOWS_WHEEL=$(WINDOWS) tools/python.sh test$(if $(BUILT),-built)

# Everything that people download, into build/package; test-package tries each in an empty place, and builds them again.
package:
	@tools/setup.sh build windows static wasm package python duckdb duckdb-windows
	@tools/package.sh

test-package: package
	@tools/setup.sh package-tests
	@tools/run-tests.sh build-windows -L package

# WebAssembly with its JavaScript: paddock.wasm and package.json appear in bindings/wasm, which is the npm package.
wasm:
	@tools/setup.sh wasm
	@tools/cross.sh wasm paddock_wasm
	@ls bindings/wasm/paddock.wasm

# The page that opens files in the browser, with the library in it: one file, which needs nothing else.
web: build wasm
	@mkdir -p build/web
	@build/paddock report --library bindings/wasm/paddock.wasm --title Paddock -o build/web/paddock.html
	@ls build/web/paddock.html

# The package in Node, its answers beside those of the command here.
test-wasm: build wasm
	@$(if $(ALL),tools/setup.sh web,true)
	@tools/run-tests.sh build-wasm $(if $(ALL),,-LE slow)

# Its size, and its speed beside the command's.
bench-wasm: build wasm
	@node bench/bench_wasm.mjs bindings/wasm build/paddock build-wasm/bench

# Archives under Open MPI's mpirun, and of very many files: minutes.
test-archive: build
	@tools/setup.sh mpi
	@tools/run-tests.sh build -C archive -R '^archive_'

# What web/dist has is committed: whoever changes web/src builds it and commits it too.
page:
	@tools/setup.sh web
	@tools/lint-web.sh --write
	@cd web && npm run --silent build

# Types and docs/contract.md, from src/base/json/contract.def, and bindings/paddock-api.json, man pages and docs/reference.html, from the
# headers: whoever changes those commits them too.
contract:
	@tools/setup.sh web
	@node tools/contract.mjs
	@node tools/api.mjs
	@node tools/reference.mjs

# The page in Chromium, beside the command's answers, and whether web/dist is what web/src makes.
test-web: build wasm
	@tools/setup.sh web
	@ALONE=1 tools/run-tests.sh build -C web -R '^web_' $(if $(ALL),,-LE slow)

# Everything, slow or not: some hours on 2 cores. What passed is not run again for the same sources (AGAIN=1: it is). `.ci/run` is what a
# change must pass.
test-all:
	@AGAIN='$(AGAIN)' tools/test-all.sh

# After an edit: the tests of the rooms that changed, golden files, lint.
quick:
	@tools/quick.sh

fuzz:
	@tools/setup.sh build sanitize
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz -j $(JOBS)
	@fuzz/run.sh build-fuzz $(FUZZ_SECONDS)

coverage:
	@tools/setup.sh build coverage
	@cmake --preset coverage >/dev/null
	@cmake --build --preset coverage -j $(JOBS)
	@find build-coverage -name '*.gcda' -delete
	@tools/run-tests.sh build-coverage -LE timed
	@gcovr -r . --gcov-ignore-parse-errors --object-directory build-coverage -f src/ -f cli/ --html-details build-coverage/coverage.html \
	    --txt build-coverage/coverage.txt
	@sed 1,5d build-coverage/coverage.txt
	@echo 'line by line: build-coverage/coverage.html'

# FILES and TESTS (a regular expression) choose; COUNT changes, by SEED; SLOW=1: slow tests, too.
mutants:
	@tools/setup.sh build
	@COUNT='$(or $(COUNT),100)' SEED='$(or $(SEED),1)' SLOW='$(SLOW)' tools/mutants.sh '$(TESTS)' $(FILES)

docs: build
	@tools/update-docs.sh build/paddock

abi:
	@tools/setup.sh build abi
	@tests/install/abi.sh . --renew

lint:
	@tools/setup.sh format
	@tools/lint.sh
	@tools/format.sh --check || [ $$? -eq 77 ]
	@tools/lint-web.sh

install: build
	@DESTDIR='$(DESTDIR)' cmake --install build --prefix '$(PREFIX)' --strip

# For programs: libraries, headers, pkg-config and CMake files, in half the time or less.
install-lib:
	@tools/setup.sh build
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target library
	@for part in library development; do \
	    DESTDIR='$(DESTDIR)' cmake --install build --prefix '$(PREFIX)' --component $$part --strip || exit; done

clean:
	@rm -rf build build-*
