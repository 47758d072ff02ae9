/* Any bytes as a packed file: what unpacks has the announced size, what does not says why. Of gzip files also what is
 * saved of damaged ones, and whether that is what libdeflate makes of the stream. */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "codec/gzip/inflate_rescue.h"
#include "explore.h"
#include "fuzz.h"

enum { GZIP_HEADER = 10, MAX_INFLATED = 1 << 24 };

/* The same bytes twice, into blocks of exactly their size. */
static void compare(const uint8_t *data, size_t size)
{
    pdk_inflated counted = pdk_inflate_rescue(data, size, NULL, 0);
    require(counted.used <= size && counted.written <= (uint64_t)size * 1032);
    if (counted.written > MAX_INFLATED) return;
    size_t capacity = (size_t)counted.written, used, made;
    uint8_t *ours = malloc(capacity > 0 ? capacity : 1), *theirs = malloc(capacity > 0 ? capacity : 1);
    require(ours != NULL && theirs != NULL);
    pdk_inflated written = pdk_inflate_rescue(data, size, ours, capacity);
    require(written.end == counted.end && written.used == counted.used && written.written == counted.written);
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    require(decompressor != NULL);
    enum libdeflate_result result =
        libdeflate_deflate_decompress_ex(decompressor, data, size, theirs, capacity, &used, &made);
    libdeflate_free_decompressor(decompressor);
    require((result == LIBDEFLATE_SUCCESS) == (counted.end == PDK_INFLATE_COMPLETE));
    if (result == LIBDEFLATE_SUCCESS)
        require(made == capacity && used == counted.used && memcmp(ours, theirs, capacity) == 0);
    free(ours);
    free(theirs);
}

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
    if (strcmp(packing.codec, "gzip") == 0 && size > GZIP_HEADER) compare(data + GZIP_HEADER, size - GZIP_HEADER);
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
