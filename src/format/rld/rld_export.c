/* Any mesh as an RLD: floats and numbers run by run, so that memory does not grow with them. */
#include <string.h>

#include "base/load.h"
#include "export/exporter.h"
#include "format/rld/rld_layout.h"

enum { RUN = 4096, TRIPLE = 12 };

/* Room for one run on its way out. */
typedef struct rld_runs {
    pdk_export *job;
    double points[RUN][3];
    uint32_t corners[RUN][3];
    uint8_t bytes[RUN * TRIPLE];
    pdk_error *error;
} rld_runs;

static pdk_status put_head(pdk_export *job, pdk_error *error)
{
    uint8_t header[16];
    pdk_put_string(&pdk_rld_header, header, "magic", "RLD0");
    pdk_put_string(&pdk_rld_header, header, "head_tag", "HEAD");
    pdk_put_i64(pdk_record_field(&pdk_rld_header, "points"), 0, header, (int64_t)job->mesh.point_count);
    pdk_put_i64(pdk_record_field(&pdk_rld_header, "triangles"), 0, header, (int64_t)job->mesh.triangle_count);
    return pdk_output_write(job->output, header, sizeof header, error);
}

static pdk_status put_tag(pdk_export *job, const char *tag, pdk_error *error)
{
    uint8_t section[4];
    pdk_put_string(&pdk_rld_section, section, "tag", tag);
    return pdk_output_write(job->output, section, sizeof section, error);
}

static pdk_status put_points(rld_runs *runs, uint64_t first, size_t count)
{
    const pdk_mesh *mesh = &runs->job->mesh;
    pdk_status status = mesh->read_points(mesh, first, count, runs->points, runs->error);
    for (size_t i = 0; i < 3 * count && status == PDK_OK; i++) {
        float value = (float)runs->points[i / 3][i % 3];
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        pdk_store_u32(runs->bytes + 4 * i, bits);
    }
    return status == PDK_OK ? pdk_output_write(runs->job->output, runs->bytes, TRIPLE * count, runs->error) : status;
}

static pdk_status put_triangles(rld_runs *runs, uint64_t first, size_t count)
{
    const pdk_mesh *mesh = &runs->job->mesh;
    pdk_status status = mesh->read_triangles(mesh, first, count, runs->corners, runs->error);
    for (size_t i = 0; i < 3 * count && status == PDK_OK; i++) pdk_store_u32(runs->bytes + 4 * i, runs->corners[i / 3][i % 3]);
    return status == PDK_OK ? pdk_output_write(runs->job->output, runs->bytes, TRIPLE * count, runs->error) : status;
}

static pdk_status put_all(rld_runs *runs, uint64_t total, uint64_t done, pdk_status (*put)(rld_runs *, uint64_t, size_t))
{
    const pdk_mesh *mesh = &runs->job->mesh;
    pdk_status status = PDK_OK;
    for (uint64_t at = 0; at < total && status == PDK_OK; at += RUN) {
        status = put(runs, at, total - at < RUN ? (size_t)(total - at) : RUN);
        if (status == PDK_OK && at / RUN % 16 == 0) {
            status = pdk_export_progress(runs->job, done + at, mesh->point_count + mesh->triangle_count, runs->error);
        }
    }
    return status;
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
        pdk_put_i64(&record->fields[0], 0, number, (int64_t)(start ? blocks[i].first_point : blocks[i - count].point_count));
        status = pdk_output_write(job->output, number, sizeof number, error);
    }
    return status;
}

static pdk_status write_rld(pdk_export *job, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    if (mesh->point_count > INT32_MAX || mesh->triangle_count > INT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "rld.count", "an RLD has room for 2147483647 points and triangles");
    }
    rld_runs *runs = pdk_alloc_raw(job->memory, sizeof *runs);
    if (runs == NULL) return pdk_fail_memory(error, job->memory, "a run of points");
    runs->job = job;
    runs->error = error;
    pdk_status status = put_head(job, error);
    if (status == PDK_OK) status = put_tag(job, "VERT", error);
    if (status == PDK_OK) status = put_all(runs, mesh->point_count, 0, put_points);
    if (status == PDK_OK) status = put_tag(job, "TRIS", error);
    if (status == PDK_OK) status = put_all(runs, mesh->triangle_count, mesh->point_count, put_triangles);
    if (status == PDK_OK) status = put_blocks(job, error);
    job->report->points = mesh->point_count;
    job->report->triangles = mesh->triangle_count;
    return status;
}

const pdk_exporter pdk_exporter_rld = {
    .info = { .id = "rld",
              .title = "Racer lidar surface",
              .extensions = ".rld",
              .frame = "x forward, y left, z up; m" },
    .frame = PDK_FRAME_ROAD,
    .write = write_rld,
};
