/* What a file does not record is missing everywhere: a column that `unrecorded` names has no value in any row of any
 * table, and where sessions have something the column is not named. Over every format and dialect that can be
 * generated. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct generated {
    const char *format, *dialect, *session;
    const char *names; /* NULL = no property */
} generated;

#define NEVER "penalties; penalty_time; contacts; pit_stops; fuel; tyre_wear"

static const generated files[] = {
    { "raf", NULL, NULL, NEVER "; rain" },
    { "raf", "0.5V0", NULL,
      NEVER "; rain; lateral_g; forward_g; upward_g; front_left_slip_fraction; front_right_slip_fraction; "
            "rear_left_slip_fraction; rear_right_slip_fraction" },
    { "rply", NULL, "race", NEVER "; compound; weather; rain" },
    { "vcr", "r1", "race", "penalties; penalty_time; contacts; compound; weather; rain" },
    { "vcr", "r2", "race", NULL },
    { "vcr", "l", "race", NULL },
    { "spr", "spr", NULL, "penalties; penalty_time; contacts; pit_stops; distance; weather; rain" },
    { "spr", "mpr", NULL, "co_driver; team; class; distance; weather; rain" },
};

static bool is_named(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; at != NULL && *at != '\0';) {
        const char *end = strstr(at, "; ");
        size_t size = end != NULL ? (size_t)(end - at) : strlen(at);
        if (size == length && memcmp(at, name, size) == 0) return true;
        at = end != NULL ? end + 2 : NULL;
    }
    return false;
}

static size_t count_values(const pdk_table *table, size_t column)
{
    size_t found = 0;
    pdk_error error = { 0 };
    bool nullable = pdk_table_column_at(table, column)->nullable;
    for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
        double value;
        uint8_t valid = 1;
        pdk_column_read read = {
            .column = column, .type = PDK_FLOAT64, .values = &value, .validity = nullable ? &valid : NULL
        };
        assert_ok(pdk_table_read(table, row, 1, &read, 1, &error), error);
        found += valid & 1;
    }
    return found;
}

/* Rows of a table that the file itself has show only what is recorded: its own `penalties` may be empty. */
static size_t look_at(const pdk_table *table, const char *names)
{
    size_t wrong = 0;
    for (size_t c = 0; table != NULL && c < pdk_table_columns(table); c++) {
        const pdk_column_info *info = pdk_table_column_at(table, c);
        if (info->type == PDK_TEXT || info->type == PDK_BYTES || !is_named(names, info->name)) continue;
        size_t values = count_values(table, c);
        if (values > 0) printf("  %s.%s has %zu values\n", pdk_table_name(table), info->name, values);
        wrong += values > 0;
    }
    return wrong;
}

static size_t count_faults(const generated *of)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size, wrong = 0;
    pdk_error error = { 0 };
    options.dialect = of->dialect;
    options.session = of->session;
    if (of->session != NULL) {
        options.laps = 4;
        options.cars = 8;
        options.poses_every = 5;
    }
    uint8_t *bytes = synth_or_fail(of->format, &options, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    const pdk_property *told = pdk_document_find_property(document, "unrecorded");
    char names[512] = "";
    if (told != NULL) snprintf(names, sizeof names, "%.*s", (int)told->value.as.text.size, told->value.as.text.data);
    printf("%s %s: %s\n", of->format, of->dialect != NULL ? of->dialect : "", names);
    assert_string_equal(names, of->names != NULL ? of->names : "");
    for (size_t i = 0; i < pdk_document_table_count(document); i++)
        wrong += look_at(pdk_document_table_at(document, i), names);
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        const pdk_table *table = NULL;
        if (pdk_answer(document, pdk_answer_name(i), &table, &error) == PDK_OK) wrong += look_at(table, names);
    }
    const pdk_result *first = NULL;
    size_t count = 0;
    if (pdk_result_count(document, &count, &error) == PDK_OK && count > 0) first = pdk_result_at(document, 0);
    if (first != NULL && is_named(names, "penalties"))
        wrong += first->penalties != UINT32_MAX || !isnan(first->penalty_time);
    else if (first != NULL && of->names == NULL)
        wrong += first->penalties == UINT32_MAX || isnan(first->penalty_time) || first->pit_stops == UINT32_MAX;
    pdk_close(document);
    free(bytes);
    return wrong;
}

static void what_is_not_recorded_has_no_value(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) wrong += count_faults(&files[i]);
    assert_int_equal(wrong, 0);
}

/* The list above has every format that has sessions or motion. */
static void every_recording_is_looked_at(void **state)
{
    (void)state;
    for (size_t i = 0; pdk_format_at(i) != NULL; i++) {
        const pdk_format_info *format = pdk_format_at(i);
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        size_t size;
        bool listed = false, generates = (format->abilities & PDK_CAN_SYNTH) != 0;
        for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) listed |= strcmp(files[f].format, format->id) == 0;
        if (listed || !generates) continue;
        uint8_t *bytes = synth_or_fail(format->id, &options, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        if (pdk_answer_available(document, "laps", NULL) == PDK_OK)
            fail_msg("%s has laps and is not listed", format->id);
        pdk_close(document);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_not_recorded_has_no_value),
                                        cmocka_unit_test(every_recording_is_looked_at) };
    return cmocka_run_group_tests_name("unrecorded", tests, NULL, NULL);
}
