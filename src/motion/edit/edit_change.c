/* An edit: changed pieces of a file over the file itself. */
#include "base/allocator.h"
#include "base/callback.h"
#include "edit/edit.h"
#include "io/output.h"

#include <string.h>

static pdk_edit *create(const pdk_document *document)
{
    const pdk_allocator *allocator = &document->memory.allocator;
    pdk_edit *edit = pdk_allocator_take(allocator, sizeof *edit);
    if (edit == NULL) return NULL;
    memset(edit, 0, sizeof *edit);
    atomic_init(&edit->holders, 1);
    edit->document = pdk_retain(document);
    pdk_memory_init(&edit->memory, allocator, document->limits.memory);
    edit->names = pdk_vector_of(&edit->memory, sizeof(pdk_edit_name));
    return edit;
}

static uint64_t chunk_count(const pdk_edit *edit)
{
    return (edit->document->content.size + PDK_EDIT_CHUNK - 1) / PDK_EDIT_CHUNK;
}

pdk_status pdk_edit_open(const pdk_document *document, pdk_edit **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (document == NULL || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "editing needs a document and a pointer for the edit");
    }
    pdk_status status = pdk_refuse_in_allocator(error, "an edit");
    if (status != PDK_OK) return status;
    pdk_edit *edit = create(document);
    if (edit == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an edit");
    status = pdk_edit_list_names(edit, error);
    edit->chunks = pdk_alloc_array(&edit->memory, chunk_count(edit), sizeof *edit->chunks);
    if (status == PDK_OK && edit->chunks == NULL)
        status = pdk_fail_memory(error, &edit->memory, "the pieces of a file");
    if (status != PDK_OK) pdk_edit_close(edit);
    else *result = edit;
    return status;
}

static void destroy(pdk_edit *edit)
{
    pdk_allocator allocator = edit->memory.allocator;
    pdk_memory_destroy(&edit->memory);
    pdk_close(edit->document);
    pdk_allocator_give_back(&allocator, edit, sizeof *edit);
}

void pdk_edit_close(pdk_edit *edit)
{
    if (edit != NULL && !pdk_in_allocator() && pdk_leaves_last(&edit->holders)) destroy(edit);
}

pdk_edit *pdk_edit_hold(const pdk_edit *edit)
{
    pdk_edit *held = (pdk_edit *)(uintptr_t)edit; /* the same for all writers */
    if (held != NULL) atomic_fetch_add_explicit(&held->holders, 1, memory_order_relaxed);
    return held;
}

void pdk_edit_let_go(pdk_edit *const *held)
{
    if (*held != NULL && pdk_leaves_last(&(*held)->holders)) destroy(*held);
}

/* The target and its bytes as they are now; *bytes is given to pdk_free. */
static pdk_status find(pdk_edit *edit, const char *path, pdk_edit_target *target, uint8_t **bytes, pdk_error *error)
{
    if (edit == NULL || path == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an edit needs a path");
    pdk_status status = pdk_edit_may_change(edit, error);
    if (status != PDK_OK) return status;
    if (pdk_edit_names_image(edit, path)) {
        return pdk_fail_where(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.value", path,
                              "this is a picture, not text or a number: use pdk_edit_set_image to replace it");
    }
    status = pdk_edit_find(edit, path, target, error);
    if (status != PDK_OK) return status;
    *bytes = pdk_alloc(&edit->memory, (size_t)target->size);
    if (*bytes == NULL) return pdk_fail_memory(error, &edit->memory, "a value");
    pdk_edit_read_bytes(edit, target->offset, *bytes, (size_t)target->size);
    return PDK_OK;
}

static pdk_status set(pdk_edit *edit, const char *path, const char *text, double number, pdk_error *error)
{
    pdk_edit_target target;
    uint8_t *bytes;
    pdk_status status = find(edit, path, &target, &bytes, error);
    if (status != PDK_OK) return status;
    status =
        text != NULL ? pdk_edit_parse(&target, text, bytes, error) : pdk_edit_put_number(&target, number, bytes, error);
    if (status == PDK_OK && !pdk_edit_write_bytes(edit, target.offset, bytes, (size_t)target.size)) {
        status = pdk_fail_memory(error, &edit->memory, "a change");
    }
    pdk_free(&edit->memory, bytes);
    return status;
}

pdk_status pdk_edit_set(pdk_edit *edit, const char *path, const char *value, pdk_error *error)
{
    if (value == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an edit needs a value");
    return set(edit, path, value, 0, error);
}

pdk_status pdk_edit_set_number(pdk_edit *edit, const char *path, double value, pdk_error *error)
{
    return set(edit, path, NULL, value, error);
}

pdk_status pdk_edit_get(pdk_edit *edit, const char *path, const char **text, pdk_error *error)
{
    pdk_edit_target target;
    uint8_t *bytes;
    pdk_status status = find(edit, path, &target, &bytes, error);
    if (status != PDK_OK) return status;
    pdk_free(&edit->memory, edit->text);
    edit->text = pdk_edit_show(&edit->memory, &target, bytes);
    pdk_free(&edit->memory, bytes);
    if (edit->text == NULL) return pdk_fail_memory(error, &edit->memory, "a value");
    *text = edit->text;
    return PDK_OK;
}

static bool is_unchanged(const pdk_edit *edit)
{
    for (uint64_t chunk = 0; chunk < chunk_count(edit); chunk++) {
        if (edit->chunks[chunk] != NULL) return false;
    }
    return true;
}

pdk_status pdk_edit_recompute(pdk_edit *edit, pdk_error *error)
{
    if (edit == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "recomputing needs an edit");
    pdk_status status = pdk_edit_may_change(edit, error);
    if (status != PDK_OK) return status;
    const pdk_format *format = pdk_format_of(edit->document);
    bool all = is_unchanged(edit);
    if (format->recompute == NULL && all) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "edit.unsupported",
                        "recomputing is not for %s files: none of their fields follows from others",
                        edit->document->info->id);
    }
    if (format->recompute == NULL) return PDK_OK;
    size_t size = edit->document->content.size;
    uint8_t *file = pdk_alloc_raw(&edit->memory, size);
    if (file == NULL) return pdk_fail_memory(error, &edit->memory, "a copy of the file");
    pdk_edit_read_bytes(edit, 0, file, size);
    if (!format->recompute(edit->document, all, file)) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.recompute",
                          "a value that follows from others does not fit its field");
    } else if (!pdk_edit_take_over(edit, file)) {
        status = pdk_fail_memory(error, &edit->memory, "a change");
    }
    pdk_free(&edit->memory, file);
    return status;
}

pdk_status pdk_edit_write(const pdk_edit *edit, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_EDIT(edit);
    PDK_HOLD_OUTPUT(output);
    if (edit == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "writing needs an edit and an output");
    for (uint64_t chunk = 0; chunk < chunk_count(edit); chunk++) {
        pdk_bytes bytes = pdk_edit_piece(edit, chunk);
        pdk_status status = pdk_output_write(output, bytes.data, bytes.size, error);
        if (status != PDK_OK) return status;
        if (chunk % 1024 == 1023) pdk_trim(edit->document);
    }
    return pdk_document_unchanged(edit->document, error);
}
