/* RLD reader: the arrays stay where they are in the mapped file, so that opening costs the same at any size. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/rld/rld.h"
#include "format/rld/rld_layout.h"
#include "model/frame.h"

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size < 4 || memcmp(bytes.data, "RLD", 3) != 0 || bytes.data[3] < '0' || bytes.data[3] > '9') {
        if (strcmp(probe->extension, ".rld") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .rld, but the tag RLD0 is missing");
        return PDK_SCORE_EXTENSION;
    }
    snprintf(reason, capacity, "the tag %.4s at 0", (const char *)bytes.data);
    if (bytes.data[3] != '0' || bytes.size < pdk_rld_header.size ||
        memcmp(bytes.data + PDK_RLD_HEAD_TAG, "HEAD", 4) != 0) {
        return PDK_SCORE_MAGIC;
    }
    uint64_t points = pdk_load_u32(bytes.data + PDK_RLD_POINTS),
             triangles = pdk_load_u32(bytes.data + PDK_RLD_TRIANGLES);
    if (pdk_rld_header.size + pdk_rld_section.size + pdk_rld_point.size * points + pdk_rld_triangle.size * triangles >
        bytes.size)
        return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tags RLD0 and HEAD at 0; %" PRIu64 " points and %" PRIu64 " triangles fit the file",
             points, triangles);
    return PDK_SCORE_CERTAIN;
}

/* ------------------------------------------------------------------------------------------ columns of blocks */

static pdk_status compute_point_block(const pdk_batch *batch, void *values)
{
    const pdk_rld *rld = batch->column->data;
    size_t hint = 0;
    for (size_t i = 0; i < batch->count; i++) {
        ((int32_t *)values)[i] = pdk_block_spans_find(&rld->spans, (uint32_t)(batch->first + i), &hint);
    }
    return PDK_OK;
}

static pdk_status compute_triangle_block(const pdk_batch *batch, void *values)
{
    const pdk_rld *rld = batch->column->data;
    size_t hint = 0;
    for (size_t i = 0; i < batch->count; i++) {
        uint32_t corner = pdk_load_u32(batch->rows[i].at);
        ((int32_t *)values)[i] = corner < rld->point_count ? pdk_block_spans_find(&rld->spans, corner, &hint) : -1;
    }
    return PDK_OK;
}

static void add_tables(pdk_document *document, const pdk_rld *rld)
{
    pdk_table *points = pdk_document_add_table(document, "points", "a row for each scanned point", rld->point_count, 4);
    pdk_table_set_strided(points, rld->points, pdk_rld_point.size);
    pdk_table_add_record(points, &pdk_rld_point, 0);
    pdk_table_add_computed(
        points,
        (pdk_column_info){ .name = "block",
                           .type = PDK_INT32,
                           .meaning = "the block that the point is in; of several, the one that starts last",
                           .certainty = PDK_LIKELY },
        compute_point_block, rld, 0);
    pdk_table_set_sentinel(points, -1);
    static const pdk_column_role roles[] = {
        { "x", PDK_ROLE_X, PDK_FRAME_ROAD },
        { "y", PDK_ROLE_Y, PDK_FRAME_ROAD },
        { "z", PDK_ROLE_Z, PDK_FRAME_ROAD },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(points, roles);

    pdk_table *triangles =
        pdk_document_add_table(document, "triangles", "a row for each triangle", rld->triangle_count, 4);
    pdk_table_set_strided(triangles, rld->triangles, pdk_rld_triangle.size);
    pdk_table_add_record(triangles, &pdk_rld_triangle, 0);
    pdk_table_add_computed(
        triangles,
        (pdk_column_info){ .name = "block",
                           .type = PDK_INT32,
                           .meaning = "the block of the first corner: a triangle can reach into several blocks",
                           .certainty = PDK_GUESSED },
        compute_triangle_block, rld, 0);
    pdk_table_set_sentinel(triangles, -1);

    pdk_table *blocks =
        pdk_document_add_table(document, "blocks", "a row for each block of points", rld->block_count, 2);
    pdk_table_set_strided(blocks, rld->starts, rld->block_stride);
    pdk_table_add_field(blocks, NULL, &pdk_rld_block_start.fields[0], 0, 0);
    pdk_table_add_field(blocks, NULL, &pdk_rld_block_points.fields[0], 0, (uint64_t)(rld->counts - rld->starts));
}

/* ----------------------------------------------------------------------------------------------------- open */

static void add_regions(pdk_document *document, const pdk_rld *rld)
{
    const uint8_t *content = document->content.data;
    pdk_document_add_region(document, "header", &pdk_rld_header, 0, pdk_rld_header.size, 1);
    if (rld->points != NULL) {
        pdk_document_add_region(document, "vert", &pdk_rld_section, rld->points_at - 4, pdk_rld_section.size, 1);
        pdk_document_add_bulk_region(document, "point", &pdk_rld_point, rld->points_at, pdk_rld_point.size,
                                     rld->point_count);
    }
    if (rld->triangles != NULL) {
        pdk_document_add_region(document, "tris", &pdk_rld_section, rld->triangles_at - 4, pdk_rld_section.size, 1);
        pdk_document_add_bulk_region(document, "triangle", &pdk_rld_triangle, rld->triangles_at, pdk_rld_triangle.size,
                                     rld->triangle_count);
    }
    if (rld->blocks_at == PDK_NO_OFFSET) return;
    pdk_document_add_region(document, "blocks", &pdk_rld_blocks, rld->blocks_at, pdk_rld_blocks.size, 1);
    pdk_document_add_bulk_region(document, "block_start", &pdk_rld_block_start, (uint64_t)(rld->starts - content),
                                 rld->block_stride, rld->block_count);
    pdk_document_add_bulk_region(document, "block_points", &pdk_rld_block_points, (uint64_t)(rld->counts - content),
                                 rld->block_stride, rld->block_count);
}

/* With `partial` set, the surface has only sound triangles, so no reader has to check them. Only then is this pass over
 * the triangles made. */
static void leave_out_unsound(pdk_document *document, pdk_rld *rld)
{
    rld->sound_triangles = document->partial ? pdk_rld_count_sound(document, rld) : rld->triangle_count;
    uint64_t unsound = rld->triangle_count - rld->sound_triangles;
    if (unsound == 0) return;
    pdk_document_add_finding(
        document, PDK_ERROR, "rld.index.dropped", rld->triangles_at, "rld.triangle",
        "%" PRIu64 " of %" PRIu64
        " triangles refer to points that do not exist; the surface leaves them out, the table keeps them",
        unsound, rld->triangle_count);
}

static void add_properties(pdk_document *document, const pdk_rld *rld)
{
    const char *frame = pdk_frame_text(PDK_FRAME_ROAD);
    pdk_document_add_count(document, "points", rld->point_count, "scanned points");
    pdk_document_add_count(document, "triangles", rld->triangle_count, "triangles over them");
    pdk_document_add_count(document, "blocks", rld->block_count, "runs of points, for colour only");
    pdk_document_add_text(document, "frame", frame, strlen(frame), "the axes of points and surface, right-handed",
                          PDK_LIKELY);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_rld *rld = pdk_document_new_state(document, sizeof *rld);
    if (rld == NULL) return pdk_document_built(document, error);
    pdk_status status = pdk_rld_read_shape(document, rld, error);
    if (status != PDK_OK) return status;
    if (rld->blocks_at != PDK_NO_OFFSET) pdk_rld_read_blocks(document, rld);
    else pdk_rld_assume_block(document, rld);
    if (document->failed) return pdk_document_built(document, error);

    const char *blocks = rld->block_pairs ? ", blocks as pairs" : "";
    if (rld->blocks_at == PDK_NO_OFFSET) blocks = ", no blocks";
    pdk_document_set_dialect(document, "version 0%s", blocks);
    leave_out_unsound(document, rld);
    add_properties(document, rld);
    add_regions(document, rld);
    add_tables(document, rld);
    pdk_surface_entry surface = {
        .info = { .name = "surface",
                  .frame = PDK_FRAME_ROAD,
                  .vertices = rld->point_count,
                  .triangles = rld->sound_triangles,
                  .certainty = PDK_CONFIRMED },
        .build = pdk_rld_build_surface,
        .state = rld,
    };
    pdk_document_add_surface(document, &surface);
    return pdk_document_built(document, error);
}

static const pdk_services services = { .blocks = pdk_rld_list_blocks };

const pdk_format pdk_format_rld = {
    .info = { .id = "rld",
              .title = "Racer lidar surface",
              .extensions = ".rld",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE | PDK_CAN_REPAIR,
              .certainty = PDK_CONFIRMED,
              .basis = "checked on the only file that Racer's documentation publishes, 81 points in one block; several "
                       "blocks, and how Racer treats oddities, were never seen",
              .records = pdk_rld_records,
              .synth_options = "points size" },
    .probe = probe,
    .open = open_document,
    .check = pdk_rld_check,
    .synth = PDK_GENERATOR(pdk_rld_synth),
    .repair = pdk_rld_repair_surface,
    .services = &services,
};
