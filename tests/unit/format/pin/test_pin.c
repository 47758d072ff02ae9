/* LFSPIN: one real file, and generated ones that are patched by hand. */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"

enum { SIZE = 32 };

static uint8_t *generate(size_t *size)
{
    return synth_or_fail("pin", NULL, size);
}

static bool keep_code(void *user, const pdk_finding *finding)
{
    strncpy(user, finding->code, 47);
    return true;
}

static const char *found(const uint8_t *data, size_t size)
{
    static char code[48];
    pdk_document *pin = open_bytes_or_fail(data, size);
    memset(code, 0, sizeof code);
    assert_int_equal(pdk_check(pin, PDK_CHECK_FULL, keep_code, code, NULL, NULL), PDK_OK);
    pdk_close(pin);
    return code;
}

/* The map of AS, and the path of one of its configurations inside. */
static void real_map(void **state)
{
    (void)state;
    const char *file = real_file("lfs/AS_LFSPINv0r0.pin");
    if (file == NULL) skip();
    pdk_document *pin = open_or_fail(file);
    assert_string_equal(pdk_document_format(pin)->id, "pin");
    assert_near(property_number(pin, "configuration_count"), 9, 0);
    const double low[] = { property_number(pin, "minimum_x"), property_number(pin, "minimum_y") },
                 high[] = { property_number(pin, "maximum_x"), property_number(pin, "maximum_y") };
    assert_near(low[0], -1152, 0);
    assert_near(high[0], 1024, 0);
    assert_near(low[1], -1216, 0);
    assert_near(high[1], 1088, 0);
    uint64_t findings = 0;
    assert_int_equal(pdk_check(pin, PDK_CHECK_FULL, NULL, NULL, &findings, NULL), PDK_OK);
    assert_int_equal(findings, 0);
    pdk_close(pin);
    file = real_file("lfs/AS1_SRPATHv0r252.pth");
    if (file == NULL) skip();
    pdk_document *path = open_or_fail(file);
    for (int axis = 0; axis < 2; axis++) {
        size_t count;
        double *places = column_f64(path, "nodes", axis == 0 ? "x" : "y", &count);
        for (size_t i = 0; i < count; i++) assert_true(places[i] > low[axis] && places[i] < high[axis]);
        free(places);
    }
    pdk_close(path);
}

static void assert_refused(const uint8_t *data, size_t size, pdk_status status, const char *code, uint64_t offset)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "pin";
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
    assert_int_equal(size, SIZE);
    assert_refused(data, 3, PDK_E_CORRUPT, "pin.magic", 0);
    assert_refused(data, 31, PDK_E_TRUNCATED, "pin.truncated", 31);
    data[7] = 1;
    assert_refused(data, size, PDK_E_UNSUPPORTED, "pin.version", 7);
    data[6] = 1;
    assert_refused(data, size, PDK_E_UNSUPPORTED, "pin.version", 6);
    free(data);
}

static void findings(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(&size), odd[SIZE + 2] = { 0 };
    assert_string_equal(found(data, size), "");
    memcpy(odd, data, SIZE);
    assert_string_equal(found(odd, SIZE + 2), "pin.trailing");
    odd[9] = 1;
    assert_string_equal(found(odd, SIZE), "pin.reserved");
    memcpy(odd, data, SIZE);
    pdk_store_u32(odd + 20, pdk_load_u32(odd + 16));
    assert_string_equal(found(odd, SIZE), "pin.sides");
    free(data);
}

static void robust(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = generate(&size);
    sweep_truncation(data, size, 1, "pin");
    sweep_mutation(data, size, 0, size, 1, "pin");
    assert_true(sweep_allocation(data, size) > 3);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_map),
        cmocka_unit_test(refusals),
        cmocka_unit_test(findings),
        cmocka_unit_test(robust),
    };
    return cmocka_run_group_tests_name("pin", tests, NULL, NULL);
}
