/* SRPATH: the path of Live for Speed 0.8: one real file, and generated ones that are patched by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"

enum { HEADER = 56, NODE = 44, NODES = 40 };

static const char real_name[] = "lfs/AS1_SRPATHv0r252.pth";

static uint8_t *generate(uint64_t nodes, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = nodes;
    return synth_or_fail("srpath", &options, size);
}

static bool keep_code(void *user, const pdk_finding *finding)
{
    strncpy(user, finding->code, 47);
    return true;
}

static const char *found(const uint8_t *data, size_t size)
{
    static char code[48];
    pdk_document *path = open_bytes_or_fail(data, size);
    memset(code, 0, sizeof code);
    assert_int_equal(pdk_check(path, PDK_CHECK_FULL, keep_code, code, NULL, NULL), PDK_OK);
    pdk_close(path);
    return code;
}

/* Steps, sums and limits of one run of nodes. */
typedef struct run_facts {
    size_t nodes, walled, flagged_right;
    double shortest, longest, length;
} run_facts;

static run_facts look_at(pdk_document *path, const char *table)
{
    static const char *const names[] = { "x",           "y",           "z",           "flags",
                                         "limit_left",  "drive_left",  "drive_right", "limit_right",
                                         "direction_x", "direction_y", "direction_z" };
    double *columns[11];
    run_facts facts = { .shortest = INFINITY };
    for (int i = 0; i < 11; i++) columns[i] = column_f64(path, table, names[i], &facts.nodes);
    for (size_t i = 0; i < facts.nodes; i++) {
        assert_near(hypot(columns[8][i], columns[9][i]), 1, 4.1e-8);
        assert_true(columns[10][i] == 0);
        assert_true(columns[4][i] <= columns[5][i] && columns[5][i] <= columns[6][i] && columns[6][i] <= columns[7][i]);
        facts.walled += ((int)columns[3][i] & 8) != 0;
        facts.flagged_right += ((int)columns[3][i] & 2) != 0;
        if (i == 0) continue;
        double x = columns[0][i] - columns[0][i - 1], y = columns[1][i] - columns[1][i - 1],
               z = columns[2][i] - columns[2][i - 1], step = sqrt(x * x + y * y + z * z);
        facts.shortest = fmin(facts.shortest, step);
        facts.longest = fmax(facts.longest, step);
        facts.length += step;
    }
    for (int i = 0; i < 11; i++) free(columns[i]);
    return facts;
}

static void real_path(void **state)
{
    (void)state;
    const char *file = real_file(real_name);
    if (file == NULL) skip();
    pdk_document *path = open_or_fail(file);
    assert_string_equal(pdk_document_format(path)->id, "srpath");
    assert_near(property_number(path, "path_flags"), 13, 0);
    assert_near(property_number(path, "pole_x"), -350.647, 5e-4);
    assert_near(property_number(path, "pole_y"), 120.605, 5e-4);
    assert_near(property_number(path, "pole_z"), 9.400, 5e-4);
    assert_near(property_number(path, "pole_heading"), 3.1415927, 1e-6);
    run_facts main = look_at(path, "nodes"), pit = look_at(path, "pit_lane_nodes");
    assert_int_equal(main.nodes, 294);
    assert_int_equal(pit.nodes, 157);
    assert_null(pdk_document_find_table(path, "second_pit_lane_nodes"));
    assert_near(main.shortest, 3.53, 0.005);
    assert_near(main.longest, 10.92, 0.005);
    assert_near(main.length, 1864.7, 0.05);
    assert_near(property_number(path, "length"), 1864.7 + 7.87, 0.1);
    assert_near(pit.length, 753.1, 0.05);
    assert_near(property_number(path, "pit_lane_length"), pit.length, 1e-9);
    assert_int_equal(pit.walled, 136);
    assert_int_equal(main.flagged_right, 3);
    size_t count;
    double *edge = column_f64(path, "pit_lane_nodes", "drive_right", &count);
    for (size_t i = 0; i < count; i++) assert_near(edge[i], 5, 1e-6);
    free(edge);
    uint64_t findings = 0;
    assert_int_equal(pdk_check(path, PDK_CHECK_FULL, NULL, NULL, &findings, NULL), PDK_OK);
    assert_int_equal(findings, 0);
    pdk_close(path);
}

/* Splits are signed: -1 is no split. */
static void real_splits(void **state)
{
    (void)state;
    const char *file = real_file(real_name);
    if (file == NULL) skip();
    pdk_document *path = open_or_fail(file);
    size_t count;
    double *nodes = column_f64(path, "splits", "node", &count), *way = column_f64(path, "splits", "distance", &count);
    assert_int_equal(count, 2);
    assert_near(nodes[0], 279, 0);
    assert_near(nodes[1], 146, 0);
    assert_near(way[0], 0, 0);
    assert_near(way[1], 927.14, 0.01);
    free(nodes);
    free(way);
    pdk_close(path);
}

/* The older path of the same track is near in plan, and so is its finish node. */
static void as_the_older_path(void **state)
{
    (void)state;
    const char *names[] = { real_name, "lfs/AS1_LFSPTHv0r0.pth" };
    double *x[2], *y[2], away[288];
    size_t counts[2];
    for (int i = 0; i < 2; i++) {
        const char *file = real_file(names[i]);
        if (file == NULL) skip();
        pdk_document *path = open_or_fail(file);
        x[i] = column_f64(path, "nodes", "x", &counts[i]);
        y[i] = column_f64(path, "nodes", "y", &counts[i]);
        pdk_close(path);
    }
    assert_int_equal(counts[1], 288);
    double most = 0;
    size_t below = 0;
    for (size_t k = 0; k < counts[1]; k++) {
        away[k] = INFINITY;
        for (size_t i = 0; i < counts[0]; i++) away[k] = fmin(away[k], hypot(x[0][i] - x[1][k], y[0][i] - y[1][k]));
        most = fmax(most, away[k]);
        below += away[k] < 2.32;
    }
    assert_near(most, 5.74, 0.005);
    assert_true(below > 140 && below < 150);                                       /* the median is 2.30 m */
    assert_near(hypot(x[0][279] - x[1][250], y[0][279] - y[1][250]), 8.77, 0.005); /* a step of the path */
    for (int i = 0; i < 2; i++) {
        free(x[i]);
        free(y[i]);
    }
}

/* Lines: those of the path as PTH has them, then those of the pit lane, which is open. */
static void lines(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool closed;
    } want[] = { { "centre", true },
                 { "left edge", true },
                 { "right edge", true },
                 { "left limit", true },
                 { "right limit", true },
                 { "pit lane", false },
                 { "pit lane left edge", false },
                 { "pit lane right edge", false } };
    size_t size, older_size;
    uint8_t *data = generate(NODES, &size);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = NODES;
    uint8_t *older = synth_or_fail("pth", &options, &older_size);
    pdk_document *path = open_bytes_or_fail(data, size), *old = open_bytes_or_fail(older, older_size);
    assert_int_equal(pdk_document_line_count(path), 8);
    for (size_t i = 0; i < 8; i++) {
        double here[1][3], there[1][3];
        assert_string_equal(pdk_document_line_at(path, i)->name, want[i].name);
        assert_true(pdk_document_line_at(path, i)->closed == want[i].closed);
        if (i >= 5) continue;
        assert_int_equal(pdk_document_line_read(path, i, 17, 1, here, NULL), PDK_OK);
        assert_int_equal(pdk_document_line_read(old, i, 17, 1, there, NULL), PDK_OK);
        assert_memory_equal(here, there, sizeof here);
    }
    assert_string_equal(found(data, size), "");
    data[8] = 12; /* no loop */
    pdk_document *open = open_bytes_or_fail(data, size);
    assert_false(pdk_document_line_at(open, 0)->closed);
    assert_true(property_number(open, "length") < property_number(path, "length") - 10);
    pdk_close(open);
    pdk_close(path);
    pdk_close(old);
    free(data);
    free(older);
}

static void assert_refused(const uint8_t *data, size_t size, pdk_status status, const char *code, uint64_t offset)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "srpath";
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
    uint8_t *data = generate(NODES, &size);
    assert_refused(data, 4, PDK_E_CORRUPT, "srpath.magic", 0);
    assert_refused(data, 40, PDK_E_TRUNCATED, "srpath.header.truncated", 40);
    assert_refused(data, size - 1, PDK_E_TRUNCATED, "srpath.nodes.truncated", size - 1);
    data[7] = 253;
    assert_refused(data, size, PDK_E_UNSUPPORTED, "srpath.version", 7);
    data[6] = 1;
    assert_refused(data, size, PDK_E_UNSUPPORTED, "srpath.version", 6);
    data[6] = 0;
    data[7] = 252;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    pdk_document *cut = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, HEADER + 10 * NODE, &options, &cut, &error), error);
    assert_int_equal(pdk_document_line_at(cut, 0)->points, 10);
    assert_false(pdk_document_line_at(cut, 0)->closed); /* what closes it is not there */
    pdk_close(cut);
    free(data);
}

static void findings(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint8_t value;
        const char *code;
    } cases[] = {
        { 12, 10, "srpath.mini_revision" },
        { 13, 1, "srpath.reserved" },
        { 25, 1, "srpath.split_node" },
        { 31, 0x80, "srpath.split_node" },
        { 47, 0, "" },
        { HEADER + 2, 1, "srpath.reserved" },
        { HEADER + NODE + 4 + 15, 0x7F, "srpath.range" },
    };
    size_t size;
    uint8_t *data = generate(NODES, &size), *odd = calloc(1, size + 4);
    assert_non_null(odd);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memcpy(odd, data, size);
        odd[cases[i].offset] = cases[i].value;
        assert_string_equal(found(odd, size), cases[i].code);
    }
    memcpy(odd, data, size);
    assert_string_equal(found(odd, size + 4), "srpath.trailing");
    free(odd);
    free(data);
}

static void robust(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(4, &size);
    sweep_truncation(data, size, 1, "srpath");
    sweep_mutation(data, size, 0, size, 1, "srpath");
    assert_true(sweep_allocation(data, size) > 5);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_path), cmocka_unit_test(real_splits), cmocka_unit_test(as_the_older_path),
        cmocka_unit_test(lines),     cmocka_unit_test(refusals),    cmocka_unit_test(findings),
        cmocka_unit_test(robust),
    };
    return cmocka_run_group_tests_name("srpath", tests, NULL, NULL);
}
