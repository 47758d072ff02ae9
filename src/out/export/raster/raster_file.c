/* Writes rasters: the kind of file, its position on the ground, and the files next to it. */
#include "export/raster/raster_file.h"
#include "io/output.h"
#include "json/json.h"
#include "surface/raster/raster.h"

pdk_status pdk_raster_write(const pdk_raster *raster, pdk_raster_format format, const double origin[3],
                            pdk_output *output, pdk_error *error)
{
    PDK_HOLD_RASTER(raster);
    PDK_HOLD_OUTPUT(output);
    if (raster == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "writing needs a raster and an output");
    const pdk_raster_info *info = pdk_raster_about(raster);
    pdk_raster_place place = pdk_raster_place_of(info, origin);
    switch (format) {
    case PDK_RASTER_PNG: return pdk_raster_write_png(raster, &place, output, error);
    case PDK_RASTER_ASC: return pdk_raster_write_asc(info, &place, output, error);
    case PDK_RASTER_TIFF: return pdk_raster_write_tiff(info, &place, output, error);
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no such kind of raster file");
}

pdk_status pdk_raster_write_sidecar(const pdk_raster *raster, const double origin[3], pdk_output *output,
                                    pdk_error *error)
{
    PDK_HOLD_RASTER(raster);
    PDK_HOLD_OUTPUT(output);
    static const char *const names[] = { "height", "slope", "hillshade", "difference", "block" };
    if (raster == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "writing needs a raster and an output");
    const pdk_raster_info *info = pdk_raster_about(raster);
    pdk_raster_place place = pdk_raster_place_of(info, origin);
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
                    info->of == PDK_RASTER_SLOPE                                       ? "degree"
                    : info->of == PDK_RASTER_HILLSHADE || info->of == PDK_RASTER_BLOCK ? NULL
                                                                                       : "m");
    pdk_json_end(&json, '}');
    return pdk_output_write(output, "\n", 1, error);
}
