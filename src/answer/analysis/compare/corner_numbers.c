/* Numbers for the runs of a comparison: those of the track's corners, so that turn 4 is turn 4 everywhere. */
#include <math.h>

#include "analysis/compare/comparison.h"

#include "analysis/corner/corners.h"
#include "analysis/driven_track.h"

static const double own_row = 20 / 3.6; /* m/s: a driver who brakes by more has a row, even where no corner is */
static const double around = 30;        /* m beside a corner where a lap may be slowest in it */

/* A corner as stations of the comparison; NaN where the reference does not pass it. */
typedef struct placed_corner {
    uint32_t corner;
    double from, apex, to;
} placed_corner;

typedef struct placed_corners {
    placed_corner *all;
    size_t count;
} placed_corners;

/* Where each sample of the reference is along the track of its recording. */
typedef struct reference_way {
    const pdk_trace *trace;
    double *distances; /* NaN = not at the track */
    double length;
} reference_way;

/* The station at which the reference passes a place of the track; NaN where it does not between the two stations. */
static double station_of(const reference_way *way, double distance, double least, double most)
{
    const pdk_trace *trace = way->trace;
    for (size_t i = 1; i < trace->count; i++) {
        double from = remainder(way->distances[i - 1] - distance, way->length),
               to = remainder(way->distances[i] - distance, way->length);
        if (!(from < 0 && to >= 0 && to - from < way->length / 4)) continue;
        double station = trace->station[i - 1] + (trace->station[i] - trace->station[i - 1]) * from / (from - to);
        if (station >= least && station < most) return station;
    }
    return NAN;
}

static placed_corner place_corner(const reference_way *way, const pdk_corner *corner, double length)
{
    double apex = station_of(way, corner->apex_distance, 0, length),
           from = station_of(way, corner->start_distance, apex - length / 2, apex),
           to = station_of(way, corner->end_distance, apex, apex + length / 2);
    return (placed_corner){ .corner = corner->corner,
                            .from = isnan(from) ? 0 : from - around, /* it begins before the line */
                            .apex = apex,
                            .to = isnan(to) ? length : to + around };
}

/* The corners of the reference's recording; *corners is NULL where it does not show them. */
static pdk_status find_corners(const pdk_lap_comparison *comparison, const pdk_corners **corners,
                               const pdk_driven_track **track, pdk_error *error)
{
    const pdk_compare_options *options = comparison->options;
    const pdk_document *document = comparison->references[0].document;
    pdk_answers answers;
    *corners = NULL;
    pdk_status status = pdk_answers_have_motion(document, error);
    if (status == PDK_OK)
        status = pdk_answers_begin(document, options->progress, options->progress_user, &answers, error);
    if (status == PDK_OK) status = pdk_answers_corners(&answers, corners, error);
    if (status == PDK_OK) status = pdk_answers_track(&answers, track, error);
    if (status != PDK_OK) *corners = NULL;
    return status == PDK_E_UNSUPPORTED ? PDK_OK : status;
}

/* One numbering for all recordings that are compared, whichever comes first. */
static pdk_status share_corners(const pdk_lap_comparison *comparison, pdk_error *error)
{
    const pdk_compare_options *options = comparison->options;
    pdk_numbered_recording *recordings = pdk_alloc_array(comparison->memory, comparison->count, sizeof *recordings);
    size_t count = 0;
    if (recordings == NULL) return pdk_fail_memory(error, comparison->memory, "the corners");
    for (size_t i = 0; i < comparison->count; i++) {
        const pdk_document *document = comparison->references[i].document;
        bool again = false;
        for (size_t k = count > 8 ? count - 8 : 0; k < count; k++) again |= recordings[k].document == document;
        if (again) continue; /* laps of one recording most often follow each other */
        recordings[count++] = (pdk_numbered_recording){ .document = document,
                                                        .progress = options->progress,
                                                        .progress_user = options->progress_user };
    }
    pdk_status status = count > 1 ? pdk_corners_share(recordings, count, &options->allocator, error) : PDK_OK;
    pdk_free(comparison->memory, recordings);
    return status;
}

static pdk_status place_corners(const pdk_lap_comparison *comparison, placed_corners *placed, pdk_error *error)
{
    const pdk_corners *corners;
    const pdk_driven_track *track;
    const pdk_trace *trace = &comparison->traces[0];
    pdk_status status = share_corners(comparison, error);
    *placed = (placed_corners){ .all = NULL };
    if (status == PDK_OK) status = find_corners(comparison, &corners, &track, error);
    if (status != PDK_OK || corners == NULL) return status;
    reference_way way = { .trace = trace,
                          .distances = pdk_alloc_array(comparison->memory, trace->count, sizeof *way.distances),
                          .length = track->model->length };
    placed->all = pdk_alloc_array(comparison->memory, corners->count, sizeof *placed->all);
    if (way.distances == NULL || placed->all == NULL) return pdk_fail_memory(error, comparison->memory, "the corners");
    pdk_driven_track_places(track, comparison->laps[0].slot, trace->time, trace->count, way.distances, NULL);
    for (size_t i = 0; i < corners->count; i++)
        placed->all[placed->count++] = place_corner(&way, &corners->all[i], comparison->length);
    pdk_free(comparison->memory, way.distances);
    return PDK_OK;
}

/* The slowest speed of the reference in a corner. */
static double slowest_in(const pdk_trace *trace, const placed_corner *corner)
{
    double least = HUGE_VAL;
    if (!pdk_trace_has(trace, PDK_TRACE_SPEED)) return least;
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->station[i] >= corner->from && trace->station[i] <= corner->to)
            least = fmin(least, pdk_trace_speed(trace, i));
    }
    return least;
}

/* The corners whose apex is in the run, and the places of the slowest of them; false = there is none. */
static bool number_run(const pdk_lap_comparison *comparison, const placed_corners *placed, pdk_corner_run *run)
{
    double least = HUGE_VAL;
    run->corner = run->last_corner = 0;
    for (size_t i = 0; i < placed->count; i++) {
        const placed_corner *corner = &placed->all[i];
        if (!(corner->apex >= run->start && corner->apex < run->end)) continue;
        if (run->corner == 0) run->corner = corner->corner;
        run->last_corner = corner->corner;
        double speed = slowest_in(&comparison->traces[0], corner);
        if (speed > least) continue;
        least = speed;
        run->from = fmax(run->start, corner->from);
        run->to = fmin(run->end, corner->to);
    }
    return run->corner > 0;
}

pdk_status pdk_compare_number_corners(pdk_lap_comparison *comparison, pdk_error *error)
{
    placed_corners placed;
    pdk_status status = place_corners(comparison, &placed, error);
    if (placed.count == 0) return status; /* runs keep the numbers they have: 1, 2 ... by their order */
    pdk_corner_run *runs = comparison->corners;
    size_t kept = 0;
    for (size_t i = 0; i < comparison->corner_count; i++) {
        pdk_corner_run run = runs[i];
        bool numbered = number_run(comparison, &placed, &run);
        if (numbered || kept == 0 || run.drop > own_row) runs[kept++] = run;
        else runs[kept - 1].end = run.end; /* braking for no corner */
    }
    comparison->corner_count = kept;
    return PDK_OK;
}
