/* TRI: every error path with its code and offset, every finding of a check, and damage of all kinds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/tri/tri_layout.h"
#include "support.h"

enum { RECORDS = 20, NODES = RECORDS * 4, PROPS_AT = 0x16628 };

/* A small generated track whose bytes a test may spoil. */
typedef struct sample {
    uint8_t *data;
    size_t size;
} sample;

static sample make(const char *dialect)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.points = RECORDS * 44;
    sample result;
    result.data = synth_or_fail("tri", &options, &result.size);
    assert_int_equal(result.size, PDK_TRI_RECORDS_AT + RECORDS * 288);
    return result;
}

static pdk_status open_bytes(const void *data, size_t size, bool partial, pdk_document **document, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "tri";
    options.partial = partial;
    *error = (pdk_error){ 0 };
    return pdk_open_memory(data, size, &options, document, error);
}

static void assert_refused(const sample *track, pdk_status status, const char *code, uint64_t offset)
{
    pdk_document *document = NULL;
    pdk_error error;
    assert_fails(open_bytes(track->data, track->size, false, &document, &error), error, status, code, offset);
    assert_null(document);
}

/* With `partial` the same file opens, and the damage is a finding. */
static void assert_partial(const sample *track, const char *code)
{
    pdk_document *document = NULL;
    pdk_error error;
    assert_ok(open_bytes(track->data, track->size, true, &document, &error), error);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, code), 1);
    read_everything(document);
    pdk_close(document);
}

static void refuses_headers(void **state)
{
    (void)state;
    sample track = make("closed");
    track.size = 43;
    assert_refused(&track, PDK_E_TRUNCATED, "tri.header.truncated", 43);
    track.size = 0;
    assert_refused(&track, PDK_E_TRUNCATED, "tri.header.truncated", 0);
    track.size = PDK_TRI_RECORDS_AT + RECORDS * 288;
    track.data[0] = 0x10;
    assert_refused(&track, PDK_E_UNSUPPORTED, "tri.version", 0);
    memcpy(track.data, "\0\0\0\x11", 4); /* a console's byte order */
    assert_refused(&track, PDK_E_UNSUPPORTED, "tri.version", 0);
    pdk_store_u32(track.data, PDK_TRI_VERSION);
    pdk_store_u32(track.data + 6, 0);
    assert_refused(&track, PDK_E_CORRUPT, "tri.record_count", 6);
    pdk_store_u32(track.data + 6, 601);
    assert_refused(&track, PDK_E_CORRUPT, "tri.record_count", 6);
    pdk_store_u32(track.data + 6, UINT32_MAX);
    assert_refused(&track, PDK_E_CORRUPT, "tri.record_count", 6);
    free(track.data);
}

/* The first game's layout is known by its tags, wherever its version says. */
static void refuses_the_original(void **state)
{
    (void)state;
    size_t size = 0x1B000 + 0x554;
    uint8_t *data = calloc(size, 1);
    assert_non_null(data);
    sample track = { data, size };
    memcpy(data + 0x16B88, "OBJS", 4);
    assert_refused(&track, PDK_E_UNSUPPORTED, "tri.original", 0x16B88);
    pdk_document *document = NULL; /* recognised without being told the format, too */
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(data, size, NULL, &document, &error), error, PDK_E_UNSUPPORTED, "tri.original",
                 0x16B88);
    assert_non_null(strstr(error.message, "1995"));
    memset(data + 0x16B88, 0, 4);
    memcpy(data + 0x1B000, "TRKD", 4);
    assert_refused(&track, PDK_E_UNSUPPORTED, "tri.original", 0x1B000);
    free(data);
}

static void refuses_damage(void **state)
{
    (void)state;
    sample track = make("open");
    track.size--;
    assert_refused(&track, PDK_E_TRUNCATED, "tri.truncated", track.size);
    assert_partial(&track, "tri.truncated");
    track.size++;

    track.data[0x1621C] = 'X';
    assert_refused(&track, PDK_E_CORRUPT, "tri.prop_header.magic", 0x1621C);
    assert_partial(&track, "tri.prop_header.magic");
    track.data[0x1621C] = 'S';

    pdk_store_u32(track.data + 0x16214, 65);
    assert_refused(&track, PDK_E_CORRUPT, "tri.prop_header.count", 0x16214);
    assert_partial(&track, "tri.prop_header.count");
    pdk_store_u32(track.data + 0x16214, 64);
    pdk_store_u32(track.data + 0x16218, UINT32_MAX);
    assert_refused(&track, PDK_E_CORRUPT, "tri.prop_header.count", 0x16214);
    pdk_store_u32(track.data + 0x16218, 1000);

    size_t record = PDK_TRI_RECORDS_AT + 3 * 288;
    track.data[record] = 'C';
    assert_refused(&track, PDK_E_CORRUPT, "tri.record.magic", record);
    assert_partial(&track, "tri.record.magic");
    track.data[record] = 'T';
    track.data[record + 4] = 0x13;
    assert_refused(&track, PDK_E_CORRUPT, "tri.record.length", record + 4);
    assert_partial(&track, "tri.record.length");
    track.data[record + 4] = 0x14;

    pdk_document *document = open_bytes_or_fail(track.data, track.size); /* mended */
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "tri.record.length"), 0);
    pdk_close(document);
    free(track.data);
}

/* What is left of a file cut in each zone. */
static void partial_keeps_what_is_there(void **state)
{
    (void)state;
    sample track = make("closed");
    static const struct {
        size_t size;
        uint64_t nodes, speeds, types, records;
    } cuts[] = {
        { 44, 0, 0, 0, 0 },
        { PDK_TRI_NODES_AT + 36 * 10 + 35, 10, 0, 0, 0 },
        { PDK_TRI_SPEEDS_AT + 3 * 7 + 2, NODES, 7, 0, 0 },
        { PDK_TRI_PROP_TYPES_AT + 16 * 5, NODES, RECORDS, 5, 0 },
        { PDK_TRI_RECORDS_AT + 288 * 6 + 287, NODES, RECORDS, 64, 6 },
    };
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        pdk_document *document = NULL;
        pdk_error error;
        assert_ok(open_bytes(track.data, cuts[i].size, true, &document, &error), error);
        assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "nodes")), cuts[i].nodes);
        assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "speeds")), cuts[i].speeds);
        assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "prop_types")), cuts[i].types);
        assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "records")), cuts[i].records);
        assert_property_text(document, "kind", "closed");
        assert_true((pdk_document_find_property(document, "closing_gap") != NULL) == (cuts[i].nodes == NODES));
        uint64_t row = cuts[i].records * 4; /* without all its records a closed track stays open */
        assert_int_equal(pdk_document_surface_at(document, 0)->triangles, row > 0 ? (row - 1) * 20 : 0);
        read_everything(document);
        pdk_close(document);
    }
    free(track.data);
}

/* ----------------------------------------------------------------------------------------------- findings */

typedef struct search {
    const char *code, *where;
    uint64_t offset, found, total;
} search;

static bool count_finding(void *user, const pdk_finding *finding)
{
    search *wanted = user;
    wanted->total++;
    if (strcmp(finding->code, wanted->code) != 0) return true;
    if (finding->offset == wanted->offset && strcmp(finding->where, wanted->where) == 0) wanted->found++;
    else printf("  %s at 0x%llX, %s\n", finding->code, (unsigned long long)finding->offset, finding->where);
    return true;
}

/* Sets bytes, expects exactly one finding of this code there, and puts the bytes back. */
static void assert_found(const sample *track, size_t at, const void *bytes, size_t count, const char *code,
                         uint64_t offset, const char *where)
{
    uint8_t before[16];
    memcpy(before, track->data + at, count);
    memcpy(track->data + at, bytes, count);
    pdk_document *document = open_bytes_or_fail(track->data, track->size);
    search wanted = { .code = code, .where = where, .offset = offset };
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, count_finding, &wanted, NULL, &error), error);
    if (wanted.found != 1)
        fail_msg("%s at 0x%llX, %s: found %d", code, (unsigned long long)offset, where, (int)wanted.found);
    read_everything(document);
    pdk_close(document);
    memcpy(track->data + at, before, count);
}

static size_t node_at(size_t node)
{
    return PDK_TRI_NODES_AT + node * 36;
}

static void finds_header_trouble(void **state)
{
    (void)state;
    sample track = make("closed");
    assert_found(&track, 4, "\7", 1, "tri.loop_record", 4, "tri.header.loop_record");
    assert_found(&track, 0x24, "\7", 1, "tri.scenery_size", 0x24, "tri.header.scenery_size");
    assert_found(&track, 0x0A, "\7", 1, "tri.header.unknown_10", 0x0A, "tri.header.unknown_10");
    assert_found(&track, 0x10, "\7", 1, "tri.header.start", 0x10, "tri.header.start_z");
    assert_found(&track, 0x1A, "\7", 1, "tri.reserved", 0x18, "tri.header.reserved_24");
    assert_found(&track, 0x2C + 4 * 9, "\7", 1, "tri.offset", 0x2C + 4 * 9, "tri.offset[9]");
    assert_found(&track, 0x2C + 4 * 599, "\7", 1, "tri.offset", 0x2C + 4 * 599, "tri.offset[599]");
    assert_found(&track, 0x16220, "\7", 1, "tri.prop_header.chunk_size", 0x16220, "tri.prop_header.chunk_size");
    assert_found(&track, PDK_TRI_SPEEDS_AT + 3 * 300, "\7", 1, "tri.speed.unused", PDK_TRI_SPEEDS_AT + 3 * 300,
                 "tri.speed[300]");
    assert_found(&track, PDK_TRI_RECORDS_AT + 288 * 2 + 9, "\7", 1, "tri.reserved", PDK_TRI_RECORDS_AT + 288 * 2 + 8,
                 "tri.record[2].reserved_8");
    assert_found(&track, PDK_TRI_RECORDS_AT + 288 * 2 + 0x18 + 66 + 1, "\x7F", 1, "tri.record.row",
                 PDK_TRI_RECORDS_AT + 288 * 2 + 0x18 + 66, "tri.record[2].points[11]");
    uint8_t *longer = malloc(track.size + 5);
    assert_non_null(longer);
    memcpy(longer, track.data, track.size);
    memset(longer + track.size, 0, 5);
    pdk_document *document = open_bytes_or_fail(longer, track.size + 5);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "tri.trailing"), 1);
    pdk_close(document);
    free(longer);
    free(track.data);
}

static void finds_node_trouble(void **state)
{
    (void)state;
    sample track = make("open");
    size_t node = node_at(12);
    assert_found(&track, node + 0x19, "\x20", 1, "tri.node.heading", node + 0x18, "tri.node[12].heading");
    assert_found(&track, node + 0x15, "\x08", 1, "tri.node.slope", node + 0x14, "tri.node[12].slope");
    assert_found(&track, node + 0x1D, "\x10", 1, "tri.node.right", node + 0x1C, "tri.node[12].right_x");
    assert_found(&track, node + 7, "\x20", 1, "tri.node.mode", node + 7, "tri.node[12].mode");
    assert_found(&track, node_at(13) + 7, "\0", 1, "tri.node.mode", node_at(13) + 7, "tri.node[13].mode");
    assert_found(&track, node + 7, "\x63", 1, "tri.range", node + 7, "tri.node[12].mode");
    assert_found(&track, node + 6, "\x25", 1, "tri.range", node + 6, "tri.node[12].right_surface");
    assert_found(&track, node + 0x15, "\xC0", 1, "tri.reserved", node + 0x14, "tri.node[12].reserved_slope");
    assert_found(&track, node + 0x22, "\7", 1, "tri.reserved", node + 0x22, "tri.node[12].reserved_34");
    assert_found(&track, node + 8, track.data + node_at(13) + 8, 12, "tri.node.step", node, "tri.node[12]");
    assert_found(&track, node_at(NODES) + 0x1C, "\7", 1, "tri.node.unused", node_at(NODES), "tri.node[80]");
    assert_found(&track, node_at(2399) + 35, "\7", 1, "tri.node.unused", node_at(2399), "tri.node[2399]");
    /* small deviations, as in the game's own files, are one note for all */
    uint8_t nudged[2];
    pdk_store_u16(nudged, (uint16_t)((pdk_load_u16(track.data + node + 0x18) + 5) & 0x3FFF));
    assert_found(&track, node + 0x18, nudged, 2, "tri.node.heading", node + 0x18, "tri.node[12].heading");
    free(track.data);
}

static void finds_prop_trouble(void **state)
{
    (void)state;
    sample track = make("open");
    size_t prop = PROPS_AT + 16 * 4, types = PDK_TRI_PROP_TYPES_AT;
    assert_found(&track, prop + 4, "\x40", 1, "tri.prop.type", prop + 4, "tri.prop[4].prop_type");
    assert_found(&track, prop, "\xFE\xFF\xFF\xFF", 4, "tri.prop.node", prop, "tri.prop[4].node");
    assert_found(&track, prop, "\x50\0\0\0", 4, "tri.prop.node", prop, "tri.prop[4].node");
    assert_found(&track, prop, "\0\0\0\0", 4, "tri.prop.order", prop, "tri.prop[4].node");
    track.data[PROPS_AT + 4] = 6; /* the first prop uses its own type */
    size_t type = types + 16 * 6;
    assert_found(&track, type + 1, "\3", 1, "tri.prop_type.kind", type, "tri.prop_type[6].kind");
    assert_found(&track, type + 2, "\3", 1, "tri.prop_type.resource", type, "tri.prop_type[6].resource");
    assert_found(&track, type + 4, "\0\0\0\0", 4, "tri.prop_type.size", type, "tri.prop_type[6].width");
    track.data[type + 8] = 0;
    assert_found(&track, type, "\4", 1, "tri.prop_type.frames", type, "tri.prop_type[6].frame_count");
    free(track.data);
}

/* Numbers past the last node count round; negative ones leave the prop out. */
static void odd_prop_nodes(void **state)
{
    (void)state;
    sample track = make("closed");
    pdk_store_u32(track.data + PROPS_AT, NODES + 3);
    pdk_store_u32(track.data + PROPS_AT + 16, (uint32_t)-7);
    pdk_document *document = open_bytes_or_fail(track.data, track.size);
    size_t count;
    double *x = column_f64(document, "props", "x", &count), *offset = column_f64(document, "props", "offset_x", &count);
    double *node_x = column_f64(document, "nodes", "x", &count);
    assert_near(x[0], node_x[3] + offset[0], 1e-9);
    assert_true(x[1] != x[1]);
    free(x);
    free(offset);
    free(node_x);
    pdk_close(document);
    free(track.data);
}

/* Modes of no real file here: the outermost strip becomes a roof that is seen from below. */
static void roofs(void **state)
{
    (void)state;
    static const uint8_t modes[] = { 7, 9, 12, 13 };
    sample track = make("open");
    for (size_t i = 0; i < sizeof modes; i++) {
        track.data[node_at(40) + 7] = modes[i];
        pdk_document *document = open_bytes_or_fail(track.data, track.size);
        assert_int_equal(pdk_document_surface_at(document, 0)->vertices, NODES * 11 + 4 * 4);
        pdk_surface road = surface_or_fail(document, 0);
        size_t down = 0;
        for (uint64_t t = 0; t < road.triangle_count; t++) {
            const uint32_t *corners = road.triangles + t * 3;
            if (corners[0] < NODES * 11) continue;
            const float *a = road.positions + (size_t)corners[0] * 3, *b = road.positions + (size_t)corners[1] * 3;
            const float *c = road.positions + (size_t)corners[2] * 3;
            down += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0;
        }
        assert_int_equal(down, 8);
        pdk_close(document);
    }
    free(track.data);
}

/* -------------------------------------------------------------------------------------------------- sweeps */

static void sweeps(void **state)
{
    (void)state;
    sample track = make("closed");
    sweep_truncation(track.data, track.size, 3001, "tri");
    sweep_mutation(track.data, track.size, 0, 44, 1, "tri");                       /* header */
    sweep_mutation(track.data, track.size, PDK_TRI_NODES_AT, 36, 1, "tri");        /* a node */
    sweep_mutation(track.data, track.size, PDK_TRI_SECTION_AT, 20 + 32, 1, "tri"); /* prop header, two types */
    sweep_mutation(track.data, track.size, PROPS_AT, 16, 1, "tri");                /* a prop */
    sweep_mutation(track.data, track.size, PDK_TRI_RECORDS_AT, 288, 3, "tri");     /* a record */
    free(track.data);
}

/* Where lanes split in AL1: the node and the record. */
static void real_split(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1.TRI");
    if (path == NULL) skip();
    size_t size;
    uint8_t *data = read_file(path, &size);
    sweep_mutation(data, size, node_at(192), 36, 5, "tri");
    sweep_mutation(data, size, PDK_TRI_RECORDS_AT + 48 * 288, 288, 61, "tri");
    free(data);
}

static void sweeps_without_format(void **state)
{
    (void)state;
    sample track = make("open");
    sweep_mutation(track.data, track.size, 0, 44, 5, NULL);
    free(track.data);
}

static void survives_no_memory(void **state)
{
    (void)state;
    sample track = make("open");
    assert_true(sweep_allocation(track.data, track.size) > 50);
    free(track.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_headers),
        cmocka_unit_test(refuses_the_original),
        cmocka_unit_test(refuses_damage),
        cmocka_unit_test(partial_keeps_what_is_there),
        cmocka_unit_test(finds_header_trouble),
        cmocka_unit_test(finds_node_trouble),
        cmocka_unit_test(finds_prop_trouble),
        cmocka_unit_test(odd_prop_nodes),
        cmocka_unit_test(roofs),
        cmocka_unit_test(sweeps),
        cmocka_unit_test(real_split),
        cmocka_unit_test(sweeps_without_format),
        cmocka_unit_test(survives_no_memory),
    };
    return cmocka_run_group_tests_name("tri damage", tests, NULL, NULL);
}
