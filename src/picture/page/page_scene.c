/* The scene of a document as a block: meshes in places, materials, lines. What is about a place and would be in several
 * is there once. */
#include <math.h>
#include <string.h>

#include "model/document.h"
#include "json/contract.h"
#include "page/page_data.h"
#include "scene/scene.h"

static const double least_step = 0.001; /* m */
enum {
    STEPS = 1 << 23, /* across a scene, at most */
    SLACK = 2        /* times as many triangles as wanted are shown */
};

static uint64_t triangles_of(const pdk_document *document)
{
    uint64_t count = 0;
    for (size_t i = 0; document != NULL && i < pdk_document_surface_count(document); i++)
        count += pdk_document_surface_at(document, i)->triangles;
    return count;
}

bool pdk_page_has_scene(const pdk_page_file *file, uint64_t triangles)
{
    const pdk_services *services = file->document->services;
    return services != NULL && services->scene != NULL && pdk_document_surface_count(file->document) > 0 &&
           triangles_of(file->document) + triangles_of(file->art) <= SLACK * triangles;
}

typedef struct scene_job {
    const pdk_page_file *file;
    pdk_memory *memory;
    pdk_scene scene;
    pdk_vector notes; /* char * */
    bool failed;      /* memory ran out for a note */
    double (*points)[3];
    float (*coordinates)[2];
    uint32_t (*corners)[3];
    uint64_t *point_counts, *corner_counts;             /* of each mesh */
    uint64_t **before;                                  /* corners before those of each triangle, of each mesh */
    uint64_t point_count, triangle_count, corner_count; /* of all */
    double origin[3], step;
} scene_job;

static bool keep_note(void *user, const pdk_finding *finding)
{
    scene_job *job = user;
    char **note = pdk_vector_push(&job->notes);
    if (note != NULL) *note = pdk_strdup(job->memory, finding->message);
    job->failed = job->failed || note == NULL || *note == NULL;
    return true;
}

/* ------------------------------------------------------------------------------------------------------ meshes */

static bool is_point(const double point[3])
{
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

/* The corners of the triangles just read that can be drawn, moved to where those of the meshes before end. */
static void keep_sound(scene_job *job, size_t number, const pdk_mesh *mesh)
{
    uint32_t *kept = (uint32_t *)job->corners + job->corner_count;
    uint64_t count = 0;
    for (uint64_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *corners = job->corners[job->triangle_count + i];
        uint32_t copy[3] = { corners[0], corners[1], corners[2] };
        bool sound = true;
        job->before[number][i] = count;
        for (int k = 0; k < 3; k++)
            sound = sound && copy[k] < mesh->point_count && is_point(job->points[job->point_count + copy[k]]);
        if (!sound) continue;
        for (int k = 0; k < 3; k++) kept[count++] = copy[k];
    }
    job->before[number][mesh->triangle_count] = count;
    job->corner_counts[number] = count;
    job->corner_count += count;
}

static pdk_status read_mesh(scene_job *job, size_t number, pdk_error *error)
{
    const pdk_mesh *mesh = &pdk_scene_mesh_at(&job->scene, number)->mesh;
    size_t points = (size_t)mesh->point_count, triangles = (size_t)mesh->triangle_count;
    job->before[number] = pdk_alloc_array(job->memory, mesh->triangle_count + 1, sizeof **job->before);
    if (job->before[number] == NULL) return pdk_fail_memory(error, job->memory, "a scene of a page");
    pdk_status status = mesh->read_points(mesh, 0, points, job->points + job->point_count, error);
    if (status == PDK_OK && mesh->read_coordinates != NULL)
        status = mesh->read_coordinates(mesh, 0, points, job->coordinates + job->point_count, error);
    if (status == PDK_OK) status = mesh->read_triangles(mesh, 0, triangles, job->corners + job->triangle_count, error);
    if (status != PDK_OK) return status;
    keep_sound(job, number, mesh);
    job->point_counts[number] = mesh->point_count;
    job->point_count += mesh->point_count;
    job->triangle_count += mesh->triangle_count;
    return PDK_OK;
}

static pdk_status read_meshes(scene_job *job, pdk_error *error)
{
    uint64_t points = 0, triangles = 0;
    size_t count = job->scene.meshes.count;
    for (size_t i = 0; i < count; i++) {
        points += pdk_scene_mesh_at(&job->scene, i)->mesh.point_count;
        triangles += pdk_scene_mesh_at(&job->scene, i)->mesh.triangle_count;
    }
    job->points = pdk_alloc_array(job->memory, points, sizeof *job->points);
    job->coordinates = pdk_alloc_array(job->memory, points, sizeof *job->coordinates);
    job->corners = pdk_alloc_array(job->memory, triangles, sizeof *job->corners);
    job->point_counts = pdk_alloc_array(job->memory, count, sizeof *job->point_counts);
    job->corner_counts = pdk_alloc_array(job->memory, count, sizeof *job->corner_counts);
    job->before = pdk_alloc_array(job->memory, count, sizeof *job->before);
    if (job->points == NULL || job->coordinates == NULL || job->corners == NULL || job->point_counts == NULL ||
        job->corner_counts == NULL || job->before == NULL)
        return pdk_fail_memory(error, job->memory, "a scene of a page");
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = read_mesh(job, i, error);
    return status;
}

/* The middle of everything that has its own place, and steps fine enough for what there is. */
static void measure(scene_job *job)
{
    pdk_extent extent = pdk_extent_none();
    const double *at = (const double *)job->points;
    for (size_t i = 0; i < job->scene.meshes.count; i++) {
        for (uint64_t p = 0; p < job->point_counts[i]; p++, at += 3) {
            if (!pdk_scene_mesh_at(&job->scene, i)->shared && is_point(at)) pdk_extent_add(&extent, at);
        }
    }
    for (size_t i = 0; i < job->scene.nodes.count; i++) {
        const pdk_scene_node *node = pdk_scene_node_at(&job->scene, i);
        if (node->mesh != PDK_SCENE_NONE && pdk_scene_mesh_at(&job->scene, node->mesh)->shared && is_point(node->place))
            pdk_extent_add(&extent, node->place);
    }
    double size = 0;
    for (int k = 0; k < 3; k++) {
        bool any = extent.minimum[k] <= extent.maximum[k];
        job->origin[k] = any ? (extent.minimum[k] + extent.maximum[k]) / 2 : 0;
        if (any) size = fmax(size, extent.maximum[k] - extent.minimum[k]);
    }
    job->step = fmax(least_step, size / STEPS);
}

/* ------------------------------------------------------------------------------------------------------- header */

static size_t picture_of(const scene_job *job, const pdk_scene_texture *texture)
{
    size_t own = pdk_document_image_count(job->file->document);
    return texture->document == job->file->document ? texture->image : own + texture->image;
}

/* What a material that animates shows one after the other, and for how long each. */
static void put_frames(pdk_json *json, const scene_job *job, const pdk_scene_material *material)
{
    if (pdk_scene_frame_count(material) == 1) {
        pdk_member_text(json, PDK_KEY_OF(material, frames), NULL);
        return;
    }
    pdk_member_begin(json, PDK_KEY_OF(material, frames), '{');
    pdk_member_begin(json, PDK_KEY_OF(frames, images), '[');
    for (size_t i = 0; i < material->frame_count; i++)
        pdk_json_natural(json, picture_of(job, pdk_scene_texture_at(&job->scene, material->frames[i])));
    pdk_json_end(json, ']');
    pdk_member_number(json, PDK_KEY_OF(frames, interval), (double)material->frame_ticks / PDK_SCENE_TICKS);
    pdk_json_end(json, '}');
}

static void put_materials(pdk_json *json, const scene_job *job)
{
    pdk_member_begin(json, PDK_KEY_OF(scene, materials), '[');
    for (size_t i = 0; i < job->scene.materials.count; i++) {
        const pdk_scene_material *material = pdk_scene_material_at(&job->scene, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(material, name), material->name);
        if (material->texture == PDK_SCENE_NONE) pdk_member_text(json, PDK_KEY_OF(material, image), NULL);
        else
            pdk_member_natural(json, PDK_KEY_OF(material, image),
                               picture_of(job, pdk_scene_texture_at(&job->scene, material->texture)));
        put_frames(json, job, material);
        pdk_member_numbers(json, PDK_KEY_OF(material, colour), material->color, 3);
        pdk_member_boolean(json, PDK_KEY_OF(material, repeats), material->repeats);
        pdk_member_boolean(json, PDK_KEY_OF(material, two_sided), material->two_sided);
        pdk_member_boolean(json, PDK_KEY_OF(material, prelit), material->prelit);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_meshes(pdk_json *json, const scene_job *job)
{
    pdk_member_begin(json, PDK_KEY_OF(scene, meshes), '[');
    for (size_t i = 0; i < job->scene.meshes.count; i++) {
        const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&job->scene, i);
        const uint64_t *before = job->before[i];
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(scene_mesh, name), mesh->name);
        pdk_member_text(json, PDK_KEY_OF(scene_mesh, kind), mesh->kind);
        pdk_member_boolean(json, PDK_KEY_OF(scene_mesh, shared), mesh->shared);
        pdk_member_boolean(json, PDK_KEY_OF(scene_mesh, has_coordinates), mesh->mesh.read_coordinates != NULL);
        pdk_member_natural(json, PDK_KEY_OF(scene_mesh, points), job->point_counts[i]);
        pdk_member_natural(json, PDK_KEY_OF(scene_mesh, corners), job->corner_counts[i]);
        pdk_member_begin(json, PDK_KEY_OF(scene_mesh, runs), '[');
        for (size_t r = 0; r < mesh->run_count; r++) {
            const pdk_scene_run *run = &mesh->runs[r];
            uint64_t first = before[run->first_triangle], end = before[run->first_triangle + run->triangle_count];
            pdk_json_begin(json, '{');
            pdk_member_natural(json, PDK_KEY_OF(material_run, first), first);
            pdk_member_natural(json, PDK_KEY_OF(material_run, count), end - first);
            pdk_member_natural(json, PDK_KEY_OF(material_run, material), run->material);
            pdk_json_end(json, '}');
        }
        pdk_json_end(json, ']');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_kinds(pdk_json *json, const pdk_scene_kinds *kinds)
{
    if (kinds == NULL) {
        pdk_member_text(json, PDK_KEY_OF(scene_line, kinds), NULL);
        return;
    }
    pdk_member_begin(json, PDK_KEY_OF(scene_line, kinds), '{');
    pdk_member_text(json, PDK_KEY_OF(kinds, name), kinds->name);
    pdk_member_text(json, PDK_KEY_OF(kinds, meaning), kinds->meaning);
    pdk_member_label_names(json, PDK_KEY_OF(kinds, labels), kinds->labels);
    pdk_json_end(json, '}');
}

static void put_lines(pdk_json *json, const scene_job *job)
{
    pdk_member_begin(json, PDK_KEY_OF(scene, lines), '[');
    for (size_t i = 0; i < job->scene.lines.count; i++) {
        const pdk_scene_line *line = pdk_scene_line_at(&job->scene, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(scene_line, name), line->name);
        pdk_member_natural(json, PDK_KEY_OF(scene_line, points), line->point_count);
        pdk_member_boolean(json, PDK_KEY_OF(scene_line, closed), line->closed);
        pdk_member_boolean(json, PDK_KEY_OF(scene_line, upright), line->upright);
        put_kinds(json, line->kinds);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_head(pdk_json *json, const scene_job *job)
{
    pdk_frame frame = pdk_document_surface_at(job->file->document, 0)->frame;
    pdk_member_text(json, PDK_KEY_OF(scene, up), frame == PDK_FRAME_Y_UP || frame == PDK_FRAME_GMOTOR ? "y" : "z");
    pdk_member_numbers(json, PDK_KEY_OF(scene, origin), job->origin, 3);
    pdk_member_text(json, PDK_KEY_OF(scene, missing), job->scene.missing);
    pdk_member_begin(json, PDK_KEY_OF(scene, notes), '[');
    for (size_t i = 0; i < job->notes.count; i++) pdk_json_text(json, ((char *const *)job->notes.items)[i]);
    pdk_json_end(json, ']');
    put_materials(json, job);
    put_meshes(json, job);
    put_lines(json, job);
}

/* ------------------------------------------------------------------------------------------------------ columns */

static bool put_points(pdk_page_block *block, const scene_job *job)
{
    static const char *const names[] = { "x", "y", "z", "u", "v" };
    double *room = pdk_alloc_array(job->memory, job->point_count, sizeof *room);
    if (room == NULL) return false;
    for (size_t k = 0; k < 3; k++) {
        uint64_t at = 0;
        for (size_t i = 0; i < job->scene.meshes.count; i++) {
            double less = pdk_scene_mesh_at(&job->scene, i)->shared ? 0 : job->origin[k];
            for (uint64_t p = 0; p < job->point_counts[i]; p++, at++) {
                room[at] = is_point(job->points[at]) ? job->points[at][k] - less : NAN;
            }
        }
        pdk_page_put_steps(block, names[k], PDK_FLOAT32, room, (size_t)job->point_count,
                           (pdk_page_scale){ job->step, 0 });
    }
    for (size_t k = 0; k < 2; k++) {
        for (uint64_t i = 0; i < job->point_count; i++) {
            double value = (double)job->coordinates[i][k];
            room[i] = isfinite(value) ? value : 0;
        }
        pdk_page_put_steps(block, names[3 + k], PDK_FLOAT32, room, (size_t)job->point_count,
                           (pdk_page_scale){ 1.0 / 4096, 0 });
    }
    pdk_page_put_exact(block, "corner", PDK_UINT32, job->corners, (size_t)job->corner_count, NULL);
    pdk_free(job->memory, room);
    return true;
}

/* The name of the node at the top of the tree that a node is in, where that is another. */
static const char *group_of(const pdk_scene *scene, const pdk_scene_node *node)
{
    const char *name = "";
    while (node->parent != PDK_SCENE_NONE) {
        node = pdk_scene_node_at(scene, node->parent);
        name = node->name;
    }
    return name;
}

/* A row for each node that shows a mesh. */
static bool put_places(pdk_page_block *block, const scene_job *job)
{
    const pdk_scene *scene = &job->scene;
    enum { X, Y, Z, HEADING, NUMBERS };
    static const char *const names[] = { "place_x", "place_y", "place_z", "heading" };
    size_t count = 0;
    for (size_t i = 0; i < scene->nodes.count; i++) count += pdk_scene_node_at(scene, i)->mesh != PDK_SCENE_NONE;
    double *numbers = pdk_alloc_array(job->memory, count, NUMBERS * sizeof *numbers);
    pdk_text *texts = pdk_alloc_array(job->memory, count, 3 * sizeof *texts);
    uint32_t *meshes = pdk_alloc_array(job->memory, count, sizeof *meshes);
    uint8_t *backdrop = pdk_alloc_array(job->memory, count, sizeof *backdrop);
    if (numbers == NULL || texts == NULL || meshes == NULL || backdrop == NULL) return false;
    size_t at = 0;
    for (size_t i = 0; i < scene->nodes.count; i++) {
        const pdk_scene_node *node = pdk_scene_node_at(scene, i);
        if (node->mesh == PDK_SCENE_NONE) continue;
        bool shared = pdk_scene_mesh_at(scene, node->mesh)->shared;
        for (size_t k = 0; k < 3; k++) numbers[k * count + at] = node->place[k] - (shared ? job->origin[k] : 0);
        numbers[HEADING * count + at] = node->heading;
        const char *aside = node->aside != NULL ? node->aside : "", *group = group_of(scene, node);
        texts[at] = (pdk_text){ node->name, strlen(node->name) };
        texts[count + at] = (pdk_text){ group, strlen(group) };
        texts[2 * count + at] = (pdk_text){ aside, strlen(aside) };
        meshes[at] = (uint32_t)node->mesh;
        backdrop[at++] = node->backdrop;
    }
    for (size_t k = 0; k < NUMBERS; k++)
        pdk_page_put_steps(block, names[k], PDK_FLOAT32, numbers + k * count, count,
                           (pdk_page_scale){ k == HEADING ? 1.0 / 4096 : job->step, 0 });
    pdk_page_put_words(block, "name", PDK_TEXT, texts, count, NULL);
    pdk_page_put_words(block, "group", PDK_TEXT, texts + count, count, NULL);
    pdk_page_put_words(block, "aside", PDK_TEXT, texts + 2 * count, count, NULL);
    pdk_page_put_exact(block, "mesh", PDK_UINT32, meshes, count, NULL);
    pdk_page_put_exact(block, "backdrop", PDK_UINT8, backdrop, count, NULL);
    return true;
}

/* The lines one after the other; a row for each point. */
static bool put_line_points(pdk_page_block *block, const scene_job *job)
{
    static const char *const names[] = { "line_x", "line_y", "line_z", "line_kind" };
    size_t count = 0;
    for (size_t i = 0; i < job->scene.lines.count; i++) count += pdk_scene_line_at(&job->scene, i)->point_count;
    double *room = pdk_alloc_array(job->memory, count, sizeof *room);
    if (room == NULL) return false;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        size_t at = 0;
        for (size_t i = 0; i < job->scene.lines.count; i++) {
            const pdk_scene_line *line = pdk_scene_line_at(&job->scene, i);
            for (size_t p = 0; p < line->point_count; p++) {
                if (k < 3) room[at++] = (double)line->points[p][k] - job->origin[k];
                else room[at++] = line->kinds != NULL ? (double)line->kinds->values[p] : 0;
            }
        }
        pdk_page_put_steps(block, names[k], PDK_FLOAT32, room, count, (pdk_page_scale){ k < 3 ? job->step : 1, 0 });
    }
    return true;
}

static pdk_status put_scene(scene_job *job, pdk_output *output, pdk_error *error)
{
    pdk_page_block block;
    pdk_status status = pdk_page_block_begin(&block, job->memory, error);
    if (status != PDK_OK) return status;
    put_head(&block.json, job);
    if (put_points(&block, job) && put_places(&block, job) && put_line_points(&block, job))
        return pdk_page_block_end(&block, output, error);
    pdk_page_block_close(&block);
    return pdk_fail_memory(error, job->memory, "a scene of a page");
}

pdk_status pdk_page_put_scene(const pdk_page_file *file, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    scene_job job = { .file = file, .memory = memory, .notes = pdk_vector_of(memory, sizeof(char *)) };
    pdk_status status = pdk_scene_make(file->document, NULL, file->art, keep_note, &job, memory, &job.scene, error);
    if (status == PDK_OK && job.failed) status = pdk_fail_memory(error, memory, "a scene of a page");
    if (status == PDK_OK) status = read_meshes(&job, error);
    if (status != PDK_OK) return status;
    measure(&job);
    return put_scene(&job, output, error);
}
