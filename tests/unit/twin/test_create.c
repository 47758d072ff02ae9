/* Files from arrays: what was read column by column, written record by record, is the same file. */
#include <stdlib.h>

#include "support.h"

static void put(pdk_output *output, const char *record, uint64_t count, const pdk_field_array *arrays,
                size_t array_count)
{
    pdk_error error = { 0 };
    assert_ok(pdk_write_records(record, count, arrays, array_count, output, &error), error);
}

static pdk_output *memory_output(void)
{
    pdk_output *output = output_or_fail();
    return output;
}

static void a_surface(void **unused)
{
    (void)unused;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 500;
    size_t size, points, triangles, blocks;
    uint8_t *data = synth_or_fail("rld", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    double *x = column_f64(document, "points", "x", &points), *y = column_f64(document, "points", "y", &points),
           *z = column_f64(document, "points", "z", &points), *a = column_f64(document, "triangles", "a", &triangles),
           *b = column_f64(document, "triangles", "b", &triangles),
           *c = column_f64(document, "triangles", "c", &triangles),
           *start = column_f64(document, "blocks", "start", &blocks),
           *held = column_f64(document, "blocks", "points", &blocks);
    static const char *const rld0[] = { "RLD0" }, *const head[] = { "HEAD" }, *const vert[] = { "VERT" },
                             *const tris[] = { "TRIS" }, *const blki[] = { "BLKI" };
    double point_count = (double)points, triangle_count = (double)triangles, block_count = (double)blocks;
    pdk_output *output = memory_output();
    put(output, "rld.header", 1,
        (const pdk_field_array[]){ { "magic", NULL, rld0 },
                                   { "head_tag", NULL, head },
                                   { "points", &point_count, NULL },
                                   { "triangles", &triangle_count, NULL } },
        4);
    put(output, "rld.section", 1, (const pdk_field_array[]){ { "tag", NULL, vert } }, 1);
    put(output, "rld.point", points, (const pdk_field_array[]){ { "x", x, NULL }, { "y", y, NULL }, { "z", z, NULL } },
        3);
    put(output, "rld.section", 1, (const pdk_field_array[]){ { "tag", NULL, tris } }, 1);
    put(output, "rld.triangle", triangles,
        (const pdk_field_array[]){ { "a", a, NULL }, { "b", b, NULL }, { "c", c, NULL } }, 3);
    put(output, "rld.blocks", 1, (const pdk_field_array[]){ { "tag", NULL, blki }, { "blocks", &block_count, NULL } },
        2);
    put(output, "rld.block_start", blocks, (const pdk_field_array[]){ { "start", start, NULL } }, 1);
    put(output, "rld.block_points", blocks, (const pdk_field_array[]){ { "points", held, NULL } }, 1);
    assert_int_equal(pdk_output_bytes(output).size, size);
    assert_memory_equal(pdk_output_bytes(output).data, data, size);
    pdk_output_close(output);
    double *all[] = { x, y, z, a, b, c, start, held };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    pdk_close(document);
    free(data);
}

static void a_replay(void **unused)
{
    (void)unused;
    static const char *const tag[] = { "RPLY" }, *const track[] = { "carlswood" }, *const car[] = { "dogger" };
    static const double one = 1, two = 2, interval = 0.1, zero = 0;
    pdk_output *output = memory_output();
    pdk_error error = { 0 };
    put(output, "rply.header", 1,
        (const pdk_field_array[]){ { "magic", NULL, tag },
                                   { "version_minor", &one, NULL },
                                   { "version_major", &two, NULL },
                                   { "track", NULL, track },
                                   { "interval", &interval, NULL },
                                   { "cars", &one, NULL } },
        6);
    put(output, "rply.car_name", 1, (const pdk_field_array[]){ { "name", NULL, car } }, 1);
    assert_ok(pdk_output_write(output, "DATA", 4, &error), error);
    for (int i = 0; i < 3; i++) {
        double size = 6 + 4 + 2 + 28, time = 0.1 * i, id = 4, x = i;
        put(output, "rply.frame", 1, (const pdk_field_array[]){ { "size", &size, NULL }, { "time", &time, NULL } }, 2);
        put(output, "rply.command", 1, (const pdk_field_array[]){ { "id", &zero, NULL } }, 1);
        put(output, "rply.set_car", 1, NULL, 0);
        put(output, "rply.command", 1, (const pdk_field_array[]){ { "id", &id, NULL } }, 1);
        put(output, "rply.smoke", 1, (const pdk_field_array[]){ { "x", &x, NULL }, { "lifetime", &one, NULL } }, 2);
    }
    pdk_document *document = open_bytes_or_fail(pdk_output_bytes(output).data, pdk_output_bytes(output).size);
    size_t count;
    double *x = column_f64(document, "smoke", "x", &count);
    assert_int_equal(count, 3);
    assert_near(x[2], 2, 0);
    assert_property_text(document, "track", "carlswood");
    free(x);
    pdk_close(document);
    pdk_output_close(output);
}

static void texts_and_arrays(void **unused)
{
    (void)unused;
    static const char *const names[] = { "A. Driver", "" };
    static const double slots[] = { 3, 4 }, value = 0.5;
    pdk_output *output = memory_output();
    put(output, "vcr.r2.driver", 2, (const pdk_field_array[]){ { "name", NULL, names }, { "slot", slots, NULL } }, 2);
    pdk_bytes bytes = pdk_output_bytes(output);
    assert_int_equal(bytes.data[0], 3);
    assert_int_equal(bytes.data[1], 9);
    assert_memory_equal(bytes.data + 2, "A. Driver", 9);
    pdk_output_close(output);
    output = memory_output();
    put(output, "tri.record", 1, (const pdk_field_array[]){ { "points[5].x", &value, NULL } }, 1);
    bytes = pdk_output_bytes(output);
    assert_int_equal(bytes.size, 288);
    size_t set = 0;
    for (size_t i = 0; i < bytes.size; i++) set += bytes.data[i] != 0;
    assert_int_equal(set, 1);
    pdk_output_close(output);
}

static void refused(const char *record, pdk_field_array array, const char *code, const char *where)
{
    pdk_output *output = memory_output();
    pdk_error error = { 0 };
    pdk_status status = pdk_write_records(record, 1, &array, 1, output, &error);
    assert_fails(status, error, PDK_E_ARGUMENT, code, error.offset);
    assert_string_equal(error.where, where);
    pdk_output_close(output);
}

static void refusals(void **unused)
{
    (void)unused;
    static const char *const text[] = { "abcdefgh" };
    static const double much = 1e10;
    refused("rld.pont", (pdk_field_array){ "x", &much, NULL }, "set.unknown", "");
    refused("rld.point", (pdk_field_array){ "w", &much, NULL }, "set.unknown", "rld.point.w");
    refused("rld.point", (pdk_field_array){ "x[0]", &much, NULL }, "set.unknown", "rld.point.x[0]");
    refused("rld.point", (pdk_field_array){ "x.y", &much, NULL }, "set.unknown", "rld.point.x.y");
    refused("rld.header", (pdk_field_array){ "magic", &much, NULL }, "set.value", "rld.header.magic");
    refused("rld.header", (pdk_field_array){ "magic", NULL, text }, "set.range", "rld.header[0].magic");
    refused("rld.header", (pdk_field_array){ "points", &much, NULL }, "set.range", "rld.header[0].points");
    refused("raf.header", (pdk_field_array){ "splits", &much, NULL }, "set.unknown", "raf.header.splits");
    refused("raf.header", (pdk_field_array){ "splits[4]", &much, NULL }, "set.unknown", "raf.header.splits[4]");
    refused("tri.record", (pdk_field_array){ "points[3]", &much, NULL }, "set.unknown", "tri.record.points[3]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_surface),
        cmocka_unit_test(a_replay),
        cmocka_unit_test(texts_and_arrays),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("create", tests, NULL, NULL);
}
