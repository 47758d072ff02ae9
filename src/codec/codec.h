/* Bytes to bytes: the packings files come in. A codec knows no file format. */
#ifndef PADDOCK_CODEC_CODEC_H
#define PADDOCK_CODEC_CODEC_H

#include "base/memory.h"

typedef struct pdk_codec {
    pdk_codec_info info;
    /* By the first bytes alone: fills *packing and returns true when this codec's header is there and believable. */
    bool (*probe)(const uint8_t *data, size_t size, pdk_packing *packing);
    /* Decodes everything behind the header into `to`, which has room for `capacity` bytes. *written says how many came
     * out: equal to packing->unpacked_size, or it is an error. Never reads or writes outside; errors carry the offset in
     * `data`. */
    pdk_status (*decode)(const uint8_t *data, size_t size, const pdk_packing *packing, uint8_t *to, size_t capacity,
                         size_t *written, pdk_error *error);
    /* No honest file of `size` packed bytes can be larger than this when unpacked; bounds the allocation. */
    uint64_t (*most)(const pdk_packing *packing, size_t size);
} pdk_codec;

/* The codec whose probe accepts the bytes, or NULL. */
const pdk_codec *pdk_codec_of(const uint8_t *data, size_t size, pdk_packing *packing);

/* Probes, checks the announced size against what is possible, allocates and decodes. `*plain` lives in `memory`. */
pdk_status pdk_codec_unpack(const pdk_codec *codec, const uint8_t *data, size_t size, const pdk_packing *packing,
                            pdk_memory *memory, pdk_bytes *plain, pdk_error *error);

#endif
