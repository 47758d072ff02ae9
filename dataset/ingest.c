/* Archives to Parquet: one process, or the ranks of a launcher. What is new is found by its path, size and time, and
 * taken in batches of many files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset/ingest.h"

static const uint64_t most_batch_bytes = 512 << 20, least_batch_bytes = 16 << 20;
enum { SHARES = 4 /* batches for each rank, at least, so that all end at about the same time */ };

static pdk_status set_jobs(ingest *work)
{
    uint64_t jobs = work->options->jobs, threads;
    if (jobs == 0 && work->ranks.local > 1) { /* the ranks of a machine have its processors together */
        ingest_put(work, "SELECT current_setting('threads')");
        pdk_status status = dataset_ask_number(&work->data, &threads);
        if (status != PDK_OK) return status;
        jobs = (threads + work->ranks.local - 1) / work->ranks.local;
    }
    ingest_put(work, "SET preserve_insertion_order = false;"); /* several threads write a file */
    if (jobs > 0) {
        ingest_put(work, "SET threads = ");
        ingest_put_number(work, jobs);
    }
    return dataset_do(&work->data);
}

/* Large enough for reasonably sized Parquet files, small enough that each rank gets several batches. */
static pdk_status choose_batches(ingest *work)
{
    uint64_t bytes;
    work->batch_bytes = work->options->batch_bytes;
    if (work->batch_bytes > 0) return PDK_OK;
    work->batch_bytes = most_batch_bytes;
    if (!work->ranks.several) return PDK_OK;
    ingest_put(work, "SELECT coalesce(sum(size), 0)::UBIGINT FROM todo");
    pdk_status status = dataset_ask_number(&work->data, &bytes);
    uint64_t share = bytes / (SHARES * work->ranks.count);
    if (share < most_batch_bytes) work->batch_bytes = share > least_batch_bytes ? share : least_batch_bytes;
    return status;
}

static void begin_phase(ingest *work, ingest_phase phase)
{
    const ingest_options *options = work->options;
    if (options->begin != NULL) options->begin(options->user, phase, work->ranks.rank == 0);
}

static void end_phases(ingest *work)
{
    if (work->options->end != NULL) work->options->end(work->options->user);
}

static size_t undone(const ingest *work)
{
    size_t count = 0;
    for (size_t i = 0; i < work->list.count; i++) count += !work->list.items[i].done;
    return count;
}

/* Says in the catalogue which batches have been read again: from then on, they count no more. */
static pdk_status replace_outdated(ingest *work)
{
    dataset *data = &work->data;
    sql_paths cells = { 0 };
    size_t count;
    ingest_put(work, "SELECT max(batch) FROM read_parquet(");
    if (!dataset_put_catalogue(data, &data->text, &count)) data->text.failed = true;
    ingest_put(work,
               ", union_by_name = true) WHERE batch NOT IN (SELECT batch FROM outdated) HAVING max(batch) IS NOT NULL");
    pdk_status status = dataset_ask(data, &cells);
    if (status == PDK_OK && cells.count == 1) {
        char *catalogue = dataset_path(data, "files/b%06llu.parquet", strtoull(cells.paths[0], NULL, 10));
        ingest_put(work, "COPY (SELECT * REPLACE ((SELECT list(batch) FROM outdated) AS replaces) FROM read_parquet(");
        ingest_put_literal(work, catalogue != NULL ? catalogue : "");
        ingest_put(work, ") ORDER BY path)");
        status = dataset_copy_to(data, catalogue);
        free(catalogue);
    }
    sql_paths_free(&cells);
    return status;
}

/* Batches with files that changed have been read again: the old ones are deleted. */
static pdk_status drop_outdated(ingest *work)
{
    sql_paths cells = { 0 };
    ingest_put(work, "SELECT batch FROM outdated");
    pdk_status status = dataset_ask(&work->data, &cells);
    uint64_t *batches = malloc((cells.count + 1) * sizeof *batches);
    if (status == PDK_OK && batches == NULL) status = sql_fail_memory(work->data.session, "a list of batches");
    for (size_t i = 0; status == PDK_OK && i < cells.count; i++) batches[i] = strtoull(cells.paths[i], NULL, 10);
    if (status == PDK_OK && cells.count > 0) status = replace_outdated(work);
    if (status == PDK_OK) status = dataset_drop(&work->data, batches, cells.count);
    sql_paths_free(&cells);
    free(batches);
    return status;
}

/* After an interrupt. */
static void note_kept(const ingest *work)
{
    bool ingests = work->list.name != NULL && strcmp(work->list.name, "batch_plan") == 0;
    if (!ingests) return;
    ingest_note(work, "%s: interrupted; %zu of %zu batches are in it, and the same command resumes from there",
                work->data.root, work->list.count - undone(work), work->list.count);
}

/* The ranks divide the work of the plan that the leader has just made. */
static pdk_status share_plan(ingest *work, const char *plan, pdk_status (*run)(ingest *work, const ingest_item *item))
{
    pdk_status status = ranks_publish(work, plan);
    return status == PDK_OK ? ranks_share(work, run) : status;
}

/* Which files are the same. */
static pdk_status compare_files(ingest *work)
{
    pdk_status status = ingest_plan_hashes(work);
    if (status == PDK_OK) status = share_plan(work, "hash_plan", ingest_look);
    if (status == PDK_OK) status = ingest_finish_looks(work);
    return status == PDK_OK ? ingest_plan_batches(work) : status;
}

/* Which recording each track has its corners from. Afterwards the list is that of the batches again. */
static pdk_status number_tracks(ingest *work)
{
    pdk_status status = ingest_plan_tracks(work);
    if (status == PDK_OK) status = share_plan(work, "track_plan", ingest_look);
    if (status == PDK_OK) status = ingest_finish_looks(work);
    if (status == PDK_OK) status = ingest_choose_tracks(work);
    if (status == PDK_OK) status = ingest_load_tracks(work);
    return status == PDK_OK ? ingest_list_items(work, "batch_plan") : status;
}

static pdk_status lead(ingest *work)
{
    begin_phase(work, INGEST_LOOKS);
    pdk_status status = ingest_find(work);
    if (status == PDK_OK) status = choose_batches(work);
    begin_phase(work, INGEST_COMPARES);
    if (status == PDK_OK) status = compare_files(work);
    begin_phase(work, INGEST_TRACKS);
    if (status == PDK_OK && ingest_numbers_corners(work)) status = number_tracks(work);
    begin_phase(work, INGEST_READS);
    if (status == PDK_OK) status = share_plan(work, "batch_plan", ingest_batch);
    end_phases(work);
    if (status == PDK_OK) dataset_remove_empty(&work->data);
    if (status == PDK_E_CANCELLED) note_kept(work);
    if (status == PDK_OK && undone(work) > 0)
        return sql_fail_text(work->data.session, PDK_E_IO,
                             "%s: %zu of %zu batches were not processed because a rank died; everything else is "
                             "complete, and running the same command again finishes the rest",
                             work->data.root, undone(work), work->list.count);
    return status == PDK_OK ? drop_outdated(work) : status;
}

/* The same for a rank that does not lead; *over: there is nothing left to do. */
static pdk_status follow_plan(ingest *work, const char *plan, pdk_status (*run)(ingest *work, const ingest_item *item),
                              bool *over)
{
    pdk_status status = *over ? PDK_OK : ranks_await(work, plan, over);
    if (status != PDK_OK || *over) return status;
    if (run == ingest_batch && ingest_numbers_corners(work)) status = ingest_load_tracks(work);
    if (status == PDK_OK) status = ingest_list_items(work, plan);
    return status == PDK_OK ? ranks_share(work, run) : status;
}

static pdk_status follow(ingest *work, bool over)
{
    pdk_status status = follow_plan(work, "hash_plan", ingest_look, &over);
    if (status == PDK_OK && ingest_numbers_corners(work)) status = follow_plan(work, "track_plan", ingest_look, &over);
    return status == PDK_OK ? follow_plan(work, "batch_plan", ingest_batch, &over) : status;
}

static pdk_status report_files(ingest *work, ingest_report *report)
{
    sql_paths cells = { 0 };
    ingest_put(work,
               "SELECT count(*), count(*) FILTER (path IN (SELECT path FROM todo)), count(*) FILTER (duplicate_of IS "
               "NOT NULL), count(*) FILTER (error_code LIKE 'detect.%'), count(*) FILTER (error IS NOT NULL AND "
               "error_code NOT LIKE 'detect.%') FROM latest");
    pdk_status status = dataset_ask(&work->data, &cells);
    uint64_t *const counts[] = { &report->files, &report->read_now, &report->same, &report->unknown, &report->broken };
    for (size_t i = 0; i < cells.count && i < 5; i++) *counts[i] = strtoull(cells.paths[i], NULL, 10);
    sql_paths_free(&cells);
    report->leads = status == PDK_OK;
    return status;
}

/* Otherwise a misspelled name, or the name of files that are not here, would go unnoticed. */
static void note_absent_tables(const ingest *work)
{
    const dataset *data = &work->data;
    for (const char *at = data->tables; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ","), room = strlen(data->root) + length + 2;
        char *folder = malloc(room);
        if (folder != NULL) snprintf(folder, room, "%s/%.*s", data->root, (int)length, at);
        if (folder != NULL && !pdk_file_exists(folder))
            ingest_note(work, "%s: no file has a table named \"%.*s\"", data->root, (int)length, at);
        free(folder);
        at += length + (at[length] == ',');
    }
}

static pdk_status run_leader(ingest *work, sql_session *session, ingest_report *report)
{
    const ingest_options *options = work->options;
    pdk_status status = dataset_open(&work->data, session, options->root, options->tables);
    if (status == PDK_OK) status = ranks_lead(work);
    if (status == PDK_OK) status = dataset_clean(&work->data);
    if (status == PDK_OK) status = set_jobs(work);
    if (status == PDK_OK) status = lead(work);
    ranks_end(work);
    dataset_close(&work->data);
    if (status == PDK_OK) status = dataset_look(&work->data, session, options->root);
    if (status == PDK_OK) status = report_files(work, report);
    return status;
}

static pdk_status run_follower(ingest *work)
{
    bool over = false;
    pdk_status status = ranks_join(work, &over);
    if (status == PDK_OK && !over) status = dataset_join(&work->data, work->data.session, work->options->root);
    if (status == PDK_OK && !over) status = set_jobs(work);
    if (status == PDK_OK && !over) status = follow(work, over);
    ranks_end(work);
    return status;
}

pdk_status dataset_ingest(sql_session *session, const ingest_options *options, ingest_report *report)
{
    *report = (ingest_report){ 0 };
    ingest *work = calloc(1, sizeof *work);
    if (work == NULL) return sql_fail_memory(session, "an ingest");
    work->options = options;
    work->data = (dataset){ .session = session, .root = options->root, .lock = PDK_NO_FILE };
    ranks_find(&work->ranks);
    session->context.keeps = INGEST_FILES;
    session->context.note = NULL;
    session->context.unmapped = true; /* if another program truncates a file, the file is lost, not the run */
    ingest_number_corners(work);
    bool follows = work->ranks.several && work->ranks.rank > 0;
    pdk_status status = follows ? run_follower(work) : run_leader(work, session, report);
    if (report->leads) note_absent_tables(work);
    if (work->vanished == 1) ingest_note(work, "one file disappeared before it could be read and was skipped");
    else if (work->vanished > 1)
        ingest_note(work, "%llu files disappeared before they could be read and were skipped",
                    (unsigned long long)work->vanished);
    dataset_close(&work->data);
    ingest_forget_tracks(work, &session->context);
    free(work->list.items);
    free(work);
    return status;
}
