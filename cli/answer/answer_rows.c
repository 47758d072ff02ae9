/* The rows of a file that are wanted: computed as the options say, of a driver, those that pass --where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "driver_names.h"
#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "progress.h"
#include "rewritten.h"
#include "row_filter.h"
#include "rulings.h"
#include "target.h"

static pdk_driver_match match_of(const pdk_table *table, uint64_t row, const char *wanted)
{
    return pdk_match_driver(cli_text_at(table, "driver", row), (uint64_t)cli_number_at(table, "slot", row), wanted);
}

bool cli_is_driver(const pdk_table *table, uint64_t row, const char *wanted)
{
    return match_of(table, row, wanted) != PDK_DRIVER_NO;
}

static int refuse_driver(const cli_answer_file *file, const char *wanted)
{
    cli_driver_names names = { .count = 0 };
    for (uint64_t row = 0; row < pdk_table_rows(file->table); row++)
        cli_add_driver_name(&names, cli_text_at(file->table, "driver", row), cli_number_at(file->table, "slot", row));
    int status = cli_no_driver(&names, file->name, wanted);
    cli_forget_driver_names(&names);
    return status;
}

/* The rows that fit best. Two drivers may have the same beginning: then it is unclear which is meant. */
static int choose_driver(const cli_arguments *arguments, cli_answer_file *file, const char *wanted)
{
    pdk_driver_match best = PDK_DRIVER_NO;
    pdk_text name = { "", 0 };
    uint64_t rows = pdk_table_rows(file->table);
    for (uint64_t row = 0; row < rows; row++) {
        pdk_driver_match how = match_of(file->table, row, wanted);
        if (how > best) best = how;
    }
    for (uint64_t row = 0; row < rows && best != PDK_DRIVER_NO; row++) {
        if (match_of(file->table, row, wanted) != best) continue;
        pdk_text own = cli_text_at(file->table, "driver", row);
        bool other = file->row_count > 0 && (own.size != name.size || memcmp(own.data, name.data, own.size) != 0);
        if (other && best <= PDK_DRIVER_BEGINNING)
            return cli_usage("\"%s\" can be %.*s or %.*s in %s: give more of the name, or the slot number", wanted,
                             (int)name.size, name.data, (int)own.size, own.data, file->name);
        name = own;
        file->rows[file->row_count++] = row;
    }
    if (file->row_count > 0) return CLI_FINE;
    /* One of several files may be without the driver: the others are answered. */
    if (cli_recording_count(arguments) == 1) return refuse_driver(file, wanted);
    pdk_error error = { .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "answer.driver" };
    snprintf(error.message, sizeof error.message, "there is no driver \"%s\", by name or by slot", wanted);
    return cli_fail(file->name, &error);
}

static pdk_status analyse(cli_answer_file *file, pdk_analysis_options *options, pdk_error *error)
{
    cli_progress progress;
    cli_progress_begin(&progress, "computing");
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    pdk_status status = pdk_analyse(file->input.document, options, &file->computed, error);
    cli_progress_end(&progress);
    return status;
}

static bool is_asked(const cli_answer_file *file, const pdk_analysis_options *options)
{
    return options->has_line || options->has_until || options->until_lap > 0 || file->rulings != NULL ||
           options->min_stop > 0 || options->pit_limit > 0 || options->jump_tolerance > 0 ||
           cli_official_document(&file->official) != NULL;
}

int cli_analyse(const cli_arguments *arguments, cli_answer_file *file, pdk_analysis_options *options)
{
    pdk_error error;
    int status = cli_start_line_of(arguments, options->line, &options->has_line);
    if (status != CLI_FINE || !is_asked(file, options)) return status;
    options->rulings = file->rulings;
    options->rulings_file = file->path;
    options->results = cli_official_document(&file->official);
    if (analyse(file, options, &error) == PDK_OK) {
        file->document = file->computed;
        return CLI_FINE;
    }
    status = cli_refuse_official(&file->official, &error);
    if (status == CLI_FINE) status = cli_refuse_rulings(arguments, &error);
    return status != CLI_FINE ? status : cli_fail(file->name, &error);
}

/* The chosen rows that pass --where. */
static int keep_passing(const cli_arguments *arguments, cli_answer_file *file)
{
    cli_filter filter;
    pdk_error error;
    uint64_t rows = pdk_table_rows(file->table);
    if (!cli_given(arguments, CLI_WHERE) || rows == 0) return CLI_FINE;
    int status = cli_filter_of(&filter, arguments, file->name, file->table);
    if (status != CLI_FINE) return status;
    uint8_t *keep = malloc((size_t)rows);
    if (keep == NULL) return cli_no_memory("rows of a table");
    memset(keep, 1, (size_t)rows);
    if (cli_filter_rows(&filter, 0, (size_t)rows, keep, &error) != PDK_OK) status = cli_fail(file->name, &error);
    size_t kept = 0;
    for (size_t i = 0; i < file->row_count && status == CLI_FINE; i++) {
        if (keep[file->rows[i]] != 0) file->rows[kept++] = file->rows[i];
    }
    file->row_count = kept;
    free(keep);
    return status;
}

int cli_take_answer(const cli_arguments *arguments, cli_answer_file *file, const char *name)
{
    const char *driver = arguments->values[CLI_DRIVER];
    pdk_error error;
    if (file->document == NULL) file->document = file->input.document;
    if (cli_compute(file->document, name, &file->table, &error) != PDK_OK) return cli_fail(file->name, &error);
    uint64_t rows = pdk_table_rows(file->table);
    file->repeats = cli_names_repeat(file->table);
    free(file->rows);
    file->rows = malloc((size_t)(rows + 1) * sizeof *file->rows);
    file->row_count = 0;
    if (file->rows == NULL) return cli_no_memory("rows of a table");
    int status = driver != NULL ? choose_driver(arguments, file, driver) : CLI_FINE;
    for (uint64_t row = 0; driver == NULL && row < rows; row++) file->rows[file->row_count++] = row;
    return status == CLI_FINE ? keep_passing(arguments, file) : status;
}
