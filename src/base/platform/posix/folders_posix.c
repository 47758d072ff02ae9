#define _POSIX_C_SOURCE 200809L
#include "platform/folders.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
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

/* Their numbers are the kernel's (linux/magic.h), and never change. */
bool pdk_folder_is_virtual(const char *path)
{
    static const unsigned long kinds[] = {
        0x9FA0,     /* proc */
        0x62656572, /* sysfs */
        0x1CD1,     /* devpts */
        0x64626720, /* debugfs */
        0x74726163, /* tracefs */
        0x73636673, /* securityfs */
        0x62656570, /* configfs */
        0x27E0EB,   /* cgroup */
        0x63677270, /* cgroup2 */
        0xCAFE4A11, /* bpf */
        0x6165676C, /* pstore */
        0xDE5E81E4, /* efivarfs */
        0xF97CFF8C, /* selinuxfs */
        0x43415D53, /* smackfs */
        0x42494E4D, /* binfmt_misc */
        0x19800202, /* mqueue */
        0x65735543, /* fusectl */
        0x6E736673, /* namespaces */
    };
    struct statfs about;
    if (statfs(path, &about) != 0) return false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (((unsigned long)about.f_type & 0xFFFFFFFF) == kinds[i]) return true;
    }
    return false;
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
