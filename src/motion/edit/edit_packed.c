/* The result of an edit, packed again as the document was. */
#include <string.h>

#include "codec/codec.h"
#include "edit/edit.h"
#include "io/output.h"
#include "model/document_life.h"

pdk_status pdk_pack_again(const pdk_document *document, const void *data, size_t size, pdk_output *output,
                          pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    if (document == NULL || data == NULL || output == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "packing again needs a document, bytes and an output");
    }
    if (document->packed != NULL && pdk_codec_find(document->packed) == NULL)
        return pdk_output_write(output, data, size, error); /* what is packed is inside the file, and stays as it is */
    pdk_bytes original = document->input.bytes, content = document->content;
    bool sound = document->packed != NULL && !document->packing_damaged;
    if (sound && size == content.size && memcmp(data, content.data, size) == 0) {
        return pdk_output_write(output, original.data, original.size, error);
    }
    return pdk_codec_pack_again(original, (pdk_bytes){ data, size }, &document->memory.allocator,
                                document->limits.memory, output, error);
}

pdk_status pdk_edit_write_packed(const pdk_edit *edit, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_EDIT(edit);
    PDK_HOLD_OUTPUT(output);
    if (edit == NULL || output == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "writing needs an edit and an output");
    }
    pdk_memory memory;
    pdk_memory_init(&memory, &edit->memory.allocator, edit->memory.limit);
    pdk_output *plain = NULL;
    pdk_status status = pdk_output_held(&memory, &plain, error);
    if (status == PDK_OK) status = pdk_edit_write(edit, plain, error);
    if (status == PDK_OK) {
        pdk_bytes bytes = pdk_output_bytes(plain);
        status = pdk_pack_again(edit->document, bytes.data != NULL ? bytes.data : (const uint8_t *)"", bytes.size,
                                output, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}
