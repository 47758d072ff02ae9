/* A PLY file as a document with one surface. */
#include "format/ply/ply.h"

#include <inttypes.h>
#include <stdio.h>

#include "format/format.h"
#include "mesh/imported.h"
#include "mesh/stated_place.h"
#include "text/shown_text.h"

enum { MOST_BLANKS = 4096 /* before the second line, of those that are looked at */ };

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    const char *text = (const char *)probe->bytes.data;
    size_t size = probe->bytes.size;
    bool first = size >= 4 && memcmp(text, "ply", 3) == 0 && (text[3] == '\n' || text[3] == '\r' || text[3] == ' ');
    if (!first) {
        if (strcmp(probe->extension, ".ply") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .ply, but the first line is not \"ply\"");
        return PDK_SCORE_EXTENSION;
    }
    const char *second = text + 3;
    if (size > MOST_BLANKS) size = MOST_BLANKS;
    while (second < text + size && pdk_is_blank(*second)) second++;
    if (second < text + size && *second == '\n') second++;
    bool format = text + size - second > 6 && (memcmp(second, "format", 6) == 0 || memcmp(second, "comme", 5) == 0);
    snprintf(reason, capacity, "the first line is \"ply\"%s", format ? ", and a header follows" : "");
    return format ? PDK_SCORE_CERTAIN : PDK_SCORE_DOUBTFUL;
}

static pdk_status read_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error)
{
    const pdk_ply *ply = mesh->state;
    size_t of_faces = 0;
    if (first < ply->face_triangles) {
        of_faces = ply->face_triangles - first < count ? (size_t)(ply->face_triangles - first) : count;
        pdk_status status = pdk_ply_read_face_triangles(ply, first, of_faces, corners, error);
        if (status != PDK_OK) return status;
    }
    if (of_faces < count) {
        memcpy(corners + of_faces, ply->strip_triangles + (first + of_faces - ply->face_triangles),
               (count - of_faces) * sizeof *corners);
    }
    return PDK_OK;
}

static void add_comments(pdk_ply *ply, const pdk_vector *comments, size_t first)
{
    pdk_document *document = ply->document;
    for (size_t i = 0; i < comments->count; i++) {
        const pdk_text *comment = (const pdk_text *)comments->items + i;
        char *name = pdk_keep_printf(&document->memory, "comment_%zu", first + i + 1);
        if (name == NULL) document->failed = true;
        else
            pdk_document_add_property(document, name, (pdk_value){ .type = PDK_TEXT, .as.text = *comment }, NULL,
                                      "a line \"comment\" or \"obj_info\" of the header", PDK_CONFIRMED);
    }
}

static void add_place(pdk_ply *ply)
{
    pdk_stated_place place = { 0 };
    for (size_t i = 0; i < ply->comments.count; i++) {
        const pdk_text *comment = (const pdk_text *)ply->comments.items + i;
        pdk_place_read_line(&place, comment->data, comment->size);
    }
    pdk_document_add_place(ply->document, &place);
}

static void add_properties(pdk_ply *ply)
{
    pdk_document *document = ply->document;
    char where[64], shown[48];
    add_comments(ply, &ply->comments, 0);
    add_comments(ply, &ply->infos, ply->comments.count);
    add_place(ply);
    pdk_document_note_left_out(document, "ply.header", ply->comments_left_out, "comments");
    for (size_t i = 0; i < ply->element_count; i++) {
        const pdk_ply_element *element = &ply->elements[i];
        char *name = pdk_text_printf(&document->memory, "%s_count", element->name);
        if (name == NULL) document->failed = true;
        else pdk_document_add_count(document, name, element->count, "elements of this name");
        bool known = element == ply->vertices || element == ply->faces || strcmp(element->name, "tristrips") == 0;
        if (known || element->count == 0) continue;
        pdk_text_show(shown, sizeof shown, element->name, strlen(element->name));
        snprintf(where, sizeof where, "ply.%s", shown);
        pdk_document_add_finding(document, PDK_NOTE, "ply.element", PDK_NO_OFFSET, where,
                                 "%" PRIu64 " elements \"%s\" are ignored", element->count, shown);
    }
}

static void note_empty(const pdk_ply *ply)
{
    if (ply->mesh.triangle_count > 0) return;
    pdk_document_add_finding(ply->document, PDK_NOTE, "ply.points", PDK_NO_OFFSET, "ply",
                             "there are no faces: the file is a set of points");
}

static void note_surplus(const pdk_ply *ply)
{
    if (ply->surplus.count == 0) return;
    pdk_document_add_finding(ply->document, PDK_WARNING, "ply.surplus", ply->surplus.first, "ply",
                             "%" PRIu64 " lines have more numbers than the header says; the surplus is left out",
                             ply->surplus.count);
}

static void note_words(const pdk_ply *ply)
{
    if (ply->words.count == 0) return;
    pdk_document_add_finding(ply->document, PDK_WARNING, "ply.value", ply->words.first, "ply",
                             "%" PRIu64 " lines lack a number that a property's type holds; these values are missing",
                             ply->words.count);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    static const char *const dialects[] = { "ascii 1.0", "binary_little_endian 1.0", "binary_big_endian 1.0" };
    pdk_ply *ply = pdk_document_new_state(document, sizeof *ply);
    if (ply == NULL) return pdk_document_built(document, error);
    ply->document = document;
    pdk_status status = pdk_ply_read_header(document, ply, error);
    if (status == PDK_OK) status = pdk_ply_find_elements(ply, error);
    ply->mesh.state = ply;
    ply->mesh.frame = PDK_FRAME_Z_UP;
    if (status == PDK_OK) status = pdk_ply_open_vertices(ply, error);
    if (status == PDK_OK) status = pdk_ply_open_faces(ply, error);
    if (status == PDK_OK) status = pdk_ply_open_strips(ply, error);
    if (status != PDK_OK) return status;
    ply->mesh.triangle_count = ply->face_triangles + ply->strip_triangle_count;
    ply->mesh.read_triangles = read_triangles;
    ply->mesh.sound = true; /* faces and strips with corners that are not there were refused or are left out */
    pdk_document_set_dialect(document, "%s", dialects[ply->encoding]);
    add_properties(ply);
    note_empty(ply);
    note_surplus(ply);
    note_words(ply);
    pdk_ply_add_points_table(ply);
    status = pdk_ply_add_attributes(ply, error);
    if (status == PDK_OK) status = pdk_ply_add_facts(ply, error);
    if (status != PDK_OK) return status;
    return pdk_document_imported(document, &ply->mesh, NULL, error);
}

const pdk_format pdk_format_ply = {
    .info = { .id = "ply",
              .title = "PLY mesh or points",
              .extensions = ".ply",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_CONFIRMED,
              .basis = "checked on files of other programs in text and little-endian binary; big-endian, strips and "
                       "polygons with more than four corners on generated files only",
              .records = pdk_no_records },
    .probe = probe,
    .open = open_document,
    .check = pdk_ply_check,
};
