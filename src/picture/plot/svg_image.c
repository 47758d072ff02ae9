/* A picture within SVG: a PNG of palette colours in base64. Libraries that pack better give other bytes in each
 * version; so this packs by itself, with the codes that need no table, runs of one pixel, and rows like the row before.
 */
#include "plot/svg.h"

#include <string.h>

#include "base/base64.h"

/* Bits from the lowest up, as deflate has them. */
typedef struct bit_writer {
    uint8_t *data;
    size_t size;
    uint32_t bits, count;
} bit_writer;

static void put_bits(bit_writer *to, uint32_t value, uint32_t count)
{
    to->bits |= value << to->count;
    to->count += count;
    while (to->count >= 8) {
        to->data[to->size++] = (uint8_t)to->bits;
        to->bits >>= 8;
        to->count -= 8;
    }
}

/* Codes come with their highest bit first. */
static void put_code(bit_writer *to, uint32_t code, uint32_t count)
{
    uint32_t turned = 0;
    for (uint32_t i = 0; i < count; i++) turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(to, turned, count);
}

static void put_symbol(bit_writer *to, uint32_t symbol)
{
    if (symbol < 144) put_code(to, 0x30 + symbol, 8);
    else if (symbol < 256) put_code(to, 0x190 + symbol - 144, 9);
    else if (symbol < 280) put_code(to, symbol - 256, 7);
    else put_code(to, 0xC0 + symbol - 280, 8);
}

/* Codes of values in ranges that begin at `firsts`. */
typedef struct range_codes {
    const uint16_t *firsts;
    uint32_t count, base, group;
} range_codes;

/* The code that begins at the largest value not above `value`: first values of codes, with `extra` bits behind. */
static void put_ranged(bit_writer *to, uint32_t value, range_codes codes, bool is_length)
{
    uint32_t code = codes.count - 1;
    while (value < codes.firsts[code]) code--;
    uint32_t extra = code < 2 * codes.group ? 0 : code / codes.group - 1;
    if (is_length && code == codes.count - 1) extra = 0; /* 258 has its own code */
    if (is_length) put_symbol(to, codes.base + code);
    else put_code(to, code, 5);
    put_bits(to, value - codes.firsts[code], extra);
}

static void put_match(bit_writer *to, uint32_t length, uint32_t distance)
{
    static const uint16_t lengths[] = { 3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
    static const uint16_t distances[] = { 1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                          33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                          1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577 };
    put_ranged(to, length, (range_codes){ lengths, 29, 257, 4 }, true);
    put_ranged(to, distance, (range_codes){ distances, 30, 0, 2 }, false);
}

static uint32_t match_length(const uint8_t *data, size_t at, size_t size, size_t distance)
{
    uint32_t length = 0;
    if (distance > at || distance > 32768) return 0;
    while (length < 258 && at + length < size && data[at + length] == data[at + length - distance]) length++;
    return length;
}

static void deflate_rows(bit_writer *to, const uint8_t *data, size_t size, size_t row)
{
    put_bits(to, 1, 1); /* the last block, */
    put_bits(to, 1, 2); /* with the fixed codes */
    for (size_t at = 0; at < size;) {
        uint32_t run = match_length(data, at, size, 1), above = match_length(data, at, size, row);
        uint32_t length = run >= above ? run : above;
        if (length >= 3) put_match(to, length, run >= above ? 1 : (uint32_t)row);
        else put_symbol(to, data[at]);
        at += length >= 3 ? length : 1;
    }
    put_symbol(to, 256);
    if (to->count > 0) put_bits(to, 0, 8 - to->count);
}

/* ------------------------------------------------------------------------------------------------- PNG */

static uint32_t crc_of(const uint8_t *data, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

static uint32_t adler_of(const uint8_t *data, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void store_32(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* The chunk whose `size` bytes are at png + *at + 8 already. */
static void end_chunk(uint8_t *png, size_t *at, const char *name, size_t size)
{
    store_32(png + *at, (uint32_t)size);
    memcpy(png + *at + 4, name, 4);
    store_32(png + *at + 8 + size, crc_of(png + *at + 4, size + 4));
    *at += size + 12;
}

enum { HEADER = 13, COLOURS = 256, FRAME = 12 };

static size_t make_png(const pdk_draw_picture *image, const uint8_t *rows, size_t size, uint8_t *png)
{
    static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };
    size_t at = sizeof signature;
    memcpy(png, signature, sizeof signature);
    uint8_t *header = png + at + 8;
    memset(header, 0, HEADER);
    store_32(header, image->columns);
    store_32(header + 4, image->rows);
    header[8] = 8; /* bits */
    header[9] = 3; /* a palette */
    end_chunk(png, &at, "IHDR", HEADER);
    for (size_t i = 0; i < COLOURS; i++) {
        for (size_t c = 0; c < 3; c++) png[at + 8 + 3 * i + c] = (uint8_t)(image->palette[i] >> (16 - 8 * c));
    }
    end_chunk(png, &at, "PLTE", 3 * COLOURS);
    png[at + 8] = 0; /* colour 0 is transparent */
    end_chunk(png, &at, "tRNS", 1);
    bit_writer bits = { .data = png + at + 8 };
    bits.data[bits.size++] = 0x78;
    bits.data[bits.size++] = 0x01;
    deflate_rows(&bits, rows, size, (size_t)image->columns + 1);
    store_32(bits.data + bits.size, adler_of(rows, size));
    end_chunk(png, &at, "IDAT", bits.size + 4);
    end_chunk(png, &at, "IEND", 0);
    return at;
}

static void put_base64(pdk_svg_text *to, const uint8_t *data, size_t size)
{
    enum { PIECE = 3 * 256 };
    char letters[PDK_BASE64_SIZE(PIECE)];
    for (size_t i = 0; i < size; i += PIECE) {
        size_t piece = size - i < PIECE ? size - i : PIECE;
        pdk_base64(data + i, piece, letters);
        pdk_svg_put_bytes(to, letters, PDK_BASE64_SIZE(piece));
    }
}

static void put_tag(pdk_svg_text *to, const pdk_draw_picture *image)
{
    const char *const names[] = { " x=\"", "\" y=\"", "\" width=\"", "\" height=\"" };
    const int32_t values[] = { image->x, image->y, image->width, image->height };
    pdk_svg_put(to, "<image");
    for (size_t i = 0; i < 4; i++) {
        pdk_svg_put(to, names[i]);
        pdk_svg_put_tenths(to, values[i]);
    }
    pdk_svg_put(to, "\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,");
}

pdk_status pdk_svg_put_image(pdk_svg_text *to, const pdk_draw_picture *image, pdk_memory *memory, pdk_error *error)
{
    size_t row = (size_t)image->columns + 1, size = row * image->rows;
    uint8_t *rows = pdk_alloc_array(memory, image->rows, row);
    /* 9 bits for a byte at most, and what is around */
    uint8_t *png = pdk_alloc_raw(memory, size + size / 8 + 3 * COLOURS + HEADER + 6 * FRAME + 64);
    pdk_status status = rows != NULL && png != NULL ? PDK_OK : pdk_fail_memory(error, memory, "a picture");
    if (status == PDK_OK) {
        for (size_t y = 0; y < image->rows; y++) /* before each row a 0: no filter */
            memcpy(rows + y * row + 1, image->pixels + y * image->columns, image->columns);
        size = make_png(image, rows, size, png);
        put_tag(to, image);
        put_base64(to, png, size);
        pdk_svg_put(to, "\"/>\n");
    }
    pdk_free(memory, rows);
    pdk_free(memory, png);
    return status;
}
