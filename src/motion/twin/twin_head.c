/* The beginning of a twin: what the file is, how its records are laid out, and the bytes it was packed as. */
#include <stdio.h>
#include <string.h>

#include "codec/codec.h"
#include "json/json.h"
#include "json/json_text.h"
#include "twin/twin.h"

void pdk_twin_put(pdk_output *output, const char *text)
{
    pdk_output_write(output, text, strlen(text), NULL);
}

static void put_text(pdk_output *output, const char *text)
{
    pdk_json json = { .output = output };
    pdk_json_text(&json, text);
}

/* One line, at most PDK_TWIN_LINE bytes. */
static void put_line(pdk_output *output, const uint8_t *bytes, size_t size)
{
    char buffer[2 * PDK_TWIN_LINE + 2];
    buffer[0] = buffer[2 * size + 1] = '"';
    for (size_t i = 0; i < size; i++) pdk_put_hex(buffer + 1 + 2 * i, bytes[i]);
    pdk_output_write(output, buffer, 2 * size + 2, NULL);
}

void pdk_twin_write_hex(pdk_output *output, const uint8_t *bytes, uint64_t size, const char *indent)
{
    if (size <= PDK_TWIN_LINE) {
        put_line(output, bytes, (size_t)size);
        return;
    }
    for (uint64_t at = 0; at < size; at += PDK_TWIN_LINE) {
        pdk_twin_put(output, at == 0 ? "[" : ",");
        pdk_twin_put(output, indent);
        put_line(output, bytes + at, size - at < PDK_TWIN_LINE ? (size_t)(size - at) : PDK_TWIN_LINE);
    }
    pdk_twin_put(output, "]");
}

static void write_packed(const pdk_document *document, pdk_output *output)
{
    pdk_packing packing;
    pdk_bytes original = document->input.bytes;
    if (document->packed == NULL || pdk_codec_of(original.data, original.size, &packing) == NULL) {
        pdk_twin_put(output, "null");
        return;
    }
    pdk_twin_put(output, "{\"codec\": ");
    put_text(output, document->packed);
    pdk_twin_put(output, ", \"variant\": ");
    put_text(output, packing.variant);
    pdk_twin_put(output, ", \"original\": ");
    pdk_twin_write_hex(output, original.data, original.size, "\n   ");
    pdk_twin_put(output, "}");
}

/* What a made-up record is made of: {"size": 192, "wheel_0": {"record": "raf.wheel", "offset": 64}}. */
static void write_made_up(const pdk_twin_record *made, pdk_output *output)
{
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '{');
    pdk_member_natural(&json, "size", made->record->size);
    for (uint32_t i = made->base->field_count; i < made->record->field_count; i++) {
        const pdk_field *field = &made->record->fields[i];
        if (field->storage != PDK_RAW_RECORD) continue;
        pdk_member_begin(&json, field->name, '{');
        pdk_member_text(&json, "record", field->record->name);
        pdk_member_natural(&json, "offset", field->offset);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, '}');
}

static void write_columns(const pdk_twin_record *of, pdk_output *output)
{
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '[');
    for (uint32_t i = 0; i < of->record->field_count; i++) pdk_json_text(&json, of->record->fields[i].name);
    pdk_json_end(&json, ']');
}

/* "raf.block": before the value of a member, one a line. */
static void begin_member(pdk_output *output, bool *first, const char *name)
{
    pdk_twin_put(output, *first ? "\n  " : ",\n  ");
    put_text(output, name);
    pdk_twin_put(output, ": ");
    *first = false;
}

static void write_layouts(const pdk_vector *records, pdk_output *output)
{
    const pdk_twin_record *all = records->items;
    bool first = true;
    pdk_twin_put(output, ",\n \"layouts\": {");
    for (size_t i = 0; i < records->count; i++) {
        if (all[i].record == all[i].base) continue;
        begin_member(output, &first, all[i].record->name);
        write_made_up(&all[i], output);
    }
    pdk_twin_put(output, "},\n \"columns\": {");
    first = true;
    for (size_t i = 0; i < records->count; i++) {
        begin_member(output, &first, all[i].record->name);
        write_columns(&all[i], output);
    }
    pdk_twin_put(output, "}");
}

static void write_units(const pdk_vector *records, pdk_output *output)
{
    const pdk_twin_record *all = records->items;
    bool first = true;
    pdk_twin_put(output, ",\n \"units\": {");
    for (size_t i = 0; i < records->count; i++) {
        const pdk_record *record = all[i].base;
        for (uint32_t k = 0; k < record->field_count; k++) {
            char unit[128], name[128];
            if (pdk_twin_unit(unit, &record->fields[k])[0] == '\0') continue;
            snprintf(name, sizeof name, "%s.%s", record->name, record->fields[k].name);
            begin_member(output, &first, name);
            put_text(output, unit);
        }
    }
    pdk_twin_put(output, "}");
}

void pdk_twin_write_head(const pdk_document *document, const pdk_vector *records, pdk_output *output)
{
    char version[32];
    snprintf(version, sizeof version, "{\n \"paddock\": %d,\n", PDK_TWIN_VERSION);
    pdk_twin_put(output, version);
    pdk_twin_put(output, " \"format\": ");
    put_text(output, document->info->id);
    pdk_twin_put(output, ",\n \"dialect\": ");
    put_text(output, document->dialect);
    pdk_twin_put(output, ",\n \"packed\": ");
    write_packed(document, output);
    write_layouts(records, output);
    write_units(records, output);
}
