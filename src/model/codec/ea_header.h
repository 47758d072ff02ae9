/* The header of all of EA's packings, and the check of the end that most of their decoders share. */
#ifndef PADDOCK_CODEC_EA_HEADER_H
#define PADDOCK_CODEC_EA_HEADER_H

#include "codec/codec.h"

/* Is a header of this method (0x10, 0x30 ...) at `offset`? Bit 8 is accepted, bit 15 where `long_sizes`. Fills
 * *packing; of a header that is cut, unpacked_size is UINT64_MAX and header_size what it should be. */
bool pdk_ea_header_read(const uint8_t *data, size_t size, size_t offset, uint8_t method, bool long_sizes,
                        pdk_packing *packing);

/* An ordinary amount of plain data for that much packed data. Says nothing for certain: what is outside can be honest,
 * and then has to be recognised by its content. */
bool pdk_ea_size_is_ordinary(const pdk_packing *packing, size_t size);

/* A header to write. */
typedef struct pdk_ea_header {
    uint8_t code;  /* the first byte of the pack code: method and flags */
    bool wrapped;  /* with the length DBPF archives put in front */
    uint32_t size; /* of the header */
} pdk_ea_header;

/* The header a request asks for, or the plainest that can say its size. Fails when there is none such: long sizes and
 * the wrapper are only for methods that have them. */
pdk_status pdk_ea_header_choose(const pdk_pack_request *request, uint8_t method, bool long_sizes, bool wrapper,
                                pdk_ea_header *header, pdk_error *error);
/* Writes it; `packed_size` is that of everything. */
void pdk_ea_header_write(const pdk_ea_header *header, uint64_t unpacked_size, uint64_t packed_size, uint8_t *to);

/* The end of the packed data was met at `end`, with the stop at `stop`: is everything there, and nothing after it? */
pdk_status pdk_ea_finish(const char *prefix, const pdk_packing *packing, size_t written, size_t stop, size_t end,
                         size_t size, pdk_error *error);

#endif
