/* The facets of an STL, binary or text. */
#include "format/stl/stl.h"

#include <inttypes.h>
#include <string.h>

#include "base/nocase.h"
#include "base/read_number.h"
#include "mesh/text_lines.h"
#include "text/encoding.h"

/* `offsets` and `step` say where the corners are, as for pdk_stl_look_at. */
static pdk_status add_facet(pdk_stl *to, const double normal[3], const double corners[3][3], const uint64_t offsets[3],
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

pdk_status pdk_stl_read_binary(pdk_stl *to, pdk_error *error)
{
    pdk_bytes bytes = to->document->content;
    uint64_t announced = pdk_stl_announced(bytes), capacity = (bytes.size - PDK_STL_HEADER) / PDK_STL_FACET,
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
static bool begin_solid(pdk_stl *to, pdk_line line)
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

pdk_status pdk_stl_read_text(pdk_stl *to, pdk_error *error)
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
            if (!read_three(line, 2, normal)) {
                memset(normal, 0, sizeof normal);
                to->unread_normals++;
            }
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
