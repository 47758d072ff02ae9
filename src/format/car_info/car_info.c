/* CAR_info.bin reader: a header and four wheels at fixed places. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/format.h"

#include "base/text.h"
#include "format/car_info/car_info_layout.h"
#include "format/car_info/car_info_synth.h"
#include "model/car_body.h"

static const uint8_t magic[6] = "LFS_CI";
static const char *const corners[PDK_CAR_INFO_WHEELS] = { "rear_left", "rear_right", "front_left", "front_right" };

static uint64_t whole_size(void)
{
    return pdk_car_info_header.size + PDK_CAR_INFO_WHEELS * (uint64_t)pdk_car_info_wheel.size;
}

static double header_value(const pdk_document *document, const char *name, uint32_t element)
{
    return pdk_get_f64(pdk_record_field(&pdk_car_info_header, name), element, document->content.data);
}

static const uint8_t *wheel_at(const pdk_document *document, size_t wheel)
{
    return document->content.data + pdk_car_info_header.size + wheel * pdk_car_info_wheel.size;
}

static double wheel_value(const pdk_document *document, size_t wheel, const char *name, uint32_t element)
{
    return pdk_get_f64(pdk_record_field(&pdk_car_info_wheel, name), element, wheel_at(document, wheel));
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) return 0; /* .bin says nothing */
    snprintf(reason, capacity, "the tag LFS_CI at 0");
    if (bytes.size != whole_size()) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag LFS_CI at 0; the header and four wheels fill the file");
    return PDK_SCORE_CERTAIN;
}

static pdk_status check_size(pdk_document *document, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < sizeof magic ? bytes.size : sizeof magic);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "car-info.magic", "car-info.header.magic",
                              "expected LFS_CI, found %s", hex);
    }
    if (bytes.size < whole_size()) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "car-info.truncated", "car-info",
                              "the header and four wheels need %llu bytes, but the file has %zu",
                              (unsigned long long)whole_size(), bytes.size);
    }
    const pdk_field *version = pdk_record_field(&pdk_car_info_header, "version");
    int64_t number = pdk_get_i64(version, 0, bytes.data);
    if (number > 1) {
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, version->offset, "car-info.version", "car-info.header.version",
                              "version %d: only 1 is known", (int)number);
    }
    if (bytes.size > whole_size()) {
        pdk_document_add_finding(document, PDK_WARNING, "car-info.trailing", whole_size(), "car-info",
                                 "%llu bytes follow the last wheel; they are kept and ignored",
                                 (unsigned long long)(bytes.size - whole_size()));
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------ properties */

static bool is_plain(uint8_t byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* Three letters or digits and a zero byte are a car of the game; all else is the number of a mod, which the game shows
 * with six digits. */
static void add_car(pdk_document *document)
{
    /* As RAF files call it. Two pairs were seen; the others are from lists of cars. */
    static const struct {
        const char *code, *name;
        pdk_certainty certainty;
    } cars[] = {
        { "XFG", "XF GTI", PDK_LIKELY },
        { "XRG", "XR GT", PDK_LIKELY },
        { "XRT", "XR GT TURBO", PDK_GUESSED },
        { "FBM", "FORMULA BMW FB02", PDK_GUESSED },
    };
    const pdk_field *field = pdk_record_field(&pdk_car_info_header, "car_code");
    const uint8_t *code = document->content.data + field->offset;
    if (!is_plain(code[0]) || !is_plain(code[1]) || !is_plain(code[2]) || code[3] != 0) {
        char *number = pdk_text_printf(&document->memory, "%02X%02X%02X", code[2], code[1], code[0]);
        if (number == NULL) document->failed = true;
        else pdk_document_add_text(document, "mod", number, strlen(number), "number of a mod", PDK_GUESSED);
        return;
    }
    pdk_document_add_field(document, field, document->content.data);
    for (size_t i = 0; i < sizeof cars / sizeof cars[0]; i++) {
        if (memcmp(code, cars[i].code, 4) != 0) continue;
        pdk_document_add_text(document, "car", cars[i].name, strlen(cars[i].name), "as telemetry calls it",
                              cars[i].certainty);
    }
}

static void add_element(pdk_document *document, const pdk_field *field, uint32_t element)
{
    char buffer[PDK_ELEMENT_NAME_SIZE];
    const char *end = pdk_element_name(buffer, field, element);
    char *name = pdk_text_printf(&document->memory, "%s_%s", field->name, end);
    pdk_value value = { .type = pdk_field_type(field),
                        .as.number = pdk_get_f64(field, element, document->content.data) };
    if (name == NULL) document->failed = true;
    else pdk_document_add_property(document, name, value, field->unit, field->meaning, field->certainty);
}

/* Ratios have the names that telemetry gives them. */
static void add_ratios(pdk_document *document, const pdk_field *field)
{
    uint32_t gears = (uint32_t)header_value(document, "gear_count", 0);
    for (uint32_t gear = 0; gear < gears && gear < field->count; gear++) {
        char *name = pdk_text_printf(&document->memory, "gear_ratio_%u", (unsigned)gear + 1);
        pdk_value ratio = { .type = PDK_FLOAT32, .as.number = pdk_get_f64(field, gear, document->content.data) };
        if (name == NULL) document->failed = true;
        else pdk_document_add_property(document, name, ratio, NULL, "of a forward gear", field->certainty);
    }
}

/* Over the road: the mean over the wheels of how far the contact patches are below. */
static double gravity_height(const pdk_document *document)
{
    double sum = 0;
    for (size_t wheel = 0; wheel < PDK_CAR_INFO_WHEELS; wheel++)
        sum += header_value(document, "center_of_gravity", 2) - wheel_value(document, wheel, "contact", 2);
    return sum / PDK_CAR_INFO_WHEELS;
}

/* Telemetry has one anti-roll bar for each axle among its properties. */
static void add_anti_roll(pdk_document *document)
{
    const pdk_field *field = pdk_record_field(&pdk_car_info_wheel, "anti_roll");
    for (size_t front = 0; front < 2; front++) {
        pdk_value bar = { .type = PDK_FLOAT32, .as.number = wheel_value(document, 2 * front, "anti_roll", 0) };
        pdk_document_add_property(document, front != 0 ? "front_anti_roll" : "rear_anti_roll", bar, field->unit,
                                  "anti-roll bar, from the left wheel", field->certainty);
    }
}

static void add_properties(pdk_document *document)
{
    add_car(document);
    for (uint32_t i = 0; i < pdk_car_info_header.field_count; i++) {
        const pdk_field *field = &pdk_car_info_header.fields[i];
        if (strcmp(field->name, "car_code") == 0) continue;
        if (strcmp(field->name, "gear_ratios") == 0) add_ratios(document, field);
        else if (field->elements != NULL)
            for (uint32_t element = 0; element < field->count; element++) add_element(document, field, element);
        else pdk_document_add_shown_field(document, field, document->content.data);
    }
    add_anti_roll(document);
    pdk_document_add_number(document, "center_of_gravity_height", gravity_height(document), "m",
                            "of the centre of gravity over the contact patches, as the car stands", PDK_LIKELY);
}

static void add_wheels(pdk_document *document)
{
    static const pdk_column_role roles[] = {
        { "contact_x", PDK_ROLE_X, PDK_FRAME_TRACK },
        { "contact_y", PDK_ROLE_Y, PDK_FRAME_TRACK },
        { "contact_z", PDK_ROLE_Z, PDK_FRAME_TRACK },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table *table = pdk_document_add_table(document, "wheels", "a row for each wheel", PDK_CAR_INFO_WHEELS,
                                              pdk_car_info_wheel.field_count + 4);
    pdk_text *names = pdk_alloc_array(&document->memory, PDK_CAR_INFO_WHEELS, sizeof *names);
    if (table == NULL || names == NULL) {
        document->failed = true;
        return;
    }
    for (size_t wheel = 0; wheel < PDK_CAR_INFO_WHEELS; wheel++)
        names[wheel] = (pdk_text){ corners[wheel], strlen(corners[wheel]) };
    pdk_table_set_strided(table, wheel_at(document, 0), pdk_car_info_wheel.size);
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "corner",
                                           .type = PDK_TEXT,
                                           .meaning = "by the wheel's place in the file",
                                           .certainty = PDK_LIKELY },
                        names);
    pdk_table_add_record(table, &pdk_car_info_wheel, 0);
    pdk_table_set_roles(table, roles);
}

/* --------------------------------------------------------------------------------------------------- check */

/* Physics that ranges do not say: the body's axes are of length 1 and at right angles, the two places of the centre of
 * gravity are one, and reserved bytes are zero. */
static double axis_product(const pdk_document *document, uint32_t first, uint32_t second)
{
    double sum = 0;
    for (uint32_t row = 0; row < 3; row++)
        sum += header_value(document, "body", 3 * row + first) * header_value(document, "body", 3 * row + second);
    return sum;
}

static bool is_rotation(const pdk_document *document)
{
    bool good = true;
    for (uint32_t a = 0; a < 3; a++) {
        for (uint32_t b = a; b < 3; b++) good = good && fabs(axis_product(document, a, b) - (a == b)) < 1e-3;
    }
    return good;
}

/* How far apart, m: in the world, and from the reference point along the columns of the body's matrix. Numbers of a
 * real file agree within the steps of the world's coordinates; taken along the rows they are 0.5 mm apart. */
static double gravity_gap(const pdk_document *document)
{
    double sum = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        double place = header_value(document, "reference_point", axis);
        for (uint32_t along = 0; along < 3; along++)
            place +=
                header_value(document, "body", 3 * axis + along) * header_value(document, "center_of_gravity", along);
        double gap = place - header_value(document, "center_of_gravity_world", axis);
        sum += gap * gap;
    }
    return sqrt(sum);
}

static pdk_status check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    const pdk_region *regions = document->regions.items;
    for (size_t i = 0; i < document->regions.count; i++) pdk_report_reserved(report, &regions[i]);
    const pdk_field *body = pdk_record_field(&pdk_car_info_header, "body"),
                    *world = pdk_record_field(&pdk_car_info_header, "center_of_gravity_world");
    /* A value that is computed from fields that are not numbers is no number either: those fields have their own
     * findings. */
    double gap = gravity_gap(document), height = gravity_height(document);
    if (!is_rotation(document)) {
        pdk_report_finding(report, PDK_WARNING, "car-info.body", body->offset, "car-info.header.body",
                           "the axes of the car are not of length 1 and at right angles");
    } else if (isfinite(gap) && gap >= 1e-4) {
        pdk_report_finding(report, PDK_WARNING, "car-info.center_of_gravity", world->offset,
                           "car-info.header.center_of_gravity_world",
                           "the centre of gravity in the world is %.4f m from where the car's axes put it", gap);
    }
    if (isfinite(height) && height <= 0) {
        const pdk_field *place = pdk_record_field(&pdk_car_info_header, "center_of_gravity");
        pdk_report_finding(report, PDK_WARNING, "car-info.height", place->offset, "car-info.header.center_of_gravity",
                           "the centre of gravity is %.3f m over the road", height);
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- open */

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_status status = check_size(document, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(
        document, "version %d",
        (int)pdk_get_i64(pdk_record_field(&pdk_car_info_header, "version"), 0, document->content.data));
    pdk_document_add_region(document, "header", &pdk_car_info_header, 0, pdk_car_info_header.size, 1);
    pdk_document_add_region(document, "wheel", &pdk_car_info_wheel, pdk_car_info_header.size, pdk_car_info_wheel.size,
                            PDK_CAR_INFO_WHEELS);
    add_properties(document);
    add_wheels(document);
    return pdk_document_built(document, error);
}

static void read_places(const pdk_document *document, pdk_car_body *body)
{
    static const char *const bodies[PDK_CAR_BODY_AIR][3] = {
        { "rear_wing_place", "rear_wing_lift", "rear_wing_drag" },
        { "front_wing_place", "front_wing_lift", "front_wing_drag" },
        { "undertray_place", "undertray_lift", "undertray_drag" },
        { "air_body_place", "air_body_lift", "air_body_drag" },
    };
    for (uint32_t axis = 0; axis < 3; axis++) {
        body->center_of_gravity[axis] = header_value(document, "center_of_gravity", axis);
        for (size_t i = 0; i < body->air_count; i++)
            body->air[i].place[axis] = header_value(document, bodies[i][0], axis);
    }
    for (size_t i = 0; i < body->air_count; i++) {
        body->air[i].lift = header_value(document, bodies[i][1], 0);
        body->air[i].drag = header_value(document, bodies[i][2], 0);
    }
}

static void read_wheels(const pdk_document *document, pdk_car_body *body)
{
    for (size_t i = 0; i < body->wheel_count; i++) {
        pdk_car_wheel *wheel = &body->wheels[i];
        wheel->name = (pdk_text){ corners[i], strlen(corners[i]) };
        wheel->pressure = wheel_value(document, i, "pressure", 0);
        wheel->camber = wheel_value(document, i, "camber", 0);
        wheel->toe_in = wheel_value(document, i, "toe_in", 0);
        body->unsprung_mass += wheel_value(document, i, "unsprung_mass", 0);
        for (uint32_t axis = 0; axis < 3; axis++) wheel->contact[axis] = wheel_value(document, i, "contact", axis);
    }
}

static void read_body(const pdk_document *document, pdk_car_body *body)
{
    *body = (pdk_car_body){
        .height = gravity_height(document),
        .yaw_inertia = header_value(document, "inertia", 8),
        .mass = header_value(document, "mass", 0),
        .gears = (uint32_t)header_value(document, "gear_count", 0),
        .wheel_count = PDK_CAR_INFO_WHEELS,
        .brake_balance = header_value(document, "brake_balance", 0),
        .air_count = PDK_CAR_BODY_AIR,
    };
    const pdk_field *drive = pdk_record_field(&pdk_car_info_header, "drive");
    const char *label = pdk_field_label(drive, pdk_get_i64(drive, 0, document->content.data));
    if (label != NULL) body->drive = (pdk_text){ label, strlen(label) };
    read_places(document, body);
    read_wheels(document, body);
}

/* The names are those of telemetry, so that the same values of both can be compared. */
static const char *const setup_of_car[] = { "front_anti_roll",
                                            "rear_anti_roll",
                                            "final_drive",
                                            "gear_ratio_1",
                                            "gear_ratio_2",
                                            "gear_ratio_3",
                                            "gear_ratio_4",
                                            "gear_ratio_5",
                                            "gear_ratio_6",
                                            "gear_ratio_7",
                                            NULL };
static const char *const setup_of_wheels[] = { "spring",          "damping_compression",
                                               "damping_rebound", "maximum_deflection",
                                               "tyre_type",       "pressure",
                                               "camber",          "toe_in",
                                               "caster",          NULL };
static const pdk_setup_names setup = {
    .properties = setup_of_car, .wheels = "wheels", .wheel = "corner", .columns = setup_of_wheels
};
static const pdk_services services = { .setup = &setup, .car_body = read_body };

const pdk_format pdk_format_car_info = {
    .info = { .id = "car-info",
              .title = "Live for Speed CAR_info.bin",
              .extensions = ".bin",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_LIKELY,
              .basis = "the published page and two public programs that agree; printed values of one file, no real one",
              .records = pdk_car_info_records,
              .synth_options = "" },
    .probe = probe,
    .open = open_document,
    .check = check,
    .synth = PDK_GENERATOR(pdk_car_info_synth),
    .services = &services,
};
