/* Values as people write them, into bytes and back. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest_name.h"
#include "base/text.h"
#include "edit/edit.h"
#include "text/encoding.h"

static pdk_status refuse(const pdk_edit_target *target, pdk_error *error, const char *code, const char *what)
{
    return pdk_fail_where(error, PDK_E_ARGUMENT, target->offset, code, target->where, "%s: %s", target->where, what);
}

static bool is_whole_field(const pdk_field *field)
{
    pdk_type type = pdk_field_type(field);
    return type >= PDK_BOOL && type <= PDK_UINT64;
}

pdk_status pdk_edit_put_number(const pdk_edit_target *target, double value, uint8_t *bytes, pdk_error *error)
{
    const pdk_field *field = &target->field;
    char what[160];
    if (field->storage >= PDK_RAW_CHARS)
        return refuse(target, error, "set.value", "this is text or bytes, not a number");
    if (!isfinite(value)) return refuse(target, error, "set.value", "must be a number");
    if (is_whole_field(field) && value != nearbyint(value))
        return refuse(target, error, "set.value", "must be a whole number");
    bool limited = field->minimum != 0 || field->maximum != 0;
    if (limited && (value < field->minimum || value > field->maximum)) {
        snprintf(what, sizeof what, "%g is not from %g to %g%s%s", value, field->minimum, field->maximum,
                 field->unit != NULL ? " " : "", field->unit != NULL ? field->unit : "");
        return refuse(target, error, "set.range", what);
    }
    if (pdk_put_f64(field, target->element, bytes, value)) return PDK_OK;
    char storage[48];
    snprintf(what, sizeof what, "%g does not fit: it is stored as %s", value, pdk_storage_text(storage, field));
    return refuse(target, error, "set.range", what);
}

/* Whole numbers beyond what a double holds. */
static bool put_large(const pdk_edit_target *target, const char *value, uint8_t *bytes)
{
    if (target->field.storage != PDK_RAW_U64 || value[0] == '-') return false;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 0);
    return errno == 0 && *end == '\0' && end != value &&
           pdk_put_i64(&target->field, target->element, bytes, (int64_t)number);
}

/* Neither a number nor a name of one: the nearest name, or all that there are. */
static pdk_status refuse_name(const pdk_edit_target *target, const char *value, pdk_error *error)
{
    const pdk_field *field = &target->field;
    char what[160];
    if (field->labels == NULL || field->is_flags) {
        bool has_unit = field->unit != NULL;
        snprintf(what, sizeof what, "must be a number%s%s%s", has_unit ? ", in " : "", has_unit ? field->unit : "",
                 has_unit ? ", without the unit" : "");
        return refuse(target, error, "set.value", what);
    }
    pdk_nearest_name nearest = { .wanted = value };
    size_t used = (size_t)snprintf(what, sizeof what, "must be a number or one of its names: ");
    for (const pdk_label *label = field->labels; label->text != NULL; label++) {
        pdk_nearest_name_offer(&nearest, label->text);
        if (used < sizeof what) {
            used += (size_t)snprintf(what + used, sizeof what - used, "%s%s", label == field->labels ? "" : ", ",
                                     label->text);
        }
    }
    if (nearest.best != NULL || used >= sizeof what) {
        snprintf(what, sizeof what, "must be a number or one of its names%s%s%s",
                 nearest.best != NULL ? "; did you mean \"" : "", nearest.best != NULL ? nearest.best : "",
                 nearest.best != NULL ? "\"?" : "; `paddock fields` lists them");
    }
    return refuse(target, error, "set.value", what);
}

static pdk_status parse_number(const pdk_edit_target *target, const char *value, uint8_t *bytes, pdk_error *error)
{
    const pdk_field *field = &target->field;
    for (const pdk_label *label = field->labels; label != NULL && label->text != NULL; label++) {
        if (field->is_flags || strcmp(label->text, value) != 0) continue;
        if (pdk_put_i64(field, target->element, bytes, label->value)) return PDK_OK;
    }
    if (put_large(target, value, bytes)) return PDK_OK;
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end != '\0') return refuse_name(target, value, error);
    return pdk_edit_put_number(target, number, bytes, error);
}

static int hex_digit(char letter)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = letter != '\0' ? strchr(digits, letter) : NULL;
    return found != NULL ? (int)((found - digits) & 15) : -1;
}

static pdk_status parse_bytes(const pdk_edit_target *target, const char *value, uint8_t *bytes, pdk_error *error)
{
    char what[96];
    snprintf(what, sizeof what, "must be %llu bytes in hex: two digits for each", (unsigned long long)target->size);
    if (strlen(value) != 2 * target->size) return refuse(target, error, "set.value", what);
    for (size_t i = 0; i < target->size; i++) {
        int high = hex_digit(value[2 * i]), low = hex_digit(value[2 * i + 1]);
        if (high < 0 || low < 0) return refuse(target, error, "set.value", what);
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return PDK_OK;
}

static pdk_status parse_text(const pdk_edit_target *target, const char *value, uint8_t *bytes, pdk_error *error)
{
    size_t length = strlen(value);
    pdk_encoding encoding = target->field.encoding;
    char what[160];
    if (encoding == PDK_ENCODING_BYTES) encoding = PDK_ENCODING_UTF8;
    if (!pdk_is_utf8(value, length)) return refuse(target, error, "set.value", "must be UTF-8");
    pdk_text_writing writing = pdk_text_write(encoding, value, length, NULL, 0);
    if (writing.refused != NULL) {
        snprintf(what, sizeof what, "the character \"%.*s\" cannot be written here: the field's encoding is %s",
                 (int)writing.refused_size, writing.refused, pdk_encoding_name(encoding));
        return refuse(target, error, "set.letter", what);
    }
    if (target->field.storage == PDK_RAW_CHARS) {
        snprintf(what, sizeof what, "the text needs %zu bytes, but the field has %llu", writing.size,
                 (unsigned long long)target->size);
        return pdk_put_text(&target->field, bytes, value) ? PDK_OK : refuse(target, error, "set.range", what);
    }
    snprintf(what, sizeof what,
             "the new text has %zu bytes, the old one %llu: another length would move all that follows; use dump, edit "
             "the text, then build",
             writing.size, (unsigned long long)target->size);
    if (writing.size != target->size) return refuse(target, error, "set.length", what);
    if (length > 0) pdk_text_write(encoding, value, length, bytes, (size_t)target->size);
    return PDK_OK;
}

pdk_status pdk_edit_parse(const pdk_edit_target *target, const char *value, uint8_t *bytes, pdk_error *error)
{
    switch (target->field.storage) {
    case PDK_RAW_OPAQUE: return parse_bytes(target, value, bytes, error);
    case PDK_RAW_CHARS:
    case PDK_RAW_TEXT8:
    case PDK_RAW_TEXT16:
    case PDK_RAW_TEXT32: return parse_text(target, value, bytes, error);
    default: return parse_number(target, value, bytes, error);
    }
}

char *pdk_edit_show(pdk_memory *memory, const pdk_edit_target *target, const uint8_t *bytes)
{
    const pdk_field *field = &target->field;
    if (field->storage < PDK_RAW_CHARS) {
        char buffer[PDK_NUMBER_SIZE];
        if (pdk_field_is_plain(field) && !pdk_field_is_float(field)) {
            int64_t number = pdk_get_i64(field, target->element, bytes);
            if (field->storage == PDK_RAW_U64) return pdk_text_printf(memory, "%llu", (unsigned long long)number);
            return pdk_text_printf(memory, "%lld", (long long)number);
        }
        pdk_format_number(buffer, pdk_get_f64(field, target->element, bytes), pdk_field_type(field));
        return pdk_strdup(memory, buffer);
    }
    if (field->storage != PDK_RAW_OPAQUE) {
        size_t size = (size_t)target->size;
        pdk_text text = pdk_text_read(memory, field->encoding, bytes,
                                      field->storage == PDK_RAW_CHARS ? pdk_text_length(bytes, size) : size);
        return text.data != NULL ? pdk_text_printf(memory, "%.*s", (int)text.size, text.data) : NULL;
    }
    char *hex = pdk_alloc(memory, 2 * (size_t)target->size + 1);
    for (size_t i = 0; hex != NULL && i < target->size; i++) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return hex;
}
