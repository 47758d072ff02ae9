/* What the parts of `paddock ingest` share: a plan, its batches, and the ranks that take them. */
#ifndef PADDOCK_CLI_INGEST_H
#define PADDOCK_CLI_INGEST_H

#include "dataset.h"

enum {
    INGEST_FILES = SQL_KEPT_DOCUMENTS, /* most files of a batch: each is open until the batch is written */
    INGEST_PARTS = 4096                /* most Parquet files of a batch */
};

/* A file that a table of a batch lacks, or lacks in part, and why. */
typedef struct ingest_failure {
    char *path; /* malloc'd */
    pdk_error error;
    struct ingest_failure *below;
} ingest_failure;

/* Work that one rank takes: some files to hash, or a batch. */
typedef struct ingest_item {
    uint64_t number, bytes;
    bool done;
} ingest_item;

typedef struct ingest_list {
    const char *name; /* of its table in the database, with a row for each file */
    ingest_item *items;
    size_t count;
} ingest_list;

/* Processes that a launcher started together; rank 0 leads: it plans, and commits what all have done. */
typedef struct ingest_ranks {
    bool several;
    uint64_t rank, count; /* count is 0 where the launcher does not tell */
    uint64_t local;       /* how many on this machine, at least 1 */
    char job[80];         /* the same for all of them, good as a name of a file */
    char *folder;         /* ROOT/.run/JOB; malloc'd */
    pdk_file lock;        /* held while this rank lives */
} ingest_ranks;

typedef struct ingest {
    dataset data;
    ingest_ranks ranks;
    ingest_list list;
    uint64_t batch_bytes;
    uint64_t total, done; /* bytes, of all ranks */
    cli_progress progress;
    uint64_t vanished;         /* files that were gone when their turn came */
    char *parts[INGEST_PARTS]; /* of the batch, without .tmp; malloc'd */
    size_t part_count;
    ingest_failure *failures; /* of the table that is being written */
} ingest;

/* --- sql_ingest.c --- */

void cli_ingest_put(ingest *work, const char *text);
void cli_ingest_put_literal(ingest *work, const char *text);
void cli_ingest_put_number(ingest *work, uint64_t number);
/* A list of files as an argument of our functions. */
void cli_ingest_put_files(ingest *work, const sql_paths *files);
/* Cells of a query that is in data->text. */
bool cli_ingest_list(ingest *work, sql_paths *cells);
/* Bytes more are done: false when the user wants to stop. */
bool cli_ingest_step(ingest *work, uint64_t bytes);

/* --- sql_ingest_plan.c: the leader's --- */

/* Tables `found` (the archive as it is), `outdated` (batches whose files are all read again) and `todo`. */
int cli_ingest_find(ingest *work, const cli_arguments *arguments);
/* Table `hash_plan` (item, path, size), as work->list: files that may be the same as another, because their sizes are.
 */
int cli_ingest_plan_hashes(ingest *work);
/* Table `batch_plan` (item, path, size, modified, sha256, duplicate_of), as work->list. `hashes` (path, sha256) has
 * what was asked for above. */
int cli_ingest_plan_batches(ingest *work);
/* Fills work->list from its table, the most bytes first. */
int cli_ingest_list_items(ingest *work, const char *table);

/* --- sql_ingest_batch.c --- */

/* Hashes the files of an item into `hashes`, or for the leader into a file. */
int cli_ingest_hash(ingest *work, const ingest_item *item);
/* Reads the files of a batch and writes their tables, then its catalogue, which a follower leaves to the leader to
 * commit. */
int cli_ingest_batch(ingest *work, const ingest_item *item);

/* --- sql_ingest_ranks.c --- */

/* Looks into the launcher's environment. */
void cli_ranks_find(ingest_ranks *ranks);
/* The leader, with the dataset's lock: takes in what earlier jobs finished, takes away the rest of them, and lets the
 * others join. Fails while a rank of another job lives. */
int cli_ranks_lead(ingest_ranks *ranks, dataset *data);
/* Another rank: waits for the leader. *over: it has done everything already. */
int cli_ranks_join(ingest_ranks *ranks, const char *root, bool *over);
/* Leader: gives a table to all. Others: wait for it; *over as above. */
int cli_ranks_publish(ingest *work, const char *table);
int cli_ranks_await(ingest *work, const char *table, bool *over);
/* Does each item of the list that no other rank has taken. The leader returns when all are done or no other rank lives
 * that could do them. */
int cli_ranks_share(ingest *work, int (*run)(ingest *work, const ingest_item *item));
/* "FOLDER/NAME-NUMBER.parquet": what another rank hands to the leader; malloc'd. */
char *cli_ranks_result(const ingest *work, const char *name, uint64_t number);
void cli_ranks_end(ingest_ranks *ranks, const char *root);

#endif
