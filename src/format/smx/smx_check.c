/* What a full check says about an SMX beyond opening it: what is odd about objects, padding and checkpoints. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/load.h"
#include "format/smx/smx.h"

/* Records with the same oddity: how many, and where the first is. */
typedef struct oddity {
    uint64_t count, number, offset;
} oddity;

static void note(oddity *list, uint64_t number, uint64_t offset)
{
    if (list->count++ > 0) return;
    list->number = number;
    list->offset = offset;
}

static void report_oddity(pdk_report *report, const oddity *list, pdk_severity severity, const char *code,
                          const char *record, const char *what)
{
    char where[64];
    if (list->count == 0) return;
    snprintf(where, sizeof where, "smx.%s[%" PRIu64 "]", record, list->number);
    pdk_report_finding(report, severity, code, list->offset, where, "%s: %" PRIu64 ", first this one", what,
                       list->count);
}

/* How far the furthest point is from the centre, in the file's unit. */
static double reach(const pdk_smx *smx, size_t object)
{
    const uint8_t *centre = smx->bytes.data + smx->offsets[object], *point = pdk_smx_points_of(smx, object);
    uint64_t points = smx->first_point[object + 1] - smx->first_point[object];
    double furthest = 0;
    for (uint64_t i = 0; i < points; i++, point += pdk_smx_point.size) {
        double x = (double)pdk_load_i32(point) - pdk_load_i32(centre),
               y = (double)pdk_load_i32(point + PDK_SMX_Y) - pdk_load_i32(centre + PDK_SMX_Y),
               z = (double)pdk_load_i32(point + PDK_SMX_Z) - pdk_load_i32(centre + PDK_SMX_Z);
        furthest = fmax(furthest, x * x + y * y + z * z);
    }
    return sqrt(furthest);
}

/* The game's own are at most 2 in 100000 short. */
static bool radius_holds(const pdk_smx *smx, size_t object)
{
    double radius = pdk_load_i32(smx->bytes.data + smx->offsets[object] + PDK_SMX_RADIUS);
    return reach(smx, object) <= radius * 1.0001 + 2;
}

typedef struct checked {
    oddity radius, flat, padding;
} checked;

static void check_triangles(const pdk_smx *smx, size_t object, checked *found)
{
    const uint8_t *at = pdk_smx_triangles_of(smx, object);
    for (uint64_t i = smx->first_triangle[object]; i < smx->first_triangle[object + 1];
         i++, at += pdk_smx_triangle.size) {
        uint64_t offset = (uint64_t)(at - smx->bytes.data);
        uint16_t a = pdk_load_u16(at), b = pdk_load_u16(at + PDK_SMX_CORNER_B), c = pdk_load_u16(at + PDK_SMX_CORNER_C);
        if (a == b || b == c || a == c) note(&found->flat, i, offset);
        if (pdk_load_u16(at + PDK_SMX_PADDING) != 0) note(&found->padding, i, offset + PDK_SMX_PADDING);
    }
}

static void check_header_padding(const pdk_smx *smx, pdk_report *report)
{
    static const char *const names[] = { "reserved_12", "reserved_51" };
    for (int i = 0; i < 2; i++) {
        const pdk_field *field = pdk_record_field(&pdk_smx_header, names[i]);
        char where[48];
        bool zero = true;
        for (uint32_t k = 0; k < field->count; k++) zero = zero && smx->bytes.data[field->offset + k] == 0;
        if (zero) continue;
        snprintf(where, sizeof where, "smx.header.%s", names[i]);
        pdk_report_finding(report, PDK_NOTE, "smx.header.padding", field->offset, where,
                           "these bytes are zero in every known file");
    }
}

static void check_checkpoints(const pdk_smx *smx, pdk_report *report)
{
    for (uint64_t i = 0; i < smx->checkpoint_count && !report->stopped; i++) {
        uint64_t offset = smx->checkpoints_at + pdk_smx_checkpoints.size + i * pdk_smx_checkpoint.size;
        int32_t object = pdk_load_i32(smx->bytes.data + offset);
        char where[48];
        if (object >= 0 && (uint64_t)object < smx->object_count) continue;
        snprintf(where, sizeof where, "smx.checkpoint[%" PRIu64 "].object", i);
        pdk_report_finding(report, PDK_ERROR, "smx.checkpoint.object", offset, where,
                           "there is no object %" PRId32 ", of %" PRIu64, object, smx->object_count);
    }
}

pdk_status pdk_smx_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    const pdk_smx *smx = document->state;
    checked found = { .radius = { .count = 0 } };
    check_header_padding(smx, report);
    for (size_t i = 0; i < smx->object_count && !report->stopped; i++) {
        if (!radius_holds(smx, i)) note(&found.radius, i, smx->offsets[i] + PDK_SMX_RADIUS);
        check_triangles(smx, i, &found);
        pdk_report_walked(report, smx->offsets[i + 1] - smx->offsets[i]);
    }
    report_oddity(report, &found.radius, PDK_WARNING, "smx.object.radius", "object",
                  "objects with a point further from the centre than the radius");
    report_oddity(report, &found.flat, PDK_WARNING, "smx.triangle.flat", "triangle",
                  "triangles that have a corner twice");
    report_oddity(report, &found.padding, PDK_NOTE, "smx.triangle.padding", "triangle",
                  "triangles whose last two bytes are not zero");
    check_checkpoints(smx, report);
    return PDK_OK;
}
