/* surface: from above as light in the colours of heights, heights alone, or contours; or along a line. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/contours.h"
#include "plot/plot_facts.h"
#include "plot/plot_laps.h"
#include "plot/plot_roughness.h"
#include "plot/plot_sections.h"
#include "plot/surface_picture.h"

enum {
    OF_HILLSHADE = 0,
    OF_HEIGHT,
    OF_CONTOUR,
    OF_ROUGHNESS,
    OF_SECTIONS,
    TINTS = 17,
    LIGHTS = 15,
    CONTOURS = 14,
    STEP = 2
};

typedef struct surface_plot {
    pdk_plot_work *work;
    pdk_raster *raster;
    float *heights; /* of the raster */
    pdk_map_colours colours;
    pdk_panel panel;
} surface_plot;

/* What is seen from above, at the resolution of the picture. */
static pdk_status read_surface(surface_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    const double *origin = work->options->surface_origin;
    pdk_map_bounds bounds = PDK_MAP_EMPTY;
    pdk_status status = pdk_surface_bounds(work, &bounds, error);
    if (status != PDK_OK) return status;
    status = pdk_map_settle(work, &bounds, &plot->panel, error);
    if (status == PDK_OK) status = pdk_surface_raster(work, 10 / pdk_map_per_metre(&plot->panel), &plot->raster, error);
    if (status != PDK_OK) return status;
    const pdk_raster_info *info = pdk_raster_about(plot->raster);
    if (info->covered == 0) return pdk_plot_lacks(error, "no triangle of the surface can be seen from above");
    size_t count = (size_t)info->width * info->height;
    plot->heights = pdk_alloc_array(work->memory, count, sizeof *plot->heights);
    if (plot->heights == NULL) return pdk_fail_memory(error, work->memory, "heights");
    memcpy(plot->heights, info->values, count * sizeof *plot->heights);
    plot->colours = (pdk_map_colours){
        .name = "height", .unit = "m", .low = info->minimum + origin[2], .high = info->maximum + origin[2]
    };
    pdk_range_widen(&plot->colours.low, &plot->colours.high);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- pixels */

static double share_of(const surface_plot *plot, float height)
{
    double origin = plot->work->options->surface_origin[2];
    double share = ((double)height + origin - plot->colours.low) / (plot->colours.high - plot->colours.low);
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* Light in the tint of the height. */
static uint8_t shaded(const void *user, float value, size_t pixel)
{
    const surface_plot *plot = user;
    if (isnan(value)) return 0;
    int tint = (int)(share_of(plot, plot->heights[pixel]) * (TINTS - 0.001)), light = (int)(value / 256 * LIGHTS);
    light = light < 0 ? 0 : light >= LIGHTS ? LIGHTS - 1 : light;
    return (uint8_t)(1 + tint * LIGHTS + light);
}

static uint8_t tinted(const void *user, float value, size_t pixel)
{
    (void)pixel;
    if (isnan(value)) return 0;
    return (uint8_t)(1 + (int)(share_of(user, value) * 254.999));
}

static pdk_status draw_hillshade(surface_plot *plot, pdk_error *error)
{
    uint32_t palette[256] = { 0 };
    for (int tint = 0; tint < TINTS; tint++) {
        uint32_t colour = pdk_ramp_colour(plot->work->theme, (tint + 0.5) / TINTS);
        for (int light = 0; light < LIGHTS; light++) {
            double lit = (light + 0.5) / LIGHTS; /* flat ground has 0.7: there the colour is as in the bar */
            palette[1 + tint * LIGHTS + light] = lit < 0.7 ? pdk_mix_colours(0x000000, colour, lit / 0.7)
                                                           : pdk_mix_colours(colour, 0xFFFFFF, (lit - 0.7) / 0.4);
        }
    }
    pdk_status status = pdk_raster_shade(plot->raster, PDK_RASTER_HILLSHADE, 0, error);
    if (status == PDK_OK)
        status = pdk_raster_draw(plot->work, &plot->panel, plot->raster, palette, shaded, plot, error);
    return status;
}

static pdk_status draw_heights(surface_plot *plot, pdk_error *error)
{
    uint32_t palette[256] = { 0 };
    for (int i = 1; i < 256; i++) palette[i] = pdk_ramp_colour(plot->work->theme, (i - 1) / 254.0);
    return pdk_raster_draw(plot->work, &plot->panel, plot->raster, palette, tinted, plot, error);
}

/* Every fifth line is thick; lines with room have their heights in them. */
static pdk_status draw_contours(surface_plot *plot, char *words, size_t size, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    const double *origin = work->options->surface_origin;
    const pdk_raster_info *raster = pdk_raster_about(plot->raster);
    pdk_contour_grid grid = { raster, raster->west + origin[0], raster->north + origin[1], STEP };
    pdk_vector places = pdk_vector_of(work->memory, sizeof(pdk_contour_place));
    bool strong[PDK_MOST_TICKS] = { false };
    pdk_ticks ticks;
    char step[PDK_LABEL_SIZE];
    pdk_status status = pdk_surface_picture_draw(work, &plot->panel, error);
    pdk_ticks_make(&ticks, plot->colours.low, plot->colours.high, CONTOURS);
    int32_t room = pdk_ticks_width(&ticks) + 60;
    for (size_t i = 0; i < ticks.count && status == PDK_OK; i++) {
        double share = (ticks.values[i] - plot->colours.low) / (plot->colours.high - plot->colours.low);
        strong[i] = fabs(fmod(round(ticks.values[i] / ticks.step), 5)) < 0.5;
        pdk_draw_path path = { .stroke = pdk_ramp_colour(work->theme, share),
                               .fill = PDK_NO_COLOUR,
                               .width = strong[i] ? 20 : 11 };
        status = pdk_contour_draw(work, &plot->panel, &grid,
                                  (pdk_contour_level){ ticks.values[i] - origin[2], &path, i, room }, &places, error);
    }
    if (status == PDK_OK) pdk_contour_put_labels(work, &places, (const char(*)[PDK_LABEL_SIZE])ticks.labels, strong);
    pdk_number_text(step, ticks.step, ticks.step < 1 ? (int)ceil(-log10(ticks.step) - 1e-9) : 0);
    snprintf(words, size, "; a line each %s m", step);
    return status;
}

pdk_status pdk_plot_surface(pdk_plot_work *work, pdk_error *error)
{
    static const char *const ways[] = { "hillshade", "height", "contour", "roughness", "sections", NULL };
    static const char *const titles[] = { "from above", "heights", "contours" };
    surface_plot plot = { .work = work };
    size_t of;
    char words[64] = "", rest[160];
    const char *file = work->laps[0].name != NULL ? pdk_plot_file_name(work->laps[0].name) : "the surface";
    pdk_status status = pdk_plot_choose("--of of a surface", work->options->of, ways, &of, error);
    if (status == PDK_OK && work->options->surface == NULL)
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.surface", "options.surface says what to draw");
    if (status == PDK_OK && of == OF_ROUGHNESS) return pdk_plot_roughness(work, error);
    if (status == PDK_OK && of == OF_SECTIONS) return pdk_plot_sections(work, error);
    if (status == PDK_OK) status = read_surface(&plot, error);
    if (status == PDK_OK && of == OF_HILLSHADE) status = draw_hillshade(&plot, error);
    if (status == PDK_OK && of == OF_HEIGHT) status = draw_heights(&plot, error);
    if (status == PDK_OK && of == OF_CONTOUR) status = draw_contours(&plot, words, sizeof words, error);
    if (status == PDK_OK) {
        pdk_map_put_colours(work, &plot.colours);
        pdk_map_put_scale(work, &plot.panel);
        snprintf(work->title, sizeof work->title, "%.120s: %s", file, titles[of]);
        pdk_plot_describe(work, rest, sizeof rest);
        snprintf(work->subtitle, sizeof work->subtitle, "%s%s", rest, words);
        pdk_plot_put_title(work);
    }
    pdk_raster_close(plot.raster);
    return status;
}
