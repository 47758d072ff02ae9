/* The functions of the part for PNG; pdk_png_part_table says what they do. */
#ifndef PADDOCK_PARTS_PNG_CODER_H
#define PADDOCK_PARTS_PNG_CODER_H

#include <png.h>
#include <setjmp.h>

#include "parts/png_part.h"

/* What an encoder and a decoder have in common. */
typedef struct pdk_png_call {
    pdk_png_host *host;
    png_structp png;
    png_infop info;
    pdk_png_result result; /* after a failure that is not libpng's own */
    jmp_buf out;           /* where libpng's failures lead: every call into it is made with this set */
} pdk_png_call;

/* What libpng is given as its memory and error functions; their pointer is a pdk_png_call. */
void *pdk_png_allocate(png_structp png, png_alloc_size_t size);
void pdk_png_release(png_structp png, void *block);
_Noreturn void pdk_png_give_up(png_structp png, png_const_charp reason);
void pdk_png_ignore(png_structp png, png_const_charp warning);
/* After a jump to `out`. */
pdk_png_result pdk_png_failed(const pdk_png_call *call);

pdk_png_result pdk_png_encode_begin(pdk_png_host *host, const pdk_png_image *image, pdk_png_encoder **encoder);
pdk_png_result pdk_png_encode_text(pdk_png_encoder *encoder, const void *chunk, size_t size);
pdk_png_result pdk_png_encode_row(pdk_png_encoder *encoder, const void *row);
pdk_png_result pdk_png_encode_end(pdk_png_encoder *encoder);
void pdk_png_encode_close(pdk_png_encoder *encoder);
pdk_png_result pdk_png_decode_begin(pdk_png_host *host, const void *data, size_t size, pdk_png_image *image,
                                    uint64_t *row_bytes, pdk_png_decoder **decoder);
pdk_png_result pdk_png_decode_rows(pdk_png_decoder *decoder, uint8_t **rows);
void pdk_png_decode_close(pdk_png_decoder *decoder);

#endif
