/* No files: documents come from memory or from a source, outputs go to memory or to a callback. */
#include <stddef.h>
#include <stdio.h>

#include "platform/folders.h"
#include "platform/mapping.h"
#include "platform/path_style.h"
#include "platform/replace.h"

const pdk_path_style pdk_path_own_style = PDK_PATH_POSIX;

static bool fail(pdk_failure *failure)
{
    if (failure == NULL) return false;
    failure->kind = PDK_FAILED;
    failure->doing = NULL;
    snprintf(failure->reason, sizeof failure->reason, "there are no files here, only memory");
    return false;
}

/* ------------------------------------------------------------------------------------------------------- files */

bool pdk_file_look(const char *path, pdk_file_info *info, pdk_failure *failure)
{
    (void)path;
    (void)info;
    return fail(failure);
}

bool pdk_file_look_at_name(const char *path, pdk_file_info *info, pdk_failure *failure)
{
    return pdk_file_look(path, info, failure);
}

bool pdk_file_look_into(pdk_file file, pdk_file_info *info, pdk_failure *failure)
{
    (void)file;
    (void)info;
    return fail(failure);
}

bool pdk_file_remove(const char *path, pdk_failure *failure)
{
    (void)path;
    return fail(failure);
}

char *pdk_file_resolve(const char *path, pdk_failure *failure)
{
    (void)path;
    fail(failure);
    return NULL;
}

pdk_file pdk_file_open(const char *path, pdk_file_wait wait, pdk_failure *failure)
{
    (void)path;
    (void)wait;
    fail(failure);
    return PDK_NO_FILE;
}

pdk_file pdk_file_open_device(const char *path, pdk_failure *failure)
{
    (void)path;
    fail(failure);
    return PDK_NO_FILE;
}

pdk_file pdk_file_of_descriptor(int descriptor)
{
    return (pdk_file){ descriptor };
}

void pdk_file_close(pdk_file file)
{
    (void)file;
}

bool pdk_file_position(pdk_file file, uint64_t *position)
{
    (void)file;
    *position = 0;
    return false;
}

bool pdk_file_read(pdk_file file, void *buffer, size_t size, size_t *got, pdk_failure *failure)
{
    (void)file;
    (void)buffer;
    (void)size;
    *got = 0;
    return fail(failure);
}

bool pdk_file_await_writer(pdk_file pipe, int milliseconds)
{
    (void)pipe;
    (void)milliseconds;
    return false;
}

bool pdk_file_write(pdk_file file, const void *data, size_t size, pdk_failure *failure)
{
    (void)file;
    (void)data;
    (void)size;
    return fail(failure);
}

/* ----------------------------------------------------------------------------------------------------- mapping */

bool pdk_mapping_open(pdk_mapping *mapping, pdk_file file, size_t size, pdk_failure *failure)
{
    (void)mapping;
    (void)file;
    (void)size;
    return fail(failure);
}

void pdk_mapping_trim(const pdk_mapping *mapping)
{
    (void)mapping;
}

void pdk_mapping_close(pdk_mapping *mapping)
{
    *mapping = (pdk_mapping){ .file = PDK_NO_FILE };
}

/* ----------------------------------------------------------------------------------------------------- replace */

pdk_replacement *pdk_replacement_begin(const char *path, pdk_failure *failure)
{
    (void)path;
    fail(failure);
    return NULL;
}

pdk_file pdk_replacement_file(const pdk_replacement *replacement)
{
    (void)replacement;
    return PDK_NO_FILE;
}

void pdk_replacement_begin_storing(const pdk_replacement *replacement, uint64_t at, uint64_t size)
{
    (void)replacement;
    (void)at;
    (void)size;
}

bool pdk_replacement_store(const pdk_replacement *replacement, pdk_failure *failure)
{
    (void)replacement;
    return fail(failure);
}

bool pdk_replacement_finish(pdk_replacement *replacement, pdk_failure *failure)
{
    (void)replacement;
    return fail(failure);
}

void pdk_replacement_close(pdk_replacement *replacement)
{
    (void)replacement;
}

/* ----------------------------------------------------------------------------------------------------- folders */

bool pdk_folder_store_names(const char *file, pdk_failure *failure)
{
    (void)file;
    return fail(failure);
}
