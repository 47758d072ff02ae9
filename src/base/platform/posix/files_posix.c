#define _DEFAULT_SOURCE   /* flock */
#define _XOPEN_SOURCE 700 /* realpath */
#include "platform/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/posix/failure_posix.h"

static pdk_file_kind kind_of(mode_t mode)
{
    if (S_ISREG(mode)) return PDK_FILE_REGULAR;
    if (S_ISDIR(mode)) return PDK_FILE_FOLDER;
    if (S_ISFIFO(mode)) return PDK_FILE_PIPE;
    if (S_ISCHR(mode)) return PDK_FILE_DEVICE;
    if (S_ISLNK(mode)) return PDK_FILE_LINK;
    return PDK_FILE_OTHER;
}

/* ns since 1970: before it below 0. What is further off than 64 bits hold is the first or last that they do. */
static int64_t moment(const struct timespec *time)
{
    const int64_t most = INT64_MAX / 1000000000 - 1;
    int64_t seconds = time->tv_sec > most ? most : time->tv_sec < -most ? -most : (int64_t)time->tv_sec;
    return seconds * 1000000000 + (int64_t)time->tv_nsec;
}

static bool put_info(int called, const struct stat *about, pdk_file_info *info, pdk_failure *failure)
{
    if (called != 0) return pdk_fail_errno(failure, NULL);
    *info = (pdk_file_info){
        .kind = kind_of(about->st_mode),
        .size = S_ISREG(about->st_mode) ? (uint64_t)about->st_size : 0,
        .modified = moment(&about->st_mtim),
        .volume = (uint64_t)about->st_dev,
        .identity = (uint64_t)about->st_ino,
    };
    return true;
}

bool pdk_file_look(const char *path, pdk_file_info *info, pdk_failure *failure)
{
    struct stat about;
    return put_info(stat(path, &about), &about, info, failure);
}

bool pdk_file_look_at_name(const char *path, pdk_file_info *info, pdk_failure *failure)
{
    struct stat about;
    return put_info(lstat(path, &about), &about, info, failure);
}

bool pdk_file_look_into(pdk_file file, pdk_file_info *info, pdk_failure *failure)
{
    struct stat about;
    return put_info(fstat((int)file.handle, &about), &about, info, failure);
}

bool pdk_file_remove(const char *path, pdk_failure *failure)
{
    return unlink(path) == 0 || pdk_fail_errno(failure, NULL);
}

bool pdk_file_rename(const char *from, const char *to, pdk_failure *failure)
{
    return rename(from, to) == 0 || pdk_fail_errno(failure, NULL);
}

char *pdk_file_resolve(const char *path, pdk_failure *failure)
{
    char room[PATH_MAX];
    if (realpath(path, room) == NULL) {
        pdk_fail_errno(failure, NULL);
        return NULL;
    }
    char *resolved = strdup(room);
    if (resolved == NULL) {
        errno = ENOMEM; /* not every malloc sets it */
        pdk_fail_errno(failure, NULL);
    }
    return resolved;
}

static pdk_file opened(int descriptor, pdk_failure *failure)
{
    if (descriptor < 0) pdk_fail_errno(failure, NULL);
    return (pdk_file){ descriptor };
}

pdk_file pdk_file_open(const char *path, pdk_file_wait wait, pdk_failure *failure)
{
    return opened(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (wait == PDK_DO_NOT_WAIT ? O_NONBLOCK : 0)), failure);
}

pdk_file pdk_file_open_device(const char *path, pdk_failure *failure)
{
    return opened(open(path, O_WRONLY | O_CLOEXEC), failure);
}

pdk_file pdk_file_hold(const char *path, pdk_failure *failure)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
        bool held = errno == EWOULDBLOCK;
        pdk_fail_errno(failure, NULL);
        if (held && failure != NULL) failure->kind = PDK_FAILED_EXISTS;
        close(file);
        return PDK_NO_FILE;
    }
    return opened(file, failure);
}

pdk_file pdk_file_of_descriptor(int descriptor)
{
    return (pdk_file){ descriptor };
}

void pdk_file_close(pdk_file file)
{
    if (pdk_file_is_open(file)) close((int)file.handle);
}

bool pdk_file_position(pdk_file file, uint64_t *position)
{
    off_t at = lseek((int)file.handle, 0, SEEK_CUR);
    *position = at > 0 ? (uint64_t)at : 0;
    return at >= 0;
}

bool pdk_file_read(pdk_file file, void *buffer, size_t size, size_t *got, pdk_failure *failure)
{
    for (;;) {
        ssize_t count = read((int)file.handle, buffer, size);
        *got = count > 0 ? (size_t)count : 0;
        if (count >= 0) return true;
        if (errno == EINTR) continue;
        struct pollfd wait = { .fd = (int)file.handle, .events = POLLIN };
        bool can_wait = errno == EAGAIN && (poll(&wait, 1, -1) >= 0 || errno == EINTR); /* while a writer is there */
        if (!can_wait) return pdk_fail_errno(failure, NULL);
    }
}

bool pdk_file_await_writer(pdk_file pipe, int milliseconds)
{
    struct pollfd wait = { .fd = (int)pipe.handle, .events = POLLIN };
    return poll(&wait, 1, milliseconds) != 0;
}

bool pdk_file_write(pdk_file file, const void *data, size_t size, pdk_failure *failure)
{
    for (const char *at = data; size > 0;) {
        ssize_t written = write((int)file.handle, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return pdk_fail_errno(failure, NULL);
        at += written;
        size -= (size_t)written;
    }
    return true;
}
