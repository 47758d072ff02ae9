/* Names in tables of every format: each once, in small letters, and the same thing by the same name everywhere
 * (docs/adding-a-format.md). Over the samples, the golden files and files of other programs. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* Names that a role may have besides its own, "start_" and the like before it. */
static const struct {
    pdk_role role;
    const char *name;
} others[] = {
    { PDK_ROLE_DRIVER, "slot" },
    { PDK_ROLE_DRIVER, "car" },
    { PDK_ROLE_DRIVER_NAME, "driver" },
    { PDK_ROLE_DRIVER_NAME, "name" },
    { PDK_ROLE_SECTOR, "split" },
    { PDK_ROLE_HEADING, "yaw" },
    { PDK_ROLE_DIRECTION_X, "forward_x" },
    { PDK_ROLE_DIRECTION_Y, "forward_y" },
    { PDK_ROLE_DIRECTION_Z, "forward_z" },
    { PDK_ROLE_ACCELERATION_LATERAL, "lateral_g" },
    { PDK_ROLE_ACCELERATION_LONGITUDINAL, "forward_g" },
    { PDK_ROLE_ACCELERATION_LONGITUDINAL, "longitudinal_g" },
    { PDK_ROLE_ACCELERATION_VERTICAL, "upward_g" },
};

static bool is_snake_case(const char *name)
{
    if (name[0] < 'a' || name[0] > 'z') return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name);
}

static bool may_have(pdk_role role, const char *name)
{
    const char *own = pdk_role_name(role);
    size_t before = strlen(name) - strlen(own);
    if (strcmp(name, own) == 0) return true;
    if (strlen(name) > strlen(own) + 1 && strcmp(name + before, own) == 0 && name[before - 1] == '_') return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (others[i].role == role && strcmp(others[i].name, name) == 0) return true;
    }
    return false;
}

/* Units that SI has not, or that are no symbol: what a column may not be in. */
static bool is_odd_unit(const char *unit)
{
    static const char *const odd[] = { "deg", "km/h", "mph", "kmh", "rpm",    "ms",
                                       "cm",  "mm",   "ft",  "in",  "meters", "seconds" };
    for (size_t i = 0; unit != NULL && i < sizeof odd / sizeof odd[0]; i++) {
        if (strcmp(unit, odd[i]) == 0) return true;
    }
    return false;
}

static bool ends_with(const char *name, const char *end)
{
    size_t size = strlen(name), length = strlen(end);
    return size >= length && strcmp(name + size - length, end) == 0;
}

static void check_table(const char *path, const pdk_table *table)
{
    if (!is_snake_case(pdk_table_name(table))) fail_msg("%s: table %s", path, pdk_table_name(table));
    for (size_t i = 0; i < pdk_table_columns(table); i++) {
        const pdk_column_info *column = pdk_table_column_at(table, i);
        const char *where = pdk_table_name(table);
        if (!is_snake_case(column->name)) fail_msg("%s: %s.%s", path, where, column->name);
        for (size_t k = 0; k < i; k++) {
            if (strcmp(pdk_table_column_at(table, k)->name, column->name) == 0)
                fail_msg("%s: %s.%s twice", path, where, column->name);
        }
        if (column->role != PDK_ROLE_NONE && !may_have(column->role, column->name))
            fail_msg("%s: %s.%s is a %s", path, where, column->name, pdk_role_name(column->role));
        bool in_degrees = strcmp(column->name, "scan_angle") == 0 || /* LAS: in steps, for programs that know it */
                          ends_with(column->name, "latitude") || ends_with(column->name, "longitude"); /* as in maps */
        if (is_odd_unit(column->unit) && !in_degrees)
            fail_msg("%s: %s.%s is in %s", path, where, column->name, column->unit);
    }
}

static size_t check_file(const char *path)
{
    pdk_document *document;
    pdk_error error;
    if (pdk_open_file(path, NULL, &document, &error) != PDK_OK) return 0;
    size_t count = pdk_document_table_count(document);
    for (size_t i = 0; i < count; i++) {
        check_table(path, pdk_document_table_at(document, i));
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(pdk_table_name(pdk_document_table_at(document, i)),
                                    pdk_table_name(pdk_document_table_at(document, k)));
    }
    for (size_t i = 0; i < pdk_document_property_count(document); i++) {
        const char *name = pdk_document_property_at(document, i)->name;
        if (!is_snake_case(name)) fail_msg("%s: property %s", path, name);
    }
    pdk_close(document);
    return count;
}

static size_t check_folder(const char *path)
{
    size_t count = 0;
    DIR *folder = opendir(path);
    if (folder == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char file[512];
        if (entry->d_name[0] == '.') continue;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        count += check_file(file);
    }
    closedir(folder);
    return count;
}

static void names_are_those_of_the_field(void **state)
{
    (void)state;
    size_t tables = check_folder(PADDOCK_SAMPLES) + check_folder(PADDOCK_SAMPLES "/../tests/files");
    for (size_t i = 0; i < pdk_format_count(); i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/../tests/golden/%s/ok", PADDOCK_SAMPLES, pdk_format_at(i)->id);
        tables += check_folder(path);
    }
    assert_true(tables > 100);
}

static void columns_that_break_the_rules_are_seen(void **state)
{
    (void)state;
    assert_false(is_snake_case("Speed"));
    assert_false(is_snake_case("lap time"));
    assert_false(may_have(PDK_ROLE_SPEED, "velocity"));
    assert_false(may_have(PDK_ROLE_LAP, "overlap"));
    assert_true(may_have(PDK_ROLE_LAP, "best_lap"));
    assert_true(is_odd_unit("km/h"));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(names_are_those_of_the_field),
                                        cmocka_unit_test(columns_that_break_the_rules_are_seen) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
