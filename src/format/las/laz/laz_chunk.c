/* A chunk of packed points: where it begins and ends, and which decoder it is for. */
#include "format/las/laz/laz_chunk.h"

struct pdk_laz_decoder {
    pdk_laz_scheme scheme;
    pdk_memory *memory;
    pdk_laz_pointwise *pointwise; /* or */
    pdk_laz_first *first;         /* or */
    pdk_laz_layers *layers;
    const uint8_t *start; /* of the chunk: its first point, as it is */
    bool raw;             /* that one comes next */
    uint64_t used;        /* bytes of a chunk with layers */
    pdk_laz_stream stream;
    uint8_t *tail;
};

static uint32_t reserve_of(const pdk_laz_scheme *scheme)
{
    return PDK_LAZ_RESERVE + 4 * scheme->extra;
}

pdk_laz_decoder *pdk_laz_decoder_make(pdk_memory *memory, const pdk_laz_scheme *scheme)
{
    pdk_laz_decoder *decoder = pdk_alloc(memory, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->scheme = *scheme;
    decoder->memory = memory;
    if (scheme->layered) decoder->layers = pdk_laz_layers_make(memory, &decoder->scheme);
    else if (scheme->version == 1) decoder->first = pdk_laz_first_make(memory, &decoder->scheme);
    else decoder->pointwise = pdk_laz_pointwise_make(memory, &decoder->scheme);
    decoder->tail = pdk_alloc_raw(memory, 2 * (size_t)reserve_of(scheme) + PDK_LAZ_TAIL_MORE);
    if (decoder->tail != NULL && (decoder->layers != NULL || decoder->first != NULL || decoder->pointwise != NULL))
        return decoder;
    pdk_laz_decoder_free(decoder);
    return NULL;
}

void pdk_laz_decoder_free(pdk_laz_decoder *decoder)
{
    pdk_memory *memory = decoder->memory;
    if (decoder->layers != NULL) pdk_laz_layers_free(memory, decoder->layers);
    if (decoder->first != NULL) pdk_laz_first_free(memory, decoder->first);
    if (decoder->pointwise != NULL) pdk_laz_pointwise_free(memory, decoder->pointwise);
    pdk_free(memory, decoder->tail);
    pdk_free(memory, decoder);
}

uint32_t pdk_laz_least_chunk(const pdk_laz_scheme *scheme)
{
    return scheme->size + PDK_LAZ_START + (scheme->layered ? 4 * scheme->layers : 0);
}

uint64_t pdk_laz_measure_chunk(const pdk_laz_scheme *scheme, pdk_bytes bytes, uint32_t *points)
{
    uint64_t size = pdk_laz_least_chunk(scheme);
    if (bytes.size < size) return 0;
    const uint8_t *at = bytes.data + scheme->size;
    *points = pdk_load_u32(at);
    for (uint32_t i = 0; i < scheme->layers; i++) size += pdk_load_u32(at + sizeof *points * (1 + (size_t)i));
    return size <= bytes.size ? size : 0;
}

static pdk_laz_trouble begin_layers(pdk_laz_decoder *decoder, pdk_bytes bytes, uint64_t points)
{
    uint32_t counted;
    decoder->used = pdk_laz_measure_chunk(&decoder->scheme, bytes, &counted);
    if (decoder->used == 0 || counted != points) return PDK_LAZ_MISFIT;
    const uint8_t *sizes = bytes.data + decoder->scheme.size + sizeof counted;
    return pdk_laz_layers_begin(decoder->layers, bytes.data, sizes, sizes + sizeof counted * decoder->scheme.layers);
}

pdk_laz_trouble pdk_laz_decoder_begin(pdk_laz_decoder *decoder, pdk_bytes bytes, uint64_t points)
{
    uint32_t size = decoder->scheme.size;
    decoder->start = bytes.data;
    decoder->raw = true;
    if (decoder->layers != NULL) return begin_layers(decoder, bytes, points);
    if (bytes.size < size + (uint64_t)PDK_LAZ_START) return PDK_LAZ_SHORT;
    if (!pdk_laz_stream_open(&decoder->stream, bytes.data + size, bytes.size - size, decoder->tail,
                             reserve_of(&decoder->scheme)))
        return PDK_LAZ_IMPOSSIBLE;
    if (decoder->first != NULL) pdk_laz_first_begin(decoder->first, bytes.data);
    else pdk_laz_pointwise_begin(decoder->pointwise, bytes.data);
    return PDK_LAZ_FINE;
}

pdk_laz_trouble pdk_laz_decoder_next(pdk_laz_decoder *decoder, size_t count, uint8_t *records)
{
    uint32_t size = decoder->scheme.size;
    if (decoder->raw && count > 0) {
        memcpy(records, decoder->start, size);
        decoder->raw = false;
        records += size;
        count--;
    }
    if (count == 0) return PDK_LAZ_FINE;
    if (decoder->layers != NULL) return pdk_laz_layers_next(decoder->layers, count, records);
    bool fine = decoder->first != NULL ? pdk_laz_first_next(decoder->first, &decoder->stream, count, records)
                                       : pdk_laz_pointwise_next(decoder->pointwise, &decoder->stream, count, records);
    if (fine) return PDK_LAZ_FINE;
    return decoder->stream.coder.bad != 0 ? PDK_LAZ_IMPOSSIBLE : PDK_LAZ_SHORT;
}

pdk_laz_trouble pdk_laz_decoder_end(const pdk_laz_decoder *decoder)
{
    if (decoder->layers != NULL) return pdk_laz_layers_end(decoder->layers);
    return pdk_laz_stream_left(&decoder->stream) == 0 ? PDK_LAZ_FINE : PDK_LAZ_LEFT_OVER;
}

uint64_t pdk_laz_decoder_used(const pdk_laz_decoder *decoder)
{
    if (decoder->layers != NULL) return decoder->used;
    return (uint64_t)(decoder->stream.file_end - decoder->start) - (uint64_t)pdk_laz_stream_left(&decoder->stream);
}
