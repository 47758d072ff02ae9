/* Text fields of files into UTF-8 and back, as the field's encoding says. */
#ifndef PADDOCK_TEXT_ENCODING_H
#define PADDOCK_TEXT_ENCODING_H

#include "base/memory.h"
#include "paddock/layout.h"

/* What `bytes` say, as UTF-8. Bytes that are no character become U+FFFD. ASCII is not copied: the result points into
 * `bytes`. A field of ASCII that has other bytes is read as PDK_ENCODING_UTF8_OR_1252. On failure of memory `data` is
 * NULL. */
pdk_text pdk_text_read(pdk_memory *memory, pdk_encoding encoding, const void *bytes, size_t size);
/* The same up to the first NUL: for fields that are padded. */
pdk_text pdk_text_read_padded(pdk_memory *memory, pdk_encoding encoding, const void *bytes, size_t size);

/* A text on its way into a file. */
typedef struct pdk_text_writing {
    size_t size;         /* bytes it takes, written or not */
    const char *refused; /* the first letter the encoding cannot write, in the text; NULL = all can be written */
    size_t refused_size; /* bytes of that letter, in UTF-8 */
} pdk_text_writing;

/* Writes UTF-8 as the encoding has it; at most `capacity` bytes of it (`to` may be NULL with room 0, to ask for the
 * size).
 */
pdk_text_writing pdk_text_write(pdk_encoding encoding, const char *text, size_t size, uint8_t *to, size_t capacity);

/* Room for the text of a field that is not the same in UTF-8. */
enum { PDK_TEXT_BUFFER_SIZE = 4096 };
/* The text of these bytes, if writing it gives these very bytes again: in `buffer`, or `bytes` themselves. data == NULL
 * where it does not, or is too long for the room. */
pdk_text pdk_text_exact(pdk_encoding encoding, const void *bytes, size_t size, char buffer[PDK_TEXT_BUFFER_SIZE]);

#endif
