/* EA's byte pairs (pack codes 46FB, 47FB): some bytes stand for two others, each of which may again.
 * docs/formats/packing.md */
#include <string.h>

#include "base/load.h"
#include "codec/bytepair/bytepair_encode.h"
#include "codec/ea_header.h"
#include "codec/packing_layout.h"

enum {
    METHOD = 0x46,
    READY = 32, /* expansions up to this long are kept ready */
    STEPS = 4   /* bytes of input handled between two looks at the ends */
};

static const uint64_t endless = UINT64_C(1) << 40; /* lengths are not counted further than this */

/* What each byte of the data becomes. */
typedef struct pair_table {
    uint8_t escape;
    size_t end; /* of the pairs: where the data begin */
    bool is_node[256];
    uint8_t left[256], right[256];
    uint64_t length[256]; /* of the whole expansion */
    uint8_t ready[256];   /* that length when `text` has the expansion; 0 for longer ones and the escape */
    uint8_t text[256][READY];
} pair_table;

static void set_byte(pair_table *pairs, unsigned byte)
{
    pairs->length[byte] = 1;
    pairs->ready[byte] = 1;
    pairs->text[byte][0] = (uint8_t)byte;
}

static void set_node(pair_table *pairs, unsigned node)
{
    unsigned left = pairs->left[node], right = pairs->right[node];
    uint64_t length = pairs->length[left] + pairs->length[right];
    pairs->length[node] = length < endless ? length : endless;
    if (length > READY) return;
    memcpy(pairs->text[node], pairs->text[left], pairs->ready[left]);
    memcpy(pairs->text[node] + pairs->ready[left], pairs->text[right], pairs->ready[right]);
    pairs->ready[node] = (uint8_t)length;
}

/* Lengths from the bytes upwards; a pair is due when both its parts are. Pairs that never become due contain
 * themselves. */
static unsigned resolve(pair_table *pairs)
{
    unsigned left_over = 0, before;
    for (unsigned byte = 0; byte < 256; byte++) {
        if (pairs->is_node[byte]) left_over++;
        else if (byte != pairs->escape) set_byte(pairs, byte);
    }
    do {
        before = left_over;
        for (unsigned node = 0; node < 256; node++) {
            if (!pairs->is_node[node] || pairs->length[node] != 0) continue;
            if (pairs->length[pairs->left[node]] == 0 || pairs->length[pairs->right[node]] == 0) continue;
            set_node(pairs, node);
            left_over--;
        }
    } while (left_over < before);
    return left_over;
}

static pdk_status read_pairs(const uint8_t *data, size_t size, size_t at, pair_table *pairs, pdk_error *error)
{
    memset(pairs, 0, sizeof *pairs);
    size_t count = size - at >= 2 ? data[at + 1] : 0;
    pairs->end = at + 2 + count * pdk_packed_pair.size;
    if (size - at < 2 || pairs->end > size) {
        return pdk_fail(error, PDK_E_TRUNCATED, size, "bytepair.pairs", "the file ends inside its list of %zu pairs",
                        count);
    }
    pairs->escape = data[at];
    for (size_t i = 0, pair = at + 2; i < count; i++, pair += pdk_packed_pair.size) {
        uint8_t node = data[pair], left = data[pair + 1], right = data[pair + 2];
        if (node == pairs->escape || left == pairs->escape || right == pairs->escape || pairs->is_node[node]) {
            return pdk_fail(error, PDK_E_CORRUPT, pair, "bytepair.node", "pair %zu (%02X = %02X %02X) %s", i,
                            (unsigned)node, (unsigned)left, (unsigned)right,
                            pairs->is_node[node] ? "defines its node a second time" : "uses the escape");
        }
        pairs->is_node[node] = true;
        pairs->left[node] = left;
        pairs->right[node] = right;
    }
    unsigned stuck = resolve(pairs);
    if (stuck == 0) return PDK_OK;
    return pdk_fail(error, PDK_E_CORRUPT, at + 2, "bytepair.cycle", "%u pairs contain themselves", stuck);
}

/* Bytes with a ready expansion while both ends are far. */
static void run_fast(const pair_table *pairs, const uint8_t **in_place, const uint8_t *in_end, uint8_t **out_place,
                     uint8_t *out_end)
{
    const uint8_t *in = *in_place;
    uint8_t *out = *out_place;
    while (in_end - in >= STEPS && out_end - out >= STEPS * READY) {
        unsigned ready = READY;
        for (int i = 0; i < STEPS; i++) {
            ready = pairs->ready[*in];
            memcpy(out, pairs->text[*in], READY);
            out += ready;
            if (ready == 0) break;
            in++;
        }
        if (ready == 0) break;
    }
    *in_place = in;
    *out_place = out;
}

/* The whole expansion of a byte; the caller has seen to its length. A path down has each node once: 256 places do. */
static uint8_t *expand(const pair_table *pairs, uint8_t byte, uint8_t *out)
{
    uint8_t waiting[256];
    size_t depth = 0;
    waiting[depth++] = byte;
    while (depth > 0) {
        uint8_t top = waiting[--depth];
        if (pairs->ready[top] > 0) {
            memcpy(out, pairs->text[top], pairs->ready[top]);
            out += pairs->ready[top];
        } else {
            waiting[depth++] = pairs->right[top];
            waiting[depth++] = pairs->left[top];
        }
    }
    return out;
}

static pdk_status decode(pdk_bytes packed, const pdk_packing *packing, uint8_t *to, size_t capacity, size_t *written,
                         pdk_error *error)
{
    pair_table pairs;
    pdk_status status = read_pairs(packed.data, packed.size, packing->header_size, &pairs, error);
    if (status != PDK_OK) return status;
    const uint8_t *in = packed.data + pairs.end, *in_end = packed.data + packed.size;
    uint8_t *out = to, *out_end = to + capacity;
    for (;;) {
        run_fast(&pairs, &in, in_end, &out, out_end);
        *written = (size_t)(out - to);
        bool escaped = in < in_end && *in == pairs.escape;
        if (in_end - in < (escaped ? 2 : 1)) {
            return pdk_fail(error, PDK_E_TRUNCATED, packed.size, "bytepair.stop",
                            "the packed data end without a stop code, after %zu bytes of output", *written);
        }
        size_t at = (size_t)(in - packed.data);
        if (escaped && in[1] == 0) return pdk_ea_finish("bytepair", packing, *written, at, at + 2, packed.size, error);
        uint64_t length = escaped ? 1 : pairs.length[*in];
        if (length > (uint64_t)(out_end - out)) {
            return pdk_fail(error, PDK_E_CORRUPT, at, "bytepair.overflow",
                            "0x%02X expands to %llu bytes, but only %zu are left of the size in the header",
                            (unsigned)*in, (unsigned long long)length, (size_t)(out_end - out));
        }
        if (escaped) *out++ = in[1];
        else out = expand(&pairs, *in, out);
        in += escaped ? 2 : 1;
    }
}

/* The longest expansion for every byte of the data. */
static pdk_status bound(const uint8_t *data, size_t size, const pdk_packing *packing, uint64_t *maximum,
                        pdk_error *error)
{
    pair_table pairs;
    *maximum = UINT64_MAX;
    pdk_status status = read_pairs(data, size, packing->header_size, &pairs, error);
    if (status != PDK_OK) return status;
    uint64_t longest = 1, all;
    for (unsigned byte = 0; byte < 256; byte++) longest = pairs.length[byte] > longest ? pairs.length[byte] : longest;
    if (!__builtin_mul_overflow(longest, (uint64_t)(size - pairs.end), &all)) *maximum = all;
    return PDK_OK;
}

static bool probe(const uint8_t *data, size_t size, pdk_packing *packing)
{
    if (!pdk_ea_header_read(data, size, 0, METHOD, false, packing)) return false;
    if (pdk_ea_size_is_ordinary(packing, size)) return true;
    pair_table pairs;
    return read_pairs(data, size, packing->header_size, &pairs, NULL) != PDK_E_CORRUPT;
}

const pdk_codec pdk_codec_bytepair = {
    .info = { "bytepair", "EA byte pairs", PDK_CONFIRMED },
    .prefix = "bytepair",
    .probe = probe,
    .bound = bound,
    .decode = decode,
    .encode = pdk_bytepair_pack,
};
