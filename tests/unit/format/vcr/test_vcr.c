/* gMotor replays: what is read is what was driven. Files are generated; the drive is simulated again beside the
 * reading. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/vcr/vcr.h"
#include "support.h"
#include "synth/sim.h"

static const char *const dialects[] = { "r2", "r1", "l" };
enum { DIALECTS = 3, CARS = 6, RATE = 50, COUNTDOWN = 5 };
static const double first_time = 65; /* of the drive: the countdown is before it */

static uint8_t *make(const char *dialect, double seconds, bool gzip, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.seconds = seconds;
    options.cars = CARS;
    options.gzip = gzip;
    return synth_or_fail("vcr", &options, size);
}

/* ---------------------------------------------------------------------------------------------------- bits */

/* The published note's own example. */
static void header_bits(void **state)
{
    (void)state;
    const uint8_t bytes[5] = { 0x02, 0x3F, 0x10, 0x05, 0x00 }; /* 0x05103F02 */
    static const struct {
        const char *name;
        int64_t value;
    } fields[] = { { "driver", 2 }, { "size", 63 }, { "type", 8 }, { "class", 0 }, { "flag", 0 }, { "session", 10 } };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        assert_int_equal(pdk_get_i64(pdk_record_field(&pdk_vcr_r2_event, fields[i].name), 0, bytes), fields[i].value);
    }
}

/* The event headers of a dialect share out 32 bits without overlap or gap. */
static void headers_cover_their_word(void **state)
{
    (void)state;
    const pdk_record *const events[] = { &pdk_vcr_r1_event, &pdk_vcr_r2_event, &pdk_vcr_l_event };
    for (size_t e = 0; e < 3; e++) {
        uint64_t covered = 0;
        for (uint32_t i = 0; i < events[e]->field_count; i++) {
            const pdk_field *field = &events[e]->fields[i];
            if (field->offset != 0) continue;
            uint64_t mask = ((UINT64_C(1) << field->bits) - 1) << field->bit;
            assert_int_equal(covered & mask, 0);
            covered |= mask;
        }
        assert_int_equal(covered, 0xFFFFFFFF);
    }
}

static void velocity_bits(void **state)
{
    (void)state;
    static const char *const names[] = { "velocity_x", "velocity_y", "velocity_z" };
    static const int low[] = { -8192, -2048, -8192 }, high[] = { 8191, 2047, 8191 };
    /* by hand: vx = -1 (0x3FFF), vy = 1, vz = -2 (0x3FFE): 0x3FFE << 26 | 1 << 14 | 0x3FFF */
    const uint8_t known[5] = { 0xFF, 0x7F, 0x00, 0xF8, 0xFF };
    assert_int_equal(pdk_get_i64(&pdk_vcr_velocity.fields[0], 0, known), -1);
    assert_int_equal(pdk_get_i64(&pdk_vcr_velocity.fields[1], 0, known), 1);
    assert_int_equal(pdk_get_i64(&pdk_vcr_velocity.fields[2], 0, known), -2);
    pdk_random random = { 7 };
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[5] = { 0 };
        int64_t values[3];
        for (int i = 0; i < 3; i++) {
            values[i] = low[i] + (int64_t)(pdk_random_next(&random) % (uint64_t)(high[i] - low[i] + 1));
            assert_true(pdk_put_i64(pdk_record_field(&pdk_vcr_velocity, names[i]), 0, bytes, values[i]));
        }
        uint64_t word = 0;
        for (int i = 0; i < 5; i++) word |= (uint64_t)bytes[i] << (8 * i);
        assert_int_equal(word, ((uint64_t)values[0] & 0x3FFF) | ((uint64_t)values[1] & 0xFFF) << 14 |
                                   ((uint64_t)values[2] & 0x3FFF) << 26);
        for (int i = 0; i < 3; i++) assert_int_equal(pdk_get_i64(&pdk_vcr_velocity.fields[i], 0, bytes), values[i]);
    }
}

/* Each line of the variants' table leads to a record that fits its sizes, a table, and the printed documentation. */
static void variants_are_sound(void **state)
{
    (void)state;
    for (const pdk_variant *variant = pdk_vcr_variants; variant->record != NULL; variant++) {
        assert_true(variant->size_first >= variant->record->size);
        assert_true(variant->size_last >= variant->size_first && variant->dialects != 0);
        assert_int_not_equal(pdk_vcr_table_of(variant->record), PDK_VCR_NONE);
        bool printed = false;
        for (size_t i = 0; pdk_vcr_records[i] != NULL; i++) printed |= pdk_vcr_records[i] == variant->record;
        assert_true(printed);
        for (uint32_t i = 0; i < variant->record->field_count; i++) {
            const pdk_field *field = &variant->record->fields[i];
            assert_true(field->offset + pdk_field_size(field) <= variant->record->size);
        }
    }
}

/* ------------------------------------------------------------------------------------- what was driven is read */

static void counts(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        size_t size;
        uint8_t *data = make(dialects[d], 20, false, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        assert_string_equal(pdk_table_name(pdk_document_table_at(replay, 0)), "poses");
        assert_int_equal(table_rows(replay, "poses"), 20 * RATE * CARS);
        assert_int_equal(table_rows(replay, "slices"), 20 * RATE + COUNTDOWN);
        assert_int_equal(table_rows(replay, "drivers"), CARS);
        assert_int_equal(property_number(replay, "slice_count"), table_rows(replay, "slices"));
        assert_int_equal(property_number(replay, "event_count"), table_rows(replay, "events"));
        assert_near(property_number(replay, "start_time"), first_time - COUNTDOWN, 0);
        assert_int_equal(property_number(replay, "session"), d == 1 ? 7 : 10);
        assert_property_text(replay, "scn", "PaddockRing.scn");
        assert_int_equal(table_rows(replay, "lights"), COUNTDOWN + 1);
        size_t count;
        double *events = column_f64(replay, "slices", "event_count", &count), sum = 0;
        for (size_t i = 0; i < count; i++) sum += events[i];
        assert_true(sum == (double)table_rows(replay, "events"));
        free(events);
        read_everything(replay);
        pdk_close(replay);
        free(data);
    }
}

static void places_and_pedals(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        size_t size, count;
        uint8_t *data = make(dialects[d], 12, false, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        double *x = column_f64(replay, "poses", "x", &count), *y = column_f64(replay, "poses", "y", &count);
        double *z = column_f64(replay, "poses", "z", &count), *time = column_f64(replay, "poses", "time", &count);
        double *throttle = column_f64(replay, "poses", "throttle", &count),
               *yaw = column_f64(replay, "poses", "yaw", &count);
        double *gear = column_f64(replay, "poses", "gear", &count),
               *driver = column_f64(replay, "poses", "driver", &count);
        double *slice = column_f64(replay, "poses", "slice", &count);
        double *engine = column_f64(replay, "poses", "engine_speed", &count);
        double *brake = d != 1 ? column_f64(replay, "poses", "brake", &count) : NULL;
        double *speed = d != 1 ? column_f64(replay, "poses", "speed", &count) : NULL;
        double *steer = d != 1 ? column_f64(replay, "poses", "steer", &count) : NULL;
        pdk_memory memory;
        pdk_memory_init(&memory, NULL, 0);
        pdk_sim *sim = pdk_sim_new(&memory, 1, 0, CARS, 1.0 / RATE);
        for (size_t i = 0; i < count; i++) {
            if (i > 0 && i % CARS == 0) pdk_sim_step(sim);
            const pdk_sim_car *car = pdk_sim_get(sim, (uint32_t)(i % CARS));
            assert_true((float)car->x == (float)x[i] && (float)car->z == (float)y[i] && (float)-car->y == (float)z[i]);
            assert_true((float)car->heading == (float)yaw[i]);
            assert_near(time[i], first_time + pdk_sim_time(sim), 1e-4);
            assert_int_equal(slice[i], COUNTDOWN + i / CARS);
            assert_int_equal(gear[i], car->gear);
            assert_int_equal(driver[i], i % CARS);
            assert_near(throttle[i], car->throttle, 0.5 / (d == 1 ? 31 : 62) + 1e-9);
            assert_near(engine[i], car->engine_speed, d == 2 ? 0.58 : 0.053);
            if (d == 1) continue;
            assert_near(brake[i], car->brake, 0.5 / 63 + 1e-9);
            assert_near(speed[i], car->speed, 0.05);
            assert_near(steer[i], fmin(fmax(car->steer / 0.35, -1), 0.998), 0.0011);
        }
        pdk_memory_destroy(&memory);
        double *columns[] = { x, y, z, time, throttle, yaw, gear, driver, slice, engine, brake, speed, steer };
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) free(columns[i]);
        pdk_close(replay);
        free(data);
    }
}

/* Every crossing of a line, with its exact time, lap and sector, in the order they happened. */
static void crossings(void **state)
{
    (void)state;
    const double seconds = 130;
    for (int d = 0; d < DIALECTS; d++) {
        size_t size, count;
        uint8_t *data = make(dialects[d], seconds, false, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        double *lap_time = column_f64(replay, "checkpoints", "lap_time", &count);
        double *crossing = column_f64(replay, "checkpoints", "crossing_time", &count);
        double *lap = column_f64(replay, "checkpoints", "lap", &count);
        double *sector = column_f64(replay, "checkpoints", "sector", &count);
        double *driver = column_f64(replay, "checkpoints", "driver", &count);
        double *time = column_f64(replay, "checkpoints", "time", &count);
        pdk_memory memory;
        pdk_memory_init(&memory, NULL, 0);
        pdk_sim *sim = pdk_sim_new(&memory, 1, 0, CARS, 1.0 / RATE);
        size_t at = 0, full_laps = 0;
        for (int tick = 1; tick < seconds * RATE; tick++) {
            pdk_sim_step(sim);
            for (uint32_t c = 0; c < CARS; c++) {
                const pdk_sim_car *car = pdk_sim_get(sim, c);
                if (car->crossed < 0) continue;
                assert_true(at < count);
                bool out = car->sector == 0 && car->lap == 0, done = car->sector == 0 && car->lap > 0;
                assert_int_equal(driver[at], c);
                assert_int_equal(sector[at], car->sector);
                assert_int_equal(lap[at], done ? car->lap - 1 : car->lap);
                assert_near(crossing[at], first_time + car->crossed, 1e-5);
                assert_true(has_value(replay, "checkpoints", "lap_time", at) == !out);
                if (!out) assert_near(lap_time[at], car->sector_times[(car->sector + 2) % 3], 1e-5);
                assert_true(crossing[at] <= time[at] + 1e-4 && crossing[at] > time[at] - 0.0201);
                full_laps += done;
                at++;
            }
        }
        assert_int_equal(at, count);
        assert_true(full_laps >= CARS); /* long enough to mean something */
        pdk_memory_destroy(&memory);
        double *columns[] = { lap_time, crossing, lap, sector, driver, time };
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) free(columns[i]);
        pdk_close(replay);
        free(data);
    }
}

/* The columns that two dialects share come in the same order in both. */
static void assert_same_order(const pdk_table *one, const pdk_table *other)
{
    size_t last = 0, shared = 0;
    for (size_t i = 0; i < pdk_table_columns(one); i++) {
        size_t there = pdk_table_find_column(other, pdk_table_column_at(one, i)->name);
        if (there == PDK_NO_COLUMN) continue;
        if (shared > 0 && there <= last) printf("%s.%s\n", pdk_table_name(one), pdk_table_column_at(one, i)->name);
        assert_true(shared == 0 || there > last);
        last = there;
        shared++;
    }
    assert_true(shared > 0);
}

static void one_order_of_columns(void **state)
{
    (void)state;
    pdk_document *replays[DIALECTS];
    uint8_t *data[DIALECTS];
    for (int d = 0; d < DIALECTS; d++) {
        size_t size;
        data[d] = make(dialects[d], 10, false, &size);
        replays[d] = open_bytes_or_fail(data[d], size);
    }
    for (int a = 0; a < DIALECTS; a++) {
        for (size_t t = 0; t < pdk_document_table_count(replays[a]); t++) {
            const pdk_table *table = pdk_document_table_at(replays[a], t);
            for (int b = 0; b < DIALECTS; b++) {
                const pdk_table *other = pdk_document_find_table(replays[b], pdk_table_name(table));
                if (other != NULL) assert_same_order(table, other);
            }
        }
    }
    for (int d = 0; d < DIALECTS; d++) {
        pdk_close(replays[d]);
        free(data[d]);
    }
}

/* Programs find their columns by role in every dialect; of a crossing's two times the finer one is the time. */
static void roles(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        size_t size;
        uint8_t *data = make(dialects[d], 10, false, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        const pdk_table *poses = pdk_document_find_table(replay, "poses");
        static const pdk_role wanted[] = { PDK_ROLE_TIME, PDK_ROLE_DRIVER, PDK_ROLE_X,        PDK_ROLE_Y,
                                           PDK_ROLE_Z,    PDK_ROLE_GEAR,   PDK_ROLE_THROTTLE, PDK_ROLE_HEADING };
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
            assert_true(pdk_table_find_role(poses, wanted[i]) != PDK_NO_COLUMN);
        }
        const pdk_column_info *height = pdk_table_column_at(poses, pdk_table_find_role(poses, PDK_ROLE_Y));
        assert_int_equal(height->frame, PDK_FRAME_GMOTOR);
        const pdk_table *crossings = pdk_document_find_table(replay, "checkpoints");
        size_t time = pdk_table_find_role(crossings, PDK_ROLE_TIME);
        assert_string_equal(pdk_table_column_at(crossings, time)->name, "crossing_time");
        assert_string_equal(pdk_table_column_at(crossings, pdk_table_sorted_by(crossings))->name, "slice");
        const pdk_column_info *payload = pdk_table_column_at(crossings, pdk_table_columns(crossings) - 1);
        assert_string_equal(payload->name, "payload");
        assert_true(payload->hidden);
        pdk_close(replay);
        free(data);
    }
}

/* An order is a permutation of the slots, and orders are only sent when they changed. */
static void running_orders(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        size_t size, count;
        uint8_t *data = make(dialects[d], 60, false, &size);
        pdk_document *replay = open_bytes_or_fail(data, size);
        double *position = column_f64(replay, "running_order", "position", &count);
        double *driver = column_f64(replay, "running_order", "driver", &count);
        double *time = column_f64(replay, "running_order", "time", &count);
        assert_true(count >= 2 * CARS && count % CARS == 0);
        for (size_t i = 0; i < count; i += CARS) {
            unsigned seen = 0;
            bool differs = i == 0;
            for (size_t k = 0; k < CARS; k++) {
                assert_int_equal(position[i + k], k + 1);
                assert_true(time[i + k] == time[i]);
                seen |= 1u << (unsigned)driver[i + k];
                if (i > 0) differs |= driver[i + k] != driver[i + k - CARS];
                else assert_int_equal(driver[k], k); /* as they start */
            }
            assert_int_equal(seen, (1u << CARS) - 1);
            assert_true(differs);
        }
        free(position);
        free(driver);
        free(time);
        pdk_close(replay);
        free(data);
    }
}

/* ------------------------------------------------------------------------------------------ access and packing */

static void assert_same_value(pdk_type type, const void *a, const void *b)
{
    if (type == PDK_TEXT || type == PDK_BYTES) {
        const pdk_bytes *x = a, *y = b;
        assert_int_equal(x->size, y->size);
        if (x->size > 0) assert_memory_equal(x->data, y->data, x->size);
    } else {
        assert_memory_equal(a, b, pdk_type_size(type));
    }
}

static void read_whole(const pdk_table *table, size_t column, void **values)
{
    pdk_error error = { 0 };
    size_t count = (size_t)pdk_table_rows(table), size = pdk_type_size(pdk_table_column_at(table, column)->type);
    *values = calloc(count + 1, size);
    assert_non_null(*values);
    assert_ok(pdk_table_read_column(table, column, 0, count, *values, &error), error);
}

/* Rows taken out anywhere are the rows of a reading from the start, in every table. */
static void any_rows(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = make("l", 70, false, &size);
    pdk_document *replay = open_bytes_or_fail(data, size);
    pdk_random random = { 3 };
    for (size_t t = 0; t < pdk_document_table_count(replay); t++) {
        const pdk_table *table = pdk_document_table_at(replay, t);
        uint64_t total = pdk_table_rows(table);
        for (size_t column = 0; total > 0 && column < pdk_table_columns(table); column++) {
            pdk_type type = pdk_table_column_at(table, column)->type;
            size_t width = pdk_type_size(type);
            void *whole;
            read_whole(table, column, &whole);
            for (int round = 0; round < 12; round++) {
                uint64_t first = pdk_random_next(&random) % total, count = 1 + pdk_random_next(&random) % 700;
                if (count > total - first) count = total - first;
                uint8_t values[700 * sizeof(pdk_text)];
                pdk_error error = { 0 };
                assert_ok(pdk_table_read_column(table, column, first, (size_t)count, values, &error), error);
                for (uint64_t i = 0; i < count; i++) {
                    assert_same_value(type, values + i * width, (uint8_t *)whole + (first + i) * width);
                }
            }
            free(whole);
        }
    }
    pdk_close(replay);
    free(data);
}

static void packed_is_plain(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        size_t size, packed_size;
        uint8_t *data = make(dialects[d], 15, false, &size), *packed = make(dialects[d], 15, true, &packed_size);
        assert_true(packed_size < size);
        pdk_document *a = open_bytes_or_fail(data, size), *b = open_bytes_or_fail(packed, packed_size);
        assert_string_equal(pdk_document_packed(b), "gzip");
        assert_int_equal(pdk_document_table_count(a), pdk_document_table_count(b));
        for (size_t t = 0; t < pdk_document_table_count(a); t++) {
            const pdk_table *one = pdk_document_table_at(a, t), *two = pdk_document_table_at(b, t);
            assert_int_equal(pdk_table_rows(one), pdk_table_rows(two));
            for (size_t column = 0; column < pdk_table_columns(one); column++) {
                pdk_type type = pdk_table_column_at(one, column)->type;
                size_t width = pdk_type_size(type);
                void *x, *y;
                read_whole(one, column, &x);
                read_whole(two, column, &y);
                for (uint64_t i = 0; i < pdk_table_rows(one); i++) {
                    assert_same_value(type, (uint8_t *)x + i * width, (uint8_t *)y + i * width);
                }
                free(x);
                free(y);
            }
        }
        pdk_close(a);
        pdk_close(b);
        free(data);
        free(packed);
    }
}

/* The same seed gives the same bytes, another one others; sizes come out about as asked for. */
static void synth_keeps_its_word(void **state)
{
    (void)state;
    size_t one_size, two_size;
    uint8_t *one = make("r2", 6, false, &one_size), *two = make("r2", 6, false, &two_size);
    assert_int_equal(one_size, two_size);
    assert_memory_equal(one, two, one_size);
    free(two);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 6;
    options.cars = CARS;
    options.seed = 2;
    two = synth_or_fail("vcr", &options, &two_size);
    assert_true(one_size != two_size || memcmp(one, two, one_size) != 0);
    free(one);
    free(two);
    options.size = 300000;
    two = synth_or_fail("vcr", &options, &two_size);
    assert_true(two_size > 270000 && two_size < 330000);
    free(two);
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    options.dialect = "r3";
    assert_fails(pdk_synth("vcr", &options, output, &error), error, PDK_E_ARGUMENT, "argument.dialect", PDK_NO_OFFSET);
    options.dialect = "r1";
    options.cars = 105;
    assert_fails(pdk_synth("vcr", &options, output, &error), error, PDK_E_ARGUMENT, "argument.cars", PDK_NO_OFFSET);
    pdk_output_close(output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_bits),
        cmocka_unit_test(headers_cover_their_word),
        cmocka_unit_test(velocity_bits),
        cmocka_unit_test(variants_are_sound),
        cmocka_unit_test(counts),
        cmocka_unit_test(places_and_pedals),
        cmocka_unit_test(crossings),
        cmocka_unit_test(one_order_of_columns),
        cmocka_unit_test(roles),
        cmocka_unit_test(running_orders),
        cmocka_unit_test(any_rows),
        cmocka_unit_test(packed_is_plain),
        cmocka_unit_test(synth_keeps_its_word),
    };
    return cmocka_run_group_tests_name("vcr", tests, NULL, NULL);
}
