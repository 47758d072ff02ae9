/* The list of codecs, and what is the same for all of them. */
#include "codec/codec.h"

#define PDK_CODEC(identifier) extern const pdk_codec identifier;
#include "codec/codecs.def"
#undef PDK_CODEC

#define PDK_CODEC(identifier) &identifier,
static const pdk_codec *const codecs[] = {
#include "codec/codecs.def"
};
#undef PDK_CODEC

enum { CODECS = sizeof codecs / sizeof codecs[0] };

size_t pdk_codec_count(void) { return CODECS; }

const pdk_codec_info *pdk_codec_get(size_t index) { return index < CODECS ? &codecs[index]->info : NULL; }

const pdk_codec *pdk_codec_of(const uint8_t *data, size_t size, pdk_packing *packing)
{
    for (size_t i = 0; i < CODECS; i++) {
        *packing = (pdk_packing){ .codec = codecs[i]->info.id, .packed_size = size };
        if (codecs[i]->probe(data, size, packing)) return codecs[i];
    }
    return NULL;
}

pdk_status pdk_codec_unpack(const pdk_codec *codec, const uint8_t *data, size_t size, const pdk_packing *packing,
                            pdk_memory *memory, pdk_bytes *plain, pdk_error *error)
{
    uint64_t most = codec->most(packing, size);
    if (packing->unpacked_size > most || packing->unpacked_size > SIZE_MAX) {
        return pdk_fail(error, PDK_E_CORRUPT, 0, "codec.size",
                        "the header announces %llu bytes, but %llu packed bytes cannot hold more than %llu",
                        (unsigned long long)packing->unpacked_size, (unsigned long long)size, (unsigned long long)most);
    }
    size_t capacity = (size_t)packing->unpacked_size, written = 0;
    uint8_t *to = pdk_alloc_raw(memory, capacity);
    if (to == NULL) return pdk_fail_memory(error, memory, "the unpacked file");
    pdk_status status = codec->decode(data, size, packing, to, capacity, &written, error);
    *plain = (pdk_bytes){ to, written };
    return status;
}

pdk_status pdk_packing_of(const void *data, size_t size, pdk_packing *packing, pdk_error *error)
{
    if (data == NULL || packing == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no bytes to look at");
    }
    if (pdk_codec_of(data, size, packing) != NULL) return PDK_OK;
    *packing = (pdk_packing){ 0 };
    return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "codec.unknown", "not packed with a codec we know");
}

pdk_status pdk_unpack(const void *data, size_t size, pdk_output *output, pdk_error *error)
{
    pdk_packing packing;
    if (output == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no output to unpack to");
    pdk_status status = pdk_packing_of(data, size, &packing, error);
    if (status != PDK_OK) return status;
    const pdk_codec *codec = pdk_codec_of(data, size, &packing);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_bytes plain;
    status = pdk_codec_unpack(codec, data, size, &packing, &memory, &plain, error);
    if (status == PDK_OK) status = pdk_output_write(output, plain.data, plain.size, error);
    pdk_memory_destroy(&memory);
    return status;
}
