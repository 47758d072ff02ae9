/* The part that reads databases (DuckDB, in parts/duckdb/): the reader that a program may also give itself. */
#ifndef PADDOCK_PARTS_DUCKDB_PART_H
#define PADDOCK_PARTS_DUCKDB_PART_H

#include "paddock/database.h"
#include "parts/part.h"

typedef struct pdk_duckdb_part_table {
    pdk_part_head head;
    pdk_database_reader reader; /* any thread may open; `user` is not used */
} pdk_duckdb_part_table;

#endif
