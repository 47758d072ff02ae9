/* What a game says about drivers in events that only their names explain, compared with what happened: who did not
 * finish, was disqualified or kicked, and where the cars contradict that. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/vcr/vcr_calibrate.h"
#include "format/vcr/vcr_synth.h"
#include "support.h"
#include "truth_case.h"

static const char *const dialects[] = { "r1", "r2", "l" };
enum { SEEDS = 4 };

/* Can this dialect say it? */
static bool is_told(const char *dialect, pdk_log_notice_kind kind)
{
    if (strcmp(dialect, "l") == 0) return kind == PDK_LOG_NOTICE_DISQUALIFIED;
    return strcmp(dialect, "r1") == 0 || kind == PDK_LOG_NOTICE_DNF || kind == PDK_LOG_NOTICE_DISQUALIFIED;
}

static const pdk_result *result_of(const truth_run *run, uint32_t car)
{
    size_t count;
    pdk_error error = { 0 };
    assert_ok(pdk_result_count(run->document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_result *result = pdk_result_at(run->document, i);
        if (result->slot == run->first_slot + car) return result;
    }
    fail_msg("slot %u is in no result", run->first_slot + car);
    return NULL;
}

/* A rumour that nobody takes back is contradicted by the car; one that is taken back leaves nothing. */
static bool is_contradicted(const truth_run *run, const char *dialect, uint32_t car)
{
    bool said = false;
    for (size_t i = 0; i < run->log->notices.count; i++) {
        const pdk_log_notice *notice = PDK_LOG_AT(pdk_log_notice, run->log->notices, i);
        if (notice->car != car || !is_told(dialect, notice->kind)) continue;
        said = notice->kind == PDK_LOG_NOTICE_DNF && !notice->is_true;
    }
    return said;
}

static size_t count_notices(const truth_run *run, const char *kind)
{
    size_t found = 0;
    for (uint64_t i = 0; i < table_rows(run->document, "notices"); i++) {
        pdk_text text = text_at(run->document, "notices", "kind", i);
        found += text.size == strlen(kind) && memcmp(text.data, kind, text.size) == 0;
    }
    return found;
}

/* Laps of drivers who gave up are as good as any; those of the disqualified are not. Returns how many there are of
 * these. */
static size_t laps_of_the_disqualified(const truth_run *run)
{
    size_t count, found = 0;
    pdk_error error = { 0 };
    assert_ok(pdk_lap_count(run->document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(run->document, i);
        const pdk_result *result = result_of(run, lap->slot - run->first_slot);
        bool said = (lap->reasons & PDK_LAP_REASON_DISQUALIFIED) != 0;
        assert_int_equal(said, result->status == PDK_RESULT_DISQUALIFIED);
        found += said;
    }
    return found;
}

static void statuses_are_those_that_happened(void **state)
{
    static const char *const kinds[] = { "dnf", "dnf_taken_back", "disqualified", "kicked" };
    size_t seen[4] = { 0 }, contradicted = 0, void_laps = 0;
    (void)state;
    for (uint64_t i = 0; i < SEEDS * 3; i++) {
        truth_case of = {
            .dialect = dialects[i % 3], .session = "race", .laps = 5, .cars = 16, .seed = 60 + i / 3, .with = "status"
        };
        truth_run run;
        truth_results results;
        truth_begin(&of, &run);
        truth_look_at_results(&run, &results);
        assert_int_equal(results.wrong_status, 0);
        void_laps += laps_of_the_disqualified(&run);
        size_t happened[4] = { 0 };
        for (size_t k = 0; k < run.log->notices.count; k++) {
            const pdk_log_notice *notice = PDK_LOG_AT(pdk_log_notice, run.log->notices, k);
            const pdk_result *result = result_of(&run, notice->car);
            happened[notice->kind] += is_told(of.dialect, notice->kind);
            if (notice->kind == PDK_LOG_NOTICE_DISQUALIFIED) assert_int_equal(result->status, PDK_RESULT_DISQUALIFIED);
            bool wrong = is_contradicted(&run, of.dialect, notice->car);
            assert_int_equal((result->reasons & PDK_RESULT_REASON_DROVE_ON) != 0, wrong);
            assert_int_equal(result->reasons & PDK_RESULT_REASON_IGNORED, 0);
            contradicted += wrong;
        }
        for (size_t k = 0; k < 4; k++) {
            assert_int_equal(count_notices(&run, kinds[k]), happened[k]);
            seen[k] += happened[k];
        }
        truth_end(&run);
    }
    for (size_t k = 0; k < 4; k++) assert_true(seen[k] > 0);
    assert_true(contradicted > 0);
    assert_true(void_laps > 0);
}

/* Of R1 no other event says who was disqualified: without notices it is not known. */
static void only_events_say_who_was_disqualified(void **state)
{
    (void)state;
    for (int told = 0; told < 2; told++) {
        truth_case of = { .dialect = "r1",
                          .session = "race",
                          .laps = 5,
                          .cars = 16,
                          .seed = 61,
                          .with = "status",
                          .without = told ? NULL : "notices" };
        truth_run run;
        size_t out = 0;
        truth_begin(&of, &run);
        for (uint32_t car = 0; car < of.cars; car++) out += result_of(&run, car)->status == PDK_RESULT_DISQUALIFIED;
        assert_int_equal(out > 0, told);
        truth_end(&run);
    }
}

/* Walls that only an impact shows, and no contact. */
static void walls_are_impacts(void **state)
{
    size_t walls = 0;
    (void)state;
    for (uint64_t i = 0; i < SEEDS * 2; i++) {
        truth_case of = { .dialect = dialects[1 + i % 2],
                          .session = "race",
                          .laps = 5,
                          .cars = 12,
                          .seed = 70 + i,
                          .with = "damage",
                          .late = i % 4 < 2 ? 0 : 0.06 };
        truth_run run;
        pdk_error error = { 0 };
        size_t count, happened = 0, found = 0;
        truth_begin(&of, &run);
        assert_ok(pdk_incident_count(run.document, &count, &error), error);
        for (size_t k = 0; k < run.log->contacts.count; k++) {
            const pdk_log_contact *contact = PDK_LOG_AT(pdk_log_contact, run.log->contacts, k);
            if (!contact->with_wall) continue;
            bool met = false;
            for (size_t n = 0; n < count && !met; n++) {
                const pdk_incident *incident = pdk_incident_at(run.document, n);
                for (uint32_t p = 0; p < incident->party_count; p++) {
                    const pdk_incident_party *party =
                        pdk_incident_party_at(run.document, (size_t)incident->first_party + p);
                    met |= party->slot == run.first_slot + contact->parties[0].car &&
                           incident->time <= contact->time + 0.1 && incident->end_time >= contact->time - 0.1 &&
                           party->object.data != NULL && memcmp(party->object.data, "wall", 4) == 0;
                }
            }
            assert_true(met);
            happened++;
        }
        for (size_t n = 0; n < count; n++) found += pdk_incident_at(run.document, n)->kind == PDK_INCIDENT_IMPACT;
        assert_true(found <= happened);
        walls += happened;
        truth_end(&run);
    }
    assert_true(walls > SEEDS);
}

/* -------------------------------------------------------------------------------------------- formation lap */

/* It is lap 0, has no time, and the race is counted and timed as if it were not there; R1 has no event for it. */
static void formation_laps_are_no_laps(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 4; i++) {
        truth_case of = {
            .dialect = dialects[1 + i % 2], .session = "race", .laps = 3, .cars = 8, .seed = 90 + i, .with = "formation"
        };
        truth_run run;
        truth_laps laps;
        truth_results results;
        size_t count, formation = 0;
        pdk_error error = { 0 };
        truth_begin(&of, &run);
        truth_look_at_laps(&run, truth_pose_interval(&of), &laps);
        truth_look_at_results(&run, &results);
        assert_int_equal(laps.missing + laps.invented + laps.wrong_time + laps.wrong_kind, 0);
        assert_int_equal(results.wrong_laps + results.wrong_time + !results.winner_is_right, 0);
        assert_ok(pdk_lap_count(run.document, &count, &error), error);
        for (size_t k = 0; k < count; k++) {
            const pdk_lap *lap = pdk_lap_at(run.document, k);
            assert_int_equal(lap->kind == PDK_LAP_FORMATION, lap->lap == 0);
            if (lap->lap > 0) continue;
            formation++;
            assert_true(isnan(lap->lap_time) && !lap->clean && !lap->best && lap->position == UINT32_MAX);
            assert_true(lap->end_time >= run.log->green - 0.1);
        }
        assert_true(formation >= 6);
        truth_end(&run);
    }
}

/* ------------------------------------------------------------------------------------------------- damage */

static const char *const part_names[] = {
    "front left wheel", "front right wheel", "rear left wheel", "rear right wheel", "front wing",
    "rear wing",        "piece of the body", "engine",          "suspension"
};
enum { PARTS = sizeof part_names / sizeof part_names[0] };

static bool has_word(pdk_text text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.size; i++) {
        if (memcmp(text.data + i, word, length) == 0) return true;
    }
    return false;
}

/* Wheels, wings and pieces have a bit in poses of R1 and R2; engine and suspension an event in R2 and L. */
static bool is_part_told(const char *dialect, pdk_log_part part)
{
    return part <= PDK_LOG_PART_DEBRIS ? strcmp(dialect, "l") != 0 : strcmp(dialect, "r1") != 0;
}

/* The party of the car whose incident is about then and has this part; NULL = none. */
static const pdk_incident_party *party_with(const truth_run *run, const pdk_log_damage *damage)
{
    size_t count;
    pdk_error error = { 0 };
    assert_ok(pdk_incident_count(run->document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_incident *incident = pdk_incident_at(run->document, i);
        if (incident->time - 2.1 > damage->time || incident->end_time + 2.1 < damage->time) continue;
        for (uint32_t k = 0; k < incident->party_count; k++) {
            const pdk_incident_party *party = pdk_incident_party_at(run->document, (size_t)incident->first_party + k);
            bool is_it =
                party->slot == run->first_slot + damage->car && has_word(party->damage, part_names[damage->part]);
            if (is_it) return party;
        }
    }
    return NULL;
}

/* Parts that parties have, of those the log can have. */
static size_t count_parts(const truth_run *run)
{
    size_t found = 0;
    const pdk_incident_party *party;
    for (size_t i = 0; (party = pdk_incident_party_at(run->document, i)) != NULL; i++) {
        for (size_t part = 0; part < PARTS; part++) found += has_word(party->damage, part_names[part]);
    }
    return found;
}

static void lost_parts_are_those_that_happened(void **state)
{
    size_t seen[PARTS] = { 0 };
    (void)state;
    for (uint64_t i = 0; i < SEEDS * 3; i++) {
        truth_case of = {
            .dialect = dialects[i % 3], .session = "race", .laps = 5, .cars = 14, .seed = 80 + i, .with = "damage"
        };
        truth_run run;
        size_t told = 0;
        truth_begin(&of, &run);
        for (size_t k = 0; k < run.log->damages.count; k++) {
            const pdk_log_damage *damage = PDK_LOG_AT(pdk_log_damage, run.log->damages, k);
            if (!is_part_told(of.dialect, damage->part)) continue;
            const pdk_incident_party *party = party_with(&run, damage);
            if (party == NULL)
                fail_msg("%s, seed %d: car %u lost its %s at %g", of.dialect, (int)of.seed, damage->car,
                         part_names[damage->part], damage->time);
            bool bits = damage->part <= PDK_LOG_PART_DEBRIS;
            assert_true(has_word(party->reason, bits ? "is a guess" : "an event says so"));
            assert_true(has_word(party->sentence, part_names[damage->part]) || damage->part == PDK_LOG_PART_DEBRIS);
            seen[damage->part]++;
            told++;
        }
        assert_true(count_parts(&run) <= told); /* the same part twice within an incident is said once */
        truth_end(&run);
    }
    assert_true(seen[PDK_LOG_PART_FRONT_WING] > 0 && seen[PDK_LOG_PART_REAR_WING] > 0 &&
                seen[PDK_LOG_PART_ENGINE] > 0 && seen[PDK_LOG_PART_SUSPENSION] > 0 && seen[PDK_LOG_PART_DEBRIS] > 0);
    assert_true(seen[PDK_LOG_PART_WHEEL_FRONT_LEFT] + seen[PDK_LOG_PART_WHEEL_FRONT_RIGHT] > 0);
}

/* A race whose bits are set while a part is fixed, or when it is lost. */
static pdk_document *race_with_bits(bool set_is_fixed, uint8_t **bytes)
{
    pdk_vcr_calibration list = { 0 };
    pdk_vcr_list_readings(&list);
    pdk_vcr_variation variation = { .set_is_fixed = set_is_fixed };
    for (size_t i = 0; i < list.count && variation.layout.info == NULL; i++) {
        if (list.trials[i].layout.dialect == PDK_VCR_R2) variation.layout = list.trials[i].layout;
    }
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.session = "race";
    options.laps = 4;
    options.cars = 14;
    options.seed = 81;
    options.poses_every = 5;
    options.with = "damage";
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    size_t size;
    assert_ok(pdk_vcr_synth_variation(&variation, &options, output, &error), error);
    *bytes = take_bytes(output, &size);
    return open_bytes_or_fail(*bytes, size);
}

/* No source says which of both is true, so both must come to the same. */
static void either_meaning_of_a_bit_is_read(void **state)
{
    (void)state;
    uint8_t *bytes[2];
    pdk_document *documents[2];
    size_t counts[2], damaged = 0;
    pdk_error error = { 0 };
    for (int i = 0; i < 2; i++) {
        documents[i] = race_with_bits(i == 1, &bytes[i]);
        assert_ok(pdk_incident_count(documents[i], &counts[i], &error), error);
    }
    assert_int_equal(counts[0], counts[1]);
    const pdk_incident_party *one, *other;
    for (size_t i = 0; (one = pdk_incident_party_at(documents[0], i)) != NULL; i++) {
        other = pdk_incident_party_at(documents[1], i);
        assert_int_equal(one->damage.size, other->damage.size);
        if (one->damage.size > 0) assert_memory_equal(one->damage.data, other->damage.data, one->damage.size);
        damaged += one->damage.size > 0;
    }
    assert_true(damaged > 0);
    for (int i = 0; i < 2; i++) {
        pdk_close(documents[i]);
        free(bytes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses_are_those_that_happened),
        cmocka_unit_test(only_events_say_who_was_disqualified),
        cmocka_unit_test(walls_are_impacts),
        cmocka_unit_test(formation_laps_are_no_laps),
        cmocka_unit_test(lost_parts_are_those_that_happened),
        cmocka_unit_test(either_meaning_of_a_bit_is_read),
    };
    return cmocka_run_group_tests_name("notices", tests, NULL, NULL);
}
