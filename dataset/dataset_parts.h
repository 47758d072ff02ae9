/* Names in a dataset: which it makes, and what bears them. Builds without DuckDB have it, too. */
#ifndef PADDOCK_DATASET_DATASET_PARTS_H
#define PADDOCK_DATASET_DATASET_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What paddock.json says about names: these here. */
enum { DATASET_NAMING = 1, DATASET_TABLE_NAME = 64 };

/* A file with a name that ingest makes: files/b000007.parquet, or TABLE/format=ID/b000007-2.parquet; with .tmp after it
 * while it is written. */
typedef struct dataset_part {
    char *path;                     /* malloc'd */
    char table[DATASET_TABLE_NAME]; /* "files" = the catalogue */
    uint64_t batch;
    bool temporary;
} dataset_part;

typedef struct dataset_parts {
    dataset_part *items;
    size_t count, room;
} dataset_parts;

/* Is this folder a dataset? */
bool dataset_is(const char *path);
/* Is it a name that tables have: small letters, digits and '_', a letter first, and not that of the catalogue? */
bool dataset_is_table(const char *name, size_t size);
/* The first of names with commas between that is none; NULL where all are. */
const char *dataset_odd_table(const char *tables);
/* All parts of a table, or with NULL of all tables, the catalogue too; in order of their paths. Nothing that a link
 * leads to, and no file with another name. False when out of memory. */
bool dataset_find_parts(const char *root, const char *table, dataset_parts *parts);
void dataset_parts_free(dataset_parts *parts);
/* The names in a folder that is no link; none where there is no such folder. malloc'd, ended by NULL; NULL when out of
 * memory. */
char **dataset_names(const char *folder);
void dataset_names_free(char **names);
/* Bears this name a file, a folder? Not where a link does. */
bool dataset_is_own_file(const char *path);
bool dataset_is_own_folder(const char *path);
/* 7 of "hash_plan-7.parquet" with `before` "hash_plan-" and `behind` ".parquet"; false where it is another name. */
bool dataset_number(const char *name, const char *before, const char *behind, uint64_t *number);

#endif
