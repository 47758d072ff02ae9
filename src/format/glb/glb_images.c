/* Pictures of a glTF: PNG or JPEG in a buffer view, in a data: URI, or in a file next to it. */
#include "format/glb/glb_reader.h"
#include "format/glb/glb_uri.h"
#include "mesh/encoded_image.h"

/* Finds where the bytes are: *path is the file's name where they are in one. false = there are none; *failed = memory
 * ran out. */
static bool find_bytes(const pdk_glb *glb, pdk_json_found from, pdk_bytes *bytes, const char **path, bool *failed)
{
    pdk_memory *memory = &glb->document->memory;
    pdk_text uri = pdk_json_as_text(pdk_json_member(from, "uri"));
    *path = NULL;
    *bytes = (pdk_bytes){ NULL, 0 };
    if (uri.data == NULL) {
        *bytes = pdk_glb_view_bytes(glb, pdk_json_member(from, "bufferView"));
        return bytes->size > 0;
    }
    if (pdk_uri_is_data(uri)) {
        bool fine = pdk_uri_decode_data(memory, uri, bytes);
        *failed = bytes->data == NULL;
        return fine && !*failed;
    }
    *path = pdk_uri_path(memory, uri);
    *failed = *path == NULL;
    return !*failed;
}

static pdk_status read_image(pdk_glb *glb, pdk_json_found from, size_t *number, pdk_error *error)
{
    pdk_memory *memory = &glb->document->memory;
    pdk_bytes bytes;
    const char *path, *name = NULL;
    bool failed = false;
    from = pdk_glb_small(from);
    bool found = find_bytes(glb, from, &bytes, &path, &failed);
    pdk_text own = pdk_json_as_text(pdk_json_member(from, "name"));
    if (found && own.data != NULL && own.size > 0 && own.size < 200) {
        name = pdk_keep_printf(memory, "%.*s", (int)own.size, own.data);
        failed = name == NULL;
    }
    if (failed) return pdk_fail_memory(error, memory, "pictures");
    return found ? pdk_document_add_encoded_image(glb->document, name, bytes, path, number, error) : PDK_OK;
}

pdk_status pdk_glb_read_images(pdk_glb *glb, pdk_error *error)
{
    glb->image_count = glb->images.count < PDK_MAX_ENCODED_IMAGES ? glb->images.count : PDK_MAX_ENCODED_IMAGES;
    glb->image_numbers = pdk_alloc_array(&glb->document->memory, glb->image_count, sizeof *glb->image_numbers);
    if (glb->image_numbers == NULL) return pdk_fail_memory(error, &glb->document->memory, "pictures");
    for (size_t i = 0; i < glb->image_count; i++) glb->image_numbers[i] = PDK_MESH_NONE;
    glb->bad_images += glb->images.count - glb->image_count;
    size_t i = 0;
    for (pdk_json_found at = pdk_json_first(glb->images.array); at.tree != NULL && i < glb->image_count;
         at = pdk_json_next(glb->images.array, at), i++) {
        pdk_status status = read_image(glb, at, &glb->image_numbers[i], error);
        if (status != PDK_OK) return status;
        glb->bad_images += glb->image_numbers[i] == PDK_MESH_NONE;
    }
    return PDK_OK;
}
