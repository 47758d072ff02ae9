/* One driver's recording as a data logger keeps it: channels of as many samples, the same time apart, and the moments
 * at which the start line was crossed. Values are in SI units, as the table of channels in log_channels.c says. */
#ifndef PADDOCK_LOGGER_LOG_H
#define PADDOCK_LOGGER_LOG_H

#include "recording/recording.h"

typedef enum pdk_log_id {
    PDK_LOG_OTHER = 0, /* a column of the file that has no place in the common view: name and unit are its own */
    PDK_LOG_SPEED,     /* m/s */
    PDK_LOG_THROTTLE,  /* 0 to 1, as the pedals and levers that follow */
    PDK_LOG_BRAKE,
    PDK_LOG_CLUTCH,
    PDK_LOG_HANDBRAKE,
    PDK_LOG_STEER_ANGLE,  /* rad, positive to the left */
    PDK_LOG_STEER,        /* -1 to 1, likewise, where the file has no angle */
    PDK_LOG_GEAR,         /* -1 reverse, 0 neutral */
    PDK_LOG_ENGINE_SPEED, /* rad/s */
    PDK_LOG_LONGITUDINAL, /* g, positive forward */
    PDK_LOG_LATERAL,      /* g, positive to the left */
    PDK_LOG_VERTICAL,     /* g, positive upward */
    PDK_LOG_X,            /* m, right-handed, z up */
    PDK_LOG_Y,
    PDK_LOG_Z,
    PDK_LOG_COURSE,    /* rad of the nose, clockwise from north (y), 0 to 2 pi */
    PDK_LOG_LATITUDE,  /* degrees, around pdk_recorded_origin */
    PDK_LOG_LONGITUDE, /* likewise */
    PDK_LOG_LAP,       /* number of the lap; 0 before the first */
    PDK_LOG_LAP_DISTANCE,
    PDK_LOG_LAP_TIME,      /* s, of the lap that was completed last; 0 = none was */
    PDK_LOG_RUNNING_TIME,  /* s since the lap began */
    PDK_LOG_WHEEL_SPEED,   /* rad/s times the wheel's radius: m/s */
    PDK_LOG_SUSPENSION,    /* m, compression */
    PDK_LOG_WHEEL_LOAD,    /* N */
    PDK_LOG_WHEEL_FORWARD, /* N, of the road on the tyre */
    PDK_LOG_WHEEL_RIGHT,   /* N */
    PDK_LOG_WHEEL_STEER,   /* rad, positive to the left */
    PDK_LOG_WHEEL_LEAN,    /* rad */
    PDK_LOG_TYRE_AIR,      /* degrees Celsius */
    PDK_LOG_TYRE_SLIP,     /* 0 to 1: the share of the slip of most grip; 1 = that or more */
    PDK_LOG_YAW_RATE,      /* rad/s, positive to the left */
    PDK_LOG_BRAKE_BALANCE, /* the front's share of the brake torque, as set */
    PDK_LOG_IDS
} pdk_log_id;

typedef struct pdk_log_channel {
    pdk_log_id id;
    const char *wheel; /* "FL"; NULL = it is of no wheel */
    const char *name;  /* of PDK_LOG_OTHER: the column's, unit too; NULL = no unit */
    const char *unit;
    double *values; /* NaN = not known at that moment */
} pdk_log_channel;

typedef struct pdk_log {
    pdk_recording *recording;
    size_t run;
    double start;                /* s of the session's clock: the first sample */
    uint32_t rate;               /* Hz */
    uint64_t count;              /* samples */
    double seen_start, seen_end; /* s: where what is recorded begins and ends; beyond, values are held */
    double held;                 /* s without a recording in between */
    pdk_vector channels;         /* pdk_log_channel */
    double *beacons;             /* s of the session's clock, ascending */
    size_t beacon_count;
    const pdk_recorded_lap *laps; /* of this driver */
    size_t lap_count;
} pdk_log;

/* What a writer needs from a log. What it cannot hold is not made, and nothing is said about it. */
typedef struct pdk_log_form {
    bool lead;          /* a log whose first or last beacon is at its very end is made a tenth of a second longer there:
                           programs look for beacons inside */
    bool accelerations; /* it writes them */
    bool columns;       /* it writes any channel: then columns that have none are a loss */
    pdk_status (*write)(const pdk_log *log, pdk_error *error);
} pdk_log_form;

/* Samples the one driver of a recording. Needs no closing: all is in the job's memory. */
pdk_status pdk_log_make(pdk_recording *recording, const pdk_log_form *form, pdk_log *log, pdk_error *error);
/* Makes the log of a job and writes it by form->write; a failure of the output counts too. */
pdk_status pdk_log_export(pdk_export *job, const pdk_log_form *form, pdk_error *error);

static inline double pdk_log_time(const pdk_log *log, uint64_t sample)
{
    return log->start + (double)sample / (double)log->rate;
}
static inline double pdk_log_duration(const pdk_log *log)
{
    return (double)log->count / (double)log->rate;
}
/* The channel of this kind; NULL where there is none. */
const pdk_log_channel *pdk_log_find(const pdk_log *log, pdk_log_id id);

/* Values that are not known become those before them, or the first that is known. */
void pdk_log_hold(double *values, uint64_t count);

/* ------------------------------------------------------------------------------------ what fills it, in this room */

/* A channel without values, to be filled; NULL when memory ran out. */
pdk_log_channel *pdk_log_add(pdk_log *log, pdk_log_id id);
/* log_grid.c: rate, start, count, beacons and laps. */
pdk_status pdk_log_choose_grid(pdk_log *log, bool lead, pdk_error *error);
/* log_channels.c: from the motion, and places. */
pdk_status pdk_log_add_motion(pdk_log *log, pdk_error *error);
/* log_laps.c */
pdk_status pdk_log_add_laps(pdk_log *log, pdk_error *error);
/* log_acceleration.c: as recorded, or from velocity and course. */
pdk_status pdk_log_add_accelerations(pdk_log *log, pdk_error *error);
/* log_channels.c: how fast the nose turns, over 0.1 s; where headings are recorded. */
pdk_status pdk_log_add_yaw_rate(pdk_log *log, pdk_error *error);
/* log_setup.c: what stays the same over the recording. */
pdk_status pdk_log_add_setup(pdk_log *log, pdk_error *error);
/* log_columns.c: of recordings of one car, wheels and columns that nothing else takes. */
pdk_status pdk_log_add_columns(pdk_log *log, pdk_error *error);
/* A column of such a recording at the log's samples, times `factor`. False in *there where rows are not samples. */
pdk_status pdk_log_read_column(const pdk_log *log, const pdk_table *table, size_t column, double factor, double *values,
                               pdk_error *error);
/* The table whose rows are this driver's samples one by one; NULL where it has those of others too. */
const pdk_table *pdk_log_own_table(const pdk_log *log);

#endif
