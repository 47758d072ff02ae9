/* STL as a document: triangles without shared points. Equal corners are welded. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/nocase.h"
#include "base/text.h"
#include "format/format.h"
#include "format/stl/stl.h"
#include "mesh/imported.h"
#include "mesh/points_table.h"
#include "mesh/text_lines.h"

static bool begins_solid(pdk_bytes bytes)
{
    return bytes.size >= 5 && pdk_compare_nocase_n((const char *)bytes.data, "solid", 5) == 0;
}

/* Binary files may begin with "solid" too: the size decides. */
static bool is_binary(pdk_bytes bytes)
{
    if (bytes.size < PDK_STL_HEADER) return false;
    uint64_t facets = pdk_stl_announced(bytes);
    if (bytes.size == PDK_STL_HEADER + facets * PDK_STL_FACET) return true;
    if (!begins_solid(bytes)) return true;
    return memchr(bytes.data, 0, PDK_STL_HEADER) != NULL; /* text has no NUL */
}

static bool has_facet(pdk_bytes bytes)
{
    size_t size = bytes.size < 1024 ? bytes.size : 1024;
    for (size_t i = 0; i + 5 <= size; i++) {
        if (pdk_compare_nocase_n((const char *)bytes.data + i, "facet", 5) == 0 ||
            pdk_compare_nocase_n((const char *)bytes.data + i, "endso", 5) == 0)
            return true;
    }
    return false;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    bool named = strcmp(probe->extension, ".stl") == 0;
    bool binary = bytes.size >= PDK_STL_HEADER &&
                  bytes.size == PDK_STL_HEADER + (uint64_t)pdk_stl_announced(bytes) * PDK_STL_FACET;
    if (binary && (named || bytes.size > PDK_STL_HEADER)) {
        snprintf(reason, capacity, "%" PRIu32 " facets of 50 bytes fill the file", pdk_stl_announced(bytes));
        return named ? PDK_SCORE_MAGIC : PDK_SCORE_DOUBTFUL + 10;
    }
    if (begins_solid(bytes) && has_facet(bytes)) {
        snprintf(reason, capacity, "text that begins with \"solid\", and facets");
        return PDK_SCORE_MAGIC;
    }
    if (!named) return 0;
    snprintf(reason, capacity, "the name ends in .stl");
    return bytes.size >= PDK_STL_HEADER ? PDK_SCORE_DOUBTFUL : PDK_SCORE_EXTENSION;
}

/* ---------------------------------------------------------------------------------------------------- open */

static void report(pdk_stl *from)
{
    if (from->against > 0) {
        pdk_document_add_finding(from->document, PDK_WARNING, "stl.normal", PDK_NO_OFFSET, "stl.facet",
                                 "the normals of %" PRIu64
                                 " of %zu facets disagree with the order of their corners; the order is used",
                                 from->against, from->triangles.count);
    }
    if (from->unread_normals > 0) {
        pdk_document_add_finding(from->document, PDK_WARNING, "stl.normal", PDK_NO_OFFSET, "stl.facet",
                                 "the normals of %" PRIu64
                                 " facets are not three numbers; the order of corners is used",
                                 from->unread_normals);
    }
    if (from->degenerate > 0) {
        pdk_document_add_finding(from->document, PDK_NOTE, "stl.degenerate", PDK_NO_OFFSET, "stl.facet",
                                 "%" PRIu64 " facets have the same corner twice", from->degenerate);
    }
}

/* Floats take half the space: binary files have nothing else, and text often has not. */
static bool narrow(pdk_stl *to)
{
    double(*points)[3] = to->points.points;
    for (uint64_t i = 0; i < to->points.count; i++) {
        for (int k = 0; k < 3; k++) {
            double kept = (double)(float)points[i][k];
            if (kept < points[i][k] || kept > points[i][k]) return false;
        }
    }
    uint8_t *at = (uint8_t *)points;
    for (uint64_t i = 0; i < 3 * to->points.count; i++) {
        float value = (float)points[i / 3][i % 3];
        memcpy(at + i * sizeof value, &value, sizeof value);
    }
    return true;
}

static bool make_mesh(pdk_stl *to)
{
    pdk_memory *memory = &to->document->memory;
    pdk_free(memory, to->points.table);
    to->points.table = NULL;
    if (narrow(to)) {
        if (to->points.count > 0) {
            void *smaller = pdk_realloc(memory, to->points.points, (size_t)to->points.count * sizeof(float[3]));
            if (smaller == NULL) return false;
            to->points.points = smaller;
        }
        pdk_surface surface = { .positions = (const float *)(const void *)to->points.points,
                                .triangles = to->triangles.items,
                                .vertex_count = to->points.count,
                                .triangle_count = to->triangles.count };
        to->mesh = pdk_mesh_of_surface(&surface, PDK_FRAME_Z_UP);
    } else {
        to->arrays = (pdk_mesh_arrays){ .points = (const double(*)[3])to->points.points,
                                        .triangles = (const uint32_t(*)[3])to->triangles.items };
        to->mesh = pdk_mesh_of_arrays(&to->arrays, to->points.count, to->triangles.count, PDK_FRAME_Z_UP);
    }
    to->mesh.sound = true;
    return true;
}

/* ------------------------------------------------------------------------------- what else there is of it */

static pdk_status read_words(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                             pdk_error *error)
{
    (void)error;
    const pdk_stl *from = attribute->state;
    pdk_gather(pdk_record_field(&pdk_stl_facet, "attribute"), 0,
               from->document->content.data + PDK_STL_HEADER + first * PDK_STL_FACET, PDK_STL_FACET, count, PDK_UINT16,
               values);
    return PDK_OK;
}

static void set_title(pdk_stl *to, const char *text, size_t size)
{
    to->title = (pdk_mesh_fact){ .kind = PDK_FACT_TITLE, .format = "stl", .name = "the file's title" };
    to->title.bytes = (pdk_bytes){ (const uint8_t *)text, size };
    to->mesh.facts = &to->title;
    to->mesh.fact_count = 1;
}

/* Behind the text there may be more, which no title has. */
static void note_rest(pdk_stl *to, const char *text, size_t size, size_t room)
{
    size_t at = size, count = 0;
    for (size_t i = size; i < room; i++) {
        if (text[i] == '\0' || pdk_is_blank(text[i])) continue;
        if (count++ == 0) at = i;
    }
    if (count == 0) return;
    pdk_document_add_finding(to->document, PDK_NOTE, "stl.header.rest",
                             (uint64_t)(text + at - (const char *)to->document->content.data), "stl",
                             "%zu bytes of the header are after its text, which ends at the first zero byte; "
                             "other formats do not get them",
                             count);
}

/* The text of the header, unless it is ours, and the numbers after facets. */
static void keep_binary(pdk_stl *to)
{
    const pdk_field *field = pdk_record_field(&pdk_stl_header, "text");
    const char *text = (const char *)to->document->content.data + field->offset;
    size_t size = pdk_text_length(text, field->count);
    note_rest(to, text, size, field->count);
    while (size > 0 && pdk_is_blank(text[size - 1])) size--;
    bool own = size >= strlen(PDK_STL_TITLE) && memcmp(text, PDK_STL_TITLE, strlen(PDK_STL_TITLE)) == 0;
    if (size > 0 && !own && pdk_is_printable(text, size)) set_title(to, text, size);
    to->words = (pdk_attribute){
        .name = "attribute", .of_triangles = true, .type = PDK_UINT16, .components = 1, .state = to, .read = read_words
    };
    if (!to->has_words) return;
    to->mesh.attributes = &to->words;
    to->mesh.attribute_count = 1;
}

/* The name of one solid is the file's title; several are groups of triangles. */
static void keep_solids(pdk_stl *to)
{
    pdk_mesh_group *solids = to->solids.items;
    size_t count = to->solids.count;
    if (count == 1 && solids[0].name[0] != '\0') set_title(to, solids[0].name, strlen(solids[0].name));
    if (count < 2) return;
    for (size_t i = 0; i < count; i++) {
        uint64_t end = i + 1 < count ? solids[i + 1].first_triangle : to->triangles.count;
        solids[i].triangle_count = end - solids[i].first_triangle;
    }
    to->mesh.groups = solids;
    to->mesh.group_count = count;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_stl *to = pdk_document_new_state(document, sizeof *to);
    if (to == NULL) return pdk_document_built(document, error);
    to->document = document;
    to->triangles = pdk_vector_of(&document->memory, sizeof(uint32_t[3]));
    to->solids = pdk_vector_of(&document->memory, sizeof(pdk_mesh_group));
    pdk_weld_init(&to->points, &document->memory, (uint64_t)(uintptr_t)document);
    bool binary = is_binary(document->content);
    if (!binary && !begins_solid(document->content)) {
        return pdk_fail(error, PDK_E_TRUNCATED, document->content.size, "stl.header",
                        "expected a header of 84 bytes, or \"solid\"");
    }
    pdk_status status = binary ? pdk_stl_read_binary(to, error) : pdk_stl_read_text(to, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "%s", binary ? "binary" : "text");
    if (binary && begins_solid(document->content)) {
        pdk_document_add_evidence(
            document, "the file begins with \"solid\" as text does, but its size and bytes are those of a binary file");
    }
    pdk_document_add_count(document, "facets", to->triangles.count, "triangles");
    pdk_document_add_count(document, "welded", to->corners - to->points.count,
                           "corners that were equal to an earlier one and became one point");
    report(to);
    if (!make_mesh(to)) return pdk_fail_memory(error, &document->memory, "points");
    if (binary) keep_binary(to);
    else keep_solids(to);
    pdk_document_add_points_table(document, &to->mesh, "a row for each position of a corner");
    return pdk_document_imported(document, &to->mesh, NULL, error);
}

static pdk_status check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    const pdk_stl *from = document->state;
    pdk_stl_report(&from->not_finite, report);
    return PDK_OK;
}

const pdk_format pdk_format_stl = {
    .info = { .id = "stl",
              .title = "STL triangles",
              .extensions = ".stl",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis =
                  "the published format; checked on files of Blender, assimp, MeshLab and CloudCompare, binary and "
                  "text",
              .records = pdk_stl_records },
    .probe = probe,
    .open = open_document,
    .check = check,
};
