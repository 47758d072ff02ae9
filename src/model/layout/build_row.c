/* Rows of a twin as they usually are: plain numbers and hex, read straight from the text. Nearly all of a large twin is
 * such rows. Whatever is otherwise is left to the reading of JSON, which also says what is wrong. */
#include <float.h>
#include <math.h>
#include "base/load.h"
#include "base/text.h"
#include "layout/build.h"

enum { MAX_FIELDS = 128, MAX_DIGITS = 15 /* always exact in a double */, MAX_TENS = 22 /* so are these powers */ };

static const double tens[MAX_TENS + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* What is left of the text; it ends with a bracket, so that single bytes can be looked at before `end`. */
typedef struct row {
    const char *at, *end;
} row;

static void pass_blanks(row *text)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\n' || *text->at == '\r' || *text->at == '\t')) {
        text->at++;
    }
}

static bool take(row *text, char wanted)
{
    pass_blanks(text);
    if (text->at == text->end || *text->at != wanted) return false;
    text->at++;
    return true;
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* At least one digit; *value is continued. */
static bool take_digits(row *text, uint64_t *value, int *count)
{
    const char *begin = text->at;
    for (; text->at < text->end && is_digit(*text->at) && text->at - begin <= MAX_DIGITS; text->at++) {
        *value = *value * 10 + (uint64_t)(*text->at - '0');
    }
    *count += (int)(text->at - begin);
    return text->at > begin && *count <= MAX_DIGITS;
}

/* The whole digits of a number as JSON has them: no zero leads. */
static bool take_whole(row *text, bool *negative, uint64_t *value, int *digits)
{
    pass_blanks(text);
    *negative = text->at < text->end && *text->at == '-';
    if (*negative) text->at++;
    const char *begin = text->at;
    *value = 0;
    *digits = 0;
    return take_digits(text, value, digits) && (*begin != '0' || *digits == 1);
}

static bool ends_number(const row *text)
{
    return text->at == text->end || *text->at == ',' || *text->at == ']' || *text->at == ' ' || *text->at == '\n';
}

static bool take_integer(row *text, int64_t *number)
{
    bool negative;
    uint64_t value;
    int digits;
    if (!take_whole(text, &negative, &value, &digits) || !ends_number(text)) return false;
    *number = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

/* "-12.5e-7": so many digits and so small powers of ten that one division or multiplication rounds rightly. */
static bool take_real(row *text, double *number)
{
    bool negative, tiny = false;
    uint64_t value, power = 0;
    int digits, scale = 0, power_digits = 0;
    if (FLT_EVAL_METHOD != 0 || !take_whole(text, &negative, &value, &digits)) return false;
    if (text->at < text->end && *text->at == '.') {
        int before = digits;
        text->at++;
        if (!take_digits(text, &value, &digits)) return false;
        scale = before - digits;
    }
    if (text->at < text->end && (*text->at == 'e' || *text->at == 'E')) {
        text->at++;
        tiny = text->at < text->end && *text->at == '-';
        if (tiny || (text->at < text->end && *text->at == '+')) text->at++;
        if (!take_digits(text, &power, &power_digits) || power > 2 * MAX_TENS) return false;
    }
    scale += tiny ? -(int)power : (int)power;
    if (!ends_number(text) || scale < -MAX_TENS || scale > MAX_TENS) return false;
    double real = scale < 0 ? (double)value / tens[-scale] : (double)value * tens[scale];
    *number = negative ? -real : real;
    return true;
}

static bool take_float(row *text, uint8_t *to)
{
    double number;
    if (!take_real(text, &number) || !isfinite((float)number)) return false;
    pdk_store_f32(to, (float)number);
    return true;
}

/* Bytes in hex, each as two digits. */
static bool take_hex(row *text, uint8_t *to, size_t size)
{
    if (!take(text, '"') || (size_t)(text->end - text->at) < 2 * size + 1) return false;
    if (!pdk_hex_read(text->at, to, size)) return false;
    text->at += 2 * size;
    return *text->at++ == '"';
}

static bool take_number(row *text, const pdk_field *field, uint32_t element, uint8_t *bytes, int64_t *number)
{
    if (field->storage == PDK_RAW_F32) {
        uint8_t *to = bytes + field->offset + (size_t)element * pdk_storage_size(field);
        if (!take_float(text, to)) return false;
        *number = pdk_load_u32(to);
        return true;
    }
    if (!take_integer(text, number) || (*number < 0 && field->storage == PDK_RAW_U64)) return false;
    return pdk_put_i64(field, element, bytes, *number);
}

static bool take_field(row *text, const pdk_field *field, uint8_t *bytes, int64_t *number)
{
    if (field->offset == PDK_FOLLOWS || field->storage > PDK_RAW_OPAQUE) return false;
    if (field->storage >= PDK_RAW_CHARS) return take_hex(text, bytes + field->offset, (size_t)pdk_field_size(field));
    if (field->count <= 1) return take_number(text, field, 0, bytes, number);
    if (!take(text, '[')) return false;
    for (uint32_t element = 0; element < field->count; element++) {
        if (element > 0 && !take(text, ',')) return false;
        if (!take_number(text, field, element, bytes, number)) return false;
    }
    return take(text, ']');
}

/* Fields that share bits must agree. */
static bool agree(const pdk_record *record, const int64_t *numbers, const uint8_t *bytes)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        bool single = field->storage < PDK_RAW_CHARS && field->count <= 1;
        if (single && field->storage == PDK_RAW_F32 && numbers[i] != pdk_load_u32(bytes + field->offset)) return false;
        if (single && field->storage != PDK_RAW_F32 && numbers[i] != pdk_get_i64(field, 0, bytes)) return false;
    }
    return true;
}

bool pdk_record_build_row(const pdk_record *record, const char *text, size_t size, uint8_t *bytes)
{
    int64_t numbers[MAX_FIELDS];
    row left = { text, text + size };
    if (record->field_count > MAX_FIELDS || !take(&left, '[')) return false;
    for (uint32_t i = 0; i < record->field_count; i++) {
        if (i > 0 && !take(&left, ',')) return false;
        if (!take_field(&left, &record->fields[i], bytes, &numbers[i])) return false;
    }
    return take(&left, ']') && left.at == left.end && agree(record, numbers, bytes);
}
