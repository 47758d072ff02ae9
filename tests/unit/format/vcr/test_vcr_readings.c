/* gMotor replays: the reader settles the layout by the file. Every reading somebody published is generated, and must be
 * the one chosen where it is true; files that lie about themselves must not mislead it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/vcr/vcr.h"
#include "format/vcr/vcr_synth.h"
#include "support.h"

enum { CARS = 5, SECONDS = 4, RATE = 50 };

static uint8_t *make(const pdk_vcr_variation *variation, size_t *size)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.cars = CARS;
    options.seconds = SECONDS;
    assert_ok(pdk_vcr_synth_variation(variation, &options, output, &error), error);
    return take_bytes(output, size);
}

static const pdk_vcr_calibration *readings(void)
{
    static pdk_vcr_calibration list;
    if (list.count == 0) pdk_vcr_list_readings(&list);
    return &list;
}

/* The reading of a dialect as programs have it. */
static pdk_vcr_variation usual(uint32_t dialect)
{
    for (size_t i = 0; i < readings()->count; i++) {
        if (readings()->trials[i].layout.dialect == dialect) {
            return (pdk_vcr_variation){ .layout = readings()->trials[i].layout };
        }
    }
    fail();
    return (pdk_vcr_variation){ 0 };
}

static const pdk_vcr_state *state_of(const pdk_document *document)
{
    return document->state;
}

static const char *chosen(const pdk_document *document)
{
    const pdk_vcr_calibration *calibration = &state_of(document)->calibration;
    return calibration->trials[calibration->chosen].name;
}

static bool has_evidence(const pdk_document *document, const char *part)
{
    const char *sentence;
    for (size_t i = 0; (sentence = pdk_document_evidence_at(document, i)) != NULL; i++) {
        if (strstr(sentence, part) != NULL) return true;
    }
    return false;
}

static void assert_honest(const pdk_document *document)
{
    size_t count;
    assert_int_equal(table_rows(document, "drivers"), CARS);
    assert_int_equal(table_rows(document, "poses"), CARS * SECONDS * RATE);
    double *driver = column_f64(document, "poses", "driver", &count), *x = column_f64(document, "poses", "x", &count);
    uint8_t first = 255;
    for (size_t i = 0; i < 256; i++) first = state_of(document)->names[i].size > 0 && i < first ? (uint8_t)i : first;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(driver[i], first + i % CARS);
        assert_true(isfinite(x[i]) && fabs(x[i]) < 1e4);
    }
    free(driver);
    free(x);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "vcr.event.driver"), 0);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "vcr.slice.time"), 0);
}

/* ------------------------------------------------------------------------------------------- every reading */

static void each_is_chosen_where_it_is_true(void **state)
{
    (void)state;
    assert_int_equal(readings()->count, PDK_VCR_MAX_TRIALS);
    for (size_t i = 0; i < readings()->count; i++) {
        pdk_vcr_variation variation = { .layout = readings()->trials[i].layout };
        size_t size;
        uint8_t *data = make(&variation, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        assert_string_equal(chosen(replay), readings()->trials[i].name);
        assert_honest(replay);
        assert_true(has_evidence(replay, readings()->trials[i].name));
        assert_true(has_evidence(replay, "the slices end exactly where they should"));
        assert_true(has_evidence(replay, "no real file has confirmed"));
        if (variation.layout.dialect == PDK_VCR_R2) assert_true(has_evidence(replay, "word for word"));
        assert_int_equal(replay->findings.count, 0);
        pdk_close(replay);
        free(data);
    }
}

static void the_note_word_for_word(void **state)
{
    (void)state;
    bool found = false;
    for (size_t i = 0; i < readings()->count; i++) {
        const pdk_vcr_layout *layout = &readings()->trials[i].layout;
        if (strstr(readings()->trials[i].name, "word for word") == NULL) continue;
        found = true; /* u32 event count, u8 driver count, u8 id length */
        assert_int_equal(layout->dialect, PDK_VCR_R2);
        assert_int_equal(layout->slice->size, 8);
        assert_int_equal(layout->driver_count->size, 1);
        assert_int_equal(pdk_record_field(layout->driver, "vehicle_id")->storage, PDK_RAW_TEXT8);
        pdk_vcr_variation variation = { .layout = *layout };
        size_t size;
        uint8_t *data = make(&variation, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        assert_string_equal(chosen(replay), readings()->trials[i].name);
        pdk_close(replay);
        free(data);
    }
    assert_true(found);
}

/* One car for one tick: hardly any evidence, and still the right choice. */
static void tiny(void **state)
{
    (void)state;
    for (size_t i = 0; i < readings()->count; i++) {
        pdk_vcr_variation variation = { .layout = readings()->trials[i].layout };
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.cars = 1;
        options.seconds = 0.02;
        assert_ok(pdk_vcr_synth_variation(&variation, &options, output, &error), error);
        pdk_bytes bytes = pdk_output_bytes(output);
        pdk_document *replay = open_bytes_or_fail(bytes.data, bytes.size);
        if (variation.layout.dialect == PDK_VCR_L) { /* with one driver it is unknown whether they would be separated */
            assert_int_equal(state_of(replay)->layout->dialect, PDK_VCR_L);
            assert_ptr_equal(state_of(replay)->layout->slice, variation.layout.slice);
        } else {
            assert_string_equal(chosen(replay), readings()->trials[i].name);
        }
        assert_int_equal(table_rows(replay, "poses"), 1);
        pdk_close(replay);
        pdk_output_close(output);
    }
}

/* --------------------------------------------------------------------------------------------- deceptions */

/* A version that belongs to another dialect is one piece of evidence against all the others. */
static void wrong_version(void **state)
{
    (void)state;
    static const struct {
        uint32_t dialect;
        uint8_t version[4];
    } lies[] = { { PDK_VCR_R2, { 0x00, 0x00, 0x80, 0x3F } }, /* 1.0 */
                 { PDK_VCR_R2, { 0x08, 0x00, 0x00, 0x80 } }, /* as L */
                 { PDK_VCR_R1, { 0x71, 0x3D, 0x8A, 0x3F } }, /* 1.08 */
                 { PDK_VCR_L, { 0x71, 0x3D, 0x8A, 0x3F } } };
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        pdk_vcr_variation variation = usual(lies[i].dialect);
        size_t size;
        uint8_t *data = make(&variation, &size);
        memcpy(data + 49, lies[i].version, 4);
        pdk_document *replay = open_bytes_or_fail(data, size);
        assert_int_equal(state_of(replay)->layout->dialect, lies[i].dialect);
        assert_honest(replay);
        pdk_close(replay);
        free(data);
    }
}

/* Counters that were never filled in: the slices themselves decide, and that is said. */
static void counters_of_an_interrupted_recording(void **state)
{
    (void)state;
    static const uint32_t dialects[] = { PDK_VCR_R2, PDK_VCR_R1, PDK_VCR_L };
    for (size_t i = 0; i < 3; i++) {
        pdk_vcr_variation variation = usual(dialects[i]);
        variation.cut_counters = true;
        size_t size;
        uint8_t *data = make(&variation, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        assert_honest(replay);
        assert_int_equal(count_findings(replay, PDK_CHECK_STRUCTURE, "vcr.counters"), 1);
        assert_true(has_evidence(replay, "the counters differ"));
        pdk_close(replay);
        free(data);
    }
}

static void brake_at_either_place(void **state)
{
    (void)state;
    double *brakes[2];
    size_t count = 0;
    for (int later = 0; later < 2; later++) {
        pdk_vcr_variation variation = usual(PDK_VCR_R2);
        variation.brake_later = later != 0;
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.cars = 3;
        options.seconds = 60;
        assert_ok(pdk_vcr_synth_variation(&variation, &options, output, &error), error);
        pdk_bytes bytes = pdk_output_bytes(output);
        pdk_document *replay = open_bytes_or_fail(bytes.data, bytes.size);
        assert_true(has_evidence(replay, later ? "the brake byte of poses is at 38, where it behaves like a pedal"
                                               : "the brake byte of poses is at 36, where it behaves like a pedal"));
        brakes[later] = column_f64(replay, "poses", "brake", &count);
        double *status = column_f64(replay, "poses", "status", &count);
        for (size_t i = 0; i < count; i++) assert_true(status[i] == 0 || status[i] == 4);
        free(status);
        pdk_close(replay);
        pdk_output_close(output);
    }
    double maximum = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(brakes[0][i] == brakes[1][i]);
        maximum = fmax(maximum, brakes[0][i]);
    }
    assert_true(maximum > 0.5);
    free(brakes[0]);
    free(brakes[1]);
}

static void version_and_id_either_way(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        pdk_vcr_variation variation = usual(PDK_VCR_R2);
        variation.id_before_version = swapped != 0;
        size_t size;
        uint8_t *data = make(&variation, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        assert_text(text_at(replay, "drivers", "vehicle_version", 2), "1.07");
        assert_text(text_at(replay, "drivers", "vehicle_id", 2),
                    "deadbeef00112233445566778899aabbccddeeff00112233445566778899aabb");
        assert_true(has_evidence(replay, swapped ? "the id comes first" : "the version comes first"));
        pdk_close(replay);
        free(data);
    }
}

static void penalty_text_at_either_place(void **state)
{
    (void)state;
    static const struct {
        uint32_t dialect;
        bool at_2;
    } kinds[] = { { PDK_VCR_R2, false }, { PDK_VCR_R2, true }, { PDK_VCR_L, false } };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        pdk_vcr_variation variation = usual(kinds[i].dialect);
        variation.penalty_text_at_2 = kinds[i].at_2;
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.cars = 12;
        options.seconds = 100;
        assert_ok(pdk_vcr_synth_variation(&variation, &options, output, &error), error);
        pdk_bytes bytes = pdk_output_bytes(output);
        pdk_document *replay = open_bytes_or_fail(bytes.data, bytes.size);
        assert_true(table_rows(replay, "penalties") > 0 &&
                    table_rows(replay, "contacts") >= table_rows(replay, "penalties") / 2);
        assert_text(text_at(replay, "penalties", "text", 0), "Drive through: avoidable contact");
        assert_text(text_at(replay, "penalties", "kind", 0), "penalty");
        assert_text(text_at(replay, "session", "text", 0), "Race");
        pdk_close(replay);
        pdk_output_close(output);
    }
}

/* Lengths above 127 and slots above 127 are unsigned. */
static void long_names_and_high_slots(void **state)
{
    (void)state;
    static const uint32_t dialects[] = { PDK_VCR_R2, PDK_VCR_R1, PDK_VCR_L };
    for (size_t i = 0; i < 3; i++) {
        pdk_vcr_variation variation = usual(dialects[i]);
        variation.first_slot = 200;
        variation.long_names = true;
        size_t size, count;
        uint8_t *data = make(&variation, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        assert_honest(replay);
        double *slot = column_f64(replay, "drivers", "slot", &count);
        assert_int_equal(slot[CARS - 1], 200 + CARS - 1);
        free(slot);
        const pdk_vcr_state *kept = state_of(replay);
        assert_true(kept->names[200].size > 127);
        assert_memory_equal(kept->names[200].data, "A. Varga of the Society", 23);
        double *order = column_f64(replay, "running_order", "driver", &count);
        assert_int_equal(order[0], 200);
        free(order);
        pdk_close(replay);
        free(data);
    }
}

/* Names that are not UTF-8 are Windows-1252, and never an error. */
static void old_names(void **state)
{
    (void)state;
    pdk_vcr_variation variation = usual(PDK_VCR_R2);
    size_t size;
    uint8_t *data = make(&variation, &size);
    for (size_t i = 0; i + 8 < size; i++) {
        if (memcmp(data + i, "A. Varga", 8) == 0) data[i + 3] = 0xD6; /* Ö */
    }
    pdk_document *replay = open_bytes_or_fail(data, size);
    assert_text(text_at(replay, "drivers", "name", 0), "A. \xC3\x96"
                                                       "arga");
    pdk_close(replay);
    free(data);
}

/* ------------------------------------------------------------------------------------- files made by hand */

typedef struct builder {
    uint8_t *bytes;
    size_t fill;
} builder;

static void put(builder *to, const void *bytes, size_t size)
{
    memcpy(to->bytes + to->fill, bytes, size);
    to->fill += size;
}

/* Poses of a size nobody has published: two more bytes before the place. */
static void larger_poses(void **state)
{
    (void)state;
    pdk_vcr_variation variation = usual(PDK_VCR_R2);
    size_t size, count;
    uint8_t *data = make(&variation, &size);
    pdk_document *before = open_bytes_or_fail(data, size);
    const pdk_vcr_shape *shape = &state_of(before)->shape;
    builder to = { malloc(size * 2), 0 };
    assert_non_null(to.bytes);
    put(&to, data, (size_t)shape->begin);
    for (uint64_t at = shape->begin; at < size;) {
        uint32_t left = pdk_vcr_event_count(shape, at);
        put(&to, data + at, shape->slice_head);
        for (at += shape->slice_head; left > 0; left--) {
            uint32_t header = pdk_load_u32(data + at), length = pdk_vcr_size(shape, header);
            if (pdk_vcr_table_at(shape, header) != PDK_VCR_POSES) {
                put(&to, data + at, 5 + length);
            } else {
                uint8_t larger[5];
                memcpy(larger, data + at, 5);
                assert_true(pdk_put(&pdk_vcr_r2_event, larger, "size", 65));
                put(&to, larger, 5);
                put(&to, data + at + 5, 39);
                put(&to, "\xAA\xBB", 2);
                put(&to, data + at + 5 + 39, 24);
            }
            at += 5 + length;
        }
    }
    pdk_document *after = open_bytes_or_fail(to.bytes, to.fill);
    assert_honest(after);
    assert_int_equal(count_findings(after, PDK_CHECK_STRUCTURE, "vcr.pose.size"), 1);
    static const char *const same[] = { "x", "y", "z", "yaw", "speed", "throttle", "gear" };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        double *a = column_f64(before, "poses", same[i], &count), *b = column_f64(after, "poses", same[i], &count);
        for (size_t k = 0; k < count; k++) assert_true(a[k] == b[k]);
        free(a);
        free(b);
    }
    assert_true(pdk_table_find_column(pdk_document_find_table(after, "poses"), "brake") == PDK_NO_COLUMN);
    read_everything(after);
    pdk_close(before);
    pdk_close(after);
    free(data);
    free(to.bytes);
}

/* R1 with a camera list between drivers and counters. */
static void cameras(void **state)
{
    (void)state;
    pdk_vcr_variation variation = usual(PDK_VCR_R1);
    size_t size;
    uint8_t *data = make(&variation, &size);
    pdk_document *plain = open_bytes_or_fail(data, size);
    size_t counters = (size_t)state_of(plain)->head->counters_at;
    pdk_close(plain);
    builder to = { malloc(size + 256), 0 };
    assert_non_null(to.bytes);
    put(&to, data, counters - 4);
    put(&to, "\1\0\0\0", 4);                  /* has cameras */
    put(&to, "\1\0\0\0\0\0\0\0\2\0\0\0", 12); /* two of them */
    for (int i = 0; i < 2; i++) {
        put(&to, "\x9\0\0\0\5\0\0\0Onbrd", 13);
        put(&to, i == 0 ? "\0\0\0\0" : "\xFF\xFF\xFF\xFF", 4);      /* the driver in slot 0; nobody */
        const float numbers[] = { 10, 20.5f, 70, 80.5f, 1, -2, 3 }; /* times, then three that nobody explains */
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            uint8_t bytes[4];
            pdk_store_f32(bytes, numbers[k]);
            put(&to, bytes, sizeof bytes);
        }
        put(&to, "\4\0\0\0", 4);
        put(&to, "\3\0\0\0\7\7\7", 7);
    }
    put(&to, data + counters, size - counters);
    pdk_document *replay = open_bytes_or_fail(to.bytes, to.fill);
    assert_honest(replay);
    assert_int_equal(property_number(replay, "camera_count"), 2);
    assert_int_equal(table_rows(replay, "cameras"), 2);
    static const struct {
        const char *column;
        double values[2];
    } wanted[] = { { "group", { 0, 0 } },
                   { "camera", { 0, 1 } },
                   { "word", { 9, 9 } },
                   { "driver", { 0, -1 } },
                   { "start_time", { 10, 10 } },
                   { "end_time", { 20.5, 20.5 } },
                   { "start_session_time", { 70, 70 } },
                   { "end_session_time", { 80.5, 80.5 } },
                   { "value_1", { 1, 1 } },
                   { "value_2", { -2, -2 } },
                   { "value_3", { 3, 3 } },
                   { "flags", { 4, 4 } } };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        size_t count;
        double *values = column_f64(replay, "cameras", wanted[i].column, &count);
        assert_int_equal(count, 2);
        for (size_t row = 0; row < 2; row++) assert_true(values[row] == wanted[i].values[row]);
        free(values);
    }
    assert_text(text_at(replay, "cameras", "name", 1), "Onbrd");
    assert_text(text_at(replay, "cameras", "driver_name", 0), "A. Varga");
    assert_text(text_at(replay, "cameras", "driver_name", 1), "");
    sweep_mutation(to.bytes, to.fill, counters - 4, 96, 16, "vcr"); /* counts and lengths of cameras */
    pdk_close(replay);
    free(data);
    free(to.bytes);
}

/* Something that is not described between drivers and counters: the wiki has cameras there, no program reads any. */
static void unknown_block_before_the_counters(void **state)
{
    (void)state;
    pdk_vcr_variation variation = usual(PDK_VCR_R2);
    size_t size;
    uint8_t *data = make(&variation, &size);
    pdk_document *plain = open_bytes_or_fail(data, size);
    size_t counters = (size_t)state_of(plain)->head->counters_at;
    pdk_close(plain);
    builder to = { malloc(size + 333), 0 };
    assert_non_null(to.bytes);
    put(&to, data, counters);
    for (unsigned i = 0; i < 333; i++) put(&to, &(uint8_t){ (uint8_t)(i * 37 + 129) }, 1);
    put(&to, data + counters, size - counters);
    pdk_document *replay = open_bytes_or_fail(to.bytes, to.fill);
    assert_honest(replay);
    assert_int_equal(state_of(replay)->head->gap, 333);
    assert_int_equal(count_findings(replay, PDK_CHECK_STRUCTURE, "vcr.gap"), 1);
    pdk_close(replay);
    free(data);
    free(to.bytes);
}

/* L whose pointer to the metadata is wrong: found by its first key. */
static void lost_pointer(void **state)
{
    (void)state;
    pdk_vcr_variation variation = usual(PDK_VCR_L);
    size_t size;
    uint8_t *data = make(&variation, &size);
    memset(data + 53, 0xFF, 4);
    pdk_document *replay = open_bytes_or_fail(data, size);
    assert_honest(replay);
    assert_int_equal(count_findings(replay, PDK_CHECK_STRUCTURE, "vcr.metadata"), 1);
    assert_string_equal(pdk_document_dialect(replay), "L (Le Mans Ultimate, format 8)");
    pdk_close(replay);
    free(data);
}

/* The banner has another length: the tag is searched. */
static void longer_banner(void **state)
{
    (void)state;
    pdk_vcr_variation variation = usual(PDK_VCR_R2);
    size_t size;
    uint8_t *data = make(&variation, &size);
    builder to = { malloc(size + 16), 0 };
    assert_non_null(to.bytes);
    put(&to, data, 30);
    put(&to, "\n\n IRSR", 7); /* a false one: no line feed right before it */
    put(&to, data + 30, size - 30);
    pdk_document *replay = open_bytes_or_fail(to.bytes, to.fill);
    assert_honest(replay);
    assert_int_equal(state_of(replay)->head->tag_at, 52);
    pdk_close(replay);
    free(data);
    free(to.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_chosen_where_it_is_true),
        cmocka_unit_test(the_note_word_for_word),
        cmocka_unit_test(tiny),
        cmocka_unit_test(wrong_version),
        cmocka_unit_test(counters_of_an_interrupted_recording),
        cmocka_unit_test(brake_at_either_place),
        cmocka_unit_test(version_and_id_either_way),
        cmocka_unit_test(penalty_text_at_either_place),
        cmocka_unit_test(long_names_and_high_slots),
        cmocka_unit_test(old_names),
        cmocka_unit_test(larger_poses),
        cmocka_unit_test(cameras),
        cmocka_unit_test(unknown_block_before_the_counters),
        cmocka_unit_test(lost_pointer),
        cmocka_unit_test(longer_banner),
    };
    return cmocka_run_group_tests_name("vcr readings", tests, NULL, NULL);
}
