/* Rows of a lap, read in batches: a table may be far larger than what is wanted of it. */
#include "plot/plot_series.h"

#include <math.h>
#include <string.h>

#include "base/callback.h"

enum { BATCH = 4096, MOST_COLUMNS = 64 };

static bool is_number(const pdk_column_info *info)
{
    return info->type != PDK_TEXT && info->type != PDK_BYTES && info->type != PDK_TYPE_NONE;
}

/* The first of the names that the table lacks, or that is no number; NULL = it has all. */
static const char *lacking(const pdk_table *table, const char *const *columns)
{
    for (; columns != NULL && *columns != NULL; columns++) {
        size_t column = pdk_table_find_column(table, *columns);
        if (column == PDK_NO_COLUMN || !is_number(pdk_table_column_at(table, column))) return *columns;
    }
    return NULL;
}

static bool has_time(const pdk_table *table)
{
    return pdk_table_find_role(table, PDK_ROLE_TIME) != PDK_NO_COLUMN;
}

pdk_status pdk_plot_find_table(const pdk_plot_work *work, const pdk_document *document, const char *const *columns,
                               const pdk_table **table, pdk_error *error)
{
    const char *name = work->options->table, *missing = NULL;
    *table = NULL;
    if (name != NULL) {
        const pdk_table *named = pdk_document_own_table(document, name);
        if (named == NULL && pdk_answer(document, name, &named, NULL) != PDK_OK) named = NULL;
        if (named == NULL)
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.table", "there is no table \"%.60s\"", name);
        if (!has_time(named))
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.table", "the table %.60s has no times", name);
        missing = lacking(named, columns);
        if (missing == NULL) *table = named;
    }
    for (size_t i = 0; name == NULL && *table == NULL && i < pdk_document_table_count(document); i++) {
        const pdk_table *one = pdk_document_table_at(document, i);
        if (!has_time(one)) continue;
        const char *lacks = lacking(one, columns);
        if (lacks == NULL) *table = one;
        if (missing == NULL) missing = lacks;
    }
    const pdk_table *dynamics;
    if (name == NULL && *table == NULL && missing != NULL &&
        pdk_answer(document, "dynamics", &dynamics, NULL) == PDK_OK) {
        const char *lacks = lacking(dynamics, columns);
        if (lacks == NULL) *table = dynamics;
    }
    if (*table != NULL) return PDK_OK;
    if (missing == NULL) return pdk_plot_lacks(error, "nothing in this file has times");
    if (name != NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.column",
                        "the table %.60s has no column of numbers \"%.60s\"", name, missing);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.column",
                    "no table with times has a column of numbers \"%.60s\"%s; `paddock info --evidence` lists them",
                    missing, columns[1] != NULL ? " as well as the others" : "");
}

/* ------------------------------------------------------------------------------------------------ reading */

/* What is read of each batch: time, driver, then the columns. */
typedef struct batch {
    pdk_column_read reads[MOST_COLUMNS + 2];
    size_t count, rows;
    bool has_driver;
} batch;

static pdk_status batch_begin(batch *made, const pdk_plot_work *work, const pdk_table *table, const size_t *columns,
                              size_t column_count, pdk_error *error)
{
    size_t driver = pdk_table_find_role(table, PDK_ROLE_DRIVER);
    made->count = 0;
    made->has_driver = driver != PDK_NO_COLUMN;
    made->reads[made->count++].column = pdk_table_find_role(table, PDK_ROLE_TIME);
    if (made->has_driver) made->reads[made->count++].column = driver;
    for (size_t i = 0; i < column_count; i++) made->reads[made->count++].column = columns[i];
    for (size_t i = 0; i < made->count; i++) {
        pdk_column_read *read = &made->reads[i];
        read->type = PDK_FLOAT64;
        read->values = pdk_alloc_array(work->memory, BATCH, sizeof(double));
        read->validity = pdk_alloc_raw(work->memory, BATCH / 8);
        if (read->values == NULL || read->validity == NULL) return pdk_fail_memory(error, work->memory, "rows");
    }
    return PDK_OK;
}

static void batch_end(const batch *made, const pdk_plot_work *work)
{
    for (size_t i = 0; i < made->count; i++) {
        pdk_free(work->memory, made->reads[i].values);
        pdk_free(work->memory, made->reads[i].validity);
    }
}

static double value_at(const pdk_column_read *read, size_t row)
{
    bool there = (read->validity[row / 8] >> (row % 8) & 1) != 0;
    return there ? ((const double *)read->values)[row] : NAN;
}

static bool is_of_lap(const batch *made, const pdk_plot_lap *lap, size_t row)
{
    double time = value_at(&made->reads[0], row);
    if (!(time >= lap->start && time <= lap->end)) return false;
    return !made->has_driver || fabs(value_at(&made->reads[1], row) - (double)lap->slot) < 0.5;
}

/* Arrays for one more row. */
static bool grow(const pdk_plot_work *work, pdk_plot_series *series, size_t *capacity)
{
    if (series->count < *capacity) return true;
    size_t wanted = *capacity < BATCH ? BATCH : *capacity * 2;
    double *times = pdk_realloc(work->memory, series->times, wanted * sizeof(double));
    if (times == NULL) return false;
    series->times = times;
    for (size_t i = 0; i < series->column_count; i++) {
        double *values = pdk_realloc(work->memory, series->columns[i].values, wanted * sizeof(double));
        if (values == NULL) return false;
        series->columns[i].values = values;
    }
    *capacity = wanted;
    return true;
}

pdk_status pdk_plot_read_series(const pdk_plot_work *work, const pdk_table *table, const pdk_plot_lap *lap,
                                pdk_plot_columns wanted, pdk_plot_series *series, pdk_error *error)
{
    batch rows = { .count = 0 };
    uint64_t total = pdk_table_rows(table);
    size_t capacity = 0;
    *series = (pdk_plot_series){ .column_count = wanted.count };
    if (wanted.count > MOST_COLUMNS)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.column", "a plot takes at most %d columns",
                        MOST_COLUMNS);
    series->columns = pdk_alloc_array(work->memory, wanted.count, sizeof *series->columns);
    if (series->columns == NULL) return pdk_fail_memory(error, work->memory, "columns");
    for (size_t i = 0; i < wanted.count; i++) {
        const pdk_column_info *info = pdk_table_column_at(table, wanted.columns[i]);
        series->columns[i] =
            (pdk_plot_column){ info->name, info->role, pdk_shown_unit_of_column(work->options->units, info), NULL };
    }
    pdk_status status = batch_begin(&rows, work, table, wanted.columns, wanted.count, error);
    size_t lead = rows.has_driver ? 2 : 1;
    for (uint64_t first = 0; status == PDK_OK && first < total; first += rows.rows) {
        rows.rows = total - first < BATCH ? (size_t)(total - first) : BATCH;
        status = pdk_table_read(table, first, rows.rows, rows.reads, rows.count, error);
        for (size_t row = 0; status == PDK_OK && row < rows.rows; row++) {
            if (!is_of_lap(&rows, lap, row)) continue;
            if (!grow(work, series, &capacity)) {
                status = pdk_fail_memory(error, work->memory, "rows");
                break;
            }
            series->times[series->count] = value_at(&rows.reads[0], row);
            for (size_t i = 0; i < wanted.count; i++) {
                const pdk_shown_unit *unit = &series->columns[i].unit;
                series->columns[i].values[series->count] =
                    value_at(&rows.reads[lead + i], row) * unit->factor + unit->offset;
            }
            series->count++;
        }
        const pdk_plot_options *options = work->options;
        if (status == PDK_OK && !pdk_tell_progress(options->progress, options->progress_user, first + rows.rows, total))
            status = pdk_fail_cancelled(error);
    }
    batch_end(&rows, work);
    return status;
}

/* ----------------------------------------------------------------------------------------------- distances */

/* Distances that begin again at the line become one run: small before it, growing over it. */
static void unwrap(double *distances, size_t count, double length)
{
    double shift = 0, before = NAN;
    if (!(length > 0)) return;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(distances[i])) continue;
        double at = distances[i] + shift;
        if (isnan(before) && at > length / 2) shift -= length; /* just before the line */
        else if (!isnan(before) && before - at > length / 2) shift += length;
        else if (!isnan(before) && at - before > length / 2) shift -= length;
        distances[i] += shift;
        before = distances[i];
    }
}

/* A line that is drawn goes forwards: where a car goes back, its line waits. */
static void keep_rising(double *distances, size_t count)
{
    double most = -HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(distances[i])) continue;
        if (distances[i] < most) distances[i] = NAN;
        else most = distances[i];
    }
}

pdk_status pdk_plot_add_distances(const pdk_plot_work *work, const pdk_table *table, const pdk_plot_lap *lap,
                                  pdk_plot_series *series, pdk_error *error)
{
    size_t column = pdk_table_find_role(table, PDK_ROLE_DISTANCE);
    const pdk_driven_track *track;
    double length = 0;
    if (column != PDK_NO_COLUMN) {
        pdk_plot_series own;
        pdk_status status = pdk_plot_read_series(work, table, lap, (pdk_plot_columns){ &column, 1 }, &own, error);
        if (status != PDK_OK) return status;
        series->distances = own.columns[0].values;
        const pdk_property *property = pdk_document_find_property(lap->document, "track_length");
        if (property != NULL && property->value.type >= PDK_FLOAT32 && property->value.type <= PDK_FLOAT64)
            length = property->value.as.number;
    } else if (pdk_driven_track_of(lap->document, &track, NULL) == PDK_OK) {
        series->distances = pdk_alloc_array(work->memory, series->count, sizeof(double));
        if (series->distances == NULL) return pdk_fail_memory(error, work->memory, "distances");
        pdk_driven_track_places(track, lap->slot, series->times, series->count, series->distances, NULL);
        length = pdk_driven_track_about(track)->length;
    }
    if (series->distances == NULL) return PDK_OK;
    unwrap(series->distances, series->count, length);
    keep_rising(series->distances, series->count);
    return PDK_OK;
}
