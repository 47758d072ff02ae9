/* Contacts folded and joined, without any motion. */
#include <math.h>
#include <stdlib.h>

#include "analysis/incident/incident_touches.h"
#include "support.h"

static pdk_memory memory;

static pdk_touches make(const pdk_session_contact *contacts, size_t count, double gap)
{
    pdk_touches touches;
    pdk_error error;
    pdk_memory_init(&memory, NULL, 0);
    assert_ok(pdk_touches_make(contacts, count, gap, &memory, &touches, &error), error);
    return touches;
}

#define CONTACT(time_, slot_, other_)                                                      \
    {                                                                                      \
        .time = time_, .slot = slot_, .other = other_, .object = { "", 0 }, .magnitude = 1 \
    }
#define WALL PDK_SESSION_NONE

/* All records of a pair within half a second of one by the car that recorded first are one contact; each party's
 * largest is kept. */
static void mirrors(void **state)
{
    (void)state;
    pdk_session_contact contacts[] = {
        CONTACT(10, 3, 7),    CONTACT(10.1, 3, 7), CONTACT(10.2, 7, 3),  CONTACT(10.3, 7, 3), CONTACT(10.4, 7, 3),
        CONTACT(10.55, 3, 7), CONTACT(11, 7, 3),   CONTACT(11.71, 3, 7), CONTACT(11.8, 7, 3),
    };
    contacts[1].magnitude = 5;
    contacts[3].magnitude = 7;
    pdk_touches touches = make(contacts, 9, 2);
    assert_int_equal(touches.count, 2);
    assert_int_equal(touches.all[0].record, 1);
    assert_int_equal(touches.all[0].mirror_record, 3);
    assert_near(touches.all[0].time, 10, 0);
    assert_near(touches.all[0].end, 10.55, 0); /* of the car that recorded first */
    assert_int_equal(touches.all[1].record, 7);
    assert_int_equal(touches.all[1].mirror_record, 8);
    assert_near(touches.all[1].end, 11.71, 0);
    assert_int_equal(touches.groups, 1);
    pdk_memory_destroy(&memory);
}

/* With an object as well: a car that is pushed along a wall. */
static void repeats(void **state)
{
    (void)state;
    const pdk_session_contact contacts[] = { CONTACT(10, 3, WALL), CONTACT(10.4, 3, WALL), CONTACT(10.5, 4, WALL),
                                             CONTACT(10.95, 3, WALL) };
    pdk_touches touches = make(contacts, 4, 2);
    assert_int_equal(touches.count, 3);
    assert_near(touches.all[0].end, 10.4, 0);
    assert_int_equal(touches.all[1].slot, 4);
    pdk_memory_destroy(&memory);
}

/* Half a second is the longest that two records of one contact are apart, and only of the same two cars. */
static void no_mirrors(void **state)
{
    (void)state;
    const pdk_session_contact contacts[] = { CONTACT(10, 1, 2), CONTACT(10, 2, 3), CONTACT(10.501, 2, 1),
                                             CONTACT(20, 1, 2), CONTACT(20.5, 2, 1) };
    pdk_touches touches = make(contacts, 5, 2);
    assert_int_equal(touches.count, 4);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(touches.all[i].mirror_record, PDK_SESSION_NONE);
    assert_int_equal(touches.all[3].mirror_record, 4);
    pdk_memory_destroy(&memory);
}

/* What shares a car within the gap is one incident, however long the chain; what does not is another at the same time.
 */
static void joining(void **state)
{
    (void)state;
    const pdk_session_contact contacts[] = {
        CONTACT(10, 1, 2),   CONTACT(10.5, 8, 9),  CONTACT(11.9, 2, 3), CONTACT(13.8, 3, WALL),
        CONTACT(15.9, 3, 4), CONTACT(16, 1, WALL), CONTACT(17, 4, 1),
    };
    pdk_touches touches = make(contacts, 7, 2);
    assert_int_equal(touches.groups, 3);
    const uint32_t groups[] = { 0, 1, 0, 0, 2, 2, 2 };
    for (uint32_t i = 0; i < 7; i++) assert_int_equal(touches.all[i].group, groups[i]);
    const uint32_t first[] = { 0, 3, 4, 7 }, order[] = { 0, 2, 3, 1, 4, 5, 6 };
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(touches.first[i], first[i]);
    for (uint32_t i = 0; i < 7; i++) assert_int_equal(touches.order[i], order[i]);
    pdk_memory_destroy(&memory);
    touches = make(contacts, 7, 2.2); /* the chain continues through car 3 */
    assert_int_equal(touches.groups, 2);
    assert_int_equal(touches.all[6].group, 0);
    pdk_memory_destroy(&memory);
    touches = make(contacts, 7, 0.5);
    assert_int_equal(touches.groups, 7);
    pdk_memory_destroy(&memory);
}

/* A car that hits itself hit something; without a time there is no contact; none at all is fine. */
static void odd(void **state)
{
    (void)state;
    const pdk_session_contact contacts[] = { CONTACT(NAN, 1, 2), CONTACT(5, 6, 6), CONTACT(INFINITY, 1, 2),
                                             CONTACT(4, 6, 1), CONTACT(-3, 1, 6) /* not in order */ };
    pdk_touches touches = make(contacts, 5, 2);
    assert_int_equal(touches.count, 2);
    assert_int_equal(touches.all[0].other, PDK_SESSION_NONE);
    assert_int_equal(touches.all[1].mirror_record, 4);
    pdk_memory_destroy(&memory);
    touches = make(NULL, 0, 2);
    assert_int_equal(touches.count, 0);
    assert_int_equal(touches.groups, 0);
    assert_int_equal(touches.first[0], 0);
    pdk_memory_destroy(&memory);
}

/* Against a plain search: each pair of touches that share a car within the gap is in one group, and nothing else is. */
static void as_a_search(void **state)
{
    (void)state;
    enum { COUNT = 400 };
    static pdk_session_contact contacts[COUNT];
    uint64_t random = 12345;
    double time = 0;
    for (size_t i = 0; i < COUNT; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        time += (double)(random >> 40) / (1 << 24) * 1.2;
        contacts[i] = (pdk_session_contact)CONTACT(time, (uint32_t)(random >> 20 & 15), (uint32_t)(random >> 30 & 15));
    }
    pdk_touches touches = make(contacts, COUNT, 2);
    static uint32_t label[COUNT];
    for (uint32_t i = 0; i < touches.count; i++) label[i] = i;
    for (bool changed = true; changed;) { /* labels spread until nothing changes */
        changed = false;
        for (uint32_t a = 0; a < touches.count; a++) {
            for (uint32_t b = 0; b < a; b++) {
                const pdk_touch *one = &touches.all[a], *two = &touches.all[b];
                bool share = one->slot == two->slot || one->slot == two->other ||
                             (one->other != PDK_SESSION_NONE && (one->other == two->slot || one->other == two->other));
                if (!share || one->time - two->end > 2 || label[a] == label[b]) continue;
                label[a] = label[b] = label[a] < label[b] ? label[a] : label[b];
                changed = true;
            }
        }
    }
    for (uint32_t a = 0; a < touches.count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            assert_int_equal(label[a] == label[b], touches.all[a].group == touches.all[b].group);
        }
    }
    pdk_memory_destroy(&memory);
}

/* Millions of contacts of a thousand cars, all at once and spread out. */
static void many(void **state)
{
    (void)state;
    enum { COUNT = 2000000, CARS = 1000 };
    pdk_session_contact *contacts = malloc(COUNT * sizeof *contacts);
    assert_non_null(contacts);
    for (size_t i = 0; i < COUNT; i++) {
        contacts[i] = (pdk_session_contact)CONTACT(7, (uint32_t)(i * 7919 % CARS), (uint32_t)(i * 104729 % CARS));
    }
    pdk_touches touches = make(contacts, COUNT, 2);
    assert_in_range(touches.groups, 1, CARS);
    pdk_memory_destroy(&memory);
    for (size_t i = 0; i < COUNT; i++) contacts[i].time = (double)i * 3;
    touches = make(contacts, COUNT, 2);
    assert_int_equal(touches.groups, COUNT); /* far apart: none folded, none joined */
    pdk_memory_destroy(&memory);
    free(contacts);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(mirrors),    cmocka_unit_test(repeats),
                                        cmocka_unit_test(no_mirrors), cmocka_unit_test(joining),
                                        cmocka_unit_test(odd),        cmocka_unit_test(as_a_search),
                                        cmocka_unit_test(many) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
