/* Everything that can be had of a recording takes about eight times as long where there is eight times as much: of
 * laps, of incidents, of drivers, of rows. PADDOCK_GROWTH=8 makes all recordings so much longer. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "busy.h"
#include "support.h"
#include "works.h"

typedef struct shape {
    const char *name;
    busy small, large;
} shape;

/* 8 times of each, and whatever else grows with it. */
static const shape shapes[] = {
    { "laps", { 2, 60, 12, 4, 0, 0 }, { 2, 480, 12, 4, 0, 0 } },
    { "tiny laps", { 2, 200, 1, 4, 0, 0 }, { 2, 1600, 1, 4, 0, 0 } },
    { "contacts", { 4, 40, 13, 4, 4, 0 }, { 4, 320, 13, 4, 4, 0 } },
    { "visits", { 2, 50, 12, 4, 0, 4 }, { 2, 400, 12, 4, 0, 4 } },
    { "drivers", { 12, 8, 12, 4, 0, 0 }, { 96, 8, 12, 4, 0, 0 } },
    { "rows", { 2, 4, 60, 8, 0, 0 }, { 2, 4, 60, 64, 0, 0 } },
};
enum { SHAPES = sizeof shapes / sizeof shapes[0], ROUNDS = 3, MOST = 24 /* times; a square would be 64 */ };

static unsigned factor(void)
{
    const char *wanted = getenv("PADDOCK_GROWTH");
    return wanted != NULL ? (unsigned)atoi(wanted) : 1;
}

static bool shows_all(void)
{
    return getenv("PADDOCK_GROWTH") != NULL;
}

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static double seconds_once(size_t work, const pdk_document *document, pdk_status *status)
{
    pdk_error error;
    const work_call call = { .document = document };
    double begin = processor_seconds();
    *status = work_do(work, &call, &error);
    return processor_seconds() - begin;
}

/* The least of `rounds`. What the document keeps is there already, unless the work is to make that. */
static double seconds_of(size_t work, const uint8_t *bytes, size_t size, int rounds, pdk_status *status)
{
    double least = 1e9;
    pdk_document *document = open_bytes_or_fail(bytes, size);
    if (!work_is_kept(work)) seconds_once(work, document, status);
    for (int round = 0; round < rounds; round++) {
        if (work_is_kept(work) && round > 0) {
            pdk_close(document);
            document = open_bytes_or_fail(bytes, size);
        }
        double taken = seconds_once(work, document, status);
        if (taken < least) least = taken;
    }
    pdk_close(document);
    return least;
}

static busy times(busy one)
{
    one.laps *= factor();
    return one;
}

static void everything_is_linear(void **state)
{
    (void)state;
    size_t failed = 0;
    for (size_t s = 0; s < SHAPES; s++) {
        busy small = times(shapes[s].small), large = times(shapes[s].large);
        size_t sizes[2];
        uint8_t *bytes[2] = { busy_replay(&small, &sizes[0]), busy_replay(&large, &sizes[1]) };
        for (size_t work = 0; work_name(work) != NULL; work++) {
            pdk_status status[2];
            double one = 0, eight = 1;
            /* Where it is too much, again: a machine can be busy. */
            for (int try = 0; try < 4 && eight >= MOST * (one + 0.001) / (try < 2 ? 2 : 1); try++) {
                int rounds = try == 0 ? 1 : ROUNDS;
                one = seconds_of(work, bytes[0], sizes[0], rounds, &status[0]);
                eight = seconds_of(work, bytes[1], sizes[1], rounds, &status[1]);
            }
            bool bad = eight > MOST * (one + 0.001);
            if (bad || shows_all())
                printf("  %s, %s: %g s, then %g s%s%s\n", shapes[s].name, work_name(work), one, eight,
                       bad ? ": TOO MUCH" : "", status[0] != PDK_OK && status[1] != PDK_OK ? " (refused)" : "");
            failed += bad;
        }
        free(bytes[0]);
        free(bytes[1]);
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(everything_is_linear) };
    return cmocka_run_group_tests_name("growth", tests, NULL, NULL);
}
