/* The list of codecs, and what is the same for all of them. */
#include <stdio.h>
#include <string.h>

#include "codec/codec.h"
#include "io/output.h"

#define PDK_CODEC(identifier) extern const pdk_codec identifier;
#include "codec/codecs.def"
#undef PDK_CODEC

#define PDK_CODEC(identifier) &identifier,
static const pdk_codec *const codecs[] = {
#include "codec/codecs.def"
};
#undef PDK_CODEC

enum { CODECS = sizeof codecs / sizeof codecs[0] };

size_t pdk_codec_count(void)
{
    return CODECS;
}

const pdk_codec_info *pdk_codec_at(size_t index)
{
    return index < CODECS ? &codecs[index]->info : NULL;
}

const pdk_codec *pdk_codec_functions(size_t index)
{
    return index < CODECS ? codecs[index] : NULL;
}

const pdk_codec *pdk_codec_find(const char *id)
{
    for (size_t i = 0; i < CODECS; i++) {
        if (strcmp(codecs[i]->info.id, id) == 0) return codecs[i];
    }
    return NULL;
}

const pdk_codec *pdk_codec_of(const uint8_t *data, size_t size, pdk_packing *packing)
{
    for (size_t i = 0; i < CODECS; i++) {
        *packing = (pdk_packing){ .codec = codecs[i]->info.id, .packed_size = size };
        if (codecs[i]->probe(data, size, packing)) return codecs[i];
    }
    return NULL;
}

static pdk_status decode(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, pdk_memory *memory,
                         pdk_bytes *plain, pdk_error *error)
{
    size_t capacity = (size_t)packing->unpacked_size, written = 0;
    uint8_t *to = pdk_alloc_raw(memory, capacity);
    if (to == NULL) return pdk_fail_memory(error, memory, "the unpacked file");
    pdk_status status = codec->decode(packed, packing, to, capacity, &written, error);
    *plain = (pdk_bytes){ to, written };
    return status;
}

/* Is there a whole header and something after it, and how much can come out of that? */
static pdk_status find_bound(const pdk_codec *codec, const uint8_t *data, size_t size, const pdk_packing *packing,
                             uint64_t *maximum, pdk_error *error)
{
    char code[48];
    if (packing->unpacked_size == UINT64_MAX) {
        snprintf(code, sizeof code, "%s.header", codec->prefix);
        return pdk_fail(error, PDK_E_TRUNCATED, size, code, "the header (%s) needs %u bytes, but the file has %zu",
                        packing->variant, (unsigned)packing->header_size, size);
    }
    if (size == packing->header_size) {
        snprintf(code, sizeof code, "%s.empty", codec->prefix);
        return pdk_fail(error, PDK_E_TRUNCATED, size, code, "no packed data follow the header (%s)", packing->variant);
    }
    return codec->bound(data, size, packing, maximum, error);
}

static pdk_status check_size(const pdk_codec *codec, size_t size, const pdk_packing *packing, uint64_t maximum,
                             pdk_error *error)
{
    if (packing->unpacked_size <= maximum && packing->unpacked_size <= SIZE_MAX) return PDK_OK;
    char code[48];
    snprintf(code, sizeof code, "%s.size", codec->prefix);
    return pdk_fail(
        error, PDK_E_CORRUPT, 0, code,
        "the header gives a size of %llu bytes, but %zu packed bytes hold at most %llu: the file is truncated or "
        "damaged",
        (unsigned long long)packing->unpacked_size, size, (unsigned long long)maximum);
}

static pdk_status unpack_one(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, pdk_memory *memory,
                             pdk_bytes *plain, pdk_error *error)
{
    *plain = (pdk_bytes){ packed.data, 0 };
    uint64_t maximum = 0;
    pdk_packing attempt = *packing;
    pdk_status status = find_bound(codec, packed.data, packed.size, packing, &maximum, error);
    while (status == PDK_OK) {
        status = check_size(codec, packed.size, &attempt, maximum, error);
        if (status == PDK_OK)
            status = decode(codec, (pdk_bytes){ packed.data, packed.size }, &attempt, memory, plain, error);
        /* A size announced modulo something may have been too small by that. */
        bool full = status == PDK_E_CORRUPT && plain->size > 0 && plain->size == attempt.unpacked_size;
        if (!full || codec->modulus == 0 || codec->modulus > maximum - attempt.unpacked_size) break;
        pdk_free(memory, (void *)(uintptr_t)plain->data);
        *plain = (pdk_bytes){ packed.data, 0 };
        attempt.unpacked_size += codec->modulus;
        status = PDK_OK;
    }
    if (status != PDK_OK && codec->modulus != 0 && plain->data != packed.data) { /* "full" was no promise of content */
        pdk_free(memory, (void *)(uintptr_t)plain->data);
        *plain = (pdk_bytes){ packed.data, 0 };
    }
    return status;
}

pdk_status pdk_codec_unpack(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, pdk_memory *memory,
                            pdk_bytes *plain, pdk_error *error)
{
    pdk_error trouble = { 0 };
    if (error == NULL) error = &trouble;
    pdk_status status = unpack_one(codec, (pdk_bytes){ packed.data, packed.size }, packing, memory, plain, error);
    bool may_be_several = (status == PDK_E_CORRUPT || status == PDK_E_TRUNCATED) && codec->members != NULL &&
                          packing->unpacked_size != UINT64_MAX;
    return may_be_several ? codec->members(packed.data, packed.size, memory, plain, error) : status;
}

/* The header of a truncated file gives more than the rest can unpack to: a buffer for that much is enough. */
static pdk_status decode_start(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, pdk_memory *memory,
                               pdk_bytes *plain, pdk_error *trouble)
{
    uint64_t maximum = 0;
    find_bound(codec, packed.data, packed.size, packing, &maximum,
               NULL); /* fails too where it counts out what is there */
    if (maximum == 0 || maximum >= packing->unpacked_size || maximum > SIZE_MAX) return trouble->status;
    pdk_packing start = *packing;
    start.unpacked_size = maximum;
    pdk_error end = { .offset = packed.size };
    pdk_status status = decode(codec, (pdk_bytes){ packed.data, packed.size }, &start, memory, plain, &end);
    if (status == PDK_E_MEMORY) *trouble = end;
    trouble->offset = end.offset;
    return trouble->status;
}

pdk_status pdk_codec_salvage(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, pdk_memory *memory,
                             pdk_bytes *plain, pdk_error *error)
{
    pdk_status status = pdk_codec_unpack(codec, (pdk_bytes){ packed.data, packed.size }, packing, memory, plain, error);
    bool damaged = status == PDK_E_CORRUPT || status == PDK_E_TRUNCATED || status == PDK_E_LIMIT;
    if (!damaged || plain->size > 0) return status;
    if (codec->rescue == NULL)
        return decode_start(codec, (pdk_bytes){ packed.data, packed.size }, packing, memory, plain, error);
    memory->limit_hit = false; /* what passed it may be no size: it is at the end of the file */
    return codec->rescue(packed.data, packed.size, memory, plain, error);
}

pdk_status pdk_codec_unpack_to(const pdk_codec *codec, pdk_bytes packed, const pdk_packing *packing, uint8_t *to,
                               size_t capacity, size_t *written, pdk_error *error)
{
    uint64_t maximum = 0;
    *written = 0;
    pdk_status status = find_bound(codec, packed.data, packed.size, packing, &maximum, error);
    if (status == PDK_OK) status = check_size(codec, packed.size, packing, maximum, error);
    if (status != PDK_OK) return status;
    *written = (size_t)packing->unpacked_size;
    if (*written > capacity) return pdk_fail_capacity(error, *written, capacity);
    return codec->decode(packed, packing, to, *written, written, error);
}

pdk_status pdk_fail_capacity(pdk_error *error, size_t needed, size_t capacity)
{
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.capacity",
                    "the output needs %zu bytes, but the buffer has %zu", needed, capacity);
}

pdk_status pdk_packing_of(const void *data, size_t size, pdk_packing *packing, pdk_error *error)
{
    if (data == NULL || packing == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there are no bytes to identify");
    }
    pdk_packing found;
    if (pdk_codec_of(data, size, &found) != NULL) {
        *packing = found;
        packing->has_unpacked_size = found.unpacked_size != UINT64_MAX;
        return PDK_OK;
    }
    return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "codec.unknown",
                    "the bytes are not packed with a codec that Paddock knows");
}

/* Nothing is written before all of it has proved sound. */
pdk_status pdk_unpack(const void *data, size_t size, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_OUTPUT(output);
    if (output == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "unpacking needs an output");
    pdk_packing packing;
    pdk_status status = pdk_packing_of(data, size, &packing, error);
    if (status != PDK_OK) return status;
    const pdk_codec *codec = pdk_codec_of(data, size, &packing);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_bytes plain;
    status = pdk_codec_unpack(codec, (pdk_bytes){ data, size }, &packing, &memory, &plain, error);
    if (status == PDK_OK) status = pdk_output_write(output, plain.data, plain.size, error);
    pdk_memory_destroy(&memory);
    return status;
}
