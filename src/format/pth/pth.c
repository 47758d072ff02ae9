/* PTH reader: a header, then nodes straight over the mapped file; the centre and four edges are lines. */
#include <stdio.h>
#include <string.h>

#include "format/format.h"

#include "format/pth/pth_layout.h"
#include "format/pth/pth_lines.h"
#include "format/pth/pth_synth.h"

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

/* ---------------------------------------------------------------------------------------------------- open */

static void add_properties(pdk_document *document, uint64_t count, const pdk_pth_run *run)
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
                                 pdk_pth_measure, run);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    uint64_t count = 0;
    pdk_status status = check_header(document, &count, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "version 0");
    pdk_document_add_region(document, "header", &pdk_pth_header, 0, pdk_pth_header.size, 1);
    pdk_document_add_region(document, "node", &pdk_pth_node, pdk_pth_header.size, pdk_pth_node.size, count);
    static const char *const names[] = { "centre", "left edge", "right edge", "left limit", "right limit", NULL };
    pdk_pth_run *run = pdk_document_new_state(document, sizeof *run);
    if (run == NULL) return pdk_document_built(document, error);
    *run = (pdk_pth_run){ &pdk_pth_node, pdk_pth_header.size, count, true }; /* every file of this kind is a circuit */
    pdk_pth_add_nodes(document, run, "nodes", "a row for each node of the path");
    pdk_pth_add_lines(document, run, names);
    add_properties(document, count, run);
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
