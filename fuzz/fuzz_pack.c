/* The first byte chooses a codec, a level and something special, the rest is packed: it comes back, whatever it is. */
#include <stdlib.h>
#include <string.h>

#include "codec/refpack/refpack_sorted.h"
#include "codec/refpack/refpack_tree.h"
#include "explore.h"
#include "fuzz.h"

/* What cannot be packed (no codec says every size, not every packer has levels) says why and leaves nothing. */
static void there_and_back(const uint8_t *plain, size_t size, const pdk_pack_options *options)
{
    pdk_error error = { 0 };
    pdk_output *packed = memory_output(), *again = memory_output();
    pdk_status status = pdk_pack(plain, size, options, packed, &error);
    pdk_bytes bytes = pdk_output_bytes(packed), back;
    if (status != PDK_OK) {
        require(status == PDK_E_ARGUMENT && bytes.size == 0);
        explore_error(status, &error, size);
    } else {
        pdk_packing packing;
        require(pdk_packing_of(bytes.data, bytes.size, &packing, NULL) == PDK_OK);
        require(packing.packed_size == bytes.size && packing.unpacked_size == size);
        require(options->variant == NULL || strcmp(packing.variant, options->variant) == 0);
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
    size_t capacity = pdk_refpack_bound(size), written = 0, back = 0;
    uint8_t *packed = malloc(capacity), *again = malloc(size > 0 ? size : 1);
    require(packed != NULL && again != NULL);
    require(pdk_refpack_encode(packed, capacity, plain, size, level, &written, NULL) == PDK_OK && written <= capacity);
    require(pdk_refpack_decode(again, size, packed, written, &back, NULL) == PDK_OK && back == size);
    require(size == 0 || memcmp(again, plain, size) == 0);
    if (size > 0)
        require(pdk_refpack_decode(again, size - 1, packed, written, &back, NULL) == PDK_E_ARGUMENT && back == size);
    free(packed);
    free(again);
}

/* The two finders of copies reach as far as each other, whichever searches the file. */
static void find_both_ways(const uint8_t *plain, uint32_t size)
{
    enum { BATCH = 256 };
    pdk_memory memory;
    pdk_refpack_tree tree;
    pdk_refpack_sorted order;
    pdk_refpack_reach by_tree[BATCH], by_order[BATCH];
    pdk_memory_init(&memory, NULL, 0);
    require(pdk_refpack_tree_init(&tree, plain, size, &memory) &&
            pdk_refpack_sorted_init(&order, plain, size, &memory));
    for (uint32_t first = 0; first < size; first += BATCH) {
        uint32_t count = size - first < BATCH ? size - first : BATCH;
        require(pdk_refpack_tree_reach(&tree, first, count, UINT64_MAX, by_tree) == count);
        pdk_refpack_sorted_reach(&order, first, count, by_order);
        for (uint32_t i = 0; i < count; i++) {
            for (int kind = 0; kind < PDK_REFPACK_KINDS; kind++) {
                uint64_t copy = by_order[i].kinds[kind];
                require(copy >> 32 == by_tree[i].kinds[kind] >> 32); /* the place may be another one */
                if (copy == 0) continue;
                const uint8_t *at = plain + first + i;
                uint32_t length = pdk_refpack_length_of((uint32_t)copy),
                         distance = pdk_refpack_distance_of((uint32_t)copy);
                require(first + i + length == copy >> 32 && distance <= first + i);
                require(memcmp(at, at - distance, length) == 0);
            }
        }
    }
    pdk_memory_destroy(&memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const codecs[] = { "refpack",  "huffman", "huffman-delta", "huffman-delta2",
                                          "bytepair", "gzip",    "auto" };
    static const char *const variants[] = { "10FB", "11FB", "90FB", "91FB", "DBPF 10FB", "30FB",
                                            "B1FB", "32FB", "34FB", "46FB", "47FB",      "none" };
    enum { CODECS = sizeof codecs / sizeof codecs[0], VARIANTS = sizeof variants / sizeof variants[0] };
    enum { USUAL, VARIANT, FINDERS, LIKE }; /* what is special */
    if (size == 0) return 0;
    int special = data[0] / CODECS / 10;
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.codec = codecs[data[0] % CODECS];
    options.level = data[0] / CODECS % 10;
    options.like = special == LIKE ? "ea1998" : NULL;
    options.variant = special == VARIANT ? variants[size % VARIANTS] : NULL;
    options.limits.memory = UINT64_C(256) << 20;
    there_and_back(data + 1, size - 1, &options);
    if (data[0] % CODECS == 0) between_buffers(data + 1, size - 1, options.level);
    if (special == FINDERS) find_both_ways(data + 1, (uint32_t)(size - 1));
    return 0;
}
