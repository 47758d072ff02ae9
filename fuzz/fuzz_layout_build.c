/* The first byte chooses a record. The rest is taken as its bytes, which must survive dump and build; and as JSON,
 * which must be refused with a reason or give bytes that dump and build back to themselves. */
#include <stdlib.h>
#include <string.h>

#include "explore.h"
#include "fuzz.h"
#include "layout/build.h"

static const pdk_record *choose(uint8_t number)
{
    size_t left = number;
    for (size_t f = 0;; f = (f + 1) % pdk_format_count()) {
        for (const pdk_record *const *r = pdk_format_at(f)->records; r != NULL && *r != NULL; r++) {
            if ((*r)->size > 0 && left-- == 0) return *r;
        }
    }
}

static pdk_status build(const pdk_record *record, const void *text, size_t size, uint8_t *bytes, pdk_error *error)
{
    pdk_memory memory;
    pdk_json_tree tree;
    pdk_memory_init(&memory, NULL, 0);
    pdk_status status = pdk_json_read_part(text, size, (pdk_json_part){ 0, 1 }, &memory, &tree, error);
    if (status == PDK_OK) status = pdk_record_build(record, pdk_json_root(&tree), "$", bytes, error);
    pdk_json_free(&tree);
    require(memory.used == 0);
    pdk_memory_destroy(&memory);
    return status;
}

static void survives(const pdk_record *record, const uint8_t *bytes)
{
    pdk_output *output = memory_output();
    pdk_error error;
    pdk_json json = { .output = output };
    pdk_record_dump(&json, record, bytes);
    uint8_t *again = calloc(1, record->size);
    require(again != NULL);
    pdk_bytes text = pdk_output_bytes(output);
    require(build(record, text.data, text.size, again, &error) == PDK_OK);
    require(memcmp(again, bytes, record->size) == 0);
    free(again);
    pdk_output_close(output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const pdk_record *record = choose(data[0]);
    uint8_t *bytes = calloc(1, record->size);
    require(bytes != NULL);
    memcpy(bytes, data + 1, size - 1 < record->size ? size - 1 : record->size);
    survives(record, bytes);
    memset(bytes, 0, record->size);
    pdk_error error = { 0 };
    pdk_status status = build(record, data + 1, size - 1, bytes, &error);
    if (status == PDK_OK) survives(record, bytes);
    else explore_error(status, &error, size);
    free(bytes);
    return 0;
}
