/* Pictures: laps, races and surfaces drawn as SVG, PNG or PDF.
 *
 *     pdk_lap_reference laps[2] = { { .document = best }, { .document = mine } };
 *     pdk_plot *plot = NULL;
 *     if (pdk_plot_create(PDK_PLOT_DELTA, laps, 2, NULL, &plot, &error) == PDK_OK) {
 *         status = pdk_plot_write(plot, PDK_PLOT_SVG, output, &error);
 *         pdk_plot_close(plot);
 *     }
 *
 * A picture depends only on its data and options: the same call gives the same bytes. SVG is the same on every machine,
 * and its text is text. PNG and PDF show the same picture in the fonts of the machine that draws them. */
#ifndef PADDOCK_PLOT_H
#define PADDOCK_PLOT_H

#include "compare.h"
#include "output.h"
#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_plot pdk_plot;

/* What each kind takes: several laps (L), several files (F), or one file (1). */
typedef enum pdk_plot_kind {
    PDK_PLOT_CHANNELS = 0, /* L: any columns over time or distance, below each other */
    PDK_PLOT_DELTA,        /* L: where time is won and lost, against the first lap; speed and pedals below */
    PDK_PLOT_MAP,          /* L: where cars went, coloured by a channel; a track below. 1: the lines of a track */
    PDK_PLOT_POSITIONS,    /* 1: positions after each lap */
    PDK_PLOT_GAPS,         /* 1: seconds behind the leader after each lap */
    PDK_PLOT_LAP_TIMES,    /* F: the lap times of each driver */
    PDK_PLOT_GG,           /* L: acceleration sideways and along */
    PDK_PLOT_HISTOGRAM,    /* L: how often a column has each value; suspension velocities by default */
    PDK_PLOT_CORNERS,      /* L: time and speeds in each corner */
    PDK_PLOT_SURFACE       /* 1: hillshade, contours, or the roughness along a line */
} pdk_plot_kind;

/* "channels", "laptimes" ..., and one sentence each; NULL past the end. */
PDK_API const char *pdk_plot_kind_name(size_t index);
PDK_API const char *pdk_plot_kind_meaning(size_t index);

typedef enum pdk_plot_theme { PDK_PLOT_LIGHT = 0, PDK_PLOT_DARK } pdk_plot_theme;

typedef struct pdk_plot_options {
    size_t struct_size;     /* PDK_PLOT_OPTIONS_INIT sets it */
    uint32_t width, height; /* pixels; 0 = as the picture needs it */
    const char *title;      /* NULL = a title made from what it shows */
    pdk_plot_theme theme;
    bool has_from, has_to;      /* which of `from` and `to` are used */
    const char *const *columns; /* channels, histogram: names of columns, ended by NULL; NULL = the default ones */
    const char *const *units;   /* "kmh", "mph", "deg", "rpm", "mm", "F": shown instead of SI units; ended by NULL */
    const char *of;   /* what to draw. map: speed, gear, throttle, brake, delta or lap; laptimes: strip or box; surface:
                         hillshade, height, contour or roughness. NULL = the first that is available */
    const char *over; /* channels: "time" or "distance"; NULL = distance if it is known, for laps */
    const char *table;         /* the table of the columns; NULL = the first table with a time that has them */
    double from, to;           /* s of the session's clock, both included */
    const pdk_document *track; /* laps are projected on its line, and maps show it; NULL = as driven */
    pdk_compare_method method; /* delta, corners: how points on laps are matched */
    bool has_line;             /* `line` is used */
    double step;               /* m; 0 = 1 in delta, 0.05 along a surface's line */
    double line[4];            /* the start line if a file has none: x1, y1, x2, y2 in the file's axes */
    const double (*path)[2];   /* roughness: corners of the line along the surface; NULL = straight, the long way */
    size_t path_count;
    const pdk_surface *surface; /* z up: what the kind `surface` draws, and what is drawn below a map; NULL = none */
    double surface_origin[3];   /* surface + origin = coordinates */
    pdk_limits limits;          /* of the plot itself */
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    uint64_t no_incidents; /* map, 1: without marks where the recording's incidents were */
} pdk_plot_options;

#define PDK_PLOT_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_plot_options)

/* Draws. `laps` are files and, for kinds that draw laps, which lap of whom: without a driver any driver's, without a
 * lap the best. A recording without laps is drawn completely, and the picture says so. The documents may be closed
 * afterwards. PDK_E_UNSUPPORTED with the reason if a file lacks what the kind needs ("plot.data", or the code of the
 * answer that it lacks); PDK_E_ARGUMENT: an unknown column ("plot.column"), unit ("plot.unit") or choice
 * ("plot.choice"), a picture too small or too large ("plot.size"), too many or too few laps ("plot.laps"). options may
 * be NULL. */
PDK_API pdk_status pdk_plot_create(pdk_plot_kind kind, const pdk_lap_reference *laps, size_t count,
                                   const pdk_plot_options *options, pdk_plot **plot, pdk_error *error);

/* Pixels of the whole picture. */
PDK_API void pdk_plot_size(const pdk_plot *plot, uint32_t *width, uint32_t *height);

typedef enum pdk_plot_format { PDK_PLOT_SVG = 0, PDK_PLOT_PNG, PDK_PLOT_PDF } pdk_plot_format;

/* Any number of times, from any thread. PNG and PDF need Paddock's part for cairo: without it PDK_E_UNSUPPORTED,
 * "plot.absent". */
PDK_API pdk_status pdk_plot_write(const pdk_plot *plot, pdk_plot_format format, pdk_output *output, pdk_error *error);

/* NULL is fine. */
PDK_API void pdk_plot_close(pdk_plot *plot);

#ifdef __cplusplus
}
#endif
#endif
