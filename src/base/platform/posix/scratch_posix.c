/* Files without a name, which /proc opens by their descriptors; without /proc, one with a name. */
#define _GNU_SOURCE /* O_TMPFILE, mkostemp */
#include "platform/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/path.h"
#include "platform/posix/failure_posix.h"
#include "platform/posix/names_posix.h"

struct pdk_scratch {
    int descriptor;
    bool has_name;
    char path[];
};

static bool can_open_descriptors(void)
{
    return access("/proc/self/fd", X_OK) == 0;
}

/* In a file system without nameless files, the name is deleted at once; without /proc it stays until the end. */
static void open_named(pdk_scratch *made, bool by_descriptor)
{
    made->descriptor = mkostemp(made->path, O_CLOEXEC);
    made->has_name = made->descriptor >= 0;
    if (!made->has_name || !by_descriptor) return;
    made->has_name = unlink(made->path) != 0;
}

pdk_scratch *pdk_scratch_begin(const char *path, pdk_failure *failure)
{
    size_t room = strlen(path) + 64;
    int folder = (int)pdk_path_folder_size(path);
    pdk_scratch *made = calloc(1, sizeof *made + room);
    bool by_descriptor = can_open_descriptors();
    if (made == NULL) {
        errno = ENOMEM; /* not every calloc sets it */
        pdk_fail_errno(failure, NULL);
        return NULL;
    }
    snprintf(made->path, room, "%.*s", folder > 0 ? folder : 1, folder > 0 ? path : ".");
    made->descriptor = by_descriptor ? open(made->path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
    snprintf(made->path, room, "%.*s.paddock-XXXXXX", folder, path); /* short, however long the name is */
    if (made->descriptor < 0) open_named(made, by_descriptor);
    if (made->descriptor < 0) {
        pdk_fail_errno(failure, NULL);
        free(made);
        return NULL;
    }
    if (made->has_name) pdk_names_add(made->path);
    else snprintf(made->path, room, "/proc/self/fd/%d", made->descriptor);
    return made;
}

const char *pdk_scratch_path(const pdk_scratch *scratch)
{
    return scratch->path;
}

void pdk_scratch_close(pdk_scratch *scratch)
{
    if (scratch == NULL) return;
    close(scratch->descriptor);
    if (scratch->has_name) {
        unlink(scratch->path);
        pdk_names_forget(scratch->path);
    }
    free(scratch);
}
