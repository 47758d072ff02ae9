/* What a game says of drivers by events that only their names explain, held against what happened: who did not finish,
 * was disqualified or kicked, and where the cars contradict that. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        const pdk_result *result = pdk_result_info(run->document, i);
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

static void statuses_are_those_that_happened(void **state)
{
    static const char *const kinds[] = { "dnf", "dnf_taken_back", "disqualified", "kicked" };
    size_t seen[4] = { 0 }, contradicted = 0;
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
        size_t happened[4] = { 0 };
        for (size_t k = 0; k < run.log->notices.count; k++) {
            const pdk_log_notice *notice = PDK_LOG_AT(pdk_log_notice, run.log->notices, k);
            const pdk_result *result = result_of(&run, notice->car);
            happened[notice->kind] += is_told(of.dialect, notice->kind);
            bool wrong = is_contradicted(&run, of.dialect, notice->car);
            assert_int_equal((result->reasons & PDK_RESULT_DROVE_ON) != 0, wrong);
            assert_int_equal(result->reasons & PDK_RESULT_IGNORED, 0);
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

/* Walls that only an impact tells of, of which no contact knows. */
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
                const pdk_incident *incident = pdk_incident_info(run.document, n);
                for (uint32_t p = 0; p < incident->party_count; p++) {
                    const pdk_incident_party *party =
                        pdk_incident_party_info(run.document, (size_t)incident->first_party + p);
                    met |= party->slot == run.first_slot + contact->parties[0].car &&
                           incident->time <= contact->time + 0.1 && incident->end_time >= contact->time - 0.1 &&
                           party->object.data != NULL && memcmp(party->object.data, "wall", 4) == 0;
                }
            }
            assert_true(met);
            happened++;
        }
        for (size_t n = 0; n < count; n++) found += pdk_incident_info(run.document, n)->kind == PDK_INCIDENT_IMPACT;
        assert_true(found <= happened);
        walls += happened;
        truth_end(&run);
    }
    assert_true(walls > SEEDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses_are_those_that_happened),
        cmocka_unit_test(only_events_say_who_was_disqualified),
        cmocka_unit_test(walls_are_impacts),
    };
    return cmocka_run_group_tests_name("notices", tests, NULL, NULL);
}
