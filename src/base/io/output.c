/* Outputs: a file that appears whole or not at all, a descriptor, memory, a callback. */
#include <stdlib.h>
#include <string.h>

#include "base/callback.h"
#include "base/options.h"
#include "io/inputs.h"
#include "io/output.h"
#include "io/system.h"
#include "platform/replace.h"

enum { BUFFER = 1 << 18, HELD = 1 << 12, STORE_AFTER = 1 << 26 };

struct pdk_output {
    pdk_write write;
    void *user;
    pdk_file file;                /* of files, devices and descriptors */
    pdk_replacement *replacement; /* files: takes the name at the end */
    char *path;                   /* of files, where there are inputs */
    pdk_inputs *inputs;           /* whose place it must not take; NULL = none */
    bool is_device;               /* opened by us, to be closed */
    bool settled;                 /* all of it is on the disk */
    bool finished;                /* it has its name */
    uint8_t *buffer;
    size_t fill, capacity;
    bool in_memory;
    pdk_memory *memory; /* where it is itself, if it is one of ours; NULL = libc's */
    uint64_t position;
    uint64_t sent, storing;   /* bytes written to the descriptor, and how many of them the disk was asked to store */
    pdk_error failure;        /* sticks */
    atomic_size_t holders;    /* its creator, and the calls that write into it */
    pdk_callback_scope scope; /* where the outermost of these calls is */
};

static pdk_status create(pdk_output **created, pdk_error *error)
{
    *created = NULL;
    pdk_status status = pdk_refuse_in_allocator(error, "an output");
    if (status != PDK_OK) return status;
    pdk_output *output = calloc(1, sizeof *output);
    if (output != NULL) {
        atomic_init(&output->holders, 1);
        output->file = PDK_NO_FILE;
        output->capacity = BUFFER;
        output->buffer = malloc(output->capacity);
    }
    if (output == NULL || output->buffer == NULL) {
        free(output);
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an output");
    }
    *created = output;
    return PDK_OK;
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
    *output = (pdk_output){
        .holders = 1, .file = PDK_NO_FILE, .in_memory = true, .memory = memory, .buffer = buffer, .capacity = HELD
    };
    return PDK_OK;
}

/* A device or pipe cannot be renamed onto: written straight. */
static pdk_status open_device(pdk_output *output, const char *path, pdk_error *error)
{
    pdk_failure failure;
    output->file = pdk_file_open_device(path, &failure);
    output->is_device = true;
    if (pdk_file_is_open(output->file)) return PDK_OK;
    return pdk_fail_system(error, "io.write", "cannot open for writing", &failure);
}

static pdk_status open_replacement(pdk_output *output, const char *path, pdk_error *error)
{
    pdk_failure failure;
    output->replacement = pdk_replacement_begin(path, &failure);
    if (output->replacement != NULL) {
        output->file = pdk_replacement_file(output->replacement);
        return PDK_OK;
    }
    if (failure.kind != PDK_FAILED_MEMORY) return pdk_fail_system(error, "io.write", "cannot write", &failure);
    return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an output");
}

pdk_status pdk_output_file(const char *path, pdk_output **result, pdk_error *error)
{
    return pdk_output_file_with(path, NULL, result, error);
}

/* For asking again when the file takes its name. */
static pdk_status keep_inputs(pdk_output *output, const char *path, const pdk_inputs *inputs, pdk_error *error)
{
    size_t size = strlen(path) + 1;
    if (inputs == NULL) return PDK_OK;
    output->inputs = pdk_inputs_retain(inputs);
    output->path = malloc(size);
    if (output->path == NULL)
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an output");
    memcpy(output->path, path, size);
    return PDK_OK;
}

pdk_status pdk_output_file_with(const char *path, const pdk_output_options *given, pdk_output **result,
                                pdk_error *error)
{
    pdk_output_options options;
    if (result != NULL) *result = NULL;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_OUTPUT_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (path == NULL || result == NULL || path[0] == '\0') {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an output needs a path");
    }
    pdk_file_info about;
    bool exists = pdk_file_look(path, &about, NULL);
    if (exists && about.kind == PDK_FILE_FOLDER) {
        return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.directory", "is a directory, not a file");
    }
    status = pdk_inputs_check(options.inputs, path, error);
    if (status != PDK_OK) return status;
    pdk_output *output;
    status = create(&output, error);
    if (status != PDK_OK) return status;
    bool device = exists && about.kind != PDK_FILE_REGULAR;
    if (!device) status = keep_inputs(output, path, options.inputs, error);
    if (status == PDK_OK) status = device ? open_device(output, path, error) : open_replacement(output, path, error);
    if (status == PDK_OK) *result = output;
    else pdk_output_close(output);
    return status;
}

pdk_status pdk_output_descriptor(int descriptor, pdk_output **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (descriptor < 0 || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an output needs a descriptor");
    }
    pdk_output *output;
    pdk_status status = create(&output, error);
    if (status != PDK_OK) return status;
    output->file = pdk_file_of_descriptor(descriptor);
    *result = output;
    return PDK_OK;
}

pdk_status pdk_output_memory(pdk_output **result, pdk_error *error)
{
    if (result == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no place for the output");
    pdk_status status = create(result, error);
    if (status == PDK_OK) (*result)->in_memory = true;
    return status;
}

pdk_status pdk_output_callback(pdk_write write, void *user, pdk_output **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (write == NULL || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an output needs a callback");
    }
    pdk_output *output;
    pdk_status status = create(&output, error);
    if (status != PDK_OK) return status;
    output->write = write;
    output->user = user;
    *result = output;
    return PDK_OK;
}

/* Finishing a file waits for the disk, which is set to work on what is there meanwhile. */
static void begin_storing(pdk_output *output, size_t written)
{
    output->sent += written;
    uint64_t waiting = output->sent - output->storing;
    if (output->replacement == NULL || waiting < STORE_AFTER) return;
    pdk_replacement_begin_storing(output->replacement, output->storing, waiting);
    output->storing = output->sent;
}

static pdk_status send_on(pdk_output *output, const uint8_t *data, size_t size)
{
    if (output->write != NULL) {
        pdk_callback_enter();
        pdk_status status = output->write(output->user, data, size);
        pdk_callback_leave();
        if (status != PDK_OK) {
            pdk_fail(&output->failure, status, PDK_NO_OFFSET, "io.write", "the output's callback failed");
        }
        return status;
    }
    while (size > 0) {
        size_t piece = size < STORE_AFTER ? size : STORE_AFTER;
        pdk_failure failure;
        if (!pdk_file_write(output->file, data, piece, &failure))
            return pdk_fail_system(&output->failure, "io.write", "cannot write", &failure);
        data += piece;
        size -= piece;
        begin_storing(output, piece);
    }
    return PDK_OK;
}

static pdk_status flush(pdk_output *output)
{
    pdk_status status = send_on(output, output->buffer, output->fill);
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

/* Are we in a function of the caller that a call on this output has called? */
static bool is_at_work(const pdk_output *output)
{
    if (!pdk_callback_runs() || atomic_load_explicit(&output->holders, memory_order_relaxed) == 1) return false;
    return !pdk_callback_is_here(&output->scope);
}

static inline pdk_status put(pdk_output *output, const void *data, size_t size, pdk_error *error)
{
    if (output->failure.status == PDK_OK && size > 0) {
        pdk_status status = PDK_OK;
        if (size > output->capacity - output->fill) status = output->in_memory ? grow(output, size) : flush(output);
        if (status == PDK_OK && size > output->capacity) {
            status = send_on(output, data, size);
        } else if (status == PDK_OK) {
            memcpy(output->buffer + output->fill, data, size);
            output->fill += size;
        }
        if (status == PDK_OK) output->position += size;
    }
    return pdk_output_failure(output, error);
}

pdk_status pdk_output_write(pdk_output *output, const void *data, size_t size, pdk_error *error)
{
    if (is_at_work(output)) return pdk_fail_reentered(error, "writing into this output");
    bool is_kept = size <= output->capacity - output->fill; /* for later: no function of a caller is called */
    if (is_kept || output->write == NULL) return put(output, data, size, error);
    PDK_HOLD_OUTPUT(output);
    return put(output, data, size, error);
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
    return output->replacement != NULL && !output->finished;
}

pdk_status pdk_output_failure(const pdk_output *output, pdk_error *error)
{
    if (output->failure.status != PDK_OK && error != NULL) *error = output->failure;
    return output->failure.status;
}

pdk_status pdk_output_settle(pdk_output *output, pdk_error *error)
{
    pdk_error *failure = &output->failure;
    pdk_failure reason;
    if (failure->status == PDK_OK && !output->in_memory) flush(output);
    if (failure->status == PDK_OK && pdk_output_is_file(output))
        pdk_inputs_check(output->inputs, output->path, failure);
    if (failure->status == PDK_OK && pdk_output_is_file(output) && !pdk_replacement_store(output->replacement, &reason))
        pdk_fail_system(failure, "io.write", "cannot write to the disk", &reason);
    output->settled = true;
    return pdk_output_failure(output, error);
}

static pdk_status finish(pdk_output *output, pdk_error *error)
{
    pdk_error *failure = &output->failure;
    pdk_failure reason;
    if (!output->settled || output->fill > 0) pdk_output_settle(output, NULL);
    if (failure->status == PDK_OK && pdk_output_is_file(output)) {
        output->finished = pdk_replacement_finish(output->replacement, &reason);
        if (!output->finished) pdk_fail_system(failure, "io.write", "cannot finish the file", &reason);
    }
    return pdk_output_failure(output, error);
}

pdk_status pdk_output_finish(pdk_output *output, pdk_error *error)
{
    if (is_at_work(output)) return pdk_fail_reentered(error, "finishing this output");
    PDK_HOLD_OUTPUT(output);
    return finish(output, error);
}

static void destroy(pdk_output *output)
{
    if (output->memory != NULL) {
        pdk_free(output->memory, output->buffer);
        pdk_free(output->memory, output);
        return;
    }
    if (output->is_device) pdk_file_close(output->file);
    pdk_replacement_close(output->replacement);
    pdk_inputs_close(output->inputs);
    free(output->path);
    free(output->buffer);
    free(output);
}

/* ------------------------------------------------------------------------------------------------- holding */

pdk_output *pdk_output_hold(pdk_output *output)
{
    if (output != NULL && atomic_fetch_add_explicit(&output->holders, 1, memory_order_relaxed) == 1)
        output->scope = pdk_callback_here();
    return output;
}

void pdk_output_let_go(pdk_output *const *held)
{
    if (*held != NULL && pdk_leaves_last(&(*held)->holders)) destroy(*held);
}

void pdk_output_close(pdk_output *output)
{
    if (output != NULL && !pdk_in_allocator() && pdk_leaves_last(&output->holders)) destroy(output);
}
