/* SMX reader: objects with their points and triangles stay where they are in the mapped file. */
#include "format/smx/smx.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mesh/imported.h"

static bool has_magic(pdk_bytes bytes)
{
    return bytes.size >= strlen(PDK_SMX_MAGIC) && memcmp(bytes.data, PDK_SMX_MAGIC, strlen(PDK_SMX_MAGIC)) == 0;
}

/* Magic and sizes that agree: an object fits, and the header is one that is read. */
static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (!has_magic(bytes)) {
        if (strcmp(probe->extension, ".smx") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .smx, but the tag LFSSMX is missing");
        return PDK_SCORE_EXTENSION;
    }
    snprintf(reason, capacity, "the tag LFSSMX at 0");
    if (bytes.size < pdk_smx_header.size) return PDK_SCORE_MAGIC;
    int64_t objects = pdk_get_i64(pdk_record_field(&pdk_smx_header, "object_count"), 0, bytes.data);
    if (objects < 0 || pdk_smx_header.size + (uint64_t)objects * pdk_smx_object.size > bytes.size)
        return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag LFSSMX at 0; %" PRId64 " objects fit the file", objects);
    return PDK_SCORE_CERTAIN;
}

static void walk(pdk_walker *walker)
{
    const pdk_smx *smx = walker->document->state;
    pdk_walk_records(walker, "header", &pdk_smx_header, 0, 1);
    for (size_t i = 0; i < smx->object_count && !walker->stopped; i++) {
        uint64_t points = smx->first_point[i + 1] - smx->first_point[i],
                 triangles = smx->first_triangle[i + 1] - smx->first_triangle[i];
        uint64_t at = smx->offsets[i] + pdk_smx_object.size;
        pdk_walk_records(walker, "object", &pdk_smx_object, smx->offsets[i], 1);
        pdk_walk_records(walker, "point", &pdk_smx_point, at, points);
        pdk_walk_records(walker, "triangle", &pdk_smx_triangle, at + points * pdk_smx_point.size, triangles);
    }
    if (smx->checkpoints_at == PDK_NO_OFFSET) return;
    pdk_walk_records(walker, "checkpoints", &pdk_smx_checkpoints, smx->checkpoints_at, 1);
    pdk_walk_records(walker, "checkpoint", &pdk_smx_checkpoint, smx->checkpoints_at + pdk_smx_checkpoints.size,
                     smx->checkpoint_count);
}

static void add_properties(pdk_document *document, const pdk_smx *smx)
{
    const pdk_field *ground = pdk_record_field(&pdk_smx_header, "ground_color");
    const uint8_t *color = smx->bytes.data + ground->offset;
    const char *text = pdk_keep_printf(&document->memory, "#%02x%02x%02x", color[0], color[1], color[2]);
    if (text == NULL) {
        document->failed = true;
        return;
    }
    pdk_document_add_field(document, pdk_record_field(&pdk_smx_header, "track"), smx->bytes.data);
    pdk_document_add_field(document, pdk_record_field(&pdk_smx_header, "resolution"), smx->bytes.data);
    pdk_document_add_count(document, "objects", smx->object_count, "parts of the mesh");
    pdk_document_add_count(document, "points", smx->mesh.point_count, "points of all objects, which share none");
    pdk_document_add_count(document, "triangles", smx->mesh.triangle_count, "triangles of all objects");
    pdk_document_add_count(document, "checkpoints", smx->checkpoint_count, "objects that are checkpoints");
    pdk_document_add_text(document, "ground_color", text, strlen(text),
                          "of the ground around the site: red, green, blue", PDK_CONFIRMED);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_smx *smx = pdk_document_new_state(document, sizeof *smx);
    if (smx == NULL) return pdk_document_built(document, error);
    pdk_status status = pdk_smx_read(document, smx, error);
    if (status == PDK_OK) status = pdk_smx_make_mesh(document, smx, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "version 0");
    pdk_document_add_region(document, "header", &pdk_smx_header, 0, pdk_smx_header.size, 1);
    add_properties(document, smx);
    pdk_smx_add_tables(document, smx);
    return pdk_document_imported(document, &smx->mesh, NULL, error);
}

const pdk_format pdk_format_smx = {
    .info = { .id = "smx",
              .title = "Live for Speed mesh of a track",
              .extensions = ".smx",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis = "one real file (Autocross) and the published note, whose order of colours the file corrects",
              .records = pdk_smx_records,
              .synth_options = "points" },
    .probe = probe,
    .open = open_document,
    .check = pdk_smx_check,
    .synth = PDK_GENERATOR(pdk_smx_synth),
    .walk = walk,
};
