#define _DEFAULT_SOURCE /* fchown */
#include "platform/posix/owner_posix.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* mkstemp makes private files; the finished one gets what the user's umask would have given. */
void pdk_give_usual_mode(int descriptor)
{
    unsigned mask = 077; /* private, if it cannot be found out */
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

void pdk_give_owner_of(int descriptor, const struct stat *about)
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
