/* Props refer to nodes and types; types in use must make sense. */
#include "format/tri/tri_check.h"

static void find_in_type(const pdk_tri_track *track, pdk_report *report, pdk_severity severity, const char *code,
                         uint32_t type, const char *field, const char *message)
{
    char where[64];
    pdk_tri_find(report, track, severity, code, pdk_tri_type_at(track, type),
                 pdk_tri_where(where, "prop_type", type, field), message);
}

static void check_type(const pdk_tri_track *track, pdk_report *report, uint32_t type)
{
    const uint8_t *at = pdk_tri_type_at(track, type);
    int64_t which = pdk_tri_number(&pdk_tri_prop_type, "kind", at);
    const pdk_record *kind = pdk_tri_prop_kind((unsigned)which);
    if (kind == NULL) {
        find_in_type(track, report, PDK_WARNING, "tri.prop_type.kind", type, "kind",
                     "props use this type, but its kind is not 1 (model), 4 (bitmap) or 6 (two bitmaps)");
        return;
    }
    if (which == PDK_TRI_MODEL) return;
    if (pdk_tri_number(kind, "resource", at) % 4 != 0 ||
        (which == PDK_TRI_CORNER && pdk_tri_number(kind, "second_resource", at) % 4 != 0)) {
        find_in_type(track, report, PDK_WARNING, "tri.prop_type.resource", type, "resource",
                     "expected four times the number of a bitmap");
    }
    bool sized = pdk_tri_value(kind, "width", at) > 0 && pdk_tri_value(kind, "height", at) > 0;
    if (!sized || (which == PDK_TRI_CORNER && !(pdk_tri_value(kind, "second_width", at) > 0))) {
        find_in_type(track, report, PDK_WARNING, "tri.prop_type.size", type, "width",
                     "props use this type, but its width or height is not positive");
    }
    bool animated = (pdk_tri_number(&pdk_tri_prop_type, "flags", at) & PDK_TRI_ANIMATED) != 0;
    if (which == PDK_TRI_BITMAP && animated && pdk_tri_number(kind, "frame_count", at) == 0) {
        find_in_type(track, report, PDK_WARNING, "tri.prop_type.frames", type, "frame_count",
                     "the bitmap is animated, but has no frames");
    }
}

static void check_prop(const pdk_tri_track *track, pdk_report *report, uint32_t prop, int64_t *before)
{
    const uint8_t *at = pdk_tri_prop_at(track, prop);
    uint64_t offset = (uint64_t)(at - track->bytes);
    int64_t node = pdk_tri_number(&pdk_tri_prop, "node", at), type = pdk_tri_number(&pdk_tri_prop, "prop_type", at);
    char where[64];
    if (type >= track->type_count) {
        pdk_report_finding(
            report, PDK_ERROR, "tri.prop.type", offset + pdk_record_field(&pdk_tri_prop, "prop_type")->offset,
            pdk_tri_where(where, "prop", prop, "prop_type"), "there is no prop type %lld; there are only %u",
            (long long)type, (unsigned)track->type_count);
    }
    pdk_tri_where(where, "prop", prop, "node");
    if (node < 0) {
        pdk_report_finding(report, PDK_ERROR, "tri.prop.node", offset, where,
                           "there is no node %lld; the prop is left out", (long long)node);
    } else if (node >= track->node_count) {
        pdk_report_finding(report, PDK_WARNING, "tri.prop.node", offset, where,
                           "node %lld of a track of %u nodes: counted on round the track from node 0", (long long)node,
                           (unsigned)track->node_count);
    } else if (node < *before) {
        pdk_report_finding(report, PDK_WARNING, "tri.prop.order", offset, where,
                           "props must be sorted by node, but the one before this is at the later node %lld",
                           (long long)*before);
    }
    if (node > *before && node < track->node_count) *before = node;
}

void pdk_tri_check_props(const pdk_tri_track *track, pdk_report *report)
{
    bool used[PDK_TRI_PROP_TYPES] = { false };
    int64_t before = 0;
    for (uint32_t i = 0; i < track->prop_count && !report->stopped; i++) {
        check_prop(track, report, i, &before);
        int64_t type = pdk_tri_number(&pdk_tri_prop, "prop_type", pdk_tri_prop_at(track, i));
        if (type < track->type_count) used[type] = true;
    }
    for (uint32_t i = 0; i < track->type_count; i++) {
        if (used[i]) check_type(track, report, i);
    }
}
