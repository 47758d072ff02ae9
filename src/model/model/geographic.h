/* Latitude and longitude as metres: the plane of PDK_FRAME_ENU. Every format with geographic coordinates uses it, and
 * so do the writers of such files. */
#ifndef PADDOCK_MODEL_GEOGRAPHIC_H
#define PADDOCK_MODEL_GEOGRAPHIC_H

#include "model/document.h"

/* Degrees of WGS 84, positive to the north and east. */
typedef struct pdk_geographic {
    double latitude, longitude;
} pdk_geographic;

/* Metres to the east and north of an origin. One degree has the same length everywhere on it: 5 km from the origin that
 * is wrong by up to 0.1 % at 45 degrees north or south. */
typedef struct pdk_local_plane {
    pdk_geographic origin;
    double east, north; /* metres in a degree of longitude and of latitude, at the origin */
} pdk_local_plane;

pdk_local_plane pdk_local_plane_at(pdk_geographic origin);
/* Its origin is the place rounded to 0.01 degrees, so that most files of one track have the same. */
pdk_local_plane pdk_local_plane_near(pdk_geographic place);
void pdk_local_plane_metres(const pdk_local_plane *plane, pdk_geographic place, double *x, double *y);
pdk_geographic pdk_local_plane_degrees(const pdk_local_plane *plane, double x, double y);

/* Whether there is such a place, and it is not 0, 0, which receivers write when they have lost their satellites. */
bool pdk_geographic_is_fix(pdk_geographic place);

/* The properties `coordinate_system`, `origin_latitude` and `origin_longitude`. */
void pdk_local_plane_add_properties(pdk_document *document, const pdk_local_plane *plane, pdk_certainty certainty);

#endif
