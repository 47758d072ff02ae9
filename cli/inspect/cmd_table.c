/* paddock table: rows out, as CSV or JSON lines, or aligned for people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "layout.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "parquet.h"
#include "progress.h"
#include "table.h"
#include "table_beside.h"

static const char *format_name(const void *user, size_t index)
{
    (void)user;
    static const char *const names[] = { "csv", "jsonl", "parquet", NULL };
    return names[index];
}

static int parse_format(const cli_arguments *arguments, pdk_table_format *format)
{
    const char *name = arguments->values[CLI_FORMAT], *output = arguments->values[CLI_OUTPUT];
    bool by_name =
        name == NULL && output != NULL && (cli_is_named(output, ".jsonl") || cli_is_named(output, ".ndjson"));
    *format = by_name || (name != NULL && strcmp(name, "jsonl") == 0) ? PDK_JSON_LINES : PDK_CSV;
    if (name != NULL && *format == PDK_CSV && strcmp(name, "csv") != 0)
        return cli_no_such(NULL, "table format", name, format_name, NULL);
    if (*format == PDK_JSON_LINES && (cli_given(arguments, CLI_EXCEL) || cli_given(arguments, CLI_UNITS)))
        return cli_usage("--%s is for CSV, not for JSON lines", cli_given(arguments, CLI_EXCEL) ? "excel" : "units");
    return CLI_FINE;
}

/* --format parquet, or an output of that name. */
static bool is_parquet(const cli_arguments *arguments)
{
    const char *name = arguments->values[CLI_FORMAT], *output = arguments->values[CLI_OUTPUT];
    if (name != NULL) return strcmp(name, "parquet") == 0;
    return output != NULL && cli_is_named(output, ".parquet");
}

/* What Parquet cannot do, or we cannot do for it, is said before any work. */
static int check_parquet(const cli_arguments *arguments)
{
    static const cli_option of_text[] = { CLI_EXCEL, CLI_UNITS };
    static const cli_option of_one[] = { CLI_COLUMNS, CLI_ROWS, CLI_WHERE, CLI_TIME };
    const char *output = arguments->values[CLI_OUTPUT];
    if (output == NULL || strcmp(output, "-") == 0) return cli_usage("Parquet needs a file: -o rows.parquet");
    for (size_t i = 0; i < 2; i++) {
        if (cli_given(arguments, of_text[i]))
            return cli_usage("--%s is for CSV, not for Parquet", cli_option_infos[of_text[i]].name);
    }
    for (size_t i = 0; cli_given(arguments, CLI_TABLE) && i < sizeof of_one / sizeof of_one[0]; i++) {
        if (cli_given(arguments, of_one[i]))
            return cli_usage("--%s does not go with several files as Parquet; `paddock sql \"SELECT ... WHERE ...\" -o "
                             "%s` does it",
                             cli_option_infos[of_one[i]].name, output);
    }
    return CLI_FINE;
}

/* The rows under way: of one file, or of several after each other. */
typedef struct table_job {
    const cli_arguments *arguments;
    pdk_table_format format;
    cli_out out;
    bool for_people, several;
    char **names; /* of several files: the columns of the first */
    size_t name_count;
} table_job;

static int write_rows(table_job *job, const char *file, const pdk_table *table, pdk_table_options *options)
{
    if (job->for_people) return cli_view_table(&job->out, file, table, options);
    cli_progress progress;
    cli_progress_begin(&progress, "writing");
    if (job->out.is_terminal) progress.visible = false; /* the rows themselves are progress enough */
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    pdk_error error;
    pdk_status written = pdk_table_write(table, job->format, options, job->out.output, &error);
    cli_progress_end(&progress);
    return written == PDK_OK ? CLI_FINE : cli_fail_written(&job->out, file, &error);
}

/* The columns of the first file, by name, in the table of another. */
static int match_columns(table_job *job, const char *file, const pdk_table *table, size_t **columns, size_t *count)
{
    size_t all = pdk_table_columns(table), found = 0;
    *columns = malloc((job->name_count + 1) * sizeof **columns);
    if (*columns == NULL) return cli_no_memory("a list of columns");
    for (size_t i = 0; i < job->name_count; i++) {
        (*columns)[i] = pdk_table_find_column(table, job->names[i]);
        found += (*columns)[i] != PDK_NO_COLUMN;
    }
    *count = job->name_count;
    if (found < job->name_count)
        cli_note("%s: %zu columns of the first file are missing here; their cells are empty", file,
                 job->name_count - found);
    if (found < all && !cli_given(job->arguments, CLI_COLUMNS)) {
        size_t hidden = 0;
        for (size_t i = 0; i < all && !cli_given(job->arguments, CLI_ALL); i++)
            hidden += pdk_table_column_at(table, i)->hidden;
        if (found + hidden < all)
            cli_note("%s: %zu columns are left out, because the first file has none like them", file,
                     all - found - hidden);
    }
    return CLI_FINE;
}

/* Remembers the names of the columns that the first file has. */
static int keep_names(table_job *job, const pdk_table *table, size_t **columns, size_t *count)
{
    size_t all = pdk_table_columns(table);
    if (*columns == NULL) {
        *columns = malloc((all + 1) * sizeof **columns);
        for (size_t i = 0; i < all && *columns != NULL; i++) {
            bool hidden = pdk_table_column_at(table, i)->hidden && !cli_given(job->arguments, CLI_ALL);
            if (!hidden) (*columns)[(*count)++] = i;
        }
    }
    job->names = calloc(*count + 1, sizeof *job->names);
    if (*columns == NULL || job->names == NULL) return cli_no_memory("a list of columns");
    for (; job->name_count < *count; job->name_count++) {
        const char *name = pdk_table_column_at(table, (*columns)[job->name_count])->name;
        char *copy = malloc(strlen(name) + 1);
        if (copy == NULL) return cli_no_memory("a list of columns");
        job->names[job->name_count] = strcpy(copy, name);
    }
    return CLI_FINE;
}

static int print_table(table_job *job, const char *path, const pdk_table *table)
{
    const cli_arguments *arguments = job->arguments;
    const char *file = cli_file_name(path);
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    cli_filter filter;
    size_t *columns = NULL;
    bool later = job->names != NULL;
    int status = cli_rows_of(arguments->values[CLI_ROWS], file, table, &options);
    if (status == CLI_FINE) status = cli_filter_of(&filter, arguments, file, table);
    if (status == CLI_FINE) {
        status = later ? match_columns(job, file, table, &columns, &options.column_count)
                       : cli_columns_of(arguments->values[CLI_COLUMNS], file, table, &columns, &options.column_count);
    }
    if (status == CLI_FINE && job->several && !later) status = keep_names(job, table, &columns, &options.column_count);
    options.columns = columns;
    options.hidden = cli_given(arguments, CLI_ALL);
    options.units = cli_given(arguments, CLI_UNITS);
    options.csv = cli_given(arguments, CLI_EXCEL) ? PDK_CSV_EXCEL : PDK_CSV_PLAIN;
    options.no_header = later;
    options.label = job->several ? path : NULL;
    options.label_name = "file";
    if (status == CLI_FINE) cli_filter_apply(&filter, &options);
    if (status == CLI_FINE) status = write_rows(job, file, table, &options);
    free(columns);
    return status;
}

/* One of several files. A table that the first has and this one lacks is an answer it does not have, not a mistake. */
static int print_file(table_job *job, const char *path, const char *name)
{
    cli_input input;
    cli_table_beside beside = { .analysis = NULL };
    const pdk_table *table;
    int status = cli_open(&input, job->arguments, path);
    if (status != CLI_FINE) return status;
    bool there = pdk_document_own_table(input.document, name) != NULL ||
                 pdk_answer_available(input.document, name, NULL) != PDK_E_ARGUMENT;
    if (job->names != NULL && !there) {
        pdk_error error = { .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "table.none" };
        snprintf(error.message, sizeof error.message, "has no table %s", name);
        status = cli_fail(cli_file_name(path), &error);
    } else {
        status = cli_find_table_beside(job->arguments, path, input.document, name, &beside, &table);
        if (status == CLI_FINE) status = print_table(job, path, table);
    }
    cli_close_table_beside(&beside);
    cli_close(&input);
    return status;
}

static int list_tables(const cli_arguments *arguments, const char *path)
{
    static const cli_option of_rows[] = { CLI_COLUMNS, CLI_ALL,   CLI_ROWS,     CLI_TIME,  CLI_WHERE, CLI_FORMAT,
                                          CLI_UNITS,   CLI_EXCEL, CLI_CAR_INFO, CLI_TRACK, CLI_OUTPUT };
    for (size_t i = 0; i < sizeof of_rows / sizeof of_rows[0]; i++) {
        if (!cli_given(arguments, of_rows[i])) continue;
        return cli_usage("--%s needs a table: paddock table FILE TABLE; `paddock table %s` lists them",
                         cli_option_infos[of_rows[i]].name, path);
    }
    cli_input input;
    cli_out out;
    int status = cli_open(&input, arguments, path);
    if (status != CLI_FINE) return status;
    status = cli_open_out(&out, NULL);
    if (status == CLI_FINE) {
        if (pdk_document_table_count(input.document) > 0) cli_put_tables(&out, input.document, true);
        else {
            cli_put_name(&out, cli_file_name(path), 0);
            cli_print(&out, " has no tables\n");
        }
        cli_put_computed(&out, input.document, true);
        status = cli_close_out(&out, CLI_FINE);
    }
    cli_close(&input);
    return status;
}

/* One file: nothing appears when it fails. */
static int print_one(table_job *job, const char *path, const char *name)
{
    cli_input input;
    cli_table_beside beside;
    const pdk_table *table;
    int status = cli_open(&input, job->arguments, path);
    if (status != CLI_FINE) return status;
    status = cli_find_table_beside(job->arguments, path, input.document, name, &beside, &table);
    if (status == CLI_FINE) status = cli_open_out(&job->out, job->arguments->values[CLI_OUTPUT]);
    if (status == CLI_FINE) {
        job->for_people =
            job->out.is_terminal && !cli_given(job->arguments, CLI_FORMAT) && !cli_given(job->arguments, CLI_EXCEL);
        status = cli_close_out(&job->out, print_table(job, path, table));
    }
    cli_close_table_beside(&beside);
    cli_close(&input);
    return status;
}

/* Several files: each that cannot be read gives a message, and the others are printed. */
static int print_several(table_job *job)
{
    const cli_arguments *arguments = job->arguments;
    int worst = CLI_FINE, status = cli_open_out(&job->out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    job->several = true;
    job->for_people = job->out.is_terminal && !cli_given(arguments, CLI_FORMAT) && !cli_given(arguments, CLI_EXCEL);
    for (int i = 0; i < arguments->count; i++) {
        status = print_file(job, arguments->operands[i], arguments->values[CLI_TABLE]);
        worst = cli_worse(worst, status);
        if (status == CLI_USAGE || status == CLI_INTERRUPTED) break;
    }
    for (size_t i = 0; i < job->name_count; i++) free(job->names[i]);
    bool none = job->names == NULL; /* not one that could be read */
    free(job->names);
    return none ? cli_close_out(&job->out, worst) : cli_close_answers(&job->out, worst);
}

static int one_to_parquet(const cli_arguments *arguments, const char *path, const char *name)
{
    cli_input input;
    cli_table_beside beside;
    const pdk_table *table;
    const char *file = cli_file_name(path);
    size_t *columns = NULL;
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    cli_filter filter;
    int status = cli_open(&input, arguments, path);
    if (status != CLI_FINE) return status;
    status = cli_find_table_beside(arguments, path, input.document, name, &beside, &table);
    if (status == CLI_FINE) status = cli_filter_of(&filter, arguments, file, table);
    if (status == CLI_FINE) status = cli_rows_of(arguments->values[CLI_ROWS], file, table, &options);
    if (status == CLI_FINE)
        status = cli_columns_of(arguments->values[CLI_COLUMNS], file, table, &columns, &options.column_count);
    if (status == CLI_FINE) cli_filter_apply(&filter, &options);
    options.columns = columns;
    options.hidden = cli_given(arguments, CLI_ALL);
    const char *output = arguments->values[CLI_OUTPUT];
    if (status == CLI_FINE) status = cli_table_to_parquet(arguments, file, input.document, table, &options, output);
    free(columns);
    cli_close_table_beside(&beside);
    cli_close(&input);
    return status;
}

static int run_parquet(const cli_arguments *arguments)
{
    int status = check_parquet(arguments);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_TABLE))
        return cli_tables_to_parquet(arguments, arguments->values[CLI_TABLE], arguments->values[CLI_OUTPUT]);
    if (arguments->count != 2) return cli_usage("Parquet needs a table: paddock table FILE TABLE -o rows.parquet");
    return one_to_parquet(arguments, arguments->operands[0], arguments->operands[1]);
}

static int run_table(const cli_arguments *arguments)
{
    table_job job = { .arguments = arguments };
    if (is_parquet(arguments)) return run_parquet(arguments);
    int status = parse_format(arguments, &job.format);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_ALL) && cli_given(arguments, CLI_COLUMNS))
        return cli_usage("--all prints every column, and --columns only those it names; give one of them");
    if (cli_given(arguments, CLI_TABLE)) return print_several(&job);
    if (arguments->count > 2) return cli_usage("several files need --table NAME: paddock table FILE... --table NAME");
    if (arguments->count == 1) return list_tables(arguments, arguments->operands[0]);
    return print_one(&job, arguments->operands[0], arguments->operands[1]);
}

static const cli_option takes[] = { CLI_TABLE, CLI_COLUMNS, CLI_ALL,     CLI_ROWS,  CLI_TIME,
                                    CLI_WHERE, CLI_FORMAT,  CLI_UNITS,   CLI_EXCEL, CLI_CAR_INFO,
                                    CLI_TRACK, CLI_OUTPUTS, CLI_READING, CLI_HELP };

const cli_verb cli_verb_table = {
    .name = "table",
    .operands = "FILE [TABLE]",
    .summary = "print the rows of a table, as CSV, JSON lines or Parquet",
    .details =
        "Without TABLE it lists the tables of the file and their columns.\n"
        "On a terminal the table is aligned and cut to its width, and times read 1:20.500. Into a pipe or file\n"
        "the values are exact: numbers have the fewest digits that read back as the same value.\n"
        "paddock table FILE... --table NAME makes one table of several files, with the column `file` first.\n"
        "The tables dynamics and handling use a CAR_info.bin of Live for Speed beside the lap, if it is of its car;\n"
        "those of corners, incidents and track limits the path of its track.\n"
        "-o rows.parquet writes Parquet, by DuckDB, with units and meanings in its metadata.",
    .purpose = CLI_LOOK,
    .examples = { "paddock table lap.raf telemetry --columns time,speed --time 10:20", "ten seconds of two columns",
                  "paddock table *.vcr --table drivers -o drivers.csv", "the drivers of many races in one file" },
    .options = takes,
    .kinds = "csv jsonl ndjson parquet",
    .min_operands = 1,
    .max_operands = -1,
    .run = run_table,
};
