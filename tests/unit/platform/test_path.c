/* Names of files, as each system writes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path_style.h"
#include "support.h"

typedef struct parts {
    pdk_path_style style;
    const char *path, *folder, *extension;
    bool absolute;
} parts;

static const parts cases[] = {
    { PDK_PATH_POSIX, "lap.raf", "", ".raf", false },
    { PDK_PATH_POSIX, "a/b.c/lap", "a/b.c/", "", false },
    { PDK_PATH_POSIX, "/lap.tar.gz", "/", ".gz", true },
    { PDK_PATH_POSIX, "a/", "a/", "", false },
    { PDK_PATH_POSIX, "", "", "", false },
    { PDK_PATH_POSIX, "a/.profile", "a/", "", false },
    { PDK_PATH_POSIX, "a\\b.raf", "", ".raf", false },
    { PDK_PATH_POSIX, "C:lap.raf", "", ".raf", false },
    { PDK_PATH_WINDOWS, "a\\b/c.raf", "a\\b/", ".raf", false },
    { PDK_PATH_WINDOWS, "C:\\Games\\LFS\\lap.raf", "C:\\Games\\LFS\\", ".raf", true },
    { PDK_PATH_WINDOWS, "c:lap.raf", "c:", ".raf", true },
    { PDK_PATH_WINDOWS, "c:.raf", "c:", "", true },
    { PDK_PATH_WINDOWS, "\\\\server\\share\\b.vcr", "\\\\server\\share\\", ".vcr", true },
    { PDK_PATH_WINDOWS, "1:b.vcr", "", ".vcr", false },
    { PDK_PATH_WINDOWS, "a.b\\c", "a.b\\", "", false },
};

static void parts_of_paths(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const parts *wanted = &cases[i];
        size_t folder = pdk_path_folder_size_in(wanted->style, wanted->path);
        if (folder != strlen(wanted->folder)) printf("folder of %s: %zu bytes\n", wanted->path, folder);
        assert_int_equal(folder, strlen(wanted->folder));
        assert_memory_equal(wanted->path, wanted->folder, folder);
        assert_string_equal(pdk_path_extension_in(wanted->style, wanted->path), wanted->extension);
        assert_int_equal(pdk_path_is_absolute_in(wanted->style, wanted->path), wanted->absolute);
    }
}

static void below_a_folder(void **unused)
{
    (void)unused;
    assert_true(pdk_path_is_below_in(PDK_PATH_POSIX, "/tracks", "/tracks/a.tri"));
    assert_true(pdk_path_is_below_in(PDK_PATH_POSIX, "/", "/a.tri"));
    assert_false(pdk_path_is_below_in(PDK_PATH_POSIX, "/tracks", "/tracks2/a.tri"));
    assert_false(pdk_path_is_below_in(PDK_PATH_POSIX, "/tracks", "/tracks"));
    assert_false(pdk_path_is_below_in(PDK_PATH_POSIX, "/tracks", "/tracks\\a.tri"));
    assert_true(pdk_path_is_below_in(PDK_PATH_WINDOWS, "C:\\tracks", "C:\\tracks\\a.tri"));
    assert_true(pdk_path_is_below_in(PDK_PATH_WINDOWS, "C:\\", "C:\\a.tri"));
    assert_false(pdk_path_is_below_in(PDK_PATH_WINDOWS, "C:\\tracks", "D:\\tracks\\a.tri"));
}

typedef struct roots {
    pdk_path_style style;
    const char *path, *root, *part; /* what comes first, and the first name after it */
} roots;

static const roots rooted[] = {
    { PDK_PATH_POSIX, "a/b", "", "a" },
    { PDK_PATH_POSIX, "/a/b", "/", "a" },
    { PDK_PATH_POSIX, "//a", "/", "" },
    { PDK_PATH_POSIX, "C:\\a/b", "", "C:\\a" },
    { PDK_PATH_POSIX, "", "", "" },
    { PDK_PATH_WINDOWS, "a\\b", "", "a" },
    { PDK_PATH_WINDOWS, "\\a/b", "\\", "a" },
    { PDK_PATH_WINDOWS, "C:a*\\b", "C:", "a*" },
    { PDK_PATH_WINDOWS, "C:\\a*", "C:\\", "a*" },
    { PDK_PATH_WINDOWS, "c:/a*/b", "c:/", "a*" },
    { PDK_PATH_WINDOWS, "\\\\server\\share\\a*\\b", "\\\\server\\share\\", "a*" },
    { PDK_PATH_WINDOWS, "//server/share/a", "//server/share/", "a" },
    { PDK_PATH_WINDOWS, "\\\\?\\C:\\a\\b", "\\\\?\\C:\\", "a" },
    { PDK_PATH_WINDOWS, "\\\\server", "\\\\server", "" },
    { PDK_PATH_WINDOWS, "\\\\", "\\\\", "" },
};

static void roots_and_parts(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rooted / sizeof rooted[0]; i++) {
        const roots *wanted = &rooted[i];
        size_t root = pdk_path_root_size_in(wanted->style, wanted->path);
        if (root != strlen(wanted->root)) printf("root of %s: %zu bytes\n", wanted->path, root);
        assert_int_equal(root, strlen(wanted->root));
        assert_memory_equal(wanted->path, wanted->root, root);
        size_t part = pdk_path_part_size_in(wanted->style, wanted->path + root);
        assert_int_equal(part, strlen(wanted->part));
        assert_memory_equal(wanted->path + root, wanted->part, part);
    }
}

static void one_way_to_write(void **unused)
{
    (void)unused;
    static const char *const ways[][2] = { { "C:\\a\\b/c", "C:/a/b/c" },
                                           { "\\\\server\\share\\a", "//server/share/a" },
                                           { "\\\\?\\C:\\a", "\\\\?\\C:\\a" } };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s", ways[i][0]);
        pdk_path_use_slashes_in(PDK_PATH_POSIX, path);
        assert_string_equal(path, ways[i][0]);
        pdk_path_use_slashes_in(PDK_PATH_WINDOWS, path);
        assert_string_equal(path, ways[i][1]);
    }
    assert_int_equal(pdk_path_other_case_in(PDK_PATH_WINDOWS, 'a'), 'A');
    assert_int_equal(pdk_path_other_case_in(PDK_PATH_WINDOWS, 'Z'), 'z');
    assert_int_equal(pdk_path_other_case_in(PDK_PATH_WINDOWS, '['), '[');
    assert_int_equal(pdk_path_other_case_in(PDK_PATH_WINDOWS, '\xC3'), '\xC3');
    assert_int_equal(pdk_path_other_case_in(PDK_PATH_POSIX, 'a'), 'a');
}

/* What holds on every system. */
static void own_style(void **unused)
{
    (void)unused;
    assert_string_equal(pdk_path_name("a/b.raf"), "b.raf");
    assert_string_equal(pdk_path_extension("a/b.raf"), ".raf");
    assert_int_equal(pdk_path_folder_size("a/b.raf"), 2);
    assert_true(pdk_path_is_absolute("/a"));
    assert_true(pdk_path_is_below("/a", "/a/b"));
    static const char *const joined[][3] = { { "a", "b", "a/b" }, { "a/", "b", "a/b" }, { "", "b", "/b" } };
    for (size_t i = 0; i < sizeof joined / sizeof joined[0]; i++) {
        char *path = pdk_path_join(joined[i][0], joined[i][1]);
        assert_non_null(path);
        assert_string_equal(path, joined[i][2]);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_paths),   cmocka_unit_test(below_a_folder), cmocka_unit_test(roots_and_parts),
        cmocka_unit_test(one_way_to_write), cmocka_unit_test(own_style),
    };
    return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
