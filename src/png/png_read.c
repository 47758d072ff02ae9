/* PNG in: libpng decodes, from memory into memory, within limits. */
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "png/png_read.h"

/* Deflate cannot make more than 1032 bytes of one. */
enum { MOST_GAIN = 1032, SIGNATURE = 8 };
/* Of one chunk beside the pixels: profiles and notes that nobody here reads. */
static const size_t most_notes = (size_t)16 << 20;

typedef struct reading {
    const uint8_t *data;
    size_t size, at;
    pdk_memory *memory;
    png_structp png;
    png_infop info;
    png_bytepp rows;
    bool truncated, no_memory;
    char reason[128]; /* libpng's */
    jmp_buf out;      /* where libpng's failures lead */
} reading;

static void *allocate(png_structp png, png_alloc_size_t size)
{
    reading *from = png_get_mem_ptr(png);
    void *block = pdk_alloc_raw(from->memory, size);
    from->no_memory = from->no_memory || block == NULL;
    return block;
}

static void release(png_structp png, void *block)
{
    pdk_free(((reading *)png_get_mem_ptr(png))->memory, block);
}

static _Noreturn void give_up(png_structp png, png_const_charp reason)
{
    reading *from = png_get_error_ptr(png);
    snprintf(from->reason, sizeof from->reason, "%s", reason);
    longjmp(from->out, 1);
}

static void ignore(png_structp png, png_const_charp warning)
{
    (void)png;
    (void)warning;
}

static void take(png_structp png, png_bytep to, size_t size)
{
    reading *from = png_get_io_ptr(png);
    from->truncated = size > from->size - from->at;
    if (from->truncated) png_error(png, "the end");
    memcpy(to, from->data + from->at, size);
    from->at += size;
}

static pdk_status fail(const reading *from, pdk_error *error)
{
    if (from->no_memory) return pdk_fail_memory(error, from->memory, "a PNG");
    if (from->truncated) {
        return pdk_fail(error, PDK_E_TRUNCATED, from->size, "png.truncated", "the PNG ends too early");
    }
    return pdk_fail(error, PDK_E_CORRUPT, from->at, "png.damaged", "the PNG is damaged: %s", from->reason);
}

/* Any kind of pixel to R G B A of 8 bits. */
static void ask_for_rgba(reading *from)
{
    png_set_expand(from->png);
    png_set_scale_16(from->png);
    png_set_gray_to_rgb(from->png);
    png_set_add_alpha(from->png, 255, PNG_FILLER_AFTER);
    (void)png_set_interlace_handling(from->png);
    png_read_update_info(from->png, from->info);
}

static pdk_status read_size(reading *from, pdk_picture *picture, pdk_error *error)
{
    if (from->size < SIGNATURE || png_sig_cmp(from->data, 0, SIGNATURE) != 0) {
        return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "png.signature", "is not a PNG");
    }
    if (setjmp(from->out) != 0) return fail(from, error);
    from->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, from, give_up, ignore, from, allocate, release);
    if (from->png == NULL) return fail(from, error);
    from->info = png_create_info_struct(from->png);
    if (from->info == NULL) return fail(from, error);
    png_set_read_fn(from->png, from, take);
    png_set_user_limits(from->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(from->png, most_notes);
    png_read_info(from->png, from->info);
    picture->width = png_get_image_width(from->png, from->info);
    picture->height = png_get_image_height(from->png, from->info);
    uint64_t row = png_get_rowbytes(from->png, from->info);
    if (row * picture->height / MOST_GAIN <= from->size) return PDK_OK;
    return pdk_fail(error, PDK_E_CORRUPT, SIGNATURE, "png.size",
                    "announces %u x %u pixels, which %zu bytes can never come to", (unsigned)picture->width,
                    (unsigned)picture->height, from->size);
}

static pdk_status read_pixels(reading *from, pdk_picture *picture, pdk_error *error)
{
    picture->rgba = pdk_alloc_array(from->memory, (uint64_t)picture->width * picture->height, 4);
    from->rows = pdk_alloc_array(from->memory, picture->height, sizeof *from->rows);
    if (picture->rgba == NULL || from->rows == NULL) return pdk_fail_memory(error, from->memory, "the pixels of a PNG");
    for (size_t y = 0; y < picture->height; y++) from->rows[y] = picture->rgba + y * picture->width * 4;
    if (setjmp(from->out) != 0) return fail(from, error);
    ask_for_rgba(from);
    png_read_image(from->png, from->rows);
    png_read_end(from->png, NULL);
    return PDK_OK;
}

static pdk_status read(const void *data, size_t size, bool pixels, pdk_memory *memory, pdk_picture *picture,
                       pdk_error *error)
{
    reading from = { .data = data, .size = size, .memory = memory };
    *picture = (pdk_picture){ 0 };
    pdk_status status = read_size(&from, picture, error);
    if (status == PDK_OK && pixels) status = read_pixels(&from, picture, error);
    if (from.png != NULL) png_destroy_read_struct(&from.png, &from.info, NULL);
    pdk_free(memory, from.rows);
    if (status == PDK_OK) return PDK_OK;
    pdk_free(memory, picture->rgba);
    *picture = (pdk_picture){ 0 };
    return status;
}

pdk_status pdk_png_size(const void *data, size_t size, pdk_memory *memory, pdk_picture *picture, pdk_error *error)
{
    return read(data, size, false, memory, picture, error);
}

pdk_status pdk_png_read(const void *data, size_t size, pdk_memory *memory, pdk_picture *picture, pdk_error *error)
{
    return read(data, size, true, memory, picture, error);
}
