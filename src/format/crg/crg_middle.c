/* The middle of a road that bends: waves that run through its cells from one end to the other, and the middles of the
 * waves, which are then moved to halfway between the sides. A circuit is cut first (crg_circuit.c). */
#include <math.h>
#include <string.h>

#include "base/trigonometry.h"
#include "format/crg/crg_middle.h"

enum { MAX_MIDDLES = 1 << 16, ROUNDS = 8 };

/* ------------------------------------------------------------------------------------------------------- waves */

/* The middle of the cells that a wave reaches within a road's width; false where they are in two places: the road
 * forks, or comes back to itself. In a small circuit these are not far from their middle, but none is beside it. */
static bool add_middle(pdk_road_middle *road, size_t first, size_t end)
{
    const pdk_floor_plan *plan = &road->plan;
    double sum[2] = { 0, 0 }, centre[2], nearest = INFINITY, furthest = 0;
    for (size_t i = first; i < end; i++) {
        pdk_floor_centre_of(plan, plan->queue[i], centre);
        for (int k = 0; k < 2; k++) sum[k] += centre[k] / (double)(end - first);
    }
    for (size_t i = first; i < end; i++) {
        pdk_floor_centre_of(plan, plan->queue[i], centre);
        double distance = pdk_hypot(centre[0] - sum[0], centre[1] - sum[1]);
        nearest = fmin(nearest, distance);
        furthest = fmax(furthest, distance);
    }
    if (furthest > 3 * road->width + 3 * plan->size || nearest > fmax(road->width / 2, 3 * plan->size)) return false;
    if (road->count < MAX_MIDDLES) memcpy(road->middles[road->count++], sum, sizeof sum);
    return true;
}

/* One middle for each half of a width. */
static bool follow_wave(pdk_road_middle *road)
{
    const pdk_floor_plan *plan = &road->plan;
    road->count = 0;
    int32_t last = plan->reached[plan->queue[plan->cells - 1]];
    double length = (double)(last + 1) * plan->size;
    road->width = (double)plan->cells * plan->size * plan->size / length;
    int32_t thick = (int32_t)fmax(ceil(road->width / 2 / plan->size), (double)(last / (MAX_MIDDLES - 2) + 1));
    if (length < 3 * road->width) return false;
    for (size_t first = 0; first < plan->cells;) {
        size_t end = first;
        int32_t until = plan->reached[plan->queue[first]] + thick;
        while (end < plan->cells && plan->reached[plan->queue[end]] < until) end++;
        if (!add_middle(road, first, end)) return false;
        first = end;
    }
    return road->count >= 4;
}

/* ---------------------------------------------------------------------------------------------------- the line */

static size_t before(const pdk_road_middle *road, size_t i)
{
    return i > 0 ? i - 1 : road->closed ? road->count - 1 : i;
}

static size_t behind(const pdk_road_middle *road, size_t i)
{
    return i + 1 < road->count ? i + 1 : road->closed ? 0 : i;
}

static void direction_at(const pdk_road_middle *road, size_t i, double direction[2])
{
    const double *a = road->middles[before(road, i)], *b = road->middles[behind(road, i)];
    double length = pdk_hypot(b[0] - a[0], b[1] - a[1]);
    for (int k = 0; k < 2; k++) direction[k] = length > 0 ? (b[k] - a[k]) / length : k == 0;
}

/* How far the surface goes from a place in a direction; gaps of up to two cells belong to it. */
static double reach(const pdk_floor_plan *plan, const double from[2], double x, double y, double most)
{
    double step = plan->size / 4, last = 0;
    for (double on = 0; on <= most && on - last <= 2.5 * plan->size; on += step) {
        if (plan->covered[pdk_floor_cell_at(plan, from[0] + x * on, from[1] + y * on)] != 0) last = on;
    }
    return last;
}

/* To halfway between the sides. */
static void centre(const pdk_road_middle *road, double at[2], const double along[2])
{
    double most = 2 * road->width, left = reach(&road->plan, at, -along[1], along[0], most),
           right = reach(&road->plan, at, along[1], -along[0], most), off = (left - right) / 2;
    at[0] -= along[1] * off;
    at[1] += along[0] * off;
}

/* Each middle, which then are made a little smoother; in rounds, as directions follow. */
static void centre_middles(pdk_road_middle *road)
{
    for (size_t i = 0; i < road->count; i++) {
        double along[2];
        direction_at(road, i, along);
        centre(road, road->middles[i], along);
    }
    double passed[2], first[2];
    memcpy(passed, road->middles[before(road, 0)], sizeof passed);
    memcpy(first, road->middles[0], sizeof first);
    for (size_t i = 0; i < road->count; i++) {
        double *at = road->middles[i], own[2] = { at[0], at[1] };
        const double *next = i + 1 < road->count ? road->middles[i + 1] : first;
        bool is_end = !road->closed && (i == 0 || i + 1 == road->count);
        for (int k = 0; k < 2 && !is_end; k++) at[k] = (passed[k] + 2 * own[k] + next[k]) / 4;
        memcpy(passed, own, sizeof passed);
    }
}

/* Waves begin and end in corners: what is near an end says little about the middle. */
static void drop_ends(pdk_road_middle *road, size_t most)
{
    size_t drop = road->count / 4 < most ? road->count / 4 : most;
    road->count -= 2 * drop;
    memmove(road->middles, road->middles + drop, road->count * sizeof *road->middles);
}

static void turn_around(pdk_road_middle *road)
{
    for (size_t i = 0; i < road->count / 2; i++) {
        double kept[2], *one = road->middles[i], *other = road->middles[road->count - 1 - i];
        memcpy(kept, one, sizeof kept);
        memcpy(one, other, sizeof kept);
        memcpy(other, kept, sizeof kept);
    }
}

/* A share of what is left of the surface before the last middle. */
static void go_on(pdk_road_middle *road, double share)
{
    double along[2], *end = road->middles[road->count - 1];
    direction_at(road, road->count - 1, along);
    double on = share * (reach(&road->plan, end, along[0], along[1], 2 * road->width) - road->plan.size / 2);
    if (!(on > road->plan.size / 4)) return;
    double next[2] = { end[0] + along[0] * on, end[1] + along[1] * on };
    if (share < 1) centre(road, next, along);
    if (road->count < MAX_MIDDLES) memcpy(road->middles[road->count++], next, sizeof next);
}

/* From the last middle on to the end of the surface, half a width after the other, and what is left straight on. */
static void extend(pdk_road_middle *road)
{
    double step = road->width / 2, along[2], *end = road->middles[road->count - 1];
    for (int more = 0; more < 16 && road->count < MAX_MIDDLES; more++) {
        direction_at(road, road->count - 1, along);
        if (reach(&road->plan, end, along[0], along[1], 2 * step) < 1.5 * step) break;
        double next[2] = { end[0] + along[0] * step, end[1] + along[1] * step };
        centre(road, next, along);
        end = road->middles[road->count++];
        memcpy(end, next, sizeof next);
    }
    go_on(road, 0.7);
    go_on(road, 1);
}

/* Middles of waves, moved to the middle of the road, from one end of it to the other. */
static void straighten(pdk_road_middle *road)
{
    drop_ends(road, 3);
    for (int round = 0; round < ROUNDS; round++) centre_middles(road);
    drop_ends(road, 2);
    extend(road);
    turn_around(road);
    extend(road);
    turn_around(road);
}

/* From the last middle on to the first: waves say little about the road beside the cut, where they began and ended. */
static void close_up(pdk_road_middle *road)
{
    double step = road->width / 2, along[2];
    for (int more = 0; more < 64 && road->count < MAX_MIDDLES - 1; more++) {
        const double *end = road->middles[road->count - 1], *first = road->middles[0];
        if (pdk_hypot(first[0] - end[0], first[1] - end[1]) < 1.5 * step) break;
        direction_at(road, road->count - 1, along);
        double next[2] = { end[0] + along[0] * step, end[1] + along[1] * step };
        centre(road, next, along);
        memcpy(road->middles[road->count++], next, sizeof next);
    }
    road->closed = true;
}

static void round_off(pdk_road_middle *road)
{
    drop_ends(road, 2);
    for (int round = 0; round < ROUNDS; round++) centre_middles(road);
    close_up(road);
    for (int round = 0; round < ROUNDS; round++) centre_middles(road);
}

/* ------------------------------------------------------------------------------------------------ begin and end */

/* The road begins at the end that is nearer to the file's first point. */
static void choose_begin(pdk_road_middle *road, const double first[2])
{
    const double *begin = road->middles[0], *end = road->middles[road->count - 1];
    if (pdk_hypot(end[0] - first[0], end[1] - first[1]) < pdk_hypot(begin[0] - first[0], begin[1] - first[1]))
        turn_around(road);
}

static void turn_front(pdk_road_middle *road, size_t count)
{
    pdk_road_middle front = { .middles = road->middles, .count = count },
                    rest = { .middles = road->middles + count, .count = road->count - count };
    turn_around(&front);
    turn_around(&rest);
    turn_around(road);
}

/* A circuit begins beside the file's first point, goes the way in which the file lists its points, and ends where it
 * began. */
static void choose_round(pdk_road_middle *road, double turn, const double first[2])
{
    size_t best = 0;
    double least = INFINITY;
    if (turn * pdk_crg_line_turn(road) < 0) turn_around(road);
    for (size_t i = 0; i < road->count; i++) {
        double distance = pdk_hypot(road->middles[i][0] - first[0], road->middles[i][1] - first[1]);
        if (distance < least) best = i;
        least = fmin(least, distance);
    }
    turn_front(road, best);
    memcpy(road->middles[road->count++], road->middles[0], sizeof *road->middles);
}

static pdk_status find_middles(pdk_road_middle *road, const pdk_crg *crg, const float *positions, pdk_error *error)
{
    uint32_t part = pdk_floor_largest_part(&road->plan);
    if (road->plan.covered[part] == 0) return pdk_floor_fail_flat(error);
    uint64_t point = 0;
    while ((crg->used[point / 64] >> point % 64 & 1) == 0) point++; /* there are triangles */
    double first[2] = { (double)positions[3 * point], (double)positions[3 * point + 1] };
    pdk_floor_send_wave(&road->plan, pdk_floor_send_wave(&road->plan, part));
    if (follow_wave(road)) {
        straighten(road);
        choose_begin(road, first);
        return PDK_OK;
    }
    bool circuit = pdk_crg_cut_circuit(road, part, first) && follow_wave(road);
    pdk_crg_heal_cut(road);
    if (!circuit) {
        return pdk_fail(
            error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.middle",
            "the surface is no single road from one end to another, and no single circuit (it forks, or is as wide "
            "as it is long): give the line with --line X,Y,X,Y... or FILE.csv");
    }
    round_off(road);
    choose_round(road, pdk_crg_points_turn(crg, positions, road->plan.job->mesh.point_count), first);
    return PDK_OK;
}

pdk_status pdk_crg_find_middle(const pdk_crg *crg, pdk_export *job, const float *positions, double (**line)[2],
                               size_t *count, pdk_error *error)
{
    pdk_road_middle road = { 0 };
    pdk_status status = pdk_floor_open(&road.plan, crg, job, positions, error);
    if (status != PDK_OK) return status;
    road.middles = pdk_alloc_array(job->memory, MAX_MIDDLES, sizeof *road.middles);
    if (road.middles == NULL) return pdk_fail_memory(error, job->memory, "the middle of a road");
    status = find_middles(&road, crg, positions, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < road.count; i++) {
        for (int k = 0; k < 2; k++) road.middles[i][k] += job->report->origin[k];
    }
    if (road.closed) {
        pdk_export_note(job, PDK_NOTE, "crg.circuit",
                        "the road is a circuit: the line begins and ends beside the file's first point");
    }
    pdk_floor_close(&road.plan);
    *line = road.middles;
    *count = road.count;
    return PDK_OK;
}
