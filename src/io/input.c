#define _DEFAULT_SOURCE /* madvise */
#include "io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/system.h"

/* How long a named pipe may be without a writer: a shell starts both ends at once, in no order. */
enum { PATIENCE_MS = 2000 };

/* A pipe's bytes to its end, with `patience` for its first writer: after that long, nobody coming is a failure. The
 * descriptor is non-blocking: poll waits only while a writer holds the other end. */
static pdk_status read_stream(pdk_input *input, int descriptor, int patience, pdk_memory *memory, pdk_error *error)
{
    size_t size = 0, capacity = 1 << 16;
    uint8_t *data = pdk_alloc_raw(memory, capacity);
    if (data == NULL) return pdk_fail_memory(error, memory, "the bytes of a pipe");
    for (;;) {
        if (size == capacity) {
            uint8_t *larger = pdk_realloc(memory, data, capacity * 2);
            if (larger == NULL) return pdk_fail_memory(error, memory, "the bytes of a pipe");
            data = larger;
            capacity *= 2;
        }
        ssize_t got = read(descriptor, data + size, capacity - size);
        if (got > 0) {
            size += (size_t)got;
        } else if (got == 0 && size == 0 && patience > 0) {
            struct pollfd wait = { .fd = descriptor, .events = POLLIN };
            if (poll(&wait, 1, patience) == 0) patience = -1;
            else patience = 0;
        } else if (got == 0 && size == 0 && patience < 0) {
            return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.pipe", "nobody writes to this pipe");
        } else if (got == 0) {
            break;
        } else if (errno == EAGAIN) {
            struct pollfd wait = { .fd = descriptor, .events = POLLIN };
            if (poll(&wait, 1, -1) < 0 && errno != EINTR)
                return pdk_fail_system(error, "io.read", "cannot wait for the pipe");
        } else if (errno != EINTR) {
            return pdk_fail_system(error, "io.read", "cannot read");
        }
    }
    input->bytes = (pdk_bytes){ data, size };
    return PDK_OK;
}

/* Takes over the descriptor when it maps. */
static pdk_status map_file(pdk_input *input, int *descriptor, const struct stat *about, pdk_guard *guard,
                           pdk_error *error)
{
    off_t size = about->st_size;
    if (size == 0) {
        input->bytes = (pdk_bytes){ (const uint8_t *)"", 0 };
        return PDK_OK;
    }
    if ((uint64_t)size > SIZE_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "io.size", "the file is larger than this machine can map");
    }
    void *mapping = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, *descriptor, 0);
    if (mapping == MAP_FAILED) return pdk_fail_system(error, "io.read", "cannot map the file");
    input->mapping = mapping;
    input->bytes = (pdk_bytes){ mapping, (size_t)size };
    input->descriptor = *descriptor;
    input->modified = about->st_mtim;
    *descriptor = -1;
    if (guard == NULL) return PDK_OK;
    input->place = pdk_guard_watch(guard, mapping, (size_t)size);
    if (input->place != NULL) return PDK_OK;
    return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for the guard of a file");
}

pdk_status pdk_input_file(pdk_input *input, const char *path, pdk_guard *guard, pdk_memory *memory, pdk_error *error)
{
    *input = (pdk_input){ 0 };
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) return pdk_fail_system(error, "io.read", "cannot open");
    struct stat about;
    pdk_status status;
    if (fstat(descriptor, &about) != 0) {
        status = pdk_fail_system(error, "io.read", "cannot tell what this is");
    } else if (S_ISDIR(about.st_mode)) {
        status = pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.directory", "is a directory, not a file");
    } else if (S_ISREG(about.st_mode)) {
        status = map_file(input, &descriptor, &about, guard, error);
    } else if (S_ISFIFO(about.st_mode) || S_ISCHR(about.st_mode)) {
        status = read_stream(input, descriptor, S_ISFIFO(about.st_mode) ? PATIENCE_MS : 0, memory, error);
    } else {
        status = pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.kind", "is neither a file nor a pipe");
    }
    if (descriptor >= 0) close(descriptor);
    return status;
}

pdk_status pdk_input_source(pdk_input *input, const pdk_source *source, pdk_memory *memory, pdk_error *error)
{
    *input = (pdk_input){ 0 };
    uint64_t size = 0;
    pdk_status status = source->size(source->user, &size);
    if (status != PDK_OK) return pdk_fail(error, status, PDK_NO_OFFSET, "io.source", "the source cannot tell its size");
    if (size > SIZE_MAX) return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "io.size", "the source is too large");
    uint8_t *data = pdk_alloc_raw(memory, (size_t)size);
    if (data == NULL) return pdk_fail_memory(error, memory, "the bytes of the source");
    for (uint64_t at = 0; at < size;) {
        size_t got = 0;
        status = source->read_at(source->user, at, data + at, (size_t)(size - at), &got);
        if (status != PDK_OK) return pdk_fail(error, status, at, "io.source", "the source failed to read");
        if (got == 0 || got > size - at) {
            return pdk_fail(error, PDK_E_IO, at, "io.source", "the source ended before the size it announced");
        }
        at += got;
    }
    input->bytes = (pdk_bytes){ data, (size_t)size };
    return PDK_OK;
}

static pdk_status fail_changed(pdk_error *error, const char *how)
{
    return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.changed", "another program %s the file while it was read", how);
}

pdk_status pdk_input_unchanged(const pdk_input *input, pdk_error *error)
{
    if (input->mapping == NULL) return PDK_OK;
    struct stat about;
    if (fstat(input->descriptor, &about) != 0)
        return pdk_fail_system(error, "io.read", "cannot tell whether the file changed");
    if ((uint64_t)about.st_size < input->bytes.size) return fail_changed(error, "cut");
    bool same = about.st_mtim.tv_sec == input->modified.tv_sec && about.st_mtim.tv_nsec == input->modified.tv_nsec;
    return same ? PDK_OK : fail_changed(error, "changed");
}

void pdk_input_trim(const pdk_input *input)
{
    if (input->mapping != NULL) madvise(input->mapping, input->bytes.size, MADV_DONTNEED);
}

void pdk_input_close(pdk_input *input)
{
    if (input->mapping != NULL) {
        pdk_guard_forget(input->place);
        munmap(input->mapping, input->bytes.size);
        close(input->descriptor);
    }
    *input = (pdk_input){ 0 };
}
