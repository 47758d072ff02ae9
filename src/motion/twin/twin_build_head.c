/* The head of a twin: format, packing, and how its records are laid out. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "codec/codec.h"
#include "twin/twin_build.h"

/* Takes a value and reads it; the tree is given to pdk_json_free. */
static pdk_status take_json(pdk_twin_build *build, pdk_json_tree *tree, pdk_json_part *part, pdk_error *error)
{
    pdk_scan_value value;
    *tree = (pdk_json_tree){ 0 };
    pdk_status status = pdk_scan_take_value(&build->scan, &value, error);
    if (status != PDK_OK) return status;
    *part = value.part;
    status = pdk_json_read_part(value.text, value.size, value.part, build->memory, tree, error);
    if (status != PDK_OK) pdk_json_free(tree);
    return status;
}

pdk_status pdk_twin_read_version(pdk_twin_build *build, pdk_error *error)
{
    pdk_json_tree tree;
    pdk_json_part part;
    double version;
    pdk_status status = take_json(build, &tree, &part, error);
    if (status != PDK_OK) return status;
    bool is_number = pdk_json_as_number(pdk_json_root(&tree), &version);
    pdk_json_free(&tree);
    if (!is_number) return pdk_twin_refuse(error, &part, "build.type", "$.paddock", "must be a number");
    if (version == PDK_TWIN_VERSION) return PDK_OK;
    return pdk_fail_where(error, PDK_E_UNSUPPORTED, part.offset, "build.version", "$.paddock",
                          "line %llu: $.paddock is %g, but this Paddock builds only from version %d",
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

/* A text as messages and searches take it: longer ones are cut, and are no name of ours. */
static const char *name_in(char buffer[64], pdk_json_found value)
{
    pdk_text text = pdk_json_as_text(value);
    snprintf(buffer, 64, "%.*s", (int)(text.size < 64 ? text.size : 64), text.data != NULL ? text.data : "");
    return buffer;
}

pdk_status pdk_twin_read_format(pdk_twin_build *build, pdk_error *error)
{
    pdk_json_tree tree;
    pdk_json_part part;
    char name[64];
    pdk_status status = take_json(build, &tree, &part, error);
    if (status != PDK_OK) return status;
    bool is_text = pdk_json_kind(pdk_json_root(&tree)) == '"';
    build->info = pdk_format_find(name_in(name, pdk_json_root(&tree)));
    pdk_json_free(&tree);
    if (!is_text) return pdk_twin_refuse(error, &part, "build.type", "$.format", "must be a string");
    if (build->info != NULL) return list_kinds(build, error);
    return pdk_twin_refuse(error, &part, "build.format", "$.format", "is \"%.40s\", which is not a format", name);
}

/* What a twin says about the packing, in addition to the packed bytes. */
typedef struct said_packing {
    char codec[32], variant[32]; /* as JSON has them, with their quotes; "" = not said */
    pdk_json_part at[2];
} said_packing;

static pdk_status take_said(pdk_twin_build *build, char *text, size_t capacity, pdk_json_part *at, pdk_error *error)
{
    pdk_scan_value value;
    pdk_status status = pdk_scan_take_value(&build->scan, &value, error);
    if (status != PDK_OK) return status;
    *at = value.part;
    snprintf(text, capacity, "%.*s", (int)(value.size < capacity ? value.size : capacity - 1), value.text);
    return PDK_OK;
}

/* The same as a JSON string. */
static bool is_said(const char *said, const char *is)
{
    size_t length = strlen(is);
    return said[0] == '\0' || (strlen(said) == length + 2 && said[0] == '"' && memcmp(said + 1, is, length) == 0);
}

/* The packed bytes are written back, or packed again as they were: another packing here would have no effect. */
static pdk_status compare_said(pdk_twin_build *build, const said_packing *said, pdk_error *error)
{
    pdk_packing packing;
    if (pdk_codec_of(build->original.data, build->original.size, &packing) == NULL) return PDK_OK;
    bool codec = is_said(said->codec, packing.codec);
    if (codec && is_said(said->variant, packing.variant)) return PDK_OK;
    return pdk_twin_refuse(error, &said->at[codec], "build.packing", codec ? "$.packed.variant" : "$.packed.codec",
                           "is %s, but $.packed.original is packed as \"%s\": build the file, then change its packing "
                           "with unpack and pack",
                           codec ? said->variant : said->codec, codec ? packing.variant : packing.codec);
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
    said_packing said = { .codec = "" };
    status = pdk_scan_take(scan, '{', error);
    while (status == PDK_OK && (status = pdk_scan_next(scan, '}', &first, &more, error)) == PDK_OK && more) {
        char key[32];
        status = pdk_scan_take_key(scan, key, sizeof key, error);
        if (status != PDK_OK) return status;
        if (strcmp(key, "original") == 0 && !build->is_packed) {
            build->is_packed = true;
            build->output = build->held;
            status = pdk_twin_read_hex(build, "$.packed.original", &build->original, error);
        } else if (strcmp(key, "codec") == 0 && said.codec[0] == '\0') {
            status = take_said(build, said.codec, sizeof said.codec, &said.at[0], error);
        } else if (strcmp(key, "variant") == 0 && said.variant[0] == '\0') {
            status = take_said(build, said.variant, sizeof said.variant, &said.at[1], error);
        } else {
            pdk_json_part here = { scan->passed + scan->at, scan->line };
            return pdk_twin_refuse(error, &here, "build.unknown", "$.packed", "has no member \"%s\", or has it twice",
                                   key);
        }
    }
    if (status == PDK_OK && build->is_packed) return compare_said(build, &said, error);
    if (status != PDK_OK) return status;
    return pdk_scan_fail(scan, "$.packed has no \"original\"; write null for a file that is not packed", error);
}

/* ------------------------------------------------------------------------------------------------- layouts */

static bool whole_number(pdk_json_found value, uint64_t maximum, uint32_t *number)
{
    double real;
    if (!pdk_json_as_number(value, &real) || real < 0 || real > (double)maximum || real != nearbyint(real))
        return false;
    *number = (uint32_t)real;
    return true;
}

/* {"record": "raf.wheel", "offset": 64} */
static pdk_status read_inset(pdk_twin_build *build, pdk_json_found value, uint32_t size, pdk_inset *inset,
                             const char *path, const pdk_json_part *part, pdk_error *error)
{
    pdk_text name = pdk_json_as_text(pdk_json_member(value, "record"));
    inset->record = name.data != NULL ? pdk_twin_find(build->info, name.data, name.size) : NULL;
    if (inset->record == NULL || inset->record->size == 0) {
        return pdk_twin_refuse(error, part, "build.unknown", path, "must name a record of the format: \"record\"");
    }
    if (inset->record->size > size ||
        !whole_number(pdk_json_member(value, "offset"), size - inset->record->size, &inset->offset)) {
        return pdk_twin_refuse(error, part, "build.range", path, "is not inside: \"offset\"");
    }
    return PDK_OK;
}

static pdk_status read_layout(pdk_twin_build *build, const char *name, pdk_json_found layout, const pdk_json_part *part,
                              pdk_error *error)
{
    char path[160];
    snprintf(path, sizeof path, "$.layouts.%s", name);
    pdk_twin_kind *kind = pdk_twin_kind_of(build, name);
    if (kind == NULL || kind->base->size == 0)
        return pdk_twin_refuse(error, part, "build.unknown", path, "is not a record of this format");
    uint32_t size;
    if (!whole_number(pdk_json_member(layout, "size"), PDK_TWIN_LARGEST, &size) || size < kind->base->size) {
        return pdk_twin_refuse(error, part, "build.range", path, "has an impossible \"size\"");
    }
    pdk_inset *insets = pdk_alloc_array(build->memory, pdk_json_count(layout, SIZE_MAX), sizeof *insets);
    if (insets == NULL) return pdk_fail_memory(error, build->memory, "a layout");
    size_t count = 0;
    for (pdk_json_found key = pdk_json_first(layout), value; key.tree != NULL; key = pdk_json_next(layout, value)) {
        value = pdk_json_next(layout, key);
        if (pdk_json_is(key, "size")) continue;
        pdk_text own = pdk_json_as_text(key);
        insets[count].name = pdk_text_printf(build->memory, "%.*s", (int)own.size, own.data);
        if (insets[count].name == NULL) return pdk_fail_memory(error, build->memory, "a layout");
        snprintf(path, sizeof path, "$.layouts.%s.%s", name, insets[count].name);
        pdk_status status = read_inset(build, value, size, &insets[count++], path, part, error);
        if (status != PDK_OK) return status;
    }
    kind->record = pdk_record_compose(build->memory, kind->base, size, insets, count);
    return kind->record != NULL ? PDK_OK : pdk_fail_memory(error, build->memory, "a layout");
}

/* Every member of an object that says something about a record, by its name. */
typedef pdk_status (*read_one)(pdk_twin_build *build, const char *name, pdk_json_found value, const pdk_json_part *part,
                               pdk_error *error);

static pdk_status read_each(pdk_twin_build *build, const char *path, read_one read, pdk_error *error)
{
    pdk_json_tree tree;
    pdk_json_part part;
    pdk_status status = take_json(build, &tree, &part, error);
    if (status != PDK_OK) return status;
    pdk_json_found all = pdk_json_root(&tree);
    if (pdk_json_kind(all) != '{') status = pdk_twin_refuse(error, &part, "build.type", path, "must be an object");
    for (pdk_json_found key = pdk_json_first(all), value; key.tree != NULL && status == PDK_OK;
         key = pdk_json_next(all, value)) {
        char name[64];
        value = pdk_json_next(all, key);
        status = read(build, name_in(name, key), value, &part, error);
    }
    pdk_json_free(&tree);
    return status;
}

pdk_status pdk_twin_read_layouts(pdk_twin_build *build, pdk_error *error)
{
    return read_each(build, "$.layouts", read_layout, error);
}

/* ------------------------------------------------------------------------------------------------- columns */

static pdk_status read_record_columns(pdk_twin_build *build, const char *name, pdk_json_found columns,
                                      const pdk_json_part *part, pdk_error *error)
{
    char path[160];
    snprintf(path, sizeof path, "$.columns.%s", name);
    pdk_twin_kind *kind = pdk_twin_kind_of(build, name);
    if (kind == NULL) return pdk_twin_refuse(error, part, "build.unknown", path, "is not a record of this format");
    const pdk_record *record = kind->record;
    size_t count = pdk_json_kind(columns) == '[' ? pdk_json_count(columns, SIZE_MAX) : 0;
    if (count != record->field_count) {
        return pdk_twin_refuse(error, part, "build.columns", path, "has %zu names, but the record has %u fields", count,
                               (unsigned)record->field_count);
    }
    pdk_json_found column = pdk_json_first(columns);
    for (uint32_t i = 0; i < record->field_count; i++, column = pdk_json_next(columns, column)) {
        char found[64];
        if (pdk_json_is(column, record->fields[i].name)) continue;
        return pdk_twin_refuse(error, part, "build.columns", path, "expected \"%s\" as number %u, found \"%.40s\"",
                               record->fields[i].name, (unsigned)i, name_in(found, column));
    }
    kind->has_columns = true;
    return PDK_OK;
}

pdk_status pdk_twin_read_columns(pdk_twin_build *build, pdk_error *error)
{
    return read_each(build, "$.columns", read_record_columns, error);
}
