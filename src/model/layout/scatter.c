/* Values back into records: the inverse of gather.c, refusing what would not come back as it went in. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "layout/layout.h"
#include "text/encoding.h"

/* Smallest and largest stored number of a field. */
static void stored_range(const pdk_field *field, int64_t *minimum, uint64_t *maximum)
{
    uint32_t bits = field->bits > 0 ? field->bits : pdk_storage_size(field) * 8;
    bool is_signed = field->bits > 0 ? field->is_signed
                                     : field->storage == PDK_RAW_I8 || field->storage == PDK_RAW_I16 ||
                                           field->storage == PDK_RAW_I24 || field->storage == PDK_RAW_I32;
    uint64_t all = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    *maximum = is_signed ? all >> 1 : all;
    *minimum = is_signed ? -(int64_t)(all >> 1) - 1 : 0;
}

static uint64_t load_word(const pdk_field *field, const uint8_t *at)
{
    uint64_t word = 0;
    uint32_t size = pdk_storage_size(field);
    bool big = field->storage == PDK_RAW_U16BE || field->storage == PDK_RAW_U24BE || field->storage == PDK_RAW_U32BE;
    for (uint32_t i = 0; i < size; i++) word |= (uint64_t)at[big ? size - 1 - i : i] << (8 * i);
    return word;
}

static void store_word(const pdk_field *field, uint8_t *at, uint64_t word)
{
    uint32_t size = pdk_storage_size(field);
    bool big = field->storage == PDK_RAW_U16BE || field->storage == PDK_RAW_U24BE || field->storage == PDK_RAW_U32BE;
    for (uint32_t i = 0; i < size; i++) at[big ? size - 1 - i : i] = (uint8_t)(word >> (8 * i));
}

bool pdk_put_i64(const pdk_field *field, uint32_t element, uint8_t *record, int64_t stored)
{
    if (pdk_field_is_float(field) || field->storage >= PDK_RAW_CHARS) return false;
    int64_t minimum;
    uint64_t maximum;
    stored_range(field, &minimum, &maximum);
    bool all_bits = maximum == UINT64_MAX; /* a negative number is then the upper half */
    if (!all_bits && (stored < minimum || (stored > 0 && (uint64_t)stored > maximum))) return false;
    uint8_t *at = record + field->offset + (size_t)element * pdk_storage_size(field);
    uint64_t word = (uint64_t)stored;
    if (field->bits > 0) {
        uint64_t mask = (field->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << field->bits) - 1) << field->bit;
        word = (load_word(field, at) & ~mask) | (word << field->bit & mask);
    }
    store_word(field, at, word);
    return true;
}

bool pdk_put_f64(const pdk_field *field, uint32_t element, uint8_t *record, double value)
{
    double divisor = field->divisor != 0 ? field->divisor : 1,
           multiplier = field->multiplier != 0 ? field->multiplier : 1;
    if (!pdk_field_is_plain(field)) value = (value - field->bias) * divisor / multiplier;
    if (field->storage == PDK_RAW_F32) {
        if (isfinite(value) && fabs(value) > 3.4028235677973366e38) return false; /* would become infinite */
        pdk_store_f32(record + field->offset + (size_t)element * 4, (float)value);
        return true;
    }
    if (field->storage == PDK_RAW_F64) {
        pdk_store_f64(record + field->offset + (size_t)element * 8, value);
        return true;
    }
    double whole = nearbyint(value);
    if (!(whole >= -9223372036854775808.0 && whole < 9223372036854775808.0)) return false;
    return pdk_put_i64(field, element, record, (int64_t)whole);
}

bool pdk_put_text(const pdk_field *field, uint8_t *record, const char *text)
{
    size_t length = strlen(text), capacity = (size_t)pdk_field_size(field);
    pdk_text_writing writing = pdk_text_write(field->encoding, text, length, NULL, 0);
    if (field->storage != PDK_RAW_CHARS || writing.refused != NULL || writing.size > capacity) return false;
    memset(record + field->offset, 0, capacity);
    pdk_text_write(field->encoding, text, length, record + field->offset, capacity);
    return true;
}

bool pdk_put_element(const pdk_record *record, uint8_t *bytes, const char *name, uint32_t element, double value)
{
    const pdk_field *field = pdk_record_field(record, name);
    return field != NULL && pdk_put_f64(field, element, bytes, value);
}

bool pdk_put(const pdk_record *record, uint8_t *bytes, const char *name, double value)
{
    return pdk_put_element(record, bytes, name, 0, value);
}

bool pdk_put_string(const pdk_record *record, uint8_t *bytes, const char *name, const char *text)
{
    const pdk_field *field = pdk_record_field(record, name);
    return field != NULL && pdk_put_text(field, bytes, text);
}

bool pdk_put_values(const pdk_record *record, uint8_t *bytes, const pdk_named_value *values)
{
    for (; values->name != NULL; values++) {
        if (!pdk_put(record, bytes, values->name, values->value)) return false;
    }
    return true;
}

size_t pdk_scatter(const pdk_field *field, uint32_t element, uint8_t *records, uint64_t stride, size_t count,
                   const double *values)
{
    for (size_t i = 0; i < count; i++) {
        if (!pdk_put_f64(field, element, records + i * stride, values[i])) return i;
    }
    return count;
}
