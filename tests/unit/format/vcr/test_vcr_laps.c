/* What a replay says about its laps, byte by byte: counters that begin again, crossings that only begin a lap. */
#include <math.h>
#include <string.h>

#include "vcr_hand.h"

static uint32_t l(unsigned owner, unsigned size, unsigned type, unsigned flag)
{
    return owner | size << 8 | type << 17 | 10u << 26 | flag << 30;
}

/* A crossing of the line by slot 7, as L stores it. */
typedef struct told {
    float time, lap_time;
    unsigned lap;
} told;

static void metadata(hand *to, size_t pointer, unsigned slices, float end)
{
    static const char *const texts[] = {
        "{\"sceneDesc\":\"X\",\"session\":\"RACE\"}", "x.scn", "x.aiw", "X", "1.0", "beef", "C:/g"
    };
    set(to, pointer, to->fill, 4);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) text(to, texts[i], 4);
    zeros(to, 1);
    little(to, 10, 1);
    zeros(to, 67);
    little(to, 1, 4);
    little(to, 7, 1);
    text(to, "Eve", 1);
    for (int i = 0; i < 4; i++) text(to, "", 1);
    zeros(to, 16);
    f32(to, 0);
    f32(to, end);
    zeros(to, 4);
    little(to, slices, 4);
    little(to, 2 * slices, 4);
    f32(to, 0);
    f32(to, end);
    zeros(to, 8);
}

static pdk_document *replay(const told *crossings, unsigned count)
{
    static hand to;
    to.fill = 0;
    banner(&to, 0x80000008);
    size_t pointer = to.fill;
    zeros(&to, 8);
    for (unsigned i = 0; i < count; i++) {
        f32(&to, crossings[i].time);
        little(&to, 2, 2);
        size_t at = event(&to, l(7, 65, 15, 0), 65);
        place(&to, at + 41);
        at = event(&to, l(7, 21, 6, 3), 21);
        set_f32(&to, at, crossings[i].lap_time);
        set_f32(&to, at + 4, crossings[i].time);
        set(&to, at + 8, crossings[i].lap << 2, 2);
    }
    metadata(&to, pointer, count, crossings[count - 1].time);
    return open_bytes_or_fail(to.bytes, to.fill);
}

static void assert_laps(const pdk_document *document, const uint32_t *laps, const double *times, size_t wanted)
{
    size_t count;
    pdk_error error;
    if (pdk_lap_count(document, &count, &error) != PDK_OK) fail_msg("%s", error.message);
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(document, i);
        assert_int_equal(lap->lap, laps[i]);
        if (isnan(times[i])) assert_true(isnan(lap->lap_time));
        else if (!(fabs(lap->lap_time - times[i]) < 1e-3)) fail_msg("lap %u takes %g s", laps[i], lap->lap_time);
    }
}

/* Six bits end at 63; the numbers go on. */
static void test_wrap(void **state)
{
    (void)state;
    static const told crossings[] = {
        { 100, 90, 61 }, { 190, 90, 62 }, { 281, 91, 63 }, { 371, 90, 0 }, { 462, 91, 1 },
    };
    pdk_document *document = replay(crossings, 5);
    assert_laps(document, (const uint32_t[]){ 62, 63, 64, 65, 66 }, (const double[]){ 90, 90, 91, 90, 91 }, 5);
    pdk_close(document);
}

/* A session that was begun again counts from the start: 40 is not near the end of the counter. */
static void test_restart(void **state)
{
    (void)state;
    static const told crossings[] = {
        { 100, 90, 39 }, { 190, 90, 40 }, { 300, -1, 0 }, { 390, 90, 0 }, { 480, 90, 1 }
    };
    pdk_document *document = replay(crossings, 5);
    assert_laps(document, (const uint32_t[]){ 40, 41, 42, 1, 2 }, (const double[]){ 90, 90, NAN, 90, 90 }, 5);
    pdk_close(document);
}

/* -1 begins the first lap when the next crossing is of the same; otherwise it ends one that does not count. */
static void test_untimed(void **state)
{
    (void)state;
    static const told crossings[] = { { 10, -1, 0 }, { 100, 90, 0 }, { 195, -1, 1 }, { 285, 90, 2 } };
    pdk_document *document = replay(crossings, 4);
    assert_laps(document, (const uint32_t[]){ 1, 2, 3 }, (const double[]){ 90, 95, 90 }, 3);
    assert_int_equal(pdk_lap_at(document, 0)->source, PDK_LAP_SOURCE_STORED);
    assert_int_equal(pdk_lap_at(document, 1)->source, PDK_LAP_SOURCE_CROSSING);
    assert_true(pdk_lap_at(document, 1)->reasons & PDK_LAP_REASON_INVALID);
    assert_int_equal(pdk_lap_at(document, 0)->slot, 7);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_wrap), cmocka_unit_test(test_restart),
                                        cmocka_unit_test(test_untimed) };
    return cmocka_run_group_tests_name("vcr_laps", tests, NULL, NULL);
}
