#include "codec/ea_header.h"

#include <stdio.h>
#include <string.h>

#include "codec/packing_layout.h"

static const char wrapper_name[] = "DBPF ";

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

/* "10FB", "DBPF 10FB": the code of this method that is meant, or 0. */
static uint8_t code_of(const char *variant, uint8_t method, bool *wrapped)
{
    *wrapped = strncmp(variant, wrapper_name, sizeof wrapper_name - 1) == 0;
    if (*wrapped) variant += sizeof wrapper_name - 1;
    static const uint8_t flags[] = { 0, EXTRA_SIZE, LONG_SIZES, LONG_SIZES | EXTRA_SIZE };
    for (size_t i = 0; i < sizeof flags; i++) {
        char name[8];
        snprintf(name, sizeof name, "%02XFB", (unsigned)(method | flags[i]));
        if (strcmp(name, variant) == 0) return method | flags[i];
    }
    return 0;
}

pdk_status pdk_ea_header_choose(const pdk_pack_request *request, uint8_t method, bool long_sizes, bool wrapper,
                                pdk_ea_header *header, pdk_error *error)
{
    bool large = request->size > 0xFFFFFF;
    header->code = large && long_sizes ? method | LONG_SIZES : method;
    header->wrapped = false;
    if (request->variant != NULL) header->code = code_of(request->variant, method, &header->wrapped);
    bool is_long = (header->code & LONG_SIZES) != 0;
    if (header->code == 0 || (is_long && !long_sizes) || (header->wrapped && (!wrapper || header->code != method))) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.variant",
                        "this packing has no header \"%s\"; its plain header is %02XFB", request->variant,
                        (unsigned)method);
    }
    if (large && (!is_long || request->size > UINT32_MAX)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.size",
                        "%zu bytes are more than a header %02XFB can hold", request->size, (unsigned)header->code);
    }
    header->size = record_of(header->code ^ method)->size + (header->wrapped ? pdk_packed_wrapper.size : 0);
    return PDK_OK;
}

void pdk_ea_header_write(const pdk_ea_header *header, uint64_t unpacked_size, uint64_t packed_size, uint8_t *to)
{
    if (header->wrapped) {
        pdk_put(&pdk_packed_wrapper, to, "packed_size", (double)packed_size);
        to += pdk_packed_wrapper.size;
    }
    const pdk_record *record = record_of(header->code);
    memset(to, 0, record->size);
    to[0] = header->code;
    to[1] = MAGIC;
    pdk_put(record, to, "unpacked_size", (double)unpacked_size);
    if ((header->code & EXTRA_SIZE) != 0) pdk_put(record, to, "skipped_size", (double)unpacked_size);
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
        return pdk_fail(error, PDK_E_CORRUPT, stop, code, "the data end after %zu bytes, but the header says %llu",
                        written, (unsigned long long)packing->unpacked_size);
    }
    if (end != size) {
        snprintf(code, sizeof code, "%s.trailing", prefix);
        return pdk_fail(error, PDK_E_CORRUPT, end, code, "%zu bytes follow the end of the packed data", size - end);
    }
    return PDK_OK;
}
