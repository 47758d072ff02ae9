#include "model/geographic.h"

#include <math.h>
#include <string.h>

#include "base/fixed_number.h"
#include "base/trigonometry.h"

static const double degree = 0.017453292519943295;

/* Of the WGS 84 ellipsoid. */
static const double semi_major_axis = 6378137, eccentricity_squared = 0.00669437999014;

pdk_local_plane pdk_local_plane_at(pdk_geographic origin)
{
    double sine = pdk_sin(origin.latitude * degree), left = 1 - eccentricity_squared * sine * sine;
    double across = semi_major_axis / sqrt(left), along = across * (1 - eccentricity_squared) / left;
    return (pdk_local_plane){ .origin = origin,
                              .east = across * pdk_cos(origin.latitude * degree) * degree,
                              .north = along * degree };
}

pdk_local_plane pdk_local_plane_near(pdk_geographic place)
{
    return pdk_local_plane_at(
        (pdk_geographic){ round(place.latitude * 100) / 100, round(place.longitude * 100) / 100 });
}

void pdk_local_plane_metres(const pdk_local_plane *plane, pdk_geographic place, double *x, double *y)
{
    double east = place.longitude - plane->origin.longitude;
    if (east > 180) east -= 360; /* the origin is on the other side of the line where longitudes begin again */
    if (east < -180) east += 360;
    *x = east * plane->east;
    *y = (place.latitude - plane->origin.latitude) * plane->north;
}

pdk_geographic pdk_local_plane_degrees(const pdk_local_plane *plane, double x, double y)
{
    return (pdk_geographic){ .latitude = plane->origin.latitude + y / plane->north,
                             .longitude = plane->origin.longitude + x / plane->east };
}

bool pdk_geographic_is_fix(pdk_geographic place)
{
    bool is_place = fabs(place.latitude) < 90 && fabs(place.longitude) <= 180;
    return is_place && (fabs(place.latitude) > 0 || fabs(place.longitude) > 0);
}

void pdk_local_plane_add_properties(pdk_document *document, const pdk_local_plane *plane, pdk_certainty certainty)
{
    char latitude[PDK_NUMBER_SPACE], longitude[PDK_NUMBER_SPACE];
    const pdk_geographic *origin = &plane->origin;
    char *text =
        pdk_text_printf(&document->memory, "metres east and north of %s %s, %s %s (WGS 84)",
                        pdk_decimal_text(latitude, fabs(origin->latitude), 2), origin->latitude < 0 ? "S" : "N",
                        pdk_decimal_text(longitude, fabs(origin->longitude), 2), origin->longitude < 0 ? "W" : "E");
    if (text == NULL) {
        document->failed = true;
        return;
    }
    pdk_document_add_text(document, "coordinate_system", text, strlen(text), "of x and y", certainty);
    pdk_document_add_number(document, "origin_latitude", origin->latitude, "deg", "where y is 0; positive to the north",
                            certainty);
    pdk_document_add_number(document, "origin_longitude", origin->longitude, "deg",
                            "where x is 0; positive to the east", certainty);
}
