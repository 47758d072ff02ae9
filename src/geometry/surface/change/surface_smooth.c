/* A surface again, with smooth normals. */
#include <string.h>

#include "model/document_life.h"
#include "surface/change/surface_change.h"
#include "surface/change/smooth.h"

typedef struct copy_step {
    const pdk_surface *from;
    pdk_surface_builder made;
} copy_step;

static void copy_points(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const copy_step *step = user;
    (void)thread;
    memcpy(step->made.positions + 3 * first, step->from->positions + 3 * first, 12 * (size_t)count);
    if (step->made.coordinates == NULL) return;
    memcpy(step->made.coordinates + 2 * first, step->from->coordinates + 2 * first, 8 * (size_t)count);
}

static void copy_triangles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const copy_step *step = user;
    (void)thread;
    memcpy(step->made.triangles + 3 * first, step->from->triangles + 3 * first, 12 * (size_t)count);
}

/* Copies triangles that have a shape and returns how many. Few surfaces have others, so one thread is enough. */
static uint64_t copy_those_with_shape(const copy_step *step)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < step->from->triangle_count; i++) {
        pdk_triangle_kind kind = pdk_triangle_kind_of(step->from, i);
        if (kind == PDK_TRIANGLE_OUT_OF_RANGE || kind == PDK_TRIANGLE_NOT_FINITE) continue;
        memcpy(step->made.triangles + 3 * kept++, step->from->triangles + 3 * i, 12);
    }
    return kept;
}

static pdk_status smooth(pdk_surface_change *change, pdk_document **made, pdk_error *error)
{
    const pdk_surface *surface = &change->whole.surface;
    pdk_surface_work *work = &change->work;
    uint64_t points = surface->vertex_count, triangles = surface->triangle_count, kept = triangles;
    copy_step step = { .from = surface };
    bool sound = false;
    pdk_status status = pdk_surface_builder_begin(
        &step.made, &change->whole, &change->options,
        (pdk_surface_size){ points, triangles, true, surface->coordinates != NULL, change->whole.block_count }, error);
    if (status == PDK_OK) status = pdk_make_normals(work, 0.6, step.made.normals, &sound, error);
    if (status == PDK_OK)
        status =
            pdk_surface_run(work, (pdk_surface_pass){ 0.15, points, PDK_SURFACE_PIECE }, copy_points, &step, error);
    if (status == PDK_OK && sound)
        status = pdk_surface_run(work, (pdk_surface_pass){ 0.25, triangles, PDK_SURFACE_PIECE }, copy_triangles, &step,
                                 error);
    if (status == PDK_OK) {
        if (!sound) kept = copy_those_with_shape(&step);
        if (kept < triangles) pdk_surface_builder_shrink(&step.made, points, kept);
        for (size_t i = 0; i < change->whole.block_count; i++) {
            const pdk_mesh_block *block = &change->whole.blocks[i];
            pdk_surface_builder_add_block(&step.made, block->name, block->first_point, block->point_count);
        }
        change->report =
            (pdk_surface_report){ .points = points, .triangles = kept, .triangles_unsound = triangles - kept };
        status = pdk_surface_builder_end(&step.made, made, error);
    }
    if (status != PDK_OK) pdk_surface_builder_drop(&step.made);
    return status;
}

pdk_status pdk_surface_add_normals(const pdk_document *document, const pdk_surface_options *options,
                                   pdk_document **made, pdk_surface_report *report, pdk_error *error)
{
    PDK_HOLD(document);
    pdk_surface_change change;
    pdk_status status = pdk_surface_change_begin(&change, document, options, made, error);
    if (status == PDK_OK) status = smooth(&change, made, error);
    return pdk_surface_change_end(&change, status, made, report, error);
}
