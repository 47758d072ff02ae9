/* Variable length records: whose they are and how long. The coordinate system is read, as text; coordinates in feet are
 * told. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/load.h"
#include "base/text.h"
#include "format/las/las.h"

enum { WKT = 2112, GEO_KEYS = 34735, GEO_TEXT = 34737 };

static bool is_user(const uint8_t *head, const char *user)
{
    const uint8_t *name = head + 2;
    return pdk_text_length(name, 16) == strlen(user) && memcmp(name, user, strlen(user)) == 0;
}

static pdk_status add_row(pdk_las *las, uint64_t at, uint32_t head_size, uint64_t length, bool extended,
                          pdk_error *error)
{
    pdk_las_vlr_row *row = pdk_vector_push(&las->rows);
    if (row == NULL) return pdk_fail_memory(error, &las->document->memory, "a list of records");
    *row = (pdk_las_vlr_row){ at + head_size, length, las->bytes + at, extended };
    pdk_document_add_region(las->document, extended ? "evlr" : "vlr", extended ? &pdk_las_evlr : &pdk_las_vlr, at,
                            head_size, 1);
    return PDK_OK;
}

/* Records up to `end`; a chain that leaves it is told, and ends. */
static pdk_status walk(pdk_las *las, uint64_t at, uint64_t end, uint32_t count, bool extended, pdk_error *error)
{
    const pdk_record *record = extended ? &pdk_las_evlr : &pdk_las_vlr;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t length = 0;
        bool fits = end >= at && end - at >= record->size;
        if (fits) length = (uint64_t)pdk_get_i64(pdk_record_field(record, "length"), 0, las->bytes + at);
        if (!fits || length > end - at - record->size) {
            char where[32];
            snprintf(where, sizeof where, "%s[%" PRIu32 "]", record->name, i);
            pdk_document_add_finding(
                las->document, PDK_WARNING, "las.vlr", at <= las->size ? at : las->size, where,
                "expected %" PRIu32 " records, number %" PRIu32 " does not fit before byte %" PRIu64, count, i, end);
            return PDK_OK;
        }
        pdk_status status = add_row(las, at, record->size, length, extended, error);
        if (status != PDK_OK) return status;
        at += record->size + length;
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------- coordinate system */

static void warn_of_feet(pdk_las *las, uint64_t offset, const char *which)
{
    pdk_document_add_finding(las->document, PDK_WARNING, "las.unit", offset, "las.vlr",
                             "coordinates are in feet (%s), not metres: convert with --scale %s", which,
                             strcmp(which, "US survey feet") == 0 ? "0.3048006096" : "0.3048");
}

static void read_wkt(pdk_las *las, const pdk_las_vlr_row *row)
{
    const char *text = (const char *)las->bytes + row->offset;
    size_t size = pdk_text_length(text, (size_t)row->length);
    pdk_document_add_text(las->document, "coordinate_system", text, size, "well-known text (WKT)", PDK_LIKELY);
    for (size_t i = 0; i + 4 <= size; i++) {
        char word[5] = { 0 };
        for (int k = 0; k < 4; k++) word[k] = (char)tolower((unsigned char)text[i + (size_t)k]);
        if (strcmp(word, "foot") != 0 && strcmp(word, "feet") != 0) continue;
        bool survey = i >= 6 && memchr(text + (i >= 12 ? i - 12 : 0), 'U', i >= 12 ? 12 : i) != NULL;
        warn_of_feet(las, row->offset + i, survey ? "US survey feet" : "feet");
        return;
    }
}

/* A directory of four numbers an entry: which key, where its value is (0 = here), how many, the value. */
static void read_keys(pdk_las *las, const pdk_las_vlr_row *row)
{
    enum { PROJECTED = 3072, UNIT = 3076, METRES = 9001, FEET = 9002, SURVEY_FEET = 9003 };
    const uint8_t *at = las->bytes + row->offset;
    for (uint64_t i = 8; i + 8 <= row->length; i += 8) {
        unsigned key = pdk_load_u16(at + i), where = pdk_load_u16(at + i + 2), value = pdk_load_u16(at + i + 6);
        if (where != 0) continue;
        if (key == PROJECTED && value != 32767)
            pdk_document_add_count(las->document, "epsg", value, "number of the projected coordinate system");
        if (key == UNIT && value == FEET) warn_of_feet(las, row->offset + i, "feet");
        if (key == UNIT && value == SURVEY_FEET) warn_of_feet(las, row->offset + i, "US survey feet");
    }
}

static const pdk_las_vlr_row *find(const pdk_las *las, uint16_t record)
{
    const pdk_las_vlr_row *rows = las->rows.items;
    for (size_t i = 0; i < las->rows.count; i++) {
        if (pdk_load_u16(rows[i].head + 18) == record && is_user(rows[i].head, "LASF_Projection")) return &rows[i];
    }
    return NULL;
}

pdk_status pdk_las_read_vlrs(pdk_las *las, pdk_error *error)
{
    las->rows = pdk_vector_of(&las->document->memory, sizeof(pdk_las_vlr_row));
    uint64_t end =
        las->points_offset >= las->header_size && las->points_offset <= las->size ? las->points_offset : las->size;
    pdk_status status = walk(las, las->header_size, end, las->vlr_count, false, error);
    if (status == PDK_OK && las->evlr_count > 0)
        status = walk(las, las->evlr_offset, las->size, las->evlr_count, true, error);
    if (status != PDK_OK) return status;
    const pdk_las_vlr_row *text = find(las, WKT), *keys = find(las, GEO_KEYS), *name = find(las, GEO_TEXT);
    if (text != NULL) read_wkt(las, text);
    else if (name != NULL) {
        pdk_document_add_text(las->document, "coordinate_system", las->bytes + name->offset, (size_t)name->length,
                              "the text of the GeoTIFF keys", PDK_LIKELY);
    }
    if (keys != NULL && text == NULL) read_keys(las, keys);
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- table */

static void locate(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_las_vlr_row *from = table->state;
    for (size_t i = 0; i < count; i++) rows[i] = (pdk_row){ from[first + i].head, from[first + i].length };
}

static pdk_status compute_length(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint64_t *)values)[i] = batch->rows[i].context;
    return PDK_OK;
}

/* Texts are decoded once, here: a table must not allocate while it is read. */
static pdk_text *texts(pdk_las *las, bool description)
{
    const pdk_las_vlr_row *rows = las->rows.items;
    pdk_text *to = pdk_alloc_array(&las->document->memory, las->rows.count, sizeof *to);
    if (to == NULL) las->document->failed = true;
    for (size_t i = 0; i < las->rows.count && to != NULL; i++) {
        const uint8_t *at = rows[i].head + (!description ? 2 : rows[i].extended ? 28 : 22);
        to[i] = pdk_text_field(&las->document->memory, at, description ? 32 : 16);
        if (to[i].data == NULL) las->document->failed = true;
    }
    return to;
}

void pdk_las_add_vlr_table(pdk_las *las)
{
    pdk_table *table =
        pdk_document_add_table(las->document, "variable_records",
                               "a row for each record behind the header, and behind the points", las->rows.count, 4);
    pdk_table_set_located(table, locate, las->rows.items);
    pdk_table_add_array(
        table,
        (pdk_column_info){
            .name = "user", .type = PDK_TEXT, .meaning = "whose record it is", .certainty = PDK_CONFIRMED },
        texts(las, false));
    pdk_table_add_field(table, NULL, pdk_record_field(&pdk_las_vlr, "record"), 0, 0);
    pdk_table_add_computed(
        table,
        (pdk_column_info){ .name = "length", .type = PDK_UINT64, .meaning = "bytes of it", .certainty = PDK_CONFIRMED },
        compute_length, NULL, 0);
    pdk_table_add_array(table, (pdk_column_info){ .name = "description", .type = PDK_TEXT, .certainty = PDK_CONFIRMED },
                        texts(las, true));
}
