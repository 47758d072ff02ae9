/* Every stored time of every recording, overwritten with what no time can be: the check says so, no answer ranks it,
 * and the other laps stay as they are. Then all times of crossings in another order, and clocks that go back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "format/format.h"
#include "model/document.h"
#include "support.h"
#include "sweep_stride.h"

enum { MOST_FIELDS = 4096, MOST_LAPS = 256, KINDS = 8, EACH = 5 /* places of a field that are tried */ };

/* A stored time: where, and how. */
typedef struct stored_time {
    const pdk_field *field;
    uint64_t offset;
    uint32_t element;
} stored_time;

typedef struct recording {
    uint8_t *bytes;
    size_t size;
    bool every; /* place of a field is wanted, not only some */
    stored_time times[MOST_FIELDS];
    size_t time_count;
    struct {
        const pdk_field *field;
        size_t seen;
    } fields[128];
    size_t field_count;
    pdk_lap laps[MOST_LAPS];
    size_t lap_count;
    pdk_document *document; /* with `memory` it has the fields of records that were made up for this file */
    pdk_memory memory;
} recording;

static size_t *times_seen(recording *all, const pdk_field *field)
{
    for (size_t i = 0; i < all->field_count; i++) {
        if (all->fields[i].field == field) return &all->fields[i].seen;
    }
    assert_true(all->field_count < 128);
    all->fields[all->field_count].field = field;
    return &all->fields[all->field_count++].seen;
}

/* Places of times; of a field that occurs often every 16th. */
static bool keep_times(void *user, const pdk_span *span)
{
    recording *all = user;
    for (uint32_t f = 0; span->record != NULL && f < span->record->field_count; f++) {
        const pdk_field *field = &span->record->fields[f];
        bool plain = (field->storage == PDK_RAW_F32 || field->storage == PDK_RAW_I32) && field->bits == 0;
        if (!plain || field->unit == NULL || strcmp(field->unit, "s") != 0 || field->offset == UINT32_MAX) continue;
        for (uint32_t e = 0; e < (field->count > 0 ? field->count : 1); e++) {
            size_t *seen = times_seen(all, field);
            bool wanted = (*seen)++ % 16 < 4 && *seen <= 16 * EACH;
            if (!(wanted || all->every) || all->time_count == MOST_FIELDS) continue;
            all->times[all->time_count++] = (stored_time){ field, span->offset + field->offset + 4 * (uint64_t)e, e };
        }
    }
    return true;
}

static void find_times(recording *all)
{
    pdk_error error;
    all->document = open_bytes_or_fail(all->bytes, all->size);
    pdk_memory_init(&all->memory, NULL, 0);
    assert_ok(pdk_document_walk(all->document, &all->memory, keep_times, all, &error), error);
    size_t count;
    if (pdk_lap_count(all->document, &count, &error) != PDK_OK) return;
    assert_true(count <= MOST_LAPS);
    for (size_t i = 0; i < count; i++) all->laps[i] = *pdk_lap_at(all->document, i);
    all->lap_count = count;
}

static recording *make(const char *format, const char *dialect, const pdk_synth_options *wanted, bool every)
{
    recording *all = calloc(1, sizeof *all);
    assert_non_null(all);
    pdk_synth_options options = *wanted;
    all->every = every;
    options.dialect = dialect;
    all->bytes = synth_or_fail(format, &options, &all->size);
    find_times(all);
    return all;
}

static void drop(recording *all)
{
    pdk_memory_destroy(&all->memory);
    pdk_close(all->document);
    free(all->bytes);
    free(all);
}

/* ------------------------------------------------------------------------------------------------ values */

static const char *const kind_names[KINDS] = { "0", "1e-30", "-1", "3e38", "NaN", "inf", "half", "double" };

static double value_of(int kind, double old)
{
    const double values[KINDS] = { 0, 1e-30, -1, 3e38, NAN, INFINITY, old / 2, old * 2 };
    return values[kind];
}

static double stored(const recording *all, const stored_time *time)
{
    float real;
    int32_t whole;
    memcpy(&real, all->bytes + time->offset, 4);
    memcpy(&whole, all->bytes + time->offset, 4);
    return time->field->storage == PDK_RAW_F32 ? (double)real : whole / 1000.0;
}

/* False where the field cannot hold it. */
static bool put(uint8_t *bytes, const stored_time *time, double value)
{
    float real = (float)value;
    int32_t whole = value > 2e6 ? INT32_MAX : isfinite(value) ? (int32_t)(value * 1000) : 0;
    if (time->field->storage != PDK_RAW_F32 && !isfinite(value)) return false;
    memcpy(bytes + time->offset, time->field->storage == PDK_RAW_F32 ? (void *)&real : (void *)&whole, 4);
    return true;
}

static bool count_finding(void *user, const pdk_finding *finding)
{
    (*(size_t *)user) += finding->severity != PDK_NOTE;
    return true;
}

static size_t findings_of(const pdk_document *document)
{
    size_t count = 0;
    pdk_error error;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, count_finding, &count, NULL, &error), error);
    return count;
}

/* --------------------------------------------------------------------------------------------- promises */

static bool was_driven(const recording *all, double time)
{
    for (size_t i = 0; i < all->lap_count; i++) {
        if (fabs(all->laps[i].lap_time - time) < 0.02) return true;
    }
    return false;
}

/* Nobody's best is a time that nobody drove. */
static void check_ranked(const recording *all, const pdk_document *document, const char *what)
{
    size_t count;
    pdk_error error;
    if (pdk_lap_count(document, &count, &error) != PDK_OK) return;
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(document, i);
        if (lap->best && !was_driven(all, lap->lap_time)) fail_msg("%s: a lap of %g s is best", what, lap->lap_time);
    }
    assert_ok(pdk_result_count(document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_result *result = pdk_result_at(document, i);
        if (isfinite(result->best_lap_time) && !was_driven(all, result->best_lap_time))
            fail_msg("%s: a best lap of %g s in the results", what, result->best_lap_time);
    }
}

/* The other laps are as they were. */
static void check_others(const recording *all, const pdk_document *document, const char *what)
{
    size_t count, other = 0;
    pdk_error error;
    if (pdk_lap_count(document, &count, &error) != PDK_OK) return;
    if (count != all->lap_count) fail_msg("%s: %zu laps, not %zu", what, count, all->lap_count);
    for (size_t i = 0; i < count; i++) {
        double now = pdk_lap_at(document, i)->lap_time, before = all->laps[i].lap_time;
        other += !(fabs(now - before) < 0.02) && !(isnan(now) && isnan(before));
    }
    if (other > 1) fail_msg("%s: %zu laps have other times", what, other);
}

/* Which orders contradict the laps. */
static void check_order(const pdk_document *document, const char *what)
{
    size_t count;
    pdk_error error;
    assert_ok(pdk_result_count(document, &count, &error), error);
    for (size_t i = 1; i < count; i++) {
        const pdk_result *ahead = pdk_result_at(document, i - 1), *behind = pdk_result_at(document, i);
        bool drive = ahead->status <= PDK_RESULT_RUNNING && behind->status <= PDK_RESULT_RUNNING;
        bool said = (ahead->reasons & PDK_RESULT_REASON_ORDER) != 0;
        if (drive && behind->laps > ahead->laps && !said)
            fail_msg("%s: %u laps before %u, and nothing says so", what, (unsigned)ahead->laps, (unsigned)behind->laps);
    }
}

static void ask_all(const pdk_document *document)
{
    const pdk_table *table;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) pdk_answer(document, pdk_answer_name(i), &table, NULL);
}

/* ------------------------------------------------------------------------------------------------- tests */

static bool is_named(const stored_time *time, const char *name)
{
    return strcmp(time->field->name, name) == 0;
}

/* A stored 0 or less is how these formats say that there is no time. */
static bool must_be_found(const stored_time *time, int kind)
{
    const char *name = time->field->name;
    if (strcmp(name, "crossing_time") == 0) return true;
    if (strcmp(name, "lap_time") == 0) return kind != 0 && kind != 2;
    return false;
}

static void try_one(const recording *all, const stored_time *time, int kind)
{
    double old = stored(all, time);
    char what[120];
    uint8_t *bytes = malloc(all->size);
    assert_non_null(bytes);
    memcpy(bytes, all->bytes, all->size);
    snprintf(what, sizeof what, "%s at %llu = %s", time->field->name, (unsigned long long)time->offset,
             kind_names[kind]);
    pdk_document *document = NULL;
    bool is_time = is_named(time, "lap_time");
    if ((!is_time || old > 0) && put(bytes, time, value_of(kind, old)) &&
        pdk_open_memory(bytes, all->size, NULL, &document, NULL) == PDK_OK) {
        ask_all(document);
        check_ranked(all, document, what);
        if (is_time || is_named(time, "crossing_time")) check_others(all, document, what);
        if (must_be_found(time, kind) && findings_of(document) == 0) fail_msg("%s: the check finds nothing", what);
        pdk_close(document);
    }
    free(bytes);
}

static void try_all(recording *all)
{
    for (size_t i = 0; i < all->time_count; i++) {
        for (int kind = 0; kind < KINDS; kind++) {
            if ((i * KINDS + (size_t)kind) % sweep_stride() == 0) try_one(all, &all->times[i], kind);
        }
    }
    drop(all);
}

static const pdk_synth_options *race_options(void)
{
    static pdk_synth_options race = PDK_SYNTH_OPTIONS_INIT;
    race.laps = 3;
    race.cars = 3;
    race.poses_every = 25;
    return &race;
}

static void stored_times_of_replays(void **state)
{
    (void)state;
    static const char *const dialects[] = { "r1", "r2", "l" };
    for (size_t d = 0; d < 3; d++) {
        recording *all = make("vcr", dialects[d], race_options(), false);
        size_t lap_times = 0, crossings = 0;
        for (size_t i = 0; i < all->time_count; i++) {
            lap_times += is_named(&all->times[i], "lap_time");
            crossings += is_named(&all->times[i], "crossing_time");
        }
        assert_true(lap_times > 5 && crossings > 5);
        try_all(all);
    }
}

/* The lap time of a RAF file: its blocks say how long it was. */
static void lap_times_of_raf(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    recording *all = make("raf", NULL, &options, false);
    assert_true(all->lap_count == 1 && all->laps[0].best);
    for (size_t i = 0; i < all->time_count; i++) {
        const stored_time *time = &all->times[i];
        if (!is_named(time, "splits")) continue;
        for (int kind = 0; kind < KINDS; kind++) try_one(all, time, kind);
    }
    stored_time last = { .offset = 172 + 8 };
    static const int32_t wrong[] = { 1, 31510, 126040, INT32_MAX, 62900, 63200 };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        memcpy(all->bytes + last.offset, &wrong[i], 4);
        pdk_document *document = open_bytes_or_fail(all->bytes, all->size);
        size_t count;
        pdk_error error;
        assert_ok(pdk_lap_count(document, &count, &error), error);
        assert_true(count == 1 && !pdk_lap_at(document, 0)->best && !pdk_lap_at(document, 0)->clean);
        assert_int_equal(pdk_lap_at(document, 0)->kind, PDK_LAP_INCOMPLETE);
        assert_true((pdk_lap_at(document, 0)->reasons & PDK_LAP_REASON_IMPLAUSIBLE) != 0);
        assert_true(findings_of(document) >= 1);
        pdk_close(document);
    }
    drop(all);
}

static void times_of_racer(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 150;
    options.cars = 2;
    recording *all = make("rply", NULL, &options, false);
    if (all->time_count > 40) all->time_count = 40;
    try_all(all);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Every time of one name gets another's. */
static void shuffle(recording *all, const char *name, uint32_t seed)
{
    size_t count = 0;
    for (size_t i = 0; i < all->time_count; i++) {
        if (is_named(&all->times[i], name)) all->times[count++] = all->times[i];
    }
    assert_true(count > 10);
    for (size_t i = count; i-- > 1;) {
        uint8_t kept[4], *one = all->bytes + all->times[i].offset,
                         *two = all->bytes + all->times[next_random(&seed) % i].offset;
        memcpy(kept, one, 4);
        memcpy(one, two, 4);
        memcpy(two, kept, 4);
    }
}

static void times_in_disorder(void **state)
{
    (void)state;
    static const char *const dialects[] = { "r1", "r2", "l" };
    static const char *const names[] = { "crossing_time", "lap_time", "time" };
    for (size_t d = 0; d < 3; d++) {
        for (size_t n = 0; n < 3; n++) {
            recording *all = make("vcr", dialects[d], race_options(), true);
            shuffle(all, names[n], 7);
            pdk_document *document = open_bytes_or_fail(all->bytes, all->size);
            ask_all(document);
            check_order(document, names[n]);
            if (findings_of(document) == 0) fail_msg("%s, %s: the check finds nothing", dialects[d], names[n]);
            if (n < 2) check_ranked(all, document, names[n]);
            pdk_close(document);
            drop(all);
        }
    }
}

/* The slices from the middle on begin again 50 s earlier. */
static void clock_goes_back(void **state)
{
    (void)state;
    static const char *const dialects[] = { "r1", "r2", "l" };
    for (size_t d = 0; d < 3; d++) {
        recording *all = make("vcr", dialects[d], race_options(), true);
        pdk_document *document = open_bytes_or_fail(all->bytes, all->size);
        const pdk_table *slices = pdk_document_find_table(document, "slices");
        size_t column = pdk_table_find_column(slices, "offset");
        pdk_error error;
        for (uint64_t row = slices->rows / 2; row < slices->rows; row++) {
            double offset;
            float time;
            assert_ok(pdk_table_read_f64(slices, column, row, 1, &offset, &error), error);
            memcpy(&time, all->bytes + (size_t)offset, 4);
            time -= 50;
            memcpy(all->bytes + (size_t)offset, &time, 4);
        }
        pdk_close(document);
        document = open_bytes_or_fail(all->bytes, all->size);
        ask_all(document);
        check_order(document, dialects[d]);
        assert_true(findings_of(document) > 0);
        size_t count;
        assert_ok(pdk_result_count(document, &count, &error), error);
        for (size_t i = 0; i < count; i++) {
            const pdk_result *result = pdk_result_at(document, i);
            bool said = (result->reasons & PDK_RESULT_REASON_CLOCK) != 0 && isnan(result->total_time);
            if (result->laps > 1 && !said) fail_msg("%s: total time %g", dialects[d], result->total_time);
        }
        pdk_close(document);
        drop(all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_times_of_replays), cmocka_unit_test(lap_times_of_raf), cmocka_unit_test(times_of_racer),
        cmocka_unit_test(times_in_disorder),       cmocka_unit_test(clock_goes_back),
    };
    return cmocka_run_group_tests_name("stored times", tests, NULL, NULL);
}
