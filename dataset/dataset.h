/* A dataset: tables of many files as Parquet. It needs DuckDB; dataset_parts.h does not. */
#ifndef PADDOCK_DATASET_DATASET_H
#define PADDOCK_DATASET_DATASET_H

#include "dataset/dataset_parts.h"
#include "platform/files.h"
#include "sql/session/sql_session.h"

/* A dataset:
 *
 *     paddock.json                              the version, of names, too, and the requested tables
 *     files/b000007.parquet                     a row for each file met in batch 7; it is there when all else of it is
 *     laps/format=vcr/b000007-2.parquet         rows of many files, with their paths in the column `file`
 *     tracks.parquet                            whose corners a track has (ingest_tracks.c)
 *     .lock                                     held by the ingest that is running
 *     .run/                                     what its ranks write for each other (ingest_ranks.c)
 *
 * What is being written ends in .tmp. A batch that has no catalogue was not completed, and the next run removes it.
 * Only files with such names are ever removed (dataset_parts.h), and no link in a dataset is followed. */
enum {
    DATASET_VERSION = 2,
    DATASET_ALONE = 1 /* the last version in which each file numbered its corners alone: such a dataset continues so */
};
/* Behind `COPY (...) TO 'NAME.tmp'`, which is ours to put in place. */
#define DATASET_PARQUET " (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)"

typedef struct dataset {
    sql_session *session;
    const char *root;
    pdk_file lock;
    long version;   /* of this layout, by its marker */
    char *tables;   /* "laps,poses"; "" = the main one and all that are computed; malloc'd */
    uint64_t batch; /* the next one's number */
    sql_text text;  /* a statement that is being made */
} dataset;

/* --- dataset_folder.c --- */

/* Makes the folder, or looks into the one that is there: is it ours, of our version, and is no ingest running in it? */
pdk_status dataset_open(dataset *data, sql_session *session, const char *root, const char *tables);
/* Takes in batches that ranks finished and nobody committed, because the leader died: they are complete. */
pdk_status dataset_adopt(dataset *data);
/* Takes away what a stopped run left, and fills the tables `seen` (the catalogue) and
 * `latest` (the newest row of each path). */
pdk_status dataset_clean(dataset *data);
/* Only looks, and fills these tables. */
pdk_status dataset_look(dataset *data, sql_session *session, const char *root);
/* Only which tables it has: for ranks that another leads. */
pdk_status dataset_join(dataset *data, sql_session *session, const char *root);
void dataset_close(dataset *data);
/* What its paddock.json says: false with *error where it is of a version that this paddock does not know, or is none.
 * `data` may be NULL, and gets version and tables. */
bool dataset_read_marker(sql_session *session, const char *root, dataset *data, pdk_error *error);
/* data->text as a statement; what DuckDB says is then of the dataset. */
pdk_status dataset_do(dataset *data);
/* data->text as a query: its cells. */
pdk_status dataset_ask(dataset *data, sql_paths *cells);
/* The same where there is one cell, a number. */
pdk_status dataset_ask_number(dataset *data, uint64_t *number);
/* A folder of the dataset, which may be there, but as no link. */
pdk_status dataset_make_folder(dataset *data, const char *path, const char *what);
/* Fails where a link bears this name. */
pdk_status dataset_refuse_link(dataset *data, const char *path);
/* ['ROOT/files/b000001.parquet', ...], `count` of them. False when out of memory. */
bool dataset_put_catalogue(const dataset *data, sql_text *text, size_t *count);
/* "ROOT/" and the rest, malloc'd. */
char *dataset_path(const dataset *data, const char *format, ...) SQL_PRINTF(2, 3);
/* "PATH.tmp", malloc'd: the name of a file that is being written. */
char *dataset_tmp_path(const char *path);
/* A file that is complete takes its name, and the place of one that has it. */
pdk_status dataset_put_in_place(dataset *data, const char *from, const char *to);
/* data->text is a COPY without its TO: its rows become the file at `path` (NULL = there was no memory for it). */
pdk_status dataset_copy_to(dataset *data, const char *path);
/* Takes away folders that nothing is in. Nobody may be writing. */
void dataset_remove_empty(dataset *data);
/* Takes away all of some batches: their catalogues first, so that their rows are nobody's if this stops halfway. The
 * numbers get sorted. */
pdk_status dataset_drop(dataset *data, uint64_t *batches, size_t count);

/* --- dataset_queries.c --- */

/* From now on queries take datasets as they take files. */
pdk_status dataset_register(sql_session *session);

/* --- dataset_document.c --- */

/* What is in a dataset, as a document of tables: its files, the best laps, drivers, what is wrong. The caller closes
 * it. */
pdk_status dataset_document(sql_session *session, const char *root, pdk_document **document);

#endif
