/* Deflate (RFC 1951) decoded up to where it breaks. libdeflate, which decodes everything sound, gives nothing of a
 * stream that is cut or damaged; this one is for exactly such. */
#ifndef PADDOCK_CODEC_GZIP_INFLATE_RESCUE_H
#define PADDOCK_CODEC_GZIP_INFLATE_RESCUE_H

#include <stddef.h>
#include <stdint.h>

typedef enum pdk_inflate_end {
    PDK_INFLATE_COMPLETE, /* its last block ended */
    PDK_INFLATE_CUT,      /* the bytes end before that */
    PDK_INFLATE_DAMAGED   /* what comes next is no deflate */
} pdk_inflate_end;

typedef struct pdk_inflated {
    pdk_inflate_end end;
    size_t used;      /* packed bytes up to the end or the trouble */
    uint64_t written; /* bytes that came out */
} pdk_inflated;

/* Decodes what can be decoded into `to`, at most `capacity` bytes. With `to` NULL the bytes are counted only, so that a
 * second call has exactly the room it takes. Accepts what libdeflate accepts, and gives the same bytes. */
pdk_inflated pdk_inflate_rescue(const uint8_t *data, size_t size, uint8_t *to, uint64_t capacity);

#endif
