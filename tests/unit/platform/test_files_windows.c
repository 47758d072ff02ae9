/* Files on Windows: names in any language and of any length, files that others have open, files that take their names
 * when they are complete. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "platform/clock.h"
#include "platform/code_page.h"
#include "platform/folders.h"
#include "platform/library.h"
#include "platform/mapping.h"
#include "platform/path.h"
#include "platform/replace.h"
#include "support.h"

static char folder[512];

/* A folder with characters that no single code page has. */
static int make_folder(void **unused)
{
    (void)unused;
    char own[200];
    DWORD size = GetTempPathA(sizeof own, own);
    if (size == 0 || size >= sizeof own) return -1;
    snprintf(folder, sizeof folder, "%spaddock-%lu-Zo\xC3\xAB-\xE4\xB8\xAD\xD0\x96", own, GetCurrentProcessId());
    return pdk_folder_make(folder, NULL) ? 0 : -1;
}

static size_t count_names(bool remove)
{
    pdk_folder *names = pdk_folder_open(folder, NULL);
    size_t count = 0;
    assert_non_null(names);
    for (const char *name; (name = pdk_folder_next(names)) != NULL;) {
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
        count++;
        char *path = pdk_path_join(folder, name);
        if (remove) pdk_file_remove(path, NULL);
        free(path);
    }
    pdk_folder_close(names);
    return count;
}

static int remove_folder(void **unused)
{
    (void)unused;
    count_names(true);
    return pdk_folder_remove(folder, NULL) ? 0 : -1;
}

static const char *in_folder(const char *name)
{
    static char paths[4][1024];
    static int next;
    char *path = paths[next++ & 3];
    snprintf(path, sizeof paths[0], "%s\\%s", folder, name);
    return path;
}

static void put_file(const char *path, const char *text)
{
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_file(path, &output, &error), error);
    assert_ok(pdk_output_write(output, text, strlen(text), &error), error);
    assert_ok(pdk_output_finish(output, &error), error);
    pdk_output_close(output);
}

static void assert_file(const char *path, const char *text)
{
    pdk_failure failure = { 0 };
    char got[64];
    size_t size = 0;
    pdk_file file = pdk_file_open(path, PDK_DO_NOT_WAIT, &failure);
    assert_true(pdk_file_is_open(file));
    assert_true(pdk_file_read(file, got, sizeof got, &size, &failure));
    pdk_file_close(file);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(got, text, size);
}

static void assert_absent(const pdk_failure *failure)
{
    assert_int_equal(failure->kind, PDK_FAILED_ABSENT);
    assert_non_null(strstr(failure->reason, "No such file"));
}

static void what_is_there(void **unused)
{
    (void)unused;
    pdk_file_info info, same;
    pdk_failure failure = { 0 };
    put_file(in_folder("\xC3\x9C.raf"), "hello");
    assert_true(pdk_file_look(in_folder("\xC3\x9C.raf"), &info, &failure));
    assert_true(info.kind == PDK_FILE_REGULAR && info.size == 5 && info.modified != 0);
    assert_true(pdk_file_look_at_name(in_folder("\xC3\x9C.raf"), &same, &failure));
    assert_true(same.kind == PDK_FILE_REGULAR && same.identity == info.identity && same.volume == info.volume);
    assert_true(pdk_file_look(folder, &info, &failure) && info.kind == PDK_FILE_FOLDER);
    assert_false(pdk_file_look(in_folder("none"), &info, &failure));
    assert_absent(&failure);
    assert_false(pdk_file_look(in_folder("none\\a"), &info, &failure));
    assert_absent(&failure);
    assert_false(pdk_file_look("\xFF", &info, &failure));
    assert_string_equal(failure.reason, "The name is not UTF-8");
    char *resolved = pdk_file_resolve(in_folder(".\\\xC3\x9C.raf"), &failure);
    assert_non_null(resolved);
    assert_string_equal(pdk_path_name(resolved), "\xC3\x9C.raf");
    char *above = pdk_file_resolve(folder, &failure);
    assert_true(pdk_path_is_below(above, resolved));
    free(above);
    free(resolved);
    pdk_file device = pdk_file_open_device("nul", &failure);
    assert_true(pdk_file_is_open(device) && pdk_file_look_into(device, &info, &failure));
    assert_int_equal(info.kind, PDK_FILE_DEVICE);
    assert_true(pdk_file_write(device, "x", 1, &failure));
    pdk_file_close(device);
    assert_int_equal(count_names(false), 1);
    assert_false(pdk_folder_make(folder, &failure));
    assert_int_equal(failure.kind, PDK_FAILED_EXISTS);
}

/* Beyond the old limit of 260 characters: five folders of a hundred each. */
static void long_names(void **unused)
{
    (void)unused;
    char path[1024], name[101];
    pdk_failure failure = { 0 };
    memset(name, 'n', sizeof name);
    name[100] = '\0';
    int length = snprintf(path, sizeof path, "%s", folder);
    for (int i = 0; i < 5; i++) {
        length += snprintf(path + length, sizeof path - (size_t)length, "/%s", name);
        assert_true(pdk_folder_make(path, &failure));
    }
    snprintf(path + length, sizeof path - (size_t)length, "/lap.raf");
    put_file(path, "long");
    assert_file(path, "long");
    assert_true(pdk_file_remove(path, &failure));
    for (int i = 0; i < 5; i++) {
        path[length] = '\0';
        assert_true(pdk_folder_remove(path, &failure));
        length -= 101;
    }
}

static void mapped(void **unused)
{
    (void)unused;
    pdk_failure failure = { 0 };
    put_file(in_folder("a"), "0123456789");
    pdk_file file = pdk_file_open(in_folder("a"), PDK_DO_NOT_WAIT, &failure);
    uint64_t position = 1;
    assert_true(pdk_file_position(file, &position) && position == 0);
    pdk_mapping mapping = { .file = PDK_NO_FILE };
    assert_false(pdk_mapping_open(&mapping, file, 1 << 20, &failure)); /* more than there is */
    assert_true(pdk_mapping_open(&mapping, file, 10, &failure));
    assert_memory_equal(mapping.bytes, "0123456789", 10);
    pdk_mapping_trim(&mapping);
    assert_memory_equal(mapping.bytes, "0123456789", 10);
    pdk_mapping_close(&mapping);
    pdk_mapping_close(&mapping);
}

/* Until it is finished it is invisible, and the old one stays; what was not finished leaves nothing. */
static void names_when_complete(void **unused)
{
    (void)unused;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    put_file(in_folder("a"), "old");
    assert_ok(pdk_output_file(in_folder("a"), &output, &error), error);
    assert_ok(pdk_output_write(output, "half", 4, &error), error);
    assert_file(in_folder("a"), "old");
    pdk_output_close(output);
    assert_file(in_folder("a"), "old");
    assert_int_equal(count_names(false), 1);
    put_file(in_folder("a"), "new");
    assert_file(in_folder("a"), "new");
    assert_int_equal(count_names(false), 1);
    assert_fails(pdk_output_file(in_folder("none\\a"), &output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    assert_non_null(strstr(error.message, "No such file"));
    assert_fails(pdk_output_file(folder, &output, &error), error, PDK_E_IO, "io.directory", PDK_NO_OFFSET);
}

/* A program that lets no other write keeps its file, and this is reported. */
static void open_elsewhere(void **unused)
{
    (void)unused;
    pdk_output *output = NULL;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    put_file(in_folder("a.raf"), "game");
    HANDLE game = CreateFileA("nul", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(game != INVALID_HANDLE_VALUE);
    CloseHandle(game);
    wchar_t wide[512];
    assert_true(MultiByteToWideChar(CP_UTF8, 0, in_folder("a.raf"), -1, wide, 512) > 0);
    game = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0,
                       NULL);
    assert_true(game != INVALID_HANDLE_VALUE);
    assert_file(in_folder("a.raf"), "game"); /* to read it, its sharing is enough */
    assert_ok(pdk_output_file(in_folder("a.raf"), &output, &error), error);
    assert_ok(pdk_output_write(output, "ours", 4, &error), error);
    assert_fails(pdk_output_finish(output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);
    assert_file(in_folder("a.raf"), "game");
    assert_int_equal(count_names(false), 1);
    CloseHandle(game);
    game = CreateFileW(wide, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(game != INVALID_HANDLE_VALUE);
    assert_fails(pdk_open_file(in_folder("a.raf"), NULL, &document, &error), error, PDK_E_IO, "io.read", PDK_NO_OFFSET);
    assert_string_equal(error.message, "cannot open: Another program has it open");
    CloseHandle(game);
}

/* A file is the same by any of its names: in capitals, through a hard link, by another way to its folder. */
static void inputs_are_kept(void **unused)
{
    (void)unused;
    pdk_inputs *inputs = NULL;
    pdk_output *output = NULL;
    pdk_output_options options = PDK_OUTPUT_OPTIONS_INIT;
    pdk_error error = { 0 };
    wchar_t from[512], to[512];
    put_file(in_folder("in.raf"), "input");
    assert_true(MultiByteToWideChar(CP_UTF8, 0, in_folder("in.raf"), -1, from, 512) > 0);
    assert_true(MultiByteToWideChar(CP_UTF8, 0, in_folder("hard.raf"), -1, to, 512) > 0);
    assert_true(CreateHardLinkW(to, from, NULL));
    assert_ok(pdk_inputs_create(&inputs, &error), error);
    options.inputs = inputs;
    assert_ok(pdk_output_file_with(in_folder("in.raf"), &options, &output, &error), error);
    assert_ok(pdk_inputs_add(inputs, in_folder("in.raf"), &error), error);
    assert_fails(pdk_output_finish(output, &error), error, PDK_E_ARGUMENT, "output.input", PDK_NO_OFFSET);
    pdk_output_close(output);
    const char *const names[] = { "in.raf", "IN.RAF", ".\\in.raf", "./in.raf", "hard.raf" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_fails(pdk_output_file_with(in_folder(names[i]), &options, &output, &error), error, PDK_E_ARGUMENT,
                     "output.input", PDK_NO_OFFSET);
    }
    assert_file(in_folder("in.raf"), "input");
    assert_int_equal(count_names(false), 2);
    pdk_inputs_close(inputs);
}

/* What is seen of a change while a document is open. */
static void written_in_place(void **unused)
{
    (void)unused;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 3;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_file(in_folder("lap.raf"), &output, &error), error);
    assert_ok(pdk_synth("raf", &options, output, &error), error);
    assert_ok(pdk_output_finish(output, &error), error);
    pdk_output_close(output);
    pdk_document *document = open_or_fail(in_folder("lap.raf"));
    assert_ok(pdk_document_unchanged(document, &error), error);
    Sleep(50);
    pdk_file file = pdk_file_open_device(in_folder("lap.raf"), NULL);
    assert_true(pdk_file_write(file, "LFS", 3, NULL));
    pdk_file_close(file);
    assert_fails(pdk_document_unchanged(document, &error), error, PDK_E_IO, "io.changed", PDK_NO_OFFSET);
    pdk_close(document);
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
    /* What another program has open without letting others delete it keeps its name; a program that lets them is not
     * disturbed. */
    put_file(in_folder("c"), "newest");
    wchar_t wide[1024];
    MultiByteToWideChar(CP_UTF8, 0, in_folder("b"), -1, wide, 1024);
    HANDLE other = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(other != INVALID_HANDLE_VALUE);
    assert_false(pdk_file_rename(in_folder("c"), in_folder("b"), &failure));
    assert_file(in_folder("b"), "newer");
    CloseHandle(other);
    assert_true(pdk_file_rename(in_folder("c"), in_folder("b"), &failure));
    assert_file(in_folder("b"), "newest");
}

static void code_pages(void **unused)
{
    (void)unused;
    uint32_t letter = 0;
    uint8_t bytes[4];
    assert_int_equal(pdk_code_page_read(932, (const uint8_t *)"\x82\xA0", 2, &letter), 2);
    assert_int_equal(letter, 0x3042);
    assert_int_equal(pdk_code_page_write(932, 0x3042, bytes), 2);
    assert_memory_equal(bytes, "\x82\xA0", 2);
    assert_int_equal(pdk_code_page_read(932, (const uint8_t *)"\x82", 1, &letter), 0);
    assert_int_equal(pdk_code_page_write(949, 0x1F3C1, bytes), 0);
}

static void clock_and_libraries(void **unused)
{
    (void)unused;
    double begin = pdk_clock_seconds();
    Sleep(20);
    assert_true(pdk_clock_seconds() - begin >= 0.01);
    char text[512];
    assert_null(pdk_library_open(in_folder("none.dll"), text, sizeof text));
    assert_string_equal(text, "");
    put_file(in_folder("no.dll"), "this is no library");
    assert_null(pdk_library_open(in_folder("no.dll"), text, sizeof text));
    assert_true(text[0] != '\0');
    static const char here = 0;
    assert_true(pdk_library_path_of(&here, text, sizeof text));
    assert_string_equal(pdk_path_name(text), "test_files_windows.exe");
}

#define FILES_TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILES_TEST(what_is_there),       FILES_TEST(long_names),     FILES_TEST(mapped),
        FILES_TEST(names_when_complete), FILES_TEST(open_elsewhere), FILES_TEST(inputs_are_kept),
        FILES_TEST(written_in_place),    FILES_TEST(code_pages),     FILES_TEST(clock_and_libraries),
        FILES_TEST(renamed_and_held),
    };
    return cmocka_run_group_tests_name("files on Windows", tests, NULL, NULL);
}
