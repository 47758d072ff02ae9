/* Colours of both themes. */
#ifndef PADDOCK_PLOT_THEME_H
#define PADDOCK_PLOT_THEME_H

#include "base/error.h"

enum { PDK_SERIES_COLOURS = 8, PDK_SERIES_DASHES = 6, PDK_RAMP_COLOURS = 32 };
enum { PDK_SERIES_LOOKS = PDK_SERIES_COLOURS * PDK_SERIES_DASHES };

typedef struct pdk_theme {
    uint32_t background, text, muted;
    uint32_t grid, faint;                /* along x, of y ticks; the others */
    uint32_t ribbon, edge;               /* a track beneath; its edges */
    uint32_t context;                    /* drivers who are shown but were not asked for */
    uint32_t series[PDK_SERIES_COLOURS]; /* mostly those of Okabe and Ito: series.def */
    uint32_t faster, slower;
    bool dark;
} pdk_theme;

const pdk_theme *pdk_theme_of(pdk_plot_theme theme);

/* The colour of the n-th series. Behind the last colour they begin again: `dash` distinguishes the rounds, 0 = solid;
 * so the looks of PDK_SERIES_LOOKS series differ. */
uint32_t pdk_series_colour(const pdk_theme *theme, size_t number, int32_t dash[2]);

/* Values from 0 to 1: dark to light as cividis and viridis are, in the part that is seen on the background. */
uint32_t pdk_ramp_colour(const pdk_theme *theme, double value);
/* From -1 (faster) over the middle to 1 (slower). */
uint32_t pdk_diverging_colour(const pdk_theme *theme, double value);
/* Between two colours. */
uint32_t pdk_mix_colours(uint32_t from, uint32_t to, double share);

#endif
