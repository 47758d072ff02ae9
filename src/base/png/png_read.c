/* PNG in, by the part for PNG: from memory into memory, within limits. */
#include "png/png_read.h"

#include <string.h>

#include "parts/png_part.h"

/* Deflate makes at most 1032 bytes of one. */
enum { DEFLATE_RATIO = 1032, SIGNATURE = 8 };

static void *allocate(void *user, size_t size)
{
    return pdk_alloc_raw(user, size);
}

static void release(void *user, void *block)
{
    pdk_free(user, block);
}

static pdk_status report(pdk_png_result result, const pdk_png_host *host, size_t size, pdk_error *error)
{
    if (result == PDK_PNG_DONE) return PDK_OK;
    if (result == PDK_PNG_NO_MEMORY) return pdk_fail_memory(error, host->user, "a PNG");
    if (result == PDK_PNG_TRUNCATED) {
        return pdk_fail(error, PDK_E_TRUNCATED, size, "png.truncated", "the PNG ends too early");
    }
    return pdk_fail(error, PDK_E_CORRUPT, host->at, "png.damaged", "the PNG is damaged: %s", host->reason);
}

static pdk_status read_pixels(const pdk_png_part_table *png, pdk_png_decoder *decoder, pdk_png_host *host, size_t size,
                              pdk_picture *picture, pdk_error *error)
{
    pdk_memory *memory = host->user;
    picture->rgba = pdk_alloc_array(memory, (uint64_t)picture->width * picture->height, 4);
    uint8_t **rows = pdk_alloc_array(memory, picture->height, sizeof *rows);
    pdk_status status = PDK_OK;
    if (picture->rgba == NULL || rows == NULL) {
        status = pdk_fail_memory(error, memory, "the pixels of a PNG");
    } else {
        for (size_t y = 0; y < picture->height; y++) rows[y] = picture->rgba + y * picture->width * 4;
        status = report(png->read_rows(decoder, rows), host, size, error);
    }
    pdk_free(memory, rows);
    return status;
}

static pdk_status read_with(const pdk_png_part_table *png, const void *data, size_t size, bool pixels,
                            pdk_memory *memory, pdk_picture *picture, pdk_error *error)
{
    pdk_png_host host = { .user = memory, .allocate = allocate, .release = release };
    pdk_png_image image = { 0 };
    pdk_png_decoder *decoder = NULL;
    uint64_t row = 0;
    pdk_status status = report(png->read_begin(&host, data, size, &image, &row, &decoder), &host, size, error);
    if (status == PDK_OK && row * image.height / DEFLATE_RATIO > size) {
        status = pdk_fail(error, PDK_E_CORRUPT, SIGNATURE, "png.size",
                          "the PNG says it has %u x %u pixels, but its %zu bytes cannot unpack to that many",
                          (unsigned)image.width, (unsigned)image.height, size);
    }
    picture->width = image.width;
    picture->height = image.height;
    if (status == PDK_OK && pixels) status = read_pixels(png, decoder, &host, size, picture, error);
    png->read_close(decoder);
    return status;
}

static pdk_status read_png(const void *data, size_t size, bool pixels, pdk_memory *memory, pdk_picture *picture,
                           pdk_error *error)
{
    *picture = (pdk_picture){ 0 };
    if (size < SIGNATURE || memcmp(data, "\x89PNG\r\n\x1a\n", SIGNATURE) != 0) {
        return pdk_fail(error, PDK_E_UNKNOWN_FORMAT, 0, "png.signature", "the file is not a PNG");
    }
    pdk_part part;
    pdk_status status = pdk_part_open(&part, PDK_PART_PNG, "png.absent", "PNG", error);
    if (status == PDK_OK) status = read_with(part.table, data, size, pixels, memory, picture, error);
    pdk_part_close(&part);
    if (status == PDK_OK) return PDK_OK;
    pdk_free(memory, picture->rgba);
    *picture = (pdk_picture){ 0 };
    return status;
}

pdk_status pdk_png_size(const void *data, size_t size, pdk_memory *memory, pdk_picture *picture, pdk_error *error)
{
    return read_png(data, size, false, memory, picture, error);
}

pdk_status pdk_png_read(const void *data, size_t size, pdk_memory *memory, pdk_picture *picture, pdk_error *error)
{
    return read_png(data, size, true, memory, picture, error);
}
