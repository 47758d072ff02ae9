/* Normals for a surface that has none. Programs would light each of its triangles separately, which shows a road as
 * facets. */
#include <math.h>
#include <string.h>

#include "scene/scene_build.h"

enum { RUN = 1024, SAMPLE = 1 << 20 };

/* Of the area that meets a corner, a tenth at most may face elsewhere than the corner's normal by more than some 40
 * degrees: what has more edges than that is no road but a body, and best left to programs. */
static const double crease = 0.77, max_sharp = 0.1;

typedef struct shading {
    const pdk_document *document;
    const pdk_mesh *mesh;
    const float (*points)[3];
    float (*normals)[3]; /* sums, then of length 1 */
    double area, sharp;  /* at corners: of all triangles, of those that face elsewhere */
} shading;

/* Differences count alone, so points far out are taken from the first one. */
static pdk_status read_points(const pdk_mesh *mesh, float (*points)[3], pdk_error *error)
{
    double run[RUN][3], first[3] = { 0 };
    pdk_status status = PDK_OK;
    for (uint64_t at = 0; at < mesh->point_count && status == PDK_OK; at += RUN) {
        size_t count = mesh->point_count - at < RUN ? (size_t)(mesh->point_count - at) : RUN;
        status = mesh->read_points(mesh, at, count, run, error);
        if (at == 0) memcpy(first, run[0], sizeof first);
        for (size_t i = 0; i < count && status == PDK_OK; i++) {
            for (int k = 0; k < 3; k++) points[at + i][k] = (float)(run[i][k] - (isfinite(first[k]) ? first[k] : 0));
        }
    }
    return status;
}

/* False where a corner is no point, or there is no area. */
static bool face_of(const shading *job, const uint32_t corners[3], double face[3])
{
    for (int c = 0; c < 3; c++) {
        if (corners[c] >= job->mesh->point_count) return false;
    }
    pdk_scene_face(job->points[corners[0]], job->points[corners[1]], job->points[corners[2]], face);
    double sum = face[0] * face[0] + face[1] * face[1] + face[2] * face[2];
    return sum > 0 && isfinite(sum);
}

static void add_face(shading *job, const uint32_t corners[3], const double face[3])
{
    for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++) job->normals[corners[c]][k] += (float)face[k];
    }
}

static void weigh_face(shading *job, const uint32_t corners[3], const double face[3])
{
    double area = sqrt(face[0] * face[0] + face[1] * face[1] + face[2] * face[2]);
    for (int c = 0; c < 3; c++) {
        const float *normal = job->normals[corners[c]];
        double dot = 0;
        for (int k = 0; k < 3; k++) dot += face[k] * (double)normal[k];
        job->area += area;
        if (dot < crease * area) job->sharp += area;
    }
}

/* Over every run of triangles, or one in `step`. */
static pdk_status visit_triangles(shading *job, void (*visit)(shading *, const uint32_t[3], const double[3]),
                                  uint64_t step, pdk_error *error)
{
    const pdk_mesh *mesh = job->mesh;
    uint32_t corners[RUN][3];
    for (uint64_t at = 0; at < mesh->triangle_count; at += step * RUN) {
        size_t count = mesh->triangle_count - at < RUN ? (size_t)(mesh->triangle_count - at) : RUN;
        pdk_status status = mesh->read_triangles(mesh, at, count, corners, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            double face[3];
            if (face_of(job, corners[i], face)) visit(job, corners[i], face);
        }
        if (at / RUN / step % 256 == 255) pdk_trim(job->document);
    }
    return PDK_OK;
}

static void make_units(shading *job)
{
    for (uint64_t i = 0; i < job->mesh->point_count; i++) {
        float *sum = job->normals[i];
        double length =
            sqrt((double)sum[0] * (double)sum[0] + (double)sum[1] * (double)sum[1] + (double)sum[2] * (double)sum[2]);
        for (int k = 0; k < 3 && length > 0; k++) sum[k] = (float)((double)sum[k] / length);
    }
}

pdk_status pdk_scene_shade(pdk_scene *scene, const pdk_document *document, pdk_scene_mesh *mesh, pdk_error *error)
{
    const pdk_mesh *from = &mesh->mesh;
    bool fits = from->point_count <= UINT32_MAX / 24 && from->triangle_count <= UINT32_MAX / 24; /* a GLB has 4 GiB */
    if (from->read_normals != NULL || from->triangle_count == 0 || from->point_count == 0 || !fits) return PDK_OK;
    shading job = { .document = document,
                    .mesh = from,
                    .points = (const float(*)[3])(const void *)from->arrays.positions };
    float(*copied)[3] = NULL;
    job.normals = pdk_alloc_array(scene->memory, from->point_count, sizeof *job.normals);
    if (job.points == NULL)
        job.points = (const float(*)[3])(copied = pdk_alloc_array(scene->memory, from->point_count, sizeof *copied));
    if (job.normals == NULL || job.points == NULL) return pdk_fail_memory(error, scene->memory, "normals");
    pdk_status status = copied != NULL ? read_points(from, copied, error) : PDK_OK;
    if (status == PDK_OK) status = visit_triangles(&job, add_face, 1, error);
    if (status == PDK_OK) make_units(&job);
    if (status == PDK_OK) status = visit_triangles(&job, weigh_face, 1 + from->triangle_count / SAMPLE, error);
    pdk_free(scene->memory, copied);
    if (status == PDK_OK && job.sharp <= max_sharp * job.area) mesh->normals = (const float(*)[3])job.normals;
    else pdk_free(scene->memory, job.normals);
    return status;
}
