/* Fewer triangles: the valid ones are taken, reduced in rounds, measured, and made a document. */
#include <string.h>

#include "model/document_life.h"
#include "surface/change/simplify_parts.h"
#include "base/options.h"

/* Copies the valid triangles to simplify. */
static pdk_status take_triangles(pdk_simplifying *all, double share, pdk_error *error)
{
    pdk_surface_work *work = &all->change->work;
    const pdk_surface *surface = &all->change->whole.surface;
    pdk_surface_report *report = &all->change->report;
    all->upright = true;
    pdk_surface_begin_step(work, share);
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        if (!pdk_surface_progress_at(work, i, surface->triangle_count)) return pdk_fail_cancelled(error);
        pdk_triangle_kind kind = pdk_triangle_kind_of(surface, i);
        if (kind == PDK_TRIANGLE_OUT_OF_RANGE || kind == PDK_TRIANGLE_NOT_FINITE) report->triangles_unsound++;
        else if (kind == PDK_TRIANGLE_REPEATED_CORNER) report->triangles_collapsed++;
        if (kind != PDK_TRIANGLE_VALID) continue;
        double cross[3];
        pdk_triangle_cross(surface, i, cross);
        if (cross[work->up] < 0) all->upright = false;
        memcpy(all->triangles + 3 * all->count, surface->triangles + 3 * i, 12);
        for (int k = 0; k < 3; k++) pdk_atomic_set_bit(all->used, surface->triangles[3 * i + (uint64_t)k]);
        all->count++;
    }
    return PDK_OK;
}

static bool allocate(pdk_simplifying *all)
{
    pdk_surface_work *work = &all->change->work;
    const pdk_surface *surface = &all->change->whole.surface;
    all->triangles = pdk_alloc_raw(&work->memory, 12 * (size_t)surface->triangle_count);
    all->carriers = pdk_alloc_raw(&work->memory, sizeof *all->carriers * (size_t)surface->vertex_count);
    all->frozen = pdk_surface_alloc(work, surface->vertex_count / 8 + 1, 1);
    all->used = pdk_surface_alloc(work, surface->vertex_count / 8 + 1, 1);
    if (all->carriers == NULL) return false;
    for (uint64_t i = 0; i < surface->vertex_count; i++) all->carriers[i] = PDK_NO_CARRIER;
    return all->triangles != NULL && all->frozen != NULL && all->used != NULL;
}

static pdk_status make(pdk_simplifying *all, const pdk_deviation *deviation, pdk_document **made, pdk_error *error)
{
    pdk_surface_change *change = all->change;
    pdk_surface_work *work = &change->work;
    uint64_t points = change->whole.surface.vertex_count;
    uint8_t *kept = pdk_surface_alloc(work, points / 8 + 1, 1);
    if (kept == NULL) return pdk_surface_fail_memory(work, error);
    for (uint64_t i = 0; i < 3 * all->count; i++) pdk_set_bit(kept, all->triangles[i]);
    pdk_surface_source result = change->whole;
    result.surface.triangles = all->triangles;
    result.surface.triangle_count = all->count;
    pdk_status status = pdk_surface_builder_part(&result, work, 0, kept, NULL, made, error);
    if (status != PDK_OK) return status;
    pdk_surface_report *report = &change->report;
    const pdk_surface_info *info = pdk_document_surface_at(*made, 0);
    report->points = info->vertices;
    report->triangles = info->triangles;
    report->points_unused = points - report->points;
    report->deviation_max = deviation->max;
    report->deviation_rms = deviation->points > 0 ? sqrt(deviation->squares / (double)deviation->points) : 0;
    return PDK_OK;
}

/* Nobody may want to know how far points are off: none is too far. */
static pdk_status simplify_with(const pdk_mesh_part_table *mesh_part, pdk_surface_change *change,
                                const pdk_simplify_options *how, bool measured, pdk_document **made, pdk_error *error)
{
    pdk_simplifying all = { .mesh_part = mesh_part, .change = change, .how = how };
    pdk_deviation deviation = { 0 };
    if (!allocate(&all)) return pdk_surface_fail_memory(&change->work, error);
    pdk_status status = take_triangles(&all, 0.02, error);
    if (status != PDK_OK) return status;
    if (all.count == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "simplify.cloud",
                        "there are no triangles to make fewer");
    }
    all.min_triangles = (uint64_t)ceil(how->ratio * (double)all.count);
    status = pdk_simplify_rounds(&all, measured ? 0.85 : 0.95, error);
    if (status == PDK_OK && measured) status = pdk_simplify_measure(&all, 0.1, &deviation, error);
    return status == PDK_OK ? make(&all, &deviation, made, error) : status;
}

static pdk_status simplify(pdk_surface_change *change, const pdk_simplify_options *how, bool measured,
                           pdk_document **made, pdk_error *error)
{
    pdk_part part;
    pdk_status status = pdk_part_open(&part, PDK_PART_MESH, "simplify.without", "simplifying", error);
    if (status == PDK_OK) status = simplify_with(part.table, change, how, measured, made, error);
    pdk_part_close(&part);
    return status;
}

pdk_status pdk_surface_simplify(const pdk_document *document, const pdk_surface_options *options,
                                const pdk_simplify_options *given, pdk_document **made, pdk_surface_report *report,
                                pdk_error *error)
{
    PDK_HOLD(document);
    pdk_surface_change change;
    pdk_simplify_options how;
    pdk_status status = pdk_surface_change_begin(&change, document, options, made, error);
    if (status == PDK_OK) status = pdk_options_copy(&how, sizeof how, given, "PDK_SIMPLIFY_OPTIONS_INIT", error);
    if (status == PDK_OK &&
        (made == NULL || !(how.error >= 0) || !isfinite(how.error) || !(how.ratio >= 0 && how.ratio <= 1))) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "simplify.error",
                          "simplifying needs an error in metres that is not negative, and a ratio from 0 to 1");
    }
    if (status == PDK_OK) status = simplify(&change, &how, report != NULL, made, error);
    return pdk_surface_change_end(&change, status, made, report, error);
}
