/* Normals: flat for 3D parts, smooth for the road. */
#include <math.h>
#include <string.h>

#include "base/vector3.h"
#include "scene/scene_build.h"

void pdk_scene_face(const float *a, const float *b, const float *c, double face[3])
{
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - (double)a[k];
        v[k] = (double)c[k] - (double)a[k];
    }
    pdk_cross3(u, v, face);
}

/* Of length 1; upwards where there is no direction. */
static void put_unit(const double vector[3], float unit[3])
{
    double length = sqrt(pdk_dot3(vector, vector));
    bool none = !(length > 0) || !isfinite(length);
    for (int k = 0; k < 3; k++) unit[k] = none ? (k == 2 ? 1 : 0) : (float)(vector[k] / length);
}

/* ----------------------------------------------------------------------------------------------------- flat */

/* The vertices made so far of one of the surface: a chain of them. */
typedef struct flat_job {
    const pdk_surface *surface;
    pdk_scene_arrays *arrays;
    uint32_t *first, *next; /* of each vertex of the surface, and of each new one; plus 1, 0 = none */
} flat_job;

static uint32_t flat_vertex(flat_job *job, uint32_t old, const float normal[3])
{
    pdk_scene_arrays *arrays = job->arrays;
    for (uint32_t i = job->first[old]; i != 0; i = job->next[i - 1]) {
        const float *there = arrays->normals[i - 1];
        if (there[0] * normal[0] + there[1] * normal[1] + there[2] * normal[2] > 0.9999F) return i - 1;
    }
    uint32_t made = (uint32_t)arrays->vertex_count++;
    memcpy(arrays->positions[made], job->surface->positions + 3 * (size_t)old, sizeof arrays->positions[made]);
    memcpy(arrays->normals[made], normal, sizeof arrays->normals[made]);
    if (job->surface->coordinates != NULL) {
        memcpy(arrays->coordinates[made], job->surface->coordinates + 2 * (size_t)old,
               sizeof arrays->coordinates[made]);
    }
    arrays->sources[made] = old;
    job->next[made] = job->first[old];
    job->first[old] = made + 1;
    return made;
}

bool pdk_scene_flat(pdk_scene *scene, const pdk_surface *surface, pdk_scene_arrays *arrays)
{
    uint64_t maximum = 3 * surface->triangle_count;
    flat_job job = { .surface = surface,
                     .arrays = arrays,
                     .first = pdk_alloc_array(scene->memory, surface->vertex_count, sizeof *job.first),
                     .next = pdk_alloc_array(scene->memory, maximum, sizeof *job.next) };
    if (job.first == NULL || job.next == NULL || !pdk_scene_allocate(scene, maximum, surface->triangle_count, arrays))
        return false;
    arrays->sources = pdk_alloc_array(scene->memory, maximum, sizeof *arrays->sources);
    if (arrays->sources == NULL) return false;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        const uint32_t *corners = surface->triangles + 3 * i;
        uint32_t *made = arrays->triangles[arrays->triangle_count++];
        if (corners[0] >= surface->vertex_count || corners[1] >= surface->vertex_count ||
            corners[2] >= surface->vertex_count) {
            memset(made, 0xFF,
                   sizeof arrays->triangles[0]); /* exporters leave it out; runs of triangles stay where they are */
            continue;
        }
        const float *points[3];
        for (int k = 0; k < 3; k++) points[k] = surface->positions + 3 * (size_t)corners[k];
        double face[3];
        float normal[3];
        pdk_scene_face(points[0], points[1], points[2], face);
        put_unit(face, normal);
        for (int k = 0; k < 3; k++) made[k] = flat_vertex(&job, corners[k], normal);
    }
    if (surface->coordinates == NULL) arrays->coordinates = NULL;
    pdk_free(scene->memory, job.first);
    pdk_free(scene->memory, job.next);
    return true;
}

/* --------------------------------------------------------------------------------------------------- smooth */

/* Vertices at one place are chained; `heads` is a hash table of the first of each place, plus 1. */
typedef struct places {
    uint32_t *heads, *next;
    uint32_t mask;
} places;

static uint32_t hash_of(const float point[3])
{
    uint32_t bits[3];
    memcpy(bits, point, sizeof bits);
    uint32_t hash = bits[0] * 0x9E3779B1U ^ bits[1] * 0x85EBCA77U ^ bits[2] * 0xC2B2AE3DU;
    return hash ^ hash >> 15;
}

static void chain_places(const pdk_scene_arrays *arrays, places *all)
{
    for (uint32_t i = 0; i < arrays->vertex_count; i++) {
        uint32_t slot = hash_of(arrays->positions[i]) & all->mask;
        while (all->heads[slot] != 0 && memcmp(arrays->positions[all->heads[slot] - 1], arrays->positions[i],
                                               sizeof arrays->positions[i]) != 0) {
            slot = (slot + 1) & all->mask;
        }
        all->next[i] = all->heads[slot];
        all->heads[slot] = i + 1;
    }
}

/* All vertices of a chain: each with those of its place that face about the same way. Many at one place are a damaged
 * file's: they are left alone, so that time stays linear. */
static void smooth_place(pdk_scene_arrays *arrays, const places *all, uint32_t head, const double (*faces)[3])
{
    enum { MAXIMUM = 64 };
    static const double crease = 0.77; /* the cosine of 40 degrees */
    uint32_t members[MAXIMUM], count = 0;
    for (uint32_t i = head; i != 0 && count < MAXIMUM; i = all->next[i - 1]) members[count++] = i - 1;
    for (uint32_t i = 0; i < count; i++) {
        const double *own = faces[members[i]];
        double sum[3] = { 0, 0, 0 }, length = sqrt(pdk_dot3(own, own));
        for (uint32_t j = 0; j < count; j++) {
            const double *other = faces[members[j]];
            if (pdk_dot3(own, other) < crease * length * sqrt(pdk_dot3(other, other))) continue;
            for (int k = 0; k < 3; k++) sum[k] += other[k];
        }
        put_unit(sum, arrays->normals[members[i]]);
    }
}

bool pdk_scene_smooth(pdk_scene *scene, pdk_scene_arrays *arrays)
{
    uint64_t slots = 16;
    while (slots < 2 * arrays->vertex_count) slots *= 2;
    places all = { .heads = pdk_alloc_array(scene->memory, slots, sizeof *all.heads),
                   .next = pdk_alloc_array(scene->memory, arrays->vertex_count, sizeof *all.next),
                   .mask = (uint32_t)(slots - 1) };
    double(*faces)[3] = pdk_alloc_array(scene->memory, arrays->vertex_count, sizeof *faces);
    if (all.heads == NULL || all.next == NULL || faces == NULL) return false;
    for (uint64_t i = 0; i < arrays->triangle_count; i++) {
        const uint32_t *corners = arrays->triangles[i];
        double face[3];
        pdk_scene_face(arrays->positions[corners[0]], arrays->positions[corners[1]], arrays->positions[corners[2]],
                       face);
        for (int c = 0; c < 3; c++) {
            for (int k = 0; k < 3; k++) faces[corners[c]][k] += face[k];
        }
    }
    for (uint64_t i = 0; i < arrays->vertex_count; i++) put_unit(faces[i], arrays->normals[i]);
    chain_places(arrays, &all);
    for (uint64_t slot = 0; slot < slots; slot++) {
        if (all.heads[slot] != 0) smooth_place(arrays, &all, all.heads[slot], (const double(*)[3])faces);
    }
    pdk_free(scene->memory, all.heads);
    pdk_free(scene->memory, all.next);
    pdk_free(scene->memory, faces);
    return true;
}
