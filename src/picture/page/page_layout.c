/* What bytes are, as far as layouts say: a row for each field. Records at a fixed stride come from the document's
 * regions; those found one by one from its tables, whose columns say which field they take; the rest, near the file's
 * beginning, from a walk over it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "format/format.h"
#include "model/document.h"
#include "page/page_data.h"
#include "text/encoding.h"

enum {
    LINEAR = 4096,       /* rows of a table that are all looked at */
    MOST_ROWS = 8192,    /* of one table in one answer */
    MOST_WALKED = 65536, /* spans of the file before the bytes wanted */
    HEX_BYTES = 16,      /* of opaque bytes that are shown */
    VALUE = 96
};

typedef struct span {
    uint64_t offset, size, index;
    pdk_text record, field, value, unit, meaning, certainty;
} span;

typedef struct spelling {
    const pdk_document *document;
    pdk_bytes content;
    uint64_t first, end; /* bytes wanted */
    uint8_t *covered;    /* a byte for each of them: a field has described it */
    pdk_vector spans;
    pdk_memory *memory;
    bool failed;
} spelling;

static pdk_text text_of(const char *text)
{
    return text != NULL ? (pdk_text){ text, strlen(text) } : (pdk_text){ "", 0 };
}

/* The value as people read it: scaled, with the name it has. */
static pdk_text value_of(spelling *work, const pdk_field *field, uint32_t element, const uint8_t *record)
{
    char text[VALUE], number[PDK_NUMBER_SIZE];
    size_t size = 0;
    if (field->storage == PDK_RAW_RECORD) return text_of("");
    if (field->storage == PDK_RAW_OPAQUE) {
        const uint8_t *bytes = record + field->offset;
        for (uint32_t i = 0; i < field->count && i < HEX_BYTES; i++)
            size += (size_t)snprintf(text + size, sizeof text - size, i > 0 ? " %02X" : "%02X", bytes[i]);
        if (field->count > HEX_BYTES) size += (size_t)snprintf(text + size, sizeof text - size, " ...");
    } else if (field->storage == PDK_RAW_CHARS) {
        pdk_value value = pdk_get_value(work->memory, field, record);
        if (value.type == PDK_TEXT && value.as.text.data == NULL) work->failed = true;
        if (value.type == PDK_TEXT) return value.as.text;
    } else {
        double value = pdk_get_f64(field, element, record);
        number[pdk_format_number(number, value, pdk_field_type(field))] = '\0';
        const char *label = field->labels != NULL && !field->is_flags
                                ? pdk_field_label(field, pdk_get_i64(field, element, record))
                                : NULL;
        size = (size_t)snprintf(text, sizeof text, label != NULL ? "%s (%.48s)" : "%s", number, label);
    }
    char *kept = pdk_keep(work->memory, size > 0 ? text : "");
    if (kept == NULL) work->failed = true;
    return text_of(kept);
}

static void add(spelling *work, const char *record, uint64_t index, const pdk_field *field, uint32_t element,
                const uint8_t *at)
{
    char name[PDK_ELEMENT_NAME_SIZE];
    bool whole = field->storage == PDK_RAW_CHARS || field->storage == PDK_RAW_OPAQUE;
    uint64_t width = whole ? pdk_field_size(field) : pdk_storage_size(field);
    uint64_t offset = (uint64_t)(at - work->content.data) + field->offset + (whole ? 0 : element * width);
    if (width == 0 || offset + width > work->content.size || offset >= work->end || offset + width <= work->first)
        return;
    span *found = pdk_vector_push(&work->spans);
    const char *of = pdk_element_name(name, field, element);
    char *full = whole || of[0] == '\0' ? pdk_keep(work->memory, field->name)
                                        : pdk_keep_printf(work->memory, "%s.%s", field->name, of);
    if (found == NULL || full == NULL) {
        work->failed = true;
        return;
    }
    *found = (span){ .offset = offset,
                     .size = width,
                     .index = index,
                     .record = text_of(record),
                     .field = text_of(full),
                     .value = value_of(work, field, element, at),
                     .unit = text_of(field->unit),
                     .meaning = text_of(field->meaning),
                     .certainty = text_of(pdk_certainty_name(field->certainty)) };
}

static uint32_t elements_of(const pdk_field *field)
{
    bool whole = field->storage == PDK_RAW_CHARS || field->storage == PDK_RAW_OPAQUE;
    return whole || field->count == 0 ? 1 : field->count;
}

static bool is_fixed(const pdk_field *field)
{
    return field->offset != PDK_FOLLOWS && pdk_field_size(field) > 0;
}

static void cover(spelling *work, uint64_t offset, uint64_t size)
{
    uint64_t from = offset > work->first ? offset : work->first, to = offset + size;
    if (to > work->end) to = work->end;
    if (from < to) memset(work->covered + (from - work->first), 1, (size_t)(to - from));
}

static void add_record(spelling *work, const pdk_region *region, uint64_t index)
{
    const pdk_record *record = region->record;
    uint64_t offset = region->offset + index * region->stride;
    if (offset > work->content.size || record->size > work->content.size - offset) return;
    for (uint32_t f = 0; f < record->field_count; f++) {
        const pdk_field *field = &record->fields[f];
        for (uint32_t e = 0; is_fixed(field) && e < elements_of(field); e++)
            add(work, record->name, index, field, e, work->content.data + offset);
    }
    cover(work, offset, record->size);
}

static void add_region(spelling *work, const pdk_region *region)
{
    uint64_t size = region->record->size, stride = region->stride > 0 ? region->stride : size;
    if (size == 0 || region->count == 0 || region->offset >= work->end) return;
    uint64_t index = 0;
    if (work->first >= region->offset + size) index = (work->first - region->offset - size) / stride + 1;
    for (; index < region->count && region->offset + index * stride < work->end && !work->failed; index++)
        add_record(work, region, index);
}

/* The record that a column's field belongs to. */
static const char *record_of(const pdk_document *document, const pdk_field *field)
{
    for (const pdk_record *const *record = document->info->records; record != NULL && *record != NULL; record++) {
        if (field >= (*record)->fields && field < (*record)->fields + (*record)->field_count) return (*record)->name;
    }
    return "";
}

static void find_row(const pdk_table *table, uint64_t row, pdk_row *found)
{
    if (table->locate != NULL) table->locate(table, row, 1, found);
    else *found = (pdk_row){ .at = table->base + row * table->stride };
}

/* The first row of a table in the order of the file that may reach into the bytes wanted. */
static uint64_t first_row(const spelling *work, const pdk_table *table)
{
    uint64_t low = 0, high = table->rows;
    if (table->rows <= LINEAR) return 0;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        pdk_row row;
        find_row(table, middle, &row);
        if (row.at < work->content.data + work->first) low = middle + 1;
        else high = middle;
    }
    return low > 0 ? low - 1 : 0;
}

/* Bytes already described are skipped: tables may share records. */
static void add_row(spelling *work, const pdk_table *table, uint64_t index, const pdk_row *row)
{
    const uint8_t *begin = work->content.data, *end = begin + work->content.size;
    size_t before = work->spans.count;
    for (size_t c = 0; c < table->column_count; c++) {
        const pdk_column *column = &table->columns[c];
        if (column->field == NULL || !is_fixed(column->field)) continue;
        const uint8_t *at = row->at + column->shift;
        uint64_t width = pdk_storage_size(column->field),
                 shift = column->field->offset + (uint64_t)column->element * width;
        if (at < begin || at > end || shift + width > (uint64_t)(end - at)) continue;
        uint64_t offset = (uint64_t)(at - begin) + shift;
        if (offset < work->first || offset >= work->end || work->covered[offset - work->first] != 0) continue;
        add(work, record_of(work->document, column->field), index, column->field, column->element, at);
    }
    const span *spans = work->spans.items;
    for (size_t i = before; i < work->spans.count; i++) cover(work, spans[i].offset, spans[i].size);
}

static void add_table(spelling *work, const pdk_table *table)
{
    bool stored = false;
    for (size_t c = 0; c < table->column_count && !stored; c++) stored = table->columns[c].field != NULL;
    if (!stored || table->rows == 0) return;
    const uint8_t *end = work->content.data + work->end;
    uint64_t row = first_row(work, table), told = 0;
    for (; row < table->rows && told < MOST_ROWS && !work->failed; row++, told++) {
        pdk_row found;
        find_row(table, row, &found);
        if (found.at >= end && table->rows > LINEAR) return;
        add_row(work, table, row, &found);
    }
}

/* ------------------------------------------------------------------------------- what is in neither */

/* Records whose fields follow each other, with texts of any length, as headers have: neither region nor table. */
typedef struct heads {
    spelling *work;
    uint64_t left; /* spans that are still looked at: the walk begins at the first byte of the file */
    const pdk_record *last;
    uint64_t index;
} heads;

static void add_placed(spelling *work, const pdk_span *found, uint64_t index)
{
    pdk_place places[PDK_MAX_PLACED_FIELDS];
    uint64_t end;
    const pdk_record *record = found->record;
    if (record->field_count > PDK_MAX_PLACED_FIELDS ||
        pdk_record_place(record, work->content, found->offset, places, &end, NULL) != PDK_OK)
        return;
    for (uint32_t f = 0; f < record->field_count; f++) {
        const pdk_field *field = &record->fields[f];
        pdk_field here = *field; /* as it is in this one */
        here.offset = 0;
        const uint8_t *at = work->content.data + places[f].offset;
        if (field->storage != PDK_RAW_TEXT8 && field->storage != PDK_RAW_TEXT16 && field->storage != PDK_RAW_TEXT32) {
            for (uint32_t e = 0; field->storage != PDK_RAW_RECORD && e < elements_of(field); e++)
                add(work, record->name, index, &here, e, at);
            continue;
        }
        uint64_t length = field->storage == PDK_RAW_TEXT8 ? 1 : field->storage == PDK_RAW_TEXT16 ? 2 : 4;
        if (places[f].offset - length >= work->end || places[f].offset + places[f].size <= work->first) continue;
        span *row = pdk_vector_push(&work->spans);
        if (row == NULL) {
            work->failed = true;
            return;
        }
        *row = (span){ .offset = places[f].offset - length, /* its length is before it */
                       .size = length + places[f].size,
                       .index = index,
                       .record = text_of(record->name),
                       .field = text_of(field->name),
                       .value = pdk_text_read_padded(work->memory, field->encoding, at, (size_t)places[f].size),
                       .unit = text_of(field->unit),
                       .meaning = text_of(field->meaning),
                       .certainty = text_of(pdk_certainty_name(field->certainty)) };
    }
}

static bool add_walked(void *user, const pdk_span *found)
{
    heads *walk = user;
    spelling *work = walk->work;
    if (found->offset >= work->end || walk->left-- == 0 || work->failed) return false;
    if (found->record == NULL) return true;
    walk->index = found->record == walk->last ? walk->index + 1 : 0;
    walk->last = found->record;
    uint64_t begin = found->offset > work->first ? found->offset : work->first;
    if (found->offset + found->size <= work->first || work->covered[begin - work->first] != 0) return true;
    if (found->record->size == 0) add_placed(work, found, walk->index);
    else {
        pdk_region region = { found->name, found->record, found->offset, found->record->size, found->count, false };
        add_region(work, &region);
    }
    cover(work, found->offset, found->size);
    return true;
}

static void put_spans(pdk_page_block *block, const span *spans, size_t count, uint64_t *numbers, pdk_text *texts)
{
    static const struct {
        const char *name;
        size_t place;
        bool text;
    } columns[] = {
        { "offset", offsetof(span, offset), false },      { "size", offsetof(span, size), false },
        { "record", offsetof(span, record), true },       { "index", offsetof(span, index), false },
        { "field", offsetof(span, field), true },         { "value", offsetof(span, value), true },
        { "unit", offsetof(span, unit), true },           { "meaning", offsetof(span, meaning), true },
        { "certainty", offsetof(span, certainty), true },
    };
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
        for (size_t i = 0; i < count; i++) {
            const char *from = (const char *)&spans[i] + columns[c].place;
            if (columns[c].text) memcpy(&texts[i], from, sizeof texts[i]);
            else memcpy(&numbers[i], from, sizeof numbers[i]);
        }
        if (columns[c].text) pdk_page_put_words(block, columns[c].name, PDK_TEXT, texts, count, NULL);
        else pdk_page_put_exact(block, columns[c].name, PDK_UINT64, numbers, count, NULL);
    }
}

pdk_status pdk_page_put_layout(const pdk_document *document, uint64_t first, uint64_t count, pdk_memory *memory,
                               pdk_output *output, pdk_error *error)
{
    spelling work = { .document = document,
                      .content = document->content,
                      .first = first,
                      .end = first + count,
                      .covered = pdk_alloc(memory, (size_t)count),
                      .spans = pdk_vector_of(memory, sizeof(span)),
                      .memory = memory };
    work.failed = work.covered == NULL;
    const pdk_region *regions = document->regions.items;
    for (size_t i = 0; i < document->regions.count && !work.failed; i++) add_region(&work, &regions[i]);
    for (size_t i = 0; i < pdk_document_table_count(document) && !work.failed; i++)
        add_table(&work, pdk_document_table_at(document, i));
    heads walk = { .work = &work, .left = MOST_WALKED };
    if (!work.failed && pdk_document_walk(document, memory, add_walked, &walk, error) != PDK_OK) work.failed = true;
    size_t rows = work.spans.count;
    uint64_t *numbers = pdk_alloc_array(memory, rows, sizeof *numbers);
    pdk_text *texts = pdk_alloc_array(memory, rows, sizeof *texts);
    if (work.failed || numbers == NULL || texts == NULL) return pdk_fail_memory(error, memory, "layouts of a page");
    pdk_page_block block;
    pdk_status status = pdk_page_block_begin(&block, memory, error);
    if (status != PDK_OK) return status;
    put_spans(&block, work.spans.items, rows, numbers, texts);
    pdk_free(memory, work.covered);
    pdk_free(memory, work.spans.items);
    pdk_free(memory, numbers);
    pdk_free(memory, texts);
    return pdk_page_block_end(&block, output, error);
}
