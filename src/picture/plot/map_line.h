/* The places of a lap, with a value at each. */
#ifndef PADDOCK_PLOT_MAP_LINE_H
#define PADDOCK_PLOT_MAP_LINE_H

#include "plot/map_page.h"
#include "plot/plot_laps.h"

typedef struct pdk_map_place {
    double x, y, value;
    bool begins; /* not joined with the one before */
} pdk_map_place;

typedef struct pdk_map_line {
    pdk_map_place *places;
    size_t count;
} pdk_map_line;

/* Where a lap went, and the channel of a role there (PDK_ROLE_NONE = none). *unit gets the channel's unit;
 * PDK_E_UNSUPPORTED, "plot.data", where the recording has no such channel. */
pdk_status pdk_map_read(const pdk_plot_work *work, const pdk_plot_lap *lap, pdk_role role, pdk_map_line *line,
                        const char **unit, pdk_error *error);
/* Where words stand, in tenths. */
typedef struct pdk_map_circle {
    int32_t x, y, radius;
} pdk_map_circle;

/* In one colour. */
void pdk_map_draw_line(pdk_plot_work *work, const pdk_panel *panel, const pdk_map_line *line,
                       const pdk_line_style *style);
/* In the colours of its values. */
void pdk_map_draw_values(pdk_plot_work *work, const pdk_panel *panel, const pdk_map_line *line,
                         const pdk_map_colours *colours, int32_t width);
/* Skid marks that recordings have, laid by anyone at the times of these laps; the subtitle says that they are there. */
pdk_status pdk_map_draw_skids(pdk_plot_work *work, const pdk_panel *panel, const pdk_plot_lap *laps, size_t count,
                              pdk_error *error);
/* The ground that laps use, or that a track has; its start and sector lines; corners with their numbers.
 * `document` is a recording or an analysis of one. Nothing where it has no track. `taken` gets where numbers stand.
 */
void pdk_map_draw_ribbon(pdk_plot_work *work, const pdk_panel *panel, const pdk_document *document);
void pdk_map_draw_lines(pdk_plot_work *work, const pdk_panel *panel, const pdk_document *document);
void pdk_map_draw_corners(pdk_plot_work *work, const pdk_panel *panel, const pdk_document *document, pdk_vector *taken);

#endif
