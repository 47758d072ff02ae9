/* Blocks: columns of values in a form that is small after gzip and quick to decode in a browser.
 *
 * A block is the length of its header (u32, little-endian), the header (JSON), and the bytes of its columns one after
 * the other. The header is one object; its member "columns" lists them in order:
 *
 *     name     of the column
 *     type     the array it decodes to, as pdk_type_name: "float32", "text" ...
 *     count    of values
 *     coding   "steps"  value = origin + step * number
 *              "exact"  value = number / divisor; the same double or integer that was put in
 *              "words"  text = words[number]
 *              "raw"    the bits of the numbers, little-endian, each XORed with the one before
 *     order    steps, exact, words: how often differences were taken, 0 to 2
 *     bytes    planes of bytes that follow: first the lowest byte of each number, then the next ...
 *     missing true: a bit for each row comes before the planes, set where there is a value (bit i % 8 of byte i / 8)
 *
 * Numbers are int32; after differences (which wrap) they are zigzag (n << 1 ^ n >> 31). Where there is no value, the
 * number repeats the one before. */
#ifndef PADDOCK_PAGE_BLOCK_H
#define PADDOCK_PAGE_BLOCK_H

#include "base/memory.h"
#include "json/json.h"

/* Values are stored as whole steps from an origin. */
typedef struct pdk_page_scale {
    double step, origin;
} pdk_page_scale;

typedef struct pdk_page_block {
    pdk_memory *memory;
    pdk_output *head;      /* of JSON */
    pdk_json json;         /* the header, open for members of one's own before the first column */
    pdk_byte_buffer bytes; /* of the columns */
    bool has_columns;
    bool failed;  /* memory ran out */
    uint8_t none; /* what no bytes are put at */
} pdk_page_block;

/* In `memory`, which outlives it. */
pdk_status pdk_page_block_begin(pdk_page_block *block, pdk_memory *memory, pdk_error *error);
/* Writes the block to the output and frees it. */
pdk_status pdk_page_block_end(pdk_page_block *block, pdk_output *output, pdk_error *error);
void pdk_page_block_close(pdk_page_block *block);

/* Numbers in steps: NaN is what is missing. Decodes to float32, float64 or int8 (`type`). Numbers that are too large
 * for steps keep their bits. */
void pdk_page_put_steps(pdk_page_block *block, const char *name, pdk_type type, const double *values, size_t count,
                        pdk_page_scale scale);
/* Values of any type but texts, none of them changed. `validity` as pdk_column_read has it; NULL = all are there. */
void pdk_page_put_exact(pdk_page_block *block, const char *name, pdk_type type, const void *values, size_t count,
                        const uint8_t *validity);
/* Texts (pdk_text), or bytes (pdk_bytes), which become texts in hexadecimal digits. */
void pdk_page_put_words(pdk_page_block *block, const char *name, pdk_type type, const void *values, size_t count,
                        const uint8_t *validity);

#endif
