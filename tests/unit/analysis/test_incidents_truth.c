/* Incidents compared with what happened, in generated races that are recorded badly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/median.h"
#include "cutting.h"
#include "support.h"
#include "truth_case.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* Poses ten, 25 and 50 times a second; events in time, and up to 60 ms late. */
static const uint32_t rates[] = { 5, 2, 1 };
static const double lateness[] = { 0, 0.06 };
static const char *const dialects[] = { "r2", "l" };

static bool counts_touches(const truth_incidents *seen)
{
    return seen->told_touches >= seen->least_touches && seen->told_touches <= seen->most_touches;
}

static truth_incidents find_incidents(const truth_case *race)
{
    truth_run run;
    truth_incidents seen;
    char name[256];
    truth_begin(race, &run);
    truth_look_at_incidents(&run, &seen);
    truth_name(race, name, sizeof name);
    if (seen.wrong_speed + seen.lost + seen.invented + seen.told_again + seen.negative_speeds > 0 ||
        !counts_touches(&seen)) {
        print_message("%s, one of %u poses: %zu contacts, %zu lost, %zu invented, %zu in two incidents; %zu to %zu "
                      "touches, %zu told; %zu measured, %zu wrong by more than 0.5 m/s, at most by %.2f\n",
                      name, race->poses_every, seen.contacts, seen.lost, seen.invented, seen.told_again,
                      seen.least_touches, seen.most_touches, seen.told_touches, seen.measured, seen.wrong_speed,
                      seen.largest_error);
    }
    truth_end(&run);
    return seen;
}

/* How fast two cars closed in, and how many touches there were, at any rate and however late they are recorded. */
static void contacts_are_measured(void **state)
{
    (void)state;
    size_t measured = 0;
    for (size_t i = 0; i < COUNT(dialects) * COUNT(rates) * COUNT(lateness); i++) {
        truth_case race = { .dialect = dialects[i % 2],
                            .session = "race",
                            .laps = 4,
                            .cars = 12,
                            .seed = 100 + i,
                            .poses_every = rates[i / 2 % COUNT(rates)],
                            .late = lateness[i / 6 % 2] };
        truth_incidents seen = find_incidents(&race);
        assert_int_equal(seen.wrong_speed, 0);
        assert_int_equal(seen.negative_speeds, 0);
        assert_int_equal(seen.lost + seen.invented + seen.told_again, 0);
        assert_true(counts_touches(&seen));
        measured += seen.measured;
    }
    assert_true(measured > 30); /* else this tested nothing */
}

/* Cars that run side by side, or up to the edge of the road, have not left it. */
static void wide_lines_are_no_excursions(void **state)
{
    (void)state;
    size_t told = 0, invented = 0;
    for (uint64_t seed = 21; seed <= 28; seed++) {
        truth_case race = {
            .dialect = "r2", .session = "race", .laps = 6, .cars = 8, .seed = seed, .with = "abreast,wide"
        };
        truth_incidents seen = find_incidents(&race);
        told += seen.excursions;
        invented += seen.invented_excursions;
    }
    assert_true(told > 15);
    assert_true(invented <= 1);
}

/* The part of a recording as `incidents --clips` writes it, opened. */
static pdk_document *open_clip(const truth_run *run, const pdk_incident *incident, uint8_t **bytes)
{
    size_t size;
    cutting what = { .from = incident->time - 10, .to = incident->end_time + 15 };
    *bytes = cut_or_fail(run->document, &what, &size);
    return open_bytes_or_fail(*bytes, size);
}

static const pdk_incident *find_same(const pdk_document *clip, const pdk_incident *incident)
{
    size_t count = 0;
    pdk_error error;
    assert_ok(pdk_incident_count(clip, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_incident *other = pdk_incident_at(clip, i);
        if (memcmp(other->incident.data, incident->incident.data, incident->incident.size) == 0) return other;
    }
    fail_msg("the clip does not have incident %.*s", (int)incident->incident.size, incident->incident.data);
    return NULL;
}

static void compare_party(const pdk_incident_party *party, const pdk_incident_party *again)
{
    assert_int_equal(party->slot, again->slot);
    assert_int_equal(party->behind, again->behind);
    assert_memory_equal(&party->closing_speed, &again->closing_speed, sizeof(double));
    assert_memory_equal(&party->impact_speed, &again->impact_speed, sizeof(double));
    assert_memory_equal(&party->overlap, &again->overlap, sizeof(double));
    assert_memory_equal(&party->speed_before, &again->speed_before, sizeof(double));
}

/* Each contact of a race against the same in a clip of it; how many there are. */
static size_t compare_clips(const truth_case *race)
{
    truth_run run;
    pdk_error error;
    size_t count = 0, compared = 0;
    truth_begin(race, &run);
    assert_ok(pdk_incident_count(run.document, &count, &error), error);
    for (size_t k = 0; k < count; k++) {
        const pdk_incident *incident = pdk_incident_at(run.document, k);
        if (incident->kind != PDK_INCIDENT_CONTACT) continue;
        uint8_t *bytes;
        pdk_document *clip = open_clip(&run, incident, &bytes);
        const pdk_incident *again = find_same(clip, incident);
        assert_memory_equal(&incident->closing_speed, &again->closing_speed, sizeof(double));
        assert_memory_equal(&incident->x, &again->x, sizeof(double));
        assert_int_equal(incident->contacts, again->contacts);
        assert_int_equal(incident->party_count, again->party_count);
        for (uint32_t n = 0; n < incident->party_count; n++) {
            compare_party(pdk_incident_party_at(run.document, incident->first_party + n),
                          pdk_incident_party_at(clip, again->first_party + n));
        }
        compared++;
        pdk_close(clip);
        free(bytes);
    }
    truth_end(&run);
    return compared;
}

/* One incident has one measurement, in the race and in its clip: to the last bit. */
static void clips_measure_the_same(void **state)
{
    (void)state;
    static const char *const all[] = { "r2", "l" };
    size_t compared = 0;
    for (size_t i = 0; i < COUNT(all) * COUNT(rates); i++) {
        truth_case race = {
            .dialect = all[i % 2], .session = "race", .laps = 3, .cars = 8, .seed = 40 + i, .poses_every = rates[i / 2]
        };
        compared += compare_clips(&race);
    }
    assert_true(compared > 5);
}

/* So many poses that most are left out of the race's paths, and none of the clip's. */
static void clips_of_long_races_measure_the_same(void **state)
{
    (void)state;
    truth_case race = { .dialect = "r2", .session = "race", .laps = 5, .cars = 20, .seed = 21, .poses_every = 1 };
    assert_true(compare_clips(&race) > 5);
}

/* The usual lap of a driver: the median of the clean ones. */
static double usual_lap(const truth_run *run, size_t count, uint32_t slot)
{
    double times[64];
    size_t found = 0;
    for (size_t i = 0; i < count && found < COUNT(times); i++) {
        const pdk_lap *lap = pdk_lap_at(run->document, i);
        if (lap->slot == slot && lap->clean && isfinite(lap->lap_time)) times[found++] = lap->lap_time;
    }
    return pdk_median(times, found);
}

/* What a driver's incidents cost in a lap is what the lap lost, each second once. */
static void losses_add_up(void **state)
{
    (void)state;
    size_t several = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        truth_run run;
        truth_case race = { .dialect = "l", .session = "race", .laps = 8, .cars = 12, .seed = seed };
        pdk_error error;
        size_t count = 0, laps = 0;
        truth_begin(&race, &run);
        assert_ok(pdk_incident_count(run.document, &count, &error), error);
        assert_ok(pdk_lap_count(run.document, &laps, &error), error);
        for (size_t l = 0; l < laps; l++) {
            const pdk_lap *lap = pdk_lap_at(run.document, l);
            double sum = 0;
            size_t parts = 0;
            for (size_t i = 0; i < count; i++) {
                const pdk_incident *incident = pdk_incident_at(run.document, i);
                for (uint32_t k = 0; k < incident->party_count; k++) {
                    const pdk_incident_party *party = pdk_incident_party_at(run.document, incident->first_party + k);
                    if (party->slot != lap->slot || party->lap != lap->lap || isnan(party->time_lost)) continue;
                    sum += party->time_lost;
                    parts++;
                }
            }
            if (parts > 0) /* each is rounded to a millionth */
                assert_near(sum, lap->lap_time - usual_lap(&run, laps, lap->slot), (double)(parts + 2) * 1e-6);
            several += parts > 1;
        }
        truth_end(&run);
    }
    assert_true(several > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(contacts_are_measured),
                                        cmocka_unit_test(wide_lines_are_no_excursions),
                                        cmocka_unit_test(clips_measure_the_same),
                                        cmocka_unit_test(clips_of_long_races_measure_the_same),
                                        cmocka_unit_test(losses_add_up) };
    return cmocka_run_group_tests_name("incidents_truth", tests, NULL, NULL);
}
