/* Text that may be UTF-16, as UTF-8. */
#ifndef PADDOCK_FORMAT_ASE_ASE_TEXT_H
#define PADDOCK_FORMAT_ASE_ASE_TEXT_H

#include "base/memory.h"

/* "UTF-16 LE", "UTF-16 BE", "UTF-8" by a mark at the beginning; NULL = there is none. */
const char *pdk_encoding_mark(pdk_bytes bytes);
/* The text after such a mark; the bytes themselves unless it is UTF-16. data NULL = no memory. What is no character
 * becomes '?'. */
pdk_bytes pdk_text_of_encoding(pdk_memory *memory, pdk_bytes bytes);
/* Where in the original a byte of that text comes from. */
uint64_t pdk_encoding_offset(pdk_bytes original, uint64_t offset);

#endif
