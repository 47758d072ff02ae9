/* The accelerations of a lap: stored, or from its motion. */
#include "plot/gg_lap.h"

#include <math.h>

#include "base/whole.h"
#include "model/path_acceleration.h"
#include "plot/plot_series.h"

static const double rate = 20; /* Hz, of what is derived */

/* ------------------------------------------------------------------------------------------------- stored */

static pdk_status read_stored(const pdk_plot_work *work, const pdk_plot_lap *lap, pdk_gg_lap *made, bool *stored,
                              pdk_error *error)
{
    const pdk_document *document = lap->document;
    pdk_plot_series series;
    *stored = false;
    for (size_t i = 0; i < pdk_document_table_count(document) && !*stored; i++) {
        const pdk_table *table = pdk_document_table_at(document, i);
        size_t columns[2] = { pdk_table_find_role(table, PDK_ROLE_ACCELERATION_LATERAL),
                              pdk_table_find_role(table, PDK_ROLE_ACCELERATION_LONGITUDINAL) };
        if (columns[0] == PDK_NO_COLUMN || columns[1] == PDK_NO_COLUMN ||
            pdk_table_find_role(table, PDK_ROLE_TIME) == PDK_NO_COLUMN)
            continue;
        pdk_status status = pdk_plot_read_series(work, table, lap, (pdk_plot_columns){ columns, 2 }, &series, error);
        if (status != PDK_OK) return status;
        *made = (pdk_gg_lap){ .lateral = series.columns[0].values,
                              .longitudinal = series.columns[1].values,
                              .count = series.count };
        bool to_right = pdk_table_column_at(table, columns[0])->frame == PDK_FRAME_TRACK;
        for (size_t k = 0; k < made->count && to_right; k++) made->lateral[k] = -made->lateral[k];
        *stored = true;
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- derived */

enum { TIME, SPEED, X, Y, CHANNELS };

/* Moments of a segment that are in the lap. No more than 30 for each sample: a second and a half is a gap. */
static size_t moments_of(const pdk_motion_segment *segment, const pdk_plot_lap *lap, double *from)
{
    double to = fmin(segment->end_time, lap->end);
    *from = fmax(segment->start_time, lap->start);
    return to >= *from ? pdk_whole_size((to - *from) * rate) + 1 : 0;
}

typedef struct sample_run {
    size_t run;
    double from;
    size_t count;
} sample_run;

static pdk_status derive_segment(const pdk_plot_work *work, const pdk_motion *motion, sample_run of, double *lateral,
                                 double *longitudinal, pdk_error *error)
{
    static const pdk_role roles[CHANNELS] = { PDK_ROLE_TIME, PDK_ROLE_SPEED, PDK_ROLE_X, PDK_ROLE_Y };
    double *values[CHANNELS];
    pdk_channel_read reads[CHANNELS];
    for (size_t i = 0; i < CHANNELS; i++) {
        values[i] = pdk_alloc_array(work->memory, of.count, sizeof(double));
        if (values[i] == NULL) return pdk_fail_memory(error, work->memory, "accelerations");
        reads[i] = (pdk_channel_read){ pdk_motion_find_channel(motion, roles[i]), values[i] };
        if (reads[i].channel == PDK_NO_COLUMN)
            return pdk_plot_lacks(error, "no accelerations: the recording has none, and no %s",
                                  pdk_role_name(roles[i]));
    }
    for (size_t i = 0; i < of.count; i++) values[TIME][i] = of.from + (double)i / rate;
    pdk_status status = pdk_motion_read_times(motion, of.run, values[TIME], of.count, reads + 1, CHANNELS - 1, error);
    if (status == PDK_OK)
        pdk_path_accelerations(values[SPEED], values[X], values[Y], of.count, rate, longitudinal, lateral);
    for (size_t i = 0; i < CHANNELS; i++) pdk_free(work->memory, values[i]);
    return status;
}

static pdk_status derive_run(const pdk_plot_work *work, const pdk_plot_lap *lap, const pdk_motion *motion, size_t run,
                             pdk_gg_lap *made, pdk_error *error)
{
    const pdk_motion_segment *segments;
    size_t count;
    double from;
    pdk_status status = pdk_motion_segments(motion, run, &segments, &count, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < count; i++) made->count += moments_of(&segments[i], lap, &from);
    made->lateral = pdk_alloc_array(work->memory, made->count + 1, sizeof(double));
    made->longitudinal = pdk_alloc_array(work->memory, made->count + 1, sizeof(double));
    if (made->lateral == NULL || made->longitudinal == NULL)
        return pdk_fail_memory(error, work->memory, "accelerations");
    for (size_t i = 0, at = 0; i < count && status == PDK_OK; i++) {
        size_t moments = moments_of(&segments[i], lap, &from);
        if (moments > 0)
            status = derive_segment(work, motion, (sample_run){ run, from, moments }, made->lateral + at,
                                    made->longitudinal + at, error);
        at += moments;
    }
    return status;
}

static pdk_status derive(const pdk_plot_work *work, const pdk_plot_lap *lap, pdk_gg_lap *made, pdk_error *error)
{
    pdk_motion *motion = NULL;
    pdk_status status = pdk_motion_open(lap->document, NULL, &motion, error);
    if (status != PDK_OK) return status;
    size_t run = pdk_motion_find_run(motion, lap->slot);
    *made = (pdk_gg_lap){ .derived = true };
    if (run != PDK_NO_RUN) status = derive_run(work, lap, motion, run, made, error);
    else status = pdk_plot_lacks(error, "the driver of the lap is not recorded");
    pdk_motion_close(motion);
    return status;
}

pdk_status pdk_gg_read(const pdk_plot_work *work, const pdk_plot_lap *lap, pdk_gg_lap *made, pdk_error *error)
{
    bool stored;
    pdk_status status = read_stored(work, lap, made, &stored, error);
    return status == PDK_OK && !stored ? derive(work, lap, made, error) : status;
}
