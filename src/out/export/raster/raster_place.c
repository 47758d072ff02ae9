#include "export/raster/raster_place.h"

#include "base/number.h"

pdk_raster_place pdk_raster_place_of(const pdk_raster_info *info, const double origin[3])
{
    double west = info->west + (origin != NULL ? origin[0] : 0), north = info->north + (origin != NULL ? origin[1] : 0);
    bool moved = origin != NULL && info->of == PDK_RASTER_HEIGHT;
    double unseen = 1e-4 * info->size; /* shorter numbers are worth a ten-thousandth of a pixel */
    return (pdk_raster_place){ .west = pdk_round_within(west, unseen),
                               .north = pdk_round_within(north, unseen),
                               .south = pdk_round_within(north - info->size * info->height, unseen),
                               .height = moved ? origin[2] : 0 };
}

pdk_raster_grey pdk_raster_grey_of(const pdk_raster_info *info, const pdk_raster_place *place)
{
    double range = info->covered > 0 ? info->maximum - info->minimum : 0;
    double scale = range > 0 ? range / 65534 : 1;
    double offset = info->covered > 0 ? pdk_round_within(info->minimum + place->height, 1e-6 * scale) : 0;
    return (pdk_raster_grey){ .offset = offset, .scale = scale };
}
