/* Meshes of scenes made of arrays, and of what another document holds. */
#include "animation/solids.h"
#include "model/frame.h"
#include "target/color_space.h"

enum { RUN = 512 };

bool pdk_add_color(pdk_scene *scene, const char *name, const double color[3], size_t *material)
{
    pdk_scene_material *added = pdk_scene_add_material(scene);
    if (added == NULL) return false;
    *added = (pdk_scene_material){ .name = name, .texture = PDK_SCENE_NONE };
    for (int k = 0; k < 3; k++) added->color[k] = color[k];
    *material = scene->materials.count - 1;
    return true;
}

bool pdk_make_arrays(pdk_scene *scene, uint64_t points, uint64_t triangles, pdk_scene_arrays *arrays)
{
    if (!pdk_scene_allocate(scene, points, triangles, arrays)) return false;
    pdk_free(scene->memory, arrays->coordinates); /* no pictures are shown */
    arrays->coordinates = NULL;
    arrays->vertex_count = points;
    arrays->triangle_count = triangles;
    return true;
}

pdk_status pdk_add_arrays(pdk_scene *scene, const char *name, const pdk_scene_arrays *arrays, uint64_t split,
                          const size_t materials[2], size_t *mesh, pdk_error *error)
{
    size_t run_count = split < arrays->triangle_count ? 2 : 1;
    pdk_scene_run *runs = pdk_alloc_array(scene->memory, 2, sizeof *runs);
    pdk_scene_mesh *added = runs != NULL ? pdk_scene_add_mesh(scene) : NULL;
    if (added == NULL) return pdk_fail_memory(error, scene->memory, "a mesh");
    runs[0] = (pdk_scene_run){ .first_triangle = 0, .triangle_count = split, .material = materials[0] };
    runs[1] = (pdk_scene_run){ .first_triangle = split,
                               .triangle_count = arrays->triangle_count - split,
                               .material = materials[1] };
    *added = (pdk_scene_mesh){ .name = name, .runs = runs, .run_count = run_count, .shared = true };
    pdk_scene_put_arrays(arrays, PDK_FRAME_Z_UP, added);
    *mesh = scene->meshes.count - 1;
    return PDK_OK;
}

static pdk_status read_points(const pdk_mesh *from, pdk_turn turn, pdk_scene_arrays *arrays, pdk_error *error)
{
    double points[RUN][3];
    for (uint64_t first = 0; first < from->point_count; first += RUN) {
        size_t some = from->point_count - first < RUN ? (size_t)(from->point_count - first) : RUN;
        pdk_status status = from->read_points(from, first, some, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            double to[3];
            pdk_turn_point(turn, points[i], to);
            for (int k = 0; k < 3; k++) arrays->positions[first + i][k] = (float)to[k];
        }
    }
    return PDK_OK;
}

static pdk_status read_triangles(const pdk_mesh *from, pdk_scene_arrays *arrays, pdk_error *error)
{
    uint64_t kept = 0;
    for (uint64_t first = 0; first < from->triangle_count; first += RUN) {
        size_t some = from->triangle_count - first < RUN ? (size_t)(from->triangle_count - first) : RUN;
        uint32_t(*to)[3] = arrays->triangles + kept;
        pdk_status status = from->read_triangles(from, first, some, to, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) { /* a corner that is not there cannot be shown */
            const uint32_t *t = to[i];
            bool sound = t[0] < from->point_count && t[1] < from->point_count && t[2] < from->point_count;
            if (!sound) continue;
            for (int k = 0; k < 3; k++) arrays->triangles[kept][k] = t[k];
            kept++;
        }
    }
    arrays->triangle_count = kept;
    return PDK_OK;
}

/* The colours of points, of which a solid has as many as the document: as light, as scenes have them. */
static pdk_status add_colors(pdk_scene *scene, const pdk_mesh *from, size_t mesh, pdk_error *error)
{
    const pdk_attribute *color = pdk_mesh_attribute(from, PDK_ATTRIBUTE_COLOR);
    if (color == NULL) return PDK_OK;
    pdk_mesh *to = &((pdk_scene_mesh *)scene->meshes.items)[mesh].mesh;
    to->attributes = color;
    to->attribute_count = 1;
    return pdk_convert_colors(scene->memory, to, true, error);
}

pdk_status pdk_add_solid(pdk_scene *scene, const pdk_document *document, pdk_frame frame, const char *name,
                         size_t *mesh, pdk_error *error)
{
    static const double grey[3] = { 0.2, 0.2, 0.2 }, white[3] = { 1, 1, 1 };
    pdk_mesh from;
    pdk_scene_arrays arrays;
    size_t materials[2];
    *mesh = PDK_SCENE_NONE;
    pdk_status status = pdk_document_mesh(document, scene->memory, &from, error);
    if (status == PDK_E_UNSUPPORTED)
        return pdk_fail(error, status, PDK_NO_OFFSET, "mesh.none",
                        "the %s that was given is a %s file: it has no shape", name, document->info->id);
    if (status != PDK_OK) return status;
    if (from.triangle_count == 0)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "mesh.none",
                        "there are no triangles in the %s that was given", name);
    if (from.point_count > UINT32_MAX)
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "glb.points", "the %s that was given has too many points",
                        name);
    if (!pdk_make_arrays(scene, from.point_count, from.triangle_count, &arrays) ||
        !pdk_add_color(scene, name, pdk_mesh_attribute(&from, PDK_ATTRIBUTE_COLOR) != NULL ? white : grey,
                       &materials[0]))
        return pdk_fail_memory(error, scene->memory, "a mesh");
    status = read_points(&from, pdk_frame_turn(from.frame, frame), &arrays, error);
    if (status == PDK_OK) status = read_triangles(&from, &arrays, error);
    if (status != PDK_OK) return status;
    materials[1] = materials[0];
    if (!pdk_scene_smooth(scene, &arrays)) return pdk_fail_memory(error, scene->memory, "a mesh");
    status = pdk_add_arrays(scene, name, &arrays, arrays.triangle_count, materials, mesh, error);
    return status == PDK_OK ? add_colors(scene, &from, *mesh, error) : status;
}
