/* Recordings as lines on a map: a line for each lap of each driver, and for what is between laps. */
#ifndef PADDOCK_RECORDING_RECORDED_LINES_H
#define PADDOCK_RECORDING_RECORDED_LINES_H

#include "recording/recording.h"

enum { PDK_LINE_RUN = 512 };

typedef struct pdk_recorded_line {
    size_t run;
    const pdk_recorded_lap *lap; /* NULL = in no lap */
    uint64_t points;             /* 2 or more */
    double start, end;           /* s: of the first and last point */
    uint64_t first, inner;       /* samples in between: all but the points at start and end */
} pdk_recorded_line;

/* All lines in order of driver and time, in the job's memory. */
pdk_status pdk_recorded_lines(const pdk_recording *recording, pdk_vector *lines, pdk_error *error);

/* Points first .. first+count-1, at most PDK_LINE_RUN: time in s, x, y, z in m, speed in m/s. */
typedef struct pdk_recorded_points {
    double times[PDK_LINE_RUN], x[PDK_LINE_RUN], y[PDK_LINE_RUN], z[PDK_LINE_RUN], speeds[PDK_LINE_RUN];
} pdk_recorded_points;
pdk_status pdk_recorded_line_read(const pdk_recording *recording, const pdk_recorded_line *line, uint64_t first,
                                  size_t count, pdk_recorded_points *points, pdk_error *error);
/* "A. Varga, lap 3"; in the job's memory, NULL where there is none. */
const char *pdk_recorded_line_name(const pdk_recording *recording, const pdk_recorded_line *line);

#endif
