/* Files: opened, read, written, looked at, removed. */
#ifndef PADDOCK_PLATFORM_FILES_H
#define PADDOCK_PLATFORM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform/failure.h"

/* An open file, pipe or device: the system's number or handle. */
typedef struct pdk_file {
    intptr_t handle;
} pdk_file;
#define PDK_NO_FILE ((pdk_file){ -1 })

static inline bool pdk_file_is_open(pdk_file file)
{
    return file.handle != -1;
}

typedef enum pdk_file_kind {
    PDK_FILE_REGULAR,
    PDK_FILE_FOLDER,
    PDK_FILE_PIPE,
    PDK_FILE_DEVICE, /* bytes come and go one after the other: a terminal, /dev/null, nul */
    PDK_FILE_LINK,   /* only where links are not followed */
    PDK_FILE_OTHER,
} pdk_file_kind;

typedef struct pdk_file_info {
    pdk_file_kind kind;
    uint64_t size;             /* in bytes, of regular files */
    int64_t modified;          /* when; only good for comparing */
    uint64_t volume, identity; /* the same two numbers: the same file */
} pdk_file_info;

/* --- by path --- */

/* What the path leads to, through links. */
bool pdk_file_look(const char *path, pdk_file_info *info, pdk_failure *failure);
/* What has this name; it may be a link. */
bool pdk_file_look_at_name(const char *path, pdk_file_info *info, pdk_failure *failure);
static inline bool pdk_file_exists(const char *path)
{
    pdk_file_info info;
    return pdk_file_look(path, &info, NULL);
}
bool pdk_file_remove(const char *path, pdk_failure *failure);
/* A new name in the same folder or another of the same disk; a file that already has that name is replaced. A program
 * that opens it sees the old file or the new one. */
bool pdk_file_rename(const char *from, const char *to, pdk_failure *failure);
/* The absolute path of what is there, without links. malloc'd; NULL after a failure. */
char *pdk_file_resolve(const char *path, pdk_failure *failure);

/* --- opened --- */

typedef enum pdk_file_wait {
    PDK_WAIT_FOR_WRITER, /* opening a named pipe takes until somebody writes to it */
    PDK_DO_NOT_WAIT,     /* while there is no writer, reading finds its end at once: pdk_file_await_writer */
} pdk_file_wait;

/* To read; other programs may still write, rename and remove it. PDK_NO_FILE after a failure. */
pdk_file pdk_file_open(const char *path, pdk_file_wait wait, pdk_failure *failure);
/* A device or pipe that is there, to write. */
pdk_file pdk_file_open_device(const char *path, pdk_failure *failure);
/* The file of a number that the C library returned. It is not closed. */
pdk_file pdk_file_of_descriptor(int descriptor);
void pdk_file_close(pdk_file file);

bool pdk_file_look_into(pdk_file file, pdk_file_info *info, pdk_failure *failure);
/* The offset of the next byte; false for pipes. */
bool pdk_file_position(pdk_file file, uint64_t *position);
/* Waits for at least one byte; *got is 0 at the end. */
bool pdk_file_read(pdk_file file, void *buffer, size_t size, size_t *got, pdk_failure *failure);
/* Waits for a named pipe's first writer, which need not have written by then. False if none came. */
bool pdk_file_await_writer(pdk_file pipe, int milliseconds);
/* A file that one process at a time may hold, made if it is not there; closing it or the end of the process, however it
 * ends, gives it back. PDK_NO_FILE where another holds it (PDK_FAILED_EXISTS) or it cannot be had. For the command;
 * sides without programs need not have it. */
pdk_file pdk_file_hold(const char *path, pdk_failure *failure);
/* All of it. */
bool pdk_file_write(pdk_file file, const void *data, size_t size, pdk_failure *failure);

#endif
