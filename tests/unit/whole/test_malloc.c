/* Everything that writes, and opening, with libc's own malloc failing at call 1, 2, 3 ... for every caller: outputs,
 * libdeflate, libpng, the C library. The call fails with PDK_E_MEMORY or does without; nothing leaks, no half file. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failing.h"
#include "jobs.h"

/* ------------------------------------------------------------------------- in the place of libc's, for all libraries
 */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *pointer);

static struct {
    bool armed;
    _Atomic size_t calls; /* writers of pictures use several threads */
    size_t fail_at;
    _Atomic long live;
} watch;

/* POSIX promises errno, and the C library relies on it when it makes a thread. */
static bool refuses(void)
{
    if (!watch.armed || ++watch.calls != watch.fail_at) return false;
    errno = ENOMEM;
    return true;
}

static void *count(void *pointer)
{
    if (watch.armed && pointer != NULL) watch.live++;
    return pointer;
}

void *malloc(size_t size)
{
    return refuses() ? NULL : count(__libc_malloc(size));
}
void *calloc(size_t items, size_t size)
{
    return refuses() ? NULL : count(__libc_calloc(items, size));
}
void *aligned_alloc(size_t alignment, size_t size)
{
    return refuses() ? NULL : count(__libc_memalign(alignment, size));
}

void *realloc(void *pointer, size_t size)
{
    if (refuses()) return NULL;
    void *moved = __libc_realloc(pointer, size);
    return pointer == NULL ? count(moved) : moved;
}

int posix_memalign(void **pointer, size_t alignment, size_t size)
{
    if (refuses()) return 12; /* ENOMEM */
    *pointer = count(__libc_memalign(alignment, size));
    return *pointer != NULL ? 0 : 12;
}

void free(void *pointer)
{
    if (watch.armed && pointer != NULL) watch.live--;
    __libc_free(pointer);
}

static void arm(size_t fail_at)
{
    watch.calls = 0;
    watch.fail_at = fail_at;
    watch.live = 0;
    watch.armed = true;
}

/* --------------------------------------------------------------------------------------------------- writing */

static char folder[] = "/tmp/paddock-malloc-XXXXXX";

static size_t files(void)
{
    size_t seen = 0;
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) seen += entry->d_name[0] != '.';
    closedir(entries);
    return seen;
}

/* The document is opened before, or here where the job leaves something in it. */
static pdk_status write_file(const writing_job *job, const pdk_document *document, const char *path, pdk_error *error)
{
    pdk_output *output = NULL;
    pdk_document *own = NULL;
    pdk_status status = job->caches ? pdk_open_memory(job->data, job->size, NULL, &own, error) : PDK_OK;
    if (status == PDK_OK) status = pdk_output_file(path, &output, error);
    if (status == PDK_OK) status = job->run(job, own != NULL ? own : document, NULL, output, error);
    if (status == PDK_OK) status = pdk_output_finish(output, error);
    pdk_output_close(output);
    pdk_close(own);
    return status;
}

static size_t sweep(const writing_job *job)
{
    char path[64];
    snprintf(path, sizeof path, "%s/out", folder);
    size_t wanted_size, size, failures = 0;
    uint8_t *wanted = run_or_fail(job, &wanted_size);
    pdk_document *document = open_for(job, NULL);
    for (size_t fail_at = 1;; fail_at = next_to_fail(fail_at, 200)) {
        pdk_error error = { 0 };
        arm(fail_at);
        pdk_status status = write_file(job, document, path, &error);
        watch.armed = false;
        if (watch.live != 0) fail_msg("%s, call %zu: %ld blocks are left", job->name, fail_at, watch.live);
        if (status == PDK_OK) { /* in the end, or a call that could do without */
            uint8_t *data = read_file(path, &size);
            if (size != wanted_size || memcmp(data, wanted, size) != 0)
                fail_msg("%s, call %zu: another file", job->name, fail_at);
            free(data);
            unlink(path);
        } else {
            if (status != PDK_E_MEMORY) print_message("%s, call %zu\n", job->name, fail_at);
            assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
            failures++;
        }
        assert_int_equal(files(), 0);
        if (watch.calls < fail_at) break;
    }
    pdk_close(document);
    free(wanted);
    return failures;
}

static void every_malloc_fails(void **unused)
{
    (void)unused;
    assert_non_null(mkdtemp(folder));
    jobs *all = make_jobs(0);
    size_t failures = 0;
    for (size_t i = 0; i < all->count; i++) {
        size_t here = sweep(&all->list[i]);
        if (here < 3) fail_msg("%s failed in %zu ways only", all->list[i].name, here); /* the output alone has three */
        failures += here;
    }
    print_message("%zu jobs failed in %zu ways\n", all->count, failures);
    free_jobs(all);
    assert_int_equal(rmdir(folder), 0);
}

/* Calls that make files themselves: each is whole or not there. */
static void files_of_their_own(void **unused)
{
    (void)unused;
    char place[] = "/tmp/paddock-malloc-files-XXXXXX";
    assert_non_null(mkdtemp(place));
    filing_jobs *all = make_filing_jobs();
    size_t failures = 0;
    for (size_t i = 0; i < all->count; i++) {
        const filing_job *job = &all->list[i];
        folder_files wanted;
        pdk_error error = { 0 };
        assert_ok(run_filing(job, NULL, place, &error), error);
        read_folder(place, &wanted);
        empty_folder(place, &wanted);
        for (size_t fail_at = 1;; fail_at = next_to_fail(fail_at, 200)) {
            arm(fail_at);
            pdk_status status = run_filing(job, NULL, place, &error);
            watch.armed = false;
            if (watch.live != 0) fail_msg("%s, call %zu: %ld blocks are left", job->name, fail_at, watch.live);
            if (status != PDK_OK) assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
            size_t there = empty_folder(place, &wanted);
            if (status == PDK_OK ? there != wanted.count : there > 0 && job->together) {
                fail_msg("%s, call %zu: %zu of %zu files are there", job->name, fail_at, there, wanted.count);
            }
            failures += status != PDK_OK;
            if (watch.calls < fail_at) break;
        }
        free_folder(&wanted);
    }
    print_message("%zu jobs that make files failed in %zu ways\n", all->count, failures);
    free_filing_jobs(all);
    assert_int_equal(rmdir(place), 0);
}

/* --------------------------------------------------------------------------------------------------- opening */

static pdk_status open_guarded(const char *path, pdk_error *error)
{
    pdk_guard *guard = NULL;
    pdk_status status = pdk_guard_create(&guard, error);
    if (status != PDK_OK) return status;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.guard = guard;
    pdk_document *document = NULL;
    status = pdk_open_file(path, &options, &document, error);
    if (status == PDK_OK) status = pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, error);
    pdk_close(document);
    pdk_guard_close(guard);
    return status;
}

static void opening(void **unused)
{
    (void)unused;
    jobs *all = make_jobs(0);
    char path[] = "/tmp/paddock-malloc-in-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    for (size_t i = 0; i < all->count; i++) {
        const writing_job *job = &all->list[i];
        if (!job->opens || strncmp(job->name, "dump ", 5) != 0) continue;
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(job->data, 1, job->size, file), job->size);
        fclose(file);
        for (size_t fail_at = 1;; fail_at = next_to_fail(fail_at, 200)) {
            pdk_error error = { 0 };
            arm(fail_at);
            pdk_status status = open_guarded(path, &error);
            watch.armed = false;
            if (watch.live != 0) fail_msg("%s, call %zu: %ld blocks are left", job->name, fail_at, watch.live);
            if (watch.calls < fail_at) {
                assert_ok(status, error);
                break;
            }
            if (status != PDK_OK) assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
        }
    }
    unlink(path);
    free_jobs(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_malloc_fails),
        cmocka_unit_test(files_of_their_own),
        cmocka_unit_test(opening),
    };
    return cmocka_run_group_tests_name("malloc", tests, NULL, NULL);
}
