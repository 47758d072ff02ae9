/* Taking files into a dataset: a plan, its batches, and the ranks that take them. */
#ifndef PADDOCK_DATASET_INGEST_H
#define PADDOCK_DATASET_INGEST_H

#include "dataset/dataset.h"

typedef enum ingest_phase { INGEST_LOOKS, INGEST_COMPARES, INGEST_TRACKS, INGEST_READS, INGEST_PHASES } ingest_phase;

typedef struct ingest_options {
    const char *root;
    const char *const *folders;
    size_t folder_count;
    const char *tables;         /* "laps,poses"; NULL = all computed ones and the main one */
    uint64_t jobs, batch_bytes; /* 0 = a sensible number or size */
    /* All may be NULL. What stops the work is the session's progress. */
    void (*begin)(void *user, ingest_phase phase, bool leads); /* a phase; `leads`: of ranks one leads */
    void (*step)(void *user, uint64_t done, uint64_t total);   /* bytes */
    void (*end)(void *user);                                   /* the last phase is over */
    void (*note)(void *user, const char *text);                /* worth knowing, and no failure */
    void *user;
} ingest_options;

/* What is in the dataset afterwards, in files. */
typedef struct ingest_report {
    bool leads; /* else it has nothing to say: the leader does */
    uint64_t files, read_now, same, unknown, broken;
} ingest_report;

/* Takes what is new below the folders into the dataset, which is made where there is none. */
pdk_status dataset_ingest(sql_session *session, const ingest_options *options, ingest_report *report);

/* ------------------------------------------------------------------------------------------- of the parts */

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

/* A layout of a track in files of one format, with the corners that all of them get. */
typedef struct ingest_track {
    char *format, *layout; /* malloc'd */
    pdk_corner_numbering *numbering;
} ingest_track;

/* Processes that a launcher started together; rank 0 leads: it plans, and commits what all have done. */
typedef struct ingest_ranks {
    bool several;
    uint64_t rank, count; /* count is 0 where the launcher does not say */
    uint64_t local;       /* how many on this machine, at least 1 */
    char job[80];         /* the same for all of them, good as a name of a file */
    char *folder;         /* ROOT/.run/JOB; malloc'd */
    pdk_file lock;        /* held while this rank lives */
} ingest_ranks;

typedef struct ingest {
    dataset data;
    const ingest_options *options;
    ingest_ranks ranks;
    ingest_list list;
    uint64_t batch_bytes;
    uint64_t total, done; /* bytes, of all ranks */
    ingest_track *tracks; /* malloc'd */
    size_t track_count;
    uint64_t vanished;         /* files that had disappeared when their turn came */
    char *parts[INGEST_PARTS]; /* of the batch, without .tmp; malloc'd */
    size_t part_count;
    ingest_failure *failures; /* of the table that is being written */
} ingest;

/* --- ingest_query.c --- */
void ingest_put(ingest *work, const char *text);
void ingest_put_literal(ingest *work, const char *text);
void ingest_put_number(ingest *work, uint64_t number);
/* A list of files as an argument of our functions. */
void ingest_put_files(ingest *work, const sql_paths *files);
/* Bytes more are done: false when the caller wants to stop. */
bool ingest_step(ingest *work, uint64_t bytes);
/* Worth knowing, and no failure. */
void ingest_note(const ingest *work, const char *format, ...) SQL_PRINTF(2, 3);

/* --- ingest_plan.c: the leader's --- */

/* Tables `found` (the archive as it is), `outdated` (batches whose files are all read again) and `todo`. */
pdk_status ingest_find(ingest *work);
/* Table `hash_plan` (item, path, size), as work->list: files that may be the same as another, because their sizes are.
 */
pdk_status ingest_plan_hashes(ingest *work);
/* Table `batch_plan` (item, path, size, modified, sha256, duplicate_of), as work->list. `hashes` (path, sha256) has
 * what was requested above. */
pdk_status ingest_plan_batches(ingest *work);
/* Fills work->list from its table, the most bytes first. */
pdk_status ingest_list_items(ingest *work, const char *table);

/* --- ingest_batch.c --- */

/* Looks at the files of an item: their hashes into `hashes` (hash_plan), formats and layouts of tracks into `tracks`
 * (track_plan), or for the leader into a file. */
pdk_status ingest_look(ingest *work, const ingest_item *item);
/* The leader's, after all ranks: what others found, and what a rank that died has not. */
pdk_status ingest_finish_looks(ingest *work);
/* Reads the files of a batch and writes their tables, then its catalogue, which a follower leaves to the leader to
 * commit. */
pdk_status ingest_batch(ingest *work, const ingest_item *item);

/* --- ingest_tracks.c --- */

/* Has the dataset tables with numbers of corners, and is it so new that a track has one numbering? */
bool ingest_numbers_corners(const ingest *work);
/* Leader, after ingest_plan_batches: the table `track_plan`, and the list of its items. */
pdk_status ingest_plan_tracks(ingest *work);
/* Leader: whose corners each layout in `tracks` has that is new; stored. */
pdk_status ingest_choose_tracks(ingest *work);
/* All ranks, before batches: what is stored. */
pdk_status ingest_load_tracks(ingest *work);
/* From now on files get the corners that are loaded, or their own; until ingest_forget_tracks. */
void ingest_number_corners(ingest *work);
void ingest_forget_tracks(ingest *work, sql_context *context);

/* --- ingest_ranks.c --- */

/* Looks into the launcher's environment. */
void ranks_find(ingest_ranks *ranks);
/* The leader, with the dataset's lock: takes in what earlier jobs finished, takes away the rest of them, and lets the
 * others join. Fails while a rank of another job lives. */
pdk_status ranks_lead(ingest *work);
/* Another rank: waits for the leader. *over: it has done everything already. */
pdk_status ranks_join(ingest *work, bool *over);
/* Leader: gives a table to all. Others: wait for it; *over as above. */
pdk_status ranks_publish(ingest *work, const char *table);
pdk_status ranks_await(ingest *work, const char *table, bool *over);
/* Does each item of the list that no other rank has taken. The leader returns when all are done or no other rank lives
 * that could do them. */
pdk_status ranks_share(ingest *work, pdk_status (*run)(ingest *work, const ingest_item *item));
/* "FOLDER/NAME-NUMBER.parquet": what another rank hands to the leader; malloc'd. */
char *ranks_result(const ingest *work, const char *name, uint64_t number);
void ranks_end(ingest *work);

#endif
