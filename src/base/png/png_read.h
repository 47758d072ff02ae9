/* PNG in, as RGBA. Without the part for PNG both calls fail with PDK_E_UNSUPPORTED, "png.absent". */
#ifndef PADDOCK_PNG_PNG_READ_H
#define PADDOCK_PNG_PNG_READ_H

#include "base/memory.h"

typedef struct pdk_picture {
    uint32_t width, height;
    uint8_t *rgba; /* rows from the top, R G B A, not premultiplied; in the memory that was given */
} pdk_picture;

/* Width and height as the header has them, before anything is decoded: `rgba` stays NULL. */
pdk_status pdk_png_size(const void *data, size_t size, pdk_memory *memory, pdk_picture *picture, pdk_error *error);
/* Any PNG: grey, palette or colours, 1 to 16 bits (of 16 the upper 8 are taken), interlaced or not. Gamma and profiles
 * are not applied: samples are returned unchanged. Strict: every checksum and the end must be there. Fails with
 *     PDK_E_UNKNOWN_FORMAT  png.signature   not a PNG
 *     PDK_E_TRUNCATED       png.truncated   it ends too early
 *     PDK_E_CORRUPT         png.damaged     libpng says no; the message has its reason
 *     PDK_E_CORRUPT         png.size        says more than its bytes can ever unpack to
 * or with PDK_E_LIMIT or PDK_E_MEMORY. */
pdk_status pdk_png_read(const void *data, size_t size, pdk_memory *memory, pdk_picture *picture, pdk_error *error);

#endif
