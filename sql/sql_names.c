/* Names of files as texts: on a disk they are any bytes, and DuckDB takes UTF-8 only. */
#include <stdlib.h>
#include <string.h>

#include "sql/sql_functions.h"

/* Bytes of the UTF-8 letter that begins here; 0 = none does. */
static size_t letter_size(const unsigned char *at)
{
    if (at[0] < 0x80) return 1;
    size_t size = at[0] >= 0xC2 && at[0] < 0xE0   ? 2
                  : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
                  : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                                  : 0;
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0; /* the zero at the end, too */
    }
    bool is_long = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90); /* for what shorter ones say */
    bool is_none = (at[0] == 0xED && at[1] > 0x9F) || (at[0] == 0xF4 && at[1] > 0x8F); /* surrogates; above U+10FFFF */
    return is_long || is_none ? 0 : size;
}

char *sql_shown_name(const char *path)
{
    static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */
    size_t size = 0;
    char *shown = malloc(strlen(path) * (sizeof replacement - 1) + 1);
    if (shown == NULL) return NULL;
    while (*path != '\0') {
        size_t letter = letter_size((const unsigned char *)path), bytes = letter > 0 ? letter : sizeof replacement - 1;
        memcpy(shown + size, letter > 0 ? path : replacement, bytes);
        size += bytes;
        path += letter > 0 ? letter : 1;
    }
    shown[size] = '\0';
    return shown;
}
