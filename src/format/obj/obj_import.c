/* An OBJ file as a document with one surface. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/read_number.h"
#include "base/text.h"
#include "format/format.h"
#include "mesh/imported.h"
#include "mesh/points_table.h"
#include "format/obj/obj_reader.h"

static bool is_wide(pdk_bytes bytes)
{
    return bytes.size >= 2 &&
           ((bytes.data[0] == 0xFF && bytes.data[1] == 0xFE) || (bytes.data[0] == 0xFE && bytes.data[1] == 0xFF));
}

/* What the first lines of a text are. */
typedef struct line_counts {
    int points, faces; /* "v" and "f" with numbers after, and their like */
    int keywords;      /* other words that OBJ has */
    int others;        /* words that are not known, numbers, prose */
} line_counts;

static bool is_among(const pdk_line *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (pdk_word_is(word, words[i])) return true;
    }
    return false;
}

static bool has_numbers(pdk_line line, int count)
{
    pdk_line word;
    double value;
    for (int i = 0; i < count; i++) {
        if (!pdk_line_word(&line, &word)) return false;
        bool whole = pdk_read_double(&word.at, word.end, &value) && (word.at == word.end || *word.at == '/');
        if (!whole) return false;
    }
    return true;
}

static void count_line(pdk_line line, line_counts *counts)
{
    static const char *const keywords[] = { "o", "g", "s", "mtllib", "usemtl", "l", "p", "vp", "vt", "vn" };
    pdk_line word;
    pdk_line_word(&line, &word);
    if (pdk_word_is(&word, "v") && has_numbers(line, 3)) counts->points++;
    else if (pdk_word_is(&word, "f") && has_numbers(line, 1)) counts->faces++;
    else if (is_among(&word, keywords, sizeof keywords / sizeof keywords[0])) counts->keywords++;
    else counts->others++;
}

/* The first 64 lines, of the first 64 KiB, that are no remarks; with `on` more until one has a point or a face. False
 * when there is a byte that is no text. Programs have their own keywords: these are counted, and stop nothing. */
static bool count_lines(pdk_bytes bytes, bool on, line_counts *counts)
{
    size_t mark = pdk_utf8_mark(bytes), size = bytes.size - mark < 65536 ? bytes.size - mark : 65536;
    const char *text = (const char *)bytes.data + mark;
    *counts = (line_counts){ 0 };
    if (!pdk_is_printable(text, size < 4096 ? size : 4096)) return false;
    pdk_text_cursor cursor = { text, text + size, NULL, NULL };
    pdk_line line;
    bool goes_on = false;
    for (int lines = 0; (lines < 64 || (on && counts->points + counts->faces == 0)) && pdk_text_next(&cursor, &line);) {
        bool counts_for = *line.at != '#' && !goes_on && (cursor.at < cursor.end || size == bytes.size - mark);
        goes_on = line.end[-1] == '\\';
        if (!counts_for) continue;
        count_line(line, counts);
        lines++;
    }
    return true;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    bool named = strcmp(probe->extension, ".obj") == 0;
    line_counts counts;
    if (named && is_wide(probe->bytes)) {
        snprintf(reason, capacity, "the name ends in .obj, and the text is UTF-16");
        return PDK_SCORE_DOUBTFUL;
    }
    bool text = count_lines(probe->bytes, named, &counts);
    int known = counts.points + counts.faces + counts.keywords;
    bool found = named ? counts.points + counts.faces > 0 || known > counts.others
                       : counts.points + counts.faces > 0 && known >= 4 && known > counts.others;
    if (!text || !found) {
        if (named) snprintf(reason, capacity, "the name ends in .obj, but the lines are not those of OBJ");
        return named ? PDK_SCORE_EXTENSION : 0;
    }
    snprintf(reason, capacity, "lines begin with v, f and other words of OBJ%s",
             named ? ", and the name ends in .obj" : "");
    return named ? PDK_SCORE_MAGIC : PDK_SCORE_DOUBTFUL;
}

/* OBJ does not say which axis points up. A surface that lies flat across z is one somebody wrote with z up, as MeshLab,
 * CloudCompare and assimp do with what they read so. */
static void note_up_axis(pdk_obj *obj)
{
    double facing[3] = { 0 };
    const double(*points)[3] = obj->points.items;
    for (size_t i = 0; i < obj->triangles.count; i++) {
        const uint32_t *corners = ((const uint32_t(*)[3])obj->triangles.items)[i];
        const double *a = points[corners[0]], *b = points[corners[1]], *c = points[corners[2]];
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            double across = fabs((b[l] - a[l]) * (c[m] - a[m]) - (b[m] - a[m]) * (c[l] - a[l]));
            if (isfinite(across)) facing[k] += across;
        }
    }
    if (facing[2] <= 4 * fmax(facing[0], facing[1])) return;
    pdk_document_add_finding(
        obj->document, PDK_NOTE, "obj.up", PDK_NO_OFFSET, "obj",
        "the surface is upright, because y is read as up: if it should be flat, convert it with --axes +x+y+z");
}

static void add_properties(pdk_obj *obj)
{
    pdk_document *document = obj->document;
    pdk_document_add_count(document, "points", obj->points.count, "lines \"v\"");
    pdk_document_add_count(document, "faces", obj->faces.count, "lines \"f\" that could be read");
    if (obj->library.data != NULL) {
        pdk_document_add_property(document, "material_library",
                                  (pdk_value){ .type = PDK_TEXT, .as.text = obj->library }, NULL,
                                  "the file with its materials", PDK_CONFIRMED);
    }
    pdk_document_note_left_out(document, "obj.usemtl", obj->materials_left_out, "materials");
    pdk_document_note_left_out(document, "obj.group", obj->groups_left_out, "groups and objects");
    pdk_document_add_place(obj->document, &obj->place);
    if (obj->passed_over > 0) {
        pdk_document_add_finding(document, PDK_NOTE, "obj.lines", PDK_NO_OFFSET, "obj",
                                 "%" PRIu64 " lines that are not points, faces or groups are ignored",
                                 obj->passed_over);
    }
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_obj *obj = pdk_document_new_state(document, sizeof *obj);
    if (obj == NULL) return pdk_document_built(document, error);
    obj->document = document;
    if (is_wide(document->content)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, 0, "obj.encoding", "the text is UTF-16: save it as UTF-8 first");
    }
    pdk_status status = pdk_obj_read_lines(obj, error);
    if (status == PDK_OK && obj->points.count == 0) {
        status = pdk_fail(error, PDK_E_TRUNCATED, document->content.size, "obj.points", "the file has no points");
    }
    if (status == PDK_OK && obj->points.count >= UINT32_MAX) {
        status = pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "obj.points",
                          "%zu points are too many: at most 4294967295 can be read", obj->points.count);
    }
    if (status == PDK_OK) status = pdk_obj_make_mesh(obj, error);
    if (status != PDK_OK) return status;
    add_properties(obj);
    note_up_axis(obj);
    pdk_document_add_points_table(document, &obj->mesh, "a row for each line \"v\"");
    pdk_document_add_blocks(document, &obj->mesh, "a row for each object or group that has points");
    pdk_obj_add_corners(obj);
    return pdk_document_imported(document, &obj->mesh, NULL, error);
}

const pdk_format pdk_format_obj = {
    .info = { .id = "obj",
              .title = "Wavefront OBJ mesh",
              .extensions = ".obj",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_CONFIRMED,
              .basis =
                  "the published format; checked on files of Blender, assimp, MeshLab and CloudCompare. y is read as "
                  "up, as most programs write it",
              .records = pdk_no_records },
    .probe = probe,
    .open = open_document,
};
