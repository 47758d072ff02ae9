/* OpenCRG: heights on a grid that is curved along a reference line. A row runs across the line at each step of it. */
#ifndef PADDOCK_FORMAT_CRG_CRG_EXPORT_H
#define PADDOCK_FORMAT_CRG_CRG_EXPORT_H

#include "target/exporter.h"

/* More than that is a mistake in the step. */
#define PDK_CRG_MAX_NODES (UINT64_C(1) << 30)
/* Bytes that a height of the grid takes: the lowest, the highest, its place among cells. */
#define PDK_CRG_HEIGHT_MEMORY UINT64_C(12)

/* A node of the reference line, and where 1 m to the left of it is. */
typedef struct pdk_crg_row {
    double x, y;
    double left_x, left_y; /* longer than 1 where the line bends: rows stand halfway between its two directions */
} pdk_crg_row;

typedef struct pdk_crg {
    pdk_crg_options options; /* those given, with the line that was found */
    double step;             /* along the line */
    double across;           /* between the sections beside it: the same, except for grids that are kept */
    double right;            /* v of the first section, a whole number of steps; negative = right of the line */
    size_t rows, sections;
    size_t first, end; /* of the sections that are written: those outside have no height */
    pdk_crg_row *line;
    double *heading; /* of the piece that ends at a row; heading[0] is that of heading[1] */
    bool bent;
    const struct pdk_crg_file *kept; /* the source's own grid, which is written again; NULL = a new one */
    bool uneven;                     /* of a kept grid: its sections are not at equal steps */
    bool doubles;                    /*   and its headings are no floats */
    /* Lowest and highest of the surface at each node, sections of row after row; NaN where there is none. */
    float *low, *high;
    uint64_t *used;           /* a bit for each point: those of triangles that have a height */
    uint64_t flat;            /* how many of these triangles there are */
    double area;              /* theirs, seen from above */
    uint64_t filled, layered; /* nodes with a height, and those with several */
} pdk_crg;

/* Lays the line and the width of the grid: pdk_crg_options.line, or straight along the surface. */
pdk_status pdk_crg_lay(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error);
/* Takes the heights of all nodes from the triangles, and leaves out empty sections at the sides. */
pdk_status pdk_crg_fill(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error);
/* Fails where rows that are written would cross. */
pdk_status pdk_crg_check_bends(const pdk_crg *crg, pdk_error *error);

/* The source's own reference line and sections, if it is OpenCRG, no others are requested, and they can be written as
 * they are; otherwise *line gets the points of its line, if it is bent, with the origin. */
pdk_status pdk_crg_keep(pdk_crg *crg, pdk_export *job, double (**line)[2], size_t *count, pdk_error *error);

/* The heights of a kept grid, less `origin` unless they can stay as they are; and the height that they count from. */
void pdk_crg_keep_heights(pdk_crg *crg, double origin);
double pdk_crg_kept_base(const pdk_crg *crg, double origin);

/* The middle of a surface that is a road, from one end to the other, with the origin: *line is the conversion's. */
pdk_status pdk_crg_find_middle(const pdk_crg *crg, pdk_export *job, const float *positions, double (**line)[2],
                               size_t *count, pdk_error *error);

/* The options' points, less the origin, with a smooth line of pieces far shorter than a step between them. Two points
 * are a straight line. *line is the caller's to free. */
pdk_status pdk_crg_smooth_line(const pdk_crg *crg, pdk_export *job, double (**line)[2], size_t *line_count,
                               pdk_error *error);
double pdk_crg_length(const double (*line)[2], size_t count);

static inline void pdk_crg_node(const pdk_crg *crg, size_t row, size_t section, double *x, double *y)
{
    const pdk_crg_row *at = &crg->line[row];
    double v = crg->right + crg->across * (double)section;
    *x = at->x + at->left_x * v;
    *y = at->y + at->left_y * v;
}

#endif
