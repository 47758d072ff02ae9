/* What was found, as findings: of each kind the first few with their places, then how many more there are. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "surface/measure/rim.h"
#include "surface/measure/surface_check.h"
#include "base/callback.h"
#include "base/number.h"
#include "base/text.h"
#include "model/document.h"

typedef struct surface_report {
    pdk_measuring *measuring;
    pdk_finding_handler handler;
    void *user;
    uint64_t total;
    bool stopped;
} surface_report;

static void put(surface_report *report, pdk_severity severity, const char *code, uint64_t offset, const char *where,
                const char *format, ...) PDK_PRINTF(6, 7);
static void put(surface_report *report, pdk_severity severity, const char *code, uint64_t offset, const char *where,
                const char *format, ...)
{
    char message[256];
    va_list arguments;
    report->total++;
    if (report->stopped || report->handler == NULL) return;
    va_start(arguments, format);
    pdk_print_message(message, sizeof message, format, arguments);
    va_end(arguments);
    pdk_finding finding = { severity, code, offset, where, message };
    if (!pdk_tell_finding(report->handler, report->user, &finding)) report->stopped = true;
}

/* Where bytes of the surface are in the file, when they are the file's own. */
static uint64_t offset_of(const surface_report *report, const void *bytes)
{
    const pdk_document *document = report->measuring->work.options->document;
    if (document == NULL) return PDK_NO_OFFSET;
    uintptr_t at = (uintptr_t)bytes, begin = (uintptr_t)document->content.data;
    return at >= begin && at - begin < document->content.size ? at - begin : PDK_NO_OFFSET;
}

static uint64_t offset_of_triangle(const surface_report *report, uint64_t triangle)
{
    return offset_of(report, report->measuring->work.surface->triangles + 3 * triangle);
}

static uint64_t offset_of_point(const surface_report *report, uint64_t point)
{
    return offset_of(report, report->measuring->work.surface->positions + 3 * point);
}

enum { POINT_TEXT = 3 * PDK_NUMBER_SIZE + 8 };

/* "12.5, 3.25, 170.1" */
static const char *format_point(char text[POINT_TEXT], const surface_report *report, uint64_t point)
{
    const float *p = report->measuring->work.surface->positions + 3 * point;
    const double *origin = report->measuring->work.options->origin;
    size_t length = 0;
    for (int axis = 0; axis < 3; axis++) {
        bool moved = origin[axis] != 0;
        double value = moved ? pdk_sum_of_float(p[axis], origin[axis]) : (double)p[axis];
        if (axis > 0) length += (size_t)snprintf(text + length, POINT_TEXT - length, ", ");
        length += pdk_format_number(text + length, value, moved ? PDK_FLOAT64 : PDK_FLOAT32);
    }
    return text;
}

static void put_rest(surface_report *report, pdk_severity severity, const char *code, uint64_t count, size_t shown,
                     const char *what)
{
    if (count > shown) put(report, severity, code, PDK_NO_OFFSET, "", "%" PRIu64 " more %s", count - shown, what);
}

static const pdk_defect_list *places_of(const surface_report *report, pdk_defect_kind kind)
{
    return &report->measuring->places->lists[0][kind];
}

/* ----------------------------------------------------------------------------------------- triangles and points */

/* What there is to say about the places of a kind. `other` is a message for places with an earlier one, NULL where
 * there is none. */
static const struct kind_text {
    pdk_defect_kind kind;
    pdk_severity severity;
    const char *code, *message, *more;
    bool is_point, has_other;
} kind_texts[] = {
    { PDK_DEFECT_OUT_OF_RANGE, PDK_ERROR, "surface.triangle.range", "refers to points that do not exist",
      "triangles refer to points that do not exist", false, false },
    { PDK_DEFECT_NOT_FINITE, PDK_ERROR, "surface.point.finite",
      "a coordinate is not a finite number, or too large for a float; the triangles of the point are left out",
      "points are not finite", true, false },
    { PDK_DEFECT_FLIPPED, PDK_WARNING, "surface.triangle.flipped", "faces down", "triangles face down", false, false },
    { PDK_DEFECT_DEGENERATE, PDK_WARNING, "surface.triangle.degenerate", "has no area", "triangles have no area", false,
      false },
    { PDK_DEFECT_SAME_TRIANGLE, PDK_WARNING, "surface.triangle.duplicate", "has the same corners as triangle",
      "triangles repeat an earlier one", false, true },
    { PDK_DEFECT_SAME_POINT, PDK_NOTE, "surface.point.duplicate", "is at the same position as point",
      "points are at the position of an earlier one", true, true },
    { PDK_DEFECT_UNUSED, PDK_NOTE, "surface.point.unused", "is in no triangle", "points are in no triangle", true,
      false },
};

static uint64_t count_of(const pdk_surface_stats *stats, pdk_defect_kind kind)
{
    switch (kind) {
    case PDK_DEFECT_OUT_OF_RANGE: return stats->triangles_out_of_range;
    case PDK_DEFECT_NOT_FINITE: return stats->points_not_finite;
    case PDK_DEFECT_FLIPPED: return stats->flipped;
    case PDK_DEFECT_DEGENERATE: return stats->degenerate;
    case PDK_DEFECT_SAME_TRIANGLE: return stats->duplicate_triangles;
    case PDK_DEFECT_SAME_POINT: return stats->duplicate_points;
    case PDK_DEFECT_UNUSED: return stats->triangles > 0 ? stats->unused_points : 0;
    default: return 0;
    }
}

static void put_kind(surface_report *report, const struct kind_text *text)
{
    const pdk_surface *surface = report->measuring->work.surface;
    const pdk_defect_list *list = places_of(report, text->kind);
    for (size_t i = 0; i < list->count; i++) {
        char where[40], at[POINT_TEXT], other[40] = "";
        uint64_t key = list->items[i].key, point = text->is_point ? key : surface->triangles[3 * key];
        snprintf(where, sizeof where, "%s[%" PRIu64 "]", text->is_point ? "point" : "triangle", key);
        if (text->has_other) snprintf(other, sizeof other, " %" PRIu64, list->items[i].other);
        uint64_t offset = text->is_point ? offset_of_point(report, key) : offset_of_triangle(report, key);
        if (point >= surface->vertex_count) put(report, text->severity, text->code, offset, where, "%s", text->message);
        else
            put(report, text->severity, text->code, offset, where, "%s%s, at %s", text->message, other,
                format_point(at, report, point));
    }
    put_rest(report, text->severity, text->code, count_of(report->measuring->stats, text->kind), list->count,
             text->more);
}

/* ------------------------------------------------------------------------------------------------------- edges */

/* "triangles 3, 7 and 12", "triangles 3, 7, 12 and 5 more" */
static void name_triangles(char *text, size_t size, const pdk_edge_triangles *edge, uint64_t all)
{
    size_t at = (size_t)snprintf(text, size, "triangles");
    for (size_t i = 0; i < edge->count; i++) {
        bool last = i + 1 == edge->count && all == edge->count;
        at += (size_t)snprintf(text + at, size - at, "%s %" PRIu64,
                               i == 0 ? ""
                               : last ? " and"
                                      : ",",
                               edge->triangles[i]);
    }
    if (all > edge->count) snprintf(text + at, size - at, " and %" PRIu64 " more", all - edge->count);
}

static void put_edge(surface_report *report, const pdk_edge_triangles *edge, pdk_defect_kind kind, uint64_t sides)
{
    char where[48], triangles[128], from[POINT_TEXT], to[POINT_TEXT];
    uint64_t low = edge->key >> 32, high = edge->key & UINT32_MAX;
    snprintf(where, sizeof where, "edge[%" PRIu64 "-%" PRIu64 "]", low, high);
    name_triangles(triangles, sizeof triangles, edge, sides);
    uint64_t offset = offset_of_triangle(report, edge->triangles[0]);
    format_point(from, report, low);
    format_point(to, report, high);
    if (kind == PDK_DEFECT_NON_MANIFOLD) {
        put(report, PDK_WARNING, "surface.edge.non_manifold", offset, where, "%s meet at one edge, from %s to %s",
            triangles, from, to);
    } else {
        put(report, PDK_WARNING, "surface.edge.inconsistent", offset, where, "%s have opposite winding, from %s to %s",
            triangles, from, to);
    }
}

static pdk_status put_edges(surface_report *report, pdk_error *error)
{
    static const pdk_defect_kind kinds[] = { PDK_DEFECT_NON_MANIFOLD, PDK_DEFECT_INCONSISTENT };
    pdk_edge_triangles edges[2 * PDK_DEFECTS_SHOWN] = { { 0 } };
    uint64_t sides[2 * PDK_DEFECTS_SHOWN];
    size_t count = 0, first_of[3] = { 0 };
    for (size_t k = 0; k < 2; k++) {
        const pdk_defect_list *list = places_of(report, kinds[k]);
        for (size_t i = 0; i < list->count; i++) {
            sides[count] = kinds[k] == PDK_DEFECT_INCONSISTENT ? 2 : list->items[i].other;
            edges[count++].key = list->items[i].key;
        }
        first_of[k + 1] = count;
    }
    pdk_status status = pdk_find_edge_triangles(&report->measuring->work, edges, count, error);
    if (status != PDK_OK) return status;
    const pdk_surface_stats *stats = report->measuring->stats;
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = first_of[k]; i < first_of[k + 1]; i++) put_edge(report, &edges[i], kinds[k], sides[i]);
        size_t shown = first_of[k + 1] - first_of[k];
        if (k == 0) {
            put_rest(report, PDK_WARNING, "surface.edge.non_manifold", stats->edges.non_manifold, shown,
                     "edges have more than two triangles");
        } else {
            put_rest(report, PDK_WARNING, "surface.edge.inconsistent", stats->edges.inconsistent, shown,
                     "edges have triangles of opposite winding");
        }
    }
    return PDK_OK;
}

static pdk_status put_junctions(surface_report *report, pdk_error *error)
{
    pdk_junction shown[PDK_DEFECTS_SHOWN];
    uint64_t found = 0;
    pdk_status status = pdk_find_junctions(report->measuring, shown, &found, error);
    if (status != PDK_OK) return status;
    size_t count = found < PDK_DEFECTS_SHOWN ? (size_t)found : PDK_DEFECTS_SHOWN;
    for (size_t i = 0; i < count; i++) {
        char where[40], at[POINT_TEXT];
        snprintf(where, sizeof where, "point[%" PRIu32 "]", shown[i].point);
        put(report, PDK_WARNING, "surface.junction", offset_of_point(report, shown[i].point), where,
            "is on the edge between points %" PRIu64 " and %" PRIu64
            ", which is not split there (T-junction, gap %.3g mm), at %s",
            shown[i].edge >> 32, shown[i].edge & UINT32_MAX, shown[i].gap * 1000,
            format_point(at, report, shown[i].point));
    }
    put_rest(report, PDK_WARNING, "surface.junction", found, count, "points are on edges that are not split there");
    return PDK_OK;
}

static void put_hole(surface_report *report, const pdk_rim_loop *loop, size_t number)
{
    char where[40];
    const double *origin = report->measuring->work.options->origin;
    snprintf(where, sizeof where, "hole[%zu]", number);
    put(report, PDK_NOTE, "surface.hole", PDK_NO_OFFSET, where, "a hole of %.3g m2, %.3g m around, at %.3f, %.3f, %.3f",
        loop->area, loop->perimeter, loop->middle[0] + origin[0], loop->middle[1] + origin[1],
        loop->middle[2] + origin[2]);
}

/* The largest first. The inside of a closed circuit is one, too. */
static pdk_status put_holes(surface_report *report, pdk_error *error)
{
    pdk_rim rim;
    pdk_rim_loops loops;
    size_t holes;
    pdk_status status = pdk_rim_find(report->measuring, &rim, error);
    if (status == PDK_OK) status = pdk_rim_trace(&rim, &loops, error);
    if (status != PDK_OK) return status;
    pdk_rim_sort_holes(&loops, &holes);
    size_t shown = holes < PDK_DEFECTS_SHOWN ? holes : PDK_DEFECTS_SHOWN;
    for (size_t i = 0; i < shown; i++) put_hole(report, &loops.loops[i], i);
    put_rest(report, PDK_NOTE, "surface.hole", holes, shown, "holes; `paddock surface holes` lists them");
    return PDK_OK;
}

static pdk_status put_all(surface_report *report, pdk_error *error)
{
    enum { ERRORS = 2, KINDS = sizeof kind_texts / sizeof kind_texts[0] };
    for (size_t i = 0; i < ERRORS; i++) put_kind(report, &kind_texts[i]);
    pdk_status status = put_edges(report, error);
    for (size_t i = ERRORS; i < KINDS && status == PDK_OK; i++) put_kind(report, &kind_texts[i]);
    if (status == PDK_OK) status = put_holes(report, error);
    return status == PDK_OK ? put_junctions(report, error) : status;
}

pdk_status pdk_surface_check(const pdk_surface *surface, const pdk_surface_options *options,
                             pdk_finding_handler handler, void *user, uint64_t *total, pdk_surface_stats *stats,
                             pdk_error *error)
{
    pdk_surface_stats made;
    pdk_measuring measuring = { .stats = &made };
    surface_report report = { .measuring = &measuring, .handler = handler, .user = user };
    pdk_status status = pdk_surface_work_begin(&measuring.work, surface, options, error);
    if (status == PDK_OK) {
        measuring.places = pdk_surface_alloc(&measuring.work, 1, sizeof *measuring.places);
        measuring.boundary_edges =
            pdk_surface_alloc(&measuring.work, PDK_MAX_THREADS, sizeof *measuring.boundary_edges);
        if (measuring.places == NULL || measuring.boundary_edges == NULL)
            status = pdk_surface_fail_memory(&measuring.work, error);
    }
    if (status == PDK_OK) status = pdk_measure_all(&measuring, error);
    if (status == PDK_OK) status = put_all(&report, error);
    pdk_surface_work_end(&measuring.work);
    if (status != PDK_OK) return status;
    if (total != NULL) *total = report.total;
    if (stats != NULL) *stats = made;
    return PDK_OK;
}
