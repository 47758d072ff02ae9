/* A surface seen from above in square cells, for the middle of a road. */
#ifndef PADDOCK_FORMAT_CRG_CRG_FLOOR_H
#define PADDOCK_FORMAT_CRG_CRG_FLOOR_H

#include "format/crg/crg_export.h"

typedef struct pdk_floor_plan {
    pdk_export *job;
    double minimum[2], size; /* of a cell, metres */
    size_t across, along;
    uint8_t *covered;
    int32_t *reached; /* number of cells after which the wave reached it; INT32_MAX = not yet */
    uint32_t *queue;  /* cells in the order in which the wave reaches them */
    size_t cells;     /* how many it reaches */
} pdk_floor_plan;

/* Cells that triangles cover: some twenty across a usual road. Close it after a failure, too. */
pdk_status pdk_floor_open(pdk_floor_plan *plan, const pdk_crg *crg, pdk_export *job, const float *positions,
                          pdk_error *error);
void pdk_floor_close(pdk_floor_plan *plan);
/* crg.flat */
pdk_status pdk_floor_fail_flat(pdk_error *error);

/* Cell 0, outside of which is everything else, is never covered. */
size_t pdk_floor_cell_at(const pdk_floor_plan *plan, double x, double y);
void pdk_floor_centre_of(const pdk_floor_plan *plan, uint32_t cell, double centre[2]);

/* A wave begins in the cells it is started in, after plan->cells was set to 0, and goes through all covered ones that
 * hang together with them and were not reached before. */
void pdk_floor_forget_waves(pdk_floor_plan *plan);
void pdk_floor_start_wave(pdk_floor_plan *plan, uint32_t cell);
void pdk_floor_spread(pdk_floor_plan *plan);
/* A new wave, from one cell. Returns the last one that it reaches, which is among the furthest. */
uint32_t pdk_floor_send_wave(pdk_floor_plan *plan, uint32_t from);
/* A cell of the largest part; where nothing is covered, one that is not. */
uint32_t pdk_floor_largest_part(pdk_floor_plan *plan);

#endif
