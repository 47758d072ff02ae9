/* Laps on one line of stations: the tables of a comparison as a block. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json/contract.h"
#include "page/page_data.h"

enum {
    NAME = 32,
    MOST_REFERENCES = 8, /* up to this many laps, each is a reference once: more would take too long */
    ROUGH = 100          /* m between the steps of a comparison whose steps are not needed */
};

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

typedef struct column_form {
    const char *name;
    pdk_type type;
    double step;
} column_form;

/* A column of the steps; one without any value is left out. */
static pdk_status put_column(pdk_page_block *block, const pdk_table *steps, column_form form, double *values,
                             pdk_error *error)
{
    bool found;
    size_t count = (size_t)pdk_table_rows(steps);
    pdk_status status = read_numbers(steps, form.name, values, &found, error);
    if (status != PDK_OK || !found || !has_value(values, count)) return status;
    double origin = 0;
    if (form.step <= 0) { /* places: less the first of them, which the header keeps */
        form.step = 0.01;
        origin = isfinite(values[0]) ? values[0] : 0;
    }
    pdk_page_put_steps(block, form.name, form.type, values, count, (pdk_page_scale){ form.step, origin });
    return PDK_OK;
}

/* A cell as a member: numbers, null where there is none, and texts. */
static pdk_status put_cell(pdk_json *json, const pdk_table *table, const char *key, const char *name, uint64_t row,
                           pdk_error *error)
{
    size_t column = pdk_table_find_column(table, name);
    pdk_value value = { .type = PDK_FLOAT64 };
    pdk_status status;
    if (column == PDK_NO_COLUMN) return PDK_OK;
    if (key != NULL) pdk_json_key(json, key);
    if (pdk_table_column_at(table, column)->type == PDK_TEXT) {
        value.type = PDK_TEXT;
        status = pdk_table_read_column(table, column, row, 1, &value.as.text, error);
        if (value.as.text.size == 0) pdk_json_text(json, NULL);
        else pdk_json_value(json, &value);
        return status;
    }
    status = pdk_table_read_f64(table, column, row, 1, &value.as.number, error);
    if (isfinite(value.as.number)) pdk_json_number(json, value.as.number);
    else pdk_json_text(json, NULL);
    return status;
}

/* What the laps have in a row: a list of the cells name_0, name_1 ... */
static pdk_status put_cells_of_laps(pdk_json *json, const pdk_table *table, const char *name, uint64_t row, size_t laps,
                                    pdk_error *error)
{
    pdk_status status = PDK_OK;
    pdk_member_begin(json, name, '[');
    for (size_t lap = 0; lap < laps && status == PDK_OK; lap++) {
        char column[NAME];
        snprintf(column, sizeof column, "%s_%zu", name, lap);
        status = put_cell(json, table, NULL, column, row, error);
    }
    pdk_json_end(json, ']');
    return status;
}

/* Columns of a small table: of the whole row, and those that each lap has. */
typedef struct row_columns {
    const char *const *whole, *const *of_laps; /* end with NULL */
} row_columns;

/* Its rows as a list of objects. */
static pdk_status put_list(pdk_json *json, const pdk_table *table, const char *key, const row_columns *columns,
                           size_t laps, pdk_error *error)
{
    uint64_t rows = table != NULL ? pdk_table_rows(table) : 0;
    pdk_status status = PDK_OK;
    pdk_member_begin(json, key, '[');
    for (uint64_t row = 0; row < rows && status == PDK_OK; row++) {
        pdk_json_begin(json, '{');
        for (size_t i = 0; columns->whole[i] != NULL && status == PDK_OK; i++)
            status = put_cell(json, table, columns->whole[i], columns->whole[i], row, error);
        for (size_t i = 0; columns->of_laps[i] != NULL && status == PDK_OK; i++)
            status = put_cells_of_laps(json, table, columns->of_laps[i], row, laps, error);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    return status;
}

/* Sectors and corners against one reference, with what was otherwise in words. */
static pdk_status put_parts(pdk_json *json, const pdk_document *comparison, size_t laps, pdk_error *error)
{
    static const char *const sector[] = { "sector", "start_distance", "end_distance", NULL };
    static const char *const of_sector[] = { "time", "delta", NULL };
    static const char *const corner[] = { "corner",        "last_corner",  "name", "start_distance",
                                          "apex_distance", "end_distance", NULL };
    static const char *const of_corner[] = { "time", "delta", "minimum_speed", "sentence", "reason", NULL };
    const row_columns sectors = { sector, of_sector }, corners = { corner, of_corner };
    pdk_status status = put_list(json, pdk_document_own_table(comparison, "sectors"), PDK_KEY_OF(reference, sectors),
                                 &sectors, laps, error);
    if (status == PDK_OK)
        status = put_list(json, pdk_document_own_table(comparison, "corners"), PDK_KEY_OF(reference, corners), &corners,
                          laps, error);
    return status;
}

/* The largest difference from deltas that the files record; null if they record none. */
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
    if (isfinite(worst)) pdk_member_number(json, PDK_KEY_OF(traces, residual), worst);
    else pdk_member_text(json, PDK_KEY_OF(traces, residual), NULL);
    return PDK_OK;
}

static pdk_status put_head(pdk_json *json, const pdk_document *comparison, pdk_error *error)
{
    static const char *const lap[] = { "driver", "slot", "lap", "lap_time", "delta", NULL }, *const none[] = { NULL };
    static const char *const facts[] = { "method", "length", "step" };
    const row_columns columns = { lap, none };
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        const pdk_property *property = pdk_document_find_property(comparison, facts[i]);
        if (property != NULL) pdk_member_value(json, facts[i], &property->value);
    }
    pdk_status status =
        put_list(json, pdk_document_own_table(comparison, "laps"), PDK_KEY_OF(traces, laps), &columns, 0, error);
    if (status == PDK_OK) status = put_residual(json, pdk_document_own_table(comparison, "residuals"), error);
    return status;
}

/* The parts against each lap as the reference: `laps` says which lap is which in them. */
static pdk_status put_reference(pdk_json *json, const pdk_document *comparison, size_t reference, size_t laps,
                                pdk_error *error)
{
    pdk_json_begin(json, '{');
    pdk_member_begin(json, PDK_KEY_OF(reference, laps), '[');
    pdk_json_natural(json, reference);
    for (size_t lap = 0; lap < laps; lap++) {
        if (lap != reference) pdk_json_natural(json, lap);
    }
    pdk_json_end(json, ']');
    pdk_status status = put_parts(json, comparison, laps, error);
    pdk_json_end(json, '}');
    return status;
}

static pdk_status put_steps(pdk_page_block *block, const pdk_table *steps, size_t laps, double *values,
                            pdk_error *error)
{
    pdk_status status = put_column(block, steps, (column_form){ "distance", PDK_FLOAT64, 0.001 }, values, error);
    if (status == PDK_OK) status = put_column(block, steps, (column_form){ "x", PDK_FLOAT64, 0 }, values, error);
    if (status == PDK_OK) status = put_column(block, steps, (column_form){ "y", PDK_FLOAT64, 0 }, values, error);
    for (size_t lap = 0; lap < laps && status == PDK_OK; lap++) {
        for (size_t i = 0; i < sizeof channels / sizeof channels[0] && status == PDK_OK; i++) {
            char name[NAME];
            snprintf(name, sizeof name, "%s_%zu", channels[i].name, lap);
            status = put_column(block, steps, (column_form){ name, channels[i].type, channels[i].step }, values, error);
        }
    }
    return status;
}

/* Laps of a page, while they are compared. */
typedef struct page_laps {
    const pdk_page_compared *wanted;
    pdk_compare_options options;
    pdk_memory *memory;
} page_laps;

/* The same laps with another one first. */
static pdk_status put_other_reference(pdk_json *json, const page_laps *work, size_t reference, pdk_error *error)
{
    pdk_lap_reference laps[MOST_REFERENCES] = { work->wanted->laps[reference] };
    pdk_compare_options options = work->options;
    pdk_document *comparison = NULL;
    size_t count = 1;
    for (size_t lap = 0; lap < work->wanted->count; lap++) {
        if (lap != reference) laps[count++] = work->wanted->laps[lap];
    }
    options.step = ROUGH;
    pdk_error reason = { .status = PDK_OK };
    pdk_status status = pdk_compare_laps(laps, count, &options, &comparison, &reason);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK; /* it does not begin where the others do: no words against it */
    if (status != PDK_OK) {
        if (error != NULL) *error = reason;
        return status;
    }
    status = put_reference(json, comparison, reference, work->wanted->count, error);
    pdk_close(comparison);
    return status;
}

static pdk_status put_references(pdk_json *json, const page_laps *work, const pdk_document *comparison,
                                 pdk_error *error)
{
    pdk_member_begin(json, PDK_KEY_OF(traces, references), '[');
    pdk_status status = put_reference(json, comparison, 0, work->wanted->count, error);
    bool each = work->wanted->each_reference && work->wanted->count <= MOST_REFERENCES;
    for (size_t lap = 1; each && lap < work->wanted->count && status == PDK_OK; lap++)
        status = put_other_reference(json, work, lap, error);
    pdk_json_end(json, ']');
    return status;
}

static pdk_status put_comparison(const page_laps *work, const pdk_document *comparison, pdk_output *output,
                                 pdk_error *error)
{
    const pdk_table *steps = pdk_document_own_table(comparison, "steps");
    double *values = pdk_alloc_array(work->memory, pdk_table_rows(steps), sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, work->memory, "laps of a page");
    pdk_page_block block;
    pdk_status status = pdk_page_block_begin(&block, work->memory, error);
    if (status != PDK_OK) return status;
    status = put_head(&block.json, comparison, error);
    if (status == PDK_OK) status = put_references(&block.json, work, comparison, error);
    if (status == PDK_OK) status = put_steps(&block, steps, work->wanted->count, values, error);
    pdk_free(work->memory, values);
    if (status == PDK_OK) return pdk_page_block_end(&block, output, error);
    pdk_page_block_close(&block);
    return status;
}

pdk_status pdk_page_put_traces(const pdk_page_compared *wanted, const pdk_page_options *own, pdk_memory *memory,
                               pdk_output *output, pdk_error *error)
{
    page_laps work = { wanted, PDK_COMPARE_OPTIONS_INIT, memory };
    work.options.step = wanted->step;
    work.options.track = own->track;
    work.options.progress = own->progress;
    work.options.progress_user = own->progress_user;
    work.options.limits.memory = memory->limit;
    work.options.allocator = memory->allocator;
    /* One lap alone is compared with itself. */
    pdk_lap_reference twice[2] = { wanted->laps[0], wanted->laps[0] };
    pdk_document *comparison = NULL;
    bool alone = wanted->count == 1;
    pdk_status status =
        pdk_compare_laps(alone ? twice : wanted->laps, alone ? 2 : wanted->count, &work.options, &comparison, error);
    if (status != PDK_OK) return status;
    status = put_comparison(&work, comparison, output, error);
    pdk_close(comparison);
    return status;
}
