/* What happened in a session: the rows that answers are compared with. Cars are numbered from 0; laps from 1. */
#ifndef PADDOCK_SYNTH_SIM_SESSION_LOG_H
#define PADDOCK_SYNTH_SIM_SESSION_LOG_H

#include "base/memory.h"

enum { PDK_LOG_SECTORS = 3 };

typedef enum pdk_log_lap_kind {
    PDK_LOG_LAP_TIMED,
    PDK_LOG_LAP_OUT,
    PDK_LOG_LAP_IN,
    PDK_LOG_LAP_OUT_IN,
    PDK_LOG_LAP_INCOMPLETE
} pdk_log_lap_kind;
typedef enum pdk_log_penalty_kind {
    PDK_LOG_PENALTY_NONE,
    PDK_LOG_PENALTY_DRIVE_THROUGH,
    PDK_LOG_PENALTY_TIME,
    PDK_LOG_PENALTY_DISQUALIFIED
} pdk_log_penalty_kind;
typedef enum pdk_log_status {
    PDK_LOG_RESULT_FINISHED,
    PDK_LOG_RESULT_RUNNING,
    PDK_LOG_RESULT_RETIRED,
    PDK_LOG_RESULT_DISQUALIFIED,
    PDK_LOG_RESULT_NOT_STARTED
} pdk_log_status;

typedef struct pdk_log_driver {
    double joined, left; /* clock; left < 0: stayed to the end */
    uint32_t grid;       /* position at the start; 0 = none */
} pdk_log_driver;

typedef struct pdk_log_lap {
    uint32_t car, lap;
    double start, end;               /* clock; end < 0: never ended */
    double sectors[PDK_LOG_SECTORS]; /* each one's time; < 0: not driven to its end */
    pdk_log_lap_kind kind;
    bool is_stored; /* the file has a time for it; otherwise the time is -1 */
    uint32_t position;
    uint32_t contacts, spins, excursions;
    int driver;
} pdk_log_lap;

typedef struct pdk_log_stop { /* a visit to the pit lane */
    uint32_t car, lap;        /* the lap it began in */
    double enter, exit;       /* clock; exit < 0: never */
    double stationary;        /* seconds in the box */
    bool service, garage;     /* worked on; went to the garage (or came from it, when enter < 0) */
    bool drive_through, driver_changed;
} pdk_log_stop;

typedef struct pdk_log_party {
    uint32_t car;
    double speed_before, speed_after; /* the tick before, and right after */
    double velocity_change[2];        /* along the track, to its right */
    double heading_change;            /* of the nose against the track, from before to half a second after; + left */
    double turn_rate_change;          /* rad/s at once, + left */
    bool behind;                      /* half a second before */
} pdk_log_party;

typedef struct pdk_log_contact {
    double time, distance, offset, x, y, z;
    uint32_t lap;             /* of the first party */
    bool with_wall;           /* then the second party is nobody */
    bool side;                /* flank against flank; otherwise nose against tail */
    double closing_speed;     /* along the line of centres, right before; for walls: towards it */
    double approach_speed;    /* the same, the median of 0.5 to 0.05 s before */
    double normal_speed;      /* against the other's flank or tail */
    double relative_speed;    /* length of the difference of velocities */
    pdk_log_party parties[2]; /* first the one behind at the touch */
} pdk_log_contact;

typedef struct pdk_log_spin {
    uint32_t car, lap;
    double start, end; /* until it drives again; < 0: never */
    double stopped;    /* seconds it stood */
    double turned;     /* rad, + left */
    double distance, x, y, z;
    bool touched; /* by a contact */
} pdk_log_spin;

typedef struct pdk_log_lock_up { /* a front wheel does not turn while the car brakes */
    uint32_t car, lap;
    double start, end; /* clock; end < 0: to the end */
    bool right;        /* that wheel; otherwise the left one */
    double distance, x, y, z;
} pdk_log_lock_up;

typedef struct pdk_log_excursion {
    uint32_t car, lap;
    double start, end; /* while the car's centre is beyond the edge */
    double farthest;   /* metres beyond the edge */
    double distance, x, y, z;
} pdk_log_excursion;

typedef struct pdk_log_penalty {
    uint32_t car;
    pdk_log_penalty_kind penalty;
    double time, seconds;   /* clock; of a time penalty */
    double served, removed; /* clock; < 0: was not */
} pdk_log_penalty;

typedef struct pdk_log_jump { /* the car is put somewhere else */
    uint32_t car;
    double time;
} pdk_log_jump;

typedef struct pdk_log_change { /* of drivers */
    uint32_t car;
    double time;
} pdk_log_change;

typedef enum pdk_log_notice_kind {
    PDK_LOG_NOTICE_DNF,
    PDK_LOG_NOTICE_TAKEN_BACK,
    PDK_LOG_NOTICE_DISQUALIFIED,
    PDK_LOG_NOTICE_KICKED
} pdk_log_notice_kind;

typedef struct pdk_log_notice { /* the game says how a driver's race went */
    uint32_t car;
    double time;
    pdk_log_notice_kind kind;
    bool is_true;
} pdk_log_notice;

typedef enum pdk_log_part { /* the first six in the order of the bits in poses */
                            PDK_LOG_PART_WHEEL_FRONT_LEFT,
                            PDK_LOG_PART_WHEEL_FRONT_RIGHT,
                            PDK_LOG_PART_WHEEL_REAR_LEFT,
                            PDK_LOG_PART_WHEEL_REAR_RIGHT,
                            PDK_LOG_PART_FRONT_WING,
                            PDK_LOG_PART_REAR_WING,
                            PDK_LOG_PART_DEBRIS,
                            PDK_LOG_PART_ENGINE,
                            PDK_LOG_PART_SUSPENSION
} pdk_log_part;

typedef struct pdk_log_damage {
    uint32_t car;
    double time;
    pdk_log_part part;
} pdk_log_damage;

typedef struct pdk_log_position {
    uint32_t car, lap, position;
    double time;
} pdk_log_position;

typedef struct pdk_log_result {
    uint32_t car, position, laps;
    pdk_log_status status;
    double time; /* of a race: from green to the last line crossed; < 0: none */
    double penalty_time;
    double best_lap_time; /* < 0: none */
    uint32_t best_lap, pit_stops, penalties, contacts, grid;
} pdk_log_result;

typedef struct pdk_sim_session_log {
    pdk_vector drivers, laps, stops, contacts, spins, excursions, penalties, jumps, changes, lock_ups, notices,
        damages;                   /* in order of begin */
    pdk_vector positions, results; /* made at the end */
    double formation;              /* clock: it began; < 0: there is none */
    double green, flag;            /* clock; < 0: not */
    double end;                    /* of the session */
} pdk_sim_session_log;

/* The i-th row of one of its vectors. */
#define PDK_LOG_AT(type, vector, i) (&((type *)(vector).items)[i])

#endif
