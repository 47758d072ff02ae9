/* Where a line of timing is. */
#include "track/gate.h"

#include <math.h>
#include <stdlib.h>

#include "base/median.h"
#include "base/trigonometry.h"

enum {
    CANDIDATES = 64, /* places that are tried */
    CARS = 8,        /* whose places are tried */
    MOST_FITTED = 2000
};

static const double half_width = 15, widest = 60; /* m */
static const double bin = 50;                     /* m driven: of each the fastest place is a candidate */
static const double least_speed = 5;              /* m/s: slower is no place to be timed at */

/* --------------------------------------------------------------------------------------------------- given */

/* Both ground axes of the file, as x and y of the motion. */
static void to_motion(pdk_frame frame, bool mirrored, double first, double second, double place[2])
{
    bool height_is_y = frame == PDK_FRAME_Y_UP || frame == PDK_FRAME_GMOTOR;
    const double stored[3] = { first, height_is_y ? 0 : second, height_is_y ? second : 0 };
    double turned[3];
    pdk_turn_point(pdk_frame_turn(frame, PDK_FRAME_Z_UP), stored, turned);
    place[0] = turned[0];
    place[1] = mirrored ? -turned[1] : turned[1];
}

static size_t count_all(const pdk_paths *paths, const pdk_gate *gate)
{
    size_t count = 0;
    for (size_t i = 0; i < paths->count; i++) count += pdk_count_crossings(paths, &paths->paths[i], gate, SIZE_MAX);
    return count;
}

pdk_status pdk_gate_given(const pdk_paths *paths, pdk_frame frame, bool mirrored, const double line[4], pdk_gate *gate,
                          pdk_error *error)
{
    double from[2], to[2];
    to_motion(frame, mirrored, line[0], line[1], from);
    to_motion(frame, mirrored, line[2], line[3], to);
    double length = pdk_hypot(to[0] - from[0], to[1] - from[1]);
    if (!(length > 0 && length < 1e6))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.line",
                        "the start line has no two ends: give X1,Y1,X2,Y2 in metres");
    pdk_gate one = { .middle = { (from[0] + to[0]) / 2, (from[1] + to[1]) / 2 },
                     .direction = { (to[1] - from[1]) / length, -(to[0] - from[0]) / length },
                     .half_width = length / 2 };
    pdk_gate other = one;
    for (int k = 0; k < 2; k++) other.direction[k] = -one.direction[k];
    size_t this_way = count_all(paths, &one), that_way = count_all(paths, &other);
    if (this_way == 0 && that_way == 0)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "track.line",
                        "no car crosses the line from %g, %g to %g, %g", line[0], line[1], line[2], line[3]);
    *gate = that_way > this_way ? other : one;
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- found */

typedef struct candidate {
    double speed; /* first: what candidates are sorted by */
    size_t sample;
} candidate;

static int fastest_first(const void *one, const void *other)
{
    const candidate *a = one, *b = other;
    return (a->speed < b->speed) - (a->speed > b->speed);
}

static double driven(const pdk_path *path)
{
    double way = 0;
    for (size_t i = 1; i < path->count; i++) {
        const pdk_path_sample *sample = &path->samples[i];
        if (!sample->new_start) way += pdk_hypot((double)sample->x - sample[-1].x, (double)sample->y - sample[-1].y);
    }
    return way;
}

/* The fastest sample of each stretch of the way; the list keeps the fastest of all. */
static size_t list_candidates(const pdk_path *path, candidate list[CANDIDATES])
{
    size_t count = 0;
    candidate best = { least_speed, SIZE_MAX };
    double way = 0;
    for (size_t i = 1; i < path->count; i++) {
        const pdk_path_sample *sample = &path->samples[i];
        if (sample->new_start) continue;
        way += pdk_hypot((double)sample->x - sample[-1].x, (double)sample->y - sample[-1].y);
        if (sample->speed > best.speed) best = (candidate){ sample->speed, i };
        if (way < bin && i + 1 < path->count) continue;
        way = 0;
        if (best.sample != SIZE_MAX) {
            if (count < CANDIDATES) {
                list[count++] = best;
            } else { /* the slowest goes */
                size_t slowest = 0;
                for (size_t k = 1; k < count; k++) {
                    if (list[k].speed < list[slowest].speed) slowest = k;
                }
                if (best.speed > list[slowest].speed) list[slowest] = best;
            }
        }
        best = (candidate){ least_speed, SIZE_MAX };
    }
    qsort(list, count, sizeof *list, fastest_first);
    return count;
}

/* Across the way from the sample before. */
static bool gate_at_sample(const pdk_paths *paths, const pdk_path *path, size_t i, pdk_gate *gate)
{
    const pdk_path_sample *from = &path->samples[i - 1], *to = &path->samples[i];
    double x = (double)to->x - from->x, y = (double)to->y - from->y, moved = pdk_hypot(x, y);
    if (!(moved > 0)) return false;
    *gate = (pdk_gate){ .middle = { paths->origin[0] + to->x, paths->origin[1] + to->y },
                        .direction = { x / moved, y / moved },
                        .half_width = half_width };
    return true;
}

/* Cars by how far they drive: the first `CARS` of them. */
static size_t list_cars(const pdk_paths *paths, size_t cars[CARS])
{
    double ways[CARS];
    size_t count = 0;
    for (size_t i = 0; i < paths->count; i++) {
        double way = driven(&paths->paths[i]);
        size_t at = count < CARS ? count++ : CARS;
        if (at == CARS && way <= ways[CARS - 1]) continue;
        for (at = at < CARS ? at : CARS - 1; at > 0 && ways[at - 1] < way; at--) {
            ways[at] = ways[at - 1];
            cars[at] = cars[at - 1];
        }
        ways[at] = way;
        cars[at] = i;
    }
    return count;
}

pdk_status pdk_gate_find(const pdk_paths *paths, pdk_gate *gate, pdk_error *error)
{
    size_t cars[CARS], car_count = list_cars(paths, cars);
    for (size_t car = 0; car < car_count; car++) {
        const pdk_path *path = &paths->paths[cars[car]];
        candidate list[CANDIDATES];
        size_t count = list_candidates(path, list);
        for (size_t i = 0; i < count; i++) {
            bool good = gate_at_sample(paths, path, list[i].sample, gate);
            if (good && pdk_count_crossings(paths, path, gate, 2) >= 2) return PDK_OK;
        }
    }
    return pdk_fail(
        error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "track.once",
        "no car passes the same point twice, so there are no laps; if there are, give the start line with --line");
}

/* -------------------------------------------------------------------------------------------------- fitted */

/* A car at the time of a crossing. */
typedef struct witness {
    double place[2], direction[2], speed;
} witness;

/* Where a car was; also at most two samples before its first or after its last place, as it continued. */
static bool read_witness(const pdk_paths *paths, const pdk_path *path, double time, witness *seen)
{
    pdk_path_state state;
    double reach = path->interval > 0 ? 2 * path->interval : 0, early = 0;
    bool found = pdk_path_at(paths, path, time, &state);
    for (int way = -1; way <= 1 && !found; way += 2) {
        size_t segment = pdk_path_find_segment(path, time + way * reach);
        if (segment == SIZE_MAX) continue;
        const pdk_path_segment *one = &path->segments[segment];
        double end = path->samples[way < 0 ? one->first + one->count - 1 : one->first].time;
        early = time - end;
        found = pdk_path_at(paths, path, end, &state);
    }
    seen->speed = found ? pdk_hypot(state.velocity[0], state.velocity[1]) : 0;
    if (!(seen->speed > least_speed)) return false;
    for (int k = 0; k < 2; k++) {
        seen->place[k] = state.position[k] + early * state.velocity[k];
        seen->direction[k] = state.velocity[k] / seen->speed;
    }
    return true;
}

/* Of very many crossings some, evenly. */
static size_t gather(const pdk_paths *paths, const pdk_session_crossing *crossings, size_t count, uint32_t sector,
                     witness *seen)
{
    size_t of_sector = 0, passed = 0, gathered = 0;
    for (size_t i = 0; i < count; i++) of_sector += crossings[i].sector == sector;
    size_t step = of_sector / MOST_FITTED + 1;
    for (size_t i = 0; i < count && gathered < MOST_FITTED; i++) {
        if (crossings[i].sector != sector || passed++ % step != 0) continue;
        const pdk_path *path = pdk_paths_find(paths, crossings[i].slot);
        if (path != NULL && read_witness(paths, path, crossings[i].time, &seen[gathered])) gathered++;
    }
    return gathered;
}

static double along(const double place[2], const double direction[2])
{
    return place[0] * direction[0] + place[1] * direction[1];
}

/* m along: the middle of where all crossings can have been, else of where most were. */
static double settle(const witness *seen, size_t count, const double onward[2], double clock_step, double *room)
{
    double from = -INFINITY, to = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double latest = along(seen[i].place, onward), back = clock_step * seen[i].speed;
        from = fmax(from, latest - back);
        to = fmin(to, latest);
        room[i] = latest - back / 2;
    }
    return clock_step > 0 && from <= to ? (from + to) / 2 : pdk_median(room, count);
}

static bool fit(const witness *seen, size_t count, double clock_step, double *room, pdk_gate *gate, double *spread)
{
    double sum[2] = { 0, 0 };
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) sum[k] += seen[i].direction[k];
    }
    double length = pdk_hypot(sum[0], sum[1]);
    if (count == 0 || !(length > 0.5 * (double)count)) return false;
    double onward[2] = { sum[0] / length, sum[1] / length }, left[2] = { -onward[1], onward[0] };
    for (size_t i = 0; i < count; i++) room[i] = along(seen[i].place, left);
    double middle = pdk_median(room, count), furthest = 0;
    for (size_t i = 0; i < count; i++) {
        double off = fabs(along(seen[i].place, left) - middle);
        if (off < widest) furthest = fmax(furthest, off);
    }
    double at = settle(seen, count, onward, clock_step, room);
    for (size_t i = 0; i < count; i++) room[i] = fabs(along(seen[i].place, onward) - at);
    if (spread != NULL) *spread = pdk_median(room, count);
    *gate = (pdk_gate){ .middle = { at * onward[0] + middle * left[0], at * onward[1] + middle * left[1] },
                        .direction = { onward[0], onward[1] },
                        .half_width = fmax(half_width, furthest + 5) };
    return true;
}

pdk_status pdk_gate_fit(const pdk_paths *paths, const pdk_session_crossing *crossings, size_t count, uint32_t sector,
                        double clock_step, pdk_gate *gate, double *spread, bool *fits, pdk_error *error)
{
    witness *seen = pdk_alloc_array(paths->memory, MOST_FITTED, sizeof *seen);
    double *room = pdk_alloc_array(paths->memory, MOST_FITTED, sizeof *room);
    pdk_status status = PDK_OK;
    *fits = false;
    if (seen == NULL || room == NULL) status = pdk_fail_memory(error, paths->memory, "a line across the track");
    else *fits = fit(seen, gather(paths, crossings, count, sector, seen), clock_step, room, gate, spread);
    pdk_free(paths->memory, seen);
    pdk_free(paths->memory, room);
    return status;
}
