/* Laps compared: where is time won and lost?
 *
 *     pdk_lap_reference laps[2] = { { .document = best }, { .document = mine } };
 *     pdk_document *comparison;
 *     if (pdk_compare_laps(laps, 2, NULL, &comparison, &error) == PDK_OK) {
 *         // a row for each metre; delta_1 is how far mine is behind there
 *         const pdk_table *steps = pdk_document_find_table(comparison, "steps");
 *         size_t delta = pdk_table_find_column(steps, "delta_1");
 *         ...
 *         pdk_close(comparison);
 *     }
 *
 * The first lap is the reference. A delta is the compared lap's time minus the reference's since the start line, at the
 * same point of the track: positive is slower. Laps are never stretched to the same length. At lines whose time the
 * files record, a lap's time is that one, if positions agree within 50 ms: the delta at the finish is then the
 * difference of the lap times. */
#ifndef PADDOCK_COMPARE_H
#define PADDOCK_COMPARE_H

#include "analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One lap of a recording. */
typedef struct pdk_lap_reference {
    const pdk_document *document;
    const char *name;   /* of the file, for tables and messages; NULL = none */
    const char *driver; /* a name, the beginning of one name only, or a slot number; NULL = anyone */
    const char *lap;    /* its number, "best", or "last"; NULL = "best" */
} pdk_lap_reference;

/* How points on two laps are matched. */
typedef enum pdk_compare_method {
    PDK_COMPARE_BEST = 0,       /* by ruler if all laps share one, otherwise by projection */
    PDK_COMPARE_RULER = 1,      /* the game's own distance along the track */
    PDK_COMPARE_PROJECTION = 2, /* the nearest point of one line on which all laps are measured */
    PDK_COMPARE_DISTANCE = 3 /* the distance each car has travelled: off by tenths of seconds; for experiments only */
} pdk_compare_method;

/* "ruler", "projection", "distance"; "" for PDK_COMPARE_BEST. Never NULL. */
PDK_API const char *pdk_compare_method_name(pdk_compare_method method);

typedef struct pdk_compare_options {
    size_t struct_size; /* PDK_COMPARE_OPTIONS_INIT sets it */
    pdk_compare_method method;
    double step;               /* m between rows of `steps`; 0 = 1 */
    const pdk_document *track; /* a document whose line laps are projected on; NULL = a line made from the laps */
    bool has_line;             /* `line` is used if a file has no start line */
    double line[4];            /* from x1, y1 to x2, y2, in the first file's own axes: as pdk_analysis_options.line */
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    double max_residual;   /* m (RMS) that lines of laps on different maps may be apart when one is laid over the other;
                              0 = 5 */
    uint64_t no_alignment; /* not 0: coordinates are compared as they are */
    uint64_t minisectors;  /* not 0: also the tables `consistency` and `minisectors`, with so many of them; at most
                              1000 */
} pdk_compare_options;

#define PDK_COMPARE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_compare_options)

/* Compares `count` (at least 2) laps. The result is a computed document ("comparison") which holds the laps' documents.
 * Its properties are `method`, `length` (m, from line to line), `step` and the reference's lap time; its tables, in
 * which lap 0 is the reference:
 *
 *   laps     a row for each lap: file, driver, slot, lap, lap_time (as recorded), found_time (by positions alone),
 *            delta (at the finish); of a lap that was aligned alignment_rotation (rad, anticlockwise),
 *            alignment_scale, alignment_x and alignment_y (where its point 0, 0 comes to), alignment_residual (m, RMS),
 *            alignment_start (m from the start line of the reference to its own), else null
 *
 *   steps    a row for each step: distance, x, y (of the reference), and for each lap time_n, delta_n, speed_n,
 *            throttle_n, brake_n, gear_n, steer_n, lateral_offset_n; channels that a file lacks are null
 *
 *   sectors  a row for each sector: sector, start_distance, end_distance, and for each lap time_n, delta_n
 *
 *   corners  a row for each run from one braking zone to the next, split at the line, so that their deltas add up to
 *            the whole: corner and last_corner (0 = there is no corner in it), name ("turn 3"), start_distance,
 *            end_distance, apex_distance, and for each lap time_n, delta_n, brake_distance_n, minimum_speed_n,
 *            minimum_distance_n, throttle_distance_n, null if there is no such event in the corner, or several.
 *            sentence_n says what the lap lost or gained there and why, reason_n only why, made of these events
 *            ("braked 12 m later, 3 km/h faster at the apex"); null for the reference. text_n is an older name for
 *            sentence_n
 *
 *   residuals  a row for each point where the file records the time itself: lap, sector, distance, official, found (the
 *            delta by positions alone), residual (found - official)
 *
 *   setup    where the files of all laps have the car's set-up, a row for each value of it: name, wheel, unit, differs,
 *            and for each lap value_n, or text_n if it is not a number
 *   consistency  with options.minisectors: for each driver a row for each row of `corners`, and one for the whole lap
 *            (corner null): count, best, mean, deviation (of the population), best_lap, best_file; of the lap
 *            ideal_time (the driver's best minisectors) and ideal_corner_time (the best of every corner). run is "all";
 *            where a driver has both, there are rows of "long" runs (five laps or more, one after the other) and
 *            "single" laps
 *   minisectors  with options.minisectors: for each lap and minisector start_distance, end_distance, time, best (the
 *            driver's), best_of_all. The property ideal_time is the sum of the best of all laps
 *
 * Laps of different files whose coordinates differ (another simulator's map) are aligned before they are projected: the
 * lap is turned, moved and scaled by 0.95 to 1.05, never mirrored, until its line is nearest to the reference's. Where
 * start lines differ, the lap is begun at the reference's. Speeds and times are never changed.
 *
 * PDK_E_UNSUPPORTED: "compare.track" (not the same track, or lines further apart than `max_residual`), "compare.lap"
 * (no such lap, not a whole one, or one that does not begin at the start line at speed: the first of a race, or out of
 * the garage; "best" takes none of these if there is another), "compare.ruler" (a ruler was requested and there is
 * none), "analysis.motion". PDK_E_ARGUMENT: fewer than two laps, an ambiguous driver ("compare.driver"). */
PDK_API pdk_status pdk_compare_laps(const pdk_lap_reference *laps, size_t count, const pdk_compare_options *options,
                                    pdk_document **comparison, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
