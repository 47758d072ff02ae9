/* gzip (RFC 1952), one member, by libdeflate: the packing the gMotor games use for replays. */
#include <libdeflate.h>

#include "base/load.h"
#include "codec/codec.h"

enum { HEADER = 10, TRAILER = 8 };

/* No deflate stream expands further than this. */
static const uint64_t most_expansion = 1032;

static bool probe(const uint8_t *data, size_t size, pdk_packing *packing)
{
    if (size < HEADER + TRAILER || data[0] != 0x1F || data[1] != 0x8B || data[2] != 8) return false;
    packing->header_size = HEADER;
    /* The trailer has the size modulo 4 GiB. Larger files are told by what their packed size cannot be. */
    packing->unpacked_size = pdk_load_u32(data + size - 4);
    uint64_t least = size - HEADER - TRAILER; /* stored blocks cost five bytes in 65535: nearly no loss */
    least -= least / 8192 < least ? least / 8192 : 0;
    while (packing->unpacked_size + 1024 < least) packing->unpacked_size += UINT64_C(1) << 32;
    packing->variant[0] = 'd'; /* "deflate" */
    for (size_t i = 0; "deflate"[i] != '\0'; i++) packing->variant[i] = "deflate"[i];
    return true;
}

static uint64_t most(const pdk_packing *packing, size_t size)
{
    (void)packing;
    return size * most_expansion;
}

static pdk_status decode(const uint8_t *data, size_t size, const pdk_packing *packing, uint8_t *to, size_t capacity,
                         size_t *written, pdk_error *error)
{
    (void)packing;
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (decompressor == NULL) {
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for gzip");
    }
    size_t used = 0;
    enum libdeflate_result result = libdeflate_gzip_decompress_ex(decompressor, data, size, to, capacity, &used, written);
    libdeflate_free_decompressor(decompressor);
    switch (result) {
    case LIBDEFLATE_SUCCESS: break;
    case LIBDEFLATE_INSUFFICIENT_SPACE:
        return pdk_fail(error, PDK_E_CORRUPT, size - 4, "gzip.size", "the stream holds more than the %zu bytes its trailer says",
                        capacity);
    default:
        return pdk_fail(error, PDK_E_CORRUPT, 0, "gzip.data", "the gzip stream is damaged or cut");
    }
    if (*written != capacity) {
        return pdk_fail(error, PDK_E_CORRUPT, size - 4, "gzip.size", "the trailer says %zu bytes, the stream holds %zu",
                        capacity, *written);
    }
    if (used != size) {
        return pdk_fail(error, PDK_E_CORRUPT, used, "gzip.trailing", "%zu bytes follow the gzip stream", size - used);
    }
    return PDK_OK;
}

const pdk_codec pdk_codec_gzip = {
    .info = { "gzip", "gzip", PDK_LIKELY },
    .probe = probe,
    .decode = decode,
    .most = most,
};
