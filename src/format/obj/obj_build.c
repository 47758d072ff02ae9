/* Faces into triangles of points. Normals and texture coordinates stay where every point has one; splitting points for
 * the sake of theirs would tear the surface. */
#include <inttypes.h>
#include <string.h>

#include "format/obj/obj_reader.h"
#include "mesh/polygon.h"

void pdk_obj_bad_face(pdk_obj *obj, uint64_t offset, const char *code, const char *text)
{
    if (obj->bad++ > 0) return;
    obj->bad_offset = offset;
    obj->bad_code = code;
    obj->bad_text = text;
}

static const pdk_obj_corner *corner_of(const pdk_obj *obj, const pdk_obj_face *face, uint32_t i)
{
    return (const pdk_obj_corner *)obj->corners.items + face->first + i;
}

static bool check_face(pdk_obj *obj, const pdk_obj_face *face)
{
    if (face->count < 3) {
        pdk_obj_bad_face(obj, face->offset, "obj.face.few", "has fewer than three corners");
        return false;
    }
    if (face->count > PDK_POLYGON_MAX_CORNERS) {
        pdk_obj_bad_face(obj, face->offset, "obj.face.corners", "has more than 1024 corners");
        return false;
    }
    for (uint32_t i = 0; i < face->count; i++) {
        if (corner_of(obj, face, i)->point < obj->points.count) continue;
        pdk_obj_bad_face(obj, face->offset, "obj.face.index", "refers to a point that does not exist");
        return false;
    }
    return true;
}

/* What begins at this face. */
static bool take_changes(pdk_obj *obj, uint64_t face, size_t *next, uint32_t *material)
{
    const pdk_obj_change *changes = obj->changes.items;
    for (; *next < obj->changes.count && changes[*next].first_face <= face; ++*next) {
        if (changes[*next].material != UINT32_MAX) *material = changes[*next].material;
        if (changes[*next].group == NULL) continue;
        pdk_mesh_group *last =
            obj->groups.count > 0 ? (pdk_mesh_group *)obj->groups.items + obj->groups.count - 1 : NULL;
        if (last == NULL || last->first_triangle != obj->triangles.count) last = pdk_vector_push(&obj->groups);
        if (last == NULL) return false;
        *last = (pdk_mesh_group){ .name = changes[*next].group, .first_triangle = obj->triangles.count };
    }
    return true;
}

static bool set_material(pdk_obj *obj, uint32_t material)
{
    while (obj->names.names.count > 0 && obj->triangle_materials.count < obj->triangles.count) {
        uint32_t *to = pdk_vector_push(&obj->triangle_materials);
        if (to == NULL) return false;
        *to = material;
    }
    return true;
}

/* Groups end where the next one begins. */
static void close_groups(pdk_obj *obj)
{
    pdk_mesh_group *groups = obj->groups.items;
    for (size_t i = 0; i < obj->groups.count; i++) {
        uint64_t end = i + 1 < obj->groups.count ? groups[i + 1].first_triangle : obj->triangles.count;
        groups[i].triangle_count = end - groups[i].first_triangle;
    }
    if (obj->groups.count > 0 && groups[obj->groups.count - 1].triangle_count == 0) obj->groups.count--;
}

static bool add_triangle(pdk_obj *obj, const pdk_obj_face *face, const uint16_t corners[3])
{
    uint32_t(*to)[3] = pdk_vector_push(&obj->triangles);
    for (int k = 0; k < 3 && to != NULL; k++) (*to)[k] = corner_of(obj, face, corners[k])->point;
    return to != NULL;
}

static bool add_polygon(pdk_obj *obj, const pdk_obj_face *face)
{
    double points[PDK_POLYGON_MAX_CORNERS][3];
    uint16_t triangles[PDK_POLYGON_MAX_CORNERS][3];
    for (uint32_t i = 0; i < face->count; i++) {
        memcpy(points[i], (const double(*)[3])obj->points.items + corner_of(obj, face, i)->point, sizeof points[i]);
    }
    pdk_split how = pdk_polygon_split((const double(*)[3])points, face->count, triangles);
    obj->polygons++;
    obj->ears += how == PDK_SPLIT_EARS;
    obj->tangled += how == PDK_SPLIT_TANGLED;
    for (uint32_t t = 0; t + 2 < face->count; t++) {
        if (!add_triangle(obj, face, triangles[t])) return false;
    }
    return true;
}

static bool add_triangles(pdk_obj *obj, const pdk_obj_face *face)
{
    static const uint16_t whole[3] = { 0, 1, 2 };
    return face->count == 3 ? add_triangle(obj, face, whole) : add_polygon(obj, face);
}

/* The normals, or texture coordinates, as corners name them. */
typedef struct attribute_list {
    bool normals;
    const char *items;
    size_t count, size;
    uint64_t dangling, first_dangling; /* corners that name one that is not there; the first one's line */
    bool several;                      /* some point has two, or none */
} attribute_list;

/* Which of a list each point has, in of_point; UINT32_MAX = none as yet. */
static void find_ones(const pdk_obj *obj, attribute_list *list, uint32_t *of_point)
{
    for (size_t f = 0; f < obj->faces.count; f++) {
        const pdk_obj_face *face = (const pdk_obj_face *)obj->faces.items + f;
        for (uint32_t i = 0; i < face->count; i++) {
            const pdk_obj_corner *corner = corner_of(obj, face, i);
            uint32_t wanted = list->normals ? corner->normal : corner->coordinate;
            if (wanted != UINT32_MAX && wanted >= list->count && list->dangling++ == 0)
                list->first_dangling = face->offset;
            if (corner->point >= obj->points.count || wanted >= list->count) {
                list->several = true;
                continue;
            }
            uint32_t *have = &of_point[corner->point];
            if (*have == UINT32_MAX) *have = wanted;
            if (*have != wanted &&
                memcmp(list->items + *have * list->size, list->items + wanted * list->size, list->size) != 0)
                list->several = true;
        }
    }
}

static void report_list(const pdk_obj *obj, const attribute_list *list)
{
    const char *what = list->normals ? "normals" : "texture coordinates";
    if (list->dangling > 0) {
        pdk_document_add_finding(obj->document, PDK_WARNING, list->normals ? "obj.face.normal" : "obj.face.coordinate",
                                 list->first_dangling, "obj.face",
                                 "%" PRIu64 " corners refer to %s that do not exist; %s are left out", list->dangling,
                                 what, what);
    } else if (list->several && list->count > 0) {
        pdk_document_add_finding(obj->document, PDK_NOTE, list->normals ? "obj.normals" : "obj.coordinates",
                                 PDK_NO_OFFSET, "obj.face", "%s are left out: some points have more than one, or none",
                                 what);
    }
}

static pdk_status take_attribute(pdk_obj *obj, bool normals, pdk_error *error)
{
    pdk_memory *memory = &obj->document->memory;
    const pdk_vector *from = normals ? &obj->normals : &obj->coordinates;
    attribute_list list = { .normals = normals,
                            .items = from->items,
                            .count = from->count,
                            .size = normals ? sizeof(float[3]) : sizeof(float[2]) };
    uint32_t *of_point = pdk_alloc_array(memory, obj->points.count, sizeof *of_point);
    if (of_point == NULL) return pdk_fail_memory(error, memory, "normals");
    memset(of_point, 0xFF, obj->points.count * sizeof *of_point);
    find_ones(obj, &list, of_point);
    report_list(obj, &list);
    bool taken = !list.several && list.count > 0 && obj->faces.count > 0;
    char *to = taken ? pdk_alloc_array(memory, obj->points.count, list.size) : NULL;
    if (taken && to == NULL) return pdk_fail_memory(error, memory, "normals");
    for (size_t i = 0; i < obj->points.count && taken; i++) {
        if (of_point[i] != UINT32_MAX) memcpy(to + i * list.size, list.items + of_point[i] * list.size, list.size);
    }
    pdk_free(memory, of_point);
    if (normals) obj->point_normals = (float(*)[3])(void *)to;
    else obj->point_coordinates = (float(*)[2])(void *)to;
    return PDK_OK;
}

/* Blocks end where the next one begins; points before the first are one without a name. */
static pdk_status close_blocks(pdk_obj *obj, pdk_error *error)
{
    size_t count = obj->blocks.count;
    if (count == 0) return PDK_OK;
    pdk_mesh_block *blocks = pdk_alloc_array(&obj->document->memory, count + 1, sizeof *blocks);
    if (blocks == NULL) return pdk_fail_memory(error, &obj->document->memory, "blocks");
    const pdk_mesh_block *from = obj->blocks.items;
    size_t used = 0;
    if (from[0].first_point > 0) blocks[used++] = (pdk_mesh_block){ NULL, 0, from[0].first_point };
    for (size_t i = 0; i < count; i++) {
        uint64_t end = i + 1 < count ? from[i + 1].first_point : obj->points.count;
        if (end > from[i].first_point)
            blocks[used++] = (pdk_mesh_block){ from[i].name, from[i].first_point, end - from[i].first_point };
    }
    obj->mesh.blocks = used > 0 ? blocks : NULL;
    obj->mesh.block_count = used;
    return PDK_OK;
}

static pdk_status report(pdk_obj *obj, pdk_error *error)
{
    if (obj->polygons > 0)
        pdk_polygon_report(obj->document, "obj.face.split", PDK_NO_OFFSET, "obj.face", obj->polygons, obj->ears);
    if (obj->tangled > 0) {
        pdk_document_add_finding(
            obj->document, PDK_WARNING, "obj.face.tangled", PDK_NO_OFFSET, "obj.face",
            "%" PRIu64 " faces cross themselves or have no area: they are split as a fan, which folds", obj->tangled);
    }
    if (obj->bad == 0) return PDK_OK;
    return pdk_document_damage(obj->document, error, PDK_E_CORRUPT, obj->bad_offset, obj->bad_code, "obj.face",
                               "this face %s; %" PRIu64 " faces cannot be read%s", obj->bad_text, obj->bad,
                               obj->document->partial ? " and were left out" : "");
}

static pdk_status make_triangles(pdk_obj *obj, pdk_error *error)
{
    pdk_memory *memory = &obj->document->memory;
    size_t next = 0;
    uint32_t material = 0;
    obj->triangles = pdk_vector_of(memory, sizeof(uint32_t[3]));
    obj->triangle_materials = pdk_vector_of(memory, sizeof(uint32_t));
    obj->groups = pdk_vector_of(memory, sizeof(pdk_mesh_group));
    for (size_t f = 0; f < obj->faces.count; f++) {
        const pdk_obj_face *face = (const pdk_obj_face *)obj->faces.items + f;
        bool fine = take_changes(obj, f, &next, &material) && (!check_face(obj, face) || add_triangles(obj, face)) &&
                    set_material(obj, material);
        if (!fine) return pdk_fail_memory(error, memory, "triangles");
    }
    close_groups(obj);
    return report(obj, error);
}

/* ----------------------------------------------------------------------------------------------------- attributes */

static pdk_status read_color(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                             pdk_error *error)
{
    const pdk_obj *obj = attribute->state;
    const float *from = (const float *)obj->colors.items + 3 * first;
    (void)error;
    for (size_t i = 0; i < 3 * count; i++) ((float *)values)[i] = obj->wide_colors ? from[i] / UINT8_MAX : from[i];
    return PDK_OK;
}

static pdk_status read_material(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                                pdk_error *error)
{
    const pdk_obj *obj = attribute->state;
    (void)error;
    if (count > 0) memcpy(values, (const uint32_t *)obj->triangle_materials.items + first, count * sizeof(uint32_t));
    return PDK_OK;
}

static void set_attributes(pdk_obj *obj, pdk_mesh *mesh)
{
    if (obj->colors.count > 0) {
        obj->attributes[obj->attribute_count++] = (pdk_attribute){ .name = "color",
                                                                   .role = PDK_ATTRIBUTE_COLOR,
                                                                   .type = PDK_FLOAT32,
                                                                   .components = 3,
                                                                   .state = obj,
                                                                   .read = read_color };
    }
    if (obj->triangle_materials.count > 0) {
        obj->attributes[obj->attribute_count++] = (pdk_attribute){ .name = "material",
                                                                   .role = PDK_ATTRIBUTE_MATERIAL,
                                                                   .of_triangles = true,
                                                                   .type = PDK_UINT32,
                                                                   .components = 1,
                                                                   .state = obj,
                                                                   .read = read_material };
    }
    mesh->attributes = obj->attributes;
    mesh->attribute_count = obj->attribute_count;
    mesh->groups = obj->groups.items;
    mesh->group_count = obj->groups.count;
    mesh->materials = obj->materials.items;
    mesh->material_count = obj->materials.count;
}

pdk_status pdk_obj_make_mesh(pdk_obj *obj, pdk_error *error)
{
    pdk_status status = make_triangles(obj, error);
    if (status == PDK_OK) status = pdk_obj_read_library(obj, error);
    if (status == PDK_OK) status = take_attribute(obj, true, error);
    if (status == PDK_OK) status = take_attribute(obj, false, error);
    if (status == PDK_OK) status = close_blocks(obj, error);
    obj->arrays = (pdk_mesh_arrays){ obj->points.items, obj->triangles.items, (const float(*)[3])obj->point_normals,
                                     (const float(*)[2])obj->point_coordinates };
    pdk_mesh mesh = pdk_mesh_of_arrays(&obj->arrays, obj->points.count, obj->triangles.count, PDK_FRAME_Y_UP);
    mesh.blocks = obj->mesh.blocks;
    mesh.block_count = obj->mesh.block_count;
    set_attributes(obj, &mesh);
    obj->mesh = mesh;
    return status;
}
