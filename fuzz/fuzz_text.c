/* Any bytes as a text of any encoding, in a block of exactly their size: what is read is UTF-8, what is said to return
 * does, what is written keeps to its room, and so does what messages show. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "explore.h"
#include "fuzz.h"
#include "text/encoding.h"
#include "text/shown_text.h"

static void write_into(pdk_encoding encoding, pdk_text text, size_t room)
{
    pdk_text_writing asked = pdk_text_write(encoding, text.data, text.size, NULL, 0);
    uint8_t *to = malloc(room > 0 ? room : 1);
    require(to != NULL);
    pdk_text_writing written = pdk_text_write(encoding, text.data, text.size, to, room);
    require(written.size == asked.size && written.refused == asked.refused);
    if (written.refused != NULL)
        require(written.refused >= text.data && written.refused + written.refused_size <= text.data + text.size);
    free(to);
}

static void return_exactly(pdk_encoding encoding, const uint8_t *bytes, size_t size)
{
    char room[PDK_TEXT_BUFFER_SIZE];
    pdk_text text = pdk_text_exact(encoding, bytes, size, room);
    if (text.data == NULL) return;
    require(pdk_is_utf8(text.data, text.size));
    if (encoding == PDK_ENCODING_BYTES) return; /* kept as a text where it is one; there is no other way to write it */
    uint8_t *back = malloc(size + 1);
    require(back != NULL);
    pdk_text_writing writing = pdk_text_write(encoding, text.data, text.size, back, size);
    require(writing.refused == NULL && writing.size == size && (size == 0 || memcmp(back, bytes, size) == 0));
    free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    pdk_encoding encoding = (pdk_encoding)(data[0] % (PDK_ENCODING_LFS + 1));
    size_t room = data[1];
    size -= 2;
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    char *shown = malloc(room + 6);
    require(bytes != NULL && shown != NULL);
    if (size > 0) memcpy(bytes, data + 2, size);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_text text = pdk_text_read(&memory, encoding, bytes, size);
    require(text.data != NULL && pdk_is_utf8(text.data, text.size) && text.size <= 3 * size);
    pdk_text padded = pdk_text_read_padded(&memory, encoding, bytes, size);
    require(padded.data != NULL && memchr(padded.data, 0, padded.size) == NULL);
    for (int to = PDK_ENCODING_NONE; to <= PDK_ENCODING_LFS; to++) write_into((pdk_encoding)to, text, room);
    write_into(encoding, (pdk_text){ (const char *)bytes, size }, room); /* not UTF-8, as a caller may err */
    return_exactly(encoding, bytes, size);
    pdk_text_show(shown, room + 6, bytes, size);
    require(strlen(shown) < room + 6 && pdk_is_utf8(shown, strlen(shown)));
    pdk_memory_destroy(&memory);
    free(shown);
    free(bytes);
    return 0;
}
