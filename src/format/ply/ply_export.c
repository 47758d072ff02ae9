/* PLY: a header of text, points, then triangles as lists of three. Little-endian or text; floats, or doubles where
 * floats would not do. Attributes of points and triangles are properties after these. */
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "base/number.h"
#include "format/ply/ply_write.h"

enum {
    RUN = 512,
    TEXT_OF_NUMBER = 26, /* with the blank after it */
    FACE = 13,
    BUFFER_SIZE = 8192, /* bytes of the attributes of a run */
    MAX_NAME = 96
};

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
static uint8_t *put_point(uint8_t *to, const pdk_ply_points *how, const pdk_mesh *mesh, const point_run *run, size_t i)
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
    return to;
}

/* How many points or triangles are read at once. */
static size_t run_of(size_t values)
{
    return values * RUN <= BUFFER_SIZE ? RUN : BUFFER_SIZE / values;
}

static bool is_odd(const double point[3])
{
    return !((point[0] - point[0]) + (point[1] - point[1]) + (point[2] - point[2]) == 0);
}

/* -------------------------------------------------------------------------------------------------- attributes */

static uint8_t *put_value(uint8_t *to, pdk_type type, const uint8_t *from, bool ascii)
{
    int64_t whole = 0;
    uint16_t word;
    uint32_t number;
    float single;
    double value;
    size_t size = pdk_type_size(type);
    if (!ascii) {
        for (size_t i = 0; i < size; i++) to[i] = from[PDK_HOST_IS_LITTLE ? i : size - 1 - i];
        return to + size;
    }
    switch (type) {
    case PDK_INT8: whole = (int8_t)from[0]; break;
    case PDK_UINT8: whole = from[0]; break;
    case PDK_INT16:
        memcpy(&word, from, sizeof word);
        whole = (int16_t)word;
        break;
    case PDK_UINT16:
        memcpy(&word, from, sizeof word);
        whole = word;
        break;
    case PDK_INT32:
        memcpy(&number, from, sizeof number);
        whole = (int32_t)number;
        break;
    case PDK_UINT32:
        memcpy(&number, from, sizeof number);
        whole = number;
        break;
    case PDK_FLOAT32: memcpy(&single, from, sizeof single); return put_number(to, (double)single, false);
    default: memcpy(&value, from, sizeof value); return put_number(to, value, true);
    }
    char *end = pdk_put_integer((char *)to, whole);
    *end = ' ';
    return (uint8_t *)end + 1;
}

/* Values of a run, one attribute after the other in `buffer`. */
static pdk_status read_values(const pdk_mesh *mesh, bool of_triangles, uint64_t first, size_t count, uint8_t *buffer,
                              pdk_error *error)
{
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        const pdk_attribute *attribute = &mesh->attributes[i];
        if (attribute->of_triangles != of_triangles) continue;
        pdk_status status = attribute->read(attribute, first, count, buffer, error);
        if (status != PDK_OK) return status;
        buffer += count * pdk_attribute_size(attribute);
    }
    return PDK_OK;
}

typedef struct value_rows {
    const uint8_t *buffer;
    size_t count, i;
} value_rows;

/* Those of number `i` of a run of `count`. */
static uint8_t *put_values(uint8_t *to, const pdk_mesh *mesh, bool of_triangles, bool ascii, value_rows rows)
{
    for (size_t n = 0; n < mesh->attribute_count; n++) {
        const pdk_attribute *attribute = &mesh->attributes[n];
        if (attribute->of_triangles != of_triangles) continue;
        size_t size = pdk_attribute_size(attribute), each = pdk_type_size(attribute->type);
        for (uint32_t k = 0; k < attribute->components; k++)
            to = put_value(to, attribute->type, rows.buffer + rows.i * size + k * each, ascii);
        rows.buffer += rows.count * size;
    }
    return to;
}

static uint8_t *end_line(uint8_t *to)
{
    to[-1] = '\n';
    return to;
}

static pdk_status make_points(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    const pdk_ply_points *how = user;
    const pdk_mesh *mesh = &job->mesh;
    bool plain = !how->ascii && !how->doubles && mesh->read_normals == NULL && mesh->read_coordinates == NULL;
    if (plain && how->values[0] == 0) return pdk_make_points(job, NULL, piece, error);
    uint8_t *to = piece->buffer, buffer[BUFFER_SIZE];
    point_run run;
    size_t maximum = run_of(how->values[0]);
    for (size_t at = 0; at < piece->count; at += maximum) {
        size_t some = piece->count - at < maximum ? piece->count - at : maximum;
        pdk_status status = read_run(mesh, piece->first + at, some, &run, error);
        if (status == PDK_OK) status = read_values(mesh, false, piece->first + at, some, buffer, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            piece->odd += is_odd(run.places[i]);
            to = put_point(to, how, mesh, &run, i);
            to = put_values(to, mesh, false, how->ascii, (value_rows){ buffer, some, i });
            if (how->ascii) to = end_line(to);
        }
    }
    piece->size = (size_t)(to - piece->buffer);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- faces */

static uint8_t *put_face(uint8_t *to, const uint32_t corners[3], bool ascii)
{
    if (!ascii) {
        to[0] = 3;
        for (int k = 0; k < 3; k++) pdk_store_u32(to + 1 + 4 * k, corners[k]);
        return to + FACE;
    }
    char *at = (char *)to;
    *at++ = '3';
    *at++ = ' ';
    for (int k = 0; k < 3; k++) {
        at = pdk_put_natural(at, corners[k]);
        *at++ = ' ';
    }
    return (uint8_t *)at;
}

static pdk_status make_faces(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    const pdk_ply_points *how = user;
    uint32_t buffer[RUN][3];
    uint8_t *to = piece->buffer, values[BUFFER_SIZE];
    size_t maximum = run_of(how->values[1]);
    for (size_t at = 0; at < piece->count; at += maximum) {
        size_t some = piece->count - at < maximum ? piece->count - at : maximum, kept;
        const uint32_t(*corners)[3];
        pdk_status status = pdk_export_corners(job, piece->first + at, some, buffer, &corners, &kept, error);
        if (status == PDK_OK) status = read_values(&job->mesh, true, piece->first + at, some, values, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < kept; i++) {
            to = put_face(to, corners[i], how->ascii);
            if (how->values[1] > 0) to = put_values(to, &job->mesh, true, how->ascii, (value_rows){ values, some, i });
            if (how->ascii) to = end_line(to);
        }
    }
    piece->size = (size_t)(to - piece->buffer);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- export */

/* PLY has no numbers of 64 bits. Triangles with values must all be written, for theirs to stay theirs. */
static bool holds(const pdk_export *job, const pdk_attribute *attribute)
{
    const pdk_mesh *mesh = job->document->mesh;
    bool known = attribute->type != PDK_INT64 && attribute->type != PDK_UINT64 && attribute->components <= 4;
    return known && (!attribute->of_triangles || (mesh != NULL && mesh->sound));
}

static bool holds_fact(const pdk_export *job, const pdk_mesh_fact *fact)
{
    (void)job;
    return fact->kind == PDK_FACT_COMMENT;
}

static size_t values_of(const pdk_mesh *mesh, bool of_triangles, size_t *count)
{
    size_t size = 0;
    *count = 0;
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        if (mesh->attributes[i].of_triangles != of_triangles) continue;
        size += pdk_attribute_size(&mesh->attributes[i]);
        *count += mesh->attributes[i].components;
    }
    return size;
}

static pdk_status write_ply(pdk_export *job, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    pdk_status status = pdk_export_count_sound(job, error);
    if (status != PDK_OK) return status;
    pdk_ply_points how = { .doubles = job->options->ply->doubles != 0 || (!mesh->single && !job->report->moved),
                           .ascii = job->options->ply->ascii != 0 };
    uint64_t total = mesh->point_count + mesh->triangle_count;
    size_t values = 3u + (mesh->read_normals != NULL ? 3u : 0) + (mesh->read_coordinates != NULL ? 2u : 0), more[2];
    for (int i = 0; i < 2; i++) how.values[i] = values_of(mesh, i != 0, &more[i]);
    if (how.values[0] > BUFFER_SIZE || how.values[1] > BUFFER_SIZE) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "ply.properties",
                        "the points have more properties than Paddock writes to PLY");
    }
    pdk_pieces points = { .count = mesh->point_count,
                          .item_size = values * (how.ascii     ? TEXT_OF_NUMBER
                                                 : how.doubles ? sizeof(double)
                                                               : sizeof(float)) +
                                       (how.ascii ? more[0] * TEXT_OF_NUMBER : how.values[0]),
                          .make = make_points,
                          .user = &how,
                          .total = total };
    pdk_pieces faces = { .count = job->sound_triangles > 0 ? mesh->triangle_count : 0,
                         .item_size = how.ascii ? (3 + more[1]) * TEXT_OF_NUMBER : FACE + how.values[1],
                         .make = make_faces,
                         .user = &how,
                         .done = mesh->point_count,
                         .total = total };
    status = pdk_ply_put_header(job, &how, error);
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
    .states_place = true,
    .normals = true,
    .coordinates = true,
    .holds = holds,
    .holds_fact = holds_fact,
    .write = write_ply,
};
