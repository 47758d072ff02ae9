/* Which stored times of laps and sectors can be true. This is the only place that says so: the formats' checks make
 * findings of it, and the answers leave out what it refuses.
 *
 * A stored time is plausible when it
 *   - is a finite number and not below PDK_SHORTEST_TIME nor above PDK_LONGEST_TIME: no two lines of a track are a
 * tenth of a second apart, and no recording has eleven days;
 *   - is not shorter than the way driven in it allows at PDK_FASTEST_SPEED, which no car of these simulators reaches;
 *   - agrees with the clock of the recording: from the crossing that began the lap (or, in games that store sectors,
 * the sector) to this one. Where that crossing was not recorded, the crossings of one lap must agree on when it began.
 * How far a stored time and the clock may be apart is pdk_time_tolerance. */
#ifndef PADDOCK_MODEL_PLAUSIBLE_TIMES_H
#define PADDOCK_MODEL_PLAUSIBLE_TIMES_H

#include "model/session.h"

static const double PDK_SHORTEST_TIME = 0.1; /* s */
static const double PDK_LONGEST_TIME = 1e6;  /* s */
static const double PDK_FASTEST_SPEED = 200; /* m/s */

/* Why a stored time is left out, as a phrase that follows "the time of ... s": "is not a number". */
const char *pdk_time_fault_text(pdk_time_fault fault);

/* A time alone; `way` is what was driven in it, m (NaN = not known). */
pdk_time_fault pdk_judge_time(double time, double way);

/* Seconds that a stored time may differ from the clock: a crossing is believed up to 2.5 s from the moment that records
 * it, but never more than a tenth of the time itself (at least half a second), or a halved sector would pass. */
double pdk_time_tolerance(double time);

/* The stored times of crossings in order of time. Sets `fault` of those that cannot be, and makes their lap_time NaN.
 * `begin` is when the recording begins. */
void pdk_judge_crossings(pdk_session_crossing *crossings, size_t count, double begin);

#endif
