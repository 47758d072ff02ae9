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

static void everything_hears_soon(void **state)
{
    (void)state;
    static const busy race = { 12, 60, 12, 10, 4, 30 };
    size_t size, failed = 0;
    uint8_t *bytes = busy_replay(&race, &size);
    for (size_t work = 0; work_name(work) != NULL; work++) {
        watch seen = { .calls = 0 };
        pdk_status status = do_it(work, bytes, size, &seen);
        double whole = (double)(seen.last - seen.begin) / CLOCKS_PER_SEC, longest = (double)seen.longest / CLOCKS_PER_SEC;
        printf("  %s: %g s, %u calls, at most %g s between (%.0f %%) %d\n", work_name(work), whole, seen.calls, longest, 100*longest/whole, status);
    }
    free(bytes);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(everything_hears_soon) };
    return cmocka_run_group_tests_name("cancel", tests, NULL, NULL);
}
