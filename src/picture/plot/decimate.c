/* Fewer points that look the same. */
#include "plot/decimate.h"

#include "base/trigonometry.h"

#include <math.h>

enum { HALF_PIXEL = 5 };

void pdk_columns_begin(pdk_column_points *points, pdk_draw_list *list)
{
    *points = (pdk_column_points){ .list = list, .begins = true };
}

static void put(pdk_column_points *points, const struct pdk_numbered_point *point)
{
    pdk_draw_to(points->list, point->x, point->y, points->begins);
    points->begins = false;
}

/* The four in the order in which they came, each once. */
static void flush(pdk_column_points *points)
{
    if (points->count == 0) return;
    const struct pdk_numbered_point *early = &points->low, *late = &points->high;
    if (early->number > late->number) {
        early = &points->high;
        late = &points->low;
    }
    put(points, &points->first);
    if (early->number > points->first.number && early->number < points->last.number) put(points, early);
    if (late->number > points->first.number && late->number < points->last.number && late->number != early->number)
        put(points, late);
    if (points->last.number > points->first.number) put(points, &points->last);
    points->count = 0;
}

void pdk_columns_point(pdk_column_points *points, int32_t x, int32_t y)
{
    int32_t column = x >= 0 ? x / HALF_PIXEL : -((HALF_PIXEL - 1 - x) / HALF_PIXEL);
    if (points->count > 0 && column != points->column) flush(points);
    struct pdk_numbered_point point = { x, y, points->count };
    if (points->count == 0) {
        points->column = column;
        points->first = points->low = points->high = points->last = point;
        points->count = 1;
        return;
    }
    if (y == points->last.y && x == points->last.x) return;
    if (y < points->low.y) points->low = point;
    if (y > points->high.y) points->high = point;
    points->last = point;
    points->count++;
}

void pdk_columns_gap(pdk_column_points *points)
{
    flush(points);
    points->begins = true;
}

void pdk_columns_end(pdk_column_points *points)
{
    flush(points);
}

/* ---------------------------------------------------------------------------------------------- any line */

static const double tolerance = 1;

void pdk_path_begin(pdk_path_points *points, pdk_draw_list *list)
{
    *points = (pdk_path_points){ .list = list };
}

static void draw_last(pdk_path_points *points)
{
    pdk_draw_to(points->list, points->last_x, points->last_y, !points->has_from);
    points->from_x = points->last_x;
    points->from_y = points->last_y;
    points->has_from = true;
    points->has_range = false;
    points->reach = 0;
}

static double turned(double angle, double about)
{
    const double whole = 6.283185307179586;
    return angle - whole * round((angle - about) / whole);
}

void pdk_path_point(pdk_path_points *points, int32_t x, int32_t y)
{
    if (!points->has_from) {
        points->last_x = x;
        points->last_y = y;
        draw_last(points);
        points->has_last = false;
        return;
    }
    for (;;) {
        double dx = (double)x - points->from_x, dy = (double)y - points->from_y, distance = pdk_hypot(dx, dy);
        if (distance <= 0 && !points->has_last) return;
        double angle =
            points->has_range ? turned(pdk_atan2(dy, dx), (points->left + points->right) / 2) : pdk_atan2(dy, dx);
        bool inside = !points->has_range || (angle >= points->left && angle <= points->right);
        if ((inside && distance >= points->reach) || !points->has_last) {
            double spread = distance > tolerance ? pdk_asin(tolerance / distance) : 1.5707963;
            double left = angle - spread, right = angle + spread;
            points->left = points->has_range ? fmax(points->left, left) : left;
            points->right = points->has_range ? fmin(points->right, right) : right;
            points->has_range = true;
            points->reach = distance;
            points->last_x = x;
            points->last_y = y;
            points->has_last = true;
            return;
        }
        draw_last(points); /* and look again from there */
        points->has_last = false;
    }
}

void pdk_path_gap(pdk_path_points *points)
{
    if (points->has_last) draw_last(points);
    points->has_last = points->has_from = points->has_range = false;
}

void pdk_path_end(pdk_path_points *points)
{
    pdk_path_gap(points);
}
