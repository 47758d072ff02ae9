/* What results are made of, as a block: with it the page applies rulings. */
#include <math.h>

#include "analysis/race/recorded_race.h"
#include "json/contract.h"
#include "page/page_data.h"

/* Where NaN is, there is no value. */
static void put_numbers(pdk_page_block *block, const char *name, const double *values, size_t count)
{
    uint8_t *validity = pdk_alloc_array(block->memory, count / 8 + 1, sizeof *validity);
    if (validity == NULL) {
        block->failed = true;
        return;
    }
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        bool there = !isnan(values[i]);
        validity[i / 8] |= (uint8_t)(there << (i % 8));
        all = all && there;
    }
    pdk_page_put_exact(block, name, PDK_FLOAT64, values, count, all ? NULL : validity);
    pdk_free(block->memory, validity);
}

/* A text without data is empty: no driver, no reason. */
static void put_texts(pdk_page_block *block, const char *name, const pdk_text *texts, size_t count)
{
    pdk_page_put_words(block, name, PDK_TEXT, texts, count, NULL);
}

static void put_entries(pdk_page_block *block, const pdk_recorded_entries *entries)
{
    const struct {
        const char *name;
        const pdk_text *texts;
    } words[] = { { "driver", entries->driver },
                  { "reasons", entries->reasons },
                  { "status", entries->status },
                  { "untimed_status", entries->untimed_status } };
    const struct {
        const char *name;
        const double *numbers;
    } lists[] = { { "slot", entries->slot },
                  { "result_row", entries->result_row },
                  { "laps", entries->laps },
                  { "total_time", entries->total_time },
                  { "line_time", entries->line_time },
                  { "point", entries->point },
                  { "point_time", entries->point_time },
                  { "penalty", entries->penalty },
                  { "last_order", entries->last_order },
                  { "official", entries->official },
                  { "finished", entries->finished },
                  { "disqualified", entries->disqualified },
                  { "first_lap", entries->first_lap },
                  { "lap_count", entries->lap_count },
                  { "first_line", entries->first_line },
                  { "line_count", entries->line_count },
                  { "recorded_position", entries->recorded_position },
                  { "recorded_time", entries->recorded_time } };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        put_texts(block, words[i].name, words[i].texts, entries->count);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        put_numbers(block, lists[i].name, lists[i].numbers, entries->count);
}

static void put_laps(pdk_page_block *block, const pdk_recorded_laps *laps)
{
    put_texts(block, "lap_kind", laps->kind, laps->count);
    put_texts(block, "lap_source", laps->source, laps->count);
    put_texts(block, "lap_reasons", laps->reasons, laps->count);
    put_numbers(block, "lap_number", laps->lap, laps->count);
    put_numbers(block, "lap_complete", laps->complete, laps->count);
    put_numbers(block, "lap_start_time", laps->start_time, laps->count);
    put_numbers(block, "lap_end_time", laps->end_time, laps->count);
    put_numbers(block, "lap_time", laps->lap_time, laps->count);
    put_numbers(block, "lap_stint", laps->stint, laps->count);
}

static void put_lines(pdk_page_block *block, const pdk_recorded_crossings *lines)
{
    put_numbers(block, "passed_point", lines->point, lines->count);
    put_numbers(block, "passed_time", lines->time, lines->count);
    put_numbers(block, "passed_opens", lines->opens, lines->count);
}

bool pdk_page_has_recorded(const pdk_document *document)
{
    const pdk_table *results;
    return pdk_answer(document, "results", &results, NULL) == PDK_OK && pdk_table_rows(results) > 0;
}

pdk_status pdk_page_put_recorded(const pdk_document *document, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    pdk_recorded_race race;
    pdk_page_block block;
    if (!pdk_page_has_recorded(document))
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "page.recorded", "there are no results");
    pdk_status status = pdk_recorded_race_of(document, memory, &race, error);
    if (status == PDK_OK) status = pdk_page_block_begin(&block, memory, error);
    if (status != PDK_OK) return status;
    pdk_member_boolean(&block.json, PDK_KEY_OF(recorded, is_race), race.is_race);
    pdk_member_number(&block.json, PDK_KEY_OF(recorded, flag), race.flag);
    pdk_member_natural(&block.json, PDK_KEY_OF(recorded, sectors), race.sectors);
    pdk_member_boolean(&block.json, PDK_KEY_OF(recorded, is_official), race.is_official);
    pdk_member_boolean(&block.json, PDK_KEY_OF(recorded, is_beside), race.is_beside);
    put_entries(&block, &race.entries);
    put_laps(&block, &race.laps);
    put_lines(&block, &race.lines);
    return pdk_page_block_end(&block, output, error);
}
