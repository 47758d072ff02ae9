/* paddock sql: questions to any files, in SQL. What it does is in sql_verb.c, or where there was no DuckDB when this
 * was built, in sql_absent.c. */
#include "arguments.h"
#include "options.h"
#include "parquet.h"

static const cli_option takes[] = { CLI_FORMAT,       CLI_EXCEL,        CLI_JSON,  CLI_ON_ERROR, CLI_OUTPUTS,
                                    CLI_MEMORY_LIMIT, CLI_RECORD_LIMIT, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_sql = {
    .name = "sql",
    .operands = "[QUERY]",
    .summary = "query one or many files with SQL, by DuckDB",
    .details =
        "FROM 'race.vcr' is the main table of a file. paddock('race.vcr', 'laps') is any table, computed ones\n"
        "too; a pattern or a list of files ('season/*.vcr', ['a.vcr', 'b.vcr']) makes one table with the column\n"
        "`file` first.\n\n"
        "paddock_files('season') says what is in a folder and what is wrong with it; paddock_tables,\n"
        "paddock_columns, paddock_properties, paddock_findings, paddock_points and paddock_triangles take a file,\n"
        "too. CSV, Parquet and JSON files can be joined.\n\n"
        "Without QUERY there is a prompt, or the query is read from standard input. -o rows.parquet writes\n"
        "Parquet.",
    .purpose = CLI_LOOK,
    .examples = { "paddock sql \"FROM paddock('race.vcr', 'laps') ORDER BY lap_time\"", "all laps, the fastest first",
                  "paddock sql \"SELECT * FROM paddock('season/*.vcr', 'laps')\" -o laps.parquet",
                  "the laps of a season as Parquet" },
    .options = takes,
    .kinds = "csv jsonl ndjson json txt parquet",
    .min_operands = 0,
    .max_operands = 1,
    .run = cli_run_sql,
};
