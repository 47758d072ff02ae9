/* Any bytes as a packed file: what unpacks has the announced size, what does not says why. */
#include "explore.h"
#include "fuzz.h"

static pdk_status count(void *user, const void *data, size_t size)
{
    (void)data;
    *(uint64_t *)user += size;
    return PDK_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) data = (const uint8_t *)"";
    pdk_packing packing;
    pdk_error error = { 0 };
    pdk_status status = pdk_packing_of(data, size, &packing, &error);
    if (status != PDK_OK) {
        explore_error(status, &error, size);
        return 0;
    }
    require(packing.codec != NULL && packing.packed_size == size);
    uint64_t unpacked = 0;
    pdk_output *output = NULL;
    require(pdk_output_callback(count, &unpacked, &output, &error) == PDK_OK);
    status = pdk_unpack(data, size, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    if (status != PDK_OK) explore_error(status, &error, size);
    else require(packing.unpacked_size == UINT64_MAX || unpacked == packing.unpacked_size);
    pdk_output_close(output);
    return 0;
}
