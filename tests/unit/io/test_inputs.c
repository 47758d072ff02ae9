/* Files that were read are not replaced: by no name, neither when an output begins nor when it gets its name. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static char folder[64];
static pdk_inputs *inputs;
static pdk_error error;

static int begin(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/paddock-inputs-XXXXXX");
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) return -1;
    return pdk_inputs_create(&inputs, NULL);
}

static int end(void **unused)
{
    (void)unused;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    pdk_inputs_close(inputs);
    return chdir("/") != 0 || system(command) != 0;
}

static void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) >= 0, 1);
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

static pdk_status open_output(const char *path, pdk_output **output)
{
    pdk_output_options options = PDK_OUTPUT_OPTIONS_INIT;
    options.inputs = inputs;
    return pdk_output_file_with(path, &options, output, &error);
}

static void assert_refused(const char *path)
{
    pdk_output *output = NULL;
    assert_true(pdk_inputs_has(inputs, path));
    assert_fails(open_output(path, &output), error, PDK_E_ARGUMENT, "output.input", PDK_NO_OFFSET);
    assert_null(output);
}

/* Everything that leads to a file: its name in other spellings, and links of both kinds, one after the other too. */
static void all_names_of_a_file(void **unused)
{
    (void)unused;
    char whole[128];
    put_file("in", "input");
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(link("in", "hard"), 0);
    assert_int_equal(symlink("in", "soft"), 0);
    assert_int_equal(symlink("soft", "again"), 0);
    assert_int_equal(symlink(folder, "to-folder"), 0);
    snprintf(whole, sizeof whole, "%s/in", folder);
    assert_ok(pdk_inputs_add(inputs, "in", &error), error);
    const char *const names[] = { "in", "./in", "folder/../in", "hard", "soft", "again", "to-folder/in", whole };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) assert_refused(names[i]);
    assert_file("in", "input");
    assert_file("hard", "input");
}

static void what_is_no_file_is_no_input(void **unused)
{
    (void)unused;
    pdk_output *output = NULL;
    assert_ok(pdk_inputs_add(inputs, "absent", &error), error);
    assert_ok(pdk_inputs_add(inputs, "/dev/null", &error), error);
    assert_ok(pdk_inputs_add(inputs, ".", &error), error);
    assert_false(pdk_inputs_has(inputs, "/dev/null"));
    assert_ok(open_output("/dev/null", &output), error);
    pdk_output_close(output);
    put_file("absent", "made afterwards");
    assert_false(pdk_inputs_has(inputs, "absent"));
    assert_ok(open_output("absent", &output), error);
    pdk_output_close(output);
    assert_fails(pdk_inputs_add(NULL, "x", &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_inputs_add(inputs, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_inputs_add_descriptor(inputs, -1, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_inputs_create(NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    pdk_inputs_close(NULL);
}

static void an_open_file(void **unused)
{
    (void)unused;
    put_file("in", "input");
    int file = open("in", O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0);
    assert_ok(pdk_inputs_add_descriptor(inputs, file, &error), error);
    close(file);
    assert_refused("in");
}

/* A file that is opened after the output was: the output does not take its name, and nothing is left of it. */
static void read_meanwhile(void **unused)
{
    (void)unused;
    pdk_output *output = NULL;
    put_file("in", "input");
    assert_ok(open_output("in", &output), error);
    assert_ok(pdk_output_write(output, "other", 5, &error), error);
    assert_ok(pdk_inputs_add(inputs, "in", &error), error);
    assert_fails(pdk_output_finish(output, &error), error, PDK_E_ARGUMENT, "output.input", PDK_NO_OFFSET);
    pdk_output_close(output);
    assert_file("in", "input");
    assert_int_equal(access("in.paddock-000000", F_OK), -1);
}

/* An output does not count as an input by being written; read afterwards it does. */
static void written_then_read(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        pdk_output *output = NULL;
        assert_ok(open_output("out", &output), error);
        assert_ok(pdk_output_write(output, "1", 1, &error), error);
        assert_ok(pdk_output_finish(output, &error), error);
        pdk_output_close(output);
    }
    assert_ok(pdk_inputs_add(inputs, "out", &error), error);
    assert_refused("out");
}

/* Opening a document adds the file and those that it names: the material library of an OBJ. */
static void files_that_a_file_names(void **unused)
{
    (void)unused;
    pdk_document *document = NULL;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.inputs = inputs;
    put_file("a.obj", "mtllib named.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl tar\nf 1 2 3\n");
    put_file("named.mtl", "newmtl tar\nKd 0.1 0.1 0.1\n");
    put_file("other.mtl", "newmtl tar\n");
    assert_ok(pdk_open_file("a.obj", &options, &document, &error), error);
    assert_refused("a.obj");
    assert_refused("named.mtl");
    assert_false(pdk_inputs_has(inputs, "other.mtl"));
    pdk_convert_options converting = PDK_CONVERT_OPTIONS_INIT; /* the document's inputs are the conversion's */
    assert_fails(pdk_convert_file(document, "a.obj", NULL, &converting, NULL, &error), error, PDK_E_ARGUMENT,
                 "output.input", PDK_NO_OFFSET);
    put_file("b.glb.origin.json", "{}");
    assert_ok(pdk_inputs_add(inputs, "b.glb.origin.json", &error), error);
    assert_fails(pdk_convert_file(document, "b.glb", NULL, &converting, NULL, &error), error, PDK_E_ARGUMENT,
                 "output.input", PDK_NO_OFFSET);
    assert_file("b.glb.origin.json", "{}");
    assert_int_equal(access("b.glb", F_OK), -1);
    pdk_close(document);
}

/* What could not be read as a document has been opened all the same. */
static void unknown_formats(void **unused)
{
    (void)unused;
    pdk_document *document = NULL;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.inputs = inputs;
    put_file("x", "no format that anybody knows");
    assert_int_not_equal(pdk_open_file("x", &options, &document, &error), PDK_OK);
    assert_refused("x");
}

/* Outputs and documents hold the set, whichever is closed first. */
static void closed_early(void **unused)
{
    (void)unused;
    pdk_document *document = NULL;
    pdk_output *output = NULL;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.inputs = inputs;
    put_file("a.xyz", "1 2 3\n2 3 5\n5 1 2\n");
    assert_ok(pdk_open_file("a.xyz", &options, &document, &error), error);
    assert_ok(open_output("b.csv", &output), error);
    pdk_inputs_close(inputs);
    inputs = NULL;
    assert_fails(pdk_convert_file(document, "a.xyz", NULL, NULL, NULL, &error), error, PDK_E_ARGUMENT, "output.input",
                 PDK_NO_OFFSET);
    assert_ok(pdk_output_finish(output, &error), error);
    pdk_output_close(output);
    pdk_close(document);
}

static void many_files(void **unused)
{
    (void)unused;
    enum { FILES = 100 };
    char name[32];
    for (int i = 0; i < 2 * FILES; i++) {
        snprintf(name, sizeof name, "%d", i);
        put_file(name, name);
        for (int k = 0; k < 3 && i % 2 == 0; k++) assert_ok(pdk_inputs_add(inputs, name, &error), error);
    }
    for (int i = 0; i < 2 * FILES; i++) {
        snprintf(name, sizeof name, "%d", i);
        assert_int_equal(pdk_inputs_has(inputs, name), i % 2 == 0);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_names_of_a_file), TEST(what_is_no_file_is_no_input), TEST(an_open_file),    TEST(read_meanwhile),
        TEST(written_then_read),   TEST(files_that_a_file_names),     TEST(unknown_formats), TEST(many_files),
        TEST(closed_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
