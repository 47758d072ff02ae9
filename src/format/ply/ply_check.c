/* Coordinates that are not finite numbers: the first ones with their places, the others counted. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "format/ply/ply.h"

enum { RUN = 512, SHOWN = 10 };

/* In text the line's, in binary the number's. */
static uint64_t offset_of(const pdk_ply *ply, uint64_t vertex, int axis)
{
    const uint8_t *content = ply->document->content.data;
    pdk_ply_walk walk = pdk_ply_walk_at(ply, ply->vertices, vertex);
    const uint8_t *at = pdk_ply_walk_next(&walk);
    if (at == NULL) return PDK_NO_OFFSET;
    if (ply->encoding != PDK_PLY_TEXT)
        at = pdk_ply_property_at(ply, ply->vertices, (size_t)ply->property_of[PDK_PLY_X + axis], at, NULL);
    return (uint64_t)(at - content);
}

pdk_status pdk_ply_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    static const char code[] = "ply.vertex.finite";
    const pdk_ply *ply = document->state;
    uint64_t total = ply->mesh.point_count, found = 0;
    double points[RUN][3];
    for (uint64_t first = 0; first < total; first += RUN) {
        size_t count = total - first < RUN ? (size_t)(total - first) : RUN;
        pdk_status status = ply->mesh.read_points(&ply->mesh, first, count, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < 3 * count; i++) {
            double value = points[i / 3][i % 3];
            if (isfinite(value) || found++ >= SHOWN) continue;
            char where[64];
            snprintf(where, sizeof where, "ply.vertex[%" PRIu64 "].%c", first + i / 3, "xyz"[i % 3]);
            pdk_report_finding(report, PDK_ERROR, code, offset_of(ply, first + i / 3, (int)(i % 3)), where,
                               "a coordinate is %s; conversions leave out the point and its triangles",
                               isnan(value) ? "not a number" : "infinite");
        }
    }
    if (found > SHOWN) {
        pdk_report_finding(report, PDK_ERROR, code, PDK_NO_OFFSET, "ply.vertex",
                           "%" PRIu64 " more coordinates are not finite numbers", found - SHOWN);
    }
    return PDK_OK;
}
