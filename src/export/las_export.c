/* LAS 1.4: points as 32-bit numbers times a scale, from an offset that is the file's own field. Triangles are left out. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "export/exporter.h"

/* Point data format 0 has all we know of a point; readers of every version know it. */
enum { HEADER = 375, POINT = 20, RUN = 1024, FINEST = 6, USUAL = 4 };

/* How coordinates become numbers: (coordinate - offset) * steps. */
typedef struct las_numbers {
    double offset[3]; /* less than the mesh's points: what is subtracted here */
    double field[3];  /* what the header says: with what was subtracted before */
    int digits;       /* behind the point; negative = in front of it */
    double steps, scale; /* a metre; of a step */
} las_numbers;

static double power_of_ten(int exponent) { return pow(10, exponent); }

static void set_digits(las_numbers *numbers, int digits)
{
    numbers->digits = digits;
    numbers->steps = digits >= 0 ? power_of_ten(digits) : 1 / power_of_ten(-digits);
    numbers->scale = digits >= 0 ? 1 / power_of_ten(digits) : power_of_ten(-digits);
}

/* As fine as floats from this offset would be, between 0.1 mm and a micrometre; coarser only where numbers of 32 bits do not
 * reach. */
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
    double points[RUN][3];
    uint8_t *to = piece->room;
    for (size_t at = 0; at < piece->count; at += RUN) {
        size_t some = piece->count - at < RUN ? piece->count - at : RUN;
        pdk_status status = job->mesh.read_points(&job->mesh, piece->first + at, some, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            if (!isfinite(points[i][0]) || !isfinite(points[i][1]) || !isfinite(points[i][2])) {
                piece->odd++;
                continue;
            }
            memset(to, 0, POINT);
            for (int k = 0; k < 3; k++) pdk_store_u32(to + 4 * k, (uint32_t)to_number(numbers, points[i][k], k));
            to[14] = 1 | 1 << 3; /* the first return of one */
            to += POINT;
        }
    }
    piece->size = (size_t)(to - piece->room);
    return PDK_OK;
}

static void store_double(uint8_t *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    pdk_store_u64(to, bits);
}

static void put_bounds(uint8_t *header, const las_numbers *numbers, const pdk_extent *extent)
{
    for (int k = 0; k < 3; k++) {
        bool any = extent->minimum[0] <= extent->maximum[0];
        store_double(header + 131 + 8 * k, numbers->scale);
        store_double(header + 155 + 8 * k, numbers->field[k]);
        /* As the numbers in the file say it, not as the points were before they were rounded. */
        double most = any ? to_number(numbers, extent->maximum[k], k) * numbers->scale + numbers->field[k] : 0;
        double least = any ? to_number(numbers, extent->minimum[k], k) * numbers->scale + numbers->field[k] : 0;
        store_double(header + 179 + 16 * k, most);
        store_double(header + 187 + 16 * k, least);
    }
}

static pdk_status put_header(pdk_export *job, const las_numbers *numbers, const pdk_extent *extent, uint64_t count,
                             pdk_error *error)
{
    uint8_t header[HEADER] = { 0 };
    uint32_t old_count = count <= UINT32_MAX ? (uint32_t)count : 0; /* of versions before 1.4 */
    memcpy(header, "LASF", 4);
    header[24] = 1; /* version 1.4 */
    header[25] = 4;
    memcpy(header + 26, "OTHER", 5);                                /* where it comes from */
    snprintf((char *)header + 58, 32, "Paddock %s", pdk_version()); /* what wrote it */
    pdk_store_u16(header + 94, HEADER);
    pdk_store_u32(header + 96, HEADER); /* where points begin */
    header[104] = 0;                    /* point data format */
    pdk_store_u16(header + 105, POINT);
    pdk_store_u32(header + 107, old_count);
    pdk_store_u32(header + 111, old_count); /* first returns */
    put_bounds(header, numbers, extent);
    pdk_store_u64(header + 247, count);
    pdk_store_u64(header + 255, count); /* first returns */
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
        pdk_export_note(job, PDK_WARNING, "las.scale", "coordinates are rounded to %g m: they reach too far for 0.0001 m", numbers.scale);
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
    .info = { .id = "las", .title = "LAS 1.4 points", .extensions = ".las", .frame = "z up; m" },
    .frame = PDK_FRAME_Z_UP,
    .doubles = true,
    .own_origin = true,
    .write = write_las,
};
