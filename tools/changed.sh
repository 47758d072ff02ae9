#!/bin/sh
# The files that differ from what has landed, a name a line: what is committed here and not in origin/main, what is not committed, new files.
# Without origin/main (or with the last commit landed, and nothing else changed) nobody can say: status 3.
#     tools/changed.sh          since origin/main
#     tools/changed.sh --work   without origin/main: since the commit before the last merge or, at least, since HEAD
set -eu
cd "$(dirname "$0")/.."
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || exit 3
if base=$(git merge-base origin/main HEAD 2>/dev/null); then :
elif [ "${1:-}" = --work ]; then base=$(git merge-base main HEAD 2>/dev/null || git rev-parse HEAD)
else exit 3; fi
changed=$({ git diff --name-only "$base" && git ls-files --others --exclude-standard; } | sort -u)
[ -n "$changed" ] || [ "${1:-}" = --work ] || exit 3
printf '%s\n' "$changed"
