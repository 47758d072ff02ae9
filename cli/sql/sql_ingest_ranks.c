/* Ranks: processes that a launcher (mpirun, srun) started together. They share the work by claims in the dataset's own
 * folder: whoever makes the folder of an item does it. No call of MPI is needed, so that any launcher will do, and a
 * rank that dies takes nobody with it. See docs/decisions/0026-ranks-without-mpi.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest.h"
#include "platform/clock.h"
#include "platform/folders.h"
#include "platform/path.h"
#include "platform/signals.h"

static const double poll_seconds = 0.05, look_seconds = 2; /* waiting; looking what others did while at work */
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

void cli_ranks_find(ingest_ranks *ranks)
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

static int hold_rank(ingest_ranks *ranks)
{
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
    if (pdk_file_is_open(ranks->lock)) return CLI_FINE;
    cli_complain("%s: rank %llu cannot be noted in it: %s", ranks->folder, (unsigned long long)ranks->rank,
                 failure.reason);
    return CLI_IO;
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

/* What ranks make in the folder of a job: lists, what each did, and who is there. */
static bool is_note(const char *name)
{
    static const char *const lists[] = { "hash_plan", "batch_plan" };
    static const char *const endings[] = { ".parquet", ".parquet.tmp" };
    char before[40];
    uint64_t number;
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(lists[i]);
        if (strncmp(name, lists[i], size) != 0) continue;
        snprintf(before, sizeof before, "%s-", lists[i]);
        for (size_t k = 0; k < 2; k++) {
            if (strcmp(name + size, endings[k]) == 0) return true;
            if (cli_dataset_number(name, before, endings[k], &number)) return true;
        }
    }
    return false;
}

/* Claims are folders, and empty. */
static bool is_claim(const char *name)
{
    uint64_t number;
    return cli_dataset_number(name, "hash_plan.", "", &number) || cli_dataset_number(name, "batch_plan.", "", &number);
}

/* All that ranks made in the folder of one job; the notes of who is there only where `ranks`. */
static void empty(const char *folder, bool ranks)
{
    uint64_t number;
    char **names = cli_dataset_names(folder);
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *path = pdk_path_join(folder, *name);
        bool goes = is_note(*name) || (ranks && cli_dataset_number(*name, "rank-", "", &number));
        if (path != NULL && is_claim(*name)) pdk_folder_remove(path, NULL);
        else if (path != NULL && goes && cli_dataset_is_own_file(path)) pdk_file_remove(path, NULL);
        free(path);
    }
    cli_dataset_names_free(names);
}

/* The folders of jobs in .run, and other names there. False when out of memory. */
static bool list_jobs(const char *root, sql_paths *jobs)
{
    char *run = pdk_path_join(root, ".run"), **names = run != NULL ? cli_dataset_names(run) : NULL;
    bool good = names != NULL;
    for (char **name = names; good && *name != NULL; name++) {
        char *path = pdk_path_join(run, *name);
        char **larger = path != NULL ? realloc(jobs->paths, (jobs->count + 1) * sizeof *larger) : NULL;
        good = larger != NULL;
        if (good) jobs->paths = larger;
        if (good) jobs->paths[jobs->count++] = path;
        else free(path);
    }
    cli_dataset_names_free(names);
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
            if (cli_dataset_is_own_file(jobs->paths[i])) pdk_file_remove(jobs->paths[i], NULL);
        } else if (cli_dataset_is_own_folder(jobs->paths[i])) {
            empty(jobs->paths[i], !is_own(ranks, jobs->paths[i]));
            if (!is_own(ranks, jobs->paths[i])) pdk_folder_remove(jobs->paths[i], NULL);
        }
    }
}

int cli_ranks_lead(ingest_ranks *ranks, dataset *data)
{
    const char *root = data->root;
    sql_paths jobs = { 0 };
    int status = list_jobs(root, &jobs) ? CLI_FINE : cli_sql_no_answer(NULL, "paths");
    for (size_t i = 0; i < jobs.count && status == CLI_FINE; i++) {
        if (is_own(ranks, jobs.paths[i]) || !cli_dataset_is_own_folder(jobs.paths[i])) continue;
        if (!some_rank_lives(jobs.paths[i], NULL)) continue;
        cli_complain("%s: another ingest is at work in it: some of its ranks have not ended", root);
        status = CLI_IO;
    }
    if (status == CLI_FINE) status = cli_dataset_adopt(data);
    if (status == CLI_FINE) clear(ranks, &jobs);
    sql_paths_free(&jobs);
    if (status != CLI_FINE || !ranks->several) return status;
    char *run = pdk_path_join(root, ".run");
    ranks->folder = in_run(root, ranks->job);
    if (run == NULL || ranks->folder == NULL) status = cli_sql_no_answer(NULL, "paths");
    if (status == CLI_FINE) status = cli_dataset_make_folder(run, "for ranks");
    if (status == CLI_FINE) status = cli_dataset_make_folder(ranks->folder, "for ranks");
    if (status == CLI_FINE) status = hold_rank(ranks);
    free(run);
    return status;
}

/* Others that come late learn from "over-JOB" that there is nothing left for them. */
void cli_ranks_end(ingest_ranks *ranks, const char *root)
{
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

int cli_ranks_join(ingest_ranks *ranks, const char *root, bool *over)
{
    ranks->folder = in_run(root, ranks->job);
    if (ranks->folder == NULL) return cli_sql_no_answer(NULL, "paths");
    for (double end = pdk_clock_seconds() + patience_seconds; pdk_clock_seconds() < end;) {
        if (pdk_interrupted()) return CLI_INTERRUPTED;
        *over = is_over(ranks, root);
        if (*over) return CLI_FINE;
        if (leader_lives(ranks)) return hold_rank(ranks);
        pdk_clock_sleep(poll_seconds);
    }
    cli_complain("%s: rank %llu waited %.0f s for rank 0, which has not begun; ranks started together work on one "
                 "dataset (PADDOCK_RANK=0 PADDOCK_RANKS=1 makes one work alone)",
                 root, (unsigned long long)ranks->rank, patience_seconds);
    return CLI_IO;
}

/* ------------------------------------------------------------------------------------------------------ the plan */

/* FOLDER/TABLE and the ending; malloc'd. */
static char *plan_path(const ingest *work, const char *table, const char *ending)
{
    char name[96];
    snprintf(name, sizeof name, "%s%s", table, ending);
    return pdk_path_join(work->ranks.folder, name);
}

int cli_ranks_publish(ingest *work, const char *table)
{
    if (!work->ranks.several) return CLI_FINE;
    char *path = plan_path(work, table, ".parquet"), *tmp = plan_path(work, table, ".parquet.tmp");
    int status = path != NULL && tmp != NULL ? CLI_FINE : cli_sql_no_answer(NULL, "paths");
    if (status == CLI_FINE) {
        cli_ingest_put(work, "COPY ");
        cli_ingest_put(work, table);
        cli_ingest_put(work, " TO ");
        cli_ingest_put_literal(work, tmp);
        cli_ingest_put(work, DATASET_PARQUET);
        status = cli_dataset_do(&work->data);
    }
    if (status == CLI_FINE) status = cli_dataset_put_in_place(tmp, path);
    free(path);
    free(tmp);
    return status;
}

int cli_ranks_await(ingest *work, const char *table, bool *over)
{
    char *path = plan_path(work, table, ".parquet");
    int status = path != NULL ? CLI_FINE : cli_sql_no_answer(NULL, "paths");
    double gone = 0;
    while (status == CLI_FINE && !*over && !pdk_file_exists(path)) {
        *over = is_over(&work->ranks, work->data.root);
        if (*over || leader_lives(&work->ranks)) gone = 0;
        else if (gone == 0) gone = pdk_clock_seconds();
        else if (pdk_clock_seconds() - gone > handover_seconds) {
            cli_complain("%s: rank 0 ended before its time; run the same command again", work->data.root);
            status = CLI_IO;
        }
        if (pdk_interrupted()) status = CLI_INTERRUPTED;
        pdk_clock_sleep(poll_seconds);
    }
    if (status == CLI_FINE && !*over) {
        cli_ingest_put(work, "CREATE OR REPLACE TABLE ");
        cli_ingest_put(work, table);
        cli_ingest_put(work, " AS SELECT * FROM read_parquet(");
        cli_ingest_put_literal(work, path);
        cli_ingest_put(work, ")");
        status = cli_dataset_do(&work->data);
    }
    free(path);
    return status;
}

/* ------------------------------------------------------------------------------------------------------- sharing */

char *cli_ranks_result(const ingest *work, const char *name, uint64_t number)
{
    char text[96];
    snprintf(text, sizeof text, "%s-%llu.parquet", name, (unsigned long long)number);
    return pdk_path_join(work->ranks.folder, text);
}

/* Making a folder succeeds for one of all who try, on network file systems too. */
static bool claim(ingest *work, uint64_t number, int *status)
{
    char name[96];
    pdk_failure failure;
    if (!work->ranks.several) return true;
    snprintf(name, sizeof name, "%s.%llu", work->list.name, (unsigned long long)number);
    char *path = pdk_path_join(work->ranks.folder, name);
    bool made = path != NULL && pdk_folder_make(path, &failure);
    if (path == NULL) {
        *status = cli_sql_no_answer(NULL, "paths");
    } else if (!made && failure.kind != PDK_FAILED_EXISTS) {
        cli_complain("%s: work cannot be claimed: %s", path, failure.reason);
        *status = CLI_IO;
    }
    free(path);
    return made;
}

/* Which items others have done since: their catalogues are put in place here, by one process. False when one cannot
 * be. */
static bool collect(ingest *work, size_t *left)
{
    bool good = true;
    *left = 0;
    for (size_t i = 0; i < work->list.count; i++) {
        ingest_item *item = &work->list.items[i];
        if (item->done) continue;
        char *result = cli_ranks_result(work, work->list.name, item->number);
        bool there = result != NULL && pdk_file_exists(result);
        if (there && strcmp(work->list.name, "batch_plan") == 0) {
            char *catalogue = cli_dataset_path(&work->data, "files/b%06llu.parquet", (unsigned long long)item->number);
            int status =
                catalogue != NULL ? cli_dataset_put_in_place(result, catalogue) : cli_sql_no_answer(NULL, "paths");
            if (status != CLI_FINE) good = there = false;
            free(catalogue);
        }
        free(result);
        item->done = there;
        if (there) cli_ingest_step(work, item->bytes);
        else (*left)++;
    }
    return good;
}

/* Until all is done, or nobody is left who could. */
static int wait_for_others(ingest *work)
{
    size_t left = work->list.count;
    bool alone = false;
    while (!alone) {
        alone = !some_rank_lives(work->ranks.folder, "rank-0"); /* asked before looking: what it did counts */
        if (!collect(work, &left)) return CLI_IO;
        if (left == 0) return CLI_FINE;
        if (pdk_interrupted()) return CLI_INTERRUPTED;
        if (!alone) pdk_clock_sleep(poll_seconds);
    }
    return CLI_FINE;
}

int cli_ranks_share(ingest *work, int (*run)(ingest *work, const ingest_item *item))
{
    int status = CLI_FINE;
    double looked = pdk_clock_seconds();
    bool leads = work->ranks.rank == 0;
    size_t left;
    for (size_t i = 0; i < work->list.count && status == CLI_FINE; i++) {
        ingest_item *item = &work->list.items[i];
        if (item->done || !claim(work, item->number, &status)) continue;
        uint64_t before = work->done;
        status = run(work, item);
        item->done = status == CLI_FINE;
        work->done = before;
        if (item->done && !cli_ingest_step(work, item->bytes)) status = CLI_INTERRUPTED;
        if (work->ranks.several && leads && pdk_clock_seconds() - looked > look_seconds) {
            if (!collect(work, &left) && status == CLI_FINE) status = CLI_IO;
            looked = pdk_clock_seconds();
        }
    }
    return status == CLI_FINE && work->ranks.several && leads ? wait_for_others(work) : status;
}
