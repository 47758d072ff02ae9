/* Everything that writes, with memory of the caller's that fails at call 1, 2, 3 ...: PDK_E_MEMORY, nothing left
 * behind, and where a call promises so, nothing written. */
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "jobs.h"

static size_t sweep(const writing_job *job)
{
    size_t wanted_size, failures = 0;
    uint8_t *wanted = run_or_fail(job, &wanted_size);
    for (size_t fail_at = 1;; fail_at = next_to_fail(fail_at, 300)) {
        failing state = { 0 };
        pdk_allocator allocator = failing_allocator(&state);
        pdk_document *document = open_for(job, &allocator);
        size_t live = state.live;
        state.calls = 0;
        state.fail_at = fail_at;
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        pdk_status status = job->run(job, document, &allocator, output, &error);
        if (state.live != live && !job->caches)
            fail_msg("%s, call %zu: %zu blocks are left", job->name, fail_at, state.live - live);
        bool failed = state.calls >= fail_at;
        if (failed) {
            if (status != PDK_E_MEMORY) print_message("%s, call %zu\n", job->name, fail_at);
            assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
            if (job->is_whole) assert_int_equal(pdk_output_position(output), 0);
            failures++;
        } else {
            assert_ok(status, error);
            pdk_bytes bytes = pdk_output_bytes(output);
            assert_true(bytes.size == wanted_size && memcmp(bytes.data, wanted, wanted_size) == 0);
        }
        pdk_output_close(output);
        pdk_close(document);
        if (state.live != 0) fail_msg("%s, call %zu: %zu blocks are left when closed", job->name, fail_at, state.live);
        assert_int_equal(state.bytes, 0);
        if (!failed) break;
    }
    free(wanted);
    return failures;
}

static void every_allocation_fails(void **unused)
{
    (void)unused;
    jobs *all = make_jobs(0);
    size_t swept = 0, failures = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (!all->list[i].takes_allocator) continue;
        size_t here = sweep(&all->list[i]);
        if (here == 0) print_message("%s needs no memory\n", all->list[i].name);
        swept++;
        failures += here;
    }
    print_message("%zu jobs failed in %zu ways\n", swept, failures);
    assert_true(swept > 45 && failures > failures_of(1000));
    free_jobs(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_allocation_fails) };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
