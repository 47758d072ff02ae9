/* What a file about the car says about it, as it was built and set up. */
#include <math.h>
#include <string.h>

#include "analysis/dynamics/dynamics.h"

#include "base/text.h"

/* Where the axles are, m forward of the reference point: the mean of their contact patches. */
typedef struct axles {
    double front, rear;
} axles;

static axles axles_of(const pdk_car_body *car)
{
    double sums[2] = { 0 }, counts[2] = { 0 };
    for (size_t i = 0; i < car->wheel_count; i++) {
        double along = car->wheels[i].contact[1];
        sums[along > 0] += along;
        counts[along > 0]++;
    }
    return (axles){ sums[1] / counts[1], sums[0] / counts[0] }; /* NaN where there is none */
}

/* How much of a force at such a place the front wheels take. */
static double front_share(const axles *at, double forward)
{
    return (forward - at->rear) / (at->front - at->rear);
}

static void set_air(const pdk_car_body *car, const axles *at, pdk_handling *handling)
{
    double lift = 0, drag = 0, front = 0, size = 0;
    for (size_t i = 0; i < car->air_count; i++) {
        const pdk_car_air *air = &car->air[i];
        lift += air->lift;
        drag += air->drag;
        front += air->lift * front_share(at, air->place[1]);
        size += fabs(air->lift);
    }
    double square = handling->maximum_speed * handling->maximum_speed;
    handling->air_lift = lift;
    handling->air_drag = drag;
    /* Where bodies lift as much as others press, a share of the little that is left says nothing. */
    handling->air_front_share = fabs(lift) > 0.05 * size ? front / lift : NAN;
    handling->top_downforce = -lift * square;
    handling->top_drag = drag * square;
}

static void set_wheels(const pdk_car_body *car, pdk_handling *handling)
{
    static const char *const names[PDK_CAR_BODY_WHEELS] = { "front_left", "front_right", "rear_left", "rear_right" };
    for (size_t w = 0; w < PDK_CAR_BODY_WHEELS; w++) {
        for (size_t i = 0; i < car->wheel_count; i++) {
            if (pdk_same_text(car->wheels[i].name, (pdk_text){ names[w], strlen(names[w]) }))
                handling->wheels[w] = car->wheels[i];
        }
    }
}

static void set_nothing(pdk_handling *handling)
{
    handling->gravity_height = handling->gravity_forward = handling->yaw_inertia = NAN;
    handling->front_weight_share = handling->car_brake_balance = NAN;
    handling->air_lift = handling->air_drag = handling->air_front_share = NAN;
    handling->top_downforce = handling->top_drag = NAN;
    for (size_t w = 0; w < PDK_CAR_BODY_WHEELS; w++)
        handling->wheels[w] = (pdk_car_wheel){ .pressure = NAN, .camber = NAN, .toe_in = NAN };
}

void pdk_dynamics_set(const pdk_dynamics *dynamics, pdk_handling *handling)
{
    const pdk_car_body *car = &dynamics->car;
    set_nothing(handling);
    if (dynamics->car_setup == NULL) return;
    axles at = axles_of(car);
    handling->car_info = (pdk_text){ dynamics->car_setup, strlen(dynamics->car_setup) };
    handling->gravity_height = car->height;
    handling->gravity_forward = car->center_of_gravity[1];
    handling->front_weight_share = front_share(&at, car->center_of_gravity[1]);
    handling->yaw_inertia = car->yaw_inertia;
    handling->drive = car->drive;
    handling->car_brake_balance = car->brake_balance;
    set_air(car, &at, handling);
    set_wheels(car, handling);
}
