/* Coordinates of corners that are not finite numbers. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "format/stl/stl_check.h"

void pdk_stl_look_at(pdk_stl_not_finite *list, uint64_t facet, const double corners[3][3], const uint64_t offsets[3],
                     unsigned step)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double value = corners[i][k];
            if (isfinite(value)) continue;
            if (list->count < PDK_STL_SHOWN) {
                list->shown[list->count] = (pdk_stl_coordinate){ .facet = facet,
                                                                 .offset = offsets[i] + (uint64_t)k * step,
                                                                 .corner = i,
                                                                 .axis = k,
                                                                 .is_nan = isnan(value) };
            }
            list->count++;
        }
    }
}

void pdk_stl_report(const pdk_stl_not_finite *list, pdk_report *report)
{
    static const char code[] = "stl.vertex.finite";
    for (uint64_t i = 0; i < list->count && i < PDK_STL_SHOWN; i++) {
        const pdk_stl_coordinate *one = &list->shown[i];
        char where[64];
        snprintf(where, sizeof where, "stl.facet[%" PRIu64 "].%c[%c]", one->facet, "abc"[one->corner],
                 "xyz"[one->axis]);
        pdk_report_finding(report, PDK_ERROR, code, one->offset, where,
                           "a coordinate is %s; conversions leave out the point and its triangles",
                           one->is_nan ? "not a number" : "infinite");
    }
    if (list->count > PDK_STL_SHOWN) {
        pdk_report_finding(report, PDK_ERROR, code, PDK_NO_OFFSET, "stl.facet",
                           "%" PRIu64 " more coordinates are not finite numbers", list->count - PDK_STL_SHOWN);
    }
}
