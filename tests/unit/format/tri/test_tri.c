/* TRI: the real tracks' expected values (docs/formats/tri.md), and generated ones against what they were made from. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const double turn = 6.283185307179586;

/* One value of a table. */
static double value(const pdk_document *track, const char *table_name, const char *column, uint64_t row)
{
    const pdk_table *table = pdk_document_find_table(track, table_name);
    assert_non_null(table);
    size_t number = pdk_table_find_column(table, column);
    if (number == PDK_NO_COLUMN) fail_msg("no column %s in %s", column, table_name);
    double result = 0;
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_f64(table, number, row, 1, &result, &error), error);
    return result;
}

/* Stored numbers of a node: coordinates in 1/65536 m, x, z, y; angles in 1/16384 turn as stored. */
static void assert_node(const pdk_document *track, uint64_t node, long x, long z, long y)
{
    assert_near(value(track, "nodes", "x", node) * 65536, (double)x, 1e-6);
    assert_near(value(track, "nodes", "z", node) * 65536, (double)z, 1e-6);
    assert_near(value(track, "nodes", "y", node) * 65536, (double)y, 1e-6);
}

static long stored_angle(double radians)
{
    return lrint(radians / turn * 16384) & 16383;
}

static void assert_angles(const pdk_document *track, uint64_t node, long slope, long slant, long heading)
{
    assert_int_equal(stored_angle(value(track, "nodes", "slope", node)), slope);
    assert_int_equal(stored_angle(value(track, "nodes", "slant", node)), slant);
    assert_int_equal(stored_angle(-value(track, "nodes", "heading", node)), heading); /* stored clockwise */
}

static void assert_prop(const pdk_document *track, uint64_t prop, long node, long type, long yaw, long flags, long x,
                        long z, long y)
{
    assert_int_equal(lrint(value(track, "props", "node", prop)), node);
    assert_int_equal(lrint(value(track, "props", "prop_type", prop)), type);
    assert_int_equal(lrint(-value(track, "props", "yaw", prop) / turn * 256) & 255, yaw);
    assert_int_equal(lrint(value(track, "props", "flags", prop)), flags);
    assert_int_equal(lrint(value(track, "props", "offset_x", prop) * 256), x);
    assert_int_equal(lrint(value(track, "props", "offset_z", prop) * 256), z);
    assert_int_equal(lrint(value(track, "props", "offset_y", prop) * 256), y);
    /* the node's place plus the offset, along the world's axes */
    assert_near(value(track, "props", "x", prop), value(track, "nodes", "x", (uint64_t)node) + (double)x / 256, 1e-9);
    assert_near(value(track, "props", "y", prop), value(track, "nodes", "y", (uint64_t)node) + (double)y / 256, 1e-9);
    assert_near(value(track, "props", "z", prop), value(track, "nodes", "z", (uint64_t)node) + (double)z / 256, 1e-9);
    double heading = value(track, "nodes", "heading", (uint64_t)node) + value(track, "props", "yaw", prop);
    assert_near(remainder(value(track, "props", "heading", prop) - heading, turn), 0, 1e-9);
}

static void assert_speed(const pdk_document *track, uint64_t record, double opponent, double legal, double traffic)
{
    assert_near(value(track, "speeds", "opponent_speed", record), opponent, 0);
    assert_near(value(track, "speeds", "legal_speed", record), legal, 0);
    assert_near(value(track, "speeds", "traffic_speed", record), traffic, 0);
}

/* Props in use by kind: 1 model, 4 bitmap, 6 two bitmaps. */
static void assert_kinds(const pdk_document *track, double models, double bitmaps, double corners)
{
    double counted[256] = { 0 };
    for (uint64_t i = 0; i < table_rows(track, "prop_types"); i++) {
        counted[(int)value(track, "prop_types", "kind", i)] += value(track, "prop_types", "props", i);
    }
    assert_near(counted[1], models, 0);
    assert_near(counted[4], bitmaps, 0);
    assert_near(counted[6], corners, 0);
}

static double extreme(const pdk_document *track, const char *table, const char *column, bool greatest)
{
    size_t count;
    double *values = column_f64(track, table, column, &count);
    double result = values[0];
    for (size_t i = 1; i < count; i++) result = greatest ? fmax(result, values[i]) : fmin(result, values[i]);
    free(values);
    return result;
}

static void assert_bounds(const pdk_document *track, const double minimum[3], const double greatest[3])
{
    static const char *const names[2][3] = { { "minimum_x", "minimum_z", "minimum_y" },
                                             { "maximum_x", "maximum_z", "maximum_y" } };
    for (int axis = 0; axis < 3; axis++) {
        assert_near(extreme(track, "records", names[0][axis], false), minimum[axis], 0.0006);
        assert_near(extreme(track, "records", names[1][axis], true), greatest[axis], 0.0006);
    }
}

/* Records by fence byte, as stored. */
static void count_fences(const pdk_document *track, uint32_t counts[256])
{
    memset(counts, 0, 256 * sizeof *counts);
    for (uint64_t i = 0; i < table_rows(track, "records"); i++) {
        unsigned fence = (unsigned)value(track, "records", "fence_texture", i);
        fence |= value(track, "records", "right_fence", i) != 0 ? 0x40u : 0;
        fence |= value(track, "records", "left_fence", i) != 0 ? 0x80u : 0;
        counts[fence & 255]++;
    }
}

static void count_values(const pdk_document *track, const char *table, const char *column, uint32_t counts[256])
{
    size_t count;
    double *values = column_f64(track, table, column, &count);
    for (size_t i = 0; i < count; i++) counts[(int)values[i] & 255]++;
    free(values);
}

static void assert_textures(const pdk_document *track, const uint8_t *expected, size_t expected_count)
{
    uint32_t counts[256] = { 0 };
    size_t used = 0;
    for (int i = 1; i <= 10; i++) {
        char column[16];
        snprintf(column, sizeof column, "texture_%d", i);
        count_values(track, "records", column, counts);
    }
    for (size_t i = 0; i < 256; i++) used += counts[i] > 0;
    assert_int_equal(used, expected_count);
    for (size_t i = 0; i < expected_count; i++) assert_true(counts[expected[i]] > 0);
}

static void assert_record_textures(const pdk_document *track, const uint8_t expected[10])
{
    for (int i = 0; i < 10; i++) {
        char column[16];
        snprintf(column, sizeof column, "texture_%d", i + 1);
        assert_int_equal((int)value(track, "records", column, 0), expected[i]);
    }
}

/* How many of the nodes' directions are those their places give, exactly and within one step. */
typedef struct agreement {
    uint32_t heading_exact, heading_close, slope_exact, slope_close, of;
} agreement;

static long steps_off(double radians, double computed)
{
    long stored = stored_angle(radians), wanted = (long)floor(computed / turn * 16384) & 16383;
    long off = labs(stored - wanted);
    return off > 8192 ? 16384 - off : off;
}

static agreement compare_directions(const pdk_document *track)
{
    size_t count;
    double *x = column_f64(track, "nodes", "x", &count), *y = column_f64(track, "nodes", "y", &count);
    double *z = column_f64(track, "nodes", "z", &count), *slope = column_f64(track, "nodes", "slope", &count);
    double *heading = column_f64(track, "nodes", "heading", &count);
    agreement result = { .of = (uint32_t)count - 1 };
    for (size_t i = 0; i + 1 < count; i++) {
        double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i], dz = z[i + 1] - z[i];
        long off = steps_off(-heading[i], atan2(dx, dy));
        result.heading_exact += off == 0;
        result.heading_close += off <= 1;
        off = steps_off(slope[i], atan2(dz, sqrt(dx * dx + dy * dy)));
        result.slope_exact += off == 0;
        result.slope_close += off <= 1;
    }
    free(x);
    free(y);
    free(z);
    free(slope);
    free(heading);
    return result;
}

/* The right vector is (cos h cos s, sin h cos s, -sin s) of heading and slant, and of length 1. */
static double worst_right_vector(const pdk_document *track)
{
    double worst = 0;
    for (uint64_t i = 0; i + 1 < table_rows(track, "nodes"); i++) {
        double x = value(track, "nodes", "right_x", i), y = value(track, "nodes", "right_y", i);
        double z = value(track, "nodes", "right_z", i);
        double h = value(track, "nodes", "heading", i), s = value(track, "nodes", "slant", i);
        assert_near(sqrt(x * x + y * y + z * z) * 32767, 32767, 1.5);
        worst = fmax(worst, fmax(fabs(x - cos(h) * cos(s)), fmax(fabs(y - sin(h) * cos(s)), fabs(z + sin(s)))));
    }
    return worst;
}

static void real_open_road(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1.TRI");
    if (path == NULL) skip();
    pdk_document *track = open_or_fail(path);
    assert_string_equal(pdk_document_format(track)->id, "tri");
    assert_string_equal(pdk_document_dialect(track), "open");
    assert_property_text(track, "kind", "open");
    assert_int_equal(pdk_document_size(track), 257448);
    assert_near(property_number(track, "loop_record"), 0, 0);
    assert_near(property_number(track, "record_count"), 520, 0);
    assert_near(property_number(track, "rail_texture"), 48, 0);
    assert_near(property_number(track, "length"), 12476.698, 0.001);
    assert_near(property_number(track, "level_length"), 12355.547, 0.001);
    assert_near(property_number(track, "lowest"), -12.993, 0.001);
    assert_near(property_number(track, "highest"), 611.902, 0.001);
    assert_null(pdk_document_find_property(track, "closing_gap"));
    assert_int_equal(table_rows(track, "nodes"), 2080);
    assert_int_equal(table_rows(track, "speeds"), 520);
    assert_int_equal(table_rows(track, "prop_types"), 64);
    assert_int_equal(table_rows(track, "props"), 998);
    assert_int_equal(table_rows(track, "records"), 520);
    assert_string_equal(pdk_table_name(pdk_document_table_at(track, 0)), "nodes");

    assert_node(track, 0, 0, 0, 0);
    assert_node(track, 1, 65, 524, 392953);
    assert_node(track, 100, 2183331, -805830, 39103954);
    assert_angles(track, 100, 16299, 0, 537);
    assert_node(track, 2079, 199056097, 16691298, 654535228);
    assert_near(value(track, "nodes", "left_verge", 0), 40 / 8.0, 0); /* 40 40 64 64 17 17 34 3 */
    assert_near(value(track, "nodes", "right_barrier", 0), 64 / 8.0, 0);
    assert_near(value(track, "nodes", "lanes", 0), 1, 0);
    assert_near(value(track, "nodes", "oncoming_lanes", 0), 1, 0);
    assert_near(value(track, "nodes", "left_barrier_kind", 0), 1, 0);
    assert_near(value(track, "nodes", "left_surface", 0), 2, 0);
    assert_near(value(track, "nodes", "distance", 2079), 12476.698, 0.001);
    assert_int_equal(lrint(value(track, "nodes", "unknown_26", 440)), 11);
    assert_int_equal(lrint(extreme(track, "nodes", "slope", false) / turn * 16384), -1037);
    assert_int_equal(lrint(extreme(track, "nodes", "slope", true) / turn * 16384), 781);
    assert_near(extreme(track, "nodes", "slant", true), 0, 0);

    assert_speed(track, 0, 11, 9, 5);
    assert_speed(track, 519, 11, 9, 5);
    assert_kinds(track, 2, 996, 0);
    assert_prop(track, 0, 26, 5, 0, 0x01010000, -1639, -37, 575);
    assert_prop(track, 997, 1904, 18, 235, 0x01010000, -19945, -4459, 3179);
    assert_near(value(track, "prop_types", "bitmap", 10), 0x28 / 4, 0);
    assert_near(value(track, "prop_types", "height", 10), 14, 0);
    assert_false(has_value(track, "prop_types", "model", 10));
    assert_true(has_value(track, "prop_types", "model", 32));
    assert_near(value(track, "prop_types", "model", 32), 0, 0);
    assert_false(has_value(track, "prop_types", "width", 32));
    assert_near(value(track, "prop_types", "frame_count", 21), 3, 0);
    assert_near(value(track, "prop_types", "frame_interval", 21), 15 / 60.0, 1e-12);
    assert_false(has_value(track, "prop_types", "frame_count", 10));

    static const uint8_t first[10] = { 3, 4, 18, 19, 20, 3, 4, 18, 19, 20 };
    static const uint8_t textures[] = { 3,  4,  6,  7,  8,  9,  10, 12, 15, 18, 19, 20, 21, 22,
                                        23, 25, 27, 30, 33, 34, 35, 36, 37, 38, 39, 40, 44 };
    assert_record_textures(track, first);
    assert_textures(track, textures, sizeof textures);
    assert_bounds(track, (const double[]){ -242.414, -29.067, -0.016 },
                  (const double[]){ 3321.967, 674.391, 10684.669 });
    uint32_t fences[256], modes[256] = { 0 };
    count_fences(track, fences);
    assert_true(fences[0] == 359 && fences[0x50] == 36 && fences[0x6D] == 69 && fences[0x90] == 46 &&
                fences[0xB0] == 10);
    count_values(track, "nodes", "mode", modes);
    assert_true(modes[3] == 1628 && modes[1] == 252 && modes[16] == 172 && modes[4] == 24 && modes[0] == 2 &&
                modes[2] == 2);
    pdk_close(track);
}

static void real_closed_track(void **state)
{
    (void)state;
    const char *path = real_file("nfs/TR1.TRI");
    if (path == NULL) skip();
    pdk_document *track = open_or_fail(path);
    assert_string_equal(pdk_document_dialect(track), "closed");
    assert_property_text(track, "kind", "closed");
    assert_int_equal(pdk_document_size(track), 144552);
    assert_near(property_number(track, "loop_record"), 128, 0);
    assert_near(property_number(track, "record_count"), 128, 0);
    assert_near(property_number(track, "rail_texture"), 63, 0);
    assert_near(property_number(track, "closing_gap"), 6.106, 0.0005);
    assert_near(property_number(track, "length"), 3088.396, 0.001);
    assert_near(property_number(track, "length") - property_number(track, "closing_gap"), 3082.290, 0.001);
    assert_near(property_number(track, "level_length"), 3079.271 + 6.106, 0.001);
    assert_near(property_number(track, "lowest"), -1.248, 0.001);
    assert_near(property_number(track, "highest"), 28.233, 0.001);
    assert_int_equal(table_rows(track, "nodes"), 512);
    assert_int_equal(table_rows(track, "props"), 425);

    assert_node(track, 0, 0, 131, 0);
    assert_node(track, 1, 0, 131, 415956);
    assert_node(track, 100, 1638, 654245, 39549927);
    assert_angles(track, 100, 170, 257, 52);
    assert_node(track, 511, 196, 131, -400162);
    assert_near(value(track, "nodes", "left_verge", 0), 78 / 8.0, 0); /* 78 79 99 100 17 0 34 3 */
    assert_near(value(track, "nodes", "right_verge", 0), 79 / 8.0, 0);
    assert_int_equal(lrint(extreme(track, "nodes", "slope", false) / turn * 16384), -301);
    assert_int_equal(lrint(extreme(track, "nodes", "slope", true) / turn * 16384), 351);
    assert_int_equal(lrint(extreme(track, "nodes", "slant", false) / turn * 16384), -52);
    assert_int_equal(lrint(extreme(track, "nodes", "slant", true) / turn * 16384), 1000);
    assert_speed(track, 0, 58, 9, 5);
    assert_speed(track, 127, 57, 9, 5);
    assert_kinds(track, 21, 367, 37);
    assert_prop(track, 0, 0, 50, 192, 0x0401E000, -5120, 324, 1568);
    assert_prop(track, 424, 510, 17, 64, 0x0401E0A2, 6015, 11, 1057);
    assert_near(value(track, "prop_types", "second_bitmap", 6), 0x1C / 4, 0);
    assert_near(value(track, "prop_types", "second_width", 6), 7, 0);

    static const uint8_t first[10] = { 42, 37, 33, 16, 17, 42, 37, 30, 31, 14 };
    static const uint8_t textures[] = { 3,  7,  10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                                        24, 25, 26, 27, 28, 29, 30, 31, 33, 37, 39, 40, 42, 46, 47 };
    assert_record_textures(track, first);
    assert_textures(track, textures, sizeof textures);
    assert_bounds(track, (const double[]){ -99.465, -9.765, -431.853 }, (const double[]){ 661.308, 48.879, 1022.877 });
    uint32_t fences[256], modes[256] = { 0 };
    count_fences(track, fences);
    assert_true(fences[0] == 1 && fences[0x3F] == 41 && fences[0xBF] == 57 && fences[0xFF] == 29);
    count_values(track, "nodes", "mode", modes);
    assert_true(modes[3] == 490 && modes[4] == 20 && modes[1] == 2);
    pdk_close(track);
}

static void real_directions(void **state)
{
    (void)state;
    const char *path = real_file("nfs/TR1.TRI");
    if (path == NULL) skip();
    pdk_document *track = open_or_fail(path);
    agreement found = compare_directions(track);
    assert_int_equal(found.of, 511);
    assert_int_equal(found.heading_exact, 511);
    assert_int_equal(found.slope_exact, 511);
    assert_true(worst_right_vector(track) < 0.02);
    pdk_close(track);

    path = real_file("nfs/AL1.TRI");
    if (path == NULL) skip();
    track = open_or_fail(path);
    found = compare_directions(track);
    assert_int_equal(found.of, 2079);
    assert_int_equal(found.heading_exact, 1891);
    assert_int_equal(found.heading_close, 2034);
    assert_int_equal(found.slope_exact, 1821);
    assert_true(worst_right_vector(track) < 0.02);
    pdk_close(track);
}

/* The game's own tracks: nothing worse than a note, one each for headings, slopes and vectors slightly off. */
static bool note_only(void *user, const pdk_finding *finding)
{
    uint32_t *codes = user;
    assert_int_equal(finding->severity, PDK_NOTE);
    if (strcmp(finding->code, "tri.node.heading") == 0) codes[0]++;
    if (strcmp(finding->code, "tri.node.slope") == 0) codes[1]++;
    if (strcmp(finding->code, "tri.node.right") == 0) codes[2]++;
    return true;
}

static void real_check(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t codes[3], total;
    } files[] = { { "nfs/AL1.TRI", { 1, 1, 1 }, 3 }, { "nfs/TR1.TRI", { 0, 0, 1 }, 1 } };
    for (size_t i = 0; i < 2; i++) {
        const char *path = real_file(files[i].name);
        if (path == NULL) skip();
        pdk_document *track = open_or_fail(path);
        uint32_t codes[3] = { 0 };
        uint64_t total;
        pdk_error error = { 0 };
        assert_ok(pdk_check(track, PDK_CHECK_FULL, note_only, codes, &total, &error), error);
        assert_memory_equal(codes, files[i].codes, sizeof codes);
        assert_int_equal(total, files[i].total);
        read_everything(track);
        pdk_close(track);
    }
}

/* ------------------------------------------------------------------------------------------- generated ones */

static pdk_document *open_synth(const char *dialect, uint64_t seed, uint64_t records, uint8_t **data)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.seed = seed;
    options.points = records * 44;
    size_t size;
    *data = synth_or_fail("tri", &options, &size);
    return open_bytes_or_fail(*data, size);
}

static void generated_honest(void **state)
{
    (void)state;
    static const uint64_t sizes[] = { 0, 16, 77, 600 };
    for (int open = 0; open < 2; open++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
                uint8_t *data;
                pdk_document *track = open_synth(open != 0 ? "open" : "closed", seed, sizes[i], &data);
                assert_property_text(track, "kind", open != 0 ? "open" : "closed");
                if (sizes[i] > 0) assert_int_equal(table_rows(track, "records"), sizes[i]);
                agreement found = compare_directions(track);
                assert_int_equal(found.heading_exact, found.of);
                assert_int_equal(found.slope_exact, found.of);
                assert_true(worst_right_vector(track) < 0.0001);
                double step =
                    property_number(track, "level_length") / (double)(table_rows(track, "nodes") - (unsigned)open);
                assert_true(step > 5.5 && step < 6.5);
                assert_true(table_rows(track, "props") > 3);
                uint64_t total;
                pdk_error error = { 0 };
                assert_ok(pdk_check(track, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
                assert_int_equal(total, 0);
                pdk_close(track);
                free(data);
            }
        }
    }
}

static void generated_repeatable(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t first_size, second_size, other_size;
    uint8_t *first = synth_or_fail("tri", &options, &first_size),
            *second = synth_or_fail("tri", &options, &second_size);
    options.seed = 2;
    options.size = first_size;
    uint8_t *other = synth_or_fail("tri", &options, &other_size);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
    assert_int_equal(first_size, other_size);
    assert_memory_not_equal(first, other, first_size);
    free(first);
    free(second);
    free(other);
}

/* The one-record open road: nothing to lead on to, but whole. */
static void generated_smallest(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *track = open_synth("open", 1, 1, &data);
    assert_int_equal(table_rows(track, "nodes"), 4);
    assert_int_equal(count_findings(track, PDK_CHECK_FULL, "tri.range"), 0);
    read_everything(track);
    pdk_close(track);
    free(data);
}

static void synth_refuses(void **state)
{
    (void)state;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "oval";
    assert_fails(pdk_synth("tri", &options, output, &error), error, PDK_E_ARGUMENT, "argument.dialect", PDK_NO_OFFSET);
    options.dialect = "open";
    options.points = 600 * 44 + 1;
    assert_fails(pdk_synth("tri", &options, output, &error), error, PDK_E_ARGUMENT, "argument.size", PDK_NO_OFFSET);
    options.dialect = "closed";
    options.points = 15 * 44;
    assert_fails(pdk_synth("tri", &options, output, &error), error, PDK_E_ARGUMENT, "argument.size", PDK_NO_OFFSET);
    options.points = 0;
    options.size = 1u << 30;
    assert_fails(pdk_synth("tri", &options, output, &error), error, PDK_E_ARGUMENT, "argument.size", PDK_NO_OFFSET);
    assert_int_equal(pdk_output_position(output), 0);
    pdk_output_close(output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_open_road),     cmocka_unit_test(real_closed_track),
        cmocka_unit_test(real_directions),    cmocka_unit_test(real_check),
        cmocka_unit_test(generated_honest),   cmocka_unit_test(generated_repeatable),
        cmocka_unit_test(generated_smallest), cmocka_unit_test(synth_refuses),
    };
    return cmocka_run_group_tests_name("tri", tests, NULL, NULL);
}
