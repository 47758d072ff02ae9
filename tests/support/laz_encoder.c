#include "laz_encoder.h"

#include <stdlib.h>
#include <string.h>

static void *must(void *block)
{
    if (block == NULL) abort();
    return block;
}

void laz_stream_begin(laz_stream *stream)
{
    stream->base = 0;
    stream->length = UINT32_MAX;
    stream->size = 0;
}

static void put_byte(laz_stream *stream, uint32_t byte)
{
    if (stream->size == stream->capacity) {
        stream->capacity = 2 * stream->capacity + 64;
        stream->bytes = must(realloc(stream->bytes, stream->capacity));
    }
    stream->bytes[stream->size++] = (uint8_t)byte;
}

/* The interval becomes a part of itself; what overflows is carried into the bytes before. */
static void narrow(laz_stream *stream, uint32_t low, uint32_t length)
{
    uint32_t before = stream->base;
    stream->base += low;
    stream->length = length;
    for (size_t i = stream->size; stream->base < before && i > 0; i--) {
        if (++stream->bytes[i - 1] != 0) break;
    }
    for (; stream->length < UINT32_C(1) << 24; stream->length <<= 8) {
        put_byte(stream, stream->base >> 24);
        stream->base <<= 8;
    }
}

void laz_stream_end(laz_stream *stream)
{
    for (int shift = 24; shift >= 0; shift -= 8) put_byte(stream, stream->base >> shift);
}

void laz_stream_free(laz_stream *stream)
{
    free(stream->bytes);
    memset(stream, 0, sizeof *stream);
}

static void rebuild(laz_model *model, uint32_t symbols)
{
    model->total += model->cycle;
    if (model->total > 32768) {
        model->total = 0;
        for (uint32_t i = 0; i < symbols; i++) {
            model->counts[i] = (model->counts[i] + 1) / 2;
            model->total += model->counts[i];
        }
    }
    uint32_t scale = UINT32_C(0x80000000) / model->total, sum = 0;
    for (uint32_t i = 0; i < symbols; i++) {
        model->sums[i] = (scale * sum) >> 16;
        sum += model->counts[i];
    }
    model->cycle = model->cycle * 5 / 4;
    if (model->cycle > 8 * (symbols + 6)) model->cycle = 8 * (symbols + 6);
    model->left = model->cycle;
}

void laz_put_symbol(laz_stream *stream, laz_model *model, uint32_t symbols, uint32_t symbol)
{
    if (symbol >= symbols) abort();
    if (model->counts == NULL) {
        model->counts = must(calloc(symbols, sizeof *model->counts));
        model->sums = must(calloc(symbols, sizeof *model->sums));
        for (uint32_t i = 0; i < symbols; i++) model->counts[i] = 1;
        model->total = 0;
        model->cycle = symbols;
        rebuild(model, symbols);
        model->cycle = model->left = (symbols + 6) / 2;
    }
    uint32_t unit = stream->length >> 15, low = model->sums[symbol] * unit;
    uint32_t high = symbol + 1 == symbols ? stream->length : model->sums[symbol + 1] * unit;
    narrow(stream, low, high - low);
    model->counts[symbol]++;
    if (--model->left == 0) rebuild(model, symbols);
}

void laz_put_raw(laz_stream *stream, uint32_t bits, uint32_t value)
{
    if (bits > 19) {
        laz_put_raw(stream, 16, value & 0xFFFF);
        value >>= 16;
        bits -= 16;
    }
    uint32_t unit = stream->length >> bits;
    narrow(stream, value * unit, unit);
}

void laz_put_raw_long(laz_stream *stream, uint64_t value)
{
    laz_put_raw(stream, 32, (uint32_t)value);
    laz_put_raw(stream, 32, (uint32_t)(value >> 32));
}

static void put_bit(laz_stream *stream, laz_number *number, uint32_t bit)
{
    if (number->zeros_total == 0) {
        number->zeros = 1;
        number->zeros_total = 2;
        number->zeros_share = 4096;
        number->zeros_cycle = number->zeros_left = 4;
    }
    uint32_t low = number->zeros_share * (stream->length >> 13);
    if (bit) narrow(stream, low, stream->length - low);
    else narrow(stream, 0, low);
    number->zeros += !bit;
    if (--number->zeros_left > 0) return;
    number->zeros_total += number->zeros_cycle;
    if (number->zeros_total > 8192) {
        number->zeros_total = (number->zeros_total + 1) / 2;
        number->zeros = (number->zeros + 1) / 2;
        if (number->zeros == number->zeros_total) number->zeros_total++;
    }
    number->zeros_share = (UINT32_C(0x80000000) / number->zeros_total * number->zeros) >> 18;
    number->zeros_cycle = number->zeros_cycle * 5 / 4;
    if (number->zeros_cycle > 64) number->zeros_cycle = 64;
    number->zeros_left = number->zeros_cycle;
}

void laz_put_number(laz_stream *stream, laz_number *number, uint32_t bits, uint32_t context, uint32_t guess,
                    uint32_t value)
{
    int64_t range = INT64_C(1) << bits, change = (int64_t)(((uint64_t)value - guess) & (uint64_t)(range - 1));
    if (change >= range / 2) change -= range;
    uint64_t away = change <= 0 ? (uint64_t)-change : (uint64_t)change - 1;
    uint32_t size = 0;
    while (away >> size != 0) size++;
    number->size = size;
    laz_put_symbol(stream, &number->classes[context], bits + 1, size);
    if (size == 0) {
        put_bit(stream, number, change == 1);
        return;
    }
    if (size == 32) return;
    uint32_t place = (uint32_t)(change < 0 ? change + (INT64_C(1) << size) - 1 : change - 1);
    uint32_t low = size > 8 ? size - 8 : 0;
    laz_put_symbol(stream, &number->values[size], UINT32_C(1) << (size - low), place >> low);
    if (low > 0) laz_put_raw(stream, low, place & ((UINT32_C(1) << low) - 1));
}

void laz_model_free(laz_model *model)
{
    free(model->counts);
    free(model->sums);
    memset(model, 0, sizeof *model);
}

void laz_number_free(laz_number *number)
{
    for (size_t i = 0; i < sizeof number->classes / sizeof number->classes[0]; i++) laz_model_free(&number->classes[i]);
    for (size_t i = 0; i < sizeof number->values / sizeof number->values[0]; i++) laz_model_free(&number->values[i]);
    memset(number, 0, sizeof *number);
}
