/* Any bytes as a file: of the format FUZZ_FORMAT, or of whatever they look like. Plain, then taking what is sound. */
#include <string.h>

#include "explore.h"
#include "fuzz.h"

#ifndef FUZZ_FORMAT
#define FUZZ_FORMAT NULL
#endif

/* Packed points with damaged chunks, which are found when they are read: such a file is explored as a damaged one. In
 * files with millions of points only some are read. */
static bool is_left_at_that(const pdk_document *document)
{
    enum { MANY = 100000 };
    const pdk_table *points = pdk_document_find_table(document, "points");
    const char *packed = pdk_document_packed(document);
    pdk_error error = { 0 };
    if (packed == NULL || strcmp(packed, "laz") != 0 || points == NULL) return false;
    for (uint64_t row = 0; row < pdk_table_rows(points); row += pdk_table_rows(points) / 64 + 1) {
        double value;
        pdk_status status = pdk_table_read_f64(points, 0, row, 1, &value, &error);
        if (status != PDK_OK) explore_error(status, &error, UINT64_MAX);
    }
    if (pdk_table_rows(points) > MANY) return true;
    pdk_output *output;
    require(pdk_output_memory(&output, NULL) == PDK_OK);
    bool damaged = pdk_table_write(points, PDK_CSV, NULL, output, &error) != PDK_OK;
    pdk_output_close(output);
    return damaged;
}

static pdk_status open_and_explore(const uint8_t *data, size_t size, bool partial)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = FUZZ_FORMAT;
    options.partial = partial;
    options.limits.memory = UINT64_C(256) << 20;
    options.limits.findings = 100;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    pdk_status status = pdk_open_memory(data, size, &options, &document, &error);
    if (status == PDK_OK && is_left_at_that(document)) {
        status = PDK_E_CORRUPT;
    } else if (status == PDK_OK) {
        explore_document(document);
        if (size < EXPLORE_LARGE || explore_turn(data, size, 4, 0)) explore_twin(document, data, size);
    } else {
        pdk_packing packing;
        bool packed = pdk_packing_of(data, size, &packing, NULL) == PDK_OK;
        require(document == NULL);
        require(status != PDK_E_ARGUMENT); /* the call was fine */
        explore_error(status, &error, packed ? UINT64_MAX : size);
    }
    pdk_close(document);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) data = (const uint8_t *)"";
    if (open_and_explore(data, size, false) != PDK_OK)
        open_and_explore(data, size, true); /* there is nothing else to save */
    return 0;
}
