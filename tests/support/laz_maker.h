/* LAZ files made for tests and measurements: the points of a LAS file, packed. Independent of the reader: the packing
 * is written here once more, from its description. */
#ifndef PADDOCK_TESTS_LAZ_MAKER_H
#define PADDOCK_TESTS_LAZ_MAKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct laz_options {
    uint32_t chunk_points; /* 0 = 50000 */
    bool variable;         /* chunks of 1 to chunk_points points, as the table says */
    bool whole;            /* compressor 1: no chunks (formats 0 to 5) */
    bool first_edition;    /* items of version 1 */
    bool fourth_edition;   /* items of version 4 (formats 6 to 10) */
    bool place_at_end;     /* the place of the table is in the last 8 bytes */
} laz_options;

typedef struct laz_file {
    uint8_t *bytes; /* malloc'd */
    size_t size;
    size_t chunks_at, table_at;
    uint32_t chunk_count;
    size_t *chunk_sizes; /* malloc'd */
} laz_file;

/* `las` is a whole LAS file, without packing. NULL options: the usual ones. */
laz_file laz_make(const uint8_t *las, size_t size, const laz_options *options);
void laz_free(laz_file *file);

/* --- between laz_maker.c and the packers --- */

typedef struct laz_bytes {
    uint8_t *data;
    size_t size, capacity;
} laz_bytes;
void laz_add(laz_bytes *to, const void *bytes, size_t size);
void laz_add_u32(laz_bytes *to, uint32_t value);

/* Where the parts of a point are; 0 = it has none. */
typedef struct laz_shape {
    uint32_t size, time_at, color_at, infrared_at, wave_at, extra_at, extra, edition;
} laz_shape;

/* One chunk: laz_pack_points.c for formats 0 to 5, laz_pack_first.c the same in the first edition, laz_pack_layers.c
 * for 6 to 10. */
void laz_pack_points(const laz_shape *shape, const uint8_t *records, uint32_t count, laz_bytes *to);
void laz_pack_first(const laz_shape *shape, const uint8_t *records, uint32_t count, laz_bytes *to);
void laz_pack_layers(const laz_shape *shape, const uint8_t *records, uint32_t count, laz_bytes *to);

#endif
