#include "convert/far_points.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "convert/drop_points.h"
#include "model/float_loss.h"

/* Steps of 0.1 mm that the numbers of the target have on each side of the middle. */
static const double las_steps = 2147483000.0, grid_steps = 268435456.0;

/* Puts the points in the box instead of all. */
static pdk_status keep_box(pdk_export *job, pdk_mesh_transform *placing, const pdk_kept_box *box,
                           pdk_left_out *left_out, pdk_error *error)
{
    pdk_mesh *kept = pdk_alloc(job->memory, sizeof *kept);
    if (kept == NULL) return pdk_fail_memory(error, job->memory, "a conversion");
    pdk_status status = pdk_mesh_drop_points(job->memory, placing->mesh, box, kept, left_out, error);
    if (status != PDK_OK) return status;
    placing->mesh = kept;
    job->report->dropped += left_out->points + left_out->triangles;
    return PDK_OK;
}

static double half_of(const pdk_extent *extent)
{
    double half = 0;
    for (int k = 0; k < 3; k++) half = fmax(half, extent->maximum[k] / 2 - extent->minimum[k] / 2);
    return half;
}

/* Are steps too coarse for the whole, and fine enough for its core? Otherwise there is nothing to gain. */
static bool gains(const pdk_extent *whole, const pdk_extent *core, double steps)
{
    double reach = steps * PDK_FLOAT_LIMIT;
    return half_of(core) <= reach && half_of(whole) > reach;
}

pdk_status pdk_export_drop_far(const pdk_exporter *exporter, pdk_export *job, pdk_mesh_transform *placing,
                               pdk_error *error)
{
    double steps = job->options->triangulate ? grid_steps : las_steps;
    bool coarse = exporter->whole_numbers != NULL && exporter->whole_numbers(job);
    if (!coarse && !job->options->triangulate) return PDK_OK;
    pdk_mesh placed = pdk_mesh_transformed(placing, exporter->info.frame);
    pdk_extent whole, core;
    pdk_status status = pdk_mesh_extent(&placed, &whole, error);
    if (status != PDK_OK || half_of(&whole) <= steps * PDK_FLOAT_LIMIT) return status;
    status = pdk_mesh_core(&placed, &whole, &core, error);
    if (status != PDK_OK || !gains(&whole, &core, steps)) return status;
    pdk_left_out left_out;
    pdk_kept_box box = { .placed = &placed };
    memcpy(box.minimum, core.minimum, sizeof box.minimum);
    memcpy(box.maximum, core.maximum, sizeof box.maximum);
    status = keep_box(job, placing, &box, &left_out, error);
    if (status == PDK_OK) {
        pdk_export_note(job, PDK_WARNING, "convert.far",
                        "%" PRIu64 " points are so far from the others that there would be no steps of 0.1 mm for all: "
                        "they are left out, and so are %" PRIu64 " triangles that use them",
                        left_out.points, left_out.triangles);
    }
    return status;
}

/* The box of what floats can hold. */
static pdk_status drop_beyond(pdk_export *job, pdk_mesh_transform *placing, const pdk_mesh *placed, pdk_error *error)
{
    pdk_left_out left_out;
    pdk_kept_box box = { .placed = placed };
    for (int k = 0; k < 3; k++) {
        box.minimum[k] = -FLT_MAX;
        box.maximum[k] = FLT_MAX;
    }
    pdk_status status = keep_box(job, placing, &box, &left_out, error);
    if (status == PDK_OK) {
        pdk_export_note(job, PDK_WARNING, "convert.far",
                        "%" PRIu64 " points are too far away for floats: they are left out, and so are %" PRIu64
                        " triangles that use them",
                        left_out.points, left_out.triangles);
    }
    return status;
}

pdk_status pdk_export_to_floats(const pdk_exporter *exporter, pdk_export *job, pdk_mesh_transform *placing,
                                pdk_error *error)
{
    static const double none[3] = { 0 };
    pdk_mesh *placed = pdk_alloc(job->memory, sizeof *placed);
    pdk_mesh_transform *as_it_was = pdk_alloc(job->memory, sizeof *as_it_was);
    if (placed == NULL || as_it_was == NULL) return pdk_fail_memory(error, job->memory, "a conversion");
    *as_it_was = *placing;
    *placed = pdk_mesh_transformed(as_it_was, exporter->info.frame);
    if (placed->single) return PDK_OK;
    pdk_extent extent;
    pdk_float_loss loss;
    pdk_status status = pdk_mesh_extent(placed, &extent, error);
    if (status == PDK_OK) status = pdk_mesh_float_loss(placed, &extent, none, &loss, error);
    if (status != PDK_OK) return status;
    if (loss.points > 0) {
        char text[PDK_FLOAT_LOSS_TEXT];
        pdk_float_loss rest = { .points = loss.points, .largest = loss.largest };
        pdk_export_note(job, PDK_WARNING, PDK_FLOAT_LOSS_CODE, "%s", pdk_float_loss_text(&rest, text));
    }
    return loss.beyond > 0 ? drop_beyond(job, placing, placed, error) : PDK_OK;
}
