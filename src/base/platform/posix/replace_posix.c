/* Files without a name until they are complete; if the file system does not support that, with a new name. */
#define _GNU_SOURCE /* O_TMPFILE, mkostemp, sync_file_range */
#include "platform/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/path.h"
#include "platform/posix/failure_posix.h"
#include "platform/posix/names_posix.h"
#include "platform/posix/owner_posix.h"

struct pdk_replacement {
    char *path;      /* the name to take at the end ... */
    char *temporary; /* ... and the one it has, or will have for the moment before; NULL once it took the other */
    int descriptor;
    bool nameless; /* the temporary file has no name yet */
};

static void *none(void)
{
    errno = ENOMEM; /* not every malloc sets it */
    return NULL;
}

/* The target of a link, relative to the folder of the link; `at` is freed. */
static char *follow(char *at, const char *target, size_t size)
{
    size_t folder = target[0] != '/' ? pdk_path_folder_size(at) : 0;
    char *next = malloc(folder + size + 1);
    if (next != NULL) snprintf(next, folder + size + 1, "%.*s%.*s", (int)folder, at, (int)size, target);
    free(at);
    return next != NULL ? next : none();
}

/* Frees it and keeps errno. */
static void *give_back(char *at)
{
    int number = errno;
    free(at);
    errno = number;
    return NULL;
}

/* The file a name means, through links, which stay; it need not be there. malloc'd; NULL with errno. */
static char *end_of_links(const char *path, bool exists)
{
    enum { MOST = 40 };
    if (exists) return pdk_file_resolve(path, NULL);
    char *at = strdup(path);
    if (at == NULL) return none();
    for (int i = 0; at != NULL && i <= MOST; i++) {
        char target[PATH_MAX];
        ssize_t size = readlink(at, target, sizeof target);
        bool usable = size >= 0 || errno == EINVAL || errno == ENOENT;
        if (size < 0 && usable) return at;  /* no link: what we look for */
        if (size < 0) return give_back(at); /* no file can have this name: too long, say */
        at = follow(at, target, (size_t)size);
    }
    if (at != NULL) errno = ELOOP;
    free(at);
    return NULL;
}

/* A file without a name gets one through /proc, which a bare container may lack. */
static bool can_name_files(void)
{
    return access("/proc/self/fd", X_OK) == 0;
}

/* A file without a name in the target's folder vanishes by itself if we are killed. */
static bool open_temporary(pdk_replacement *made)
{
    int folder = (int)pdk_path_folder_size(made->path);
    size_t room = (size_t)folder + sizeof ".paddock-XXXXXX";
    made->temporary = malloc(room);
    if (made->temporary == NULL) return none();
    snprintf(made->temporary, room, "%.*s", folder > 0 ? folder : 1, folder > 0 ? made->path : ".");
    made->descriptor = can_name_files() ? open(made->temporary, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600) : -1;
    made->nameless = made->descriptor >= 0;
    /* A new name: one made from the target's could be too long. */
    snprintf(made->temporary, room, "%.*s.paddock-XXXXXX", folder, made->path);
    if (!made->nameless) made->descriptor = mkostemp(made->temporary, O_CLOEXEC);
    if (!made->nameless && made->descriptor >= 0) pdk_names_add(made->temporary);
    return made->descriptor >= 0;
}

/* Nothing remains. */
static void *give_up(pdk_replacement *made, pdk_failure *failure, const char *doing)
{
    pdk_fail_errno(failure, doing);
    if (made != NULL) {
        free(made->temporary);
        free(made->path);
    }
    free(made);
    return NULL;
}

pdk_replacement *pdk_replacement_begin(const char *path, pdk_failure *failure)
{
    struct stat about;
    bool exists = stat(path, &about) == 0;
    pdk_replacement *made = calloc(1, sizeof *made);
    if (made == NULL) none();
    else made->path = end_of_links(path, exists);
    if (made == NULL || made->path == NULL)
        return give_up(made, failure, errno == ENAMETOOLONG ? "cannot create it" : "cannot find where it leads");
    if (!open_temporary(made)) return give_up(made, failure, "cannot create a file in its folder");
    if (exists) pdk_give_owner_of(made->descriptor, &about);
    else pdk_give_usual_mode(made->descriptor);
    return made;
}

pdk_file pdk_replacement_file(const pdk_replacement *replacement)
{
    return (pdk_file){ replacement->descriptor };
}

void pdk_replacement_begin_storing(const pdk_replacement *replacement, uint64_t at, uint64_t size)
{
    sync_file_range(replacement->descriptor, (off64_t)at, (off64_t)size, SYNC_FILE_RANGE_WRITE);
}

bool pdk_replacement_store(const pdk_replacement *replacement, pdk_failure *failure)
{
    return fsync(replacement->descriptor) == 0 || pdk_fail_errno(failure, "cannot write to the disk");
}

/* Gives a nameless file its temporary name. */
static bool name_temporary(pdk_replacement *replacement)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", replacement->descriptor);
    char *tail = replacement->temporary + strlen(replacement->temporary) - 6;
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        snprintf(tail, 7, "%06u", ((unsigned)getpid() * 1000 + attempt) % 1000000);
        if (linkat(AT_FDCWD, self, AT_FDCWD, replacement->temporary, AT_SYMLINK_FOLLOW) == 0) {
            pdk_names_add(replacement->temporary);
            replacement->nameless = false;
            return true;
        }
        if (errno != EEXIST) break;
    }
    return false;
}

bool pdk_replacement_finish(pdk_replacement *replacement, pdk_failure *failure)
{
    if (replacement->nameless && !name_temporary(replacement))
        return pdk_fail_errno(failure, "cannot name the finished file");
    if (rename(replacement->temporary, replacement->path) != 0)
        return pdk_fail_errno(failure, "cannot put the finished file in place");
    pdk_names_forget(replacement->temporary);
    free(replacement->temporary);
    replacement->temporary = NULL;
    return true;
}

void pdk_replacement_close(pdk_replacement *replacement)
{
    if (replacement == NULL) return;
    close(replacement->descriptor);
    if (replacement->temporary != NULL && !replacement->nameless) unlink(replacement->temporary);
    pdk_names_forget(replacement->temporary);
    free(replacement->temporary);
    free(replacement->path);
    free(replacement);
}
