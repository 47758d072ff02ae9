/* Binary STL: every triangle with its normal and corners, so points are no longer shared. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "target/exporter.h"
#include "format/stl/stl_layout.h"
#include "base/nocase.h"

enum { FACET = PDK_STL_FACET, RUN = 1024 };

/* Of length 1; zeros where the corners have no area, or are not numbers. */
static void find_normal(const float *a, const float *b, const float *c, float normal[3])
{
    double u[3], v[3], cross[3], length;
    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - (double)a[k];
        v[k] = (double)c[k] - (double)a[k];
    }
    for (int k = 0; k < 3; k++) cross[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    length = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    for (int k = 0; k < 3; k++) normal[k] = length > 0 && isfinite(length) ? (float)(cross[k] / length) : 0.0f;
}

/* The fields of a facet: its normal, its three corners, a number that is 0 unless the source has one. */
static void put_facet(uint8_t *to, const float *positions, const uint32_t corners[3], uint16_t word)
{
    float normal[3];
    const float *parts[4] = { normal };
    for (int i = 0; i < 3; i++) parts[i + 1] = positions + 3 * (uint64_t)corners[i];
    find_normal(parts[1], parts[2], parts[3], normal);
    memset(to, 0, FACET);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) pdk_store_f32(to + pdk_stl_facet.fields[i].offset + 4 * k, parts[i][k]);
    }
    pdk_store_u16(to + pdk_stl_facet.fields[4].offset, word);
}

/* The number after each facet is a triangle's attribute of 16 bits. */
static bool is_word(const pdk_attribute *attribute)
{
    return attribute->of_triangles && attribute->type == PDK_UINT16 && attribute->components == 1 &&
           strcmp(attribute->name, "attribute") == 0;
}

/* All triangles must be written, for each number to stay with its own. */
static bool holds(const pdk_export *job, const pdk_attribute *attribute)
{
    return is_word(attribute) && job->document->mesh != NULL && job->document->mesh->sound;
}

static bool holds_fact(const pdk_export *job, const pdk_mesh_fact *fact)
{
    (void)job;
    return fact->kind == PDK_FACT_TITLE;
}

static pdk_status read_words(const pdk_mesh *mesh, uint64_t first, size_t count, uint16_t *words, pdk_error *error)
{
    memset(words, 0, count * sizeof *words);
    return mesh->attribute_count > 0 ? mesh->attributes[0].read(&mesh->attributes[0], first, count, words, error)
                                     : PDK_OK;
}

static bool is_odd(const uint8_t *facet)
{
    float sum = 0;
    for (int i = 0; i < 9; i++) {
        float value = pdk_load_f32(facet + pdk_stl_facet.fields[1].offset + 4 * i);
        sum += value - value;
    }
    return !(sum == 0);
}

static pdk_status make_facets(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    uint32_t buffer[RUN][3];
    uint16_t words[RUN];
    uint8_t *to = piece->buffer;
    for (size_t at = 0; at < piece->count; at += RUN) {
        size_t some = piece->count - at < RUN ? piece->count - at : RUN, kept;
        const uint32_t(*corners)[3];
        pdk_status status = pdk_export_corners(job, piece->first + at, some, buffer, &corners, &kept, error);
        if (status == PDK_OK) status = read_words(&job->mesh, piece->first + at, some, words, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < kept; i++, to += FACET) {
            put_facet(to, user, corners[i], words[i]);
            piece->odd += is_odd(to);
        }
    }
    piece->size = (size_t)(to - piece->buffer);
    return PDK_OK;
}

/* The source's title, otherwise ours. It does not begin with "solid", by which readers recognise text. */
static pdk_status put_header(pdk_export *job, pdk_error *error)
{
    uint8_t header[PDK_STL_HEADER] = { 0 };
    const pdk_field *facets = pdk_record_field(&pdk_stl_header, "facets");
    const pdk_mesh_fact *title = job->mesh.fact_count > 0 ? &job->mesh.facts[0] : NULL;
    if (title != NULL) {
        bool solid = title->bytes.size >= 5 && pdk_compare_nocase_n((const char *)title->bytes.data, "solid", 5) == 0;
        size_t before = solid ? 1 : 0, maximum = facets->offset - before;
        size_t size = title->bytes.size < maximum ? title->bytes.size : maximum;
        header[0] = ' ';
        memcpy(header + before, title->bytes.data, size);
    } else {
        snprintf((char *)header, facets->offset, PDK_STL_TITLE ", metres, %s", pdk_frame_text(job->mesh.frame));
    }
    pdk_put_i64(facets, 0, header, (int64_t)job->sound_triangles);
    return pdk_output_write(job->output, header, sizeof header, error);
}

static pdk_status write_stl(pdk_export *job, pdk_error *error)
{
    pdk_status status = pdk_export_count_sound(job, error);
    if (status != PDK_OK) return status;
    if (job->sound_triangles == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "stl.triangles",
                        "there are no triangles, and STL can hold nothing else");
    }
    if (job->sound_triangles > UINT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "stl.count", "an STL holds at most 4294967295 triangles");
    }
    const float *positions;
    status = pdk_export_positions(job, &positions, error);
    if (status == PDK_OK) status = put_header(job, error);
    pdk_pieces facets = { .count = job->mesh.triangle_count,
                          .item_size = FACET,
                          .make = make_facets,
                          .user = positions,
                          .total = job->mesh.triangle_count };
    if (status == PDK_OK) status = pdk_export_pieces(job, &facets, error);
    if (status == PDK_OK && facets.odd > 0) {
        pdk_export_note(job, PDK_WARNING, "convert.not_finite",
                        "%llu triangles have a corner that is not a finite number; they are kept",
                        (unsigned long long)facets.odd);
    }
    pdk_export_note(job, PDK_NOTE, "stl.unshared",
                    "STL does not store which triangles share a corner: each triangle has its own points");
    job->report->points = 3 * job->sound_triangles;
    job->report->triangles = job->sound_triangles;
    return status;
}

const pdk_exporter pdk_exporter_stl = {
    .info = { .id = "stl", .title = "Binary STL, triangles alone", .extensions = ".stl", .frame = PDK_FRAME_Z_UP },
    .holds = holds,
    .holds_fact = holds_fact,
    .write = write_stl,
};
