/* A generated track: the plan everything in the file follows from (tri_synth_plan.c), and its scenery
 * (tri_synth_scenery.c).
 */
#ifndef PADDOCK_FORMAT_TRI_TRI_SYNTH_H
#define PADDOCK_FORMAT_TRI_TRI_SYNTH_H

#include "format/tri/tri_track.h"
#include "synth/sim.h"

typedef struct pdk_tri_plan_node {
    double place[3];                /* as quantised in the file */
    double heading, slant;          /* radians, as quantised in the file */
    double reach_left, reach_right; /* how far the land reaches without folding over in bends */
    bool tunnel;
} pdk_tri_plan_node;

typedef struct pdk_tri_plan {
    bool closed;
    uint32_t record_count, node_count;
    uint64_t seed;
    double half_width, barrier; /* m from the middle */
    pdk_tri_plan_node nodes[PDK_TRI_MAX_NODES];
    uint8_t *file;
    bool fits; /* false once a value did not fit its field: a bug */
} pdk_tri_plan;

/* Fence along a record: bit 0 right, bit 1 left; where the road bends the other way. */
unsigned pdk_tri_plan_fences(const pdk_tri_plan *plan, uint32_t record);
/* Keeps plan->fits. */

/* --- tri_synth_plan.c --- */
static const double pdk_tri_spacing = 6; /* m between nodes */
void pdk_tri_plan_make(pdk_tri_plan *plan, const pdk_sim *sim);
/* Change of heading from before a record to after it, anticlockwise. */
double pdk_tri_plan_bend(const pdk_tri_plan *plan, uint32_t record);
void pdk_tri_plan_put(pdk_tri_plan *plan, const pdk_record *record, uint8_t *at, const pdk_named_value *values);

void pdk_tri_synth_props(pdk_tri_plan *plan);
void pdk_tri_synth_records(pdk_tri_plan *plan);

#endif
