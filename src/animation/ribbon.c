/* The track as it is driven: a ribbon as wide as laps use it. */
#include <math.h>
#include <string.h>

#include "animation/solids.h"

enum { RUN = 256 };

static const double usual_width = 4; /* m to each side, where nothing is known */
static const double beneath = 0.08;  /* m under the cars' reference points, which are near the ground */
static const double margin = 1;      /* m: laps tell where cars' middles were */

static double side(double known, double otherwise)
{
    return isfinite(known) ? known : otherwise;
}

static pdk_status fill(const pdk_driven_track *track, size_t count, pdk_scene_arrays *arrays, pdk_error *error)
{
    pdk_driven_track_point points[RUN];
    for (size_t first = 0; first < count; first += RUN) {
        size_t some = count - first < RUN ? count - first : RUN;
        pdk_status status = pdk_driven_track_points(track, first, some, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            const pdk_driven_track_point *point = &points[i];
            const double offsets[2] = { side(point->left, usual_width) + margin,
                                        side(point->right, -usual_width) - margin };
            for (size_t k = 0; k < 2; k++) {
                float *to = arrays->positions[2 * (first + i) + k];
                to[0] = (float)(point->x - sin(point->heading) * offsets[k]);
                to[1] = (float)(point->y + cos(point->heading) * offsets[k]);
                to[2] = (float)(point->z - beneath);
            }
        }
    }
    return PDK_OK;
}

pdk_status pdk_add_ribbon(pdk_scene *scene, const pdk_driven_track *track, size_t *mesh, pdk_error *error)
{
    static const double grey[3] = { 0.09, 0.09, 0.1 };
    const pdk_driven_track_info *info = pdk_driven_track_info_of(track);
    size_t count = info->points, materials[2], pieces = info->closed ? count : count - 1;
    pdk_scene_arrays arrays;
    *mesh = PDK_SCENE_NONE;
    if (count < 2) return PDK_OK;
    if (!pdk_make_arrays(scene, 2 * (uint64_t)count, 2 * (uint64_t)pieces, &arrays) ||
        !pdk_add_color(scene, "track", grey, &materials[0]))
        return pdk_fail_memory(error, scene->memory, "the track");
    pdk_status status = fill(track, count, &arrays, error);
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
