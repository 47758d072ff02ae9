/* Lines across a track: given, found, or where crossings that a file stores say they are; and who crosses them when. */
#ifndef PADDOCK_TRACK_GATE_H
#define PADDOCK_TRACK_GATE_H

#include "model/session.h"
#include "track/track_model.h"

#define PDK_GATE_APART 10.0 /* s: one car's crossings of one line are at least so far apart */

/* A line of timing, seen from above, in the frame of pdk_motion. */
typedef struct pdk_gate {
    double middle[2], direction[2]; /* m; unit vector across the line, the way it is driven over */
    double half_width;              /* m to each side */
} pdk_gate;

/* --- gate.c --- */
/* Where two ends given in the axes of the file are: x1, y1, x2, y2, or x and z where the height is y. It is driven over
 * the way more of the crossings go. PDK_E_UNSUPPORTED, "track.line", where nobody crosses it. */
pdk_status pdk_gate_given(const pdk_paths *paths, pdk_frame frame, bool mirrored, const double line[4], pdk_gate *gate,
                          pdk_error *error);
/* The fastest place that somebody passes twice. PDK_E_UNSUPPORTED, "track.once", where nobody passes any place twice:
 * there are no laps. */
pdk_status pdk_gate_find(const pdk_paths *paths, pdk_gate *gate, pdk_error *error);
/* The line that fits those of the crossings with this sector: where cars were then. `clock_step`: a crossing was at
 * most that many seconds before its time (pdk_session.clock_step); the line is then where no crossing contradicts that,
 * if there is such a place. *fits is false where none of them is in the recording. `spread` (may be NULL): m along the
 * track, the median distance of cars from the line at those times. */
pdk_status pdk_gate_fit(const pdk_paths *paths, const pdk_session_crossing *crossings, size_t count, uint32_t sector,
                        double clock_step, pdk_gate *gate, double *spread, bool *fits, pdk_error *error);

/* Whether the way from one sample to the next leads over the line in its direction, and at which share of it. */
bool pdk_gate_is_crossed(const pdk_gate *gate, const double from[2], const double to[2], double *share);

/* m from the line, in the direction it is driven over: negative before it. */
double pdk_gate_side(const pdk_gate *gate, const double place[2]);

/* --- found_crossings.c --- */
/* All crossings of lines by all cars, interpolated between samples, in order of time: gates[0] is the start line,
 * gates[i] ends sector i. A car's first crossing of the start line opens its first lap. No times of laps are stored:
 * lap_time is NaN, as if a file recorded crossings alone. The array is in `memory`. */
pdk_status pdk_find_crossings(const pdk_paths *paths, const pdk_gate *gates, size_t gate_count, pdk_memory *memory,
                              pdk_session_crossing **crossings, size_t *count, pdk_error *error);
/* The same without laps: every pass of every line, also those before a car's first lap. */
pdk_status pdk_find_passes(const pdk_paths *paths, const pdk_gate *gates, size_t gate_count, pdk_memory *memory,
                           pdk_session_crossing **passes, size_t *count, pdk_error *error);
/* How often one car crosses a line, at most `most`. */
size_t pdk_count_crossings(const pdk_paths *paths, const pdk_path *path, const pdk_gate *gate, size_t most);

/* --- lost_crossings.c --- */
/* Sectors of a lap, as crossings show; 1 = there are no lines but that of the start. */
uint32_t pdk_count_sectors(const pdk_session_crossing *crossings, size_t count);
/* Lines are numbered on from lap to lap, laps times sectors, and the sector: that which ends a lap has the number of
 * the next one's first. */
uint64_t pdk_line_number(const pdk_session_crossing *crossing, uint32_t sectors);
/* The crossings of the session, in order of time, with those that it misses and poses show (`found`). Nothing is added
 * where the order of lines has no gap, or the car did not move without a break from the line before. *crossings is NULL
 * where nothing is found; otherwise in `memory`. */
pdk_status pdk_find_lost_crossings(const pdk_paths *paths, const pdk_session *session, pdk_memory *memory,
                                   pdk_session_crossing **crossings, size_t *count, pdk_error *error);

#endif
