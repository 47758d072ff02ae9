#!/bin/bash
# Runs the command as a user would:  run.sh PADDOCK [TOPIC...]
# A topic is a file in cases/. Says PASS or FAIL for each case and exits 1 when any failed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
paddock=$(realpath "${1:?usage: run.sh PADDOCK [TOPIC...]}")
shift
topics=("$@")
if [ ${#topics[@]} -eq 0 ]; then
    for file in "$here"/cases/*.sh; do topics+=("$(basename "$file" .sh)"); done
fi
export PADDOCK=$paddock TOP=$here/../.. LC_ALL=C NO_COLOR=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for topic in "${topics[@]}"; do
    mkdir "$work/$topic" && cd "$work/$topic" || exit 1
    TOPIC=$topic bash -u -c '. "$0/lib.sh"; . "$0/cases/$TOPIC.sh"; finish' "$here" || failed=1
done
exit $failed
