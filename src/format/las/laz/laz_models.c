/* Models of the arithmetic decoder, and the ends of its streams. */
#include "format/las/laz/laz_coder.h"

/* --------------------------------------------------------------------------------------------------- stream */

bool pdk_laz_stream_open(pdk_laz_stream *stream, const uint8_t *bytes, uint64_t size, uint8_t *tail, uint32_t reserve)
{
    *stream = (pdk_laz_stream){ .end = bytes + size, .file_end = bytes + size, .tail = tail, .reserve = reserve };
    if (size < PDK_LAZ_START) return false;
    stream->coder =
        (pdk_laz_coder){ .value = pdk_load_u32be(bytes), .length = UINT32_MAX, .at = bytes + PDK_LAZ_START };
    stream->safe = size >= reserve ? stream->end - reserve : bytes;
    return stream->coder.value < stream->coder.length;
}

const uint8_t *pdk_laz_stream_tail(pdk_laz_stream *stream, const uint8_t *at)
{
    size_t room = 2 * (size_t)stream->reserve + PDK_LAZ_TAIL_MORE;
    size_t left = at < stream->end ? (size_t)(stream->end - at) : 0;
    if (stream->end != stream->file_end) { /* they are there already: the caller sees that too much was read */
        stream->safe = stream->tail + stream->reserve;
        return at < stream->safe ? at : stream->safe;
    }
    memcpy(stream->tail, at, left);
    memset(stream->tail + left, 0, room - left);
    stream->end = stream->tail + left;
    stream->safe = stream->tail + stream->reserve;
    return stream->tail;
}

int64_t pdk_laz_stream_left(const pdk_laz_stream *stream)
{
    return stream->end - stream->coder.at;
}

/* --------------------------------------------------------------------------------------------------- models */

enum { MOST_TOTAL = 32768, MOST_BIT_TOTAL = 8192, MOST_BIT_CYCLE = 64 };

static void halve(pdk_laz_model *model, uint16_t *counts)
{
    model->total = 0;
    for (uint32_t i = 0; i < model->symbols; i++) {
        counts[i] = (uint16_t)((counts[i] + 1) >> 1);
        model->total += counts[i];
    }
}

void pdk_laz_model_rebuild(pdk_laz_model *model)
{
    uint32_t firsts = pdk_laz_firsts(model->shape), padded = pdk_laz_padded(model->symbols);
    uint16_t *shares = model->words + firsts, *counts = shares + padded;
    model->total += model->cycle;
    if (model->total > MOST_TOTAL) halve(model, counts);
    uint32_t scale = (UINT32_C(1) << 31) / model->total, sum = 0;
    for (uint32_t i = 0; i < model->symbols; i++) {
        shares[i] = (uint16_t)(scale * sum >> 16);
        sum += counts[i];
    }
    if (firsts > 0) {
        for (uint32_t i = 0; i < padded / PDK_LAZ_GROUP; i++) model->words[i] = shares[(size_t)i * PDK_LAZ_GROUP];
    }
    uint32_t longer = 5 * model->cycle >> 2, most = 8 * (model->symbols + 6);
    model->cycle = model->left = longer < most ? longer : most;
}

void pdk_laz_model_begin(pdk_laz_model *model, uint32_t age)
{
    uint32_t firsts = pdk_laz_firsts(model->shape), padded = pdk_laz_padded(model->symbols);
    for (uint32_t i = 0; i < firsts + padded; i++) model->words[i] = INT16_MAX;
    for (uint32_t i = 0; i < padded; i++) model->words[firsts + padded + i] = 1;
    model->total = 0;
    model->cycle = model->symbols;
    pdk_laz_model_rebuild(model);
    model->cycle = model->left = (model->symbols + 6) >> 1;
    model->age = age;
}

void pdk_laz_bit_begin(pdk_laz_bit *bit)
{
    *bit = (pdk_laz_bit){ .zeros = 1, .total = 2, .share = 4096, .cycle = 4, .left = 4 };
}

void pdk_laz_bit_rebuild(pdk_laz_bit *bit)
{
    bit->total += bit->cycle;
    if (bit->total > MOST_BIT_TOTAL) {
        bit->total = (bit->total + 1) >> 1;
        bit->zeros = (bit->zeros + 1) >> 1;
        if (bit->zeros == bit->total) bit->total++;
    }
    bit->share = bit->zeros * ((UINT32_C(1) << 31) / bit->total) >> 18;
    uint32_t longer = 5 * bit->cycle >> 2;
    bit->cycle = bit->left = longer < MOST_BIT_CYCLE ? longer : MOST_BIT_CYCLE;
}

/* --------------------------------------------------------------------------------------------------- places */

void pdk_laz_model_place(pdk_laz_model *model, uint32_t symbols, pdk_laz_shape shape, pdk_laz_room *room)
{
    *model = (pdk_laz_model){ .symbols = symbols, .shape = shape };
    if (room->words != NULL) model->words = room->words + room->used;
    room->used += pdk_laz_words(symbols, shape);
}

void pdk_laz_models_place(pdk_laz_model *models, size_t count, uint32_t symbols, pdk_laz_shape shape,
                          pdk_laz_room *room)
{
    for (size_t i = 0; i < count; i++) pdk_laz_model_place(&models[i], symbols, shape, room);
}

void pdk_laz_number_place(pdk_laz_number *number, uint32_t bits, uint32_t contexts, pdk_laz_room *room)
{
    enum { DIRECT = 8 };
    number->bits = bits;
    number->contexts = contexts;
    pdk_laz_models_place(number->classes, contexts, bits + 1, pdk_laz_class_shape(bits), room);
    for (uint32_t i = 1; i <= bits && i < PDK_LAZ_CLASSES - 1; i++)
        pdk_laz_model_place(&number->values[i], UINT32_C(1) << (i < DIRECT ? i : DIRECT), PDK_LAZ_MIDDLE, room);
}

void pdk_laz_number_begin(pdk_laz_number *number)
{
    pdk_laz_bit_begin(&number->zero);
    number->size = 0;
}
