/* SPR and MPR reader: only the headers of Live for Speed's replays are public. All bytes after them are kept. */
#include "format/spr/spr.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool begins_with(pdk_bytes bytes, const char *magic)
{
    return bytes.size >= strlen(magic) && memcmp(bytes.data, magic, strlen(magic)) == 0;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    bool single = begins_with(bytes, PDK_SPR_MAGIC), several = begins_with(bytes, PDK_MPR_MAGIC);
    if (single || several) {
        const pdk_record *header = single ? &pdk_spr_header : &pdk_mpr_header;
        snprintf(reason, capacity, "the tag %s at 0", single ? PDK_SPR_MAGIC : PDK_MPR_MAGIC);
        return bytes.size >= header->size ? PDK_SCORE_CERTAIN : PDK_SCORE_MAGIC;
    }
    if (strcmp(probe->extension, ".spr") != 0 && strcmp(probe->extension, ".mpr") != 0) return 0;
    snprintf(reason, capacity, "the name ends in %s, but the tags LFSSPR and LFSMPR are missing", probe->extension);
    return PDK_SCORE_EXTENSION;
}

/* -------------------------------------------------------------------------------------------------- properties */

/* "2009-08-14 18:30:00": the Gregorian calendar, from a count of seconds since 1970 in UTC. */
static void write_date(int64_t seconds, char text[80])
{
    enum { DAY = 86400, ERA = 146097, YEARS = 400 };
    int64_t day = seconds / DAY + 719468; /* since 1 March of the year 0 */
    int64_t era = day / ERA, of_era = day % ERA;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    int date = (int)(of_year - (153 * month + 2) / 5 + 1), time = (int)(seconds % DAY);
    int number = (int)(month < 10 ? month + 3 : month - 9);
    snprintf(text, 80, "%04d-%02d-%02d %02d:%02d:%02d", (int)(era * YEARS + year + (number <= 2)), number, date,
             time / 3600, time / 60 % 60, time % 60);
}

static void add_length(pdk_document *document, const pdk_record *header)
{
    uint32_t laps, hours;
    pdk_spr_length(pdk_spr_number(header, "laps_code", document->content.data), &laps, &hours);
    if (laps > 0) pdk_document_add_count(document, "race_laps", laps, "of the race");
    if (hours > 0) pdk_document_add_number(document, "race_minutes", hours * 60.0, "min", "of the race", PDK_LIKELY);
}

static void add_word(pdk_document *document, const char *name, const char *word, const char *meaning)
{
    pdk_document_add_text(document, name, word, strlen(word), meaning, PDK_LIKELY);
}

static void add_single(pdk_document *document)
{
    static const char *const names[] = { "track_code", "car", "user", "hotlap" };
    const uint8_t *header = document->content.data;
    add_word(document, "session", pdk_spr_number(&pdk_spr_header, "hotlap", header) > 0 ? "hotlap" : "single player",
             "what was driven");
    pdk_document_add_field(document, pdk_record_field(&pdk_spr_header, "track"), header);
    pdk_document_add_field(document, pdk_record_field(&pdk_spr_header, "player"), header);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        pdk_document_add_field(document, pdk_record_field(&pdk_spr_header, names[i]), header);
    int64_t splits = pdk_spr_number(&pdk_spr_header, "split_count", header);
    double lap_time = splits > 0 ? pdk_spr_split_time(document, (uint32_t)splits - 1) : NAN;
    if (isfinite(lap_time))
        pdk_document_add_number(document, "lap_time", lap_time, "s", "the last of the split times", PDK_LIKELY);
    if (pdk_spr_number(&pdk_spr_header, "duration", header) > 0)
        pdk_document_add_field(document, pdk_record_field(&pdk_spr_header, "duration"), header);
    pdk_document_add_unrecorded(document, "penalties; penalty_time; contacts; pit_stops; distance; weather; rain");
}

static void add_several(pdk_document *document, const pdk_spr *spr)
{
    static const char *const names[] = { "track", "track_code", "starters", "joined_late" };
    const uint8_t *header = document->content.data;
    int64_t start = pdk_spr_number(&pdk_mpr_header, "unix_time", header);
    uint32_t laps, hours;
    pdk_spr_length(pdk_spr_number(&pdk_mpr_header, "laps_code", header), &laps, &hours);
    add_word(document, "session", laps + hours > 0 ? "race" : "practice", "by the code of laps");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        pdk_document_add_field(document, pdk_record_field(&pdk_mpr_header, names[i]), header);
    if (start > 0) {
        char text[80];
        write_date(start, text);
        const char *kept = pdk_keep(&document->memory, text);
        if (kept == NULL) document->failed = true;
        else add_word(document, "date", kept, "when it began, in UTC");
        pdk_document_add_field(document, pdk_record_field(&pdk_mpr_header, "unix_time"), header);
    }
    pdk_document_add_count(document, "result_count", spr->result_count, "players with a result");
    if (spr->result_count == 0) return;
    add_word(document, "results", "official", "positions, times, laps and stops are what the game wrote at the end");
    pdk_document_add_unrecorded(document, "co_driver; team; class; distance; weather; rain");
}

/* ------------------------------------------------------------------------------------------------------ tables */

static pdk_status compute_row(const pdk_batch *batch, void *values)
{
    uint32_t from = (uint32_t)batch->column->number;
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = (uint32_t)(batch->first + i) + from;
    return PDK_OK;
}

static pdk_status compute_split(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        double time = pdk_spr_split_time(batch->table->document, (uint32_t)(batch->first + i));
        if (isnan(time)) pdk_batch_miss(batch, i);
        ((double *)values)[i] = time;
    }
    return PDK_OK;
}

static void add_number_column(pdk_table *table, const char *name, const char *meaning, uint32_t from,
                              pdk_certainty certainty)
{
    pdk_table_add_computed(
        table, (pdk_column_info){ .name = name, .type = PDK_UINT32, .meaning = meaning, .certainty = certainty },
        compute_row, NULL, from);
}

static void add_splits(pdk_document *document)
{
    int64_t count = pdk_spr_number(&pdk_spr_header, "split_count", document->content.data);
    uint64_t rows = count < PDK_SPR_SPLITS ? (uint64_t)count : PDK_SPR_SPLITS;
    pdk_table *table = pdk_document_add_table(document, "splits", "a row for each timing line of the lap", rows, 2);
    pdk_table_set_strided(table, document->content.data, 0);
    add_number_column(table, "split", "its number; the last is the start line", 1, PDK_LIKELY);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "split_time",
                                              .type = PDK_FLOAT64,
                                              .unit = "s",
                                              .nullable = true,
                                              .meaning = "since the lap began",
                                              .certainty = PDK_LIKELY },
                           compute_split, NULL, 0);
}

/* Texts are decoded once: there are at most 255 players. */
static void add_text_field(pdk_table *table, const pdk_field *field)
{
    pdk_document *document = table->document;
    pdk_text *texts = pdk_alloc_array(&document->memory, table->rows, sizeof *texts);
    for (uint32_t i = 0; texts != NULL && i < table->rows; i++) {
        texts[i] = pdk_get_value(&document->memory, field, pdk_spr_result_at(document, i)).as.text;
        if (texts[i].data == NULL) document->failed = true;
    }
    if (texts == NULL) document->failed = true;
    else pdk_table_add_array(table, pdk_column_of_field(field), texts);
    pdk_table_set_empty_missing(table);
}

static void add_result_field(pdk_table *table, const pdk_field *field)
{
    static const char *const zero_is_none[] = { "finish_time", "best_lap_time", "grid_position" };
    const char *name = field->name;
    if (field->storage == PDK_RAW_CHARS) {
        add_text_field(table, field);
        return;
    }
    pdk_table_add_field(table, NULL, field, 0, 0);
    for (size_t i = 0; i < sizeof zero_is_none / sizeof zero_is_none[0]; i++)
        if (strcmp(name, zero_is_none[i]) == 0) pdk_table_set_sentinel(table, 0);
}

static void add_drivers(pdk_document *document, const pdk_spr *spr)
{
    static const pdk_column_role roles[] = {
        { "driver", PDK_ROLE_DRIVER, PDK_FRAME_NONE },
        { "name", PDK_ROLE_DRIVER_NAME, PDK_FRAME_NONE },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table *table =
        pdk_document_add_table(document, "drivers", "a row for each player with a result", spr->result_count, 18);
    if (table == NULL) return;
    pdk_table_set_strided(table, document->content.data + pdk_mpr_header.size, pdk_mpr_result.size);
    add_number_column(table, "driver", "number of the player in this file", 0, PDK_CONFIRMED);
    add_number_column(table, "position", "the order of the file, taken for the order at the end", 1, PDK_GUESSED);
    for (uint32_t i = 0; i < pdk_mpr_result.field_count; i++)
        if (strncmp(pdk_mpr_result.fields[i].name, "reserved", 8) != 0)
            add_result_field(table, &pdk_mpr_result.fields[i]);
    pdk_table_set_roles(table, roles);
    pdk_table_set_sorted(table, "driver");
}

/* -------------------------------------------------------------------------------------------------------- open */

static pdk_status check_header(pdk_document *document, pdk_spr *spr, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    spr->several = begins_with(bytes, PDK_MPR_MAGIC);
    if (!spr->several && !begins_with(bytes, PDK_SPR_MAGIC)) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < 6 ? bytes.size : 6);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "spr.magic", "spr.header.magic",
                              "expected " PDK_SPR_MAGIC " or " PDK_MPR_MAGIC ", found %s", hex);
    }
    const pdk_record *header = spr->several ? &pdk_mpr_header : &pdk_spr_header;
    if (bytes.size < header->size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "spr.header.truncated", header->name,
                              "the header needs %u bytes, but the file has %zu", (unsigned)header->size, bytes.size);
    }
    return PDK_OK;
}

static pdk_status count_results(pdk_document *document, pdk_spr *spr, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    uint32_t announced = (uint32_t)pdk_spr_number(&pdk_mpr_header, "result_count", bytes.data);
    uint64_t room = (bytes.size - pdk_mpr_header.size) / pdk_mpr_result.size;
    spr->result_count = announced < room ? announced : (uint32_t)room;
    if (spr->result_count == announced) return PDK_OK;
    return pdk_document_damage(document, error, PDK_E_TRUNCATED, bytes.size, "spr.results.truncated", "spr.result",
                               "the header says %u results, but the file has %" PRIu64 " complete ones", announced,
                               room);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_spr *spr = pdk_document_new_state(document, sizeof *spr);
    if (spr == NULL) return pdk_document_built(document, error);
    pdk_status status = check_header(document, spr, error);
    if (status == PDK_OK && spr->several) status = count_results(document, spr, error);
    if (status != PDK_OK) return status;
    if (spr->several) {
        pdk_document_set_dialect(document, "several players");
        pdk_document_add_region(document, "mpr_header", &pdk_mpr_header, 0, pdk_mpr_header.size, 1);
        pdk_document_add_region(document, "result", &pdk_mpr_result, pdk_mpr_header.size, pdk_mpr_result.size,
                                spr->result_count);
        add_several(document, spr);
        add_length(document, &pdk_mpr_header);
        add_drivers(document, spr);
    } else {
        pdk_document_set_dialect(document, "single player");
        pdk_document_add_region(document, "header", &pdk_spr_header, 0, pdk_spr_header.size, 1);
        add_single(document);
        add_length(document, &pdk_spr_header);
        add_splits(document);
    }
    const pdk_record *header = spr->several ? &pdk_mpr_header : &pdk_spr_header;
    pdk_document_add_field(document, pdk_record_field(header, "lfs_version"), document->content.data);
    if (spr->result_count > 0)
        pdk_document_add_evidence(document,
                                  "the results are taken to be in the order at the end, which is not published");
    pdk_document_add_evidence(document, "only the header is public: the replay after it is kept as bytes");
    return pdk_document_built(document, error);
}

/* ------------------------------------------------------------------------------------------------------- check */

/* Range checks of fields do not go into records of a field. */
static bool split_fits(const uint8_t *at)
{
    for (uint32_t i = 0; i < pdk_spr_split.field_count; i++) {
        const pdk_field *field = &pdk_spr_split.fields[i];
        if (field->maximum > 0 && pdk_get_f64(field, 0, at) > field->maximum) return false;
    }
    return true;
}

static void check_splits(const pdk_document *document, pdk_report *report)
{
    uint32_t at = pdk_record_field(&pdk_spr_header, "splits")->offset;
    for (uint32_t i = 0; i < PDK_SPR_SPLITS; i++, at += pdk_spr_split.size) {
        double time = pdk_spr_split_time(document, i);
        if (isnan(time)) continue;
        if (!split_fits(document->content.data + at))
            pdk_report_finding(report, PDK_ERROR, "spr.splits.value", at, "spr.header.splits",
                               "split %u has 60 seconds or more, 100 hundredths or more, or 10 thousandths or more",
                               (unsigned)i + 1);
        if (i > 0 && time < pdk_spr_split_time(document, i - 1))
            pdk_report_finding(report, PDK_WARNING, "spr.splits.order", at, "spr.header.splits",
                               "split %u is earlier than the one before", (unsigned)i + 1);
    }
}

static pdk_status check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    const pdk_spr *spr = document->state;
    if (!spr->several) check_splits(document, report);
    return PDK_OK;
}

static const pdk_services services = { .session = pdk_spr_session };

const pdk_format pdk_format_spr = {
    .info = { .id = "spr",
              .title = "Live for Speed replay",
              .extensions = ".spr .mpr",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_LIKELY,
              .basis = "the published pages on the headers; we have not seen a file, and what follows them is not "
                       "public",
              .records = pdk_spr_records,
              .synth_options = "dialect cars",
              .synth_dialects = "spr mpr" },
    .probe = probe,
    .open = open_document,
    .check = check,
    .synth = PDK_GENERATOR(pdk_spr_synth),
    .services = &services,
};
