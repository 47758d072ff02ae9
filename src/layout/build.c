#include "layout/build.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "base/text.h"

/* Where in the JSON we are: a chain from the value out to the root, written out only when something is wrong. */
typedef struct place {
    const struct place *outer;
    const char *name; /* of the root: its whole path */
    int64_t index;    /* -1 = not an element */
} place;

static void write_place(const place *at, char *room, size_t capacity)
{
    if (at->outer != NULL) write_place(at->outer, room, capacity);
    size_t used = strlen(room);
    if (at->index >= 0) snprintf(room + used, capacity - used, "[%lld]", (long long)at->index);
    else snprintf(room + used, capacity - used, "%s%s", at->outer != NULL ? "." : "", at->name);
}

static pdk_status refuse(pdk_error *error, const place *at, const char *code, const char *what)
{
    char where[sizeof error->where] = "";
    write_place(at, where, sizeof where);
    return pdk_fail_where(error, PDK_E_CORRUPT, PDK_NO_OFFSET, code, where, "%s %s", where, what);
}

static pdk_status read_json(const char *text, size_t size, pdk_json_part part, size_t flags, pdk_json_node **root,
                            pdk_error *error)
{
    json_error_t trouble;
    /* Integers are read as doubles: a float may be written with more digits than 64 bits hold, and "-0" is not 0. Whole
     * numbers too large for a double are dumped as text. */
    json_t *value = json_loadb(text, size, flags | JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &trouble);
    *root = (pdk_json_node *)value;
    if (value != NULL) return PDK_OK;
    if (json_error_code(&trouble) == json_error_out_of_memory || trouble.text[0] == '\0') { /* jansson seldom says so */
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for JSON");
    }
    uint64_t offset = part.offset + (trouble.position > 0 ? (uint64_t)trouble.position : 0);
    return pdk_fail(error, PDK_E_CORRUPT, offset, "build.json", "line %llu: %s",
                    (unsigned long long)(part.line + (trouble.line > 0 ? (uint64_t)trouble.line - 1 : 0)),
                    trouble.text);
}

pdk_status pdk_json_read(const char *text, size_t size, pdk_json_node **root, pdk_error *error)
{
    return read_json(text, size, (pdk_json_part){ 0, 1 }, 0, root, error);
}

pdk_status pdk_json_read_part(const char *text, size_t size, pdk_json_part part, pdk_memory *memory, pdk_json_node **root,
                              pdk_error *error)
{
    enum { LEAST = 4096, EACH = 80 /* an empty object takes 230 bytes for three of text */ };
    void *room = size < SIZE_MAX / EACH - LEAST ? pdk_alloc_raw(memory, LEAST + EACH * size) : NULL;
    if (room == NULL) return pdk_fail_memory(error, memory, "a value of JSON");
    pdk_free(memory, room);
    return read_json(text, size, part, JSON_DECODE_ANY, root, error);
}

void pdk_json_free(pdk_json_node *root)
{
    json_decref((json_t *)root);
}

/* "0x" and exactly `digits` hexadecimal digits. */
static bool read_bits(const json_t *value, size_t digits, uint64_t *bits)
{
    const char *text = json_string_value(value);
    if (text == NULL || json_string_length(value) != digits + 2 || strncmp(text, "0x", 2) != 0) return false;
    if (strspn(text + 2, "0123456789abcdefABCDEF") != digits) return false;
    *bits = strtoull(text + 2, NULL, 16);
    return true;
}

static pdk_status build_float(const json_t *value, const place *at, uint8_t *to, pdk_error *error)
{
    uint64_t bits;
    if (read_bits(value, 8, &bits)) {
        pdk_store_u32(to, (uint32_t)bits);
        return PDK_OK;
    }
    if (!json_is_real(value))
        return refuse(error, at, "build.type", "must be a number, or a float's bits as \"0x7FC00000\"");
    float number = (float)json_real_value(value);
    if (!isfinite(number)) return refuse(error, at, "build.range", "does not fit a 32-bit float");
    pdk_store_f32(to, number);
    return PDK_OK;
}

static pdk_status build_double(const json_t *value, const place *at, uint8_t *to, pdk_error *error)
{
    uint64_t bits;
    if (read_bits(value, 16, &bits)) {
        pdk_store_u64(to, bits);
        return PDK_OK;
    }
    if (!json_is_real(value))
        return refuse(error, at, "build.type", "must be a number, or a double's bits as \"0x7FF8000000000000\"");
    pdk_store_f64(to, json_real_value(value));
    return PDK_OK;
}

static pdk_status read_integer(const pdk_field *field, const json_t *value, const place *at, int64_t *number,
                               pdk_error *error)
{
    uint64_t bits;
    if (field->storage == PDK_RAW_U64 && read_bits(value, 16, &bits)) {
        *number = (int64_t)bits;
        return PDK_OK;
    }
    double real = json_real_value(value);
    if (!json_is_real(value) || real != nearbyint(real))
        return refuse(error, at, "build.type", "must be a whole number");
    if (fabs(real) > PDK_LARGEST_WHOLE || (real < 0 && field->storage == PDK_RAW_U64)) {
        return refuse(error, at, "build.range", "does not fit its field");
    }
    *number = (int64_t)real;
    return PDK_OK;
}

static pdk_status build_integer(const pdk_field *field, uint32_t element, const json_t *value, const place *at,
                                uint8_t *bytes, pdk_error *error)
{
    int64_t number;
    pdk_status status = read_integer(field, value, at, &number, error);
    if (status != PDK_OK) return status;
    return pdk_put_i64(field, element, bytes, number) ? PDK_OK
                                                      : refuse(error, at, "build.range", "does not fit its field");
}

static pdk_status build_record(const pdk_record *record, const json_t *object, const place *at, uint8_t *bytes,
                               pdk_error *error);

static pdk_status build_element(const pdk_field *field, uint32_t element, const json_t *value, const place *at,
                                uint8_t *bytes, pdk_error *error)
{
    uint8_t *to = bytes + field->offset + (size_t)element * pdk_storage_size(field);
    if (field->storage == PDK_RAW_RECORD) return build_record(field->record, value, at, to, error);
    if (field->storage == PDK_RAW_F32) return build_float(value, at, to, error);
    if (field->storage == PDK_RAW_F64) return build_double(value, at, to, error);
    return build_integer(field, element, value, at, bytes, error);
}

/* Clean text is at most as long as the field; bytes in hex are exactly twice as long. */
static pdk_status build_bytes(const pdk_field *field, const json_t *value, const place *at, uint8_t *bytes,
                              pdk_error *error)
{
    size_t room = (size_t)pdk_field_size(field), length = json_string_length(value);
    const char *text = json_string_value(value);
    if (text == NULL) return refuse(error, at, "build.type", "must be a string");
    if (length == 2 * room) {
        if (!pdk_hex_read(text, bytes + field->offset, room)) {
            return refuse(error, at, "build.type", "is as long as its field in hex, but is not hex");
        }
        return PDK_OK;
    }
    if (field->storage == PDK_RAW_OPAQUE)
        return refuse(error, at, "build.length", "must be two hex digits for each byte");
    if (length > room) return refuse(error, at, "build.range", "is longer than its field");
    memset(bytes + field->offset, 0, room);
    memcpy(bytes + field->offset, text, length);
    return PDK_OK;
}

static pdk_status build_field(const pdk_field *field, const json_t *value, const place *at, uint8_t *bytes,
                              pdk_error *error)
{
    if (field->storage == PDK_RAW_CHARS || field->storage == PDK_RAW_OPAQUE) {
        return build_bytes(field, value, at, bytes, error);
    }
    if (field->count <= 1) return build_element(field, 0, value, at, bytes, error);
    if (!json_is_array(value)) return refuse(error, at, "build.type", "must be an array");
    if (json_array_size(value) != field->count) {
        char what[64];
        snprintf(what, sizeof what, "has %zu elements, the field %u", json_array_size(value), (unsigned)field->count);
        return refuse(error, at, "build.length", what);
    }
    for (uint32_t element = 0; element < field->count; element++) {
        place inner = { at, NULL, element };
        pdk_status status = build_element(field, element, json_array_get(value, element), &inner, bytes, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* The value of a field: by its name, or in a row by its place among the record's fields. */
static const json_t *value_of(const json_t *values, const pdk_record *record, uint32_t field)
{
    return json_is_array(values) ? json_array_get(values, field) : json_object_get(values, record->fields[field].name);
}

/* Fields may share bits: a raw number and a scaled one, a word and its parts. Then they have to agree: a record that is
 * edited in one of them only would otherwise lose the edit. */
static pdk_status refuse_conflicts(const pdk_record *record, const json_t *values, const place *at,
                                   const uint8_t *bytes, pdk_error *error)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        bool single = field->storage < PDK_RAW_CHARS && !pdk_field_is_float(field) && field->count <= 1;
        if (!single || field->offset == PDK_FOLLOWS) continue;
        place inner = { at, field->name, -1 };
        int64_t number;
        pdk_status status = read_integer(field, value_of(values, record, i), &inner, &number, error);
        if (status != PDK_OK) return status;
        if (number != pdk_get_i64(field, 0, bytes)) {
            return refuse(error, &inner, "build.conflict", "says otherwise than a field that shares its bits");
        }
    }
    return PDK_OK;
}

static pdk_status refuse_unknown(const pdk_record *record, const json_t *object, const place *at, pdk_error *error)
{
    /* jansson's iteration takes a value it may change, and does not */
    json_t *members = (json_t *)(uintptr_t)object;
    for (void *i = json_object_iter(members); i != NULL; i = json_object_iter_next(members, i)) {
        place inner = { at, json_object_iter_key(i), -1 };
        if (pdk_record_field(record, inner.name) != NULL) continue;
        char what[96];
        snprintf(what, sizeof what, "is not a field of %s", record->name);
        return refuse(error, &inner, "build.unknown", what);
    }
    return PDK_OK;
}

static pdk_status refuse_length(const pdk_record *record, const json_t *row, const place *at, pdk_error *error)
{
    if (json_array_size(row) == record->field_count) return PDK_OK;
    char what[128];
    snprintf(what, sizeof what, "has %zu values, %s has %u fields", json_array_size(row), record->name,
             (unsigned)record->field_count);
    return refuse(error, at, "build.length", what);
}

static pdk_status build_record(const pdk_record *record, const json_t *object, const place *at, uint8_t *bytes,
                               pdk_error *error)
{
    bool is_row = json_is_array(object);
    if (!is_row && !json_is_object(object))
        return refuse(error, at, "build.type", "must be an object, or an array with a value for each field");
    pdk_status status = is_row ? refuse_length(record, object, at, error) : PDK_OK;
    if (status != PDK_OK) return status;
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        if (field->offset == PDK_FOLLOWS) continue;
        place inner = { at, field->name, -1 };
        const json_t *value = value_of(object, record, i);
        if (value == NULL) return refuse(error, &inner, "build.missing", "is missing");
        status = build_field(field, value, &inner, bytes, error);
        if (status != PDK_OK) return status;
    }
    status = refuse_conflicts(record, object, at, bytes, error);
    return status == PDK_OK && !is_row ? refuse_unknown(record, object, at, error) : status;
}

pdk_status pdk_record_build(const pdk_record *record, const pdk_json_node *object, const char *path, uint8_t *bytes,
                            pdk_error *error)
{
    place root = { NULL, path, -1 };
    return build_record(record, (const json_t *)object, &root, bytes, error);
}

/* ------------------------------------------------------------------------------- records of variable size */

/* A text with its length before it, at the end of `bytes`. */
static pdk_status build_text(const pdk_field *field, const json_t *value, const place *at, pdk_bytes_room *bytes,
                             pdk_error *error)
{
    const json_t *hex = json_object_get(value, "hex");
    bool is_hex = json_is_string(hex) && json_object_size(value) == 1;
    if (!is_hex && !json_is_string(value))
        return refuse(error, at, "build.type", "must be a string, or bytes as {\"hex\": \"...\"}");
    const char *text = json_string_value(is_hex ? hex : value);
    size_t length = json_string_length(is_hex ? hex : value);
    if (is_hex && length % 2 != 0) return refuse(error, at, "build.length", "must be two hex digits for each byte");
    if (is_hex) length /= 2;
    uint32_t prefix = pdk_storage_size(field);
    if (length > UINT32_MAX || (prefix < 4 && length >> (8 * prefix) != 0)) {
        return refuse(error, at, "build.range", "is longer than its length can say");
    }
    uint8_t *to = pdk_bytes_more(bytes, prefix + length);
    if (to == NULL) return pdk_fail_memory(error, bytes->memory, "a text");
    for (uint32_t i = 0; i < prefix; i++) to[i] = (uint8_t)(length >> (8 * i));
    if (!is_hex) memcpy(to + prefix, text, length);
    else if (!pdk_hex_read(text, to + prefix, length)) return refuse(error, at, "build.type", "is not hex");
    return PDK_OK;
}

/* A field of fixed size at its own place, or at the end of `bytes`. */
static pdk_status build_placed(const pdk_field *field, const json_t *value, const place *at, pdk_bytes_room *bytes,
                               pdk_error *error)
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

pdk_status pdk_record_build_placed(const pdk_record *record, const pdk_json_node *node, const char *path,
                                   pdk_bytes_room *bytes, pdk_error *error)
{
    const json_t *values = (const json_t *)node;
    place root = { NULL, path, -1 };
    bool is_row = json_is_array(values);
    if (!is_row && !json_is_object(values))
        return refuse(error, &root, "build.type", "must be an object, or an array with a value for each field");
    pdk_status status = is_row ? refuse_length(record, values, &root, error) : PDK_OK;
    for (uint32_t i = 0; i < record->field_count && status == PDK_OK; i++) {
        const pdk_field *field = &record->fields[i];
        place inner = { &root, field->name, -1 };
        const json_t *value = value_of(values, record, i);
        if (value == NULL) return refuse(error, &inner, "build.missing", "is missing");
        bool is_text = pdk_field_size(field) == 0;
        status =
            is_text ? build_text(field, value, &inner, bytes, error) : build_placed(field, value, &inner, bytes, error);
    }
    return status == PDK_OK && !is_row ? refuse_unknown(record, values, &root, error) : status;
}
