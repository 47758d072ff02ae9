/* The track as driven: a ribbon as wide as laps use it. */
#include <math.h>
#include <string.h>

#include "base/trigonometry.h"
#include "animation/solids.h"

enum { RUN = 256 };

static const double usual_width = 4; /* m to each side, where nothing is known */
static const double margin = 1;      /* m: laps record where cars' middles were */

enum { AROUND = 15 /* points, a metre apart: the edges of a ribbon do not jump */ };

/* How far the ribbon goes to each side of the line at each point: positive to the left. */
typedef struct edges {
    double *left, *right;
    size_t count;
    bool closed;
} edges;

static size_t neighbour(const edges *all, size_t at, int step)
{
    if (step < 0 && at < (size_t)-step) return all->closed ? (at + all->count * 2 - (size_t)-step) % all->count : 0;
    at += (size_t)step;
    return at < all->count ? at : all->closed ? at % all->count : all->count - 1;
}

/* The widest of each neighbourhood, then the mean of those: wide enough for everyone, and smooth. */
static void smooth(const edges *all, double *side, double *room)
{
    for (size_t i = 0; i < all->count; i++) {
        room[i] = side[i];
        for (int k = -AROUND; k <= AROUND; k++) {
            double other = side[neighbour(all, i, k)];
            if (fabs(other) > fabs(room[i])) room[i] = other;
        }
    }
    for (size_t i = 0; i < all->count; i++) {
        double sum = 0;
        for (int k = -AROUND; k <= AROUND; k++) sum += room[neighbour(all, i, k)];
        side[i] = sum / (2 * AROUND + 1);
    }
}

static pdk_status read_edges(const pdk_driven_track *track, edges *all, pdk_error *error)
{
    pdk_driven_track_point points[RUN];
    for (size_t first = 0; first < all->count; first += RUN) {
        size_t some = all->count - first < RUN ? all->count - first : RUN;
        pdk_status status = pdk_driven_track_read(track, first, some, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            double left = points[i].has_left ? points[i].left : usual_width,
                   right = points[i].has_right ? points[i].right : -usual_width;
            all->left[first + i] = fmax(left, 0) + margin; /* the line itself is always on it */
            all->right[first + i] = fmin(right, 0) - margin;
        }
    }
    return PDK_OK;
}

static pdk_status find_edges(pdk_memory *memory, const pdk_driven_track *track, edges *all, pdk_error *error)
{
    double *room = pdk_alloc_array(memory, all->count, sizeof *room);
    all->left = pdk_alloc_array(memory, all->count, sizeof *all->left);
    all->right = pdk_alloc_array(memory, all->count, sizeof *all->right);
    if (room == NULL || all->left == NULL || all->right == NULL) return pdk_fail_memory(error, memory, "the track");
    pdk_status status = read_edges(track, all, error);
    if (status == PDK_OK) smooth(all, all->left, room);
    if (status == PDK_OK) smooth(all, all->right, room);
    pdk_free(memory, room);
    return status;
}

static pdk_status fill(const pdk_driven_track *track, const edges *all, pdk_scene_arrays *arrays, pdk_error *error)
{
    pdk_driven_track_point points[RUN];
    for (size_t first = 0; first < all->count; first += RUN) {
        size_t some = all->count - first < RUN ? all->count - first : RUN;
        pdk_status status = pdk_driven_track_read(track, first, some, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            const pdk_driven_track_point *point = &points[i];
            const double offsets[2] = { all->left[first + i], all->right[first + i] };
            for (size_t k = 0; k < 2; k++) {
                float *to = arrays->positions[2 * (first + i) + k];
                to[0] = (float)(point->x - pdk_sin(point->heading) * offsets[k]);
                to[1] = (float)(point->y + pdk_cos(point->heading) * offsets[k]);
                to[2] = (float)(point->z - PDK_RIBBON_BENEATH);
            }
        }
    }
    return PDK_OK;
}

pdk_status pdk_add_ribbon(pdk_scene *scene, const pdk_driven_track *track, size_t *mesh, pdk_error *error)
{
    static const double grey[3] = { 0.09, 0.09, 0.1 };
    const pdk_driven_track_info *info = pdk_driven_track_about(track);
    size_t count = info->points, materials[2], pieces = info->closed ? count : count - 1;
    pdk_scene_arrays arrays;
    *mesh = PDK_SCENE_NONE;
    if (count < 2) return PDK_OK;
    if (!pdk_make_arrays(scene, 2 * (uint64_t)count, 2 * (uint64_t)pieces, &arrays) ||
        !pdk_add_color(scene, "track", grey, &materials[0]))
        return pdk_fail_memory(error, scene->memory, "the track");
    edges all = { .count = count, .closed = info->closed };
    pdk_status status = find_edges(scene->memory, track, &all, error);
    if (status == PDK_OK) status = fill(track, &all, &arrays, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < pieces; i++) {
        uint32_t left = (uint32_t)(2 * i), next = (uint32_t)(2 * ((i + 1) % count));
        const uint32_t corners[2][3] = { { left, left + 1, next + 1 }, { left, next + 1, next } };
        memcpy(arrays.triangles[2 * i], corners, sizeof corners);
    }
    materials[1] = materials[0];
    if (!pdk_scene_smooth(scene, &arrays)) return pdk_fail_memory(error, scene->memory, "the track");
    status = pdk_add_arrays(scene, "track", &arrays, arrays.triangle_count, materials, mesh, error);
    if (status != PDK_OK) return status;
    ((pdk_scene_material *)scene->materials.items)[materials[0]].two_sided = true;
    ((pdk_scene_mesh *)scene->meshes.items)[*mesh].shared = false; /* its points are where they are */
    return PDK_OK;
}
