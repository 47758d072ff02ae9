#!/bin/sh
# The field tables of the pages are those of the code, and every format has a page, every record a table.    tables.sh SOURCE PADDOCK
. "$(dirname "$0")/../support/tap.sh"
source=$1 paddock=$2
cd "$source" || exit 1
tools/update-docs.sh --check "$paddock"
tap "field tables" $?
for record in $("$paddock" fields --json | jq -r '.[].name' | sort -u); do
    grep -rqE "^<!-- fields: ($record|${record%%.*}) -->" docs/formats
    tap "$record has a table" $?
done
tap_end
