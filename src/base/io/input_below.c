#include "io/input_below.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "io/system.h"
#include "platform/path.h"

/* A relative path without "..", and without anything that another system takes for the root of something. */
static bool is_plain(const char *name)
{
    if (*name == '\0' || *name == '/') return false;
    for (const char *at = name; *at != '\0'; at++) {
        if (*at == '\\' || *at == ':' || (unsigned char)*at < ' ') return false;
    }
    for (const char *part = name; part != NULL;) {
        const char *slash = strchr(part, '/');
        size_t length = slash != NULL ? (size_t)(slash - part) : strlen(part);
        if (length == 2 && memcmp(part, "..", 2) == 0) return false;
        part = slash != NULL ? slash + 1 : NULL;
    }
    return true;
}

static pdk_status open_real(pdk_input *input, const char *folder, const char *path,
                            const pdk_input_listeners *listeners, pdk_memory *memory, pdk_error *error)
{
    pdk_file_info about;
    pdk_failure failure;
    if (!pdk_path_is_below(folder, path)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "referenced.path",
                        "it is a link to a file outside the folder");
    }
    if (!pdk_file_look(path, &about, &failure))
        return pdk_fail_system(error, "referenced.open", "cannot open", &failure);
    if (about.kind != PDK_FILE_REGULAR) {
        return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "referenced.open", "it is not a regular file");
    }
    return pdk_input_file(input, path, listeners, memory, error);
}

pdk_status pdk_input_below(pdk_input *input, const char *folder, const char *name, const pdk_input_listeners *listeners,
                           pdk_memory *memory, pdk_error *error)
{
    *input = (pdk_input){ 0 };
    if (!is_plain(name)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "referenced.path",
                        "only files in the same folder, or in folders below it, are opened");
    }
    char *joined = pdk_text_printf(memory, "%s/%s", folder, name);
    if (joined == NULL) return pdk_fail_memory(error, memory, "a file's name");
    pdk_failure failure;
    char *real_folder = pdk_file_resolve(folder, &failure), *real_path = NULL;
    if (real_folder != NULL) real_path = pdk_file_resolve(joined, &failure);
    pdk_status status;
    if (real_path != NULL) status = open_real(input, real_folder, real_path, listeners, memory, error);
    else if (failure.kind == PDK_FAILED_MEMORY) status = pdk_fail_memory(error, memory, "a file's name");
    else status = pdk_fail_system(error, "referenced.open", "cannot open", &failure);
    free(real_path);
    free(real_folder);
    pdk_free(memory, joined);
    return status;
}
