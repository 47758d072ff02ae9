/* GeoTIFF: floats in strips after one directory, which comes first so that the file can go through a pipe. Not packed,
 * so that all sizes are known before. Beyond 4 GB it is a BigTIFF. */
#include <math.h>
#include <string.h>

#include "export/raster/raster_file.h"

enum { SHORT = 3, LONG = 4, DOUBLE = 12, LONG8 = 16, ASCII = 2, TAGS = 15, STRIP_BYTES = 1 << 20 };

/* One line of the directory: its values are in `data` when they do not fit. */
typedef struct tag {
    uint16_t number, type;
    uint64_t count;
    const void *values; /* little-endian already */
} tag;

typedef struct tiff {
    bool big;
    uint8_t *bytes; /* everything before the first strip */
    size_t size;    /* of them */
    size_t used;
} tiff;

static size_t type_size(uint16_t type)
{
    return type == SHORT ? 2 : type == LONG ? 4 : type == ASCII ? 1 : 8;
}

static void put_number(uint8_t *at, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static void put(tiff *file, uint64_t value, size_t bytes)
{
    put_number(file->bytes + file->used, value, bytes);
    file->used += bytes;
}

/* In the line itself, or at *data, which moves on. */
static void put_tag(tiff *file, const tag *line, size_t *data)
{
    size_t word = file->big ? 8 : 4, size = type_size(line->type) * (size_t)line->count;
    put(file, line->number, 2);
    put(file, line->type, 2);
    put(file, line->count, word);
    if (size <= word) {
        memcpy(file->bytes + file->used, line->values, size);
        file->used += word;
        return;
    }
    put(file, *data, word);
    memcpy(file->bytes + *data, line->values, size);
    *data += (size + 7) / 8 * 8;
}

static void put_head(tiff *file, const tag *tags, size_t *data)
{
    put(file, 0x4949, 2);
    put(file, file->big ? 43 : 42, 2);
    if (file->big) put(file, 8, 4);
    put(file, file->big ? 16 : 8, file->big ? 8 : 4);
    put(file, TAGS, file->big ? 8 : 2);
    for (int i = 0; i < TAGS; i++) put_tag(file, &tags[i], data);
}

/* Bytes of the directory, its head and what follows it. */
static size_t size_before(bool big, uint64_t strips)
{
    size_t word = big ? 8 : 4;
    return (size_t)((big ? 32 : 16) + TAGS * (big ? 20 : 12)) + 2 * ((size_t)strips * word + 8) + 256;
}

static pdk_status put_strips(const pdk_raster_info *info, double height, uint8_t *row, pdk_output *output,
                             pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (uint32_t i = 0; i < info->height && status == PDK_OK; i++) {
        const float *values = info->values + (uint64_t)i * info->width;
        for (uint32_t k = 0; k < info->width; k++) {
            float value = (float)((double)values[k] + height);
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            put_number(row + 4 * (size_t)k, isnan(value) ? 0x7FC00000 : bits, 4);
        }
        status = pdk_output_write(output, row, 4 * (size_t)info->width, error);
    }
    return status;
}

static void put_doubles(uint8_t *to, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        put_number(to + 8 * i, bits, 8);
    }
}

static void put_shorts(uint8_t *to, const uint16_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) put_number(to + 2 * i, values[i], 2);
}

typedef struct strip_table {
    uint8_t *offsets, *counts;
    uint64_t strips;
} strip_table;

/* The directory of a raster, made in `file`, whose room is sufficient. */
static void make_directory(tiff *file, const pdk_raster_info *info, const pdk_raster_place *place,
                           uint32_t rows_a_strip, strip_table table)
{
    static const uint16_t numbers[] = { 32, 1, 1, 1, 1, 3 };
    /* a projection, pixels as areas; a known one has its own unit, an unknown one metres */
    enum { KEYS = 20, KEYS_OF_KNOWN = 16 };
    const bool known = info->epsg != 0;
    const uint16_t keys[KEYS] = {
        1,    1, 0, known ? 3 : 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, known ? (uint16_t)info->epsg : 32767,
        3076, 0, 1, 9001
    };
    const double scale[] = { info->size, info->size, 0 }, corner[] = { 0, 0, 0, place->west, place->north, 0 };
    uint8_t shorts[12], key_bytes[40], scale_bytes[24], corner_bytes[48], width[4], height[4], rows[4];
    size_t word = file->big ? 8 : 4;
    put_shorts(shorts, numbers, 6);
    put_shorts(key_bytes, keys, KEYS);
    put_doubles(scale_bytes, scale, 3);
    put_doubles(corner_bytes, corner, 6);
    put_number(width, info->width, 4);
    put_number(height, info->height, 4);
    put_number(rows, rows_a_strip, 4);
    for (uint64_t i = 0; i < table.strips; i++) {
        uint64_t left = info->height - i * rows_a_strip, strip_rows = left < rows_a_strip ? left : rows_a_strip;
        put_number(table.offsets + word * i, file->size + i * rows_a_strip * info->width * 4, word);
        put_number(table.counts + word * i, strip_rows * info->width * 4, word);
    }
    uint16_t place_type = file->big ? LONG8 : LONG;
    const tag tags[TAGS] = {
        { 256, LONG, 1, width },
        { 257, LONG, 1, height },
        { 258, SHORT, 1, shorts },
        { 259, SHORT, 1, shorts + 2 },
        { 262, SHORT, 1, shorts + 4 },
        { 273, place_type, table.strips, table.offsets },
        { 277, SHORT, 1, shorts + 6 },
        { 278, LONG, 1, rows },
        { 279, place_type, table.strips, table.counts },
        { 284, SHORT, 1, shorts + 8 },
        { 339, SHORT, 1, shorts + 10 },
        { 33550, DOUBLE, 3, scale_bytes },
        { 33922, DOUBLE, 6, corner_bytes },
        { 34735, SHORT, known ? KEYS_OF_KNOWN : KEYS, key_bytes },
        { 42113, ASCII, 4, "nan" },
    };
    size_t data = (size_t)((file->big ? 32 : 16) + TAGS * (file->big ? 20 : 12));
    data = (data + 7) / 8 * 8;
    put_head(file, tags, &data);
}

pdk_status pdk_raster_write_tiff(const pdk_raster_info *info, const pdk_raster_place *place, pdk_output *output,
                                 pdk_error *error)
{
    uint64_t row_bytes = 4 * (uint64_t)info->width;
    uint32_t rows_a_strip = row_bytes < STRIP_BYTES ? (uint32_t)(STRIP_BYTES / row_bytes) : 1;
    if (rows_a_strip > info->height) rows_a_strip = info->height;
    uint64_t strips = (info->height + rows_a_strip - 1) / rows_a_strip;
    tiff file = { .big = row_bytes * info->height > UINT64_C(4000000000) };
    file.size = size_before(file.big, strips);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    file.bytes = pdk_alloc(&memory, file.size);
    uint8_t *row = pdk_alloc_array(&memory, info->width, 4);
    uint8_t *offsets = pdk_alloc_array(&memory, strips, 8), *counts = pdk_alloc_array(&memory, strips, 8);
    pdk_status status;
    if (file.bytes == NULL || row == NULL || offsets == NULL || counts == NULL) {
        status = pdk_fail_memory(error, &memory, "a TIFF");
    } else {
        make_directory(&file, info, place, rows_a_strip, (strip_table){ offsets, counts, strips });
        status = pdk_output_write(output, file.bytes, file.size, error);
        if (status == PDK_OK) status = put_strips(info, place->height, row, output, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}
