/* A car of the small world as a pose of each dialect. gMotor has the height in y: (x, y, z) here is (x, z, -y) there.
 */
#include <math.h>

#include "format/vcr/vcr_synth.h"

static const double half_lock = 0.35; /* of the generated car, road wheels, rad */

typedef enum quantity {
    X,
    Y,
    Z,
    VELOCITY_X,
    VELOCITY_Y,
    VELOCITY_Z,
    RAW_VELOCITY_X,
    RAW_VELOCITY_Y,
    RAW_VELOCITY_Z,
    PITCH,
    YAW,
    ROLL,
    THROTTLE,
    BRAKE,
    BRAKE_LIGHT,
    STEER,
    RAW_STEER,
    ENGINE_SPEED,
    SPIN_FRONT_LEFT,
    SPIN_FRONT_RIGHT,
    SPIN_REAR_LEFT,
    SPIN_REAR_RIGHT,
    LATERAL,
    DRIVER_VISIBLE,
    IN_LANE,
    LIMITED,
    OFF_ROAD,
    DRIVER,
    DETACHED,
    PIECES,
    SLOW
} quantity;

static const struct {
    const char *name;
    quantity source;
} sources[] = {
    { "x", X },
    { "y", Y },
    { "z", Z },
    { "pitch", PITCH },
    { "yaw", YAW },
    { "roll", ROLL },
    { "velocity_x", VELOCITY_X },
    { "velocity_y", VELOCITY_Y },
    { "velocity_z", VELOCITY_Z },
    { "velocity_x_raw", RAW_VELOCITY_X },
    { "velocity_y_raw", RAW_VELOCITY_Y },
    { "velocity_z_raw", RAW_VELOCITY_Z },
    { "throttle", THROTTLE },
    { "brake", BRAKE },
    { "brake_light", BRAKE_LIGHT },
    { "steer", STEER },
    { "steer_raw", RAW_STEER },
    { "engine_speed", ENGINE_SPEED },
    { "front_left_spin_raw", SPIN_FRONT_LEFT },
    { "front_right_spin_raw", SPIN_FRONT_RIGHT },
    { "rear_left_spin_raw", SPIN_REAR_LEFT },
    { "rear_right_spin_raw", SPIN_REAR_RIGHT },
    { "lateral_raw", LATERAL },
    { "driver_visible", DRIVER_VISIBLE },
    { "in_pit", IN_LANE },
    { "pit_lane", IN_LANE },
    { "pit_limiter", LIMITED },
    { "off_track", OFF_ROAD },
    { "current_driver", DRIVER },
    { "detached_parts", DETACHED },
    { "debris", PIECES },
    { "status", SLOW },
};

void pdk_vcr_plan_poses(pdk_vcr_pose_plan *plan, const pdk_vcr_variation *variation)
{
    uint32_t dialect = variation->layout.dialect;
    *plan = (pdk_vcr_pose_plan){ .record = dialect == PDK_VCR_R1  ? &pdk_vcr_r1_pose
                                           : dialect == PDK_VCR_L ? &pdk_vcr_l_pose
                                                                  : &pdk_vcr_r2_pose };
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        const pdk_field *field = pdk_record_field(plan->record, sources[i].name);
        if (field == NULL) continue;
        plan->steps[plan->count].field = field;
        plan->steps[plan->count++].source = (int)sources[i].source;
    }
    plan->flip_parts = variation->set_is_fixed ? UINT32_MAX : 0;
    plan->brake_shift = dialect == PDK_VCR_R2 && variation->brake_later ? 2 : 0;
}

static double limit(double value, double low, double high)
{
    return fmin(fmax(value, low), high);
}

static double spin(const pdk_sim_car *car, int wheel)
{
    return limit(car->wheels[wheel].angular_velocity * 10, -32768, 32767);
}

static double value_of(quantity source, const pdk_sim_car *car, const pdk_sim_session_view *view)
{
    switch (source) {
    case X: return car->x;
    case Y: return car->z;
    case Z: return -car->y;
    case VELOCITY_X: return car->velocity[0];
    case VELOCITY_Y: return car->velocity[2];
    case VELOCITY_Z: return -car->velocity[1];
    case RAW_VELOCITY_X: return car->velocity[0] * 32;
    case RAW_VELOCITY_Y: return car->velocity[2] * 32;
    case RAW_VELOCITY_Z: return -car->velocity[1] * 32;
    case PITCH: return car->pitch;
    case YAW: return car->heading;
    case ROLL: return car->roll;
    case THROTTLE: return car->throttle;
    case BRAKE: return car->brake;
    case BRAKE_LIGHT: return car->brake > 0.02;
    case STEER: return limit(car->steer / half_lock, -1, 0.998);
    case RAW_STEER: return limit(64 + car->steer / half_lock * 63, 0, 127);
    case ENGINE_SPEED: return car->engine_speed;
    case SPIN_FRONT_LEFT: return spin(car, PDK_FRONT_LEFT);
    case SPIN_FRONT_RIGHT: return spin(car, PDK_FRONT_RIGHT);
    case SPIN_REAR_LEFT: return spin(car, PDK_REAR_LEFT);
    case SPIN_REAR_RIGHT: return spin(car, PDK_REAR_RIGHT);
    case LATERAL: return limit(car->felt[0] * 4, -128, 127);
    case DRIVER_VISIBLE: return 1;
    case IN_LANE: return view->in_lane;
    case LIMITED: return view->limited;
    case OFF_ROAD: return view->off_road;
    case DRIVER: return view->driver;
    case DETACHED: return (double)(view->lost & ((1U << PDK_LOG_PART_DEBRIS) - 1));
    case PIECES: return view->lost >> PDK_LOG_PART_DEBRIS & 1;
    case SLOW: return car->speed < 25 ? 4 : 0; /* some status bit, so that the byte is no pedal and not empty */
    }
    return 0;
}

bool pdk_vcr_write_pose(pdk_vcr_writer *writer, const pdk_vcr_pose_plan *plan, unsigned slot, const pdk_sim_car *car,
                        const pdk_sim_session_view *view)
{
    uint8_t *pose = pdk_vcr_add_event(writer, slot, 0, (unsigned)(car->gear + 8), 0, plan->record->size);
    if (pose == NULL) return false;
    if (writer->output == NULL) return true; /* counting needs no contents */
    for (size_t i = 0; i < plan->count; i++) {
        const pdk_field *field = plan->steps[i].field;
        quantity from = (quantity)plan->steps[i].source;
        uint8_t *record = from == BRAKE ? pose + plan->brake_shift : from == SLOW ? pose - plan->brake_shift : pose;
        double value = value_of(from, car, view);
        if (from == DETACHED || from == PIECES)
            value = (double)((uint32_t)value ^ (plan->flip_parts & ((1U << field->bits) - 1)));
        if (pdk_put_f64(field, 0, record, value)) continue;
        pdk_fail(&writer->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "vcr.synth", "%s does not fit a pose", field->name);
        return false;
    }
    return true;
}
