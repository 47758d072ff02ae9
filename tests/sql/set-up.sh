# Sourced by the tests of SQL and datasets, with what the test got:  . set-up.sh PADDOCK NAME
# Skips NAME where DuckDB's library is not here. Gives $paddock, $samples, and a folder of the test's own.
. "$(dirname "${BASH_SOURCE[0]}")/../support/tap.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/await.sh"
paddock=$(realpath "$1")
samples=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../samples")
cd "$scratch" || exit 1
if ! "$paddock" sql "SELECT 1" >/dev/null 2>why; then
    tap_skip "$2" "DuckDB's library is not here: $(cat why)"
    tap_end
fi

# sql QUERY [options]: what it prints, without the header
sql() { "$paddock" sql "$@" 2>err | sed 1d; }
# says NAME QUERY TEXT: the query prints that text after its header
says() {
    got=$("$paddock" sql "$2" 2>err | sed 1d)
    [ "$got" = "$3" ] || { printf '  got: %s\n  wanted: %s\n' "$got" "$3"; sed 's/^/  /' err; }
    [ "$got" = "$3" ]
    tap "$1" $?
}
# fails NAME STATUS TEXT ARGUMENTS...: ends with that status, and standard error has the text
fails() {
    name=$1 wanted=$2 text=$3
    shift 3
    "$paddock" "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$wanted" ] && grep -qF -- "$text" err || { echo "  status $status"; sed 's/^/  /' err; false; }
    tap "$name" $?
}

# What is in the tables of a dataset, whatever process wrote which file: a line each, whatever the order of rows and
# columns.
contents() {
    local table columns
    for table in "$1"/*/; do
        table=$(basename "$table")
        [ "$table" != files ] || continue
        rows="read_parquet('$1/$table/**/*.parquet', union_by_name = true, hive_partitioning = true)"
        columns=$(sql "SELECT string_agg('\"' || column_name || '\"', ', ' ORDER BY column_name) FROM (DESCRIBE SELECT * FROM $rows)" | tr -d '\r')
        columns=${columns#\"} columns=${columns%\"} # CSV has it in quotes
        columns=${columns//\"\"/\"}
        echo "$table $(sql "SELECT count(*), count(DISTINCT file), sum(hash($columns)) FROM $rows")"
    done
    echo "files $(sql "SELECT count(*), count(DISTINCT path), sum(hash(path, size, modified, sha256, format, dialect, rows, findings, error, error_code, duplicate_of)) FROM '$1/files/*.parquet'")"
}
# same NAME DATASET: it has what the file `wanted` says
same() {
    contents "$2" >got
    cmp -s wanted got || { diff wanted got | head -n 5 | sed 's/^/  /'; false; }
    tap "$1" $?
}
