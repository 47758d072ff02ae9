/* Calls that make files themselves, with memory that fails at call 1, 2, 3 ... and disks that are full: the right
 * status, and every file whole or not there. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "failing.h"
#include "jobs.h"

static filing_jobs *all;
static char folder[] = "/tmp/paddock-faults-XXXXXX";

static int make(void **unused)
{
    (void)unused;
    all = make_filing_jobs();
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int clear(void **unused)
{
    (void)unused;
    free_filing_jobs(all);
    return rmdir(folder);
}

static void make_wanted(const filing_job *job, folder_files *wanted)
{
    pdk_error error = { 0 };
    empty_folder(folder, NULL); /* what a test left that failed before */
    assert_ok(run_filing(job, NULL, folder, &error), error);
    read_folder(folder, wanted);
    assert_true(wanted->count > 0);
    assert_int_equal(empty_folder(folder, wanted), wanted->count);
}

static size_t step(size_t fail_at)
{
    return fail_at < 200 ? fail_at + 1 : fail_at + fail_at / 16;
}

static void every_allocation_fails(void **unused)
{
    (void)unused;
    assert_true(all->count > 20);
    size_t failures = 0;
    for (size_t i = 0; i < all->count; i++) {
        const filing_job *job = &all->list[i];
        folder_files wanted;
        make_wanted(job, &wanted);
        for (size_t fail_at = 1;; fail_at = step(fail_at)) {
            failing memory = { .fail_at = fail_at };
            pdk_allocator allocator = failing_allocator(&memory);
            pdk_error error = { 0 };
            pdk_status status = run_filing(job, &allocator, folder, &error);
            bool failed = memory.calls >= fail_at;
            if (failed != (status != PDK_OK)) print_message("%s, call %zu\n", job->name, fail_at);
            if (failed) assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
            else assert_ok(status, error);
            size_t there = empty_folder(folder, &wanted);
            assert_true(failed ? there == 0 || !job->together : there == wanted.count);
            assert_true(memory.live == 0 && memory.bytes == 0);
            if (!failed) break;
            failures++;
        }
        free_folder(&wanted);
    }
    print_message("%zu jobs failed in %zu ways\n", all->count, failures);
    assert_true(failures > 500);
}

/* Room for a part of the largest file: with several, the small ones are complete when it fails. */
static void disks_are_full(void **unused)
{
    (void)unused;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < all->count; i++) {
        const filing_job *job = &all->list[i];
        folder_files wanted;
        make_wanted(job, &wanted);
        size_t largest = 0;
        for (size_t k = 0; k < wanted.count; k++) largest = wanted.sizes[k] > largest ? wanted.sizes[k] : largest;
        size_t rooms[] = { 0, 10, largest / 2, largest - 1 };
        for (size_t k = 0; k < 4; k++) {
            struct rlimit buffer = { rooms[k], before.rlim_max };
            pdk_error error = { 0 };
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &buffer), 0);
            pdk_status status = run_filing(job, NULL, folder, &error);
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
            if (status != PDK_E_IO) print_message("%s, room for %zu bytes\n", job->name, rooms[k]);
            assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
            size_t there = empty_folder(folder, &wanted);
            if (there == wanted.count || (there > 0 && job->together)) {
                fail_msg("%s, room for %zu bytes: %zu of %zu files are there", job->name, rooms[k], there,
                         wanted.count);
            }
        }
        free_folder(&wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(disks_are_full),
    };
    return cmocka_run_group_tests_name("faults of files", tests, make, clear);
}
