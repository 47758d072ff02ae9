/* The generated car: what it is built of, what its engine and tyres can do, what its driver works, and how its weight
 * rests on four wheels. */
#include "synth/car.h"

#include <math.h>

#include "base/vector3.h"

const double pdk_car_air_temperature = 60;
static const double gravity = 9.81, two_pi = 6.283185307179586;
static const double grip = 1.15, power = 105e3, drag = 0.42;

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
    .front = 1.15,
    .wheel_base = 2.5,
    .track_width = 1.46,
    .wheel_z = 0.12,
    .axle_share = { 0.54, 0.46 },
    .sprung_height = 0.5,
};

const pdk_sim_constants *pdk_car_constants(void)
{
    return &constants;
}

double pdk_car_cornering_speed(double curvature)
{
    return sqrt(0.85 * grip * gravity / fmax(fabs(curvature), 1e-6));
}

double pdk_car_most_push(double speed)
{
    return fmin(5, power / (constants.mass * fmax(speed, 1))) - drag * speed * speed / constants.mass;
}

void pdk_car_set_axes(pdk_sim_car *car, const double forward[3], const double acceleration[3], double bank)
{
    const double world_up[3] = { 0, 0, 1 };
    double feels[3] = { acceleration[0], acceleration[1], acceleration[2] + gravity };
    double length = sqrt(pdk_dot3(forward, forward));
    for (int k = 0; k < 3; k++) car->forward[k] = forward[k] / length;
    pdk_cross3(car->forward, world_up, car->right);
    length = sqrt(pdk_dot3(car->right, car->right));
    for (int k = 0; k < 3; k++) car->right[k] /= length;
    double lean = bank - 0.006 * pdk_dot3(feels, car->right); /* the road's bank, and the body rolling outward */
    pdk_cross3(car->right, car->forward, car->up);
    for (int k = 0; k < 3; k++) {
        double right = car->right[k], up = car->up[k];
        car->right[k] = right * cos(lean) - up * sin(lean);
        car->up[k] = up * cos(lean) + right * sin(lean);
    }
    car->felt[0] = pdk_dot3(feels, car->right);
    car->felt[1] = pdk_dot3(feels, car->forward);
    car->felt[2] = pdk_dot3(feels, car->up);
    car->heading = atan2(-car->forward[0], car->forward[1]);
    car->pitch = asin(car->forward[2]);
    car->roll = asin(-car->right[2] / cos(car->pitch));
}

double pdk_car_steer_for(double curvature, double speed)
{
    return atan(constants.wheel_base * curvature) * (1 + 0.002 * speed * speed * 0.1);
}

void pdk_car_operate(pdk_sim_car *car, double tick)
{
    double turn = car->speed / constants.wheel_radius;
    int gear = car->gear > 0 ? car->gear : 1;
    while (gear < PDK_SIM_GEARS && turn * constants.gear_ratios[gear - 1] * constants.final_drive > 690) gear++;
    while (gear > 1 && turn * constants.gear_ratios[gear - 2] * constants.final_drive < 600) gear--;
    if (gear != car->gear && car->gear != 0) car->shift_left = 0.12;
    car->gear = gear;
    car->clutch = fmax(0, fmin(1, car->shift_left / 0.06));
    car->shift_left = fmax(0, car->shift_left - tick);
    car->engine_speed = fmax(constants.idle_speed, turn * constants.gear_ratios[gear - 1] * constants.final_drive);

    double force = constants.mass * car->felt[1] + drag * car->speed * car->speed;
    double strongest = fmin(5 * constants.mass, power / fmax(car->speed, 5));
    car->throttle = car->clutch > 0 ? 0 : fmax(0, fmin(1, force / strongest));
    car->brake = fmax(0, fmin(1, -force / (9.5 * constants.mass)));
}

/* The forces that make the car accelerate as it does: their sums are mass times what is felt. */
void pdk_car_load_wheels(pdk_sim_car *car, double tick)
{
    double weight = constants.sprung_mass * car->felt[2];
    double along =
        constants.sprung_mass * car->felt[1] * constants.sprung_height / constants.wheel_base; /* onto the rear */
    double across = constants.sprung_mass * car->felt[0] * constants.sprung_height /
                    constants.track_width; /* onto the left when felt to the right */
    double braking = car->felt[1] < 0 ? 1 : 0;
    for (int i = 0; i < 4; i++) {
        bool front = i < 2, left = i % 2 == 0;
        double axle = weight * constants.axle_share[front ? 0 : 1] + (front ? -along : along);
        car->wheels[i].load = axle / 2 + (left ? across : -across) * (front ? 0.55 : 0.45);
    }
    for (int i = 0; i < 4; i++) {
        pdk_sim_wheel *wheel = &car->wheels[i];
        bool front = i < 2, left = i % 2 == 0;
        double share = wheel->load / weight;
        wheel->x = (left ? -0.5 : 0.5) * constants.track_width;
        wheel->y = front ? constants.front : constants.front - constants.wheel_base;
        wheel->z = constants.wheel_z;
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
        double warm = pdk_car_air_temperature - 15 + 35 * wheel->slip;
        wheel->temperature += (warm - wheel->temperature) * tick / 20;
    }
}
