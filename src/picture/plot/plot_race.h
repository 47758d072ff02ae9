/* Drivers of a race, as pictures of it need them. */
#ifndef PADDOCK_PLOT_PLOT_RACE_H
#define PADDOCK_PLOT_PLOT_RACE_H

#include "plot/panel.h"

typedef struct pdk_race_lap {
    double lap;
    double value; /* what is drawn: a place, a gap; NaN = not known */
} pdk_race_lap;

typedef struct pdk_race_driver {
    char name[64]; /* "A. Varga"; with the slot where names repeat, "car 3" where there is none */
    uint64_t slot;
    pdk_race_lap *laps; /* in order of laps */
    size_t count;
    double grid;   /* place at the start; NaN = not known */
    double result; /* the value in the results, for drivers who reached the end; NaN = there is none */
    bool meant;    /* one of the drivers that are named; all if none is */
    bool retired;
    bool unnamed;  /* drawn, but there was no room for the name */
    size_t series; /* whose colour; SIZE_MAX = the context's */
} pdk_race_driver;

typedef struct pdk_race {
    pdk_race_driver *drivers; /* in the order of the results */
    size_t count;
    uint32_t last_lap;
    double result_lap; /* after the last lap: what the results say, where penalties changed it; otherwise the last
                        * lap */
} pdk_race;

/* What of the race is drawn. */
typedef enum pdk_race_value { PDK_RACE_POSITION, PDK_RACE_GAP } pdk_race_value;

/* The answer `positions`, by driver. Where the results differ, by penalties that were added at the end, the lines
 * continue to them. */
pdk_status pdk_race_read(pdk_plot_work *work, pdk_race_value value, pdk_race *race, pdk_error *error);
/* Lines of drivers in their colours, those that are meant on top, with names at their ends, pushed apart. `from_grid`:
 * they begin at the grid, in lap 0. `aside` is the room, in tenths, between the panel and names beside it. A name
 * within the panel is left out where another one is: `unnamed` says whose. */
void pdk_race_draw(pdk_plot_work *work, const pdk_panel *panel, pdk_race *race, bool from_grid, int32_t aside);
/* What the margins of names need. */
int32_t pdk_race_name_width(const pdk_race *race);

#endif
