/* One numbering of a track's corners for all files of a dataset.
 *
 * tracks.parquet has a row for each layout of a track that the dataset has met: the corners that all its recordings
 * get. They are settled: stored rows cannot be numbered again, because corners begin and end elsewhere in another
 * recording. So the recording that they come from may depend on nothing but the files that are new: it is the first of
 * them by path that shows its track. The leader looks for it before batches are shared out. */
#include <stdlib.h>
#include <string.h>

#include "dataset/ingest.h"

/* As long as in the table of files (sql_lists.c). */
enum { LAYOUT_NAME = 128 };

static const char *const numbered[] = { "corners", "corner_times" };

bool ingest_numbers_corners(const ingest *work)
{
    const dataset *data = &work->data;
    bool wanted = data->tables[0] == '\0';
    for (const char *at = data->tables; *at != '\0'; at += at[0] == ',') {
        size_t size = strcspn(at, ",");
        for (size_t i = 0; i < sizeof numbered / sizeof numbered[0]; i++)
            wanted |= size == strlen(numbered[i]) && memcmp(at, numbered[i], size) == 0;
        at += size;
    }
    return wanted && data->version > DATASET_ALONE;
}

pdk_status ingest_plan_tracks(ingest *work)
{
    ingest_put(work, "CREATE OR REPLACE TABLE tracks (path VARCHAR, format VARCHAR, layout VARCHAR);"
                     "CREATE OR REPLACE TABLE track_plan AS SELECT item, path, size FROM batch_plan WHERE "
                     "duplicate_of IS NULL ORDER BY item, path;");
    pdk_status status = dataset_do(&work->data);
    return status == PDK_OK ? ingest_list_items(work, "track_plan") : status;
}

/* ---------------------------------------------------------------------------------------------------- what is stored
 */

/* The table `numberings`. */
static pdk_status read_stored(ingest *work)
{
    dataset *data = &work->data;
    char *path = dataset_path(data, "tracks.parquet");
    if (path == NULL) return sql_fail_memory(data->session, "paths");
    pdk_status status = dataset_refuse_link(data, path);
    bool there = dataset_is_own_file(path);
    ingest_put(work, "CREATE OR REPLACE TABLE numberings (format VARCHAR, layout VARCHAR, file VARCHAR, corners "
                     "VARCHAR);");
    if (there) {
        ingest_put(work, "INSERT INTO numberings BY NAME SELECT format, layout, file, corners FROM read_parquet(");
        ingest_put_literal(work, path);
        ingest_put(work, ");");
    }
    if (status == PDK_OK && there && !sql_add_part(data->session, path))
        status = sql_fail_memory(data->session, "paths");
    if (status == PDK_OK) status = dataset_do(data);
    data->text.size = 0;
    free(path);
    return status;
}

static pdk_status store(ingest *work)
{
    char *path = dataset_path(&work->data, "tracks.parquet");
    ingest_put(work, "COPY (FROM numberings ORDER BY format, layout)");
    pdk_status status = dataset_copy_to(&work->data, path);
    free(path);
    return status;
}

/* ------------------------------------------------------------------------------------------------------ what is new */

static pdk_status save(const pdk_corner_numbering *numbering, sql_text *json, pdk_error *error)
{
    pdk_output *output = NULL;
    pdk_status status = pdk_output_memory(&output, error);
    if (status == PDK_OK) status = pdk_corner_numbering_save(numbering, output, error);
    if (status == PDK_OK) {
        pdk_bytes bytes = pdk_output_bytes(output);
        sql_put_bytes(json, (const char *)bytes.data, bytes.size);
    }
    pdk_output_close(output);
    return status;
}

/* The corners that a recording shows; nothing where it shows no track, or cannot be read: its batch says why. */
static pdk_status corners_of(ingest *work, const char *path, sql_text *json)
{
    sql_session *session = work->data.session;
    pdk_document *document = NULL;
    pdk_corner_numbering *numbering = NULL;
    pdk_error error;
    pdk_status status = sql_open(&session->context, path, &document, &error);
    if (status == PDK_OK) status = pdk_corner_numbering_create(NULL, &numbering, &error);
    if (status == PDK_OK) status = pdk_corner_numbering_add(numbering, document, &error);
    if (status == PDK_OK && pdk_corner_numbering_track_count(numbering) > 0) status = save(numbering, json, &error);
    pdk_corner_numbering_close(numbering);
    pdk_close(document);
    if (sql_stops(&session->context)) return sql_fail_stop(session);
    return status == PDK_E_MEMORY ? sql_fail_file(session, path, &error) : PDK_OK;
}

static pdk_status keep(ingest *work, const char *const key[2], const char *path, sql_text *json)
{
    const char *corners = sql_take_text(json);
    if (corners == NULL) return sql_fail_memory(work->data.session, "the corners of tracks");
    const char *const values[] = { key[0], key[1], path, corners };
    ingest_put(work, "INSERT INTO numberings VALUES (");
    for (size_t i = 0; i < 4; i++) {
        ingest_put(work, i > 0 ? ", " : "");
        ingest_put_literal(work, values[i]);
    }
    ingest_put(work, ")");
    return dataset_do(&work->data);
}

/* The first of the new files of one layout that shows its track. */
static pdk_status choose(ingest *work, const char *const key[2], bool *found)
{
    sql_paths paths = { 0 };
    sql_text json = { 0 };
    ingest_put(work, "SELECT path FROM tracks WHERE format = ");
    ingest_put_literal(work, key[0]);
    ingest_put(work, " AND layout = ");
    ingest_put_literal(work, key[1]);
    ingest_put(work, " ORDER BY path");
    pdk_status status = dataset_ask(&work->data, &paths);
    size_t i = 0;
    for (; i < paths.count && status == PDK_OK; i++) {
        status = corners_of(work, paths.paths[i], &json);
        if (json.size > 0) break;
    }
    if (status == PDK_OK && json.size > 0) {
        status = keep(work, key, paths.paths[i], &json);
        *found = true;
    }
    sql_paths_free(&paths);
    free(json.data);
    return status;
}

pdk_status ingest_choose_tracks(ingest *work)
{
    sql_paths keys = { 0 };
    bool found = false;
    pdk_status status = read_stored(work);
    ingest_put(work, "SELECT DISTINCT format, layout FROM tracks ANTI JOIN numberings USING (format, layout) WHERE "
                     "layout IS NOT NULL ORDER BY ALL");
    if (status == PDK_OK) status = dataset_ask(&work->data, &keys);
    work->data.text.size = 0;
    for (size_t i = 0; i + 1 < keys.count && status == PDK_OK; i += 2)
        status = choose(work, (const char *const *)keys.paths + i, &found);
    sql_paths_free(&keys);
    return status == PDK_OK && found ? store(work) : status;
}

/* ------------------------------------------------------------------------------------------------- for the batches */

static const pdk_corner_numbering *numbering_of(void *user, const pdk_document *document)
{
    const ingest *work = user;
    char layout[LAYOUT_NAME];
    const char *format = pdk_document_format(document)->id;
    pdk_document_track_name(document, layout, sizeof layout);
    for (size_t i = 0; i < work->track_count; i++) {
        const ingest_track *track = &work->tracks[i];
        if (strcmp(track->layout, layout) == 0 && strcmp(track->format, format) == 0) return track->numbering;
    }
    return NULL;
}

void ingest_number_corners(ingest *work)
{
    work->data.session->context.numbering = numbering_of;
    work->data.session->context.numbering_user = work;
}

static pdk_status load_track(ingest *work, char **cells)
{
    ingest_track *track = &work->tracks[work->track_count++];
    pdk_error error;
    *track = (ingest_track){ .format = cells[0], .layout = cells[1] };
    cells[0] = cells[1] = NULL;
    pdk_status status = pdk_corner_numbering_create(NULL, &track->numbering, &error);
    if (status == PDK_OK) status = pdk_corner_numbering_load(track->numbering, cells[2], strlen(cells[2]), &error);
    if (status == PDK_OK) return PDK_OK;
    char *path = dataset_path(&work->data, "tracks.parquet");
    status = sql_fail_file(work->data.session, path != NULL ? path : work->data.root, &error);
    free(path);
    return status;
}

pdk_status ingest_load_tracks(ingest *work)
{
    sql_paths cells = { 0 };
    pdk_status status = read_stored(work);
    ingest_put(work, "SELECT format, layout, corners FROM numberings ORDER BY ALL");
    if (status == PDK_OK) status = dataset_ask(&work->data, &cells);
    work->data.text.size = 0;
    work->tracks = calloc(cells.count / 3 + 1, sizeof *work->tracks);
    if (status == PDK_OK && work->tracks == NULL) status = sql_fail_memory(work->data.session, "the corners of tracks");
    for (size_t i = 0; i + 2 < cells.count && status == PDK_OK; i += 3) status = load_track(work, cells.paths + i);
    sql_paths_free(&cells);
    return status;
}

void ingest_forget_tracks(ingest *work, sql_context *context)
{
    context->numbering = NULL;
    for (size_t i = 0; i < work->track_count; i++) {
        free(work->tracks[i].format);
        free(work->tracks[i].layout);
        pdk_corner_numbering_close(work->tracks[i].numbering);
    }
    free(work->tracks);
}
