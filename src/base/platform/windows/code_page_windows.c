/* Code pages are Windows' own. */
#include "platform/code_page.h"

#include <windows.h>

size_t pdk_code_page_read(unsigned page, const uint8_t *bytes, size_t size, uint32_t *letter)
{
    for (int length = 1; length <= 2 && (size_t)length <= size; length++) {
        wchar_t wide[4];
        int count = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, (const char *)bytes, length, wide, 4);
        /* a lone lead byte is no letter, though some editions of Windows give one for it */
        if (count != 1 || (length == 1 && IsDBCSLeadByteEx(page, bytes[0]))) continue;
        *letter = wide[0];
        return (size_t)length;
    }
    return 0;
}

size_t pdk_code_page_write(unsigned page, uint32_t letter, uint8_t bytes[4])
{
    wchar_t wide = (wchar_t)letter;
    BOOL replaced = FALSE;
    if (letter > 0xFFFF) return 0; /* none of these pages has it */
    int size = WideCharToMultiByte(page, WC_NO_BEST_FIT_CHARS, &wide, 1, (char *)bytes, 4, NULL, &replaced);
    return size > 0 && !replaced ? (size_t)size : 0;
}
