/* Materials and columns that parts of a track's scene look up. */
#include "format/tri/tri_scene.h"

double *pdk_tri_scene_column(const pdk_tri_scene *track, const char *name, const char *column, pdk_status *status,
                             pdk_error *error)
{
    const pdk_table *table = pdk_document_own_table(track->document, name);
    uint64_t rows = table != NULL ? pdk_table_rows(table) : 0;
    double *values = pdk_alloc_array(track->scene->memory, rows, sizeof *values);
    if (values == NULL) {
        *status = pdk_fail_memory(error, track->scene->memory, "a track");
        return NULL;
    }
    size_t number = table != NULL ? pdk_table_find_column(table, column) : PDK_NO_COLUMN;
    *status = rows > 0 ? pdk_table_read_f64(table, number, 0, (size_t)rows, values, error) : PDK_OK;
    return *status == PDK_OK ? values : NULL;
}

bool pdk_tri_scene_material(pdk_tri_scene *track, const char *name, const char *image, uint32_t number,
                            const pdk_scene_material *kind, size_t *material)
{
    pdk_scene *scene = track->scene;
    size_t texture;
    if (!pdk_scene_find_texture(scene, &track->album, image, &texture)) return false;
    pdk_scene_material *added = pdk_scene_add_material(scene);
    if (added == NULL) return false;
    *material = scene->materials.count - 1;
    *added = *kind;
    added->name = name;
    added->texture = texture;
    added->prelit = texture != PDK_SCENE_NONE;
    if (texture != PDK_SCENE_NONE) return true;
    pdk_scene_plain(added, number);
    if (track->art != NULL && kind->two_sided) { /* of the road's it is said what becomes of them */
        pdk_scene_note(scene, PDK_NOTE, "scene.texture", "%s is not among the pictures: it is drawn plain", name);
    }
    return true;
}
