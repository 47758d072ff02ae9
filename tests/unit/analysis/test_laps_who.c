/* Who drove: persons of laps, stints and results, of a session written by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "session_hand.h"
#include "support.h"

#define TEXT(text)             \
    {                          \
        text, sizeof(text) - 1 \
    }

static const pdk_session_driver drivers[] = { { .slot = 3,
                                                .name = TEXT("Anna"),
                                                .co_driver = TEXT("Bert"),
                                                .vehicle = { "", 0 },
                                                .team = TEXT("North"),
                                                .number = TEXT("007"),
                                                .class_name = TEXT("GT3"),
                                                .entry_time = NAN,
                                                .exit_time = NAN },
                                              HAND_DRIVER(4, "Cleo") };
static const pdk_session_crossing crossings[] = {
    HAND_CROSSING(3, 100, 0, 0, 100), HAND_CROSSING(4, 101, 0, 0, 101), HAND_CROSSING(3, 200, 1, 0, 100),
    HAND_CROSSING(4, 201, 1, 0, 100), HAND_CROSSING(3, 300, 2, 0, 100), HAND_CROSSING(4, 301, 2, 0, 100),
};

static pdk_document *with_changes(pdk_session *session, const pdk_session_change *changes, size_t count)
{
    *session = (pdk_session)HAND_SESSION(PDK_SESSION_RACE, drivers, crossings);
    session->green_time = 0;
    session->end_time = 350;
    session->changes = changes;
    session->change_count = count;
    return hand_document(session);
}

static void assert_word(pdk_text text, const char *expected)
{
    if (expected == NULL) {
        assert_null(text.data);
        return;
    }
    if (text.size != strlen(expected) || memcmp(text.data, expected, text.size) != 0)
        fail_msg("\"%.*s\", not \"%s\"", (int)text.size, text.data != NULL ? text.data : "", expected);
}

/* `expected`: of laps 1 to 3 of the first driver, then of the second. */
static void assert_who(const pdk_document *document, const char *const expected[6])
{
    size_t count = 0, seen = 0;
    pdk_error error;
    assert_ok(pdk_lap_count(document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(document, i);
        if (lap->lap > 3) continue;
        assert_word(lap->drivers, expected[lap->entry * 3 + lap->lap - 1]);
        seen++;
    }
    assert_int_equal(seen, 6);
}

static void nobody_changes(void **state)
{
    pdk_session session;
    (void)state;
    pdk_document *document = with_changes(&session, NULL, 0);
    assert_who(document, (const char *const[]){ NULL, NULL, NULL, NULL, NULL, NULL });
    pdk_close(document);
}

static void one_takes_over(void **state)
{
    static const pdk_session_change changes[] = { { 150, 3, TEXT("Bert") } };
    pdk_session session;
    (void)state;
    pdk_document *document = with_changes(&session, changes, 1);
    assert_who(document, (const char *const[]){ "Anna", "Anna; Bert", "Bert", "Cleo", "Cleo", "Cleo" });
    pdk_close(document);
}

/* At the line; back again in the same lap; somebody whom nobody names; and a slot that nobody has. */
static void in_every_way(void **state)
{
    static const pdk_session_change changes[] = { { 100, 3, TEXT("Bert") },
                                                  { 120, 9, TEXT("Nobody") },
                                                  { 150, 3, TEXT("Anna") },
                                                  { 160, 3, TEXT("Bert") },
                                                  { 210, 4, TEXT("") } };
    pdk_session session;
    (void)state;
    pdk_document *document = with_changes(&session, changes, sizeof changes / sizeof changes[0]);
    assert_who(document, (const char *const[]){ "Anna", "Bert; Anna", "Bert", "Cleo", "Cleo", "Cleo" });
    size_t count = 0;
    pdk_error error;
    assert_ok(pdk_lap_count(document, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(document, i);
        if (lap->entry == 1 && lap->lap == 4) assert_word(lap->drivers, NULL);
    }
    pdk_close(document);
}

/* A hostile file changes drivers without end: a lap names four of them. */
static void no_more_than_four(void **state)
{
    enum { CHANGES = 2000 };
    static pdk_session_change changes[CHANGES];
    static const pdk_text names[] = { TEXT("Bert"), TEXT("Cora"), TEXT("Dora"), TEXT("Emil"), TEXT("Fritz") };
    pdk_session session;
    (void)state;
    for (size_t i = 0; i < CHANGES; i++)
        changes[i] = (pdk_session_change){ 110 + (double)i * 0.01, 3, names[i % (sizeof names / sizeof names[0])] };
    pdk_document *document = with_changes(&session, changes, CHANGES);
    assert_who(document, (const char *const[]){ "Anna", "Anna; Bert; Cora; Dora", "Fritz", "Cleo", "Cleo", "Cleo" });
    pdk_close(document);
}

static void entries_are_told(void **state)
{
    pdk_session session;
    size_t count = 0;
    pdk_error error;
    (void)state;
    pdk_document *document = with_changes(&session, NULL, 0);
    assert_ok(pdk_result_count(document, &count, &error), error);
    assert_int_equal(count, 2);
    const pdk_result *anna = pdk_result_at(document, 0), *cleo = pdk_result_at(document, 1);
    assert_word(anna->driver, "Anna");
    assert_word(anna->co_driver, "Bert");
    assert_word(anna->team, "North");
    assert_word(anna->number, "007");
    assert_word(anna->class_name, "GT3");
    assert_word(cleo->co_driver, NULL);
    assert_word(cleo->team, NULL);
    assert_word(cleo->number, NULL);
    assert_word(cleo->class_name, NULL);
    assert_ok(pdk_lap_count(document, &count, &error), error);
    assert_word(pdk_lap_at(document, 0)->team, "North");
    assert_word(pdk_lap_at(document, 0)->number, "007");
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(nobody_changes), cmocka_unit_test(one_takes_over),
                                        cmocka_unit_test(in_every_way), cmocka_unit_test(no_more_than_four),
                                        cmocka_unit_test(entries_are_told) };
    return cmocka_run_group_tests_name("laps_who", tests, NULL, NULL);
}
