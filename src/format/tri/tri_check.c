/* What a full check says about a track beyond the ranges in its layout: does the file agree with itself, and is what
 * nobody uses as the game's own files have it? */
#include "format/tri/tri_check.h"

#include <stdio.h>
#include <string.h>

#include "base/load.h"

static bool all_zero(const uint8_t *at, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        if (at[i] != 0) return false;
    }
    return true;
}

static void check_header(const pdk_tri_track *track, pdk_report *report)
{
    static const char *const axes[][2] = { { "start_x", "x" }, { "start_z", "z" }, { "start_y", "y" } };
    if (pdk_tri_number(&pdk_tri_header, "unknown_10", track->bytes) != 6) {
        pdk_tri_find(report, track, PDK_NOTE, "tri.header.unknown_10",
                     track->bytes + pdk_record_field(&pdk_tri_header, "unknown_10")->offset, "tri.header.unknown_10",
                     "not 6, though every known file has 6 here; its meaning is unknown, and it is kept");
    }
    for (int axis = 0; axis < 3 && track->node_count > 0; axis++) {
        const pdk_field *field = pdk_record_field(&pdk_tri_header, axes[axis][0]);
        int64_t start = pdk_get_i64(field, 0, track->bytes);
        int64_t node = pdk_tri_number(&pdk_tri_node, axes[axis][1], pdk_tri_node_at(track, 0));
        if (start == node) continue;
        char where[64];
        snprintf(where, sizeof where, "tri.header.%s", field->name);
        pdk_report_finding(report, PDK_WARNING, "tri.header.start", field->offset, where,
                           "the start is node 0, whose %s is %lld, not %lld", axes[axis][1], (long long)node,
                           (long long)start);
    }
}

static void check_offsets(const pdk_tri_track *track, pdk_report *report, uint64_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *at = track->bytes + PDK_TRI_OFFSETS_AT + (size_t)i * pdk_tri_offset.size;
        uint32_t expected = i * pdk_tri_record.size, found = pdk_load_u32(at);
        if (found == expected) continue;
        char where[64];
        pdk_report_finding(
            report, PDK_WARNING, "tri.offset", (uint64_t)(at - track->bytes), pdk_tri_where(where, "offset", i, ""),
            "expected %u, found %u; records are read one after the other", (unsigned)expected, (unsigned)found);
    }
}

/* Behind the last node used: one of zeros with a right vector x of -32766 and a small z, then zeros. */
static void check_unused_nodes(const pdk_tri_track *track, pdk_report *report, uint64_t count)
{
    static const char message[] = "not what the game's own files have after the last node; it is kept";
    for (uint32_t i = track->announced * PDK_TRI_ROWS; i < count; i++) {
        const uint8_t *at = pdk_tri_node_at(track, i);
        uint32_t vector = pdk_record_field(&pdk_tri_node, "right_x")->offset;
        bool first = i == track->announced * PDK_TRI_ROWS;
        uint32_t across = pdk_record_field(&pdk_tri_node, "right_y")->offset;
        bool usual = first ? all_zero(at, vector) && pdk_load_i16(at + vector) == -32766 &&
                                 all_zero(at + across, pdk_tri_node.size - across)
                           : all_zero(at, pdk_tri_node.size);
        char where[64];
        if (!usual) {
            pdk_tri_find(report, track, PDK_NOTE, "tri.node.unused", at, pdk_tri_where(where, "node", i, ""), message);
        }
    }
}

static void check_unused_speeds(const pdk_tri_track *track, pdk_report *report, uint64_t count)
{
    static const uint8_t filler[3] = { 20, 18, 16 };
    for (uint32_t i = track->announced; i < count; i++) {
        const uint8_t *at = track->bytes + PDK_TRI_SPEEDS_AT + (size_t)i * pdk_tri_speed.size;
        char where[64];
        if (memcmp(at, filler, sizeof filler) == 0) continue;
        pdk_tri_find(report, track, PDK_NOTE, "tri.speed.unused", at, pdk_tri_where(where, "speed", i, ""),
                     "expected 20, 18, 16 after the last record; it is kept");
    }
}

/* Point 0 of a row starts at its node: 5 m aside where lanes split, never far away. */
static void check_rows(const pdk_tri_track *track, pdk_report *report)
{
    static const double far = 50;
    for (uint32_t row = 0; row < track->record_count * PDK_TRI_ROWS; row++) {
        const double *point = track->points[(size_t)row * PDK_TRI_COLUMNS];
        double level, distance = pdk_tri_step(track->places[row], point, &level);
        if (distance <= far) continue;
        const uint8_t *at = pdk_tri_record_at(track, row / PDK_TRI_ROWS);
        at += pdk_record_field(&pdk_tri_record, "points")->offset +
              (size_t)(row % PDK_TRI_ROWS) * PDK_TRI_COLUMNS * pdk_tri_point.size;
        char where[64];
        snprintf(where, sizeof where, "tri.record[%u].points[%u]", (unsigned)(row / PDK_TRI_ROWS),
                 (unsigned)(row % PDK_TRI_ROWS * PDK_TRI_COLUMNS));
        pdk_report_finding(report, PDK_WARNING, "tri.record.row", (uint64_t)(at - track->bytes), where,
                           "the row starts %.1f m from its node %u", distance, (unsigned)row);
    }
}

static uint64_t region_count(const pdk_document *document, const char *name)
{
    const pdk_region *regions = document->regions.items;
    for (size_t i = 0; i < document->regions.count; i++) {
        if (strcmp(regions[i].name, name) == 0) return regions[i].count;
    }
    return 0;
}

pdk_status pdk_tri_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    const pdk_tri_track *track = document->state;
    const pdk_region *regions = document->regions.items;
    check_header(track, report);
    for (size_t i = 0; i < document->regions.count && !report->stopped; i++) pdk_report_reserved(report, &regions[i]);
    check_offsets(track, report, region_count(document, "offset"));
    pdk_tri_check_nodes(track, report);
    check_unused_nodes(track, report, region_count(document, "node"));
    check_unused_speeds(track, report, region_count(document, "speed"));
    pdk_tri_check_props(track, report);
    check_rows(track, report);
    return PDK_OK;
}
