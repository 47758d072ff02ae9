/* An ASE file as a document with one surface; its objects are blocks. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/read_number.h"
#include "format/format.h"
#include "format/ase/ase.h"
#include "format/ase/ase_text.h"
#include "mesh/imported.h"
#include "mesh/points_table.h"
#include "mesh/text_lines.h"
#include "text/encoding.h"

/* The first line, in either kind of text. */
static bool begins(pdk_bytes bytes)
{
    static const char magic[] = "*3DSMAX_ASCIIEXPORT";
    const char *mark = pdk_encoding_mark(bytes);
    size_t step = mark != NULL && strcmp(mark, "UTF-8") != 0 ? 2 : 1, at = mark == NULL ? 0 : step == 2 ? 2 : 3;
    if (step == 2 && bytes.data[0] == 0xFE) at++;
    for (size_t i = 0; i + 1 < sizeof magic; i++, at += step) {
        if (at >= bytes.size || bytes.data[at] != (uint8_t)magic[i]) return false;
    }
    return true;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    if (begins(probe->bytes)) {
        const char *mark = pdk_encoding_mark(probe->bytes);
        snprintf(reason, capacity, "the first line is *3DSMAX_ASCIIEXPORT%s%s", mark != NULL ? ", in " : "",
                 mark != NULL ? mark : "");
        return PDK_SCORE_CERTAIN;
    }
    if (strcmp(probe->extension, ".ase") != 0) return 0;
    snprintf(reason, capacity, "the name ends in .ase, but the first line is not *3DSMAX_ASCIIEXPORT");
    return PDK_SCORE_EXTENSION;
}

static void report(pdk_ase *ase)
{
    if (ase->frames > 0) {
        pdk_document_add_finding(
            ase->document, PDK_NOTE, "ase.animation", PDK_NO_OFFSET, "ase",
            "%" PRIu64 " meshes of animations are ignored: objects are read in their first position", ase->frames);
    }
    if (ase->has_texture) {
        pdk_document_add_finding(ase->document, PDK_NOTE, "ase.texture", PDK_NO_OFFSET, "ase",
                                 "texture coordinates and materials are ignored");
    }
    if (ase->normal_lines.count > 0) {
        pdk_document_add_finding(ase->document, PDK_WARNING, "ase.normal",
                                 pdk_encoding_offset(ase->document->content, ase->normal_lines.first), "ase",
                                 "%" PRIu64 " lines of normals or axes do not have the numbers they need; normals are "
                                 "left out",
                                 ase->normal_lines.count);
    }
    if (ase->texture_lines.count > 0) {
        pdk_document_add_finding(ase->document, PDK_WARNING, "ase.texture.value",
                                 pdk_encoding_offset(ase->document->content, ase->texture_lines.first), "ase",
                                 "%" PRIu64 " texture coordinates are not three numbers", ase->texture_lines.count);
    }
    if (ase->bad_texture > 0) {
        pdk_document_add_finding(ase->document, PDK_WARNING, "ase.texture.index", PDK_NO_OFFSET, "ase",
                                 "%" PRIu64
                                 " triangles refer to texture coordinates that do not exist, or are not numbered",
                                 ase->bad_texture);
    }
}

/* What conversions keep the names of, or note. */
static void add_fact(pdk_ase *ase, const char *name, uint64_t count)
{
    if (count == 0) return;
    ase->facts[ase->fact_count++] =
        (pdk_mesh_fact){ .kind = PDK_FACT_OTHER, .format = "ase", .name = name, .count = count };
}

/* The parts that are read are the same in all known versions (200 and before). */
static void look_at_version(const pdk_ase *ase)
{
    const char *text = (const char *)ase->text.data;
    pdk_text_cursor cursor = { text, text + ase->text.size, NULL, NULL };
    pdk_line line, word;
    int64_t version;
    bool known = pdk_text_next(&cursor, &line) && pdk_line_word(&line, &word) && pdk_line_word(&line, &word) &&
                 pdk_read_integer(&word.at, word.end, &version) && word.at == word.end;
    if (!known)
        pdk_document_add_finding(ase->document, PDK_WARNING, "ase.version", PDK_NO_OFFSET, "ase",
                                 "the first line has no version number after *3DSMAX_ASCIIEXPORT");
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_ase *ase = pdk_document_new_state(document, sizeof *ase);
    if (ase == NULL) return pdk_document_built(document, error);
    pdk_memory *memory = &document->memory;
    *ase = (pdk_ase){ .document = document,
                      .text = pdk_text_of_encoding(memory, document->content),
                      .points = pdk_vector_of(memory, sizeof(double[3])),
                      .triangles = pdk_vector_of(memory, sizeof(uint32_t[3])),
                      .normals = pdk_vector_of(memory, sizeof(pdk_ase_normal)),
                      .blocks = pdk_vector_of(memory, sizeof(pdk_mesh_block)) };
    if (ase->text.data == NULL) return pdk_fail_memory(error, memory, "the text");
    if (memchr(ase->text.data, '\n', ase->text.size) == NULL && memchr(ase->text.data, '\r', ase->text.size) != NULL) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, 0, "ase.lines",
                        "lines end with a carriage return alone, as on old Macs: convert the line ends first");
    }
    if (!begins(document->content))
        return pdk_fail(error, PDK_E_CORRUPT, 0, "ase.magic", "the first line must be *3DSMAX_ASCIIEXPORT");
    look_at_version(ase);
    pdk_status status = pdk_ase_read(ase, error);
    if (status != PDK_OK) return status;
    if (ase->points.count == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, document->content.size, "ase.objects",
                        "the file has no object with a mesh");
    }
    const char *mark = pdk_encoding_mark(document->content);
    pdk_document_set_dialect(document, "%s", mark != NULL ? mark : "plain text");
    pdk_document_add_evidence(
        document,
        "the file does not name its axes: x, y and z are read unchanged, with z up; Racer turned them in 2002, as "
        "--axes -y+x+z does");
    pdk_document_add_count(document, "objects", ase->meshes, "objects with a mesh");
    report(ase);
    status = pdk_ase_end_normals(ase, error);
    if (status != PDK_OK) return status;
    ase->arrays = (pdk_mesh_arrays){ .points = ase->points.items,
                                     .triangles = ase->triangles.items,
                                     .normals = (const float(*)[3])ase->point_normals };
    ase->mesh = pdk_mesh_of_arrays(&ase->arrays, ase->points.count, ase->triangles.count, PDK_FRAME_Z_UP);
    ase->mesh.blocks = ase->blocks.items;
    ase->mesh.block_count = ase->blocks.count;
    add_fact(ase, "names of objects", ase->blocks.count);
    add_fact(ase, "meshes of animations", ase->frames);
    add_fact(ase, "animations", ase->animations);
    add_fact(ase, "materials", ase->materials);
    add_fact(ase, "texture coordinates", ase->has_texture);
    ase->mesh.facts = ase->facts;
    ase->mesh.fact_count = ase->fact_count;
    pdk_document_add_points_table(document, &ase->mesh, "a row for each vertex");
    pdk_document_add_blocks(document, &ase->mesh, "a row for each object with a mesh");
    return pdk_document_imported(document, &ase->mesh, NULL, error);
}

const pdk_format pdk_format_ase = {
    .info = { .id = "ase",
              .title = "3ds Max ASE scene",
              .extensions = ".ase",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_CONFIRMED,
              .basis = "checked on three files of 3ds Max, one in UTF-16; whether Racer's own converter turns axes is "
                       "unknown",
              .records = pdk_no_records },
    .probe = probe,
    .open = open_document,
};
