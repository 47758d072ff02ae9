/* A page read again: its elements, its manifest, its blocks, by a decoder of the tests' own. */
#ifndef PADDOCK_TESTS_PAGE_LOOK_H
#define PADDOCK_TESTS_PAGE_LOOK_H

#include "json/json_read.h"
#include "support.h"

/* The text between <script ... id="ID"> and </script>, malloc'd; NULL where there is none. */
char *page_element(const char *html, const char *id);
/* The plain bytes of block `number`, malloc'd. */
uint8_t *page_block(const char *html, size_t number, size_t *size);

/* A column of a block: numbers as doubles (raw ones of 64 bits as their bits in `bits`), or texts. */
typedef struct page_column {
    size_t count;
    double *numbers;
    uint64_t *bits; /* of raw columns; otherwise NULL */
    char **words;   /* of texts; otherwise NULL */
    uint8_t *valid; /* a byte for each row */
} page_column;

/* The header of a block, to be given to pdk_json_free. */
pdk_json_tree page_head(const uint8_t *block, size_t size, pdk_memory *memory);
/* Fails the test where there is no such column. */
page_column page_column_of(const uint8_t *block, size_t size, const char *name);
void page_column_free(page_column *column);

#endif
