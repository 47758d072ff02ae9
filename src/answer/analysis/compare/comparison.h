/* Laps while they are compared. Lap 0 is the reference. */
#ifndef PADDOCK_ANALYSIS_COMPARE_COMPARISON_H
#define PADDOCK_ANALYSIS_COMPARE_COMPARISON_H

#include "analysis/compare/trace.h"
#include "paddock/compare.h"
#include "track/line_fit.h"

enum { PDK_COMPARE_SPLITS = 8 };

/* A requested lap, found. */
typedef struct pdk_found_lap {
    pdk_text file, driver, compound; /* compound: empty = unknown */
    uint64_t slot;
    uint32_t lap;
    double start_time, end_time, lap_time; /* NaN = unknown */
    double splits[PDK_COMPARE_SPLITS];     /* since the start line, official */
    size_t split_count;
    bool from_line;          /* it begins at the start line at speed */
    bool is_first;           /* of a race: it begins on the grid, or after a formation lap */
    const char *of_the_line; /* the driver's laps that do begin at the line: "2, 3"; NULL where it does itself */
    pdk_text track;
    double ruler_length, clock_step;
    bool aligned;           /* it was laid over the reference's line */
    pdk_line_fit alignment; /* how */
    double begins;          /* m from the reference's start line to its own, of a lap that was aligned */
} pdk_found_lap;

#define PDK_BRAKE_ON 0.1   /* of the pedal: it is braked */
#define PDK_BRAKE_GAP 30.0 /* m: a release as short as this is within one braking zone */

/* What one lap did in a corner. NaN = it is not known, or several places may be meant. */
typedef struct pdk_corner_visit {
    double time, delta;
    double brake_distance, minimum_speed, minimum_distance, throttle_distance;
    bool unbraked;                 /* it is not braked at all for the corner, as its pedal shows */
    const char *sentence, *reason; /* against the reference; NULL = nothing to say */
} pdk_corner_visit;

/* From one braking zone of the reference to the next. */
typedef struct pdk_corner_run {
    uint32_t corner; /* number of its first corner; 0 = there is no corner in it */
    uint32_t last_corner;
    double start, apex, end;  /* m; apex NaN = not known */
    double drop;              /* m/s that the reference is slower after braking */
    double from, to;          /* m: of its corner, or that of its corners which the reference is slowest in */
    const char *name;         /* "turn 3" */
    pdk_corner_visit *visits; /* of each lap */
} pdk_corner_run;

typedef struct pdk_sector_run {
    double start, end;
    double *times, *deltas; /* of each lap */
    double *recorded; /* of each lap, the time at its end since the start line; NaN = unknown, or of another place */
    double *ties;     /* of each lap, what is added to its time at the end so that it is the recorded one */
} pdk_sector_run;

typedef struct pdk_lap_comparison {
    pdk_memory *memory; /* of the result */
    const pdk_compare_options *options;
    const pdk_lap_reference *references;
    pdk_found_lap *laps;
    pdk_trace *traces;
    size_t count;
    pdk_compare_method method;
    double length, step;
    pdk_sector_run *sectors;
    size_t sector_count;
    pdk_corner_run *corners;
    size_t corner_count;
} pdk_lap_comparison;

/* --- stations.c --- */
/* Has the lap the lines of the reference? Versions of a game may move them, and change the track's ruler with them:
 * then recorded times at lines are of other places. */
bool pdk_compare_shares_lines(const pdk_lap_comparison *comparison, size_t lap);

/* --- find_lap.c --- */
/* The laps of recordings, read when they are first asked for: the recordings' own answers, or with the start line of
 * the options. It uses the line, limits, allocator and progress of these. */
typedef struct pdk_lap_sources {
    const pdk_compare_options *options;
    pdk_vector list;
} pdk_lap_sources;

pdk_lap_sources pdk_lap_sources_of(pdk_memory *memory, const pdk_compare_options *options);
/* Names in found laps then live as long as the document; otherwise as long as the sources and the recordings. */
void pdk_lap_sources_hold(const pdk_lap_sources *sources, pdk_document *result);
void pdk_lap_sources_close(pdk_lap_sources *sources);
pdk_status pdk_find_lap(pdk_lap_sources *sources, const pdk_lap_reference *reference, pdk_found_lap *lap,
                        pdk_error *error);
/* --- compare.c --- */
/* After each lap of each step: PDK_E_CANCELLED when the caller wants no more. */
pdk_status pdk_compare_go_on(const pdk_lap_comparison *comparison, size_t done, pdk_error *error);
/* --- stations.c: where on the track each sample is, and when the lines were crossed --- */
/* A car that spins or reverses stays where it was the farthest: time then continues at one place, and never goes
 * back. */
void pdk_trace_keep_rising(pdk_trace *trace);
pdk_status pdk_compare_stations(pdk_lap_comparison *comparison, pdk_error *error);
/* --- project.c: by one line; also refuses laps that are not on one track --- */
pdk_status pdk_compare_project(pdk_lap_comparison *comparison, pdk_error *error);
/* --- align.c --- */
/* Moves laps of other maps onto the reference's line; refuses those of which the shapes differ. `memory` is for the
 * work. */
pdk_status pdk_compare_align(pdk_lap_comparison *comparison, pdk_memory *memory, pdk_error *error);
/* Lets a lap that was aligned, and that begins elsewhere, begin at the reference's start line: the part after that line
 * comes first, the part before it last. Its stations are known. */
pdk_status pdk_compare_begin_at_line(pdk_lap_comparison *comparison, size_t lap, double length, pdk_error *error);
/* --- sectors.c --- */
pdk_status pdk_compare_sectors(pdk_lap_comparison *comparison, pdk_error *error);
/* --- corner_runs.c --- */
pdk_status pdk_compare_corners(pdk_lap_comparison *comparison, pdk_error *error);
/* --- corner_numbers.c --- */
/* Gives runs the numbers of the track's corners, and the places of these. A run without any is joined to the one
 * before, unless the reference brakes hard in it. */
pdk_status pdk_compare_number_corners(pdk_lap_comparison *comparison, pdk_error *error);
/* --- corner_visit.c --- */
/* Measures a lap in a corner; the reference is measured before the others, corners one after the other. */
void pdk_compare_visit(pdk_lap_comparison *comparison, size_t lap, size_t corner);
/* --- comparison_text.c: names of runs, and what each lap did otherwise, in words --- */
/* False when out of memory. */
bool pdk_compare_words(const pdk_lap_comparison *comparison, pdk_corner_run *run);
/* --- lap_session.c: the tables `consistency` and `minisectors`, where the options ask for them --- */
pdk_status pdk_compare_session(const pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error);
/* --- comparison_tables.c --- */
pdk_status pdk_compare_tables(pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error);

/* Since the start line, at a place; NaN where the lap was not there. At lines whose time the file records it is that
 * time (sectors.c), so that the delta at the finish is the difference of the lap times. */
double pdk_compare_time(const pdk_lap_comparison *comparison, size_t lap, double station);
double pdk_compare_delta(const pdk_lap_comparison *comparison, size_t lap, double station);
/* The same by positions alone, whatever the file records. */
double pdk_compare_found(const pdk_lap_comparison *comparison, size_t lap, double station);

#endif
