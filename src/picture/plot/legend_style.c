/* How series look. */
#include "plot/plot_legend.h"

bool pdk_legend_is_numbered(const pdk_legend *legend)
{
    return legend->count > PDK_SERIES_COLOURS;
}

uint32_t pdk_compared_colour(const pdk_theme *theme, size_t lap, int32_t dash[2])
{
    dash[0] = dash[1] = 0;
    return lap == 0 ? theme->muted : pdk_series_colour(theme, lap + 1, dash);
}

void pdk_legend_style(const pdk_plot_work *work, const pdk_legend *legend, size_t series, pdk_line_style *style)
{
    style->colour = legend->has_reference ? pdk_compared_colour(work->theme, series, style->dash)
                                          : pdk_series_colour(work->theme, series, style->dash);
}
