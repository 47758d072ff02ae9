/* Laps on one line of stations: the tables of a comparison as a block. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "page/page_data.h"

enum { NAME = 32, TEXTS = 3 };

/* Channels of a lap in the table `steps`, in steps that a drawing needs. */
static const struct channel {
    const char *name;
    pdk_type type;
    double step;
} channels[] = {
    { "time", PDK_FLOAT64, 0.0001 },         { "speed", PDK_FLOAT32, 0.01 }, { "throttle", PDK_FLOAT32, 0.004 },
    { "brake", PDK_FLOAT32, 0.004 },         { "gear", PDK_INT8, 1 },        { "steer", PDK_FLOAT32, 0.001 },
    { "lateral_offset", PDK_FLOAT32, 0.01 },
};

static pdk_status read_numbers(const pdk_table *table, const char *name, double *values, bool *found, pdk_error *error)
{
    size_t column = pdk_table_find_column(table, name);
    *found = column != PDK_NO_COLUMN;
    if (!*found) return PDK_OK;
    return pdk_table_read_f64(table, column, 0, (size_t)pdk_table_rows(table), values, error);
}

static bool has_value(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i])) return true;
    }
    return false;
}

/* A column of the steps; one without any value is left out. */
static pdk_status put_column(pdk_page_block *block, const pdk_table *steps, const char *name, pdk_type type,
                             double step, double *values, pdk_error *error)
{
    bool found;
    size_t count = (size_t)pdk_table_rows(steps);
    pdk_status status = read_numbers(steps, name, values, &found, error);
    if (status != PDK_OK || !found || !has_value(values, count)) return status;
    double origin = 0;
    if (step <= 0) { /* places: less the first of them, which the header keeps */
        step = 0.01;
        origin = isfinite(values[0]) ? values[0] : 0;
    }
    pdk_page_put_steps(block, name, type, values, count, step, origin);
    return PDK_OK;
}

/* The rows of a small table as a list of objects: its numbers, and texts where there are. */
static pdk_status put_list(pdk_json *json, const pdk_table *table, const char *key, const char *const *names,
                           pdk_memory *memory, pdk_error *error)
{
    size_t rows = table != NULL ? (size_t)pdk_table_rows(table) : 0;
    pdk_member_begin(json, key, '[');
    for (size_t row = 0; row < rows; row++) {
        pdk_json_begin(json, '{');
        for (size_t i = 0; names[i] != NULL; i++) {
            size_t column = pdk_table_find_column(table, names[i]);
            if (column == PDK_NO_COLUMN) continue;
            if (pdk_table_column(table, column)->type == PDK_TEXT) {
                pdk_value value = { .type = PDK_TEXT };
                pdk_status status = pdk_table_read_column(table, column, row, 1, &value.as.text, error);
                if (status != PDK_OK) return status;
                pdk_member_value(json, names[i], &value);
                continue;
            }
            double number;
            pdk_status status = pdk_table_read_f64(table, column, row, 1, &number, error);
            if (status != PDK_OK) return status;
            if (isfinite(number)) pdk_member_number(json, names[i], number);
            else pdk_member_text(json, names[i], NULL);
        }
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    (void)memory;
    return PDK_OK;
}

/* The largest difference to what the files tell of deltas; null where they tell nothing. */
static pdk_status put_residual(pdk_json *json, const pdk_table *residuals, pdk_error *error)
{
    size_t column = residuals != NULL ? pdk_table_find_column(residuals, "residual") : PDK_NO_COLUMN;
    double worst = NAN;
    for (uint64_t row = 0; column != PDK_NO_COLUMN && row < pdk_table_rows(residuals); row++) {
        double residual;
        pdk_status status = pdk_table_read_f64(residuals, column, row, 1, &residual, error);
        if (status != PDK_OK) return status;
        if (isfinite(residual)) worst = fmax(isnan(worst) ? 0 : worst, fabs(residual));
    }
    if (isfinite(worst)) pdk_member_number(json, "residual", worst);
    else pdk_member_text(json, "residual", NULL);
    return PDK_OK;
}

static pdk_status put_head(pdk_json *json, const pdk_document *comparison, size_t laps, pdk_memory *memory,
                           pdk_error *error)
{
    static const char *const lap[] = { "driver", "slot", "lap", "lap_time", "delta", NULL };
    static const char *const sector[] = { "sector", "start_distance", "end_distance", NULL };
    static const char *const corner[] = { "corner",        "last_corner",  "start_distance",
                                          "apex_distance", "end_distance", NULL };
    static const char *const facts[] = { "method", "length", "step" };
    pdk_member_natural(json, "count", laps);
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        const pdk_property *property = pdk_document_find_property(comparison, facts[i]);
        if (property != NULL) pdk_member_value(json, facts[i], &property->value);
    }
    pdk_status status = put_list(json, pdk_document_find_table(comparison, "laps"), "laps", lap, memory, error);
    if (status == PDK_OK)
        status = put_list(json, pdk_document_find_table(comparison, "sectors"), "sectors", sector, memory, error);
    if (status == PDK_OK)
        status = put_list(json, pdk_document_find_table(comparison, "corners"), "corners", corner, memory, error);
    if (status == PDK_OK) status = put_residual(json, pdk_document_find_table(comparison, "residuals"), error);
    return status;
}

static pdk_status put_steps(pdk_page_block *block, const pdk_table *steps, size_t laps, double *values,
                            pdk_error *error)
{
    pdk_status status = put_column(block, steps, "distance", PDK_FLOAT64, 0.001, values, error);
    if (status == PDK_OK) status = put_column(block, steps, "x", PDK_FLOAT64, 0, values, error);
    if (status == PDK_OK) status = put_column(block, steps, "y", PDK_FLOAT64, 0, values, error);
    for (size_t lap = 0; lap < laps && status == PDK_OK; lap++) {
        for (size_t i = 0; i < sizeof channels / sizeof channels[0] && status == PDK_OK; i++) {
            char name[NAME];
            snprintf(name, sizeof name, "%s_%zu", channels[i].name, lap);
            status = put_column(block, steps, name, channels[i].type, channels[i].step, values, error);
        }
    }
    return status;
}

static pdk_status put_comparison(const pdk_document *comparison, size_t laps, pdk_memory *memory, pdk_output *output,
                                 pdk_error *error)
{
    const pdk_table *steps = pdk_document_find_table(comparison, "steps");
    double *values = pdk_alloc_array(memory, pdk_table_rows(steps), sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, memory, "laps of a page");
    pdk_page_block block;
    pdk_status status = pdk_page_block_begin(&block, memory, error);
    if (status != PDK_OK) return status;
    status = put_head(&block.json, comparison, laps, memory, error);
    if (status == PDK_OK) status = put_steps(&block, steps, laps, values, error);
    pdk_free(memory, values);
    if (status == PDK_OK) return pdk_page_block_end(&block, output, error);
    pdk_page_block_close(&block);
    return status;
}

pdk_status pdk_page_put_traces(const pdk_lap_reference *laps, size_t count, double step, const pdk_page_options *own,
                               pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    options.step = step;
    options.track = own->track;
    options.progress = own->progress;
    options.progress_user = own->progress_user;
    options.limits.memory = memory->limit;
    options.allocator = memory->allocator;
    /* One lap alone is compared with itself. */
    pdk_lap_reference twice[2] = { laps[0], laps[0] };
    pdk_document *comparison = NULL;
    pdk_status status = count == 1 ? pdk_compare_laps(twice, 2, &options, &comparison, error)
                                   : pdk_compare_laps(laps, count, &options, &comparison, error);
    if (status != PDK_OK) return status;
    status = put_comparison(comparison, count, memory, output, error);
    pdk_close(comparison);
    return status;
}
