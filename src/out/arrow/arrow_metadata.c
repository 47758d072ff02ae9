#include "arrow/arrow_metadata.h"

#include <stdio.h>
#include <string.h>

#include "json/json_text.h"
#include "model/document.h"

typedef struct metadata {
    pdk_byte_buffer bytes;
    int32_t pairs;
    bool failed;
} metadata;

static void put(metadata *pairs, const void *data, size_t size)
{
    uint8_t *to = pairs->failed ? NULL : pdk_bytes_more(&pairs->bytes, size);
    if (to == NULL) pairs->failed = true;
    else if (size > 0) memcpy(to, data, size);
}

static void put_text(metadata *pairs, const char *text, size_t size)
{
    int32_t length = (int32_t)size;
    put(pairs, &length, sizeof length);
    put(pairs, text, size);
}

/* Nothing where there is no value, or an empty one. */
static void put_pair(metadata *pairs, const char *key, const char *value)
{
    if (value == NULL || value[0] == '\0') return;
    put_text(pairs, key, strlen(key));
    put_text(pairs, value, strlen(value));
    pairs->pairs++;
}

static metadata begin(pdk_memory *memory)
{
    metadata pairs = { .bytes = { .memory = memory } };
    put(&pairs, &pairs.pairs, sizeof pairs.pairs);
    return pairs;
}

static const char *end(metadata *pairs)
{
    if (pairs->failed) return NULL;
    memcpy(pairs->bytes.data, &pairs->pairs, sizeof pairs->pairs);
    return (const char *)pairs->bytes.data;
}

/* {"0":"neutral","1":"first"} */
static void put_labels(metadata *pairs, pdk_memory *memory, const pdk_label *labels)
{
    pdk_byte_buffer json = { .memory = memory };
    for (; labels->text != NULL; labels++) {
        char text[64 * PDK_JSON_ESCAPED + 64];
        int length = snprintf(text, 64, "%s\"%lld\":\"", json.size > 0 ? "," : "{", (long long)labels->value);
        size_t at = 0, used = (size_t)length, size = strlen(labels->text);
        while (at < size) {
            used += pdk_json_escape(text + used, labels->text, size, &at, 64);
            uint8_t *to = pdk_bytes_more(&json, used);
            if (to != NULL) memcpy(to, text, used);
            else pairs->failed = true;
            used = 0;
        }
        uint8_t *quote = pdk_bytes_more(&json, 1);
        if (quote != NULL) *quote = '"';
        else pairs->failed = true;
    }
    uint8_t *last = json.size > 0 ? pdk_bytes_more(&json, 2) : NULL; /* and the end of a string */
    if (last != NULL) *last = '}';
    if (last != NULL && !pairs->failed) put_pair(pairs, "labels", (const char *)json.data);
    else if (json.size > 0) pairs->failed = true;
    pdk_free(memory, json.data);
}

const char *pdk_arrow_column_metadata(pdk_memory *memory, const pdk_column_info *info)
{
    metadata pairs = begin(memory);
    put_pair(&pairs, "unit", info->unit);
    put_pair(&pairs, "meaning", info->meaning);
    put_pair(&pairs, "certainty", pdk_certainty_name(info->certainty));
    put_pair(&pairs, "role", pdk_role_name(info->role));
    put_pair(&pairs, "frame", pdk_frame_text(info->frame));
    if (info->labels != NULL) put_labels(&pairs, memory, info->labels);
    if (info->is_flags) put_pair(&pairs, "flags", "true");
    return end(&pairs);
}

/* The file that it is of: its own, or that of what it was computed from. */
static const pdk_document *file_of(const pdk_document *document)
{
    while (document->file_name[0] == '\0' && document->sources.count == 1)
        document = ((const pdk_document *const *)document->sources.items)[0];
    return document;
}

const char *pdk_arrow_table_metadata(pdk_memory *memory, const pdk_table *table)
{
    const pdk_document *file = file_of(table->document);
    bool is_here = file->folder == NULL || strcmp(file->folder, ".") == 0 || file->file_name[0] == '\0';
    char *path = pdk_text_printf(memory, "%s%s", is_here ? "" : file->folder, file->file_name);
    if (path == NULL) return NULL;
    metadata pairs = begin(memory);
    put_pair(&pairs, "path", path);
    put_pair(&pairs, "format", file->info->id);
    put_pair(&pairs, "dialect", file->dialect);
    put_pair(&pairs, "table", table->name);
    put_pair(&pairs, "meaning", table->meaning);
    put_pair(&pairs, "sorted_by", table->sorted_by);
    pdk_free(memory, path);
    return end(&pairs);
}
