/* A lap as it was driven: samples over the places of the track, from start line to finish line. */
#ifndef PADDOCK_ANALYSIS_COMPARE_TRACE_H
#define PADDOCK_ANALYSIS_COMPARE_TRACE_H

#include "analysis/analysis.h"

typedef enum pdk_trace_channel {
    PDK_TRACE_X = 0, /* z up, right-handed, m */
    PDK_TRACE_Y,
    PDK_TRACE_Z,
    PDK_TRACE_SPEED,
    PDK_TRACE_THROTTLE,
    PDK_TRACE_BRAKE,
    PDK_TRACE_GEAR,
    PDK_TRACE_STEER,
    PDK_TRACE_CHANNELS
} pdk_trace_channel;

typedef struct pdk_trace {
    size_t count;
    double *time;                         /* s of the recording's clock */
    double *station;                      /* m along the track; never falls; NaN = not measured yet */
    double *offset;                       /* m to the left of the line that stations are measured along */
    double *channels[PDK_TRACE_CHANNELS]; /* NULL = not recorded */
    double *ruler;                        /* the game's own stations as recorded; NULL = it has none */
    double start_time, end_time;          /* of the lap by its record: the samples go a little further */
    double line_time, finish_time;        /* when the car was at station 0 and at the track's end */
    double clock_step;                    /* official times are rounded up to multiples of this; 0 = exact */
} pdk_trace;

/* Samples of a run from start_time to end_time, and a little before and after where there are any; stations are NaN.
 */
pdk_status pdk_trace_read(const pdk_motion *motion, size_t run, double start_time, double end_time, pdk_memory *memory,
                          pdk_trace *trace, pdk_error *error);

/* When the car was at a station: between samples by the speeds at both ends. Before the first and after the last sample
 * the car keeps the speed that it has there, for a quarter of a second at most; beyond, NaN. */
double pdk_trace_time_at(const pdk_trace *trace, double station);
/* The station at a time. */
double pdk_trace_station_at(const pdk_trace *trace, double time);
/* A channel's value at a time: gears step, others are linear. NaN where it is not recorded. */
double pdk_trace_value_at(const pdk_trace *trace, pdk_trace_channel channel, double time);
double pdk_trace_offset_at(const pdk_trace *trace, double time);
/* Whether a channel has values. */
bool pdk_trace_has(const pdk_trace *trace, pdk_trace_channel channel);
/* m/s at a sample; NaN where it is not recorded. */
double pdk_trace_speed(const pdk_trace *trace, size_t sample);

#endif
