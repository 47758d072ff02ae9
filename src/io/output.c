/* Outputs: a file that appears whole or not at all, a descriptor, memory, a callback. */
#define _GNU_SOURCE /* O_TMPFILE, mkostemp, sync_file_range */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/output.h"
#include "io/system.h"

enum { BUFFER = 1 << 18, HELD = 1 << 12, STORE_AFTER = 1 << 26 };

struct pdk_output {
    pdk_write write;
    void *user;
    int descriptor;  /* of files and descriptors, else -1 */
    char *path;      /* files: the name to take at the end ... */
    char *temporary; /*   ... and the one until then; NULL once renamed */
    bool nameless;   /* the temporary file has no name yet */
    bool settled;    /* all of it is on the disk */
    uint8_t *buffer;
    size_t fill, capacity;
    bool in_memory;
    pdk_memory *memory; /* where it lives itself, for one of our own; NULL = libc's */
    uint64_t position;
    uint64_t sent, storing; /* bytes written to the descriptor, and those of them the disk was told to store */
    pdk_error failure;      /* sticks */
};

static pdk_output *create(pdk_error *error)
{
    pdk_output *output = calloc(1, sizeof *output);
    if (output != NULL) {
        output->descriptor = -1;
        output->capacity = BUFFER;
        output->buffer = malloc(output->capacity);
    }
    if (output == NULL || output->buffer == NULL) {
        free(output);
        pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an output");
        return NULL;
    }
    return output;
}

pdk_status pdk_output_held(pdk_memory *memory, pdk_output **result, pdk_error *error)
{
    pdk_output *output = pdk_alloc(memory, sizeof *output);
    uint8_t *buffer = pdk_alloc_raw(memory, HELD);
    *result = output;
    if (output == NULL || buffer == NULL) {
        pdk_free(memory, output);
        pdk_free(memory, buffer);
        *result = NULL;
        return pdk_fail_memory(error, memory, "what is held before it is written");
    }
    *output = (pdk_output){ .descriptor = -1, .in_memory = true, .memory = memory, .buffer = buffer, .capacity = HELD };
    return PDK_OK;
}

/* A file without a name in the target's folder, which vanishes by itself if we are killed; where the file system has
 * none, a named one. `temporary` is the name it has, or will have for the moment before the rename. */
static pdk_status open_temporary(pdk_output *output, pdk_error *error)
{
    size_t room = strlen(output->path) + sizeof ".paddock-XXXXXX";
    output->temporary = malloc(room);
    if (output->temporary == NULL) {
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an output");
    }
    const char *slash = strrchr(output->path, '/');
    snprintf(output->temporary, room, "%.*s", slash != NULL ? (int)(slash - output->path + 1) : 1,
             slash != NULL ? output->path : ".");
    output->descriptor = open(output->temporary, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    output->nameless = output->descriptor >= 0;
    snprintf(output->temporary, room, "%s.paddock-XXXXXX", output->path);
    if (!output->nameless) output->descriptor = mkostemp(output->temporary, O_CLOEXEC);
    if (output->descriptor >= 0) return PDK_OK;
    pdk_status status = pdk_fail_system(error, "io.write", "cannot create a file beside it");
    free(output->temporary);
    output->temporary = NULL;
    return status;
}

/* Gives a nameless file its temporary name. */
static pdk_status name_temporary(pdk_output *output)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", output->descriptor);
    char *tail = output->temporary + strlen(output->temporary) - 6;
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        snprintf(tail, 7, "%06u", ((unsigned)getpid() * 1000 + attempt) % 1000000);
        if (linkat(AT_FDCWD, self, AT_FDCWD, output->temporary, AT_SYMLINK_FOLLOW) == 0) {
            output->nameless = false;
            return PDK_OK;
        }
        if (errno != EEXIST) break;
    }
    return pdk_fail_system(&output->failure, "io.write", "cannot name the finished file");
}

static pdk_status fail_path(pdk_error *error)
{
    if (errno != ENOMEM) return pdk_fail_system(error, "io.write", "cannot tell where it leads");
    return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an output");
}

pdk_status pdk_output_file(const char *path, pdk_output **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (path == NULL || result == NULL || path[0] == '\0') {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an output needs a path");
    }
    struct stat about;
    bool exists = stat(path, &about) == 0;
    if (exists && S_ISDIR(about.st_mode)) {
        return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.directory", "is a directory, not a file");
    }
    pdk_output *output = create(error);
    if (output == NULL) return PDK_E_MEMORY;
    if (exists && !S_ISREG(about.st_mode)) { /* a device or pipe cannot be renamed onto: written straight */
        output->path = strdup(path);
        output->descriptor = open(path, O_WRONLY | O_CLOEXEC);
        if (output->path == NULL || output->descriptor < 0) {
            pdk_status status = pdk_fail_system(error, "io.write", "cannot open for writing");
            pdk_output_close(output);
            return status;
        }
        *result = output;
        return PDK_OK;
    }
    output->path = pdk_output_end_of_link(path, exists); /* through a link: replace the file, keep the link */
    pdk_status status = output->path != NULL ? open_temporary(output, error) : fail_path(error);
    if (status != PDK_OK) {
        pdk_output_close(output);
        return status;
    }
    if (exists) pdk_output_give_mode_of(output->descriptor, &about);
    else pdk_output_give_usual_mode(output->descriptor);
    *result = output;
    return PDK_OK;
}

pdk_status pdk_output_descriptor(int descriptor, pdk_output **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (descriptor < 0 || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an output needs a descriptor");
    }
    pdk_output *output = create(error);
    if (output == NULL) return PDK_E_MEMORY;
    output->descriptor = descriptor;
    *result = output;
    return PDK_OK;
}

pdk_status pdk_output_memory(pdk_output **result, pdk_error *error)
{
    if (result == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no place for the output");
    *result = create(error);
    if (*result == NULL) return PDK_E_MEMORY;
    (*result)->in_memory = true;
    return PDK_OK;
}

pdk_status pdk_output_callback(pdk_write write, void *user, pdk_output **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (write == NULL || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an output needs a callback");
    }
    pdk_output *output = create(error);
    if (output == NULL) return PDK_E_MEMORY;
    output->write = write;
    output->user = user;
    *result = output;
    return PDK_OK;
}

/* Finishing a file waits for the disk, which is set to work on what is there meanwhile. Where it cannot be, finishing
 * takes as long as it takes, and tells what is wrong. */
static void start_storing(pdk_output *output, size_t written)
{
    output->sent += written;
    uint64_t waiting = output->sent - output->storing;
    if (output->temporary == NULL || waiting < STORE_AFTER) return;
    sync_file_range(output->descriptor, (off64_t)output->storing, (off64_t)waiting, SYNC_FILE_RANGE_WRITE);
    output->storing = output->sent;
}

static pdk_status send(pdk_output *output, const uint8_t *data, size_t size)
{
    if (output->write != NULL) {
        pdk_status status = output->write(output->user, data, size);
        if (status != PDK_OK) {
            pdk_fail(&output->failure, status, PDK_NO_OFFSET, "io.write", "the output's callback failed");
        }
        return status;
    }
    while (size > 0) {
        ssize_t written = write(output->descriptor, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return pdk_fail_system(&output->failure, "io.write", "cannot write");
        data += written;
        size -= (size_t)written;
        start_storing(output, (size_t)written);
    }
    return PDK_OK;
}

static pdk_status flush(pdk_output *output)
{
    pdk_status status = send(output, output->buffer, output->fill);
    output->fill = 0;
    return status;
}

static pdk_status grow(pdk_output *output, size_t size)
{
    size_t need, capacity = output->capacity;
    if (__builtin_add_overflow(output->fill, size, &need)) need = SIZE_MAX;
    while (capacity < need && capacity <= SIZE_MAX / 2) capacity *= 2;
    uint8_t *larger = capacity < need          ? NULL
                      : output->memory != NULL ? pdk_realloc(output->memory, output->buffer, capacity)
                                               : realloc(output->buffer, capacity);
    if (larger == NULL && output->memory != NULL) {
        return pdk_fail_memory(&output->failure, output->memory, "what is held before it is written");
    }
    if (larger == NULL) {
        return pdk_fail(&output->failure, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an output");
    }
    output->buffer = larger;
    output->capacity = capacity;
    return PDK_OK;
}

pdk_status pdk_output_write(pdk_output *output, const void *data, size_t size, pdk_error *error)
{
    if (output->failure.status == PDK_OK && size > 0) {
        pdk_status status = PDK_OK;
        if (size > output->capacity - output->fill) status = output->in_memory ? grow(output, size) : flush(output);
        if (status == PDK_OK && size > output->capacity) {
            status = send(output, data, size);
        } else if (status == PDK_OK) {
            memcpy(output->buffer + output->fill, data, size);
            output->fill += size;
        }
        if (status == PDK_OK) output->position += size;
    }
    if (output->failure.status != PDK_OK && error != NULL) *error = output->failure;
    return output->failure.status;
}

uint64_t pdk_output_position(const pdk_output *output)
{
    return output->position;
}

pdk_bytes pdk_output_bytes(const pdk_output *output)
{
    return output->in_memory ? (pdk_bytes){ output->buffer, output->fill } : (pdk_bytes){ (const uint8_t *)"", 0 };
}

bool pdk_output_is_file(const pdk_output *output)
{
    return output->temporary != NULL;
}

pdk_status pdk_output_settle(pdk_output *output, pdk_error *error)
{
    pdk_error *failure = &output->failure;
    if (failure->status == PDK_OK && !output->in_memory) flush(output);
    if (failure->status == PDK_OK && output->temporary != NULL && fsync(output->descriptor) != 0) {
        pdk_fail_system(failure, "io.write", "cannot write to the disk");
    }
    output->settled = true;
    if (failure->status != PDK_OK && error != NULL) *error = *failure;
    return failure->status;
}

pdk_status pdk_output_finish(pdk_output *output, pdk_error *error)
{
    pdk_error *failure = &output->failure;
    if (!output->settled || output->fill > 0) pdk_output_settle(output, NULL);
    if (failure->status == PDK_OK && output->temporary != NULL) {
        if (output->nameless && name_temporary(output) != PDK_OK) {
            /* said in `failure` */
        } else if (rename(output->temporary, output->path) != 0) {
            pdk_fail_system(failure, "io.write", "cannot put the finished file in place");
        } else {
            free(output->temporary);
            output->temporary = NULL;
        }
    }
    if (failure->status != PDK_OK && error != NULL) *error = *failure;
    return failure->status;
}

void pdk_output_close(pdk_output *output)
{
    if (output == NULL) return;
    if (output->memory != NULL) {
        pdk_free(output->memory, output->buffer);
        pdk_free(output->memory, output);
        return;
    }
    if (output->path != NULL && output->descriptor >= 0) close(output->descriptor);
    if (output->temporary != NULL && !output->nameless) unlink(output->temporary);
    free(output->temporary);
    free(output->path);
    free(output->buffer);
    free(output);
}
