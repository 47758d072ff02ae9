/* Colours of both themes. */
#include "plot/theme.h"

static const pdk_theme themes[] = {
    [PDK_PLOT_LIGHT] = { .background = 0xFFFFFF,
                         .text = 0x333333,
                         .muted = 0x666666,
                         .grid = 0xE6E6E6,
                         .faint = 0xF0F0F0,
                         .ribbon = 0xE4E4E4,
                         .edge = 0xBBBBBB,
                         .context = 0xB4B4B4,
#define PDK_SERIES(light, dark) light,
                         .series = {
#include "plot/series.def"
                         },
#undef PDK_SERIES
                         .faster = 0x0072B2,
                         .slower = 0xD55E00 },
    [PDK_PLOT_DARK] = { .background = 0x161616,
                        .text = 0xE8E8E8,
                        .muted = 0xA8A8A8,
                        .grid = 0x343434,
                        .faint = 0x262626,
                        .ribbon = 0x333333,
                        .edge = 0x5A5A5A,
                        .context = 0x666666,
#define PDK_SERIES(light, dark) dark,
                        .series = {
#include "plot/series.def"
                        },
#undef PDK_SERIES
                        .faster = 0x56B4E9,
                        .slower = 0xE69F00,
                        .dark = true },
};

const pdk_theme *pdk_theme_of(pdk_plot_theme theme)
{
    return &themes[theme == PDK_PLOT_DARK ? PDK_PLOT_DARK : PDK_PLOT_LIGHT];
}

uint32_t pdk_series_colour(const pdk_theme *theme, size_t number, int32_t dash[2])
{
    static const int32_t dashes[PDK_SERIES_DASHES][2] = { { 0, 0 },    { 60, 30 }, { 15, 30 },
                                                          { 120, 40 }, { 30, 70 }, { 200, 60 } };
    const int32_t *chosen = dashes[number / PDK_SERIES_COLOURS % PDK_SERIES_DASHES];
    dash[0] = chosen[0];
    dash[1] = chosen[1];
    return theme->series[number % PDK_SERIES_COLOURS];
}

uint32_t pdk_mix_colours(uint32_t from, uint32_t to, double share)
{
    uint32_t mixed = 0;
    if (!(share > 0)) return from;
    if (share > 1) share = 1;
    for (int shift = 0; shift <= 16; shift += 8) {
        double a = (double)(from >> shift & 0xFF), b = (double)(to >> shift & 0xFF);
        mixed |= (uint32_t)(a + (b - a) * share + 0.5) << shift;
    }
    return mixed;
}

static uint32_t between(const uint32_t *stops, size_t count, double value)
{
    if (!(value > 0)) return stops[0];
    if (value >= 1) return stops[count - 1];
    double place = value * (double)(count - 1);
    size_t stop = (size_t)place;
    return pdk_mix_colours(stops[stop], stops[stop + 1], place - (double)stop);
}

uint32_t pdk_ramp_colour(const pdk_theme *theme, double value)
{
    /* Points along viridis, without the yellow that white paper swallows, or the violet that a dark screen does. */
    static const uint32_t on_light[] = { 0x440154, 0x46327E, 0x365C8D, 0x277F8E, 0x1FA187, 0x4AC16D, 0x8FC31F };
    static const uint32_t on_dark[] = { 0x5B52A3, 0x3F74A8, 0x2D95A0, 0x1FA187, 0x4AC16D, 0xA0DA39, 0xFDE725 };
    const uint32_t *stops = theme->dark ? on_dark : on_light;
    return between(stops, sizeof on_light / sizeof on_light[0], value);
}

uint32_t pdk_diverging_colour(const pdk_theme *theme, double value)
{
    uint32_t middle = theme->dark ? 0x808080 : 0xB8B8B8;
    return pdk_mix_colours(middle, value < 0 ? theme->faster : theme->slower, value < 0 ? -value : value);
}
