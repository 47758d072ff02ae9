#include "laz_maker.h"

#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "laz_encoder.h"

void laz_add(laz_bytes *to, const void *bytes, size_t size)
{
    if (to->size + size > to->capacity) {
        to->capacity = 2 * (to->size + size);
        to->data = realloc(to->data, to->capacity);
        if (to->data == NULL) abort();
    }
    if (size > 0) memcpy(to->data + to->size, bytes, size);
    to->size += size;
}

static void add_u16(laz_bytes *to, uint32_t value)
{
    uint8_t bytes[2];
    pdk_store_u16(bytes, (uint16_t)value);
    laz_add(to, bytes, sizeof bytes);
}

void laz_add_u32(laz_bytes *to, uint32_t value)
{
    uint8_t bytes[4];
    pdk_store_u32(bytes, value);
    laz_add(to, bytes, sizeof bytes);
}

static laz_shape shape_of(unsigned format, uint32_t size)
{
    static const uint8_t bases[] = { 20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67 };
    static const uint8_t times[] = { 0, 20, 0, 20, 20, 20, 22, 22, 22, 22, 22 };
    static const uint8_t colors[] = { 0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30 };
    static const uint8_t infrareds[] = { 0, 0, 0, 0, 0, 0, 0, 0, 36, 0, 36 };
    static const uint8_t waves[] = { 0, 0, 0, 0, 28, 34, 0, 0, 0, 30, 38 };
    return (laz_shape){ .size = size,
                        .time_at = times[format],
                        .color_at = colors[format],
                        .infrared_at = infrareds[format],
                        .wave_at = waves[format],
                        .extra_at = bases[format],
                        .extra = size - bases[format] };
}

/* The record that says how the points are packed. */
static void add_record(laz_bytes *to, unsigned format, const laz_shape *shape, const laz_options *options)
{
    static const uint8_t items[][4] = { { 6 },  { 6, 7 },   { 6, 8 },   { 6, 7, 8 }, { 6, 7, 9 },   { 6, 7, 8, 9 },
                                        { 10 }, { 10, 11 }, { 10, 12 }, { 10, 13 },  { 10, 12, 13 } };
    static const uint8_t sizes[] = { 0, 0, 0, 0, 0, 0, 20, 8, 6, 29, 30, 6, 8, 29, 0 };
    uint32_t count = 0, extra = shape->extra > 0;
    while (count < 4 && items[format][count] != 0) count++;
    uint8_t head[54] = { 0 };
    memcpy(head + 2, "laszip encoded", 14);
    pdk_store_u16(head + 18, 22204);
    pdk_store_u16(head + 20, (uint16_t)(34 + 6 * (count + extra)));
    memcpy(head + 22, "made here", 9);
    laz_add(to, head, sizeof head);
    add_u16(to, options->whole ? 1 : format >= 6 ? 3 : 2);
    add_u16(to, 0);
    laz_add(to, "\3\5\1\0", 4);
    laz_add_u32(to, 0);
    laz_add_u32(to, options->whole ? 0 : options->variable ? UINT32_MAX : options->chunk_points);
    for (int i = 0; i < 4; i++) laz_add_u32(to, UINT32_MAX);
    add_u16(to, count + extra);
    for (uint32_t i = 0; i < count + extra; i++) {
        uint32_t type = i < count ? items[format][i] : format >= 6 ? 14 : 0;
        add_u16(to, type);
        add_u16(to, i < count ? sizes[type] : shape->extra);
        add_u16(to, type == 9 ? 1 : shape->edition);
    }
}

static void add_table(laz_bytes *to, const laz_file *file, const uint32_t *points, bool variable)
{
    laz_number *number = calloc(1, sizeof *number);
    laz_stream stream = { 0 };
    uint32_t last_points = 0, last_size = 0;
    if (number == NULL) abort();
    laz_add_u32(to, 0);
    laz_add_u32(to, file->chunk_count);
    laz_stream_begin(&stream);
    for (uint32_t i = 0; i < file->chunk_count; i++) {
        if (variable) laz_put_number(&stream, number, 32, 0, last_points, points[i]);
        laz_put_number(&stream, number, 32, 1, last_size, (uint32_t)file->chunk_sizes[i]);
        last_points = points[i];
        last_size = (uint32_t)file->chunk_sizes[i];
    }
    laz_stream_end(&stream);
    if (file->chunk_count > 0) laz_add(to, stream.bytes, stream.size);
    laz_stream_free(&stream);
    laz_number_free(number);
    free(number);
}

static void add_chunks(laz_bytes *to, laz_file *file, const laz_shape *shape, const uint8_t *records, uint64_t count,
                       const laz_options *options, bool layered)
{
    uint32_t *points = NULL;
    uint64_t place_at = to->size;
    if (!options->whole) laz_add(to, "\0\0\0\0\0\0\0\0", 8);
    file->chunks_at = to->size;
    for (uint64_t done = 0; done < count;) {
        uint32_t most = options->chunk_points, some = most;
        if (options->variable) some = 1 + (uint32_t)(file->chunk_count * 7919U) % most;
        if (options->whole || some > count - done) some = (uint32_t)(count - done);
        size_t before = to->size;
        const uint8_t *from = records + done * shape->size;
        if (layered) laz_pack_layers(shape, from, some, to);
        else if (options->first_edition) laz_pack_first(shape, from, some, to);
        else laz_pack_points(shape, from, some, to);
        points = realloc(points, (file->chunk_count + 1) * sizeof *points);
        file->chunk_sizes = realloc(file->chunk_sizes, (file->chunk_count + 1) * sizeof *file->chunk_sizes);
        if (points == NULL || file->chunk_sizes == NULL) abort();
        points[file->chunk_count] = some;
        file->chunk_sizes[file->chunk_count++] = to->size - before;
        done += some;
    }
    file->table_at = to->size;
    if (!options->whole) {
        add_table(to, file, points, options->variable);
        pdk_store_u64(to->data + place_at, options->place_at_end ? UINT64_MAX : file->table_at);
    }
    free(points);
}

laz_file laz_make(const uint8_t *las, size_t size, const laz_options *given)
{
    laz_options options = given != NULL ? *given : (laz_options){ 0 };
    if (options.chunk_points == 0) options.chunk_points = 50000;
    unsigned format = las[104];
    bool newer = las[25] >= 4;
    uint32_t points_at = pdk_load_u32(las + 96), record_size = pdk_load_u16(las + 105);
    uint64_t count = newer ? pdk_load_u64(las + 247) : pdk_load_u32(las + 107), end = points_at + count * record_size;
    laz_shape shape = shape_of(format, record_size);
    shape.edition = format >= 6 ? (options.fourth_edition ? 4 : 3) : options.first_edition ? 1 : 2;
    laz_file file = { 0 };
    laz_bytes to = { 0 };
    laz_add(&to, las, points_at);
    add_record(&to, format, &shape, &options);
    pdk_store_u32(to.data + 96, (uint32_t)to.size);
    pdk_store_u32(to.data + 100, pdk_load_u32(las + 100) + 1);
    to.data[104] = (uint8_t)(format | 0x80);
    add_chunks(&to, &file, &shape, las + points_at, count, &options, format >= 6);
    if (newer && pdk_load_u32(las + 243) > 0) pdk_store_u64(to.data + 235, to.size);
    if (end < size) laz_add(&to, las + end, size - end);
    if (options.place_at_end) {
        uint8_t place[8];
        pdk_store_u64(place, file.table_at);
        laz_add(&to, place, sizeof place);
    }
    file.bytes = to.data;
    file.size = to.size;
    return file;
}

void laz_free(laz_file *file)
{
    free(file->bytes);
    free(file->chunk_sizes);
    memset(file, 0, sizeof *file);
}
