/* Where the marks of an axis are, and what is written there. */
#ifndef PADDOCK_PLOT_TICKS_H
#define PADDOCK_PLOT_TICKS_H

#include "plot/plot_number.h"

enum { PDK_MOST_TICKS = 32 };

typedef struct pdk_ticks {
    size_t count;
    double values[PDK_MOST_TICKS];
    char labels[PDK_MOST_TICKS][PDK_LABEL_SIZE];
    double step;
} pdk_ticks;

/* Whole multiples of 1, 2 or 5 times a power of ten within low .. high, about `wanted` of them. */
void pdk_ticks_make(pdk_ticks *ticks, double low, double high, int wanted);
/* The same without steps below 1: laps, positions, gears. */
void pdk_ticks_whole(pdk_ticks *ticks, double low, double high, int wanted);
/* Seconds, in steps of clocks: 1, 2, 5, 10, 15, 30 s, 1, 2, 5, 10, 15, 30 min ..., as m:ss. */
void pdk_ticks_clock(pdk_ticks *ticks, double low, double high, int wanted);
/* Puts a unit after each number, where it has room. */
void pdk_ticks_add_unit(pdk_ticks *ticks, const char *unit);

/* A range that can be drawn: finite, its ends apart, nothing beyond 1e300. */
void pdk_range_widen(double *low, double *high);

#endif
