/* gMotor replays: every other payload with a reported meaning, and which events carry it.
 * One table for all of them: a new finding is a record and a line in pdk_vcr_variants. */
#include "format/vcr/vcr_layout.h"

#define LIKELY .certainty = PDK_LIKELY
#define GUESSED .certainty = PDK_GUESSED
#define UNKNOWN .certainty = PDK_UNKNOWN

#define NOTE "the published note"
#define ONE_READER "one reader, compared with results files"
#define DEVELOPER "the developer's list of events for rFactor"

#define U8(name_, offset_, ...)                                              \
    {                                                                        \
        .name = name_, .offset = offset_, .storage = PDK_RAW_U8, __VA_ARGS__ \
    }
#define F32(name_, offset_, ...)                                              \
    {                                                                         \
        .name = name_, .offset = offset_, .storage = PDK_RAW_F32, __VA_ARGS__ \
    }
#define OPAQUE(name_, offset_, count_)                                                                                \
    {                                                                                                                 \
        .name = name_, .offset = offset_, .storage = PDK_RAW_OPAQUE, .count = count_, UNKNOWN, .meaning = "not known" \
    }

/* --------------------------------------------------------------------------------------------- checkpoints */

#define LAP_TIME                            \
    F32("lap_time", 0, LIKELY, .unit = "s", \
        .meaning = "since the lap began, or of the sector; stored not above 0: invalid")
#define CROSSING F32("crossing_time", 4, LIKELY, .unit = "s", .meaning = "exact, finer than the slices")

/* clang-format off */
static const pdk_field r1_checkpoint_fields[] = {
    LAP_TIME, CROSSING,
    U8("lap", 8, LIKELY, .meaning = "as stored"),
    U8("unknown_9", 9, .bit = 0, .bits = 6, UNKNOWN, .meaning = "not known"),
    U8("sector", 9, .bit = 6, .bits = 2, LIKELY, .meaning = "0 = the line, 1 and 2 = the sector's end"),
};
/* clang-format on */
static PDK_RECORD(r1_checkpoint, "vcr.r1.checkpoint", "R1: class 3 type 6, 10 bytes or more", 10, r1_checkpoint_fields,
                  "one public program");

/* clang-format off */
static const pdk_field r2_checkpoint_fields[] = {
    LAP_TIME, CROSSING,
    { .name = "lap", .offset = 8, .storage = PDK_RAW_U16, .bit = 0, .bits = 8, LIKELY, .meaning = "as stored" },
    { .name = "unknown_9", .offset = 8, .storage = PDK_RAW_U16, .bit = 8, .bits = 6, UNKNOWN, .meaning = "not known" },
    { .name = "sector", .offset = 8, .storage = PDK_RAW_U16, .bit = 14, .bits = 2, LIKELY,
      .meaning = "0 = the line, 1 and 2 = the sector's end" },
    U8("unknown_10", 10, UNKNOWN, .meaning = "more unknown bytes may follow: sizes 11, 15 and 18 are reported"),
};
/* clang-format on */
static PDK_RECORD(r2_checkpoint, "vcr.r2.checkpoint", "R2: class 3 type 6, 11 bytes or more", 11, r2_checkpoint_fields,
                  "the published note and a wiki");

/* clang-format off */
static const pdk_field l_checkpoint_fields[] = {
    LAP_TIME, CROSSING,
    { .name = "sector", .offset = 8, .storage = PDK_RAW_U16, .bit = 0, .bits = 2, LIKELY, .meaning = "as stored" },
    { .name = "lap", .offset = 8, .storage = PDK_RAW_U16, .bit = 2, .bits = 14, GUESSED,
      .meaning = "from 0; readers use 6 bits, which would end at lap 63" },
    OPAQUE("unknown_10", 10, 8),
};
/* clang-format on */
static PDK_RECORD(l_checkpoint, "vcr.l.checkpoint", "L: flag 3 type 6, 18 or 21 bytes", 18, l_checkpoint_fields,
                  ONE_READER);

/* ------------------------------------------------------------------------------------------- running order */

/* clang-format off */
static const pdk_field order_fields[] = {
    U8("car_count", 0, LIKELY, .meaning = "number of slots that follow after the 21 bytes"),
    { .name = "unknown_1", .offset = 1, .storage = PDK_RAW_F32, .count = 5, UNKNOWN,
      .meaning = "-1, -1, -1, not a number, 64 in the one reported" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_order, "vcr.order", "R2, L: type 48; then a slot (u8) for each car in order, all classes together",
           21, order_fields, "the published note and one reader");

/* clang-format off */
static const pdk_field r1_order_fields[] = {
    { .name = "best_sectors", .offset = 0, .storage = PDK_RAW_F32, .count = 3, LIKELY, .unit = "s",
      .meaning = "best times of the three sectors" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_order, "vcr.r1.order", "R1: class 3 type 5; then a slot (u8) for each car in order", 12,
           r1_order_fields, "one public program");

/* ------------------------------------------------------------------------------------ contacts and impacts */

#define OTHER(at)           \
    U8("other", at, LIKELY, \
       .meaning =           \
           "slot of the other car, or an object: 105 cone, 106 post, 107 sign, 108 wheel, 109 wing, 112 immovable")

static const pdk_field r2_contact_fields[] = { OPAQUE("unknown_0", 0, 3), OTHER(3) };
static PDK_RECORD(r2_contact, "vcr.r2.contact",
                  "R2: class 2 type 17, and class 1 type 11 with the same content, 4 bytes", 4, r2_contact_fields,
                  NOTE);

/* clang-format off */
static const pdk_field impact_fields[] = {
    OPAQUE("unknown_0", 0, 6), F32("impact_time", 6, LIKELY, .unit = "s", .meaning = "when"),
};
/* clang-format on */
static PDK_RECORD(impact, "vcr.impact", "R2: class 1 type 6, L: type 6, 10 bytes", 10, impact_fields,
                  "the published note and one reader");

static const pdk_field wall_impact_fields[] = { OPAQUE("unknown_0", 0, 24) };
static PDK_RECORD(r2_wall_impact, "vcr.r2.wall_impact",
                  "R2: class 0 type 4, 24 bytes: a wall or a car; the developer's list has a wing here", 24,
                  wall_impact_fields, NOTE);

/* ----------------------------------------------------------------------------------------------- penalties */

static const pdk_label penalty_kinds[] = { { 0, "stop and go" }, { 1, "drive through" }, { 3, "time" }, { 0, NULL } };

/* clang-format off */
static const pdk_field r2_penalty_fields[] = {
    U8("penalty", 0, GUESSED, .meaning = "number of the penalty"),
    OPAQUE("unknown_1", 1, 2),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r2_penalty, "vcr.r2.penalty", "R2: class 2 type 5; the rest is text, from 3 or from 2", 3,
           r2_penalty_fields, NOTE);

/* clang-format off */
static const pdk_field l_penalty_fields[] = {
    U8("penalty", 0, LIKELY, .labels = penalty_kinds, .meaning = "kind"),
    U8("penalty_time", 1, .multiplier = 2, LIKELY, .unit = "s", .meaning = "stored halved"),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_penalty, "vcr.l.penalty", "L: flag 3 type 5; the rest is text", 2, l_penalty_fields, ONE_READER);

#define PENALTY_KIND U8("penalty", 0, LIKELY, .labels = penalty_kinds, .meaning = "kind")
static const pdk_field served_fields[] = { PENALTY_KIND };
static PDK_RECORD(penalty_served, "vcr.penalty_served", "R2: class 2 type 7, L: flag 3 type 7", 1, served_fields, NOTE);
static const pdk_field removed_fields[] = { PENALTY_KIND };
static PDK_RECORD(penalty_removed, "vcr.penalty_removed", "R2: class 2 type 8, revoked by an official", 1,
                  removed_fields, NOTE);

static const pdk_label resolutions[] = {
    { 0, "disqualified" }, { 1, "stop and go" }, { 2, "drive through" }, { 3, "time" }, { 4, "warning" },
    { 7, "none" },         { 0, NULL },
};
/* clang-format off */
static const pdk_field track_limit_fields[] = {
    U8("warning_points", 0, .divisor = 4, LIKELY, .meaning = "points that bring a warning"),
    U8("points", 1, .divisor = 4, LIKELY, .meaning = "points so far"),
    { .name = "resolution", .offset = 2, .storage = PDK_RAW_U16, .bit = 0, .bits = 3, .labels = resolutions, LIKELY,
      .meaning = "what followed" },
    { .name = "lap", .offset = 2, .storage = PDK_RAW_U16, .bit = 3, .bits = 13, LIKELY, .meaning = "as stored" },
};
/* clang-format on */
static PDK_RECORD(l_track_limit, "vcr.l.track_limit", "L: flag 3 type 28, 4 bytes", 4, track_limit_fields, ONE_READER);
static const pdk_field r2_track_limit_fields[] = { OPAQUE("unknown_0", 0, 4) };
static PDK_RECORD(r2_track_limit, "vcr.r2.track_limit", "R2: class 2 type 28: a cut or an extension", 4,
                  r2_track_limit_fields, NOTE);

/* ----------------------------------------------------------------------------------------------------- pit */

static const pdk_label pit_codes[] = {
    { 0, "garage, in or out" },
    { 1, "garage, in or out" },
    { 16, "left the pits from the garage" },
    { 18, "stopped in the stall" },
    { 20, "service begins" },
    { 21, "to the garage" },
    { 32, "left the pit lane" },
    { 33, "requested a pit stop" },
    { 34, "entered the pit lane" },
    { 35, "in the box" },
    { 36, "out of the box" },
    { 37, "service done" },
    { 0, NULL },
};
#define PIT_CODE U8("code", 0, LIKELY, .labels = pit_codes, .meaning = "what happened")
static const pdk_field pit_fields[] = { PIT_CODE };
static PDK_RECORD(pit_event, "vcr.pit", "R2: class 5 type 2, 1 byte", 1, pit_fields, NOTE);
/* clang-format off */
static const pdk_field pit_service_fields[] = {
    PIT_CODE,
    U8("status", 1, GUESSED, .meaning = "not known"),
    F32("fuel_added", 2, GUESSED, .unit = "L",
      .meaning = "with code 36, by analogy with 37 of L"),
};
/* clang-format on */
static PDK_RECORD(pit_service, "vcr.pit_service", "R2: class 5 type 2, 6 bytes", 6, pit_service_fields, NOTE);
static const pdk_field r1_pit_fields[] = { U8("code", 0, GUESSED, .meaning = "as stored; the numbers are not known") };
static PDK_RECORD(r1_pit, "vcr.r1.pit", "R1: class 5 type 1: the pit state changes", 1, r1_pit_fields, DEVELOPER);
static const pdk_field garage_fields[] = { F32("garage_time", 0, LIKELY, .unit = "s",
                                               .meaning = "enters or leaves the garage") };
static PDK_RECORD(r2_garage, "vcr.r2.garage", "R2: class 1 type 7, 4 bytes", 4, garage_fields, NOTE);
static const pdk_label lane_codes[] = { { 3, "pit lane" }, { 4, "garage" }, { 6, "removed" }, { 0, NULL } };
static const pdk_field lane_fields[] = { U8("lane", 0, LIKELY, .labels = lane_codes,
                                            .meaning = "where the car is put") };
static PDK_RECORD(pit_lane, "vcr.pit_lane", "R2: class 3 type 49, 1 byte", 1, lane_fields, NOTE);
/* clang-format off */
static const pdk_field escape_fields[] = {
    U8("escape", 0, GUESSED, .meaning = "code"), OPAQUE("unknown_1", 1, 4),
};
/* clang-format on */
static PDK_RECORD(escape, "vcr.escape", "R2: class 3 type 15, 5 bytes: back to the garage by key", 5, escape_fields,
                  NOTE);

/* ------------------------------------------------------------------------------------------ tyres, weather */

#define COMPOUND(name_, at) U8(name_, at, GUESSED, .meaning = "number of the compound in the car's tyre file")
/* clang-format off */
static const pdk_field r2_tyre_fields[] = {
    COMPOUND("rear_right_compound", 0), COMPOUND("rear_left_compound", 1),
    COMPOUND("front_right_compound", 2), COMPOUND("front_left_compound", 3),
};
/* clang-format on */
static PDK_RECORD(r2_tyres, "vcr.r2.tyres", "R2: class 2 type 16, 4 bytes; the order of the wheels is the note's guess",
                  4, r2_tyre_fields, NOTE);
/* clang-format off */
static const pdk_field l_tyre_fields[] = {
    U8("front_left_compound", 0, LIKELY, .meaning = "number of the compound"),
    U8("front_right_compound", 1, LIKELY, .meaning = "number of the compound"),
    U8("rear_left_compound", 2, LIKELY, .meaning = "number of the compound"),
    U8("rear_right_compound", 3, LIKELY, .meaning = "number of the compound"),
};
/* clang-format on */
static PDK_RECORD(l_tyres, "vcr.l.tyres", "L: type 16, 4 bytes", 4, l_tyre_fields, ONE_READER);

/* clang-format off */
static const pdk_field light_fields[] = {
    U8("lights", 0, LIKELY, .meaning = "start lights that are on; one reader of L takes it for a flag state"),
    OPAQUE("unknown_1", 1, 2),
};
/* clang-format on */
static PDK_RECORD(lights, "vcr.lights", "Class 1 type 10, L: flag 1 type 10, 3 bytes", 3, light_fields, NOTE);
static const pdk_field r1_light_fields[] = { U8("lights", 0, GUESSED,
                                                .meaning = "as stored; the coding is not known") };
static PDK_RECORD(r1_lights, "vcr.r1.lights", "R1: class 1 type 10", 1, r1_light_fields, DEVELOPER);

static const pdk_field r2_weather_fields[] = { OPAQUE("unknown_0", 0, 41) };
static PDK_RECORD(r2_weather, "vcr.r2.weather", "R2: class 1 type 4, 41 bytes, every 12 s", 41, r2_weather_fields,
                  NOTE);
static const pdk_field r1_weather_fields[] = { OPAQUE("unknown_0", 0, 1) };
static PDK_RECORD(r1_weather, "vcr.r1.weather", "R1: class 1 type 4", 1, r1_weather_fields, DEVELOPER);

/* -------------------------------------------------------------------------------------- session, countdown */

/* clang-format off */
static const pdk_field session_name_fields[] = {
    { .name = "first_letter", .offset = 0, .storage = PDK_RAW_U8, LIKELY,
      .meaning = "the whole payload is text: \"Race\"" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_session_name, "vcr.session_name", "R2: class 2 type 19, L: flag 3 type 19", 1, session_name_fields,
           NOTE);

/* clang-format off */
static const pdk_field countdown_fields[] = {
    { .name = "count", .offset = 0, .storage = PDK_RAW_U32, LIKELY, .meaning = "seconds left: 5 to 0" },
};
/* clang-format on */
static PDK_RECORD(countdown, "vcr.countdown", "R2: class 1 type 23, 4 bytes", 4, countdown_fields, NOTE);
/* clang-format off */
static const pdk_field countdown_span_fields[] = {
    F32("start_time", 0, LIKELY, .unit = "s", .meaning = "of the countdown"),
    F32("end_time", 4, LIKELY, .unit = "s", .meaning = "of the countdown"),
};
/* clang-format on */
static PDK_RECORD(countdown_span, "vcr.countdown_span", "R2: class 3 type 9, 8 bytes", 8, countdown_span_fields, NOTE);

/* --------------------------------------------------------------------------------------- changes of driver */

/* clang-format off */
static const pdk_field driver_change_fields[] = {
    U8("first_length", 0, GUESSED, .meaning = "driver and vehicle names follow; how they are stored is not published"),
};
/* clang-format on */
PDK_RECORD(pdk_vcr_driver_change, "vcr.driver_change",
           "R1, R2: class 3 type 38: another driver takes over; of any size", 1, driver_change_fields,
           "the published note and the developer's list of events for rFactor");

/* ------------------------------------------------------------------------------------------------ variants */

enum { MAXIMUM = UINT16_MAX };

/* classes, types, sizes, dialects, record. In L the "class" is the flag: the two top bits. */
/* clang-format off */
const pdk_variant pdk_vcr_variants[] = {
    { 0, 0, 7, 16, 63, 63, PDK_VCR_R2, &pdk_vcr_r2_pose },
    { 0, 7, 7, 15, 65, 65, PDK_VCR_L, &pdk_vcr_l_pose },
    { 0, 0, 7, 15, 50, 50, PDK_VCR_R1, &pdk_vcr_r1_pose },
    { 3, 3, 6, 6, 10, MAXIMUM, PDK_VCR_R1, &r1_checkpoint },
    { 3, 3, 6, 6, 11, MAXIMUM, PDK_VCR_R2, &r2_checkpoint },
    { 3, 3, 6, 6, 18, 21, PDK_VCR_L, &l_checkpoint },
    { 3, 3, 5, 5, 13, MAXIMUM, PDK_VCR_R1, &pdk_vcr_r1_order },
    { 3, 3, 48, 48, 22, MAXIMUM, PDK_VCR_R2 | PDK_VCR_L, &pdk_vcr_order },
    { 2, 2, 17, 17, 4, 4, PDK_VCR_R2, &r2_contact },
    { 1, 1, 11, 11, 4, 4, PDK_VCR_R2, &r2_contact }, /* the same again, among the effects */
    { 0, 7, 17, 17, 33, 33, PDK_VCR_L, &pdk_vcr_l_contact },
    { 1, 1, 6, 6, 10, 10, PDK_VCR_R2, &impact },
    { 0, 2, 6, 6, 10, 10, PDK_VCR_L, &impact },
    { 0, 0, 4, 4, 24, 24, PDK_VCR_R2, &r2_wall_impact },
    { 2, 2, 5, 5, 3, MAXIMUM, PDK_VCR_R2, &pdk_vcr_r2_penalty },
    { 3, 3, 5, 5, 2, MAXIMUM, PDK_VCR_L, &pdk_vcr_l_penalty },
    { 2, 2, 7, 7, 1, MAXIMUM, PDK_VCR_R2, &penalty_served },
    { 3, 3, 7, 7, 1, 64, PDK_VCR_L, &penalty_served },
    { 2, 2, 8, 8, 1, MAXIMUM, PDK_VCR_R2, &penalty_removed },
    { 2, 2, 28, 28, 4, 4, PDK_VCR_R2, &r2_track_limit },
    { 3, 3, 28, 28, 4, 4, PDK_VCR_L, &l_track_limit },
    { 5, 5, 1, 1, 1, MAXIMUM, PDK_VCR_R1, &r1_pit },
    { 5, 5, 2, 2, 6, 6, PDK_VCR_R2, &pit_service },
    { 5, 5, 2, 2, 1, 1, PDK_VCR_R2, &pit_event },
    { 0, 0, 2, 2, 6, 6, PDK_VCR_L, &pdk_vcr_l_pit_service },
    { 0, 0, 2, 2, 1, 1, PDK_VCR_L, &pdk_vcr_l_pit },
    { 1, 1, 7, 7, 4, 4, PDK_VCR_R2, &r2_garage },
    { 3, 3, 49, 49, 1, 1, PDK_VCR_R2, &pit_lane },
    { 0, 7, 49, 49, 1, 1, PDK_VCR_L, &pdk_vcr_l_lane },
    { 3, 3, 15, 15, 5, 5, PDK_VCR_R2, &escape },
    { 0, 7, 15, 15, 5, 5, PDK_VCR_L, &pdk_vcr_l_escape },
    { 2, 2, 16, 16, 4, 4, PDK_VCR_R2, &r2_tyres },
    { 0, 7, 16, 16, 4, 4, PDK_VCR_L, &l_tyres },
    { 1, 1, 10, 10, 3, 3, PDK_VCR_R2 | PDK_VCR_L, &lights },
    { 1, 1, 10, 10, 1, MAXIMUM, PDK_VCR_R1, &r1_lights },
    { 1, 1, 4, 4, 41, 41, PDK_VCR_R2, &r2_weather },
    { 0, 7, 10, 10, 80, 80, PDK_VCR_L, &pdk_vcr_l_weather },
    { 1, 1, 4, 4, 1, MAXIMUM, PDK_VCR_R1, &r1_weather },
    { 2, 2, 19, 19, 1, MAXIMUM, PDK_VCR_R2, &pdk_vcr_session_name },
    { 3, 3, 19, 19, 1, MAXIMUM, PDK_VCR_L, &pdk_vcr_session_name },
    { 1, 1, 23, 23, 4, 4, PDK_VCR_R2, &countdown },
    { 3, 3, 9, 9, 8, 8, PDK_VCR_R2, &countdown_span },
    { 0, 7, 15, 15, 24, 24, PDK_VCR_L, &pdk_vcr_l_brakes },
    { 0, 7, 15, 15, 37, 37, PDK_VCR_L, &pdk_vcr_l_brakes },
    { 0, 7, 51, 51, 3, 3, PDK_VCR_L, &pdk_vcr_l_energy },
    { 1, 1, 24, 24, 40, 40, PDK_VCR_L, &pdk_vcr_l_wheels },
    { 1, 1, 11, 11, 22, 22, PDK_VCR_L, &pdk_vcr_l_sound },
    { 3, 3, 33, 33, 4, 4, PDK_VCR_L, &pdk_vcr_l_progress },
    { 3, 3, 32, 32, 4, 4, PDK_VCR_L, &pdk_vcr_l_compounds },
    { 3, 3, 38, 38, 1, MAXIMUM, PDK_VCR_R1 | PDK_VCR_R2, &pdk_vcr_driver_change },
    { 0, 0, 0, 0, 0, 0, 0, NULL },
};
/* clang-format on */

pdk_vcr_table pdk_vcr_table_of(const pdk_record *record)
{
    static const struct {
        const pdk_record *record;
        pdk_vcr_table table;
    } tables[] = {
        { &pdk_vcr_r1_pose, PDK_VCR_POSES },
        { &pdk_vcr_r2_pose, PDK_VCR_POSES },
        { &pdk_vcr_l_pose, PDK_VCR_POSES },
        { &r1_checkpoint, PDK_VCR_CHECKPOINTS },
        { &r2_checkpoint, PDK_VCR_CHECKPOINTS },
        { &l_checkpoint, PDK_VCR_CHECKPOINTS },
        { &pdk_vcr_r1_order, PDK_VCR_RUNNING_ORDER },
        { &pdk_vcr_order, PDK_VCR_RUNNING_ORDER },
        { &r2_contact, PDK_VCR_CONTACTS },
        { &pdk_vcr_l_contact, PDK_VCR_CONTACTS },
        { &impact, PDK_VCR_IMPACTS },
        { &r2_wall_impact, PDK_VCR_IMPACTS },
        { &pdk_vcr_r2_penalty, PDK_VCR_PENALTIES },
        { &pdk_vcr_l_penalty, PDK_VCR_PENALTIES },
        { &penalty_served, PDK_VCR_PENALTIES },
        { &penalty_removed, PDK_VCR_PENALTIES },
        { &r2_track_limit, PDK_VCR_TRACK_LIMITS },
        { &l_track_limit, PDK_VCR_TRACK_LIMITS },
        { &pit_event, PDK_VCR_PIT },
        { &pit_service, PDK_VCR_PIT },
        { &pdk_vcr_l_pit, PDK_VCR_PIT },
        { &pdk_vcr_l_pit_service, PDK_VCR_PIT },
        { &r1_pit, PDK_VCR_PIT },
        { &r2_garage, PDK_VCR_PIT },
        { &pit_lane, PDK_VCR_PIT },
        { &escape, PDK_VCR_PIT },
        { &pdk_vcr_l_lane, PDK_VCR_PIT },
        { &pdk_vcr_l_escape, PDK_VCR_PIT },
        { &r2_tyres, PDK_VCR_TYRES },
        { &l_tyres, PDK_VCR_TYRES },
        { &lights, PDK_VCR_LIGHTS },
        { &r1_lights, PDK_VCR_LIGHTS },
        { &r2_weather, PDK_VCR_WEATHER },
        { &pdk_vcr_l_weather, PDK_VCR_WEATHER },
        { &r1_weather, PDK_VCR_WEATHER },
        { &pdk_vcr_session_name, PDK_VCR_SESSION },
        { &countdown, PDK_VCR_COUNTDOWN },
        { &countdown_span, PDK_VCR_COUNTDOWN },
        { &pdk_vcr_l_brakes, PDK_VCR_BRAKES },
        { &pdk_vcr_l_energy, PDK_VCR_ENERGY },
        { &pdk_vcr_l_wheels, PDK_VCR_WHEELS },
        { &pdk_vcr_l_sound, PDK_VCR_SOUNDS },
        { &pdk_vcr_l_progress, PDK_VCR_PROGRESS },
        { &pdk_vcr_l_compounds, PDK_VCR_COMPOUNDS },
        { &pdk_vcr_driver_change, PDK_VCR_DRIVER_CHANGES },
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (tables[i].record == record) return tables[i].table;
    }
    return PDK_VCR_NONE;
}

const pdk_record *const pdk_vcr_records[] = {
    &pdk_vcr_tag,
    &pdk_vcr_session,
    &pdk_vcr_r1_session,
    &pdk_vcr_r2_info,
    &pdk_vcr_l_stream,
    &pdk_vcr_l_info,
    &pdk_vcr_r1_info,
    &pdk_vcr_driver_count,
    &pdk_vcr_driver_count_short,
    &pdk_vcr_r2_driver,
    &pdk_vcr_r2_driver_short_id,
    &pdk_vcr_r2_driver_old,
    &pdk_vcr_l_driver,
    &pdk_vcr_l_separator,
    &pdk_vcr_r1_driver,
    &pdk_vcr_r2_counters,
    &pdk_vcr_l_trailer,
    &pdk_vcr_r1_playback,
    &pdk_vcr_r1_camera_list,
    &pdk_vcr_r1_camera,
    &pdk_vcr_r1_counters,
    &pdk_vcr_slice,
    &pdk_vcr_slice_long,
    &pdk_vcr_r2_event,
    &pdk_vcr_l_event,
    &pdk_vcr_r1_event,
    &pdk_vcr_r2_pose,
    &pdk_vcr_l_pose,
    &pdk_vcr_r1_pose,
    &pdk_vcr_velocity,
    &r2_checkpoint,
    &l_checkpoint,
    &r1_checkpoint,
    &pdk_vcr_order,
    &pdk_vcr_r1_order,
    &r2_contact,
    &pdk_vcr_l_contact,
    &impact,
    &r2_wall_impact,
    &pdk_vcr_r2_penalty,
    &pdk_vcr_l_penalty,
    &penalty_served,
    &penalty_removed,
    &r2_track_limit,
    &l_track_limit,
    &pit_event,
    &pit_service,
    &pdk_vcr_l_pit,
    &pdk_vcr_l_pit_service,
    &r2_garage,
    &pit_lane,
    &escape,
    &pdk_vcr_l_lane,
    &pdk_vcr_l_escape,
    &r1_pit,
    &r2_tyres,
    &l_tyres,
    &lights,
    &r1_lights,
    &r2_weather,
    &pdk_vcr_l_weather,
    &r1_weather,
    &pdk_vcr_session_name,
    &countdown,
    &countdown_span,
    &pdk_vcr_l_brakes,
    &pdk_vcr_l_energy,
    &pdk_vcr_l_wheels,
    &pdk_vcr_l_sound,
    &pdk_vcr_l_progress,
    &pdk_vcr_l_compounds,
    &pdk_vcr_driver_change,
    NULL,
};
