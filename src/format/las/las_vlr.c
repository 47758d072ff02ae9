/* Variable length records: whose they are and how long. */
#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"
#include "format/las/laz/laz_layout.h"
#include "format/las/las.h"
#include "text/encoding.h"

const char pdk_las_variable_records[] = "variable length records",
           pdk_las_extended_records[] = "extended variable length records";

/* Both kinds of records begin alike. */
static bool is_user(const uint8_t *head, const char *user)
{
    const pdk_field *field = pdk_record_field(&pdk_las_vlr, "user");
    const uint8_t *name = head + field->offset;
    return pdk_text_length(name, field->count) == strlen(user) && memcmp(name, user, strlen(user)) == 0;
}

static uint16_t record_of(const uint8_t *head)
{
    return (uint16_t)pdk_get_i64(pdk_record_field(&pdk_las_vlr, "record"), 0, head);
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

/* Records up to `end`; a chain that leaves it is reported, and ends. */
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
            pdk_document_add_finding(las->document, PDK_WARNING, "las.vlr", at <= las->size ? at : las->size, where,
                                     "there should be %" PRIu32 " records, but number %" PRIu32
                                     " does not fit before byte %" PRIu64,
                                     count, i, end);
            return PDK_OK;
        }
        pdk_status status = add_row(las, at, record->size, length, extended, error);
        if (status != PDK_OK) return status;
        at += record->size + length;
    }
    return PDK_OK;
}

const pdk_las_vlr_row *pdk_las_find_vlr(const pdk_las *las, const char *user, uint16_t record)
{
    const pdk_las_vlr_row *rows = las->rows.items;
    for (size_t i = 0; i < las->rows.count; i++) {
        if (record_of(rows[i].head) == record && is_user(rows[i].head, user)) return &rows[i];
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
    /* 1.3 has one extended record, of waveforms, which is not counted. */
    if (status == PDK_OK && las->minor == 3 && las->waveform_offset > 0)
        status = walk(las, las->waveform_offset, las->size, 1, true, error);
    return status;
}

/* Its length field is longer, and its head. */
bool pdk_las_fact_is_extended(const pdk_mesh_fact *fact)
{
    int64_t length = pdk_get_i64(pdk_record_field(&pdk_las_vlr, "length"), 0, fact->bytes.data);
    return fact->bytes.size != pdk_las_vlr.size + (size_t)length;
}

bool pdk_las_fact_is(const pdk_mesh_fact *fact, const char *user, uint16_t record)
{
    return is_user(fact->bytes.data, user) && record_of(fact->bytes.data) == record;
}

/* Each record is a fact that another LAS file can keep, except what follows from the points themselves, or says how
 * they are packed and where the chunks of an octree are. */
pdk_status pdk_las_add_facts(pdk_las *las, const char *system, pdk_error *error)
{
    const pdk_las_vlr_row *rows = las->rows.items;
    las->facts = pdk_vector_of(&las->document->memory, sizeof(pdk_mesh_fact));
    for (size_t i = 0; i < las->rows.count; i++) {
        const pdk_las_vlr_row *row = &rows[i];
        bool spec = is_user(row->head, PDK_LAS_SPEC), projection = is_user(row->head, PDK_LAS_PROJECTION);
        if (spec && record_of(row->head) == PDK_LAS_EXTRA_BYTES) continue;
        if (las->packed != NULL && (is_user(row->head, PDK_LAZ_USER) || is_user(row->head, "copc"))) continue;
        pdk_mesh_fact *fact = pdk_vector_push(&las->facts);
        if (fact == NULL) return pdk_fail_memory(error, &las->document->memory, "a list of records");
        size_t head = row->extended ? pdk_las_evlr.size : pdk_las_vlr.size;
        *fact = (pdk_mesh_fact){ .kind = projection ? PDK_FACT_COORDINATE_SYSTEM : PDK_FACT_RECORD,
                                 .fixed_axes = projection || (spec && record_of(row->head) == PDK_LAS_WAVEFORMS),
                                 .format = "las",
                                 .name = projection      ? system
                                         : row->extended ? pdk_las_extended_records
                                                         : pdk_las_variable_records,
                                 .bytes = { row->head, head + (size_t)row->length } };
    }
    las->mesh.facts = las->facts.items;
    las->mesh.fact_count = las->facts.count;
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
        const pdk_field *field =
            pdk_record_field(rows[i].extended ? &pdk_las_evlr : &pdk_las_vlr, description ? "description" : "user");
        to[i] =
            pdk_text_read_padded(&las->document->memory, field->encoding, rows[i].head + field->offset, field->count);
        if (to[i].data == NULL) las->document->failed = true;
    }
    return to;
}

void pdk_las_add_vlr_table(pdk_las *las)
{
    pdk_table *table =
        pdk_document_add_table(las->document, "variable_records",
                               "a row for each record after the header, and after the points", las->rows.count, 4);
    pdk_table_set_located(table, locate, las->rows.items);
    pdk_table_add_array(
        table,
        (pdk_column_info){
            .name = "user", .type = PDK_TEXT, .meaning = "who defines the record", .certainty = PDK_CONFIRMED },
        texts(las, false));
    pdk_table_add_field(table, NULL, pdk_record_field(&pdk_las_vlr, "record"), 0, 0);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "length", .type = PDK_UINT64, .meaning = "bytes of the record", .certainty = PDK_CONFIRMED },
        compute_length, NULL, 0);
    pdk_table_add_array(table, (pdk_column_info){ .name = "description", .type = PDK_TEXT, .certainty = PDK_CONFIRMED },
                        texts(las, true));
}
