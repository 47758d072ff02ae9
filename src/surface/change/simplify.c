/* Attempts. meshoptimizer's error is an average over what was merged, so a round is given less than may be used up;
 * what went too far all the same is kept in place in the next attempt, which begins anew. */
#include <string.h>

#include "surface/change/simplify.h"
#include "base/meshopt.h"
#include "base/options.h"

enum { MOST_ATTEMPTS = 10, PATIENCE = 6 };
/* Of the error: what the first attempt gives a round. When more than this share of the points went too far: how much
 * less the next. */
static const double first_share = 0.5, many = 0.002, less = 0.6;

/* The sound triangles that are no more than their corners say. */
static pdk_status take_triangles(pdk_simplifying *all, double share, pdk_error *error)
{
    pdk_surface_work *work = &all->change->work;
    const pdk_surface *surface = &all->change->whole.surface;
    pdk_surface_report *report = &all->change->report;
    report->triangles_unsound = report->triangles_collapsed = 0;
    all->count = 0;
    all->upright = true;
    pdk_surface_next(work, share);
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        if (!pdk_surface_tell_at(work, i, surface->triangle_count)) return pdk_fail_cancelled(error);
        pdk_triangle_kind kind = pdk_triangle_kind_of(surface, i);
        if (kind == PDK_TRIANGLE_RANGE || kind == PDK_TRIANGLE_ODD) report->triangles_unsound++;
        else if (kind == PDK_TRIANGLE_THIN) report->triangles_collapsed++;
        if (kind != PDK_TRIANGLE_SOUND) continue;
        double cross[3];
        pdk_triangle_cross(surface, i, cross);
        if (cross[work->up] < 0) all->upright = false;
        memcpy(all->triangles + 3 * all->count, surface->triangles + 3 * i, 12);
        for (int k = 0; k < 3; k++) pdk_mark(all->used, surface->triangles[3 * i + (uint64_t)k]);
        all->count++;
    }
    return PDK_OK;
}

static bool make_room(pdk_simplifying *all)
{
    pdk_surface_work *work = &all->change->work;
    const pdk_surface *surface = &all->change->whole.surface;
    all->triangles = pdk_alloc_raw(&work->memory, 12 * (size_t)surface->triangle_count);
    all->frozen = pdk_surface_room(work, surface->vertex_count / 8 + 1, 1);
    all->used = pdk_surface_room(work, surface->vertex_count / 8 + 1, 1);
    return all->triangles != NULL && all->frozen != NULL && all->used != NULL;
}

/* After the last attempt nothing is changed but what lies exactly in the plane of its neighbours, and if that is off,
 * nothing. */
static pdk_status attempt(pdk_simplifying *all, pdk_deviation *deviation, pdk_error *error)
{
    double share = first_share, left = 1;
    for (int number = 0; number <= MOST_ATTEMPTS; number++) {
        double part = left / 3; /* of the progress bar: nobody knows how many there will be; two to five are usual */
        left -= part;
        all->error = number < MOST_ATTEMPTS ? all->how->error * share : 0;
        pdk_status status = take_triangles(all, part * 0.05, error);
        if (status == PDK_OK) status = pdk_simplify_rounds(all, part * 0.65, error);
        if (status == PDK_OK) status = pdk_simplify_verify(all, part * 0.3, deviation, error);
        if (status != PDK_OK || deviation->beyond == 0) return status;
        bool bold = (double)deviation->beyond > many * (double)deviation->points;
        if (bold || number >= PATIENCE) share *= less;
        if (bold) { /* kept points would be everywhere */
            memset((void *)all->frozen, 0, (size_t)(all->change->whole.surface.vertex_count / 8 + 1));
        }
    }
    *deviation = (pdk_deviation){ .points = deviation->points };
    return take_triangles(all, 0, error);
}

static pdk_status make(pdk_simplifying *all, const pdk_deviation *deviation, pdk_document **made, pdk_error *error)
{
    pdk_surface_change *change = all->change;
    pdk_surface_work *work = &change->work;
    uint64_t points = change->whole.surface.vertex_count;
    uint8_t *kept = pdk_surface_room(work, points / 8 + 1, 1);
    if (kept == NULL) return pdk_surface_no_room(work, error);
    for (uint64_t i = 0; i < 3 * all->count; i++) pdk_set_bit(kept, all->triangles[i]);
    pdk_surface_source result = change->whole;
    result.surface.triangles = all->triangles;
    result.surface.triangle_count = all->count;
    pdk_status status = pdk_surface_builder_part(&result, work, 0, kept, NULL, made, error);
    if (status != PDK_OK) return status;
    pdk_surface_report *report = &change->report;
    const pdk_surface_info *info = pdk_document_surface_info(*made, 0);
    report->points = info->vertices;
    report->triangles = info->triangles;
    report->points_unused = points - report->points;
    report->deviation_max = deviation->most;
    report->deviation_rms = deviation->points > 0 ? sqrt(deviation->squares / (double)deviation->points) : 0;
    return PDK_OK;
}

static pdk_status simplify(pdk_surface_change *change, const pdk_simplify_options *how, pdk_document **made,
                           pdk_error *error)
{
    pdk_simplifying all = { .change = change, .how = how };
    pdk_deviation deviation;
    if (!make_room(&all)) return pdk_surface_no_room(&change->work, error);
    pdk_status status = take_triangles(&all, 0, error);
    if (status != PDK_OK) return status;
    if (all.count == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "simplify.cloud",
                        "there are no triangles to make fewer");
    }
    all.least = (uint64_t)ceil(how->ratio * (double)all.count);
    status = attempt(&all, &deviation, error);
    return status == PDK_OK ? make(&all, &deviation, made, error) : status;
}

pdk_status pdk_surface_simplify(const pdk_document *document, const pdk_surface_options *options,
                                const pdk_simplify_options *given, pdk_document **made, pdk_surface_report *report,
                                pdk_error *error)
{
    pdk_surface_change change;
    pdk_simplify_options how;
    pdk_status status = pdk_surface_change_begin(&change, document, options, made, error);
    if (status == PDK_OK) status = pdk_options_copy(&how, sizeof how, given, "PDK_SIMPLIFY_OPTIONS_INIT", error);
    if (status == PDK_OK &&
        (made == NULL || !(how.error >= 0) || !isfinite(how.error) || !(how.ratio >= 0 && how.ratio <= 1))) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "simplify.error",
                          "simplifying wants an error in metres that is not negative, and a ratio from 0 to 1");
    }
    if (status == PDK_OK && !pdk_has_meshopt()) {
        status = pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "simplify.without",
                          "this program was linked without meshoptimizer and cannot simplify");
    }
    if (status == PDK_OK) status = simplify(&change, &how, made, error);
    return pdk_surface_change_end(&change, status, made, report, error);
}
