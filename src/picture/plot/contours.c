/* Marching squares: a line enters a square of four values by one edge and leaves it by another, into the next. */
#include "plot/contours.h"

#include <math.h>
#include <stdlib.h>

#include "base/trigonometry.h"
#include "plot/decimate.h"

enum { BEHIND = 110 };

typedef struct tracing {
    const pdk_contour_grid *grid;
    const pdk_panel *panel;
    double level;
    uint32_t rows, columns; /* of squares */
    uint8_t *used;          /* of each square a bit for each edge */
    pdk_vector points;      /* of the line that is traced: pdk_draw_point */
} tracing;

/* The values of a square, anticlockwise from the lower left; false where one is missing. */
static bool values_of(const tracing *trace, uint32_t row, uint32_t column, double values[4])
{
    const pdk_raster_info *raster = trace->grid->raster;
    uint32_t step = trace->grid->step;
    if (row >= trace->rows || column >= trace->columns) return false;
    const float *high = raster->values + (size_t)row * step * raster->width + (size_t)column * step,
                *low = high + (size_t)step * raster->width;
    values[0] = (double)low[0];
    values[1] = (double)low[step];
    values[2] = (double)high[step];
    values[3] = (double)high[0];
    return isfinite(values[0]) && isfinite(values[1]) && isfinite(values[2]) && isfinite(values[3]);
}

static bool crosses(const double values[4], int edge, double level)
{
    return (values[edge] < level) != (values[(edge + 1) % 4] < level);
}

/* Where a line leaves that comes in by an edge: of a saddle's four edges two belong together. */
static int other_edge(const double values[4], int edge, double level)
{
    int list[4], count = 0, at = 0;
    for (int i = 0; i < 4; i++) {
        if (!crosses(values, i, level)) continue;
        if (i == edge) at = count;
        list[count++] = i;
    }
    return list[at ^ 1];
}

static bool add_point(tracing *trace, uint32_t row, uint32_t column, const double values[4], int edge)
{
    static const double corners[4][2] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 0 } }; /* to the right, down */
    const pdk_contour_grid *grid = trace->grid;
    int next = (edge + 1) % 4;
    double share = (trace->level - values[edge]) / (values[next] - values[edge]), place[2];
    for (int axis = 0; axis < 2; axis++)
        place[axis] = corners[edge][axis] + (corners[next][axis] - corners[edge][axis]) * share;
    double x = grid->west + ((column + place[0]) * grid->step + 0.5) * grid->raster->size,
           y = grid->north - ((row + place[1]) * grid->step + 0.5) * grid->raster->size;
    pdk_draw_point *point = pdk_vector_push(&trace->points);
    if (point == NULL) return false;
    *point = (pdk_draw_point){ pdk_scale_at(&trace->panel->x, x), pdk_scale_at(&trace->panel->y, y), false };
    return true;
}

static void neighbour(uint32_t *row, uint32_t *column, int edge)
{
    static const int ways[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    *row += (uint32_t)ways[edge][0]; /* before the first is past the last */
    *column += (uint32_t)ways[edge][1];
}

/* From a square's edge on until the line ends or comes round. */
static bool follow(tracing *trace, uint32_t row, uint32_t column, int edge)
{
    double values[4];
    trace->points.count = 0;
    if (!values_of(trace, row, column, values) || !add_point(trace, row, column, values, edge)) return false;
    for (;;) {
        uint8_t *used = &trace->used[(size_t)row * trace->columns + column];
        int out = other_edge(values, edge, trace->level);
        *used |= (uint8_t)(1 << edge | 1 << out);
        if (!add_point(trace, row, column, values, out)) return false;
        neighbour(&row, &column, out);
        edge = (out + 2) % 4;
        if (!values_of(trace, row, column, values)) return true;
        if ((trace->used[(size_t)row * trace->columns + column] >> edge & 1) != 0) return true;
    }
}

/* The flattest stretch of `room`: an upright label hides least there. */
static void find_place(const tracing *trace, int32_t room, size_t number, pdk_vector *places)
{
    const pdk_draw_point *points = trace->points.items;
    double length = 0, best = HUGE_VAL;
    pdk_contour_place place = { .level = number };
    for (size_t i = 1; i < trace->points.count; i++)
        length += fabs((double)points[i].x - points[i - 1].x) + fabs((double)points[i].y - points[i - 1].y);
    if (length < room / 2) return;
    if (length < 2.5 * room) { /* a short line, across a road: after its upper end */
        size_t last = trace->points.count - 1, end = points[0].y < points[last].y ? 0 : last;
        if (points[0].x == points[last].x && points[0].y == points[last].y) return;
        const pdk_draw_point *from = &points[end == 0 ? last : 0];
        double dx = (double)points[end].x - from->x, dy = (double)points[end].y - from->y, way = pdk_hypot(dx, dy);
        place.x = points[end].x + (int32_t)(dx / way * BEHIND);
        place.y = points[end].y + (int32_t)(dy / way * BEHIND);
        best = 0;
    }
    for (size_t first = 0, last = 0; first < trace->points.count && length >= 2.5 * room; first++) {
        while (last + 1 < trace->points.count && abs(points[last].x - points[first].x) < room) last++;
        if (abs(points[last].x - points[first].x) < room) break;
        double rise = fabs((double)points[last].y - points[first].y);
        if (rise >= best) continue;
        best = rise;
        place.x = points[first + (last - first) / 2].x;
        place.y = points[first + (last - first) / 2].y;
    }
    if (isinf(best)) { /* steep all along: in its middle */
        place.x = points[trace->points.count / 2].x;
        place.y = points[trace->points.count / 2].y;
    }
    place.length = length < INT32_MAX ? (int32_t)length : INT32_MAX;
    pdk_contour_place *kept = pdk_vector_push(places);
    if (kept != NULL) *kept = place;
}

static void put_line(pdk_plot_work *work, const tracing *trace)
{
    const pdk_draw_point *points = trace->points.items;
    pdk_path_points path;
    pdk_path_begin(&path, &work->list);
    for (size_t i = 0; i < trace->points.count; i++) pdk_path_point(&path, points[i].x, points[i].y);
    pdk_path_end(&path);
}

pdk_status pdk_contour_draw(pdk_plot_work *work, const pdk_panel *panel, const pdk_contour_grid *grid,
                            pdk_contour_level of, pdk_vector *places, pdk_error *error)
{
    const pdk_raster_info *raster = grid->raster;
    if (raster->height <= grid->step || raster->width <= grid->step) return PDK_OK;
    tracing trace = { .grid = grid,
                      .panel = panel,
                      .level = of.level,
                      .rows = (raster->height - 1) / grid->step,
                      .columns = (raster->width - 1) / grid->step,
                      .points = pdk_vector_of(work->memory, sizeof(pdk_draw_point)) };
    trace.used = pdk_alloc_array(work->memory, (size_t)trace.rows * trace.columns, 1);
    if (trace.used == NULL) return pdk_fail_memory(error, work->memory, "contours");
    pdk_draw_path_begin(&work->list, of.style);
    bool good = true;
    for (int rings = 0; rings < 2 && good; rings++) { /* lines from their ends first; what is left are rings */
        for (uint32_t row = 0; row < trace.rows && good; row++) {
            for (uint32_t column = 0; column < trace.columns && good; column++) {
                double values[4], beside[4];
                if (!values_of(&trace, row, column, values)) continue;
                for (int edge = 0; edge < 4 && good; edge++) {
                    uint32_t next_row = row, next_column = column;
                    if (!crosses(values, edge, of.level)) continue;
                    if ((trace.used[(size_t)row * trace.columns + column] >> edge & 1) != 0) continue;
                    neighbour(&next_row, &next_column, edge);
                    if (rings == 0 && values_of(&trace, next_row, next_column, beside)) continue;
                    good = follow(&trace, row, column, edge);
                    if (good) put_line(work, &trace);
                    if (good) find_place(&trace, of.room, of.number, places);
                }
            }
        }
    }
    pdk_free(work->memory, trace.points.items);
    pdk_free(work->memory, trace.used);
    return good ? PDK_OK : pdk_fail_memory(error, work->memory, "contours");
}
