/* SPR and MPR: headers of Live for Speed's replays, written by hand after the published pages; there is no real file.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"

enum { SPR = 192, MPR = 80, RESULT = 80, REST = 50 };

static void make_single(uint8_t file[SPR + REST])
{
    memset(file, 0xAB, SPR + REST);
    memset(file, 0, SPR);
    memcpy(file, "LFSSPR", 6);
    file[12] = 105; /* 150 laps */
    file[14] = 2;
    file[15] = 3;
    memcpy(file + 16, "0.6B", 4);
    memcpy(file + 24, "SO1", 3);
    memcpy(file + 32, "South City", 10);
    memcpy(file + 64, "licence", 7);
    memcpy(file + 96, "XF GTI", 6);
    file[134] = 4;
    file[135] = 3;
    static const uint8_t splits[3][4] = { { 0, 25, 30, 1 }, { 0, 59, 99, 9 }, { 1, 33, 0, 5 } };
    memcpy(file + 136, splits, sizeof splits);
    pdk_store_u32(file + 156, 20050);
    memcpy(file + 160, "^1A^E\xE8^8x", 9); /* a colour, another code page, and back */
}

static void single(void **state)
{
    (void)state;
    uint8_t file[SPR + REST];
    make_single(file);
    pdk_document *replay = open_bytes_or_fail(file, sizeof file);
    assert_string_equal(pdk_document_format(replay)->id, "spr");
    assert_property_text(replay, "track", "South City");
    assert_property_text(replay, "track_code", "SO1");
    assert_property_text(replay, "car", "XF GTI");
    assert_property_text(replay, "player", "A\xC4\x8Dx");
    assert_property_text(replay, "user", "licence");
    assert_property_text(replay, "session", "hotlap");
    assert_near(property_number(replay, "duration"), 200.5, 0);
    assert_near(property_number(replay, "lap_time"), 93.005, 1e-9);
    assert_near(property_number(replay, "race_laps"), 150, 0);
    size_t count;
    double *times = column_f64(replay, "splits", "split_time", &count);
    assert_int_equal(count, 3);
    assert_near(times[0], 25.301, 1e-9);
    assert_near(times[1], 59.999, 1e-9);
    free(times);
    pdk_document *laps = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_analyse(replay, NULL, &laps, &error), error);
    assert_int_equal(table_rows(laps, "laps"), 1);
    const pdk_table *table = pdk_document_find_table(laps, "laps");
    assert_near(cell_or_nan(table, "lap_time", 0), 93.005, 1e-9);
    assert_near(cell_or_nan(table, "sector_2_time", 0), 34.698, 1e-9);
    assert_near(cell_or_nan(table, "sector_3_time", 0), 33.006, 1e-9);
    pdk_close(laps);
    pdk_close(replay);
}

static uint8_t *put_result(uint8_t *at, const char *name, unsigned laps, unsigned time, unsigned best, unsigned grid)
{
    memcpy(at, name, strlen(name));
    memcpy(at + 24, "PLATE 12", 8); /* no NUL */
    memcpy(at + 32, "XRT", 3);
    memcpy(at + 36, "licence", 7);
    pdk_store_u16(at + 60, (uint16_t)laps);
    at[64] = 3;
    at[65] = 1;
    pdk_store_u16(at + 66, 30);
    pdk_store_u32(at + 68, time);
    pdk_store_u32(at + 72, best);
    at[77] = (uint8_t)grid;
    return at + RESULT;
}

enum { SEVERAL = MPR + 2 * RESULT + REST };
static void make_several(uint8_t file[SEVERAL])
{
    memset(file, 0xAB, SEVERAL);
    memset(file, 0, SEVERAL - REST);
    memcpy(file, "LFSMPR", 6);
    file[20] = 7;
    memcpy(file + 24, "0.6B", 4);
    memcpy(file + 32, "BL1R", 4);
    pdk_store_u32(file + 36, 951782399); /* 28 February 2000, the last second of that day */
    memcpy(file + 40, "Blackwood", 9);
    file[75] = 2;
    put_result(put_result(file + MPR, "Winner", 7, 600123, 81002, 2), "Other", 6, 0, 0, 0);
}

static void several(void **state)
{
    (void)state;
    uint8_t file[SEVERAL];
    make_several(file);
    pdk_document *replay = open_bytes_or_fail(file, sizeof file);
    assert_property_text(replay, "date", "2000-02-28 23:59:59");
    assert_near(property_number(replay, "unix_time"), 951782399, 0);
    assert_property_text(replay, "session", "race");
    assert_property_text(replay, "results", "official");
    assert_near(property_number(replay, "race_laps"), 7, 0);
    assert_int_equal(table_rows(replay, "drivers"), 2);
    assert_text(text_at(replay, "drivers", "plate", 0), "PLATE 12");
    assert_text(text_at(replay, "drivers", "name", 1), "Other");
    assert_false(has_value(replay, "drivers", "finish_time", 1));
    assert_false(has_value(replay, "drivers", "best_lap_time", 1));
    assert_false(has_value(replay, "drivers", "grid_position", 1));
    assert_true(has_value(replay, "drivers", "penalty", 1));
    pdk_document *answers = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_analyse(replay, NULL, &answers, &error), error);
    const pdk_table *table = pdk_document_find_table(answers, "results");
    assert_int_equal(table_rows(answers, "results"), 2);
    assert_text(text_at(answers, "results", "driver", 0), "Winner");
    assert_near(cell_or_nan(table, "total_time", 0), 600.123, 1e-9);
    assert_near(cell_or_nan(table, "best_lap_time", 0), 81.002, 1e-9);
    assert_near(cell_or_nan(table, "grid_position", 0), 2, 0);
    assert_near(cell_or_nan(table, "laps", 1), 6, 0);
    assert_true(isnan(cell_or_nan(table, "total_time", 1)));
    pdk_close(answers);
    pdk_close(replay);
    file[36 + 0] = file[36 + 1] = file[36 + 2] = file[36 + 3] = 0;
    file[75] = 0;
    replay = open_bytes_or_fail(file, sizeof file);
    assert_null(pdk_document_find_property(replay, "date")); /* not known is not 1970 */
    assert_null(pdk_document_find_property(replay, "results"));
    pdk_close(replay);
}

static void length_codes(void **state)
{
    (void)state;
    static const struct {
        uint8_t code;
        const char *name;
        double value;
    } cases[] = {
        { 1, "race_laps", 1 },      { 99, "race_laps", 99 },     { 100, "race_laps", 100 },
        { 190, "race_laps", 1000 }, { 191, "race_minutes", 60 }, { 238, "race_minutes", 48 * 60 },
        { 0, "session", 0 },        { 239, "session", 0 },
    };
    uint8_t file[SEVERAL];
    make_several(file);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        file[20] = cases[i].code;
        pdk_document *replay = open_bytes_or_fail(file, sizeof file);
        if (cases[i].value > 0) assert_near(property_number(replay, cases[i].name), cases[i].value, 0);
        else assert_property_text(replay, "session", "practice");
        pdk_close(replay);
    }
}

static void damaged(void **state)
{
    (void)state;
    uint8_t single_file[SPR + REST], file[SEVERAL];
    make_single(single_file);
    make_several(file);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "spr";
    pdk_document *replay = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(single_file, 100, &options, &replay, &error), error, PDK_E_TRUNCATED,
                 "spr.header.truncated", 100);
    assert_fails(pdk_open_memory(file + 1, 100, &options, &replay, &error), error, PDK_E_CORRUPT, "spr.magic", 0);
    assert_fails(pdk_open_memory(file, MPR + RESULT + 9, &options, &replay, &error), error, PDK_E_TRUNCATED,
                 "spr.results.truncated", MPR + RESULT + 9);
    options.partial = true;
    assert_ok(pdk_open_memory(file, MPR + RESULT + 9, &options, &replay, &error), error);
    assert_int_equal(table_rows(replay, "drivers"), 1);
    pdk_close(replay);
    single_file[140] = 0;
    single_file[141] = 20; /* the second split before the first */
    single_file[147] = 12; /* thousandths go to 9 */
    replay = open_bytes_or_fail(single_file, sizeof single_file);
    assert_int_equal(count_findings(replay, PDK_CHECK_FULL, "spr.splits.order"), 1);
    assert_int_equal(count_findings(replay, PDK_CHECK_FULL, "spr.splits.value"), 1);
    pdk_close(replay);
    single_file[135] = 200; /* splits */
    replay = open_bytes_or_fail(single_file, sizeof single_file);
    assert_int_equal(table_rows(replay, "splits"), 4);
    assert_null(pdk_document_find_property(replay, "lap_time"));
    pdk_close(replay);
}

static void robust(void **state)
{
    (void)state;
    uint8_t single_file[SPR + REST], file[SEVERAL];
    make_single(single_file);
    make_several(file);
    sweep_truncation(single_file, sizeof single_file, 1, "spr");
    sweep_truncation(file, sizeof file, 1, "spr");
    sweep_mutation(single_file, sizeof single_file, 0, SPR, 1, "spr");
    sweep_mutation(file, sizeof file, 0, SEVERAL - REST, 1, "spr");
    assert_true(sweep_allocation(single_file, sizeof single_file) > 5);
    assert_true(sweep_allocation(file, sizeof file) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single),  cmocka_unit_test(several), cmocka_unit_test(length_codes),
        cmocka_unit_test(damaged), cmocka_unit_test(robust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
