/* The track that a recording was driven on: its line, and the positions of all cars along it.
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
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_driven_track pdk_driven_track;

/* The track of a recording, or of an analysis of one. It is computed on first use, and lives as long as the document.
 * Any thread. PDK_E_UNSUPPORTED with the reason if no complete lap was found ("track.no_lap", "track.once"), nothing
 * moves ("analysis.motion"), or the laps are not on the given track ("track.elsewhere"). */
PDK_API pdk_status pdk_driven_track_of(const pdk_document *document, const pdk_driven_track **track, pdk_error *error);

/* Belongs to the track. Members may be added at the end. */
typedef struct pdk_driven_track_info {
    bool closed;   /* a circuit: the last point is followed by the first */
    bool given;    /* the line is a document's, not driven */
    double length; /* m, seen from above */
    double step;   /* m from point to point: point i is at distance i * step */
    size_t points;
    size_t laps;         /* how many laps the line is the middle of; 0 if it is given */
    size_t timing_lines; /* known lines across the track: the start line, then those that end sectors */
} pdk_driven_track_info;
PDK_API const pdk_driven_track_info *pdk_driven_track_about(const pdk_driven_track *track);

/* A point of the line, and how far laps use the track on both sides: the edges of a given track, otherwise the band of
 * the faster laps. */
typedef struct pdk_driven_track_point {
    double x, y, z;
    double heading;
    double curvature;   /* 1/m, positive to the left, over 20 m */
    double left, right; /* lateral offsets: right is negative if the line is between them */
    bool has_z, has_left, has_right;
} pdk_driven_track_point;

/* Points first .. first+count-1. PDK_E_ARGUMENT if there are not that many. */
PDK_API pdk_status pdk_driven_track_read(const pdk_driven_track *track, size_t first, size_t count,
                                         pdk_driven_track_point *points, pdk_error *error);

/* The point of the line nearest to a position, where the driving direction fits `heading` (NULL = either way). False if
 * the line is over 60 m away. If a track runs beside or over itself, follow a car by its times instead:
 * pdk_driven_track_places. */
PDK_API bool pdk_driven_track_locate(const pdk_driven_track *track, const double position[3], const double *heading,
                                     double *distance, double *lateral);

/* Where a driver (pdk_motion_run.slot) was at `count` times of the session's clock; NaN if unknown: in the garage,
 * before or after the recording, in a gap. Either array may be NULL. */
PDK_API void pdk_driven_track_places(const pdk_driven_track *track, uint64_t slot, const double *times, size_t count,
                                     double *distances, double *laterals);

/* A timing line across the track: 0 is the start line, i ends sector i. */
typedef struct pdk_timing_line {
    double distance;                 /* m; 0 for the start line; missing if it is not on the track */
    double x1, y1, x2, y2;           /* from its left end to its right end */
    double direction_x, direction_y; /* unit vector: the direction in which it is crossed */
    double spread; /* m along the track: median distance of cars from it at the crossings stored in the file */
    bool has_distance, has_spread;
} pdk_timing_line;

/* False past the last. */
PDK_API bool pdk_driven_track_timing_line_at(const pdk_driven_track *track, size_t index, pdk_timing_line *line);

/* Pit lanes of a track that was given: as it draws them, from entry to exit, in the frame of pdk_motion. A track that
 * was driven has none. */
PDK_API size_t pdk_driven_track_pit_lane_count(const pdk_driven_track *track);
/* How many points pit lane `lane` has; 0 past the last lane. */
PDK_API size_t pdk_driven_track_pit_lane_points(const pdk_driven_track *track, size_t lane);
/* Points first .. first+count-1 of a pit lane: x, y, z in metres. PDK_E_ARGUMENT if there are not that many. */
PDK_API pdk_status pdk_driven_track_pit_lane_read(const pdk_driven_track *track, size_t lane, size_t first,
                                                  size_t count, double (*points)[3], pdk_error *error);

/* ----------------------------------------------------------------------------- corners of several recordings
 *
 * The answers `corners` and `corner_times` number the corners that the recording itself shows. A numbering gives
 * recordings of one track the same numbers: add all of them, then apply it to each, before you request its corners.
 *
 *     pdk_corner_numbering *numbering;
 *     if (pdk_corner_numbering_create(NULL, &numbering, &error) == PDK_OK) {
 *         for (i = 0; i < count; i++) pdk_corner_numbering_add(numbering, documents[i], &error);
 *         for (i = 0; i < count; i++) pdk_corner_numbering_apply(numbering, documents[i], &error);
 *         pdk_corner_numbering_close(numbering);
 *     }
 *
 * The order does not matter: a track has the corners of the recording whose line is made from the most laps; if several
 * have as many, of the one with the fastest lap. But a recording whose corners have already been computed keeps them,
 * and the others of its track get them. pdk_compare_laps does this for its recordings. */
typedef struct pdk_corner_numbering pdk_corner_numbering;

/* An empty one. `allocator` may be NULL. PDK_E_MEMORY when memory runs out. */
PDK_API pdk_status pdk_corner_numbering_create(const pdk_allocator *allocator, pdk_corner_numbering **numbering,
                                               pdk_error *error);
/* The document may be closed afterwards, and opened again for _apply. A document without a track, or in which nothing
 * moves, is left out. One thread at a time. */
PDK_API pdk_status pdk_corner_numbering_add(pdk_corner_numbering *numbering, const pdk_document *document,
                                            pdk_error *error);
/* Gives the document the corners of its track, if it has not computed its own yet. Any thread, after all are added. */
PDK_API pdk_status pdk_corner_numbering_apply(const pdk_corner_numbering *numbering, const pdk_document *document,
                                              pdk_error *error);
/* Which of these recordings have computed corners that are not those of their track, which the rule above gives if none
 * has computed any: `stale` gets a value for each. Close and open them again, then number the corners of all. A
 * recording without a track is not stale. */
PDK_API pdk_status pdk_corner_numbering_stale(const pdk_document *const *documents, size_t count, bool *stale,
                                              pdk_error *error);
/* Tracks in it; 0 where it is NULL. */
PDK_API size_t pdk_corner_numbering_track_count(const pdk_corner_numbering *numbering);
/* Writes its tracks and their corners as JSON in UTF-8, all digits of each number, so that a program that numbers
 * corners today numbers those of another recording in the same way tomorrow. The output is not finished. PDK_E_IO where
 * it cannot be written. */
PDK_API pdk_status pdk_corner_numbering_save(const pdk_corner_numbering *numbering, pdk_output *output,
                                             pdk_error *error);
/* Adds what was saved, `size` bytes of text. Its tracks are settled: recordings of them that are added later change
 * nothing. PDK_E_CORRUPT where it is no such text, PDK_E_UNSUPPORTED where a newer version saved it; then nothing is
 * added. */
PDK_API pdk_status pdk_corner_numbering_load(pdk_corner_numbering *numbering, const char *text, size_t size,
                                             pdk_error *error);
/* NULL is fine. */
PDK_API void pdk_corner_numbering_close(pdk_corner_numbering *numbering);

#ifdef __cplusplus
}
#endif
#endif
