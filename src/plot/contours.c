/* Marching squares: of each square of four values, the edges on which the level lies. */
#include "plot/contours.h"

#include <math.h>

typedef struct square {
    double values[4];  /* anticlockwise from the lower left */
    double x, y, size; /* of the lower left, in metres */
} square;

/* Where the level is on an edge; false = not on it. */
static bool crosses(const square *at, int edge, double level, double place[2])
{
    static const double corners[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    int next = (edge + 1) % 4;
    double from = at->values[edge] - level, to = at->values[next] - level;
    if ((from < 0) == (to < 0)) return false;
    double share = from / (from - to);
    for (int axis = 0; axis < 2; axis++)
        place[axis] = corners[edge][axis] + (corners[next][axis] - corners[edge][axis]) * share;
    return true;
}

static void put_square(pdk_plot_work *work, const pdk_panel *panel, const square *at, double level)
{
    double places[4][2];
    int count = 0;
    for (int edge = 0; edge < 4; edge++) count += crosses(at, edge, level, places[count]);
    for (int i = 0; i + 1 < count; i += 2) { /* of a saddle two lines, the one way or the other */
        for (int end = 0; end < 2; end++)
            pdk_draw_to(&work->list, pdk_scale_at(&panel->x, at->x + places[i + end][0] * at->size),
                        pdk_scale_at(&panel->y, at->y + places[i + end][1] * at->size), end == 0);
    }
}

void pdk_contour_add(pdk_plot_work *work, const pdk_panel *panel, const pdk_raster_info *raster, const double origin[3],
                     double level, uint32_t step)
{
    for (uint32_t row = step; row < raster->height; row += step) {
        for (uint32_t column = 0; column + step < raster->width; column += step) {
            const float *low = raster->values + (size_t)row * raster->width + column,
                        *high = low - (size_t)step * raster->width;
            square at = { .values = { (double)low[0], (double)low[step], (double)high[step], (double)high[0] },
                          .x = raster->west + origin[0] + (column + 0.5) * raster->size,
                          .y = raster->north + origin[1] - (row + 0.5) * raster->size,
                          .size = step * raster->size };
            bool whole = true;
            for (int i = 0; i < 4; i++) whole = whole && isfinite(at.values[i]);
            if (whole) put_square(work, panel, &at, level);
        }
    }
}
