/* A build without DuckDB's header: what it cannot do, it says. */
#include <stdio.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "parquet.h"

static const char lack[] = "this build of paddock was made without it; on Linux `make build` gets it by npm, and "
                           "DUCKDB_PREFIX names one that is there already";

bool cli_sql_is_here(char *reason, size_t size)
{
    snprintf(reason, size, "%s", lack);
    return false;
}

const pdk_database_reader *cli_sql_databases(void)
{
    return NULL;
}

static int complain(const char *what)
{
    cli_complain("%s needs DuckDB: %s", what, lack);
    return CLI_UNKNOWN_FORMAT;
}

int cli_run_sql(const cli_arguments *arguments)
{
    (void)arguments;
    return complain("SQL");
}

int cli_run_ingest(const cli_arguments *arguments)
{
    (void)arguments;
    return complain("A dataset of Parquet");
}

int cli_dataset_document(const cli_arguments *arguments, const char *path, pdk_document **document)
{
    (void)arguments;
    (void)path;
    *document = NULL;
    return complain("A dataset of Parquet");
}

int cli_table_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                         const pdk_table *table, const pdk_table_options *options, const char *path)
{
    (void)arguments;
    (void)file;
    (void)document;
    (void)table;
    (void)options;
    (void)path;
    return complain("Parquet");
}

int cli_tables_to_parquet(const cli_arguments *arguments, const char *table, const char *path)
{
    (void)arguments;
    (void)table;
    (void)path;
    return complain("Parquet");
}

int cli_document_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                            const char *folder)
{
    (void)arguments;
    (void)file;
    (void)document;
    (void)folder;
    return complain("Parquet");
}
