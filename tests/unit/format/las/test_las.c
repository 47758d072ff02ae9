/* LAS: every version and point format, counts that do not fit, coordinate systems, and real scans. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "foreign.h"
#include "las_maker.h"

static double value_of(const pdk_document *document, const char *column, size_t row)
{
    size_t count;
    double *values = column_f64(document, "points", column, &count), value = values[row];
    assert_int_equal(count, LAS_POINTS);
    free(values);
    return value;
}

static void every_format(void **state)
{
    (void)state;
    static const uint32_t sizes[] = { 20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67 }; /* of the specification */
    for (int format = 0; format < PDK_LAS_FORMATS; format++) {
        const pdk_record *record = pdk_las_points[format];
        assert_int_equal(record->size, sizes[format]);
        const pdk_field *last = &record->fields[record->field_count - 1];
        assert_int_equal(last->offset + pdk_field_size(last), record->size);
        for (int minor = format < 4 ? 0 : format < 6 ? 3 : 4; minor <= 4; minor++) {
            las_scan file = las_make(minor, format, format % 3);
            pdk_document *document = open_mesh(file.bytes, file.size, NULL, false);
            assert_string_equal(pdk_document_format(document)->id, "las");
            assert_int_equal(document->mesh->point_count, LAS_POINTS);
            assert_near(value_of(document, "x", 4), 500004, 1e-9);
            assert_near(value_of(document, "y", 4), 4999996, 1e-9);
            assert_near(value_of(document, "z", 4), 1.4, 1e-12);
            assert_near(value_of(document, "intensity", 4), 65531, 0);
            assert_near(value_of(document, "classification", 0), 31, 0);
            assert_near(value_of(document, "scan_angle", 1), -12, 1e-9);
            assert_near(value_of(document, "return_number", 4), 5, 0);
            if (pdk_record_field(record, "red") != NULL) assert_near(value_of(document, "red", 3), 21000, 0);
            if (pdk_record_field(record, "gps_time") != NULL)
                assert_near(value_of(document, "gps_time", 3), 0.1 * 3, 0);
            uint64_t findings = 0;
            pdk_error error;
            assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &findings, &error), error);
            assert_int_equal(findings, 0);
            read_everything(document);
            pdk_close(document);
        }
    }
}

static void assert_red(const pdk_document *document, unsigned number, unsigned wanted)
{
    const pdk_attribute *color = pdk_mesh_attribute(document->mesh, PDK_ATTRIBUTE_COLOR);
    uint16_t values[3];
    pdk_error error;
    assert_non_null(color);
    assert_ok(color->read(color, number, 1, values, &error), error);
    assert_int_equal(values[0], wanted);
}

/* Bytes in the 16 bits of a colour: seen, widened for others, and as they stand in the table. */
static void colors_that_are_bytes(void **state)
{
    (void)state;
    static const int formats[] = { 2, 3, 5, 7, 8, 10 };
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        const pdk_record *record = pdk_las_points[formats[f]];
        las_scan file = las_make(4, formats[f], 0);
        pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.colors"), 0);
        assert_red(document, 3, 21000);
        pdk_close(document);
        for (unsigned i = 0; i < LAS_POINTS; i++)
            las_put(&file, record, file.points_at + i * record->size, "red", 60 * i);
        document = open_mesh(file.bytes, file.size, "las", false);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.colors"), 1);
        assert_red(document, 3, 180 * 257);
        assert_near(value_of(document, "red", 3), 180, 0);
        pdk_close(document);
        for (unsigned i = 0; i < LAS_POINTS; i++) las_put(&file, record, file.points_at + i * record->size, "red", 0);
        document = open_mesh(file.bytes, file.size, "las", false);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.colors"), 0); /* black says nothing */
        pdk_close(document);
        las_put(&file, record, file.points_at + 4 * record->size, "blue", 256);
        document = open_mesh(file.bytes, file.size, "las", false);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.colors"), 0);
        pdk_close(document);
    }
}

/* A bright point beyond those that are looked at is white, and a full check names it. */
static void colors_beyond_those_seen(void **state)
{
    (void)state;
    enum { COUNT = 40000, BRIGHT = 20001, SIZE = 26 };
    las_scan file = las_make(2, 2, 0);
    size_t size = file.points_at + (size_t)COUNT * SIZE;
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    las_head(&file, "legacy_points", COUNT);
    memcpy(bytes, file.bytes, file.points_at);
    for (size_t i = 0; i < COUNT; i++) {
        memcpy(bytes + file.points_at + i * SIZE, file.bytes + file.points_at, SIZE);
        pdk_store_u16(bytes + file.points_at + i * SIZE + 20, 200);
    }
    pdk_store_u16(bytes + file.points_at + (size_t)BRIGHT * SIZE + 20, 300);
    pdk_document *document = open_mesh(bytes, size, "las", false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.colors"), 1);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "las.colors.above"), 1);
    assert_red(document, BRIGHT, 65535);
    assert_red(document, BRIGHT + 1, 200 * 257);
    pdk_close(document);
    free(bytes);
}

/* World coordinates keep their digits: an origin is taken off the surface, and off what an RLD gets. */
static void origins(void **state)
{
    (void)state;
    las_scan file = las_make(2, 1, 0);
    pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
    assert_near(property_number(document, "surface_origin_x"), 500000, 0);
    assert_near(property_number(document, "surface_origin_y"), 4999900, 0);
    double(*points)[3] = mesh_points(document, 2);
    pdk_error error;
    pdk_surface surface = surface_or_fail(document, 0);
    for (int i = 0; i < LAS_POINTS; i++) {
        assert_near(points[i][1], 5000000 - i, 1e-9);
        assert_near((double)surface.positions[3 * i + 1], 100 - i, 1e-4);
    }
    free(points);
    pdk_output *output = output_or_fail();
    pdk_convert_report report;
    assert_ok(pdk_convert(document, "rld", NULL, &report, output, &error), error);
    assert_true(report.moved && report.origin[0] == 500000 && report.origin[1] == 4999900 && report.origin[2] == 0);
    pdk_bytes rld = pdk_output_bytes(output);
    assert_near((double)pdk_load_f32(rld.data + 20 + 12 * 4), 4, 1e-6);
    pdk_output_close(output);
    pdk_close(document);
}

static void wrong_counts(void **state)
{
    (void)state;
    las_scan file = las_make(2, 0, 0);
    las_head(&file, "legacy_points", 4000000000.0);
    assert_refused(file.bytes, file.size, "las", PDK_E_TRUNCATED, "las.points", file.size);
    pdk_document *document = open_mesh(file.bytes, file.size, "las", true);
    assert_int_equal(document->mesh->point_count, LAS_POINTS);
    pdk_close(document);
    las_head(&file, "legacy_points", 3);
    document = open_mesh(file.bytes, file.size, "las", false);
    assert_int_equal(document->mesh->point_count, 3);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.count"), 1);
    pdk_close(document);

    file = las_make(4, 1, 0);
    las_head(&file, "legacy_points", 4); /* two counts that differ */
    document = open_mesh(file.bytes, file.size, "las", false);
    assert_int_equal(document->mesh->point_count, LAS_POINTS);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.count.legacy"), 1);
    pdk_close(document);
    las_head(&file, "legacy_points", LAS_POINTS);
    las_put(&file, &pdk_las_header_14, 235, "points", 0);
    document = open_mesh(file.bytes, file.size, "las", false);
    assert_int_equal(document->mesh->point_count, LAS_POINTS);
    pdk_close(document);
    pdk_store_u64(file.bytes + 247, UINT64_MAX);
    assert_refused(file.bytes, file.size, "las", PDK_E_TRUNCATED, "las.points", file.size);
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *field;
        double value;
        pdk_status status;
        const char *code;
        uint64_t offset;
    } cases[] = {
        { "version_major", 2, PDK_E_UNSUPPORTED, "las.version", 24 },
        { "version_minor", 5, PDK_E_UNSUPPORTED, "las.version", 24 },
        { "header_size", 226, PDK_E_CORRUPT, "las.header", 94 },
        { "header_size", 65535, PDK_E_CORRUPT, "las.header", 94 },
        { "points_offset", 226, PDK_E_CORRUPT, "las.points_offset", 96 },
        { "points_offset", 4294967295.0, PDK_E_CORRUPT, "las.points_offset", 96 },
        { "packing", 3, PDK_E_UNSUPPORTED, "las.compressed", 104 },
        { "packing", 1, PDK_E_UNSUPPORTED, "las.compressed", 104 },
        { "point_format", 11, PDK_E_UNSUPPORTED, "las.point_format", 104 },
        { "point_size", 33, PDK_E_CORRUPT, "las.point_size", 105 },
        { "x_scale", 0, PDK_E_CORRUPT, "las.scale", 131 },
        { "z_scale", NAN, PDK_E_CORRUPT, "las.scale", 147 },
        { "y_offset", INFINITY, PDK_E_CORRUPT, "las.offset", 163 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        las_scan file = las_make(2, 3, 0);
        las_head(&file, cases[i].field, cases[i].value);
        assert_refused(file.bytes, file.size, "las", cases[i].status, cases[i].code, cases[i].offset);
    }
    las_scan file = las_make(2, 3, 0);
    assert_refused(file.bytes, 226, "las", PDK_E_TRUNCATED, "las.header", 226);
    file.bytes[0] = 'X';
    assert_refused(file.bytes, file.size, "las", PDK_E_CORRUPT, "las.magic", 0);
}

/* An offset so large that doubles beside it have no room for the steps: reported, not refused. */
static void offsets_too_large(void **state)
{
    (void)state;
    static const struct {
        double offset;
        bool told;
    } cases[] = { { 500000, false }, { 8e12, false }, { 1e13, true }, { -1e300, true } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        las_scan file = las_make(2, 3, 0);
        las_head(&file, "x_offset", cases[i].offset);
        pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.offset.large"), cases[i].told);
        pdk_close(document);
    }
}

static void coordinate_systems(void **state)
{
    (void)state;
    las_scan file = las_make(2, 0, 0);
    static const uint8_t keys[] = { 1, 0, 1,    0,    0,    0,    2, 0, 0x00, 0x0C, 0,    0,
                                    1, 0, 0x57, 0x0B, 0x04, 0x0C, 0, 0, 1,    0,    0x2A, 0x23 };
    las_add_record(&file, "someone", 34735, keys, sizeof keys); /* not theirs to say */
    las_add_record(&file, "LASF_Projection", 34735, keys, sizeof keys);
    las_add_record(&file, "LASF_Projection", 34737, "a system|", 9);
    pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
    assert_property_text(document, "coordinate_system", "a system|");
    assert_near(property_number(document, "epsg"), 2903, 0);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.unit"), 1);
    size_t count;
    double *lengths = column_f64(document, "variable_records", "length", &count);
    assert_int_equal(count, 3);
    assert_true(lengths[0] == 24 && lengths[2] == 9);
    free(lengths);
    assert_near(value_of(document, "x", 4), 500004, 1e-9);
    read_everything(document);
    pdk_close(document);

    file = las_make(2, 0, 0);
    static const char wkt[] = "PROJCS[\"x\",UNIT[\"US survey foot\",0.3048006096]]";
    las_add_record(&file, "LASF_Projection", 2112, wkt, sizeof wkt);
    document = open_mesh(file.bytes, file.size, "las", false);
    assert_property_text(document, "coordinate_system", wkt);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.unit"), 1);
    pdk_close(document);
    las_head(&file, "vlr_count", 4000000000.0);
    document = open_mesh(file.bytes, file.size, "las", false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.vlr"), 1);
    pdk_close(document);
}

static void bounds_are_checked(void **state)
{
    (void)state;
    las_scan file = las_make(2, 0, 0);
    las_head(&file, "z_maximum", 1.9);
    pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.bounds"), 0);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "las.bounds"), 1);
    pdk_close(document);
}

static void hostile(void **state)
{
    (void)state;
    las_scan old = las_make(2, 3, 2), new = las_make(4, 10, 0);
    las_add_record(&old, "LASF_Projection", 2112, "WKT in feet", 11);
    sweep_truncation(old.bytes, old.size, 1, "las");
    sweep_truncation(new.bytes, new.size, 7, "las");
    sweep_mutation(old.bytes, old.size, 0, old.size, 1, "las");
    sweep_mutation(new.bytes, new.size, 0, new.points_at, 1, "las");
    assert_true(sweep_allocation(old.bytes, old.size) > 10);
}

/* Files of seven programs and three versions: what the pages and `paddock formats` say was seen. */
static void real_scans(void **state)
{
    (void)state;
    static const double scan[] = { 637012.24, 849028.31, 431.66 }, crop[] = { 1639798.46, 1454500.25, 7091.26 },
                        extended[] = { 1694510.3869347, 1816497.9662640, 5598.3596128 },
                        utm[] = { 494428.61, 4877455.58, 131.57 }, one[] = { 1, 2, 3 };
    const double none = -1; /* points of format 0 have no time */
    const struct {
        const char *name, *dialect;
        uint64_t points;
        const double *first;
        double gps;
        int records;
    } cases[] = {
        { "mesh/las/simple.las", "1.2, point format 3", 1065, scan, 245380.78254962614, 0 },
        { "mesh/las/1.2-with-color.las", "1.2, point format 3", 1065, scan, 245380.78254962614, 0 },
        { "mesh/las/4_6_crop.las", "1.2, point format 3", 23875, crop, 81616201.91035877, 2 },
        { "mesh/laz/1_4_w_evlr.las", "1.4, point format 6", 1000, extended, 83177420.53400505, 3 },
        { "mesh/laz/extrabytes.las", "1.2, point format 3", 1065, scan, 245380.78254962614, 1 },
        { "mesh/laz/point-color-time.las", "1.2, point format 3", 1065, utm, 245380.78254962614, 4 },
        { "mesh/laz/point10.las", "1.2, point format 0", 1065, utm, none, 4 },
        { "mesh/laz/point10-1.0.las", "1.0, point format 0", 1, one, none, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *path = real_file(cases[i].name);
        if (path == NULL) skip();
        pdk_document *document = open_or_fail(path);
        assert_string_equal(pdk_document_dialect(document), cases[i].dialect);
        assert_int_equal(document->mesh->point_count, cases[i].points);
        double(*points)[3] = mesh_points(document, 0);
        for (int k = 0; k < 3; k++) assert_near(points[0][k], cases[i].first[k], 1e-6);
        free(points);
        if (cases[i].gps != none) {
            size_t count;
            double *gps = column_f64(document, "points", "gps_time", &count);
            assert_near(gps[0], cases[i].gps, 0);
            free(gps);
        }
        assert_int_equal(pdk_document_find_table(document, "variable_records")->rows, cases[i].records);
        assert_int_equal(count_findings(document, PDK_CHECK_FULL, "las.bounds"), 0);
        pdk_close(document);
    }
}

/* The descriptors of this file name five values of 27 bytes; the first are the point's colours again. */
static void real_extra_bytes(void **state)
{
    (void)state;
    const char *path = real_file("mesh/laz/extrabytes.las");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    assert_near(property_number(document, "extra_bytes"), 27, 0);
    const pdk_mesh *mesh = document->mesh;
    size_t found = 0;
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        const pdk_attribute *attribute = &mesh->attributes[i];
        if (strcmp(attribute->name, "Colors") != 0) continue;
        uint16_t colours[3];
        pdk_error error;
        assert_int_equal(attribute->type, PDK_UINT16);
        assert_int_equal(attribute->components, 3);
        assert_ok(attribute->read(attribute, 0, 1, colours, &error), error);
        assert_int_equal(colours[0], 68);
        assert_int_equal(colours[1], 77);
        assert_int_equal(colours[2], 88);
        found++;
    }
    assert_int_equal(found, 1);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format),
        cmocka_unit_test(origins),
        cmocka_unit_test(colors_that_are_bytes),
        cmocka_unit_test(colors_beyond_those_seen),
        cmocka_unit_test(wrong_counts),
        cmocka_unit_test(refused),
        cmocka_unit_test(offsets_too_large),
        cmocka_unit_test(coordinate_systems),
        cmocka_unit_test(bounds_are_checked),
        cmocka_unit_test(hostile),
        cmocka_unit_test(real_scans),
        cmocka_unit_test(real_extra_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
