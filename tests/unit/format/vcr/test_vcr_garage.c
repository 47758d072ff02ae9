/* Le Mans Ultimate: which cars are put into the garage, where its events alone do not say it; and visits to the lane
 * that no event records. */
#include <math.h>
#include <string.h>

#include "format/vcr/vcr_session.h"
#include "vcr_hand.h"

enum { CAR = 7, JUMPER = 8, SECONDS = 20, JUMPS_AT = 10, PRACTICE = 1, RACE = 10, POSE = 65, PIT = 2 };

static uint32_t l(unsigned session, unsigned owner, unsigned size, unsigned type, unsigned flag)
{
    return owner | size << 8 | type << 17 | session << 26 | flag << 30;
}

/* Seconds in which poses have the flag of the pit lane; from = to: in none. */
typedef struct flags {
    unsigned car_from, car_to, jumper_from, jumper_to;
} flags;

static unsigned add_pose(hand *to, unsigned session, unsigned slot, float x, bool in_lane)
{
    size_t at = event(to, l(session, slot, POSE, 9, 0), POSE);
    if (in_lane) set(to, at + 38, 1U << 7, 1);
    set_f32(to, at + 41, x);
    return 1;
}

static unsigned add_code(hand *to, unsigned session, unsigned slot, unsigned code)
{
    size_t at = event(to, l(session, slot, 1, PIT, 0), 1);
    set(to, at, code, 1);
    return 1;
}

/* A stop of one car with code 21 in it, and a car that is put elsewhere at code 21. */
static unsigned add_events(hand *to, unsigned session, unsigned second)
{
    if (second == 8) return add_code(to, session, CAR, 34);
    if (second == 9) return add_code(to, session, CAR, 18) + add_code(to, session, CAR, 36);
    if (second == 10) return add_code(to, session, CAR, 21) + add_code(to, session, JUMPER, 21);
    if (second == 12) return add_code(to, session, CAR, 16);
    if (second == 14) event(to, l(session, CAR, 5, 15, 3), 5); /* of a type that is unknown in L */
    if (second == 15) return add_code(to, session, JUMPER, 16);
    return second == 14;
}

static void add_slices(hand *to, unsigned session, const flags *in, unsigned *events)
{
    for (unsigned second = 0; second < SECONDS; second++) {
        f32(to, (float)second);
        size_t count_at = to->fill;
        little(to, 0, 2);
        bool car_in = second >= in->car_from && second < in->car_to,
             jumper_in = second >= in->jumper_from && second < in->jumper_to;
        unsigned count = add_pose(to, session, CAR, 10.0f * (float)second, car_in);
        count += add_pose(to, session, JUMPER, second < JUMPS_AT ? 10.0f * (float)second : 5000, jumper_in);
        count += add_events(to, session, second);
        set(to, count_at, count, 2);
        *events += count;
    }
}

static pdk_document *make(hand *to, unsigned session, const flags *in)
{
    unsigned events = 0;
    *to = (hand){ .fill = 0 };
    banner(to, 0x80000008);
    size_t pointer = to->fill;
    zeros(to, 8);
    add_slices(to, session, in, &events);
    set(to, pointer, to->fill, 4);
    static const char *const texts[] = { "{\"sceneDesc\":\"X\"}", "x.scn", "x.aiw", "X", "1.0", "beef", "C:/g" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) text(to, texts[i], 4);
    zeros(to, 1);
    little(to, session, 1);
    zeros(to, 67);
    little(to, 2, 4);
    for (unsigned i = 0; i < 2; i++) {
        if (i > 0) zeros(to, 3);
        little(to, CAR + i, 1);
        static const char *const names[] = { "Ann", "Eve" };
        text(to, names[i], 1);
        for (unsigned k = 0; k < 4; k++) text(to, "32", 1);
        zeros(to, 16);
        f32(to, 0);
        f32(to, SECONDS - 1);
    }
    zeros(to, 4);
    little(to, SECONDS, 4);
    little(to, events, 4);
    f32(to, 0);
    f32(to, SECONDS - 1);
    zeros(to, 8);
    return open_bytes_or_fail(to->bytes, to->fill);
}

typedef struct wanted_pit {
    double time;
    uint32_t slot;
    pdk_session_pit_kind kind;
} wanted_pit;

static void assert_pits(unsigned session_byte, flags in, const wanted_pit *wanted, size_t count)
{
    static hand file;
    pdk_document *document = make(&file, session_byte, &in);
    pdk_memory memory;
    pdk_error error = { 0 };
    pdk_session session = pdk_session_unknown();
    pdk_memory_init(&memory, NULL, 0);
    assert_ok(pdk_vcr_read_session(document, &memory, &session, &error), error);
    assert_int_equal(session.pit_count, count);
    for (size_t i = 0; i < count; i++) {
        assert_true(session.pits[i].time == wanted[i].time);
        assert_int_equal(session.pits[i].slot, wanted[i].slot);
        if (session.pits[i].kind != wanted[i].kind)
            fail_msg("at %g: %d, not %d", wanted[i].time, (int)session.pits[i].kind, (int)wanted[i].kind);
    }
    pdk_memory_destroy(&memory);
    pdk_close(document);
}

/* The box is left; a car that jumps is in the garage; the exit of a car in the lane is one from the lane. */
static void in_a_race(void **state)
{
    (void)state;
    static const wanted_pit wanted[] = {
        { 8, CAR, PDK_PIT_ENTERED },         { 9, CAR, PDK_PIT_STOPPED },    { 9, CAR, PDK_PIT_SERVICE },
        { 10, CAR, PDK_PIT_SERVICE_END },    { 10, JUMPER, PDK_PIT_GARAGE }, { 12, CAR, PDK_PIT_LEFT },
        { 15, JUMPER, PDK_PIT_GARAGE_LEFT },
    };
    assert_pits(RACE, (flags){ 0 }, wanted, sizeof wanted / sizeof wanted[0]);
}

static void in_practice(void **state)
{
    (void)state;
    static const wanted_pit wanted[] = {
        { 8, CAR, PDK_PIT_ENTERED },         { 9, CAR, PDK_PIT_STOPPED },    { 9, CAR, PDK_PIT_SERVICE },
        { 10, CAR, PDK_PIT_GARAGE },         { 10, JUMPER, PDK_PIT_GARAGE }, { 12, CAR, PDK_PIT_GARAGE_LEFT },
        { 15, JUMPER, PDK_PIT_GARAGE_LEFT },
    };
    assert_pits(PRACTICE, (flags){ 0 }, wanted, sizeof wanted / sizeof wanted[0]);
}

/* Events of the lane that are lost are taken from the flags of poses; those that are there stay. */
static void what_events_do_not_tell(void **state)
{
    (void)state;
    static const wanted_pit wanted[] = {
        { 1.5, JUMPER, PDK_PIT_ENTERED }, { 4.5, JUMPER, PDK_PIT_LEFT }, { 8, CAR, PDK_PIT_ENTERED },
        { 9, CAR, PDK_PIT_STOPPED },      { 9, CAR, PDK_PIT_SERVICE },   { 10, CAR, PDK_PIT_SERVICE_END },
        { 10, JUMPER, PDK_PIT_GARAGE },   { 12, CAR, PDK_PIT_LEFT },     { 15, JUMPER, PDK_PIT_GARAGE_LEFT },
    };
    assert_pits(RACE, (flags){ 8, 12, 2, 5 }, wanted, sizeof wanted / sizeof wanted[0]);
    static const wanted_pit came_in[] = {
        { 8, CAR, PDK_PIT_ENTERED },         { 9, CAR, PDK_PIT_STOPPED },       { 9, CAR, PDK_PIT_SERVICE },
        { 10, CAR, PDK_PIT_SERVICE_END },    { 10, JUMPER, PDK_PIT_GARAGE },    { 12, CAR, PDK_PIT_LEFT },
        { 15, JUMPER, PDK_PIT_GARAGE_LEFT }, { 17.5, JUMPER, PDK_PIT_ENTERED },
    };
    assert_pits(RACE, (flags){ 8, 12, 18, SECONDS }, came_in, sizeof came_in / sizeof came_in[0]);
}

/* A flag that is never set where the events say that a car is in the lane means something else. */
static void flags_that_contradict_events(void **state)
{
    (void)state;
    static const wanted_pit wanted[] = {
        { 8, CAR, PDK_PIT_ENTERED },         { 9, CAR, PDK_PIT_STOPPED },    { 9, CAR, PDK_PIT_SERVICE },
        { 10, CAR, PDK_PIT_SERVICE_END },    { 10, JUMPER, PDK_PIT_GARAGE }, { 12, CAR, PDK_PIT_LEFT },
        { 15, JUMPER, PDK_PIT_GARAGE_LEFT },
    };
    assert_pits(RACE, (flags){ 0, 0, 2, 5 }, wanted, sizeof wanted / sizeof wanted[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_a_race), cmocka_unit_test(in_practice),
                                        cmocka_unit_test(what_events_do_not_tell),
                                        cmocka_unit_test(flags_that_contradict_events) };
    return cmocka_run_group_tests_name("vcr_garage", tests, NULL, NULL);
}
