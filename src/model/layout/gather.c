/* Columns out of records: load a block of stored numbers, then turn the block into the wanted type.
 * Two short loops over a block in cache are faster than one loop that decides per value. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "base/whole.h"
#include "layout/layout.h"
#include "text/encoding.h"

enum { BLOCK = 256 };

/* Where record i of a block is: either a fixed stride or a list of addresses. */
typedef struct walk {
    const uint8_t *first;
    uint64_t stride;
    const uint8_t *const *records; /* not NULL: addresses, to which `shift` is added */
    uint64_t shift;
} walk;

#define LOAD_EACH(convert)                                                                      \
    do {                                                                                        \
        if (from->records == NULL) {                                                            \
            const uint8_t *at = from->first;                                                    \
            const size_t stride = from->stride, n = count;                                      \
            for (size_t i = 0; i < n; i++, at += stride) to[i] = convert(at);                   \
        } else {                                                                                \
            for (size_t i = 0; i < count; i++) to[i] = convert(from->records[i] + from->shift); \
        }                                                                                       \
    } while (0)

static inline uint8_t load_u8(const uint8_t *at)
{
    return *at;
}
static inline int8_t load_i8(const uint8_t *at)
{
    return (int8_t)*at;
}
static inline int64_t load_u64(const uint8_t *at)
{
    return (int64_t)pdk_load_u64(at);
}
static inline int64_t load_u40(const uint8_t *at)
{
    return (int64_t)pdk_load_u40(at);
}

/* Whole numbers and floats straight to doubles: what all computing with columns uses. */
static void load_doubles(pdk_storage storage, const walk *from, size_t count, double *to)
{
    switch (storage) {
    case PDK_RAW_F32: LOAD_EACH(pdk_load_f32); break;
    case PDK_RAW_F64: LOAD_EACH(pdk_load_f64); break;
    case PDK_RAW_U8: LOAD_EACH(load_u8); break;
    case PDK_RAW_I8: LOAD_EACH(load_i8); break;
    case PDK_RAW_U16: LOAD_EACH(pdk_load_u16); break;
    case PDK_RAW_I16: LOAD_EACH(pdk_load_i16); break;
    case PDK_RAW_U32: LOAD_EACH(pdk_load_u32); break;
    default: LOAD_EACH(pdk_load_i32); break;
    }
}

static bool loads_as_doubles(const pdk_field *field)
{
    return field->bits == 0 &&
           (pdk_field_is_float(field) || field->storage == PDK_RAW_U8 || field->storage == PDK_RAW_I8 ||
            field->storage == PDK_RAW_U16 || field->storage == PDK_RAW_I16 || field->storage == PDK_RAW_U32 ||
            field->storage == PDK_RAW_I32);
}

static void load_integers(pdk_storage storage, const walk *from, size_t count, int64_t *to)
{
    switch (storage) {
    case PDK_RAW_U8: LOAD_EACH(load_u8); break;
    case PDK_RAW_I8: LOAD_EACH(load_i8); break;
    case PDK_RAW_U16: LOAD_EACH(pdk_load_u16); break;
    case PDK_RAW_I16: LOAD_EACH(pdk_load_i16); break;
    case PDK_RAW_I24: LOAD_EACH(pdk_load_i24); break;
    case PDK_RAW_U32: LOAD_EACH(pdk_load_u32); break;
    case PDK_RAW_I32: LOAD_EACH(pdk_load_i32); break;
    case PDK_RAW_U40: LOAD_EACH(load_u40); break;
    case PDK_RAW_U64: LOAD_EACH(load_u64); break;
    case PDK_RAW_U16BE: LOAD_EACH(pdk_load_u16be); break;
    case PDK_RAW_U24BE: LOAD_EACH(pdk_load_u24be); break;
    case PDK_RAW_U32BE: LOAD_EACH(pdk_load_u32be); break;
    default: memset(to, 0, count * sizeof *to); break; /* not a number: never asked for */
    }
}

static void load_floats(const walk *from, size_t count, float *to)
{
    LOAD_EACH(pdk_load_f32);
}

static void extract_bits(const pdk_field *field, size_t count, int64_t *numbers)
{
    uint64_t mask = field->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << field->bits) - 1;
    uint64_t sign = UINT64_C(1) << (field->bits - 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t value = (uint64_t)numbers[i] >> field->bit & mask;
        if (field->is_signed) value = (value ^ sign) - sign;
        numbers[i] = (int64_t)value;
    }
}

static double multiplier_of(const pdk_field *field)
{
    return field->multiplier != 0 ? field->multiplier : 1;
}
static double divisor_of(const pdk_field *field)
{
    return field->divisor != 0 ? field->divisor : 1;
}

static void scale(const pdk_field *field, size_t count, double *numbers)
{
    double multiplier = multiplier_of(field), divisor = divisor_of(field), bias = field->bias;
    int exponent;
    if (multiplier == 1 && frexp(divisor, &exponent) == 0.5) { /* a power of two: its inverse is exact, and faster */
        double inverse = 1 / divisor;
        for (size_t i = 0; i < count; i++) numbers[i] = numbers[i] * inverse + bias;
        return;
    }
    for (size_t i = 0; i < count; i++) numbers[i] = numbers[i] * multiplier / divisor + bias;
}

#define STORE_EACH(as, numbers)                                      \
    do {                                                             \
        as *to = values;                                             \
        for (size_t i = 0; i < count; i++) to[i] = (as)(numbers)[i]; \
    } while (0)

static void store_integers(const int64_t *numbers, size_t count, pdk_type type, void *values)
{
    switch (type) {
    case PDK_BOOL:
        for (size_t i = 0; i < count; i++) ((uint8_t *)values)[i] = numbers[i] != 0;
        break;
    case PDK_INT8: STORE_EACH(int8_t, numbers); break;
    case PDK_UINT8: STORE_EACH(uint8_t, numbers); break;
    case PDK_INT16: STORE_EACH(int16_t, numbers); break;
    case PDK_UINT16: STORE_EACH(uint16_t, numbers); break;
    case PDK_INT32: STORE_EACH(int32_t, numbers); break;
    case PDK_UINT32: STORE_EACH(uint32_t, numbers); break;
    case PDK_INT64:
    case PDK_UINT64: memcpy(values, numbers, count * sizeof *numbers); break;
    case PDK_FLOAT32: STORE_EACH(float, numbers); break;
    case PDK_FLOAT64: STORE_EACH(double, numbers); break;
    default: break;
    }
}

static void store_doubles(double *numbers, size_t count, pdk_type type, void *values)
{
    if (type == PDK_FLOAT64) {
        memcpy(values, numbers, count * sizeof *numbers);
    } else if (type == PDK_FLOAT32) {
        STORE_EACH(float, numbers);
    } else { /* integers with a bias: whole numbers by construction */
        int64_t whole[BLOCK];
        for (size_t i = 0; i < count; i++) whole[i] = pdk_whole(numbers[i]);
        store_integers(whole, count, type, values);
    }
}

static void gather_block(const pdk_field *field, const walk *from, size_t count, pdk_type type, void *values)
{
    bool plain = pdk_field_is_plain(field);
    if (type == PDK_FLOAT64 && loads_as_doubles(field)) {
        load_doubles(field->storage, from, count, values);
        if (!plain) scale(field, count, values);
        return;
    }
    if (field->storage == PDK_RAW_F32 && plain && type == PDK_FLOAT32) {
        load_floats(from, count, values);
        return;
    }
    double numbers[BLOCK];
    if (pdk_field_is_float(field)) { /* scaled, or given as another type */
        load_doubles(field->storage, from, count, numbers);
        scale(field, count, numbers);
        store_doubles(numbers, count, type, values);
        return;
    }
    int64_t integers[BLOCK];
    load_integers(field->storage, from, count, integers);
    if (field->bits > 0) extract_bits(field, count, integers);
    if (plain) {
        store_integers(integers, count, type, values);
        return;
    }
    for (size_t i = 0; i < count; i++) numbers[i] = (double)integers[i];
    scale(field, count, numbers);
    store_doubles(numbers, count, type, values);
}

/* OPAQUE fields are returned unchanged. */
static void gather_bytes(const pdk_field *field, const walk *from, size_t count, pdk_bytes *values)
{
    size_t size = (size_t)pdk_field_size(field);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *at = from->records == NULL ? from->first + i * from->stride : from->records[i] + from->shift;
        values[i] = (pdk_bytes){ at, size };
    }
}

static void gather(const pdk_field *field, walk from, size_t count, pdk_type type, void *values)
{
    size_t step = pdk_type_size(type);
    while (count > 0) {
        size_t block = count < BLOCK ? count : BLOCK;
        if (type == PDK_BYTES) gather_bytes(field, &from, block, values);
        else gather_block(field, &from, block, type, values);
        values = (char *)values + block * step;
        count -= block;
        if (count == 0) break; /* no pointer is formed after the last record */
        if (from.records != NULL) from.records += block;
        else from.first += block * from.stride;
    }
}

static uint64_t element_offset(const pdk_field *field, uint32_t element)
{
    return field->offset + (uint64_t)element * pdk_storage_size(field);
}

void pdk_gather(const pdk_field *field, uint32_t element, const uint8_t *records, uint64_t stride, size_t count,
                pdk_type type, void *values)
{
    if (count == 0) return;
    walk from = { .first = records + element_offset(field, element), .stride = stride };
    gather(field, from, count, type, values);
}

void pdk_gather_at(const pdk_field *field, uint32_t element, const uint8_t *const *records, uint64_t shift,
                   size_t count, pdk_type type, void *values)
{
    walk from = { .records = records, .shift = shift + element_offset(field, element) };
    gather(field, from, count, type, values);
}

void pdk_gather_stored(const pdk_field *field, uint32_t element, const uint8_t *const *records, uint64_t shift,
                       size_t count, double *numbers)
{
    pdk_field stored = *field;
    stored.multiplier = stored.divisor = stored.bias = 0;
    pdk_gather_at(&stored, element, records, shift, count, PDK_FLOAT64, numbers);
}

double pdk_get_f64(const pdk_field *field, uint32_t element, const uint8_t *record)
{
    double value;
    pdk_gather(field, element, record, 0, 1, PDK_FLOAT64, &value);
    return value;
}

int64_t pdk_get_i64(const pdk_field *field, uint32_t element, const uint8_t *record)
{
    walk from = { .first = record + element_offset(field, element) };
    int64_t number;
    load_integers(field->storage, &from, 1, &number);
    if (field->bits > 0) extract_bits(field, 1, &number);
    return number;
}

pdk_value pdk_get_value(pdk_memory *memory, const pdk_field *field, const uint8_t *record)
{
    pdk_value value = { .type = pdk_field_type(field) };
    const uint8_t *at = record + field->offset;
    bool plain = pdk_field_is_plain(field);
    switch (value.type) {
    case PDK_TEXT:
        value.as.text = pdk_text_read_padded(memory, field->encoding, at, (size_t)pdk_field_size(field));
        break;
    case PDK_BYTES: value.as.bytes = (pdk_bytes){ at, (size_t)pdk_field_size(field) }; break;
    case PDK_FLOAT32:
    case PDK_FLOAT64: value.as.number = pdk_get_f64(field, 0, record); break;
    case PDK_BOOL: value.as.boolean = pdk_get_i64(field, 0, record) != 0; break;
    case PDK_INT8:
    case PDK_INT16:
    case PDK_INT32:
    case PDK_INT64:
        value.as.integer = plain ? pdk_get_i64(field, 0, record) : pdk_whole(pdk_get_f64(field, 0, record));
        break;
    default:
        value.as.natural =
            plain ? (uint64_t)pdk_get_i64(field, 0, record) : (uint64_t)pdk_whole(pdk_get_f64(field, 0, record));
        break;
    }
    return value;
}
