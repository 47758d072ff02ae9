#include "codec/ea_header.h"

#include <stdio.h>

#include "codec/packing_layout.h"

enum { MAGIC = 0xFB, EXTRA_SIZE = 0x01, LONG_SIZES = 0x80 };

static const pdk_record *record_of(uint8_t flags)
{
    if ((flags & LONG_SIZES) != 0) {
        return (flags & EXTRA_SIZE) != 0 ? &pdk_packed_header_extra_long : &pdk_packed_header_long;
    }
    return (flags & EXTRA_SIZE) != 0 ? &pdk_packed_header_extra : &pdk_packed_header;
}

bool pdk_ea_header_read(const uint8_t *data, size_t size, size_t offset, uint8_t method, bool long_sizes,
                        pdk_packing *packing)
{
    if (size < offset + 2 || data[offset + 1] != MAGIC) return false;
    uint8_t flags = (uint8_t)(data[offset] ^ method);
    if ((flags & ~(long_sizes ? EXTRA_SIZE | LONG_SIZES : EXTRA_SIZE)) != 0) return false;
    const pdk_record *header = record_of(flags);
    packing->header_size = (uint32_t)offset + header->size;
    packing->unpacked_size = UINT64_MAX;
    if (size >= packing->header_size) {
        packing->unpacked_size = (uint64_t)pdk_get_i64(pdk_record_field(header, "unpacked_size"), 0, data + offset);
    }
    snprintf(packing->variant, sizeof packing->variant, "%02XFB", (unsigned)data[offset]);
    return true;
}

bool pdk_ea_size_is_ordinary(const pdk_packing *packing, size_t size)
{
    if (packing->unpacked_size == UINT64_MAX) return true; /* cut inside the header: nothing speaks against it */
    uint64_t body = size - packing->header_size;
    return packing->unpacked_size / 16 <= body && body <= packing->unpacked_size + packing->unpacked_size / 4 + 1024;
}

pdk_status pdk_ea_finish(const char *prefix, const pdk_packing *packing, size_t written, size_t stop, size_t end,
                         size_t size, pdk_error *error)
{
    char code[48];
    if (written != packing->unpacked_size) {
        snprintf(code, sizeof code, "%s.short", prefix);
        return pdk_fail(error, PDK_E_CORRUPT, stop, code, "the end comes after %zu bytes; the header announces %llu",
                        written, (unsigned long long)packing->unpacked_size);
    }
    if (end != size) {
        snprintf(code, sizeof code, "%s.trailing", prefix);
        return pdk_fail(error, PDK_E_CORRUPT, end, code, "%zu bytes follow the end of the packed data", size - end);
    }
    return PDK_OK;
}
