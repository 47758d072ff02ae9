/* "block[17].wheel_1.load": from a path to the bytes of a field. */
#include <stdio.h>
#include <string.h>

#include "base/nearest_name.h"
#include "edit/edit.h"

enum { LONGEST = 96, NO_INDEX = -1 };

/* A place on the way: a record somewhere in the file. */
typedef struct station {
    const pdk_record *record;
    uint64_t offset;
    pdk_memory *memory; /* for what a walk makes up */
} station;

static pdk_status fail(pdk_error *error, const char *code, const char *path, const char *message)
{
    return pdk_fail_where(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, code, path, "%s", message);
}

/* "[17]" at *at; NO_INDEX when none is there. A number below 0 or beyond all is one beyond the last. false when it
 * is not a number. */
static bool read_index(const char **at, int64_t *index)
{
    *index = NO_INDEX;
    if (**at != '[') return true;
    bool negative = (*at)[1] == '-';
    const char *begin = *at + 1 + negative, *digit = begin;
    int64_t value = 0;
    for (; *digit >= '0' && *digit <= '9'; digit++) {
        if (value < INT64_C(1) << 52) value = value * 10 + (*digit - '0');
    }
    if (*digit != ']' || digit == begin) return false;
    *at = digit + 1;
    *index = negative ? INT64_MAX : value;
    return true;
}

/* ------------------------------------------------------------------------------------------------- records */

/* The longest of the file's names the path begins with; names have dots themselves. */
static const pdk_edit_name *match_name(const pdk_edit *edit, const char *path, size_t *length)
{
    const pdk_edit_name *all = edit->names.items, *best = NULL;
    *length = 0;
    for (size_t i = 0; i < edit->names.count; i++) {
        size_t size = strlen(all[i].name);
        if (size <= *length || strncmp(path, all[i].name, size) != 0 || (path[size] != '[' && path[size] != '.'))
            continue;
        best = &all[i];
        *length = size;
    }
    return best;
}

/* A field's name up to where it ends. */
static size_t name_length(const char *at)
{
    return strcspn(at, ".[");
}

/* The element of this name; NO_INDEX when the field's elements have numbers, or other names. */
static int64_t find_element(const pdk_field *field, const char *name, size_t length)
{
    char element[PDK_ELEMENT_NAME_SIZE];
    for (uint32_t i = 0; field->elements != NULL && i < field->count; i++) {
        pdk_element_name(element, field, i);
        if (strlen(element) == length && memcmp(element, name, length) == 0) return i;
    }
    return NO_INDEX;
}

/* The field a path names, "direction", or one element of it, as columns of tables are named: "direction_x". *element is
 * NO_INDEX when the name has none. */
static const pdk_field *match_field(const pdk_record *record, const char *at, int64_t *element)
{
    char name[LONGEST];
    size_t length = name_length(at);
    *element = NO_INDEX;
    if (length >= sizeof name) return NULL;
    memcpy(name, at, length);
    name[length] = '\0';
    const pdk_field *field = pdk_record_field(record, name);
    for (uint32_t i = 0; field == NULL && i < record->field_count; i++) {
        const pdk_field *vector = &record->fields[i];
        size_t size = strlen(vector->name);
        if (size >= length || name[size] != '_' || memcmp(name, vector->name, size) != 0) continue;
        *element = find_element(vector, name + size + 1, length - size - 1);
        if (*element != NO_INDEX) field = vector;
    }
    return field;
}

/* "[2]" or "[z]" at *at. A name that the field has not is NO_INDEX - 1, which no element has. */
static bool read_element(const pdk_field *field, const char **at, int64_t *element)
{
    const char *begin = *at;
    if (read_index(at, element)) return true;
    size_t length = strcspn(begin + 1, "]");
    if (field->elements == NULL || begin[1 + length] != ']' || length == 0) return false;
    *element = find_element(field, begin + 1, length);
    if (*element == NO_INDEX) *element = NO_INDEX - 1;
    *at = begin + length + 2;
    return true;
}

static pdk_status fail_unknown(const pdk_edit *edit, const pdk_record *record, const char *at, const char *path,
                               pdk_error *error)
{
    char wanted[LONGEST], message[256];
    snprintf(wanted, sizeof wanted, "%.*s", (int)(name_length(at) < LONGEST ? name_length(at) : LONGEST - 1), at);
    pdk_nearest_name nearest = { .wanted = wanted };
    const pdk_edit_name *all = edit->names.items;
    for (size_t i = 0; record == NULL && i < edit->names.count; i++) {
        pdk_nearest_name_offer(&nearest, all[i].name);
        for (uint32_t k = 0; all[i].count == 1 && k < all[i].record->field_count; k++) {
            pdk_nearest_name_offer(&nearest, all[i].record->fields[k].name);
        }
    }
    for (uint32_t k = 0; record != NULL && k < record->field_count; k++)
        pdk_nearest_name_offer(&nearest, record->fields[k].name);
    for (size_t i = 0; record == NULL && i < edit->names.count; i++) {
        if (strcmp(all[i].name, wanted) != 0 || all[i].record->field_count == 0) continue;
        snprintf(message, sizeof message, "\"%s\" is a record: name one of its fields, as in %s[0].%s", wanted, wanted,
                 all[i].record->fields[0].name);
        return fail(error, "set.unknown", path, message);
    }
    char hint[LONGEST] = "";
    if (nearest.best != NULL) snprintf(hint, sizeof hint, "; did you mean \"%s\"?", nearest.best);
    else
        snprintf(hint, sizeof hint, "; `paddock fields %s` lists the names",
                 record != NULL ? record->name : edit->document->info->id);
    if (record != NULL) snprintf(message, sizeof message, "%s has no field \"%s\"%s", record->name, wanted, hint);
    else snprintf(message, sizeof message, "this file has no \"%s\"%s", wanted, hint);
    return fail(error, "set.unknown", path, message);
}

/* A field without its record: of those records that are there once, the only one that has it. */
static pdk_status match_alone(pdk_edit *edit, const char *path, const pdk_edit_name **name, pdk_error *error)
{
    const pdk_edit_name *all = edit->names.items;
    int64_t element;
    *name = NULL;
    for (size_t i = 0; i < edit->names.count; i++) {
        if (all[i].count != 1 || match_field(all[i].record, path, &element) == NULL) continue;
        if (*name != NULL && (*name)->record != all[i].record) {
            char message[256];
            snprintf(message, sizeof message, "\"%.60s\" is in both %s and %s: put the record's name in front", path,
                     (*name)->name, all[i].name);
            return fail(error, "set.unknown", path, message);
        }
        if (*name == NULL) *name = &all[i];
    }
    return *name != NULL ? PDK_OK : fail_unknown(edit, NULL, path, path, error);
}

static pdk_status check_index(const pdk_edit_name *name, int64_t *index, const char *path, pdk_error *error)
{
    char message[256];
    if (*index == NO_INDEX && name->count == 1) *index = 0;
    if (*index >= 0 && (uint64_t)*index < name->count) return PDK_OK;
    snprintf(message, sizeof message, "there are only %llu of %s: %s[0] to %s[%llu]", (unsigned long long)name->count,
             name->name, name->name, name->name, (unsigned long long)name->count - 1);
    return fail(error, "set.index", path, message);
}

/* The record a path begins with; *at is left at the field's name. */
static pdk_status find_record(pdk_edit *edit, const char *path, const char **at, station *here, pdk_error *error)
{
    const char *id = edit->document->info->id;
    size_t length = strlen(id);
    *at = path;
    if (strncmp(path, id, length) == 0 && path[length] == '.') *at += length + 1;
    const pdk_edit_name *name = match_name(edit, *at, &length);
    int64_t index = 0;
    if (name == NULL) {
        pdk_status status = match_alone(edit, *at, &name, error);
        if (status != PDK_OK) return status;
    } else {
        *at += length;
        if (!read_index(at, &index) || **at != '.')
            return fail(error, "set.unknown", path, "a path looks like NAME[NUMBER].FIELD");
        (*at)++;
        pdk_status status = check_index(name, &index, path, error);
        if (status != PDK_OK) return status;
    }
    return pdk_edit_locate(edit, here->memory, name, (uint64_t)index, &here->record, &here->offset, error);
}

/* -------------------------------------------------------------------------------------------------- fields */

/* Where a field of the record is; for texts, where its characters are. */
static pdk_status place_field(const pdk_edit *edit, const station *here, const pdk_field *field, pdk_place *place,
                              pdk_error *error)
{
    if (here->record->size != 0) {
        *place = (pdk_place){ here->offset + field->offset, pdk_field_size(field) };
        return PDK_OK;
    }
    pdk_place places[PDK_MAX_PLACED_FIELDS];
    uint64_t end;
    pdk_status status = pdk_record_place(here->record, edit->document->content, here->offset, places, &end, error);
    if (status == PDK_OK) *place = places[field - here->record->fields];
    return status;
}

static pdk_status check_element(const pdk_field *field, int64_t *element, const char *path, pdk_error *error)
{
    bool is_text = field->storage >= PDK_RAW_CHARS && field->storage != PDK_RAW_RECORD;
    uint32_t count = is_text || field->count < 1 ? 1 : field->count;
    char message[256];
    if (*element == NO_INDEX && count == 1) *element = 0;
    if (*element >= 0 && *element < count && !(is_text && *element > 0)) return PDK_OK;
    if (count == 1) snprintf(message, sizeof message, "%s is a single value and takes no number", field->name);
    else
        snprintf(message, sizeof message, "%s has %u values: %s[0] to %s[%u]%s%.60s", field->name, (unsigned)count,
                 field->name, field->name, (unsigned)count - 1, field->elements != NULL ? ", or by name: " : "",
                 field->elements != NULL ? field->elements : "");
    return fail(error, "set.index", path, message);
}

static pdk_status find_target(pdk_edit *edit, const char *path, station here, pdk_edit_target *target, pdk_error *error)
{
    const char *at;
    pdk_status status = find_record(edit, path, &at, &here, error);
    while (status == PDK_OK) { /* through records inside records; the tables end, so this does */
        int64_t element, bracketed;
        const pdk_field *field = match_field(here.record, at, &element);
        if (field == NULL) return fail_unknown(edit, here.record, at, path, error);
        at += name_length(at);
        pdk_place place;
        if (element != NO_INDEX && *at == '[') return fail(error, "set.index", path, "the path names an element twice");
        if (!read_element(field, &at, &bracketed))
            return fail(error, "set.unknown", path, "a path looks like NAME[NUMBER].FIELD");
        if (element == NO_INDEX) element = bracketed;
        status = check_element(field, &element, path, error);
        if (status == PDK_OK) status = place_field(edit, &here, field, &place, error);
        if (status != PDK_OK) return status;
        if (field->storage == PDK_RAW_RECORD && *at == '.') {
            here.record = field->record;
            here.offset = place.offset + (uint64_t)element * field->record->size;
            at++;
            continue;
        }
        if (field->storage == PDK_RAW_RECORD)
            return fail(error, "set.unknown", path, "this is a record: name one of its fields");
        if (*at != '\0') return fail(error, "set.unknown", path, "nothing can follow the name of a field");
        *target = (pdk_edit_target){
            .field = *field, .element = (uint32_t)element, .offset = place.offset, .size = place.size
        };
        target->field.offset = 0;
        snprintf(target->where, sizeof target->where, "%s", path);
        return PDK_OK;
    }
    return status;
}

pdk_status pdk_edit_find(pdk_edit *edit, const char *path, pdk_edit_target *target, pdk_error *error)
{
    pdk_memory memory;
    pdk_memory_init(&memory, &edit->memory.allocator, edit->memory.limit);
    pdk_status status = find_target(edit, path, (station){ .memory = &memory }, target, error);
    pdk_memory_destroy(&memory);
    return status;
}
