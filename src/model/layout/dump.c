/* A record as JSON: stored numbers, so that nothing is lost; scaled twins come from the tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "base/text.h"
#include "layout/layout.h"
#include "text/encoding.h"

/* Text that comes back to the same bytes, with nothing but NULs after it, and is not taken for hex: data == NULL where
 * these bytes are none. */
static pdk_text clean_text(pdk_encoding encoding, const uint8_t *at, size_t size, char buffer[PDK_TEXT_BUFFER_SIZE])
{
    size_t length = pdk_text_length(at, size);
    for (size_t i = length; i < size; i++) {
        if (at[i] != 0) return (pdk_text){ NULL, 0 };
    }
    pdk_text text = pdk_text_exact(encoding, at, length, buffer);
    if (text.size == 2 * size && size > 0) text.data = NULL;
    return text;
}

static void dump_element(pdk_json *json, const pdk_field *field, uint32_t element, const uint8_t *bytes, bool row)
{
    if (field->storage == PDK_RAW_RECORD) {
        const uint8_t *inner = bytes + field->offset + (size_t)element * field->record->size;
        if (row) pdk_row_dump(json, field->record, inner);
        else pdk_record_dump(json, field->record, inner);
    } else if (field->storage == PDK_RAW_F32) {
        const uint8_t *at = bytes + field->offset + (size_t)element * 4;
        pdk_value value = { .type = PDK_FLOAT32, .as.number = (double)pdk_load_f32(at) };
        if (isfinite(value.as.number)) {
            pdk_json_value(json, &value);
        } else { /* JSON has no NaN, and NaNs differ in their bits */
            char text[16];
            snprintf(text, sizeof text, "0x%08X", (unsigned)pdk_load_u32(at));
            pdk_json_text(json, text);
        }
    } else if (field->storage == PDK_RAW_F64) {
        pdk_value value = { .type = PDK_FLOAT64,
                            .as.number = pdk_load_f64(bytes + field->offset + (size_t)element * 8) };
        char text[24];
        uint64_t bits = pdk_load_u64(bytes + field->offset + (size_t)element * 8);
        snprintf(text, sizeof text, "0x%016llX", (unsigned long long)bits);
        if (isfinite(value.as.number)) pdk_json_value(json, &value);
        else pdk_json_text(json, text);
    } else if (field->storage == PDK_RAW_U64) {
        uint64_t number = (uint64_t)pdk_get_i64(field, element, bytes);
        char text[24];
        snprintf(text, sizeof text, "0x%016llX", (unsigned long long)number);
        if ((double)number <= PDK_LARGEST_WHOLE) pdk_json_natural(json, number);
        else pdk_json_text(json, text);
    } else {
        pdk_json_integer(json, pdk_get_i64(field, element, bytes));
    }
}

static void dump_field(pdk_json *json, const pdk_field *field, const uint8_t *bytes, bool row)
{
    const uint8_t *at = bytes + field->offset;
    size_t size = (size_t)pdk_field_size(field);
    char buffer[PDK_TEXT_BUFFER_SIZE];
    pdk_text text = { NULL, 0 };
    if (field->storage == PDK_RAW_CHARS) text = clean_text(field->encoding, at, size, buffer);
    pdk_value value;
    if (text.data != NULL) {
        value = (pdk_value){ .type = PDK_TEXT, .as.text = text };
        pdk_json_value(json, &value);
    } else if (field->storage == PDK_RAW_CHARS || field->storage == PDK_RAW_OPAQUE) {
        value = (pdk_value){ .type = PDK_BYTES, .as.bytes = { at, size } };
        pdk_json_value(json, &value);
    } else if (field->count > 1) {
        pdk_json_begin(json, '[');
        for (uint32_t element = 0; element < field->count; element++) dump_element(json, field, element, bytes, row);
        pdk_json_end(json, ']');
    } else {
        dump_element(json, field, 0, bytes, row);
    }
}

void pdk_field_dump(pdk_json *json, const pdk_field *field, const uint8_t *bytes)
{
    dump_field(json, field, bytes, false);
}

void pdk_row_dump(pdk_json *json, const pdk_record *record, const uint8_t *bytes)
{
    pdk_json_begin(json, '[');
    for (uint32_t i = 0; i < record->field_count; i++) dump_field(json, &record->fields[i], bytes, true);
    pdk_json_end(json, ']');
}

void pdk_record_dump(pdk_json *json, const pdk_record *record, const uint8_t *bytes)
{
    pdk_json_begin(json, '{');
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        if (field->offset == PDK_FOLLOWS) continue;
        pdk_json_key(json, field->name);
        pdk_field_dump(json, field, bytes);
    }
    pdk_json_end(json, '}');
}

void pdk_placed_dump(pdk_json *json, const pdk_field *field, pdk_place place, const uint8_t *content)
{
    const uint8_t *at = content + place.offset;
    pdk_value bytes = { .type = PDK_BYTES, .as.bytes = { at, (size_t)place.size } };
    if (pdk_field_size(field) != 0) {
        pdk_field alone = *field;
        alone.offset = 0;
        pdk_field_dump(json, &alone, at);
        return;
    }
    char buffer[PDK_TEXT_BUFFER_SIZE];
    pdk_text text = { NULL, 0 };
    if (memchr(at, 0, (size_t)place.size) == NULL)
        text = pdk_text_exact(field->encoding, at, (size_t)place.size, buffer);
    if (text.data != NULL) {
        pdk_json_value(json, &(pdk_value){ .type = PDK_TEXT, .as.text = text });
    } else {
        pdk_json_begin(json, '{');
        pdk_json_key(json, "hex");
        pdk_json_value(json, &bytes);
        pdk_json_end(json, '}');
    }
}
