/* Bytes to bytes: the packings files come in. A codec knows no file format. */
#ifndef PADDOCK_CODEC_CODEC_H
#define PADDOCK_CODEC_CODEC_H

#include "base/memory.h"

/* What is requested from an encoder; the options have been checked. */
typedef struct pdk_pack_request {
    const uint8_t *plain;
    size_t size;
    int level;             /* 1 to 9 */
    bool like_ea1998;      /* as the games' own packers did it */
    const char *variant;   /* of the header; NULL = the plainest that can say the size */
    pdk_progress progress; /* may be NULL */
    void *progress_user;
    pdk_memory *memory;
} pdk_pack_request;

typedef struct pdk_codec {
    pdk_codec_info info;
    const char *prefix; /* of its error codes: "huffman" for all three Huffman codecs */
    /* By the first bytes alone: fills *packing and returns true when this codec's header is there and believable.
     * A damaged file should still be claimed, so that it is called damaged rather than unknown. A header that is cut
     * leaves unpacked_size at UINT64_MAX. */
    bool (*probe)(const uint8_t *data, size_t size, pdk_packing *packing);
    /* *most: no file of these `size` packed bytes can be larger when unpacked; bounds the allocation. Fails where it
     * has to look inside and finds damage. */
    pdk_status (*bound)(const uint8_t *data, size_t size, const pdk_packing *packing, uint64_t *maximum,
                        pdk_error *error);
    /* Decodes everything after the header into `to`, which has `capacity` bytes: packing->unpacked_size.
     * PDK_OK means that exactly that many came out and every packed byte was used. Otherwise *written says how many
     * sound bytes came out before the trouble. Never reads or writes outside; errors carry the offset in `data`. */
    pdk_status (*decode)(pdk_bytes packed, const pdk_packing *packing, uint8_t *to, size_t capacity, size_t *written,
                         pdk_error *error);
    /* For files that decode refuses but that may be several packed files, one after the other, perhaps with padding;
     * otherwise NULL. PDK_OK: all of them are in *plain. Otherwise *error says more where this knows more: what follows
     * the last sound one, of which all before is in *plain. */
    pdk_status (*members)(const uint8_t *data, size_t size, pdk_memory *memory, pdk_bytes *plain, pdk_error *error);
    /* For files that decode refuses, if it returns nothing of them; otherwise NULL. Allocates what can be recovered of
     * one and says in *trouble, better than decode did, what stopped it; *plain stays empty when there is nothing. */
    pdk_status (*rescue)(const uint8_t *data, size_t size, pdk_memory *memory, pdk_bytes *plain, pdk_error *trouble);
    /* Packs to one run of bytes, header and all, in request->memory. */
    pdk_status (*encode)(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error);
    uint64_t modulus; /* the header says the size modulo this; 0 = the whole size */
} pdk_codec;

/* By id; NULL when there is none. */
const pdk_codec *pdk_codec_find(const char *id);
/* NULL after the last. */
const pdk_codec *pdk_codec_functions(size_t index);

/* The codec whose probe accepts the bytes, or NULL. */
const pdk_codec *pdk_codec_of(const uint8_t *data, size_t size, pdk_packing *packing);

/* Checks the announced size against what is possible, allocates and decodes. `*plain` lives in `memory`; after a
 * failure it has what came out before the trouble, which may be nothing. */
pdk_status pdk_codec_unpack(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, pdk_memory *memory,
                            pdk_bytes *plain, pdk_error *error);

/* The same, but does all it can for a file that fails: the status and *error say what is wrong, *plain has what is
 * there. */
pdk_status pdk_codec_salvage(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, pdk_memory *memory,
                             pdk_bytes *plain, pdk_error *error);

pdk_status pdk_fail_capacity(pdk_error *error, size_t needed, size_t capacity);

/* The same into `to`, which has `capacity` bytes. *written is what came out; with too little capacity nothing did,
 * and *written is what it takes. */
pdk_status pdk_codec_unpack_to(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, uint8_t *to,
                               size_t capacity, size_t *written, pdk_error *error);

/* Packs `plain` with the codec and header of `original`, which holds something else. `memory` is the limit. */
pdk_status pdk_codec_pack_again(pdk_bytes original, pdk_bytes plain, const pdk_allocator *allocator, uint64_t memory,
                                pdk_output *output, pdk_error *error);

#endif
