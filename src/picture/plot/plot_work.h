/* What all kinds of plots work on. */
#ifndef PADDOCK_PLOT_PLOT_WORK_H
#define PADDOCK_PLOT_PLOT_WORK_H

#include "plot/draw_list.h"
#include "plot/theme.h"

/* References that are named, and laps or recordings that these mean: of a file without laps, one for each driver. */
#define PDK_PLOT_MOST_REFERENCES 64 /* a macro: texts have it, too */
enum { PDK_PLOT_MOST_LAPS = 128, PDK_PLOT_TITLE = 256, PDK_PLOT_LARGEST = 8192 };

/* The number of a series at its line: where it is wanted, and where it is drawn. */
typedef struct pdk_series_number {
    pdk_draw_point wanted, at;
    size_t series;
} pdk_series_number;

/* One picture while it is drawn. All memory is the plot's and is freed with it. */
typedef struct pdk_plot_work {
    pdk_memory *memory;
    const pdk_plot_options *options;
    const pdk_lap_reference *laps;
    size_t count;
    const pdk_posting *posting; /* what is drawn instead of laps */
    const pdk_theme *theme;
    pdk_draw_list list;
    uint32_t width, height; /* pixels: as asked for, 0 = the kind says */
    int32_t legend;         /* tenths at the bottom that plot_legend.h has taken */
    pdk_vector marks;       /* pdk_series_number, of plot_legend.h */
    int32_t title_room;     /* tenths: less than the whole width; 0 = all */
    char title[PDK_PLOT_TITLE], subtitle[PDK_PLOT_TITLE];
} pdk_plot_work;

/* pdk_plot_channels() and so on, which draw a kind each: plot_<kind>.c. */
#define PDK_PLOT_DRAW(number, upper, name, takes, shows) \
    pdk_status pdk_plot_##name(pdk_plot_work *work, pdk_error *error);
PDK_PLOT_KINDS(PDK_PLOT_DRAW)
#undef PDK_PLOT_DRAW

/* What is drawn is a posting. */
pdk_status pdk_plot_draw_posting(pdk_plot_work *work, pdk_error *error);

/* --- plot_page.c: what is around the data --- */

/* Settles the size: the one asked for, or this. PDK_E_ARGUMENT, "plot.size", where less than `least_height` is left. */
pdk_status pdk_plot_settle(pdk_plot_work *work, uint32_t width, uint32_t height, uint32_t least_height,
                           pdk_error *error);
/* Title and subtitle at the top, from work->title (or the caller's) and work->subtitle. */
void pdk_plot_put_title(pdk_plot_work *work);
/* Where the data begin below them, in tenths. */
enum { PDK_PLOT_TOP = 540, PDK_PLOT_MARGIN = 240 };
/* Tenths of the whole. */
static inline int32_t pdk_plot_width(const pdk_plot_work *work)
{
    return (int32_t)work->width * 10;
}
/* Above the legend. */
static inline int32_t pdk_plot_height(const pdk_plot_work *work)
{
    return (int32_t)work->height * 10 - work->legend;
}

/* Between parts of the work: PDK_E_CANCELLED when the caller wants no more. */
pdk_status pdk_plot_go_on(const pdk_plot_work *work, uint64_t done, uint64_t total, pdk_error *error);
/* Computes an answer of a document that is drawn, while the caller's progress hears of it: then what it is made of can
 * be asked for. */
pdk_status pdk_plot_answer(const pdk_plot_work *work, const pdk_document *document, const char *name,
                           const pdk_table **table, pdk_error *error);
/* "plot.data" with the reason: PDK_E_UNSUPPORTED. */
pdk_status pdk_plot_lacks(pdk_error *error, const char *format, ...) PDK_PRINTF(2, 3);
/* A choice of options.of or the like: its number in a list ended by NULL; PDK_E_ARGUMENT, "plot.choice", with the list
 * where it is none of them. NULL is the first. */
pdk_status pdk_plot_choose(const char *option, const char *given, const char *const *choices, size_t *chosen,
                           pdk_error *error);
/* The last part of a path. */
const char *pdk_plot_file_name(const char *path);

#endif
