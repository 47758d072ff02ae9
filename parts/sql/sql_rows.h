/* The steps of a query: its statements, the units of its columns, its rows as a document. */
#ifndef PADDOCK_PARTS_SQL_ROWS_H
#define PADDOCK_PARTS_SQL_ROWS_H

#include "sql/session/sql_session.h"

/* Files that were left out: findings of the result. */
typedef struct sql_left_out {
    pdk_finding *findings; /* malloc'd, their texts too */
    size_t count, room;
    bool failed; /* out of memory */
} sql_left_out;

/* --- sql_units.c --- */

/* Units that columns of files have, in the order in which they were met, and the types that have one. */
typedef struct sql_units {
    sql_session *session;
    sql_paths names;
    bool bases[DUCKDB_TYPE_DOUBLE + 1];
    bool failed; /* out of memory */
    /* Private. */
    int mode;
    size_t plain;
} sql_units;

/* From here to sql_units_end, columns of files that are bound are looked at. */
void sql_units_begin(sql_units *units, sql_session *session);
void sql_units_end(sql_units *units);
/* The unit of each column of the last statement of the query, `count` of them; NULL = none, or it is not known. They
 * are valid until sql_units_free. The statements before it must have run. False when out of memory. */
bool sql_units_find(sql_units *units, const char *query, size_t count, const char **found);
void sql_units_free(sql_units *units);

/* --- sql_gather.c --- */

/* All rows of a result as a document. `units` as sql_units_find gives them. */
pdk_status sql_gather(sql_session *session, duckdb_result *result, const char *const *units, const sql_left_out *left,
                      pdk_document **document);

#endif
