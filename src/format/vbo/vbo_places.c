/* Latitude and longitude: minutes, positive to the north and west; some writers have degrees, positive to the east. */
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
    for (uint64_t i = 0; i < vbo->log.rows; i++)
        if (fabs(latitudes[i]) > 90 || fabs(longitudes[i]) > 180) return true;
    return false;
}

pdk_status pdk_vbo_place(pdk_vbo *vbo, pdk_error *error)
{
    if (vbo->latitude == SIZE_MAX || vbo->longitude == SIZE_MAX || vbo->log.rows == 0) return PDK_OK;
    vbo->minutes = are_minutes(vbo);
    vbo->log.latitudes = vbo->columns[vbo->latitude].values;
    vbo->log.longitudes = vbo->columns[vbo->longitude].values;
    for (uint64_t i = 0; i < vbo->log.rows; i++) {
        pdk_geographic place = pdk_vbo_degrees(vbo, vbo->log.latitudes[i], vbo->log.longitudes[i]);
        vbo->log.latitudes[i] = place.latitude;
        vbo->log.longitudes[i] = place.longitude;
    }
    pdk_status status = pdk_logged_place(&vbo->log, "vbo.position.lost", "vbo.data", error);
    if (status != PDK_OK || vbo->log.x == NULL) return status;
    if (!vbo->minutes)
        pdk_document_add_finding(vbo->document, PDK_NOTE, "vbo.degrees", vbo->data_at, "vbo.data",
                                 "no latitude is above 90 and no longitude above 180: they are taken for degrees, "
                                 "positive to the east, though this format has minutes, positive to the west");
    pdk_local_plane_add_properties(vbo->document, &vbo->log.plane, PDK_LIKELY);
    return PDK_OK;
}
