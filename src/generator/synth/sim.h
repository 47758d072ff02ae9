/*
 * The small world generated files come from: a closed track and cars driving round it.
 *
 * The track is a smooth closed curve with hills; each car follows its own line at the speed grip, engine and brakes
 * allow, so that what a file holds (forces, pedals, laps) hangs together as it does in a recorded one. The same seed
 * gives the same drive. Nothing here knows a file format.
 *
 * Frame: x right (east), y forward (north), z up; metres, seconds, radians; heading anticlockwise from +y.
 */
#ifndef PADDOCK_SYNTH_SIM_H
#define PADDOCK_SYNTH_SIM_H

#include "base/memory.h"

enum { PDK_SIM_SECTORS = 3, PDK_SIM_GEARS = 5 };

/* Corner order of every array of four. */
enum { PDK_FRONT_LEFT, PDK_FRONT_RIGHT, PDK_REAR_LEFT, PDK_REAR_RIGHT };

typedef struct pdk_sim_wheel {
    double x, y, z;          /* centre from the car's reference point, at rest */
    double deflection;       /* suspension, compression from unloaded */
    double steer;            /* positive left */
    double x_force, y_force; /* N in the car's frame: right, forward */
    double load;             /* N, up */
    double angular_velocity; /* rad/s */
    double angle;            /* turned so far, rad, 0 .. 2 pi */
    double slip;             /* 0 none .. 1 at the best slip */
    double temperature;      /* degC */
} pdk_sim_wheel;

typedef struct pdk_sim_car {
    double x, y, z;
    double heading, pitch, roll;        /* pitch: nose up; roll: right side down */
    double velocity[3];                 /* world */
    double speed;                       /* length of velocity */
    double right[3], forward[3], up[3]; /* unit vectors of the body, world */
    double felt[3];                 /* what an accelerometer reads, in m/s^2: right, forward, up (about 9.81 at rest) */
    double throttle, brake, clutch; /* 0..1 */
    double steer;                   /* road wheels' angle asked for, positive left */
    double shift_left;              /* seconds the clutch is still down */
    int gear;                       /* 1 = first; 0 neutral and -1 reverse are not driven */
    double engine_speed;            /* rad/s */
    double distance;                /* travelled since the start */
    double track_distance;          /* along the track's middle in this lap, 0 .. length */
    int lap;                        /* laps completed; -1 until the line is first crossed */
    double lap_start;               /* time this lap began, exact between ticks */
    int sector;                     /* 0, 1, 2: the one being driven */
    double crossed;                 /* this tick: exact time a sector line was crossed; negative = none was */
    double sector_times[PDK_SIM_SECTORS]; /* cumulative times of the lines passed this lap; at the crossing of the
                                             finish line still those of the lap just done */
    pdk_sim_wheel wheels[4];
} pdk_sim_car;

typedef struct pdk_sim_constants { /* the same for every car */
    double mass, sprung_mass;
    double wheel_radius, spring, damping_compression, damping_rebound, front_anti_roll, rear_anti_roll, brake_torque;
    double gear_ratios[PDK_SIM_GEARS], final_drive;
    double idle_speed, top_speed; /* engine, rad/s */
    double maximum_deflection;
    double front, wheel_base, track_width, wheel_z; /* where wheels are: the front ones so far ahead of the reference */
    double axle_share[2];                           /* of the weight at rest: front, rear */
    double sprung_height;                           /* of the sprung mass over the road at rest */
} pdk_sim_constants;

typedef struct pdk_sim pdk_sim;

/* `cars` of them spread over the grid, the first at the line; `tick` seconds a step. The seed makes the track, the hand
 * those who drive; 0 = the seed makes them, too. NULL when out of memory. */
pdk_sim *pdk_sim_new(pdk_memory *memory, uint64_t seed, uint64_t hand, uint32_t cars, double tick);
/* Advances one tick. After pdk_sim_new the time is 0 and the cars already drive (a flying start). */
void pdk_sim_step(pdk_sim *sim);
double pdk_sim_time(const pdk_sim *sim);
const pdk_sim_car *pdk_sim_get(const pdk_sim *sim, uint32_t car);
const pdk_sim_constants *pdk_sim_get_constants(const pdk_sim *sim);
double pdk_sim_track_length(const pdk_sim *sim);

/* A point of the track's middle line: place, heading, slope (radians, up positive), bank (right side down positive),
 * half width. */
typedef struct pdk_sim_place {
    double x, y, z, heading, slope, bank, half_width;
} pdk_sim_place;
pdk_sim_place pdk_sim_track_at(const pdk_sim *sim, double distance);

/* Names and numbers for generated drivers and cars: "A. Driver", "07" ... `room` of 32. */
const char *pdk_sim_driver_name(char room[32], uint32_t car);

/* Repeatable random numbers. */
typedef struct pdk_random {
    uint64_t state;
} pdk_random;
uint64_t pdk_random_next(pdk_random *random); /* 64 bits */
double pdk_random_unit(pdk_random *random);   /* 0 <= value < 1 */
double pdk_random_between(pdk_random *random, double low, double high);

#endif
