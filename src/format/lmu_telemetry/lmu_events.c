/* The table `events`: what changed when, of all kinds of events, in order of time. */
#include <math.h>

#include "base/merge_sort.h"
#include "format/lmu_telemetry/lmu.h"

typedef struct lmu_change {
    double time, value;
    const char *name, *wheel; /* wheel NULL = the car */
} lmu_change;

static int by_time(const void *one, const void *other, void *user)
{
    (void)user;
    double a = ((const lmu_change *)one)->time, b = ((const lmu_change *)other)->time;
    return (a > b) - (a < b);
}

/* Of four wheels those that changed. */
static pdk_status add_changes(pdk_lmu *log, pdk_lmu_series *series, pdk_vector *changes, pdk_error *error)
{
    const double *times, *values[PDK_LMU_WHEELS];
    pdk_status status = pdk_lmu_read(log, &series->times, &times, error);
    for (unsigned k = 0; k < series->parts && status == PDK_OK; k++)
        status = pdk_lmu_read(log, &series->values[k], &values[k], error);
    if (status != PDK_OK) return status;
    for (uint64_t i = 0; i < series->rows; i++) {
        for (unsigned k = 0; k < series->parts; k++) {
            bool same = series->parts > 1 && i > 0 && fabs(values[k][i] - values[k][i - 1]) <= 0;
            if (same || !isfinite(times[i])) continue;
            lmu_change *change = pdk_vector_push(changes);
            if (change == NULL) return pdk_fail_memory(error, changes->memory, "the events");
            *change =
                (lmu_change){ times[i], values[k][i], series->name, series->parts > 1 ? pdk_lmu_wheels[k] : NULL };
        }
    }
    return PDK_OK;
}

enum { TIME, VALUE, NAME, WHEEL };

static pdk_status compute_number(const pdk_batch *batch, void *values)
{
    const lmu_change *changes = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const lmu_change *change = &changes[batch->first + i];
        ((double *)values)[i] = batch->column->number == TIME ? change->time : change->value;
    }
    return PDK_OK;
}

static pdk_status compute_text(const pdk_batch *batch, void *values)
{
    const lmu_change *changes = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const lmu_change *change = &changes[batch->first + i];
        const char *text = batch->column->number == NAME ? change->name : change->wheel;
        ((pdk_text *)values)[i] = text != NULL ? pdk_text_of(text) : (pdk_text){ "", 0 };
    }
    return PDK_OK;
}

static void add_column(pdk_table *table, pdk_column_info info, uint64_t which, const lmu_change *changes)
{
    info.certainty = PDK_LIKELY;
    pdk_table_add_computed(table, info, info.type == PDK_TEXT ? compute_text : compute_number, changes, which);
    if (which == VALUE) pdk_table_set_sentinel(table, NAN);
    if (which == WHEEL) pdk_table_set_empty_missing(table);
}

pdk_status pdk_lmu_add_events(pdk_lmu *log, pdk_error *error)
{
    pdk_memory *memory = &log->document->memory;
    pdk_vector changes = pdk_vector_of(memory, sizeof(lmu_change));
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < log->events.count && status == PDK_OK; i++)
        if (log->events.all[i].parts > 0) status = add_changes(log, &log->events.all[i], &changes, error);
    if (status != PDK_OK) return status;
    if (!pdk_merge_sort(memory, changes.items, changes.count, sizeof(lmu_change), by_time, NULL))
        return pdk_fail_memory(error, memory, "the events");
    pdk_table *table = pdk_document_add_table(log->document, "events",
                                              "a row for each change; the first of a kind is the state at the start",
                                              changes.count, 4);
    const lmu_change *all = changes.items;
    add_column(table, (pdk_column_info){ .name = "time", .type = PDK_FLOAT64, .unit = "s", .role = PDK_ROLE_TIME },
               TIME, all);
    add_column(table, (pdk_column_info){ .name = "name", .type = PDK_TEXT, .meaning = "as the file has it" }, NAME,
               all);
    add_column(table,
               (pdk_column_info){ .name = "wheel", .type = PDK_TEXT, .meaning = "the order of the four is guessed" },
               WHEEL, all);
    add_column(table, (pdk_column_info){ .name = "value", .type = PDK_FLOAT64, .meaning = "in the file's units" },
               VALUE, all);
    pdk_table_set_sorted(table, "time");
    return PDK_OK;
}
