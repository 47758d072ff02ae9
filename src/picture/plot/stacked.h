/* Panels below each other with one x axis. */
#ifndef PADDOCK_PLOT_STACKED_H
#define PADDOCK_PLOT_STACKED_H

#include "plot/panel.h"

enum { PDK_STACKED_LINES = PDK_PLOT_MOST_LAPS, PDK_STACKED_PANELS = 24 };

/* One line of a panel: x is that of the stack. */
typedef struct pdk_stacked_line {
    const double *x, *y;
    size_t count;
    size_t series; /* whose colour */
} pdk_stacked_line;

typedef struct pdk_stacked_panel {
    const char *name, *unit;
    uint32_t height;   /* px, as it likes to be */
    double low, high;  /* what is shown at least; low > high = what the data have */
    bool zero;         /* 0 is shown */
    bool whole, steps; /* whole numbers on the axis; values held until the next */
    bool signed_area;  /* one line: the area to 0 is filled, below as faster, above as slower */
    uint32_t colour;   /* with one line: its own; PDK_NO_COLOUR = of its series */
    int group;         /* panels of one group have one scale; 0 = its own */
    pdk_stacked_line lines[PDK_STACKED_LINES];
    size_t line_count;
    /* Set by pdk_stacked_draw. */
    double shown_low, shown_high;
    size_t values, beyond; /* how many values it has, and how many of them are drawn at the edge */
} pdk_stacked_panel;

typedef struct pdk_stacked_mark {
    double at;
    double to;         /* a band to there; NaN = a line */
    const char *label; /* above; NULL = none */
    const char *note;  /* above that, in `colour` */
    uint32_t colour;
    int row; /* 0: of labels right above the panels; 1: of a row above those */
} pdk_stacked_mark;

typedef struct pdk_stacked {
    pdk_stacked_panel *panels;
    size_t panel_count;
    const char *x_name;
    pdk_axis_kind x_kind;
    double low, high; /* of x; low > high = what the data have */
    const pdk_stacked_mark *marks;
    size_t mark_count;
    int mark_rows;      /* how many rows of labels marks have */
    bool has_reference; /* the first series is what the others are measured against: in the colour of text */
    const char *const *series_names; /* NULL = one series: lines carry the names of panels */
    size_t series_count;
} pdk_stacked;

/* Settles the size, then draws all but the title. Scales that follow the data leave out single spikes: beyond 99.5 % of
 * the values, where these would take more than half of the scale; a note in the panel says how many. Lines get copies
 * of their values then. Panels of a group are of one kind: all follow the data, or none. */
pdk_status pdk_stacked_draw(pdk_plot_work *work, const pdk_stacked *stacked, pdk_error *error);

#endif
