/* The track that a recording was driven on: its line, and everyone's places along it.
 *
 *     const pdk_driven_track *track;
 *     if (pdk_driven_track_of(document, &track, &error) == PDK_OK) {
 *         double time = 61.5, distance, lateral;
 *         pdk_driven_track_places(track, 7, &time, 1, &distance, &lateral); // where slot 7 was then
 *     }
 *
 * The line is the middle of the faster laps, or that of the document given as pdk_analysis_options.track (ask the
 * document that pdk_analyse made). Positions are in the frame of pdk_motion: right-handed, z up, metres. Distances are
 * metres along the line from the start line, lateral offsets metres to its left, headings anticlockwise from x. */
#ifndef PADDOCK_TRACK_H
#define PADDOCK_TRACK_H

#include "analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_driven_track pdk_driven_track;

/* The track of a recording, or of an analysis of one. It is made when it is first asked for, and lives as long as the
 * document. Any thread. PDK_E_UNSUPPORTED with the reason where nobody is seen driving a whole lap
 * ("track.no_lap", "track.once"), nothing moves ("analysis.motion"), or the laps are not on the track that was given
 * ("track.elsewhere"). */
PDK_API pdk_status pdk_driven_track_of(const pdk_document *document, const pdk_driven_track **track, pdk_error *error);

/* Belongs to the track. Members may be added at the end. */
typedef struct pdk_driven_track_info {
    bool closed;   /* a circuit: behind the last point comes the first */
    bool given;    /* the line is a document's, not driven */
    double length; /* m, seen from above */
    double step;   /* m from point to point: point i is at distance i * step */
    size_t points;
    size_t laps;         /* how many laps the line is the middle of; 0 where it is given */
    size_t timing_lines; /* lines across the track that are known: the start line, then those that end sectors */
} pdk_driven_track_info;
PDK_API const pdk_driven_track_info *pdk_driven_track_info_of(const pdk_driven_track *track);

/* A point of the line, and how far laps use the track beside it: the edges of a track that is given, else the band of
 * the faster laps. NaN = not known. */
typedef struct pdk_driven_track_point {
    double x, y, z;
    double heading;
    double curvature;   /* 1/m, positive to the left, over 20 m */
    double left, right; /* lateral offsets: right is negative where the line lies between */
} pdk_driven_track_point;

/* Points first .. first+count-1. PDK_E_ARGUMENT where there are not as many. */
PDK_API pdk_status pdk_driven_track_points(const pdk_driven_track *track, size_t first, size_t count,
                                           pdk_driven_track_point *points, pdk_error *error);

/* The place of the line nearest to a position, on which one may drive towards `heading` (NaN = either way). False
 * where the line is over 60 m away. Where a track runs beside itself or over itself, follow a car by its times
 * instead: pdk_driven_track_places. */
PDK_API bool pdk_driven_track_locate(const pdk_driven_track *track, const double position[3], double heading,
                                     double *distance, double *lateral);

/* Where a driver (pdk_motion_run.driver) was at `count` times of the session's clock; NaN where that is not known: in
 * the garage, before or behind the recording, in a gap. Either array may be NULL. */
PDK_API void pdk_driven_track_places(const pdk_driven_track *track, uint64_t driver, const double *times, size_t count,
                                     double *distances, double *laterals);

/* A line across the track at which times are taken: 0 is the start line, i ends sector i. */
typedef struct pdk_timing_line {
    double distance;                 /* m; 0 of the start line; NaN = it is not at the track */
    double x1, y1, x2, y2;           /* from its left end to its right end */
    double direction_x, direction_y; /* unit vector: the way it is driven over */
    double spread; /* m along the track: how far, in the median, cars are from it when it is crossed by the file */
} pdk_timing_line;

/* False past the last. */
PDK_API bool pdk_driven_track_timing_line(const pdk_driven_track *track, size_t index, pdk_timing_line *line);

#ifdef __cplusplus
}
#endif
#endif
