/* Fewer points that look the same. */
#ifndef PADDOCK_PLOT_DECIMATE_H
#define PADDOCK_PLOT_DECIMATE_H

#include "plot/draw_list.h"

/* For x that does not fall: of the points in each half pixel's column the first, the lowest, the highest and the last
 * are kept. A line through them covers exactly what the line through all of them covers. */
typedef struct pdk_column_points {
    pdk_draw_list *list;
    int32_t column;
    uint32_t count; /* in the column */
    struct pdk_numbered_point {
        int32_t x, y;
        uint32_t number;
    } first, low, high, last;
    bool begins; /* the next point is not joined with the one before */
} pdk_column_points;

/* Between pdk_draw_path_begin and the next item. */
void pdk_columns_begin(pdk_column_points *points, pdk_draw_list *list);
void pdk_columns_point(pdk_column_points *points, int32_t x, int32_t y);
/* A gap in the line. */
void pdk_columns_gap(pdk_column_points *points);
void pdk_columns_end(pdk_column_points *points);

/* For any line: points are left out where no point that is left out is further than a tenth of a pixel from the line
 * that is drawn. */
typedef struct pdk_path_points {
    pdk_draw_list *list;
    int32_t from_x, from_y; /* the last that was drawn */
    int32_t last_x, last_y; /* the last that was given */
    double left, right;     /* the directions from the first to the last that stay near all between */
    double reach;           /* of the furthest point since */
    bool has_from, has_range, has_last;
} pdk_path_points;

void pdk_path_begin(pdk_path_points *points, pdk_draw_list *list);
void pdk_path_point(pdk_path_points *points, int32_t x, int32_t y);
void pdk_path_gap(pdk_path_points *points);
/* The same as a gap; the last point given is drawn. */
void pdk_path_end(pdk_path_points *points);

#endif
