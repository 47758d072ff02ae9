/* Every table of every file there is, as an Arrow stream: the same values, nulls, names and units. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow_look.h"
#include "formats.h"

static void every_table_of_every_generated_file(void **state)
{
    (void)state;
    const pdk_format_info *formats[MAX_FORMATS];
    size_t count = formats_that(PDK_CAN_SYNTH, formats), tables = 0;
    for (size_t i = 0; i < count; i++) {
        char names[MAX_DIALECTS][16];
        const char *dialects[MAX_DIALECTS];
        size_t dialect_count = dialects_of(formats[i], names, dialects);
        for (size_t k = 0; k < dialect_count; k++) {
            pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
            options.dialect = dialects[k];
            if (takes_synth_option(formats[i], "seconds")) options.seconds = 5;
            if (takes_synth_option(formats[i], "points")) options.points = 2000;
            size_t size;
            uint8_t *data = synth_or_fail(formats[i]->id, &options, &size);
            pdk_document *document = open_bytes_or_fail(data, size);
            tables += assert_streams_are_tables(document);
            pdk_close(document);
            free(data);
        }
    }
    assert_true(tables > 50);
}

static void every_table_of_a_session(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.session = "race";
    options.laps = 3;
    options.cars = 4;
    options.poses_every = 10;
    size_t size;
    uint8_t *data = synth_or_fail("vcr", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    assert_true(assert_streams_are_tables(document) > 20);
    pdk_close(document);
    free(data);
}

static void every_table_of_every_sample(void **state)
{
    (void)state;
    DIR *folder = opendir(PADDOCK_SAMPLES);
    assert_non_null(folder);
    size_t tables = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", PADDOCK_SAMPLES, entry->d_name);
        pdk_document *document = NULL;
        if (entry->d_name[0] == '.' || pdk_open_file(path, NULL, &document, NULL) != PDK_OK) continue;
        tables += assert_streams_are_tables(document);
        pdk_close(document);
    }
    closedir(folder);
    assert_true(tables > 20);
}

static void every_table_of_every_real_file(void **state)
{
    (void)state;
    FILE *list = fopen(PADDOCK_FILES "/../real-files.txt", "r");
    assert_non_null(list);
    char name[256];
    size_t found = 0;
    while (fgets(name, sizeof name, list) != NULL) {
        name[strcspn(name, "\n")] = '\0';
        const char *path = real_file(name);
        pdk_document *document = NULL;
        if (path == NULL) continue;
        found++;
        if (pdk_open_file(path, NULL, &document, NULL) != PDK_OK) continue; /* some are damaged on purpose */
        assert_streams_are_tables(document);
        pdk_close(document);
    }
    fclose(list);
    if (found == 0) skip();
}

static void a_table_without_rows_has_a_schema(void **state)
{
    (void)state;
    static const char text[] =
        "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 0\nproperty list uchar int vertex_indices\nend_header\n";
    pdk_document *document = open_bytes_or_fail(text, sizeof text - 1);
    assert_true(assert_streams_are_tables(document) > 0);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_of_every_generated_file), cmocka_unit_test(every_table_of_a_session),
        cmocka_unit_test(every_table_of_every_sample),         cmocka_unit_test(every_table_of_every_real_file),
        cmocka_unit_test(a_table_without_rows_has_a_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
