/* Whose an output's file is, and which one a name means. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/output.h"

/* mkstemp makes private files; the finished one gets what the user's umask would have given. */
void pdk_output_give_usual_mode(int descriptor)
{
    unsigned mask = 077; /* where it cannot be told, private it stays */
    char text[1024];
    int status =
        open("/proc/self/status", O_RDONLY | O_CLOEXEC); /* reading umask by setting it would race with other threads */
    ssize_t size = status >= 0 ? read(status, text, sizeof text - 1) : 0;
    if (status >= 0) close(status);
    text[size > 0 ? size : 0] = '\0';
    const char *line = strstr(text, "\nUmask:");
    if (line != NULL) sscanf(line, "\nUmask: %o", &mask);
    (void)fchmod(descriptor, 0666 & ~(mode_t)mask);
}

/* A file that takes another's place keeps its owner, group and mode; as much of it as we may give. */
void pdk_output_give_mode_of(int descriptor, const struct stat *about)
{
    mode_t mode = about->st_mode & 07777;
    struct stat own;
    if (fstat(descriptor, &own) != 0) return;
    bool owner = own.st_uid == about->st_uid, group = own.st_gid == about->st_gid;
    if (!group) group = fchown(descriptor, (uid_t)-1, about->st_gid) == 0;
    if (!owner) owner = fchown(descriptor, about->st_uid, (gid_t)-1) == 0;
    if (!owner || !group) mode &= 0777; /* what runs with its owner's rights does not do so with another's */
    (void)fchmod(descriptor, mode);
}

/* Out of memory leaves errno at ENOMEM, also where malloc does not. */
static char *copy(const char *text)
{
    char *copied = strdup(text);
    if (copied == NULL) errno = ENOMEM;
    return copied;
}

/* A file that is there. */
static char *resolve(const char *path)
{
    char room[PATH_MAX];
    return realpath(path, room) != NULL ? copy(room) : NULL;
}

/* Where a link leads, from the folder it stands in; `at` is freed. */
static char *follow(char *at, const char *target, size_t size)
{
    const char *slash = strrchr(at, '/');
    size_t folder = target[0] != '/' && slash != NULL ? (size_t)(slash - at) + 1 : 0;
    char *next = malloc(folder + size + 1);
    if (next != NULL) snprintf(next, folder + size + 1, "%.*s%.*s", (int)folder, at, (int)size, target);
    free(at);
    if (next == NULL) errno = ENOMEM;
    return next;
}

char *pdk_output_end_of_link(const char *path, bool exists)
{
    enum { MOST = 40 };
    if (exists) return resolve(path);
    char *at = copy(path);
    for (int i = 0; at != NULL && i <= MOST; i++) {
        char target[PATH_MAX];
        ssize_t size = readlink(at, target, sizeof target);
        if (size < 0) return at; /* no link: what we look for */
        at = follow(at, target, (size_t)size);
    }
    if (at != NULL) errno = ELOOP;
    free(at);
    return NULL;
}
