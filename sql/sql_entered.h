/* Folders that a search has entered. */
#ifndef PADDOCK_SQL_SQL_ENTERED_H
#define PADDOCK_SQL_SQL_ENTERED_H

#include <stdbool.h>
#include <stddef.h>

#include "platform/files.h"

/* A folder, and for which part of a pattern. */
typedef struct sql_entry {
    uint64_t volume, identity;
    const char *pattern; /* compared as a pointer; NULL = none */
    bool taken;
} sql_entry;

typedef struct sql_entered {
    sql_entry *entries;
    size_t count, room;
} sql_entered;

/* False where it was entered before, or *failed: out of memory. */
bool sql_enter(sql_entered *entered, const pdk_file_info *folder, const char *pattern, bool *failed);
void sql_entered_free(sql_entered *entered);

#endif
