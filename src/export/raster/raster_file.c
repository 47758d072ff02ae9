/* Rasters out: which kind of file, where it lies, and what stands beside it. */
#include "export/raster/raster_file.h"
#include "base/number.h"
#include "json/json.h"

static pdk_raster_place place_of(const pdk_raster_info *info, const double origin[3])
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

pdk_status pdk_raster_write(const pdk_raster *raster, pdk_raster_format format, const double origin[3],
                            pdk_output *output, pdk_error *error)
{
    if (raster == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "writing needs a raster and an output");
    const pdk_raster_info *info = pdk_raster_about(raster);
    pdk_raster_place place = place_of(info, origin);
    switch (format) {
    case PDK_RASTER_PNG: return pdk_raster_write_png(info, &place, output, error);
    case PDK_RASTER_ASC: return pdk_raster_write_asc(info, &place, output, error);
    case PDK_RASTER_TIFF: return pdk_raster_write_tiff(info, &place, output, error);
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no such kind of raster file");
}

pdk_status pdk_raster_write_sidecar(const pdk_raster *raster, const double origin[3], pdk_output *output,
                                    pdk_error *error)
{
    static const char *const names[] = { "height", "slope", "hillshade", "difference" };
    if (raster == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "writing needs a raster and an output");
    const pdk_raster_info *info = pdk_raster_about(raster);
    pdk_raster_place place = place_of(info, origin);
    pdk_raster_grey grey = pdk_raster_grey_of(info, &place);
    pdk_json json = { .output = output, .indent = 2 };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "of", names[info->of]);
    pdk_member_natural(&json, "width", info->width);
    pdk_member_natural(&json, "height", info->height);
    pdk_member_number(&json, "pixel_size", info->size);
    pdk_member_number(&json, "west", place.west);
    pdk_member_number(&json, "north", place.north);
    pdk_member_natural(&json, "covered", info->covered);
    if (info->of == PDK_RASTER_HEIGHT || info->of == PDK_RASTER_SLOPE) {
        pdk_member_text(&json, "value", "offset + scale * (grey - 1)");
        pdk_member_natural(&json, "no_data", 0);
        pdk_member_number(&json, "offset", grey.offset);
        pdk_member_number(&json, "scale", grey.scale);
    }
    pdk_member_text(&json, "unit",
                    info->of == PDK_RASTER_SLOPE       ? "degree"
                    : info->of == PDK_RASTER_HILLSHADE ? NULL
                                                       : "m");
    pdk_json_end(&json, '}');
    return pdk_output_write(output, "\n", 1, error);
}
