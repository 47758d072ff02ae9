/* The first byte chooses a codec and a level, the rest is packed: it comes back, whatever it is. */
#include <stdlib.h>
#include <string.h>

#include "explore.h"
#include "fuzz.h"

static pdk_output *new_output(void)
{
    pdk_output *output = NULL;
    require(pdk_output_memory(&output, NULL) == PDK_OK);
    return output;
}

/* What cannot be packed (no codec says every size, not every packer has levels) says why and leaves nothing. */
static void there_and_back(const uint8_t *plain, size_t size, const pdk_pack_options *options)
{
    pdk_error error = { 0 };
    pdk_output *packed = new_output(), *again = new_output();
    pdk_status status = pdk_pack(plain, size, options, packed, &error);
    pdk_bytes bytes = pdk_output_bytes(packed), back;
    if (status != PDK_OK) {
        require(status == PDK_E_ARGUMENT && bytes.size == 0);
        explore_error(status, &error, size);
    } else {
        pdk_packing packing;
        require(pdk_packing_of(bytes.data, bytes.size, &packing, NULL) == PDK_OK);
        require(packing.packed_size == bytes.size && packing.unpacked_size == size);
        require(pdk_unpack(bytes.data, bytes.size, again, NULL) == PDK_OK);
        back = pdk_output_bytes(again);
        require(back.size == size && (size == 0 || memcmp(back.data, plain, size) == 0));
    }
    pdk_output_close(packed);
    pdk_output_close(again);
}

/* Between buffers: into as much as it takes, and into a byte less. */
static void between_buffers(const uint8_t *plain, size_t size, int level)
{
    size_t room = pdk_refpack_bound(size), written = 0, back = 0;
    uint8_t *packed = malloc(room), *again = malloc(size > 0 ? size : 1);
    require(packed != NULL && again != NULL);
    require(pdk_refpack_encode(packed, room, plain, size, level, &written, NULL) == PDK_OK && written <= room);
    require(pdk_refpack_decode(again, size, packed, written, &back, NULL) == PDK_OK && back == size);
    require(size == 0 || memcmp(again, plain, size) == 0);
    if (size > 0) require(pdk_refpack_decode(again, size - 1, packed, written, &back, NULL) == PDK_E_ARGUMENT && back == size);
    free(packed);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const codecs[] = { "refpack", "huffman", "huffman-delta", "huffman-delta2", "bytepair", "gzip", "auto" };
    enum { CODECS = sizeof codecs / sizeof codecs[0] };
    if (size == 0) return 0;
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.codec = codecs[data[0] % CODECS];
    options.level = data[0] / CODECS % 10;
    options.like = data[0] / CODECS / 10 == 3 ? "ea1998" : NULL;
    options.limits.memory = UINT64_C(256) << 20;
    there_and_back(data + 1, size - 1, &options);
    if (data[0] % CODECS == 0) between_buffers(data + 1, size - 1, options.level);
    return 0;
}
