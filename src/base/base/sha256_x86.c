/* SHA-256 of whole blocks with the SHA instructions of x86 processors, five times as fast as in plain C. They keep the
 * eight words as two vectors, a b e f and c d g h, and do two rounds each. */
#include "base/sha256_blocks.h"
#include "base/sha256.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

#define WITH_SHA __attribute__((target("sha,sse4.1")))

typedef struct vectors {
    __m128i abef, cdgh;
} vectors;

WITH_SHA static inline vectors load_state(const uint32_t state[])
{
    __m128i abcd = _mm_loadu_si128((const __m128i *)(const void *)state);
    __m128i efgh = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
    __m128i badc = _mm_shuffle_epi32(abcd, 0xB1), hgfe = _mm_shuffle_epi32(efgh, 0x1B);
    return (vectors){ _mm_alignr_epi8(badc, hgfe, 8), _mm_blend_epi16(hgfe, badc, 0xF0) };
}

WITH_SHA static inline void store_state(vectors words, uint32_t state[])
{
    __m128i feba = _mm_shuffle_epi32(words.abef, 0x1B), dchg = _mm_shuffle_epi32(words.cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/* Four words of a block, which are stored with the highest byte first. */
WITH_SHA static inline __m128i load_words(const uint8_t *at)
{
    const __m128i order = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)at), order);
}

/* The four words after these sixteen. */
WITH_SHA static inline __m128i next_words(__m128i a, __m128i b, __m128i c, __m128i d)
{
    __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(a, b), _mm_alignr_epi8(d, c, 4));
    return _mm_sha256msg2_epu32(sum, d);
}

WITH_SHA static inline vectors four_rounds(vectors now, __m128i words, const uint32_t *constants)
{
    __m128i input = _mm_add_epi32(words, _mm_loadu_si128((const __m128i *)(const void *)constants));
    now.cdgh = _mm_sha256rnds2_epu32(now.cdgh, now.abef, input);
    now.abef = _mm_sha256rnds2_epu32(now.abef, now.cdgh, _mm_shuffle_epi32(input, 0x0E));
    return now;
}

WITH_SHA static inline vectors block_after(vectors now, const uint8_t *block)
{
    __m128i a = load_words(block), b = load_words(block + 16), c = load_words(block + 32), d = load_words(block + 48);
    for (const uint32_t *constants = pdk_sha256_round_constants;; constants += 16) {
        now = four_rounds(now, a, constants);
        now = four_rounds(now, b, constants + 4);
        now = four_rounds(now, c, constants + 8);
        now = four_rounds(now, d, constants + 12);
        if (constants == pdk_sha256_round_constants + PDK_SHA256_ROUNDS - 16) return now;
        a = next_words(a, b, c, d);
        b = next_words(b, c, d, a);
        c = next_words(c, d, a, b);
        d = next_words(d, a, b, c);
    }
}

WITH_SHA static void take_blocks(uint32_t state[], const uint8_t *blocks, size_t count)
{
    vectors now = load_state(state);
    for (size_t i = 0; i < count; i++) {
        vectors after = block_after(now, blocks + i * PDK_SHA256_BLOCK);
        now.abef = _mm_add_epi32(now.abef, after.abef);
        now.cdgh = _mm_add_epi32(now.cdgh, after.cdgh);
    }
    store_state(now, state);
}

/* Leaf 1 of CPUID has SSE4.1 and SSSE3 in bits 19 and 9 of its third word, leaf 7 has SHA in bit 29 of its second. */
pdk_sha256_take *pdk_sha256_fastest(void)
{
    enum { SSSE3 = 1 << 9, SSE41 = 1 << 19, SHA = 1 << 29 };
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & SSSE3) == 0 || (c & SSE41) == 0) return pdk_sha256_take_blocks;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & SHA) != 0 ? take_blocks : pdk_sha256_take_blocks;
}

#else

pdk_sha256_take *pdk_sha256_fastest(void)
{
    return pdk_sha256_take_blocks;
}

#endif
