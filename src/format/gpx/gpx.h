/* GPX: points of tracks with times.
 *
 *     gpx_points.c   elements: tracks and their points
 *     gpx_time.c     ISO 8601
 *     gpx_cars.c     which tracks are of one car, points in order of time, laps
 *     gpx_read.c     the document
 */
#ifndef PADDOCK_FORMAT_GPX_GPX_H
#define PADDOCK_FORMAT_GPX_GPX_H

#include "format/logged_rows.h"
#include "markup/xml_text.h"

/* Whole seconds since 1970 and the rest, so that differences are exact. */
typedef struct pdk_gpx_time {
    int64_t seconds;
    double fraction;
} pdk_gpx_time;

typedef struct pdk_gpx_point {
    pdk_gpx_time clock;
    double time; /* s since the first point */
    double latitude, longitude, elevation, speed, course;
    uint64_t offset;
    uint32_t track; /* in pdk_gpx.tracks */
    uint32_t segment;
    bool left_out;
} pdk_gpx_point;

typedef struct pdk_gpx_track {
    pdk_text name;       /* "" = it has none */
    size_t first, count; /* of its points */
    uint32_t car;
    double start, end; /* s */
} pdk_gpx_track;

typedef struct pdk_gpx_car {
    pdk_text name;
    double end;     /* s, of its last track so far */
    double closing; /* s, when its last track came by its begin again; NaN = it did not */
    double began;   /* s, its lap */
    uint32_t tracks;
    uint32_t laps; /* crossings so far */
} pdk_gpx_car;

typedef struct pdk_gpx {
    pdk_document *document;
    pdk_bytes bytes;
    pdk_vector points, tracks, cars;
    pdk_text creator;
    double *slots; /* of the rows: the car's number */
    double *elevations, *speeds, *courses, *row_tracks, *row_segments;
    bool own_speed, own_course, own_elevation; /* some point has one */
    pdk_logged_rows log;
} pdk_gpx;

/* --- gpx_time.c --- */
/* "2024-05-01T10:20:30.5Z"; without Z or an offset it is taken for UTC. */
bool pdk_gpx_read_time(pdk_xml_span text, pdk_gpx_time *time);
/* --- gpx_points.c --- */
pdk_status pdk_gpx_read_points(pdk_gpx *gpx, pdk_error *error);
/* --- gpx_cars.c --- */
pdk_status pdk_gpx_sort(pdk_gpx *gpx, pdk_error *error);

#endif
