/* A frame of a generated replay. The simulated world has x right, y forward, z up; Racer's has X left, Y up, Z forward:
 * (x, y, z) becomes (-x, z, y), which is a rotation. */
#include "format/rply/rply_synth_compose.h"

#include <math.h>
#include <string.h>

#include "base/load.h"
#include "format/rply/rply.h"
#include "synth/car.h"

static const double mass_height = 0.45;  /* of the centre of gravity over the road */
static const double steering_ratio = 15; /* turns of the steering wheel for one of the road wheels */
static const double slide = 0.97;        /* slip of a rear wheel from which it leaves a mark; */
static const double smoking = 0.995;     /*   from here on it smokes */
static const double least_speed = 0.5;   /* m/s: slower, nothing slides */
static const double puff_lifetime = 2;   /* s */
static const double gravity = 9.81;

static void to_racer(const double sim[3], double racer[3])
{
    racer[0] = -sim[0];
    racer[1] = sim[2];
    racer[2] = sim[1];
}

/* --------------------------------------------------------------------------------------------- commands */

/* Room for a command's payload, zeroed, after its id. */
static uint8_t *add_command(pdk_rply_composer *composer, pdk_rply_id id, uint32_t size)
{
    uint8_t *at = composer->frame + composer->size;
    memset(at, 0, pdk_rply_command.size + size);
    composer->fits = pdk_put(&pdk_rply_command, at, "id", id) && composer->fits;
    composer->size += pdk_rply_command.size + size;
    return at + pdk_rply_command.size;
}

static void put(pdk_rply_composer *composer, const pdk_record *record, uint8_t *bytes, const pdk_named_value *values)
{
    composer->fits = pdk_put_values(record, bytes, values) && composer->fits;
}

static bool is_truck(const pdk_rply_composer *composer, uint32_t car)
{
    return composer->cars > 1 && car == composer->cars - 1;
}

const char *pdk_rply_compose_car_name(uint32_t car, uint32_t cars)
{
    return cars > 1 && car == cars - 1 ? "paddock_truck" : "paddock_gt";
}

static void enter_cars(pdk_rply_composer *composer)
{
    for (uint32_t car = 0; car < composer->cars; car++) {
        if (composer->entered[car] || composer->shown[car] == NULL) continue;
        uint8_t *entry = add_command(composer, PDK_RPLY_CAR_ENTRY, pdk_rply_car_entry.size);
        composer->entered[car] =
            pdk_put_string(&pdk_rply_car_entry, entry, "name", pdk_rply_compose_car_name(car, composer->cars)) &&
            pdk_put(&pdk_rply_car_entry, entry, "car", car);
        composer->fits = composer->fits && composer->entered[car];
    }
}

/* ---------------------------------------------------------------------------------------- skids and smoke */

/* Where a wheel touches the road. */
static void contact(const pdk_sim_car *car, const pdk_sim_wheel *wheel, double racer[3])
{
    double sim[3] = { car->x, car->y, car->z };
    for (int k = 0; k < 3; k++) sim[k] += car->right[k] * wheel->x + car->forward[k] * wheel->y;
    to_racer(sim, racer);
}

static void add_skid_point(pdk_rply_composer *composer, uint32_t strip, const double at[3], double slip)
{
    const pdk_record *record = composer->major == 1 ? &pdk_rply_skid_point : &pdk_rply_skid_point_transparent;
    uint8_t *point = add_command(composer, PDK_RPLY_SKID_POINT, record->size);
    put(composer, record, point,
        (const pdk_named_value[]){
            { "strip", strip },
            { "x", at[0] },
            { "y", at[1] },
            { "z", at[2] },
            { NULL, 0 },
        });
    if (composer->major > 1) composer->fits = pdk_put(record, point, "transparency", 1 - slip) && composer->fits;
}

static void add_smoke(pdk_rply_composer *composer, const pdk_sim_car *car, const double at[3])
{
    double drift[3];
    to_racer(car->velocity, drift);
    uint8_t *puff = add_command(composer, PDK_RPLY_SMOKE, pdk_rply_smoke.size);
    put(composer, &pdk_rply_smoke, puff,
        (const pdk_named_value[]){
            { "x", at[0] },
            { "y", at[1] },
            { "z", at[2] },
            { "velocity_x", 0.3 * drift[0] },
            { "velocity_y", 0.3 * drift[1] + 0.5 },
            { "velocity_z", 0.3 * drift[2] },
            { "lifetime", puff_lifetime },
            { NULL, 0 },
        });
}

/* Which wheel on a side of the car leaves a mark: in a session a front wheel that is locked, or the rear one of a car
 * that spins; otherwise the rear one while it slides. -1 = none. */
static int marking_wheel(const pdk_rply_composer *composer, uint32_t number, uint32_t side)
{
    const pdk_sim_car *car = composer->shown[number];
    const pdk_sim_session_view *view = &composer->views[number];
    if (car == NULL) return -1;
    if (!composer->of_session) return car->wheels[PDK_REAR_LEFT + side].slip > slide ? (int)(PDK_REAR_LEFT + side) : -1;
    if (view->spins) return car->speed > least_speed ? (int)(PDK_REAR_LEFT + side) : -1;
    return view->locked[side] ? (int)(PDK_FRONT_LEFT + side) : -1;
}

static void add_edge(pdk_rply_composer *composer, pdk_rply_id id, uint32_t strip)
{
    uint8_t *edge = add_command(composer, id, pdk_rply_skid_strip.size);
    composer->fits = pdk_put(&pdk_rply_skid_strip, edge, "strip", strip) && composer->fits;
}

/* A start, points, an end. */
static void add_slides(pdk_rply_composer *composer, uint32_t number)
{
    const pdk_sim_car *car = composer->shown[number];
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t strip = 2 * number + side;
        int wheel = marking_wheel(composer, number, side), before = composer->marking[strip] - 1;
        composer->marking[strip] = (int8_t)(wheel + 1);
        if (before >= 0 && before != wheel) add_edge(composer, PDK_RPLY_SKID_END, strip);
        if (wheel < 0) continue;
        if (before != wheel) add_edge(composer, PDK_RPLY_SKID_START, strip);
        double at[3], slip = composer->of_session ? 0.8 : car->wheels[wheel].slip;
        contact(car, &car->wheels[wheel], at);
        add_skid_point(composer, strip, at, slip);
        if (composer->of_session || slip > smoking) add_smoke(composer, car, at);
    }
}

/* ------------------------------------------------------------------------------------------------ states */

/* The quaternion w, x, y, z of the rotation whose columns are the body's axes in the world. */
static void quaternion_of(const double left[3], const double up[3], const double nose[3], double q[4])
{
    double m[3][3];
    for (int k = 0; k < 3; k++) {
        m[k][0] = left[k];
        m[k][1] = up[k];
        m[k][2] = nose[k];
    }
    int maximum = 0; /* the largest part, which the others are divided by */
    double squares[4] = { 1 + m[0][0] + m[1][1] + m[2][2], 1 + m[0][0] - m[1][1] - m[2][2],
                          1 - m[0][0] + m[1][1] - m[2][2], 1 - m[0][0] - m[1][1] + m[2][2] };
    for (int k = 1; k < 4; k++) {
        if (squares[k] > squares[maximum]) maximum = k;
    }
    double twice = sqrt(squares[maximum]) * 2;
    const double products[4][4] = {
        { squares[0], m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1] },
        { m[2][1] - m[1][2], squares[1], m[0][1] + m[1][0], m[0][2] + m[2][0] },
        { m[0][2] - m[2][0], m[0][1] + m[1][0], squares[2], m[1][2] + m[2][1] },
        { m[1][0] - m[0][1], m[0][2] + m[2][0], m[1][2] + m[2][1], squares[3] },
    };
    for (int k = 0; k < 4; k++) q[k] = products[maximum][k] / twice;
}

/* Of the two signs the one nearer to the frame before: Racer blends them without looking. */
static void orientation(pdk_rply_composer *composer, uint32_t number, const pdk_sim_car *car, double q[4])
{
    double right[3], left[3], up[3], nose[3], *before = composer->turned[number], same = 0;
    to_racer(car->right, right);
    to_racer(car->up, up);
    to_racer(car->forward, nose);
    for (int k = 0; k < 3; k++) left[k] = -right[k];
    quaternion_of(left, up, nose, q);
    for (int k = 0; k < 4; k++) same += q[k] * before[k];
    for (int k = 0; k < 4; k++) before[k] = q[k] = same < 0 ? -q[k] : q[k];
}

/* A locked wheel does not turn. */
static bool is_locked(const pdk_rply_composer *composer, uint32_t number, unsigned wheel)
{
    return composer->of_session && wheel <= PDK_FRONT_RIGHT && composer->views[number].locked[wheel];
}

static void put_wheels(pdk_rply_composer *composer, uint32_t number, uint32_t wheels, uint8_t *at)
{
    const pdk_sim_car *car = composer->shown[number];
    static const uint8_t places[6] = {
        PDK_FRONT_LEFT, PDK_FRONT_RIGHT, PDK_REAR_LEFT, PDK_REAR_RIGHT, PDK_REAR_LEFT, PDK_REAR_RIGHT
    }; /* the truck has a second rear axle */
    const pdk_sim_constants *built = pdk_car_constants();
    double rest = built->sprung_mass * gravity / 4 / built->spring;
    for (uint32_t i = 0; i < wheels; i++) {
        const pdk_sim_wheel *wheel = &car->wheels[places[i]];
        double height = built->wheel_radius - mass_height + wheel->deflection - rest;
        composer->fits = pdk_put(&pdk_rply_wheel_y, at + 4 * i, "wheel_y", height) &&
                         pdk_put(&pdk_rply_wheel_angle, at + 4 * (wheels + i), "wheel_angle", wheel->angle) &&
                         pdk_put(&pdk_rply_wheel_speed, at + 4 * (2 * wheels + i), "wheel_speed",
                                 is_locked(composer, number, places[i]) ? 0 : wheel->angular_velocity) &&
                         composer->fits;
    }
}

static void put_end(pdk_rply_composer *composer, const pdk_sim_car *car, uint8_t *end)
{
    if (composer->major == 1) {
        put(composer, &pdk_rply_state_end_1, end,
            (const pdk_named_value[]){
                { "engine_speed", car->engine_speed },
                { "speed", car->speed },
                { NULL, 0 },
            });
        return;
    }
    double light = car->brake > 0.02 ? 1 : 0; /* packed in our own way, low and high byte: Racer's is not known */
    double velocity[3], slip = fmax(car->wheels[PDK_REAR_LEFT].slip, car->wheels[PDK_REAR_RIGHT].slip);
    to_racer(car->velocity, velocity);
    put(composer, &pdk_rply_state_end_2, end,
        (const pdk_named_value[]){
            { "engine_speed", car->engine_speed },
            { "velocity_x", velocity[0] },
            { "velocity_y", velocity[1] },
            { "velocity_z", velocity[2] },
            { "brake_light_and_skid", light + 256 * floor(slip * 255) },
            { "gear", car->gear },
            { NULL, 0 },
        });
}

static void add_state(pdk_rply_composer *composer, uint32_t number)
{
    const pdk_sim_car *car = composer->shown[number];
    uint32_t wheels = is_truck(composer, number) ? 6 : 4;
    uint32_t end = composer->major == 1 ? pdk_rply_state_end_1.size : pdk_rply_state_end_2.size;
    uint8_t *set = add_command(composer, PDK_RPLY_SET_CAR, pdk_rply_set_car.size);
    composer->fits = pdk_put(&pdk_rply_set_car, set, "car", number) && composer->fits;
    uint8_t *state = add_command(composer, PDK_RPLY_STATE, pdk_rply_state.size + 12 * wheels + end);
    double place[3], q[4];
    to_racer((const double[3]){ car->x, car->y, car->z }, place);
    orientation(composer, number, car, q);
    put(composer, &pdk_rply_state, state,
        (const pdk_named_value[]){
            { "x", place[0] },
            { "y", place[1] + mass_height },
            { "z", place[2] },
            { "steer", car->steer * steering_ratio },
            { NULL, 0 },
        });
    for (uint32_t k = 0; k < 4; k++) {
        composer->fits = pdk_put_element(&pdk_rply_state, state, "orientation", k, q[k]) && composer->fits;
    }
    put_wheels(composer, number, wheels, state + pdk_rply_state.size);
    put_end(composer, car, state + pdk_rply_state.size + 12 * wheels);
}

bool pdk_rply_compose(pdk_rply_composer *composer, int32_t time)
{
    composer->size = pdk_rply_frame.size;
    composer->fits = true;
    enter_cars(composer);
    for (uint32_t car = 0; car < composer->cars; car++) add_slides(composer, car);
    for (uint32_t car = 0; car < composer->cars; car++) {
        if (composer->shown[car] != NULL) add_state(composer, car);
    }
    put(composer, &pdk_rply_frame, composer->frame,
        (const pdk_named_value[]){
            { "size", composer->size },
            { "time", time / 1000.0 },
            { NULL, 0 },
        });
    return composer->fits;
}
