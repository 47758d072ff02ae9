/* Starts, lapped cars, pit lanes and returns of generated races compared with where the simulated cars were. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "synth/sim_session_state.h"
#include "support.h"
#include "truth_case.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
enum { CARS = 12 };
static const char *const dialects[] = { "r2", "l", "r1" };

/* --------------------------------------------------------------------------------- what the simulation did */

typedef struct seen_car {
    double s, d, u, speed;
    pdk_phase phase;
} seen_car;

typedef struct seen_tick {
    double time;
    seen_car cars[CARS];
} seen_tick;

typedef struct watched {
    seen_tick *ticks;
    size_t count, room;
    double length, lane_speed[CARS], early[CARS];
} watched;

static void keep_tick(const pdk_sim_session *session, void *user)
{
    watched *all = user;
    if (all->count == all->room) {
        all->room = 2 * all->room + 4096;
        all->ticks = realloc(all->ticks, all->room * sizeof *all->ticks);
        assert_non_null(all->ticks);
    }
    seen_tick *tick = &all->ticks[all->count++];
    tick->time = pdk_sim_session_clock(session);
    all->length = session->track.length;
    for (uint32_t i = 0; i < session->plan.cars; i++) {
        const pdk_racer *racer = &session->racers[i];
        double stretch = 1 + pdk_sim_session_curvature(session, racer->s) * racer->d;
        double along = racer->u / fmax(stretch, 0.3) * stretch;
        tick->cars[i] = (seen_car){ racer->s, racer->d, racer->u, hypot(along, racer->w), racer->phase };
        all->lane_speed[i] = racer->lane_speed;
        all->early[i] = racer->early;
    }
}

static size_t tick_at(const watched *all, double time)
{
    size_t i = 0;
    while (i + 1 < all->count && all->ticks[i + 1].time <= time + 1e-6) i++;
    return i;
}

/* --------------------------------------------------------------------------------------- tables of answers */

static double number_at(const pdk_table *table, const char *name, uint64_t row)
{
    double value = NAN;
    uint8_t valid = 0;
    pdk_error error;
    pdk_column_read read = {
        .column = pdk_table_find_column(table, name), .type = PDK_FLOAT64, .values = &value, .validity = &valid
    };
    assert_true(read.column != PDK_NO_COLUMN);
    assert_ok(pdk_table_read(table, row, 1, &read, 1, &error), error);
    return (valid & 1) != 0 ? value : NAN;
}

static bool text_is(const pdk_table *table, const char *name, uint64_t row, const char *text)
{
    pdk_text value;
    pdk_error error;
    assert_ok(pdk_table_read_column(table, pdk_table_find_column(table, name), row, 1, &value, &error), error);
    return value.size == strlen(text) && memcmp(value.data, text, value.size) == 0;
}

typedef struct ruled {
    truth_run run;
    watched seen;
    pdk_document *answers;
} ruled;

static void begin(truth_case race, const pdk_analysis_options *given, ruled *one)
{
    static const char *const names[] = { "jump_starts", "blue_flags", "track_limit_checks", "pit_rules", "rejoins",
                                         "rules",       NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    pdk_error error;
    if (given != NULL) options = *given;
    options.names = names;
    *one = (ruled){ .answers = NULL };
    race.look = keep_tick;
    race.user = &one->seen;
    truth_begin(&race, &one->run);
    assert_ok(pdk_analyse(one->run.document, &options, &one->answers, &error), error);
}

static void end(ruled *one)
{
    pdk_close(one->answers);
    truth_end(&one->run);
    free(one->seen.ticks);
}

static const pdk_table *table_of(const ruled *one, const char *name)
{
    const pdk_table *table = pdk_document_find_table(one->answers, name);
    assert_non_null(table);
    return table;
}

/* -------------------------------------------------------------------------------------------- jump starts */

/* Cars that move before the start are found, when and how far to the precision of poses; no others are. */
static void early_starts_are_found(void **state)
{
    (void)state;
    size_t found = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        ruled one;
        truth_case race = { .dialect = dialects[seed % 2],
                            .session = "race",
                            .with = seed % 3 == 0 ? NULL : "jumps",
                            .laps = 1,
                            .cars = CARS,
                            .seed = seed,
                            .poses_every = seed % 2 == 0 ? 5 : 2 };
        begin(race, NULL, &one);
        const pdk_table *table = table_of(&one, "jump_starts");
        double green = one.run.log->green;
        size_t at_green = tick_at(&one.seen, green), expected = 0;
        for (uint32_t car = 0; car < CARS; car++) {
            const seen_tick *first = &one.seen.ticks[0];
            const seen_car *then = &one.seen.ticks[at_green].cars[car];
            double way = hypot(then->s - first->cars[car].s, then->d - first->cars[car].d);
            uint64_t row = 0, rows = pdk_table_rows(table);
            if (first->cars[car].phase != PDK_ON_GRID) continue;
            while (row < rows && number_at(table, "slot", row) != car) row++;
            if (row < rows) assert_near(number_at(table, "distance", row), way, 0.15); /* a tick of its way */
            if (row < rows) assert_near(number_at(table, "early", row), one.seen.early[car], 0.06);
            if (way > 0.15) assert_true(row < rows);
            if (way < 0.05) assert_true(row == rows);
            expected += row < rows;
        }
        assert_int_equal(pdk_table_rows(table), expected);
        found += expected;
        if (race.with == NULL) assert_int_equal(expected, 0);
        end(&one);
    }
    assert_true(found >= 8);
}

/* Behind a formation lap the cars roll: nobody is said to have jumped, and the answer says why. */
static void rolling_starts_are_not_judged(void **state)
{
    (void)state;
    ruled one;
    begin((truth_case){ .dialect = "r2", .session = "race", .with = "formation", .laps = 2, .cars = 6, .seed = 3 },
          NULL, &one);
    assert_int_equal(pdk_table_rows(table_of(&one, "jump_starts")), 0);
    pdk_text unrecorded = pdk_rules_unrecorded(one.answers);
    assert_non_null(unrecorded.data);
    assert_non_null(strstr(unrecorded.data, "rolling start"));
    end(&one);
}

/* --------------------------------------------------------------------------------------------- blue flags */

typedef struct spell {
    uint32_t by, on;
    double from, to;
    bool told;
} spell;

static bool is_held_up(const watched *all, const seen_tick *tick, uint32_t car, uint32_t other)
{
    const seen_car *a = &tick->cars[car], *b = &tick->cars[other];
    double lead = a->s - b->s, way = fmod(b->s - a->s + 100 * all->length, all->length);
    return a->phase == PDK_DRIVING && b->phase == PDK_DRIVING && lead > all->length / 2 && a->speed > 10 &&
           b->speed >= a->speed / 2 && way <= a->speed;
}

/* Of each pair of cars: where pauses are no longer than a second. */
static size_t find_spells(const ruled *one, spell *spells, size_t room)
{
    size_t count = 0;
    for (uint32_t a = 0; a < CARS; a++) {
        for (uint32_t b = 0; b < CARS; b++) {
            size_t first = count;
            for (size_t i = 0; i < one->seen.count; i++) {
                const seen_tick *tick = &one->seen.ticks[i];
                if (one->run.log->flag >= 0 && tick->time > one->run.log->flag) break;
                if (a == b || !is_held_up(&one->seen, tick, a, b)) continue;
                if (count == first || tick->time - spells[count - 1].to > 1) {
                    assert_true(count < room);
                    spells[count++] = (spell){ a, b, tick->time, tick->time, false };
                }
                spells[count - 1].to = tick->time;
            }
        }
    }
    return count;
}

static void held_up_drivers_are_found(void **state)
{
    (void)state;
    static spell spells[4096];
    size_t long_ones = 0;
    for (uint64_t seed = 11; seed <= 14; seed++) {
        ruled one;
        truth_case race = { .dialect = dialects[seed % 3], .session = "race", .laps = 8, .cars = CARS, .seed = seed };
        begin(race, NULL, &one);
        const pdk_table *table = table_of(&one, "blue_flags");
        size_t count = find_spells(&one, spells, COUNT(spells));
        for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
            double from = number_at(table, "start_time", row), to = number_at(table, "end_time", row);
            size_t i = 0;
            for (; i < count; i++) {
                bool same =
                    number_at(table, "slot", row) == spells[i].by && number_at(table, "by_slot", row) == spells[i].on;
                if (same && spells[i].from < to && spells[i].to > from) break;
            }
            if (i == count)
                fail_msg("seed %u: slot %.0f was not behind %.0f at %.1f .. %.1f", (unsigned)seed,
                         number_at(table, "slot", row), number_at(table, "by_slot", row), from, to);
            /* The middle of the road is a little shorter or longer than the line that laps are measured on. */
            if (fabs(from - spells[i].from) > 0.9 || fabs(to - spells[i].to) > 0.9)
                fail_msg("seed %u: %.2f .. %.2f was %.2f .. %.2f", (unsigned)seed, from, to, spells[i].from,
                         spells[i].to);
            spells[i].told = true;
        }
        for (size_t i = 0; i < count; i++) {
            bool is_long = spells[i].to - spells[i].from > 1.5;
            long_ones += is_long;
            if (is_long && !spells[i].told)
                fail_msg("seed %u: car %u behind %u, %.1f .. %.1f is lost", (unsigned)seed, spells[i].by, spells[i].on,
                         spells[i].from, spells[i].to);
        }
        end(&one);
    }
    assert_true(long_ones > 10);
}

/* ---------------------------------------------------------------------------------------------- pit rules */

static const pdk_log_stop *find_stop(const ruled *one, uint32_t car, double enter)
{
    for (size_t i = 0; i < one->run.log->stops.count; i++) {
        const pdk_log_stop *stop = PDK_LOG_AT(pdk_log_stop, one->run.log->stops, i);
        if (stop->car == car && fabs(stop->enter - enter) < 0.5) return stop;
    }
    return NULL;
}

/* The highest speed that was kept for that many ticks in the lane. */
static double fastest(const watched *all, uint32_t car, double from, double to, size_t ticks)
{
    double top = 0;
    for (size_t i = 0; i + ticks <= all->count; i++) {
        double least = INFINITY;
        for (size_t k = i; k < i + ticks; k++) {
            const seen_car *seen = &all->ticks[k].cars[car];
            bool within = all->ticks[k].time >= from && all->ticks[k].time <= to && seen->phase == PDK_IN_LANE;
            least = fmin(least, within ? seen->speed : 0);
        }
        top = fmax(top, least);
    }
    return top;
}

static void pit_rules_are_checked(void **state)
{
    (void)state;
    const double limit = 80 / 3.6, least = 6;
    size_t stops = 0, speeds = 0, broken = 0;
    for (uint64_t seed = 21; seed <= 24; seed++) {
        ruled one;
        pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
        options.min_stop = least;
        options.pit_limit = limit;
        truth_case race = {
            .dialect = dialects[seed % 2], .session = "race", .with = "speeding", .laps = 5, .cars = CARS, .seed = seed
        };
        begin(race, &options, &one);
        const pdk_table *table = table_of(&one, "pit_rules");
        for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
            uint32_t car = (uint32_t)number_at(table, "slot", row);
            double value = number_at(table, "value", row), is_broken = number_at(table, "broken", row);
            const pdk_log_stop *stop = find_stop(&one, car, number_at(table, "time", row));
            assert_non_null(stop);
            broken += is_broken > 0;
            if (text_is(table, "rule", row, "minimum_stop")) {
                assert_true(stop->service);
                assert_near(value, stop->stationary, 0.1);
                if (fabs(stop->stationary - least) > 0.15) assert_true(is_broken == (stop->stationary < least));
                stops++;
                continue;
            }
            assert_true(text_is(table, "rule", row, "speed"));
            double from = stop->enter + 0.2, to = stop->exit >= 0 ? stop->exit - 0.2 : INFINITY;
            assert_true(value <= fastest(&one.seen, car, from, to, 1) + 0.1); /* for a moment; 0.3 s are three poses */
            assert_true(value >= fastest(&one.seen, car, from, to, 15) - 0.1);
            bool speeding = one.seen.lane_speed[car] > PDK_LANE_SPEED * 1.03;
            assert_true(is_broken == speeding);
            speeds++;
        }
        end(&one);
    }
    assert_true(stops > 10 && speeds > 10 && broken > 4);
}

/* ------------------------------------------------------------------------------------------------ returns */

/* The smallest gap to the car behind, `by` or anyone, by physics: along the road, from a time on. */
static double gap_behind(const watched *all, uint32_t car, uint32_t by, double time)
{
    double least = INFINITY;
    for (size_t i = tick_at(all, time); i < all->count && all->ticks[i].time <= time + 3; i++) {
        const seen_car *own = &all->ticks[i].cars[car];
        for (uint32_t k = 0; k < CARS; k++) {
            const seen_car *other = &all->ticks[i].cars[k];
            double way = fmod(own->s - other->s + 100 * all->length, all->length);
            bool there = k != car && (by == CARS || by == k) && other->phase == PDK_DRIVING && other->speed > 3 &&
                         way < 3 * other->speed;
            if (!there || fabs(own->d - other->d) > 5.5 || !(way / other->speed < least)) continue;
            least = way / other->speed;
        }
    }
    return least;
}

static bool ended_near(const ruled *one, uint32_t car, double time)
{
    for (size_t i = 0; i < one->run.log->excursions.count; i++) {
        const pdk_log_excursion *row = PDK_LOG_AT(pdk_log_excursion, one->run.log->excursions, i);
        if (row->car == car && fabs(row->end - time) < 0.4) return true;
    }
    for (size_t i = 0; i < one->run.log->spins.count; i++) {
        const pdk_log_spin *row = PDK_LOG_AT(pdk_log_spin, one->run.log->spins, i);
        if (row->car == car && row->start <= time && (row->end < 0 || row->end >= time - 1)) return true;
    }
    return false;
}

static void returns_are_found(void **state)
{
    (void)state;
    size_t rows = 0, near = 0, unsafe = 0;
    for (uint64_t seed = 31; seed <= 36; seed++) {
        ruled one;
        truth_case race = { .dialect = "l", .session = "race", .laps = 6, .cars = CARS, .seed = seed };
        begin(race, NULL, &one);
        const pdk_table *table = table_of(&one, "rejoins");
        for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
            uint32_t car = (uint32_t)number_at(table, "slot", row);
            double time = number_at(table, "time", row), gap = number_at(table, "smallest_gap", row),
                   expected = gap_behind(&one.seen, car, CARS, time);
            rows++;
            unsafe += number_at(table, "unsafe", row) > 0;
            assert_true(ended_near(&one, car, time));
            if (number_at(table, "unsafe", row) > 0) assert_true(gap < 3);
            if (isnan(gap)) assert_true(expected > 2);
            if (isnan(gap) || expected > 1.5) continue;
            near++;
            /* On a bend the straight line between two cars is not the way along the road. */
            if (fabs(gap - expected) > 0.25)
                fail_msg("seed %u, car %u at %.2f: a gap of %.2f s was %.2f", (unsigned)seed, car, time, gap, expected);
            assert_near(gap_behind(&one.seen, car, (uint32_t)number_at(table, "other_slot", row), time), gap, 0.25);
        }
        end(&one);
    }
    assert_true(rows > 20 && near > 3 && unsafe > 0);
}

/* Every report of the game is there, and every excursion of two seconds has one beside it. */
static void reports_and_places_agree(void **state)
{
    (void)state;
    size_t reports = 0;
    for (uint64_t seed = 41; seed <= 43; seed++) {
        ruled one;
        truth_case race = { .dialect = "l", .session = "race", .laps = 6, .cars = CARS, .seed = seed };
        begin(race, NULL, &one);
        const pdk_table *table = table_of(&one, "track_limit_checks");
        for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
            bool game = text_is(table, "source", row, "game");
            reports += game;
            if (game)
                assert_true(ended_near(&one, (uint32_t)number_at(table, "slot", row), number_at(table, "time", row)));
            else assert_false(text_is(table, "ruling", row, "not_recorded"));
        }
        for (size_t i = 0; i < one.run.log->excursions.count; i++) {
            const pdk_log_excursion *truth = PDK_LOG_AT(pdk_log_excursion, one.run.log->excursions, i);
            if (truth->end < 0 || truth->end - truth->start < 2.1 || truth->end - truth->start > 12) continue;
            uint64_t row = 0, count = pdk_table_rows(table);
            for (; row < count; row++) {
                bool own = number_at(table, "slot", row) == truth->car && text_is(table, "source", row, "geometry");
                if (own && fabs(number_at(table, "time", row) - truth->start) < 0.4) break;
            }
            if (row == count) fail_msg("seed %u: car %u, %.1f is lost", (unsigned)seed, truth->car, truth->start);
        }
        end(&one);
    }
    assert_true(reports > 3);
}

/* Nothing happens: nothing is said. Two cars, one lap, no stops. */
static void quiet_races_have_no_rows(void **state)
{
    (void)state;
    static const char *const names[] = { "jump_starts", "blue_flags", "pit_rules" };
    for (size_t i = 0; i < COUNT(dialects); i++) {
        ruled one;
        begin((truth_case){ .dialect = dialects[i], .session = "race", .laps = 2, .cars = 2, .seed = 5 + i }, NULL,
              &one);
        for (size_t k = 0; k < COUNT(names); k++) assert_int_equal(pdk_table_rows(table_of(&one, names[k])), 0);
        end(&one);
        begin((truth_case){ .dialect = dialects[i], .session = "practice", .minutes = 3, .cars = 4, .seed = 5 + i },
              NULL, &one);
        for (size_t k = 0; k < 2; k++) assert_int_equal(pdk_table_rows(table_of(&one, names[k])), 0);
        assert_non_null(strstr(pdk_rules_unrecorded(one.answers).data, "this is no race"));
        end(&one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(early_starts_are_found),    cmocka_unit_test(rolling_starts_are_not_judged),
        cmocka_unit_test(held_up_drivers_are_found), cmocka_unit_test(pit_rules_are_checked),
        cmocka_unit_test(returns_are_found),         cmocka_unit_test(reports_and_places_agree),
        cmocka_unit_test(quiet_races_have_no_rows)
    };
    return cmocka_run_group_tests_name("rules_truth", tests, NULL, NULL);
}
