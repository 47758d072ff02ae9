/* Companion files, and the names they get. */
#include <string.h>

#include "convert/companions.h"

/* The path with its extension replaced: "a/track.obj" and ".mtl" give "a/track.mtl". */
static char *path_with(pdk_memory *memory, const char *path, const char *suffix)
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path, *dot = strrchr(base, '.');
    size_t length = dot != NULL && dot != base ? (size_t)(dot - path) : strlen(path);
    return pdk_text_printf(memory, "%.*s%s", (int)length, path, suffix);
}

pdk_output *pdk_companion_open(pdk_export *job, const char *suffix, const char **name, pdk_error *error)
{
    char *path = path_with(job->memory, job->companions->path, suffix);
    pdk_output **place = path != NULL ? pdk_vector_push(&job->companions->outputs) : NULL;
    if (place == NULL) {
        pdk_fail_memory(error, job->memory, "a file's name");
        return NULL;
    }
    if (pdk_output_file(path, place, error) != PDK_OK) return NULL;
    const char *slash = strrchr(path, '/');
    if (name != NULL) *name = slash != NULL ? slash + 1 : path;
    return *place;
}

pdk_status pdk_companions_finish(pdk_companions *companions, pdk_error *error)
{
    pdk_output **outputs = companions->outputs.items;
    for (size_t i = 0; i < companions->outputs.count; i++) {
        pdk_status status = outputs[i] != NULL ? pdk_output_finish(outputs[i], error) : PDK_OK;
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

void pdk_companions_close(pdk_companions *companions)
{
    pdk_output **outputs = companions->outputs.items;
    for (size_t i = 0; i < companions->outputs.count; i++) pdk_output_close(outputs[i]);
}
