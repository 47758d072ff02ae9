/* The head of a twin: format, packing, and how its records are laid out. */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "twin/twin_build.h"

pdk_status pdk_twin_refuse(pdk_error *error, const pdk_json_part *part, const char *code, const char *path,
                           const char *format, ...)
{
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return pdk_fail_where(error, PDK_E_CORRUPT, part->offset, code, path, "line %llu: %s %s",
                          (unsigned long long)part->line, path, what);
}

/* Takes a value and reads it; *node is given to json_decref. */
static pdk_status take_json(pdk_twin_build *build, json_t **node, pdk_json_part *part, pdk_error *error)
{
    pdk_scan_value value;
    pdk_json_node *root = NULL;
    *node = NULL;
    pdk_status status = pdk_scan_take_value(&build->scan, &value, error);
    if (status == PDK_OK) status = pdk_json_read_part(value.text, value.size, value.part, build->memory, &root, error);
    if (status != PDK_OK) return status;
    *part = value.part;
    *node = (json_t *)root;
    return PDK_OK;
}

pdk_status pdk_twin_read_version(pdk_twin_build *build, pdk_error *error)
{
    json_t *value;
    pdk_json_part part;
    pdk_status status = take_json(build, &value, &part, error);
    if (status != PDK_OK) return status;
    double version = json_real_value(value);
    bool is_number = json_is_real(value);
    json_decref(value);
    if (!is_number) return pdk_twin_refuse(error, &part, "build.type", "$.paddock", "must be a number");
    if (version == PDK_TWIN_VERSION) return PDK_OK;
    return pdk_fail_where(error, PDK_E_UNSUPPORTED, part.offset, "build.version", "$.paddock",
                          "line %llu: $.paddock is %g; this Paddock builds from twins of version %d",
                          (unsigned long long)part.line, version, PDK_TWIN_VERSION);
}

static pdk_status list_kinds(pdk_twin_build *build, pdk_error *error)
{
    size_t count = 0;
    while (build->info->records[count] != NULL) count++;
    build->kinds = pdk_alloc_array(build->memory, count, sizeof *build->kinds);
    if (build->kinds == NULL) return pdk_fail_memory(error, build->memory, "the list of records");
    for (size_t i = 0; i < count; i++) {
        build->kinds[i] = (pdk_twin_kind){ .base = build->info->records[i], .record = build->info->records[i] };
    }
    build->kind_count = count;
    return PDK_OK;
}

pdk_status pdk_twin_read_format(pdk_twin_build *build, pdk_error *error)
{
    json_t *value;
    pdk_json_part part;
    pdk_status status = take_json(build, &value, &part, error);
    if (status != PDK_OK) return status;
    build->info = pdk_format_find(json_string_value(value));
    if (!json_is_string(value)) status = pdk_twin_refuse(error, &part, "build.type", "$.format", "must be a string");
    else if (build->info == NULL) {
        status = pdk_twin_refuse(error, &part, "build.format", "$.format", "is \"%.40s\", which is no format",
                                 json_string_value(value));
    }
    json_decref(value);
    return status == PDK_OK ? list_kinds(build, error) : status;
}

pdk_twin_kind *pdk_twin_kind_of(pdk_twin_build *build, const char *name)
{
    for (size_t i = 0; i < build->kind_count; i++) { /* from the last found on: parts come in turns */
        size_t at = (build->last_kind + i) % build->kind_count;
        if (strcmp(build->kinds[at].base->name, name) != 0) continue;
        build->last_kind = at;
        return &build->kinds[at];
    }
    return NULL;
}

pdk_status pdk_twin_read_packed(pdk_twin_build *build, pdk_error *error)
{
    pdk_scan *scan = &build->scan;
    pdk_scan_value value;
    int byte;
    pdk_status status = pdk_scan_peek(scan, &byte, error);
    if (status != PDK_OK) return status;
    if (byte != '{') {
        status = pdk_scan_take_value(scan, &value, error);
        if (status != PDK_OK || (value.size == 4 && memcmp(value.text, "null", 4) == 0)) return status;
        return pdk_twin_refuse(error, &value.part, "build.type", "$.packed", "must be null or an object");
    }
    bool first = true, more;
    status = pdk_scan_take(scan, '{', error);
    while (status == PDK_OK && (status = pdk_scan_next(scan, '}', &first, &more, error)) == PDK_OK && more) {
        char key[32];
        status = pdk_scan_take_key(scan, key, sizeof key, error);
        if (status != PDK_OK) return status;
        if (strcmp(key, "original") == 0 && !build->is_packed) {
            build->is_packed = true;
            build->output = build->held;
            status = pdk_twin_read_hex(build, "$.packed.original", &build->original, error);
        } else if (strcmp(key, "codec") == 0 || strcmp(key, "variant") == 0) { /* the original says it itself */
            status = pdk_scan_take_value(scan, &value, error);
        } else {
            pdk_json_part here = { scan->passed + scan->at, scan->line };
            return pdk_twin_refuse(error, &here, "build.unknown", "$.packed", "has no member \"%s\", or has it twice",
                                   key);
        }
    }
    if (status != PDK_OK || build->is_packed) return status;
    return pdk_scan_fail(scan, "$.packed has no \"original\"; null stands for a file that is not packed", error);
}

/* ------------------------------------------------------------------------------------------------- layouts */

static bool whole_number(const json_t *value, uint64_t most, uint32_t *number)
{
    double real = json_real_value(value);
    if (!json_is_real(value) || real < 0 || real > (double)most || real != nearbyint(real)) return false;
    *number = (uint32_t)real;
    return true;
}

/* {"record": "raf.wheel", "offset": 64} */
static pdk_status read_inset(pdk_twin_build *build, const json_t *value, uint32_t size, pdk_inset *inset,
                             const char *path, const pdk_json_part *part, pdk_error *error)
{
    const char *name = json_string_value(json_object_get(value, "record"));
    inset->record = name != NULL ? pdk_twin_find(build->info, name, strlen(name)) : NULL;
    if (inset->record == NULL || inset->record->size == 0) {
        return pdk_twin_refuse(error, part, "build.unknown", path, "must name a record of the format: \"record\"");
    }
    if (inset->record->size > size ||
        !whole_number(json_object_get(value, "offset"), size - inset->record->size, &inset->offset)) {
        return pdk_twin_refuse(error, part, "build.range", path, "does not stand inside: \"offset\"");
    }
    return PDK_OK;
}

static pdk_status read_layout(pdk_twin_build *build, const char *name, const json_t *layout, const pdk_json_part *part,
                              pdk_error *error)
{
    char path[160];
    snprintf(path, sizeof path, "$.layouts.%s", name);
    pdk_twin_kind *kind = pdk_twin_kind_of(build, name);
    if (kind == NULL || kind->base->size == 0)
        return pdk_twin_refuse(error, part, "build.unknown", path, "is no record of this format");
    uint32_t size;
    if (!whole_number(json_object_get(layout, "size"), PDK_TWIN_LARGEST, &size) || size < kind->base->size) {
        return pdk_twin_refuse(error, part, "build.range", path, "has no possible \"size\"");
    }
    pdk_inset *insets = pdk_alloc_array(build->memory, json_object_size(layout), sizeof *insets);
    if (insets == NULL) return pdk_fail_memory(error, build->memory, "a layout");
    size_t count = 0;
    json_t *members = (json_t *)(uintptr_t)layout; /* jansson's iteration takes what it may change, and does not */
    for (void *i = json_object_iter(members); i != NULL; i = json_object_iter_next(members, i)) {
        const char *key = json_object_iter_key(i);
        if (strcmp(key, "size") == 0) continue;
        snprintf(path, sizeof path, "$.layouts.%s.%s", name, key);
        pdk_status status = read_inset(build, json_object_iter_value(i), size, &insets[count], path, part, error);
        if (status != PDK_OK) return status;
        insets[count].name = pdk_strdup(build->memory, key);
        if (insets[count++].name == NULL) return pdk_fail_memory(error, build->memory, "a layout");
    }
    kind->record = pdk_record_compose(build->memory, kind->base, size, insets, count);
    return kind->record != NULL ? PDK_OK : pdk_fail_memory(error, build->memory, "a layout");
}

pdk_status pdk_twin_read_layouts(pdk_twin_build *build, pdk_error *error)
{
    json_t *all;
    pdk_json_part part;
    pdk_status status = take_json(build, &all, &part, error);
    if (status == PDK_OK && !json_is_object(all))
        status = pdk_twin_refuse(error, &part, "build.type", "$.layouts", "must be an object");
    for (void *i = json_object_iter(all); i != NULL && status == PDK_OK; i = json_object_iter_next(all, i)) {
        status = read_layout(build, json_object_iter_key(i), json_object_iter_value(i), &part, error);
    }
    json_decref(all);
    return status;
}

/* ------------------------------------------------------------------------------------------------- columns */

static pdk_status read_record_columns(pdk_twin_build *build, const char *name, const json_t *columns,
                                      const pdk_json_part *part, pdk_error *error)
{
    char path[160];
    snprintf(path, sizeof path, "$.columns.%s", name);
    pdk_twin_kind *kind = pdk_twin_kind_of(build, name);
    if (kind == NULL) return pdk_twin_refuse(error, part, "build.unknown", path, "is no record of this format");
    const pdk_record *record = kind->record;
    if (json_array_size(columns) != record->field_count) {
        return pdk_twin_refuse(error, part, "build.columns", path, "has %zu names, the record %u fields",
                               json_array_size(columns), (unsigned)record->field_count);
    }
    for (uint32_t i = 0; i < record->field_count; i++) {
        const char *column = json_string_value(json_array_get(columns, i));
        if (column != NULL && strcmp(column, record->fields[i].name) == 0) continue;
        return pdk_twin_refuse(error, part, "build.columns", path, "expected \"%s\" as number %u, found \"%.40s\"",
                               record->fields[i].name, (unsigned)i, column != NULL ? column : "");
    }
    kind->has_columns = true;
    return PDK_OK;
}

pdk_status pdk_twin_read_columns(pdk_twin_build *build, pdk_error *error)
{
    json_t *all;
    pdk_json_part part;
    pdk_status status = take_json(build, &all, &part, error);
    if (status == PDK_OK && !json_is_object(all))
        status = pdk_twin_refuse(error, &part, "build.type", "$.columns", "must be an object");
    for (void *i = json_object_iter(all); i != NULL && status == PDK_OK; i = json_object_iter_next(all, i)) {
        status = read_record_columns(build, json_object_iter_key(i), json_object_iter_value(i), &part, error);
    }
    json_decref(all);
    return status;
}
