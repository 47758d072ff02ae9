/* PTH: the path of a track: one real file, and generated ones that are patched by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"
#include "synth/track.h"

enum { HEADER = 16, NODE = 40, NODES = 50 };

static uint8_t *generate(uint64_t nodes, uint64_t seed, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = nodes;
    options.seed = seed;
    return synth_or_fail("pth", &options, size);
}

static void put_i32(uint8_t *at, int32_t value)
{
    uint32_t bits = (uint32_t)value;
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(bits >> 8 * i);
}

static void put_f32(uint8_t *at, float value)
{
    int32_t bits;
    memcpy(&bits, &value, 4);
    put_i32(at, bits);
}

/* Two nodes written by hand: every field is where the note has it. */
static void by_hand(void **state)
{
    (void)state;
    uint8_t file[HEADER + 2 * NODE] = "LFSPTH";
    put_i32(file + 8, 2);
    put_i32(file + 12, 1);
    static const float numbers[] = { 0, 1, 0, -12, 11, -6, 5 };
    for (int n = 0; n < 2; n++) {
        uint8_t *node = file + HEADER + n * NODE;
        put_i32(node, 65536 * 3 + 32768);
        put_i32(node + 4, n * 65536 * 10);
        put_i32(node + 8, -65536 / 4);
        for (int k = 0; k < 7; k++) put_f32(node + 12 + 4 * k, numbers[k]);
    }
    pdk_document *path = open_bytes_or_fail(file, sizeof file);
    assert_string_equal(pdk_document_format(path)->id, "pth");
    static const struct {
        const char *column;
        double value;
    } values[] = { { "node", 1 },         { "x", 3.5 },         { "y", 10 },          { "z", -0.25 },
                   { "direction_x", 0 },  { "direction_y", 1 }, { "direction_z", 0 }, { "limit_left", -12 },
                   { "limit_right", 11 }, { "drive_left", -6 }, { "drive_right", 5 } };
    const pdk_table *nodes = pdk_document_find_table(path, "nodes");
    assert_int_equal(pdk_table_columns(nodes), sizeof values / sizeof values[0]);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        assert_string_equal(pdk_table_column_at(nodes, i)->name, values[i].column);
        size_t count;
        double *column = column_f64(path, "nodes", values[i].column, &count);
        assert_int_equal(count, 2);
        assert_near(column[1], values[i].value, 0);
        free(column);
    }
    static const struct {
        const char *name;
        double x;
    } lines[] = {
        { "centre", 3.5 }, { "left edge", -2.5 }, { "right edge", 8.5 }, { "left limit", -8.5 }, { "right limit", 14.5 }
    };
    assert_int_equal(pdk_document_line_count(path), 5);
    for (size_t i = 0; i < 5; i++) {
        double point[1][3];
        pdk_error error;
        assert_string_equal(pdk_document_line_at(path, i)->name, lines[i].name);
        assert_true(pdk_document_line_at(path, i)->closed);
        assert_ok(pdk_document_line_read(path, i, 1, 1, point, &error), error);
        assert_near(point[0][0], lines[i].x, 0);
        assert_near(point[0][1], 10, 0);
        assert_near(point[0][2], -0.25, 0);
    }
    assert_int_equal(pdk_document_find_property(path, "finish_node")->value.as.integer, 1);
    assert_near(pdk_document_find_property(path, "length")->value.as.number, 20, 0); /* there and back */
    pdk_close(path);
}

/* Nodes are on the track that a lap of the same seed drives along, its edges beside it. */
static void on_the_track(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *data = generate(NODES, 3, &size);
    assert_int_equal(size, HEADER + NODES * NODE);
    pdk_document *path = open_bytes_or_fail(data, size);
    pdk_track *track = malloc(sizeof *track);
    assert_non_null(track);
    pdk_track_make(track, 3);
    double *x = column_f64(path, "nodes", "x", &count), *y = column_f64(path, "nodes", "y", &count);
    for (size_t i = 0; i < NODES; i++) {
        double point[3], right[3], edge[1][3];
        pdk_track_point(track, track->length * (double)i / NODES, 0, point);
        pdk_track_point(track, track->length * (double)i / NODES, 6, right);
        assert_near(x[i], point[0], 1.0 / 65536);
        assert_near(y[i], point[1], 1.0 / 65536);
        assert_int_equal(pdk_document_line_read(path, 2, i, 1, edge, NULL), PDK_OK);
        assert_near(edge[0][0], right[0], 1e-3);
        assert_near(edge[0][1], right[1], 1e-3);
    }
    double length = pdk_document_find_property(path, "length")->value.as.number;
    assert_true(length > 0.95 * track->length && length < 1.02 * track->length);
    uint64_t findings = 0;
    assert_int_equal(pdk_check(path, PDK_CHECK_FULL, NULL, NULL, &findings, NULL), PDK_OK);
    assert_int_equal(findings, 0);
    free(x);
    free(y);
    free(track);
    pdk_close(path);
    free(data);
}

static void assert_refused(const uint8_t *data, size_t size, pdk_status status, const char *code, uint64_t offset)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "pth";
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_int_equal(pdk_open_memory(data, size, &options, &document, &error), status);
    assert_string_equal(error.code, code);
    assert_int_equal(error.offset, offset);
}

static void refusals(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(NODES, 1, &size), *odd = malloc(size);
    assert_non_null(odd);
    memcpy(odd, data, size);
    odd[3] = 'X';
    assert_refused(odd, size, PDK_E_CORRUPT, "pth.magic", 0);
    assert_refused(data, 10, PDK_E_TRUNCATED, "pth.header.truncated", 10);
    memcpy(odd, data, size);
    odd[6] = 1;
    assert_refused(odd, size, PDK_E_UNSUPPORTED, "pth.version", 6);
    memcpy(odd, data, size);
    odd[7] = 252;
    assert_refused(odd, size, PDK_E_UNSUPPORTED, "pth.version", 7);
    memcpy(odd, data, size);
    put_i32(odd + 8, -1);
    assert_refused(odd, size, PDK_E_CORRUPT, "pth.node_count", 8);
    assert_refused(data, size - 1, PDK_E_TRUNCATED, "pth.nodes.truncated", size - 1);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    pdk_document *cut = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size - 1, &options, &cut, &error), error);
    assert_int_equal(pdk_document_line_at(cut, 0)->points, NODES - 1);
    pdk_close(cut);
    free(odd);
    free(data);
}

static bool keep_code(void *user, const pdk_finding *finding)
{
    strncpy(user, finding->code, 47);
    return true;
}

static void assert_finding(const uint8_t *data, size_t size, const char *code)
{
    pdk_document *path = open_bytes_or_fail(data, size);
    char found[48] = "";
    assert_int_equal(pdk_check(path, PDK_CHECK_FULL, keep_code, found, NULL, NULL), PDK_OK);
    assert_string_equal(found, code);
    pdk_close(path);
}

static void findings(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(NODES, 1, &size), *odd = calloc(1, size + 5);
    assert_non_null(odd);
    memcpy(odd, data, size);
    assert_finding(odd, size + 5, "pth.trailing");
    put_i32(odd + 12, NODES);
    assert_finding(odd, size, "pth.finish_node");
    pdk_document *path = open_bytes_or_fail(odd, size);
    assert_null(pdk_document_find_property(path, "finish_node")); /* missing: there is no such node */
    pdk_close(path);
    memcpy(odd, data, size);
    put_f32(odd + HEADER + 12, 3);
    assert_finding(odd, size, "pth.range");
    free(odd);
    free(data);
}

static void robust(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(6, 1, &size);
    sweep_truncation(data, size, 1, "pth");
    sweep_mutation(data, size, 0, size, 1, "pth");
    assert_true(sweep_allocation(data, size) > 5);
    free(data);
}

static void real_path(void **state)
{
    (void)state;
    const char *file = real_file("lfs/AS1_LFSPTHv0r0.pth");
    if (file == NULL) skip();
    pdk_document *path = open_or_fail(file);
    assert_near(property_number(path, "finish_node"), 250, 0);
    assert_near(property_number(path, "length"), 1869.65, 0.01);
    static const char *const names[] = { "x",           "y",          "z",          "direction_x", "direction_y",
                                         "direction_z", "limit_left", "drive_left", "drive_right", "limit_right" };
    static const double lowest[] = { -62.5, -18.2, 0.70, 9.0 }, highest[] = { -12.2, -1.05, 19.97, 56.1 };
    enum { COLUMNS = sizeof names / sizeof names[0], WIDTHS = 6 };
    double *columns[COLUMNS], shortest = INFINITY, longest = 0, length = 0;
    size_t count;
    for (int i = 0; i < COLUMNS; i++) columns[i] = column_f64(path, "nodes", names[i], &count);
    assert_int_equal(count, 288);
    for (size_t i = 0; i < count; i++) {
        assert_near(hypot(columns[3][i], columns[4][i]), 1, 1.1e-7);
        assert_true(columns[5][i] == 0);
        for (int k = 0; k < 4; k++) {
            double width = columns[WIDTHS + k][i];
            assert_true(k == 0 || columns[WIDTHS + k - 1][i] <= width);
            assert_true(width > lowest[k] - 0.06 && width < highest[k] + 0.06);
        }
        if (i == 0) continue;
        double x = columns[0][i] - columns[0][i - 1], y = columns[1][i] - columns[1][i - 1],
               z = columns[2][i] - columns[2][i - 1], step = sqrt(x * x + y * y + z * z);
        shortest = fmin(shortest, step);
        longest = fmax(longest, step);
        length += step;
    }
    assert_near(shortest, 3.40, 0.005);
    assert_near(longest, 12.03, 0.005);
    assert_near(length, 1864.8, 0.05);
    assert_near(property_number(path, "length") - length, 4.85, 0.005); /* from the last to the first */
    for (int i = 0; i < COLUMNS; i++) free(columns[i]);
    uint64_t findings = 0;
    assert_int_equal(pdk_check(path, PDK_CHECK_FULL, NULL, NULL, &findings, NULL), PDK_OK);
    assert_int_equal(findings, 0);
    pdk_close(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_path), cmocka_unit_test(by_hand),  cmocka_unit_test(on_the_track),
        cmocka_unit_test(refusals),  cmocka_unit_test(findings), cmocka_unit_test(robust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
