#include "edit/cut_gzip.h"

#include <libdeflate.h>

enum { GZIP_LEVEL = 6 };

pdk_status pdk_cut_pack(pdk_bytes plain, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(GZIP_LEVEL);
    if (compressor == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for gzip");
    size_t room = libdeflate_gzip_compress_bound(compressor, plain.size);
    uint8_t *packed = pdk_alloc_raw(memory, room);
    pdk_status status;
    if (packed == NULL) {
        status = pdk_fail_memory(error, memory, "the packed file");
    } else {
        size_t size = libdeflate_gzip_compress(compressor, plain.data, plain.size, packed, room);
        status = pdk_output_write(output, packed, size, error);
    }
    libdeflate_free_compressor(compressor);
    return status;
}
