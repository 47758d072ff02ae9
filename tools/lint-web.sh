#!/bin/sh
# Types, format and rules of the page's sources (web/tsconfig.json, web/biome.json), with packages in the versions of web/package-lock.json.
#     tools/lint-web.sh [--write]
# With --write it formats them. Rules that need no packages are in tools/lint.sh.
set -eu
cd "$(dirname "$0")/../web"
if ! command -v npm >/dev/null; then
    echo "make lint: there is no npm here (tools/setup.sh web), so web/src was not looked at"
    exit
fi
cmp -s package-lock.json node_modules/.package-lock.json.of || {
    npm ci --no-audit --no-fund --silent
    cp package-lock.json node_modules/.package-lock.json.of
}
biome=$(echo node_modules/@biomejs/cli-*/biome)
if [ -x "$biome" ]; then "$biome" check ${1:+--write} --error-on-warnings; else echo "make lint: the linter of web/src is for Linux only: it was not run"; fi
node_modules/.bin/tsc --noEmit
