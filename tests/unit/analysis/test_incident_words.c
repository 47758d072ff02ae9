/* The words of incidents, compared with the numbers beside them: each phrase of each incident of generated sessions,
 * and made up ones at the limits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/incident/incident_words.h"
#include "support.h"

static const double limit = 2 / 3.6; /* m/s */

static bool has(pdk_text text, const char *words)
{
    size_t length = strlen(words);
    for (size_t i = 0; i + length <= text.size; i++) {
        if (memcmp(text.data + i, words, length) == 0) return true;
    }
    return false;
}

/* Whether the words are there exactly where they are true. */
static void assert_said(pdk_text text, const char *words, bool is_true)
{
    if (has(text, words) != is_true)
        fail_msg("\"%s\" is %s: %.*s", words, is_true ? "missing" : "not true", (int)text.size, text.data);
}

static void assert_number(pdk_text text, const char *format, double number)
{
    char words[64];
    snprintf(words, sizeof words, format, number);
    assert_said(text, words, true);
}

/* ------------------------------------------------------------------------------------------- every phrase */

static void hold_incident(const pdk_incident *incident, const pdk_incident_party *parties)
{
    pdk_text said = incident->sentence;
    bool contact = incident->kind == PDK_INCIDENT_CONTACT, pair = incident->party_count > 1;
    double closing = parties[0].closing_speed, overlap = parties[0].overlap;
    bool rear = pair && parties[0].behind == PDK_MAYBE_YES && parties[1].behind == PDK_MAYBE_NO;
    bool ran_into = contact && rear && closing > limit && !(overlap >= 1);
    assert_true(said.size > 0 && said.data[said.size - 1] == '.');
    assert_said(said, "came from behind and ran into", ran_into);
    assert_said(said, "touched side by side", contact && pair && !ran_into && overlap >= 1);
    assert_said(said, "-", false); /* no number is negative, and no name here has one */
    assert_said(said, "nan", false);
    assert_said(said, " spun", incident->kind == PDK_INCIDENT_SPIN);
    bool off = incident->kind == PDK_INCIDENT_OFF_TRACK, band = has(incident->judged_by, "band");
    assert_said(said, "left the track", off && !band);
    assert_said(said, "beyond the line that others used by ", off && band);
    if (off && !isnan(incident->beyond)) assert_number(said, " by %.1f m", incident->beyond);
    assert_said(said, " hit ", incident->kind == PDK_INCIDENT_IMPACT);
    double told =
        incident->party_count == 2 || incident->kind == PDK_INCIDENT_NEAR_MISS ? incident->closing_speed : closing;
    bool closes = (contact || incident->kind == PDK_INCIDENT_NEAR_MISS) && told * 3.6 >= 0.5;
    assert_said(said, "closing at ", closes);
    if (closes) assert_number(said, "closing at %.0f km/h", told * 3.6);
    for (uint32_t i = 0; i < incident->party_count; i++) {
        assert_non_null(parties[i].driver.data);
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)parties[i].driver.size, parties[i].driver.data);
        assert_said(said, name, true);
    }
}

static void hold_party(const pdk_incident *incident, const pdk_incident_party *party)
{
    pdk_text said = party->sentence;
    assert_said(said, "was behind half a second before", party->behind == PDK_MAYBE_YES);
    assert_said(said, "spun", party->spun == PDK_MAYBE_YES);
    assert_said(said, "retired", party->retired == PDK_MAYBE_YES);
    assert_said(said, "came back in front", party->unsafe_return == PDK_MAYBE_YES);
    bool band = has(incident->judged_by, "band"), left = party->left_track == PDK_MAYBE_YES;
    assert_said(said, "left the track", left && !band);
    assert_said(said, "beyond the line that others used", left && band);
    assert_said(said, "stood ", party->stopped_duration >= 0.5);
    if (party->stopped_duration >= 0.5) assert_number(said, "stood %.1f s", party->stopped_duration);
    bool moved = party->positions_lost != INT32_MIN && party->positions_lost != 0;
    assert_said(said, "lost 1 place (", moved && party->positions_lost == 1);
    assert_said(said, "gained ", moved && party->positions_lost < 0);
    if (moved) assert_number(said, " %.0f place", fabs((double)party->positions_lost));
    assert_said(said, " s in this lap", party->time_lost >= 0.1);
    if (!isnan(party->speed_before)) assert_number(said, "%.0f km/h", party->speed_before * 3.6);
    if (!isnan(party->speed_after)) assert_number(said, " to %.0f km/h", party->speed_after * 3.6);
    bool why =
        party->behind == PDK_MAYBE_YES || party->spun == PDK_MAYBE_YES || left || party->retired == PDK_MAYBE_YES;
    assert_int_equal(party->reason.data != NULL, why);
}

static size_t hold_session(const char *dialect, const char *session, uint64_t seed, size_t *kinds)
{
    static const char *const names[] = { "incidents", "incident_parties", NULL };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.session = session;
    if (session[0] == 'r') options.laps = 6;
    else options.minutes = 6;
    options.cars = 12;
    options.seed = seed;
    options.poses_every = 5;
    size_t size, count;
    uint8_t *data = synth_or_fail("vcr", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size), *analysis = NULL;
    pdk_analysis_options wanted = PDK_ANALYSIS_OPTIONS_INIT;
    wanted.names = names;
    wanted.all_incidents = true;
    pdk_error error = { 0 };
    assert_ok(pdk_analyse(document, &wanted, &analysis, &error), error);
    assert_ok(pdk_incident_count(analysis, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_incident *incident = pdk_incident_at(analysis, i);
        const pdk_incident_party *parties = pdk_incident_party_at(analysis, (size_t)incident->first_party);
        hold_incident(incident, parties);
        for (uint32_t k = 0; k < incident->party_count; k++) hold_party(incident, &parties[k]);
        pdk_text cell = text_at(analysis, "incidents", "sentence", i);
        assert_true(cell.size == incident->sentence.size && memcmp(cell.data, incident->sentence.data, cell.size) == 0);
        kinds[incident->kind]++;
    }
    pdk_close(analysis);
    pdk_close(document);
    free(data);
    return count;
}

static void words_are_numbers(void **state)
{
    (void)state;
    static const char *const dialects[] = { "r2", "l", "r1" };
    size_t kinds[16] = { 0 };
    for (uint64_t seed = 0; seed < 9; seed++)
        assert_true(hold_session(dialects[seed % 3], seed < 7 ? "race" : "practice", 40 + seed, kinds) > 0);
    for (int kind = PDK_INCIDENT_CONTACT; kind <= PDK_INCIDENT_NEAR_MISS; kind++) assert_true(kinds[kind] > 0);
}

/* --------------------------------------------------------------------------------------------- at the limits */

#define NAME(text)            \
    {                         \
        text, sizeof text - 1 \
    }

static pdk_found_party party(uint32_t slot, uint8_t behind, double closing, double overlap)
{
    return (pdk_found_party){ .driver = NAME("Anna"),
                              .slot = slot,
                              .behind = behind,
                              .closing_speed = closing,
                              .overlap = overlap,
                              .speed_before = NAN,
                              .speed_after = NAN,
                              .heading_change = NAN,
                              .positions_lost = INT32_MIN,
                              .stopped_duration = NAN,
                              .time_lost = NAN,
                              .overlap_at_turn_in = NAN,
                              .throttle = NAN,
                              .brake = NAN,
                              .spun = PDK_MAYBE_UNKNOWN };
}

static void assert_contact(double closing, double overlap, bool repeats, const char *wanted)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_text_pool pool;
    pdk_text_pool_begin(&pool, &memory, &memory);
    pdk_found_incident incident = {
        .kind = PDK_INCIDENT_CONTACT, .party_count = 2, .closing_speed = closing, .speed_change = NAN, .beyond = NAN
    };
    pdk_found_party parties[2] = { party(1, PDK_MAYBE_YES, closing, overlap),
                                   party(2, PDK_MAYBE_NO, closing, overlap) };
    if (!repeats) parties[1].driver = (pdk_text)NAME("Bert");
    const uint32_t damage[2] = { 0 };
    pdk_put_incident_in_words(&pool, repeats, &incident, parties, damage);
    assert_false(pool.failed);
    assert_text(incident.sentence, wanted);
    pdk_text_pool_end(&pool);
    pdk_memory_destroy(&memory);
}

static void limits_are_kept(void **state)
{
    (void)state;
    assert_contact(3, 0.4, false, "Anna came from behind and ran into Bert, closing at 11 km/h.");
    assert_contact(0.56, 0.99, false, "Anna came from behind and ran into Bert, closing at 2 km/h.");
    assert_contact(0.55, 0.99, false, "Anna and Bert touched, closing at 2 km/h.");
    assert_contact(3, 1, false, "Anna and Bert touched side by side, closing at 11 km/h.");
    assert_contact(0, 2, false, "Anna and Bert touched side by side.");
    assert_contact(-2.6, 2, false, "Anna and Bert touched side by side.");
    assert_contact(-2.6, 0, false, "Anna and Bert touched.");
    assert_contact(NAN, NAN, false, "Anna and Bert touched.");
    assert_contact(3, NAN, true, "Anna (1) came from behind and ran into Anna (2), closing at 11 km/h.");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(words_are_numbers), cmocka_unit_test(limits_are_kept) };
    return cmocka_run_group_tests_name("incident_words", tests, NULL, NULL);
}
