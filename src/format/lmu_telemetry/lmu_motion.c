/* The table `telemetry`: a row for each moment of the clock. */
#include <math.h>

#include "format/lmu_telemetry/lmu.h"

static pdk_status compute_time(const pdk_batch *batch, void *values)
{
    const pdk_lmu *log = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) ((double *)values)[i] = pdk_lmu_moment(log, (double)(batch->first + i));
    return PDK_OK;
}

/* Between two samples; `held`: as the first of them. */
static double sample_at(const pdk_lmu_series *series, const double *samples, double position, bool held)
{
    uint64_t before = (uint64_t)position;
    double part = position - (double)before;
    if (before >= series->rows) return NAN;
    if (held || part <= 0) return samples[before];
    return before + 1 < series->rows ? samples[before] + part * (samples[before + 1] - samples[before]) : NAN;
}

/* The last row of an event that is not after the time. */
static double event_at(const pdk_lmu_series *series, const double *times, const double *samples, double time)
{
    uint64_t low = 0, high = series->rows;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (times[middle] <= time) low = middle + 1;
        else high = middle;
    }
    return low > 0 ? samples[low - 1] : NAN;
}

static pdk_status compute_input(const pdk_batch *batch, void *values)
{
    const pdk_lmu *log = batch->column->data;
    pdk_logged_id id = (pdk_logged_id)batch->column->number;
    const pdk_lmu_input *input = &log->motion[id];
    pdk_lmu_series *series = input->series;
    bool is_event = series->times.rows > 0;
    const double *samples, *times = NULL;
    pdk_status status = pdk_lmu_read(log, &series->values[0], &samples, batch->error);
    if (status == PDK_OK && is_event) status = pdk_lmu_read(log, &series->times, &times, batch->error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < batch->count; i++) {
        double moment = (double)(batch->first + i);
        double value =
            is_event ? event_at(series, times, samples, pdk_lmu_moment(log, moment))
                     : sample_at(series, samples, moment * series->rate / log->clock_rate, pdk_logged_is_held(id));
        ((double *)values)[i] = value * input->si.multiplier / input->si.divisor;
    }
    return PDK_OK;
}

static pdk_status compute_place(const pdk_batch *batch, void *values)
{
    const pdk_lmu *log = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        double place[2];
        bool known = pdk_lmu_place(log, batch->first + i, place);
        ((double *)values)[i] = known ? place[batch->column->number] : NAN;
    }
    return PDK_OK;
}

static pdk_status compute_no_height(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((double *)values)[i] = 0;
    return PDK_OK;
}

static void add_places(pdk_lmu *log, pdk_table *table)
{
    static const pdk_logged_id ids[] = { PDK_LOGGED_EAST, PDK_LOGGED_NORTH };
    const pdk_si_unit metre = { "m", 1, 1 };
    for (uint64_t axis = 0; axis < 2; axis++) {
        pdk_column_info info = pdk_logged_column(ids[axis], &metre, PDK_LIKELY);
        info.meaning = axis == 0 ? "to the east; between two positions on a curve through them"
                                 : "to the north; between two positions on a curve through them";
        pdk_table_add_computed(table, info, compute_place, log, axis);
        pdk_table_set_sentinel(table, NAN);
    }
    pdk_column_info flat = pdk_logged_column(PDK_LOGGED_HEIGHT, &metre, PDK_LIKELY);
    flat.nullable = false;
    flat.meaning = "0 everywhere: no heights are logged";
    pdk_table_add_computed(table, flat, compute_no_height, log, 0);
    pdk_local_plane_add_properties(log->document, &log->plane, PDK_LIKELY);
}

void pdk_lmu_add_motion(pdk_lmu *log)
{
    if (log->moments == 0) return;
    pdk_table *table = pdk_document_add_table(log->document, "telemetry",
                                              "a row for each moment of the clock: channels of other rates are read "
                                              "between their samples",
                                              log->moments, PDK_LOGGED_IDS + 4);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "time",
                                              .type = PDK_FLOAT64,
                                              .unit = "s",
                                              .meaning = "of the session's clock",
                                              .role = PDK_ROLE_TIME,
                                              .certainty = PDK_LIKELY },
                           compute_time, log, 0);
    if (log->x != NULL) add_places(log, table);
    for (int id = PDK_LOGGED_SPEED; id < PDK_LOGGED_IDS; id++) {
        if (log->motion[id].series == NULL) continue;
        pdk_column_info info = pdk_logged_column((pdk_logged_id)id, &log->motion[id].si, PDK_LIKELY);
        pdk_table_add_computed(table, info, compute_input, log, (uint64_t)id);
        pdk_table_set_sentinel(table, NAN);
    }
    pdk_table_set_sorted(table, "time");
}
