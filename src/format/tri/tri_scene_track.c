/* A track: its surfaces and tables, and the pictures its art has for them. */
#include <string.h>

#include "format/tri/tri_scene.h"

static size_t find_surface(const pdk_document *document, const char *name)
{
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        if (strcmp(pdk_document_surface_at(document, i)->name, name) == 0) return i;
    }
    return PDK_SCENE_NONE;
}

double *pdk_tri_scene_column(const pdk_tri_scene *track, const char *name, const char *column, pdk_status *status,
                             pdk_error *error)
{
    const pdk_table *table = pdk_document_find_table(track->document, name);
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

static pdk_status add_parts(pdk_tri_scene *track, pdk_error *error)
{
    const pdk_document *document = track->document;
    size_t road = find_surface(document, "road"), fences = find_surface(document, "fences"),
           cards = find_surface(document, "props");
    pdk_surface ground, props = { 0 };
    pdk_status status = pdk_document_surface_read(document, road, &ground, error);
    if (status == PDK_OK) status = pdk_tri_scene_add_road(track, road, error);
    if (status == PDK_OK && fences != PDK_SCENE_NONE) status = pdk_tri_scene_add_fences(track, fences, error);
    if (status == PDK_OK && cards != PDK_SCENE_NONE) status = pdk_document_surface_read(document, cards, &props, error);
    if (status == PDK_OK) status = pdk_tri_scene_add_props(track, &props, error);
    if (status == PDK_OK) status = pdk_tri_scene_add_horizon(track, &ground, error);
    if (status == PDK_OK) status = pdk_tri_scene_add_lines(track, error);
    return status;
}

pdk_status pdk_tri_make_scene(pdk_scene *scene, const pdk_document *document, const pdk_document *art, pdk_error *error)
{
    pdk_tri_scene track = { .scene = scene, .document = document, .art = art };
    track.node_count = pdk_table_rows(pdk_document_find_table(document, "nodes"));
    track.closed = pdk_document_find_property(document, "closing_gap") != NULL;
    if (art == NULL) scene->missing = "the pictures and 3D models of this track, which are in its FAM";
    if (!pdk_scene_open_album(scene, art, &track.album)) return pdk_fail_memory(error, scene->memory, "a track");
    return add_parts(&track, error);
}
