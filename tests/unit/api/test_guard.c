/* A mapped file that another program cuts while it is read: an error, not the end of the program. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static pdk_guard *guard;
static char path[] = "/tmp/paddock-guard-XXXXXX";

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (pdk_guard_owns(guard, info->si_addr)) _exit(3);
    signal(number, SIG_DFL);
}

static int begin(void **unused)
{
    (void)unused;
    int descriptor = mkstemp(path);
    close(descriptor);
    return descriptor >= 0 && pdk_guard_create(&guard, NULL) == PDK_OK ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    pdk_guard_close(guard);
    pdk_guard_close(NULL);
    return unlink(path);
}

static void put_file(const char *format, const pdk_synth_options *options)
{
    size_t size;
    uint8_t *data = synth_or_fail(format, options, &size);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
    free(data);
}

static void put_lap(double seconds)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = seconds;
    put_file("raf", &options);
}

static pdk_document *open_guarded(void)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.guard = guard;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_file(path, &options, &document, &error), error);
    assert_ok(pdk_document_unchanged(document, &error), error);
    return document;
}

/* By another process, as it happens. */
static void cut_file(off_t size)
{
    pid_t child = fork();
    if (child == 0) _exit(truncate(path, size) == 0 ? 0 : 1);
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void assert_everything_fails(const pdk_document *document)
{
    pdk_error error = { 0 };
    const pdk_table *table = pdk_document_table_at(document, 0);
    pdk_output *output = output_or_fail();
    assert_fails(pdk_table_write(table, PDK_CSV, NULL, output, &error), error, PDK_E_IO, "io.changed", PDK_NO_OFFSET);
    pdk_output_close(output);
    assert_fails(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, &error), error, PDK_E_IO, "io.changed",
                 PDK_NO_OFFSET);
    assert_fails(pdk_document_unchanged(document, &error), error, PDK_E_IO, "io.changed", PDK_NO_OFFSET);
}

/* In a child, whose handler is ours and not that of cmocka: the guard knows its document. */
static void cut_by_another(void **unused)
{
    (void)unused;
#ifdef PADDOCK_EMULATED
    printf("SKIPPED: the emulator tells handlers of SIGBUS a wrong address\n");
    skip();
#endif
    put_lap(30);
    pid_t child = fork();
    if (child == 0) {
        struct sigaction action = { .sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO };
        sigemptyset(&action.sa_mask);
        sigaction(SIGBUS, &action, NULL);
        pdk_document *document = open_guarded();
        if (truncate(path, 5000) != 0) _exit(1);
        pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, NULL);
        _exit(2);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
}

/* The page the cut goes through still reads, as zeros: only the size shows it. */
static void cut_within_a_page(void **unused)
{
    (void)unused;
    put_lap(30);
    pdk_document *document = open_guarded();
    cut_file((off_t)pdk_document_size(document) - 3);
    assert_everything_fails(document);
    pdk_close(document);
}

static void written_in_place(void **unused)
{
    (void)unused;
    put_lap(3);
    pdk_document *document = open_guarded();
    usleep(20000); /* more than a tick of the file system's clock */
    int descriptor = open(path, O_WRONLY);
    assert_int_equal(pwrite(descriptor, "\xFF\xFF\xFF\xFF", 4, 0x400), 4);
    close(descriptor);
    assert_everything_fails(document);
    pdk_close(document);
}

/* Without a guard nothing is promised about reading, but what can be seen is reported. */
static void seen_without_a_guard(void **unused)
{
    (void)unused;
    put_lap(3);
    pdk_document *document = open_or_fail(path);
    pdk_error error = { 0 };
    assert_ok(pdk_document_unchanged(document, &error), error);
    cut_file(100);
    assert_fails(pdk_document_unchanged(document, &error), error, PDK_E_IO, "io.changed", PDK_NO_OFFSET);
    pdk_close(document);
    assert_fails(pdk_document_unchanged(NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_guard_create(NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
}

/* Places are taken again, and addresses of nobody are refused. */
static void knows_its_own(void **unused)
{
    (void)unused;
    put_lap(3);
    pdk_document *gone = open_guarded(), *other = open_guarded();
    pdk_close(gone);
    pdk_document *document = open_guarded();
    pdk_bytes bytes = pdk_document_content(document);
    int here = 0;
    assert_true(pdk_guard_owns(guard, bytes.data));
    assert_true(pdk_guard_owns(guard, bytes.data + bytes.size - 1));
    assert_true(pdk_guard_owns(guard, pdk_document_content(other).data));
    assert_false(pdk_guard_owns(guard, &here));
    assert_false(pdk_guard_owns(NULL, bytes.data));
    pdk_close(other);
    pdk_close(document);
    assert_false(pdk_guard_owns(guard, bytes.data));
}

static void *open_and_close(void *user)
{
    (void)user;
    for (int i = 0; i < 300; i++) pdk_close(open_guarded());
    return NULL;
}

/* Places come and go on other threads while the handler looks for its own. */
static void many_threads(void **unused)
{
    (void)unused;
    put_lap(3);
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, NULL), 0);
    int here = 0;
    for (int i = 0; i < 100000; i++) assert_false(pdk_guard_owns(guard, &here));
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_by_another),       cmocka_unit_test(cut_within_a_page), cmocka_unit_test(written_in_place),
        cmocka_unit_test(seen_without_a_guard), cmocka_unit_test(knows_its_own),     cmocka_unit_test(many_threads),
    };
    return cmocka_run_group_tests_name("guard", tests, begin, end);
}
