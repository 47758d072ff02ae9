/* Coordinates are rounded to 2^29 steps across the points' reach, which decides who is a neighbour of whom and nothing
 * else: the points stay where they are. A step is 2 micrometres a kilometre. */
#include "convert/triangulate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/trigonometry.h"
#include "convert/delaunay.h"

enum { RUN = 512 };

/* The mesh as it was, and the triangles it got. */
typedef struct triangulated {
    pdk_mesh from;
    const uint32_t (*triangles)[3];
} triangulated;

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    const triangulated *all = mesh->state;
    return all->from.read_points(&all->from, first, count, points, error);
}

static pdk_status read_normals(const pdk_mesh *mesh, uint64_t first, size_t count, float (*normals)[3],
                               pdk_error *error)
{
    const triangulated *all = mesh->state;
    return all->from.read_normals(&all->from, first, count, normals, error);
}

static pdk_status read_coordinates(const pdk_mesh *mesh, uint64_t first, size_t count, float (*to)[2], pdk_error *error)
{
    const triangulated *all = mesh->state;
    return all->from.read_coordinates(&all->from, first, count, to, error);
}

static pdk_status read_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error)
{
    (void)error;
    const triangulated *all = mesh->state;
    if (count > 0) memcpy(corners, all->triangles + first, count * sizeof *corners);
    return PDK_OK;
}

/* Replaces the triangles of the mesh by these. */
static bool put_triangles(pdk_memory *memory, pdk_mesh *mesh, const pdk_delaunay *result)
{
    triangulated *all = pdk_alloc(memory, sizeof *all);
    if (all == NULL) return false;
    *all = (triangulated){ *mesh, (const uint32_t(*)[3])result->triangles };
    mesh->triangle_count = result->triangle_count;
    mesh->groups = NULL;
    mesh->group_count = 0;
    mesh->arrays = (pdk_surface){ 0 };
    mesh->state = all;
    mesh->read_points = read_points;
    mesh->read_triangles = read_triangles;
    if (mesh->read_normals != NULL) mesh->read_normals = read_normals;
    if (mesh->read_coordinates != NULL) mesh->read_coordinates = read_coordinates;
    return true;
}

/* --------------------------------------------------------------------------------------- the plane from above */

typedef struct plane {
    const pdk_mesh *mesh;
    int u, v; /* axes: up is to the viewer */
    double least[2], scale;
    uint32_t (*points)[2];
    pdk_status status[PDK_MAX_THREADS];
    pdk_error errors[PDK_MAX_THREADS];
} plane;

static uint32_t step_of(double distance, double scale)
{
    double most = (double)((1U << PDK_DELAUNAY_BITS) - 1), step = nearbyint(distance * scale);
    return (uint32_t)fmin(fmax(step, 0), most);
}

static void round_points(void *user, size_t thread, uint64_t first, uint64_t count)
{
    plane *to = user;
    double points[RUN][3];
    for (uint64_t end = first + count; first < end && to->status[thread] == PDK_OK;) {
        size_t some = end - first < RUN ? (size_t)(end - first) : RUN;
        to->status[thread] = to->mesh->read_points(to->mesh, first, some, points, &to->errors[thread]);
        for (size_t i = 0; i < some && to->status[thread] == PDK_OK; i++) {
            to->points[first + i][0] = step_of(points[i][to->u] - to->least[0], to->scale);
            to->points[first + i][1] = step_of(points[i][to->v] - to->least[1], to->scale);
        }
        first += some;
    }
}

static pdk_status make_plane(pdk_export *job, plane *to, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    pdk_extent extent;
    bool y_up = mesh->frame == PDK_FRAME_Y_UP;
    *to = (plane){ .mesh = mesh, .u = y_up ? 2 : 0, .v = y_up ? 0 : 1 };
    pdk_status status = pdk_mesh_extent(mesh, &extent, error);
    if (status != PDK_OK) return status;
    double reach = fmax(extent.maximum[to->u] - extent.minimum[to->u], extent.maximum[to->v] - extent.minimum[to->v]);
    to->least[0] = extent.minimum[to->u];
    to->least[1] = extent.minimum[to->v];
    if (!isfinite(reach) || !(reach > 0)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "convert.triangulate",
                        "triangulating needs three points that are not in a line");
    }
    to->scale = (double)((1U << PDK_DELAUNAY_BITS) - 1) / reach;
    to->points = pdk_alloc_array(job->memory, mesh->point_count, sizeof *to->points);
    if (to->points == NULL) return pdk_fail_memory(error, job->memory, "a triangulation");
    pdk_parallel_run(
        &(pdk_parallel){ .count = mesh->point_count, .piece = 16 * RUN, .work = round_points, .user = to });
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        if (to->status[t] == PDK_OK) continue;
        if (error != NULL) *error = to->errors[t];
        return to->status[t];
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------ long edges */

static double length_of(const plane *from, const uint32_t a, const uint32_t b)
{
    double du = (double)from->points[a][0] - (double)from->points[b][0],
           dv = (double)from->points[a][1] - (double)from->points[b][1];
    return pdk_hypot(du, dv) / from->scale;
}

/* Across bays of the outline and gaps of the scan Delaunay makes triangles that were not measured. */
static void leave_out_long(pdk_export *job, const plane *from, pdk_delaunay *result)
{
    double most = job->options->max_edge;
    uint64_t left = 0, all = result->triangle_count;
    if (!(most > 0)) return;
    for (uint64_t i = 0; i < all; i++) {
        const uint32_t *corner = result->triangles[i];
        double longest = fmax(length_of(from, corner[0], corner[1]),
                              fmax(length_of(from, corner[1], corner[2]), length_of(from, corner[2], corner[0])));
        if (longest > most) continue;
        memmove(result->triangles[left++], corner, sizeof *result->triangles);
    }
    result->triangle_count = left;
    if (left < all) {
        pdk_export_note(job, PDK_NOTE, "convert.max_edge",
                        "%" PRIu64 " of %" PRIu64 " triangles have an edge above %g m and are left out", all - left,
                        all, most);
    }
}

pdk_status pdk_export_triangulate(pdk_export *job, pdk_error *error)
{
    plane from;
    if (job->source.units.degrees) {
        return pdk_fail(
            error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "convert.degrees",
            "x and y are degrees, but triangulating needs metres: project the points first, with PDAL or GDAL");
    }
    if (job->mesh.triangle_count > 0) {
        pdk_export_note(job, PDK_WARNING, "convert.triangulate",
                        "the %" PRIu64 " triangles of the source are left out, because new ones are made",
                        job->mesh.triangle_count);
    }
    pdk_status status = make_plane(job, &from, error);
    if (status != PDK_OK) return status;
    pdk_delaunay result = { .points = (const uint32_t(*)[2])from.points,
                            .point_count = job->mesh.point_count,
                            .memory = job->memory,
                            .progress = job->options->progress,
                            .progress_user = job->options->progress_user };
    status = pdk_delaunay_run(&result, error);
    if (status != PDK_OK) return status;
    leave_out_long(job, &from, &result);
    pdk_free(job->memory, from.points);
    pdk_export_note(job, PDK_NOTE, "convert.triangulate", "made %" PRIu64 " triangles (Delaunay, seen from above)",
                    result.triangle_count);
    if (result.equal > 0) {
        pdk_export_note(job, PDK_WARNING, "convert.triangulate.equal",
                        "%" PRIu64 " points have the x and y of another point and are in no triangle", result.equal);
    }
    bool put = put_triangles(job->memory, &job->mesh, &result) && put_triangles(job->memory, &job->source, &result);
    return put ? PDK_OK : pdk_fail_memory(error, job->memory, "a triangulation");
}
