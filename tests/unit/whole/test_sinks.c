/* Everything that writes, to outputs that fail at write 1, 2, 3 ... and to a disk that is full: the right status,
 * nothing called good, no half file. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "failing.h"
#include "jobs.h"
#include "sweep_stride.h"

static jobs *all;
static size_t job_size; /* more than one write of an output's */

static int make(void **unused)
{
    (void)unused;
    job_size = sweep_stride() > 1 ? 300000 : 700000;
    all = make_jobs(job_size);
    return 0;
}

static int clear(void **unused)
{
    (void)unused;
    free_jobs(all);
    return 0;
}

typedef struct sink {
    size_t calls, fail_at;
    size_t size;
    uint64_t sum;
} sink;

static pdk_status take(void *user, const void *data, size_t size)
{
    sink *to = user;
    if (++to->calls == to->fail_at) return PDK_E_IO;
    for (size_t i = 0; i < size; i++) to->sum = to->sum * 31 + ((const uint8_t *)data)[i];
    to->size += size;
    return PDK_OK;
}

/* At every write until none fails. After a failure no more is written, and all that follows fails. */
static int sweep(const writing_job *job)
{
    pdk_document *document = open_for(job, NULL);
    size_t size;
    uint8_t *wanted = run_or_fail(job, &size);
    sink whole = { 0 };
    take(&whole, wanted, size);
    free(wanted);
    for (size_t fail_at = 1;; fail_at = next_to_fail(fail_at, SIZE_MAX)) {
        sink to = { .fail_at = fail_at };
        pdk_output *output = NULL;
        pdk_error error = { 0 };
        assert_ok(pdk_output_callback(take, &to, &output, &error), error);
        pdk_status status = job->run(job, document, NULL, output, &error);
        if (status == PDK_OK) status = pdk_output_finish(output, &error);
        bool failed = to.calls >= fail_at;
        if (failed) {
            if (status != PDK_E_IO) printf("%s, write %zu\n", job->name, fail_at);
            assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
            assert_int_equal(pdk_output_write(output, "more", 4, NULL), PDK_E_IO);
            assert_int_equal(pdk_output_finish(output, NULL), PDK_E_IO);
            assert_int_equal(to.calls, fail_at);
        } else {
            assert_ok(status, error);
            if (to.size != size || to.sum != whole.sum) fail_msg("%s: not what it wrote before", job->name);
        }
        pdk_output_close(output);
        if (!failed) break;
    }
    pdk_close(document);
    return (int)(size / job_size);
}

static void every_write_fails(void **unused)
{
    (void)unused;
    int large = 0;
    for (size_t i = 0; i < all->count; i++) large += sweep(&all->list[i]) > 0;
    assert_true(all->count > 70 && large > 15); /* many of them need more than one write */
}

/* ------------------------------------------------------------------------------------------------ full disks */

static bool is_empty(const char *folder, const char *path)
{
    unlink(path);
    bool gone = rmdir(folder) == 0; /* says no when something else is left */
    return gone;
}

static struct rlimit before;

static void set_room(rlim_t bytes)
{
    struct rlimit buffer = { bytes, before.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &buffer), 0);
}

/* To a file, with room for `capacity` bytes; `standing` = one of that name is there, and stays as it is. */
static void fill(const writing_job *job, size_t capacity, bool standing)
{
    char folder[] = "/tmp/paddock-sinks-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out", folder);
    if (standing) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_true(fputs("old", file) >= 0);
        fclose(file);
    }
    pdk_document *document = open_for(job, NULL);
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_file(path, &output, &error), error);
    set_room(capacity);
    pdk_status status = job->run(job, document, NULL, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    if (status != PDK_E_IO) printf("%s\n", job->name);
    assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_close(document);
    assert_int_equal(access(path, F_OK), standing ? 0 : -1);
    if (standing) {
        size_t size;
        uint8_t *data = read_file(path, &size);
        assert_true(size == 3 && memcmp(data, "old", 3) == 0);
        free(data);
    }
    assert_true(is_empty(folder, path));
}

static void no_half_files(void **unused)
{
    (void)unused;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < all->count; i++) {
        size_t size;
        free(run_or_fail(&all->list[i], &size));
        fill(&all->list[i], size / 2, false);
        fill(&all->list[i], size - 1, true);
    }
}

/* A device that says the disk is full is no file to put in place: written straight, and said so. */
static void full_device(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < all->count; i++) {
        pdk_document *document = open_for(&all->list[i], NULL);
        pdk_output *output = NULL;
        pdk_error error = { 0 };
        assert_ok(pdk_output_file("/dev/full", &output, &error), error);
        pdk_status status = all->list[i].run(&all->list[i], document, NULL, output, &error);
        if (status == PDK_OK) status = pdk_output_finish(output, &error);
        assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
        assert_non_null(strstr(error.message, "No space left on device"));
        pdk_output_close(output);
        pdk_close(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_write_fails),
        cmocka_unit_test(no_half_files),
        cmocka_unit_test(full_device),
    };
    return cmocka_run_group_tests_name("sinks", tests, make, clear);
}
