/* Contacts during an incident: those of its own cars belong to it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "analysis/incident/incident_draft.h"

enum { CARS = 6 };

typedef struct fixture {
    pdk_memory memory;
    pdk_incident_drafts drafts;
} fixture;

static void begin(fixture *made)
{
    const pdk_allocator allocator = { 0 };
    pdk_memory_init(&made->memory, &allocator, 0);
    made->drafts.incidents = pdk_vector_of(&made->memory, sizeof(pdk_incident_draft));
    made->drafts.parties = pdk_vector_of(&made->memory, sizeof(pdk_party_draft));
}

/* Cars of a text, "02": 0 and 2. */
static void add(fixture *made, double from, double to, const char *cars, double magnitude)
{
    pdk_incident_draft *draft =
        pdk_add_draft(&made->drafts, cars[1] != '\0' ? PDK_INCIDENT_CONTACT : PDK_INCIDENT_IMPACT, from, to);
    assert_non_null(draft);
    draft->contacts = 1;
    for (; *cars != '\0'; cars++) {
        uint32_t number = pdk_add_party(&made->drafts, (uint32_t)(*cars - '0'), from, from);
        assert_true(number != PDK_NUMBER_NONE);
        pdk_party_draft *party = (pdk_party_draft *)made->drafts.parties.items + number;
        party->contacts = 1;
        party->magnitude = magnitude;
    }
}

static const pdk_incident_draft *join(fixture *made, size_t expected)
{
    assert_true(pdk_join_drafts(&made->drafts, 2, CARS, &made->memory));
    assert_int_equal(made->drafts.incidents.count, expected);
    return made->drafts.incidents.items;
}

static void touch_again_while_one_is_off(void **state)
{
    (void)state;
    fixture made;
    begin(&made);
    add(&made, 10, 16, "01", 5); /* one of them is back at 16 */
    add(&made, 15, 15, "10", 7);
    add(&made, 17, 17, "1", NAN); /* and into the wall */
    const pdk_incident_draft *drafts = join(&made, 1);
    assert_int_equal(drafts[0].contacts, 3);
    assert_int_equal(drafts[0].kind, PDK_INCIDENT_CONTACT);
    assert_float_equal(drafts[0].to, 17, 0);
    const pdk_party_draft *parties = (pdk_party_draft *)made.drafts.parties.items + drafts[0].first_party;
    assert_int_equal(parties[0].contacts, 2);
    assert_int_equal(parties[1].contacts, 3);
    assert_float_equal(parties[0].magnitude, 7, 0);
    assert_float_equal(parties[1].magnitude, 7, 0);
    assert_float_equal(parties[0].to, 15, 0);
    assert_float_equal(parties[1].to, 17, 0);
    pdk_memory_destroy(&made.memory);
}

static void others_and_later_ones_stay_apart(void **state)
{
    (void)state;
    fixture made;
    begin(&made);
    add(&made, 10, 16, "01", 5);
    add(&made, 12, 12, "02", 5);     /* 2 comes in from outside */
    add(&made, 14, 14, "01", 5);     /* during the first, and in spite of the second */
    add(&made, 18.5, 18.5, "01", 5); /* 2.5 s after it */
    add(&made, 19, 19, "34", 5);
    const pdk_incident_draft *drafts = join(&made, 4);
    assert_int_equal(drafts[0].contacts, 2);
    assert_float_equal(drafts[1].from, 12, 0);
    assert_float_equal(drafts[2].from, 18.5, 0);
    assert_float_equal(drafts[3].from, 19, 0);
    pdk_memory_destroy(&made.memory);
}

/* However many there are at once, nothing is lost, and what is remembered of each car stays small. */
static void many_at_once(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    fixture made;
    begin(&made);
    for (int i = 0; i < MANY; i++) {
        const char cars[] = { '0', (char)('1' + i % 4), '\0' };
        add(&made, i * 0.001, 1000 + i, cars, 1);
    }
    assert_true(pdk_join_drafts(&made.drafts, 2, CARS, &made.memory));
    const pdk_incident_draft *drafts = made.drafts.incidents.items;
    uint32_t contacts = 0;
    for (size_t i = 0; i < made.drafts.incidents.count; i++) contacts += drafts[i].contacts;
    assert_int_equal(contacts, MANY);
    assert_int_equal(made.drafts.incidents.count, 4);
    pdk_memory_destroy(&made.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touch_again_while_one_is_off),
        cmocka_unit_test(others_and_later_ones_stay_apart),
        cmocka_unit_test(many_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
