#include "io/input.h"

#include "base/callback.h"
#include "io/system.h"

/* How long a named pipe may be without a writer: a shell starts both ends at once, in no order. */
enum { PATIENCE_MS = 2000 };

/* A pipe's bytes to its end, with `patience` for its first writer: after that long without one it fails. */
static pdk_status read_stream(pdk_input *input, pdk_file file, int patience, pdk_memory *memory, pdk_error *error)
{
    size_t size = 0, capacity = 1 << 16;
    uint8_t *data = pdk_alloc_raw(memory, capacity);
    if (data == NULL) return pdk_fail_memory(error, memory, "the bytes of a pipe");
    for (bool waited = patience == 0;;) {
        if (size == capacity) {
            uint8_t *larger = pdk_realloc(memory, data, capacity * 2);
            if (larger == NULL) return pdk_fail_memory(error, memory, "the bytes of a pipe");
            data = larger;
            capacity *= 2;
        }
        size_t got;
        pdk_failure failure;
        if (!pdk_file_read(file, data + size, capacity - size, &got, &failure))
            return pdk_fail_system(error, "io.read", "cannot read", &failure);
        size += got;
        if (got > 0) continue;
        if (size > 0 || waited) break;
        waited = true;
        if (!pdk_file_await_writer(file, patience))
            return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.pipe", "nobody writes to this pipe");
    }
    input->bytes = (pdk_bytes){ data, size };
    return PDK_OK;
}

/* Takes over the file when it maps. */
static pdk_status map_file(pdk_input *input, pdk_file *file, const pdk_file_info *about, pdk_guard *guard,
                           pdk_error *error)
{
    if (about->size == 0) {
        input->bytes = (pdk_bytes){ (const uint8_t *)"", 0 };
        return PDK_OK;
    }
    if (about->size > SIZE_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "io.size", "the file is larger than this machine can map");
    }
    pdk_failure failure;
    if (!pdk_mapping_open(&input->mapping, *file, (size_t)about->size, &failure))
        return pdk_fail_system(error, "io.read", "cannot map the file", &failure);
    *file = PDK_NO_FILE;
    input->bytes = (pdk_bytes){ input->mapping.bytes, input->mapping.size };
    input->modified = about->modified;
    if (guard == NULL) return PDK_OK;
    input->place = pdk_guard_watch(guard, input->bytes.data, input->bytes.size);
    if (input->place != NULL) return PDK_OK;
    return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for the guard of a file");
}

static pdk_status fail_changed(pdk_error *error, const char *how)
{
    return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.changed", "another program %s the file while it was read", how);
}

/* As it was when it was opened, or not at all. */
static pdk_status check_read(pdk_file file, const pdk_file_info *before, uint64_t size, pdk_error *error)
{
    pdk_file_info after;
    pdk_failure failure;
    if (size < before->size) return fail_changed(error, "cut");
    if (!pdk_file_look_into(file, &after, &failure))
        return pdk_fail_system(error, "io.read", "cannot check whether the file changed", &failure);
    bool same = after.size == before->size && after.modified == before->modified;
    return same ? PDK_OK : fail_changed(error, after.size < before->size ? "cut" : "changed");
}

/* A copy, which does not change. */
static pdk_status read_file(pdk_input *input, pdk_file file, const pdk_file_info *about,
                            const pdk_input_listeners *listeners, pdk_memory *memory, pdk_error *error)
{
    enum { AT_ONCE = 1 << 24 };
    size_t size = 0, got = 1;
    if (about->size > SIZE_MAX - 1)
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "io.size", "the file is larger than this machine can read");
    uint8_t *data = pdk_alloc_raw(memory, (size_t)about->size + 1);
    if (data == NULL) return pdk_fail_memory(error, memory, "the bytes of a file");
    while (size < about->size && got > 0) {
        size_t left = (size_t)about->size - size;
        pdk_failure failure;
        if (!pdk_file_read(file, data + size, left < AT_ONCE ? left : AT_ONCE, &got, &failure))
            return pdk_fail_system(error, "io.read", "cannot read", &failure);
        size += got;
        if (!pdk_tell_progress(listeners->progress, listeners->progress_user, size, about->size))
            return pdk_fail_cancelled(error);
    }
    input->bytes = (pdk_bytes){ data, size };
    return check_read(file, about, size, error);
}

static pdk_status open_kind(pdk_input *input, pdk_file *file, const pdk_input_listeners *listeners, pdk_memory *memory,
                            pdk_error *error)
{
    pdk_file_info about;
    pdk_failure failure;
    if (!pdk_file_look_into(*file, &about, &failure))
        return pdk_fail_system(error, "io.read", "cannot find out what this is", &failure);
    static const pdk_input_listeners nobody = { .guard = NULL };
    if (listeners == NULL) listeners = &nobody;
    pdk_status status = pdk_inputs_add_info(listeners->inputs, &about, error);
    if (status != PDK_OK) return status;
    switch (about.kind) {
    case PDK_FILE_REGULAR:
        return listeners->unmapped ? read_file(input, *file, &about, listeners, memory, error)
                                   : map_file(input, file, &about, listeners->guard, error);
    case PDK_FILE_PIPE: return read_stream(input, *file, PATIENCE_MS, memory, error);
    case PDK_FILE_DEVICE: return read_stream(input, *file, 0, memory, error);
    case PDK_FILE_FOLDER: return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.directory", "is a directory, not a file");
    case PDK_FILE_LINK:
    case PDK_FILE_OTHER: break;
    }
    return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.kind", "is neither a file nor a pipe");
}

pdk_status pdk_input_file(pdk_input *input, const char *path, const pdk_input_listeners *listeners, pdk_memory *memory,
                          pdk_error *error)
{
    *input = (pdk_input){ 0 };
    pdk_failure failure;
    pdk_file file = pdk_file_open(path, PDK_DO_NOT_WAIT, &failure);
    if (!pdk_file_is_open(file)) return pdk_fail_system(error, "io.read", "cannot open", &failure);
    pdk_status status = open_kind(input, &file, listeners, memory, error);
    pdk_file_close(file);
    return status;
}

pdk_status pdk_input_source(pdk_input *input, const pdk_source *source, pdk_memory *memory, pdk_error *error)
{
    *input = (pdk_input){ 0 };
    uint64_t size = 0;
    pdk_callback_enter();
    pdk_status status = source->size(source->user, &size);
    pdk_callback_leave();
    if (status != PDK_OK)
        return pdk_fail(error, status, PDK_NO_OFFSET, "io.source", "the source does not give its size");
    if (size > SIZE_MAX) return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "io.size", "the source is too large");
    uint8_t *data = pdk_alloc_raw(memory, (size_t)size);
    if (data == NULL) return pdk_fail_memory(error, memory, "the bytes of the source");
    for (uint64_t at = 0; at < size;) {
        size_t got = 0;
        pdk_callback_enter();
        status = source->read_at(source->user, at, data + at, (size_t)(size - at), &got);
        pdk_callback_leave();
        if (status != PDK_OK) return pdk_fail(error, status, at, "io.source", "the source failed to read");
        if (got == 0 || got > size - at) {
            return pdk_fail(error, PDK_E_IO, at, "io.source", "the source ended before the size it announced");
        }
        at += got;
    }
    input->bytes = (pdk_bytes){ data, (size_t)size };
    return PDK_OK;
}

pdk_status pdk_input_unchanged(const pdk_input *input, pdk_error *error)
{
    if (input->mapping.bytes == NULL) return PDK_OK;
    pdk_file_info about;
    pdk_failure failure;
    if (!pdk_file_look_into(input->mapping.file, &about, &failure))
        return pdk_fail_system(error, "io.read", "cannot check whether the file changed", &failure);
    if (about.size < input->bytes.size) return fail_changed(error, "cut");
    return about.modified == input->modified ? PDK_OK : fail_changed(error, "changed");
}

void pdk_input_trim(const pdk_input *input)
{
    pdk_mapping_trim(&input->mapping);
}

void pdk_input_close(pdk_input *input)
{
    pdk_guard_forget(input->place);
    pdk_mapping_close(&input->mapping);
    *input = (pdk_input){ 0 };
}
