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
#include "posting.h"
#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_plot pdk_plot;

/* A line for each kind of plot: its number, PDK_PLOT_..., its name, what it takes, what it shows. The enum, the command
 * with its help and completions, docs/plots.md and the tests are made from these lines. A new kind goes to the end.
 *
 *     LAPS      one lap or more, as many as pdk_plot_kind_takes says
 *     TWO_LAPS  two or more, the first is what the others are compared with
 *     FILES     one file or more
 *     FILE      one file */
/* clang-format off */
#define PDK_PLOT_KINDS(KIND)                                                                                           \
    KIND(0, CHANNELS,  channels,  LAPS,     "any columns over time or distance, below each other")                     \
    KIND(1, DELTA,     delta,     TWO_LAPS,"where time is won and lost, against the first lap; speed and pedals below")\
    KIND(2, MAP,       map,       LAPS,     "where cars went, coloured by speed, gear, pedals or delta; or a track")   \
    KIND(3, POSITIONS, positions, FILE,     "positions after each lap")                                                \
    KIND(4, GAPS,      gaps,      FILE,     "seconds behind the leader after each lap")                                \
    KIND(5, LAP_TIMES, laptimes,  FILES,    "the lap times of each driver, as a strip of dots or boxes")               \
    KIND(6, GG,        gg,        LAPS,     "acceleration sideways and along the car, with its outline")               \
    KIND(7, HISTOGRAM, histogram, LAPS,     "how often a column has each value: suspension velocities, or any")        \
    KIND(8, CORNERS,   corners,   LAPS,     "time and speeds in each corner; of several laps, what each corner cost")  \
    KIND(9, SURFACE,   surface,   FILE,    "a surface from above: light, heights, contours; or along and across a line")      \
    KIND(10,INCIDENT,  incident,  FILE,     "the cars of an incident, 2 and 1 s before, at it, and 1 s after")         \
    KIND(11,DENSITY,   density,   FILES,    "where on a track incidents happened, in one race or several")
/* clang-format on */

typedef enum pdk_plot_kind {
#define PDK_PLOT_ENUMERATOR(number, upper, name, takes, shows) PDK_PLOT_##upper = number,
    PDK_PLOT_KINDS(PDK_PLOT_ENUMERATOR)
#undef PDK_PLOT_ENUMERATOR
} pdk_plot_kind;

/* Of each kind its name, what it takes ("2 to 64 laps", "one file") and what it shows; NULL past the end. */
PDK_API const char *pdk_plot_kind_name(size_t index);
PDK_API const char *pdk_plot_kind_takes(size_t index);
PDK_API const char *pdk_plot_kind_meaning(size_t index);

typedef enum pdk_plot_theme { PDK_PLOT_LIGHT = 0, PDK_PLOT_DARK = 1 } pdk_plot_theme;

typedef struct pdk_plot_options {
    size_t struct_size;     /* PDK_PLOT_OPTIONS_INIT sets it */
    uint32_t width, height; /* pixels; 0 = as the picture needs it */
    const char *title;      /* NULL = a title made from what it shows */
    pdk_plot_theme theme;
    bool has_from, has_to;      /* which of `from` and `to` are used */
    const char *const *columns; /* channels, histogram: names of columns, ended by NULL; NULL = the default ones */
    const char *const *units;   /* "ms", "mph", "deg", "rpm", "mm", "kN", "F"; NULL = km/h for cars, SI for the rest */
    const char *of;   /* what to draw. map: speed, gear, throttle, brake, delta or lap; laptimes: strip or box; surface:
                         hillshade, height, contour, roughness or sections; density of a season: the track. NULL = the
                         first that is available */
    const char *over; /* channels: "time" or "distance"; NULL = distance if it is known, for laps */
    const char *table;         /* the table of the columns; NULL = the first table with a time that has them */
    double from, to;           /* s of the session's clock, both included */
    const pdk_document *track; /* laps are projected on its line, and maps show it; NULL = as driven */
    pdk_compare_method method; /* delta, corners: how points on laps are matched */
    bool has_line;             /* `line` is used */
    double step;               /* m; 0 = 1 in delta, 0.05 along a surface's line, in sections a 120th of the width */
    double line[4];            /* the start line if a file has none, as pdk_analysis_options.line */
    const double (*path)[2];   /* roughness: corners of the line along the surface; NULL = straight, the long way */
    size_t path_count;
    const pdk_surface *surface; /* z up: what the kind `surface` draws, and what is drawn below a map; NULL = none */
    double surface_origin[3];   /* surface + origin = coordinates */
    pdk_limits limits;          /* of the plot itself */
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    uint64_t no_incidents; /* map, 1: without marks where the recording's incidents were */
    const char *incident;  /* incident: its id, as `incidents` has it, or the beginning of one; NULL = the first */
    double section_every, section_width; /* sections: m along the line and across; 0 = 10 and 12 */
} pdk_plot_options;

#define PDK_PLOT_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_plot_options)

/* Draws. `laps` are files and, for kinds that draw laps, which lap of whom: without a driver any driver's, without a
 * lap the best. A recording without laps is drawn completely, and the picture says so. The documents may be closed
 * afterwards. PDK_E_UNSUPPORTED with the reason if a file lacks what the kind needs ("plot.data", or the code of the
 * answer that it lacks); PDK_E_ARGUMENT: an unknown column ("plot.column"), unit ("plot.unit") or choice
 * ("plot.choice"), a picture too small or too large ("plot.size"), too many or too few laps ("plot.laps"), density:
 * files of several tracks ("plot.track"). options may be NULL. */
PDK_API pdk_status pdk_plot_create(pdk_plot_kind kind, const pdk_lap_reference *laps, size_t count,
                                   const pdk_plot_options *options, pdk_plot **plot, pdk_error *error);

/* Draws a posting, by default 780 pixels wide: as readable on a phone as its own text. Columns without room are left
 * out, and named below. Of the options width, height, title, theme, limits, allocator and progress are used. The
 * posting may be closed afterwards. PDK_E_ARGUMENT, "plot.size": it does not fit, or its table is too long for one
 * picture. options may be NULL. */
PDK_API pdk_status pdk_plot_posting(const pdk_posting *posting, const pdk_plot_options *options, pdk_plot **plot,
                                    pdk_error *error);

/* Pixels of the whole picture. */
PDK_API void pdk_plot_size(const pdk_plot *plot, uint32_t *width, uint32_t *height);

typedef enum pdk_plot_format { PDK_PLOT_SVG = 0, PDK_PLOT_PNG = 1, PDK_PLOT_PDF = 2 } pdk_plot_format;

/* Any number of times, from any thread. PNG and PDF need Paddock's part for cairo: without it PDK_E_UNSUPPORTED,
 * "plot.absent". */
PDK_API pdk_status pdk_plot_write(const pdk_plot *plot, pdk_plot_format format, pdk_output *output, pdk_error *error);

/* NULL is fine. */
PDK_API void pdk_plot_close(pdk_plot *plot);

#ifdef __cplusplus
}
#endif
#endif
