/* Points and faces of an OBJ, run by run. OBJ has no placed copies: a mesh is written again for each node that shows
 * it. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "format/obj/obj_export.h"

enum { RUN = PDK_SCENE_RUN, LINE = 7 * PDK_NUMBER_SPACE };

typedef struct obj_place {
    double place[3], turn[4];
} obj_place;

static void rotate(const double turn[4], const float from[3], double to[3])
{
    double cross[3], twice[3];
    for (int k = 0; k < 3; k++) {
        cross[k] = turn[(k + 1) % 3] * (double)from[(k + 2) % 3] - turn[(k + 2) % 3] * (double)from[(k + 1) % 3];
    }
    for (int k = 0; k < 3; k++)
        twice[k] = turn[(k + 1) % 3] * cross[(k + 2) % 3] - turn[(k + 2) % 3] * cross[(k + 1) % 3];
    for (int k = 0; k < 3; k++) to[k] = (double)from[k] + 2 * (turn[3] * cross[k] + twice[k]);
}

/* "v 1 2 3\n"; coordinates and normals alike. */
static void put_line(pdk_obj_export *obj, const char *key, const float *numbers, int count)
{
    char *at = pdk_text_buffer_reserve(&obj->lines, LINE);
    if (obj->lines.failed) return;
    while (*key != '\0') *at++ = *key++;
    for (int i = 0; i < count; i++) {
        *at++ = ' ';
        at = pdk_put_float(at, numbers[i]);
    }
    *at++ = '\n';
    obj->lines.at = at;
}

/* A colour follows its point, as MeshLab and others have it. */
static pdk_status put_colored(pdk_obj_export *obj, size_t mesh, uint64_t first, size_t count, float (*points)[3],
                              pdk_error *error)
{
    enum { PIECE = 256 };
    float colors[PIECE][4];
    const pdk_attribute *color =
        pdk_mesh_attribute(&pdk_scene_mesh_at(&obj->scene.scene, mesh)->mesh, PDK_ATTRIBUTE_COLOR);
    for (size_t i = 0; i < count; i++) {
        size_t some = count - i < PIECE ? count - i : PIECE;
        pdk_status status = PDK_OK;
        if (color != NULL && i % PIECE == 0) status = pdk_attribute_read_color(color, first + i, some, colors, error);
        if (status != PDK_OK) return status;
        const float *rgb = colors[i % PIECE], *at = points[i];
        float numbers[6] = { at[0], at[1], at[2] };
        for (int k = 0; k < 3 && color != NULL; k++) numbers[3 + k] = isfinite(rgb[k]) ? rgb[k] : 0;
        put_line(obj, "v", numbers, color != NULL ? 6 : 3);
    }
    return PDK_OK;
}

static pdk_status put_points(pdk_obj_export *obj, size_t mesh, const obj_place *place, uint64_t first, size_t count,
                             pdk_error *error)
{
    float points[RUN][3];
    pdk_status status = pdk_scene_view_points(&obj->scene, mesh, first, count, points, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (place != NULL) {
            double to[3];
            rotate(place->turn, points[i], to);
            for (int k = 0; k < 3; k++) points[i][k] = (float)(to[k] + place->place[k]);
        }
    }
    return status == PDK_OK ? put_colored(obj, mesh, first, count, points, error) : status;
}

/* What a point is in the file goes into v, as OBJ has no second coordinates: where v is 0 or 1, it moves inward by a
 * step for each point across, the first included. u is half the row's number already. */
static void put_number(const float number[2], float pair[2])
{
    const float inward = PDK_OBJ_NUMBER_STEP * (number[1] + 0.5F);
    if (pair[1] <= 0) pair[1] = inward;
    else if (pair[1] >= 1) pair[1] = 1 - inward;
}

/* The first row of a picture is at v 1 here. */
static pdk_status put_coordinates(pdk_obj_export *obj, size_t mesh, const obj_place *place, uint64_t first,
                                  size_t count, pdk_error *error)
{
    float coordinates[RUN][2];
    const pdk_scene_mesh *source = pdk_scene_mesh_at(&obj->scene.scene, mesh);
    bool numbered = source->numbers_rows && pdk_scene_view_has_numbers(&obj->scene, mesh);
    (void)place;
    pdk_status status = source->mesh.read_coordinates(&source->mesh, first, count, coordinates, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        float *pair = coordinates[i];
        pair[0] = isfinite(pair[0]) ? pair[0] : 0;
        if (numbered) put_number(source->numbers[first + i], pair);
        if (!isfinite(pair[1])) pair[1] = 0;
        else if (!source->rows_up) pair[1] = 1 - pair[1];
        put_line(obj, "vt", pair, 2);
    }
    return status;
}

static pdk_status put_normals(pdk_obj_export *obj, size_t mesh, const obj_place *place, uint64_t first, size_t count,
                              pdk_error *error)
{
    float normals[RUN][3];
    pdk_status status = pdk_scene_view_normals(&obj->scene, mesh, first, count, normals, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (place != NULL) {
            double to[3];
            rotate(place->turn, normals[i], to);
            for (int k = 0; k < 3; k++) normals[i][k] = (float)to[k];
        }
        put_line(obj, "vn", normals[i], 3);
    }
    return status;
}

/* Now and then: pages that were read are returned to the system, and progress is reported. */
static pdk_status walked(const pdk_obj_export *obj, uint64_t done, uint64_t total, pdk_error *error)
{
    pdk_trim(obj->job->document);
    return pdk_export_progress(obj->job, done, total, error);
}

typedef pdk_status (*put_things)(pdk_obj_export *obj, size_t mesh, const obj_place *place, uint64_t first, size_t count,
                                 pdk_error *error);

static pdk_status put_all(pdk_obj_export *obj, size_t mesh, const obj_place *place, put_things put, pdk_error *error)
{
    uint64_t total = pdk_scene_mesh_at(&obj->scene.scene, mesh)->mesh.point_count;
    pdk_status status = PDK_OK;
    for (uint64_t at = 0; at < total && status == PDK_OK; at += RUN) {
        status = put(obj, mesh, place, at, total - at < RUN ? (size_t)(total - at) : RUN, error);
        if (status == PDK_OK && total > RUN) status = pdk_obj_flush(obj, obj->job->output, error);
        if (status == PDK_OK && at / RUN % 512 == 511) status = walked(obj, at, total, error);
    }
    return status;
}

/* "f 1/1/1 2/2/2 3/3/3". The backs of what is seen from both sides are not written: where programs draw them anyway, as
 * Blender does, two faces in one place make spots. */
static void put_face(pdk_obj_export *obj, const pdk_mesh *mesh, const uint32_t corners[3])
{
    char *at = pdk_text_buffer_reserve(&obj->lines, 3 * LINE);
    if (obj->lines.failed) return;
    *at++ = 'f';
    for (int k = 0; k < 3; k++) {
        *at++ = ' ';
        at = pdk_put_natural(at, obj->points + 1 + corners[k]);
        if (mesh->read_coordinates == NULL && mesh->read_normals == NULL) continue;
        *at++ = '/';
        if (mesh->read_coordinates != NULL) at = pdk_put_natural(at, obj->coordinates + 1 + corners[k]);
        if (mesh->read_normals == NULL) continue;
        *at++ = '/';
        at = pdk_put_natural(at, obj->normals + 1 + corners[k]);
    }
    *at++ = '\n';
    obj->lines.at = at;
}

/* `node` is the name that was put last. */
static pdk_status put_run(pdk_obj_export *obj, size_t number, const pdk_scene_run *run, const char *node,
                          pdk_error *error)
{
    uint32_t corners[RUN][3];
    const pdk_mesh *mesh = &pdk_scene_mesh_at(&obj->scene.scene, number)->mesh;
    if (run->name != NULL && strcmp(run->name, node) != 0) {
        pdk_obj_put_name(obj, "g ", run->name);
        pdk_obj_put(obj, "\n");
    }
    if (run->material != PDK_SCENE_NONE && obj->materials != NULL) {
        pdk_obj_put(obj, "usemtl ");
        pdk_obj_put(obj, obj->materials[run->material]);
        pdk_obj_put(obj, "\n");
    }
    pdk_status status = PDK_OK;
    for (uint64_t at = 0; at < run->triangle_count && status == PDK_OK; at += RUN) {
        size_t kept, count = run->triangle_count - at < RUN ? (size_t)(run->triangle_count - at) : RUN;
        status = pdk_scene_view_triangles(&obj->scene, number, run->first_triangle + at, count, corners, &kept, error);
        for (size_t i = 0; i < kept && status == PDK_OK; i++) put_face(obj, mesh, corners[i]);
        if (status == PDK_OK && run->triangle_count > RUN) status = pdk_obj_flush(obj, obj->job->output, error);
        if (status == PDK_OK && at / RUN % 512 == 511) status = walked(obj, at, run->triangle_count, error);
    }
    return status;
}

static pdk_status put_mesh(pdk_obj_export *obj, const pdk_scene_node *node, pdk_error *error)
{
    const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&obj->scene.scene, node->mesh);
    obj_place place;
    if (obj->scene.extents[node->mesh].empty) return PDK_OK;
    pdk_scene_view_place(&obj->scene, node, place.place, place.turn);
    bool moved = place.turn[3] != 1 || place.place[0] != 0 || place.place[1] != 0 || place.place[2] != 0;
    const obj_place *where = moved ? &place : NULL;
    pdk_obj_put_name(obj, "o ", node->name);
    pdk_obj_put(obj, "\n");
    pdk_status status = put_all(obj, node->mesh, where, put_points, error);
    if (status == PDK_OK && mesh->mesh.read_coordinates != NULL)
        status = put_all(obj, node->mesh, where, put_coordinates, error);
    if (status == PDK_OK && mesh->mesh.read_normals != NULL)
        status = put_all(obj, node->mesh, where, put_normals, error);
    if (mesh->normals != NULL) pdk_obj_put(obj, "s 1\n"); /* smooth: programs make the same normals of it */
    const char *name = node->name;
    for (size_t r = 0; r < mesh->run_count && status == PDK_OK; r++) {
        status = put_run(obj, node->mesh, &mesh->runs[r], name, error);
        if (mesh->runs[r].name != NULL) name = mesh->runs[r].name;
    }
    obj->points += mesh->mesh.point_count;
    if (mesh->mesh.read_coordinates != NULL) obj->coordinates += mesh->mesh.point_count;
    if (mesh->mesh.read_normals != NULL) obj->normals += mesh->mesh.point_count;
    return status;
}

static void put_polyline(pdk_obj_export *obj, const pdk_scene_node *node)
{
    const pdk_scene_line *line = pdk_scene_line_at(&obj->scene.scene, node->line);
    size_t own = line->closed ? line->point_count - 1 : line->point_count; /* the first comes again as itself */
    pdk_obj_put_name(obj, "o ", node->name);
    pdk_obj_put(obj, "\n");
    for (size_t i = 0; i < own; i++) {
        double from[3] = { (double)line->points[i][0], (double)line->points[i][1], (double)line->points[i][2] }, to[3];
        pdk_scene_view_point(&obj->scene, from, to);
        put_line(obj, "v", (const float[]){ (float)to[0], (float)to[1], (float)to[2] }, 3);
    }
    for (size_t i = 0; i + 1 < line->point_count; i++) { /* a piece a line: Blender takes two points of a line alone */
        char *at = pdk_text_buffer_reserve(&obj->lines, LINE);
        if (obj->lines.failed) return;
        *at++ = 'l';
        *at++ = ' ';
        at = pdk_put_natural(at, obj->points + 1 + i);
        *at++ = ' ';
        at = pdk_put_natural(at, obj->points + 1 + (i + 1) % own);
        *at++ = '\n';
        obj->lines.at = at;
    }
    obj->points += own;
}

pdk_status pdk_obj_write_node(pdk_obj_export *obj, const pdk_scene_node *node, pdk_error *error)
{
    pdk_status status = PDK_OK;
    if (node->mesh != PDK_SCENE_NONE) status = put_mesh(obj, node, error);
    if (node->line != PDK_SCENE_NONE) put_polyline(obj, node);
    return status == PDK_OK ? pdk_obj_flush(obj, obj->job->output, error) : status;
}
