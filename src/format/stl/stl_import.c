/* STL, binary and text: triangles without shared points. Equal corners are welded. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "base/read_number.h"
#include "base/text.h"
#include "format/format.h"
#include "mesh/imported.h"
#include "mesh/mesh_arrays.h"
#include "mesh/points_table.h"
#include "format/stl/stl_check.h"
#include "format/stl/stl_layout.h"
#include "mesh/text_lines.h"
#include "mesh/weld_points.h"
#include "base/nocase.h"
#include "text/encoding.h"

typedef struct stl {
    pdk_document *document;
    pdk_weld points;
    pdk_vector triangles; /* uint32_t[3] */
    uint64_t corners;     /* seen */
    uint64_t against;     /* facets whose normal points the other way */
    uint64_t degenerate;
    pdk_stl_not_finite not_finite;
    bool has_words;    /* some facet of a binary file has an attribute that is not 0 */
    pdk_vector solids; /* pdk_mesh_group, of text */
    pdk_mesh_arrays arrays;
    pdk_attribute words;
    pdk_mesh_fact title;
    pdk_mesh mesh;
} stl;

/* Of at least a header. */
static uint32_t announced_facets(pdk_bytes bytes)
{
    return pdk_load_u32(bytes.data + PDK_STL_FACETS);
}

static bool begins_solid(pdk_bytes bytes)
{
    return bytes.size >= 5 && pdk_compare_nocase_n((const char *)bytes.data, "solid", 5) == 0;
}

/* Binary files may begin with "solid" too: the size tells. */
static bool is_binary(pdk_bytes bytes)
{
    if (bytes.size < PDK_STL_HEADER) return false;
    uint64_t facets = announced_facets(bytes);
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
                  bytes.size == PDK_STL_HEADER + (uint64_t)announced_facets(bytes) * PDK_STL_FACET;
    if (binary && (named || bytes.size > PDK_STL_HEADER)) {
        snprintf(reason, capacity, "%" PRIu32 " facets of 50 bytes fill the file", announced_facets(bytes));
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

/* ------------------------------------------------------------------------------------------------- triangles */

/* `offsets` and `step` say where the corners are, as for pdk_stl_look_at. */
static pdk_status add_facet(stl *to, const double normal[3], const double corners[3][3], const uint64_t offsets[3],
                            unsigned step, pdk_error *error)
{
    uint32_t(*triangle)[3] = pdk_vector_push(&to->triangles);
    if (triangle == NULL) return pdk_fail_memory(error, &to->document->memory, "triangles");
    for (int i = 0; i < 3; i++) {
        if (!pdk_weld_point(&to->points, corners[i], &(*triangle)[i]))
            return pdk_fail_memory(error, &to->document->memory, "points");
    }
    pdk_stl_look_at(&to->not_finite, to->triangles.count - 1, corners, offsets, step);
    to->corners += 3;
    if ((*triangle)[0] == (*triangle)[1] || (*triangle)[1] == (*triangle)[2] || (*triangle)[0] == (*triangle)[2])
        to->degenerate++;
    double dot = 0;
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        double al = corners[1][l] - corners[0][l], am = corners[1][m] - corners[0][m];
        double bl = corners[2][l] - corners[0][l], bm = corners[2][m] - corners[0][m];
        dot += (al * bm - am * bl) * normal[k];
    }
    to->against += dot < 0;
    return PDK_OK;
}

static pdk_status read_binary(stl *to, pdk_error *error)
{
    pdk_bytes bytes = to->document->content;
    uint64_t announced = announced_facets(bytes), capacity = (bytes.size - PDK_STL_HEADER) / PDK_STL_FACET,
             count = announced < capacity ? announced : capacity;
    pdk_status status = PDK_OK;
    if (announced > capacity) {
        status =
            pdk_document_damage(to->document, error, PDK_E_TRUNCATED, bytes.size, "stl.facets", "stl.facet",
                                "expected %" PRIu64 " facets, but there are bytes for %" PRIu64, announced, capacity);
    } else if (bytes.size > PDK_STL_HEADER + announced * PDK_STL_FACET) {
        pdk_document_add_finding(to->document, PDK_WARNING, "stl.trailing", PDK_STL_HEADER + announced * PDK_STL_FACET,
                                 "stl", "%" PRIu64 " bytes follow the %" PRIu64 " facets; they are left out",
                                 bytes.size - PDK_STL_HEADER - announced * PDK_STL_FACET, announced);
    }
    pdk_document_add_region(to->document, "header", &pdk_stl_header, 0, PDK_STL_HEADER, 1);
    if (count > 0)
        pdk_document_add_bulk_region(to->document, "facet", &pdk_stl_facet, PDK_STL_HEADER, PDK_STL_FACET, count);
    for (uint64_t i = 0; i < count && status == PDK_OK; i++) {
        const uint8_t *at = bytes.data + PDK_STL_HEADER + i * PDK_STL_FACET;
        double numbers[4][3];
        for (int n = 0; n < 12; n++) numbers[n / 3][n % 3] = (double)pdk_load_f32(at + 4 * n);
        uint64_t offsets[3];
        for (int n = 0; n < 3; n++)
            offsets[n] = PDK_STL_HEADER + i * PDK_STL_FACET + pdk_stl_facet.fields[n + 1].offset;
        status = add_facet(to, numbers[0], (const double(*)[3])numbers + 1, offsets, sizeof(float), error);
        to->has_words = to->has_words || pdk_get_i64(pdk_record_field(&pdk_stl_facet, "attribute"), 0, at) != 0;
        if (i % 65536 == 0 && status == PDK_OK && !pdk_document_progress(to->document, i, count))
            status = pdk_fail_cancelled(error);
        if (i % (1 << 21) == 0) pdk_trim(to->document);
    }
    return status;
}

/* "facet normal X Y Z", "vertex X Y Z": the numbers after `words` words. */
static bool read_three(pdk_line line, int words, double to[3])
{
    pdk_line word;
    for (int i = 0; i < words; i++) pdk_line_word(&line, &word);
    for (int k = 0; k < 3; k++) {
        double value;
        if (!pdk_line_word(&line, &word) || !pdk_read_double(&word.at, word.end, &value) || word.at != word.end)
            return false;
        to[k] = value;
    }
    return true;
}

static bool first_word_is(pdk_line line, const char *text)
{
    pdk_line word;
    size_t length = strlen(text);
    return pdk_line_word(&line, &word) && (size_t)(word.end - word.at) == length &&
           pdk_compare_nocase_n(word.at, text, length) == 0;
}

/* "solid NAME": the facets that follow have a name. */
static bool begin_solid(stl *to, pdk_line line)
{
    pdk_line word;
    pdk_memory *memory = &to->document->memory;
    pdk_line_word(&line, &word);
    while (line.at < line.end && pdk_is_blank(*line.at)) line.at++;
    pdk_text text = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, line.at, (size_t)(line.end - line.at));
    pdk_mesh_group *solid = pdk_vector_push(&to->solids);
    char *name = text.data != NULL ? pdk_keep_printf(memory, "%.*s", (int)text.size, text.data) : NULL;
    if (solid == NULL || name == NULL) return false;
    *solid = (pdk_mesh_group){ .name = name, .first_triangle = to->triangles.count };
    return true;
}

static pdk_status read_text(stl *to, pdk_error *error)
{
    pdk_bytes bytes = to->document->content;
    const char *text = (const char *)bytes.data;
    pdk_text_cursor cursor = { text, text + bytes.size, NULL, NULL };
    pdk_line line;
    double normal[3] = { 0 }, corners[3][3];
    uint64_t offsets[3] = { 0 };
    int count = 0;
    bool inside = false, ended = true;
    for (uint64_t number = 0; pdk_text_next(&cursor, &line); number++) {
        uint64_t offset = (uint64_t)(line.at - text);
        bool fine = true;
        if (first_word_is(line, "facet")) {
            fine = !inside;
            inside = true;
            count = 0;
            if (!read_three(line, 2, normal)) memset(normal, 0, sizeof normal);
        } else if (first_word_is(line, "vertex")) {
            fine = inside && count < 3 && read_three(line, 1, corners[count]);
            if (fine) offsets[count] = offset;
            count++;
        } else if (first_word_is(line, "endfacet")) {
            fine = inside && count == 3;
            inside = false;
            pdk_status status = PDK_OK;
            if (fine) status = add_facet(to, normal, (const double(*)[3])corners, offsets, 0, error);
            if (status != PDK_OK) return status;
        } else if (first_word_is(line, "solid")) {
            ended = false;
            if (!begin_solid(to, line)) return pdk_fail_memory(error, &to->document->memory, "names of solids");
        } else if (first_word_is(line, "endsolid")) {
            ended = true;
        } else {
            fine = first_word_is(line, "outer") || first_word_is(line, "endloop");
        }
        if (!fine) {
            inside = false;
            pdk_status status =
                pdk_document_damage(to->document, error, PDK_E_CORRUPT, offset, "stl.text", "stl.facet",
                                    "expected facets of three vertices with three numbers each; this one is left out");
            if (status != PDK_OK) return status;
        }
        if (number % 65536 == 0 && !pdk_document_progress(to->document, offset, bytes.size))
            return pdk_fail_cancelled(error);
    }
    if (ended && !inside) return PDK_OK;
    return pdk_document_damage(to->document, error, PDK_E_TRUNCATED, bytes.size, "stl.end", "stl",
                               "expected \"endsolid\" before the file's end");
}

/* ---------------------------------------------------------------------------------------------------- open */

static void report(stl *from)
{
    if (from->against > 0) {
        pdk_document_add_finding(from->document, PDK_WARNING, "stl.normal", PDK_NO_OFFSET, "stl.facet",
                                 "the normals of %" PRIu64
                                 " of %zu facets disagree with the order of their corners; the order is used",
                                 from->against, from->triangles.count);
    }
    if (from->degenerate > 0) {
        pdk_document_add_finding(from->document, PDK_NOTE, "stl.degenerate", PDK_NO_OFFSET, "stl.facet",
                                 "%" PRIu64 " facets have the same corner twice", from->degenerate);
    }
}

/* Floats take half the space: binary files have nothing else, and text often has not. */
static bool narrow(stl *to)
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

static bool make_mesh(stl *to)
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
    const stl *from = attribute->state;
    pdk_gather(pdk_record_field(&pdk_stl_facet, "attribute"), 0,
               from->document->content.data + PDK_STL_HEADER + first * PDK_STL_FACET, PDK_STL_FACET, count, PDK_UINT16,
               values);
    return PDK_OK;
}

static void set_title(stl *to, const char *text, size_t size)
{
    to->title = (pdk_mesh_fact){ .kind = PDK_FACT_TITLE, .format = "stl", .name = "the file's title" };
    to->title.bytes = (pdk_bytes){ (const uint8_t *)text, size };
    to->mesh.facts = &to->title;
    to->mesh.fact_count = 1;
}

/* The text of the header, unless it is ours, and the numbers after facets. */
static void keep_binary(stl *to)
{
    const pdk_field *field = pdk_record_field(&pdk_stl_header, "text");
    const char *text = (const char *)to->document->content.data + field->offset;
    size_t size = pdk_text_length(text, field->count);
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
static void keep_solids(stl *to)
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

static pdk_status open(pdk_document *document, pdk_error *error)
{
    stl *to = pdk_document_new_state(document, sizeof *to);
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
    pdk_status status = binary ? read_binary(to, error) : read_text(to, error);
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
    const stl *from = document->state;
    pdk_stl_report(&from->not_finite, report);
    pdk_report_regions(report);
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
    .open = open,
    .check = check,
};
