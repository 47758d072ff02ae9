/* The scene of a family: its 3D parts under the names they have, with their pictures. */
#include "format/fam/fam_scene.h"

#include <string.h>

#include "format/fam/fam_index.h"
#include "scene/scene_build.h"

/* What parts call themselves, by their paths. Surfaces come in the order of the parts, so one walk finds all. */
typedef struct part_names {
    pdk_text *paths, *names;
    uint64_t count, next;
} part_names;

static bool read_names(pdk_scene *scene, const pdk_document *document, part_names *parts)
{
    const pdk_table *table = pdk_document_own_table(document, "parts");
    *parts = (part_names){ .count = table != NULL ? pdk_table_rows(table) : 0 };
    parts->paths = pdk_alloc_array(scene->memory, parts->count, sizeof *parts->paths);
    parts->names = pdk_alloc_array(scene->memory, parts->count, sizeof *parts->names);
    if (parts->paths == NULL || parts->names == NULL) return false;
    if (parts->count == 0) return true;
    const pdk_column_read reads[] = { { .column = pdk_table_find_column(table, "path"), .values = parts->paths },
                                      { .column = pdk_table_find_column(table, "name"), .values = parts->names } };
    if (pdk_table_read(table, 0, (size_t)parts->count, reads, 2, NULL) != PDK_OK) parts->count = 0;
    return true;
}

/* The name of the part at a path, otherwise the path. */
static char *part_name(pdk_scene *scene, part_names *parts, const char *path)
{
    for (uint64_t i = parts->next; i < parts->count; i++) {
        const pdk_text *there = &parts->paths[i], *name = &parts->names[i];
        if (there->size != strlen(path) || memcmp(there->data, path, there->size) != 0) continue;
        parts->next = i + 1;
        if (name->size > 0) return pdk_text_printf(scene->memory, "%.*s", (int)name->size, name->data);
        break;
    }
    return pdk_strdup(scene->memory, path);
}

/* Polygons and corners as numbers, by vertex of the surface. */
static uint32_t *code_corners(pdk_scene *scene, const pdk_document *document, const pdk_fam_part *part)
{
    uint32_t *codes = pdk_alloc_array(scene->memory, part->corners, sizeof *codes);
    uint32_t *first = pdk_alloc_array(scene->memory, part->polygons, sizeof *first);
    if (codes == NULL || first == NULL) return NULL;
    pdk_fam_first_corners(document, part, first);
    for (uint32_t i = 0; i < part->polygons; i++) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(document, part, i);
        for (uint32_t k = 0; polygon.drawn && k < polygon.corners; k++) codes[first[i] + k] = 4 * i + k;
    }
    pdk_free(scene->memory, first);
    return codes;
}

/* What a point is in the file, for its way back: half past the number of the part, and half past that of the corner,
 * four to a polygon. Floats have both, also as 1 - them. */
static bool number_points(pdk_scene *scene, const pdk_document *document, const pdk_fam_part *part,
                          pdk_scene_mesh *mesh)
{
    enum { MOST = 1 << 21 };
    uint64_t number = (uint64_t)(part - pdk_fam_part_at(document->state, 0));
    if (number >= MOST || part->polygons >= MOST / 4) {
        pdk_scene_note(scene, PDK_NOTE, "scene.numbers",
                       "part %s is too large for points with numbers: what is edited in it cannot come back",
                       part->path);
        return true;
    }
    uint64_t count = mesh->mesh.point_count;
    float(*numbers)[2] = pdk_alloc_array(scene->memory, count, sizeof *numbers);
    uint32_t *codes = code_corners(scene, document, part);
    if (numbers == NULL || codes == NULL) return false;
    for (uint64_t i = 0; i < count; i++) {
        numbers[i][0] = (float)number + 0.5F;
        numbers[i][1] = (float)codes[mesh->sources[i]] + 0.5F;
    }
    mesh->numbers = (const float(*)[2])numbers;
    pdk_free(scene->memory, codes);
    return true;
}

static const pdk_fam_part *part_of_surface(const pdk_document *document, size_t surface)
{
    return ((const pdk_surface_entry *)document->surfaces.items)[surface].state;
}

pdk_status pdk_fam_make_scene(pdk_scene *scene, const pdk_document *document, const pdk_document *art, pdk_error *error)
{
    (void)art; /* it brings its own pictures */
    pdk_scene_album album;
    part_names parts;
    bool car = strcmp(document->dialect != NULL ? document->dialect : "", "car") == 0;
    if (!pdk_scene_open_album(scene, document, &album) || !read_names(scene, document, &parts))
        return pdk_fail_memory(error, scene->memory, "a scene");
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        size_t mesh;
        const char *name = part_name(scene, &parts, pdk_document_surface_at(document, i)->name);
        if (name == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
        pdk_status status = pdk_scene_add_part(scene, document, i, name, &album, &mesh, error);
        if (status != PDK_OK) return status;
        pdk_scene_mesh *made = mesh != PDK_SCENE_NONE ? (pdk_scene_mesh *)scene->meshes.items + mesh : NULL;
        bool numbered = made == NULL || number_points(scene, document, part_of_surface(document, i), made);
        pdk_scene_node *node = numbered ? pdk_scene_add_node(scene, name, PDK_SCENE_NONE) : NULL;
        if (node == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
        node->mesh = mesh;
        if (car && i > 0) node->aside = "simpler"; /* the same car again, for when it is far away */
    }
    return PDK_OK;
}
