/* The manifest of a page: each document with the blocks that hold its data. */
#include "json/contract.h"
#include "page/page_bundle.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/corner/corners.h"
#include "analysis/ruling/rulings.h"

enum {
    HEAD = 4096,        /* bytes from the start of a file that go into a page */
    TAIL = 256,         /* from its end */
    AROUND = 128,       /* before and after a finding */
    MOST_BYTES = 65536, /* of one file in all */
    TEXT = 320
};

void pdk_page_bundle_close(pdk_page_bundle *bundle)
{
    for (size_t i = 0; i < bundle->count && bundle->subjects != NULL; i++) pdk_page_forget(&bundle->subjects[i]);
    pdk_output_close(bundle->manifest);
    bundle->manifest = NULL;
}

/* The number of a piece that is added, as the next value. */
static pdk_status put_piece(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_piece *piece, pdk_error *error)
{
    size_t number = pdk_page_bundle_add(bundle, piece);
    if (number == PDK_PAGE_NO_PIECE) return pdk_fail_memory(error, bundle->memory, "pieces of a page");
    pdk_json_natural(json, number);
    return PDK_OK;
}

static void note(pdk_json *notes, const char *format, unsigned long long some, unsigned long long all, const char *name)
{
    char text[TEXT];
    snprintf(text, sizeof text, format, some, all, name);
    pdk_json_text(notes, text);
}

/* ---------------------------------------------------------------------------------------------------- tables */

static pdk_status put_tables(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject,
                             pdk_page_table_list shown, pdk_error *error)
{
    pdk_status status = PDK_OK;
    pdk_member_begin(json, PDK_KEY_OF(parts, tables), '[');
    for (size_t i = 0; i < shown.count && status == PDK_OK; i++) {
        pdk_page_piece piece = {
            .kind = PDK_PAGE_PIECE_ROWS, .subject = subject, .table = shown.tables[i].table, .count = shown.rows[i]
        };
        status = put_piece(bundle, json, &piece, error);
    }
    pdk_json_end(json, ']');
    return status;
}

/* With it the page applies rulings. */
static pdk_status put_recorded(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject,
                               pdk_error *error)
{
    pdk_page_piece piece = { .kind = PDK_PAGE_PIECE_RECORDED, .subject = subject };
    if (!pdk_page_has_recorded(subject->answers)) return PDK_OK;
    pdk_json_key(json, PDK_KEY_OF(parts, recorded));
    return put_piece(bundle, json, &piece, error);
}

static void note_rows(pdk_json *notes, const pdk_page_table *tables, size_t count, const uint64_t *rows)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t all = pdk_table_rows(tables[i].table);
        if (rows[i] < all)
            note(notes, "This page has the first %llu of %llu rows of %s; the file has them all.", rows[i], all,
                 pdk_table_name(tables[i].table));
    }
}

/* ---------------------------------------------------------------------------------------------------- motion */

/* null if no driver completed a lap. */
static pdk_status put_track(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_error reason = { 0 };
    pdk_page_piece piece = { .kind = PDK_PAGE_PIECE_TRACK, .subject = subject };
    pdk_status status = pdk_driven_track_of(subject->answers, &track, &reason);
    pdk_json_key(json, PDK_KEY_OF(parts, track));
    if (status == PDK_OK) return put_piece(bundle, json, &piece, error);
    pdk_json_text(json, NULL);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (error != NULL) *error = reason;
    return status;
}

static pdk_status put_motion(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject, pdk_error *error)
{
    if (!subject->moves) {
        pdk_member_text(json, PDK_KEY_OF(parts, motion), NULL);
        pdk_member_text(json, PDK_KEY_OF(parts, track), NULL);
        return PDK_OK;
    }
    pdk_json_key(json, PDK_KEY_OF(parts, motion));
    pdk_status status = pdk_page_put_moving(json, &subject->moving, error);
    pdk_member_begin(json, PDK_KEY_OF(parts, runs), '[');
    for (size_t i = 0; i < pdk_motion_run_count(subject->moving.motion) && status == PDK_OK; i++) {
        pdk_page_piece piece = { .kind = PDK_PAGE_PIECE_RUN, .subject = subject, .index = i };
        if (!pdk_page_is_wanted(&subject->moving, i)) continue;
        status = put_piece(bundle, json, &piece, error);
    }
    pdk_json_end(json, ']');
    if (status == PDK_OK && pdk_page_has_marks(subject->file.document)) {
        pdk_page_piece piece = { .kind = PDK_PAGE_PIECE_MARKS, .subject = subject };
        pdk_json_key(json, PDK_KEY_OF(parts, marks));
        status = put_piece(bundle, json, &piece, error);
    }
    return status == PDK_OK ? put_track(bundle, json, subject, error) : status;
}

static void note_motion(pdk_json *notes, const pdk_page_subject *subject)
{
    char rate[PDK_NUMBER_SIZE], text[TEXT];
    if (!subject->moves || !(subject->moving.rate > 0)) return;
    rate[pdk_format_number(rate, subject->moving.rate, PDK_FLOAT64)] = '\0';
    snprintf(text, sizeof text, "Positions are given %s times a second%s; between them they go straight.", rate,
             subject->moving.paths != NULL
                 ? ", and as often as in the file, with the steering, from 5 s before to 5 s after each incident"
                 : "");
    pdk_json_text(notes, text);
}

/* ----------------------------------------------------------------------------------------- surfaces, pictures */

/* Each picture once, also where a track and its art are both in the page. */
static pdk_status put_image(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject, size_t index,
                            pdk_error *error)
{
    size_t own = index;
    const pdk_document *owner = pdk_page_image_owner(&subject->file, &own);
    const pdk_page_album *albums = bundle->albums.items;
    for (size_t i = 0; i < bundle->albums.count; i++) {
        if (albums[i].document != owner || albums[i].first_piece + own > bundle->pieces.count) continue;
        pdk_json_natural(json, albums[i].first_piece + own);
        return PDK_OK;
    }
    if (own == 0) {
        pdk_page_album *album = pdk_vector_push(&bundle->albums);
        if (album == NULL) return pdk_fail_memory(error, bundle->memory, "pieces of a page");
        *album = (pdk_page_album){ owner, bundle->pieces.count + 1 };
    }
    pdk_page_piece piece = { .kind = PDK_PAGE_PIECE_IMAGE, .subject = subject, .index = index };
    return put_piece(bundle, json, &piece, error);
}

static pdk_status put_scene(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject, bool has_scene,
                            pdk_error *error)
{
    pdk_page_piece piece = { .kind = PDK_PAGE_PIECE_SCENE, .subject = subject };
    pdk_json_key(json, PDK_KEY_OF(parts, scene));
    if (has_scene) return put_piece(bundle, json, &piece, error);
    pdk_json_text(json, NULL);
    return PDK_OK;
}

/* Surfaces of a scene are in the scene. */
static pdk_status put_shapes(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject, pdk_error *error)
{
    const pdk_document *document = subject->file.document;
    bool has_scene = pdk_page_has_scene(&subject->file, bundle->options->triangles);
    pdk_status status = put_scene(bundle, json, subject, has_scene, error);
    pdk_member_begin(json, PDK_KEY_OF(parts, surfaces), '[');
    for (size_t i = 0; i < pdk_document_surface_count(document) && status == PDK_OK; i++) {
        pdk_page_piece piece = { .kind = PDK_PAGE_PIECE_SURFACE, .subject = subject, .index = i };
        if (!has_scene && pdk_page_surface_fits(document, i, bundle->options->triangles, NULL) == PDK_OK)
            status = put_piece(bundle, json, &piece, error);
        else pdk_json_text(json, NULL);
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, PDK_KEY_OF(parts, images), '[');
    for (size_t i = 0; i < pdk_page_image_count(&subject->file) && status == PDK_OK; i++)
        status = put_image(bundle, json, subject, i, error);
    pdk_json_end(json, ']');
    return status;
}

static void note_surfaces(pdk_json *notes, const pdk_page_subject *subject, uint64_t triangles)
{
    const pdk_document *document = subject->file.document;
    if (pdk_page_has_scene(&subject->file, triangles)) return;
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        const pdk_surface_info *info = pdk_document_surface_at(document, i);
        pdk_error reason;
        if (pdk_page_surface_fits(document, i, triangles, &reason) != PDK_OK) pdk_json_text(notes, reason.message);
        else if (info->triangles > triangles)
            note(notes, "About %llu of %llu triangles of %s are shown: it was simplified for this page.", triangles,
                 info->triangles, info->name);
    }
}

/* ----------------------------------------------------------------------------------------------------- bytes */

typedef struct stretch {
    uint64_t first, end;
} stretch;

static int by_first(const void *left, const void *right)
{
    uint64_t a = ((const stretch *)left)->first, b = ((const stretch *)right)->first;
    return a < b ? -1 : a > b;
}

static pdk_status put_stretch(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject, stretch bytes,
                              pdk_error *error)
{
    pdk_page_piece piece = {
        .kind = PDK_PAGE_PIECE_BYTES, .subject = subject, .first = bytes.first, .count = bytes.end - bytes.first
    };
    pdk_json_begin(json, '{');
    pdk_member_natural(json, PDK_KEY_OF(stretch, first), piece.first);
    pdk_member_natural(json, PDK_KEY_OF(stretch, count), piece.count);
    pdk_json_key(json, PDK_KEY_OF(stretch, block));
    pdk_status status = put_piece(bundle, json, &piece, error);
    piece.kind = PDK_PAGE_PIECE_LAYOUT;
    pdk_json_key(json, PDK_KEY_OF(stretch, layout));
    if (status == PDK_OK) status = put_piece(bundle, json, &piece, error);
    pdk_json_end(json, '}');
    return status;
}

/* The beginning, the end, and around findings. */
static pdk_status put_bytes(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject,
                            const pdk_page_offsets *offsets, pdk_error *error)
{
    uint64_t size = pdk_document_content(subject->file.document).size, taken = 0;
    stretch *all = pdk_alloc_array(bundle->memory, offsets->count + 2, sizeof *all);
    if (all == NULL) return pdk_fail_memory(error, bundle->memory, "bytes of a page");
    size_t count = 0;
    all[count++] = (stretch){ 0, size < HEAD ? size : HEAD };
    all[count++] = (stretch){ size > TAIL ? size - TAIL : 0, size };
    for (size_t i = 0; i < offsets->count; i++) {
        uint64_t at = offsets->at[i] < size ? offsets->at[i] : size;
        all[count++] = (stretch){ at > AROUND ? at - AROUND : 0, size - at > AROUND ? at + AROUND : size };
    }
    qsort(all, count, sizeof *all, by_first);
    pdk_status status = PDK_OK;
    pdk_member_begin(json, PDK_KEY_OF(parts, bytes), '[');
    for (size_t i = 0; i < count && status == PDK_OK && taken < MOST_BYTES;) {
        stretch joined = all[i++];
        for (; i < count && all[i].first <= joined.end; i++) {
            if (all[i].end > joined.end) joined.end = all[i].end;
        }
        if (joined.end - joined.first > MOST_BYTES - taken) joined.end = joined.first + MOST_BYTES - taken;
        taken += joined.end - joined.first;
        if (joined.end > joined.first) status = put_stretch(bundle, json, subject, joined, error);
    }
    pdk_json_end(json, ']');
    pdk_free(bundle->memory, all);
    return status;
}

/* ------------------------------------------------------------------------------------------------- documents */

static pdk_status put_parts(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject,
                            pdk_page_table_list shown, const pdk_page_offsets *offsets, pdk_error *error)
{
    pdk_member_begin(json, PDK_KEY_OF(embedded, parts), '{');
    pdk_status status = put_tables(bundle, json, subject, shown, error);
    if (status == PDK_OK) status = put_recorded(bundle, json, subject, error);
    if (status == PDK_OK) status = put_motion(bundle, json, subject, error);
    if (status == PDK_OK) status = put_shapes(bundle, json, subject, error);
    if (status == PDK_OK) status = put_bytes(bundle, json, subject, offsets, error);
    pdk_json_end(json, '}');
    return status;
}

/* How many there are of all cars, where several move. */
static uint64_t moments_of(const pdk_page_subject *subject)
{
    uint64_t samples = 0;
    if (!subject->moves || pdk_motion_run_count(subject->moving.motion) < 2) return UINT64_MAX;
    for (size_t i = 0; i < pdk_motion_run_count(subject->moving.motion); i++)
        samples += pdk_motion_run_at(subject->moving.motion, i)->samples;
    return samples;
}

static pdk_status put_subject(pdk_page_bundle *bundle, pdk_json *json, const pdk_page_subject *subject,
                              pdk_error *error)
{
    pdk_memory *memory = bundle->memory;
    pdk_page_table *tables;
    size_t count;
    pdk_page_offsets offsets = { 0 };
    pdk_vector reasons;
    pdk_status status = pdk_page_tables(subject, memory, &tables, &count, &reasons, error);
    if (status != PDK_OK) return status;
    uint64_t *rows = pdk_alloc_array(memory, count, sizeof *rows);
    if (rows == NULL) return pdk_fail_memory(error, memory, "tables of a page");
    const pdk_page_room room = { bundle->options->values / bundle->count, moments_of(subject) };
    status = pdk_page_choose_rows(tables, count, &room, memory, rows, error);
    if (status != PDK_OK) return status;
    pdk_page_table_list shown = { tables, count, rows };
    pdk_json_begin(json, '{');
    status = pdk_page_put_document(json, subject, shown, memory, &offsets, error);
    if (status != PDK_OK) return status;
    pdk_member_begin(json, PDK_KEY_OF(head, notes), '[');
    pdk_page_put_reasons(json, &reasons);
    note_motion(json, subject);
    note_rows(json, tables, count, rows);
    note_surfaces(json, subject, bundle->options->triangles);
    pdk_json_end(json, ']');
    status = put_parts(bundle, json, subject, shown, &offsets, error);
    pdk_json_end(json, '}');
    return status;
}

static void put_number(pdk_json *json, const char *key, bool has, double value)
{
    if (has) pdk_member_number(json, key, value);
    else pdk_member_text(json, key, NULL);
}

/* The file of a ruling, as the page calls it; NULL = it names none. */
static const char *ruled_file(const pdk_page_bundle *bundle, const pdk_ruling *ruling)
{
    for (size_t i = 0; i < bundle->count && ruling->has_file; i++) {
        const pdk_page_subject *subject = &bundle->subjects[i];
        if (subject->file.name != NULL && pdk_ruling_names_file(ruling, subject->file.name)) return subject->name;
    }
    return ruling->has_file ? ruling->file.data : NULL;
}

/* The list that the answers follow, with which the page continues. */
static void put_rulings(pdk_json *json, const pdk_page_bundle *bundle)
{
    const pdk_rulings *rulings = bundle->options->rulings;
    if (rulings == NULL) return;
    pdk_member_begin(json, PDK_KEY_OF(manifest, rulings), '[');
    for (size_t i = 0; i < pdk_rulings_count(rulings); i++) {
        const pdk_ruling *ruling = pdk_ruling_at(rulings, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(ruling, driver), ruling->driver.data);
        pdk_member_text(json, PDK_KEY_OF(ruling, kind), pdk_ruling_kind_name(ruling->kind));
        put_number(json, PDK_KEY_OF(ruling, value), ruling->has_value, ruling->value);
        put_number(json, PDK_KEY_OF(ruling, lap), ruling->has_lap, ruling->lap);
        pdk_member_text(json, PDK_KEY_OF(ruling, incident), ruling->has_incident ? ruling->incident.data : NULL);
        pdk_member_text(json, PDK_KEY_OF(ruling, file), ruled_file(bundle, ruling));
        pdk_member_text(json, PDK_KEY_OF(ruling, reason), ruling->has_reason ? ruling->reason.data : NULL);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static pdk_status put_manifest(pdk_page_bundle *bundle, pdk_error *error)
{
    pdk_json json = { .output = bundle->manifest };
    pdk_status status = PDK_OK;
    char producer[TEXT];
    snprintf(producer, sizeof producer, "paddock %s", pdk_version());
    pdk_json_begin(&json, '{');
    pdk_member_natural(&json, PDK_KEY_OF(manifest, version), PDK_CONTRACT);
    pdk_member_text(&json, PDK_KEY_OF(manifest, producer), producer);
    pdk_member_text(&json, PDK_KEY_OF(manifest, title), bundle->options->title);
    pdk_member_text(&json, PDK_KEY_OF(manifest, driver), bundle->options->driver);
    pdk_member_begin(&json, PDK_KEY_OF(manifest, documents), '[');
    for (size_t i = 0; i < bundle->count && status == PDK_OK; i++)
        status = put_subject(bundle, &json, &bundle->subjects[i], error);
    pdk_json_end(&json, ']');
    put_rulings(&json, bundle);
    if (status == PDK_OK) status = pdk_page_plan_traces(bundle, &json, error);
    pdk_json_end(&json, '}');
    return status == PDK_OK ? pdk_output_finish(bundle->manifest, error) : status;
}

/* A track's corners have one numbering all over the page; before anything asks for them. */
static pdk_status share_corners(const pdk_page_bundle *bundle, pdk_error *error)
{
    pdk_numbered_recording *recordings = pdk_alloc_array(bundle->memory, bundle->count, sizeof *recordings);
    if (recordings == NULL) return pdk_fail_memory(error, bundle->memory, "a page");
    for (size_t i = 0; i < bundle->count; i++)
        recordings[i] = (pdk_numbered_recording){ .document = bundle->subjects[i].answers,
                                                  .progress = bundle->options->progress,
                                                  .progress_user = bundle->options->progress_user };
    pdk_status status =
        bundle->count > 1 ? pdk_corners_share(recordings, bundle->count, &bundle->options->allocator, error) : PDK_OK;
    pdk_free(bundle->memory, recordings);
    return status;
}

pdk_status pdk_page_bundle_plan(pdk_page_bundle *bundle, const pdk_page_file *files, size_t count,
                                const pdk_page_options *options, pdk_memory *memory, pdk_error *error)
{
    *bundle = (pdk_page_bundle){ .memory = memory,
                                 .options = options,
                                 .subjects = pdk_alloc_array(memory, count, sizeof *bundle->subjects),
                                 .pieces = pdk_vector_of(memory, sizeof(pdk_page_piece)),
                                 .albums = pdk_vector_of(memory, sizeof(pdk_page_album)) };
    if (bundle->subjects == NULL) return pdk_fail_memory(error, memory, "a page");
    for (size_t i = 0; i < count; i++) {
        bundle->count = i + 1;
        pdk_status status = pdk_page_look(files, count, i, options, &bundle->subjects[i], error);
        if (status != PDK_OK) return status;
    }
    pdk_status status = share_corners(bundle, error);
    if (status == PDK_OK) status = pdk_output_memory(&bundle->manifest, error);
    return status == PDK_OK ? put_manifest(bundle, error) : status;
}
