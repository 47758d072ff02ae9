#include "las_maker.h"

#include <string.h>

void las_put(las_scan *to, const pdk_record *record, size_t at, const char *field, double value)
{
    assert_true(pdk_put(record, to->bytes + at, field, value));
}

void las_head(las_scan *to, const char *field, double value)
{
    las_put(to, &pdk_las_header, 0, field, value);
}

las_scan las_make(int minor, int format, int extra)
{
    las_scan to = { 0 };
    const pdk_record *record = pdk_las_points[format];
    size_t header = minor == 4 ? 375 : minor == 3 ? 235 : 227;
    pdk_put_string(&pdk_las_header, to.bytes, "magic", "LASF");
    pdk_put_string(&pdk_las_header, to.bytes, "software", "test");
    las_head(&to, "version_major", 1);
    las_head(&to, "version_minor", minor);
    las_head(&to, "header_size", (double)header);
    las_head(&to, "points_offset", (double)header);
    las_head(&to, "point_format", format);
    las_head(&to, "point_size", record->size + (unsigned)extra);
    if (format < 6) las_head(&to, "legacy_points", LAS_POINTS);
    if (minor == 4) las_put(&to, &pdk_las_header_14, 235, "points", LAS_POINTS);
    static const char *const names[3][4] = { { "x_scale", "x_offset", "x_minimum", "x_maximum" },
                                             { "y_scale", "y_offset", "y_minimum", "y_maximum" },
                                             { "z_scale", "z_offset", "z_minimum", "z_maximum" } };
    static const double values[3][4] = { { 0.001, 500000, 500000, 500004 },
                                         { 0.001, 5000000, 4999996, 5000000 },
                                         { 0.01, 0, 1, 1.4 } };
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) las_head(&to, names[k][i], values[k][i]);
    }
    to.points_at = to.size = header;
    for (int i = 0; i < LAS_POINTS; i++) {
        las_put(&to, record, to.size, "x", 1000 * i);
        las_put(&to, record, to.size, "y", -1000 * i);
        las_put(&to, record, to.size, "z", 100 + 10 * i);
        las_put(&to, record, to.size, "intensity", 65535 - i);
        las_put(&to, record, to.size, "classification", i == 0 ? 31 : 2);
        las_put(&to, record, to.size, "scan_angle", -12);
        las_put(&to, record, to.size, "return_number", 1 + i % 5);
        if (pdk_record_field(record, "gps_time") != NULL) las_put(&to, record, to.size, "gps_time", 0.1 * i);
        if (pdk_record_field(record, "red") != NULL) las_put(&to, record, to.size, "red", 7000 * i);
        if (pdk_record_field(record, "near_infrared") != NULL) las_put(&to, record, to.size, "near_infrared", 3);
        if (pdk_record_field(record, "wave_dz") != NULL) las_put(&to, record, to.size, "wave_dz", 0.5);
        to.size += record->size + (size_t)extra;
    }
    return to;
}

void las_add_record(las_scan *to, const char *user, int record, const void *bytes, size_t size)
{
    size_t capacity = pdk_las_vlr.size + size;
    memmove(to->bytes + to->points_at + capacity, to->bytes + to->points_at, to->size - to->points_at);
    memset(to->bytes + to->points_at, 0, capacity);
    pdk_put_string(&pdk_las_vlr, to->bytes + to->points_at, "user", user);
    pdk_put_string(&pdk_las_vlr, to->bytes + to->points_at, "description", "made here");
    las_put(to, &pdk_las_vlr, to->points_at, "record", record);
    las_put(to, &pdk_las_vlr, to->points_at, "length", (double)size);
    memcpy(to->bytes + to->points_at + pdk_las_vlr.size, bytes, size);
    to->points_at += capacity;
    to->size += capacity;
    las_head(to, "points_offset", (double)to->points_at);
    las_head(to, "vlr_count", pdk_get_f64(pdk_record_field(&pdk_las_header, "vlr_count"), 0, to->bytes) + 1);
}
