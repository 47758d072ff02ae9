#include "layout/gather_block.h"

#include <string.h>

#include "base/load.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* -------------------------------------------------------------------------------------------------- floats */

#if defined(__SSE2__)
static inline __m128 load_four(const uint8_t *at)
{
    return _mm_loadu_ps((const float *)(const void *)at);
}

/* Two floats, and twice zero. */
static inline __m128 load_two(const uint8_t *at)
{
    return _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)at));
}

/* The first or the last two floats of `values`. */
static inline void store_first(double *to, __m128 values)
{
    _mm_storeu_pd(to, _mm_cvtps_pd(values));
}
static inline void store_last(double *to, __m128 values)
{
    store_first(to, _mm_movehl_ps(values, values));
}

/* These three return how many records they have done; the rest is for the caller. */
static size_t four_to_doubles(const uint8_t *const *records, uint64_t at, size_t count, void *const *to)
{
    double *first = to[0], *second = to[1], *third = to[2], *fourth = to[3];
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        __m128 a = load_four(records[i] + at), b = load_four(records[i + 1] + at);
        __m128 low = _mm_unpacklo_ps(a, b), high = _mm_unpackhi_ps(a, b);
        store_first(first + i, low);
        store_last(second + i, low);
        store_first(third + i, high);
        store_last(fourth + i, high);
    }
    return i;
}

static size_t two_to_doubles(const uint8_t *const *records, uint64_t at, size_t count, void *const *to)
{
    double *first = to[0], *second = to[1];
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        __m128 both = _mm_unpacklo_ps(load_two(records[i] + at), load_two(records[i + 1] + at));
        store_first(first + i, both);
        store_last(second + i, both);
    }
    return i;
}

static size_t four_to_floats(const uint8_t *const *records, uint64_t at, size_t count, void *const *to)
{
    float *first = to[0], *second = to[1], *third = to[2], *fourth = to[3];
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        __m128 a = load_four(records[i] + at), b = load_four(records[i + 1] + at);
        __m128 c = load_four(records[i + 2] + at), d = load_four(records[i + 3] + at);
        _MM_TRANSPOSE4_PS(a, b, c, d);
        _mm_storeu_ps(first + i, a);
        _mm_storeu_ps(second + i, b);
        _mm_storeu_ps(third + i, c);
        _mm_storeu_ps(fourth + i, d);
    }
    return i;
}
#endif

void pdk_gather_floats(const uint8_t *const *records, uint64_t at, size_t count, unsigned columns, pdk_type type,
                       void *const *to)
{
    size_t done = 0;
#if defined(__SSE2__)
    if (type == PDK_FLOAT64 && columns == 4) done = four_to_doubles(records, at, count, to);
    else if (type == PDK_FLOAT64) done = two_to_doubles(records, at, count, to);
    else if (columns == 4) done = four_to_floats(records, at, count, to);
#endif
    for (unsigned k = 0; k < columns; k++) {
        if (type == PDK_FLOAT64) {
            double *values = to[k];
            for (size_t i = done; i < count; i++) values[i] = pdk_load_f32(records[i] + at + 4 * k);
        } else {
            float *values = to[k];
            for (size_t i = done; i < count; i++) values[i] = pdk_load_f32(records[i] + at + 4 * k);
        }
    }
}

/* -------------------------------------------------------------------------------------------------- stream */

enum { LINE = 64 /* bytes of a cache line */ };

void pdk_stream(void *to, const void *from, size_t size)
{
#if defined(__SSE2__)
    size_t head = (size_t)(-(uintptr_t)to & (LINE - 1));
    if (head < size) {
        memcpy(to, from, head);
        char *line = (char *)to + head;
        const char *source = (const char *)from + head;
        size_t lines = (size - head) / LINE;
        for (size_t i = 0; i < lines; i++, line += LINE, source += LINE) {
            for (int part = 0; part < LINE; part += 16) {
                _mm_stream_si128((__m128i *)(void *)(line + part),
                                 _mm_loadu_si128((const __m128i *)(const void *)(source + part)));
            }
        }
        memcpy(line, source, (size - head) % LINE);
        return;
    }
#endif
    memcpy(to, from, size);
}

void pdk_stream_end(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}
