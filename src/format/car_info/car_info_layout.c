/*
 * CAR_info.bin, what Live for Speed writes of a car in the garage, version 1. Little-endian.
 *
 *     [header, 384 bytes][rear left wheel, 128 bytes][rear right][front left][front right]
 *
 * docs/formats/car-info.md has the whole story. World axes are those of RAF files; car axes: X right, Y forward, Z up.
 */
#include "format/car_info/car_info_layout.h"

#define LIKELY .certainty = PDK_LIKELY
#define GUESSED .certainty = PDK_GUESSED
#define SOURCE \
    "Live for Speed's published page on CAR_info.bin and two public programs that read it; printed values of one file"

static const pdk_label drives[] = {
    { 1, "rear" },
    { 2, "front" },
    { 3, "all" },
    { 0, NULL },
};
static const pdk_label passengers[] = {
    { 1, "driver" }, { 2, "front" }, { 4, "rear left" }, { 8, "rear middle" }, { 16, "rear right" }, { 0, NULL },
};
static const pdk_label tyre_types[] = {
    { 0, "race R1" },     { 1, "race R2" }, { 2, "race R3" }, { 3, "race R4" }, { 4, "road super" },
    { 5, "road normal" }, { 6, "hybrid" },  { 7, "knobbly" }, { 0, NULL },
};

#define ZERO(offset_, count_)                                                                                \
    {                                                                                                        \
        .name = "reserved_" #offset_, .offset = offset_, .storage = PDK_RAW_OPAQUE, .count = count_, LIKELY, \
        .meaning = "zero"                                                                                    \
    }
/* In car axes, from the reference point. */
#define PLACE(name_, offset_, meaning_)                                                                    \
    {                                                                                                      \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, .count = 3, .elements = "x y z", LIKELY, \
        .minimum = -20, .maximum = 20, .unit = "m", .meaning = meaning_                                    \
    }
#define WORLD(name_, offset_, meaning_)                                                                    \
    {                                                                                                      \
        .name = name_, .offset = offset_, .storage = PDK_RAW_I32, .count = 3, .elements = "x y z", LIKELY, \
        .divisor = 65536, .unit = "m", .meaning = meaning_                                                 \
    }
#define NUMBER(name_, offset_, low_, high_, unit_, meaning_)                                                 \
    {                                                                                                        \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, LIKELY, .minimum = low_, .maximum = high_, \
        .unit = unit_, .meaning = meaning_                                                                   \
    }
#define NUMBER_GUESSED(name_, offset_, low_, high_, unit_, meaning_)                                          \
    {                                                                                                         \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, GUESSED, .minimum = low_, .maximum = high_, \
        .unit = unit_, .meaning = meaning_                                                                    \
    }
#define AIR(name_, offset_, what_)                                                                               \
    PLACE(name_ "_place", offset_, "where the air acts on " what_),                                              \
        NUMBER_GUESSED(name_ "_lift", (offset_) + 12, -1e4, 1e4, "kg/m", "upward force by the square of speed"), \
        NUMBER_GUESSED(name_ "_drag", (offset_) + 16, -1e4, 1e4, "kg/m", "force by the square of speed")

/* clang-format off */
static const pdk_field header_fields[] = {
    { .name = "magic", .offset = 0, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 6, LIKELY,
      .meaning = "LFS_CI" },
    ZERO(6, 1),
    { .name = "version", .offset = 7, .storage = PDK_RAW_U8, LIKELY, .meaning = "1" },
    { .name = "car_code", .offset = 8, .storage = PDK_RAW_CHARS, .encoding = PDK_ENCODING_ASCII, .count = 4, LIKELY,
      .meaning = "short name of the car and a zero byte, e.g. XFG; of a mod its number" },
    { .name = "passengers", .offset = 12, .storage = PDK_RAW_U8, .labels = passengers, .is_flags = true, GUESSED,
      .meaning = "who sits in the car; one public program takes two bits for a seat" },
    ZERO(13, 3),
    { .name = "body", .offset = 16, .storage = PDK_RAW_F32, .count = 9, LIKELY,
      .elements = "xx xy xz yx yy yz zx zy zz", .minimum = -1.001, .maximum = 1.001,
      .meaning = "axes of the car in the world, by rows x, y, z; the columns are right, forward and up" },
    WORLD("reference_point", 52, "in the world"),
    WORLD("center_of_gravity_world", 64, "in the world"),
    PLACE("center_of_gravity", 76, "from the reference point, in the car's axes"),
    PLACE("fuel_tank", 88, "from the reference point, in the car's axes"),
    ZERO(100, 28),
    AIR("rear_wing", 128, "the rear wing"),
    AIR("front_wing", 148, "the front wing"),
    AIR("undertray", 168, "the undertray"),
    AIR("air_body", 188, "the body"),
    { .name = "inertia", .offset = 208, .storage = PDK_RAW_F32, .count = 9, GUESSED,
      .elements = "xx xy xz yx yy yz zx zy zz", .minimum = -1e7, .maximum = 1e7,
      .unit = "kg m^2", .meaning = "matrix of moments of inertia about the centre of gravity, by rows" },
    ZERO(244, 12),
    NUMBER("maximum_torque", 256, 0, 1e5, "N m", "of the engine, after its intake restriction"),
    NUMBER("maximum_torque_speed", 260, 0, 1e5, "1/min", "engine speed there"),
    NUMBER("maximum_power", 264, 0, 1e5, "kW", "of the engine, after its intake restriction"),
    NUMBER("maximum_power_speed", 268, 0, 1e5, "1/min", "engine speed there"),
    NUMBER("fuel", 272, 0, 1e4, "l", "in the tank; one public program takes it as the size of the tank"),
    NUMBER("mass", 276, 1, 1e5, "kg", "with driver, passengers and fuel of that moment"),
    NUMBER("wheelbase", 280, 0.1, 20, "m", "suspension unloaded, approximate"),
    NUMBER_GUESSED("weight_distribution", 284, 0, 1, NULL, "the front's share, suspension unloaded, approximate"),
    { .name = "gear_count", .offset = 288, .storage = PDK_RAW_U8, LIKELY, .minimum = 0, .maximum = 7,
      .meaning = "forward gears" },
    { .name = "drive", .offset = 289, .storage = PDK_RAW_U8, .labels = drives, LIKELY, .meaning = "which wheels" },
    ZERO(290, 2),
    NUMBER_GUESSED("torque_split", 292, 0, 1, NULL, "of all-wheel drive; which axle's share is not known"),
    NUMBER("drivetrain_efficiency", 296, 0, 1, NULL, "1 = nothing is lost"),
    ZERO(300, 4),
    NUMBER("reverse_ratio", 304, -100, 100, NULL, "of the reverse gear"),
    { .name = "gear_ratios", .offset = 308, .storage = PDK_RAW_F32, .count = 7, LIKELY, .minimum = 0, .maximum = 100,
      .meaning = "of the forward gears; unused ones are 0" },
    NUMBER("final_drive", 336, 0, 100, NULL, "final drive ratio"),
    ZERO(340, 12),
    NUMBER("parallel_steer", 352, 0, 1, NULL, "1 = wheels stay parallel"),
    NUMBER("brake_strength", 356, 0, 1e6, "N m", "brake torque of a front and a rear wheel together"),
    NUMBER_GUESSED("brake_balance", 360, 0, 1, NULL, "the front's share of the brake torque"),
    ZERO(364, 20),
};
/* clang-format on */
PDK_RECORD(pdk_car_info_header, "car-info.header", "At the start of the file", 384, header_fields, SOURCE);

/* clang-format off */
static const pdk_field wheel_fields[] = {
    { .name = "tyre_type", .offset = 0, .storage = PDK_RAW_U8, .labels = tyre_types, LIKELY,
      .meaning = "front and rear may differ" },
    ZERO(1, 3),
    NUMBER("pressure", 4, 0, 1e4, "kPa", "of the tyre"),
    NUMBER("air_temperature", 8, -100, 1000, "degC", "of the air in the tyre"),
    NUMBER_GUESSED("toe_in", 12, -1.6, 1.6, "rad", "positive with the front of the wheels inward"),
    PLACE("contact", 16, "middle of the contact patch from the car's reference point, in the car's axes"),
    NUMBER("unsprung_mass", 28, 0, 1e4, "kg", "of this corner"),
    NUMBER("width", 32, 0, 5, "m", "of the tyre"),
    NUMBER("sidewall", 36, 0, 5, NULL, "height of the tyre's side by its width"),
    NUMBER("rim_radius", 40, 0, 5, "m", "of the wheel without its tyre"),
    NUMBER("rim_width", 44, 0, 5, "m", "of the wheel without its tyre"),
    NUMBER("spring", 48, 0, 1e8, "N/m", "spring constant"),
    NUMBER("damping_compression", 52, 0, 1e8, "N s/m", "damper, compression"),
    NUMBER("damping_rebound", 56, 0, 1e8, "N s/m", "damper, rebound"),
    NUMBER("anti_roll", 60, 0, 1e8, "N/m", "anti-roll bar of this axle"),
    NUMBER("camber", 64, -1.6, 1.6, "rad", "as set up"),
    NUMBER("inclination", 68, -1.6, 1.6, "rad", "of the steering axis"),
    NUMBER("caster", 72, -1.6, 1.6, "rad", "angle of the steering axis seen from the side"),
    NUMBER("scrub_radius", 76, -5, 5, "m", "from the steering axis to the middle of the contact patch, on the road"),
    NUMBER("inertia", 80, 0, 1e4, "kg m^2", "moment of inertia of the wheel as it turns"),
    NUMBER("deflection", 84, -5, 5, "m", "compression of the suspension as the car stands"),
    NUMBER("maximum_deflection", 88, 0, 5, "m", "suspension travel"),
    ZERO(92, 4),
    NUMBER("tyre_spring", 96, 0, 1e8, "N/m", "the tyre's own, vertical, as the car stands"),
    NUMBER("tyre_deflection", 100, -5, 5, "m", "of the tyre as the car stands"),
    ZERO(104, 24),
};
/* clang-format on */
PDK_RECORD(pdk_car_info_wheel, "car-info.wheel", "Four from 384: rear left, rear right, front left, front right", 128,
           wheel_fields, SOURCE);

const pdk_record *const pdk_car_info_records[] = { &pdk_car_info_header, &pdk_car_info_wheel, NULL };
