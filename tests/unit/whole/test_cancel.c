/* Everything that can be had of a recording can be ended soon: progress is called often enough on the way, and when it
 * asks to stop, the call stops. Time is compared with that of the whole. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "busy.h"
#include "support.h"
#include "works.h"

typedef struct watch {
    clock_t begin, last;
    clock_t longest; /* between two calls */
    unsigned calls, stop_after;
} watch;

static void tick(watch *seen)
{
    clock_t now = clock();
    if (now - seen->last > seen->longest) seen->longest = now - seen->last;
    seen->last = now;
}

static bool on_progress(void *user, uint64_t done, uint64_t total)
{
    watch *seen = user;
    (void)done;
    (void)total;
    tick(seen);
    return ++seen->calls != seen->stop_after;
}

static pdk_status do_it(size_t work, const uint8_t *bytes, size_t size, watch *seen)
{
    pdk_error error;
    pdk_document *document = open_bytes_or_fail(bytes, size);
    const work_call call = { .document = document, .progress = on_progress, .progress_user = seen };
    seen->begin = seen->last = clock();
    pdk_status status = work_do(work, &call, &error);
    tick(seen);
    pdk_close(document);
    return status;
}

/* What takes no time need not ask. The largest part without a question is a few percent of what is long. */
static bool is_heard(const watch *seen)
{
    clock_t whole = seen->last - seen->begin;
    return whole < CLOCKS_PER_SEC / 25 || (seen->calls >= 3 && seen->longest * 10 < whole * 8);
}

/* Stopped on the way, and done then as if it had not been asked for before. How often threads call differs. */
static void stop_early(size_t work, const uint8_t *bytes, size_t size, unsigned calls)
{
    pdk_error error;
    watch seen = { .stop_after = (calls + 3) / 4 };
    pdk_document *document = open_bytes_or_fail(bytes, size);
    work_call call = { .document = document, .progress = on_progress, .progress_user = &seen };
    pdk_status status = work_do(work, &call, &error);
    if (seen.calls < seen.stop_after) assert_ok(status, error);
    else assert_int_equal(status, PDK_E_CANCELLED);
    call.progress = NULL;
    assert_ok(work_do(work, &call, &error), error);
    pdk_close(document);
}

static void everything_can_be_stopped(void **state)
{
    (void)state;
    static const busy race = { 12, 60, 12, 50, 4, 30 };
    size_t size, failed = 0;
    uint8_t *bytes = busy_replay(&race, &size);
    for (size_t work = 0; work_name(work) != NULL; work++) {
        watch seen;
        bool done = true, heard = false;
        for (int round = 0; round < 3 && done && !heard; round++) { /* the best counts: a machine can be busy */
            seen = (watch){ .calls = 0 };
            done = do_it(work, bytes, size, &seen) == PDK_OK;
            heard = is_heard(&seen);
        }
        if (!done) continue;
        if (!heard)
            printf("  %s: %g s, %u calls, %g s without one\n", work_name(work),
                   (double)(seen.last - seen.begin) / CLOCKS_PER_SEC, seen.calls,
                   (double)seen.longest / CLOCKS_PER_SEC);
        failed += !heard;
        if (seen.calls > 0) stop_early(work, bytes, size, seen.calls);
    }
    free(bytes);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(everything_can_be_stopped) };
    return cmocka_run_group_tests_name("cancel", tests, NULL, NULL);
}
