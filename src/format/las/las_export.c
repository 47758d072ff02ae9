/* LAS 1.4: points as 32-bit numbers times a scale, from an offset that is the file's own field. Triangles are left out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "target/exporter.h"
#include "format/las/las_layout.h"

/* Point data format 0 has all we know of a point; readers of every version know it. */
enum { FORMAT = 0, POINT = 20, RUN = 1024, FINEST = 6, USUAL = 4 };

/* How coordinates become numbers: (coordinate - offset) * steps. */
typedef struct las_numbers {
    double offset[3];    /* less than the mesh's points: what is subtracted here */
    double field[3];     /* what the header says: with what was subtracted before */
    int digits;          /* behind the point; negative = in front of it */
    double steps, scale; /* a metre; of a step */
} las_numbers;

static double power_of_ten(int exponent)
{
    return pow(10, exponent);
}

static void set_digits(las_numbers *numbers, int digits)
{
    numbers->digits = digits;
    numbers->steps = digits >= 0 ? power_of_ten(digits) : 1 / power_of_ten(-digits);
    numbers->scale = digits >= 0 ? 1 / power_of_ten(digits) : power_of_ten(-digits);
}

/* As fine as floats from this offset would be, between 0.1 mm and a micrometre; coarser only where numbers of 32 bits
 * do not reach. */
static void choose_scale(las_numbers *numbers, const pdk_extent *extent)
{
    double furthest = 0;
    for (int k = 0; k < 3 && extent->minimum[0] <= extent->maximum[0]; k++) {
        furthest = fmax(furthest, fabs(extent->minimum[k] - numbers->offset[k]));
        furthest = fmax(furthest, fabs(extent->maximum[k] - numbers->offset[k]));
    }
    int digits = USUAL;
    while (digits < FINEST && power_of_ten(-digits) > 2 * pdk_float_cost(furthest)) digits++;
    while (furthest * power_of_ten(digits) > INT32_MAX - 1) digits--;
    set_digits(numbers, digits);
}

static int32_t to_number(const las_numbers *numbers, double coordinate, int axis)
{
    return (int32_t)lrint((coordinate - numbers->offset[axis]) * numbers->steps);
}

static pdk_status make_records(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    const las_numbers *numbers = user;
    const pdk_record *record = pdk_las_points[FORMAT]; /* its first fields are x, y and z */
    double points[RUN][3];
    uint8_t blank[POINT] = { 0 }, *to = piece->room;
    pdk_put_values(record, blank, (pdk_named_value[]){ { "return_number", 1 }, { "returns", 1 }, { NULL, 0 } });
    for (size_t at = 0; at < piece->count; at += RUN) {
        size_t some = piece->count - at < RUN ? piece->count - at : RUN;
        pdk_status status = job->mesh.read_points(&job->mesh, piece->first + at, some, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            if (!isfinite(points[i][0]) || !isfinite(points[i][1]) || !isfinite(points[i][2])) {
                piece->odd++;
                continue;
            }
            memcpy(to, blank, POINT);
            for (int k = 0; k < 3; k++)
                pdk_store_u32(to + record->fields[k].offset, (uint32_t)to_number(numbers, points[i][k], k));
            to += POINT;
        }
    }
    piece->size = (size_t)(to - piece->room);
    return PDK_OK;
}

static void put_bounds(uint8_t *header, const las_numbers *numbers, const pdk_extent *extent)
{
    static const char *const names[3][4] = { { "x_scale", "x_offset", "x_minimum", "x_maximum" },
                                             { "y_scale", "y_offset", "y_minimum", "y_maximum" },
                                             { "z_scale", "z_offset", "z_minimum", "z_maximum" } };
    bool any = extent->minimum[0] <= extent->maximum[0];
    for (int k = 0; k < 3; k++) {
        /* As the numbers in the file say it, not as the points were before they were rounded. */
        double least = any ? to_number(numbers, extent->minimum[k], k) * numbers->scale + numbers->field[k] : 0;
        double most = any ? to_number(numbers, extent->maximum[k], k) * numbers->scale + numbers->field[k] : 0;
        const double values[4] = { numbers->scale, numbers->field[k], least, most };
        for (int i = 0; i < 4; i++) pdk_put(&pdk_las_header, header, names[k][i], values[i]);
    }
}

static pdk_status put_header(pdk_export *job, const las_numbers *numbers, const pdk_extent *extent, uint64_t count,
                             pdk_error *error)
{
    uint8_t header[PDK_LAS_HEADER_14_SIZE] = { 0 };
    char software[32];
    double points = (double)count, old = count <= UINT32_MAX ? points : 0; /* of versions before 1.4 */
    snprintf(software, sizeof software, "Paddock %s", pdk_version());
    pdk_put_string(&pdk_las_header, header, "magic", "LASF");
    pdk_put_string(&pdk_las_header, header, "system", "OTHER");
    pdk_put_string(&pdk_las_header, header, "software", software);
    pdk_put_values(&pdk_las_header, header,
                   (pdk_named_value[]){ { "version_major", 1 },
                                        { "version_minor", 4 },
                                        { "header_size", sizeof header },
                                        { "points_offset", sizeof header },
                                        { "point_format", FORMAT },
                                        { "point_size", POINT },
                                        { "legacy_points", old },
                                        { "legacy_returns", old }, /* the first: all are first returns */
                                        { NULL, 0 } });
    put_bounds(header, numbers, extent);
    pdk_put_values(&pdk_las_header_14, header + PDK_LAS_HEADER_14_AT,
                   (pdk_named_value[]){ { "points", points }, { "returns", points }, { NULL, 0 } });
    return pdk_output_write(job->output, header, sizeof header, error);
}

static pdk_status write_las(pdk_export *job, pdk_error *error)
{
    pdk_extent extent;
    las_numbers numbers = { .steps = 1 };
    pdk_status status = pdk_mesh_extent(&job->mesh, &extent, error);
    if (status != PDK_OK) return status;
    if (!job->report->moved) pdk_round_origin(&extent, numbers.offset);
    for (int k = 0; k < 3; k++) numbers.field[k] = numbers.offset[k] + job->report->origin[k];
    choose_scale(&numbers, &extent);
    if (numbers.digits < USUAL) {
        pdk_export_note(job, PDK_WARNING, "las.scale",
                        "coordinates are rounded to %g m: they reach too far for 0.0001 m", numbers.scale);
    }
    pdk_export_note(job, PDK_NOTE, "las.crs", "nobody knows the coordinate system: none is said");
    uint64_t count = job->mesh.point_count - extent.not_finite;
    pdk_pieces records = { .count = job->mesh.point_count,
                           .room = POINT,
                           .make = make_records,
                           .user = &numbers,
                           .total = job->mesh.point_count };
    status = put_header(job, &numbers, &extent, count, error);
    if (status == PDK_OK) status = pdk_export_pieces(job, &records, error);
    if (status != PDK_OK) return status;
    pdk_export_note_odd(job, records.odd, "left out");
    pdk_export_note_points_only(job);
    job->report->dropped += records.odd;
    job->report->points = count;
    return PDK_OK;
}

const pdk_exporter pdk_exporter_las = {
    .info = { .id = "las", .title = "LAS 1.4 points", .extensions = ".las", .frame = PDK_FRAME_Z_UP },
    .doubles = true,
    .own_origin = true,
    .write = write_las,
};
