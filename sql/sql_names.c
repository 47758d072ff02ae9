/* Names of files as texts: on a disk they are any bytes, and DuckDB takes UTF-8 only. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sql/sql_functions.h"

char *sql_shown_name(const char *path)
{
    static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */
    size_t left = strlen(path), size = 0;
    char *shown = malloc(left * (sizeof replacement - 1) + 1);
    if (shown == NULL) return NULL;
    while (left > 0) {
        size_t letter = pdk_utf8_sequence((const uint8_t *)path, left),
               bytes = letter > 0 ? letter : sizeof replacement - 1;
        memcpy(shown + size, letter > 0 ? path : replacement, bytes);
        size += bytes;
        path += letter > 0 ? letter : 1;
        left -= letter > 0 ? letter : 1;
    }
    shown[size] = '\0';
    return shown;
}
