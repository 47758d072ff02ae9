/* XYZ: a line of text for each point: whole coordinates, then intensity and colour where the source has them. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "target/exporter.h"

enum { RUN = 256, NUMBER = 26, MAX_VALUES = 5 };

/* What follows the coordinates. */
typedef struct xyz_columns {
    const pdk_attribute *attributes[2]; /* intensity, colour; NULL = none */
    size_t values;
} xyz_columns;

static bool holds(const pdk_export *job, const pdk_attribute *attribute)
{
    (void)job;
    bool intensity = attribute->role == PDK_ATTRIBUTE_INTENSITY && attribute->components == 1;
    return !attribute->of_triangles && (intensity || attribute->role == PDK_ATTRIBUTE_COLOR);
}

static xyz_columns find_columns(const pdk_mesh *mesh)
{
    xyz_columns columns = { .values = 0 };
    columns.attributes[0] = pdk_mesh_attribute(mesh, PDK_ATTRIBUTE_INTENSITY);
    columns.attributes[1] = pdk_mesh_attribute(mesh, PDK_ATTRIBUTE_COLOR);
    for (int i = 0; i < 2; i++) columns.values += columns.attributes[i] != NULL ? columns.attributes[i]->components : 0;
    return columns;
}

static char *put_point(char *to, const double point[3], bool single)
{
    for (int k = 0; k < 3; k++) {
        to = single ? pdk_put_float(to, (float)point[k]) : pdk_put_double(to, point[k]);
        *to++ = ' ';
    }
    return to;
}

/* A value as its own type has it: a float has fewer digits than the double it was read into. */
static char *put_value(char *to, double value, pdk_type type)
{
    to = type == PDK_FLOAT32 ? pdk_put_float(to, (float)value) : pdk_put_double(to, value);
    *to++ = ' ';
    return to;
}

/* The columns of a run: values[column][point]. */
static pdk_status read_columns(const xyz_columns *columns, uint64_t first, size_t count, double values[MAX_VALUES][RUN],
                               pdk_error *error)
{
    size_t column = 0;
    for (int i = 0; i < 2; i++) {
        const pdk_attribute *attribute = columns->attributes[i];
        for (uint32_t k = 0; attribute != NULL && k < attribute->components; k++) {
            pdk_status status = pdk_attribute_read_doubles(attribute, k, first, count, values[column++], error);
            if (status != PDK_OK) return status;
        }
    }
    return PDK_OK;
}

static pdk_type type_of(const xyz_columns *columns, size_t column)
{
    size_t first = columns->attributes[0] != NULL ? columns->attributes[0]->components : 0;
    return columns->attributes[column >= first ? 1 : 0]->type;
}

static pdk_status make_lines(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    const xyz_columns *columns = user;
    double points[RUN][3], values[MAX_VALUES][RUN];
    char *to = (char *)piece->buffer;
    for (size_t at = 0; at < piece->count; at += RUN) {
        size_t some = piece->count - at < RUN ? piece->count - at : RUN;
        pdk_status status = job->mesh.read_points(&job->mesh, piece->first + at, some, points, error);
        if (status == PDK_OK) status = read_columns(columns, piece->first + at, some, values, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            if (!isfinite(points[i][0]) || !isfinite(points[i][1]) || !isfinite(points[i][2])) {
                piece->odd++;
                continue;
            }
            to = put_point(to, points[i], job->mesh.single);
            for (size_t k = 0; k < columns->values; k++) to = put_value(to, values[k][i], type_of(columns, k));
            to[-1] = '\n';
        }
    }
    piece->size = (size_t)(to - (char *)piece->buffer);
    return PDK_OK;
}

/* Names of the columns, where there are more than three. */
static pdk_status put_names(pdk_export *job, const xyz_columns *columns, pdk_error *error)
{
    char line[80] = "//x y z";
    if (columns->values == 0) return PDK_OK;
    if (columns->attributes[0] != NULL) strcat(line, " intensity");
    if (columns->attributes[1] != NULL) strcat(line, " red green blue");
    if (columns->attributes[1] != NULL && columns->attributes[1]->components > 3) strcat(line, " alpha");
    strcat(line, "\n");
    return pdk_output_write(job->output, line, strlen(line), error);
}

static pdk_status write_xyz(pdk_export *job, pdk_error *error)
{
    xyz_columns columns = find_columns(&job->mesh);
    pdk_pieces lines = { .count = job->mesh.point_count,
                         .item_size = (3 + columns.values) * NUMBER,
                         .make = make_lines,
                         .user = &columns,
                         .total = job->mesh.point_count };
    pdk_status status = pdk_export_need_points(job->mesh.point_count, error);
    if (status == PDK_OK) status = put_names(job, &columns, error);
    if (status == PDK_OK) status = pdk_export_pieces(job, &lines, error);
    if (status == PDK_OK) status = pdk_export_need_points(job->mesh.point_count - lines.odd, error);
    if (status != PDK_OK) return status;
    pdk_export_note_odd(job, lines.odd, "left out");
    pdk_export_note_points_only(job);
    job->report->dropped += lines.odd;
    job->report->points = job->mesh.point_count - lines.odd;
    return PDK_OK;
}

const pdk_exporter pdk_exporter_xyz = {
    .info = { .id = "xyz", .title = "Points as text: x y z", .extensions = ".xyz", .frame = PDK_FRAME_Z_UP },
    .doubles = true,
    .holds = holds,
    .write = write_xyz,
};
