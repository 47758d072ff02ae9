/* The steps of measuring a surface, in the order they are taken. */
#ifndef PADDOCK_SURFACE_MEASURE_MEASURE_H
#define PADDOCK_SURFACE_MEASURE_MEASURE_H

#include "surface/measure/defects.h"
#include "surface/measure/point_ranges.h"

/* Boundary edges as a thread meets them: lower point << 32 | higher point. */
typedef struct pdk_edge_list {
    uint64_t *edges;
    size_t count, capacity;
} pdk_edge_list;

typedef struct pdk_measuring {
    pdk_surface_work work;
    pdk_surface_stats *stats;
    pdk_defects *places;           /* NULL = only counts are wanted */
    pdk_edge_list *boundary_edges; /* one for each of PDK_MAX_THREADS; NULL = not wanted */
    pdk_point_ranges ranges;
    _Atomic uint8_t *named;           /* bits: points in a triangle that is not valid */
    _Atomic uint8_t *joined;          /*   in one that is */
    _Atomic uint8_t *boundary_points; /*   on a boundary */
    _Atomic uint8_t *doubtful;        /* the lower end of a side that two triangles have in the same direction */
    _Atomic uint32_t *sets;           /* see union_find.h */
    _Atomic uint64_t links;           /* joins that were news */
} pdk_measuring;

/* Steps report their share of the whole. They fail when memory runs out and when the caller wants to stop. */
pdk_status pdk_measure_points(pdk_measuring *measuring, pdk_error *error);
pdk_status pdk_measure_triangles(pdk_measuring *measuring, pdk_error *error);
pdk_status pdk_measure_edges(pdk_measuring *measuring, pdk_error *error);
pdk_status pdk_measure_same_triangles(pdk_measuring *measuring, pdk_error *error);
/* Needs the area and the bounds. */
pdk_status pdk_measure_same_points(pdk_measuring *measuring, pdk_error *error);

/* All of them; `places` may be NULL. */
pdk_status pdk_measure_all(pdk_measuring *measuring, pdk_error *error);

#endif
