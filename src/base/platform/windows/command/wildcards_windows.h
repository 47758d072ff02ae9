/* Windows shells pass `*.raf` to a program unchanged; those of other systems pass the files that match. */
#ifndef PADDOCK_PLATFORM_WINDOWS_COMMAND_WILDCARDS_WINDOWS_H
#define PADDOCK_PLATFORM_WINDOWS_COMMAND_WILDCARDS_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pdk_name_list {
    char **names; /* malloc'd, and so is each; one more than `count` is there, for a NULL */
    size_t count, capacity;
} pdk_name_list;

/* Adds the files whose names match the last part of `argument`, in order; what matches nothing, begins with '-' or has
 * neither '*' nor '?' is added as it is. False when out of memory. */
bool pdk_add_matching(pdk_name_list *list, const char *argument);
void pdk_free_names(pdk_name_list *list);

#endif
