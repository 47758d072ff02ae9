/* RAF: the real files' expected values (docs/formats/raf.md), and their physics. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static void real_test1(void **state)
{
    (void)state;
    const char *path = real_file("raf/test1.raf");
    if (path == NULL) skip();
    pdk_document *lap = open_or_fail(path);
    assert_string_equal(pdk_document_format(lap)->id, "raf");
    assert_property_text(lap, "player", "[BRM] naiqun");
    assert_property_text(lap, "car", "XF GTI");
    assert_property_text(lap, "track_code", "BL1");
    assert_int_equal(pdk_table_rows(pdk_document_find_table(lap, "telemetry")), 9586);
    assert_near(property_number(lap, "track_length"), 3296.533, 0.001);
    size_t count;
    double *split = column_f64(lap, "splits", "time", &count);
    assert_int_equal(count, 3);
    assert_near(split[2], 95.86, 1e-9);
    free(split);
    double *time = column_f64(lap, "telemetry", "time", &count);
    assert_near(time[9585], 95.85, 1e-9);
    free(time);
    read_everything(lap);
    pdk_close(lap);
}

/* Newton: the four wheels' forces are mass times what the accelerometers read. */
static void fit(const pdk_document *lap, const char *force, const char *g, double *slope, double *correlation)
{
    static const char *const corners[] = { "front_left", "front_right", "rear_left", "rear_right" };
    size_t count = 0;
    double *sum = NULL;
    for (int corner = 0; corner < 4; corner++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%s", corners[corner], force);
        double *values = column_f64(lap, "telemetry", name, &count);
        if (sum == NULL) sum = calloc(count, sizeof *sum);
        assert_non_null(sum);
        for (size_t i = 0; i < count; i++) sum[i] += values[i];
        free(values);
    }
    double *felt = column_f64(lap, "telemetry", g, &count);
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0, n = (double)count;
    for (size_t i = 0; i < count; i++) {
        x += felt[i];
        y += sum[i];
        xx += felt[i] * felt[i];
        yy += sum[i] * sum[i];
        xy += felt[i] * sum[i];
    }
    *slope = (n * xy - x * y) / (n * xx - x * x) / 9.81;
    *correlation = (n * xy - x * y) / sqrt((n * xx - x * x) * (n * yy - y * y));
    free(sum);
    free(felt);
}

static void real_physics(void **state)
{
    (void)state;
    static const char *const files[] = { "raf/test1.raf", "raf/dataelephant_lap1.raf", "raf/dataelephant_lap2.raf",
                                         "raf/dataelephant_lap3.raf", "raf/dataelephant_lap4.raf" };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = real_file(files[i]);
        if (path == NULL) skip();
        pdk_document *lap = open_or_fail(path);
        double mass = property_number(lap, "mass"), slope, correlation;
        fit(lap, "x_force", "lateral_g", &slope, &correlation);
        assert_true(correlation > 0.96 && fabs(slope - mass) < 0.02 * mass);
        fit(lap, "y_force", "forward_g", &slope, &correlation);
        assert_true(correlation > 0.98 && fabs(slope - mass) < 0.03 * mass);
        fit(lap, "load", "upward_g", &slope, &correlation);
        assert_true(correlation > 0.96 && fabs(slope - mass) < 0.03 * mass);
        pdk_close(lap);
    }
}

static void real_truncated(void **state)
{
    (void)state;
    const char *path = real_file("raf/test1.raf");
    if (path == NULL) skip();
    size_t size;
    uint8_t *data = read_file(path, &size);
    sweep_truncation(data, 1024 + 192 * 40, 97, "raf");
    sweep_mutation(data, 1024 + 192 * 3, 0, 1100, 1, "raf");
    free(data);
}

/* ------------------------------------------------------------------------------------------- generated files */

static uint8_t *one_lap(uint64_t seed, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seed = seed;
    return synth_or_fail("raf", &options, size);
}

static void synth_holds_physics(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) { /* both wheel orders */
        size_t size;
        uint8_t *data = one_lap(seed, &size);
        pdk_document *lap = open_bytes_or_fail(data, size);
        double mass = property_number(lap, "mass"), slope, correlation;
        fit(lap, "x_force", "lateral_g", &slope, &correlation);
        assert_true(correlation > 0.99 && fabs(slope - mass) < 0.01 * mass);
        fit(lap, "y_force", "forward_g", &slope, &correlation);
        assert_true(correlation > 0.99 && fabs(slope - mass) < 0.01 * mass);
        size_t blocks, splits;
        double *speed = column_f64(lap, "telemetry", "speed", &blocks);
        double *split = column_f64(lap, "splits", "time", &splits);
        assert_int_equal((size_t)llround(split[splits - 1] * 100), blocks); /* blocks times interval is the lap time */
        const char *const axes[] = { "x", "y", "z" };
        double *place[3];
        for (int axis = 0; axis < 3; axis++) place[axis] = column_f64(lap, "telemetry", axes[axis], &blocks);
        for (size_t i = 1; i < blocks; i++) {
            double dx = place[0][i] - place[0][i - 1], dy = place[1][i] - place[1][i - 1],
                   dz = place[2][i] - place[2][i - 1];
            assert_true(fabs(sqrt(dx * dx + dy * dy + dz * dz) / 0.01 - (speed[i] + speed[i - 1]) / 2) < 0.02);
        }
        for (int axis = 0; axis < 3; axis++) free(place[axis]);
        free(speed);
        free(split);
        assert_int_equal(count_findings(lap, PDK_CHECK_FULL, "raf.range"), 0);
        read_everything(lap);
        pdk_close(lap);
        free(data);
    }
}

static void synth_repeats(void **state)
{
    (void)state;
    size_t first_size, second_size;
    uint8_t *first = one_lap(7, &first_size), *second = one_lap(7, &second_size);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
    free(first);
    free(second);
}

/* Several hands drive one track, each in its own way; times are stamped on the first tick after a line. */
static void hands_share_a_track(void **state)
{
    (void)state;
    double times[4], tracks[4];
    for (int hand = 0; hand < 4; hand++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.hand = (uint64_t)hand + 2;
        size_t size, count;
        uint8_t *data = synth_or_fail("raf", &options, &size);
        pdk_document *lap = open_bytes_or_fail(data, size);
        double *station = column_f64(lap, "telemetry", "index_distance", &count);
        double *speed = column_f64(lap, "telemetry", "speed", &count);
        double *splits = column_f64(lap, "splits", "time", &(size_t){ 0 });
        tracks[hand] = property_number(lap, "track_length");
        times[hand] = splits[2];
        assert_near(times[hand], (double)count * 0.01, 1e-4); /* its last block is a tick before that */
        assert_true(station[0] >= 0 && station[0] < speed[0] * 0.01 + 1e-3);
        double left = tracks[hand] - station[count - 1];
        assert_true(left > -1e-3 && left < speed[count - 1] * 0.01 + 1e-2);
        free(station);
        free(speed);
        free(splits);
        pdk_close(lap);
        free(data);
        for (int other = 0; other < hand; other++) {
            assert_near(tracks[hand], tracks[other], 0);
            assert_true(fabs(times[hand] - times[other]) > 0.005);
        }
    }
}

/* ------------------------------------------------------------------------------------------------- bad input */

typedef struct bad_byte {
    size_t at, count;
    uint32_t value; /* little-endian, `count` bytes */
    pdk_status status;
    const char *code;
    uint64_t offset;
} bad_byte;

static void errors_say_where(void **state)
{
    (void)state;
    static const bad_byte cases[] = {
        { 0, 1, 'X', PDK_E_CORRUPT, "raf.magic", 0 },
        { 8, 1, 3, PDK_E_UNSUPPORTED, "raf.version", 8 },
        { 12, 2, 1023, PDK_E_CORRUPT, "raf.header_size", 12 },
        { 14, 2, 191, PDK_E_CORRUPT, "raf.block_size", 14 },
        { 14, 2, 0, PDK_E_CORRUPT, "raf.block_size", 14 },
        { 16, 2, 31, PDK_E_CORRUPT, "raf.block_size", 14 },
        { 18, 2, 60, PDK_E_CORRUPT, "raf.block_size", 14 },
        { 20, 4, 0xFFFFFFFF, PDK_E_CORRUPT, "raf.block_count", 20 },
        { 20, 4, 0x7FFFFFFF, PDK_E_TRUNCATED, "raf.blocks.truncated", 1024 + 192 * 20 },
        { 169, 1, 0, PDK_E_CORRUPT, "raf.wheels", 169 },
        { 169, 1, 17, PDK_E_CORRUPT, "raf.wheels", 169 },
        { 169, 1, 5, PDK_E_CORRUPT, "raf.header_size", 12 },
    };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 0.2;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    assert_int_equal(size, 1024 + 192 * 20);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, data, size);
        for (size_t k = 0; k < cases[i].count; k++) copy[cases[i].at + k] = (uint8_t)(cases[i].value >> (8 * k));
        pdk_open_options open = PDK_OPEN_OPTIONS_INIT;
        open.format = "raf";
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        assert_fails(pdk_open_memory(copy, size, &open, &document, &error), error, cases[i].status, cases[i].code,
                     cases[i].offset);
        free(copy);
    }
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(data, 511, NULL, &document, &error), error, PDK_E_TRUNCATED, "raf.header.truncated",
                 511);
    assert_fails(pdk_open_memory(data, 1000, NULL, &document, &error), error, PDK_E_TRUNCATED, "raf.header.truncated",
                 1000);

    pdk_open_options partial = PDK_OPEN_OPTIONS_INIT;
    partial.partial = true;
    assert_ok(pdk_open_memory(data, 1024 + 192 * 5 + 7, &partial, &document, &error), error);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "telemetry")), 5);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "raf.blocks.truncated"), 1);
    pdk_close(document);
    free(data);
}

static void full_check_finds_ranges(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 0.2;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    data[1024 + 192 * 17 + 20] = 77;                                 /* a gear nobody has */
    memcpy(data + 1024 + 192 * 3, "\0\0\xC0\x7F", 4);                /* throttle NaN */
    memcpy(data + 1024 + 192 * 4 + 64 + 32 + 16, "\0\0\x80\x7F", 4); /* an infinite load, second wheel */
    pdk_document *document = open_bytes_or_fail(data, size);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "raf.range"), 0);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "raf.range"), 3);
    pdk_close(document);
    free(data);
}

static void survives_anything(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 0.1;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    sweep_truncation(data, size, 13, NULL);
    sweep_mutation(data, size, 0, size, 3, "raf");
    assert_true(sweep_allocation(data, size) > 20);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_test1),        cmocka_unit_test(real_physics),
        cmocka_unit_test(real_truncated),    cmocka_unit_test(synth_holds_physics),
        cmocka_unit_test(synth_repeats),     cmocka_unit_test(hands_share_a_track),
        cmocka_unit_test(errors_say_where),  cmocka_unit_test(full_check_finds_ranges),
        cmocka_unit_test(survives_anything),
    };
    return cmocka_run_group_tests_name("raf", tests, NULL, NULL);
}
