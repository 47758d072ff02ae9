/* The middle of a road: from one end to the other, or around a circuit. */
#ifndef PADDOCK_FORMAT_CRG_CRG_MIDDLE_H
#define PADDOCK_FORMAT_CRG_CRG_MIDDLE_H

#include "format/crg/crg_floor.h"

typedef struct pdk_road_middle {
    pdk_floor_plan plan;
    double width; /* of the road, about; m */
    double (*middles)[2];
    size_t count;
    bool closed; /* after the last middle comes the first again */
} pdk_road_middle;

/* --- crg_circuit.c --- */
/* Cuts a circuit across the road, at the covered cell that is nearest to `begin`, and sends a wave around it, from one
 * side of the cut to the other. False: the largest part of the surface is no circuit. */
bool pdk_crg_cut_circuit(pdk_road_middle *road, uint32_t part, const double begin[2]);
void pdk_crg_heal_cut(pdk_road_middle *road);
/* Which way round a circuit goes: above 0 anticlockwise, below 0 clockwise, seen from above. That of the line, and that
 * in which the file lists its points. */
double pdk_crg_line_turn(const pdk_road_middle *road);
double pdk_crg_points_turn(const pdk_crg *crg, const float *positions, uint64_t count);

#endif
