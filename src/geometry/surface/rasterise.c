/* Row by row: corners within the row, and the edges' crossings of its lower and upper border. */
#include "surface/rasterise.h"

#include <math.h>

#include "surface/min_max.h"

/* Whole numbers within 0 .. count-1, or just outside. */
static int64_t to_cell(double place, int64_t count)
{
    if (!(place >= 0)) return -1;
    if (place >= (double)count) return count;
    return (int64_t)place;
}

void pdk_rasterise_begin(pdk_rasterise *cover, int64_t columns, int64_t rows)
{
    const double *u = cover->u, *v = cover->v;
    cover->low_u = pdk_min(u[0], pdk_min(u[1], u[2])) - PDK_RASTERISE_MARGIN;
    cover->high_u = pdk_max(u[0], pdk_max(u[1], u[2])) + PDK_RASTERISE_MARGIN;
    double low = pdk_min(v[0], pdk_min(v[1], v[2])) - PDK_RASTERISE_MARGIN,
           high = pdk_max(v[0], pdk_max(v[1], v[2])) + PDK_RASTERISE_MARGIN;
    cover->columns = columns;
    cover->first_row = to_cell(low, rows);
    cover->last_row = to_cell(high, rows);
    /* Points outside belong to the cells at the border, and so do triangles that reach there. */
    if (cover->first_row < 0) cover->first_row = 0;
    if (cover->last_row >= rows) cover->last_row = rows - 1;
    if (high < 0 || low >= (double)rows || cover->high_u < 0 || cover->low_u >= (double)columns) {
        cover->first_row = 0;
        cover->last_row = -1;
    }
}

static void widen(double u, double *left, double *right)
{
    if (u < *left) *left = u;
    if (u > *right) *right = u;
}

bool pdk_rasterise_span(const pdk_rasterise *cover, double low, double high, double *left, double *right)
{
    const double *u = cover->u, *v = cover->v;
    *left = INFINITY;
    *right = -INFINITY;
    for (int i = 0; i < 3; i++) {
        int j = i < 2 ? i + 1 : 0;
        if (v[i] >= low && v[i] <= high) widen(u[i], left, right);
        double borders[2] = { low, high };
        for (int k = 0; k < 2; k++) {
            double border = borders[k];
            if ((v[i] < border) == (v[j] < border)) continue;
            double part = (border - v[i]) / (v[j] - v[i]);
            widen(u[i] + pdk_clamp(part, 0, 1) * (u[j] - u[i]), left, right);
        }
    }
    return *left <= *right;
}

bool pdk_rasterise_row(const pdk_rasterise *cover, int64_t row, int64_t *first, int64_t *last)
{
    double left = cover->low_u, right = cover->high_u;
    /* A triangle in one row, or in one column, is its box; others are cut. */
    if (cover->first_row != cover->last_row && floor(left) < floor(right)) {
        double low = (double)row - PDK_RASTERISE_MARGIN, high = (double)row + 1 + PDK_RASTERISE_MARGIN;
        if (!pdk_rasterise_span(cover, low, high, &left, &right)) return false;
        left -= PDK_RASTERISE_MARGIN;
        right += PDK_RASTERISE_MARGIN;
    }
    *first = to_cell(left, cover->columns);
    *last = to_cell(right, cover->columns);
    if (*first < 0) *first = 0;
    if (*last >= cover->columns) *last = cover->columns - 1;
    return *first <= *last;
}
