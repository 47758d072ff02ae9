/* The scene of a family: its 3D parts under the names they have, with their pictures. */
#include "format/fam/fam_scene.h"

#include <string.h>

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
        pdk_scene_node *node = pdk_scene_add_node(scene, name, PDK_SCENE_NONE);
        if (node == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
        node->mesh = mesh;
        if (car && i > 0) node->aside = "simpler"; /* the same car again, for when it is far away */
    }
    return PDK_OK;
}
