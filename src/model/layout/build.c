#include "layout/build.h"

#include <math.h>
#include <string.h>

#include "base/load.h"
#include "base/text.h"
#include "layout/build_refuse.h"
#include "text/encoding.h"

pdk_status pdk_json_read_part(const char *text, size_t size, pdk_json_part part, pdk_memory *memory,
                              pdk_json_tree *tree, pdk_error *error)
{
    pdk_json_trouble trouble;
    if (pdk_json_parse(tree, memory, text, size, &trouble) && pdk_json_names_differ(tree, &trouble)) return PDK_OK;
    if (trouble.what == NULL) return pdk_fail_memory(error, memory, "a value of JSON");
    return pdk_fail(error, PDK_E_CORRUPT, part.offset + trouble.at, "build.json", "line %llu: %s",
                    (unsigned long long)(part.line + trouble.line - 1), trouble.what);
}

/* "0x" and exactly `digits` hexadecimal digits. */
static bool read_bits(pdk_json_found value, size_t digits, uint64_t *bits)
{
    uint8_t bytes[8];
    pdk_text text = pdk_json_as_text(value);
    if (text.data == NULL || text.size != digits + 2 || memcmp(text.data, "0x", 2) != 0) return false;
    if (!pdk_hex_read(text.data + 2, bytes, digits / 2)) return false;
    *bits = 0;
    for (size_t i = 0; i < digits / 2; i++) *bits = *bits << 8 | bytes[i];
    return true;
}

static pdk_status build_float(const pdk_field *field, pdk_json_found value, const pdk_json_place *at, uint8_t *to,
                              pdk_error *error)
{
    uint64_t bits;
    if (read_bits(value, 8, &bits)) {
        pdk_store_u32(to, (uint32_t)bits);
        return PDK_OK;
    }
    double real;
    if (!pdk_json_as_number(value, &real))
        return pdk_refuse_type(error, at, "a number, or a float's bits as \"0x7FC00000\"", value);
    float number = (float)real;
    if (!isfinite(number)) return pdk_refuse_range(error, at, field, value);
    pdk_store_f32(to, number);
    return PDK_OK;
}

static pdk_status build_double(pdk_json_found value, const pdk_json_place *at, uint8_t *to, pdk_error *error)
{
    uint64_t bits;
    if (read_bits(value, 16, &bits)) {
        pdk_store_u64(to, bits);
        return PDK_OK;
    }
    double real;
    if (!pdk_json_as_number(value, &real))
        return pdk_refuse_type(error, at, "a number, or a double's bits as \"0x7FF8000000000000\"", value);
    pdk_store_f64(to, real);
    return PDK_OK;
}

static pdk_status read_integer(const pdk_field *field, pdk_json_found value, const pdk_json_place *at, int64_t *number,
                               pdk_error *error)
{
    uint64_t bits;
    if (field->storage == PDK_RAW_U64 && read_bits(value, 16, &bits)) {
        *number = (int64_t)bits;
        return PDK_OK;
    }
    double real;
    if (!pdk_json_as_number(value, &real) || real != nearbyint(real))
        return pdk_refuse_type(error, at, "a whole number", value);
    if (fabs(real) > PDK_LARGEST_WHOLE || (real < 0 && field->storage == PDK_RAW_U64)) {
        return pdk_refuse_range(error, at, field, value);
    }
    *number = (int64_t)real;
    return PDK_OK;
}

static pdk_status build_integer(const pdk_field *field, uint32_t element, pdk_json_found value,
                                const pdk_json_place *at, uint8_t *bytes, pdk_error *error)
{
    int64_t number = 0;
    pdk_status status = read_integer(field, value, at, &number, error);
    if (status != PDK_OK) return status;
    return pdk_put_i64(field, element, bytes, number) ? PDK_OK : pdk_refuse_range(error, at, field, value);
}

static pdk_status build_record(const pdk_record *record, pdk_json_found object, const pdk_json_place *at,
                               uint8_t *bytes, pdk_error *error);

static pdk_status build_element(const pdk_field *field, uint32_t element, pdk_json_found value,
                                const pdk_json_place *at, uint8_t *bytes, pdk_error *error)
{
    uint8_t *to = bytes + field->offset + (size_t)element * pdk_storage_size(field);
    if (field->storage == PDK_RAW_RECORD) return build_record(field->record, value, at, to, error);
    if (field->storage == PDK_RAW_F32) return build_float(field, value, at, to, error);
    if (field->storage == PDK_RAW_F64) return build_double(value, at, to, error);
    return build_integer(field, element, value, at, bytes, error);
}

static pdk_status refuse_letter(const pdk_field *field, const pdk_text_writing *writing, const pdk_json_place *at,
                                pdk_error *error)
{
    return pdk_refuse(error, at, "build.letter", "contains the character \"%.*s\", which cannot be written here (%s)",
                      (int)writing->refused_size, writing->refused, pdk_encoding_name(field->encoding));
}

/* Clean text is at most as long as the field; bytes in hex are exactly twice as long. */
static pdk_status build_bytes(const pdk_field *field, pdk_json_found value, const pdk_json_place *at, uint8_t *bytes,
                              pdk_error *error)
{
    size_t capacity = (size_t)pdk_field_size(field);
    pdk_text text = pdk_json_as_text(value);
    if (text.data == NULL) return pdk_refuse_type(error, at, "a string", value);
    if (text.size == 2 * capacity) {
        if (!pdk_hex_read(text.data, bytes + field->offset, capacity)) {
            return pdk_refuse(error, at, "build.type", "is hex by its length, but not by its digits");
        }
        return PDK_OK;
    }
    if (field->storage == PDK_RAW_OPAQUE)
        return pdk_refuse(error, at, "build.length", "must be %zu hex digits, two for each byte, found %zu",
                          2 * capacity, text.size);
    pdk_text_writing writing = pdk_text_write(field->encoding, text.data, text.size, NULL, 0);
    if (writing.refused != NULL) return refuse_letter(field, &writing, at, error);
    if (writing.size > capacity) {
        return pdk_refuse(error, at, "build.range", "needs %zu bytes, but the field has %zu", writing.size, capacity);
    }
    memset(bytes + field->offset, 0, capacity);
    pdk_text_write(field->encoding, text.data, text.size, bytes + field->offset, capacity);
    return PDK_OK;
}

static pdk_status build_field(const pdk_field *field, pdk_json_found value, const pdk_json_place *at, uint8_t *bytes,
                              pdk_error *error)
{
    if (field->storage == PDK_RAW_CHARS || field->storage == PDK_RAW_OPAQUE) {
        return build_bytes(field, value, at, bytes, error);
    }
    if (field->count <= 1) return build_element(field, 0, value, at, bytes, error);
    if (pdk_json_kind(value) != '[') return pdk_refuse_type(error, at, "an array", value);
    size_t elements = pdk_json_count(value, SIZE_MAX);
    if (elements != field->count) {
        return pdk_refuse(error, at, "build.length", "has %zu elements, but the field has %u", elements,
                          (unsigned)field->count);
    }
    pdk_json_found item = pdk_json_first(value);
    for (uint32_t element = 0; element < field->count; element++, item = pdk_json_next(value, item)) {
        pdk_json_place inner = { at, NULL, element };
        pdk_status status = build_element(field, element, item, &inner, bytes, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* The value of a field: by its name, or in a row by its place among the record's fields. */
static pdk_json_found value_of(pdk_json_found values, const pdk_record *record, uint32_t field)
{
    return pdk_json_kind(values) == '[' ? pdk_json_item(values, field)
                                        : pdk_json_member(values, record->fields[field].name);
}

/* Is what was built from this value still there? Bytes of the field alone, as others may are in their midst. */
static pdk_status still_says(const pdk_field *field, pdk_json_found value, const pdk_json_place *at,
                             const uint8_t *bytes, bool *same, pdk_error *error)
{
    if (pdk_field_is_float(field)) {
        uint8_t built[8];
        uint32_t size = pdk_storage_size(field);
        pdk_status status =
            size == 4 ? build_float(field, value, at, built, error) : build_double(value, at, built, error);
        *same = status == PDK_OK && memcmp(built, bytes + field->offset, size) == 0;
        return status;
    }
    int64_t number = 0;
    pdk_status status = read_integer(field, value, at, &number, error);
    *same = number == pdk_get_i64(field, 0, bytes);
    return status;
}

/* Fields may share bits: a raw number and a scaled one, a word and its parts. Then they have to agree: a record that is
 * edited in one of them only would otherwise lose the edit. */
static pdk_status refuse_conflicts(const pdk_record *record, pdk_json_found values, const pdk_json_place *at,
                                   const uint8_t *bytes, pdk_error *error)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        if (field->storage >= PDK_RAW_CHARS || field->count > 1 || field->offset == PDK_FOLLOWS) continue;
        pdk_json_place inner = { at, field->name, -1 };
        bool same;
        pdk_status status = still_says(field, value_of(values, record, i), &inner, bytes, &same, error);
        if (status != PDK_OK) return status;
        if (!same) return pdk_refuse_conflict(error, &inner, record, field);
    }
    return PDK_OK;
}

static pdk_status refuse_length(const pdk_record *record, pdk_json_found row, const pdk_json_place *at,
                                pdk_error *error)
{
    size_t count = pdk_json_count(row, SIZE_MAX);
    if (count == record->field_count) return PDK_OK;
    return pdk_refuse(error, at, "build.length", "has %zu values, but %s has %u fields", count, record->name,
                      (unsigned)record->field_count);
}

static pdk_status build_record(const pdk_record *record, pdk_json_found object, const pdk_json_place *at,
                               uint8_t *bytes, pdk_error *error)
{
    bool is_row = pdk_json_kind(object) == '[';
    if (!is_row && pdk_json_kind(object) != '{')
        return pdk_refuse_type(error, at, "an object, or an array with a value for each field", object);
    pdk_status status = is_row ? refuse_length(record, object, at, error) : PDK_OK;
    if (status != PDK_OK) return status;
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        if (field->offset == PDK_FOLLOWS) continue;
        pdk_json_place inner = { at, field->name, -1 };
        pdk_json_found value = value_of(object, record, i);
        if (value.tree == NULL) return pdk_refuse_missing(error, &inner, record, object);
        status = build_field(field, value, &inner, bytes, error);
        if (status != PDK_OK) return status;
    }
    status = refuse_conflicts(record, object, at, bytes, error);
    return status == PDK_OK && !is_row ? pdk_refuse_unknown(error, at, record, object) : status;
}

pdk_status pdk_record_build(const pdk_record *record, pdk_json_found object, const char *path, uint8_t *bytes,
                            pdk_error *error)
{
    pdk_json_place root = { NULL, path, -1 };
    return build_record(record, object, &root, bytes, error);
}

/* ------------------------------------------------------------------------------- records of variable size */

/* A text with its length before it, at the end of `bytes`. */
static pdk_status build_text(const pdk_field *field, pdk_json_found value, const pdk_json_place *at,
                             pdk_byte_buffer *bytes, pdk_error *error)
{
    pdk_text hex =
        pdk_json_count(value, 2) == 1 ? pdk_json_as_text(pdk_json_member(value, "hex")) : (pdk_text){ NULL, 0 };
    bool is_hex = hex.data != NULL;
    pdk_text text = is_hex ? hex : pdk_json_as_text(value);
    if (text.data == NULL) return pdk_refuse_type(error, at, "a string, or bytes as {\"hex\": \"...\"}", value);
    pdk_text_writing writing = { .size = text.size };
    pdk_encoding encoding = field->encoding == PDK_ENCODING_BYTES ? PDK_ENCODING_UTF8 : field->encoding;
    if (!is_hex) writing = pdk_text_write(encoding, text.data, text.size, NULL, 0);
    if (writing.refused != NULL) return refuse_letter(field, &writing, at, error);
    size_t length = writing.size;
    if (is_hex && length % 2 != 0) return pdk_refuse(error, at, "build.length", "must be two hex digits for each byte");
    if (is_hex) length /= 2;
    uint32_t prefix = pdk_storage_size(field);
    if (length > UINT32_MAX || (prefix < 4 && length >> (8 * prefix) != 0)) {
        return pdk_refuse(error, at, "build.range", "is longer than its length field can express");
    }
    uint8_t *to = pdk_bytes_more(bytes, prefix + length);
    if (to == NULL) return pdk_fail_memory(error, bytes->memory, "a text");
    for (uint32_t i = 0; i < prefix; i++) to[i] = (uint8_t)(length >> (8 * i));
    if (!is_hex) pdk_text_write(encoding, text.data, text.size, to + prefix, length);
    else if (!pdk_hex_read(text.data, to + prefix, length)) return pdk_refuse(error, at, "build.type", "is not hex");
    return PDK_OK;
}

/* A field of fixed size at its own place, or at the end of `bytes`. */
static pdk_status build_placed(const pdk_field *field, pdk_json_found value, const pdk_json_place *at,
                               pdk_byte_buffer *bytes, pdk_error *error)
{
    uint64_t offset = field->offset != PDK_FOLLOWS ? field->offset : bytes->size;
    uint64_t end = offset + pdk_field_size(field);
    if (end > bytes->size && pdk_bytes_more(bytes, end - bytes->size) == NULL) {
        return pdk_fail_memory(error, bytes->memory, "a record");
    }
    pdk_field alone = *field;
    alone.offset = 0;
    return build_field(&alone, value, at, bytes->data + offset, error);
}

pdk_status pdk_record_build_placed(const pdk_record *record, pdk_json_found values, const char *path,
                                   pdk_byte_buffer *bytes, pdk_error *error)
{
    pdk_json_place root = { NULL, path, -1 };
    bool is_row = pdk_json_kind(values) == '[';
    if (!is_row && pdk_json_kind(values) != '{')
        return pdk_refuse_type(error, &root, "an object, or an array with a value for each field", values);
    pdk_status status = is_row ? refuse_length(record, values, &root, error) : PDK_OK;
    for (uint32_t i = 0; i < record->field_count && status == PDK_OK; i++) {
        const pdk_field *field = &record->fields[i];
        pdk_json_place inner = { &root, field->name, -1 };
        pdk_json_found value = value_of(values, record, i);
        if (value.tree == NULL) return pdk_refuse_missing(error, &inner, record, values);
        bool is_text = pdk_field_size(field) == 0;
        status =
            is_text ? build_text(field, value, &inner, bytes, error) : build_placed(field, value, &inner, bytes, error);
    }
    return status == PDK_OK && !is_row ? pdk_refuse_unknown(error, &root, record, values) : status;
}
