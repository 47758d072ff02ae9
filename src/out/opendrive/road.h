/* A road on its way into an OpenDRIVE file.
 *
 *     road_lines.c     its line from a file that has lines: a track, a path
 *     road_driven.c    from a recording
 *     road_grid.c      from a surface, or from OpenCRG
 *     road_fit.c       the line, the heights and the widths as curves
 *     road_xml.c       the file
 *     opendrive.c      the target: options, notes
 */
#ifndef PADDOCK_OPENDRIVE_ROAD_H
#define PADDOCK_OPENDRIVE_ROAD_H

#include "curve/cubic_fit.h"
#include "curve/fit_curve.h"
#include "target/exporter.h"

/* A point of the line in the target's axes, x forward, y left, z up, with the origin. */
typedef struct pdk_road_point {
    double x, y, z;     /* m; z NaN = not known */
    double left, right; /* m from the line to the edges, not below 0; NaN = not known */
    double lean;        /* height gained per metre to the left; NaN = not known */
} pdk_road_point;

enum { PDK_ROAD_HEIGHT, PDK_ROAD_LEAN, PDK_ROAD_LEFT, PDK_ROAD_RIGHT, PDK_ROAD_PROFILES };

typedef struct pdk_road {
    pdk_export *job;
    pdk_vector points; /* pdk_road_point */
    bool closed;
    double error;        /* m */
    double half_width;   /* m on each side where no width is known */
    bool widths_assumed; /* nowhere is one known */
    const char *crg;     /* NULL = none */
    uint64_t dropped;    /* points that were no numbers, or where the one before is */
    pdk_curve curve;
    pdk_cubics profiles[PDK_ROAD_PROFILES];
} pdk_road;

/* Adds a point; what is no number, or where the last one is, is counted and left out. */
pdk_status pdk_road_add(pdk_road *road, const pdk_road_point *point, pdk_error *error);

pdk_status pdk_road_from_lines(pdk_road *road, pdk_error *error);
pdk_status pdk_road_from_recording(pdk_road *road, pdk_error *error);
pdk_status pdk_road_from_surface(pdk_road *road, pdk_error *error);

/* Makes the curves of the points, and of what is known about them. */
pdk_status pdk_road_fit(pdk_road *road, pdk_error *error);
pdk_status pdk_road_write(const pdk_road *road, pdk_error *error);

#endif
