/* Surfaces cropped, tiled, merged, simplified.
 *
 *     pdk_document *part = NULL;
 *     const double box[4] = { 0, 0, 100, 50 };
 *     if (pdk_surface_crop(document, NULL, box, &part, NULL, &error) != PDK_OK) { ... }
 *     pdk_convert_file(part, "part.ply", NULL, NULL, NULL, &error);
 *     pdk_close(part);
 */
#ifndef PADDOCK_SURFACE_CHANGE_H
#define PADDOCK_SURFACE_CHANGE_H

#include "surface_measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document with surfaces in, a new document with one surface out, to be converted, measured, changed again, and
 * closed. Its format is "surface"; it holds the documents it was computed from (pdk_document_source_at), so that
 * documents may be closed in any order. A document's surfaces are taken as one. Points keep their order and their bits,
 * and normals and texture coordinates if all have them; blocks of points stay blocks. Triangles that refer to missing
 * or non-finite points are left out, and counted. The options' document and frame need not be given; options and report
 * may be NULL. These calls hold the new surface in memory, plus 4 bytes per point. */

typedef struct pdk_surface_report {
    uint64_t points, triangles;                 /* of the result */
    uint64_t points_outside, triangles_outside; /* left out: not in the requested part */
    uint64_t points_unused;                     /* left out: in no remaining triangle */
    uint64_t triangles_unsound;                 /* left out: a vertex number out of range, or a corner not finite */
    uint64_t points_joined;                     /* welded to another */
    uint64_t triangles_collapsed;               /* left out: no area after welding or simplifying */
    double deviation_max, deviation_rms;        /* simplify: of the original's points from the new surface, metres */
    uint64_t holes_filled;                      /* fill: closed ... */
    double area_filled;                         /*   ... of this area together, m2 */
    double area_left;                           /* of those left open, m2: */
    uint64_t holes_large;                       /*   larger than asked */
    uint64_t holes_around;                      /*   with a part of the surface inside */
    uint64_t holes_tangled;                     /*   whose edge crosses itself, has no area or too many sides */
    uint64_t reserved[2];                       /* zero; later editions may name them */
} pdk_surface_report;

/* The surface again, with smooth normals. */
PDK_API pdk_status pdk_surface_add_normals(const pdk_document *document, const pdk_surface_options *options,
                                           pdk_document **made, pdk_surface_report *report, pdk_error *error);

/* The triangles whose middle is in the box, whole: x from box[0] to before box[2], y from box[1] to before box[3] (x
 * and z where y is up), so that adjacent boxes share no triangle and miss none. Points in no triangle are included if
 * they are inside. */
PDK_API pdk_status pdk_surface_crop(const pdk_document *document, const pdk_surface_options *options,
                                    const double box[4], pdk_document **made, pdk_surface_report *report,
                                    pdk_error *error);

/* Square tiles of `size` metres: tile x, y has what pdk_surface_crop gives for (x * size, y * size, (x + 1) * size, (y
 * + 1) * size). Each tile that is not empty is passed to the handler, by rows, and closed afterwards. If the handler
 * returns false, the call stops with PDK_E_CANCELLED. The report covers all tiles: points on seams count in each of
 * their tiles. What the handler may call: see "callbacks" in core.h. */
typedef bool (*pdk_tile_handler)(void *user, int64_t x, int64_t y, const pdk_document *tile);
PDK_API pdk_status pdk_surface_tile(const pdk_document *document, const pdk_surface_options *options, double size,
                                    pdk_tile_handler handler, void *user, pdk_surface_report *report, pdk_error *error);

/* One surface of a document, for calls that otherwise take all of them as one. It uses the document's arrays. */
PDK_API pdk_status pdk_surface_extract(const pdk_document *document, size_t which, const pdk_surface_options *options,
                                       pdk_document **made, pdk_error *error);

/* Several surfaces as one, in the axes of the first; a surface without blocks becomes one block. `weld` >= 0 joins
 * points that are no further apart, in metres (0: at the same position), to the first of them; a negative one joins
 * none. Attributes of points (colours, intensity ...) are kept if all surfaces have them in the same type. With
 * options->origins, points are moved, in doubles, to the origin of the first: new point + origins[0] = point + its own
 * origin. A finding of the new document (surface.left_out, surface.origin) says what was left out or moved. Fails with
 * PDK_E_ARGUMENT if an origin is not finite. */
PDK_API pdk_status pdk_surface_merge(const pdk_document *const *documents, size_t count,
                                     const pdk_surface_options *options, double weld, pdk_document **made,
                                     pdk_surface_report *report, pdk_error *error);

/* The surface with its holes up to `max_area` m2 closed by triangles between their corners; pdk_surface_find_holes says
 * what is a hole. No points are added or moved. A hole stays open if another part of the surface is inside it, if its
 * edge crosses itself seen along its normal, or if it has more than 16384 sides; the report counts them. Fails with
 * PDK_E_ARGUMENT if `max_area` is not a finite number above 0. */
PDK_API pdk_status pdk_surface_fill(const pdk_document *document, const pdk_surface_options *options, double max_area,
                                    pdk_document **made, pdk_surface_report *report, pdk_error *error);

typedef struct pdk_simplify_options {
    size_t struct_size; /* PDK_SIMPLIFY_OPTIONS_INIT sets it */
    bool lock_border;   /* the edges of the surface stay as they are */
    double error;       /* metres: no original point of a sound triangle is further from the new surface */
    double ratio;       /* stop at about this share of the triangles; 0 = as few as the error allows */
} pdk_simplify_options;

#define PDK_SIMPLIFY_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_simplify_options)

/* Fewer triangles over some of the same points, by meshoptimizer, tile by tile on all processors. The error is a
 * promise: every original point is measured against the result, and parts that moved too far are repeated with more
 * care. Points in no triangle are left out, and counted. Fails with PDK_E_UNSUPPORTED, "simplify.without", without
 * Paddock's part for meshes. */
PDK_API pdk_status pdk_surface_simplify(const pdk_document *document, const pdk_surface_options *options,
                                        const pdk_simplify_options *how, pdk_document **made,
                                        pdk_surface_report *report, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
