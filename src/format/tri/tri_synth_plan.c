/* Where the road of a generated track goes: its nodes, by the simulated track. */
#include "format/tri/tri_synth.h"

#include <math.h>

static const double turn = 6.283185307179586476925286766559;
enum { STEPS = 16384, TUNNEL_RECORDS = 3, NODE_UNIT = 65536 };

void pdk_tri_plan_put(pdk_tri_plan *plan, const pdk_record *record, uint8_t *at, const pdk_named_value *values)
{
    plan->fits = plan->fits && pdk_put_values(record, at, values);
}

/* The node `steps` after another (or before it): round the track when closed, else kept within it. */
static const pdk_tri_plan_node *node_at(const pdk_tri_plan *plan, int64_t node)
{
    int64_t count = plan->node_count;
    if (plan->closed) node = (node % count + count) % count;
    else node = node < 0 ? 0 : node >= count ? count - 1 : node;
    return &plan->nodes[node];
}

static double quantised(double metres)
{
    return nearbyint(metres * NODE_UNIT) / NODE_UNIT;
}

/* The simulated track, scaled so that the nodes are about 6 m apart. */
static void plan_closed(pdk_tri_plan *plan, const pdk_sim *sim)
{
    double length = pdk_sim_track_length(sim), scale = pdk_tri_spacing * plan->node_count / length;
    for (uint32_t i = 0; i < plan->node_count; i++) {
        pdk_sim_place place = pdk_sim_track_at(sim, length * i / plan->node_count);
        plan->nodes[i] = (pdk_tri_plan_node){
            .place = { quantised(place.x * scale), quantised(place.y * scale), quantised(place.z * scale) },
            .slant = place.bank,
        };
    }
}

/* A road that always leads on: the simulated track's headings, folded so that it never turns back, and its slopes. */
static void plan_open(pdk_tri_plan *plan, const pdk_sim *sim)
{
    static const double max_aside = 0.9; /* rad */
    double at[3] = { 0 };
    for (uint32_t i = 0; i < plan->node_count; i++) {
        pdk_tri_plan_node *node = &plan->nodes[i];
        *node = (pdk_tri_plan_node){ .place = { quantised(at[0]), quantised(at[1]), quantised(at[2]) } };
        pdk_sim_place place = pdk_sim_track_at(sim, pdk_tri_spacing * i);
        double heading = max_aside * sin(place.heading);
        at[0] -= sin(heading) * cos(place.slope) * pdk_tri_spacing;
        at[1] += cos(heading) * cos(place.slope) * pdk_tri_spacing;
        at[2] += sin(place.slope) * pdk_tri_spacing;
    }
}

/* Directions follow from the quantised places, floored as the game's are. */
static void plan_directions(pdk_tri_plan *plan)
{
    for (uint32_t i = 0; i < plan->node_count; i++) {
        pdk_tri_plan_node *node = &plan->nodes[i];
        bool last = i + 1 == plan->node_count && !plan->closed;
        const double *from = last ? plan->nodes[i - 1].place : node->place;
        const double *to = last ? node->place : node_at(plan, (int64_t)i + 1)->place;
        node->heading = -remainder(pdk_tri_stored_heading(from, to) * turn / STEPS, turn);
        node->slant = floor(node->slant * STEPS / turn) * turn / STEPS;
    }
}

/* On the inside of a bend the land must end before the bend's centre, also that of bends just ahead and behind. */
static void plan_reach(pdk_tri_plan *plan)
{
    static const double maximum = 90, share = 0.7;
    enum { AROUND = 12 };
    for (uint32_t i = 0; i < plan->node_count; i++) {
        double left = 0, right = 0;
        for (int64_t k = (int64_t)i - AROUND; k <= (int64_t)i + AROUND; k++) {
            double bend = remainder(node_at(plan, k + 1)->heading - node_at(plan, k)->heading, turn) / pdk_tri_spacing;
            left = fmax(left, bend);
            right = fmax(right, -bend);
        }
        plan->nodes[i].reach_left = fmin(maximum, share / fmax(left, 1e-9));
        plan->nodes[i].reach_right = fmin(maximum, share / fmax(right, 1e-9));
    }
}

void pdk_tri_plan_make(pdk_tri_plan *plan, const pdk_sim *sim)
{
    plan->half_width = pdk_sim_track_at(sim, 0).half_width;
    plan->barrier = plan->half_width + 4;
    if (plan->closed) plan_closed(plan, sim);
    else plan_open(plan, sim);
    plan_directions(plan);
    plan_reach(plan);
    uint32_t first = plan->record_count / 3;
    for (uint32_t i = first * PDK_TRI_ROWS; i < (first + TUNNEL_RECORDS) * PDK_TRI_ROWS && i < plan->node_count; i++) {
        plan->nodes[i].tunnel = true;
    }
}

/* Change of heading from before a record to after it, anticlockwise. */
double pdk_tri_plan_bend(const pdk_tri_plan *plan, uint32_t record)
{
    int64_t node = (int64_t)record * PDK_TRI_ROWS;
    return remainder(node_at(plan, node + PDK_TRI_ROWS)->heading - node_at(plan, node - PDK_TRI_ROWS)->heading, turn);
}

unsigned pdk_tri_plan_fences(const pdk_tri_plan *plan, uint32_t record)
{
    static const double sharp = 0.25; /* rad over 48 m */
    if (plan->nodes[record * PDK_TRI_ROWS].tunnel) return 0;
    double bend = pdk_tri_plan_bend(plan, record);
    return bend > sharp ? 1u : bend < -sharp ? 2u : 0u;
}
