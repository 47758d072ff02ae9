/* SRPATH reader: a header, then three runs of nodes straight over the mapped file; centre and edges are lines. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/format.h"

#include "base/text.h"
#include "format/pth/pth_lines.h"
#include "format/srpath/srpath_layout.h"
#include "format/srpath/srpath_synth.h"

enum { RUNS = 3, SPLITS = 4, LOOP = 1, NEWEST_REVISION = 252, NEWEST_MINI_REVISION = 9 };

static const uint8_t magic[6] = "SRPATH";

typedef struct paths {
    pdk_pth_run runs[RUNS]; /* the main path, the pit lane, a second one */
} paths;

static const pdk_field *header_field(const char *name)
{
    return pdk_record_field(&pdk_srpath_header, name);
}

static int64_t header_number(pdk_bytes bytes, const char *name, uint32_t element)
{
    return pdk_get_i64(header_field(name), element, bytes.data);
}

static uint64_t announced(pdk_bytes bytes, int run)
{
    static const char *const names[RUNS] = { "node_count", "pit_lane_node_count", "second_pit_lane_node_count" };
    return (uint64_t)header_number(bytes, names[run], 0);
}

static uint64_t announced_nodes(pdk_bytes bytes)
{
    return announced(bytes, 0) + announced(bytes, 1) + announced(bytes, 2);
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) return 0; /* .pth is that of PTH */
    snprintf(reason, capacity, "the tag SRPATH at 0");
    if (bytes.size < pdk_srpath_header.size) return PDK_SCORE_MAGIC;
    uint64_t nodes = announced_nodes(bytes);
    if (pdk_srpath_header.size + nodes * pdk_srpath_node.size != bytes.size) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag SRPATH at 0; %d nodes of %u bytes fill the file", (int)nodes,
             (unsigned)pdk_srpath_node.size);
    return PDK_SCORE_CERTAIN;
}

static pdk_status check_version(pdk_document *document, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    int64_t version = header_number(bytes, "version", 0), revision = header_number(bytes, "revision", 0),
            mini = header_number(bytes, "mini_revision", 0);
    if (version != 0 || revision > NEWEST_REVISION) {
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, header_field(version != 0 ? "version" : "revision")->offset,
                              "srpath.version", "srpath.header",
                              "version %d, revision %d: only 0 and up to 252 are known", (int)version, (int)revision);
    }
    if (mini > NEWEST_MINI_REVISION) {
        const pdk_field *field = header_field("mini_revision");
        pdk_document_add_finding(document, PDK_WARNING, "srpath.mini_revision", field->offset,
                                 "srpath.header.mini_revision",
                                 "mini revision %d: up to 9 is known, so nodes may mean something else", (int)mini);
    }
    return PDK_OK;
}

/* The header against the file; runs are as long as the file has nodes, with `partial` perhaps fewer than announced. */
static pdk_status check_header(pdk_document *document, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < sizeof magic ? bytes.size : sizeof magic);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "srpath.magic", "srpath.header.magic",
                              "expected SRPATH, found %s", hex);
    }
    if (bytes.size < pdk_srpath_header.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "srpath.header.truncated", "srpath.header",
                              "the header needs %u bytes, but the file has %zu", (unsigned)pdk_srpath_header.size,
                              bytes.size);
    }
    pdk_status status = check_version(document, error);
    if (status != PDK_OK) return status;
    uint64_t nodes = announced_nodes(bytes), whole = (bytes.size - pdk_srpath_header.size) / pdk_srpath_node.size,
             end = pdk_srpath_header.size + nodes * pdk_srpath_node.size;
    if (whole < nodes) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, "srpath.nodes.truncated",
                                   "srpath.node",
                                   "the header says %llu nodes (%llu bytes), but the file has %llu complete ones",
                                   (unsigned long long)nodes, (unsigned long long)end, (unsigned long long)whole);
    }
    if (bytes.size > end) {
        pdk_document_add_finding(document, PDK_WARNING, "srpath.trailing", end, "srpath",
                                 "%llu bytes follow the last node; they are kept and ignored",
                                 (unsigned long long)(bytes.size - end));
    }
    return PDK_OK;
}

static paths *find_runs(pdk_document *document)
{
    paths *all = pdk_document_new_state(document, sizeof *all);
    if (all == NULL) return NULL;
    pdk_bytes bytes = document->content;
    uint64_t offset = pdk_srpath_header.size, left = (bytes.size - offset) / pdk_srpath_node.size;
    for (int i = 0; i < RUNS; i++) {
        uint64_t count = announced(bytes, i) < left ? announced(bytes, i) : left;
        bool closed = i == 0 && (header_number(bytes, "path_flags", 0) & LOOP) != 0 && count == announced(bytes, i);
        all->runs[i] = (pdk_pth_run){ &pdk_srpath_node, offset, count, closed };
        offset += count * pdk_srpath_node.size;
        left -= count;
    }
    return all;
}

/* ------------------------------------------------------------------------------------------- splits and lines */

/* A row for the finish line and for each split; how far from the finish line a split is along the centre. */
static void add_splits(pdk_document *document, const pdk_pth_run *main)
{
    uint8_t *numbers = pdk_alloc_array(&document->memory, SPLITS, sizeof *numbers);
    uint32_t *nodes = pdk_alloc_array(&document->memory, SPLITS, sizeof *nodes);
    double *distances = pdk_alloc_array(&document->memory, SPLITS, sizeof *distances);
    if (numbers == NULL || nodes == NULL || distances == NULL) {
        document->failed = true;
        return;
    }
    uint64_t rows = 0;
    int64_t finish = header_number(document->content, "split_nodes", 0);
    bool has_finish = finish >= 0 && (uint64_t)finish < main->count;
    for (uint32_t i = 0; i < SPLITS; i++) {
        int64_t node = header_number(document->content, "split_nodes", i);
        if (node == -1 && i > 0) continue;
        if (node < 0 || (uint64_t)node >= main->count) {
            const pdk_field *field = header_field("split_nodes");
            char where[48];
            snprintf(where, sizeof where, "srpath.header.split_nodes[%u]", (unsigned)i);
            pdk_document_add_finding(document, PDK_WARNING, "srpath.split_node", field->offset + 4 * (uint64_t)i, where,
                                     "%s is at node %lld, of %llu nodes", i == 0 ? "the finish line" : "a split",
                                     (long long)node, (unsigned long long)main->count);
            continue;
        }
        numbers[rows] = (uint8_t)i;
        nodes[rows] = (uint32_t)node;
        bool known = has_finish && (main->closed || node >= finish);
        distances[rows++] = known ? pdk_pth_way(document, main, (uint64_t)finish, (uint64_t)node) : NAN;
    }
    pdk_table *table = pdk_document_add_table(
        document, "splits", "a row for the finish line and each split: the node nearest to it", rows, 3);
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "split",
                                           .type = PDK_UINT8,
                                           .meaning = "number of the split; 0 is the finish line",
                                           .certainty = PDK_LIKELY },
                        numbers);
    pdk_table_set_role(table, PDK_ROLE_SECTOR, PDK_FRAME_NONE);
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "node",
                                           .type = PDK_UINT32,
                                           .meaning = "of the main path; the line is up to half a step away",
                                           .certainty = PDK_LIKELY },
                        nodes);
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "distance",
                                           .type = PDK_FLOAT64,
                                           .unit = "m",
                                           .meaning = "along the centre from the node at the finish line",
                                           .certainty = PDK_LIKELY },
                        distances);
    pdk_table_set_sentinel(table, NAN);
    pdk_table_set_role(table, PDK_ROLE_DISTANCE, PDK_FRAME_NONE);
    pdk_table_set_sorted(table, "split");
}

static void add_runs(pdk_document *document, const paths *all)
{
    static const char *const lines[RUNS][PDK_PTH_LINES + 1] = {
        { "centre", "left edge", "right edge", "left limit", "right limit", NULL },
        { "pit lane", "pit lane left edge", "pit lane right edge", NULL },
        { "second pit lane", "second pit lane left edge", "second pit lane right edge", NULL },
    };
    static const char *const tables[RUNS] = { "nodes", "pit_lane_nodes", "second_pit_lane_nodes" };
    static const char *const meanings[RUNS] = { "a row for each node of the main path",
                                                "a row for each node of the pit lane",
                                                "a row for each node of the second pit lane" };
    static const char *const regions[RUNS] = { "node", "pit_lane_node", "second_pit_lane_node" };
    for (int i = 0; i < RUNS; i++) {
        const pdk_pth_run *run = &all->runs[i];
        if (i > 0 && run->count == 0) continue;
        pdk_document_add_region(document, regions[i], &pdk_srpath_node, run->offset, pdk_srpath_node.size, run->count);
        pdk_pth_add_nodes(document, run, tables[i], meanings[i]);
        pdk_pth_add_lines(document, run, lines[i]);
    }
}

static void add_properties(pdk_document *document, const paths *all)
{
    const uint8_t *header = document->content.data;
    const pdk_field *pole = header_field("pole");
    pdk_document_add_count(document, "node_count", all->runs[0].count, "nodes of the main path");
    pdk_document_add_count(document, "pit_lane_node_count", all->runs[1].count, "nodes of the pit lane");
    if (all->runs[2].count > 0)
        pdk_document_add_count(document, "second_pit_lane_node_count", all->runs[2].count,
                               "nodes of the second pit lane");
    pdk_document_add_field(document, header_field("path_flags"), header);
    for (uint32_t axis = 0; axis < 3; axis++) {
        static const char *const names[] = { "pole_x", "pole_y", "pole_z" };
        pdk_document_add_number(document, names[axis], pdk_get_f64(pole, axis, header), pole->unit, pole->meaning,
                                pole->certainty);
    }
    pdk_document_add_field(document, header_field("pole_heading"), header);
    pdk_document_add_late_number(document, "length", "m",
                                 all->runs[0].closed ? "along the centre, back to the start" : "along the centre",
                                 PDK_LIKELY, pdk_pth_measure, &all->runs[0]);
    if (all->runs[1].count > 0)
        pdk_document_add_late_number(document, "pit_lane_length", "m", "along the pit lane", PDK_LIKELY,
                                     pdk_pth_measure, &all->runs[1]);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_status status = check_header(document, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "revision %d", (int)header_number(document->content, "revision", 0));
    pdk_document_add_region(document, "header", &pdk_srpath_header, 0, pdk_srpath_header.size, 1);
    const paths *all = find_runs(document);
    if (all != NULL) {
        add_runs(document, all);
        add_splits(document, &all->runs[0]);
        add_properties(document, all);
    }
    return pdk_document_built(document, error);
}

static pdk_status check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    const pdk_region *regions = document->regions.items;
    for (size_t i = 0; i < document->regions.count && !report->stopped; i++) pdk_report_reserved(report, &regions[i]);
    return PDK_OK;
}

const pdk_format pdk_format_srpath = {
    .info = { .id = "srpath",
              .title = "Live for Speed 0.8 path of a track",
              .extensions = ".pth",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis = "one real file (AS1), the game's manual and a public program",
              .records = pdk_srpath_records,
              .synth_options = "points" },
    .probe = probe,
    .open = open_document,
    .check = check,
    .synth = PDK_GENERATOR(pdk_srpath_synth),
};
