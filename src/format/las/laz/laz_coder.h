/* The arithmetic decoder of LAZ: a stream, and the adapting models that say how likely each symbol is.
 *
 * A coder is copied into the function that decodes, so that its three words stay in registers. Nothing here branches on
 * what was decoded where that can be helped: what comes next in such a stream cannot be foreseen. */
#ifndef PADDOCK_FORMAT_LAS_LAZ_CODER_H
#define PADDOCK_FORMAT_LAS_LAZ_CODER_H

#include "base/load.h"
#include "base/memory.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* A point's functions are compiled into one, so that the coder stays in registers. With a sanitizer's checks that one
 * takes seven times as long to compile as all else of LAZ, and nobody measures speed there. */
#ifdef PADDOCK_INSTRUMENTED
#define PDK_LAZ_INLINE inline
#else
#define PDK_LAZ_INLINE inline __attribute__((always_inline))
#endif

/* --------------------------------------------------------------------------------------------------- stream */

enum {
    PDK_LAZ_START = 4,    /* bytes a stream begins with */
    PDK_LAZ_RESERVE = 256 /* bytes that the fields of a point take at most: a step of any model is 3 or fewer */
};

typedef struct pdk_laz_coder {
    uint32_t value, length; /* value < length, always */
    const uint8_t *at;
    uint32_t bad; /* not 0: a number that no writer makes */
} pdk_laz_coder;

/* Bytes that are decoded in place. Only the last of them, where a step might read too far, are copied to where zeros
 * follow them. */
typedef struct pdk_laz_stream {
    pdk_laz_coder coder;
    const uint8_t *end;  /* of the bytes, in the file or in `tail` */
    const uint8_t *safe; /* beyond it `tail` is used */
    const uint8_t *file_end;
    uint8_t *tail; /* room for twice the reserve and PDK_LAZ_TAIL_MORE */
    uint32_t reserve;
} pdk_laz_stream;

enum { PDK_LAZ_TAIL_MORE = 16 };

/* False where no stream begins so. `reserve` bytes are the most that is read between two calls of pdk_laz_approach. */
bool pdk_laz_stream_open(pdk_laz_stream *stream, const uint8_t *bytes, uint64_t size, uint8_t *tail, uint32_t reserve);
/* Where to read on; stream->end and ->safe may have changed. */
const uint8_t *pdk_laz_stream_tail(pdk_laz_stream *stream, const uint8_t *at);
/* How many bytes are left; negative = more were read than there are. */
int64_t pdk_laz_stream_left(const pdk_laz_stream *stream);

/* Before each step. */
static inline void pdk_laz_approach(pdk_laz_stream *stream, pdk_laz_coder *coder)
{
    if (__builtin_expect(coder->at > stream->safe, 0)) coder->at = pdk_laz_stream_tail(stream, coder->at);
}

static inline void pdk_laz_renormalise(pdk_laz_coder *coder)
{
    unsigned shift = (unsigned)__builtin_clz(coder->length) & 0x18U;
    uint64_t next = pdk_load_u32be(coder->at);
    coder->value = coder->value << shift | (uint32_t)(next << shift >> 32);
    coder->length <<= shift;
    coder->at += shift / 8;
}

/* --------------------------------------------------------------------------------------------------- models */

enum {
    PDK_LAZ_GROUP = 16,         /* symbols that are compared at once */
    PDK_LAZ_MOST_SYMBOLS = 516, /* of any model */
    PDK_LAZ_WIDE_FIRSTS = 48    /* groups of those of more than 256 symbols, rounded up */
};

/* How a model is searched: in one group; by the first of each group, 16 or 48 of them, and then in that group. */
typedef enum pdk_laz_shape { PDK_LAZ_SMALL, PDK_LAZ_MIDDLE, PDK_LAZ_WIDE } pdk_laz_shape;

/* `words`: first numbers of groups (none, 16 or 48); where the share of each symbol begins, of 32768; counts. */
typedef struct pdk_laz_model {
    uint16_t *words;
    uint32_t symbols, total, cycle, left;
    uint32_t age; /* of the chunk that it was made for */
    pdk_laz_shape shape;
} pdk_laz_model;

static inline uint32_t pdk_laz_firsts(pdk_laz_shape shape)
{
    return shape == PDK_LAZ_SMALL ? 0 : shape == PDK_LAZ_MIDDLE ? PDK_LAZ_GROUP : PDK_LAZ_WIDE_FIRSTS;
}

static inline uint32_t pdk_laz_padded(uint32_t symbols)
{
    return (symbols + PDK_LAZ_GROUP - 1) / PDK_LAZ_GROUP * PDK_LAZ_GROUP;
}

/* Words that a model takes. */
static inline uint32_t pdk_laz_words(uint32_t symbols, pdk_laz_shape shape)
{
    return pdk_laz_firsts(shape) + 2 * pdk_laz_padded(symbols);
}

/* All symbols alike, as at the beginning of a chunk. */
void pdk_laz_model_begin(pdk_laz_model *model, uint32_t age);
/* Shares from counts. */
void pdk_laz_model_rebuild(pdk_laz_model *model);

/* How many of 16 ascending numbers are not above `place`, which is below 32768. */
static inline uint32_t pdk_laz_count(const uint16_t *numbers, uint32_t place)
{
#if defined(__SSE2__)
    __m128i all = _mm_set1_epi16((short)place);
    __m128i low = _mm_cmpgt_epi16(_mm_loadu_si128((const __m128i *)(const void *)numbers), all);
    __m128i high = _mm_cmpgt_epi16(_mm_loadu_si128((const __m128i *)(const void *)(numbers + 8)), all);
    return (uint32_t)__builtin_ctz((unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high)) | 1U << PDK_LAZ_GROUP);
#else
    uint32_t count = 0;
    for (int i = 0; i < PDK_LAZ_GROUP; i++) count += numbers[i] <= place;
    return count;
#endif
}

static inline uint32_t pdk_laz_search(const uint16_t *words, pdk_laz_shape shape, uint32_t place)
{
    uint32_t group = 0;
    if (shape != PDK_LAZ_SMALL) group = pdk_laz_count(words, place) - 1;
    if (shape == PDK_LAZ_WIDE && group == PDK_LAZ_GROUP - 1) {
        group += pdk_laz_count(words + PDK_LAZ_GROUP, place);
        if (group == 2 * PDK_LAZ_GROUP - 1) group += pdk_laz_count(words + (size_t)2 * PDK_LAZ_GROUP, place);
    }
    return group * PDK_LAZ_GROUP + pdk_laz_count(words + pdk_laz_firsts(shape) + (size_t)group * PDK_LAZ_GROUP, place) -
           1;
}

/* The next symbol. `shape` is the model's, as a constant where it is known. */
static PDK_LAZ_INLINE uint32_t pdk_laz_symbol(pdk_laz_coder *coder, pdk_laz_model *model, pdk_laz_shape shape)
{
    uint16_t *shares = model->words + pdk_laz_firsts(shape);
    uint32_t unit = coder->length >> 15, place = coder->value / unit, last = model->symbols - 1;
    /* Padding is 32767, which only the last symbol's share may begin at. */
    uint32_t symbol = pdk_laz_search(model->words, shape, place < INT16_MAX ? place : INT16_MAX - 1);
    bool ends = coder->value >= shares[last] * unit;
    symbol = ends ? last : symbol;
    uint32_t low = shares[symbol] * unit, high = ends ? coder->length : shares[symbol + 1] * unit;
    coder->value -= low;
    coder->length = high - low;
    pdk_laz_renormalise(coder);
    shares[pdk_laz_padded(model->symbols) + symbol]++;
    if (--model->left == 0) pdk_laz_model_rebuild(model);
    return symbol;
}

/* The same of a model that is made when it is first used. */
static PDK_LAZ_INLINE uint32_t pdk_laz_rare_symbol(pdk_laz_coder *coder, pdk_laz_model *model, pdk_laz_shape shape,
                                                   uint32_t age)
{
    if (model->age != age) pdk_laz_model_begin(model, age);
    return pdk_laz_symbol(coder, model, shape);
}

/* ------------------------------------------------------------------------------------------------ raw, bits */

/* `bits` below 20. */
static inline uint32_t pdk_laz_raw_few(pdk_laz_coder *coder, uint32_t bits)
{
    coder->length >>= bits;
    uint32_t value = coder->value / coder->length;
    coder->value -= value * coder->length;
    coder->bad |= value >> bits;
    pdk_laz_renormalise(coder);
    return value;
}

enum { PDK_LAZ_RAW_MOST = 19, PDK_LAZ_RAW_HALF = 16 };

static inline uint32_t pdk_laz_raw(pdk_laz_coder *coder, uint32_t bits)
{
    if (bits <= PDK_LAZ_RAW_MOST) return pdk_laz_raw_few(coder, bits);
    uint32_t low = pdk_laz_raw_few(coder, PDK_LAZ_RAW_HALF);
    return pdk_laz_raw_few(coder, bits - PDK_LAZ_RAW_HALF) << PDK_LAZ_RAW_HALF | (low & UINT16_MAX);
}

static inline uint64_t pdk_laz_raw_long(pdk_laz_coder *coder)
{
    uint64_t low = pdk_laz_raw(coder, 32);
    return (uint64_t)pdk_laz_raw(coder, 32) << 32 | low;
}

typedef struct pdk_laz_bit {
    uint32_t zeros, total, share, cycle, left; /* the share is of 8192 */
} pdk_laz_bit;

void pdk_laz_bit_begin(pdk_laz_bit *bit);
void pdk_laz_bit_rebuild(pdk_laz_bit *bit);

static inline uint32_t pdk_laz_decode_bit(pdk_laz_coder *coder, pdk_laz_bit *bit)
{
    uint32_t low = bit->share * (coder->length >> 13), one = coder->value >= low;
    coder->value -= one ? low : 0;
    coder->length = one ? coder->length - low : low;
    bit->zeros += !one;
    pdk_laz_renormalise(coder);
    if (--bit->left == 0) pdk_laz_bit_rebuild(bit);
    return one;
}

/* -------------------------------------------------------------------------------------------------- numbers */

enum { PDK_LAZ_CLASSES = 33, PDK_LAZ_MOST_CONTEXTS = 22 };

/* What corrects a guess: first how many bits the correction has, by a model for each context, then its bits. */
typedef struct pdk_laz_number {
    pdk_laz_model classes[PDK_LAZ_MOST_CONTEXTS]; /* each made when it is first used */
    pdk_laz_model values[PDK_LAZ_CLASSES];        /* by class, from 1 */
    pdk_laz_bit zero;
    uint32_t bits, contexts;
    uint32_t size; /* class of the last correction */
} pdk_laz_number;

static inline pdk_laz_shape pdk_laz_class_shape(uint32_t bits)
{
    return bits < PDK_LAZ_GROUP ? PDK_LAZ_SMALL : PDK_LAZ_MIDDLE;
}

/* `bits` is the number's, as a constant. Modulo 2^bits, not yet extended. */
static PDK_LAZ_INLINE uint32_t pdk_laz_get_by(pdk_laz_coder *coder, pdk_laz_number *number, pdk_laz_model *classes,
                                              uint32_t guess, uint32_t bits, uint32_t age)
{
    enum { DIRECT = 8 };
    uint32_t size = pdk_laz_rare_symbol(coder, classes, pdk_laz_class_shape(bits), age), change;
    number->size = size;
    if (size == 0) {
        change = pdk_laz_decode_bit(coder, &number->zero);
    } else if (size < 32) {
        change = pdk_laz_rare_symbol(coder, &number->values[size], PDK_LAZ_MIDDLE, age);
        if (size > DIRECT) change = change << (size - DIRECT) | pdk_laz_raw(coder, size - DIRECT);
        uint32_t half = UINT32_C(1) << (size - 1);
        change += 1 - (change < half ? 2 * half : 0);
    } else {
        change = UINT32_C(1) << 31;
    }
    uint32_t result = guess + change;
    return bits == 32 ? result : result & ((UINT32_C(1) << bits) - 1);
}

static PDK_LAZ_INLINE uint32_t pdk_laz_get(pdk_laz_coder *coder, pdk_laz_number *number, uint32_t guess,
                                           uint32_t context, uint32_t bits, uint32_t age)
{
    return pdk_laz_get_by(coder, number, &number->classes[context], guess, bits, age);
}

/* --- laz_models.c --- */

/* Room for models, given out one after the other. `words` NULL: only counts. */
typedef struct pdk_laz_room {
    uint16_t *words;
    size_t used;
} pdk_laz_room;

void pdk_laz_model_place(pdk_laz_model *model, uint32_t symbols, pdk_laz_shape shape, pdk_laz_room *room);
void pdk_laz_models_place(pdk_laz_model *models, size_t count, uint32_t symbols, pdk_laz_shape shape,
                          pdk_laz_room *room);
void pdk_laz_number_place(pdk_laz_number *number, uint32_t bits, uint32_t contexts, pdk_laz_room *room);
/* For a new chunk. */
void pdk_laz_number_begin(pdk_laz_number *number);

#endif
