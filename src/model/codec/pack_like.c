/* Packing again what was packed before. */
#include <string.h>

#include "codec/codec.h"

pdk_status pdk_codec_pack_again(pdk_bytes original, pdk_bytes plain, const pdk_allocator *allocator, uint64_t memory,
                                pdk_output *output, pdk_error *error)
{
    pdk_packing packing;
    const pdk_codec *codec = pdk_codec_of(original.data, original.size, &packing);
    if (codec == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.codec", "the original is not packed");
    }
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.codec = codec->info.id;
    options.variant =
        strcmp(codec->info.id, "gzip") == 0 ? NULL : packing.variant; /* gzip has no headers to choose from */
    options.limits.memory = memory;
    options.allocator = *allocator;
    return pdk_pack(plain.data, plain.size, &options, output, error);
}
