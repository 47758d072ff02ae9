/* Crossings from poses: the curve between two samples is followed to the line. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/trigonometry.h"
#include "track/gate.h"

enum { MOST_HALVINGS = 40 };

static const double heading_limit = 0.70710678118654752; /* cos 45 degrees */

double pdk_gate_side(const pdk_gate *gate, const double place[2])
{
    return (place[0] - gate->middle[0]) * gate->direction[0] + (place[1] - gate->middle[1]) * gate->direction[1];
}

static double along_gate(const pdk_gate *gate, const double place[2])
{
    return (place[1] - gate->middle[1]) * gate->direction[0] - (place[0] - gate->middle[0]) * gate->direction[1];
}

bool pdk_gate_is_crossed(const pdk_gate *gate, const double from[2], const double to[2], double *share)
{
    double before = pdk_gate_side(gate, from), after = pdk_gate_side(gate, to);
    if (!(before < 0 && after >= 0)) return false;
    double moved = pdk_hypot(to[0] - from[0], to[1] - from[1]);
    if (after - before < heading_limit * moved) return false;
    *share = before / (before - after);
    double from_middle = along_gate(gate, from), to_middle = along_gate(gate, to);
    return fabs(from_middle + *share * (to_middle - from_middle)) <= gate->half_width;
}

/* The time at which the curve between samples i and i + 1 is on the line. */
static double refine(const pdk_paths *paths, const pdk_path *path, size_t segment, size_t i, const pdk_gate *gate,
                     double share)
{
    double low = 0, high = 1, at = share;
    for (int step = 0; step < MOST_HALVINGS && high - low > 1e-9; step++) {
        double position[3], velocity[3];
        pdk_path_between(path, segment, i, at, position, velocity);
        double place[2] = { paths->origin[0] + position[0], paths->origin[1] + position[1] };
        if (pdk_gate_side(gate, place) < 0) low = at;
        else high = at;
        at = (low + high) / 2;
    }
    const pdk_path_sample *sample = &path->samples[i];
    return sample->time + high * (sample[1].time - sample->time);
}

/* Calls `take` for each crossing of one line by one car; stops when it says so. */
typedef bool (*crossing_visit)(void *user, double time);

static void each_crossing(const pdk_paths *paths, const pdk_path *path, const pdk_gate *gate, crossing_visit take,
                          void *user)
{
    double last = -INFINITY;
    for (size_t s = 0; s < path->segment_count; s++) {
        const pdk_path_segment *segment = &path->segments[s];
        for (size_t i = segment->first; i + 1 < (size_t)segment->first + segment->count; i++) {
            const pdk_path_sample *sample = &path->samples[i];
            double from[2] = { paths->origin[0] + sample->x, paths->origin[1] + sample->y },
                   to[2] = { paths->origin[0] + sample[1].x, paths->origin[1] + sample[1].y }, share;
            if (!pdk_gate_is_crossed(gate, from, to, &share)) continue;
            double time = refine(paths, path, s, i, gate, share);
            if (time - last < PDK_GATE_APART) continue;
            last = time;
            if (!take(user, time)) return;
        }
    }
}

typedef struct counting {
    size_t count, most;
} counting;

static bool count_one(void *user, double time)
{
    (void)time;
    counting *all = user;
    return ++all->count < all->most;
}

size_t pdk_count_crossings(const pdk_paths *paths, const pdk_path *path, const pdk_gate *gate, size_t most)
{
    counting all = { 0, most };
    each_crossing(paths, path, gate, count_one, &all);
    return all.count;
}

/* ------------------------------------------------------------------------------------------------ everyone's */

typedef struct finding {
    const pdk_paths *paths;
    const pdk_gate *gates;
    size_t gate_count;
    pdk_vector *of; /* of each path: its crossings */
    bool numbered;  /* laps are */
    atomic_bool failed;
} finding;

typedef struct noting {
    pdk_vector *crossings;
    uint32_t slot, sector;
    bool failed;
} noting;

static bool note_one(void *user, double time)
{
    noting *note = user;
    pdk_session_crossing *crossing = pdk_vector_push(note->crossings);
    if (crossing == NULL) {
        note->failed = true;
        return false;
    }
    *crossing = (pdk_session_crossing){
        .time = time, .slot = note->slot, .sector = note->sector, .lap_time = NAN, .record_time = time
    };
    return true;
}

static int by_time(const void *one, const void *other)
{
    const pdk_session_crossing *a = one, *b = other;
    if (a->time != b->time) return a->time < b->time ? -1 : 1;
    if (a->slot != b->slot) return a->slot < b->slot ? -1 : 1;
    return (a->sector > b->sector) - (a->sector < b->sector);
}

/* Numbers laps. Lines of sectors that are passed before the start line belong to no known lap: they are removed. */
static void number_laps(pdk_vector *crossings)
{
    pdk_session_crossing *list = crossings->items;
    uint32_t begun = 0;
    size_t kept = 0;
    for (size_t i = 0; i < crossings->count; i++) {
        pdk_session_crossing crossing = list[i];
        if (crossing.sector != 0 && begun == 0) continue;
        if (crossing.sector == 0) {
            crossing.opens = begun == 0;
            crossing.lap = begun == 0 ? 0 : begun - 1;
            begun++;
        } else {
            crossing.lap = begun - 1;
        }
        list[kept++] = crossing;
    }
    crossings->count = kept;
}

static void find_of_paths(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    finding *work = user;
    for (uint64_t i = first; i < first + count; i++) {
        const pdk_path *path = &work->paths->paths[i];
        for (size_t gate = 0; gate < work->gate_count; gate++) {
            noting note = { &work->of[i], (uint32_t)path->slot, (uint32_t)gate, false };
            each_crossing(work->paths, path, &work->gates[gate], note_one, &note);
            if (note.failed) atomic_store(&work->failed, true);
        }
        if (work->of[i].count > 0) qsort(work->of[i].items, work->of[i].count, sizeof(pdk_session_crossing), by_time);
        if (work->numbered) number_laps(&work->of[i]);
    }
}

static pdk_status join(finding *work, pdk_memory *memory, pdk_session_crossing **crossings, size_t *count,
                       pdk_error *error)
{
    size_t all = 0;
    for (size_t i = 0; i < work->paths->count; i++) all += work->of[i].count;
    pdk_session_crossing *list = pdk_alloc_array(memory, all, sizeof *list);
    if (list == NULL || atomic_load(&work->failed)) return pdk_fail_memory(error, memory, "crossings of lines");
    size_t at = 0;
    for (size_t i = 0; i < work->paths->count; i++) {
        const pdk_session_crossing *own = work->of[i].items;
        for (size_t k = 0; k < work->of[i].count; k++) list[at++] = own[k];
        pdk_free(memory, work->of[i].items);
    }
    if (all > 0) qsort(list, all, sizeof *list, by_time);
    *crossings = list;
    *count = all;
    return PDK_OK;
}

static pdk_status find_all(finding *work, pdk_memory *memory, pdk_session_crossing **crossings, size_t *count,
                           pdk_error *error)
{
    *crossings = NULL;
    *count = 0;
    work->of = pdk_alloc_array(memory, work->paths->count, sizeof *work->of);
    if (work->of == NULL) return pdk_fail_memory(error, memory, "crossings of lines");
    for (size_t i = 0; i < work->paths->count; i++) work->of[i] = pdk_vector_of(memory, sizeof(pdk_session_crossing));
    pdk_parallel job = { .count = work->paths->count, .piece = 1, .work = find_of_paths, .user = work };
    pdk_parallel_run(&job);
    pdk_status status = join(work, memory, crossings, count, error);
    pdk_free(memory, work->of);
    return status;
}

pdk_status pdk_find_crossings(const pdk_paths *paths, const pdk_gate *gates, size_t gate_count, pdk_memory *memory,
                              pdk_session_crossing **crossings, size_t *count, pdk_error *error)
{
    finding work = { .paths = paths, .gates = gates, .gate_count = gate_count, .numbered = true };
    return find_all(&work, memory, crossings, count, error);
}

pdk_status pdk_find_passes(const pdk_paths *paths, const pdk_gate *gates, size_t gate_count, pdk_memory *memory,
                           pdk_session_crossing **passes, size_t *count, pdk_error *error)
{
    finding work = { .paths = paths, .gates = gates, .gate_count = gate_count };
    return find_all(&work, memory, passes, count, error);
}
