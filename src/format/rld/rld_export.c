/* Any mesh as an RLD: the arrays as they are, or floats and numbers made run by run, so that memory does not grow with
 * them. */
#include "target/exporter.h"
#include "format/rld/rld_layout.h"

static pdk_status put_head(pdk_export *job, pdk_error *error)
{
    uint8_t header[16];
    pdk_put_string(&pdk_rld_header, header, "magic", "RLD0");
    pdk_put_string(&pdk_rld_header, header, "head_tag", "HEAD");
    pdk_put_i64(pdk_record_field(&pdk_rld_header, "points"), 0, header, (int64_t)job->mesh.point_count);
    pdk_put_i64(pdk_record_field(&pdk_rld_header, "triangles"), 0, header, (int64_t)job->sound_triangles);
    return pdk_output_write(job->output, header, sizeof header, error);
}

static pdk_status put_tag(pdk_export *job, const char *tag, pdk_error *error)
{
    uint8_t section[4];
    pdk_put_string(&pdk_rld_section, section, "tag", tag);
    return pdk_output_write(job->output, section, sizeof section, error);
}

static pdk_status put_points(pdk_export *job, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    pdk_pieces points = { .count = mesh->point_count,
                          .item_size = pdk_rld_point.size,
                          .make = pdk_make_points,
                          .total = mesh->point_count + mesh->triangle_count };
    pdk_status status = put_tag(job, "VERT", error);
    if (status == PDK_OK) status = pdk_export_pieces(job, &points, error);
    if (status == PDK_OK) pdk_export_note_odd(job, points.odd, "kept");
    return status;
}

static pdk_status put_triangles(pdk_export *job, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    pdk_pieces triangles = { .count = mesh->triangle_count,
                             .item_size = pdk_rld_triangle.size,
                             .make = pdk_make_triangles,
                             .done = mesh->point_count,
                             .total = mesh->point_count + mesh->triangle_count };
    pdk_status status = put_tag(job, "TRIS", error);
    return status == PDK_OK ? pdk_export_pieces(job, &triangles, error) : status;
}

static pdk_status put_blocks(pdk_export *job, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    const pdk_mesh_block whole = { NULL, 0, mesh->point_count };
    const pdk_mesh_block *blocks = mesh->block_count > 0 ? mesh->blocks : &whole;
    size_t count = mesh->block_count > 0 ? mesh->block_count : 1;
    uint8_t head[8], number[4];
    pdk_put_string(&pdk_rld_blocks, head, "tag", "BLKI");
    pdk_put_i64(pdk_record_field(&pdk_rld_blocks, "blocks"), 0, head, (int64_t)count);
    pdk_status status = pdk_output_write(job->output, head, sizeof head, error);
    for (size_t i = 0; i < 2 * count && status == PDK_OK; i++) {
        bool start = i < count;
        const pdk_record *record = start ? &pdk_rld_block_start : &pdk_rld_block_points;
        pdk_put_i64(&record->fields[0], 0, number,
                    (int64_t)(start ? blocks[i].first_point : blocks[i - count].point_count));
        status = pdk_output_write(job->output, number, sizeof number, error);
    }
    return status;
}

/* An RLD is there to be driven on. */
static void note_nothing_there(pdk_export *job)
{
    if (job->mesh.point_count == 0) {
        pdk_export_note(job, PDK_WARNING, "rld.empty", "there are no points: the RLD is empty");
    } else if (job->sound_triangles == 0) {
        pdk_export_note(job, PDK_NOTE, "rld.points_only",
                        "there are no triangles to drive on: add --triangulate to make them");
    }
}

static pdk_status write_rld(pdk_export *job, pdk_error *error)
{
    pdk_status status = pdk_export_count_sound(job, error);
    if (status != PDK_OK) return status;
    if (job->mesh.point_count > INT32_MAX || job->sound_triangles > INT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "rld.count",
                        "an RLD holds at most 2147483647 points and triangles");
    }
    note_nothing_there(job);
    status = put_head(job, error);
    if (status == PDK_OK) status = put_points(job, error);
    if (status == PDK_OK) status = put_triangles(job, error);
    if (status == PDK_OK) status = put_blocks(job, error);
    job->report->points = job->mesh.point_count;
    job->report->triangles = job->sound_triangles;
    return status;
}

const pdk_exporter pdk_exporter_rld = {
    .info = { .id = "rld", .title = "Racer lidar surface", .extensions = ".rld", .frame = PDK_FRAME_ROAD },
    .write = write_rld,
};
