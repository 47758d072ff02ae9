/* What the parts of the session simulation share. */
#ifndef PADDOCK_SYNTH_SIM_SESSION_STATE_H
#define PADDOCK_SYNTH_SIM_SESSION_STATE_H

#include "synth/speed_profile.h"
#include "synth/sim_session.h"
#include "synth/track.h"

#define PDK_CAR_LENGTH 4.5
#define PDK_CAR_WIDTH 1.9
#define PDK_ROAD_HALF 5.5  /* the track's half width */
#define PDK_WALL_OFFSET 15 /* walls on both sides, from the middle */
#define PDK_LANE_SPEED 22
#define PDK_LANE_OFFSET 12
#define PDK_BOX_OFFSET 15.5
#define PDK_GARAGE_OFFSET 22

typedef enum pdk_phase {
    PDK_AWAY, /* not joined yet, or left */
    PDK_IN_GARAGE,
    PDK_ON_GRID,
    PDK_DRIVING,
    PDK_IN_LANE,
    PDK_IN_BOX,
    PDK_ABANDONED /* has stopped beside the track */
} pdk_phase;

typedef enum pdk_slide { PDK_STEADY, PDK_SPINNING, PDK_STANDING, PDK_TURNING } pdk_slide;

typedef enum pdk_script {
    PDK_SCRIPT_ORDINARY,
    PDK_SCRIPT_SLOW,
    PDK_SCRIPT_CHANGES_DRIVER,
    PDK_SCRIPT_STOPS, /* retires beside the track */
    PDK_SCRIPT_LATE,
    PDK_SCRIPT_LEAVES,
    PDK_SCRIPT_GIVES_UP, /* retires in the garage */
    PDK_SCRIPT_CHEATS,   /* is disqualified */
    PDK_SCRIPT_ABSENT,   /* never comes */
    PDK_SCRIPT_BOXED,    /* stays in his box to the end */
    PDK_SCRIPT_ESCAPES   /* is put into the garage from the track, and continues from there */
} pdk_script;

enum { PDK_PAST_TICKS = 64 };

typedef struct pdk_racer {
    double pace, spread, reaction; /* of the driver: share of the best speed, how it varies from lap to lap */
    double early;                  /* s before the race begins that it moves; 0 = it waits */
    double lane_speed;             /* m/s, that it keeps in the pit lane */
    double line, weave, weave_phase, mood_phase;
    int weave_count;
    double lap_pace;
    pdk_script script;
    double script_time; /* clock; < 0: done or none */

    pdk_phase phase;
    uint32_t place;         /* in `around` */
    double s, u;            /* along the track since the line was first reached, m; and the car's speed, m/s */
    double d, w;            /* to the right of the middle, and its change */
    double turn, turn_rate; /* of the nose against the track, + left */
    double push;            /* what the pedals did in the last tick, m/s^2 */
    double shove;           /* sideways, away from a neighbour, m/s^2 */
    double until;           /* clock: when the phase or the slide ends */
    pdk_slide slide;
    double hurt_until; /* slower for a while */
    double wide_until, wide_offset;
    bool into_wall;
    uint32_t partner;               /* drives beside it; PDK_SIM_NOBODY */
    double beside;                  /* on which line, then */
    double edge_until, edge_offset; /* uses all of the road */
    uint32_t passing;               /* whom; PDK_SIM_NOBODY */
    double passing_side;
    double yield_until, yield_side; /* to a car that laps it */
    double forced_until, forced_push;

    bool lap_runs, lap_is_stored, lap_from_lane;
    uint32_t lap; /* the number of the one being driven, from 1 */
    double lap_base, lap_start, passed[PDK_LOG_SECTORS];
    int sector;
    uint32_t lap_contacts, lap_spins, lap_excursions;
    uint32_t laps_done;
    double progress;  /* since the start of a race, m; stays when the car is put away */
    double last_line; /* clock; < 0: none */
    double finish;    /* clock; < 0: has not */
    bool retired, disqualified, started;

    bool comes_in, wants_service, owes_drive_through, serves_drive_through, wants_change, goes_to_garage, announced;
    bool from_garage;
    uint32_t next_stop_lap, run_laps;      /* race; practice: flying laps left of this run */
    double box;                            /* along the lane, from its beginning */
    double lane_s;                         /* where the lane it drives began */
    size_t stop, spin, excursion, lock_up; /* rows of the log that are open; SIZE_MAX: none */
    uint32_t brakings;                     /* so far */
    bool brakes_hard;
    double locked_from, locked_until; /* clock: when a wheel locks while it brakes */
    bool locked_right;
    int driver;
    size_t penalty;   /* the row of the drive-through it owes */
    bool awaits_line; /* in formation, until it crosses the line */
    bool is_told_out;
    uint32_t lost; /* parts, 1 << pdk_log_part */

    /* `s` and `d` at the end of each of the last ticks, by tick modulo PDK_PAST_TICKS. */
    double past_s[PDK_PAST_TICKS], past_d[PDK_PAST_TICKS];
    double shown; /* clock of the last look */
    pdk_sim_car car;
} pdk_racer;

typedef struct pdk_attack { /* a contact in the making */
    bool active, side;
    uint32_t by, on;
    double deadline, closing, bias;
} pdk_attack;

typedef struct pdk_rumour { /* that a driver did not finish, who drives on */
    uint32_t car;
    double time;
    bool told, taken_back;
} pdk_rumour;

enum { PDK_RUMOURS = 2 };
enum { PDK_MOST_ATTACKS = 3, PDK_LATER_ROWS = 64 };

/* Headings after a contact are known half a second later. */
typedef struct pdk_later {
    double time, turn;
    size_t row;
    int party;
    uint32_t car;
} pdk_later;

struct pdk_sim_session {
    pdk_sim_session_plan plan;
    pdk_memory *memory;
    pdk_track track;
    pdk_profile profile;
    double best_lap; /* what the profile allows */
    double lane_side, lane_begin, lane_length;
    pdk_random random, habits; /* two, so that habits change nothing else that is drawn */
    uint64_t ticks;
    double clock, over_at;
    bool failed; /* out of memory */
    double best_sectors[PDK_LOG_SECTORS];
    pdk_racer *racers;
    uint32_t *around; /* cars on the road, by their place on the track */
    uint32_t around_count;
    uint32_t *order; /* who takes part, by progress */
    uint32_t order_count;
    double next_incident, incident_pause;
    int sequence[8], sequence_at;
    pdk_attack attacks[PDK_MOST_ATTACKS];
    uint32_t offences; /* contacts that were punished */
    double offence_time;
    uint32_t offender;
    pdk_later later[PDK_LATER_ROWS];
    size_t later_count;
    pdk_rumour rumours[PDK_RUMOURS];
    pdk_vector events;
    pdk_sim_session_log log;
};

/* What a driver tries to do. */
typedef struct pdk_aim {
    double speed, offset;
    bool hurry; /* sideways */
} pdk_aim;

/* --- sim_session_state.c --- */
void pdk_sim_session_add_event(pdk_sim_session *session, pdk_sim_session_event event);
void *pdk_sim_session_row(pdk_sim_session *session, pdk_vector *rows);
double pdk_sim_session_along(const pdk_sim_session *session, double s); /* 0 .. length */
double pdk_sim_session_curvature(const pdk_sim_session *session, double s);
double pdk_sim_session_gap(const pdk_sim_session *session, const pdk_racer *behind, const pdk_racer *ahead);
/* A car that has no part yet; PDK_SIM_NOBODY where all have one. */
uint32_t pdk_sim_session_pick(pdk_sim_session *session);

/* --- sim_session_drive.c --- */
void pdk_sim_session_drive(pdk_sim_session *session, uint32_t car);
bool pdk_sim_session_is_off_road(const pdk_sim_session *session, const pdk_racer *racer);

/* --- sim_session_traffic.c --- */
void pdk_sim_session_sort_around(pdk_sim_session *session);
void pdk_sim_session_avoid_traffic(pdk_sim_session *session, uint32_t car, pdk_aim *aim);

/* --- sim_session_spin.c --- */
void pdk_sim_session_spin(pdk_sim_session *session, uint32_t car, double turn_rate, bool touched);

/* --- sim_session_contact.c --- */
void pdk_sim_session_touch(pdk_sim_session *session);
void pdk_sim_session_hit_wall(pdk_sim_session *session, uint32_t car);
void pdk_sim_session_measure_headings(pdk_sim_session *session);

/* --- sim_session_garage.c --- */
void pdk_sim_session_put_in_garage(pdk_sim_session *session, uint32_t car);

/* --- sim_session_pit.c --- */
void pdk_sim_session_aim_for_pits(pdk_sim_session *session, uint32_t car, pdk_aim *aim);
void pdk_sim_session_pass_lane_ends(pdk_sim_session *session, uint32_t car, double before);
void pdk_sim_session_wait(pdk_sim_session *session, uint32_t car);

/* --- sim_session_lap_log.c --- */
/* The lap under way as a row of the log, incomplete so far; NULL when out of memory. */
pdk_log_lap *pdk_sim_session_log_lap(pdk_sim_session *session, uint32_t car);
void pdk_sim_session_drop_lap(pdk_sim_session *session, uint32_t car); /* it will not be driven to its end */

/* --- sim_session_lap.c --- */
void pdk_sim_session_begin_lap(pdk_sim_session *session, uint32_t car, double time, bool stored, bool from_lane);
void pdk_sim_session_pass_lines(pdk_sim_session *session, uint32_t car, double before);
void pdk_sim_session_sort_order(pdk_sim_session *session);
void pdk_sim_session_end_by_time(pdk_sim_session *session);

/* --- sim_session_incidents.c --- */
void pdk_sim_session_assign_scripts(pdk_sim_session *session);
void pdk_sim_session_cause_incidents(pdk_sim_session *session);
void pdk_sim_session_aim_attack(pdk_sim_session *session, uint32_t car, pdk_aim *aim);
bool pdk_sim_session_attacks(const pdk_sim_session *session, uint32_t by, uint32_t on);
void pdk_sim_session_end_attack(pdk_sim_session *session, uint32_t one, uint32_t other);

/* --- sim_session_habits.c --- */
void pdk_sim_session_assign_habits(pdk_sim_session *session);
/* Behind the grid: who drives beside whom. */
void pdk_sim_session_pair_cars(pdk_sim_session *session);
bool pdk_sim_session_is_beside(const pdk_sim_session *session, const pdk_racer *racer, uint32_t other);
void pdk_sim_session_aim_by_habit(pdk_sim_session *session, uint32_t car, pdk_aim *aim);

/* --- sim_session_formation.c --- */
/* From the grid, a lap before the line, one behind the other. */
void pdk_sim_session_begin_formation(pdk_sim_session *session);
/* After each tick: a car that reaches the line begins to race. */
void pdk_sim_session_end_formation(pdk_sim_session *session);
void pdk_sim_session_aim_in_formation(const pdk_racer *racer, pdk_aim *aim);

/* --- sim_session_notices.c --- */
void pdk_sim_session_assign_rumours(pdk_sim_session *session);
void pdk_sim_session_tell_notices(pdk_sim_session *session);
/* A contact that changed the car's speed by `strength` may cost it this part, or more. */
void pdk_sim_session_break(pdk_sim_session *session, uint32_t car, double strength, pdk_log_part part);
void pdk_sim_session_mend(pdk_sim_session *session, uint32_t car);

/* --- sim_session_penalty.c --- */
void pdk_sim_session_decide_penalties(pdk_sim_session *session);
void pdk_sim_session_note_offence(pdk_sim_session *session, uint32_t car, double closing);

#endif
