/* Files, mappings, folders, and files that take their names when they are complete, by the platform's own calls. Calls
 * that set a test up are this system's. */
#define _DEFAULT_SOURCE /* mkdtemp, usleep */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/folders.h"
#include "platform/mapping.h"
#include "platform/path.h"
#include "platform/replace.h"
#include "support.h"

static char folder[64];

static int make_folder(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/paddock-files-XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **unused)
{
    (void)unused;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const char *in_folder(const char *name)
{
    static char paths[4][128];
    static int next;
    char *path = paths[next++ & 3];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void put_file(const char *path, const char *text)
{
    pdk_failure failure = { 0 };
    pdk_replacement *file = pdk_replacement_begin(path, &failure);
    assert_non_null(file);
    assert_true(pdk_file_write(pdk_replacement_file(file), text, strlen(text), &failure));
    pdk_replacement_begin_storing(file, 0, strlen(text));
    assert_true(pdk_replacement_store(file, &failure));
    assert_true(pdk_replacement_finish(file, &failure));
    pdk_replacement_close(file);
}

static void assert_absent(const pdk_failure *failure)
{
    assert_int_equal(failure->kind, PDK_FAILED_ABSENT);
    assert_non_null(strstr(failure->reason, "No such file"));
}

static size_t count_names(void)
{
    pdk_folder *names = pdk_folder_open(folder, NULL);
    size_t count = 0;
    assert_non_null(names);
    for (const char *name; (name = pdk_folder_next(names)) != NULL;)
        count += strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    pdk_folder_close(names);
    return count;
}

static void what_is_there(void **unused)
{
    (void)unused;
    pdk_file_info info, same;
    pdk_failure failure = { 0 };
    put_file(in_folder("a"), "hello");
    assert_true(pdk_file_look(in_folder("a"), &info, &failure));
    assert_int_equal(info.kind, PDK_FILE_REGULAR);
    assert_true(info.size == 5 && info.modified != 0);
    assert_int_equal(symlink("a", in_folder("link")), 0);
    assert_true(pdk_file_look(in_folder("link"), &same, &failure));
    assert_true(same.kind == PDK_FILE_REGULAR && same.identity == info.identity && same.volume == info.volume);
    assert_true(pdk_file_look_at_name(in_folder("link"), &same, &failure));
    assert_true(same.kind == PDK_FILE_LINK && same.size == 0);
    assert_true(pdk_file_look(folder, &info, &failure) && info.kind == PDK_FILE_FOLDER);
    assert_true(pdk_file_look("/dev/null", &info, &failure) && info.kind == PDK_FILE_DEVICE && info.size == 0);
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    assert_true(pdk_file_look(in_folder("pipe"), &info, &failure) && info.kind == PDK_FILE_PIPE);
    assert_false(pdk_file_look(in_folder("none"), &info, &failure));
    assert_absent(&failure);
    assert_false(pdk_file_exists(in_folder("none")));
    assert_true(pdk_file_exists(in_folder("a")));
    char *resolved = pdk_file_resolve(in_folder("link"), &failure);
    assert_non_null(resolved);
    assert_string_equal(pdk_path_name(resolved), "a");
    free(resolved);
    assert_null(pdk_file_resolve(in_folder("none"), &failure));
    assert_absent(&failure);
    assert_true(pdk_file_remove(in_folder("a"), &failure));
    assert_false(pdk_file_remove(in_folder("a"), &failure));
    assert_absent(&failure);
}

/* Times before 1970 are below 0: they come in order, and none wraps. */
static void times_before_1970(void **unused)
{
    (void)unused;
    static const time_t years[] = { -2000000000, -1, 0, 1, 2000000000 };
    int64_t before = INT64_MIN;
    put_file(in_folder("old"), "old");
    for (size_t i = 0; i < sizeof years / sizeof years[0]; i++) {
        const struct timespec times[] = { { .tv_sec = years[i] }, { .tv_sec = years[i], .tv_nsec = 5 } };
        pdk_file_info info;
        pdk_failure failure;
        assert_int_equal(utimensat(AT_FDCWD, in_folder("old"), times, 0), 0);
        assert_true(pdk_file_look(in_folder("old"), &info, &failure));
        assert_true(info.modified > before && (info.modified < 0) == (years[i] < 0));
        before = info.modified;
    }
}

static void read_and_mapped(void **unused)
{
    (void)unused;
    pdk_failure failure = { 0 };
    put_file(in_folder("a"), "0123456789");
    pdk_file file = pdk_file_open(in_folder("a"), PDK_DO_NOT_WAIT, &failure);
    assert_true(pdk_file_is_open(file));
    char text[8];
    size_t got;
    uint64_t position;
    assert_true(pdk_file_read(file, text, 4, &got, &failure) && got == 4 && memcmp(text, "0123", 4) == 0);
    assert_true(pdk_file_position(file, &position) && position == 4);
    pdk_mapping mapping;
    assert_true(pdk_mapping_open(&mapping, file, 10, &failure));
    assert_memory_equal(mapping.bytes, "0123456789", 10);
    pdk_mapping_trim(&mapping);
    assert_memory_equal(mapping.bytes, "0123456789", 10);
    pdk_mapping_close(&mapping);
    pdk_mapping_close(&mapping);
    assert_false(pdk_file_is_open(mapping.file));
    assert_false(pdk_file_is_open(pdk_file_open(in_folder("none"), PDK_DO_NOT_WAIT, &failure)));
    assert_absent(&failure);
    file = pdk_file_open(folder, PDK_DO_NOT_WAIT, &failure);
    assert_true(pdk_file_is_open(file));
    assert_false(pdk_mapping_open(&mapping, file, 10, &failure));
    assert_true(failure.reason[0] != '\0');
    pdk_file_close(file);
    pdk_file_close(PDK_NO_FILE);
}

static void *write_hello(void *path)
{
    usleep(20000);
    pdk_file stream = pdk_file_open_device(path, NULL);
    bool written = pdk_file_write(stream, "hello", 5, NULL);
    pdk_file_close(stream);
    return written ? path : NULL;
}

static void pipes(void **unused)
{
    (void)unused;
    static char path[128];
    snprintf(path, sizeof path, "%s", in_folder("pipe"));
    assert_int_equal(mkfifo(path, 0600), 0);
    pdk_failure failure = { 0 };
    char text[8];
    size_t got;
    pdk_file stream = pdk_file_open(path, PDK_DO_NOT_WAIT, &failure);
    assert_true(pdk_file_read(stream, text, sizeof text, &got, &failure) && got == 0);
    assert_false(pdk_file_await_writer(stream, 10));
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, write_hello, path), 0);
    assert_true(pdk_file_await_writer(stream, 5000));
    assert_true(pdk_file_read(stream, text, sizeof text, &got, &failure) && got == 5);
    void *wrote;
    pthread_join(writer, &wrote);
    assert_non_null(wrote);
    uint64_t position;
    assert_false(pdk_file_position(stream, &position));
    pdk_file_close(stream);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_false(pdk_file_write(pdk_file_of_descriptor(ends[1]), "x", 1, &failure));
    assert_int_equal(failure.kind, PDK_FAILED_READER_GONE);
    close(ends[1]);
}

static void names_when_complete(void **unused)
{
    (void)unused;
    pdk_failure failure = { 0 };
    put_file(in_folder("a"), "old");
    pdk_replacement *file = pdk_replacement_begin(in_folder("a"), &failure);
    assert_true(pdk_file_write(pdk_replacement_file(file), "half", 4, &failure));
    pdk_file_info info;
    assert_true(pdk_file_look(in_folder("a"), &info, &failure) && info.size == 3);
    pdk_replacement_close(file);
    assert_true(pdk_file_look(in_folder("a"), &info, &failure) && info.size == 3);
    assert_int_equal(count_names(), 1);
    put_file(in_folder("a"), "newer");
    assert_true(pdk_file_look(in_folder("a"), &info, &failure) && info.size == 5);
    assert_int_equal(count_names(), 1);
    assert_null(pdk_replacement_begin(in_folder("none/a"), &failure));
    assert_absent(&failure);
    assert_string_equal(failure.doing, "cannot create a file in its folder");
    pdk_replacement_close(NULL);
}

static void renamed_and_held(void **unused)
{
    (void)unused;
    pdk_failure failure = { 0 };
    pdk_file_info info;
    put_file(in_folder("a"), "newer");
    put_file(in_folder("b"), "old");
    assert_true(pdk_file_rename(in_folder("a"), in_folder("b"), &failure));
    assert_true(pdk_file_look(in_folder("b"), &info, &failure) && info.size == 5);
    assert_false(pdk_file_rename(in_folder("a"), in_folder("b"), &failure));
    assert_int_equal(failure.kind, PDK_FAILED_ABSENT);
    pdk_file held = pdk_file_hold(in_folder("lock"), &failure);
    assert_true(pdk_file_is_open(held));
    assert_false(pdk_file_is_open(pdk_file_hold(in_folder("lock"), &failure)));
    assert_int_equal(failure.kind, PDK_FAILED_EXISTS);
    pdk_file_close(held);
    held = pdk_file_hold(in_folder("lock"), &failure);
    assert_true(pdk_file_is_open(held));
    pdk_file_close(held);
    assert_false(pdk_file_is_open(pdk_file_hold(in_folder("none/lock"), &failure)));
    assert_int_equal(failure.kind, PDK_FAILED_ABSENT);
}

static void folders(void **unused)
{
    (void)unused;
    pdk_failure failure = { 0 };
    assert_true(pdk_folder_make(in_folder("inner"), &failure));
    assert_false(pdk_folder_make(in_folder("inner"), &failure));
    assert_int_equal(failure.kind, PDK_FAILED_EXISTS);
    put_file(in_folder("inner/a"), "x");
    assert_true(pdk_folder_store_names(in_folder("inner/a"), &failure));
    assert_false(pdk_folder_remove(in_folder("inner"), &failure));
    assert_true(pdk_file_remove(in_folder("inner/a"), &failure));
    assert_true(pdk_folder_remove(in_folder("inner"), &failure));
    assert_false(pdk_folder_store_names(in_folder("inner/a"), &failure));
    assert_absent(&failure);
    assert_null(pdk_folder_open(in_folder("inner"), &failure));
    assert_absent(&failure);
    pdk_folder_close(NULL);
}

static void time_passes(void **unused)
{
    (void)unused;
    double begin = pdk_clock_seconds();
    usleep(2000);
    assert_true(pdk_clock_seconds() - begin >= 0.002);
}

#define FILES_TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        FILES_TEST(what_is_there),       FILES_TEST(read_and_mapped),   FILES_TEST(pipes),
        FILES_TEST(names_when_complete), FILES_TEST(times_before_1970), FILES_TEST(folders),
        cmocka_unit_test(time_passes),   FILES_TEST(renamed_and_held),
    };
    return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
