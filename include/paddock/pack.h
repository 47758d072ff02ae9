/* Packing: gzip, and the codecs of Electronic Arts' games. Packed files open like any other: this is for packing, and
 * for unpacking only.
 *
 *     pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
 *     options.level = 9;
 *     if (pdk_pack(data, size, &options, output, &error) != PDK_OK) { ... }
 */
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
PDK_API const pdk_codec_info *pdk_codec_at(size_t index);

typedef struct pdk_packing {
    const char *codec;      /* id */
    uint64_t packed_size;   /* bytes, with the header */
    uint64_t unpacked_size; /* as stated in the header (gzip: at the end of its last member), which may be wrong;
                               missing if the header is cut */
    uint32_t header_size;
    char variant[32]; /* the pack code and its options: "10FB" */
    bool has_unpacked_size;
} pdk_packing;

/* How `data` is packed, from its first bytes; nothing is decoded. PDK_E_UNKNOWN_FORMAT when it is not packed. */
PDK_API pdk_status pdk_packing_of(const void *data, size_t size, pdk_packing *packing, pdk_error *error);
/* Decodes `data` to an output. Fails if a byte is left over or missing. The result is held in memory first: as many
 * bytes as the header says (see pdk_packing_of), if the packed size makes that possible. To get the intact beginning of
 * a damaged file, open it with pdk_open_memory as format "packed" with `partial` and take pdk_document_content; a
 * finding says where that part ends. */
PDK_API pdk_status pdk_unpack(const void *data, size_t size, pdk_output *output, pdk_error *error);

typedef struct pdk_pack_options {
    size_t struct_size;  /* PDK_PACK_OPTIONS_INIT sets it */
    const char *codec;   /* an id, or "auto": the one with the smallest result; NULL = "refpack" */
    int level;           /* 1 is fastest, 9 smallest (refpack: the minimum); 0 = 6 */
    const char *like;    /* "ea1998": byte for byte as the games' own packers; NULL = by level */
    const char *variant; /* the header, as in pdk_packing.variant: "11FB", "DBPF 10FB"; NULL = the simplest */
    pdk_limits limits;   /* memory */
    pdk_allocator allocator;
    pdk_progress progress; /* in plain bytes; with "auto" it restarts for each codec */
    void *progress_user;
} pdk_pack_options;

#define PDK_PACK_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_pack_options)

/*
 * Packs `size` bytes to an output, so that pdk_unpack restores them. options may be NULL. If it fails, nothing has been
 * written. Fails with PDK_E_ARGUMENT (an unknown codec, a variant or size that its header cannot have),
 * PDK_E_CANCELLED, PDK_E_LIMIT or PDK_E_MEMORY, or as the output does.
 */
PDK_API pdk_status pdk_pack(const void *data, size_t size, const pdk_pack_options *options, pdk_output *output,
                            pdk_error *error);

/*
 * Packs `size` bytes as the document was packed: the same codec, the same kind of header. For the
 * plain output of pdk_edit_write, pdk_cut, pdk_track_* and pdk_repair; the command does this unless --plain is given.
 * Unchanged bytes give the packed bytes of the document's file again. Fails as pdk_pack does; with
 * PDK_E_ARGUMENT for a document that was not packed.
 */
PDK_API pdk_status pdk_pack_again(const pdk_document *document, const void *data, size_t size, pdk_output *output,
                                  pdk_error *error);

/* RefPack between buffers, without documents and outputs. `to` and `from` must not overlap. If `capacity` is too small
 * they fail with PDK_E_ARGUMENT, "argument.capacity", and *written is the size needed. */

/* A capacity that is always enough to pack `size` bytes. */
PDK_API size_t pdk_refpack_bound(size_t size);
/* Level as in pdk_pack_options. Needs 4 bytes of memory per byte at levels 3 to 9; the header is the simplest. */
PDK_API pdk_status pdk_refpack_encode(void *to, size_t capacity, const void *from, size_t size, int level,
                                      size_t *written, pdk_error *error);
/* Allocates nothing. As strict as pdk_unpack; for damaged data *written is the number of bytes decoded before it. */
PDK_API pdk_status pdk_refpack_decode(void *to, size_t capacity, const void *from, size_t size, size_t *written,
                                      pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
