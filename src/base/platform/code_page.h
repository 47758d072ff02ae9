/* Letters of the code pages that take several bytes a letter: the system's tables, too large for our own. */
#ifndef PADDOCK_PLATFORM_CODE_PAGE_H
#define PADDOCK_PLATFORM_CODE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Windows' number of a code page: 932 (Japanese), 936 (simplified Chinese), 949 (Korean), 950 (traditional Chinese).
 *
 * The letter at `bytes`, of which `size` (> 0) may be looked at: fills *letter and returns how many bytes it takes.
 * 0 where these bytes are no letter, or the system does not know the code page. */
size_t pdk_code_page_read(unsigned page, const uint8_t *bytes, size_t size, uint32_t *letter);
/* The bytes of a letter; 0 where the code page has none for it, or the system does not know the code page. */
size_t pdk_code_page_write(unsigned page, uint32_t letter, uint8_t bytes[4]);

#endif
