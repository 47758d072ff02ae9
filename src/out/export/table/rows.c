/* pdk_table_write: what is wanted, checked. rows_parallel.c does it. */
#include "export/table/rows.h"

#include "base/options.h"
#include "io/output.h"
#include "model/document.h"
#include "model/document_life.h"

static pdk_status check_wanted(const pdk_table *table, const pdk_table_options *options, pdk_error *error)
{
    uint64_t rows = pdk_table_rows(table);
    if (options->first > rows) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows",
                        "row %llu is out of range: table %s has %llu rows", (unsigned long long)options->first,
                        pdk_table_name(table), (unsigned long long)rows);
    }
    if (options->count != 0 && !options->has_count) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows",
                        "`count` is used only with has_count set");
    }
    for (size_t i = 0; options->columns != NULL && i < options->column_count; i++) {
        if (options->columns[i] < pdk_table_columns(table) || options->columns[i] == PDK_NO_COLUMN) continue;
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.column", "table %s has no column %zu",
                        pdk_table_name(table), options->columns[i]);
    }
    return PDK_OK;
}

/* The columns that are written: those asked for, or all that are not hidden. */
static pdk_status choose_columns(pdk_rows_job *job)
{
    const pdk_table_options *options = job->options;
    if (options->columns != NULL) {
        job->columns = options->columns;
        job->column_count = options->column_count;
        return PDK_OK;
    }
    size_t count = pdk_table_columns(job->table);
    size_t *columns = pdk_alloc_array(job->memory, count, sizeof *columns);
    if (columns == NULL) return pdk_fail_memory(job->error, job->memory, "a list of columns");
    for (size_t i = 0; i < count; i++) {
        if (options->hidden || !pdk_table_column_at(job->table, i)->hidden) columns[job->column_count++] = i;
    }
    job->columns = columns;
    return PDK_OK;
}

pdk_status pdk_table_write(const pdk_table *table, pdk_table_format format, const pdk_table_options *given,
                           pdk_output *output, pdk_error *error)
{
    PDK_HOLD(table != NULL ? table->document : NULL);
    PDK_HOLD_OUTPUT(output);
    pdk_table_options own;
    const pdk_table_options *options = &own;
    pdk_status status = pdk_options_copy(&own, sizeof own, given, "PDK_TABLE_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (table == NULL || output == NULL || (format != PDK_CSV && format != PDK_JSON_LINES)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "writing a table needs a table, a format and an output");
    }
    status = check_wanted(table, options, error);
    if (status != PDK_OK) return status;
    uint64_t left = pdk_table_rows(table) - options->first;
    pdk_memory memory;
    pdk_memory_init(&memory, &table->document->memory.allocator, 0);
    pdk_rows_job job = {
        .table = table,
        .writer = format == PDK_CSV ? &pdk_csv_writer : &pdk_jsonl_writer,
        .options = options,
        .first = options->first,
        .count = options->has_count && options->count < left ? options->count : left,
        .output = output,
        .memory = &memory,
        .error = error,
    };
    status = choose_columns(&job);
    if (status == PDK_OK) status = pdk_rows_write(&job);
    if (status == PDK_OK) status = pdk_input_unchanged(&table->document->input, error);
    pdk_memory_destroy(&memory);
    return status;
}
