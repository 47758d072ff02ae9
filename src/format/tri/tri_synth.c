/* A generated TRI file: a road of the simulated track's shape, and every number that follows from it by the formulas
 * real files obey. What nobody uses is as the game's own files have it. */
#include "format/tri/tri_synth.h"

#include <math.h>
#include <string.h>

enum { MIN_CLOSED = 16, OPEN_RECORDS = 150, CLOSED_RAIL = 63, OPEN_RAIL = 48 };

/* ----------------------------------------------------------------------------------------------- the zones */

static void write_header(pdk_tri_plan *plan)
{
    const double *start = plan->nodes[0].place;
    pdk_tri_plan_put(plan, &pdk_tri_header, plan->file,
                     (const pdk_named_value[]){
                         { "version", PDK_TRI_VERSION },
                         { "loop_record", plan->closed ? plan->record_count : 0 },
                         { "record_count", plan->record_count },
                         { "unknown_10", 6 },
                         { "start_x", start[0] },
                         { "start_z", start[2] },
                         { "start_y", start[1] },
                         { "scenery_size", plan->record_count * pdk_tri_record.size },
                         { "rail_texture", plan->closed ? CLOSED_RAIL : OPEN_RAIL },
                         { NULL, 0 },
                     });
    for (uint32_t i = 0; i < PDK_TRI_MAX_RECORDS; i++) {
        pdk_tri_plan_put(plan, &pdk_tri_offset, plan->file + PDK_TRI_OFFSETS_AT + (size_t)i * pdk_tri_offset.size,
                         (const pdk_named_value[]){ { "offset", i * pdk_tri_record.size }, { NULL, 0 } });
    }
}

static void put_steps(pdk_tri_plan *plan, uint8_t *at, const char *field, uint32_t steps)
{
    plan->fits = plan->fits && pdk_tri_put_angle(at, field, steps);
}

static void write_node(pdk_tri_plan *plan, uint32_t number)
{
    const pdk_tri_plan_node *node = &plan->nodes[number];
    uint8_t *at = plan->file + PDK_TRI_NODES_AT + (size_t)number * pdk_tri_node.size;
    bool last = number + 1 == plan->node_count; /* has no direction, in the game's own files too */
    unsigned fences = pdk_tri_plan_fences(plan, number / PDK_TRI_ROWS);
    double right[3];
    pdk_tri_right_of(last ? 0 : node->heading, node->slant, right);
    pdk_tri_plan_put(plan, &pdk_tri_node, at,
                     (const pdk_named_value[]){
                         { "left_verge", plan->half_width },
                         { "right_verge", plan->half_width },
                         { "left_barrier", plan->barrier },
                         { "right_barrier", plan->barrier },
                         { "lanes", 1 },
                         { "oncoming_lanes", 1 },
                         { "left_barrier_kind", node->tunnel || (fences & 2) != 0 },
                         { "right_barrier_kind", node->tunnel || (fences & 1) != 0 },
                         { "left_surface", node->tunnel ? 0 : 2 },
                         { "right_surface", node->tunnel ? 0 : 2 },
                         { "mode", node->tunnel ? 4 : PDK_TRI_USUAL },
                         { "x", node->place[0] },
                         { "z", node->place[2] },
                         { "y", node->place[1] },
                         { "slant", node->slant },
                         { "right_x", right[0] },
                         { "right_z", right[2] },
                         { "right_y", right[1] },
                         { NULL, 0 },
                     });
    if (last) return;
    const double *next = plan->nodes[number + 1].place;
    put_steps(plan, at, "heading", pdk_tri_stored_heading(node->place, next));
    put_steps(plan, at, "slope", pdk_tri_stored_slope(node->place, next));
}

static void write_nodes(pdk_tri_plan *plan)
{
    static const int64_t unused_right_x = -32766; /* what real files have in the node after the last */
    for (uint32_t i = 0; i < plan->node_count; i++) write_node(plan, i);
    if (plan->node_count == PDK_TRI_MAX_NODES) return;
    uint8_t *at = plan->file + PDK_TRI_NODES_AT + (size_t)plan->node_count * pdk_tri_node.size;
    plan->fits = plan->fits && pdk_put_i64(pdk_record_field(&pdk_tri_node, "right_x"), 0, at, unused_right_x);
}

/* Opponents go as fast as the bend allows at 1.2 g; the law and the traffic are slower. */
static void write_speeds(pdk_tri_plan *plan)
{
    static const double grip = 12, maximum = 66, legal = 27, traffic = 22;
    for (uint32_t i = 0; i < PDK_TRI_MAX_RECORDS; i++) {
        double fastest = 20, lawful = 18, safe = 16; /* after the last record */
        if (i < plan->record_count) {
            double curvature = fabs(pdk_tri_plan_bend(plan, i)) / (2 * PDK_TRI_ROWS * pdk_tri_spacing);
            fastest = fmin(maximum, sqrt(grip / fmax(curvature, 1e-9)));
            lawful = fmin(legal, fastest);
            safe = fmin(traffic, fastest);
        }
        pdk_tri_plan_put(
            plan, &pdk_tri_speed, plan->file + PDK_TRI_SPEEDS_AT + (size_t)i * pdk_tri_speed.size,
            (const pdk_named_value[]){
                { "opponent_speed", fastest }, { "legal_speed", lawful }, { "traffic_speed", safe }, { NULL, 0 } });
    }
}

/* ---------------------------------------------------------------------------------------------- the request */

static pdk_status choose_kind(const pdk_synth_options *options, bool *closed, pdk_error *error)
{
    *closed = options->dialect == NULL || strcmp(options->dialect, "closed") == 0;
    if (*closed || strcmp(options->dialect, "open") == 0) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.dialect",
                    "a track must be \"closed\" or \"open\", not \"%s\"", options->dialect);
}

/* From the number of scenery points or bytes asked for; without it a closed track has the simulated length. */
static pdk_status choose_records(const pdk_synth_options *options, const pdk_sim *sim, pdk_tri_plan *plan,
                                 pdk_error *error)
{
    uint64_t minimum = plan->closed ? MIN_CLOSED : 1;
    uint64_t records =
        plan->closed ? (uint64_t)(pdk_sim_track_length(sim) / (pdk_tri_spacing * PDK_TRI_ROWS) + 0.5) : OPEN_RECORDS;
    if (options->points > 0) records = options->points / PDK_TRI_POINTS + (options->points % PDK_TRI_POINTS != 0);
    if (options->size > 0) {
        records = options->size > PDK_TRI_RECORDS_AT ? (options->size - PDK_TRI_RECORDS_AT) / pdk_tri_record.size : 0;
        if (records < minimum) records = minimum;
    }
    if (records < minimum || records > PDK_TRI_MAX_RECORDS) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.size",
                        "a%s track has %llu to %d scenery records of 44 points and 24 m, not %llu",
                        plan->closed ? " closed" : "n open", (unsigned long long)minimum, PDK_TRI_MAX_RECORDS,
                        (unsigned long long)records);
    }
    plan->record_count = (uint32_t)records;
    plan->node_count = plan->record_count * PDK_TRI_ROWS;
    return PDK_OK;
}

static pdk_status write_file(pdk_tri_plan *plan, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    size_t size = PDK_TRI_RECORDS_AT + (size_t)plan->record_count * pdk_tri_record.size;
    plan->file = pdk_alloc(memory, size);
    if (plan->file == NULL) return pdk_fail_memory(error, memory, "the generated track");
    plan->fits = true;
    write_header(plan);
    write_nodes(plan);
    write_speeds(plan);
    pdk_tri_synth_props(plan);
    pdk_tri_synth_records(plan);
    if (!plan->fits) {
        return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "tri.synth", "a simulated value does not fit its field");
    }
    return pdk_output_write(output, plan->file, size, error);
}

pdk_status pdk_tri_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    bool closed;
    pdk_status status = choose_kind(options, &closed, error);
    if (status != PDK_OK) return status;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_sim *sim = pdk_sim_new(&memory, options->seed, 0, 1, 0.01);
    pdk_tri_plan *plan = pdk_alloc(&memory, sizeof *plan);
    if (sim == NULL || plan == NULL) {
        status = pdk_fail_memory(error, &memory, "the generated track");
    } else {
        plan->closed = closed;
        plan->seed = options->seed;
        status = choose_records(options, sim, plan, error);
        if (status == PDK_OK) {
            pdk_tri_plan_make(plan, sim);
            status = write_file(plan, &memory, output, error);
        }
    }
    pdk_memory_destroy(&memory);
    return status;
}
