#!/bin/sh
# C sources as clang-format 14 writes them, Debian 12's: with --check only names those that are not.    format.sh [--check]
# Another version writes them otherwise. Without it, formatting fails and --check says SKIPPED and ends with 77.
set -eu
cd "$(dirname "$0")/.."
format=
for name in clang-format-14 clang-format; do
    case $("$name" --version 2>/dev/null || true) in *"version 14."*) format=$name && break ;; esac
done
if [ -z "$format" ]; then
    echo "SKIPPED: the layout of sources, because clang-format 14 is not here (tools/setup.sh format)"
    [ "${1-}" = --check ] && exit 77
    exit 1
fi
sources=$(git ls-files '*.c' '*.h' '*.cpp' '*.hpp')
if [ "${1-}" != --check ]; then
    echo "$sources" | xargs "$format" -i
else
    wrong=$(echo "$sources" | xargs "$format" --dry-run -Werror 2>&1 | grep -oE '^[^: ]+:[0-9]+' | sort -u || true)
    [ -z "$wrong" ] || { printf '%s\n' "$wrong" "tools/format.sh puts these lines right"; exit 1; }
fi
