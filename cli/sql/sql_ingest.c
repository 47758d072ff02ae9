/* Archives to Parquet: one process, or the ranks of a launcher. What is new is found by its path, size and time, and
 * taken in batches of many files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest.h"
#include "platform/path.h"
#include "platform/signals.h"

static const uint64_t most_batch_bytes = 512 << 20, least_batch_bytes = 16 << 20;
enum { SHARES = 4 /* batches for each rank, at least, so that all end at about the same time */ };

void cli_ingest_put(ingest *work, const char *text)
{
    cli_sql_put(&work->data.text, text);
}

void cli_ingest_put_literal(ingest *work, const char *text)
{
    cli_sql_put_literal(&work->data.text, text);
}

void cli_ingest_put_number(ingest *work, uint64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    cli_sql_put(&work->data.text, text);
}

void cli_ingest_put_files(ingest *work, const sql_paths *files)
{
    cli_sql_put_list(&work->data.text, (const char *const *)files->paths, files->count);
    cli_ingest_put(work, "::VARCHAR[]");
}

bool cli_ingest_list(ingest *work, sql_paths *cells)
{
    cli_sql_text_put(&work->data.text, "", 1);
    bool good = !work->data.text.failed && cli_sql_list(work->data.session, work->data.text.data, cells);
    work->data.text.size = 0;
    return good;
}

bool cli_ingest_step(ingest *work, uint64_t bytes)
{
    work->done += bytes;
    return cli_progress_step(&work->progress, work->done, work->total);
}

static int set_jobs(ingest *work, const cli_arguments *arguments)
{
    sql_paths cells = { 0 };
    uint64_t jobs;
    int status = cli_number_of(arguments, CLI_JOBS, 0, &jobs);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_BATCH, 0, &work->batch_bytes);
    if (status != CLI_FINE) return status;
    if (jobs > 1024) return cli_usage("--jobs is 1 to 1024");
    if (cli_given(arguments, CLI_BATCH) && work->batch_bytes == 0) return cli_usage("--batch is at least 1");
    if (jobs == 0 && work->ranks.local > 1) { /* the ranks of a machine have its processors together */
        cli_ingest_put(work, "SELECT current_setting('threads')");
        if (!cli_ingest_list(work, &cells) || cells.count != 1)
            status = cli_sql_no_answer(work->data.session, "a setting");
        else jobs = (strtoull(cells.paths[0], NULL, 10) + work->ranks.local - 1) / work->ranks.local;
        sql_paths_free(&cells);
    }
    cli_ingest_put(work, "SET preserve_insertion_order = false;"); /* several threads write a file */
    if (jobs > 0) {
        cli_ingest_put(work, "SET threads = ");
        cli_ingest_put_number(work, jobs);
    }
    return status == CLI_FINE ? cli_dataset_do(&work->data) : status;
}

/* So large that files of Parquet are of sensible size, so small that each rank gets several. */
static int choose_batches(ingest *work)
{
    sql_paths cells = { 0 };
    if (work->batch_bytes > 0) return CLI_FINE;
    work->batch_bytes = most_batch_bytes;
    if (!work->ranks.several) return CLI_FINE;
    cli_ingest_put(work, "SELECT coalesce(sum(size), 0)::UBIGINT FROM todo");
    if (!cli_ingest_list(work, &cells) || cells.count != 1) return cli_sql_no_answer(work->data.session, "a plan");
    uint64_t share = strtoull(cells.paths[0], NULL, 10) / (SHARES * work->ranks.count);
    if (share < most_batch_bytes) work->batch_bytes = share > least_batch_bytes ? share : least_batch_bytes;
    sql_paths_free(&cells);
    return CLI_FINE;
}

static void begin_phase(ingest *work, const char *label)
{
    cli_progress_end(&work->progress);
    cli_progress_begin(&work->progress, label);
    work->progress.counts_bytes = true;
    work->progress.logs = work->ranks.rank == 0;
}

static size_t undone(const ingest *work)
{
    size_t count = 0;
    for (size_t i = 0; i < work->list.count; i++) count += !work->list.items[i].done;
    return count;
}

/* What a rank that died has not hashed, the leader does: the plan needs it. */
static int finish_hashes(ingest *work)
{
    int status = CLI_FINE;
    bool others = false;
    for (size_t i = 0; i < work->list.count && status == CLI_FINE; i++) {
        ingest_item *item = &work->list.items[i];
        if (!item->done) status = cli_ingest_hash(work, item);
        char *result = work->ranks.several ? cli_ranks_result(work, work->list.name, item->number) : NULL;
        others |= result != NULL && pdk_file_exists(result);
        free(result);
    }
    if (status != CLI_FINE || !others) return status;
    char *all = pdk_path_join(work->ranks.folder, "hash_plan-*.parquet");
    if (all == NULL) return cli_sql_no_answer(NULL, "paths");
    cli_ingest_put(work, "INSERT INTO hashes SELECT * FROM read_parquet(");
    cli_ingest_put_literal(work, all);
    cli_ingest_put(work, ")");
    free(all);
    return cli_dataset_do(&work->data);
}

/* Says in the catalogue which batches have been read again: from then on, they count no more. */
static int replace_outdated(ingest *work)
{
    dataset *data = &work->data;
    sql_paths cells = { 0 };
    char *catalogue = NULL, *tmp = NULL;
    size_t count;
    cli_ingest_put(work, "SELECT max(batch) FROM read_parquet(");
    if (!cli_dataset_put_catalogue(data, &data->text, &count)) data->text.failed = true;
    cli_ingest_put(
        work, ", union_by_name = true) WHERE batch NOT IN (SELECT batch FROM outdated) HAVING max(batch) IS NOT NULL");
    int status = cli_ingest_list(work, &cells) ? CLI_FINE : cli_sql_no_answer(work->data.session, "a catalogue");
    if (cells.count == 1) {
        unsigned long long number = strtoull(cells.paths[0], NULL, 10);
        catalogue = cli_dataset_path(data, "files/b%06llu.parquet", number);
        tmp = cli_dataset_path(data, "files/b%06llu.parquet.tmp", number);
    }
    if (catalogue != NULL && tmp != NULL) {
        cli_ingest_put(work,
                       "COPY (SELECT * REPLACE ((SELECT list(batch) FROM outdated) AS replaces) FROM read_parquet(");
        cli_ingest_put_literal(work, catalogue);
        cli_ingest_put(work, ") ORDER BY path) TO ");
        cli_ingest_put_literal(work, tmp);
        cli_ingest_put(work, DATASET_PARQUET);
        status = cli_dataset_refuse_link(tmp);
        if (status == CLI_FINE) status = cli_dataset_do(data);
        data->text.size = 0;
        if (status == CLI_FINE) status = cli_dataset_put_in_place(tmp, catalogue);
    }
    sql_paths_free(&cells);
    free(catalogue);
    free(tmp);
    return status;
}

/* Batches with files that changed have been read again: they go. */
static int drop_outdated(ingest *work)
{
    sql_paths cells = { 0 };
    cli_ingest_put(work, "SELECT batch FROM outdated");
    bool good = cli_ingest_list(work, &cells);
    uint64_t *batches = malloc((cells.count + 1) * sizeof *batches);
    good = good && batches != NULL;
    for (size_t i = 0; good && i < cells.count; i++) batches[i] = strtoull(cells.paths[i], NULL, 10);
    int status = good ? CLI_FINE : cli_sql_no_answer(work->data.session, "a list of batches");
    if (status == CLI_FINE && cells.count > 0) status = replace_outdated(work);
    if (status == CLI_FINE) status = cli_dataset_drop(&work->data, batches, cells.count);
    sql_paths_free(&cells);
    free(batches);
    return status;
}

/* After an interrupt. */
static void note_kept(const ingest *work)
{
    bool ingests = work->list.name != NULL && strcmp(work->list.name, "batch_plan") == 0;
    if (!ingests) return;
    cli_note("%s: interrupted; %zu of %zu batches are in it, and the same command goes on from there", work->data.root,
             work->list.count - undone(work), work->list.count);
}

static int lead(ingest *work, const cli_arguments *arguments)
{
    begin_phase(work, "looking for files");
    int status = cli_ingest_find(work, arguments);
    if (status == CLI_FINE) status = choose_batches(work);
    if (status == CLI_FINE) status = cli_ingest_plan_hashes(work);
    begin_phase(work, "comparing");
    if (status == CLI_FINE) status = cli_ranks_publish(work, "hash_plan");
    if (status == CLI_FINE) status = cli_ranks_share(work, cli_ingest_hash);
    if (status == CLI_FINE) status = finish_hashes(work);
    if (status == CLI_FINE) status = cli_ingest_plan_batches(work);
    begin_phase(work, "ingesting");
    if (status == CLI_FINE) status = cli_ranks_publish(work, "batch_plan");
    if (status == CLI_FINE) status = cli_ranks_share(work, cli_ingest_batch);
    cli_progress_end(&work->progress);
    if (status == CLI_FINE) cli_dataset_remove_empty(&work->data);
    if (status == CLI_INTERRUPTED) note_kept(work);
    if (status == CLI_FINE && undone(work) > 0) {
        cli_complain(
            "%s: %zu of %zu batches are not done, because a rank ended before its time; the rest is there, and "
            "the same command takes what is left",
            work->data.root, undone(work), work->list.count);
        return CLI_IO;
    }
    return status == CLI_FINE ? drop_outdated(work) : status;
}

static int follow(ingest *work, bool over)
{
    int status = CLI_FINE;
    if (!over) status = cli_ranks_await(work, "hash_plan", &over);
    if (status == CLI_FINE && !over) status = cli_ingest_list_items(work, "hash_plan");
    if (status == CLI_FINE && !over) status = cli_ranks_share(work, cli_ingest_hash);
    if (status == CLI_FINE && !over) status = cli_ranks_await(work, "batch_plan", &over);
    if (status == CLI_FINE && !over) status = cli_ingest_list_items(work, "batch_plan");
    if (status == CLI_FINE && !over) status = cli_ranks_share(work, cli_ingest_batch);
    return status;
}

static int report(ingest *work)
{
    sql_paths cells = { 0 };
    cli_out out;
    cli_ingest_put(
        work,
        "SELECT count(*), count(*) FILTER (path IN (SELECT path FROM todo)), count(*) FILTER (duplicate_of IS NOT NULL), "
        "count(*) FILTER (error_code LIKE 'detect.%'), count(*) FILTER (error IS NOT NULL AND error_code NOT LIKE 'detect.%') "
        "FROM latest");
    int status = cli_ingest_list(work, &cells) && cells.count == 5 ? cli_open_out(&out, NULL)
                                                                   : cli_sql_no_answer(work->data.session, "a summary");
    if (status == CLI_FINE) {
        cli_put_name(&out, work->data.root, 0);
        cli_print(&out, ": %s file%s, %s read now; %s the same as another, %s of no format, %s that cannot be read\n",
                  cells.paths[0], strcmp(cells.paths[0], "1") == 0 ? "" : "s", cells.paths[1], cells.paths[2],
                  cells.paths[3], cells.paths[4]);
        status = cli_close_out(&out, CLI_FINE);
    }
    sql_paths_free(&cells);
    return status;
}

/* A name that is misspelled, or of files that are not here, would go unnoticed. */
static void note_absent_tables(const dataset *data)
{
    for (const char *at = data->tables; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ","), room = strlen(data->root) + length + 2;
        char *folder = malloc(room);
        if (folder != NULL) snprintf(folder, room, "%s/%.*s", data->root, (int)length, at);
        if (folder != NULL && !pdk_file_exists(folder))
            cli_note("%s: no file has a table named \"%.*s\"", data->root, (int)length, at);
        free(folder);
        at += length + (at[length] == ',');
    }
}

static int run_leader(ingest *work, sql_session *session, const cli_arguments *arguments)
{
    const char *root = arguments->values[CLI_TARGET];
    int status = cli_dataset_open(&work->data, session, root, arguments->values[CLI_TABLES]);
    if (status == CLI_FINE) status = cli_ranks_lead(&work->ranks, &work->data);
    if (status == CLI_FINE) status = cli_dataset_clean(&work->data);
    if (status == CLI_FINE) status = set_jobs(work, arguments);
    if (status == CLI_FINE) status = lead(work, arguments);
    cli_ranks_end(&work->ranks, root);
    cli_dataset_close(&work->data);
    if (status == CLI_FINE) status = cli_dataset_look(&work->data, session, root);
    if (status == CLI_FINE) status = report(work);
    if (status == CLI_FINE) note_absent_tables(&work->data);
    return status;
}

static int run_follower(ingest *work, sql_session *session, const cli_arguments *arguments)
{
    const char *root = arguments->values[CLI_TARGET];
    bool over = false;
    int status = cli_ranks_join(&work->ranks, root, &over);
    if (status == CLI_FINE && !over) {
        status = cli_dataset_join(&work->data, session, root);
        if (status == CLI_FINE) status = set_jobs(work, arguments);
        if (status == CLI_FINE) status = follow(work, over);
    }
    cli_ranks_end(&work->ranks, root);
    return status;
}

static int run(sql_session *session, const cli_arguments *arguments)
{
    ingest *work = calloc(1, sizeof *work);
    if (work == NULL) return cli_sql_no_answer(NULL, "an ingest");
    work->data.lock = PDK_NO_FILE;
    cli_ranks_find(&work->ranks);
    session->context.keeps = INGEST_FILES;
    session->context.note = NULL;
    session->context.unmapped = true; /* another program that cuts a file costs the file, not the run */
    int status = work->ranks.several && work->ranks.rank > 0 ? run_follower(work, session, arguments)
                                                             : run_leader(work, session, arguments);
    if (work->vanished == 1) cli_note("one file was gone when its turn came, and is left out");
    else if (work->vanished > 1)
        cli_note("%llu files were gone when their turn came, and are left out", (unsigned long long)work->vanished);
    cli_dataset_close(&work->data);
    free(work->list.items);
    free(work);
    return status;
}

static int show(const cli_arguments *arguments, sql_session *session, const char *root)
{
    static const char query[] =
        "SELECT coalesce(format, CASE WHEN error_code LIKE 'detect.%' THEN 'none' ELSE 'broken' END) AS format, count(*) AS files, "
        "sum(size)::BIGINT AS bytes, count(*) FILTER (duplicate_of IS NOT NULL) AS duplicates, count(*) FILTER (error IS NOT NULL) AS "
        "errors, sum(findings)::BIGINT AS findings, sum(rows)::BIGINT AS rows FROM latest GROUP BY 1 ORDER BY 1";
    (void)arguments;
    dataset data;
    cli_out out;
    int status = cli_dataset_look(&data, session, root);
    if (status == CLI_FINE) status = cli_open_out(&out, NULL);
    if (status == CLI_FINE)
        status = cli_close_out(&out, cli_sql_run(session, query, &out, out.is_terminal ? SQL_ALIGNED : SQL_CSV));
    cli_dataset_close(&data);
    return status;
}

int cli_run_ingest(const cli_arguments *arguments)
{
    const char *root = arguments->values[CLI_TARGET], *look = arguments->values[CLI_STATUS];
    if (look == NULL && (root == NULL || arguments->count == 0))
        return cli_usage("`paddock ingest` needs folders and a dataset: paddock ingest DIR... --to DATASET");
    if (look != NULL && (root != NULL || arguments->count > 0))
        return cli_usage("--status only looks: paddock ingest --status DATASET");
    const char *tables = arguments->values[CLI_TABLES], *odd = tables != NULL ? cli_dataset_odd_table(tables) : NULL;
    if (odd != NULL)
        return cli_usage("--tables: \"%.*s\" is no table; names have small letters, digits and _, a letter first",
                         (int)strcspn(odd, ","), odd);
    for (int i = 0; i < arguments->count; i++) {
        if (pdk_file_exists(arguments->operands[i])) continue;
        cli_complain("%s: there is no such folder", arguments->operands[i]);
        return CLI_IO;
    }
    sql_session session;
    pdk_catch_interrupts();
    int status = cli_try_folder(root);
    if (status != CLI_FINE) return status;
    status = cli_sql_open(&session, arguments);
    if (status == CLI_FINE && look != NULL) {
        status = show(arguments, &session, look);
    } else if (status == CLI_FINE) {
        status = run(&session, arguments);
    }
    cli_sql_close(&session);
    return status;
}
