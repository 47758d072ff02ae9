/* Heights and slopes as 16-bit grey, which keeps their values; shading and differences as pictures for people. */
#include <math.h>
#include <stdio.h>

#include "png/png.h"
#include "export/raster/raster_file.h"
#include "surface/raster/raster.h"

static void put_grey(const pdk_raster_info *info, const pdk_raster_grey *grey, const float *values, uint16_t *row)
{
    double low = info->minimum;
    for (uint32_t i = 0; i < info->width; i++) {
        double place = ((double)values[i] - low) / grey->scale;
        row[i] = isnan(values[i]) ? 0 : (uint16_t)(1 + (place > 0 ? (uint32_t)fmin(place + 0.5, 65534) : 0));
    }
}

static void put_light(const pdk_raster_info *info, const float *values, uint8_t *row)
{
    for (uint32_t i = 0; i < info->width; i++, row += 4) {
        row[0] = row[1] = row[2] = isnan(values[i]) ? 0 : (uint8_t)(values[i] + 0.5F);
        row[3] = isnan(values[i]) ? 0 : 255;
    }
}

/* From blue over white to red, evenly lighter towards the middle: corners of the way, in between straight. */
static void put_difference(const pdk_raster_info *info, double reach, const float *values, uint8_t *row)
{
    static const double colours[5][3] = {
        { 5, 48, 97 }, { 67, 147, 195 }, { 247, 247, 247 }, { 214, 96, 77 }, { 103, 0, 31 }
    };
    for (uint32_t i = 0; i < info->width; i++, row += 4) {
        row[0] = row[1] = row[2] = row[3] = 0;
        if (isnan(values[i])) continue;
        double way = 2 + 2 * fmax(-1, fmin(1, (double)values[i] / reach));
        int from = way < 3.999 ? (int)way : 3;
        for (int k = 0; k < 3; k++)
            row[k] = (uint8_t)(colours[from][k] + (way - from) * (colours[from + 1][k] - colours[from][k]) + 0.5);
        row[3] = 255;
    }
}

static void put_blocks(const pdk_raster_info *info, const pdk_block_colors *colors, const float *values, uint8_t *row)
{
    for (uint32_t i = 0; i < info->width; i++, row += 4) {
        row[0] = row[1] = row[2] = row[3] = 0;
        if (isnan(values[i])) continue;
        pdk_block_color(colors->colors[(uint32_t)values[i]], row);
        row[3] = 255;
    }
}

/* The colours' ends: what 98 in 100 differences are within, so that a few outliers do not make the rest pale. */
static pdk_status find_reach(const pdk_raster_info *info, pdk_memory *memory, double *reach, pdk_error *error)
{
    enum { BINS = 4096 };
    double most = fmax(fabs(info->minimum), fabs(info->maximum));
    *reach = 1;
    if (info->covered == 0 || !(most > 0)) return PDK_OK;
    uint64_t *counts = pdk_alloc_array(memory, BINS, sizeof *counts), sum = 0;
    if (counts == NULL) return pdk_fail_memory(error, memory, "a PNG");
    for (uint64_t i = 0; i < (uint64_t)info->width * info->height; i++) {
        if (!isnan(info->values[i])) counts[(size_t)(fabs((double)info->values[i]) / most * (BINS - 1))]++;
    }
    size_t bins = 0;
    while (bins < BINS && (double)sum < 0.98 * (double)info->covered) sum += counts[bins++];
    *reach = most * (double)bins / BINS;
    pdk_free(memory, counts);
    return PDK_OK;
}

static pdk_status put_texts(pdk_png_writer *png, const pdk_raster_info *info, const pdk_raster_place *place,
                            const pdk_raster_grey *grey, double reach, pdk_error *error)
{
    char text[256];
    snprintf(text, sizeof text, "%.17g m a pixel, first pixel's north-west corner at %.17g %.17g, north up", info->size,
             place->west, place->north);
    pdk_status status = pdk_png_text(png, "Georeference", text, error);
    if (status != PDK_OK || info->of == PDK_RASTER_HILLSHADE || info->of == PDK_RASTER_BLOCK) return status;
    if (info->of == PDK_RASTER_DIFFERENCE) {
        snprintf(text, sizeof text, "blue -%.9g m, white 0, red +%.9g m", reach, reach);
        return pdk_png_text(png, "Scale", text, error);
    }
    snprintf(text, sizeof text, "%.17g + %.17g * (grey - 1) %s; grey 0 = none", grey->offset, grey->scale,
             info->of == PDK_RASTER_SLOPE ? "degrees" : "m");
    return pdk_png_text(png, "Scale", text, error);
}

static pdk_status put_rows(pdk_png_writer *png, const pdk_raster *raster, const pdk_raster_grey *grey, double reach,
                           void *row, pdk_error *error)
{
    const pdk_raster_info *info = &raster->info;
    pdk_status status = PDK_OK;
    for (uint32_t i = 0; i < info->height && status == PDK_OK; i++) {
        const float *values = info->values + (uint64_t)i * info->width;
        if (info->of == PDK_RASTER_HILLSHADE) put_light(info, values, row);
        else if (info->of == PDK_RASTER_DIFFERENCE) put_difference(info, reach, values, row);
        else if (info->of == PDK_RASTER_BLOCK) put_blocks(info, raster->colors, values, row);
        else put_grey(info, grey, values, row);
        status = pdk_png_row(png, row, error);
    }
    return status;
}

pdk_status pdk_raster_write_png(const pdk_raster *raster, const pdk_raster_place *place, pdk_output *output,
                                pdk_error *error)
{
    const pdk_raster_info *info = &raster->info;
    bool grey_levels = info->of == PDK_RASTER_HEIGHT || info->of == PDK_RASTER_SLOPE;
    pdk_raster_grey grey = pdk_raster_grey_of(info, place);
    double reach = 0;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_png_writer *png = NULL;
    void *row = pdk_alloc_array(&memory, info->width, 4);
    pdk_status status = row != NULL ? PDK_OK : pdk_fail_memory(error, &memory, "a PNG");
    if (status == PDK_OK && info->of == PDK_RASTER_DIFFERENCE) status = find_reach(info, &memory, &reach, error);
    if (status == PDK_OK) {
        status = pdk_png_begin(grey_levels ? PDK_PNG_GRAY16 : PDK_PNG_RGBA,
                               (pdk_png_shape){ info->width, info->height, 0 }, &memory, output, &png, error);
    }
    if (status == PDK_OK) status = put_texts(png, info, place, &grey, reach, error);
    if (status == PDK_OK) status = put_rows(png, raster, &grey, reach, row, error);
    if (status == PDK_OK) status = pdk_png_end(png, error);
    pdk_png_close(png);
    pdk_memory_destroy(&memory);
    return status;
}
