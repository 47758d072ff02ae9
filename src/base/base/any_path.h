/* Paths as text, of whatever system: one that was written elsewhere is read here. platform/path.h has those of this
 * system. */
#ifndef PADDOCK_BASE_ANY_PATH_H
#define PADDOCK_BASE_ANY_PATH_H

#include <stdbool.h>

static inline bool pdk_is_any_separator(char letter)
{
    return letter == '/' || letter == '\\';
}

/* Behind the last separator. */
static inline const char *pdk_any_path_name(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++)
        if (pdk_is_any_separator(*at)) name = at + 1;
    return name;
}

#endif
