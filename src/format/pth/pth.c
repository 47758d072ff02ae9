/* PTH reader: a header, then nodes straight over the mapped file; the centre and four edges are lines. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/format.h"

#include "base/trigonometry.h"
#include "format/pth/pth_layout.h"
#include "format/pth/pth_synth.h"
#include "model/line.h"

static const uint8_t magic[6] = "LFSPTH";

static int64_t header_number(pdk_bytes bytes, const char *name)
{
    return pdk_get_i64(pdk_record_field(&pdk_pth_header, name), 0, bytes.data);
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        if (strcmp(probe->extension, ".pth") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .pth, but the tag LFSPTH is missing");
        return PDK_SCORE_EXTENSION;
    }
    snprintf(reason, capacity, "the tag LFSPTH at 0");
    if (bytes.size < pdk_pth_header.size) return PDK_SCORE_MAGIC;
    int64_t nodes = header_number(bytes, "node_count");
    if (nodes < 0 || pdk_pth_header.size + (uint64_t)nodes * pdk_pth_node.size != bytes.size) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag LFSPTH at 0; %d nodes of %u bytes fill the file", (int)nodes,
             (unsigned)pdk_pth_node.size);
    return PDK_SCORE_CERTAIN;
}

/* The header against the file; *count is how many nodes are there, with `partial` perhaps fewer than announced. */
static pdk_status check_header(pdk_document *document, uint64_t *count, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < sizeof magic ? bytes.size : sizeof magic);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "pth.magic", "pth.header.magic", "expected LFSPTH, found %s",
                              hex);
    }
    if (bytes.size < pdk_pth_header.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "pth.header.truncated", "pth.header",
                              "the header needs %u bytes, but the file has %zu", (unsigned)pdk_pth_header.size,
                              bytes.size);
    }
    int64_t version = header_number(bytes, "version"), revision = header_number(bytes, "revision");
    if (version != 0 || revision != 0) {
        const pdk_field *field = pdk_record_field(&pdk_pth_header, version != 0 ? "version" : "revision");
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, field->offset, "pth.version", "pth.header",
                              "version %d, revision %d: only 0 and 0 are known", (int)version, (int)revision);
    }
    int64_t announced = header_number(bytes, "node_count");
    if (announced < 0) {
        return pdk_fail_where(error, PDK_E_CORRUPT, pdk_record_field(&pdk_pth_header, "node_count")->offset,
                              "pth.node_count", "pth.header.node_count", "the number of nodes is negative");
    }
    uint64_t whole = (bytes.size - pdk_pth_header.size) / pdk_pth_node.size;
    uint64_t end = pdk_pth_header.size + (uint64_t)announced * pdk_pth_node.size;
    *count = (uint64_t)announced;
    if (whole < *count) {
        pdk_status status =
            pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, "pth.nodes.truncated", "pth.node",
                                "the header says %llu nodes (%llu bytes), but the file has %llu complete ones",
                                (unsigned long long)announced, (unsigned long long)end, (unsigned long long)whole);
        if (status != PDK_OK) return status;
        *count = whole;
    } else if (bytes.size > end) {
        pdk_document_add_finding(document, PDK_WARNING, "pth.trailing", end, "pth",
                                 "%llu bytes follow the last node; they are kept and ignored",
                                 (unsigned long long)(bytes.size - end));
    }
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- lines */

static const char *const edges[] = { NULL, "drive_left", "drive_right", "limit_left", "limit_right" };
static const char *const names[] = { "centre", "left edge", "right edge", "left limit", "right limit" };
enum { LINES = sizeof edges / sizeof edges[0] };

/* From the centre `aside` to the right of the direction, seen from above. */
static void place(const uint8_t *node, const char *edge, double point[3])
{
    static const char *const axes[] = { "x", "y", "z" };
    for (int k = 0; k < 3; k++) point[k] = pdk_get_f64(pdk_record_field(&pdk_pth_node, axes[k]), 0, node);
    if (edge == NULL) return;
    const pdk_field *direction = pdk_record_field(&pdk_pth_node, "direction");
    double aside = pdk_get_f64(pdk_record_field(&pdk_pth_node, edge), 0, node);
    double x = pdk_get_f64(direction, 0, node), y = pdk_get_f64(direction, 1, node), length = pdk_hypot(x, y);
    if (!(length > 0)) return; /* no direction: the edge is at the centre */
    point[0] += aside * y / length;
    point[1] -= aside * x / length;
}

static pdk_status read_line(const pdk_document *document, const pdk_line_entry *line, uint64_t first, size_t count,
                            double (*points)[3], pdk_error *error)
{
    (void)error;
    const uint8_t *nodes = document->content.data + pdk_pth_header.size;
    for (size_t i = 0; i < count; i++) place(nodes + (first + i) * pdk_pth_node.size, edges[line->number], points[i]);
    return PDK_OK;
}

/* Every file of this kind is a circuit. */
static void add_lines(pdk_document *document, uint64_t count)
{
    for (uint64_t i = 0; count > 0 && i < LINES; i++) {
        pdk_document_add_line(document, &(pdk_line_entry){ .info = { .name = names[i],
                                                                     .points = count,
                                                                     .closed = true,
                                                                     .frame = PDK_FRAME_Z_UP,
                                                                     .certainty = PDK_LIKELY },
                                                           .read = read_line,
                                                           .number = i });
    }
}

/* Along the centre, round to where it began. */
static double measure_length(const pdk_document *document, const void *state)
{
    (void)state;
    const pdk_line_info *centre = pdk_document_line_at(document, 0);
    const uint8_t *nodes = document->content.data + pdk_pth_header.size;
    double length = 0, before[3], here[3];
    if (centre == NULL) return 0;
    place(nodes + (centre->points - 1) * pdk_pth_node.size, NULL, before);
    for (uint64_t i = 0; i < centre->points; i++) {
        place(nodes + i * pdk_pth_node.size, NULL, here);
        double step[3] = { here[0] - before[0], here[1] - before[1], here[2] - before[2] };
        length += sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
        memcpy(before, here, sizeof before);
    }
    return length;
}

/* --------------------------------------------------------------------------------------------------- nodes */

static pdk_status compute_number(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = (uint32_t)(batch->first + i);
    return PDK_OK;
}

static void add_nodes(pdk_document *document, uint64_t count)
{
    static const pdk_column_role roles[] = {
        { "x", PDK_ROLE_X, PDK_FRAME_Z_UP },
        { "y", PDK_ROLE_Y, PDK_FRAME_Z_UP },
        { "z", PDK_ROLE_Z, PDK_FRAME_Z_UP },
        { "direction_x", PDK_ROLE_DIRECTION_X, PDK_FRAME_Z_UP },
        { "direction_y", PDK_ROLE_DIRECTION_Y, PDK_FRAME_Z_UP },
        { "direction_z", PDK_ROLE_DIRECTION_Z, PDK_FRAME_Z_UP },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table *table = pdk_document_add_table(document, "nodes", "a row for each node of the path", count, 12);
    pdk_table_set_strided(table, document->content.data + pdk_pth_header.size, pdk_pth_node.size);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "node", .type = PDK_UINT32, .meaning = "number of the node", .certainty = PDK_CONFIRMED },
        compute_number, NULL, 0);
    pdk_table_add_record(table, &pdk_pth_node, 0);
    pdk_table_set_roles(table, roles);
    pdk_table_set_sorted(table, "node");
}

/* ---------------------------------------------------------------------------------------------------- open */

static void add_properties(pdk_document *document, uint64_t count)
{
    int64_t finish = header_number(document->content, "finish_node");
    pdk_document_add_count(document, "node_count", count, "nodes of the path");
    if (finish >= 0 && (uint64_t)finish < count) {
        pdk_document_add_field(document, pdk_record_field(&pdk_pth_header, "finish_node"), document->content.data);
    } else {
        const pdk_field *field = pdk_record_field(&pdk_pth_header, "finish_node");
        pdk_document_add_finding(document, PDK_WARNING, "pth.finish_node", field->offset, "pth.header.finish_node",
                                 "the finish line is at node %d, of %llu nodes", (int)finish,
                                 (unsigned long long)count);
    }
    pdk_document_add_late_number(document, "length", "m", "along the centre, back to the start", PDK_LIKELY,
                                 measure_length, NULL);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    uint64_t count = 0;
    pdk_status status = check_header(document, &count, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "version 0");
    pdk_document_add_region(document, "header", &pdk_pth_header, 0, pdk_pth_header.size, 1);
    pdk_document_add_region(document, "node", &pdk_pth_node, pdk_pth_header.size, pdk_pth_node.size, count);
    add_nodes(document, count);
    add_lines(document, count);
    add_properties(document, count);
    return pdk_document_built(document, error);
}

const pdk_format pdk_format_pth = {
    .info = { .id = "pth",
              .title = "Live for Speed path of a track",
              .extensions = ".pth",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis = "one real file (AS1), the published note and three public programs",
              .records = pdk_pth_records,
              .synth_options = "points" },
    .probe = probe,
    .open = open_document,
    .synth = PDK_GENERATOR(pdk_pth_synth),
};
