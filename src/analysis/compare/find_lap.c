/* From a lap reference to a lap: the row of the answer `laps` that it means. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/comparison.h"

enum { LARGEST_NAME = 64 };

/* One row of the laps. */
typedef struct lap_row {
    pdk_text driver;
    double slot, lap, start_time, end_time, lap_time, sectors[PDK_SESSION_SECTORS];
    uint8_t best;
} lap_row;

static pdk_status read_row(const pdk_table *laps, uint64_t row, lap_row *read, pdk_error *error)
{
    static const char *const numbers[] = { "slot",          "lap",           "start_time",
                                           "end_time",      "lap_time",      "sector_1_time",
                                           "sector_2_time", "sector_3_time", "sector_4_time" };
    double *places[] = { &read->slot,       &read->lap,        &read->start_time, &read->end_time,  &read->lap_time,
                         &read->sectors[0], &read->sectors[1], &read->sectors[2], &read->sectors[3] };
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    pdk_read reads[NUMBERS + 2];
    uint8_t validity[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++) {
        reads[i] = (pdk_read){ .column = pdk_table_find_column(laps, numbers[i]),
                               .type = PDK_FLOAT64,
                               .values = places[i],
                               .validity = &validity[i] };
    }
    reads[NUMBERS] = (pdk_read){ .column = pdk_table_find_column(laps, "driver"), .values = &read->driver };
    reads[NUMBERS + 1] = (pdk_read){ .column = pdk_table_find_column(laps, "best"), .values = &read->best };
    pdk_status status = pdk_table_read(laps, row, 1, reads, NUMBERS + 2, error);
    for (size_t i = 0; i < NUMBERS && status == PDK_OK; i++) {
        if ((validity[i] & 1) == 0) *places[i] = NAN;
    }
    return status;
}

/* --------------------------------------------------------------------------------------------- which lap */

static bool is_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

/* Whether this row is a better answer than the one found so far. */
static bool is_better(const lap_row *row, const lap_row *found, bool has, const char *lap)
{
    double number;
    bool whole = isfinite(row->start_time) && isfinite(row->end_time) && row->end_time > row->start_time;
    if (!whole) return false;
    if (is_number(lap, &number)) return !(row->lap < number) && !(row->lap > number) && !has;
    if (strcmp(lap, "last") == 0) return !has || row->end_time > found->end_time;
    if (!isfinite(row->lap_time)) return false;
    if (!has || row->best > found->best) return true;
    return row->best == found->best && row->lap_time < found->lap_time;
}

/* The rows of whoever fits best; a beginning must not fit two names. */
typedef struct lap_search {
    const char *driver, *lap;
    pdk_driver_match fit;
    pdk_text name;
    bool ambiguous, has;
    pdk_text other;
    lap_row found;
} lap_search;

static void consider(lap_search *search, const lap_row *row)
{
    if (search->driver != NULL) {
        pdk_driver_match how = pdk_match_driver(row->driver, (uint64_t)row->slot, search->driver);
        if (how == PDK_DRIVER_NO || how < search->fit) return;
        if (how > search->fit) {
            *search = (lap_search){ .driver = search->driver, .lap = search->lap, .fit = how, .name = row->driver };
        } else if (how <= PDK_DRIVER_BEGINNING &&
                   (row->driver.size != search->name.size ||
                    memcmp(row->driver.data, search->name.data, row->driver.size) != 0)) {
            search->ambiguous = true;
            search->other = row->driver;
        }
    }
    if (is_better(row, &search->found, search->has, search->lap)) {
        search->found = *row;
        search->has = true;
    }
}

static int shown(pdk_text text)
{
    return text.size < LARGEST_NAME ? (int)text.size : LARGEST_NAME;
}

static pdk_status judge(const lap_search *search, const char *file, pdk_error *error)
{
    if (search->ambiguous) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.driver",
                        "\"%s\" can be %.*s or %.*s in %s: give more of the name, or the slot number", search->driver,
                        shown(search->name), search->name.data, shown(search->other), search->other.data, file);
    }
    if (search->driver != NULL && search->fit == PDK_DRIVER_NO) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.driver", "%s has no driver \"%s\"", file,
                        search->driver);
    }
    if (search->has) return PDK_OK;
    double number;
    if (is_number(search->lap, &number))
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.lap", "%s has no complete lap %s%s%s", file,
                        search->lap, search->driver != NULL ? " of " : "",
                        search->driver != NULL ? search->driver : "");
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.lap", "%s has no complete lap%s%s", file,
                    search->driver != NULL ? " of " : "", search->driver != NULL ? search->driver : "");
}

static pdk_status check_lap(const char *lap, pdk_error *error)
{
    double number;
    if (strcmp(lap, "best") == 0 || strcmp(lap, "last") == 0 || (is_number(lap, &number) && number >= 0)) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.lap",
                    "a lap is a number, \"best\" or \"last\", not \"%s\"", lap);
}

/* Sector times add up to the times at the lines; the last sector ends at the finish. */
static void add_splits(pdk_found_lap *lap, const lap_row *row)
{
    double sum = 0;
    for (size_t i = 0; i + 1 < PDK_SESSION_SECTORS; i++) {
        if (!isfinite(row->sectors[i]) || !isfinite(row->sectors[i + 1])) break;
        sum += row->sectors[i];
        lap->splits[lap->split_count++] = sum;
    }
}

pdk_status pdk_find_lap(const pdk_lap_reference *reference, const pdk_document *source,
                        const pdk_compare_options *options, pdk_found_lap *lap, pdk_error *error)
{
    const char *file = reference->name != NULL ? reference->name : reference->document->file_name;
    bool any = reference->driver == NULL || reference->driver[0] == '\0';
    lap_search search = { .driver = any ? NULL : reference->driver,
                          .lap = reference->lap != NULL && reference->lap[0] != '\0' ? reference->lap : "best" };
    const pdk_table *laps = NULL;
    pdk_status status = check_lap(search.lap, error);
    pdk_error why = { .status = PDK_OK };
    if (status == PDK_OK) {
        status = pdk_answer_with_progress(source, "laps", options->progress, options->progress_user, &laps, &why);
        if (status != PDK_OK) pdk_fail(error, status, why.offset, why.code, "%s has no laps: %s", file, why.message);
    }
    for (uint64_t row = 0; status == PDK_OK && row < pdk_table_rows(laps); row++) {
        lap_row read = { .driver = { "", 0 } };
        status = read_row(laps, row, &read, error);
        if (status == PDK_OK) consider(&search, &read);
    }
    if (status == PDK_OK) status = judge(&search, file, error);
    if (status != PDK_OK) return status;
    *lap = (pdk_found_lap){ .file = { file, strlen(file) },
                            .driver = search.found.driver,
                            .slot = (uint64_t)search.found.slot,
                            .lap = (uint32_t)search.found.lap,
                            .start_time = search.found.start_time,
                            .end_time = search.found.end_time,
                            .lap_time = search.found.lap_time };
    add_splits(lap, &search.found);
    return PDK_OK;
}
