/* What sql_walk.c, which goes through folders, needs of sql_glob.c, which knows patterns. */
#ifndef PADDOCK_SQL_SQL_WALK_H
#define PADDOCK_SQL_SQL_WALK_H

#include "sql/sql_functions.h"

/* One name against one part of a pattern, `size` bytes long. */
bool sql_name_fits(const char *pattern, size_t size, const char *name);

#endif
