/* paddock ingest: an archive as Parquet. What it does is in sql_ingest.c, or where there was no DuckDB when this was
 * built, in sql_absent.c. */
#include "arguments.h"
#include "options.h"
#include "parquet.h"

static const cli_option takes[] = { CLI_TARGET,       CLI_TABLES,       CLI_JOBS,  CLI_BATCH, CLI_STATUS,
                                    CLI_MEMORY_LIMIT, CLI_RECORD_LIMIT, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_ingest = {
    .name = "ingest",
    .operands = "DIR...",
    .summary = "gather the tables of many files as Parquet",
    .details =
        "Reads every file below DIR that paddock knows, and writes DATASET/TABLE/format=ID/*.parquet, many files\n"
        "together. DATASET/files/*.parquet has a row for every file found: size, time, sha256, format, rows, and\n"
        "what is wrong with it.\n\n"
        "Run again, it reads only what is new or changed. If it was interrupted, the next run resumes from\n"
        "there. Under mpirun or srun the ranks divide the files between them. --status DATASET shows what is in it.\n"
        "See docs/ingest.md.",
    .purpose = CLI_TAKE,
    .examples = { "paddock ingest season --to dataset", "all computed tables and the main one of each file",
                  "paddock ingest --status dataset", "how many files, rows and errors" },
    .options = takes,
    .min_operands = 0,
    .max_operands = -1,
    .run = cli_run_ingest,
};
