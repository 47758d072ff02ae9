/* Metres to degrees of longitude and latitude, around a fixed place. */
#include <math.h>

#include "recording/recording.h"

#include "base/trigonometry.h"

const pdk_recorded_place pdk_recorded_origin = { .latitude = 45, .longitude = -30 };

const char pdk_recorded_origin_text[] =
    "The game has no geography: x 0, y 0 of the file is put at 45 N, 30 W, x to the east, y to the north.";

static const double degree = 0.017453292519943295;

/* Of the WGS 84 ellipsoid. */
static const double semi_major_axis = 6378137, eccentricity_squared = 0.00669437999014;

pdk_recorded_place pdk_recorded_place_of(double x, double y)
{
    double sine = pdk_sin(pdk_recorded_origin.latitude * degree), left = 1 - eccentricity_squared * sine * sine;
    double across = semi_major_axis / sqrt(left), along = across * (1 - eccentricity_squared) / left;
    return (pdk_recorded_place){
        .latitude = pdk_recorded_origin.latitude + y / (along * degree),
        .longitude =
            pdk_recorded_origin.longitude + x / (across * pdk_cos(pdk_recorded_origin.latitude * degree) * degree),
    };
}
