/* Metres to degrees of longitude and latitude, around a fixed place. */
#include "recording/recording.h"

const pdk_geographic pdk_recorded_origin = { .latitude = 45, .longitude = -30 };

const char pdk_recorded_origin_text[] =
    "The game has no geography: x 0, y 0 of the file is put at 45 N, 30 W, x to the east, y to the north.";

pdk_geographic pdk_recorded_place_of(double x, double y)
{
    pdk_local_plane plane = pdk_local_plane_at(pdk_recorded_origin);
    return pdk_local_plane_degrees(&plane, x, y);
}
