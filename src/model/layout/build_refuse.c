#include "layout/build_refuse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest_name.h"
#include "text/shown_text.h"

static void write_place(const pdk_json_place *at, char *buffer, size_t capacity)
{
    if (at->outer != NULL) write_place(at->outer, buffer, capacity);
    size_t used = strlen(buffer);
    if (at->index >= 0) snprintf(buffer + used, capacity - used, "[%lld]", (long long)at->index);
    else snprintf(buffer + used, capacity - used, "%s%s", at->outer != NULL ? "." : "", at->name);
}

pdk_status pdk_refuse(pdk_error *error, const pdk_json_place *at, const char *code, const char *format, ...)
{
    char where[sizeof error->where] = "", what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    write_place(at, where, sizeof where);
    return pdk_fail_where(error, PDK_E_CORRUPT, PDK_NO_OFFSET, code, where, "%s %s", where, what);
}

/* What is there, in short. */
enum { FOUND = 48 };
static const char *found(char buffer[FOUND], pdk_json_found value)
{
    double number;
    pdk_text text = pdk_json_as_text(value);
    char shown[24], digits[PDK_NUMBER_SIZE], kind = pdk_json_kind(value);
    if (text.data != NULL) {
        pdk_text_show(shown, sizeof shown, text.data, text.size);
        snprintf(buffer, FOUND, "\"%s\"%s", shown, text.size >= sizeof shown ? "..." : "");
    } else if (pdk_json_as_number(value, &number)) {
        pdk_format_number(digits, number, PDK_FLOAT64);
        snprintf(buffer, FOUND, "%s", digits);
    } else {
        snprintf(buffer, FOUND, "%s",
                 kind == '{'   ? "an object"
                 : kind == '[' ? "an array"
                 : kind == 'n' ? "null"
                               : "true or false");
    }
    return buffer;
}

pdk_status pdk_refuse_type(pdk_error *error, const pdk_json_place *at, const char *wanted, pdk_json_found value)
{
    char buffer[FOUND];
    return pdk_refuse(error, at, "build.type", "must be %s, found %s", wanted, found(buffer, value));
}

pdk_status pdk_refuse_range(pdk_error *error, const pdk_json_place *at, const pdk_field *field, pdk_json_found value)
{
    char buffer[FOUND], storage[48];
    return pdk_refuse(error, at, "build.range", "does not fit: %s, stored as %s", found(buffer, value),
                      pdk_storage_text(storage, field));
}

/* The name of a member, cut where it is longer than any field's. */
enum { NAME = 80 };
static void copy_name(char name[NAME], pdk_json_found key)
{
    pdk_text text = pdk_json_as_text(key);
    snprintf(name, NAME, "%.*s", (int)(text.size < NAME ? text.size : NAME), text.data);
}

pdk_status pdk_refuse_missing(pdk_error *error, const pdk_json_place *at, const pdk_record *record,
                              pdk_json_found object)
{
    pdk_nearest_name nearest = { .wanted = at->name };
    char names[2][NAME], (*name)[NAME] = &names[0], (*best)[NAME] = &names[1];
    if (pdk_json_kind(object) != '{') return pdk_refuse(error, at, "build.missing", "is missing");
    for (pdk_json_found key = pdk_json_first(object); key.tree != NULL;
         key = pdk_json_next(object, pdk_json_next(object, key))) {
        copy_name(*name, key);
        if (pdk_record_field(record, *name) != NULL) continue;
        pdk_nearest_name_offer(&nearest, *name);
        if (nearest.best != *name) continue;
        char(*last)[NAME] = best;
        best = name;
        name = last;
    }
    if (nearest.best == NULL) return pdk_refuse(error, at, "build.missing", "is missing");
    return pdk_refuse(error, at, "build.missing", "is missing; is \"%s\" meant for it?", nearest.best);
}

pdk_status pdk_refuse_unknown(pdk_error *error, const pdk_json_place *at, const pdk_record *record,
                              pdk_json_found object)
{
    for (pdk_json_found key = pdk_json_first(object); key.tree != NULL;
         key = pdk_json_next(object, pdk_json_next(object, key))) {
        char name[NAME];
        copy_name(name, key);
        pdk_json_place inner = { at, name, -1 };
        if (pdk_record_field(record, name) != NULL) continue;
        pdk_nearest_name nearest = { .wanted = name };
        for (uint32_t k = 0; k < record->field_count; k++) pdk_nearest_name_offer(&nearest, record->fields[k].name);
        if (nearest.best == NULL)
            return pdk_refuse(error, &inner, "build.unknown", "is not a field of %s", record->name);
        return pdk_refuse(error, &inner, "build.unknown", "is not a field of %s; did you mean \"%s\"?", record->name,
                          nearest.best);
    }
    return PDK_OK;
}

static bool share_bits(const pdk_field *a, const pdk_field *b)
{
    uint64_t a_first = (uint64_t)a->offset * 8 + a->bit, b_first = (uint64_t)b->offset * 8 + b->bit;
    uint64_t a_end = a->bits > 0 ? a_first + a->bits : a_first + 8 * pdk_field_size(a);
    uint64_t b_end = b->bits > 0 ? b_first + b->bits : b_first + 8 * pdk_field_size(b);
    return a_first < b_end && b_first < a_end;
}

pdk_status pdk_refuse_conflict(pdk_error *error, const pdk_json_place *at, const pdk_record *record,
                               const pdk_field *field)
{
    const char *other = "another";
    for (uint32_t i = 0; i < record->field_count; i++) {
        if (&record->fields[i] != field && share_bits(&record->fields[i], field)) other = record->fields[i].name;
    }
    return pdk_refuse(error, at, "build.conflict", "disagrees with %s, which shares its bits: change both", other);
}
