/* The horizon: the game paints it behind everything, at no distance at all. Here it is a cylinder far around the track,
 * seen from inside, and a cone above it in the colour of the picture's top row, or its colours. How much of the view
 * the picture fills is not in the files: guessed, four times round. */
#include <math.h>
#include <string.h>

#include "format/tri/tri_scene.h"

#include "base/trigonometry.h"

enum { REPEATS = 4, SIDES = 64, RINGS = 4, VERTICES = RINGS * (SIDES + 1), TRIANGLES = 3 * SIDES };

static const char *const picture = "2/horz";

/* The row of the picture that is level with the eye, from its pivot; otherwise two thirds down. */
static double level_row(const pdk_tri_scene *track, double height)
{
    const pdk_services *services = track->art->services;
    pdk_picture_entry entry;
    bool found =
        services != NULL && services->picture_entry != NULL && services->picture_entry(track->art, picture, &entry);
    return found && entry.pivot[1] > 0 && entry.pivot[1] < height ? entry.pivot[1] : height * 2 / 3;
}

typedef struct circle {
    double middle[3], radius;
} circle;

/* Around all points, with room. */
static circle around(const pdk_surface *road)
{
    double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
    for (uint64_t i = 0; i < road->vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], (double)road->positions[3 * i + (size_t)k]);
            high[k] = fmax(high[k], (double)road->positions[3 * i + (size_t)k]);
        }
    }
    circle result;
    for (int k = 0; k < 3; k++) result.middle[k] = (low[k] + high[k]) / 2;
    result.radius = 1.25 * pdk_hypot(high[0] - low[0], high[1] - low[1]) / 2 + 500;
    return result;
}

/* Where in the top row, from 0 to 1, the colour is that most of the row has; less than 0 where no colour has three
 * quarters of it. A few pixels of another colour would be rays all over the sky. */
static pdk_status find_sky(const pdk_scene *scene, size_t texture, double *u, pdk_error *error)
{
    const pdk_scene_texture *shown = pdk_scene_texture_at(scene, texture);
    uint32_t width = shown->width, candidate = 0, votes = 0, alike = 0;
    uint8_t *pixels = pdk_alloc_array(scene->memory, (uint64_t)width * shown->height, 4);
    bool cut_out;
    *u = -1;
    if (pixels == NULL) return pdk_fail_memory(error, scene->memory, "the horizon");
    pdk_status status = pdk_scene_picture(scene, texture, pixels, &cut_out, NULL);
    for (uint32_t i = 0; i < width;
         i++) { /* what has more than half of all is left when others have cancelled each other */
        if (votes == 0) candidate = i;
        if (memcmp(pixels + 4 * (size_t)i, pixels + 4 * (size_t)candidate, 4) == 0) votes++;
        else votes--;
    }
    for (uint32_t i = 0; i < width; i++)
        alike += memcmp(pixels + 4 * (size_t)i, pixels + 4 * (size_t)candidate, 4) == 0;
    if (status == PDK_OK && width > 0 && alike >= width - width / 4) *u = (candidate + 0.5) / width;
    pdk_free(scene->memory, pixels);
    if (status == PDK_E_MEMORY) return pdk_fail_memory(error, scene->memory, "the horizon");
    return PDK_OK; /* a picture that cannot be read is reported when it is written */
}

/* Seen from inside the picture runs from left to right, which is clockwise. Four rings: the third and the fourth are
 * the cone, whose tip is in the middle. */
static void put_cylinder(pdk_scene_arrays *arrays, const circle *place, double bottom, double top, double sky)
{
    static const double turn = 6.283185307179586476925286766559;
    const double heights[RINGS] = { bottom, top, top, top + place->radius }, widths[RINGS] = { 1, 1, 1, 0 };
    for (uint32_t i = 0; i <= SIDES; i++) {
        double angle = i < SIDES ? -turn * i / SIDES : 0, x = pdk_cos(angle), y = pdk_sin(angle);
        for (uint32_t ring = 0; ring < RINGS; ring++) {
            uint32_t v = RINGS * i + ring;
            arrays->positions[v][0] = (float)(place->middle[0] + widths[ring] * place->radius * x);
            arrays->positions[v][1] = (float)(place->middle[1] + widths[ring] * place->radius * y);
            arrays->positions[v][2] = (float)heights[ring];
            arrays->normals[v][0] = (float)-x;
            arrays->normals[v][1] = (float)-y;
            arrays->coordinates[v][0] = ring >= 2 && sky >= 0 ? (float)sky : (float)i * REPEATS / SIDES;
            arrays->coordinates[v][1] = ring == 0 ? 1 : 0;
        }
    }
    for (uint32_t i = 0; i < SIDES; i++) {
        const uint32_t v = RINGS * i, w = v + RINGS;
        const uint32_t corners[3][3] = { { v, w, w + 1 }, { v, w + 1, v + 1 }, { v + 2, w + 2, v + 3 } };
        memcpy(arrays->triangles[3 * (size_t)i], corners, sizeof corners);
    }
    arrays->vertex_count = VERTICES;
    arrays->triangle_count = TRIANGLES;
}

pdk_status pdk_tri_scene_add_horizon(pdk_tri_scene *track, const pdk_surface *road, pdk_error *error)
{
    pdk_scene *scene = track->scene;
    size_t texture;
    if (!pdk_scene_find_texture(scene, &track->album, picture, &texture))
        return pdk_fail_memory(error, scene->memory, "the horizon");
    if (texture == PDK_SCENE_NONE || road->vertex_count == 0) return PDK_OK;
    const pdk_scene_texture *shown = pdk_scene_texture_at(scene, texture);
    circle place = around(road);
    double pixel = 6.283185307179586 * place.radius / REPEATS / shown->width, level = level_row(track, shown->height);
    double bottom = place.middle[2] - (shown->height - level) * pixel;
    double sky;
    pdk_status status = find_sky(scene, texture, &sky, error);
    if (status != PDK_OK) return status;
    pdk_scene_arrays arrays;
    pdk_scene_run *run = pdk_alloc(scene->memory, sizeof *run);
    pdk_scene_material *material = pdk_scene_add_material(scene);
    pdk_scene_mesh *mesh = pdk_scene_add_mesh(scene);
    pdk_scene_node *node = pdk_scene_add_node(scene, "horizon", PDK_SCENE_NONE);
    if (run == NULL || material == NULL || mesh == NULL || node == NULL ||
        !pdk_scene_allocate(scene, VERTICES, TRIANGLES, &arrays)) {
        return pdk_fail_memory(error, scene->memory, "the horizon");
    }
    put_cylinder(&arrays, &place, bottom, bottom + shown->height * pixel, sky);
    *material = (pdk_scene_material){ .name = "horizon", .texture = texture, .repeats = true, .prelit = true };
    *run = (pdk_scene_run){ 0, arrays.triangle_count, scene->materials.count - 1, NULL };
    mesh->name = "horizon";
    mesh->runs = run;
    mesh->run_count = 1;
    node->mesh = scene->meshes.count - 1;
    node->backdrop = true;
    pdk_scene_put_arrays(&arrays, PDK_FRAME_TRACK, mesh);
    return PDK_OK;
}
