/* Where bytes come from and go to, and everything that can go wrong on the way. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/input.h"
#include "support.h"

/* Each test has its own folder. */
static char folder[64];

static int make_folder(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/paddock-io-XXXXXX");
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
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static void assert_file(const char *path, const char *text)
{
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size);
    free(bytes);
}

static size_t files_in_folder(void)
{
    char command[128], text[16] = "";
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(text, sizeof text, pipe));
    pclose(pipe);
    return strtoul(text, NULL, 10);
}

static pdk_output *output_to(const char *path)
{
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_file(path, &output, &error), error);
    return output;
}

/* "new" through an output, from its opening to its end. */
static void put_new(const char *path)
{
    pdk_output *output = output_to(path);
    pdk_error error = { 0 };
    assert_ok(pdk_output_write(output, "new", 3, &error), error);
    assert_ok(pdk_output_finish(output, &error), error);
    pdk_output_close(output);
}

static void assert_link(const char *path)
{
    struct stat about;
    assert_int_equal(lstat(path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
}

/* --------------------------------------------------------------------------------------------- file output */

static void file_appears_when_finished(void **unused)
{
    (void)unused;
    pdk_error error = { 0 };
    const char *path = in_folder("new");
    pdk_output *output = output_to(path);
    assert_ok(pdk_output_write(output, "hello", 5, &error), error);
    assert_int_equal(access(path, F_OK), -1);
    assert_true(pdk_output_position(output) == 5);
    assert_ok(pdk_output_finish(output, &error), error);
    pdk_output_close(output);
    assert_file(path, "hello");
    assert_int_equal(files_in_folder(), 1);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(about.st_mode & 07777, 0666 & ~mask);
}

static void unfinished_leaves_nothing(void **unused)
{
    (void)unused;
    pdk_error error = { 0 };
    const char *path = in_folder("kept");
    put_file(path, "old");
    pdk_output *output = output_to(path);
    char *much = calloc(1, 1 << 20);
    assert_non_null(much);
    assert_ok(pdk_output_write(output, much, 1 << 20, &error), error);
    free(much);
    pdk_output_close(output);
    assert_file(path, "old");
    assert_int_equal(files_in_folder(), 1);
    output = output_to(in_folder("never"));
    pdk_output_close(output);
    assert_int_equal(files_in_folder(), 1);
}

static void replaced_file_keeps_mode(void **unused)
{
    (void)unused;
    const char *path = in_folder("mode");
    put_file(path, "old");
    assert_int_equal(chmod(path, 0640), 0);
    put_new(path);
    assert_file(path, "new");
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
}

static void symlink_stays(void **unused)
{
    (void)unused;
    put_file(in_folder("target"), "old");
    assert_int_equal(symlink("target", in_folder("link")), 0);
    put_new(in_folder("link"));
    assert_link(in_folder("link"));
    assert_file(in_folder("target"), "new");
    assert_int_equal(files_in_folder(), 2);
}

static void replaced_file_keeps_owner(void **unused)
{
    (void)unused;
    if (getuid() != 0) skip(); /* nobody else may give files away */
    const char *path = in_folder("owner");
    put_file(path, "old");
    assert_int_equal(chown(path, 65534, 65533), 0);
    assert_int_equal(chmod(path, 0604), 0);
    put_new(path);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_uid, 65534);
    assert_int_equal(about.st_gid, 65533);
    assert_int_equal(about.st_mode & 07777, 0604);
}

/* A link may lead where nothing is yet, from another folder and over another link. */
static void symlink_to_nothing_stays(void **unused)
{
    (void)unused;
    pdk_error error = { 0 };
    pdk_output *output = NULL;
    assert_int_equal(mkdir(in_folder("inner"), 0777), 0);
    assert_int_equal(symlink("inner/second", in_folder("link")), 0);
    assert_int_equal(symlink("../target", in_folder("inner/second")), 0);
    put_new(in_folder("link"));
    assert_link(in_folder("link"));
    assert_link(in_folder("inner/second"));
    assert_file(in_folder("target"), "new");
    assert_int_equal(symlink("round", in_folder("round")), 0);
    assert_fails(pdk_output_file(in_folder("round"), &output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    unlink(in_folder("inner/second"));
    rmdir(in_folder("inner"));
}

static void odd_targets(void **unused)
{
    (void)unused;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_output_file(folder, &output, &error), error, PDK_E_IO, "io.directory", PDK_NO_OFFSET);
    assert_fails(pdk_output_file(in_folder("no/such/place"), &output, &error), error, PDK_E_IO, "io.write",
                 PDK_NO_OFFSET);
    assert_non_null(strstr(error.message, "No such file"));
    assert_fails(pdk_output_file("", &output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_output_file(NULL, &output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_output_file("x", NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_output_descriptor(-1, &output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_output_callback(NULL, NULL, &output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_output_memory(NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_null(output);
    pdk_output_close(NULL);
}

/* Root may do anything: be nobody for a while. */
enum { NOBODY = 65534 };
static void become_nobody(void)
{
    if (geteuid() == 0) assert_int_equal(seteuid(NOBODY), 0);
}

static void become_oneself(void)
{
    if (getuid() == 0) assert_int_equal(seteuid(0), 0);
}

static void not_allowed(void **unused)
{
    (void)unused;
    pdk_output *output = NULL;
    pdk_document *document = NULL;
    pdk_error write_error = { 0 }, read_error = { 0 };
    put_file(in_folder("secret"), "LFSRAF");
    assert_int_equal(chmod(in_folder("secret"), 0), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    become_nobody();
    pdk_status wrote = pdk_output_file(in_folder("x"), &output, &write_error);
    pdk_status read = pdk_open_file(in_folder("secret"), NULL, &document, &read_error);
    become_oneself();
    assert_int_equal(chmod(folder, 0700), 0);
    assert_fails(wrote, write_error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    assert_non_null(strstr(write_error.message, "Permission denied"));
    assert_fails(read, read_error, PDK_E_IO, "io.read", PDK_NO_OFFSET);
    assert_non_null(strstr(read_error.message, "Permission denied"));
}

/* A full disk: the failure comes at the flush, sticks, and has the system's reason. */
static void full_disk(void **unused)
{
    (void)unused;
    if (access("/dev/full", W_OK) != 0) {
        printf("SKIPPED: there is no /dev/full here\n");
        skip();
    }
    pdk_error error = { 0 };
    pdk_output *output = output_to("/dev/full");
    assert_ok(pdk_output_write(output, "x", 1, &error), error);
    assert_fails(pdk_output_finish(output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    assert_non_null(strstr(error.message, "No space left"));
    assert_fails(pdk_output_write(output, "y", 1, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);
    output = output_to("/dev/full");
    uint8_t *much = calloc(1, 1 << 20);
    assert_non_null(much);
    assert_fails(pdk_output_write(output, much, 1 << 20, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    assert_true(pdk_output_position(output) == 0);
    free(much);
    pdk_output_close(output);
}

/* The folder goes away while the output is open. */
static void vanished_folder(void **unused)
{
    (void)unused;
    assert_int_equal(mkdir(in_folder("gone"), 0700), 0);
    pdk_output *output = output_to(in_folder("gone/file"));
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", in_folder("gone"));
    assert_int_equal(system(command), 0);
    pdk_error error = { 0 };
    assert_fails(pdk_output_finish(output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);
}

/* ------------------------------------------------------------------------------------------- other outputs */

static void memory_output(void **unused)
{
    (void)unused;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_memory(&output, &error), error);
    assert_int_equal(pdk_output_bytes(output).size, 0);
    for (int i = 0; i < 100000; i++) assert_ok(pdk_output_write(output, "0123456789", 10, &error), error);
    assert_ok(pdk_output_finish(output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    assert_int_equal(bytes.size, 1000000);
    for (size_t i = 0; i < bytes.size; i++) assert_int_equal(bytes.data[i], '0' + i % 10);
    assert_true(pdk_output_position(output) == 1000000);
    pdk_output_close(output);
}

typedef struct receiver {
    size_t size, calls, fail_at;
    uint64_t sum;
} receiver;

static pdk_status receive(void *user, const void *data, size_t size)
{
    receiver *to = user;
    if (++to->calls == to->fail_at) return PDK_E_CANCELLED;
    for (size_t i = 0; i < size; i++) to->sum += ((const uint8_t *)data)[i];
    to->size += size;
    return PDK_OK;
}

static void callback_output(void **unused)
{
    (void)unused;
    static uint8_t block[70000];
    memset(block, 3, sizeof block);
    receiver to = { 0 };
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_callback(receive, &to, &output, &error), error);
    for (int i = 0; i < 20; i++) assert_ok(pdk_output_write(output, block, sizeof block, &error), error);
    assert_ok(pdk_output_finish(output, &error), error);
    assert_int_equal(to.size, 20 * sizeof block);
    assert_true(to.sum == 3 * 20 * sizeof block);
    assert_int_equal(pdk_output_bytes(output).size, 0);
    pdk_output_close(output);

    to = (receiver){ .fail_at = 2 };
    assert_ok(pdk_output_callback(receive, &to, &output, &error), error);
    pdk_status status = PDK_OK;
    for (int i = 0; i < 20 && status == PDK_OK; i++) status = pdk_output_write(output, block, sizeof block, &error);
    assert_fails(status, error, PDK_E_CANCELLED, "io.write", PDK_NO_OFFSET);
    assert_fails(pdk_output_finish(output, &error), error, PDK_E_CANCELLED, "io.write", PDK_NO_OFFSET);
    assert_int_equal(to.calls, 2); /* it is left alone once it failed */
    pdk_output_close(output);
}

static void descriptor_output(void **unused)
{
    (void)unused;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_descriptor(ends[1], &output, &error), error);
    assert_ok(pdk_output_write(output, "abc", 3, &error), error);
    assert_ok(pdk_output_finish(output, &error), error);
    pdk_output_close(output);
    char got[8];
    assert_int_equal(read(ends[0], got, sizeof got), 3);
    assert_int_equal(write(ends[1], "x", 1), 1); /* still the caller's, still open */
    close(ends[0]);
    close(ends[1]);
}

/* -------------------------------------------------------------------------------------------------- inputs */

static void odd_inputs(void **unused)
{
    (void)unused;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_file(folder, NULL, &document, &error), error, PDK_E_IO, "io.directory", PDK_NO_OFFSET);
    assert_fails(pdk_open_file(in_folder("none"), NULL, &document, &error), error, PDK_E_IO, "io.read", PDK_NO_OFFSET);
    assert_non_null(strstr(error.message, "No such file"));
    put_file(in_folder("empty.raf"), "");
    assert_fails(pdk_open_file(in_folder("empty.raf"), NULL, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.empty", 0);
    put_file(in_folder("one"), "L");
    assert_fails(pdk_open_file(in_folder("one"), NULL, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.unknown", 0);
    assert_fails(pdk_open_file("/dev/null", NULL, &document, &error), error, PDK_E_UNKNOWN_FORMAT, "detect.empty", 0);
    assert_null(document);
}

/* A pipe nobody writes to is empty, not a place to wait for ever. */
static void pipe_without_writer(void **unused)
{
    (void)unused;
    assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_file(in_folder("fifo"), NULL, &document, &error), error, PDK_E_IO, "io.pipe", PDK_NO_OFFSET);
}

static void *write_slowly(void *path)
{
    int descriptor = open(path, O_WRONLY);
    if (descriptor < 0) return NULL;
    static char block[30000];
    memset(block, 'z', sizeof block);
    for (int i = 0; i < 10; i++) {
        for (size_t at = 0; at < sizeof block;) {
            ssize_t written = write(descriptor, block + at, sizeof block - at);
            if (written <= 0) break;
            at += (size_t)written;
        }
        usleep(1000);
    }
    close(descriptor);
    return path;
}

static void pipe_with_writer(void **unused)
{
    (void)unused;
    char path[128];
    snprintf(path, sizeof path, "%s", in_folder("fifo"));
    assert_int_equal(mkfifo(path, 0600), 0);
    int keep = open(path, O_RDWR); /* so that the reader always finds a writer */
    assert_true(keep >= 0);
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, write_slowly, path), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    while (true) { /* wait for the first bytes, then let go: the writer is the only one left */
        char byte;
        if (read(reader, &byte, 1) == 1) break;
        usleep(1000);
    }
    close(reader);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_input input;
    pdk_error error = { 0 };
    int waiting = open(path, O_RDONLY | O_NONBLOCK);
    close(keep);
    assert_ok(pdk_input_file(&input, path, NULL, &memory, &error), error);
    close(waiting);
    assert_int_equal(input.bytes.size, 10 * 30000 - 1);
    for (size_t i = 0; i < input.bytes.size; i++) assert_int_equal(input.bytes.data[i], 'z');
    pdk_input_close(&input);
    pdk_memory_destroy(&memory);
    pthread_join(writer, NULL);
}

/* What somebody does to a file while it is read, after its first piece. */
typedef struct meddling {
    const char *path;
    long size; /* that it gets; -1 = it stays */
    bool stops;
    unsigned calls;
} meddling;

static bool meddle(void *user, uint64_t done, uint64_t total)
{
    meddling *with = user;
    assert_true(done <= total);
    if (with->calls++ == 0 && with->size >= 0) assert_int_equal(truncate(with->path, with->size), 0);
    return !with->stops;
}

static pdk_status read_meddled(const char *path, meddling *with, uint64_t limit, uint64_t *size, pdk_error *error)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, limit);
    pdk_input input;
    pdk_input_listeners way = { .unmapped = true, .progress = meddle, .progress_user = with };
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(truncate(path, 40 << 20), 0);
    pdk_status status = pdk_input_file(&input, path, &way, &memory, error);
    *size = status == PDK_OK ? input.bytes.size : 0;
    pdk_input_close(&input);
    pdk_memory_destroy(&memory);
    return status;
}

static void files_read_unmapped(void **unused)
{
    (void)unused;
    char path[600];
    uint64_t size;
    pdk_error error = { 0 };
    snprintf(path, sizeof path, "%s/large", folder);
    fclose(fopen(path, "w"));
    assert_ok(read_meddled(path, &(meddling){ .path = path, .size = -1 }, 0, &size, &error), error);
    assert_int_equal(size, 40 << 20);
    assert_fails(read_meddled(path, &(meddling){ .path = path, .size = 1000 }, 0, &size, &error), error, PDK_E_IO,
                 "io.changed", PDK_NO_OFFSET);
    assert_fails(read_meddled(path, &(meddling){ .path = path, .size = 20 << 20 }, 0, &size, &error), error, PDK_E_IO,
                 "io.changed", PDK_NO_OFFSET);
    assert_fails(read_meddled(path, &(meddling){ .path = path, .size = 41 << 20 }, 0, &size, &error), error, PDK_E_IO,
                 "io.changed", PDK_NO_OFFSET);
    assert_fails(read_meddled(path, &(meddling){ .path = path, .size = -1, .stops = true }, 0, &size, &error), error,
                 PDK_E_CANCELLED, "cancelled", PDK_NO_OFFSET);
    assert_fails(read_meddled(path, &(meddling){ .path = path, .size = -1 }, 1 << 20, &size, &error), error,
                 PDK_E_LIMIT, "memory.limit", PDK_NO_OFFSET);
}

static void pipe_within_limit(void **unused)
{
    (void)unused;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 1 << 20);
    pdk_input input;
    pdk_error error = { 0 };
    assert_fails(pdk_input_file(&input, "/dev/zero", NULL, &memory, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    pdk_input_close(&input);
    pdk_memory_destroy(&memory);
}

/* -------------------------------------------------------------------------------------------------- sources */

typedef struct faulty {
    const char *text;
    uint64_t announced;
    size_t maximum; /* bytes a call gives */
    size_t calls, fail_at;
    bool size_fails, lies;
} faulty;

static pdk_status faulty_size(void *user, uint64_t *size)
{
    const faulty *from = user;
    *size = from->announced;
    return from->size_fails ? PDK_E_IO : PDK_OK;
}

static pdk_status faulty_read(void *user, uint64_t offset, void *buffer, size_t size, size_t *got)
{
    faulty *from = user;
    if (++from->calls == from->fail_at) return PDK_E_CANCELLED;
    size_t length = strlen(from->text), left = offset < length ? length - (size_t)offset : 0;
    size_t count = size < left ? size : left;
    if (count > from->maximum) count = from->maximum;
    memcpy(buffer, from->text + (size_t)offset, count);
    *got = from->lies ? size + 1 : count;
    return PDK_OK;
}

static pdk_status open_faulty(faulty *from, pdk_error *error)
{
    pdk_source source = { from, faulty_size, faulty_read };
    pdk_document *document = NULL;
    pdk_status status = pdk_open_source(&source, NULL, &document, error);
    assert_null(document);
    return status;
}

static void sources(void **unused)
{
    (void)unused;
    pdk_error error = { 0 };
    faulty from = { .text = "no such format", .announced = 14, .maximum = 3 };
    assert_fails(open_faulty(&from, &error), error, PDK_E_UNKNOWN_FORMAT, "detect.unknown", 0);
    assert_int_equal(from.calls, 5); /* short reads are continued */
    from = (faulty){ .text = "no such format", .announced = 14, .maximum = 3, .fail_at = 3 };
    assert_fails(open_faulty(&from, &error), error, PDK_E_CANCELLED, "io.source", 6);
    from = (faulty){ .text = "short", .announced = 14, .maximum = 100 };
    assert_fails(open_faulty(&from, &error), error, PDK_E_IO, "io.source", 5);
    from = (faulty){ .text = "short", .announced = 5, .maximum = 100, .lies = true };
    assert_fails(open_faulty(&from, &error), error, PDK_E_IO, "io.source", 0);
    from = (faulty){ .text = "", .announced = 5, .maximum = 100, .size_fails = true };
    assert_fails(open_faulty(&from, &error), error, PDK_E_IO, "io.source", PDK_NO_OFFSET);
    from = (faulty){ .text = "", .announced = 0, .maximum = 100 };
    assert_fails(open_faulty(&from, &error), error, PDK_E_UNKNOWN_FORMAT, "detect.empty", 0);
    from = (faulty){ .text = "", .announced = UINT64_MAX, .maximum = 100 };
    pdk_status status = open_faulty(&from, &error);
    assert_true(status == PDK_E_LIMIT || status == PDK_E_MEMORY);
    pdk_source nothing = { 0 };
    pdk_document *document = NULL;
    assert_fails(pdk_open_source(&nothing, NULL, &document, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
}

#define IO_TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IO_TEST(file_appears_when_finished),
        IO_TEST(unfinished_leaves_nothing),
        IO_TEST(replaced_file_keeps_mode),
        IO_TEST(symlink_stays),
        IO_TEST(replaced_file_keeps_owner),
        IO_TEST(symlink_to_nothing_stays),
        IO_TEST(odd_targets),
        IO_TEST(not_allowed),
        IO_TEST(full_disk),
        IO_TEST(vanished_folder),
        IO_TEST(memory_output),
        IO_TEST(callback_output),
        IO_TEST(descriptor_output),
        IO_TEST(odd_inputs),
        IO_TEST(pipe_without_writer),
        IO_TEST(pipe_with_writer),
        IO_TEST(pipe_within_limit),
        IO_TEST(files_read_unmapped),
        IO_TEST(sources),
    };
    return cmocka_run_group_tests_name("io", tests, NULL, NULL);
}
