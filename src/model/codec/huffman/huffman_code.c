#include "codec/huffman/huffman_code.h"

#include <string.h>

enum { FULL = 1 << PDK_HUFFMAN_LONGEST, MAX_ZEROS = 29, TABLE = 1 << PDK_HUFFMAN_TABLE_BITS };

static pdk_status fail_cut(const pdk_bits *bits, pdk_error *error)
{
    return pdk_fail(error, PDK_E_TRUNCATED, bits->size, "huffman.code", "the file ends inside its code table");
}

pdk_status pdk_huffman_read_number(pdk_bits *bits, uint32_t *number, pdk_error *error)
{
    uint64_t at = bits->position / 8;
    uint32_t word = (uint32_t)(pdk_bits_peek(bits) >> 32);
    unsigned zeros = word != 0 ? (unsigned)__builtin_clz(word) : 32;
    if (zeros > MAX_ZEROS) {
        if (at + 4 >= bits->size) return fail_cut(bits, error);
        return pdk_fail(error, PDK_E_CORRUPT, at, "huffman.number", "a number has more than %d bits", MAX_ZEROS + 2);
    }
    bits->position += zeros + 1;
    *number = pdk_bits_take(bits, zeros + 2) + (UINT32_C(1) << (zeros + 2)) - 4;
    return pdk_bits_overrun(bits) ? fail_cut(bits, error) : PDK_OK;
}

static pdk_status read_lengths(pdk_bits *bits, pdk_huffman_code *code, pdk_error *error)
{
    uint32_t first = 0; /* the first code of a length */
    for (unsigned length = 1; length <= PDK_HUFFMAN_LONGEST; length++) {
        uint64_t at = bits->position / 8;
        uint32_t count = 0;
        pdk_status status = pdk_huffman_read_number(bits, &count, error);
        if (status != PDK_OK) return status;
        if (count > 256 - code->count) {
            return pdk_fail(error, PDK_E_CORRUPT, at, "huffman.symbols", "there are more than 256 symbols");
        }
        code->counts[length] = count;
        code->count += count;
        uint32_t used = (first + count) << (PDK_HUFFMAN_LONGEST - length);
        if (used == FULL) return PDK_OK;
        if (used > FULL) {
            return pdk_fail(error, PDK_E_CORRUPT, at, "huffman.lengths",
                            "there are more codes of %u bits than possible", length);
        }
        first = (first + count) << 1;
    }
    return pdk_fail(error, PDK_E_CORRUPT, bits->position / 8, "huffman.lengths", "a code has more than %d bits",
                    PDK_HUFFMAN_LONGEST);
}

/* Each symbol is stored as the number of unused byte values between it and the one before. */
static pdk_status read_symbols(pdk_bits *bits, pdk_huffman_code *code, pdk_error *error)
{
    bool used[256] = { false };
    uint8_t symbol = 255;
    for (uint32_t i = 0; i < code->count; i++) {
        uint64_t at = bits->position / 8;
        uint32_t leap = 0;
        pdk_status status = pdk_huffman_read_number(bits, &leap, error);
        if (status != PDK_OK) return status;
        if (leap >= 256 - i) {
            return pdk_fail(error, PDK_E_CORRUPT, at, "huffman.symbol",
                            "the table skips %u unused symbols, but only %u are left", (unsigned)leap,
                            (unsigned)(256 - i));
        }
        do {
            symbol++;
            if (!used[symbol]) leap--;
        } while (leap != UINT32_MAX);
        used[symbol] = true;
        code->symbols[i] = symbol;
    }
    return PDK_OK;
}

static void find_escape(pdk_huffman_code *code)
{
    uint32_t next = 0, index = 0;
    for (unsigned length = 1; length <= PDK_HUFFMAN_LONGEST; length++, next <<= 1) {
        for (uint32_t i = 0; i < code->counts[length]; i++, index++, next++) {
            if (code->symbols[index] != code->escape) continue;
            code->escape_length = length;
            code->escape_code = next;
        }
    }
}

pdk_status pdk_huffman_read_code(pdk_bits *bits, pdk_huffman_code *code, pdk_error *error)
{
    memset(code, 0, sizeof *code);
    code->escape = (uint8_t)pdk_bits_take(bits, 8);
    if (pdk_bits_overrun(bits)) return fail_cut(bits, error);
    uint64_t at = bits->position / 8;
    pdk_status status = read_lengths(bits, code, error);
    if (status == PDK_OK) status = read_symbols(bits, code, error);
    if (status != PDK_OK) return status;
    find_escape(code);
    if (code->escape_length == 0) {
        return pdk_fail(error, PDK_E_CORRUPT, at, "huffman.escape",
                        "the escape 0x%02X has no code, so the data could not end", (unsigned)code->escape);
    }
    return PDK_OK;
}

uint8_t pdk_huffman_find(const pdk_huffman_code *code, uint32_t next16, unsigned *length)
{
    uint32_t first = 0, index = 0;
    for (unsigned bits = 1;; bits++) { /* the code is full: some length fits */
        uint32_t place = (next16 >> (PDK_HUFFMAN_LONGEST - bits)) - first;
        if (place < code->counts[bits]) {
            *length = bits;
            return code->symbols[index + place];
        }
        index += code->counts[bits];
        first = (first + code->counts[bits]) << 1;
    }
}

/* One symbol for each 12 bits, as (length << 8 | symbol); 0 where the table does not say. */
static void fill_single(const pdk_huffman_code *code, uint16_t single[TABLE])
{
    uint32_t at = 0, index = 0;
    for (unsigned length = 1; length <= PDK_HUFFMAN_TABLE_BITS; length++) {
        uint32_t width = UINT32_C(1) << (PDK_HUFFMAN_TABLE_BITS - length);
        for (uint32_t i = 0; i < code->counts[length]; i++, index++) {
            uint8_t symbol = code->symbols[index];
            uint16_t entry = symbol == code->escape ? 0 : (uint16_t)(length << 8 | symbol);
            for (uint32_t end = at + width; at < end; at++) single[at] = entry;
        }
    }
    for (; at < TABLE; at++) single[at] = 0;
}

void pdk_huffman_fill_table(const pdk_huffman_code *code, uint32_t table[TABLE])
{
    uint16_t single[TABLE];
    fill_single(code, single);
    for (uint32_t i = 0; i < TABLE; i++) {
        uint32_t entry = 0, length = 0, count = 0;
        while (count < 3) {
            uint32_t next = single[(i << length) % TABLE];
            if (next == 0 || length + (next >> 8) > PDK_HUFFMAN_TABLE_BITS) break;
            entry |= (next & 0xFF) << (8 + 8 * count);
            length += next >> 8;
            count++;
        }
        table[i] = entry | count << 6 | length;
    }
}
