/* A set of files by disk and number: a hash table with open addressing, at most half full. */
#include "io/inputs.h"

#include <stdlib.h>

#include "base/error.h"
#include "platform/threads.h"

enum { FIRST_CAPACITY = 16 }; /* a power of two, as all later ones are */

typedef struct identity {
    uint64_t volume, number;
    bool taken;
} identity;

struct pdk_inputs {
    pdk_mutex lock;
    size_t holders;
    identity *files;
    size_t count, capacity;
};

static pdk_status fail_memory(pdk_error *error)
{
    return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for the list of files read");
}

pdk_status pdk_inputs_create(pdk_inputs **result, pdk_error *error)
{
    if (result == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no place for the inputs");
    pdk_inputs *inputs = *result = calloc(1, sizeof *inputs);
    if (inputs == NULL) return fail_memory(error);
    pdk_mutex_init(&inputs->lock);
    inputs->holders = 1;
    return PDK_OK;
}

pdk_inputs *pdk_inputs_retain(const pdk_inputs *given)
{
    pdk_inputs *inputs = (pdk_inputs *)(uintptr_t)given; /* one holder more is no change that others see */
    if (inputs == NULL) return NULL;
    pdk_mutex_lock(&inputs->lock);
    inputs->holders++;
    pdk_mutex_unlock(&inputs->lock);
    return inputs;
}

void pdk_inputs_close(pdk_inputs *inputs)
{
    if (inputs == NULL) return;
    pdk_mutex_lock(&inputs->lock);
    bool held = --inputs->holders > 0;
    pdk_mutex_unlock(&inputs->lock);
    if (held) return;
    pdk_mutex_destroy(&inputs->lock);
    free(inputs->files);
    free(inputs);
}

/* Where the file is, or where it would go. */
static identity *find(identity *files, size_t capacity, uint64_t volume, uint64_t number)
{
    size_t at = (size_t)((number ^ volume << 32) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (capacity - 1);
    while (files[at].taken && (files[at].volume != volume || files[at].number != number))
        at = (at + 1) & (capacity - 1);
    return &files[at];
}

static bool grow(pdk_inputs *inputs)
{
    size_t capacity = inputs->capacity > 0 ? inputs->capacity * 2 : FIRST_CAPACITY;
    identity *larger = calloc(capacity, sizeof *larger);
    if (larger == NULL) return false;
    for (size_t i = 0; i < inputs->capacity; i++) {
        const identity *file = &inputs->files[i];
        if (file->taken) *find(larger, capacity, file->volume, file->number) = *file;
    }
    free(inputs->files);
    inputs->files = larger;
    inputs->capacity = capacity;
    return true;
}

static bool add(pdk_inputs *inputs, const pdk_file_info *about)
{
    if (inputs->count * 2 >= inputs->capacity && !grow(inputs)) return false;
    identity *place = find(inputs->files, inputs->capacity, about->volume, about->identity);
    inputs->count += !place->taken;
    *place = (identity){ about->volume, about->identity, true };
    return true;
}

pdk_status pdk_inputs_add_info(pdk_inputs *inputs, const pdk_file_info *about, pdk_error *error)
{
    if (inputs == NULL || about->kind != PDK_FILE_REGULAR) return PDK_OK;
    pdk_mutex_lock(&inputs->lock);
    bool added = add(inputs, about);
    pdk_mutex_unlock(&inputs->lock);
    return added ? PDK_OK : fail_memory(error);
}

pdk_status pdk_inputs_add(pdk_inputs *inputs, const char *path, pdk_error *error)
{
    pdk_file_info about;
    if (inputs == NULL || path == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "inputs need a path");
    return pdk_file_look(path, &about, NULL) ? pdk_inputs_add_info(inputs, &about, error) : PDK_OK;
}

pdk_status pdk_inputs_add_descriptor(pdk_inputs *inputs, int descriptor, pdk_error *error)
{
    pdk_file_info about;
    if (inputs == NULL || descriptor < 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "inputs need a descriptor");
    pdk_file file = pdk_file_of_descriptor(descriptor);
    bool known = pdk_file_is_open(file) && pdk_file_look_into(file, &about, NULL);
    return known ? pdk_inputs_add_info(inputs, &about, error) : PDK_OK;
}

bool pdk_inputs_has(const pdk_inputs *inputs, const char *path)
{
    pdk_file_info about;
    if (inputs == NULL || path == NULL || !pdk_file_look(path, &about, NULL) || about.kind != PDK_FILE_REGULAR)
        return false;
    pdk_mutex *lock = (pdk_mutex *)(uintptr_t)&inputs->lock; /* asking changes nothing that others see */
    pdk_mutex_lock(lock);
    bool has = inputs->count > 0 && find(inputs->files, inputs->capacity, about.volume, about.identity)->taken;
    pdk_mutex_unlock(lock);
    return has;
}

pdk_status pdk_inputs_check(const pdk_inputs *inputs, const char *path, pdk_error *error)
{
    if (!pdk_inputs_has(inputs, path)) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "output.input",
                    "%s: output and input are the same file; give the output another name", path);
}
