/* The road and its fences. On the road bitmaps repeat along it, but not across: each strip between two columns of
 * points has one, so that no filter mixes its outer edge into its inner one. */
#include <math.h>
#include <string.h>

#include "format/tri/tri_layout.h"
#include "format/tri/tri_scene.h"

/* Some strips have a number that the pictures do not: the game draws nothing there. Where the pictures have none at all
 * they are the wrong ones, and everything stays, plain. */
static size_t leave_out_missing(pdk_tri_scene *track, pdk_scene_run *runs, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += pdk_scene_material_at(track->scene, runs[i].material)->texture != PDK_SCENE_NONE;
    if (kept == 0) {
        if (track->art != NULL && count > 0) {
            pdk_scene_note(track->scene, PDK_WARNING, "scene.art",
                           "none of the %zu textures is among the pictures: check that these belong to this track",
                           count);
        }
        return count;
    }
    kept = 0;
    for (size_t i = 0; i < count; i++) {
        const pdk_scene_material *material = pdk_scene_material_at(track->scene, runs[i].material);
        if (material->texture != PDK_SCENE_NONE) runs[kept++] = runs[i];
        else
            pdk_scene_note(track->scene, PDK_NOTE, "scene.undrawn",
                           "%s is not among the pictures: nothing is drawn there, as in the game", material->name);
    }
    return kept;
}

/* Groups as runs, a material each: "road texture 12". */
static bool add_runs(pdk_tri_scene *track, const pdk_surface *surface, const char *prefix,
                     const pdk_scene_material *kind, pdk_scene_mesh *mesh)
{
    pdk_memory *memory = track->scene->memory;
    pdk_scene_run *runs = pdk_alloc_array(memory, surface->group_count, sizeof *runs);
    if (runs == NULL) return false;
    for (size_t i = 0; i < surface->group_count; i++) {
        const pdk_surface_group *group = &surface->groups[i];
        runs[i] = (pdk_scene_run){ group->first_triangle, group->triangle_count, PDK_SCENE_NONE, NULL };
        const char *name = pdk_text_printf(memory, "%s %s", prefix, group->name);
        if (name == NULL || !pdk_tri_scene_material(track, name, group->image, (uint32_t)i, kind, &runs[i].material))
            return false;
    }
    mesh->runs = runs;
    mesh->run_count = kind->two_sided ? surface->group_count : leave_out_missing(track, runs, surface->group_count);
    return true;
}

/* What a vertex is in the file: half past the number of its row, which is that of its node, and half past the number of
 * its point in the row, from the left. The surface begins with its rows as they are in the file; of what follows (rows
 * of other columns, roofs) each vertex is at a point of such a row, half as far along the bitmaps as the row's number.
 */
static void number_vertex(const pdk_surface *road, uint32_t vertex, float number[2])
{
    uint32_t row = (uint32_t)(road->coordinates[2 * (size_t)vertex] * 2), point = vertex % PDK_TRI_COLUMNS;
    if (vertex / PDK_TRI_COLUMNS != row) {
        const float *place = road->positions + 3 * (size_t)vertex;
        const float *places = road->positions + 3 * (size_t)row * PDK_TRI_COLUMNS;
        for (point = 0; point + 1 < PDK_TRI_COLUMNS; point++) {
            if (memcmp(places + 3 * (size_t)point, place, 3 * sizeof *place) == 0) break;
        }
    }
    number[0] = (float)row + 0.5F;
    number[1] = (float)point + 0.5F;
}

/* A vertex between two strips becomes one of each. `slots`: the new number of a vertex with v at the top and at the
 * bottom of its strip, plus 1. */
static uint32_t strip_vertex(const pdk_surface *road, pdk_scene_arrays *arrays, float (*numbers)[2],
                             uint32_t (*slots)[2], uint32_t old, double base)
{
    const float *coordinates = road->coordinates + 2 * (size_t)old;
    bool bottom = (double)coordinates[1] > base;
    uint32_t *slot = &slots[old][bottom];
    if (*slot != 0) return *slot - 1;
    uint32_t made = (uint32_t)arrays->vertex_count++;
    memcpy(arrays->positions[made], road->positions + 3 * (size_t)old, sizeof arrays->positions[made]);
    arrays->coordinates[made][0] = coordinates[0];
    arrays->coordinates[made][1] = bottom ? 1 : 0;
    number_vertex(road, old, numbers[made]);
    *slot = made + 1;
    return made;
}

static bool split_strips(pdk_scene *scene, const pdk_surface *road, pdk_scene_arrays *arrays, pdk_scene_mesh *mesh)
{
    float(*numbers)[2] = pdk_alloc_array(scene->memory, 2 * road->vertex_count, sizeof *numbers);
    uint32_t(*slots)[2] = pdk_alloc_array(scene->memory, road->vertex_count, sizeof *slots);
    if (numbers == NULL || slots == NULL ||
        !pdk_scene_allocate(scene, 2 * road->vertex_count, road->triangle_count, arrays))
        return false;
    for (uint64_t i = 0; i < road->triangle_count; i++) {
        const uint32_t *corners = road->triangles + 3 * i;
        double base = (double)road->coordinates[2 * (size_t)corners[0] + 1];
        for (int k = 1; k < 3; k++) base = fmin(base, (double)road->coordinates[2 * (size_t)corners[k] + 1]);
        for (int k = 0; k < 3; k++)
            arrays->triangles[i][k] = strip_vertex(road, arrays, numbers, slots, corners[k], base);
    }
    arrays->triangle_count = road->triangle_count;
    mesh->numbers = (const float(*)[2])numbers;
    mesh->numbers_rows = true;
    pdk_free(scene->memory, slots);
    return true;
}

static pdk_status add(pdk_tri_scene *track, size_t number, const char *name, const pdk_scene_material *kind,
                      pdk_error *error)
{
    pdk_scene *scene = track->scene;
    pdk_surface surface;
    pdk_scene_arrays arrays;
    pdk_status status = pdk_document_surface_read(track->document, number, &surface, error);
    if (status != PDK_OK || surface.triangle_count == 0) return status;
    pdk_scene_mesh *mesh = pdk_scene_add_mesh(scene);
    bool all = mesh != NULL;
    if (all) mesh->name = name;
    all = all && (kind->two_sided ? pdk_scene_flat(scene, &surface, &arrays)
                                  : split_strips(scene, &surface, &arrays, mesh) && pdk_scene_smooth(scene, &arrays));
    all = all && add_runs(track, &surface, name, kind, mesh);
    pdk_scene_node *node = all ? pdk_scene_add_node(scene, name, PDK_SCENE_NONE) : NULL;
    if (node == NULL) return pdk_fail_memory(error, scene->memory, "the road");
    node->mesh = scene->meshes.count - 1;
    pdk_scene_put_arrays(&arrays, pdk_document_surface_at(track->document, number)->frame, mesh);
    return PDK_OK;
}

pdk_status pdk_tri_scene_add_road(pdk_tri_scene *track, size_t surface, pdk_error *error)
{
    return add(track, surface, "road", &(pdk_scene_material){ .repeats = true }, error);
}

pdk_status pdk_tri_scene_add_fences(pdk_tri_scene *track, size_t surface, pdk_error *error)
{
    return add(track, surface, "fences", &(pdk_scene_material){ .repeats = true, .two_sided = true }, error);
}
