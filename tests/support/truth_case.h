/* A generated session as a file, and its answers compared with what happened in it. */
#ifndef PADDOCK_TESTS_TRUTH_CASE_H
#define PADDOCK_TESTS_TRUTH_CASE_H

#include "paddock/paddock.h"
#include "synth/sim_session.h"

typedef struct truth_case {
    const char *dialect, *session, *with, *without, *lost;
    double late;
    uint32_t laps, cars, poses_every; /* 0: a default of the generator's, 6 and 5 */
    double minutes, from, to;
    uint64_t seed;
    void (*look)(const pdk_sim_session *session, void *user); /* after each tick; NULL = at nothing */
    void *user;
} truth_case;

/* A case in memory: the replay, and the session that was simulated again beside it. */
typedef struct truth_run {
    uint8_t *bytes;
    size_t size;
    pdk_document *document;
    pdk_memory memory;
    const pdk_sim_session_log *log;
    pdk_sim_session_kind kind;
    uint32_t first_slot;
    bool is_l;  /* the dialect without changes of drivers */
    bool is_r1; /* the one without penalties */
} truth_run;

void truth_begin(const truth_case *from, truth_run *run);
void truth_end(truth_run *run);
/* Another recording of the same session: with other faults. */
void truth_open_again(const truth_case *from, truth_run *run);
/* s between two poses of a car. */
double truth_pose_interval(const truth_case *of);

/* How far answers are from the truth. Counts are of rows. */
typedef struct truth_laps {
    size_t happened, found;   /* laps that ended */
    size_t missing, invented; /* of one, none of the other */
    size_t wrong_time;        /* by more than half the time between two poses, or 1 ms where stored */
    size_t wrong_kind;        /* timed, out, in ... */
    size_t wrong_who;         /* who drove: of a lap that the change of drivers is in, both */
    size_t shared;            /* laps that two drove */
    size_t timed_escapes;     /* laps that were never driven to their end, and are recorded as timed */
    size_t lost_escapes;      /* the same, and not recorded as incomplete; not of R1, whose lanes only poses show */
    size_t ranked;            /* laps that count, and were no whole laps outside the pits */
    size_t of_nobody;         /* rows of drivers who never drove */
    double largest_error;     /* s */
} truth_laps;
void truth_look_at_laps(const truth_run *run, double pose_interval, truth_laps *seen);
/* Timed laps whose time is from there. */
size_t truth_count_laps(const truth_run *run, pdk_lap_source source);

typedef struct truth_results {
    size_t drivers, wrong_place, wrong_laps, wrong_status, wrong_time, wrong_grid;
    bool winner_is_right;
    double largest_error; /* s, of total times */
} truth_results;
void truth_look_at_results(const truth_run *run, truth_results *seen);

typedef struct truth_incidents {
    size_t contacts, lost, invented, told_again; /* with cars; told_again: one touch in two incidents */
    size_t least_touches, most_touches; /* with cars and walls, a pair's within half a second once: the clock of a late
                                           record makes some of them two, or one */
    size_t told_touches;                /* of all incidents */
    size_t measured;                    /* with one touch, so speeds can be compared */
    size_t wrong_speed;                 /* by more than 0.5 m/s */
    double largest_error;               /* m/s */
    size_t negative_speeds;
    size_t excursions, invented_excursions, lost_excursions;
} truth_incidents;
void truth_look_at_incidents(const truth_run *run, truth_incidents *seen);

/* A line for people: "l race seed 3 with escapes, 5 poses". */
void truth_name(const truth_case *of, char *text, size_t size);

#endif
