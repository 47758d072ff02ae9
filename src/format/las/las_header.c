/* The header. Counts and offsets in it are often wrong in files in the wild: what the file has room for decides, and is
 * said. */
#include <inttypes.h>
#include <math.h>

#include "format/las/las.h"

static int64_t number(const pdk_record *record, const uint8_t *bytes, const char *field)
{
    return pdk_get_i64(pdk_record_field(record, field), 0, bytes);
}

static uint64_t place_of(const char *field)
{
    return pdk_record_field(&pdk_las_header, field)->offset;
}

static pdk_status read_version(pdk_las *las, pdk_error *error)
{
    int64_t major = number(&pdk_las_header, las->bytes, "version_major"),
            minor = number(&pdk_las_header, las->bytes, "version_minor");
    if (major != 1 || minor > 4) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, place_of("version_major"), "las.version",
                        "expected version 1.0 to 1.4, found %d.%d", (int)major, (int)minor);
    }
    las->minor = (uint32_t)minor;
    las->header_size = (uint32_t)number(&pdk_las_header, las->bytes, "header_size");
    uint32_t least = minor == 4 ? PDK_LAS_HEADER_14_SIZE : minor == 3 ? PDK_LAS_HEADER_14_AT : PDK_LAS_HEADER_13_AT;
    if (las->header_size < least || las->header_size > las->size) {
        return pdk_fail(error, PDK_E_CORRUPT, place_of("header_size"), "las.header",
                        "expected a header of at least %u bytes in a file of %" PRIu64 ", found %u", (unsigned)least,
                        las->size, (unsigned)las->header_size);
    }
    return PDK_OK;
}

static pdk_status read_format(pdk_las *las, pdk_error *error)
{
    uint32_t format = (uint32_t)number(&pdk_las_header, las->bytes, "point_format"),
             packing = (uint32_t)number(&pdk_las_header, las->bytes, "packing");
    las->point_size = (uint32_t)number(&pdk_las_header, las->bytes, "point_size");
    if (packing != 0 && packing != PDK_LAS_PACKED) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, place_of("point_format"), "las.compressed",
                        "the points are packed in a way of before 2011: write them again as LAZ or LAS first");
    }
    las->is_packed = packing != 0;
    if (format >= PDK_LAS_FORMATS) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, place_of("point_format"), "las.point_format",
                        "expected a point format from 0 to 10, found %u", (unsigned)format);
    }
    las->point_format = format;
    if (las->point_size < pdk_las_points[format]->size) {
        return pdk_fail(error, PDK_E_CORRUPT, place_of("point_size"), "las.point_size",
                        "points of format %u need at least %u bytes, found %u", (unsigned)format,
                        (unsigned)pdk_las_points[format]->size, (unsigned)las->point_size);
    }
    return PDK_OK;
}

/* What a coordinate is divided by, where a scale is one divided by a whole number. */
static void find_divisor(pdk_las *las, int axis)
{
    double divisor = nearbyint(1 / las->scale[axis]), steps = las->offset[axis] * divisor;
    bool divides =
        divisor >= 2 && divisor <= 1e12 && !(1 / divisor < las->scale[axis]) && !(1 / divisor > las->scale[axis]);
    double whole = nearbyint(steps);
    bool exact = fabs(whole) < 4503599627370496.0 && !(whole / divisor < las->offset[axis]) &&
                 !(whole / divisor > las->offset[axis]);
    las->divisor[axis] = divides ? divisor : 0;
    las->offset_steps[axis] = exact ? whole : NAN;
}

static pdk_status read_scales(pdk_las *las, pdk_error *error)
{
    static const char *const fields[3][4] = { { "x_scale", "x_offset", "x_minimum", "x_maximum" },
                                              { "y_scale", "y_offset", "y_minimum", "y_maximum" },
                                              { "z_scale", "z_offset", "z_minimum", "z_maximum" } };
    for (int k = 0; k < 3; k++) {
        double *const to[] = { &las->scale[k], &las->offset[k], &las->minimum[k], &las->maximum[k] };
        for (int i = 0; i < 4; i++)
            *to[i] = pdk_get_f64(pdk_record_field(&pdk_las_header, fields[k][i]), 0, las->bytes);
        if (!isfinite(las->scale[k]) || !(fabs(las->scale[k]) > 0)) {
            return pdk_fail(error, PDK_E_CORRUPT, place_of(fields[k][0]), "las.scale",
                            "%s must be a finite number other than 0", fields[k][0]);
        }
        if (!isfinite(las->offset[k])) {
            return pdk_fail(error, PDK_E_CORRUPT, place_of(fields[k][1]), "las.offset", "%s must be a finite number",
                            fields[k][1]);
        }
        find_divisor(las, k);
        double lost = nextafter(fabs(las->offset[k]), INFINITY) - fabs(las->offset[k]);
        if (lost > fabs(las->scale[k])) {
            pdk_document_add_finding(las->document, PDK_WARNING, "las.offset.large", place_of(fields[k][1]),
                                     "las.header", "%s is %.6g, where numbers are %.2g apart: steps of %g are lost",
                                     fields[k][1], las->offset[k], lost, las->scale[k]);
        }
    }
    return PDK_OK;
}

/* In 1.4 there are two counts. The long one is meant, unless only the other is there. */
static uint64_t announced_points(pdk_las *las)
{
    uint64_t legacy = (uint64_t)number(&pdk_las_header, las->bytes, "legacy_points");
    if (las->minor < 4) return legacy;
    const uint8_t *more = las->bytes + PDK_LAS_HEADER_14_AT;
    uint64_t points = (uint64_t)number(&pdk_las_header_14, more, "points");
    las->evlr_offset = (uint64_t)number(&pdk_las_header_14, more, "evlr_offset");
    las->evlr_count = (uint32_t)number(&pdk_las_header_14, more, "evlr_count");
    if (points == legacy || legacy == 0) return points;
    pdk_document_add_finding(
        las->document, PDK_WARNING, "las.count.legacy", place_of("legacy_points"), "las.header.legacy_points",
        "the header has %" PRIu64 " points in its old count and %" PRIu64 " in the new one; the %s is used", legacy,
        points, points != 0 ? "new" : "old");
    return points != 0 ? points : legacy;
}

static pdk_status read_count(pdk_las *las, pdk_error *error)
{
    las->points_offset = (uint64_t)number(&pdk_las_header, las->bytes, "points_offset");
    las->vlr_count = (uint32_t)number(&pdk_las_header, las->bytes, "vlr_count");
    uint64_t announced = las->point_count = announced_points(las);
    if (las->points_offset < las->header_size || las->points_offset > las->size) {
        las->point_count = 0;
        return pdk_document_damage(las->document, error, PDK_E_CORRUPT, place_of("points_offset"), "las.points_offset",
                                   "las.header.points_offset",
                                   "expected the points after the header and inside the file of %" PRIu64
                                   " bytes, found %" PRIu64,
                                   las->size, las->points_offset);
    }
    uint64_t end = las->size;
    if (las->evlr_count > 0 && las->evlr_offset > las->points_offset && las->evlr_offset < end) end = las->evlr_offset;
    uint64_t capacity = (end - las->points_offset) / las->point_size;
    if (las->minor >= 3) {
        const uint8_t *more = las->bytes + PDK_LAS_HEADER_13_AT;
        las->waveform_offset = (uint64_t)number(&pdk_las_header_13, more, "waveform_offset");
    }
    if (las->is_packed) return PDK_OK; /* its chunks say more */
    if (announced > capacity) {
        las->point_count = capacity;
        return pdk_document_damage(las->document, error, PDK_E_TRUNCATED, end, "las.points", "las.point",
                                   "expected %" PRIu64 " points of %u bytes, but there are bytes for %" PRIu64,
                                   announced, (unsigned)las->point_size, capacity);
    }
    if (announced < capacity && las->waveform_offset == 0) {
        pdk_document_add_finding(
            las->document, PDK_WARNING, "las.count", las->points_offset + announced * las->point_size, "las.point",
            "bytes for %" PRIu64 " more points follow the %" PRIu64 " that the header counts; they are left out",
            capacity - announced, announced);
    }
    return PDK_OK;
}

pdk_status pdk_las_read_header(pdk_las *las, pdk_error *error)
{
    if (las->size < pdk_las_header.size) {
        return pdk_fail(error, PDK_E_TRUNCATED, las->size, "las.header",
                        "expected a header of 227 bytes, but the file has %" PRIu64, las->size);
    }
    if (memcmp(las->bytes, "LASF", 4) != 0) return pdk_fail(error, PDK_E_CORRUPT, 0, "las.magic", "expected LASF");
    pdk_status status = read_version(las, error);
    if (status == PDK_OK) status = read_format(las, error);
    if (status == PDK_OK) status = read_scales(las, error);
    if (status == PDK_OK) status = read_count(las, error);
    return status;
}
