/* Surfaces measured, checked and compared with another.
 *
 *     pdk_surface_stats stats;
 *     if (pdk_surface_measure(&surface, NULL, &stats, &error) == PDK_OK) printf("%g m2\n", stats.area);
 */
#ifndef PADDOCK_SURFACE_MEASURE_H
#define PADDOCK_SURFACE_MEASURE_H

#include "surface_query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* These calls take any surface: a document's, or your own arrays. Triangles with a vertex number out of range or a
 * corner that is not finite are counted and otherwise ignored. */

typedef struct pdk_surface_options {
    size_t struct_size;           /* PDK_SURFACE_OPTIONS_INIT sets it */
    pdk_frame frame;              /* the surface's, as pdk_surface_info has it: which way is up; none = z */
    const pdk_document *document; /* the surface's; its file pages are released on the way; NULL = none */
    uint64_t memory;   /* bytes of working memory, approximately; 0 = a quarter of the surface's, at least 64 MiB */
    pdk_limits limits; /* memory: fails rather than take more; 0 = no limit */
    pdk_allocator allocator;
    size_t threads; /* at most; 0 = all processors. Results are the same to the last bit */
    pdk_progress progress;
    void *progress_user;
    double origin[3]; /* what was subtracted from the surface's coordinates, in its axes: bounds, boxes, tile numbers
                         and positions in findings are those before */
    const double (*origins)[3]; /* pdk_surface_merge: the same for each of its documents, in the document's own axes;
                                 * NULL = those that files state */
} pdk_surface_options;

#define PDK_SURFACE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_surface_options)

/* What cannot be measured, such as the bounds of no points, is missing. */
typedef struct pdk_surface_stats {
    uint64_t points, triangles;
    uint64_t points_not_finite;                  /* left out of bounds and mean */
    uint64_t triangles_out_of_range;             /* a vertex number is out of range */
    uint64_t triangles_not_finite;               /* have a corner that is not finite */
    double minimum[3], maximum[3], mean[3];      /* of the points; with an origin, their fewest decimals */
    double area;                                 /* of all triangles, m2 */
    double area_projected;                       /*   seen from above; overlapping triangles all count */
    double triangle_area_min, triangle_area_max; /* of those that have an area */
    double normal[3];                            /* the mean, weighted by area, of unit length */
    double slope_min, slope_max;                 /* against the horizontal, degrees, 0 to 90 */
    struct {
        uint64_t total, shared, boundary, non_manifold; /* total is the sum of: of two triangles, of one, of more */
        uint64_t inconsistent; /* shared, but both triangles run along it the same way: one of them is flipped */
    } edges;                   /* of triangles with three different corners */
    double edge_length_min, edge_length_mean, edge_length_max;
    uint64_t boundary_loops; /* closed loops of boundary edges; loops that touch in a point count as one */
    double boundary_length;
    uint64_t components;          /* parts that share no point */
    uint64_t degenerate;          /* triangles without area */
    uint64_t flipped;             /* triangles that face down */
    uint64_t duplicate_points;    /* same position as an earlier one */
    uint64_t duplicate_triangles; /* same corners as an earlier one, facing the same way */
    uint64_t unused_points;       /* in no triangle */
    int64_t euler;   /* points - edges + triangles, of the points in triangles; 1 for a sheet without holes */
    bool has_bounds; /* minimum, maximum, mean */
    bool has_areas;  /* triangle_area_min and _max, slope_min and _max */
    bool has_normal, has_edge_lengths;
    uint64_t reserved[8]; /* zero; later editions may name them */
} pdk_surface_stats;

/* Measures a surface. Memory: options.memory, 4.5 bytes per point and a little for each component; up to 24 bytes per
 * triangle if most triangles share a few points. Fails with PDK_E_ARGUMENT, PDK_E_LIMIT (also beyond 2^32 points or
 * triangles), PDK_E_MEMORY or PDK_E_CANCELLED. options may be NULL. */
PDK_API pdk_status pdk_surface_measure(const pdk_surface *surface, const pdk_surface_options *options,
                                       pdk_surface_stats *stats, pdk_error *error);

/* Reports what keeps a surface from being one sheet that can be driven on. Findings give the location ("triangle[12]",
 * "edge[3-17]", "point[5]") and, when the arrays are the document's own, the byte; for each kind the first ten are
 * reported, then how many more there are. pdk_check checks the file, this checks the shape.
 *     errors    triangles that cannot be measured
 *     warnings  non-manifold and inconsistent edges; triangles that face down, have no area or are duplicates;
 *               points on an edge that is not split there
 *     notes     duplicate points, points in no triangle, holes
 * *total (may be NULL) gets the number of findings, *stats (may be NULL) what pdk_surface_measure gives. Memory as
 * there, plus 100 bytes for each boundary edge. */
PDK_API pdk_status pdk_surface_check(const pdk_surface *surface, const pdk_surface_options *options,
                                     pdk_finding_handler handler, void *user, uint64_t *total, pdk_surface_stats *stats,
                                     pdk_error *error);

/* A boundary loop that the surface is around. In a grid, missing cells make one. */
typedef struct pdk_surface_hole {
    double middle[3];              /* of its edge */
    double minimum[3], maximum[3]; /* of its corners */
    double area;                   /* m2, that of the flat shape that its edge goes around */
    double perimeter;              /* m */
    uint64_t sides;                /* boundary edges around it */
} pdk_surface_hole;

typedef struct pdk_surface_holes {
    uint64_t count;
    double area;          /* of all, m2 */
    uint64_t outer;       /* the other loops: outer edges of parts */
    uint64_t open_sides;  /* boundary edges in no closed loop: triangles beside them are wound against each other */
    uint64_t reserved[4]; /* zero; later editions may name them */
} pdk_surface_holes;

/* Finds holes: fills up to `capacity` of them, the largest first, and *found. A loop is a hole if the surface is
 * outside of it, seen from the side that its triangles face; so is the inside of a closed circuit. Holes that touch at
 * a point are two. Points at the same position count as one, so a seam is no hole. Memory as for pdk_surface_check.
 * Fails as pdk_surface_measure does. options may be NULL. */
PDK_API pdk_status pdk_surface_find_holes(const pdk_surface *surface, const pdk_surface_options *options,
                                          pdk_surface_hole *holes, size_t capacity, pdk_surface_holes *found,
                                          pdk_error *error);

/* Smooth normals, weighted by area: three floats of unit length for each point, in `normals`. Points without a triangle
 * get one that points up. */
PDK_API pdk_status pdk_surface_normals(const pdk_surface *surface, const pdk_surface_options *options, float *normals,
                                       pdk_error *error);

/* One surface against another. */
typedef struct pdk_surface_comparison pdk_surface_comparison;

enum { PDK_SURFACE_COMPARISON_PERCENTILES = 9, PDK_SURFACE_COMPARISON_BINS = 41 };

typedef struct pdk_surface_comparison_info {
    uint64_t count;                                /* vertices of the first surface */
    uint64_t not_finite;                           /*   of them not finite: left out */
    uint64_t covered;                              /*   of them above or below the other surface */
    double mean, rms, deviation, minimum, maximum; /* of the vertical distance, m; where something is covered */
    double mean_absolute;
    double normal_rms, normal_minimum, normal_maximum; /* of the distance along the other's normal, m */
    double
        percentiles[PDK_SURFACE_COMPARISON_PERCENTILES]; /* 1, 5, 10, 25, 50, 75, 90, 95, 99: exact order statistics */
    double bin_width;                                    /* of the histogram, whose middle bin is centred on 0 */
    uint64_t bins[PDK_SURFACE_COMPARISON_BINS], below, above;
    const float *vertical; /* m for each vertex, NaN = not covered */
    const float *normal;
} pdk_surface_comparison_info;

typedef struct pdk_surface_comparison_options {
    size_t struct_size; /* PDK_SURFACE_COMPARISON_OPTIONS_INIT sets it */
    double bin_width;   /* m; 0 = so that 98 % of the distances fit */
    size_t threads;
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
} pdk_surface_comparison_options;

#define PDK_SURFACE_COMPARISON_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_surface_comparison_options)

/* The distance of a surface's vertices from another surface, using its nearest layer; positive = the vertex is above.
 * The distance along the normal is that from the plane of the triangle below or above. Memory: 12 bytes a vertex.
 * Results do not depend on the number of threads. */
PDK_API pdk_status pdk_surface_compare(const pdk_surface *surface, const pdk_height_index *other,
                                       const pdk_surface_comparison_options *options,
                                       pdk_surface_comparison **comparison, pdk_error *error);
PDK_API const pdk_surface_comparison_info *pdk_surface_comparison_about(const pdk_surface_comparison *comparison);
PDK_API void pdk_surface_comparison_close(pdk_surface_comparison *comparison);

#ifdef __cplusplus
}
#endif
#endif
