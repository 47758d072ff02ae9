/* Packing: gzip, and what Electronic Arts' games use. */
#ifndef PADDOCK_PACK_H
#define PADDOCK_PACK_H

#include "document.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_codec_info {
    const char *id; /* "refpack" */
    const char *title;
    pdk_certainty certainty;
} pdk_codec_info;

PDK_API size_t pdk_codec_count(void);
PDK_API const pdk_codec_info *pdk_codec_get(size_t index);

typedef struct pdk_packing {
    const char *codec;      /* id */
    uint64_t packed_size;   /* bytes, header and all */
    uint64_t unpacked_size; /* as the header announces; may lie until decoded. UINT64_MAX = not announced */
    uint32_t header_size;
    char variant[32]; /* the pack code and its options: "10FB" */
} pdk_packing;

/* Is this packed, by its first bytes? PDK_OK and *packing, or PDK_E_UNKNOWN_FORMAT. Reads, never decodes. */
PDK_API pdk_status pdk_packing_of(const void *data, size_t size, pdk_packing *packing, pdk_error *error);
/* Decodes all of `data` to an output. Strict: every byte must be accounted for. The bytes are held in memory of their
 * own, as many as the header announces if the packed size allows that; pdk_packing_of tells them beforehand. What is
 * sound of a damaged file comes by opening it: pdk_open_memory as format "packed" with `partial`, then
 * pdk_document_content; a finding says where it ends. */
PDK_API pdk_status pdk_unpack(const void *data, size_t size, pdk_output *output, pdk_error *error);

typedef struct pdk_pack_options {
    size_t struct_size;  /* PDK_PACK_OPTIONS_INIT sets it */
    const char *codec;   /* an id, or "auto": the smallest of all that can; NULL = "refpack" */
    int level;           /* 1 is fastest, 9 smallest (of refpack: no file is smaller); 0 = 6 */
    const char *like;    /* "ea1998": byte for byte as the games' own packers; NULL = as well as the level can */
    const char *variant; /* a header by its name in pdk_packing: "11FB", "DBPF 10FB"; NULL = the plainest */
    pdk_limits limits;   /* memory */
    pdk_allocator allocator;
    pdk_progress progress; /* in plain bytes, with "auto" for each codec anew */
    void *progress_user;
} pdk_pack_options;

#define PDK_PACK_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_pack_options)

/*
 * Packs `size` bytes to an output, so that pdk_unpack gives them back. options may be NULL. Nothing is written unless
 * all went well. Fails with PDK_E_ARGUMENT (an unknown codec, a variant or a size its header does not have),
 * PDK_E_CANCELLED, PDK_E_LIMIT or PDK_E_MEMORY, or as the output does.
 */
PDK_API pdk_status pdk_pack(const void *data, size_t size, const pdk_pack_options *options, pdk_output *output,
                            pdk_error *error);

/*
 * Packs `size` bytes as the document was packed: the same codec, the same kind of header. For what pdk_edit_write,
 * pdk_cut, pdk_track_* and pdk_repair give, which is plain; the command does so unless --plain is given. Bytes that are
 * what the document was packed from give its packed bytes as they were. Fails as pdk_pack does; with PDK_E_ARGUMENT for
 * a document that was not packed.
 */
PDK_API pdk_status pdk_pack_again(const pdk_document *document, const void *data, size_t size, pdk_output *output,
                                  pdk_error *error);

/* RefPack between buffers, for those who have no use for documents and outputs. `to` and `from` must not overlap.
 * Where `capacity` is too small they fail with PDK_E_ARGUMENT, code "argument.capacity"; *written is what it takes. */

/* Room that is always enough to pack `size` bytes. */
PDK_API size_t pdk_refpack_bound(size_t size);
/* Level as in pdk_pack_options. Needs working memory, 4 bytes a byte at levels 3 to 9; the header is the plainest. */
PDK_API pdk_status pdk_refpack_encode(void *to, size_t capacity, const void *from, size_t size, int level,
                                      size_t *written, pdk_error *error);
/* Allocates nothing. Strict as pdk_unpack; of damaged data *written says how many sound bytes came out. */
PDK_API pdk_status pdk_refpack_decode(void *to, size_t capacity, const void *from, size_t size, size_t *written,
                                      pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
