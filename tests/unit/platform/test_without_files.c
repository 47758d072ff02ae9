/* The side without files and threads says what it cannot do, and does the rest in memory. */
#include <string.h>

#include "base/parallel.h"
#include "platform/code_page.h"
#include "platform/folders.h"
#include "platform/library.h"
#include "platform/mapping.h"
#include "platform/replace.h"
#include "platform/threads.h"
#include "support.h"

static void paths_are_refused(void **unused)
{
    (void)unused;
    pdk_document *document = NULL;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_file(__FILE__, NULL, &document, &error), error, PDK_E_IO, "io.read", PDK_NO_OFFSET);
    assert_string_equal(error.message, "cannot open: there are no files here, only memory");
    assert_fails(pdk_output_file("x", &output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    assert_string_equal(error.message, "cannot write: there are no files here, only memory");
    assert_ok(pdk_output_descriptor(1, &output, &error), error);
    assert_ok(pdk_output_write(output, "x", 1, &error), error);
    assert_fails(pdk_output_finish(output, &error), error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);
    assert_null(document);
}

static void each_call_fails(void **unused)
{
    (void)unused;
    pdk_failure failure = { 0 };
    pdk_file_info info;
    pdk_mapping mapping = { .file = PDK_NO_FILE };
    char byte;
    size_t got = 1;
    uint64_t position;
    assert_false(pdk_file_look_at_name(__FILE__, &info, &failure));
    assert_false(pdk_file_look_into(PDK_NO_FILE, &info, &failure));
    assert_false(pdk_file_remove("x", &failure));
    assert_null(pdk_file_resolve(__FILE__, &failure));
    assert_false(pdk_file_is_open(pdk_file_open_device("/dev/null", &failure)));
    assert_false(pdk_file_position(PDK_NO_FILE, &position));
    assert_false(pdk_file_read(PDK_NO_FILE, &byte, 1, &got, &failure));
    assert_int_equal(got, 0);
    assert_false(pdk_file_await_writer(PDK_NO_FILE, 1000));
    assert_false(pdk_mapping_open(&mapping, PDK_NO_FILE, 1, &failure));
    pdk_mapping_trim(&mapping);
    pdk_mapping_close(&mapping);
    pdk_replacement_begin_storing(NULL, 0, 1);
    assert_false(pdk_replacement_store(NULL, &failure));
    assert_false(pdk_replacement_finish(NULL, &failure));
    assert_false(pdk_file_is_open(pdk_replacement_file(NULL)));
    pdk_replacement_close(NULL);
    assert_false(pdk_folder_store_names("x", &failure));
    assert_string_equal(failure.reason, "there are no files here, only memory");
}

static void no_libraries_and_code_pages(void **unused)
{
    (void)unused;
    char text[64];
    uint32_t letter;
    uint8_t bytes[4];
    assert_null(pdk_library_open("libm.so.6", text, sizeof text));
    assert_null(pdk_library_object(NULL, "sin"));
    pdk_library_close(NULL);
    assert_false(pdk_library_path_of(text, text, sizeof text));
    assert_int_equal(pdk_code_page_read(932, (const uint8_t *)"\x82\xA0", 2, &letter), 0);
    assert_int_equal(pdk_code_page_write(932, 0x3042, bytes), 0);
}

static void never_called(void *user)
{
    *(bool *)user = true;
}

static void add(void *user, size_t thread, uint64_t first, uint64_t count)
{
    assert_int_equal(thread, 0);
    for (uint64_t i = first; i < first + count; i++) *(uint64_t *)user += i;
}

static void one_thread(void **unused)
{
    (void)unused;
    pdk_thread thread;
    bool called = false;
    assert_false(pdk_thread_start(&thread, never_called, &called));
    assert_false(called);
    assert_int_equal(pdk_processor_count(), 1);
    uint64_t sum = 0;
    pdk_parallel job = { .count = 1000, .piece = 7, .threads = 8, .work = add, .user = &sum };
    assert_true(pdk_parallel_run(&job));
    assert_true(sum == 999 * 1000 / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_refused),
        cmocka_unit_test(each_call_fails),
        cmocka_unit_test(no_libraries_and_code_pages),
        cmocka_unit_test(one_thread),
    };
    return cmocka_run_group_tests_name("without files", tests, NULL, NULL);
}
