/* No tables for characters of several bytes here: texts in these code pages show U+FFFD, and cannot be written. */
#include "platform/code_page.h"

size_t pdk_code_page_read(unsigned page, const uint8_t *bytes, size_t size, uint32_t *letter)
{
    (void)page;
    (void)bytes;
    (void)size;
    (void)letter;
    return 0;
}

size_t pdk_code_page_write(unsigned page, uint32_t letter, uint8_t bytes[4])
{
    (void)page;
    (void)letter;
    (void)bytes;
    return 0;
}
