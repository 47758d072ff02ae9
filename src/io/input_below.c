#define _XOPEN_SOURCE 700 /* realpath */
#include "io/input_below.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "io/system.h"

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

static bool is_below(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    if (length > 0 && folder[length - 1] == '/') length--; /* the root */
    return strncmp(folder, path, length) == 0 && path[length] == '/';
}

static pdk_status open_real(pdk_input *input, const char *folder, const char *path, pdk_guard *guard,
                            pdk_memory *memory, pdk_error *error)
{
    struct stat about;
    if (!is_below(folder, path)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "referenced.path",
                        "it is a link to a file outside the folder");
    }
    if (stat(path, &about) != 0) return pdk_fail_system(error, "referenced.open", "cannot open");
    if (!S_ISREG(about.st_mode)) {
        return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "referenced.open", "it is not a regular file");
    }
    return pdk_input_file(input, path, guard, memory, error);
}

pdk_status pdk_input_below(pdk_input *input, const char *folder, const char *name, pdk_guard *guard, pdk_memory *memory,
                           pdk_error *error)
{
    *input = (pdk_input){ 0 };
    if (!is_plain(name)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "referenced.path",
                        "only files in the same folder, or in folders below it, are opened");
    }
    char *joined = pdk_text_printf(memory, "%s/%s", folder, name);
    if (joined == NULL) return pdk_fail_memory(error, memory, "a file's name");
    char *real_folder = realpath(folder, NULL), *real_path = real_folder != NULL ? realpath(joined, NULL) : NULL;
    pdk_status status;
    if (real_path != NULL) status = open_real(input, real_folder, real_path, guard, memory, error);
    else if (errno == ENOMEM) status = pdk_fail_memory(error, memory, "a file's name");
    else status = pdk_fail_system(error, "referenced.open", "cannot open");
    free(real_path);
    free(real_folder);
    pdk_free(memory, joined);
    return status;
}
