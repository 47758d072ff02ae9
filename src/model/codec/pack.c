/* The public calls that pack, and RefPack between buffers. */
#include <string.h>

#include "base/options.h"
#include "codec/codec.h"
#include "codec/refpack/refpack_write.h"
#include "io/output.h"

enum { USUAL_LEVEL = 6, MAX_LEVEL = 9, LARGEST_HEADER = 10 };

/* One codec, or with `codec` NULL all of them; the smallest stays. */
static pdk_status encode(const pdk_pack_request *request, const pdk_codec *codec, pdk_bytes *packed, pdk_error *error)
{
    if (codec != NULL) return codec->encode(request, packed, error);
    pdk_status status = PDK_E_ARGUMENT;
    *packed = (pdk_bytes){ NULL, SIZE_MAX };
    for (size_t i = 0; (codec = pdk_codec_functions(i)) != NULL; i++) {
        pdk_bytes other;
        pdk_error refused;
        pdk_status tried = codec->encode(request, &other, packed->data == NULL ? error : &refused);
        if (tried == PDK_E_ARGUMENT) continue; /* cannot say that size, or has no such header */
        if (tried != PDK_OK) {
            if (error != NULL && packed->data != NULL) *error = refused;
            return tried;
        }
        status = PDK_OK;
        pdk_bytes *larger = other.size < packed->size ? packed : &other;
        pdk_free(request->memory, (void *)(uintptr_t)larger->data);
        *larger = (pdk_bytes){ NULL, SIZE_MAX };
        if (other.data != NULL) *packed = other;
    }
    return status;
}

static pdk_status check(const void *data, const pdk_pack_options *options, const pdk_codec **codec, pdk_error *error)
{
    if (data == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there are no bytes to pack");
    if (options->level < 0 || options->level > MAX_LEVEL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.level", "level %d is not from 1 to %d",
                        options->level, MAX_LEVEL);
    }
    if (options->like != NULL && strcmp(options->like, "ea1998") != 0) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.like",
                        "Paddock cannot pack like \"%s\"; it can pack like \"ea1998\"", options->like);
    }
    const char *id = options->codec != NULL ? options->codec : "refpack";
    *codec = pdk_codec_find(id);
    if (*codec != NULL || strcmp(id, "auto") == 0) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.codec", "there is no codec \"%s\"", id);
}

/* `*packed` lives in `memory`. */
static pdk_status pack(const void *data, size_t size, const pdk_pack_options *options, pdk_memory *memory,
                       pdk_bytes *packed, pdk_error *error)
{
    const pdk_codec *codec;
    pdk_status status = check(data, options, &codec, error);
    if (status != PDK_OK) return status;
    pdk_pack_request request = { .plain = data,
                                 .size = size,
                                 .level = options->level > 0 ? options->level : USUAL_LEVEL,
                                 .like_ea1998 = options->like != NULL,
                                 .variant = options->variant,
                                 .progress = options->progress,
                                 .progress_user = options->progress_user,
                                 .memory = memory };
    return encode(&request, codec, packed, error);
}

pdk_status pdk_pack(const void *data, size_t size, const pdk_pack_options *given, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_OUTPUT(output);
    pdk_pack_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_PACK_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (output == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "packing needs an output");
    pdk_memory memory;
    pdk_memory_init(&memory, &options.allocator, pdk_memory_limit(&options.limits));
    pdk_bytes packed;
    status = pack(data, size, &options, &memory, &packed, error);
    if (status == PDK_OK) status = pdk_output_write(output, packed.data, packed.size, error);
    pdk_memory_destroy(&memory);
    return status;
}

size_t pdk_refpack_bound(size_t size)
{
    uint64_t capacity = pdk_refpack_room(size) + LARGEST_HEADER;
    return capacity < SIZE_MAX ? (size_t)capacity : SIZE_MAX;
}

pdk_status pdk_refpack_encode(void *to, size_t capacity, const void *from, size_t size, int level, size_t *written,
                              pdk_error *error)
{
    if (to == NULL || written == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "packing needs a buffer and a pointer for the size written");
    }
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.level = level;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_bytes packed;
    pdk_status status = pack(from, size, &options, &memory, &packed, error);
    if (status == PDK_OK) {
        *written = packed.size;
        if (packed.size > capacity) status = pdk_fail_capacity(error, packed.size, capacity);
        else memcpy(to, packed.data, packed.size);
    }
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_refpack_decode(void *to, size_t capacity, const void *from, size_t size, size_t *written,
                              pdk_error *error)
{
    if (to == NULL || from == NULL || written == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "unpacking needs bytes, a buffer and a pointer for the size written");
    }
    const pdk_codec *codec = pdk_codec_find("refpack");
    pdk_packing packing = { .codec = codec->info.id, .packed_size = size };
    *written = 0;
    if (codec->probe(from, size, &packing)) {
        return pdk_codec_unpack_to(codec, (pdk_bytes){ from, size }, &packing, to, capacity, written, error);
    }
    return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "codec.unknown", "the bytes are not packed with RefPack");
}
