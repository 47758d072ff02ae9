/*
 * A session of many cars on the generated track: practice, qualifying or a race.
 *
 * Drivers differ in pace and consistency. They start, overtake, touch, spin, leave the road, stop at the pits, are
 * penalised, retire, join late, leave early. Everything that happens is reported as events of its tick and kept in a
 * log (sim_session_log.h), which is the truth that answers computed from a file are compared with. The same plan gives
 * the same session. Frame and units are those of sim.h.
 */
#ifndef PADDOCK_SYNTH_SIM_SESSION_H
#define PADDOCK_SYNTH_SIM_SESSION_H

#include "synth/sim_session_log.h"
#include "synth/sim.h"

enum { PDK_SIM_MOST_CARS = 250 };
#define PDK_SIM_NOBODY UINT32_MAX
#define PDK_SIM_WALL (UINT32_MAX - 1)

typedef enum pdk_sim_session_kind { PDK_SIM_PRACTICE, PDK_SIM_QUALIFYING, PDK_SIM_RACE } pdk_sim_session_kind;

/* What else happens in a session: bits (sim_session_habits.c). */
enum {
    PDK_SIM_ABREAST = 1,     /* pairs of cars drive side by side for most of a race */
    PDK_SIM_WIDE = 2,        /* drivers use the whole road now and then, up to its edge */
    PDK_SIM_ABSENT = 4,      /* one who is on the list never comes */
    PDK_SIM_BOXED = 8,       /* one stays in his box to the end */
    PDK_SIM_ESCAPES = 16,    /* drivers leave their cars on the track and begin again in the garage */
    PDK_SIM_STATUS = 32,     /* the game says who did not finish, was disqualified or kicked; twice that is not true */
    PDK_SIM_DAMAGE = 64,     /* hard contacts cost parts */
    PDK_SIM_FORMATION = 128, /* a race begins after a lap in formation, where the first car reaches the line */
    PDK_SIM_JUMPS = 256,     /* one in three moves before the race begins */
    PDK_SIM_SPEEDING = 512   /* one in three drives too fast in the pit lane */
};

typedef struct pdk_sim_session_plan {
    pdk_sim_session_kind kind;
    unsigned with;
    uint64_t seed;
    uint32_t cars;
    uint32_t laps;   /* a race ends when the leader has driven them; 0 = by time */
    double duration; /* ... or at the line after these seconds; 0 as well = it does not end by itself */
    double watched;  /* what happens is spread over these seconds; 0 = as long as the session will last */
    double start;    /* the clock at the beginning */
    double tick;
} pdk_sim_session_plan;

/* --- sim_session_habits.c --- */
/* The bits of a list of names; PDK_E_ARGUMENT for one that is none. "lag" is a recording's and is passed over. */
pdk_status pdk_sim_session_read_with(const char *list, unsigned *with, pdk_error *error);

/* --- sim_session_plan.c --- */
/* Do these options ask for more than cars that drive on and on? */
bool pdk_sim_session_is_wanted(const pdk_synth_options *options);
/* Fills kind, seed, and how it ends; the rest of the plan is the caller's, who sets `watched` where recording is to
 * stop earlier. PDK_E_ARGUMENT when the options contradict each other. */
pdk_status pdk_sim_session_make_plan(const pdk_synth_options *options, pdk_sim_session_plan *plan, pdk_error *error);

typedef enum pdk_sim_session_event_kind {
    PDK_EVENT_COUNT,      /* `number` seconds to the start */
    PDK_EVENT_GREEN,      /* the race begins */
    PDK_EVENT_FLAG,       /* it ends: a driver who crosses the line from here on has finished */
    PDK_EVENT_CROSSING,   /* `lap` counts from 1, `sector` ends there (0 .. 2); `value` since the lap began, or -1 */
    PDK_EVENT_CONTACT,    /* with `other`, which may be PDK_SIM_WALL; `value` is the change of speed, m/s */
    PDK_EVENT_PIT_WANTED, /* a stop is announced */
    PDK_EVENT_PIT_ENTERED,
    PDK_EVENT_PIT_STOPPED, /* in the box */
    PDK_EVENT_PIT_SERVED,  /* `value` litres later */
    PDK_EVENT_PIT_LEFT,    /* the lane; `number` is 1 when it came from the garage */
    PDK_EVENT_GARAGE_LEFT,
    PDK_EVENT_GARAGE, /* put there, from the track or the box: the car jumps */
    PDK_EVENT_PENALTY,
    PDK_EVENT_PENALTY_SERVED,
    PDK_EVENT_PENALTY_REMOVED, /* by an official */
    PDK_EVENT_DISQUALIFIED,
    PDK_EVENT_TRACK_LIMITS,
    PDK_EVENT_JOINED,
    PDK_EVENT_LEFT,
    PDK_EVENT_DRIVER_CHANGED,
    PDK_EVENT_NOTICE,   /* `number` is a pdk_log_notice_kind */
    PDK_EVENT_DAMAGE,   /* `number` is a pdk_log_part */
    PDK_EVENT_FORMATION /* every second; `number` is 0 when it is over */
} pdk_sim_session_event_kind;

typedef struct pdk_sim_session_event {
    pdk_sim_session_event_kind kind;
    uint32_t car, other; /* PDK_SIM_NOBODY where it concerns all */
    double time;         /* exact, in this tick */
    uint32_t lap, sector, number;
    pdk_log_penalty_kind penalty;
    double value;
} pdk_sim_session_event;

typedef struct pdk_sim_session pdk_sim_session;

/* NULL when out of memory. At the plan's start the cars stand on the grid or in their garages. */
pdk_sim_session *pdk_sim_session_new(pdk_memory *memory, const pdk_sim_session_plan *plan);
/* One tick. False when out of memory. */
bool pdk_sim_session_step(pdk_sim_session *session);
/* Everybody has arrived or given up. */
bool pdk_sim_session_is_over(const pdk_sim_session *session);
/* Closes the log: laps in progress, results. Once, after the last step. False when out of memory. */
bool pdk_sim_session_end(pdk_sim_session *session);

double pdk_sim_session_clock(const pdk_sim_session *session);
/* What happened in the last tick, in the order of time within each car. */
size_t pdk_sim_session_event_count(const pdk_sim_session *session);
const pdk_sim_session_event *pdk_sim_session_get_event(const pdk_sim_session *session, size_t event);

/* The order: those who take part, the leader first. Returns how many; valid until the next step. */
size_t pdk_sim_session_order(const pdk_sim_session *session, const uint32_t **cars);

/* What can be seen of a car. */
typedef struct pdk_sim_session_view {
    bool present;  /* joined and not left */
    bool in_lane;  /* between the ends of the pit lane, or in the garage */
    bool limited;  /* the pit limiter is on */
    bool off_road; /* beyond the edge */
    bool spins;
    bool locked[2]; /* the front wheel on the left, on the right */
    int driver;     /* 0, after a change of drivers 1 */
    uint32_t lost;  /* parts that fell off: 1 << pdk_log_part */
} pdk_sim_session_view;
pdk_sim_session_view pdk_sim_session_view_of(const pdk_sim_session *session, uint32_t car);
/* The whole of the car as it is now. Wheels are filled with `wheels`. Showing changes nothing of what will happen. */
const pdk_sim_car *pdk_sim_session_car(pdk_sim_session *session, uint32_t car, bool wheels);

/* Best sector times so far, of all; 0 = none. */
const double *pdk_sim_session_best_sectors(const pdk_sim_session *session);
const pdk_sim_session_plan *pdk_sim_session_get_plan(const pdk_sim_session *session);
const pdk_sim_session_log *pdk_sim_session_get_log(const pdk_sim_session *session);
double pdk_sim_session_track_length(const pdk_sim_session *session);
pdk_sim_place pdk_sim_session_track_at(const pdk_sim_session *session, double distance);
/* Of the pit lane, along the track: where it begins (before the line) and ends. */
void pdk_sim_session_lane(const pdk_sim_session *session, double *begin, double *end);
/* Who drives; the second of a car takes over in a change of drivers. */
const char *pdk_sim_session_driver_name(const pdk_sim_session *session, char room[32], uint32_t car, int driver);
bool pdk_sim_session_has_second(const pdk_sim_session *session, uint32_t car);

#endif
