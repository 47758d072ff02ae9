/* A surface again, with smooth normals. */
#include <stdatomic.h>
#include <string.h>

#include "analysis/surface/change.h"
#include "analysis/surface/smooth.h"

typedef struct copy_step {
    const pdk_surface *from;
    _Atomic uint64_t kept; /* triangles that have a shape */
    pdk_made made;
} copy_step;

static void copy_points(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const copy_step *step = user;
    (void)thread;
    memcpy(step->made.positions + 3 * first, step->from->positions + 3 * first, 12 * (size_t)count);
    if (step->made.coordinates == NULL) return;
    memcpy(step->made.coordinates + 2 * first, step->from->coordinates + 2 * first, 8 * (size_t)count);
}

static bool has_shape(const pdk_surface *surface, uint64_t triangle)
{
    pdk_triangle_kind kind = pdk_triangle_kind_of(surface, triangle);
    return kind != PDK_TRIANGLE_RANGE && kind != PDK_TRIANGLE_ODD;
}

static void count_triangles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    copy_step *step = user;
    uint64_t kept = 0;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) kept += has_shape(step->from, i);
    atomic_fetch_add(&step->kept, kept);
}

static void copy_triangles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const copy_step *step = user;
    (void)thread;
    memcpy(step->made.triangles + 3 * first, step->from->triangles + 3 * first, 12 * (size_t)count);
}

/* The same where some are left out, which is rare: on one thread. */
static void copy_those_with_shape(const copy_step *step)
{
    uint32_t *to = step->made.triangles;
    for (uint64_t i = 0; i < step->from->triangle_count; i++) {
        if (!has_shape(step->from, i)) continue;
        memcpy(to, step->from->triangles + 3 * i, 12);
        to += 3;
    }
}

static pdk_status copy_arrays(pdk_surface_work *work, copy_step *step, pdk_error *error)
{
    const pdk_surface *from = step->from;
    pdk_status status = pdk_surface_run(work, 0.15, from->vertex_count, PDK_SURFACE_PIECE, copy_points, step, error);
    if (status != PDK_OK) return status;
    if (atomic_load(&step->kept) == from->triangle_count) {
        return pdk_surface_run(work, 0.2, from->triangle_count, PDK_SURFACE_PIECE, copy_triangles, step, error);
    }
    copy_those_with_shape(step);
    return PDK_OK;
}

static pdk_status smooth(pdk_change *change, pdk_document **made, pdk_error *error)
{
    const pdk_surface *surface = &change->whole.surface;
    pdk_surface_work *work = &change->work;
    copy_step step = { .from = surface };
    pdk_status status = pdk_surface_run(work, 0.1, surface->triangle_count, PDK_SURFACE_PIECE, count_triangles, &step, error);
    if (status != PDK_OK) return status;
    uint64_t points = surface->vertex_count, kept = atomic_load(&step.kept);
    status = pdk_made_begin(&step.made, &change->whole, &change->options, points, kept, true, surface->coordinates != NULL,
                            change->whole.block_count, error);
    if (status == PDK_OK) status = pdk_make_normals(work, 0.55, step.made.normals, error);
    if (status == PDK_OK) status = copy_arrays(work, &step, error);
    if (status == PDK_OK) {
        for (size_t i = 0; i < change->whole.block_count; i++) {
            const pdk_mesh_block *block = &change->whole.blocks[i];
            pdk_made_add_block(&step.made, block->name, block->first_point, block->point_count);
        }
        change->report = (pdk_surface_report){ .points = points,
                                               .triangles = kept,
                                               .triangles_unsound = surface->triangle_count - kept };
        status = pdk_made_end(&step.made, made, error);
    }
    if (status != PDK_OK) pdk_made_drop(&step.made);
    return status;
}

pdk_status pdk_surface_smooth(const pdk_document *document, const pdk_surface_options *options, pdk_document **made,
                              pdk_surface_report *report, pdk_error *error)
{
    pdk_change change;
    pdk_status status = pdk_change_begin(&change, document, options, made, error);
    if (status == PDK_OK) status = smooth(&change, made, error);
    return pdk_change_end(&change, status, made, report, error);
}
