/* ESRI's ASCII grid: a head of six lines, then rows of numbers from the north. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/number.h"
#include "export/raster/raster_file.h"

static const char none[] = "-9999";

static pdk_status put_head(const pdk_raster_info *info, const pdk_raster_place *place, pdk_output *output,
                           pdk_error *error)
{
    char west[PDK_NUMBER_SIZE], south[PDK_NUMBER_SIZE], size[PDK_NUMBER_SIZE], head[256];
    west[pdk_format_number(west, place->west, PDK_FLOAT64)] = '\0';
    south[pdk_format_number(south, place->south, PDK_FLOAT64)] = '\0';
    size[pdk_format_number(size, info->size, PDK_FLOAT64)] = '\0';
    int length =
        snprintf(head, sizeof head, "ncols %u\nnrows %u\nxllcorner %s\nyllcorner %s\ncellsize %s\nNODATA_value %s\n",
                 (unsigned)info->width, (unsigned)info->height, west, south, size, none);
    return pdk_output_write(output, head, (size_t)length, error);
}

pdk_status pdk_raster_write_asc(const pdk_raster_info *info, const pdk_raster_place *place, pdk_output *output,
                                pdk_error *error)
{
    enum { BUFFER_SIZE = 1 << 14 };
    char text[BUFFER_SIZE];
    size_t used = 0;
    pdk_status status = put_head(info, place, output, error);
    bool moved = fabs(place->height) > 0;
    const float *value = info->values;
    for (uint32_t row = 0; row < info->height && status == PDK_OK; row++) {
        for (uint32_t column = 0; column < info->width && status == PDK_OK; column++, value++) {
            if (isnan(*value)) used += (size_t)snprintf(text + used, PDK_NUMBER_SIZE, "%s", none);
            else if (moved)
                used += pdk_format_number(text + used, pdk_sum_of_float(*value, place->height), PDK_FLOAT64);
            else used += pdk_format_number(text + used, (double)*value, PDK_FLOAT32);
            text[used++] = column + 1 < info->width ? ' ' : '\n';
            if (used + PDK_NUMBER_SIZE + 1 < BUFFER_SIZE) continue;
            status = pdk_output_write(output, text, used, error);
            used = 0;
        }
    }
    return status == PDK_OK ? pdk_output_write(output, text, used, error) : status;
}
