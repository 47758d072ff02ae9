/* Which cells of a grid a triangle reaches into, seen from above. */
#ifndef PADDOCK_SURFACE_RASTERISE_H
#define PADDOCK_SURFACE_RASTERISE_H

#include <stdbool.h>
#include <stdint.h>

/* A triangle in units of cells. */
typedef struct pdk_rasterise {
    double u[3], v[3]; /* corners, across and up */
    double low_u, high_u;
    int64_t first_row, last_row; /* within the grid; first > last = it does not reach it */
    int64_t columns;             /* of the grid */
} pdk_rasterise;

/* Rounding never loses a cell: triangles are taken as wider by this part of a cell. */
#define PDK_RASTERISE_MARGIN 1e-6

void pdk_rasterise_begin(pdk_rasterise *cover, int64_t columns, int64_t rows);
/* The columns of one row that it reaches into; false when none. */
bool pdk_rasterise_row(const pdk_rasterise *cover, int64_t row, int64_t *first, int64_t *last);
/* How far it reaches between the heights low and high. False when it does not reach them. */
bool pdk_rasterise_span(const pdk_rasterise *cover, double low, double high, double *left, double *right);

#endif
