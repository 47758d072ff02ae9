/* LAS: what points have besides their place, records and coordinate systems, into LAS again; units. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "foreign.h"
#include "las_maker.h"
#include "mesh.h"
#include "model/mesh.h"

static uint64_t header_number(const uint8_t *bytes, const char *field)
{
    return (uint64_t)pdk_get_i64(pdk_record_field(&pdk_las_header, field), 0, bytes);
}

/* Something in every bit of every field but the place, which differs from point to point. */
static void fill_values(las_scan *file, int format, int extra)
{
    const pdk_record *record = pdk_las_points[format];
    unsigned random = 1;
    for (size_t i = 0; i < LAS_POINTS; i++) {
        uint8_t *at = file->bytes + file->points_at + i * (record->size + (unsigned)extra);
        for (size_t k = 12; k < record->size + (unsigned)extra; k++)
            at[k] = (uint8_t)((random = random * 69069 + 1) >> 24);
        for (uint32_t f = 3; f < record->field_count; f++) { /* floats: any would do, but not signalling ones */
            const pdk_field *field = &record->fields[f];
            if (pdk_field_is_float(field)) assert_true(pdk_put_f64(field, 0, at, 0.5 + (double)i));
        }
    }
}

static const uint8_t *points_of(pdk_bytes las)
{
    return las.data + header_number(las.data, "points_offset");
}

/* Every format comes back with every bit, whether coordinates change or not. */
static void values_are_kept(void **state)
{
    (void)state;
    for (int format = 0; format < PDK_LAS_FORMATS; format++) {
        for (int scaled = 0; scaled < 2; scaled++) {
            las_scan file = las_make(4, format, 3);
            fill_values(&file, format, 3);
            bool waves = pdk_record_field(pdk_las_points[format], "wave_dx") != NULL;
            if (waves && scaled) continue; /* below */
            pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
            notes said = { 0 };
            pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
            pdk_convert_report report;
            options.scale = scaled ? 2 : 1;
            options.note = take_note;
            options.note_user = &said;
            pdk_output *output = convert_or_fail(document, "las", &options, &report);
            pdk_bytes las = pdk_output_bytes(output);
            assert_int_equal(report.left_out, 0);
            assert_int_equal(header_number(las.data, "point_format"), format);
            uint32_t size = pdk_las_points[format]->size + 3;
            assert_int_equal(header_number(las.data, "point_size"), size);
            for (size_t i = 0; i < LAS_POINTS; i++) {
                const uint8_t *was = file.bytes + file.points_at + i * size, *is = points_of(las) + i * size;
                size_t from = scaled ? 12 : 0;
                assert_memory_equal(is + from, was + from, size - from);
            }
            pdk_document *again = open_mesh(las.data, las.size, "las", false);
            assert_near(again->mesh->extent.minimum[0], document->mesh->extent.minimum[0] * options.scale, 1e-9);
            assert_int_equal(count_findings(again, PDK_CHECK_FULL, "las.bounds"), 0);
            pdk_close(again);
            pdk_output_close(output);
            pdk_close(document);
        }
    }
}

/* Points that are left out take their values with them: the others are written value by value. */
static void values_of_some_points(void **state)
{
    (void)state;
    for (int format = 0; format < PDK_LAS_FORMATS; format++) {
        las_scan file = las_make(4, format, 2);
        fill_values(&file, format, 2);
        uint32_t size = pdk_las_points[format]->size + 2;
        las_head(&file, "x_scale", 1e300);
        for (size_t i = 0; i < LAS_POINTS; i++) /* 0, 2 and 4 are finite */
            las_put(&file, pdk_las_points[format], file.points_at + i * size, "x", i % 2 == 0 ? 1 : 2000000000);
        pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
        pdk_convert_report report;
        pdk_output *output = convert_or_fail(document, "las", NULL, &report);
        pdk_bytes las = pdk_output_bytes(output);
        assert_int_equal(report.points, 3);
        assert_int_equal(header_number(las.data, "point_format"), format);
        for (size_t i = 0; i < 3; i++) {
            assert_memory_equal(points_of(las) + i * size + 12, file.bytes + file.points_at + 2 * i * size + 12,
                                size - 12);
        }
        pdk_output_close(output);
        pdk_close(document);
    }
}

/* Waves are stored in the file's axes: they are left out where these change. */
static void waves_go_with_the_axes(void **state)
{
    (void)state;
    las_scan file = las_make(4, 10, 0);
    pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report;
    options.axes = "+y-x+z";
    options.note = take_note;
    options.note_user = &said;
    pdk_output *output = convert_or_fail(document, "las", &options, &report);
    assert_int_equal(header_number(pdk_output_bytes(output).data, "point_format"), 8);
    assert_true(has_note(&said, "convert.left_out.attributes"));
    assert_int_equal(report.left_out, 1);
    pdk_output_close(output);
    pdk_close(document);
}

/* ---------------------------------------------------------------------------------------------- extra bytes */

static void describe(uint8_t *to, const char *name, int type, int options, double scale, double offset)
{
    assert_true(pdk_put_string(&pdk_las_extra, to, "name", name));
    assert_true(pdk_put(&pdk_las_extra, to, "type", type) && pdk_put(&pdk_las_extra, to, "options", options));
    assert_true(pdk_put(&pdk_las_extra, to, "scale", scale) && pdk_put(&pdk_las_extra, to, "offset", offset));
}

static const pdk_attribute *attribute_of(const pdk_document *document, const char *name)
{
    const pdk_mesh *mesh = document->mesh;
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        if (strcmp(mesh->attributes[i].name, name) == 0) return &mesh->attributes[i];
    }
    return NULL;
}

static void extra_bytes(void **state)
{
    (void)state;
    enum { EXTRA = 2 + 6 + 4 + 1 };
    uint8_t descriptors[3][192] = { { 0 } };
    describe(descriptors[0], "height", 4, 8 | 16, 0.01, 100); /* int16, scaled */
    describe(descriptors[1], "way", 24, 0, 0, 0);             /* three int16 */
    describe(descriptors[2], "plain", 9, 0, 0, 0);            /* float32; one byte nobody describes follows */
    for (int dropped = 0; dropped < 2; dropped++) {
        las_scan file = las_make(4, 3, EXTRA);
        fill_values(&file, 3, EXTRA);
        for (size_t i = 0; i < LAS_POINTS; i++)
            pdk_store_f32(file.bytes + file.points_at + i * (34 + EXTRA) + 34 + 8, (float)i);
        if (dropped) las_head(&file, "z_scale", 1e306); /* from 130 steps on they are not finite */
        if (dropped) las_head(&file, "z_offset", 0.5e308);
        las_add_record(&file, "LASF_Spec", 4, descriptors, sizeof descriptors);
        pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
        const uint8_t *first = file.bytes + file.points_at + 34;
        double height, way[3];
        pdk_error error;
        const pdk_attribute *attribute = attribute_of(document, "height");
        assert_non_null(attribute);
        assert_int_equal(attribute->type, PDK_FLOAT64);
        assert_ok(pdk_attribute_read_doubles(attribute, 0, 0, 1, &height, &error), error);
        assert_near(height, pdk_load_i16(first) * 0.01 + 100, 1e-9);
        attribute = attribute_of(document, "way");
        assert_true(attribute != NULL && attribute->components == 3 && attribute->type == PDK_INT16);
        for (uint32_t k = 0; k < 3; k++) {
            assert_ok(pdk_attribute_read_doubles(attribute, k, 0, 1, &way[k], &error), error);
            assert_near(way[k], pdk_load_i16(first + 2 + 2 * k), 0);
        }
        assert_non_null(attribute_of(document, "plain"));
        assert_true(attribute_of(document, "extra_bytes") != NULL &&
                    attribute_of(document, "extra_bytes")->components == 1);
        pdk_convert_report report;
        pdk_output *output = convert_or_fail(document, "las", NULL, &report);
        pdk_bytes las = pdk_output_bytes(output);
        assert_int_equal(report.left_out, 0);
        assert_true(dropped ? report.points < LAS_POINTS : report.points == LAS_POINTS);
        assert_true(report.points > 0);
        assert_int_equal(header_number(las.data, "vlr_count"), 1);
        assert_memory_equal(las.data + 375 + 54, descriptors, sizeof descriptors);
        assert_memory_equal(points_of(las) + 34, first, EXTRA);
        pdk_output_close(output);
        if (!dropped) sweep_convert(document, "las");
        pdk_close(document);
    }
}

/* Descriptors that promise more than there is, nothing, or unknown types. */
static void odd_descriptors(void **state)
{
    (void)state;
    static const struct {
        int type, options, extra;
        const char *name;
    } cases[] = { { 10, 0, 7, "extra_bytes" }, { 0, 0, 2, "extra_bytes" },  { 0, 2, 2, "given" },
                  { 99, 1, 1, "given" },       { 31, 0, 3, "extra_bytes" }, { 1, 0, 1, "given" } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t descriptor[192] = { 0 };
        describe(descriptor, "given", cases[i].type, cases[i].options, 0, 0);
        las_scan file = las_make(4, 0, cases[i].extra);
        las_add_record(&file, "LASF_Spec", 4, descriptor, sizeof descriptor);
        pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
        const pdk_mesh *mesh = document->mesh;
        assert_string_equal(mesh->attributes[mesh->attribute_count - 1].name, cases[i].name);
        pdk_output *output = convert_or_fail(document, "las", NULL, NULL);
        assert_int_equal(header_number(pdk_output_bytes(output).data, "point_size"), 20 + cases[i].extra);
        pdk_output_close(output);
        pdk_close(document);
    }
}

/* ------------------------------------------------------------------------------------------------ whole files */

static void records_are_kept(void **state)
{
    (void)state;
    static const uint8_t keys[] = { 1, 0, 1, 0, 0, 0, 1, 0, 0x00, 0x0C, 0, 0, 1, 0, 0x3E, 0x69 }; /* EPSG 26942 */
    las_scan file = las_make(2, 1, 0);
    las_head(&file, "global_encoding", 1);
    las_head(&file, "file_source", 77);
    las_add_record(&file, "someone", 7, "theirs", 6);
    las_add_record(&file, "LASF_Projection", 34735, keys, sizeof keys);
    pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
    for (int turned = 0; turned < 2; turned++) {
        notes said = { 0 };
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.axes = turned ? "+y-x+z" : NULL;
        options.note = take_note;
        options.note_user = &said;
        pdk_output *output = convert_or_fail(document, "las", &options, NULL);
        pdk_bytes las = pdk_output_bytes(output);
        assert_int_equal(header_number(las.data, "file_source"), 77);
        assert_int_equal(header_number(las.data, "global_encoding"), 1);
        assert_int_equal(header_number(las.data, "vlr_count"), turned ? 1 : 2);
        assert_memory_equal(las.data + 375, file.bytes + 227, 54 + 6);
        assert_int_equal(has_note(&said, "las.crs"), turned);
        assert_int_equal(has_note(&said, "convert.left_out.coordinate_system"), turned);
        pdk_document *again = open_mesh(las.data, las.size, "las", false);
        const pdk_property *epsg = pdk_document_find_property(again, "epsg");
        assert_int_equal(epsg != NULL, !turned);
        if (!turned) assert_near(property_number(again, "epsg"), 26942, 0);
        pdk_close(again);
        pdk_output_close(output);
    }
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.note = take_note;
    options.note_user = &said;
    pdk_convert_report report;
    pdk_output *output = convert_or_fail(document, "rld", &options, &report);
    assert_true(has_note(&said, "convert.left_out.coordinate_system") && has_note(&said, "convert.left_out.records") &&
                has_note(&said, "convert.left_out.intensity") && has_note(&said, "convert.left_out.time"));
    for (unsigned i = 0; i < said.count; i++) report.left_out -= strncmp(said.codes[i], "convert.left_out.", 17) == 0;
    assert_int_equal(report.left_out, 0);
    pdk_output_close(output);
    pdk_close(document);
}

/* ------------------------------------------------------------------------------------------------------ units */

static void assert_units(const las_scan *file, const char *across, const char *upward, const char *finding,
                         const char *what)
{
    pdk_document *document = open_mesh(file->bytes, file->size, "las", false);
    const pdk_table *points = pdk_document_find_table(document, "points");
    const char *x = pdk_table_column_at(points, pdk_table_find_column(points, "x"))->unit;
    const char *z = pdk_table_column_at(points, pdk_table_find_column(points, "z"))->unit;
    if (x == NULL || z == NULL || strcmp(x, across) != 0 || strcmp(z, upward) != 0)
        fail_msg("%s: expected %s and %s, found %s and %s", what, across, upward, x != NULL ? x : "none",
                 z != NULL ? z : "none");
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.unit"), strcmp(finding, "las.unit") == 0);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.degrees"), strcmp(finding, "las.degrees") == 0);
    pdk_close(document);
}

static void units_in_text(void **state)
{
    (void)state;
#define FEET "UNIT[\"US survey foot\",0.3048006096012192]"
#define BASE \
    "GEOGCS[\"NAD83\",DATUM[\"d\",SPHEROID[\"s\",6378137,298.25]],PRIMEM[\"g\",0],UNIT[\"degree\",0.0174532925]]"
    static const struct {
        const char *wkt, *across, *upward, *finding;
    } cases[] = {
        { "PROJCS[\"p\"," BASE ",PROJECTION[\"t\"],PARAMETER[\"x\",500000]," FEET "]", "US survey ft", "US survey ft",
          "las.unit" },
        { "PROJCS[\"in feet\"," BASE ",UNIT[\"metre\",1,AUTHORITY[\"EPSG\",\"9001\"]]]", "m", "m", "" },
        { "COMPD_CS[\"c\",PROJCS[\"p\"," BASE ",UNIT[\"metre\",1]],VERT_CS[\"v\",VERT_DATUM[\"d\",2005]," FEET
          ",AXIS[\"Up\",UP]]]",
          "m", "US survey ft", "las.unit" },
        { "COMPD_CS[\"c\",PROJCS[\"p\"," BASE "," FEET "],VERT_CS[\"v\",UNIT[\"metre\",1]]]", "US survey ft", "m",
          "las.unit" },
        { "PROJCS[\"p\"," BASE ",UNIT[\"foot\",0.3048]]", "ft", "ft", "las.unit" },
        { BASE, "deg", "m", "las.degrees" },
        { "COMPD_CS[\"c\"," BASE ",VERT_CS[\"v\"," FEET "]]", "deg", "US survey ft", "las.degrees" },
        { "PROJCRS[\"p\",BASEGEOGCRS[\"b\",DATUM[\"d\",ELLIPSOID[\"e\",6378137,298.25,LENGTHUNIT[\"metre\",1]]],"
          "PRIMEM[\"g\",0,ANGLEUNIT[\"degree\",0.0174]]],CONVERSION[\"c\",PARAMETER[\"x\",0,LENGTHUNIT[\"metre\",1]]],"
          "CS[Cartesian,2],AXIS[\"e\",east,ORDER[1],LENGTHUNIT[\"US survey foot\",0.304800609601219]],"
          "AXIS[\"n\",north,ORDER[2],LENGTHUNIT[\"US survey foot\",0.304800609601219]]]",
          "US survey ft", "US survey ft", "las.unit" },
        { "GEOGCRS[\"g\",CS[ellipsoidal,3],AXIS[\"lat\",north,ANGLEUNIT[\"degree\",0.0174]],AXIS[\"lon\",east,"
          "ANGLEUNIT[\"degree\",0.0174]],AXIS[\"h\",up,LENGTHUNIT[\"foot\",0.3048]]]",
          "deg", "ft", "las.degrees" },
        { "COMPOUNDCRS[\"c\",PROJCRS[\"p\",CS[Cartesian,2],LENGTHUNIT[\"metre\",1]],VERTCRS[\"v\",CS[vertical,1],"
          "AXIS[\"H\",up],LENGTHUNIT[\"metre\",1]]]",
          "m", "m", "" },
        { "PROJCS[\"a \"\"quoted\"\" UNIT[\"\"foot\"\",0.3048]\",UNIT[\"metre\",1]]", "m", "m", "" },
        { "PROJCS[\"p\",UNIT[\"metre\",nonsense]]", "m", "m", "" },
        { "[[[[[[[[[[[[[[[[[[[[UNIT[\"x\",2]", "m", "m", "" },
        { "]]]UNIT[\"x\",2],AXIS[UNIT[\"y\",2]]", "m", "m", "" },
        { "", "m", "m", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        las_scan file = las_make(4, 6, 0);
        las_add_record(&file, "LASF_Projection", 2112, cases[i].wkt, strlen(cases[i].wkt));
        assert_units(&file, cases[i].across, cases[i].upward, cases[i].finding, cases[i].wkt);
    }
}

static void units_in_keys(void **state)
{
    (void)state;
    enum { MAXIMUM = 4 };
    static const struct {
        uint16_t keys[MAXIMUM][2];
        const char *across, *upward, *finding;
    } cases[] = {
        { { { 1024, 1 }, { 3072, 2903 }, { 3076, 9003 }, { 4099, 9003 } }, "US survey ft", "US survey ft", "las.unit" },
        { { { 1024, 1 }, { 3076, 9002 } }, "ft", "ft", "las.unit" },
        { { { 1024, 1 }, { 3076, 9001 }, { 4099, 9003 } }, "m", "US survey ft", "las.unit" },
        { { { 1024, 1 }, { 3072, 2229 }, { 4099, 9003 } }, "US survey ft", "US survey ft", "las.unit" },
        { { { 1024, 1 }, { 3072, 2269 } }, "ft", "ft", "las.unit" },
        { { { 1024, 1 }, { 3072, 26910 } }, "m", "m", "" },
        { { { 1024, 1 }, { 3072, 26910 }, { 4099, 9003 } }, "m", "US survey ft", "las.unit" },
        { { { 1024, 2 }, { 2048, 4326 }, { 2054, 9102 } }, "deg", "m", "las.degrees" },
        { { { 2048, 4326 } }, "deg", "m", "las.degrees" },
        { { { 1024, 1 }, { 2048, 4269 }, { 2054, 9102 }, { 3072, 26910 } }, "m", "m", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t bytes[8 + 8 * MAXIMUM] = { 1, 0, 1 };
        size_t size = 8;
        for (size_t k = 0; k < MAXIMUM && cases[i].keys[k][0] != 0; k++, size += 8) {
            pdk_store_u16(bytes + size, cases[i].keys[k][0]);
            pdk_store_u16(bytes + size + 4, 1);
            pdk_store_u16(bytes + size + 6, cases[i].keys[k][1]);
        }
        las_scan file = las_make(2, 0, 0);
        las_add_record(&file, "LASF_Projection", 34735, bytes, size);
        char what[32];
        snprintf(what, sizeof what, "case %zu", i);
        assert_units(&file, cases[i].across, cases[i].upward, cases[i].finding, what);
    }
}

/* The warning goes once the points are scaled; degrees are never triangulated. */
static void warnings_of_units(void **state)
{
    (void)state;
    las_scan file = las_make(4, 6, 0);
    static const char feet[] = "PROJCS[\"p\",UNIT[\"foot\",0.3048]]",
                      degrees[] = "GEOGCS[\"g\",UNIT[\"degree\",0.0174]]";
    las_add_record(&file, "LASF_Projection", 2112, feet, sizeof feet);
    pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
    assert_string_equal(pdk_document_surface_at(document, 0)->unit, "ft");
    for (int scaled = 0; scaled < 2; scaled++) {
        notes said = { 0 };
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.scale = scaled ? 0.3048 : 0;
        options.note = take_note;
        options.note_user = &said;
        pdk_output_close(convert_or_fail(document, "rld", &options, NULL));
        assert_int_equal(has_note(&said, "las.unit"), !scaled);
    }
    pdk_close(document);
    file = las_make(4, 6, 0);
    las_add_record(&file, "LASF_Projection", 2112, degrees, sizeof degrees);
    document = open_mesh(file.bytes, file.size, "las", false);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.triangulate = true;
    options.scale = 111000;
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_int_equal(pdk_convert(document, "rld", &options, NULL, output, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "convert.degrees");
    pdk_output_close(output);
    pdk_close(document);
}

/* `file` stays as long as the document. */
static pdk_document *scan_in(const char *wkt, las_scan *file)
{
    *file = las_make(4, 6, 0);
    las_add_record(file, "LASF_Projection", 2112, wkt, strlen(wkt));
    return open_mesh(file->bytes, file->size, "las", false);
}

static void check_joined(const char *first, const char *second, const char *kept)
{
    static las_scan files[2];
    pdk_document *scans[] = { scan_in(first, &files[0]), scan_in(second, &files[1]) }, *made;
    pdk_error error;
    assert_ok(pdk_surface_merge((const pdk_document *const *)scans, 2, NULL, -1, &made, NULL, &error), error);
    pdk_close(scans[0]); /* what is kept does not need them */
    pdk_close(scans[1]);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.note = take_note;
    options.note_user = &said;
    pdk_output *output = convert_or_fail(made, "las", &options, NULL);
    pdk_bytes bytes = pdk_output_bytes(output);
    pdk_document *written = open_mesh(bytes.data, bytes.size, "las", false);
    const pdk_property *system = pdk_document_find_property(written, "coordinate_system");
    assert_int_equal(has_note(&said, "las.crs"), kept == NULL);
    assert_int_equal(has_note(&said, "surface.left_out"), kept == NULL);
    assert_true((system == NULL) == (kept == NULL));
    if (kept != NULL) assert_memory_equal(system->value.as.text.data, kept, strlen(kept));
    assert_int_equal(bytes.data[6] >> 4 & 1, kept != NULL); /* the bit that says so about the text */
    pdk_close(written);
    pdk_output_close(output);
    pdk_close(made);
}

/* Scans of one coordinate system become a surface in it; of several, one in none. */
static void joined_scans_keep_their_system(void **state)
{
    (void)state;
    static const char metres[] = "PROJCS[\"p\",UNIT[\"metre\",1]]", feet[] = "PROJCS[\"p\",UNIT[\"foot\",0.3048]]";
    check_joined(metres, metres, metres);
    check_joined(feet, feet, feet);
    check_joined(metres, feet, NULL);
}

/* 84939395 hundredths are 849393.95, whatever 0.01 is as a double. */
static void clean_decimals(void **state)
{
    (void)state;
    las_scan file = las_make(2, 0, 0);
    static const struct {
        double scale, offset;
        int32_t steps;
        double wanted;
    } cases[] = { { 0.01, 0, 84939395, 849393.95 },
                  { 0.01, 500000, 34939395, 849393.95 },
                  { 0.001, 0.5, 1234567, 1235.067 },
                  { 0.01, -0.0, 63701224, 637012.24 },
                  { 0.0025, 0, 3, 0.0075 },
                  { 0.01, 6328493.42, 7, 6328493.49 },
                  { 2, 1, 3, 7 },
                  { 1e-07, 0, -946606311, -94.6606311 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        las_head(&file, "x_scale", cases[i].scale);
        las_head(&file, "x_offset", cases[i].offset);
        las_put(&file, pdk_las_points[0], file.points_at, "x", cases[i].steps);
        pdk_document *document = open_mesh(file.bytes, file.size, "las", false);
        double point[3];
        assert_int_equal(document->mesh->read_points(document->mesh, 0, 1, &point, NULL), PDK_OK);
        if (point[0] < cases[i].wanted || point[0] > cases[i].wanted)
            fail_msg("%.17g, not %.17g", point[0], cases[i].wanted);
        size_t count;
        double *x = column_f64(document, "points", "x", &count);
        assert_true(x[0] >= point[0] && x[0] <= point[0]);
        free(x);
        pdk_close(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_kept),        cmocka_unit_test(values_of_some_points),
        cmocka_unit_test(waves_go_with_the_axes), cmocka_unit_test(extra_bytes),
        cmocka_unit_test(odd_descriptors),        cmocka_unit_test(records_are_kept),
        cmocka_unit_test(units_in_text),          cmocka_unit_test(units_in_keys),
        cmocka_unit_test(warnings_of_units),      cmocka_unit_test(joined_scans_keep_their_system),
        cmocka_unit_test(clean_decimals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
