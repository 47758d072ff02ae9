/* CAR_info.bin: printed values of a real file, written by hand, and generated files that are patched. No real file is
 * known. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/car_info/car_info_layout.h"
#include "model/car_body.h"
#include "model/document.h"
#include "support.h"

enum { HEADER = 384, WHEEL = 128, SIZE = HEADER + 4 * WHEEL };

static uint8_t *generate(size_t *size)
{
    return synth_or_fail("car-info", NULL, size);
}

static void put_f32(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    pdk_store_u32(at, bits);
}

static bool keep_code(void *user, const pdk_finding *finding)
{
    strncpy(user, finding->code, 47);
    return true;
}

/* The code of the last finding of a full check, "" for none. */
static const char *found(const uint8_t *data, size_t size)
{
    static char code[48];
    pdk_document *car = open_bytes_or_fail(data, size);
    memset(code, 0, sizeof code);
    assert_int_equal(pdk_check(car, PDK_CHECK_FULL, keep_code, code, NULL, NULL), PDK_OK);
    pdk_close(car);
    return code;
}

/* Matrix, reference point and centre of gravity as a real file of the MRT has them, in print. */
static uint8_t *printed(void)
{
    static const float matrix[] = { 0.9999999F,   -5.08e-8F, -2.62e-8F,   5.08e-8F,  0.9999998F,
                                    -0.00065560F, 2.62e-8F,  0.00065560F, 0.9999998F };
    static const int32_t reference[] = { 0, -54, 3271 }, world[] = { 0, -27589, 16257 };
    static const float places[] = { -5.2e-7F, -0.4200169F, 0.1984274F, 0, -0.431548F, 0.1547936F };
    size_t size;
    uint8_t *data = generate(&size);
    assert_int_equal(size, SIZE);
    memcpy(data + 8, "MRT", 4);
    for (int i = 0; i < 9; i++) put_f32(data + 16 + 4 * i, matrix[i]);
    for (int i = 0; i < 3; i++) pdk_store_u32(data + 52 + 4 * i, (uint32_t)reference[i]);
    for (int i = 0; i < 3; i++) pdk_store_u32(data + 64 + 4 * i, (uint32_t)world[i]);
    for (int i = 0; i < 6; i++) put_f32(data + 76 + 4 * i, places[i]);
    return data;
}

/* The columns of the matrix are the axes: only so both places of the centre of gravity are one. */
static void columns_are_axes(void **state)
{
    (void)state;
    uint8_t *data = printed();
    pdk_document *car = open_bytes_or_fail(data, SIZE);
    assert_string_equal(pdk_document_format(car)->id, "car-info");
    assert_near(property_number(car, "center_of_gravity_y"), -0.4200169, 1e-7);
    assert_near(property_number(car, "center_of_gravity_world_z"), 16257 / 65536.0, 0);
    assert_near(property_number(car, "body_yz"), -0.00065560, 1e-8);
    assert_near(property_number(car, "fuel_tank_z"), 0.1547936, 1e-7);
    pdk_close(car);
    assert_string_equal(found(data, SIZE), "");
    put_f32(data + 16 + 4 * 5, 0.00065560F); /* transposed: 36 steps of 1/65536 m too high */
    put_f32(data + 16 + 4 * 7, -0.00065560F);
    assert_string_equal(found(data, SIZE), "car-info.center_of_gravity");
    free(data);
}

/* Every field of the header and of the last wheel is where the page has it. */
static void by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *property;
        size_t offset;
    } floats[] = {
        { "fuel_tank_x", 88 },
        { "rear_wing_place_z", 136 },
        { "rear_wing_lift", 140 },
        { "rear_wing_drag", 144 },
        { "front_wing_lift", 160 },
        { "undertray_drag", 184 },
        { "air_body_lift", 200 },
        { "air_body_drag", 204 },
        { "inertia_xx", 208 },
        { "inertia_zz", 240 },
        { "maximum_torque", 256 },
        { "maximum_power", 264 },
        { "fuel", 272 },
        { "mass", 276 },
        { "wheelbase", 280 },
        { "weight_distribution", 284 },
        { "torque_split", 292 },
        { "reverse_ratio", 304 },
        { "gear_ratio_1", 308 },
        { "gear_ratio_5", 324 },
        { "final_drive", 336 },
        { "parallel_steer", 352 },
        { "brake_strength", 356 },
        { "brake_balance", 360 },
        { "front_anti_roll", 384 + 2 * 128 + 60 },
        { "rear_anti_roll", 384 + 60 },
    };
    static const struct {
        const char *column;
        size_t offset;
    } wheel[] = {
        { "pressure", 4 },
        { "air_temperature", 8 },
        { "toe_in", 12 },
        { "contact_x", 16 },
        { "contact_z", 24 },
        { "width", 32 },
        { "sidewall", 36 },
        { "rim_radius", 40 },
        { "rim_width", 44 },
        { "spring", 48 },
        { "camber", 64 },
        { "inclination", 68 },
        { "caster", 72 },
        { "scrub_radius", 76 },
        { "inertia", 80 },
        { "deflection", 84 },
        { "maximum_deflection", 88 },
        { "tyre_spring", 96 },
        { "tyre_deflection", 100 },
        { "unsprung_mass", 28 },
        { "damping_compression", 52 },
        { "damping_rebound", 56 },
        { "anti_roll", 60 },
    };
    size_t size;
    uint8_t *data = generate(&size);
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++) put_f32(data + floats[i].offset, (float)i + 0.5F);
    for (size_t i = 0; i < sizeof wheel / sizeof wheel[0]; i++)
        put_f32(data + HEADER + 3 * WHEEL + wheel[i].offset, (float)i + 0.25F);
    data[HEADER + 3 * WHEEL] = 6;
    data[289] = 3;
    memcpy(data + 8, "XRG", 4);
    pdk_document *car = open_bytes_or_fail(data, size);
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++)
        assert_near(property_number(car, floats[i].property), (double)i + 0.5, 0);
    for (size_t i = 0; i < sizeof wheel / sizeof wheel[0]; i++) {
        size_t count;
        double *column = column_f64(car, "wheels", wheel[i].column, &count);
        assert_int_equal(count, 4);
        assert_near(column[3], (double)i + 0.25, 0);
        free(column);
    }
    size_t count;
    double *tyres = column_f64(car, "wheels", "tyre_type", &count);
    assert_near(tyres[3], 6, 0);
    free(tyres);
    const pdk_property *name = pdk_document_find_property(car, "car");
    assert_non_null(name);
    assert_string_equal(name->value.as.text.data, "XR GT");
    pdk_car_body body;
    car->services->car_body(car, &body);
    assert_string_equal(body.drive.data, "all");
    assert_int_equal(body.gears, 5);
    pdk_close(car);
    free(data);
}

/* A mod has a number instead of a code. */
static void mods(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(&size);
    memcpy(data + 8, "\x12\xAB\x3C", 4);
    pdk_document *car = open_bytes_or_fail(data, size);
    assert_string_equal(pdk_document_find_property(car, "mod")->value.as.text.data, "3CAB12");
    assert_null(pdk_document_find_property(car, "car_code"));
    pdk_close(car);
    free(data);
}

/* The height is that over the contact patches, wherever the world's zero is. */
static void height(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(&size);
    pdk_document *car = open_bytes_or_fail(data, size);
    assert_near(property_number(car, "center_of_gravity_height"), (1010 * 0.5 + 70 * 0.295) / 1080, 1e-6);
    pdk_car_body body;
    car->services->car_body(car, &body);
    assert_near(body.height, (1010 * 0.5 + 70 * 0.295) / 1080, 1e-6);
    assert_near(body.unsprung_mass, 70, 1e-4);
    pdk_close(car);
    free(data);
}

static void assert_refused(const uint8_t *data, size_t size, pdk_status status, const char *code, uint64_t offset)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "car-info";
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_int_equal(pdk_open_memory(data, size, &options, &document, &error), status);
    assert_string_equal(error.code, code);
    assert_int_equal(error.offset, offset);
}

static void refusals(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(&size);
    assert_refused(data, 0, PDK_E_CORRUPT, "car-info.magic", 0);
    assert_refused(data, 100, PDK_E_TRUNCATED, "car-info.truncated", 100);
    assert_refused(data, size - 1, PDK_E_TRUNCATED, "car-info.truncated", size - 1);
    data[7] = 2;
    assert_refused(data, size, PDK_E_UNSUPPORTED, "car-info.version", 7);
    data[0] = 'X';
    assert_refused(data, size, PDK_E_CORRUPT, "car-info.magic", 0);
    free(data);
}

static void findings(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        float value;
        const char *code;
    } cases[] = {
        { 104, 1, "car-info.reserved" },       { HEADER + WHEEL + 104, 1, "car-info.reserved" },
        { 16, 0.9F, "car-info.body" },         { 80, 0.5F, "car-info.center_of_gravity" },
        { 276, -5, "car-info.range" },         { HEADER + 4, NAN, "car-info.range" },
        { HEADER + 24, 9, "car-info.height" },
    };
    size_t size;
    uint8_t *data = generate(&size), *odd = malloc(size + 3);
    assert_non_null(odd);
    assert_string_equal(found(data, size), "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memcpy(odd, data, size);
        put_f32(odd + cases[i].offset, cases[i].value);
        assert_string_equal(found(odd, size), cases[i].code);
    }
    memcpy(odd, data, size);
    memset(odd + size, 1, 3);
    assert_string_equal(found(odd, size + 3), "car-info.trailing");
    free(odd);
    free(data);
}

static void robust(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(&size);
    sweep_truncation(data, size, 1, "car-info");
    sweep_mutation(data, size, 0, size, 1, "car-info");
    assert_true(sweep_allocation(data, size) > 5);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_axes), cmocka_unit_test(by_hand),  cmocka_unit_test(mods),
        cmocka_unit_test(height),           cmocka_unit_test(refusals), cmocka_unit_test(findings),
        cmocka_unit_test(robust),
    };
    return cmocka_run_group_tests_name("car_info", tests, NULL, NULL);
}
