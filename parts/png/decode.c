/* PNG read: libpng decodes, from memory into memory. */
#include "coder.h"

#include <string.h>

struct pdk_png_decoder {
    pdk_png_call call; /* first: libpng's pointers lead here */
    const uint8_t *data;
    size_t size;
};

/* Of one chunk beside the pixels: profiles and notes, which are skipped. */
enum { CHUNK_LIMIT = 16 << 20 };

static void take(png_structp png, png_bytep to, size_t size)
{
    pdk_png_decoder *from = png_get_io_ptr(png);
    pdk_png_host *host = from->call.host;
    if (size > from->size - host->at) {
        from->call.result = PDK_PNG_TRUNCATED;
        png_error(png, "the end");
    }
    memcpy(to, from->data + host->at, size);
    host->at += size;
}

static pdk_png_result read_header(pdk_png_decoder *from, pdk_png_image *image, uint64_t *row_bytes)
{
    pdk_png_call *call = &from->call;
    if (setjmp(call->out) != 0) return pdk_png_failed(call);
    call->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, call, pdk_png_give_up, pdk_png_ignore, call,
                                         pdk_png_allocate, pdk_png_release);
    if (call->png == NULL) return pdk_png_failed(call);
    call->info = png_create_info_struct(call->png);
    if (call->info == NULL) return pdk_png_failed(call);
    png_set_read_fn(call->png, from, take);
    png_set_user_limits(call->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(call->png, CHUNK_LIMIT);
    png_read_info(call->png, call->info);
    image->width = png_get_image_width(call->png, call->info);
    image->height = png_get_image_height(call->png, call->info);
    *row_bytes = png_get_rowbytes(call->png, call->info);
    return PDK_PNG_DONE;
}

pdk_png_result pdk_png_decode_begin(pdk_png_host *host, const void *data, size_t size, pdk_png_image *image,
                                    uint64_t *row_bytes, pdk_png_decoder **decoder)
{
    *decoder = host->allocate(host->user, sizeof **decoder);
    if (*decoder == NULL) return PDK_PNG_NO_MEMORY;
    **decoder = (pdk_png_decoder){ .call.host = host, .data = data, .size = size };
    host->at = 0;
    return read_header(*decoder, image, row_bytes);
}

/* Any kind of pixel to R G B A of 8 bits. */
static void ask_for_rgba(const pdk_png_call *call)
{
    png_set_expand(call->png);
    png_set_scale_16(call->png);
    png_set_gray_to_rgb(call->png);
    png_set_add_alpha(call->png, 255, PNG_FILLER_AFTER);
    (void)png_set_interlace_handling(call->png);
    png_read_update_info(call->png, call->info);
}

pdk_png_result pdk_png_decode_rows(pdk_png_decoder *decoder, uint8_t **rows)
{
    pdk_png_call *call = &decoder->call;
    if (setjmp(call->out) != 0) return pdk_png_failed(call);
    ask_for_rgba(call);
    png_read_image(call->png, rows);
    png_read_end(call->png, NULL);
    return PDK_PNG_DONE;
}

void pdk_png_decode_close(pdk_png_decoder *decoder)
{
    if (decoder == NULL) return;
    pdk_png_call *call = &decoder->call;
    if (call->png != NULL) png_destroy_read_struct(&call->png, &call->info, NULL);
    call->host->release(call->host->user, decoder);
}
