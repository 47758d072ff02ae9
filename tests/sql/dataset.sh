# For tests of datasets; needs $paddock.
sql() { "$paddock" sql "$@" 2>err | sed 1d; }

# What is in the tables of a dataset, whoever wrote which file: a line each, whatever the order of rows and columns.
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
