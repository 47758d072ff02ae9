/* Pictures of few colours: counted, and written as numbers of them. */
#include <string.h>

#include "png/png.h"

enum { MAXIMUM = 256, SLOTS = 1024 };

/* Colours seen so far, by hash. */
typedef struct color_count {
    pdk_png_palette palette;
    uint32_t keys[SLOTS];
    uint16_t numbers[SLOTS]; /* plus 1; 0 = free */
} color_count;

/* The number of a colour; MOST when there is no room for it. */
static uint32_t number_of(color_count *all, const uint8_t *pixel)
{
    uint32_t key;
    memcpy(&key, pixel, sizeof key);
    uint32_t slot = key * 0x9E3779B1U >> 22; /* 10 bits */
    while (all->numbers[slot] != 0 && all->keys[slot] != key) slot = (slot + 1) % SLOTS;
    if (all->numbers[slot] != 0) return all->numbers[slot] - 1u;
    if (all->palette.count == MAXIMUM) return MAXIMUM;
    all->keys[slot] = key;
    memcpy(all->palette.colors[all->palette.count], pixel, 4);
    all->numbers[slot] = (uint16_t)++all->palette.count;
    return all->palette.count - 1;
}

/* One number a pixel to `indices`; false when there are too many colours. */
static bool count_colors(color_count *all, const uint8_t *rgba, uint64_t pixels, uint8_t *indices)
{
    for (uint64_t i = 0; i < pixels; i++) {
        uint32_t number = number_of(all, rgba + 4 * i);
        if (number == MAXIMUM) return false;
        indices[i] = (uint8_t)number;
    }
    return true;
}

static pdk_status write_indexed(const pdk_png_palette *palette, const uint8_t *indices, pdk_png_shape size,
                                pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    pdk_png_writer *writer;
    pdk_status status = pdk_png_begin_indexed(palette, (pdk_png_shape){ size.width, size.height, size.level }, memory,
                                              output, &writer, error);
    for (uint32_t y = 0; y < size.height && status == PDK_OK; y++)
        status = pdk_png_row(writer, indices + (size_t)y * size.width, error);
    if (status == PDK_OK) status = pdk_png_end(writer, error);
    pdk_png_close(writer);
    return status;
}

pdk_status pdk_png_write_compact(const uint8_t *rgba, pdk_png_shape size, pdk_memory *memory, pdk_output *output,
                                 pdk_error *error)
{
    uint64_t pixels = (uint64_t)size.width * size.height;
    color_count *all = pdk_alloc(memory, sizeof *all);
    uint8_t *indices = pdk_alloc_array(memory, pixels, 1);
    pdk_status status;
    if (all == NULL || indices == NULL) status = pdk_fail_memory(error, memory, "a PNG");
    else if (count_colors(all, rgba, pixels, indices)) {
        status = write_indexed(&all->palette, indices, size, memory, output, error);
    } else
        status = pdk_png_write(PDK_PNG_RGBA, rgba, (pdk_png_shape){ size.width, size.height, size.level }, memory,
                               output, error);
    pdk_free(memory, all);
    pdk_free(memory, indices);
    return status;
}
