/* Chunks of packed points: each is decoded by itself, from fresh models.
 *
 *     laz_pointwise.c   points one after the other (formats 0 to 5)
 *     laz_first.c       the same as its first edition packed them
 *     laz_layers.c      points in layers, a stream for each kind of value (formats 6 to 10)
 *     laz_layer_items.c the same for colours, wave packets and extra bytes
 *     laz_chunk.c       what both have in common
 */
#ifndef PADDOCK_FORMAT_LAS_LAZ_CHUNK_H
#define PADDOCK_FORMAT_LAS_LAZ_CHUNK_H

#include "format/las/laz/laz_items.h"

/* How the points of a file are packed, as its record says; checked. Places are in a point, 0 = it has no such thing. */
typedef struct pdk_laz_scheme {
    bool layered;
    bool whole;    /* not in chunks */
    uint32_t size; /* bytes of a point */
    uint32_t time_at, color_at, infrared_at, wave_at, extra_at, extra;
    uint32_t version; /* of the items: 1 or 2; with layers 3 or 4 */
    uint32_t layers;  /* of a chunk */
} pdk_laz_scheme;

/* What is wrong with a chunk. */
typedef enum pdk_laz_trouble {
    PDK_LAZ_FINE,
    PDK_LAZ_SHORT,      /* its bytes end before its points */
    PDK_LAZ_LEFT_OVER,  /* its points end before its bytes */
    PDK_LAZ_IMPOSSIBLE, /* a value that no writer makes */
    PDK_LAZ_MISFIT,     /* its layers do not fit it, or its number of points is another one */
    PDK_LAZ_NO_MEMORY
} pdk_laz_trouble;

typedef struct pdk_laz_decoder pdk_laz_decoder;

/* NULL = out of memory. */
pdk_laz_decoder *pdk_laz_decoder_make(pdk_memory *memory, const pdk_laz_scheme *scheme);
void pdk_laz_decoder_free(pdk_laz_decoder *decoder);
/* The chunk that is decoded next: `bytes` have all of it. */
pdk_laz_trouble pdk_laz_decoder_begin(pdk_laz_decoder *decoder, pdk_bytes bytes, uint64_t points);
/* Its next points, as records; not more than are left. */
pdk_laz_trouble pdk_laz_decoder_next(pdk_laz_decoder *decoder, size_t count, uint8_t *records);
/* After the last point: were all bytes used? */
pdk_laz_trouble pdk_laz_decoder_end(const pdk_laz_decoder *decoder);
/* How many bytes the points took that were decoded. */
uint64_t pdk_laz_decoder_used(const pdk_laz_decoder *decoder);

/* Bytes that a chunk has at least. */
uint32_t pdk_laz_least_chunk(const pdk_laz_scheme *scheme);
/* Bytes of a chunk with layers that begins here; 0 = it does not fit `bytes`. `*points` = how many it says it has. */
uint64_t pdk_laz_measure_chunk(const pdk_laz_scheme *scheme, pdk_bytes bytes, uint32_t *points);

/* ------------------------------------------------------------------------------- for the files named above */

typedef struct pdk_laz_pointwise pdk_laz_pointwise;
pdk_laz_pointwise *pdk_laz_pointwise_make(pdk_memory *memory, const pdk_laz_scheme *scheme);
void pdk_laz_pointwise_free(pdk_memory *memory, pdk_laz_pointwise *state);
/* `first` is the first point, `stream` what follows it. */
void pdk_laz_pointwise_begin(pdk_laz_pointwise *state, const uint8_t *first);
/* The stream is read as far as its coder says; false at a damage. */
bool pdk_laz_pointwise_next(pdk_laz_pointwise *state, pdk_laz_stream *stream, size_t count, uint8_t *records);

typedef struct pdk_laz_first pdk_laz_first;
pdk_laz_first *pdk_laz_first_make(pdk_memory *memory, const pdk_laz_scheme *scheme);
void pdk_laz_first_free(pdk_memory *memory, pdk_laz_first *state);
void pdk_laz_first_begin(pdk_laz_first *state, const uint8_t *first);
bool pdk_laz_first_next(pdk_laz_first *state, pdk_laz_stream *stream, size_t count, uint8_t *records);

typedef struct pdk_laz_layers pdk_laz_layers;
pdk_laz_layers *pdk_laz_layers_make(pdk_memory *memory, const pdk_laz_scheme *scheme);
void pdk_laz_layers_free(pdk_memory *memory, pdk_laz_layers *state);
/* `bytes` are the layers, `sizes` theirs, which were checked. */
pdk_laz_trouble pdk_laz_layers_begin(pdk_laz_layers *state, const uint8_t *first, const uint8_t *sizes,
                                     const uint8_t *bytes);
pdk_laz_trouble pdk_laz_layers_next(pdk_laz_layers *state, size_t count, uint8_t *records);
pdk_laz_trouble pdk_laz_layers_end(const pdk_laz_layers *state);

#endif
