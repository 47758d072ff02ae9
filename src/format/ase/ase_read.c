/* Coordinates of points are those of the world: *NODE_TM only says where the object's own origin was. */
#include "format/ase/ase.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/read_number.h"
#include "format/ase/ase_text.h"
#include "text/encoding.h"
#include "text/shown_text.h"

typedef enum place { ELSEWHERE, OBJECT, PLACE, MESH, VERTICES, FACES, TEXTURE, COORDINATES, NORMALS, ANIMATION } place;

enum { MAX_DEPTH = 64 };

typedef struct reader {
    pdk_ase *ase;
    place inside[MAX_DEPTH];
    int depth;
    double rows[3][3]; /* of the object: its axes in those of the points */
    const char *name;  /* of the object */
    uint64_t first_point, announced_points, announced_faces, faces, texture_points; /* of the mesh */
    uint64_t line_at;
    pdk_error *error;
} reader;

static uint64_t offset_of(const reader *from, uint64_t at)
{
    return pdk_encoding_offset(from->ase->document->content, at);
}

static pdk_status damage(const reader *from, pdk_status status, const char *code, const char *what, uint64_t number)
{
    char where[80], shown[64];
    const char *name = from->name != NULL ? from->name : "object";
    snprintf(where, sizeof where, "ase.%s", pdk_text_show(shown, sizeof shown, name, strlen(name)));
    return pdk_document_damage(from->ase->document, from->error, status, offset_of(from, from->line_at), code, where,
                               what, number);
}

static pdk_status no_memory(const reader *from)
{
    return pdk_fail_memory(from->error, &from->ase->document->memory, "a mesh");
}

static bool read_count(pdk_line line, uint64_t *count)
{
    pdk_line word;
    int64_t number = -1;
    if (!pdk_line_word(&line, &word) || !pdk_read_integer(&word.at, word.end, &number) || number < 0) return false;
    *count = (uint64_t)number;
    return true;
}

static bool read_name(reader *from, pdk_line line)
{
    while (line.at < line.end && (pdk_is_blank(*line.at) || *line.at == '"')) line.at++;
    while (line.end > line.at && (pdk_is_blank(line.end[-1]) || line.end[-1] == '"')) line.end--;
    pdk_memory *memory = &from->ase->document->memory;
    pdk_text name = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, line.at, (size_t)(line.end - line.at));
    from->name = name.data != NULL ? pdk_text_printf(memory, "%.*s", (int)name.size, name.data) : NULL;
    return from->name != NULL;
}

/* ------------------------------------------------------------------------------------------------- the lists */

/* "number x y z"; numbers count up from 0. */
static pdk_status read_vertex(reader *from, pdk_line line)
{
    pdk_line word;
    uint64_t number = UINT64_MAX;
    double point[3];
    bool fine = read_count(line, &number) && pdk_line_word(&line, &word);
    for (int k = 0; k < 3 && fine; k++) {
        fine = pdk_line_word(&line, &word) && pdk_read_double(&word.at, word.end, &point[k]) && word.at == word.end;
    }
    uint64_t wanted = from->ase->points.count - from->first_point;
    if (!fine || number != wanted) {
        return damage(from, PDK_E_CORRUPT, "ase.vertex", "expected vertex %" PRIu64 " with three numbers", wanted);
    }
    if (from->ase->points.count >= UINT32_MAX - 1) {
        return pdk_fail(from->error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "ase.vertex",
                        "there are too many points: at most 4294967295 can be read");
    }
    double(*to)[3] = pdk_vector_push(&from->ase->points);
    if (to == NULL) return no_memory(from);
    memcpy(to, point, sizeof point);
    return PDK_OK;
}

/* The number after "A:", "B:" or "C:". */
static bool read_corner(pdk_line *line, char letter, uint64_t *corner)
{
    while (line->at < line->end && pdk_is_blank(*line->at)) line->at++;
    if (line->end - line->at < 2 || line->at[0] != letter || line->at[1] != ':') return false;
    line->at += 2;
    while (line->at < line->end && pdk_is_blank(*line->at)) line->at++;
    int64_t number;
    if (!pdk_read_integer(&line->at, line->end, &number) || number < 0) return false;
    *corner = (uint64_t)number;
    return true;
}

/* "number: A: a B: b C: c ...", of which the rest says nothing about the shape. */
static pdk_status read_face(reader *from, pdk_line line)
{
    uint64_t number, corners[3], points = from->ase->points.count - from->first_point;
    bool fine = read_count(line, &number);
    while (line.at < line.end && *line.at != ':') line.at++;
    if (line.at < line.end) line.at++;
    for (int k = 0; k < 3 && fine; k++) fine = read_corner(&line, "ABC"[k], &corners[k]);
    from->faces++;
    if (!fine)
        return damage(from, PDK_E_CORRUPT, "ase.face", "expected a face with corners A:, B: and C:; %" PRIu64 " in all",
                      from->announced_faces);
    for (int k = 0; k < 3; k++) {
        if (corners[k] >= points)
            return damage(from, PDK_E_CORRUPT, "ase.face.index",
                          "the face refers to a vertex that does not exist; there are %" PRIu64 "", points);
    }
    uint32_t(*to)[3] = pdk_vector_push(&from->ase->triangles);
    if (to == NULL) return no_memory(from);
    for (int k = 0; k < 3; k++) (*to)[k] = (uint32_t)(from->first_point + corners[k]);
    return PDK_OK;
}

static void read_texture_face(reader *from, pdk_line line)
{
    pdk_line word;
    uint64_t face;
    bool bad = !read_count(line, &face);
    pdk_line_word(&line, &word);
    while (pdk_line_word(&line, &word)) {
        int64_t number;
        bad = bad || !pdk_read_integer(&word.at, word.end, &number) || number < 0 ||
              (uint64_t)number >= from->texture_points;
    }
    from->ase->bad_texture += bad;
}

static bool read_three(pdk_line line, double to[3])
{
    pdk_line word;
    for (int k = 0; k < 3; k++) {
        if (!pdk_line_word(&line, &word) || !pdk_read_double(&word.at, word.end, &to[k]) || word.at != word.end)
            return false;
    }
    return true;
}

static void note_line(const reader *from, pdk_line_faults *faults)
{
    pdk_line_faults_join(faults, (pdk_line_faults){ 1, from->line_at });
}

/* "number u v w", which are counted and not read further. */
static void read_coordinates(reader *from, pdk_line line)
{
    pdk_line word;
    uint64_t number;
    double values[3];
    bool fine = read_count(line, &number) && pdk_line_word(&line, &word) && read_three(line, values);
    if (!fine) note_line(from, &from->ase->texture_lines);
}

/* "*TM_ROW1 x y z", of which there are four: the last one is where the object is. */
static void read_row(reader *from, char number, pdk_line line)
{
    double row[3];
    bool fine = read_three(line, row);
    if (!fine) note_line(from, &from->ase->normal_lines);
    if (fine && number >= '0' && number < '3') memcpy(from->rows[number - '0'], row, sizeof row);
}

/* "number x y z": one that is damaged costs all normals. */
static pdk_status read_normal(reader *from, pdk_line line, bool of_face)
{
    pdk_line word, rest = line;
    uint64_t number;
    double normal[3];
    bool fine = read_count(line, &number) && pdk_line_word(&rest, &word) && read_three(rest, normal);
    if (!fine || number >= (of_face ? from->faces : from->ase->points.count - from->first_point)) {
        note_line(from, &from->ase->normal_lines);
        return PDK_OK;
    }
    if (of_face) return PDK_OK;
    bool added = pdk_ase_add_normal(from->ase, from->first_point + number, normal, (const double(*)[3])from->rows);
    return added ? PDK_OK : no_memory(from);
}

/* ------------------------------------------------------------------------------------------------- the blocks */

static pdk_status end_mesh(reader *from)
{
    pdk_ase *ase = from->ase;
    uint64_t points = ase->points.count - from->first_point;
    pdk_status status = PDK_OK;
    if (points != from->announced_points) {
        status = damage(from, PDK_E_CORRUPT, "ase.count",
                        "the number of vertices is not the %" PRIu64 " that the mesh says", from->announced_points);
    } else if (from->faces != from->announced_faces) {
        status = damage(from, PDK_E_CORRUPT, "ase.count",
                        "the number of faces is not the %" PRIu64 " that the mesh says", from->announced_faces);
    }
    if (status != PDK_OK || points == 0) return status;
    pdk_mesh_block *block = pdk_vector_push(&ase->blocks);
    if (block == NULL) return no_memory(from);
    *block = (pdk_mesh_block){ from->name, from->first_point, points };
    return PDK_OK;
}

static void begin_mesh(reader *from)
{
    from->first_point = from->ase->points.count;
    from->announced_points = from->announced_faces = from->faces = from->texture_points = 0;
    from->ase->meshes++;
}

static place place_of(reader *from, const pdk_line *key)
{
    place around = from->depth > 0 ? from->inside[from->depth - 1] : ELSEWHERE;
    if (pdk_word_is(key, "*GEOMOBJECT")) return OBJECT;
    if (pdk_word_is(key, "*MATERIAL")) from->ase->materials++;
    if (around == OBJECT && pdk_word_is(key, "*TM_ANIMATION")) from->ase->animations++;
    if (around == OBJECT && pdk_word_is(key, "*NODE_TM")) return PLACE;
    if (around == MESH && pdk_word_is(key, "*MESH_NORMALS")) return NORMALS;
    if (around == OBJECT && pdk_word_is(key, "*MESH_ANIMATION")) return ANIMATION;
    if (around == ANIMATION && pdk_word_is(key, "*MESH")) from->ase->frames++;
    if (around == OBJECT && pdk_word_is(key, "*MESH")) return MESH;
    if (around == MESH && pdk_word_is(key, "*MESH_VERTEX_LIST")) return VERTICES;
    if (around == MESH && pdk_word_is(key, "*MESH_FACE_LIST")) return FACES;
    if (around == MESH && pdk_word_is(key, "*MESH_TFACELIST")) return TEXTURE;
    if (around == MESH && pdk_word_is(key, "*MESH_TVERTLIST")) return COORDINATES;
    return ELSEWHERE;
}

static pdk_status begin_block(reader *from, const pdk_line *key)
{
    if (from->depth == MAX_DEPTH) {
        return pdk_fail(from->error, PDK_E_LIMIT, offset_of(from, from->line_at), "ase.depth",
                        "blocks are nested deeper than %d", MAX_DEPTH);
    }
    place now = place_of(from, key);
    from->inside[from->depth++] = now;
    if (now == OBJECT) {
        static const double none[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
        from->name = NULL;
        memcpy(from->rows, none, sizeof none);
    }
    if (now == MESH) begin_mesh(from);
    if (now == TEXTURE) from->ase->has_texture = true;
    return PDK_OK;
}

static pdk_status end_block(reader *from)
{
    if (from->depth == 0)
        return damage(from, PDK_E_CORRUPT, "ase.brace", "a block ends without a beginning (after %" PRIu64 " meshes)",
                      from->ase->meshes);
    place ended = from->inside[--from->depth];
    return ended == MESH ? end_mesh(from) : PDK_OK;
}

static pdk_status read_line(reader *from, pdk_line line)
{
    pdk_line key;
    place now = from->depth > 0 ? from->inside[from->depth - 1] : ELSEWHERE;
    bool opens = line.end[-1] == '{';
    pdk_line_word(&line, &key);
    if (pdk_word_is(&key, "}")) return end_block(from);
    if (opens) return begin_block(from, &key);
    if (now == VERTICES && pdk_word_is(&key, "*MESH_VERTEX")) return read_vertex(from, line);
    if (now == FACES && pdk_word_is(&key, "*MESH_FACE")) return read_face(from, line);
    if (now == TEXTURE && pdk_word_is(&key, "*MESH_TFACE")) read_texture_face(from, line);
    if (now == COORDINATES && pdk_word_is(&key, "*MESH_TVERT")) read_coordinates(from, line);
    if (now == NORMALS && pdk_word_is(&key, "*MESH_VERTEXNORMAL")) return read_normal(from, line, false);
    if (now == NORMALS && pdk_word_is(&key, "*MESH_FACENORMAL")) return read_normal(from, line, true);
    bool row = now == PLACE && key.end - key.at == 8 && memcmp(key.at, "*TM_ROW", 7) == 0;
    if (row) read_row(from, key.at[7], line);
    if (now == OBJECT && pdk_word_is(&key, "*NODE_NAME") && !read_name(from, line)) return no_memory(from);
    if (now != MESH) return PDK_OK;
    uint64_t *const counts[] = { &from->announced_points, &from->announced_faces, &from->texture_points };
    static const char *const keys[] = { "*MESH_NUMVERTEX", "*MESH_NUMFACES", "*MESH_NUMTVERTEX" };
    for (size_t i = 0; i < 3; i++) {
        if (pdk_word_is(&key, keys[i]) && !read_count(line, counts[i])) {
            return damage(from, PDK_E_CORRUPT, "ase.count", "expected a count (mesh %" PRIu64 ")", from->ase->meshes);
        }
    }
    return PDK_OK;
}

pdk_status pdk_ase_read(pdk_ase *ase, pdk_error *error)
{
    const char *text = (const char *)ase->text.data;
    pdk_text_cursor cursor = { text, text + ase->text.size, NULL, NULL };
    reader from = { .ase = ase, .error = error };
    pdk_line line;
    for (uint64_t number = 0; pdk_text_next(&cursor, &line); number++) {
        from.line_at = (uint64_t)(line.at - text);
        pdk_status status = read_line(&from, line);
        if (status != PDK_OK) return status;
        if (number % 65536 == 0 && !pdk_document_progress(ase->document, from.line_at, ase->text.size))
            return pdk_fail_cancelled(error);
    }
    if (from.depth == 0) return PDK_OK;
    from.line_at = ase->text.size;
    pdk_status status =
        damage(&from, PDK_E_TRUNCATED, "ase.end", "the file ends inside a block (mesh %" PRIu64 ")", ase->meshes);
    for (; from.depth > 0 && status == PDK_OK; from.depth--) {
        if (from.inside[from.depth - 1] == MESH) status = end_mesh(&from);
    }
    return status;
}
