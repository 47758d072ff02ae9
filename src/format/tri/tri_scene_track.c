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
    track.node_count = pdk_table_rows(pdk_document_own_table(document, "nodes"));
    track.closed = pdk_document_find_property(document, "closing_gap") != NULL;
    if (art == NULL) scene->missing = "the pictures and 3D models of this track, which are in its FAM";
    if (!pdk_scene_open_album(scene, art, &track.album)) return pdk_fail_memory(error, scene->memory, "a track");
    return add_parts(&track, error);
}
