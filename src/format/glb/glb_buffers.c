/* The buffers of a glTF: the binary part of a GLB, bytes in data: URIs, and files next to it. */
#include "format/glb/glb_reader.h"
#include "format/glb/glb_uri.h"
#include "model/referenced_file.h"

static pdk_status fail_buffer(const pdk_glb *glb, size_t number, const char *what, pdk_error *error)
{
    return pdk_glb_fail(glb, error, "glb.buffer", "buffers", number, what);
}

static pdk_status decode_data(const pdk_glb *glb, pdk_text uri, size_t number, pdk_bytes *to, pdk_error *error)
{
    if (pdk_uri_decode_data(&glb->document->memory, uri, to)) return PDK_OK;
    if (to->data == NULL) return pdk_fail_memory(error, &glb->document->memory, "a buffer");
    return fail_buffer(glb, number, "the data: URI of this buffer is damaged", error);
}

/* Failures are reported with the offset of the JSON. */
static pdk_status open_file(const pdk_glb *glb, pdk_text uri, pdk_bytes *to, pdk_error *error)
{
    pdk_error reason;
    char *path = pdk_uri_path(&glb->document->memory, uri);
    if (path == NULL) return pdk_fail_memory(error, &glb->document->memory, "a file's name");
    pdk_status status = pdk_referenced_file_open(glb->document, path, SIZE_MAX, to, &reason);
    return status == PDK_OK ? status : pdk_fail(error, status, glb->json_at, reason.code, "%s", reason.message);
}

static pdk_status read_buffer(pdk_glb *glb, pdk_json_found buffer, size_t number, pdk_bytes binary, pdk_error *error)
{
    pdk_text uri = pdk_json_as_text(pdk_json_member(buffer, "uri"));
    pdk_bytes *to = &glb->buffers[number];
    uint64_t length = pdk_glb_number(buffer, "byteLength", UINT64_MAX);
    pdk_status status = PDK_OK;
    if (uri.data == NULL && number == 0) *to = binary;
    if (uri.data != NULL)
        status = pdk_uri_is_data(uri) ? decode_data(glb, uri, number, to, error) : open_file(glb, uri, to, error);
    if (status != PDK_OK) return status;
    if (length > to->size && !(glb->document->partial && uri.data == NULL))
        return fail_buffer(glb, number, "the buffer has fewer bytes than its byteLength says", error);
    return PDK_OK;
}

/* A file that several buffers name counts once. */
static void sum_sizes(pdk_glb *glb)
{
    const pdk_referenced_file *files = glb->document->referenced_files.items;
    glb->size = glb->document->content.size;
    for (size_t i = 0; i < glb->document->referenced_files.count; i++) glb->size += files[i].input.bytes.size;
}

pdk_status pdk_glb_read_buffers(pdk_glb *glb, pdk_bytes binary, pdk_error *error)
{
    pdk_json_found buffers = pdk_json_member(pdk_json_root(&glb->json), "buffers");
    sum_sizes(glb);
    if (pdk_json_kind(buffers) != '[') return PDK_OK;
    glb->buffer_count = pdk_json_count(buffers, SIZE_MAX);
    glb->buffers = pdk_alloc_array(&glb->document->memory, glb->buffer_count, sizeof *glb->buffers);
    if (glb->buffers == NULL) return pdk_fail_memory(error, &glb->document->memory, "buffers");
    size_t number = 0;
    for (pdk_json_found buffer = pdk_json_first(buffers); buffer.tree != NULL;
         buffer = pdk_json_next(buffers, buffer), number++) {
        pdk_status status = read_buffer(glb, buffer, number, binary, error);
        if (status != PDK_OK) return status;
    }
    sum_sizes(glb);
    return PDK_OK;
}
