/* The generated car as it is in the garage: what a generated lap is driven with, so that both belong together. */
#include "format/car_info/car_info_synth.h"

#include "format/car_info/car_info_layout.h"
#include "synth/car.h"

enum { FILE_SIZE = 384 + PDK_CAR_INFO_WHEELS * 128 };

static const double gravity = 9.81;
/* What laps do not need. */
static const double tyre_width = 0.2, sidewall = 0.6, rim_radius = 0.175, wheel_inertia = 1.1, tank_height = 0.15,
                    yaw_inertia = 1500, roll_inertia = 400, pitch_inertia = 1400, road_height = 3;

static double rest_deflection(const pdk_sim_constants *car, bool front)
{
    return car->sprung_mass * gravity * car->axle_share[front ? 0 : 1] / 2 / car->spring;
}

/* Of the whole car: sprung and unsprung mass at their own heights. */
static double height_of_gravity(const pdk_sim_constants *car)
{
    double unsprung = car->mass - car->sprung_mass;
    return (car->sprung_mass * car->sprung_height + unsprung * car->wheel_radius) / car->mass;
}

/* Of the reference point over the road, the mean of both axles. */
static double reference_height(const pdk_sim_constants *car)
{
    double deflection = (rest_deflection(car, true) + rest_deflection(car, false)) / 2;
    return car->wheel_radius - car->wheel_z - deflection;
}

static bool put_place(uint8_t *bytes, const char *field, double x, double y, double z)
{
    return pdk_put_element(&pdk_car_info_header, bytes, field, 0, x) &&
           pdk_put_element(&pdk_car_info_header, bytes, field, 1, y) &&
           pdk_put_element(&pdk_car_info_header, bytes, field, 2, z);
}

static bool fill_places(uint8_t *header, const pdk_sim_constants *car)
{
    const pdk_record *record = &pdk_car_info_header;
    double forward = car->front * car->axle_share[0] + (car->front - car->wheel_base) * car->axle_share[1],
           up = height_of_gravity(car) - reference_height(car);
    bool fits = put_place(header, "center_of_gravity", 0, forward, up) &&
                put_place(header, "fuel_tank", 0, car->front - car->wheel_base + 0.3, tank_height) &&
                put_place(header, "reference_point", 0, 0, road_height + reference_height(car)) &&
                put_place(header, "center_of_gravity_world", 0, forward, road_height + height_of_gravity(car)) &&
                put_place(header, "rear_wing_place", 0, -1.9, 0.9) && put_place(header, "air_body_place", 0, 0, 0.4);
    for (uint32_t axis = 0; axis < 3 && fits; axis++) fits = pdk_put_element(record, header, "body", 4 * axis, 1);
    const double moments[] = { pitch_inertia, roll_inertia, yaw_inertia };
    for (uint32_t axis = 0; axis < 3 && fits; axis++)
        fits = pdk_put_element(record, header, "inertia", 4 * axis, moments[axis]);
    for (uint32_t gear = 0; gear < PDK_SIM_GEARS && fits; gear++)
        fits = pdk_put_element(record, header, "gear_ratios", gear, car->gear_ratios[gear]);
    return fits;
}

static bool fill_header(uint8_t *header, const pdk_sim_constants *car, uint64_t seed)
{
    const pdk_record *record = &pdk_car_info_header;
    return pdk_put_string(record, header, "magic", "LFS_CI") && pdk_put_string(record, header, "car_code", "PGT") &&
           fill_places(header, car) &&
           pdk_put_values(record, header,
                          (const pdk_named_value[]){
                              { "version", 1 },
                              { "passengers", 1 },
                              { "rear_wing_lift", -0.1 },
                              { "rear_wing_drag", 0.05 },
                              { "air_body_lift", 0.05 },
                              { "air_body_drag", 0.37 },
                              { "maximum_torque", 180 },
                              { "maximum_torque_speed", 4500 },
                              { "maximum_power", 105 },
                              { "maximum_power_speed", 6200 },
                              { "fuel", 20 },
                              { "mass", car->mass },
                              { "wheelbase", car->wheel_base },
                              { "weight_distribution", car->axle_share[0] },
                              { "gear_count", PDK_SIM_GEARS },
                              { "drive", seed % 2 != 0 ? 1 : 2 }, /* as the order of wheels of a lap of this seed */
                              { "drivetrain_efficiency", 0.92 },
                              { "reverse_ratio", -3.3 },
                              { "final_drive", car->final_drive },
                              { "parallel_steer", 0.9 },
                              { "brake_strength", 2 * car->brake_torque },
                              { "brake_balance", 0.5 },
                              { NULL, 0 },
                          });
}

static bool fill_wheel(uint8_t *bytes, const pdk_sim_constants *car, bool front, bool left)
{
    const pdk_record *record = &pdk_car_info_wheel;
    double deflection = rest_deflection(car, front);
    const double contact[] = { (left ? -0.5 : 0.5) * car->track_width,
                               front ? car->front : car->front - car->wheel_base,
                               car->wheel_z + deflection - car->wheel_radius };
    bool fits = true;
    for (uint32_t axis = 0; axis < 3 && fits; axis++)
        fits = pdk_put_element(record, bytes, "contact", axis, contact[axis]);
    return fits && pdk_put_values(record, bytes,
                                  (const pdk_named_value[]){
                                      { "tyre_type", 4 },
                                      { "pressure", 200 },
                                      { "air_temperature", pdk_car_air_temperature },
                                      { "unsprung_mass", (car->mass - car->sprung_mass) / PDK_CAR_INFO_WHEELS },
                                      { "width", tyre_width },
                                      { "sidewall", sidewall },
                                      { "rim_radius", rim_radius },
                                      { "rim_width", tyre_width },
                                      { "spring", car->spring },
                                      { "damping_compression", car->damping_compression },
                                      { "damping_rebound", car->damping_rebound },
                                      { "anti_roll", front ? car->front_anti_roll : car->rear_anti_roll },
                                      { "camber", front ? -0.02 : -0.01 },
                                      { "caster", front ? 0.08 : 0 },
                                      { "inertia", wheel_inertia },
                                      { "deflection", deflection },
                                      { "maximum_deflection", car->maximum_deflection },
                                      { "tyre_spring", 200e3 },
                                      { NULL, 0 },
                                  });
}

pdk_status pdk_car_info_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    const pdk_sim_constants *car = pdk_car_constants();
    uint8_t bytes[FILE_SIZE] = { 0 };
    bool fits = fill_header(bytes, car, options->seed);
    for (uint32_t wheel = 0; wheel < PDK_CAR_INFO_WHEELS && fits; wheel++) {
        uint8_t *at = bytes + pdk_car_info_header.size + wheel * pdk_car_info_wheel.size;
        fits = fill_wheel(at, car, wheel >= 2, wheel % 2 == 0);
    }
    if (!fits) return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "car-info.synth", "a value does not fit its field");
    return pdk_output_write(output, bytes, sizeof bytes, error);
}
