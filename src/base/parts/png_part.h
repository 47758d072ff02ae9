/* What the library and its part for PNG (libpng, in parts/png/) say to each other. The part calls nothing of the
 * library but the functions it is given here. */
#ifndef PADDOCK_PARTS_PNG_PART_H
#define PADDOCK_PARTS_PNG_PART_H

#include "parts/part.h"

typedef enum pdk_png_result {
    PDK_PNG_DONE,
    PDK_PNG_NO_MEMORY,
    PDK_PNG_NO_OUTPUT, /* `write` said stop */
    PDK_PNG_TRUNCATED, /* the bytes end too early */
    PDK_PNG_REFUSED    /* by libpng: `reason` says why */
} pdk_png_result;

/* The caller's side. Outlives the writer or reader. */
typedef struct pdk_png_host {
    void *user;
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *block);
    bool (*write)(void *user, const void *data, size_t size); /* false = stop */
    char reason[128];
    size_t at; /* how far reading has come */
} pdk_png_host;

/* 8-bit samples: 1 = grey or, with a palette, numbers of colours, 3 = R G B, 4 = R G B A; 16-bit: grey. */
typedef struct pdk_png_image {
    uint32_t width, height;
    int channels, bits;
    const uint8_t (*palette)[4]; /* R G B A; NULL = none */
    uint32_t palette_count;
    int level; /* 1 .. 9 */
} pdk_png_image;

typedef struct pdk_png_encoder pdk_png_encoder;
typedef struct pdk_png_decoder pdk_png_decoder;

typedef struct pdk_png_part_table {
    pdk_part_head head;
    /* *encoder is to be closed, and NULL only where there is no memory for it. */
    pdk_png_result (*write_begin)(pdk_png_host *host, const pdk_png_image *image, pdk_png_encoder **encoder);
    pdk_png_result (*write_text)(pdk_png_encoder *encoder, const void *chunk, size_t size);
    pdk_png_result (*write_row)(pdk_png_encoder *encoder, const void *row);
    pdk_png_result (*write_end)(pdk_png_encoder *encoder);
    void (*write_close)(pdk_png_encoder *encoder); /* NULL is fine */
    /* `data` stays until the decoder is closed. Width, height and bytes a row as the header has them. */
    pdk_png_result (*read_begin)(pdk_png_host *host, const void *data, size_t size, pdk_png_image *image,
                                 uint64_t *row_bytes, pdk_png_decoder **decoder);
    /* Into `height` rows of R G B A. */
    pdk_png_result (*read_rows)(pdk_png_decoder *decoder, uint8_t **rows);
    void (*read_close)(pdk_png_decoder *decoder); /* NULL is fine */
} pdk_png_part_table;

#endif
