/* A picture of an incident while it is drawn, and its cars. */
#ifndef PADDOCK_PLOT_PLOT_INCIDENT_H
#define PADDOCK_PLOT_PLOT_INCIDENT_H

#include "analysis/incident/incident_scene.h"
#include "plot/map_page.h"

enum { PDK_INCIDENT_LABEL = 115 /* the size of names */ };

typedef struct pdk_incident_plot {
    pdk_plot_work *work;
    const pdk_document *document;
    const pdk_document *answers; /* what `incident` is of: the document, or `analysis` */
    pdk_document *analysis;      /* NULL = not needed */
    const pdk_incident *incident;
    double up[2];    /* the direction that is drawn upwards */
    double seen;     /* m, from the middle of a panel to its nearer edge */
    size_t left_out; /* cars for whose names there was no room */
} pdk_incident_plot;

/* One moment, in a box of the page. */
typedef struct pdk_incident_moment {
    double time, middle[2];
    bool is_moment; /* of the incident: speeds are those just before it, as its texts have them */
    pdk_scene_car *cars;
    size_t count;
    pdk_draw_box ground; /* between the names */
    double per_metre;
} pdk_incident_moment;

typedef struct pdk_incident_place {
    double x, y; /* tenths */
} pdk_incident_place;

/* --- plot_incident_spots.c --- */
/* The number of a car among those that took part; SIZE_MAX = it did not. */
size_t pdk_incident_party_number(const pdk_incident_plot *plot, uint32_t slot);
/* Where a place is in the picture. */
pdk_incident_place pdk_incident_spot(const pdk_incident_plot *plot, const pdk_incident_moment *at, double x, double y);

/* --- plot_incident_cars.c --- */
/* What the widest name needs beside the ground. */
int32_t pdk_incident_name_room(const pdk_incident_plot *plot, const pdk_incident_moment *at);
/* Lines first, cars over them, and where each line ends a dot or a number over its car; names have `room` on both
 * sides. Returns false if there is no memory. */
bool pdk_incident_draw_cars(pdk_incident_plot *plot, const pdk_incident_moment *at, int32_t room);

#endif
