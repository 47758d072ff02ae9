/* Places by one line: that of the laps compared, or of a track that was given. Every lap is followed along it by
 * continuity, so that a track may cross itself. */
#include <math.h>

#include "analysis/compare/comparison.h"

#include "base/trigonometry.h"
#include "track/given_track.h"
#include "track/track_model.h"

/* A lap that leaves the line for more of its samples than this was driven elsewhere. */
static const double most_off = 0.1;

typedef struct projection {
    pdk_memory memory; /* of paths and the line, which the result does not need */
    pdk_track_model *model;
} projection;

static pdk_status fail_track(const pdk_lap_comparison *comparison, size_t lap, pdk_error *error)
{
    const pdk_found_lap *found = &comparison->laps[lap];
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.track",
                    "lap %u of %.*s was not driven on the track of the reference", (unsigned)found->lap,
                    (int)found->file.size, found->file.data);
}

/* The heading of the way from one sample to the next; a car that slides or spins still moves along the track. */
static double way(const pdk_trace *trace, size_t sample)
{
    size_t next = sample + 1 < trace->count ? sample + 1 : sample, before = next > 0 ? next - 1 : 0;
    double dx = trace->channels[PDK_TRACE_X][next] - trace->channels[PDK_TRACE_X][before],
           dy = trace->channels[PDK_TRACE_Y][next] - trace->channels[PDK_TRACE_Y][before];
    return pdk_hypot(dx, dy) > 0 ? pdk_atan2(dy, dx) : NAN;
}

/* The lap as a separate path, from the samples that were read: line and comparison then use the same moments. */
static pdk_status span_of(const pdk_trace *trace, pdk_memory *memory, pdk_lap_span *span, pdk_error *error)
{
    pdk_paths *paths = pdk_alloc(memory, sizeof *paths);
    pdk_path *path = pdk_alloc(memory, sizeof *path);
    pdk_path_segment *segment = pdk_alloc(memory, sizeof *segment);
    pdk_path_sample *samples = pdk_alloc_array(memory, trace->count, sizeof *samples);
    if (paths == NULL || path == NULL || segment == NULL || samples == NULL)
        return pdk_fail_memory(error, memory, "the path of a lap");
    for (int axis = 0; axis < 3; axis++) paths->origin[axis] = trace->channels[axis][0];
    for (size_t i = 0; i < trace->count; i++) {
        samples[i] = (pdk_path_sample){ .time = trace->time[i],
                                        .x = (float)(trace->channels[PDK_TRACE_X][i] - paths->origin[0]),
                                        .y = (float)(trace->channels[PDK_TRACE_Y][i] - paths->origin[1]),
                                        .z = (float)(trace->channels[PDK_TRACE_Z][i] - paths->origin[2]),
                                        .speed = (float)pdk_trace_speed(trace, i),
                                        .heading = (float)way(trace, i),
                                        .gear = PDK_PATH_NO_GEAR,
                                        .new_start = i == 0 };
    }
    *segment = (pdk_path_segment){ 0, (uint32_t)trace->count };
    *path = (pdk_path){ .samples = samples, .count = trace->count, .segments = segment, .segment_count = 1 };
    paths->memory = memory;
    paths->paths = path;
    paths->count = 1;
    *span = (pdk_lap_span){ paths, path, trace->start_time, trace->end_time };
    return PDK_OK;
}

/* The given track's line, which begins where the reference begins its lap. */
static pdk_status take_line(projection *work, const pdk_lap_comparison *comparison, const pdk_document *track,
                            pdk_error *error)
{
    const pdk_trace *reference = &comparison->traces[0];
    double place[3];
    pdk_track_position start;
    pdk_status status = pdk_track_from_document(track, &work->memory, &work->model, error);
    if (status != PDK_OK) return status;
    for (int axis = 0; axis < 3; axis++)
        place[axis] = pdk_trace_value_at(reference, (pdk_trace_channel)axis, reference->start_time);
    if (!pdk_track_locate(work->model, place, NAN, &start)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "track.elsewhere",
                        "the laps are not on the track that was given: the reference begins more than 60 m from its "
                        "line");
    }
    return pdk_track_begin_at(work->model, start.distance, error);
}

static pdk_status make_line(projection *work, const pdk_lap_comparison *comparison, pdk_error *error)
{
    pdk_lap_span *spans = pdk_alloc_array(&work->memory, comparison->count, sizeof *spans);
    if (spans == NULL) return pdk_fail_memory(error, &work->memory, "laps");
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        if (comparison->laps[i].aligned) continue; /* it may begin elsewhere */
        pdk_status status = span_of(&comparison->traces[i], &work->memory, &spans[count++], error);
        if (status != PDK_OK) return status;
    }
    return pdk_track_from_laps(&work->memory, spans, count, &work->model, error);
}

/* Stations of one lap. Distances count on over the line's end; the lap's own start is the zero they count from. */
static pdk_status follow(const projection *work, pdk_lap_comparison *comparison, size_t lap, pdk_error *error)
{
    pdk_trace *trace = &comparison->traces[lap];
    pdk_track_follower follower = { .known = false };
    double reached = NAN, before = NAN;
    size_t lost = 0;
    for (size_t i = 0; i < trace->count; i++) {
        double place[3];
        for (int axis = 0; axis < 3; axis++) place[axis] = trace->channels[axis][i];
        pdk_track_position at;
        if (!pdk_track_follow(work->model, &follower,
                              (pdk_track_moment){ trace->time[i], place, pdk_trace_speed(trace, i), way(trace, i) },
                              i == 0, &at)) {
            trace->station[i] = reached;
            trace->offset[i] = NAN;
            lost++;
            continue;
        }
        /* The first place is near the line: up to a second of driving before it. */
        double from = isnan(reached) ? 0 : before;
        reached = (isnan(reached) ? 0 : reached) + pdk_track_way(work->model, from, at.distance);
        before = at.distance;
        trace->station[i] = reached;
        trace->offset[i] = at.lateral;
    }
    return (double)lost <= most_off * (double)trace->count ? PDK_OK : fail_track(comparison, lap, error);
}

static void close_gaps(pdk_trace *trace)
{
    size_t known = 0;
    while (known < trace->count && isnan(trace->station[known])) known++;
    for (size_t i = 0; i < known && known < trace->count; i++) trace->station[i] = trace->station[known];
    pdk_trace_keep_rising(trace);
}

pdk_status pdk_compare_project(pdk_lap_comparison *comparison, pdk_error *error)
{
    const pdk_compare_options *options = comparison->options;
    projection work = { .model = NULL };
    pdk_memory_init(&work.memory, &options->allocator, pdk_memory_limit(&options->limits));
    pdk_status status = pdk_compare_align(comparison, &work.memory, error);
    if (status == PDK_OK)
        status = options->track != NULL ? take_line(&work, comparison, options->track, error)
                                        : make_line(&work, comparison, error);
    for (size_t i = 0; i < comparison->count && status == PDK_OK; i++) {
        status = follow(&work, comparison, i, error);
        if (status == PDK_OK) close_gaps(&comparison->traces[i]);
        if (status == PDK_OK && comparison->laps[i].aligned && work.model->closed)
            status = pdk_compare_begin_at_line(comparison, i, work.model->length, error);
        if (status == PDK_OK) status = pdk_compare_go_on(comparison, i, error);
    }
    if (status == PDK_OK) comparison->length = work.model->length;
    pdk_memory_destroy(&work.memory);
    return status;
}
