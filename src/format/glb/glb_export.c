/* GLB (glTF 2.0, binary): a header, JSON, and a binary part that is written run by run. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "format/glb/glb_export.h"
#include "format/glb/glb_layout.h"

enum { MAX_SIZE = 16 /* of an element */ };

/* `total` bytes will be written in all. */
static pdk_status put_view(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t total, uint8_t *bytes,
                           pdk_error *error)
{
    static const uint8_t zeros[4] = { 0 };
    pdk_output *output = glb->job->output;
    uint64_t begin = pdk_output_position(output);
    if (view->packed.data != NULL) {
        pdk_status status = pdk_output_write(output, view->packed.data, view->packed.size, error);
        if (status != PDK_OK) return status;
    }
    uint64_t things = view->packed.data != NULL ? 0 : pdk_glb_things(glb, view);
    for (uint64_t at = 0; at < things; at += PDK_SCENE_RUN) {
        size_t size, count = things - at < PDK_SCENE_RUN ? (size_t)(things - at) : PDK_SCENE_RUN;
        pdk_status status = pdk_glb_fill(glb, view, at, count, (pdk_glb_bytes){ bytes, &size }, error);
        if (status == PDK_OK) status = pdk_output_write(output, bytes, size, error);
        if (at / PDK_SCENE_RUN % 512 == 511 && status == PDK_OK) {
            pdk_trim(glb->job->document); /* what was read is not needed again */
            status = pdk_export_progress(glb->job, begin + at * view->size, total, error);
        }
        if (status != PDK_OK) return status;
    }
    return pdk_output_write(output, zeros, (4 - (pdk_output_position(output) - begin) % 4) % 4, error);
}

static pdk_status put_chunk(pdk_output *output, uint64_t size, uint32_t type, pdk_error *error)
{
    uint8_t head[PDK_GLB_CHUNK];
    pdk_store_u32(head, (uint32_t)size);
    pdk_store_u32(head + PDK_GLB_CHUNK_TYPE, type);
    return pdk_output_write(output, head, sizeof head, error);
}

static pdk_status put_all(const pdk_glb_export *glb, pdk_bytes json, pdk_error *error)
{
    pdk_output *output = glb->job->output;
    uint64_t total = PDK_GLB_START + (uint64_t)json.size + (glb->size > 0 ? PDK_GLB_CHUNK + glb->size : 0);
    if (total > UINT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "glb.size",
                        "a GLB holds at most 4294967295 bytes, but this one needs %llu; add --quantize",
                        (unsigned long long)total);
    }
    uint8_t header[PDK_GLB_HEADER];
    memcpy(header, PDK_GLB_MAGIC, 4);
    pdk_store_u32(header + PDK_GLB_VERSION, 2);
    pdk_store_u32(header + PDK_GLB_LENGTH, (uint32_t)total);
    uint8_t *bytes = pdk_alloc_raw(glb->job->memory, (size_t)PDK_SCENE_RUN * MAX_SIZE);
    if (bytes == NULL) return pdk_fail_memory(error, glb->job->memory, "a GLB");
    pdk_status status = pdk_output_write(output, header, sizeof header, error);
    if (status == PDK_OK) status = put_chunk(output, json.size, PDK_GLB_JSON, error);
    if (status == PDK_OK) status = pdk_output_write(output, json.data, json.size, error);
    if (status == PDK_OK && glb->size > 0) status = put_chunk(output, glb->size, PDK_GLB_BIN, error);
    for (size_t i = 0; i < glb->views.count && status == PDK_OK; i++)
        status = put_view(glb, pdk_glb_view_at(glb, i), total, bytes, error);
    return status;
}

static pdk_status write_parts(pdk_glb_export *glb, pdk_error *error)
{
    pdk_output *json = NULL;
    pdk_status status = pdk_scene_pictures_make(&glb->scene, &glb->pictures, error);
    if (status == PDK_OK) status = pdk_glb_plan(glb, error);
    if (status == PDK_OK) status = pdk_output_memory(&json, error);
    if (status == PDK_OK) status = pdk_glb_write_json(glb, json, error);
    if (status == PDK_OK) status = put_all(glb, pdk_output_bytes(json), error);
    pdk_output_close(json);
    return status;
}

/* Steps of a 65535th of a mesh's size are coarse for a large one. */
static void note_steps(const pdk_glb_export *glb)
{
    double widest = 0;
    for (size_t i = 0; i < glb->scene.scene.meshes.count; i++) {
        const pdk_scene_extent *extent = &glb->scene.extents[i];
        for (int k = 0; k < 3 && !extent->empty; k++)
            widest = fmax(widest, (double)extent->maximum[k] - (double)extent->minimum[k]);
    }
    double off = widest / UINT16_MAX / 2;
    if (off <= PDK_FLOAT_LIMIT) return;
    pdk_export_note(glb->job, PDK_NOTE, "glb.steps",
                    "quantized points are off by up to %.3g m: the largest part is %.6g m wide", off, widest);
}

static pdk_status write_glb(pdk_export *job, pdk_error *error)
{
    if (job->mesh.point_count > UINT32_MAX) { /* the last number there is restarts strips */
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "glb.points",
                        "a mesh of a GLB holds at most 4294967295 points, but this one has %llu",
                        (unsigned long long)job->mesh.point_count);
    }
    pdk_glb_export glb = { .job = job,
                           .quantized = job->options->glb->quantize,
                           .compressed = job->options->glb->compress };
    pdk_status status = pdk_scene_view_open(job, &glb.scene, error);
    if (status == PDK_OK && glb.quantized) note_steps(&glb);
    if (status == PDK_OK) status = write_parts(&glb, error);
    pdk_scene_pictures_free(&glb.scene, glb.pictures);
    return status;
}

static bool holds(const pdk_export *job, const pdk_attribute *attribute)
{
    (void)job;
    return attribute->role == (attribute->of_triangles ? PDK_ATTRIBUTE_MATERIAL : PDK_ATTRIBUTE_COLOR);
}

static bool holds_fact(const pdk_export *job, const pdk_mesh_fact *fact)
{
    (void)job;
    bool nodes = strcmp(fact->name, "names of objects") == 0 || strcmp(fact->name, "tree of nodes") == 0;
    return fact->kind == PDK_FACT_OTHER && nodes;
}

const pdk_exporter pdk_exporter_glb = {
    .info = { .id = "glb",
              .title = "glTF 2.0, binary",
              .extensions = ".glb",
              .frame = PDK_FRAME_Y_UP,
              .pictures = true,
              .recordings = true },
    .states_place = true,
    .normals = true,
    .coordinates = true,
    .linear_colors = true,
    .groups = true,
    .moving = true,
    .holds = holds,
    .holds_fact = holds_fact,
    .accept = pdk_scene_view_accept,
    .write = write_glb,
};
