/* PLY: a header of text, points, then triangles as lists of three. Little-endian or text; floats, or doubles where
 * floats would not do. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "base/number.h"
#include "target/exporter.h"

enum {
    RUN = 512,
    MOST_VALUES = 8,     /* of a point: place, normal, texture coordinates */
    TEXT_OF_NUMBER = 26, /* with the blank behind it */
    FACE = 13
};

/* How points are written. */
typedef struct ply_points {
    bool doubles, ascii;
} ply_points;

/* A run of points, as far as the mesh has it. */
typedef struct point_run {
    double places[RUN][3];
    float normals[RUN][3], coordinates[RUN][2];
} point_run;

static pdk_status read_run(const pdk_mesh *mesh, uint64_t first, size_t count, point_run *run, pdk_error *error)
{
    pdk_status status = mesh->read_points(mesh, first, count, run->places, error);
    if (status == PDK_OK && mesh->read_normals != NULL)
        status = mesh->read_normals(mesh, first, count, run->normals, error);
    if (status == PDK_OK && mesh->read_coordinates != NULL) {
        status = mesh->read_coordinates(mesh, first, count, run->coordinates, error);
    }
    for (size_t i = 0; i < count && status == PDK_OK && mesh->read_coordinates != NULL && mesh->rows_down; i++)
        run->coordinates[i][1] = 1 - run->coordinates[i][1]; /* v 0 is the bottom row here */
    return status;
}

static uint8_t *store_double(uint8_t *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    pdk_store_u64(to, bits);
    return to + 8;
}

static uint8_t *store_float(uint8_t *to, float value)
{
    pdk_store_f32(to, value);
    return to + 4;
}

static uint8_t *put_number(uint8_t *to, double value, bool is_double)
{
    char *end = is_double ? pdk_put_double((char *)to, value) : pdk_put_float((char *)to, (float)value);
    *end = ' ';
    return (uint8_t *)end + 1;
}

/* One point's bytes or line. */
static uint8_t *put_point(uint8_t *to, const ply_points *how, const pdk_mesh *mesh, const point_run *run, size_t i)
{
    for (int k = 0; k < 3; k++) {
        double value = run->places[i][k];
        if (how->ascii) to = put_number(to, value, how->doubles);
        else to = how->doubles ? store_double(to, value) : store_float(to, (float)value);
    }
    for (int k = 0; k < 3 && mesh->read_normals != NULL; k++) {
        to = how->ascii ? put_number(to, (double)run->normals[i][k], false) : store_float(to, run->normals[i][k]);
    }
    for (int k = 0; k < 2 && mesh->read_coordinates != NULL; k++) {
        to = how->ascii ? put_number(to, (double)run->coordinates[i][k], false)
                        : store_float(to, run->coordinates[i][k]);
    }
    if (how->ascii) to[-1] = '\n';
    return to;
}

static bool is_odd(const double point[3])
{
    return !((point[0] - point[0]) + (point[1] - point[1]) + (point[2] - point[2]) == 0);
}

static pdk_status make_points(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    const ply_points *how = user;
    const pdk_mesh *mesh = &job->mesh;
    bool plain = !how->ascii && !how->doubles && mesh->read_normals == NULL && mesh->read_coordinates == NULL;
    if (plain) return pdk_make_points(job, NULL, piece, error);
    uint8_t *to = piece->room;
    point_run run;
    for (size_t at = 0; at < piece->count; at += RUN) {
        size_t some = piece->count - at < RUN ? piece->count - at : RUN;
        pdk_status status = read_run(mesh, piece->first + at, some, &run, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            piece->odd += is_odd(run.places[i]);
            to = put_point(to, how, mesh, &run, i);
        }
    }
    piece->size = (size_t)(to - piece->room);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- faces */

static uint8_t *put_face_line(uint8_t *to, const uint32_t corners[3])
{
    char *at = (char *)to;
    *at++ = '3';
    for (int k = 0; k < 3; k++) {
        *at++ = ' ';
        at = pdk_put_natural(at, corners[k]);
    }
    *at++ = '\n';
    return (uint8_t *)at;
}

static void put_faces(uint8_t *to, const uint32_t (*corners)[3], size_t count)
{
    for (size_t i = 0; i < count; i++, to += FACE) {
        to[0] = 3;
        for (int k = 0; k < 3; k++) pdk_store_u32(to + 1 + 4 * k, corners[i][k]);
    }
}

static pdk_status make_faces(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    const ply_points *how = user;
    uint32_t room[RUN][3];
    uint8_t *to = piece->room;
    for (size_t at = 0; at < piece->count; at += RUN) {
        size_t some = piece->count - at < RUN ? piece->count - at : RUN, kept;
        const uint32_t(*corners)[3];
        pdk_status status = pdk_export_corners(job, piece->first + at, some, room, &corners, &kept, error);
        if (status != PDK_OK) return status;
        if (!how->ascii) put_faces(to, corners, kept);
        if (!how->ascii) to += FACE * kept;
        for (size_t i = 0; i < kept && how->ascii; i++) to = put_face_line(to, corners[i]);
    }
    piece->size = (size_t)(to - piece->room);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- header */

static pdk_status put_header(pdk_export *job, const ply_points *how, pdk_error *error)
{
    static const char *const names[MOST_VALUES] = { "x", "y", "z", "nx", "ny", "nz", "s", "t" };
    const pdk_mesh *mesh = &job->mesh;
    char text[1024], x[PDK_NUMBER_ROOM], y[PDK_NUMBER_ROOM], z[PDK_NUMBER_ROOM];
    char *numbers[] = { x, y, z };
    size_t fill = (size_t)snprintf(text, sizeof text, "ply\nformat %s 1.0\ncomment written by Paddock; axes: %s\n",
                                   how->ascii ? "ascii" : "binary_little_endian", pdk_frame_text(mesh->frame));
    for (int k = 0; k < 3; k++) numbers[k][pdk_format_number(numbers[k], job->report->origin[k], PDK_FLOAT64)] = '\0';
    if (job->report->moved) {
        fill += (size_t)snprintf(text + fill, sizeof text - fill,
                                 "comment origin %s %s %s (to be added to the points)\n", x, y, z);
    }
    fill += (size_t)snprintf(text + fill, sizeof text - fill, "element vertex %" PRIu64 "\n", mesh->point_count);
    for (int i = 0; i < MOST_VALUES; i++) {
        if ((i >= 3 && i < 6 && mesh->read_normals == NULL) || (i >= 6 && mesh->read_coordinates == NULL)) continue;
        fill += (size_t)snprintf(text + fill, sizeof text - fill, "property %s %s\n",
                                 i < 3 && how->doubles ? "double" : "float", names[i]);
    }
    if (job->sound_triangles > 0) {
        fill += (size_t)snprintf(text + fill, sizeof text - fill,
                                 "element face %" PRIu64 "\nproperty list uchar %s vertex_indices\n",
                                 job->sound_triangles, mesh->point_count > INT32_MAX ? "uint" : "int");
    }
    fill += (size_t)snprintf(text + fill, sizeof text - fill, "end_header\n");
    return pdk_output_write(job->output, text, fill, error);
}

static pdk_status write_ply(pdk_export *job, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    pdk_status status = pdk_export_count_sound(job, error);
    if (status != PDK_OK) return status;
    ply_points how = { .doubles = job->options->doubles || (!mesh->single && !job->report->moved),
                       .ascii = job->options->ascii };
    uint64_t total = mesh->point_count + mesh->triangle_count;
    size_t values = 3u + (mesh->read_normals != NULL ? 3u : 0) + (mesh->read_coordinates != NULL ? 2u : 0);
    pdk_pieces points = { .count = mesh->point_count,
                          .room = values * (how.ascii     ? TEXT_OF_NUMBER
                                            : how.doubles ? sizeof(double)
                                                          : sizeof(float)),
                          .make = make_points,
                          .user = &how,
                          .total = total };
    pdk_pieces faces = { .count = job->sound_triangles > 0 ? mesh->triangle_count : 0,
                         .room = how.ascii ? 3 * TEXT_OF_NUMBER : FACE,
                         .make = make_faces,
                         .user = &how,
                         .done = mesh->point_count,
                         .total = total };
    status = put_header(job, &how, error);
    if (status == PDK_OK) status = pdk_export_pieces(job, &points, error);
    if (status == PDK_OK) pdk_export_note_odd(job, points.odd, "kept");
    if (status == PDK_OK) status = pdk_export_pieces(job, &faces, error);
    job->report->points = mesh->point_count;
    job->report->triangles = job->sound_triangles;
    return status;
}

const pdk_exporter pdk_exporter_ply = {
    .info = { .id = "ply", .title = "Stanford polygons", .extensions = ".ply", .frame = PDK_FRAME_Z_UP },
    .either = true,
    .normals = true,
    .coordinates = true,
    .write = write_ply,
};
