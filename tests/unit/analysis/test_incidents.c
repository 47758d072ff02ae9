/* Incidents of sessions and poses written by hand: what happened is known. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driven_hand.h"
#include "support.h"

#define WALL PDK_SESSION_NONE
#define CONTACT(time_, slot_, other_, magnitude_)                                                   \
    {                                                                                               \
        .time = time_, .slot = slot_, .other = other_, .object = { "", 0 }, .magnitude = magnitude_ \
    }

static const pdk_session_driver drivers[] = { HAND_DRIVER(1, "Anna"), HAND_DRIVER(2, "Bert"), HAND_DRIVER(3, "Cleo") };
static const pdk_session_crossing no_crossings[1]; /* of which none count */

static pdk_session session_with(const pdk_session_contact *contacts, size_t count)
{
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, drivers, no_crossings);
    session.crossing_count = 0;
    session.green_time = 0;
    session.contacts = contacts;
    session.contact_count = count;
    return session;
}

typedef struct judged {
    pdk_document *source, *document;
    size_t count;
} judged;

static judged judge(const pdk_session *session, const hand_poses *poses, bool all, double gap)
{
    static const char *const names[] = { "incidents", "incident_parties", NULL };
    judged made = { .source = hand_driven(session, poses) };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.all_incidents = all;
    options.incident_gap = gap;
    pdk_error error;
    assert_ok(pdk_analyse(made.source, &options, &made.document, &error), error);
    assert_ok(pdk_incident_count(made.document, &made.count, &error), error);
    return made;
}

static void forget(judged *made)
{
    pdk_close(made->document);
    pdk_close(made->source);
}

static const pdk_incident *incident_of(const judged *made, size_t index, pdk_incident_kind kind)
{
    assert_true(index < made->count);
    const pdk_incident *incident = pdk_incident_at(made->document, index);
    assert_int_equal(incident->kind, kind);
    return incident;
}

static const pdk_incident_party *party_of(const judged *made, const pdk_incident *incident, uint32_t index)
{
    assert_true(index < incident->party_count);
    const pdk_incident_party *party = pdk_incident_party_at(made->document, (size_t)incident->first_party + index);
    assert_memory_equal(party->incident.data, incident->incident.data, incident->incident.size);
    return party;
}

/* Bert drives 6 m/s faster into Anna's tail at 10 s, and both continue at speeds between. */
static hand_poses rear_end(void)
{
    hand_poses poses = { 0 };
    hand_drive(&poses, (hand_pose){ .slot = 1, .x = 504.4 - 440 }, 10, 44, 0);
    hand_drive(&poses, (hand_pose){ .slot = 1, .time = 10, .x = 504.4 }, 20, 48, 0);
    hand_drive(&poses, (hand_pose){ .slot = 2, .x = 0 }, 10, 50, 0);
    hand_drive(&poses, (hand_pose){ .slot = 2, .time = 10, .x = 500 }, 20, 42, 0);
    hand_sort(&poses);
    return poses;
}

static void contact(void **state)
{
    (void)state;
    const pdk_session_contact contacts[] = { CONTACT(10, 1, 2, 381.5), CONTACT(10.02, 2, 1, 846.25) };
    pdk_session session = session_with(contacts, 2);
    hand_poses poses = rear_end();
    judged made = judge(&session, &poses, false, 0);
    assert_int_equal(made.count, 1);
    const pdk_incident *incident = incident_of(&made, 0, PDK_INCIDENT_CONTACT);
    assert_near(incident->time, 10, 0);
    assert_int_equal(incident->contacts, 1);
    assert_int_equal(incident->party_count, 2);
    assert_text(incident->kind_name, "contact");
    assert_text(incident->drivers, "Bert; Anna"); /* the one behind first */
    assert_near(incident->closing_speed, 6, 0.01);
    assert_near(incident->impact_speed, 6, 0.01);
    assert_near(incident->speed_change, -8, 0.01);
    assert_near(incident->magnitude, 846.25, 0);
    assert_near(incident->x, 502.2, 0.1);
    assert_true(isnan(incident->distance)); /* no laps, no track */
    const pdk_incident_party *bert = party_of(&made, incident, 0), *anna = party_of(&made, incident, 1);
    assert_text(bert->driver, "Bert");
    assert_int_equal(bert->behind, PDK_MAYBE_YES);
    assert_int_equal(anna->behind, PDK_MAYBE_NO);
    assert_near(bert->magnitude, 846.25, 0); /* each its own */
    assert_near(anna->magnitude, 381.5, 0);
    assert_near(bert->speed_before, 50, 0.01);
    assert_near(bert->speed_after, 42, 0.01);
    assert_near(anna->speed_after, 48, 0.01);
    assert_near(bert->overlap, 0.1, 0.02);
    assert_near(bert->stopped_duration, 0, 0);
    assert_near(bert->heading_change, 0, 1e-6);
    assert_int_equal(bert->spun, PDK_MAYBE_NO);
    assert_int_equal(bert->left_track, PDK_MAYBE_UNKNOWN); /* nothing shows where the track ends */
    assert_non_null(strstr(incident->unavailable.data, "excursions: "));
    forget(&made);
    hand_forget(&poses);
}

/* With every second pose, and a moment without any right before: the same. */
static void fewer_poses(void **state)
{
    (void)state;
    const pdk_session_contact contacts[] = { CONTACT(10.01, 2, 1, 1) };
    pdk_session session = session_with(contacts, 1);
    for (size_t every = 2; every <= 5; every++) {
        hand_poses poses = rear_end(), some = { 0 };
        for (size_t i = 0; i < poses.count; i++) {
            if (i / 2 % every == 0) hand_add(&some, poses.list[i]);
        }
        judged made = judge(&session, &some, false, 0);
        const pdk_incident *incident = incident_of(&made, 0, PDK_INCIDENT_CONTACT);
        assert_near(incident->closing_speed, 6, 0.3);
        assert_int_equal(party_of(&made, incident, 0)->slot, 2);
        forget(&made);
        hand_forget(&poses);
        hand_forget(&some);
    }
}

/* Into a wall at 20 s; it stands until 26. */
static void impact(void **state)
{
    (void)state;
    pdk_session_contact contacts[] = { CONTACT(20, 3, WALL, 12) };
    contacts[0].object = (pdk_text){ "immovable", 9 };
    pdk_session session = session_with(contacts, 1);
    hand_poses poses = { 0 };
    hand_drive(&poses, (hand_pose){ .slot = 3 }, 20, 30, 0);
    hand_drive(&poses, (hand_pose){ .slot = 3, .time = 20, .x = 600 }, 26, 0, 0);
    hand_drive(&poses, (hand_pose){ .slot = 3, .time = 26, .x = 600 }, 40, 25, 0);
    judged made = judge(&session, &poses, false, 0);
    const pdk_incident *incident = incident_of(&made, 0, PDK_INCIDENT_IMPACT);
    assert_int_equal(made.count, 1);
    assert_text(incident->objects, "immovable");
    assert_text(incident->drivers, "Cleo");
    assert_true(isnan(incident->closing_speed)); /* to what is not known */
    const pdk_incident_party *cleo = party_of(&made, incident, 0);
    assert_near(cleo->speed_before, 30, 0.01);
    assert_near(cleo->stopped_duration, 6, 0.05);
    assert_int_equal(cleo->behind, PDK_MAYBE_UNKNOWN);
    forget(&made);
    hand_forget(&poses);
}

/* A whole turn to the left in 1.5 s at 20 m/s. */
static void add_spin(hand_poses *poses, uint32_t slot, double time)
{
    hand_drive(poses, (hand_pose){ .slot = slot }, time, 20, 0);
    for (int i = 0; i < 75; i++) {
        double turned = 2 * 3.14159265358979 * i / 75;
        hand_add(poses, (hand_pose){ .time = time + i / 50.0,
                                     .x = 20 * (time + i / 50.0),
                                     .heading = atan2(sin(turned), cos(turned)),
                                     .slot = slot });
    }
    hand_drive(poses, (hand_pose){ .slot = slot, .time = time + 1.5, .x = 20 * (time + 1.5) }, time + 10, 20, 0);
}

static void spin(void **state)
{
    (void)state;
    pdk_session session = session_with(NULL, 0);
    hand_poses poses = { 0 };
    add_spin(&poses, 1, 30);
    judged made = judge(&session, &poses, false, 0);
    assert_int_equal(made.count, 1);
    const pdk_incident *incident = incident_of(&made, 0, PDK_INCIDENT_SPIN);
    assert_near(incident->time, 30, 0.2);
    assert_near(incident->end_time, 31.5, 0.2);
    assert_int_equal(incident->contacts, 0);
    const pdk_incident_party *anna = party_of(&made, incident, 0);
    assert_int_equal(anna->spun, PDK_MAYBE_YES);
    assert_near(anna->yaw_rate, 4.19, 0.02);
    assert_near(anna->heading_change, 6.283, 0.2);
    forget(&made);
    /* A second after a contact it belongs to it; three seconds after it does not. */
    for (int later = 1; later <= 3; later += 2) {
        const pdk_session_contact contacts[] = { CONTACT(30.0 - later, 1, 2, 1) };
        session = session_with(contacts, 1);
        made = judge(&session, &poses, false, 0);
        assert_int_equal(made.count, later == 1 ? 1 : 2);
        incident = incident_of(&made, 0, PDK_INCIDENT_CONTACT);
        assert_int_equal(party_of(&made, incident, 0)->spun, later == 1 ? PDK_MAYBE_YES : PDK_MAYBE_NO);
        if (later == 1) assert_near(incident->end_time, 31.5, 0.2);
        forget(&made);
    }
    hand_forget(&poses);
}

/* A car that only reverses does not spin; where noses point anywhere, no spin is reported. */
static void no_spin(void **state)
{
    (void)state;
    pdk_session session = session_with(NULL, 0);
    hand_poses poses = { 0 };
    add_spin(&poses, 1, 30);
    hand_drive(&poses, (hand_pose){ .slot = 2, .y = 50 }, 60, 20, 0);
    size_t begin = poses.count;
    hand_drive(&poses, (hand_pose){ .slot = 2, .time = 70, .y = 50 }, 90, -6, 0);
    for (size_t i = begin; i < poses.count; i++) poses.list[i].heading = 0;
    hand_sort(&poses);
    judged made = judge(&session, &poses, false, 0);
    assert_int_equal(made.count, 1);
    assert_int_equal(party_of(&made, incident_of(&made, 0, PDK_INCIDENT_SPIN), 0)->slot, 1);
    forget(&made);
    for (size_t i = 0; i < poses.count; i++) poses.list[i].heading += 1.2;
    const pdk_session_contact contacts[] = { CONTACT(29, 1, WALL, 1) };
    session = session_with(contacts, 1);
    made = judge(&session, &poses, false, 0);
    assert_int_equal(made.count, 1);
    const pdk_incident *incident = incident_of(&made, 0, PDK_INCIDENT_IMPACT);
    assert_int_equal(party_of(&made, incident, 0)->spun, PDK_MAYBE_UNKNOWN);
    assert_true(isnan(party_of(&made, incident, 0)->heading_change));
    assert_non_null(strstr(incident->unavailable.data, "spins: "));
    forget(&made);
    hand_forget(&poses);
}

/* Outside from 10 to 12 s with a moment inside, for 0.3 s at 20 s, and from 30 s on in the pits. */
static void excursion(void **state)
{
    (void)state;
    const pdk_session_pit pits[] = { { 29, 1, PDK_PIT_ENTERED }, { 39, 1, PDK_PIT_LEFT } };
    pdk_session session = session_with(NULL, 0);
    session.pits = pits;
    session.pit_count = 2;
    hand_poses poses = { .tells_off_track = true };
    hand_drive(&poses, (hand_pose){ .slot = 1 }, 40, 30, 0);
    for (size_t i = 0; i < poses.count; i++) {
        double time = poses.list[i].time;
        bool outside = (time >= 10 && time < 12 && !(time > 10.8 && time < 11.4)) || (time >= 20 && time < 20.3) ||
                       (time >= 30 && time < 35);
        poses.list[i].off_track = outside;
    }
    judged made = judge(&session, &poses, false, 0);
    assert_int_equal(made.count, 1);
    const pdk_incident *incident = incident_of(&made, 0, PDK_INCIDENT_OFF_TRACK);
    assert_near(incident->time, 10, 0.03);
    assert_near(incident->end_time, 12, 0.05);
    assert_text(incident->judged_by, "status");
    assert_int_equal(party_of(&made, incident, 0)->left_track, PDK_MAYBE_YES);
    assert_int_equal(party_of(&made, incident, 0)->unsafe_return, PDK_MAYBE_NO);
    forget(&made);
    hand_forget(&poses);
}

/* Anna comes back slowly, 20 m in front of Bert, who is fast; Bert passes her at arm's length. */
static void on_request(void **state)
{
    (void)state;
    pdk_session session = session_with(NULL, 0);
    hand_poses poses = { .tells_off_track = true };
    hand_drive(&poses, (hand_pose){ .slot = 1 }, 40, 20, 0);
    for (size_t i = 0; i < poses.count; i++)
        poses.list[i].off_track = poses.list[i].time > 17 && poses.list[i].time < 20;
    hand_drive(&poses, (hand_pose){ .slot = 2, .x = 400 - 20 - 40 * 20, .y = 2.4 }, 40, 40, 0);
    hand_sort(&poses);
    judged made = judge(&session, &poses, false, 0);
    assert_int_equal(made.count, 1); /* the excursion, which says that the return was unsafe */
    assert_int_equal(party_of(&made, incident_of(&made, 0, PDK_INCIDENT_OFF_TRACK), 0)->unsafe_return, PDK_MAYBE_YES);
    forget(&made);
    made = judge(&session, &poses, true, 0);
    assert_int_equal(made.count, 3);
    incident_of(&made, 0, PDK_INCIDENT_OFF_TRACK);
    const pdk_incident *incident = incident_of(&made, 1, PDK_INCIDENT_UNSAFE_RETURN);
    assert_near(incident->time, 20, 0.05);
    assert_text(incident->drivers, "Anna; Bert");
    incident = incident_of(&made, 2, PDK_INCIDENT_NEAR_MISS);
    assert_near(incident->time, 20.5, 0.6);
    assert_int_equal(incident->party_count, 2);
    assert_in_range((uint64_t)incident->closing_speed, 15, 20);
    forget(&made);
    /* In the pit lane cars queue. */
    const pdk_session_pit pits[] = {
        { 18, 1, PDK_PIT_ENTERED }, { 18, 2, PDK_PIT_ENTERED }, { 30, 1, PDK_PIT_LEFT }, { 30, 2, PDK_PIT_LEFT }
    };
    session.pits = pits;
    session.pit_count = 4;
    made = judge(&session, &poses, true, 0);
    for (size_t i = 0; i < made.count; i++)
        assert_int_not_equal(pdk_incident_at(made.document, i)->kind, PDK_INCIDENT_NEAR_MISS);
    forget(&made);
    /* Two that touch then have not missed each other. */
    const pdk_session_contact contacts[] = { CONTACT(21, 1, 2, 1) };
    session = session_with(contacts, 1);
    made = judge(&session, &poses, true, 0);
    for (size_t i = 0; i < made.count; i++)
        assert_int_not_equal(pdk_incident_at(made.document, i)->kind, PDK_INCIDENT_NEAR_MISS);
    forget(&made);
    hand_forget(&poses);
}

/* What a contact costs: places by the running order, and the race of a car that stays where it is. */
static void race(void **state)
{
    (void)state;
    const pdk_session_crossing crossings[] = {
        HAND_CROSSING(1, 100, 0, 0, 100), HAND_CROSSING(2, 101, 0, 0, 101), HAND_CROSSING(3, 102, 0, 0, 102),
        HAND_CROSSING(1, 200, 1, 0, 100), HAND_CROSSING(3, 203, 1, 0, 101), HAND_CROSSING(1, 300, 2, 0, 100),
        HAND_CROSSING(3, 304, 2, 0, 101), HAND_CROSSING(1, 400, 3, 0, 100), HAND_CROSSING(3, 405, 3, 0, 101),
    };
    static const uint32_t first[] = { 1, 2, 3 }, later[] = { 1, 3, 2 };
    const pdk_session_order orders[] = { { 5, first, 3 }, { 160, later, 3 } };
    const pdk_session_contact contacts[] = { CONTACT(150, 2, 3, 1), CONTACT(390, 1, WALL, 1) };
    pdk_session session = session_with(contacts, 2);
    session.crossings = crossings;
    session.crossing_count = sizeof crossings / sizeof crossings[0];
    session.orders = orders;
    session.order_count = 2;
    hand_poses poses = { 0 };
    hand_drive(&poses, (hand_pose){ .slot = 2 }, 150, 30, 0);
    hand_drive(&poses, (hand_pose){ .slot = 2, .time = 150, .x = 4500 }, 405, 0, 0);
    hand_drive(&poses, (hand_pose){ .slot = 3, .x = 10, .y = 2 }, 405, 30, 0);
    hand_sort(&poses);
    judged made = judge(&session, &poses, false, 0);
    const pdk_incident *incident = incident_of(&made, 0, PDK_INCIDENT_CONTACT);
    assert_int_equal(incident->lap, 2);
    assert_int_equal(incident->first_lap, PDK_MAYBE_NO);
    assert_int_equal(incident->last_lap, PDK_MAYBE_NO);
    for (uint32_t i = 0; i < 2; i++) {
        const pdk_incident_party *party = party_of(&made, incident, i);
        assert_int_equal(party->lap, 2);
        assert_int_equal(party->position_before, party->slot); /* as they run */
        if (party->slot == 3) {
            assert_int_equal(party->position_after, 2);
            assert_int_equal(party->positions_lost, -1);
            assert_int_equal(party->retired, PDK_MAYBE_NO);
        } else {
            assert_int_equal(party->positions_lost, INT32_MIN); /* it never ends the next lap */
            assert_int_equal(party->retired, PDK_MAYBE_YES);
            assert_near(party->stopped_duration, 255, 0.1);
        }
    }
    incident = incident_of(&made, 1, PDK_INCIDENT_IMPACT);
    assert_int_equal(incident->last_lap, PDK_MAYBE_YES);
    forget(&made);
    hand_forget(&poses);
}

/* A driver who is in no list and never moves is still a party; its name and all speeds are missing, and it says why. */
static void strangers(void **state)
{
    (void)state;
    const pdk_session_contact contacts[] = { CONTACT(10, 77, 4000000000U, NAN), CONTACT(50, 1, 77, NAN) };
    pdk_session session = session_with(contacts, 2);
    hand_poses poses = { 0 };
    hand_drive(&poses, (hand_pose){ .slot = 1 }, 20, 30, 0); /* gone at 50 s */
    hand_add(&poses, (hand_pose){ .slot = 1, .time = 20, .x = NAN });
    hand_add(&poses, (hand_pose){ .slot = 1, .time = NAN });
    judged made = judge(&session, &poses, true, 0);
    assert_int_equal(made.count, 2);
    const pdk_incident *incident = incident_of(&made, 0, PDK_INCIDENT_CONTACT);
    assert_text(incident->drivers, "slot 77; slot 4000000000");
    assert_null(party_of(&made, incident, 0)->driver.data);
    assert_true(isnan(incident->closing_speed) && isnan(incident->x) && isnan(incident->magnitude));
    assert_non_null(strstr(incident->unavailable.data, "positions: "));
    incident = incident_of(&made, 1, PDK_INCIDENT_CONTACT);
    assert_true(isnan(party_of(&made, incident, 0)->speed_before));
    assert_true(isnan(party_of(&made, incident, 0)->stopped_duration));
    forget(&made);
    hand_forget(&poses);
}

/* An id depends on who, when and what: not on the other incidents, nor on the party that is recorded first. */
static void ids(void **state)
{
    (void)state;
    pdk_session_contact contacts[] = { CONTACT(3, 3, WALL, 1), CONTACT(10, 1, 2, 1), CONTACT(50, 3, WALL, 1) };
    hand_poses poses = { 0 };
    pdk_session session = session_with(contacts, 3);
    judged all = judge(&session, &poses, false, 0);
    session = session_with(contacts + 1, 1);
    judged one = judge(&session, &poses, false, 0);
    contacts[1] = (pdk_session_contact)CONTACT(10, 2, 1, 7);
    session = session_with(contacts + 1, 1);
    judged turned = judge(&session, &poses, false, 0);
    contacts[1].time = 10.001;
    session = session_with(contacts + 1, 1);
    judged later = judge(&session, &poses, false, 0);
    pdk_text id = pdk_incident_at(all.document, 1)->incident;
    assert_int_equal(id.size, 12);
    assert_memory_equal(id.data, pdk_incident_at(one.document, 0)->incident.data, 12);
    assert_memory_equal(id.data, pdk_incident_at(turned.document, 0)->incident.data, 12);
    assert_memory_not_equal(id.data, pdk_incident_at(later.document, 0)->incident.data, 12);
    assert_memory_not_equal(id.data, pdk_incident_at(all.document, 0)->incident.data, 12);
    forget(&all);
    forget(&one);
    forget(&turned);
    forget(&later);
}

/* Contacts by the hundred thousand, of a thousand drivers, many of the same time: an answer, and each id once. */
static void many(void **state)
{
    (void)state;
    enum { COUNT = 300000, CARS = 1000 };
    pdk_session_contact *contacts = malloc(COUNT * sizeof *contacts);
    assert_non_null(contacts);
    hand_poses poses = { 0 };
    for (uint32_t car = 0; car < 40; car++) hand_drive(&poses, (hand_pose){ .slot = car, .y = car }, 5, 30, 0);
    hand_sort(&poses);
    for (int spread = 0; spread < 2; spread++) {
        for (size_t i = 0; i < COUNT; i++) {
            contacts[i] = (pdk_session_contact)CONTACT(spread == 0 ? (double)i * 1e-5 : (double)i,
                                                       (uint32_t)(i * 7919 % CARS), (uint32_t)(i * 104729 % CARS), 1);
        }
        pdk_session session = session_with(contacts, COUNT);
        judged made = judge(&session, &poses, true, spread == 0 ? 2 : 0.25);
        if (spread == 1) assert_in_range(made.count, COUNT, COUNT + CARS);
        const pdk_table *table = pdk_document_find_table(made.document, "incidents");
        pdk_text first;
        pdk_error error;
        assert_ok(pdk_table_read_column(table, 0, 0, 1, &first, &error), error);
        assert_int_equal(first.size, 12);
        forget(&made);
    }
    free(contacts);
    hand_forget(&poses);
}

/* Nothing moves and no contacts are recorded: no such answer, and why. */
static void none(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *data = synth_or_fail("tri", NULL, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    pdk_error error;
    assert_int_equal(pdk_incident_count(document, &count, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "analysis.motion");
    assert_null(pdk_incident_at(document, 0));
    assert_null(pdk_incident_party_at(document, 0));
    pdk_close(document);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contact),    cmocka_unit_test(fewer_poses), cmocka_unit_test(impact),
        cmocka_unit_test(spin),       cmocka_unit_test(no_spin),     cmocka_unit_test(excursion),
        cmocka_unit_test(on_request), cmocka_unit_test(race),        cmocka_unit_test(strangers),
        cmocka_unit_test(ids),        cmocka_unit_test(many),        cmocka_unit_test(none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
