/* Le Mans Ultimate's telemetry while it is read: a table of the database for each channel and each kind of event.
 *
 * lmu_telemetry.c opens the database; lmu_lists.c finds what is in it; lmu_clock.c says when a sample was taken;
 * lmu_place.c makes a way of the positions, lmu_axes.c finds out by it what steering and forces mean; lmu_motion.c,
 * lmu_tables.c and lmu_events.c make tables; lmu_session.c makes laps of the events. */
#ifndef PADDOCK_FORMAT_LMU_TELEMETRY_LMU_H
#define PADDOCK_FORMAT_LMU_TELEMETRY_LMU_H

#include <stdatomic.h>

#include "format/logged.h"
#include "model/database.h"
#include "model/geographic.h"
#include "model/session.h"

enum { PDK_LMU_WHEELS = 4 };

/* A column of the database, which is read when it is first asked for. */
typedef struct pdk_lmu_values {
    size_t column; /* of the database */
    pdk_type type; /* as it is stored */
    uint64_t rows;
    pdk_si_unit si; /* what its values become in tables */
    _Atomic(const double *) read;
} pdk_lmu_values;

/* A channel (samples at a rate) or an event (a row whenever its value changes). */
typedef struct pdk_lmu_series {
    const char *name, *unit; /* as the file's list has them; unit "" = none */
    const char *shown;       /* the name as messages have it: no longer than a line, nothing that a terminal obeys */
    const char *column;      /* its name in our tables; NULL = it is in none */
    double listed_rate;      /* Hz; 0: an event */
    double rate;             /*   and what it really is, by how many samples there are */
    unsigned parts;          /* columns of values: 1, or 4 for the wheels; 0 = the database has no such table */
    uint64_t rows;
    pdk_lmu_values times; /* of events, s */
    pdk_lmu_values values[PDK_LMU_WHEELS];
} pdk_lmu_series;

typedef struct pdk_lmu_list {
    pdk_lmu_series *all;
    size_t count;
    uint64_t unread; /* rows of the file's list that are left out */
} pdk_lmu_list;

/* How a channel becomes one of the motion: value * multiplier / divisor. */
typedef struct pdk_lmu_input {
    pdk_lmu_series *series; /* NULL = there is none */
    pdk_si_unit si;
} pdk_lmu_input;

typedef struct pdk_lmu {
    pdk_document *document;
    size_t *columns, column_count; /* of the database, by the names of their tables and their own */
    pdk_lmu_list channels, events;
    uint64_t value_count; /* of all columns that are read, or may be */
    /* lmu_clock.c: times of the fastest samples */
    const double *clock; /* s; NULL = the file has none, and they are even */
    uint64_t moments;
    double clock_rate, start; /* Hz; s */
    /* lmu_place.c: the car's places, at their own rate; NULL = there are none */
    double *x, *y;
    uint64_t places;
    double place_rate;
    pdk_local_plane plane;
    pdk_lmu_input motion[PDK_LOGGED_IDS];
    /* lmu_session.c */
    pdk_vector crossings, pits;
    double parked_until; /* the car begins in the pits; NaN = it does not */
} pdk_lmu;

/* --- lmu_lists.c --- */
/* Channels and events, by the file's two lists. */
pdk_status pdk_lmu_find_series(pdk_lmu *log, pdk_error *error);
/* NULL = there is none of this name that has values. */
pdk_lmu_series *pdk_lmu_find(const pdk_lmu_list *list, const char *name);
/* A table's column; PDK_NO_COLUMN = there is none. */
size_t pdk_lmu_find_column(const pdk_lmu *log, const char *table, const char *name);
/* The texts of a table's column; *texts is NULL where there is none. */
pdk_status pdk_lmu_read_texts(pdk_lmu *log, const char *table, const char *name, const char *const **texts,
                              uint64_t *rows, pdk_error *error);
/* What is in the column, as it is stored. Any thread. */
pdk_status pdk_lmu_read(const pdk_lmu *log, pdk_lmu_values *values, const double **numbers, pdk_error *error);

/* --- lmu_properties.c --- */
/* Who drove what where: the table `metadata`, without the driver's Steam ID. */
pdk_status pdk_lmu_add_properties(pdk_lmu *log, pdk_error *error);

/* --- lmu_clock.c --- */
pdk_status pdk_lmu_set_clock(pdk_lmu *log, pdk_error *error);
/* When sample `index` of a channel of this rate was taken, s. */
double pdk_lmu_time(const pdk_lmu *log, double rate, uint64_t index);
/* When, for a place between two samples of the clock. */
double pdk_lmu_moment(const pdk_lmu *log, double position);

/* --- lmu_place.c --- */
pdk_status pdk_lmu_find_places(pdk_lmu *log, pdk_error *error);
/* Where the car was at a moment of the clock; false = not known. */
bool pdk_lmu_place(const pdk_lmu *log, uint64_t moment, double place[2]);

/* --- lmu_axes.c --- */
/* Which channels are the motion's, and which way steering and forces count. */
pdk_status pdk_lmu_choose_inputs(pdk_lmu *log, pdk_error *error);

/* --- lmu_motion.c, lmu_tables.c, lmu_events.c --- */
/* What the four columns of wheels are called. */
extern const char *const pdk_lmu_wheels[PDK_LMU_WHEELS];
void pdk_lmu_add_motion(pdk_lmu *log);
void pdk_lmu_add_tables(pdk_lmu *log);
pdk_status pdk_lmu_add_events(pdk_lmu *log, pdk_error *error);

/* --- lmu_check.c --- */
/* Reads every column. */
pdk_status pdk_lmu_check(const pdk_document *document, pdk_report *report, pdk_error *error);
/* What cannot be read becomes a finding, and is as if it were not there. */
pdk_status pdk_lmu_leave_out_damaged(pdk_lmu *log, pdk_error *error);

/* --- lmu_session.c --- */
pdk_status pdk_lmu_find_laps(pdk_lmu *log, pdk_error *error);
pdk_status pdk_lmu_read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                                pdk_error *error);

#endif
