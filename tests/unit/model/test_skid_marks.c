/* Skid marks and smoke: put together from commands by hand, and from a session whose truth is known. */
#include <math.h>

#include "model/frame.h"
#include "model/skid_marks.h"
#include "rply_build.h"
#include "sweep_stride.h"
#include "synth/sim_session.h"

/* One of that many sessions. */
static size_t one_in(void)
{
    return sweep_stride() > 1 ? 4 : 1;
}

static void put_strip(builder *file, int id, int strip)
{
    put16(file, id);
    put16(file, strip);
}

static void put_point(builder *file, int strip, double x, double transparency)
{
    put_strip(file, 6, strip);
    put_floats(file, 1, x);
    put_floats(file, 2, 0);
    if (file->major > 1) put_floats(file, 1, transparency);
}

static void put_smoke(builder *file, double x, double lifetime)
{
    put16(file, 4);
    put_floats(file, 1, x);
    put_floats(file, 2, 0);
    put_floats(file, 3, 1);
    put_floats(file, 1, lifetime);
}

/* Frame after frame, 0.1 s apart, each with a state so that the number of wheels is known. */
static void next_frame(builder *file, int32_t *time)
{
    if (*time >= 0) {
        put_state(file, 0, 4, *time / 1000.0, 1);
        end_frame(file);
    }
    *time += 100;
    begin_frame(file, *time);
}

typedef struct read_marks {
    pdk_document *document;
    pdk_memory memory;
    pdk_skid_marks marks;
} read_marks;

static void read_or_fail(const void *bytes, size_t size, read_marks *read)
{
    pdk_error error;
    read->document = open_bytes_or_fail(bytes, size);
    pdk_memory_init(&read->memory, NULL, 0);
    assert_ok(pdk_skid_marks_read(read->document, &read->memory, &read->marks, &error), error);
}

static void end_read(read_marks *read)
{
    pdk_memory_destroy(&read->memory);
    pdk_close(read->document);
}

/* Numbers of strips are used again, in one frame even; starts and ends are missing where the recorder dropped them. */
static void strips_become_marks(void **state)
{
    (void)state;
    static builder file;
    for (int major = 1; major <= 2; major++) {
        int32_t time = -100;
        begin(&file, major, 1);
        next_frame(&file, &time); /* 0: one without a start, and one with */
        put_point(&file, 9, 90, 0);
        put_strip(&file, 5, 3);
        put_point(&file, 3, 30, 0.25);
        next_frame(&file, &time);
        put_point(&file, 3, 31, 0.25);
        put_point(&file, 9, 91, 0);
        next_frame(&file, &time); /* 0.2: the last point of a mark, and its end */
        put_point(&file, 3, 32, 7);
        put_strip(&file, 7, 3);
        next_frame(&file, &time); /* 0.3: the next of this number */
        put_strip(&file, 5, 3);
        put_point(&file, 3, 33, NAN);
        put_point(&file, 9, NAN, 0);
        next_frame(&file, &time); /* 0.4: ends and begins in one frame */
        put_strip(&file, 7, 3);
        put_strip(&file, 5, 3);
        put_point(&file, 3, 34, 1);
        put_smoke(&file, 5, 2);
        put_smoke(&file, 6, 0);
        put_smoke(&file, 7, NAN);
        put_smoke(&file, 8, 1e9);
        for (int i = 0; i < 14; i++) next_frame(&file, &time);
        put_point(&file, 9, 95, 0); /* 1.8: long after its last one */
        next_frame(&file, &time);
        put_state(&file, 0, 4, 2, 1);
        end_frame(&file);
        read_marks read;
        read_or_fail(file.bytes, file.size, &read);
        const pdk_skid_marks *marks = &read.marks;
        static const size_t counts[] = { 2, 3, 1, 1, 1 };
        static const double first[] = { 90, 30, 33, 34, 95 };
        assert_int_equal(marks->mark_count, 5);
        assert_int_equal(marks->point_count, 8);
        for (size_t m = 0; m < marks->mark_count; m++) {
            assert_int_equal(marks->marks[m].count, counts[m]);
            assert_near(marks->points[marks->marks[m].first].place[1], first[m], 1e-6);
        }
        assert_near((double)marks->points[2].opacity, major > 1 ? 0.75 : 1, 1e-6);
        assert_near((double)marks->points[4].opacity, 1, 1e-6); /* what is no opacity */
        assert_int_equal(marks->puff_count, 2);
        assert_near(marks->puffs[0].lifetime, 2, 1e-6);
        assert_near(marks->puffs[1].lifetime, 60, 1e-6);
        end_read(&read);
        sweep_allocation(file.bytes, file.size);
    }
}

static void others_have_none(void **state)
{
    (void)state;
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 5;
    uint8_t *bytes = synth_or_fail("vcr", &options, &size);
    read_marks read;
    read_or_fail(bytes, size, &read);
    assert_int_equal(read.marks.mark_count + read.marks.puff_count, 0);
    end_read(&read);
    free(bytes);
}

/* ------------------------------------------------------------------------------------------------ the truth */

static const double frame = 0.1; /* s */

/* The same session again; its log lives as long as `memory`. */
static const pdk_sim_session_log *simulate(const pdk_synth_options *options, pdk_memory *memory)
{
    pdk_sim_session_plan plan = { .cars = options->cars, .tick = 0.02 };
    pdk_error error;
    assert_ok(pdk_sim_session_make_plan(options, &plan, &error), error);
    pdk_sim_session *session = pdk_sim_session_new(memory, &plan);
    assert_non_null(session);
    while (!pdk_sim_session_is_over(session)) assert_true(pdk_sim_session_step(session));
    assert_true(pdk_sim_session_end(session));
    return pdk_sim_session_get_log(session);
}

/* Marks that begin in the first frame from `start` on, near a place of the simulated world. */
static size_t marks_at(const pdk_skid_marks *marks, double start, double x, double y)
{
    size_t found = 0;
    const double racer[3] = { -x, 0, y };
    double place[3];
    pdk_turn_point(pdk_frame_turn(PDK_FRAME_Y_UP, PDK_FRAME_Z_UP), racer, place);
    for (size_t m = 0; m < marks->mark_count; m++) {
        const pdk_skid_point *first = &marks->points[marks->marks[m].first];
        bool now = first->time >= start - 1e-6 && first->time <= start + frame + 1e-6;
        found += now && hypot(first->place[0] - place[0], first->place[1] - place[1]) < 12;
    }
    return found;
}

static bool is_between(double time, double start, double end)
{
    return time >= start - 1e-6 && (end < 0 || time <= end + frame + 1e-6);
}

static bool has_reason(const pdk_sim_session_log *log, double time)
{
    for (size_t i = 0; i < log->lock_ups.count; i++) {
        const pdk_log_lock_up *row = PDK_LOG_AT(pdk_log_lock_up, log->lock_ups, i);
        if (is_between(time, row->start, row->end)) return true;
    }
    for (size_t i = 0; i < log->spins.count; i++) {
        const pdk_log_spin *row = PDK_LOG_AT(pdk_log_spin, log->spins, i);
        if (is_between(time, row->start, row->end)) return true;
    }
    return false;
}

/* Each lock-up that a frame sees leaves one mark, each spin two, and nothing else leaves any. */
static void marks_are_where_wheels_lock_and_cars_spin(void **state)
{
    (void)state;
    size_t lock_ups = 0, spins = 0;
    for (uint64_t seed = 1; seed <= 4; seed += one_in()) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.session = "race";
        options.laps = 3;
        options.cars = 8;
        options.seed = seed;
        options.dialect = seed % 2 == 0 ? "1.1" : "2.1";
        size_t size;
        uint8_t *bytes = synth_or_fail("rply", &options, &size);
        read_marks read;
        read_or_fail(bytes, size, &read);
        const pdk_skid_marks *marks = &read.marks;
        const pdk_sim_session_log *log = simulate(&options, &read.memory);
        for (size_t i = 0; i < log->lock_ups.count; i++) {
            const pdk_log_lock_up *row = PDK_LOG_AT(pdk_log_lock_up, log->lock_ups, i);
            if (row->end >= 0 && row->end - row->start < frame) continue;
            assert_int_equal(marks_at(marks, row->start, row->x, row->y) > 0, true);
            lock_ups++;
        }
        for (size_t i = 0; i < log->spins.count; i++) {
            const pdk_log_spin *row = PDK_LOG_AT(pdk_log_spin, log->spins, i);
            assert_true(marks_at(marks, row->start, row->x, row->y) >= 2);
            spins++;
        }
        for (size_t i = 0; i < marks->point_count; i++) assert_true(has_reason(log, marks->points[i].time));
        for (size_t i = 0; i < marks->puff_count; i++) assert_true(has_reason(log, marks->puffs[i].time));
        end_read(&read);
        free(bytes);
    }
    assert_true(lock_ups >= 20 / one_in());
    assert_true(spins >= 2 / one_in());
}

static const pdk_incident_party *party_at(const pdk_document *document, const pdk_incident *incident)
{
    assert_int_equal(incident->party_count, 1);
    return pdk_incident_party_at(document, (size_t)incident->first_party);
}

/* A lock-up or spin of that car that begins then; the place it has in its list, or SIZE_MAX. */
static size_t find_lock_up(const pdk_sim_session_log *log, uint32_t car, double time)
{
    for (size_t i = 0; i < log->lock_ups.count; i++) {
        const pdk_log_lock_up *row = PDK_LOG_AT(pdk_log_lock_up, log->lock_ups, i);
        if (row->car == car && is_between(time, row->start, row->start)) return i;
    }
    return SIZE_MAX;
}

/* Incidents of a replay use its marks: a spin has the time when its tyres let go, and when all is requested, lock-ups
 * are reported, each of its car and at its time, and nothing else is. */
static void marks_date_incidents(void **state)
{
    (void)state;
    size_t spins = 0, told = 0, long_ones = 0;
    for (uint64_t seed = 1; seed <= 4; seed += one_in()) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        pdk_analysis_options how = PDK_ANALYSIS_OPTIONS_INIT;
        pdk_error error;
        pdk_memory memory;
        size_t size, count, found_here = 0, long_here = 0;
        options.session = "race";
        options.laps = 3;
        options.cars = 8;
        options.seed = seed;
        how.all_incidents = true;
        uint8_t *bytes = synth_or_fail("rply", &options, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size), *all;
        pdk_memory_init(&memory, NULL, 0);
        const pdk_sim_session_log *log = simulate(&options, &memory);
        assert_ok(pdk_analyse(document, &how, &all, &error), error);
        assert_ok(pdk_incident_count(document, &count, &error), error);
        for (size_t i = 0; i < count; i++)
            assert_int_not_equal(pdk_incident_at(document, i)->kind, PDK_INCIDENT_LOCK_UP);
        assert_ok(pdk_incident_count(all, &count, &error), error);
        for (size_t i = 0; i < count; i++) {
            const pdk_incident *incident = pdk_incident_at(all, i);
            if (incident->kind == PDK_INCIDENT_SPIN) {
                const pdk_incident_party *party = party_at(all, incident);
                const pdk_log_spin *row = NULL;
                for (size_t k = 0; k < log->spins.count; k++) {
                    const pdk_log_spin *each = PDK_LOG_AT(pdk_log_spin, log->spins, k);
                    if (each->car == party->slot && fabs(each->start - incident->time) < 2) row = each;
                }
                if (row == NULL) continue;
                assert_true(is_between(party->skid_time, row->start - 3, row->start)); /* it may have braked before */
                assert_non_null(strstr(party->sentence.data, "left a skid mark"));
                spins++;
            }
            if (incident->kind != PDK_INCIDENT_LOCK_UP) continue;
            const pdk_incident_party *party = party_at(all, incident);
            assert_int_not_equal(find_lock_up(log, party->slot, incident->time), SIZE_MAX);
            assert_near(party->skid_time, incident->time, 1e-9);
            assert_non_null(strstr(incident->sentence.data, "locked up"));
            found_here++;
        }
        for (size_t i = 0; i < log->lock_ups.count; i++) {
            const pdk_log_lock_up *row = PDK_LOG_AT(pdk_log_lock_up, log->lock_ups, i);
            long_here += row->end - row->start >= 0.3;
        }
        assert_true(found_here >= long_here - long_here / 10); /* one beside another incident belongs to that */
        told += found_here;
        long_ones += long_here;
        pdk_close(all);
        pdk_close(document);
        pdk_memory_destroy(&memory);
        free(bytes);
    }
    assert_true(spins >= 2 / one_in());
    assert_true(told >= 20 / one_in() && long_ones >= 20 / one_in());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strips_become_marks),
        cmocka_unit_test(others_have_none),
        cmocka_unit_test(marks_are_where_wheels_lock_and_cars_spin),
        cmocka_unit_test(marks_date_incidents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
