/* One line laid over another of the same shape: turned, moved and scaled a little, never mirrored. Programs that build
 * the same track put it elsewhere on their maps. */
#ifndef PADDOCK_TRACK_LINE_FIT_H
#define PADDOCK_TRACK_LINE_FIT_H

#include <stdbool.h>

#include "base/memory.h"

/* x' = x + scale * (cos(rotation) * x0 - sin(rotation) * y0), and so on: where the points of the moved line come to. */
typedef struct pdk_line_fit {
    double rotation; /* rad, anticlockwise */
    double scale;    /* 0.95 .. 1.05 */
    double x, y;     /* m: where the point 0, 0 comes to */
    double residual; /* m, the root of the mean square of the distances from line to line, of the larger side */
} pdk_line_fit;

/* Points of any spacing, in the order in which they were driven; seen from above. */
typedef struct pdk_line_points {
    const double (*at)[3];
    size_t count;
} pdk_line_points;

/* Lays `moved` over `fixed`. Where both come back to their beginning, they may begin at different places. The residual
 * is infinite where a line is shorter than 100 m. */
pdk_status pdk_line_fit_find(pdk_memory *memory, const pdk_line_points *fixed, const pdk_line_points *moved,
                             pdk_line_fit *fit, pdk_error *error);
/* How far apart the lines are as they are: the median of the distances, infinite as above. */
pdk_status pdk_line_fit_apart(pdk_memory *memory, const pdk_line_points *fixed, const pdk_line_points *moved,
                              double *apart, pdk_error *error);
void pdk_line_fit_move(const pdk_line_fit *fit, double *x, double *y);

#endif
