/* A surface from above: a raster of it, as a picture in the drawing. */
#include "plot/surface_picture.h"

#include <math.h>

enum { LARGEST = 4096 }; /* pixels of a side */

pdk_status pdk_surface_bounds(const pdk_plot_work *work, pdk_map_bounds *bounds, pdk_error *error)
{
    const double *origin = work->options->surface_origin;
    pdk_raster_options rough = PDK_RASTER_OPTIONS_INIT;
    pdk_raster *raster = NULL;
    rough.width = rough.height = 64;
    rough.limits = work->options->limits;
    rough.allocator = work->options->allocator;
    pdk_status status = pdk_raster_create(work->options->surface, &rough, &raster, error);
    if (status == PDK_OK) {
        const pdk_raster_info *info = pdk_raster_about(raster);
        pdk_map_take(bounds, info->west + origin[0], info->north + origin[1]);
        pdk_map_take(bounds, info->west + origin[0] + info->width * info->size,
                     info->north + origin[1] - info->height * info->size);
    }
    pdk_raster_close(raster);
    return status == PDK_E_ARGUMENT ? pdk_plot_lacks(error, "no triangle of the surface can be seen from above")
                                    : status;
}

pdk_status pdk_surface_raster(const pdk_plot_work *work, double metres, pdk_raster **raster, pdk_error *error)
{
    const pdk_plot_options *own = work->options;
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.size = metres;
    options.limits = own->limits;
    options.allocator = own->allocator;
    options.progress = own->progress;
    options.progress_user = own->progress_user;
    return pdk_raster_create(own->surface, &options, raster, error);
}

pdk_status pdk_raster_draw(pdk_plot_work *work, const pdk_panel *panel, const pdk_raster *raster,
                           const uint32_t palette[256], pdk_pixel_of pixel_of, const void *user, pdk_error *error)
{
    const pdk_raster_info *info = pdk_raster_about(raster);
    const double *origin = work->options->surface_origin;
    size_t count = (size_t)info->width * info->height;
    uint8_t *pixels = pdk_alloc_array(work->memory, count, 1);
    uint32_t *colours = pdk_alloc_array(work->memory, 256, sizeof *colours);
    if (pixels == NULL || colours == NULL) return pdk_fail_memory(error, work->memory, "a picture of a surface");
    for (size_t i = 0; i < 256; i++) colours[i] = palette[i];
    for (size_t i = 0; i < count; i++) pixels[i] = pixel_of(user, info->values[i], i);
    double west = info->west + origin[0], north = info->north + origin[1];
    int32_t left = pdk_scale_at(&panel->x, west), top = pdk_scale_at(&panel->y, north);
    pdk_draw_picture image = { .x = left,
                               .y = top,
                               .width = pdk_scale_at(&panel->x, west + info->width * info->size) - left,
                               .height = pdk_scale_at(&panel->y, north - info->height * info->size) - top,
                               .columns = info->width,
                               .rows = info->height,
                               .pixels = pixels,
                               .palette = colours };
    pdk_draw_image(&work->list, &image);
    return PDK_OK;
}

/* Light from 0 to 255, in steps, so that the picture packs. */
static uint8_t light_of(const void *user, float value, size_t pixel)
{
    (void)user;
    (void)pixel;
    if (isnan(value)) return 0;
    int level = (int)(value / 4);
    return (uint8_t)(1 + (level < 0 ? 0 : level > 63 ? 63 : level));
}

pdk_status pdk_surface_picture_draw(pdk_plot_work *work, const pdk_panel *panel, pdk_error *error)
{
    if (work->options->surface == NULL) return PDK_OK;
    uint32_t palette[256] = { 0 };
    pdk_raster *raster = NULL;
    pdk_map_bounds bounds = PDK_MAP_EMPTY;
    pdk_status status = pdk_surface_bounds(work, &bounds, error);
    if (status == PDK_OK) { /* a surface far larger than the map is not drawn finer than it can be kept */
        double most = fmax(bounds.high[0] - bounds.low[0], bounds.high[1] - bounds.low[1]);
        status = pdk_surface_raster(work, fmax(10 / pdk_map_per_metre(panel), most / LARGEST), &raster, error);
    }
    if (status == PDK_OK) status = pdk_raster_shade(raster, PDK_RASTER_HILLSHADE, 0, error);
    for (size_t i = 1; i < 65; i++) /* between the paper and the ribbon: what is drawn above must stand out */
        palette[i] = pdk_mix_colours(work->theme->edge, work->theme->background, (double)i / 64);
    if (status == PDK_OK) status = pdk_raster_draw(work, panel, raster, palette, light_of, NULL, error);
    pdk_raster_close(raster);
    return status;
}
