/* Where everyone is along the track, sample by sample, and one lap as a function of distance. */
#include <math.h>
#include <stdatomic.h>

#include "base/binary_search.h"
#include "base/parallel.h"
#include "track/track_model.h"

enum { MOST_LAP_WAY = 3 /* lengths of the track that a lap may be */ };

/* ------------------------------------------------------------------------------------------------- everyone */

typedef struct placing {
    pdk_stations *stations;
    pdk_memory *memory;
    atomic_bool failed;
} placing;

static void place_of(const pdk_paths *paths, const pdk_path_sample *sample, double point[3])
{
    point[0] = paths->origin[0] + sample->x;
    point[1] = paths->origin[1] + sample->y;
    point[2] = paths->origin[2] + sample->z;
}

static void place_path(const pdk_stations *stations, const pdk_path *path, pdk_path_stations *made)
{
    pdk_track_follower follower = { 0 };
    for (size_t i = 0; i < path->count; i++) {
        const pdk_path_sample *sample = &path->samples[i];
        pdk_track_position position;
        double point[3];
        place_of(stations->paths, sample, point);
        bool found = pdk_track_follow(stations->model, &follower,
                                      (pdk_track_moment){ sample->time, point, sample->speed, sample->heading },
                                      sample->new_start != 0, &position);
        made->distance[i] = found ? (float)position.distance : NAN;
        made->lateral[i] = found ? (float)position.lateral : NAN;
    }
}

static void place_paths(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    placing *work = user;
    for (uint64_t i = first; i < first + count; i++) {
        const pdk_path *path = &work->stations->paths->paths[i];
        pdk_path_stations *made = &work->stations->of[i];
        made->distance = pdk_alloc_raw(work->memory, path->count * sizeof *made->distance);
        made->lateral = pdk_alloc_raw(work->memory, path->count * sizeof *made->lateral);
        if (made->distance == NULL || made->lateral == NULL) atomic_store(&work->failed, true);
        else place_path(work->stations, path, made);
    }
}

pdk_status pdk_stations_make(const pdk_track_model *model, const pdk_paths *paths, pdk_memory *memory,
                             pdk_stations **made, pdk_error *error)
{
    *made = NULL;
    pdk_stations *stations = pdk_alloc(memory, sizeof *stations);
    if (stations == NULL) return pdk_fail_memory(error, memory, "places along the track");
    *stations = (pdk_stations){ .model = model,
                                .paths = paths,
                                .of = pdk_alloc_array(memory, paths->count, sizeof *stations->of) };
    if (stations->of == NULL) return pdk_fail_memory(error, memory, "places along the track");
    placing work = { .stations = stations, .memory = memory };
    pdk_parallel job = { .count = paths->count, .piece = 1, .work = place_paths, .user = &work };
    pdk_parallel_run(&job);
    if (atomic_load(&work.failed)) return pdk_fail_memory(error, memory, "places along the track");
    *made = stations;
    return PDK_OK;
}

bool pdk_stations_at(const pdk_stations *stations, const pdk_path *path, double time, pdk_track_position *position)
{
    size_t segment = pdk_path_find_segment(path, time);
    if (segment == SIZE_MAX) return false;
    size_t i = pdk_path_find_sample(path, segment, time);
    const pdk_path_segment *whole = &path->segments[segment];
    const pdk_path_stations *of = &stations->of[path->run];
    size_t next = i + 1 < (size_t)whole->first + whole->count ? i + 1 : i;
    if (isnan(of->distance[i]) || isnan(of->distance[next])) return false;
    double step = path->samples[next].time - path->samples[i].time,
           share = step > 0 ? (time - path->samples[i].time) / step : 0;
    double distance = of->distance[i] + share * pdk_track_way(stations->model, of->distance[i], of->distance[next]);
    double length = stations->model->length;
    if (stations->model->closed) distance -= length * floor(distance / length);
    position->distance = distance;
    position->lateral = of->lateral[i] + share * ((double)of->lateral[next] - of->lateral[i]);
    return true;
}

/* -------------------------------------------------------------------------------------------------- one lap */

static pdk_status fail_elsewhere(pdk_error *error)
{
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "track.elsewhere", "the lap is not on this track");
}

void pdk_lap_trace_free(pdk_lap_trace *trace, pdk_memory *memory)
{
    pdk_free(memory, trace->time);
    *trace = (pdk_lap_trace){ 0 };
}

static pdk_status make_room(pdk_lap_trace *trace, size_t count, pdk_memory *memory, pdk_error *error)
{
    double *buffer = pdk_alloc_array(memory, count, 4 * sizeof *buffer);
    if (buffer == NULL) return pdk_fail_memory(error, memory, "a lap along the track");
    *trace = (pdk_lap_trace){ buffer, buffer + count, buffer + 2 * count, buffer + 3 * count, 0 };
    return PDK_OK;
}

/* Distances of samples first .. last, counted on from the first; false where the car leaves the track's surroundings
 * for good. */
static void trace_samples(const pdk_track_model *model, const pdk_lap_span *lap, size_t first, size_t last,
                          pdk_lap_trace *trace)
{
    pdk_track_follower follower = { 0 };
    double counted = 0, before = 0;
    for (size_t i = first; i <= last; i++) {
        const pdk_path_sample *sample = &lap->path->samples[i];
        pdk_track_position position;
        double point[3];
        place_of(lap->paths, sample, point);
        if (!pdk_track_follow(model, &follower,
                              (pdk_track_moment){ sample->time, point, sample->speed, sample->heading }, i == first,
                              &position))
            continue;
        if (trace->count == 0)
            counted = model->closed && position.distance > model->length / 2 ? position.distance - model->length
                                                                             : position.distance;
        else counted += pdk_track_way(model, before, position.distance);
        before = position.distance;
        double reached = trace->count > 0 ? trace->reached[trace->count - 1] : counted;
        trace->time[trace->count] = sample->time;
        trace->distance[trace->count] = counted;
        trace->reached[trace->count] = fmax(reached, counted);
        trace->lateral[trace->count++] = position.lateral;
    }
}

pdk_status pdk_lap_trace_make(const pdk_track_model *model, const pdk_lap_span *lap, pdk_memory *memory,
                              pdk_lap_trace *trace, pdk_error *error)
{
    *trace = (pdk_lap_trace){ 0 };
    size_t segment = pdk_path_find_segment(lap->path, lap->start);
    if (segment == SIZE_MAX || !(lap->end >= lap->start)) return fail_elsewhere(error);
    const pdk_path_segment *whole = &lap->path->segments[segment];
    size_t first = pdk_path_find_sample(lap->path, segment, lap->start),
           last = pdk_path_find_sample(lap->path, segment, lap->end);
    if (last + 1 < (size_t)whole->first + whole->count) last++;
    pdk_status status = make_room(trace, last - first + 1, memory, error);
    if (status != PDK_OK) return status;
    trace_samples(model, lap, first, last, trace);
    bool here = trace->count >= 2 && 2 * trace->count > last - first + 1 &&
                trace->reached[trace->count - 1] < MOST_LAP_WAY * model->length;
    if (here) return PDK_OK;
    pdk_lap_trace_free(trace, memory);
    return fail_elsewhere(error);
}

double pdk_lap_trace_time(const pdk_lap_trace *trace, double distance)
{
    if (trace->count == 0 || distance < trace->reached[0] || distance > trace->reached[trace->count - 1]) return NAN;
    size_t at = pdk_first_double_not_below(trace->reached, trace->count, distance);
    if (at == 0) return trace->time[0];
    double from = trace->reached[at - 1], to = trace->reached[at];
    double share = to > from ? (distance - from) / (to - from) : 1;
    return trace->time[at - 1] + share * (trace->time[at] - trace->time[at - 1]);
}
