/* Props: a mesh for each type in use, a node for each prop. Bitmaps stand upright on their foot and face those who come
 * along their heading; the material of an animated type has all its bitmaps. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/tri/tri_frames.h"
#include "format/tri/tri_mesh.h"
#include "format/tri/tri_scene.h"

enum { BITMAP = 4, CORNER = 6, MODEL = 1 }; /* kinds of prop types */

/* Columns of the tables, and what has been made so far. */
typedef struct prop_job {
    pdk_tri_scene *track;
    const pdk_surface *cards; /* the props as one surface: its groups know the bitmaps' images */
    uint64_t types;
    double *kind, *bitmap, *second, *model, *width, *height, *depth, *frame_interval;
    size_t *meshes; /* of each type; PDK_SCENE_NONE = it cannot be shown */
    bool *made;
    pdk_vector bitmaps; /* bitmap_material: of each bitmap in use */
    uint64_t models_missing, unknown;
} prop_job;

/* A bitmap may be shown by types that animate and by others. */
typedef struct bitmap_material {
    uint32_t bitmap, frames, ticks;
    size_t material;
} bitmap_material;

static const char *image_of(const prop_job *job, const char *name)
{
    for (size_t i = 0; i < job->cards->group_count; i++) {
        if (strcmp(job->cards->groups[i].name, name) == 0) return job->cards->groups[i].image;
    }
    return NULL;
}

/* The textures of an animated bitmap, as far as the art has them: it is shown still where there are fewer than two. */
static bool add_frames(prop_job *job, const bitmap_material *shown)
{
    pdk_tri_scene *track = job->track;
    size_t *frames = pdk_alloc_array(track->scene->memory, shown->frames, sizeof *frames);
    uint32_t count = 0;
    if (frames == NULL) return false;
    for (; count < shown->frames; count++) {
        const pdk_tri_track *state = track->document->state;
        char *image = pdk_tri_props.image(track->scene->memory, state, shown->bitmap + count);
        if (image == NULL || !pdk_scene_find_texture(track->scene, &track->album, image, &frames[count])) return false;
        if (frames[count] == PDK_SCENE_NONE) break;
    }
    pdk_scene_material *material = (pdk_scene_material *)track->scene->materials.items + shown->material;
    if (material->texture == PDK_SCENE_NONE) return true;
    if (count < shown->frames)
        pdk_scene_note(track->scene, PDK_NOTE, "scene.frames", "%s: of its %u frames the pictures have the first %u",
                       material->name, (unsigned)shown->frames, (unsigned)count);
    if (count < 2) return true;
    material->frames = frames;
    material->frame_count = count;
    material->frame_ticks = shown->ticks;
    return true;
}

static bool find_material(prop_job *job, double number, uint32_t frames, uint32_t ticks, size_t *material)
{
    pdk_scene *scene = job->track->scene;
    uint32_t bitmap = number >= 0 ? (uint32_t)number : 0;
    const bitmap_material *known = job->bitmaps.items;
    for (size_t i = 0; i < job->bitmaps.count; i++) {
        if (known[i].bitmap != bitmap || known[i].frames != frames || known[i].ticks != ticks) continue;
        *material = known[i].material;
        return true;
    }
    char *name = pdk_text_printf(scene->memory, "bitmap %u", (unsigned)bitmap);
    bitmap_material *added = name != NULL ? pdk_vector_push(&job->bitmaps) : NULL;
    if (added == NULL) return false;
    *added = (bitmap_material){ bitmap, frames, ticks, 0 };
    bool found = pdk_tri_scene_material(job->track, name, image_of(job, name), bitmap,
                                        &(pdk_scene_material){ .two_sided = true }, &added->material);
    *material = added->material;
    return found && (frames < 2 || job->track->art == NULL || add_frames(job, added));
}

/* How many bitmaps the first card of a type shows. */
static uint32_t frames_of(const prop_job *job, size_t type)
{
    return pdk_tri_frame_count(pdk_tri_type_at(job->track->document->state, (uint32_t)type));
}

/* ------------------------------------------------------------------------------------------------- cards */

/* An upright card from its left foot (x, y), to `right` (x, y) from there. */
static void put_card(pdk_scene_arrays *arrays, const double foot[2], const double right[2], double height)
{
    double length = right[0] != 0 ? right[0] : right[1];
    uint32_t first = (uint32_t)arrays->vertex_count;
    for (uint32_t i = 0; i < 4; i++) {
        bool far = i == 1 || i == 2, top = i >= 2;
        float *place = arrays->positions[first + i];
        place[0] = (float)(foot[0] + (far ? right[0] : 0));
        place[1] = (float)(foot[1] + (far ? right[1] : 0));
        place[2] = (float)(top ? height : 0);
        arrays->normals[first + i][0] = right[0] != 0 ? 0 : (float)(right[1] / length);
        arrays->normals[first + i][1] = right[0] != 0 ? (float)(-right[0] / length) : 0;
        arrays->coordinates[first + i][0] = far ? 1 : 0;
        arrays->coordinates[first + i][1] = top ? 0 : 1;
    }
    static const uint32_t corners[2][3] = { { 0, 1, 2 }, { 0, 2, 3 } };
    for (int t = 0; t < 2; t++) {
        for (int k = 0; k < 3; k++) arrays->triangles[arrays->triangle_count][k] = first + corners[t][k];
        arrays->triangle_count++;
    }
    arrays->vertex_count += 4;
}

/* A width the file leaves open is that of the bitmap's shape. */
static double width_of(const prop_job *job, size_t type, size_t material)
{
    const pdk_scene *scene = job->track->scene;
    size_t texture = pdk_scene_material_at(scene, material)->texture;
    if (job->width[type] > 0) return job->width[type];
    if (texture == PDK_SCENE_NONE) return job->height[type];
    const pdk_scene_texture *shown = pdk_scene_texture_at(scene, texture);
    return job->height[type] * shown->width / shown->height;
}

static bool make_cards(prop_job *job, size_t type, size_t *result)
{
    pdk_scene *scene = job->track->scene;
    double height = job->height[type];
    if (!(height > 0)) return true;
    bool corner = job->kind[type] == CORNER && job->depth[type] > 0;
    pdk_scene_arrays arrays;
    pdk_scene_run *runs = pdk_alloc_array(scene->memory, 2, sizeof *runs);
    uint32_t frames = frames_of(job, type);
    uint32_t ticks = frames > 1 ? (uint32_t)lround(job->frame_interval[type] * PDK_SCENE_TICKS) : 0;
    if (runs == NULL || !find_material(job, job->bitmap[type], frames, ticks, &runs[0].material) ||
        !pdk_scene_allocate(scene, 8, 4, &arrays)) {
        return false;
    }
    double width = width_of(job, type, runs[0].material);
    put_card(&arrays, (const double[]){ -width / 2, 0 }, (const double[]){ width, 0 }, height);
    runs[0].triangle_count = 2;
    if (corner) {
        put_card(&arrays, (const double[]){ width / 2, 0 }, (const double[]){ 0, job->depth[type] }, height);
        runs[1] = (pdk_scene_run){ 2, 2, 0, NULL };
        if (!find_material(job, job->second[type], 1, 0, &runs[1].material)) return false;
    }
    pdk_scene_mesh *mesh = pdk_scene_add_mesh(scene);
    if (mesh == NULL) return false;
    mesh->name = pdk_text_printf(scene->memory, "prop type %zu: bitmap %d", type, (int)job->bitmap[type]);
    mesh->runs = runs;
    mesh->run_count = corner ? 2 : 1;
    mesh->shared = true;
    mesh->kind = corner ? "two bitmaps" : "bitmap";
    pdk_scene_put_arrays(&arrays, PDK_FRAME_TRACK, mesh);
    *result = scene->meshes.count - 1;
    return mesh->name != NULL;
}

/* ------------------------------------------------------------------------------------------------- models */

/* The art's surface of a model: that below child `number` of child 3. */
static size_t find_model(const pdk_document *art, double number)
{
    char path[32];
    int length = snprintf(path, sizeof path, "3/%u/", (unsigned)number);
    for (size_t i = 0; art != NULL && i < pdk_document_surface_count(art); i++) {
        if (strncmp(pdk_document_surface_at(art, i)->name, path, (size_t)length) == 0) return i;
    }
    return PDK_SCENE_NONE;
}

static pdk_status make_model(prop_job *job, size_t type, size_t *result, pdk_error *error)
{
    pdk_tri_scene *track = job->track;
    size_t surface = job->model[type] >= 0 ? find_model(track->art, job->model[type]) : PDK_SCENE_NONE;
    if (surface == PDK_SCENE_NONE) return PDK_OK;
    char *name = pdk_text_printf(track->scene->memory, "prop type %zu: model %d", type, (int)job->model[type]);
    if (name == NULL) return pdk_fail_memory(error, track->scene->memory, "props");
    pdk_status status = pdk_scene_add_part(track->scene, track->art, surface, name, &track->album, result, error);
    if (status == PDK_OK && *result != PDK_SCENE_NONE)
        ((pdk_scene_mesh *)track->scene->meshes.items + *result)->kind = "model";
    return status;
}

/* The mesh of a type, made when the first prop of it comes. */
static pdk_status mesh_of(prop_job *job, size_t type, size_t *mesh, pdk_error *error)
{
    pdk_status status = PDK_OK;
    if (!job->made[type]) {
        job->made[type] = true;
        job->meshes[type] = PDK_SCENE_NONE;
        if (job->kind[type] == MODEL) status = make_model(job, type, &job->meshes[type], error);
        else if (job->kind[type] == BITMAP || job->kind[type] == CORNER) {
            if (!make_cards(job, type, &job->meshes[type]))
                return pdk_fail_memory(error, job->track->scene->memory, "props");
        }
    }
    *mesh = job->meshes[type];
    return status;
}

/* ------------------------------------------------------------------------------------------------- places */

static pdk_status read_types(prop_job *job, pdk_error *error)
{
    static const char *const names[] = { "kind",  "bitmap", "second_bitmap", "model",
                                         "width", "height", "second_width",  "frame_interval" };
    double **columns[] = { &job->kind,  &job->bitmap, &job->second, &job->model,
                           &job->width, &job->height, &job->depth,  &job->frame_interval };
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && status == PDK_OK; i++) {
        *columns[i] = pdk_tri_scene_column(job->track, "prop_types", names[i], &status, error);
    }
    job->meshes = pdk_alloc_array(job->track->scene->memory, job->types, sizeof *job->meshes);
    job->made = pdk_alloc_array(job->track->scene->memory, job->types, sizeof *job->made);
    if (status == PDK_OK && (job->meshes == NULL || job->made == NULL)) {
        status = pdk_fail_memory(error, job->track->scene->memory, "props");
    }
    return status;
}

static pdk_status add_prop(prop_job *job, size_t number, const double prop[5], size_t group, pdk_error *error)
{
    pdk_scene *scene = job->track->scene;
    size_t mesh = PDK_SCENE_NONE,
           type = prop[4] >= 0 && prop[4] < (double)job->types ? (size_t)prop[4] : PDK_SCENE_NONE;
    bool placed = prop[0] == prop[0] && prop[3] == prop[3]; /* not NaN: its node makes sense */
    pdk_status status = placed && type != PDK_SCENE_NONE ? mesh_of(job, type, &mesh, error) : PDK_OK;
    if (status != PDK_OK) return status;
    if (mesh == PDK_SCENE_NONE) {
        bool model = type != PDK_SCENE_NONE && job->kind[type] == MODEL;
        ++*(model ? &job->models_missing : &job->unknown);
        scene->dropped++;
        return PDK_OK;
    }
    char *name = pdk_text_printf(scene->memory, "prop %zu", number);
    pdk_scene_node *node = name != NULL ? pdk_scene_add_node(scene, name, group) : NULL;
    if (node == NULL) return pdk_fail_memory(error, scene->memory, "props");
    node->mesh = mesh;
    memcpy(node->place, prop, sizeof node->place);
    node->heading = prop[3];
    return PDK_OK;
}

static pdk_status add_places(prop_job *job, size_t count, pdk_error *error)
{
    static const char *const names[] = { "x", "y", "z", "heading", "prop_type" };
    double *columns[5];
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < 5 && status == PDK_OK; i++) {
        columns[i] = pdk_tri_scene_column(job->track, "props", names[i], &status, error);
    }
    if (status != PDK_OK) return status;
    pdk_scene *scene = job->track->scene;
    size_t group = scene->nodes.count;
    pdk_scene_node *node = pdk_scene_add_node(scene, "props", PDK_SCENE_NONE);
    if (node != NULL) node->mark = pdk_tri_scene_mark(scene->memory, job->track->document->state);
    if (node == NULL || node->mark == NULL) return pdk_fail_memory(error, scene->memory, "props");
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        double prop[5];
        for (size_t k = 0; k < 5; k++) prop[k] = columns[k][i];
        status = add_prop(job, i, prop, group, error);
    }
    return status;
}

pdk_status pdk_tri_scene_add_props(pdk_tri_scene *track, const pdk_surface *cards, pdk_error *error)
{
    prop_job job = { .track = track,
                     .cards = cards,
                     .types = pdk_table_rows(pdk_document_own_table(track->document, "prop_types")),
                     .bitmaps = pdk_vector_of(track->scene->memory, sizeof(bitmap_material)) };
    uint64_t count = pdk_table_rows(pdk_document_own_table(track->document, "props"));
    if (count == 0) return PDK_OK;
    pdk_status status = read_types(&job, error);
    if (status == PDK_OK) status = add_places(&job, (size_t)count, error);
    if (job.models_missing > 0) {
        pdk_scene_note(track->scene, PDK_WARNING, "scene.model", "%llu props are left out: their 3D models are %s",
                       (unsigned long long)job.models_missing,
                       track->art == NULL ? "in the FAM, which was not given" : "not in the FAM");
    }
    if (job.unknown > 0) {
        pdk_scene_note(track->scene, PDK_WARNING, "scene.prop",
                       "%llu props are left out: their position, size or kind makes no sense",
                       (unsigned long long)job.unknown);
    }
    return status;
}
