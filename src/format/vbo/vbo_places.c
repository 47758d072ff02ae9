/* Latitude and longitude: minutes, positive to the north and west; some writers have degrees, positive to the east. */
#include <inttypes.h>
#include <math.h>

#include "format/vbo/vbo.h"

pdk_geographic pdk_vbo_degrees(const pdk_vbo *vbo, double latitude, double longitude)
{
    if (!vbo->minutes) return (pdk_geographic){ latitude, longitude };
    return (pdk_geographic){ latitude / 60, -longitude / 60 };
}

/* Degrees of a place on Earth fit into 90 and 180; minutes do only near the place where both are 0. */
static bool are_minutes(const pdk_vbo *vbo)
{
    const double *latitudes = vbo->columns[vbo->latitude].values, *longitudes = vbo->columns[vbo->longitude].values;
    for (uint64_t i = 0; i < vbo->rows; i++)
        if (fabs(latitudes[i]) > 90 || fabs(longitudes[i]) > 180) return true;
    return false;
}

static void tell_lost(pdk_vbo *vbo, uint64_t lost, uint64_t first)
{
    if (lost == 0) return;
    pdk_document_add_finding(vbo->document, PDK_WARNING, "vbo.position.lost", PDK_NO_OFFSET, "vbo.data",
                             "%" PRIu64 " of %" PRIu64 " positions are 0, 0 or no place on Earth, the first at %.2f s: "
                             "the car has no place there",
                             lost, vbo->rows, vbo->times[first]);
}

pdk_status pdk_vbo_place(pdk_vbo *vbo, pdk_error *error)
{
    pdk_memory *memory = &vbo->document->memory;
    if (vbo->latitude == SIZE_MAX || vbo->longitude == SIZE_MAX || vbo->rows == 0) return PDK_OK;
    vbo->minutes = are_minutes(vbo);
    double *latitudes = vbo->columns[vbo->latitude].values, *longitudes = vbo->columns[vbo->longitude].values;
    double *x = pdk_alloc_array(memory, vbo->rows, sizeof *x), *y = pdk_alloc_array(memory, vbo->rows, sizeof *y);
    if (x == NULL || y == NULL) return pdk_fail_memory(error, memory, "the positions");
    uint64_t lost = 0, first = 0;
    bool found = false;
    for (uint64_t i = 0; i < vbo->rows; i++) {
        pdk_geographic place = pdk_vbo_degrees(vbo, latitudes[i], longitudes[i]);
        latitudes[i] = place.latitude;
        longitudes[i] = place.longitude;
        x[i] = y[i] = NAN;
        if (!pdk_geographic_is_fix(place)) {
            if (lost++ == 0) first = i;
            continue;
        }
        if (!found) vbo->plane = pdk_local_plane_near(place);
        found = true;
        pdk_local_plane_metres(&vbo->plane, place, &x[i], &y[i]);
    }
    tell_lost(vbo, lost, first);
    if (!found) return PDK_OK;
    vbo->x = x;
    vbo->y = y;
    if (!vbo->minutes)
        pdk_document_add_finding(vbo->document, PDK_NOTE, "vbo.degrees", vbo->data_at, "vbo.data",
                                 "no latitude is above 90 and no longitude above 180: they are taken for degrees, "
                                 "positive to the east, though this format has minutes, positive to the west");
    pdk_local_plane_add_properties(vbo->document, &vbo->plane, PDK_LIKELY);
    return PDK_OK;
}
