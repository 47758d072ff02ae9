/*
 * Faces. Most files hold triangles and nothing else: then face n is at a fixed place. That is tried first, on all
 * processors. Otherwise marks are set every so many faces, each with the number of triangles before it, and reading
 * begins at a mark.
 */
#include "format/ply/ply.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/parallel.h"
#include "base/read_number.h"
#include "mesh/polygon.h"

/* --------------------------------------------------------------------------------------------------- a face */

typedef enum face_kind {
    FACE_FINE,
    FACE_FEW,   /* less than three corners */
    FACE_INDEX, /* a corner that is not there */
    FACE_MANY,  /* more than are split */
    FACE_BROKEN /* no list of numbers, in text */
} face_kind;

typedef struct face {
    uint32_t count;
    uint32_t corners[PDK_POLYGON_MAX_CORNERS];
} face;

/* One number of a list in text, at the cursor. */
static bool read_corner(pdk_line *line, int64_t *corner)
{
    const char *at = line->at;
    while (at < line->end && pdk_is_blank(*at)) at++;
    if (!pdk_read_integer(&at, line->end, corner) || (at < line->end && !pdk_is_blank(*at))) return false;
    line->at = at;
    return true;
}

static bool load_corner(const pdk_ply *ply, const pdk_ply_property *property, const uint8_t **at, pdk_line *line,
                        int64_t *corner)
{
    if (ply->encoding == PDK_PLY_TEXT) return read_corner(line, corner);
    *corner = pdk_scalar_load_whole(*at, property->type, ply->encoding == PDK_PLY_BIG);
    *at += pdk_scalar_size(property->type);
    return true;
}

/* `line` ends up after the corners. */
static face_kind read_face(const pdk_ply *ply, const uint8_t *at, pdk_line *line, face *to)
{
    const pdk_ply_property *property = &ply->faces->properties[ply->corners];
    const uint8_t *items = NULL;
    uint64_t count;
    at = pdk_ply_property_at(ply, ply->faces, (size_t)ply->corners, at, line);
    if (at == NULL || !pdk_ply_list(ply, property, at, line, &count, &items)) return FACE_BROKEN;
    if (count < 3) return FACE_FEW;
    if (count > PDK_POLYGON_MAX_CORNERS) return FACE_MANY;
    to->count = (uint32_t)count;
    for (uint64_t i = 0; i < count; i++) {
        int64_t corner;
        if (!load_corner(ply, property, &items, line, &corner)) return FACE_BROKEN;
        if (corner < 0 || (uint64_t)corner >= ply->vertices->count) return FACE_INDEX;
        to->corners[i] = (uint32_t)corner;
    }
    return FACE_FINE;
}

/* Behind a natural number and blanks before it; NULL where there is none of at most nine digits. */
static inline const char *read_natural(const char *at, const char *end, uint32_t *value)
{
    enum { MAXIMUM = 9 };
    while (at < end && pdk_is_blank(*at)) at++;
    const char *from = at;
    uint32_t sum = 0;
    for (; at < end && at - from <= MAXIMUM; at++) {
        unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit > 9) break;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return at > from && at - from <= MAXIMUM && (at == end || pdk_is_blank(*at)) ? at : NULL;
}

/* The usual line of text: "3 A B C". False when it is anything else, which read_face looks at. */
static bool read_triangle(const pdk_ply *ply, pdk_line *line, face *to)
{
    const char *at = read_natural(line->at, line->end, &to->count);
    if (ply->corners != 0 || at == NULL || to->count != 3) return false;
    for (int k = 0; k < 3; k++) {
        at = read_natural(at, line->end, &to->corners[k]);
        if (at == NULL || to->corners[k] >= ply->vertices->count) return false;
    }
    line->at = at;
    return true;
}

typedef struct line_faults {
    bool word;    /* a property besides the corners is missing, or no number that its type holds */
    bool surplus; /* words after the last property */
} line_faults;

/* A face's whole line of text, whose corners were read. */
static line_faults look_at_line(const pdk_ply *ply, pdk_line line)
{
    line_faults found = { false, false };
    for (size_t i = 0; i < ply->faces->property_count; i++) {
        const pdk_ply_property *property = &ply->faces->properties[i];
        const uint8_t *items;
        uint64_t count = 1;
        double value;
        if (property->counts != PDK_SCALAR_NONE && !pdk_ply_list(ply, property, NULL, &line, &count, &items))
            return (line_faults){ true, false };
        for (uint64_t n = 0; n < count && !found.word; n++) found.word = !pdk_ply_read_word(property, &line, &value);
        if (found.word) return found;
    }
    pdk_line more;
    found.surplus = pdk_line_word(&line, &more);
    return found;
}

/* As triangles of vertices; `to` has space for count - 2. Not inlined: its arrays take stack only while a polygon is
 * split. */
__attribute__((noinline)) static pdk_status split_face(const pdk_ply *ply, const face *from, uint32_t (*to)[3],
                                                       pdk_split *how, pdk_error *error)
{
    double points[PDK_POLYGON_MAX_CORNERS][3];
    uint16_t triangles[PDK_POLYGON_MAX_CORNERS][3];
    *how = PDK_SPLIT_FAN;
    if (from->count == 3) {
        memcpy(to[0], from->corners, sizeof *to);
        return PDK_OK;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        pdk_status status = pdk_ply_read_points(&ply->mesh, from->corners[i], 1, &points[i], error);
        if (status != PDK_OK) return status;
    }
    *how = pdk_polygon_split((const double(*)[3])points, from->count, triangles);
    for (uint32_t i = 0; i + 2 < from->count; i++) {
        for (int k = 0; k < 3; k++) to[i][k] = from->corners[triangles[i][k]];
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- the index */

typedef struct face_counts {
    uint64_t kinds[FACE_BROKEN + 1];
    uint64_t polygons, ears, tangled;
    bool wants_points;              /* to look at their shape */
    pdk_line_faults surplus, words; /* as those of pdk_ply */
    uint64_t bad, bad_offset;       /* the first face that cannot be taken, and why */
    face_kind bad_kind;
    pdk_status status;
    pdk_error error;
} face_counts;

typedef struct index_job {
    const pdk_ply *ply;
    face_counts *counts; /* of each thread */
} index_job;

static void note_face(const pdk_ply *ply, face_counts *counts, face_kind kind, uint64_t number, const uint8_t *at)
{
    counts->kinds[kind]++;
    if (kind <= FACE_FEW || number >= counts->bad) return;
    counts->bad = number;
    counts->bad_kind = kind;
    counts->bad_offset = (uint64_t)(at - ply->document->content.data);
}

/* Besides the corners; `behind` begins after them. */
static void note_line(const pdk_ply *ply, face_counts *counts, pdk_line line, pdk_line behind)
{
    if (ply->encoding != PDK_PLY_TEXT || (ply->faces->property_count == 1 && behind.at == behind.end)) return;
    line_faults found = look_at_line(ply, line);
    pdk_line_faults here = { 1, (uint64_t)((const uint8_t *)line.at - ply->document->content.data) };
    if (found.word) pdk_line_faults_join(&counts->words, here);
    if (found.surplus) pdk_line_faults_join(&counts->surplus, here);
}

/* Pages that a walk has skipped marks, every 50 MB or so. */
static void give_back(const pdk_ply *ply, uint64_t first, uint64_t count)
{
    if (first >> 12 != (first + count) >> 12) pdk_trim(ply->document);
}

/* The faces after some marks: how many triangles they make, and of which kind. */
static void count_faces(void *user, size_t thread, uint64_t first, uint64_t count)
{
    index_job *job = user;
    const pdk_ply *ply = job->ply;
    face_counts *counts = &job->counts[thread];
    uint32_t triangles[PDK_POLYGON_MAX_CORNERS][3];
    face it;
    for (uint64_t m = first; m < first + count && counts->status == PDK_OK; m++) {
        pdk_ply_mark *mark = &ply->faces->marks[m];
        pdk_ply_walk walk = pdk_ply_walk_from(ply, ply->faces, mark);
        for (int i = 0; i < PDK_PLY_MARK_EVERY; i++) {
            const uint8_t *at = pdk_ply_walk_next(&walk);
            if (at == NULL) break;
            pdk_line line = walk.line;
            bool usual = ply->encoding == PDK_PLY_TEXT && read_triangle(ply, &walk.line, &it);
            face_kind kind = usual ? FACE_FINE : read_face(ply, at, &walk.line, &it);
            note_face(ply, counts, kind, walk.number - 1, at);
            if (kind != FACE_FINE) continue;
            note_line(ply, counts, line, walk.line);
            mark->items += it.count - 2;
            if (it.count == 3) {
                if (ply->triangles != NULL) memcpy(ply->triangles[walk.number - 1], it.corners, sizeof *ply->triangles);
                continue;
            }
            if (ply->encoding == PDK_PLY_TEXT && ply->points == NULL) {
                counts->wants_points = true;
                continue;
            }
            pdk_split how;
            counts->status = split_face(ply, &it, triangles, &how, &counts->error);
            if (counts->status != PDK_OK) return;
            counts->polygons++;
            counts->ears += how == PDK_SPLIT_EARS;
            counts->tangled += how == PDK_SPLIT_TANGLED;
        }
    }
    give_back(ply, first, count);
}

static void add_counts(face_counts *all, const face_counts *more)
{
    for (int k = 0; k <= FACE_BROKEN; k++) all->kinds[k] += more->kinds[k];
    all->polygons += more->polygons;
    all->ears += more->ears;
    all->tangled += more->tangled;
    all->wants_points = all->wants_points || more->wants_points;
    pdk_line_faults_join(&all->surplus, more->surplus);
    pdk_line_faults_join(&all->words, more->words);
    if (more->bad < all->bad) {
        all->bad = more->bad;
        all->bad_offset = more->bad_offset;
        all->bad_kind = more->bad_kind;
    }
}

static void find_marks(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    const pdk_ply *ply = user;
    for (uint64_t m = first; m < first + count; m++) {
        uint64_t number = m * PDK_PLY_MARK_EVERY;
        pdk_ply_walk walk = pdk_ply_walk_at(ply, ply->faces, number);
        const uint8_t *at = ply->encoding == PDK_PLY_TEXT ? (const uint8_t *)walk.cursor.at : walk.at;
        ply->faces->marks[m] = (pdk_ply_mark){ (uint64_t)(at - ply->document->content.data), number, 0 };
    }
    give_back(ply, first, count);
}

/* Marks without triangles as yet. Where walking over the elements has set them they stay. */
static pdk_status set_marks(pdk_ply *ply, pdk_error *error)
{
    pdk_ply_element *faces = ply->faces;
    for (size_t i = 0; i < faces->mark_count; i++) faces->marks[i].items = 0;
    if (faces->mark_count > 0) return PDK_OK;
    uint64_t count = (faces->count - 1) / PDK_PLY_MARK_EVERY + 1;
    pdk_ply_mark *marks = pdk_alloc_array(&ply->document->memory, count, sizeof *marks);
    if (marks == NULL) return pdk_fail_memory(error, &ply->document->memory, "an index of faces");
    faces->marks = marks;
    pdk_parallel_run(&(pdk_parallel){ .count = count, .piece = 16, .work = find_marks, .user = ply });
    faces->mark_count = (size_t)count;
    return PDK_OK;
}

static pdk_status run_index(pdk_ply *ply, face_counts *all, pdk_error *error)
{
    index_job job = { .ply = ply };
    pdk_status status = set_marks(ply, error);
    if (status != PDK_OK) return status;
    job.counts = pdk_alloc_array(&ply->document->memory, PDK_MAX_THREADS, sizeof *job.counts);
    if (job.counts == NULL) return pdk_fail_memory(error, &ply->document->memory, "an index of faces");
    for (int t = 0; t < PDK_MAX_THREADS; t++) job.counts[t].bad = UINT64_MAX;
    pdk_parallel run = { .count = ply->faces->mark_count,
                         .piece = 16,
                         .work = count_faces,
                         .user = &job,
                         .progress = ply->document->progress,
                         .progress_user = ply->document->progress_user };
    if (!pdk_parallel_run(&run)) return pdk_fail_cancelled(error);
    *all = (face_counts){ .bad = UINT64_MAX };
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        if (job.counts[t].status != PDK_OK) {
            if (error != NULL) *error = job.counts[t].error;
            return job.counts[t].status;
        }
        add_counts(all, &job.counts[t]);
    }
    pdk_free(&ply->document->memory, job.counts);
    uint64_t items = 0;
    for (size_t i = 0; i < ply->faces->mark_count; i++) {
        uint64_t mine = ply->faces->marks[i].items;
        ply->faces->marks[i].items = items;
        items += mine;
    }
    ply->face_triangles = items;
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------------- findings */

static pdk_status report_bad(pdk_ply *ply, const face_counts *all, pdk_error *error)
{
    static const char *const codes[] = {
        [FACE_INDEX] = "ply.face.index", [FACE_MANY] = "ply.face.corners", [FACE_BROKEN] = "ply.face"
    };
    static const char *const texts[] = { [FACE_INDEX] = "refers to a vertex that does not exist",
                                         [FACE_MANY] = "has more than 1024 corners",
                                         [FACE_BROKEN] = "is not a list of vertex numbers" };
    uint64_t bad = all->kinds[FACE_INDEX] + all->kinds[FACE_MANY] + all->kinds[FACE_BROKEN];
    if (bad == 0) return PDK_OK;
    char where[64];
    snprintf(where, sizeof where, "ply.face[%" PRIu64 "]", all->bad);
    return pdk_document_damage(ply->document, error, PDK_E_CORRUPT, all->bad_offset, codes[all->bad_kind], where,
                               "this face %s; %" PRIu64 " of %" PRIu64 " faces cannot be read%s", texts[all->bad_kind],
                               bad, ply->faces->count, ply->document->partial ? " and were left out" : "");
}

static void report_shapes(pdk_ply *ply, const face_counts *all)
{
    pdk_document *document = ply->document;
    uint64_t at = ply->encoding == PDK_PLY_TEXT ? PDK_NO_OFFSET : ply->faces->begin;
    if (all->kinds[FACE_FEW] > 0) {
        pdk_document_add_finding(document, PDK_WARNING, "ply.face.few", at, "ply.face",
                                 "%" PRIu64 " faces have fewer than three corners; they are left out",
                                 all->kinds[FACE_FEW]);
    }
    if (all->polygons > 0) pdk_polygon_report(document, "ply.face.split", at, "ply.face", all->polygons, all->ears);
    if (all->tangled > 0) {
        pdk_document_add_finding(
            document, PDK_WARNING, "ply.face.tangled", at, "ply.face",
            "%" PRIu64 " faces cross themselves or have no area: they are split as a fan, which folds", all->tangled);
    }
}

/* ---------------------------------------------------------------------------------------------------- open */

static int find_corners(const pdk_ply_element *faces)
{
    static const char *const names[] = { "vertex_indices", "vertex_index" };
    for (size_t n = 0; n < 2; n++) {
        for (size_t i = 0; i < faces->property_count; i++) {
            bool list = faces->properties[i].counts != PDK_SCALAR_NONE;
            if (list && strcmp(faces->properties[i].name, names[n]) == 0) return (int)i;
        }
    }
    return -1;
}

pdk_status pdk_ply_open_faces(pdk_ply *ply, pdk_error *error)
{
    for (size_t i = 0; i < ply->element_count && ply->faces == NULL; i++) {
        if (strcmp(ply->elements[i].name, "face") == 0) ply->faces = &ply->elements[i];
    }
    if (ply->faces == NULL || ply->faces->count == 0) return PDK_OK;
    ply->corners = find_corners(ply->faces);
    if (ply->corners < 0 || !pdk_scalar_is_whole(ply->faces->properties[ply->corners].type)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, ply->body, "ply.face",
                        "faces have no property \"list ... vertex_indices\" of whole numbers");
    }
    /* Only triangles (known from finding the elements), and all corners there? */
    ply->plain = ply->faces->stride > 0 && ply->faces->largest < ply->vertices->count;
    ply->face_triangles = ply->faces->count;
    if (ply->plain) return PDK_OK;
    face_counts all = { .bad = UINT64_MAX };
    void *kept = NULL;
    if (ply->encoding == PDK_PLY_TEXT && !pdk_ply_keeps(ply, ply->faces->count, sizeof *ply->triangles, &kept))
        return pdk_fail_memory(error, &ply->document->memory, "triangles");
    ply->triangles = kept;
    pdk_status status = run_index(ply, &all, error);
    if (status == PDK_OK && (ply->face_triangles < ply->faces->count || all.wants_points || all.polygons > 0)) {
        pdk_free(&ply->document->memory, ply->triangles);
        ply->triangles = NULL;
    }
    if (status == PDK_OK &&
        all.wants_points) { /* in text points cannot be had one by one: they are kept, and asked again */
        status = pdk_ply_keep_points(ply, error);
        if (status == PDK_OK) status = run_index(ply, &all, error);
    }
    pdk_line_faults_join(&ply->surplus, all.surplus);
    pdk_line_faults_join(&ply->words, all.words);
    if (status == PDK_OK) status = report_bad(ply, &all, error);
    if (status == PDK_OK) report_shapes(ply, &all);
    return status;
}

/* ------------------------------------------------------------------------------------------------- reading */

pdk_status pdk_ply_read_face_triangles(const pdk_ply *ply, uint64_t first, size_t count, uint32_t (*corners)[3],
                                       pdk_error *error)
{
    if (ply->plain) {
        pdk_ply_read_plain(ply, first, count, corners);
        return PDK_OK;
    }
    if (ply->triangles != NULL) {
        if (count > 0) memcpy(corners, ply->triangles + first, count * sizeof *corners);
        return PDK_OK;
    }
    const pdk_ply_mark *mark = pdk_ply_mark_of_item(ply->faces, first);
    pdk_ply_walk walk = pdk_ply_walk_from(ply, ply->faces, mark);
    uint64_t number = mark != NULL ? mark->items : 0;
    uint32_t triangles[PDK_POLYGON_MAX_CORNERS][3];
    face it;
    for (size_t done = 0; done < count;) {
        const uint8_t *at = pdk_ply_walk_next(&walk);
        if (at == NULL)
            return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "ply.face", "the file changed while it was read");
        if (read_face(ply, at, &walk.line, &it) != FACE_FINE) continue;
        uint32_t made = it.count - 2;
        if (number + made > first) {
            pdk_split how;
            pdk_status status = split_face(ply, &it, triangles, &how, error);
            if (status != PDK_OK) return status;
            uint32_t skip = number < first ? (uint32_t)(first - number) : 0;
            for (uint32_t i = skip; i < made && done < count; i++)
                memcpy(corners[done++], triangles[i], sizeof *corners);
        }
        number += made;
    }
    return PDK_OK;
}
