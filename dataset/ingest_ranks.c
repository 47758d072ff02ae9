/* Ranks: processes that a launcher (mpirun, srun) started together. They share the work by claims in the dataset's own
 * folder: the rank that makes the folder of an item does it. No MPI calls are needed, so any launcher will do, and a
 * rank that dies stops no other. See docs/decisions/0026-ranks-without-mpi.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset/ingest.h"
#include "platform/clock.h"
#include "platform/folders.h"
#include "platform/path.h"

static const double poll_seconds = 0.05, look_seconds = 2; /* waiting; looking what others did while running */
static const double patience_seconds = 120;                /* for the leader to begin */
static const double handover_seconds = 2;                  /* between making a lock's file and holding it */

/* ------------------------------------------------------------------------------------------- the launcher's words */

enum { JOB_PARTS = 2 };
typedef struct launcher {
    const char *rank, *count, *local, *job[JOB_PARTS];
} launcher;

/* The first that is there counts: mpirun within a job of Slurm leaves Slurm's variables, which mean its daemons. */
static const launcher launchers[] = {
    { "PADDOCK_RANK", "PADDOCK_RANKS", "PADDOCK_LOCAL_RANKS", { "PADDOCK_JOB" } },
    { "OMPI_COMM_WORLD_RANK",
      "OMPI_COMM_WORLD_SIZE",
      "OMPI_COMM_WORLD_LOCAL_SIZE",
      { "PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid" } },
    { "PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS", { "PMI_JOBID", "SLURM_JOB_ID" } },
    { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_STEP_TASKS_PER_NODE", { "SLURM_JOB_ID", "SLURM_STEP_ID" } },
};

static bool number_in(const char *name, uint64_t *number)
{
    const char *text = getenv(name);
    if (text == NULL || text[0] < '0' || text[0] > '9') return false;
    *number = strtoull(text, NULL, 10); /* Slurm says "4(x2)" */
    return true;
}

static void find_job(ingest_ranks *ranks, const launcher *from)
{
    size_t used = 0;
    for (size_t i = 0; i < JOB_PARTS && from->job[i] != NULL; i++) {
        const char *text = getenv(from->job[i]);
        if (text == NULL) continue;
        if (used > 0 && used + 1 < sizeof ranks->job) ranks->job[used++] = '-';
        for (; *text != '\0' && used + 1 < sizeof ranks->job; text++) {
            bool plain =
                (*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
            ranks->job[used++] = plain ? *text : '_';
        }
    }
    ranks->job[used] = '\0';
    if (used == 0) snprintf(ranks->job, sizeof ranks->job, "ranks");
}

void ranks_find(ingest_ranks *ranks)
{
    *ranks = (ingest_ranks){ .local = 1, .lock = PDK_NO_FILE };
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
        uint64_t rank, count;
        if (!number_in(launchers[i].rank, &rank) || !number_in(launchers[i].count, &count)) continue;
        if (count > 1 && rank < count) {
            ranks->several = true;
            ranks->rank = rank;
            ranks->count = count;
            if (!number_in(launchers[i].local, &ranks->local) || ranks->local == 0) ranks->local = 1;
            find_job(ranks, &launchers[i]);
        }
        return;
    }
}

/* ----------------------------------------------------------------------------------------------- who is alive */

static char *in_run(const char *root, const char *name)
{
    char *run = pdk_path_join(root, ".run"), *path = run != NULL ? pdk_path_join(run, name) : NULL;
    free(run);
    return path;
}

/* Does another process hold this file? It must be there. */
static bool is_held(const char *path)
{
    pdk_failure failure = { .kind = PDK_FAILED };
    pdk_file file = pdk_file_hold(path, &failure);
    if (!pdk_file_is_open(file)) return failure.kind == PDK_FAILED_EXISTS;
    pdk_file_close(file);
    return false;
}

static pdk_status hold_rank(ingest *work)
{
    ingest_ranks *ranks = &work->ranks;
    char name[40];
    pdk_failure failure = { .reason = "out of memory" };
    snprintf(name, sizeof name, "rank-%llu", (unsigned long long)ranks->rank);
    char *path = pdk_path_join(ranks->folder, name);
    double end = pdk_clock_seconds() + handover_seconds;
    while (path != NULL && !pdk_file_is_open(ranks->lock)) {
        ranks->lock = pdk_file_hold(path, &failure);
        /* somebody may be looking whether we live */
        if (pdk_file_is_open(ranks->lock) || failure.kind != PDK_FAILED_EXISTS || pdk_clock_seconds() > end) break;
        pdk_clock_sleep(poll_seconds);
    }
    free(path);
    if (pdk_file_is_open(ranks->lock)) return PDK_OK;
    return sql_fail_text(work->data.session, PDK_E_IO, "%s: rank %llu cannot be noted in it: %s", ranks->folder,
                         (unsigned long long)ranks->rank, failure.reason);
}

/* A rank of the job whose folder this is, other than `own`. */
static bool some_rank_lives(const char *folder, const char *own)
{
    bool lives = false;
    pdk_folder *open = pdk_folder_open(folder, NULL);
    for (const char *name; open != NULL && !lives && (name = pdk_folder_next(open)) != NULL;) {
        if (strncmp(name, "rank-", 5) != 0 || (own != NULL && strcmp(name, own) == 0)) continue;
        char *path = pdk_path_join(folder, name);
        lives = path == NULL || is_held(path);
        free(path);
    }
    pdk_folder_close(open);
    return lives;
}

/* ------------------------------------------------------------------------------------------------- cleaning up */

static const char *const plans[] = { "hash_plan", "track_plan", "batch_plan" };
enum { PLANS = sizeof plans / sizeof plans[0] };

/* What ranks make in the folder of a job: lists, what each did, and who is there. */
static bool is_note(const char *name)
{
    static const char *const endings[] = { ".parquet", ".parquet.tmp" };
    char before[40];
    uint64_t number;
    for (size_t i = 0; i < PLANS; i++) {
        size_t size = strlen(plans[i]);
        if (strncmp(name, plans[i], size) != 0) continue;
        snprintf(before, sizeof before, "%s-", plans[i]);
        for (size_t k = 0; k < 2; k++) {
            if (strcmp(name + size, endings[k]) == 0) return true;
            if (dataset_number(name, before, endings[k], &number)) return true;
        }
    }
    return false;
}

/* Claims are folders, and empty. */
static bool is_claim(const char *name)
{
    char before[40];
    uint64_t number;
    bool found = false;
    for (size_t i = 0; i < PLANS; i++) {
        snprintf(before, sizeof before, "%s.", plans[i]);
        found |= dataset_number(name, before, "", &number);
    }
    return found;
}

/* All that ranks made in the folder of one job; the notes about present ranks only where `ranks`. */
static void empty(const char *folder, bool ranks)
{
    uint64_t number;
    char **names = dataset_names(folder);
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *path = pdk_path_join(folder, *name);
        bool goes = is_note(*name) || (ranks && dataset_number(*name, "rank-", "", &number));
        if (path != NULL && is_claim(*name)) pdk_folder_remove(path, NULL);
        else if (path != NULL && goes && dataset_is_own_file(path)) pdk_file_remove(path, NULL);
        free(path);
    }
    dataset_names_free(names);
}

/* The folders of jobs in .run, and other names there. False when out of memory. */
static bool list_jobs(const char *root, sql_paths *jobs)
{
    char *run = pdk_path_join(root, ".run"), **names = run != NULL ? dataset_names(run) : NULL;
    bool good = names != NULL;
    for (char **name = names; good && *name != NULL; name++) good = sql_paths_add(jobs, pdk_path_join(run, *name));
    dataset_names_free(names);
    free(run);
    return good;
}

static bool is_own(const ingest_ranks *ranks, const char *job)
{
    return ranks->several && strcmp(pdk_path_name(job), ranks->job) == 0;
}

/* Ranks of this job may be here before their leader. */
static void clear(const ingest_ranks *ranks, const sql_paths *jobs)
{
    for (size_t i = 0; i < jobs->count; i++) {
        if (strncmp(pdk_path_name(jobs->paths[i]), "over-", 5) == 0) {
            if (dataset_is_own_file(jobs->paths[i])) pdk_file_remove(jobs->paths[i], NULL);
        } else if (dataset_is_own_folder(jobs->paths[i])) {
            empty(jobs->paths[i], !is_own(ranks, jobs->paths[i]));
            if (!is_own(ranks, jobs->paths[i])) pdk_folder_remove(jobs->paths[i], NULL);
        }
    }
}

/* Has a job that is not this one a rank that lives? */
static bool another_lives(const ingest_ranks *ranks, const sql_paths *jobs)
{
    for (size_t i = 0; i < jobs->count; i++) {
        const char *job = jobs->paths[i];
        if (!is_own(ranks, job) && dataset_is_own_folder(job) && some_rank_lives(job, NULL)) return true;
    }
    return false;
}

static pdk_status make_folders(ingest *work)
{
    ingest_ranks *ranks = &work->ranks;
    dataset *data = &work->data;
    char *run = pdk_path_join(data->root, ".run");
    ranks->folder = in_run(data->root, ranks->job);
    pdk_status status = PDK_OK;
    if (run == NULL || ranks->folder == NULL) status = sql_fail_memory(data->session, "paths");
    if (status == PDK_OK) status = dataset_make_folder(data, run, "for ranks");
    if (status == PDK_OK) status = dataset_make_folder(data, ranks->folder, "for ranks");
    free(run);
    return status;
}

pdk_status ranks_lead(ingest *work)
{
    dataset *data = &work->data;
    sql_paths jobs = { 0 };
    pdk_status status = PDK_OK;
    if (!list_jobs(data->root, &jobs)) status = sql_fail_memory(data->session, "paths");
    else if (another_lives(&work->ranks, &jobs))
        status = sql_fail_text(data->session, PDK_E_IO,
                               "%s: another ingest is running in it: some of its ranks have not ended", data->root);
    if (status == PDK_OK) status = dataset_adopt(data);
    if (status == PDK_OK) clear(&work->ranks, &jobs);
    sql_paths_free(&jobs);
    if (status == PDK_OK && work->ranks.several) status = make_folders(work);
    return status == PDK_OK && work->ranks.several ? hold_rank(work) : status;
}

/* Others that come late learn from "over-JOB" that there is nothing left for them. */
void ranks_end(ingest *work)
{
    ingest_ranks *ranks = &work->ranks;
    const char *root = work->options->root;
    char name[96];
    if (ranks->several && ranks->rank == 0 && pdk_file_is_open(ranks->lock)) {
        snprintf(name, sizeof name, "over-%s", ranks->job);
        char *path = in_run(root, name);
        pdk_file over = path != NULL ? pdk_file_hold(path, NULL) : PDK_NO_FILE;
        pdk_file_close(over);
        bool alone = !some_rank_lives(ranks->folder, "rank-0");
        empty(ranks->folder, alone);
        if (alone) pdk_folder_remove(ranks->folder, NULL);
        free(path);
    }
    pdk_file_close(ranks->lock);
    free(ranks->folder);
    ranks->lock = PDK_NO_FILE;
    ranks->folder = NULL;
}

/* ------------------------------------------------------------------------------------------------------- joining */

static bool is_over(const ingest_ranks *ranks, const char *root)
{
    char name[96];
    snprintf(name, sizeof name, "over-%s", ranks->job);
    char *path = in_run(root, name);
    bool over = path != NULL && pdk_file_exists(path);
    free(path);
    return over;
}

static bool leader_lives(const ingest_ranks *ranks)
{
    char *path = pdk_path_join(ranks->folder, "rank-0");
    bool lives = path != NULL && pdk_file_exists(path) && is_held(path);
    free(path);
    return lives;
}

pdk_status ranks_join(ingest *work, bool *over)
{
    ingest_ranks *ranks = &work->ranks;
    sql_session *session = work->data.session;
    const char *root = work->options->root;
    ranks->folder = in_run(root, ranks->job);
    if (ranks->folder == NULL) return sql_fail_memory(session, "paths");
    for (double end = pdk_clock_seconds() + patience_seconds; pdk_clock_seconds() < end;) {
        if (sql_stops(&session->context)) return sql_fail_stop(session);
        *over = is_over(ranks, root);
        if (*over) return PDK_OK;
        if (leader_lives(ranks)) return hold_rank(work);
        pdk_clock_sleep(poll_seconds);
    }
    return sql_fail_text(session, PDK_E_IO,
                         "%s: rank %llu waited %.0f s for rank 0, which has not begun; ranks started together work on "
                         "one dataset (PADDOCK_RANK=0 PADDOCK_RANKS=1 makes one work alone)",
                         root, (unsigned long long)ranks->rank, patience_seconds);
}

/* ------------------------------------------------------------------------------------------------------ the plan */

/* "FOLDER/TABLE.parquet", malloc'd. */
static char *plan_path(const ingest *work, const char *table)
{
    char name[96];
    snprintf(name, sizeof name, "%s.parquet", table);
    return pdk_path_join(work->ranks.folder, name);
}

pdk_status ranks_publish(ingest *work, const char *table)
{
    if (!work->ranks.several) return PDK_OK;
    char *path = plan_path(work, table);
    ingest_put(work, "COPY ");
    ingest_put(work, table);
    pdk_status status = dataset_copy_to(&work->data, path);
    free(path);
    return status;
}

pdk_status ranks_await(ingest *work, const char *table, bool *over)
{
    sql_session *session = work->data.session;
    char *path = plan_path(work, table);
    pdk_status status = path != NULL ? PDK_OK : sql_fail_memory(work->data.session, "paths");
    double gone = 0;
    while (status == PDK_OK && !*over && !pdk_file_exists(path)) {
        *over = is_over(&work->ranks, work->data.root);
        if (*over || leader_lives(&work->ranks)) gone = 0;
        else if (gone == 0) gone = pdk_clock_seconds();
        else if (pdk_clock_seconds() - gone > handover_seconds) {
            status = sql_fail_text(session, PDK_E_IO, "%s: rank 0 ended before its time; run the same command again",
                                   work->data.root);
        }
        if (sql_stops(&session->context)) status = sql_fail_stop(session);
        pdk_clock_sleep(poll_seconds);
    }
    if (status == PDK_OK && !*over) {
        ingest_put(work, "CREATE OR REPLACE TABLE ");
        ingest_put(work, table);
        ingest_put(work, " AS SELECT * FROM read_parquet(");
        ingest_put_literal(work, path);
        ingest_put(work, ")");
        status = dataset_do(&work->data);
    }
    free(path);
    return status;
}

/* ------------------------------------------------------------------------------------------------------- sharing */

char *ranks_result(const ingest *work, const char *name, uint64_t number)
{
    char text[96];
    snprintf(text, sizeof text, "%s-%llu.parquet", name, (unsigned long long)number);
    return pdk_path_join(work->ranks.folder, text);
}

/* Making a folder succeeds for one of all who try, on network file systems too. */
static bool claim(ingest *work, uint64_t number, pdk_status *status)
{
    char name[96];
    pdk_failure failure;
    if (!work->ranks.several) return true;
    snprintf(name, sizeof name, "%s.%llu", work->list.name, (unsigned long long)number);
    char *path = pdk_path_join(work->ranks.folder, name);
    bool made = path != NULL && pdk_folder_make(path, &failure);
    if (path == NULL) {
        *status = sql_fail_memory(work->data.session, "paths");
    } else if (!made && failure.kind != PDK_FAILED_EXISTS) {
        *status = sql_fail_text(work->data.session, PDK_E_IO, "%s: work cannot be claimed: %s", path, failure.reason);
    }
    free(path);
    return made;
}

/* Puts the catalogue of a batch that another rank has done in its place. */
static pdk_status take_catalogue(ingest *work, uint64_t number, const char *result)
{
    char *catalogue = dataset_path(&work->data, "files/b%06llu.parquet", (unsigned long long)number);
    pdk_status status = catalogue != NULL ? dataset_put_in_place(&work->data, result, catalogue)
                                          : sql_fail_memory(work->data.session, "paths");
    free(catalogue);
    return status;
}

/* Which items others have done since: their catalogues are put in place here, by one process. */
static pdk_status collect(ingest *work, size_t *left)
{
    pdk_status worst = PDK_OK;
    bool batches = strcmp(work->list.name, "batch_plan") == 0;
    *left = 0;
    for (size_t i = 0; i < work->list.count; i++) {
        ingest_item *item = &work->list.items[i];
        if (item->done) continue;
        char *result = ranks_result(work, work->list.name, item->number);
        bool there = result != NULL && pdk_file_exists(result);
        pdk_status status = there && batches ? take_catalogue(work, item->number, result) : PDK_OK;
        if (status != PDK_OK) worst = status;
        free(result);
        item->done = there && status == PDK_OK;
        if (item->done) ingest_step(work, item->bytes);
        else (*left)++;
    }
    return worst;
}

/* Until all is done, or nobody is left who could. */
static pdk_status wait_for_others(ingest *work)
{
    size_t left = work->list.count;
    bool alone = false;
    while (!alone) {
        alone = !some_rank_lives(work->ranks.folder, "rank-0"); /* asked before looking: what it did counts */
        pdk_status status = collect(work, &left);
        if (status != PDK_OK || left == 0) return status;
        if (sql_stops(&work->data.session->context)) return sql_fail_stop(work->data.session);
        if (!alone) pdk_clock_sleep(poll_seconds);
    }
    return PDK_OK;
}

pdk_status ranks_share(ingest *work, pdk_status (*run)(ingest *work, const ingest_item *item))
{
    pdk_status status = PDK_OK;
    double looked = pdk_clock_seconds();
    bool leads = work->ranks.rank == 0;
    size_t left;
    for (size_t i = 0; i < work->list.count && status == PDK_OK; i++) {
        ingest_item *item = &work->list.items[i];
        if (item->done || !claim(work, item->number, &status)) continue;
        uint64_t before = work->done;
        status = run(work, item);
        item->done = status == PDK_OK;
        work->done = before;
        if (item->done && !ingest_step(work, item->bytes)) status = sql_fail_stop(work->data.session);
        if (work->ranks.several && leads && pdk_clock_seconds() - looked > look_seconds) {
            if (status == PDK_OK) status = collect(work, &left);
            looked = pdk_clock_seconds();
        }
    }
    return status == PDK_OK && work->ranks.several && leads ? wait_for_others(work) : status;
}
