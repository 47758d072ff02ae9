/* Compared laps as plots need them. */
#ifndef PADDOCK_PLOT_PLOT_COMPARISON_H
#define PADDOCK_PLOT_PLOT_COMPARISON_H

#include "plot/plot_work.h"

typedef struct pdk_plot_comparison {
    pdk_document *document; /* to be closed */
    const pdk_table *steps, *laps, *sectors, *corners;
    size_t lap_count, rows;
    char (*names)[96]; /* of the laps: what distinguishes them */
} pdk_plot_comparison;

/* pdk_compare_laps with the options of the plot. */
pdk_status pdk_plot_compare(pdk_plot_work *work, pdk_plot_comparison *comparison, pdk_error *error);
/* A whole column of one of its tables, "delta" and 1 for delta_1; below 0 = the name has no number. NaN where a value
 * is missing; NULL where there is no such column or no memory. */
double *pdk_plot_compared(const pdk_plot_work *work, const pdk_table *table, const char *name, int lap);
/* "G. Novak, lap 1, 1:02.630 against B. Okafor, lap 1, 1:03.020"; of several "4 laps against ...". */
void pdk_plot_compared_title(const pdk_plot_comparison *comparison, char *text, size_t size);
/* How places were found, and how well: for subtitles. */
void pdk_plot_compared_how(const pdk_plot_comparison *comparison, char *text, size_t size);

#endif
