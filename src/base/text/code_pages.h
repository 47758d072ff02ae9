/* Windows' code pages with a byte for each letter. */
#ifndef PADDOCK_TEXT_CODE_PAGES_H
#define PADDOCK_TEXT_CODE_PAGES_H

#include <stddef.h>
#include <stdint.h>

enum { PDK_NO_LETTER = 0xFFFD }; /* U+FFFD, written where there is no character */

/* The letter of a byte in page 1250, 1251, 1252, 1253, 1254 or 1257; PDK_NO_LETTER where it has none. */
uint32_t pdk_single_byte_read(unsigned page, uint8_t byte);
/* The byte of a letter; -1 where the page has none. */
int pdk_single_byte_write(unsigned page, uint32_t letter);

#endif
