/* Surfaces put together by hand, damaged, and repaired. */
#ifndef PADDOCK_TESTS_RLD_MENDING_H
#define PADDOCK_TESTS_RLD_MENDING_H

#include "support.h"

/* A surface being put together. */
typedef struct bytes {
    uint8_t data[4096];
    size_t size;
} bytes;

/* Nine points in a grid of 1 m, eight triangles over them; three blocks of three points. */
enum { P = 9, T = 8, POINTS = 20, TRIANGLES = POINTS + 12 * P + 4, BLOCKS = TRIANGLES + 12 * T };

/* A repaired surface, opened again without `partial`; its check is clean except for notes and data that is not
 * described.
 */
typedef struct mended {
    uint8_t *data;
    size_t size;
    pdk_document *document;
    pdk_repair_report report;
    pdk_surface surface;
} mended;

/* Little-endian, at the end. */
void put32(bytes *to, uint32_t value);
void put_tag(bytes *to, const char *tag);
void put_float(bytes *to, float value);
/* In the midst. */
void set32(uint8_t *at, uint32_t value);
uint32_t get32(const uint8_t *at);

bytes grid(void);
uint8_t *point(bytes *file, int i);
uint8_t *corner(bytes *file, int triangle, int i);
void set_nan(uint8_t *at);
void set_infinite(uint8_t *at);

/* Opens, repairs, opens the result and checks it. */
mended mend_with(const uint8_t *data, size_t size, const pdk_repair_options *options);
mended mend(const bytes *file);
void release(mended *of);
/* How often this was done. */
uint64_t changes(const mended *of, const char *code);
/* Counts of the repaired surface, and that so many kinds of things were done. */
void assert_counts(const mended *of, uint64_t points, uint64_t triangles, uint64_t blocks, size_t kinds);
void assert_block(const mended *of, uint64_t block, uint32_t start, uint32_t points);

#endif
