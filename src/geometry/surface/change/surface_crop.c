/* Which part of a surface is in a box. */
#include "surface/change/surface_crop.h"

#include "model/document_life.h"

typedef struct crop_step {
    pdk_surface_change *change;
    const double *box;
    _Atomic uint8_t *points, *triangles, *used; /* bits: kept, kept, in any triangle */
    _Atomic uint64_t unsound;
} crop_step;

static bool is_inside(const double *box, double x, double y)
{
    return x >= box[0] && x < box[2] && y >= box[1] && y < box[3];
}

void pdk_triangle_middle(const pdk_surface *surface, uint64_t triangle, int up, double middle[2])
{
    const uint32_t *c = surface->triangles + 3 * triangle;
    for (int k = 0; k < 2; k++) {
        uint64_t axis = k == 0 ? 0 : (uint64_t)(3 - up);
        double sum = 0;
        for (int corner = 0; corner < 3; corner++) sum += (double)surface->positions[3 * (uint64_t)c[corner] + axis];
        middle[k] = sum / 3;
    }
}

static void select_triangles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    crop_step *step = user;
    const pdk_surface *surface = &step->change->whole.surface;
    uint64_t unsound = 0;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        const uint32_t *c = surface->triangles + 3 * i;
        pdk_triangle_kind kind = pdk_triangle_kind_of(surface, i);
        for (int k = 0; k < 3; k++) {
            if (c[k] < surface->vertex_count) pdk_atomic_set_bit(step->used, c[k]);
        }
        if (kind == PDK_TRIANGLE_OUT_OF_RANGE || kind == PDK_TRIANGLE_NOT_FINITE) {
            unsound++;
            continue;
        }
        double middle[2];
        pdk_triangle_middle(surface, i, step->change->work.up, middle);
        if (!is_inside(step->box, middle[0], middle[1])) continue;
        pdk_atomic_set_bit(step->triangles, i);
        for (int k = 0; k < 3; k++) pdk_atomic_set_bit(step->points, c[k]);
    }
    atomic_fetch_add(&step->unsound, unsound);
}

/* Points of a cloud, and points of a surface that are in no triangle. */
static void take_lone_points(crop_step *step, uint64_t *left)
{
    const pdk_surface *surface = &step->change->whole.surface;
    int across = 3 - step->change->work.up;
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        if (pdk_atomic_has_bit(step->points, i)) continue;
        const float *p = surface->positions + 3 * i;
        bool inside = is_inside(step->box, (double)p[0], (double)p[across]);
        if (!inside) continue;
        if (pdk_atomic_has_bit(step->used, i)) (*left)++;
        else pdk_atomic_set_bit(step->points, i);
    }
}

static pdk_status crop(pdk_surface_change *change, const double box[4], pdk_document **made, pdk_error *error)
{
    pdk_surface_work *work = &change->work;
    const pdk_surface *surface = &change->whole.surface;
    crop_step step = { .change = change, .box = box };
    step.points = pdk_surface_alloc(work, surface->vertex_count / 8 + 1, 1);
    step.used = pdk_surface_alloc(work, surface->vertex_count / 8 + 1, 1);
    step.triangles = pdk_surface_alloc(work, surface->triangle_count / 8 + 1, 1);
    if (step.points == NULL || step.used == NULL || step.triangles == NULL) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ 0.7, surface->triangle_count, PDK_SURFACE_PIECE },
                                        select_triangles, &step, error);
    if (status != PDK_OK) return status;
    uint64_t unused = 0;
    take_lone_points(&step, &unused);
    pdk_surface_report *report = &change->report;
    *report = (pdk_surface_report){ .points = pdk_count_bits(step.points, surface->vertex_count),
                                    .triangles = pdk_count_bits(step.triangles, surface->triangle_count),
                                    .points_unused = unused,
                                    .triangles_unsound = atomic_load(&step.unsound) };
    report->points_outside = surface->vertex_count - report->points - unused;
    report->triangles_outside = surface->triangle_count - report->triangles - report->triangles_unsound;
    return pdk_surface_builder_part(&change->whole, work, 0.3, (const uint8_t *)(uintptr_t)step.points,
                                    (const uint8_t *)(uintptr_t)step.triangles, made, error);
}

pdk_status pdk_surface_crop(const pdk_document *document, const pdk_surface_options *options, const double box[4],
                            pdk_document **made, pdk_surface_report *report, pdk_error *error)
{
    PDK_HOLD(document);
    pdk_surface_change change;
    pdk_status status = pdk_surface_change_begin(&change, document, options, made, error);
    if (status == PDK_OK && (made == NULL || box == NULL || !(box[0] < box[2]) || !(box[1] < box[3]))) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "crop.box",
                          "the first corner of the box must be the lower x and y, the second the higher");
    }
    if (status == PDK_OK) {
        double x = change.options.origin[0], y = change.options.origin[3 - change.work.up];
        status = crop(&change, (double[4]){ box[0] - x, box[1] - y, box[2] - x, box[3] - y }, made, error);
    }
    return pdk_surface_change_end(&change, status, made, report, error);
}
