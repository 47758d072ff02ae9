/* Cars on the generated track. A car's place along the track decides everything else: its speed is the fastest the
 * track allows times its driver's skill, and accelerations, forces and pedals follow from how that changes. */
#include "synth/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "synth/car.h"
#include "synth/speed_profile.h"

static const double two_pi = 6.283185307179586;

enum { STRENGTHS = 4 };

typedef struct sim_driver {
    double progress; /* along the track since the first crossing of the line; negative before it */
    double skill;
    double offset, weave, weave_phase, mood_phase; /* the driver's own line and rhythm */
    int weave_count;
    double strength[STRENGTHS], strength_phase[STRENGTHS]; /* where round the lap this hand is fast */
    pdk_sim_car car;
} sim_driver;

struct pdk_sim {
    pdk_track track;
    pdk_profile profile;
    double tick;
    uint64_t ticks;
    uint32_t cars;
    sim_driver *drivers;
};

/* ------------------------------------------------------------------------------------------------ the car */

static double progress_rate(const pdk_sim *sim, const sim_driver *driver, double progress)
{
    double mood = 1 + 0.004 * sin(two_pi * progress / (0.37 * sim->track.length) + driver->mood_phase);
    for (int k = 0; k < STRENGTHS; k++) {
        double round = two_pi * progress / sim->track.length;
        mood += driver->strength[k] * sin((2 * k + 3) * round + driver->strength_phase[k]);
    }
    return pdk_profile_at(&sim->profile, progress) * driver->skill * mood;
}

static void line_point(const pdk_sim *sim, const sim_driver *driver, double progress, double point[3])
{
    double offset = driver->offset + driver->weave * sin(two_pi * driver->weave_count * progress / sim->track.length +
                                                         driver->weave_phase);
    pdk_track_point(&sim->track, progress, offset, point);
}

static void line_velocity(const pdk_sim *sim, const sim_driver *driver, double progress, double velocity[3])
{
    const double step = 0.25;
    double before[3], after[3], rate = progress_rate(sim, driver, progress);
    line_point(sim, driver, progress - step, before);
    line_point(sim, driver, progress + step, after);
    for (int k = 0; k < 3; k++) velocity[k] = (after[k] - before[k]) / (2 * step) * rate;
}

static void move(const pdk_sim *sim, sim_driver *driver)
{
    pdk_sim_car *car = &driver->car;
    double place[3], before[3], after[3], rate = progress_rate(sim, driver, driver->progress);
    line_point(sim, driver, driver->progress, place);
    line_velocity(sim, driver, driver->progress, car->velocity);
    line_velocity(sim, driver, driver->progress - 0.5, before);
    line_velocity(sim, driver, driver->progress + 0.5, after);
    car->x = place[0];
    car->y = place[1];
    car->z = place[2];
    car->speed = sqrt(car->velocity[0] * car->velocity[0] + car->velocity[1] * car->velocity[1] +
                      car->velocity[2] * car->velocity[2]);

    double acceleration[3]; /* change of velocity per metre of progress, times metres per second */
    for (int k = 0; k < 3; k++) acceleration[k] = (after[k] - before[k]) * rate;
    double heading, curvature;
    pdk_track_direction(&sim->track, driver->progress, &heading, &curvature);
    pdk_car_set_axes(car, car->velocity, acceleration, pdk_track_bank(curvature));
    car->steer = pdk_car_steer_for(curvature, car->speed);
}

/* ------------------------------------------------------------------------------------------------ the race */

/* Advances along the track and notes the lines crossed, with their exact times. */
static void drive(pdk_sim *sim, sim_driver *driver)
{
    pdk_sim_car *car = &driver->car;
    double length = sim->track.length, start = (double)(sim->ticks - 1) * sim->tick;
    double half = progress_rate(sim, driver, driver->progress) * sim->tick / 2;
    double step = progress_rate(sim, driver, driver->progress + half) * sim->tick;
    double next = driver->progress + step;
    static const double lines[PDK_SIM_SECTORS] = { 0.31, 0.67, 1 };
    car->crossed = -1;
    if (driver->progress < 0) {
        if (next >= 0) {
            car->lap = 0;
            car->sector = 0;
            car->lap_start = car->crossed = start - driver->progress / step * sim->tick;
        }
    } else {
        double line = (car->lap + lines[car->sector]) * length;
        if (next >= line) {
            car->crossed = start + (line - driver->progress) / step * sim->tick;
            car->sector_times[car->sector] = car->crossed - car->lap_start;
            car->sector = (car->sector + 1) % PDK_SIM_SECTORS;
            if (car->sector == 0) {
                car->lap++;
                car->lap_start = car->crossed;
            }
        }
    }
    driver->progress = next;
    car->distance += car->speed * sim->tick;
    car->track_distance = driver->progress < 0 ? driver->progress + length : driver->progress - car->lap * length;
}

static void settle(pdk_sim *sim, sim_driver *driver, double tick)
{
    move(sim, driver);
    pdk_car_operate(&driver->car, tick);
    pdk_car_load_wheels(&driver->car, tick);
}

pdk_sim *pdk_sim_new(pdk_memory *memory, uint64_t seed, uint64_t hand, uint32_t cars, double tick)
{
    pdk_sim *sim = pdk_alloc(memory, sizeof *sim);
    sim_driver *drivers = pdk_alloc_array(memory, cars, sizeof *drivers);
    if (sim == NULL || drivers == NULL) return NULL;
    pdk_track_make(&sim->track, seed);
    pdk_profile_make(&sim->profile, &sim->track);
    sim->tick = tick;
    sim->cars = cars;
    sim->drivers = drivers;
    pdk_random random = { hand != 0 ? hand : seed };
    for (uint32_t i = 0; i < cars; i++) {
        sim_driver *driver = &drivers[i];
        driver->progress = -2.0 - 11.0 * i;
        driver->skill = pdk_random_between(&random, 0.96, 0.995);
        driver->offset = pdk_random_between(&random, -1.5, 1.5);
        driver->weave = pdk_random_between(&random, 0.3, 1.5);
        driver->weave_phase = pdk_random_between(&random, 0, two_pi);
        driver->mood_phase = pdk_random_between(&random, 0, two_pi);
        driver->weave_count = 2 + (int)pdk_random_between(&random, 0, 5);
        for (int k = 0; hand != 0 && k < STRENGTHS; k++) {
            driver->strength[k] = pdk_random_between(&random, 0.002, 0.009);
            driver->strength_phase[k] = pdk_random_between(&random, 0, two_pi);
        }
        driver->car.lap = -1;
        driver->car.sector = PDK_SIM_SECTORS - 1;
        driver->car.crossed = -1;
        driver->car.track_distance = driver->progress + sim->track.length;
        for (int k = 0; k < 4; k++) driver->car.wheels[k].temperature = pdk_car_air_temperature;
        settle(sim, driver, 0);
    }
    return sim;
}

void pdk_sim_step(pdk_sim *sim)
{
    sim->ticks++;
    for (uint32_t i = 0; i < sim->cars; i++) {
        drive(sim, &sim->drivers[i]);
        settle(sim, &sim->drivers[i], sim->tick);
    }
}

double pdk_sim_time(const pdk_sim *sim)
{
    return (double)sim->ticks * sim->tick;
}
const pdk_sim_car *pdk_sim_get(const pdk_sim *sim, uint32_t car)
{
    return &sim->drivers[car].car;
}
const pdk_sim_constants *pdk_sim_get_constants(const pdk_sim *sim)
{
    (void)sim;
    return pdk_car_constants();
}
double pdk_sim_track_length(const pdk_sim *sim)
{
    return sim->track.length;
}
pdk_sim_place pdk_sim_track_at(const pdk_sim *sim, double distance)
{
    return pdk_track_place(&sim->track, distance);
}

const char *pdk_sim_driver_name(char room[32], uint32_t car)
{
    static const char *const names[] = {
        "A. Varga", "B. Okafor",  "C. Lindqvist", "D. Moreau", "E. Tanaka", "F. Rossi",
        "G. Novak", "H. O'Brien", "I. Petrov",    "J. Müller", "K. Silva",  "L. Haddad"
    };
    enum { NAMES = sizeof names / sizeof names[0] };
    if (car < NAMES) snprintf(room, 32, "%s", names[car]);
    else snprintf(room, 32, "%s %u", names[car % NAMES], (unsigned)(car / NAMES + 1));
    return room;
}
