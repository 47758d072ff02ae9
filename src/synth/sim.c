/* Cars on the generated track. A car's place along the track decides everything else: its speed is the fastest the
 * track allows times its driver's skill, and accelerations, forces and pedals follow from how that changes. */
#include "synth/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "synth/track.h"

enum { PROFILE = 1024 };

static const double gravity = 9.81, two_pi = 6.283185307179586;
static const double wheel_base = 2.5, track_width = 1.46, mass_height = 0.5, grip = 1.15, power = 105e3, drag = 0.42;
static const double air_temperature = 60;

static const pdk_sim_constants constants = {
    .mass = 1080,
    .sprung_mass = 1010,
    .wheel_radius = 0.295,
    .spring = 42e3,
    .damping_compression = 2600,
    .damping_rebound = 4700,
    .front_anti_roll = 30e3,
    .rear_anti_roll = 14e3,
    .brake_torque = 1500,
    .gear_ratios = { 3.5, 2.2, 1.6, 1.25, 1.0 },
    .final_drive = 3.9,
    .idle_speed = 95,
    .top_speed = 750,
    .maximum_deflection = 0.16,
};

typedef struct sim_driver {
    double progress; /* along the track since the first crossing of the line; negative before it */
    double skill;
    double offset, weave, weave_phase, mood_phase; /* the driver's own line and rhythm */
    int weave_count;
    double shift_left; /* ticks the clutch is still down */
    pdk_sim_car car;
} sim_driver;

struct pdk_sim {
    pdk_track track;
    double tick;
    uint64_t ticks;
    uint32_t cars;
    double profile[PROFILE]; /* m/s round the track */
    sim_driver *drivers;
};

/* ------------------------------------------------------------------------------------------ speed profile */

/* Grip in the bends, then what engine and brakes can do between them, then a driver's smooth foot. */
static void make_profile(pdk_sim *sim)
{
    double step = sim->track.length / PROFILE, *v = sim->profile, smooth[PROFILE];
    for (int i = 0; i < PROFILE; i++) {
        double heading, curvature;
        pdk_track_direction(&sim->track, i * step, &heading, &curvature);
        v[i] = fmin(62, sqrt(0.85 * grip * gravity / fmax(fabs(curvature), 1e-6)));
    }
    for (int i = 1; i < 2 * PROFILE; i++) { /* forward: the engine */
        double before = v[(i - 1) % PROFILE];
        double push = fmin(5, power / (constants.mass * before)) - drag * before * before / constants.mass;
        v[i % PROFILE] = fmin(v[i % PROFILE], sqrt(fmax(before * before + 2 * push * step, 25)));
    }
    for (int i = 2 * PROFILE - 1; i > 0; i--) { /* backward: the brakes */
        double after = v[i % PROFILE];
        v[(i - 1) % PROFILE] = fmin(v[(i - 1) % PROFILE], sqrt(after * after + 2 * 8.5 * step));
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < PROFILE; i++) {
            double sum = 0;
            for (int k = -3; k <= 3; k++) sum += v[(i + k + PROFILE) % PROFILE];
            smooth[i] = sum / 7;
        }
        memcpy(v, smooth, sizeof smooth);
    }
}

static double profile_at(const pdk_sim *sim, double distance)
{
    double at = distance / sim->track.length;
    at = (at - floor(at)) * PROFILE;
    int i = (int)at % PROFILE;
    double t = at - floor(at);
    const double *v = sim->profile;
    double a = v[(i + PROFILE - 1) % PROFILE], b = v[i], c = v[(i + 1) % PROFILE], d = v[(i + 2) % PROFILE];
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))); /* Catmull-Rom */
}

/* ------------------------------------------------------------------------------------------------ the car */

static double progress_rate(const pdk_sim *sim, const sim_driver *driver, double progress)
{
    double mood = 1 + 0.004 * sin(two_pi * progress / (0.37 * sim->track.length) + driver->mood_phase);
    return profile_at(sim, progress) * driver->skill * mood;
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

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalise(double v[3])
{
    double length = sqrt(dot(v, v));
    for (int k = 0; k < 3; k++) v[k] /= length;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
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
    car->speed = sqrt(dot(car->velocity, car->velocity));

    double acceleration[3]; /* change of velocity per metre of progress, times metres per second */
    for (int k = 0; k < 3; k++) acceleration[k] = (after[k] - before[k]) * rate;
    acceleration[2] += gravity; /* from here on: what an accelerometer feels */

    double heading, curvature;
    pdk_track_direction(&sim->track, driver->progress, &heading, &curvature);
    memcpy(car->forward, car->velocity, sizeof car->forward);
    normalise(car->forward);
    const double world_up[3] = { 0, 0, 1 };
    cross(car->forward, world_up, car->right);
    normalise(car->right);
    double sideways = dot(acceleration, car->right);
    double lean = pdk_track_bank(curvature) - 0.006 * sideways; /* the road's bank, and the body rolling outward */
    cross(car->right, car->forward, car->up);
    for (int k = 0; k < 3; k++) {
        double right = car->right[k], up = car->up[k];
        car->right[k] = right * cos(lean) - up * sin(lean);
        car->up[k] = up * cos(lean) + right * sin(lean);
    }
    car->felt[0] = dot(acceleration, car->right);
    car->felt[1] = dot(acceleration, car->forward);
    car->felt[2] = dot(acceleration, car->up);
    car->heading = atan2(-car->forward[0], car->forward[1]);
    car->pitch = asin(car->forward[2]);
    car->roll = asin(-car->right[2] / cos(car->pitch));
    car->steer = atan(wheel_base * curvature) * (1 + 0.002 * car->speed * car->speed * 0.1);
}

static void operate(sim_driver *driver, double tick)
{
    pdk_sim_car *car = &driver->car;
    double turn = car->speed / constants.wheel_radius;
    int gear = car->gear > 0 ? car->gear : 1;
    while (gear < PDK_SIM_GEARS && turn * constants.gear_ratios[gear - 1] * constants.final_drive > 690) gear++;
    while (gear > 1 && turn * constants.gear_ratios[gear - 2] * constants.final_drive < 600) gear--;
    if (gear != car->gear && car->gear != 0) driver->shift_left = 0.12;
    car->gear = gear;
    car->clutch = fmax(0, fmin(1, driver->shift_left / 0.06));
    driver->shift_left = fmax(0, driver->shift_left - tick);
    car->engine_speed = fmax(constants.idle_speed, turn * constants.gear_ratios[gear - 1] * constants.final_drive);

    double force = constants.mass * car->felt[1] + drag * car->speed * car->speed;
    double strongest = fmin(5 * constants.mass, power / fmax(car->speed, 5));
    car->throttle = car->clutch > 0 ? 0 : fmax(0, fmin(1, force / strongest));
    car->brake = fmax(0, fmin(1, -force / (9.5 * constants.mass)));
}

/* The forces that make the car accelerate as it does: their sums are mass times what is felt. */
static void load_wheels(sim_driver *driver, double tick)
{
    pdk_sim_car *car = &driver->car;
    double weight = constants.sprung_mass * car->felt[2];
    double along = constants.sprung_mass * car->felt[1] * mass_height / wheel_base; /* onto the rear */
    double across =
        constants.sprung_mass * car->felt[0] * mass_height / track_width; /* onto the left when felt to the right */
    double braking = car->felt[1] < 0 ? 1 : 0;
    for (int i = 0; i < 4; i++) {
        bool front = i < 2, left = i % 2 == 0;
        double axle = weight * (front ? 0.54 : 0.46) + (front ? -along : along);
        car->wheels[i].load = axle / 2 + (left ? across : -across) * (front ? 0.55 : 0.45);
    }
    for (int i = 0; i < 4; i++) {
        pdk_sim_wheel *wheel = &car->wheels[i];
        bool front = i < 2, left = i % 2 == 0;
        double share = wheel->load / weight;
        wheel->x = (left ? -0.5 : 0.5) * track_width;
        wheel->y = front ? 1.15 : 1.15 - wheel_base;
        wheel->z = 0.12;
        wheel->x_force = constants.mass * car->felt[0] * share;
        wheel->y_force = constants.mass * car->felt[1] * (braking > 0 ? share : front ? 0 : 0.5);
        double other = car->wheels[i ^ 1].load, bar = front ? constants.front_anti_roll : constants.rear_anti_roll;
        wheel->deflection =
            (wheel->load + other) / (2 * constants.spring) + (wheel->load - other) / (2 * (constants.spring + 2 * bar));
        wheel->deflection = fmin(wheel->deflection, constants.maximum_deflection);
        wheel->steer = front ? car->steer * (1 + (left ? 0.03 : -0.03) * car->steer) : 0;
        wheel->slip = fmin(1, hypot(wheel->x_force, wheel->y_force) / (grip * 1.1 * fmax(wheel->load, 100)));
        wheel->angular_velocity =
            car->speed / constants.wheel_radius * (1 + 0.04 * wheel->y_force / (grip * fmax(wheel->load, 100)));
        wheel->angle = fmod(wheel->angle + wheel->angular_velocity * tick, two_pi);
        double warm = air_temperature - 15 + 35 * wheel->slip;
        wheel->temperature += (warm - wheel->temperature) * tick / 20;
    }
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
    operate(driver, tick);
    load_wheels(driver, tick);
}

pdk_sim *pdk_sim_new(pdk_memory *memory, uint64_t seed, uint32_t cars, double tick)
{
    pdk_sim *sim = pdk_alloc(memory, sizeof *sim);
    sim_driver *drivers = pdk_alloc_array(memory, cars, sizeof *drivers);
    if (sim == NULL || drivers == NULL) return NULL;
    pdk_track_make(&sim->track, seed);
    make_profile(sim);
    sim->tick = tick;
    sim->cars = cars;
    sim->drivers = drivers;
    pdk_random random = { seed };
    for (uint32_t i = 0; i < cars; i++) {
        sim_driver *driver = &drivers[i];
        driver->progress = -2.0 - 11.0 * i;
        driver->skill = pdk_random_between(&random, 0.96, 0.995);
        driver->offset = pdk_random_between(&random, -1.5, 1.5);
        driver->weave = pdk_random_between(&random, 0.3, 1.5);
        driver->weave_phase = pdk_random_between(&random, 0, two_pi);
        driver->mood_phase = pdk_random_between(&random, 0, two_pi);
        driver->weave_count = 2 + (int)pdk_random_between(&random, 0, 5);
        driver->car.lap = -1;
        driver->car.sector = PDK_SIM_SECTORS - 1;
        driver->car.crossed = -1;
        driver->car.track_distance = driver->progress + sim->track.length;
        for (int k = 0; k < 4; k++) driver->car.wheels[k].temperature = air_temperature;
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
    return &constants;
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
