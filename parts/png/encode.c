/* PNG written: rows go to libpng, and its output goes to the caller. */
#include "coder.h"

struct pdk_png_encoder {
    pdk_png_call call; /* first: libpng's pointers lead here */
};

static void pass_on(png_structp png, png_bytep data, size_t size)
{
    pdk_png_call *call = png_get_io_ptr(png);
    if (call->host->write(call->host->user, data, size)) return;
    call->result = PDK_PNG_NO_OUTPUT;
    png_error(png, "the output failed");
}

static void flush(png_structp png)
{
    (void)png;
}

/* Colours, and how opaque they are up to the last that is not fully. */
static void put_palette(const pdk_png_call *call, const pdk_png_image *image)
{
    png_color colors[256] = { { 0, 0, 0 } };
    png_byte alphas[256] = { 0 };
    int transparent = 0;
    for (uint32_t i = 0; i < image->palette_count; i++) {
        const uint8_t *color = image->palette[i];
        colors[i] = (png_color){ color[0], color[1], color[2] };
        alphas[i] = color[3];
        if (color[3] != 255) transparent = (int)i + 1;
    }
    png_set_PLTE(call->png, call->info, colors, (int)image->palette_count);
    if (transparent > 0) png_set_tRNS(call->png, call->info, alphas, transparent, NULL);
}

static int color_type(const pdk_png_image *image)
{
    if (image->palette != NULL) return PNG_COLOR_TYPE_PALETTE;
    return image->channels == 1   ? PNG_COLOR_TYPE_GRAY
           : image->channels == 3 ? PNG_COLOR_TYPE_RGB
                                  : PNG_COLOR_TYPE_RGB_ALPHA;
}

static pdk_png_result start(pdk_png_call *call, const pdk_png_image *image)
{
    if (setjmp(call->out) != 0) return pdk_png_failed(call);
    call->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, call, pdk_png_give_up, pdk_png_ignore, call,
                                          pdk_png_allocate, pdk_png_release);
    if (call->png == NULL) return pdk_png_failed(call);
    call->info = png_create_info_struct(call->png);
    if (call->info == NULL) return pdk_png_failed(call);
    png_set_write_fn(call->png, call, pass_on, flush);
    png_set_user_limits(call->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_compression_level(call->png, image->level);
    png_set_IHDR(call->png, call->info, image->width, image->height, image->bits, color_type(image), PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (image->palette != NULL) put_palette(call, image);
    png_write_info(call->png, call->info);
    const uint16_t one = 1;
    if (image->bits == 16 && *(const uint8_t *)&one == 1) png_set_swap(call->png); /* PNG is big-endian */
    return PDK_PNG_DONE;
}

pdk_png_result pdk_png_encode_begin(pdk_png_host *host, const pdk_png_image *image, pdk_png_encoder **encoder)
{
    *encoder = host->allocate(host->user, sizeof **encoder);
    if (*encoder == NULL) return PDK_PNG_NO_MEMORY;
    (*encoder)->call = (pdk_png_call){ .host = host };
    return start(&(*encoder)->call, image);
}

pdk_png_result pdk_png_encode_text(pdk_png_encoder *encoder, const void *chunk, size_t size)
{
    pdk_png_call *call = &encoder->call;
    if (setjmp(call->out) != 0) return pdk_png_failed(call);
    png_write_chunk(call->png, (png_const_bytep) "tEXt", chunk, size);
    return PDK_PNG_DONE;
}

pdk_png_result pdk_png_encode_row(pdk_png_encoder *encoder, const void *row)
{
    pdk_png_call *call = &encoder->call;
    if (setjmp(call->out) != 0) return pdk_png_failed(call);
    png_write_row(call->png, row);
    return PDK_PNG_DONE;
}

pdk_png_result pdk_png_encode_end(pdk_png_encoder *encoder)
{
    pdk_png_call *call = &encoder->call;
    if (setjmp(call->out) != 0) return pdk_png_failed(call);
    png_write_end(call->png, NULL);
    return PDK_PNG_DONE;
}

void pdk_png_encode_close(pdk_png_encoder *encoder)
{
    if (encoder == NULL) return;
    pdk_png_call *call = &encoder->call;
    if (call->png != NULL) png_destroy_write_struct(&call->png, &call->info);
    call->host->release(call->host->user, encoder);
}
