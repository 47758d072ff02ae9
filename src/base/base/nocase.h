/* Comparing names without regard to the case of ASCII letters, the same on every system and in every locale. */
#ifndef PADDOCK_BASE_NOCASE_H
#define PADDOCK_BASE_NOCASE_H

#include <stddef.h>
#include <stdint.h>

/* At most `size` characters; as strncmp. */
static inline int pdk_compare_nocase_n(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        int x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x >= 'A' && x <= 'Z') x += 'a' - 'A';
        if (y >= 'A' && y <= 'Z') y += 'a' - 'A';
        if (x != y || x == '\0') return x - y;
    }
    return 0;
}

/* As strcmp. */
static inline int pdk_compare_nocase(const char *a, const char *b)
{
    return pdk_compare_nocase_n(a, b, SIZE_MAX);
}

#endif
