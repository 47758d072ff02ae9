#include "model/plane_rows.h"

#include <inttypes.h>
#include <math.h>

pdk_status pdk_plane_rows_place(pdk_memory *memory, const pdk_plane_rows *from, pdk_plane_places *to, pdk_error *error)
{
    *to = (pdk_plane_places){ 0 };
    double *x = pdk_alloc_array(memory, from->rows, sizeof *x), *y = pdk_alloc_array(memory, from->rows, sizeof *y);
    if (x == NULL || y == NULL) return pdk_fail_memory(error, memory, "the positions");
    bool found = false;
    for (uint64_t i = 0; i < from->rows; i++) {
        pdk_geographic place = { from->latitudes[i], from->longitudes[i] };
        x[i] = y[i] = NAN;
        if (!pdk_geographic_is_fix(place)) {
            bool left_empty = from->placeless != NULL && from->placeless[i];
            if (!left_empty && to->lost++ == 0) to->first = i;
            continue;
        }
        if (!found) to->plane = pdk_local_plane_near(place);
        found = true;
        pdk_local_plane_metres(&to->plane, place, &x[i], &y[i]);
    }
    if (!found) return PDK_OK;
    to->x = x;
    to->y = y;
    return PDK_OK;
}

void pdk_document_add_lost_places(pdk_document *document, const char *code, uint64_t offset, const char *where,
                                  pdk_lost_places of)
{
    if (of.lost == 0) return;
    pdk_document_add_finding(document, PDK_WARNING, code, offset, where,
                             "%" PRIu64 " of %" PRIu64 " positions are 0, 0 or no place on Earth, the first at "
                             "%.2f s: the car has no place there",
                             of.lost, of.rows, of.first);
}
