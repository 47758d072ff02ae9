#!/bin/bash
# Tests of the page:  run.sh PADDOCK FOLDER NAME [what the test takes]
# NAME is built (web/dist is what its sources make, and these are as the linter requires), units (tests of modules in
# units/), or that of a NAME.test.mjs: contract in Node alone, the others in Chromium. FOLDER is where packages are kept
# from one run to the next. Skips where there is no node, npm or Chromium.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../support/tap.sh"
web=$(cd "$here/../../web" && pwd)
kept=$2
name=$3
if ! command -v node >/dev/null; then
    tap_skip "the page: $name" "there is no node here (tools/setup.sh web)"
    tap_end
fi

case $name in built | contract | units) browser= ;; *) browser=yes ;; esac
chromium=
if [ "$browser" ]; then
    chromium=${CHROMIUM:-chromium}
    if ! command -v "$chromium" >/dev/null; then
        tap_skip "the page: $name" "there is no Chromium here (tools/setup.sh web)"
        tap_end
    fi
fi
if [ "$name" = units ] && ! cmp -s "$web/package-lock.json" "$kept/package-lock.json"; then
    tap_skip "the page: $name" "the packages that build it are not here (make test-web)"
    tap_end
fi
# These need packages.
if [ "$name" = built ] || [ "$name" = accessible ]; then
    if ! command -v npm >/dev/null; then
        tap_skip "the page: $name" "there is no npm here (tools/setup.sh web)"
        tap_end
    fi
    mkdir -p "$kept"
    if ! cmp -s "$web/package-lock.json" "$kept/package-lock.json" || [ ! -d "$kept/node_modules/esbuild" ]; then
        cp "$web/package.json" "$web/package-lock.json" "$kept/"
        if ! (cd "$kept" && npm ci --no-audit --no-fund) >"$scratch/npm.log" 2>&1; then
            rm -f "$kept/package-lock.json"
            tail -n 3 "$scratch/npm.log"
            tap_skip "the page: $name" "npm could not install its packages"
            tap_end
        fi
    fi
fi

if [ "$name" != built ] && [ "$name" != units ]; then
    PADDOCK=$(realpath "$1") CHROMIUM=$chromium PADDOCK_WEB_PACKAGES=$(realpath "$kept")/node_modules node "$here/$name.test.mjs" "${@:4}"
    exit
fi
# As in the tree: the page's worker takes the library's package.
copy=$kept/tree-$name
rm -rf "$copy"
mkdir -p "$copy/web" "$copy/bindings"
cp -r "$web/src" "$web/build.mjs" "$web/tsconfig.json" "$web/biome.json" "$copy/web/"
cp -r "$web/../bindings/wasm" "$copy/bindings/"
ln -s "$(realpath "$kept")/node_modules" "$copy/web/node_modules"
if [ "$name" = units ]; then
    tap_run "the modules are built" node "$copy/web/build.mjs" --units "$kept/units"
    tap_run "tests of modules" env PADDOCK="$(realpath "$1")" PADDOCK_WEB_BUILT="$(realpath "$kept")/units" node --test "$here"/units/*.test.mjs
    tap_end
fi
tap_run "formatted, and as the linter wants it (make page)" sh -c "cd '$copy/web' && node_modules/@biomejs/cli-*/biome check --error-on-warnings"
tap_run "types fit" "$kept/node_modules/.bin/tsc" -p "$copy/web" --noEmit
tap_run "the page is built" node "$copy/web/build.mjs"
for file in page.js page.css worker.js; do
    tap_run "web/dist/$file is what the sources make (make page)" cmp "$web/dist/$file" "$copy/web/dist/$file"
done
tap_run "the lock file names no registry" sh -c "! grep -n resolved '$web/package-lock.json'"
tap_run "the notice of what is inside is in the script" grep -q 'uplot 1.6.32' "$web/dist/page.js"
tap_run "and that of what draws in 3D" grep -q 'ogl 1.0.11 (Unlicense)' "$web/dist/page.js"
tap_run "with its text" grep -q 'free and unencumbered software released into the public domain' "$web/dist/page.js"
tap_end
