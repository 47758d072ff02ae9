/* What DuckDB does for other verbs: tables as Parquet, datasets as documents (or sql_absent.c). */
#ifndef PADDOCK_CLI_PARQUET_H
#define PADDOCK_CLI_PARQUET_H

#include "arguments.h"
#include "paddock/paddock.h"

/* Can DuckDB be had? Otherwise `reason` says what is missing. */
bool cli_sql_is_here(char *reason, size_t size);
/* Reads files that are databases, of any verb; NULL = this build has no DuckDB. */
const pdk_database_reader *cli_sql_databases(void);
/* What is in a dataset, as a document of tables, which the caller closes. */
int cli_dataset_document(const cli_arguments *arguments, const char *path, pdk_document **document);
int cli_run_sql(const cli_arguments *arguments);
int cli_run_ingest(const cli_arguments *arguments);
/* Rows of a table as Parquet; the options as pdk_table_write takes them, without a filter. */
int cli_table_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                         const pdk_table *table, const pdk_table_options *options, const char *path);
/* Tables of several files as one. */
int cli_tables_to_parquet(const cli_arguments *arguments, const char *table, const char *path);
/* All tables of a document, computed ones too, each a file in a folder. */
int cli_document_to_parquet(const cli_arguments *arguments, const char *file, const pdk_document *document,
                            const char *folder);

#endif
