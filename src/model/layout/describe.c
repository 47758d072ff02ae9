/* Facts about a field, from its line in the table. */
#include <stdio.h>
#include <string.h>

#include "layout/layout.h"

static const struct {
    const char *name;
    uint32_t size;
    pdk_type type;
} storages[] = {
    [PDK_RAW_U8] = { "u8", 1, PDK_UINT8 },
    [PDK_RAW_I8] = { "i8", 1, PDK_INT8 },
    [PDK_RAW_U16] = { "u16", 2, PDK_UINT16 },
    [PDK_RAW_I16] = { "i16", 2, PDK_INT16 },
    [PDK_RAW_I24] = { "i24", 3, PDK_INT32 },
    [PDK_RAW_U32] = { "u32", 4, PDK_UINT32 },
    [PDK_RAW_I32] = { "i32", 4, PDK_INT32 },
    [PDK_RAW_U40] = { "u40", 5, PDK_UINT64 },
    [PDK_RAW_U64] = { "u64", 8, PDK_UINT64 },
    [PDK_RAW_F32] = { "f32", 4, PDK_FLOAT32 },
    [PDK_RAW_F64] = { "f64", 8, PDK_FLOAT64 },
    [PDK_RAW_U16BE] = { "u16 big-endian", 2, PDK_UINT16 },
    [PDK_RAW_U24BE] = { "u24 big-endian", 3, PDK_UINT32 },
    [PDK_RAW_U32BE] = { "u32 big-endian", 4, PDK_UINT32 },
    [PDK_RAW_CHARS] = { "char", 1, PDK_TEXT },
    [PDK_RAW_OPAQUE] = { "byte", 1, PDK_BYTES },
    [PDK_RAW_TEXT8] = { "u8 + text", 1, PDK_TEXT },
    [PDK_RAW_TEXT16] = { "u16 + text", 2, PDK_TEXT },
    [PDK_RAW_TEXT32] = { "u32 + text", 4, PDK_TEXT },
    [PDK_RAW_RECORD] = { "record", 0, PDK_TYPE_NONE },
};

uint32_t pdk_storage_size(const pdk_field *field)
{
    return field->storage == PDK_RAW_RECORD ? field->record->size : storages[field->storage].size;
}

uint64_t pdk_field_size(const pdk_field *field)
{
    if (field->storage >= PDK_RAW_TEXT8 && field->storage <= PDK_RAW_TEXT32) return 0;
    return (uint64_t)pdk_storage_size(field) * (field->count > 1 ? field->count : 1);
}

const char *pdk_storage_text(char buffer[48], const pdk_field *field)
{
    const char *name = field->storage == PDK_RAW_RECORD ? field->record->name : storages[field->storage].name;
    if (field->bits == 1) {
        snprintf(buffer, 48, "%s bit %u", name, (unsigned)field->bit);
    } else if (field->bits > 0) {
        snprintf(buffer, 48, "%s%s bits %u-%u", name, field->is_signed ? " signed" : "", (unsigned)field->bit,
                 (unsigned)field->bit + field->bits - 1u);
    } else if (field->count > 1) {
        snprintf(buffer, 48, "%s[%u]%s%s", name, (unsigned)field->count, field->elements != NULL ? " " : "",
                 field->elements != NULL ? field->elements : "");
    } else {
        snprintf(buffer, 48, "%s", name);
    }
    return buffer;
}

const char *pdk_element_name(char buffer[PDK_ELEMENT_NAME_SIZE], const pdk_field *field, uint32_t element)
{
    buffer[0] = '\0';
    if (field->count <= 1 || field->storage == PDK_RAW_CHARS || field->storage == PDK_RAW_OPAQUE) return buffer;
    const char *at = field->elements;
    for (uint32_t i = 0; at != NULL && i < element; i++) {
        at = strchr(at, ' ');
        if (at != NULL) at++;
    }
    if (at == NULL) snprintf(buffer, PDK_ELEMENT_NAME_SIZE, "%u", (unsigned)element);
    else snprintf(buffer, PDK_ELEMENT_NAME_SIZE, "%.*s", (int)strcspn(at, " "), at);
    return buffer;
}

bool pdk_field_is_plain(const pdk_field *field)
{
    return (field->multiplier == 0 || field->multiplier == 1) && (field->divisor == 0 || field->divisor == 1) &&
           field->bias == 0;
}

pdk_type pdk_field_type(const pdk_field *field)
{
    if (field->type != PDK_TYPE_NONE) return field->type;
    if (!pdk_field_is_plain(field)) return PDK_FLOAT64;
    if (field->bits == 0) return storages[field->storage].type;
    if (field->bits <= 8) return field->is_signed ? PDK_INT8 : PDK_UINT8;
    if (field->bits <= 16) return field->is_signed ? PDK_INT16 : PDK_UINT16;
    if (field->bits <= 32) return field->is_signed ? PDK_INT32 : PDK_UINT32;
    return field->is_signed ? PDK_INT64 : PDK_UINT64;
}

const char *pdk_record_name(const pdk_record *record)
{
    return record->name;
}
const char *pdk_record_meaning(const pdk_record *record)
{
    return record->meaning;
}
uint32_t pdk_record_size(const pdk_record *record)
{
    return record->size;
}
const char *pdk_record_source(const pdk_record *record)
{
    return record->source;
}
size_t pdk_record_field_count(const pdk_record *record)
{
    return record->field_count;
}

const pdk_field *pdk_record_field_at(const pdk_record *record, size_t index)
{
    return index < record->field_count ? &record->fields[index] : NULL;
}

const pdk_field *pdk_record_find_field(const pdk_record *record, const char *name)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        if (strcmp(record->fields[i].name, name) == 0) return &record->fields[i];
    }
    return NULL;
}

const char *pdk_field_label(const pdk_field *field, int64_t value)
{
    if (field->labels == NULL || field->is_flags) return NULL;
    for (const pdk_label *label = field->labels; label->text != NULL; label++) {
        if (label->value == value) return label->text;
    }
    return NULL;
}

const char *pdk_type_name(pdk_type type)
{
    static const char *const names[] = {
        [PDK_TYPE_NONE] = "none", [PDK_BOOL] = "bool",     [PDK_INT8] = "int8",       [PDK_UINT8] = "uint8",
        [PDK_INT16] = "int16",    [PDK_UINT16] = "uint16", [PDK_INT32] = "int32",     [PDK_UINT32] = "uint32",
        [PDK_INT64] = "int64",    [PDK_UINT64] = "uint64", [PDK_FLOAT32] = "float32", [PDK_FLOAT64] = "float64",
        [PDK_TEXT] = "text",      [PDK_BYTES] = "bytes",
    };
    return (size_t)type < sizeof names / sizeof names[0] ? names[type] : "none";
}

size_t pdk_type_size(pdk_type type)
{
    static const uint8_t sizes[] = {
        [PDK_TYPE_NONE] = 0,
        [PDK_BOOL] = 1,
        [PDK_INT8] = 1,
        [PDK_UINT8] = 1,
        [PDK_INT16] = 2,
        [PDK_UINT16] = 2,
        [PDK_INT32] = 4,
        [PDK_UINT32] = 4,
        [PDK_INT64] = 8,
        [PDK_UINT64] = 8,
        [PDK_FLOAT32] = 4,
        [PDK_FLOAT64] = 8,
        [PDK_TEXT] = sizeof(pdk_text),
        [PDK_BYTES] = sizeof(pdk_bytes),
    };
    return (size_t)type < sizeof sizes / sizeof sizes[0] ? sizes[type] : 0;
}

const char *pdk_certainty_name(pdk_certainty certainty)
{
    switch (certainty) {
    case PDK_UNKNOWN: return "unknown";
    case PDK_GUESSED: return "guessed";
    case PDK_LIKELY: return "likely";
    case PDK_CONFIRMED: return "confirmed";
    }
    return "unknown";
}
