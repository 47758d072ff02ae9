#define _POSIX_C_SOURCE 200809L
#include "platform/folders.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/path.h"
#include "platform/posix/failure_posix.h"

bool pdk_folder_make(const char *path, pdk_failure *failure)
{
    return mkdir(path, 0777) == 0 || pdk_fail_errno(failure, NULL);
}

bool pdk_folder_remove(const char *path, pdk_failure *failure)
{
    return rmdir(path) == 0 || pdk_fail_errno(failure, NULL);
}

bool pdk_folder_store_names(const char *file, pdk_failure *failure)
{
    size_t size = pdk_path_folder_size(file);
    char *folder = size > 0 ? strndup(file, size) : strdup(".");
    int descriptor = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool stored = descriptor >= 0 && fsync(descriptor) == 0;
    if (!stored) pdk_fail_errno(failure, NULL);
    if (descriptor >= 0) close(descriptor);
    free(folder);
    return stored;
}

/* A pdk_folder is what opendir returned. */
pdk_folder *pdk_folder_open(const char *path, pdk_failure *failure)
{
    DIR *folder = opendir(path);
    if (folder == NULL) pdk_fail_errno(failure, NULL);
    return (pdk_folder *)(void *)folder;
}

const char *pdk_folder_next(pdk_folder *folder)
{
    const struct dirent *entry = readdir((DIR *)(void *)folder);
    return entry != NULL ? entry->d_name : NULL;
}

void pdk_folder_close(pdk_folder *folder)
{
    if (folder != NULL) closedir((DIR *)(void *)folder);
}
