#include "codec/gzip/inflate_rescue.h"

#include <stdbool.h>
#include <string.h>

#include "base/load.h"

enum { LONGEST = 15, QUICK = 9 };
enum { LITERALS = 288, DISTANCES = 32, LENGTH_CODES = 19 };
enum { END_OF_BLOCK = 256, NO_SYMBOL = 0xFFFF };

/* A canonical prefix code. */
typedef struct prefix_code {
    uint16_t count[LONGEST + 1]; /* how many codes of each length */
    uint16_t symbols[LITERALS];  /* shorter codes first, then smaller symbols */
    uint16_t quick[1 << QUICK];  /* by the next bits: 16 * symbol + length; 0 = the code is longer */
} prefix_code;

typedef struct inflating {
    const uint8_t *data;
    size_t size;
    uint64_t position; /* in bits */
    uint8_t *to;       /* NULL = count only */
    uint64_t capacity, written;
    const prefix_code *literals, *distances; /* of the block: its own, or the fixed ones, which are made once */
    prefix_code own_literals, own_distances, fixed_literals, fixed_distances;
    bool fixed_made;
} inflating;

/* --------------------------------------------------------------------------------------------------- bits */

/* The next bits, the first lowest: at least 57 are right. Zeros are read past the end. */
static uint64_t peek(const inflating *state)
{
    size_t at = (size_t)(state->position >> 3);
    uint64_t word = 0;
    if (at < state->size && state->size - at >= 8) {
        word = pdk_load_u64(state->data + at);
    } else {
        for (size_t i = 0; i < 8 && at + i < state->size; i++) word |= (uint64_t)state->data[at + i] << (8 * i);
    }
    return word >> (state->position & 7);
}

static bool has_bits(const inflating *state, unsigned count)
{
    return count <= (uint64_t)state->size * 8 - state->position;
}

/* False when there are not that many left. */
static bool take(inflating *state, unsigned count, unsigned *value)
{
    if (!has_bits(state, count)) return false;
    *value = (unsigned)(peek(state) & ((1u << count) - 1));
    state->position += count;
    return true;
}

/* -------------------------------------------------------------------------------------------------- codes */

static unsigned reversed(unsigned code, unsigned length)
{
    unsigned result = 0;
    for (unsigned i = 0; i < length; i++) result |= (code >> i & 1) << (length - 1 - i);
    return result;
}

/* The symbols of short codes, by the bits in their order. */
static void fill_quick(prefix_code *code)
{
    memset(code->quick, 0, sizeof code->quick);
    unsigned next = 0, index = 0;
    for (unsigned length = 1; length <= QUICK; length++, next <<= 1) {
        for (unsigned i = 0; i < code->count[length]; i++, next++, index++) {
            uint16_t entry = (uint16_t)(16u * code->symbols[index] + length);
            for (unsigned at = reversed(next, length); at < 1u << QUICK; at += 1u << length) code->quick[at] = entry;
        }
    }
}

/* From the length of each symbol's code, 0 for those that do not occur. A code has to be complete, except one of a
 * single symbol, whose one bit may be either, and one of none, which is used where there are no copies. */
static bool make_code(prefix_code *code, const uint8_t *lengths, unsigned symbols)
{
    memset(code->count, 0, sizeof code->count);
    for (unsigned i = 0; i < symbols; i++) code->count[lengths[i]]++;
    unsigned used = symbols - code->count[0];
    code->count[0] = 0;
    unsigned start[LONGEST + 2] = { 0 };
    int left = 1;
    for (unsigned length = 1; length <= LONGEST; length++) {
        left = 2 * left - code->count[length];
        if (left < 0) return false;
        start[length + 1] = start[length] + code->count[length];
    }
    if (left > 0 && used > 0 && (used != 1 || code->count[1] != 1)) return false;
    code->symbols[0] = 0;
    for (unsigned i = 0; i < symbols; i++) {
        if (lengths[i] != 0) code->symbols[start[lengths[i]]++] = (uint16_t)i;
    }
    fill_quick(code);
    for (unsigned i = 0; left > 0 && i < 1u << QUICK; i++) code->quick[i] = (uint16_t)(16u * code->symbols[0] + 1);
    return true;
}

/* The symbol at the low end of `bits`, and the length of its code. */
static unsigned find_symbol(const prefix_code *code, uint64_t bits, unsigned *length)
{
    unsigned entry = code->quick[bits & ((1u << QUICK) - 1)];
    *length = entry % 16;
    if (entry != 0) return entry / 16;
    unsigned value = 0, first = 0, index = 0;
    for (*length = 1; *length <= LONGEST; ++*length, bits >>= 1) {
        value = value << 1 | (unsigned)(bits & 1);
        first <<= 1;
        unsigned count = code->count[*length];
        if (value - first < count) return code->symbols[index + value - first];
        index += count;
        first += count;
    }
    return NO_SYMBOL; /* a complete code has none such */
}

static void take_fixed_codes(inflating *state)
{
    state->literals = &state->fixed_literals;
    state->distances = &state->fixed_distances;
    if (state->fixed_made) return;
    uint8_t lengths[LITERALS];
    for (unsigned i = 0; i < LITERALS; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_code(&state->fixed_literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    make_code(&state->fixed_distances, lengths, DISTANCES);
    state->fixed_made = true;
}

/* The lengths of both codes, packed with a third one. */
static pdk_inflate_end read_lengths(inflating *state, const prefix_code *code, uint8_t *lengths, unsigned wanted)
{
    for (unsigned count = 0; count < wanted;) {
        uint64_t bits = peek(state);
        unsigned length, symbol = find_symbol(code, bits, &length);
        if (!has_bits(state, length)) return PDK_INFLATE_CUT;
        if (symbol < 16) {
            state->position += length;
            lengths[count++] = (uint8_t)symbol;
            continue;
        }
        if (symbol > 18 || (symbol == 16 && count == 0)) return PDK_INFLATE_DAMAGED;
        unsigned extra = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
        if (!has_bits(state, length + extra)) return PDK_INFLATE_CUT;
        unsigned repeat = (symbol == 18 ? 11 : 3) + (unsigned)(bits >> length & ((1u << extra) - 1));
        if (repeat > wanted - count) return PDK_INFLATE_DAMAGED;
        memset(lengths + count, symbol == 16 ? lengths[count - 1] : 0, repeat);
        count += repeat;
        state->position += length + extra;
    }
    return PDK_INFLATE_COMPLETE;
}

static pdk_inflate_end read_codes(inflating *state)
{
    static const uint8_t order[LENGTH_CODES] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
    unsigned literals, distances, count, value;
    if (!take(state, 5, &literals) || !take(state, 5, &distances) || !take(state, 4, &count)) return PDK_INFLATE_CUT;
    literals += 257;
    distances += 1;
    uint8_t lengths[LITERALS + DISTANCES] = { 0 };
    for (unsigned i = 0; i < count + 4; i++) {
        if (!take(state, 3, &value)) return PDK_INFLATE_CUT;
        lengths[order[i]] = (uint8_t)value;
    }
    prefix_code *of_lengths = &state->own_literals; /* until the lengths are read */
    if (!make_code(of_lengths, lengths, LENGTH_CODES)) return PDK_INFLATE_DAMAGED;
    pdk_inflate_end end = read_lengths(state, of_lengths, lengths, literals + distances);
    if (end != PDK_INFLATE_COMPLETE) return end;
    state->literals = &state->own_literals;
    state->distances = &state->own_distances;
    bool sound = make_code(&state->own_distances, lengths + literals, distances) &&
                 make_code(&state->own_literals, lengths, literals);
    return sound ? PDK_INFLATE_COMPLETE : PDK_INFLATE_DAMAGED;
}

/* ------------------------------------------------------------------------------------------------- blocks */

static pdk_inflate_end store(inflating *state)
{
    size_t at = (size_t)((state->position + 7) / 8);
    if (state->size - at < 4) return PDK_INFLATE_CUT;
    unsigned length = pdk_load_u16(state->data + at), inverse = pdk_load_u16(state->data + at + 2);
    if (length != (inverse ^ 0xFFFF)) return PDK_INFLATE_DAMAGED;
    at += 4;
    bool whole = length <= state->size - at;
    size_t part = whole ? length : state->size - at;
    if (part > state->capacity - state->written) return PDK_INFLATE_DAMAGED;
    if (state->to != NULL) memcpy(state->to + state->written, state->data + at, part);
    state->written += part;
    state->position = (uint64_t)(at + part) * 8;
    return whole ? PDK_INFLATE_COMPLETE : PDK_INFLATE_CUT;
}

/* The ranges of lengths and of distances: where each begins, and how many bits say where in it. */
static const uint16_t length_base[] = { 3,  4,  5,  6,  7,  8,  9,  10,  11,  13,  15,  17,  19,  23,  27, 31,
                                        35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258, 258, 258 };
static const uint8_t length_extra[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
                                        3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0, 0, 0 };
static const uint16_t distance_base[] = { 1,    2,    3,    4,    5,    7,     9,     13,    17,    25,   33,
                                          49,   65,   97,   129,  193,  257,   385,   513,   769,   1025, 1537,
                                          2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577, 24577, 24577 };
static const uint8_t distance_extra[] = { 0, 0, 0, 0, 1, 1, 2,  2,  3,  3,  4,  4,  5,  5,  6,  6,
                                          7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 13, 13 };

/* The last bytes once more. What is copied may overlap with what it becomes. */
static void copy(uint8_t *to, uint64_t at, unsigned distance, unsigned length)
{
    if (to == NULL) return;
    uint8_t *target = to + at;
    if (distance >= length) {
        memcpy(target, target - distance, length);
        return;
    }
    for (unsigned i = 0; i < length; i++) target[i] = target[(ptrdiff_t)i - (ptrdiff_t)distance];
}

/* A copy, whose length's symbol `used` bits of `bits` have given. All of it is there, or none is made. */
static pdk_inflate_end repeat(inflating *state, unsigned symbol, uint64_t bits, unsigned used)
{
    symbol -= END_OF_BLOCK + 1;
    unsigned length = length_base[symbol] + (unsigned)(bits >> used & ((1u << length_extra[symbol]) - 1));
    used += length_extra[symbol];
    unsigned taken, range = find_symbol(state->distances, bits >> used, &taken);
    if (range >= DISTANCES) return PDK_INFLATE_DAMAGED;
    used += taken;
    unsigned distance = distance_base[range] + (unsigned)(bits >> used & ((1u << distance_extra[range]) - 1));
    used += distance_extra[range];
    if (!has_bits(state, used)) return PDK_INFLATE_CUT;
    if (distance > state->written || length > state->capacity - state->written) return PDK_INFLATE_DAMAGED;
    copy(state->to, state->written, distance, length);
    state->written += length;
    state->position += used;
    return PDK_INFLATE_COMPLETE;
}

static pdk_inflate_end decode_block(inflating *state)
{
    for (;;) {
        uint64_t bits = peek(state); /* enough for a literal, or a copy with its 15 + 5 + 15 + 13 */
        unsigned used, symbol = find_symbol(state->literals, bits, &used);
        if (!has_bits(state, used)) return PDK_INFLATE_CUT;
        if (symbol < END_OF_BLOCK) {
            if (state->written == state->capacity) return PDK_INFLATE_DAMAGED;
            if (state->to != NULL) state->to[state->written] = (uint8_t)symbol;
            state->written++;
            state->position += used;
            continue;
        }
        if (symbol >= LITERALS) return PDK_INFLATE_DAMAGED;
        if (symbol == END_OF_BLOCK) {
            state->position += used;
            return PDK_INFLATE_COMPLETE;
        }
        pdk_inflate_end end = repeat(state, symbol, bits, used);
        if (end != PDK_INFLATE_COMPLETE) return end;
    }
}

static pdk_inflate_end inflate_block(inflating *state, bool *last)
{
    unsigned head;
    if (!take(state, 3, &head)) return PDK_INFLATE_CUT;
    *last = (head & 1) != 0;
    pdk_inflate_end end = PDK_INFLATE_COMPLETE;
    switch (head >> 1) {
    case 0: return store(state);
    case 1: take_fixed_codes(state); break;
    case 2: end = read_codes(state); break;
    default: return PDK_INFLATE_DAMAGED;
    }
    return end == PDK_INFLATE_COMPLETE ? decode_block(state) : end;
}

pdk_inflated pdk_inflate_rescue(const uint8_t *data, size_t size, uint8_t *to, uint64_t capacity)
{
    inflating state = { .data = data, .size = size, .to = to, .capacity = to != NULL ? capacity : UINT64_MAX };
    bool last = false;
    pdk_inflate_end end = PDK_INFLATE_COMPLETE;
    while (end == PDK_INFLATE_COMPLETE && !last) end = inflate_block(&state, &last);
    size_t used = (size_t)((state.position + (end == PDK_INFLATE_COMPLETE ? 7 : 0)) / 8);
    return (pdk_inflated){ end, used, state.written };
}
