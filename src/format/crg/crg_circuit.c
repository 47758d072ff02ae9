/* A circuit has no ends, where a wave could begin: it is cut across the road. */
#include <math.h>

#include "base/trigonometry.h"
#include "format/crg/crg_middle.h"
#include "format/crg/crg_spread.h"

enum { COVERED = 1, CUT = 2, SAMPLES = 256 };

static double distance_to(const pdk_floor_plan *plan, uint32_t cell, const double from[2])
{
    double centre[2];
    pdk_floor_centre_of(plan, cell, centre);
    return pdk_hypot(centre[0] - from[0], centre[1] - from[1]);
}

static uint32_t nearest_cell(pdk_floor_plan *plan, uint32_t part, const double to[2])
{
    pdk_floor_send_wave(plan, part);
    uint32_t best = part;
    double least = INFINITY;
    for (size_t i = 0; i < plan->cells; i++) {
        double distance = distance_to(plan, plan->queue[i], to);
        if (distance < least) best = plan->queue[i];
        least = fmin(least, distance);
    }
    return best;
}

/* The direction of the road: that in which the first cells of a wave are spread most. */
static void road_direction(const pdk_floor_plan *plan, size_t count, const double begin[2], double along[2])
{
    pdk_crg_spread spread = { 0 };
    double centre[2];
    for (size_t i = 0; i < count; i++) {
        pdk_floor_centre_of(plan, plan->queue[i], centre);
        pdk_crg_spread_add(&spread, centre[0] - begin[0], centre[1] - begin[1]);
    }
    double heading = pdk_crg_spread_heading(&spread);
    along[0] = pdk_cos(heading);
    along[1] = pdk_sin(heading);
}

static double ahead_of(const pdk_floor_plan *plan, uint32_t cell, const double begin[2], const double along[2])
{
    double centre[2];
    pdk_floor_centre_of(plan, cell, centre);
    return ((centre[0] - begin[0]) * along[0] + (centre[1] - begin[1]) * along[1]) / plan->size;
}

/* Cells across the road are cut out, three deep, so that no wave gets through; those ahead of the cut start the next
 * wave. */
static bool cut(pdk_floor_plan *plan, size_t count, const double begin[2], const double along[2])
{
    for (size_t i = 0; i < count; i++) {
        if (fabs(ahead_of(plan, plan->queue[i], begin, along)) <= 1.5) plan->covered[plan->queue[i]] = CUT;
    }
    pdk_floor_forget_waves(plan);
    plan->cells = 0;
    for (size_t i = 0; i < count; i++) { /* the wave's queue is filled after the part that has been read */
        uint32_t cell = plan->queue[i];
        double ahead = ahead_of(plan, cell, begin, along);
        if (plan->covered[cell] == COVERED && ahead > 0 && ahead <= 3.5) pdk_floor_start_wave(plan, cell);
    }
    return plan->cells > 0;
}

bool pdk_crg_cut_circuit(pdk_road_middle *road, uint32_t part, const double begin[2])
{
    pdk_floor_plan *plan = &road->plan;
    uint32_t first = nearest_cell(plan, part, begin), last = pdk_floor_send_wave(plan, first);
    double around = 2 * (double)(plan->reached[last] + 1) * plan->size,
           width = (double)plan->cells * plan->size * plan->size / around, along[2], centre[2];
    if (around < 6 * width) return false;
    size_t near = 0;
    while (near < plan->cells && plan->reached[plan->queue[near]] <= 2 * width / plan->size) near++;
    pdk_floor_centre_of(plan, first, centre);
    road_direction(plan, near, centre, along);
    if (!cut(plan, near, centre, along)) return false;
    pdk_floor_spread(plan);
    last = plan->queue[plan->cells - 1];
    return ahead_of(plan, last, centre, along) < 0 && distance_to(plan, last, centre) < 3 * (width + plan->size);
}

void pdk_crg_heal_cut(pdk_road_middle *road)
{
    for (size_t i = 0; i < road->plan.across * road->plan.along; i++) {
        if (road->plan.covered[i] == CUT) road->plan.covered[i] = COVERED;
    }
}

/* Twice the area of a polygon, above 0 if it goes anticlockwise. */
double pdk_crg_line_turn(const pdk_road_middle *road)
{
    double sum = 0;
    for (size_t i = 1; i + 1 < road->count; i++) {
        const double *from = road->middles[0], *a = road->middles[i], *b = road->middles[i + 1];
        sum += (a[0] - from[0]) * (b[1] - from[1]) - (a[1] - from[1]) * (b[0] - from[0]);
    }
    return sum;
}

double pdk_crg_points_turn(const pdk_crg *crg, const float *positions, uint64_t count)
{
    uint64_t step = count / SAMPLES + 1, at = 0;
    double first[2] = { 0 }, last[2] = { 0 }, sum = 0;
    bool begun = false;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        for (at = i * step; at < count && (crg->used[at / 64] >> at % 64 & 1) == 0;) at++;
        if (at >= count) break;
        double next[2] = { (double)positions[3 * at], (double)positions[3 * at + 1] };
        for (int k = 0; k < 2 && !begun; k++) first[k] = last[k] = next[k];
        begun = true;
        sum += (last[0] - first[0]) * (next[1] - first[1]) - (last[1] - first[1]) * (next[0] - first[0]);
        for (int k = 0; k < 2; k++) last[k] = next[k];
    }
    return sum;
}
