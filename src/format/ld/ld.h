/* A MoTeC log while it is read: the list of channels, their samples, and laps. */
#ifndef PADDOCK_FORMAT_LD_LD_H
#define PADDOCK_FORMAT_LD_LD_H

#include "format/logged.h"
#include "model/document.h"
#include "model/geographic.h"
#include "model/session.h"

/* One channel: where its samples are, and how they become values. */
typedef struct pdk_ld_signal {
    uint64_t offset; /* of its descriptor */
    pdk_text name, short_name, unit;
    const char *column;     /* its name in the table of its rate */
    const uint8_t *data;    /* its samples: those that are in the file */
    uint64_t samples, told; /* that there are; that the descriptor says */
    uint64_t data_at;
    double divisor, shift, multiplier; /* value = (stored / divisor + shift) * multiplier */
    pdk_si_unit si;
    uint16_t id, sample_class, size, rate;
    int16_t stored_shift, stored_multiplier, stored_scale, stored_decimals;
} pdk_ld_signal;

/* A line was crossed: sector 0 = the start line. */
typedef struct pdk_ld_crossing {
    double time; /* s since the log began */
    uint32_t sector;
} pdk_ld_crossing;

typedef struct pdk_ld {
    pdk_document *document;
    pdk_bytes bytes;
    pdk_ld_signal *signals; /* in the order of the list */
    size_t count;
    double duration;                             /* s; 0 = there are no samples */
    const pdk_ld_signal *motion[PDK_LOGGED_IDS]; /* NULL = there is none */
    pdk_si_unit motion_units[PDK_LOGGED_IDS];    /*   and what their values become */
    uint16_t rate;                               /* of the motion, Hz; 0 = there is none */
    uint64_t rows;                               /*   and its samples */
    bool has_places, own_places;                 /* by latitude and longitude; by Position X and Y */
    uint64_t first_place, end_place;             /* rows of the motion in which the car is seen */
    pdk_local_plane plane;
    pdk_vector crossings; /* pdk_ld_crossing, in order of time */
    bool exact;           /* they are of beacons */
} pdk_ld;

/* --- ld_signals.c --- */
/* Walks along the list. What is wrong with it becomes findings. */
void pdk_ld_find_signals(pdk_ld *log);
/* A sample as its channel's unit has it; NaN = none. */
double pdk_ld_value(const pdk_ld_signal *signal, uint64_t index);
/* At a time (s): between two samples on the line between them, or as the first of them. */
double pdk_ld_value_at(const pdk_ld_signal *signal, double time, bool held);
/* The channel of this name, in whatever case, that has samples; NULL = none. */
const pdk_ld_signal *pdk_ld_find(const pdk_ld *log, const char *name);

/* --- ld_properties.c --- */
void pdk_ld_add_properties(pdk_ld *log);

/* --- ld_tables.c --- */
/* `channels`, and a table for each rate. */
void pdk_ld_add_tables(pdk_ld *log);

/* --- ld_motion.c --- */
void pdk_ld_add_motion(pdk_ld *log);

/* --- ld_laps.c --- */
/* Finds the crossings: in an .ldx beside the log, otherwise in its channels. */
pdk_status pdk_ld_find_laps(pdk_ld *log, pdk_error *error);

/* --- ld_ldx.c --- */
/* The beacons of the .ldx beside the log, in any order; none where there is no such file. */
pdk_status pdk_ld_read_ldx(pdk_ld *log, pdk_vector *crossings, pdk_error *error);

/* --- ld_beacon.c --- */
/* What the channel of the beacon's receiver shows. */
void pdk_ld_read_beacon(pdk_ld *log, pdk_vector *crossings);

#endif
