#!/bin/sh
# C sources as clang-format writes them: with --check only names those that are not.    format.sh [--check]
set -eu
cd "$(dirname "$0")/.."
if ! command -v clang-format >/dev/null; then
    echo "skipped: the layout of sources, because clang-format is not here"
    exit 0
fi
sources=$(git ls-files '*.c' '*.h' '*.cpp')
if [ "${1-}" != --check ]; then
    echo "$sources" | xargs clang-format -i
else
    wrong=$(echo "$sources" | xargs clang-format --dry-run -Werror 2>&1 | grep -oE '^[^: ]+:[0-9]+' | sort -u || true)
    [ -z "$wrong" ] || { printf '%s\n' "$wrong" "tools/format.sh puts these lines right"; exit 1; }
fi
