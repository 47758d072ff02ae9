/* What comes where in the binary part of a GLB. */
#include <math.h>
#include <string.h>

#include "format/glb/glb_export.h"
#include "model/frame.h"

/* Has this mesh numbers of 16 bits for its corners? */
static bool is_small(const pdk_glb_export *glb, size_t mesh)
{
    return pdk_scene_mesh_at(&glb->scene.scene, mesh)->mesh.point_count <= UINT16_MAX;
}

static pdk_glb_view *add_view(pdk_glb_export *glb, pdk_glb_kind kind, size_t item, size_t part, uint64_t count,
                              size_t size)
{
    pdk_glb_view *view = pdk_vector_push(&glb->views);
    if (view != NULL) *view = (pdk_glb_view){ .kind = kind, .item = item, .part = part, .count = count, .size = size };
    return view;
}

static bool plan_mesh(pdk_glb_export *glb, size_t number)
{
    const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&glb->scene.scene, number);
    const pdk_scene_extent *extent = &glb->scene.extents[number];
    uint64_t points = mesh->mesh.point_count;
    glb->mesh_views[number] = extent->empty ? PDK_SCENE_NONE : glb->views.count;
    glb->mesh_numbers[number] = extent->empty ? PDK_SCENE_NONE : glb->mesh_count;
    if (extent->empty) return true;
    glb->mesh_count += pdk_glb_frame_count(glb, number);
    pdk_glb_view *view = add_view(glb, PDK_GLB_POINTS, number, 0, points, glb->quantized ? 8 : 12);
    if (view == NULL) return false;
    for (int k = 0; k < 3; k++) { /* quantised ones fill the room there is */
        bool flat = extent->maximum[k] <= extent->minimum[k];
        view->minimum[k] = glb->quantized ? 0 : extent->minimum[k];
        view->maximum[k] = glb->quantized ? (flat ? 0 : UINT16_MAX) : extent->maximum[k];
    }
    bool all = true;
    if (pdk_scene_has_normals(mesh))
        all = add_view(glb, PDK_GLB_NORMALS, number, 0, points, glb->quantized ? 8 : 12) != NULL;
    if (all && mesh->mesh.read_coordinates != NULL)
        all = add_view(glb, PDK_GLB_COORDINATES, number, 0, points, 8) != NULL;
    const pdk_attribute *color = pdk_mesh_attribute(&mesh->mesh, PDK_ATTRIBUTE_COLOR);
    if (all && color != NULL)
        all = add_view(glb, PDK_GLB_COLORS, number, 0, points, 4 * pdk_glb_color_size(color)) != NULL;
    if (all && !glb->quantized && pdk_scene_view_has_numbers(&glb->scene, number))
        all = add_view(glb, PDK_GLB_NUMBERS, number, 0, points, 8) != NULL;
    size_t size = is_small(glb, number) ? sizeof(uint16_t) : sizeof(uint32_t);
    for (size_t r = 0; r < mesh->run_count && all; r++) {
        if (extent->kept[r] > 0) all = add_view(glb, PDK_GLB_CORNERS, number, r, 3 * extent->kept[r], size) != NULL;
    }
    return all;
}

static bool plan_line(pdk_glb_export *glb, size_t number)
{
    const pdk_scene_line *line = pdk_scene_line_at(&glb->scene.scene, number);
    glb->line_views[number] = glb->views.count;
    pdk_glb_view *view = add_view(glb, PDK_GLB_LINE_POINTS, number, 0, line->point_count, 12);
    if (view == NULL) return false;
    for (int k = 0; k < 3; k++) view->minimum[k] = INFINITY, view->maximum[k] = -INFINITY;
    for (size_t i = 0; i < line->point_count; i++) {
        double from[3] = { (double)line->points[i][0], (double)line->points[i][1], (double)line->points[i][2] }, to[3];
        pdk_scene_view_point(&glb->scene, from, to);
        for (int k = 0; k < 3; k++) {
            view->minimum[k] = fminf(view->minimum[k], (float)to[k]);
            view->maximum[k] = fmaxf(view->maximum[k], (float)to[k]);
        }
    }
    for (size_t v = 0; v < line->value_count; v++) {
        if (add_view(glb, PDK_GLB_LINE_VALUES, number, v, line->point_count, sizeof(float)) == NULL) return false;
    }
    return true;
}

static bool plan_pictures(pdk_glb_export *glb)
{
    glb->accessor_count = glb->views.count;
    for (size_t i = 0; i < glb->scene.scene.textures.count; i++) {
        pdk_bytes bytes = pdk_output_bytes(glb->pictures[i].output);
        glb->picture_views[i] = glb->views.count;
        pdk_glb_view *view = add_view(glb, PDK_GLB_PICTURE, i, 0, bytes.size, 1);
        if (view == NULL) return false;
        view->packed = bytes;
    }
    return true;
}

static void place_views(pdk_glb_export *glb)
{
    for (size_t i = 0; i < glb->views.count; i++) {
        pdk_glb_view *view = pdk_glb_view_at(glb, i);
        uint64_t size = view->count * view->size;
        bool packs = pdk_glb_is_packed(glb, view);
        view->offset = packs ? glb->unpacked_size : glb->size;
        view->packed_offset = glb->size;
        if (packs) glb->unpacked_size += (size + 3) & ~UINT64_C(3);
        glb->size += ((packs ? view->packed.size : size) + 3) & ~UINT64_C(3);
    }
}

static bool plan_materials(pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    size_t next = 0;
    glb->material_numbers = pdk_alloc_array(glb->job->memory, scene->materials.count, sizeof *glb->material_numbers);
    for (size_t i = 0; i < scene->materials.count && glb->material_numbers != NULL; i++) {
        glb->material_numbers[i] = next;
        next += pdk_scene_frame_count(pdk_scene_material_at(scene, i));
    }
    return glb->material_numbers != NULL;
}

static bool plan_nodes(pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    glb->first_children = pdk_alloc_array(glb->job->memory, scene->nodes.count, sizeof *glb->first_children);
    glb->next_siblings = pdk_alloc_array(glb->job->memory, scene->nodes.count, sizeof *glb->next_siblings);
    if (glb->first_children == NULL || glb->next_siblings == NULL) return false;
    for (size_t i = 0; i < scene->nodes.count; i++) glb->first_children[i] = glb->next_siblings[i] = PDK_SCENE_NONE;
    for (size_t i = scene->nodes.count; i-- > 0;) { /* from the end, so that lists are in order */
        size_t parent = pdk_scene_node_at(scene, i)->parent;
        if (parent == PDK_SCENE_NONE) continue;
        glb->next_siblings[i] = glb->first_children[parent];
        glb->first_children[parent] = i;
    }
    return true;
}

pdk_status pdk_glb_plan(pdk_glb_export *glb, pdk_error *error)
{
    const pdk_scene *scene = &glb->scene.scene;
    pdk_memory *memory = glb->job->memory;
    glb->views = pdk_vector_of(memory, sizeof(pdk_glb_view));
    glb->mesh_views = pdk_alloc_array(memory, scene->meshes.count, sizeof *glb->mesh_views);
    glb->mesh_numbers = pdk_alloc_array(memory, scene->meshes.count, sizeof *glb->mesh_numbers);
    glb->line_views = pdk_alloc_array(memory, scene->lines.count, sizeof *glb->line_views);
    glb->picture_views = pdk_alloc_array(memory, scene->textures.count, sizeof *glb->picture_views);
    bool all =
        glb->mesh_views != NULL && glb->mesh_numbers != NULL && glb->line_views != NULL && glb->picture_views != NULL;
    for (size_t i = 0; i < scene->meshes.count && all; i++) all = plan_mesh(glb, i);
    for (size_t i = 0; i < scene->lines.count && all; i++) all = plan_line(glb, i);
    all = all && plan_materials(glb) && pdk_glb_plan_movements(glb) && pdk_glb_plan_frames(glb);
    all = all && plan_pictures(glb) && plan_nodes(glb);
    if (!all) return pdk_fail_memory(error, memory, "a GLB");
    glb->compressed = glb->compressed && glb->accessor_count > 0;
    pdk_status status = glb->compressed ? pdk_glb_compress(glb, error) : PDK_OK;
    if (status == PDK_OK) place_views(glb);
    return status;
}
