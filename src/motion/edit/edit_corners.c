/* Shapes of 3D parts brought back: the format does it in a copy of the file. */
#include "edit/edit.h"

static pdk_status set_in_copy(pdk_edit *edit, pdk_shape_edit *shape, pdk_error *error)
{
    const pdk_document *document = edit->document;
    size_t size = document->content.size;
    shape->edited = pdk_alloc_raw(shape->memory, size);
    if (shape->edited == NULL) return pdk_fail_memory(error, shape->memory, "a copy of the file");
    pdk_edit_read_bytes(edit, 0, shape->edited, size);
    pdk_status status = pdk_format_of(document)->set_corners(document, shape, error);
    if (status != PDK_OK || pdk_edit_take_over(edit, shape->edited)) return status;
    return pdk_fail_memory(error, &edit->memory, "a change");
}

pdk_status pdk_edit_set_corners(pdk_edit *edit, const pdk_part_corner *corners, size_t count,
                                pdk_corner_changes *changes, pdk_error *error)
{
    if (edit == NULL || (corners == NULL && count > 0))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an edit of a shape needs corners");
    pdk_corner_changes made = { 0 };
    pdk_status status = pdk_edit_may_change(edit, error);
    if (status != PDK_OK) return status;
    if (pdk_format_of(edit->document)->set_corners == NULL) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "edit.unsupported",
                        "%s files have no 3D parts that can be changed", edit->document->info->id);
    }
    pdk_memory memory; /* of this call alone */
    pdk_memory_init(&memory, &edit->memory.allocator, edit->document->limits.memory);
    pdk_shape_edit shape = { .corners = corners, .count = count, .changes = &made, .memory = &memory };
    status = set_in_copy(edit, &shape, error);
    pdk_memory_destroy(&memory);
    if (status == PDK_OK && changes != NULL) *changes = made;
    return status;
}
