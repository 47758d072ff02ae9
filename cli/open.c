/* Files in: documents, and bytes as they are. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { MOST_FINDINGS = 100000 }; /* more than anyone reads, less than a hostile file can make */

static pdk_status fail(pdk_error *error, pdk_status status, const char *code, const char *doing, int reason)
{
    *error = (pdk_error){ .status = status, .offset = PDK_NO_OFFSET };
    snprintf(error->code, sizeof error->code, "%s", code);
    snprintf(error->message, sizeof error->message, "%s%s%s", doing, reason != 0 ? ": " : "", reason != 0 ? strerror(reason) : "");
    return status;
}

/* A pipe, socket or terminal to its end. */
static pdk_status read_stream(cli_input *input, int descriptor, pdk_error *error)
{
    size_t capacity = 0;
    for (;;) {
        if (input->size == capacity) {
            capacity = capacity > 0 ? capacity * 2 : 1 << 16;
            void *larger = capacity > input->size ? realloc(input->bytes, capacity) : NULL;
            if (larger == NULL) return fail(error, PDK_E_MEMORY, "memory.out", "out of memory for the bytes of a pipe", 0);
            input->bytes = larger;
        }
        ssize_t got = read(descriptor, (char *)input->bytes + input->size, capacity - input->size);
        if (got == 0) return PDK_OK;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail(error, PDK_E_IO, "io.read", "cannot read", errno);
        input->size += (size_t)got;
    }
}

static pdk_status read_descriptor(cli_input *input, int descriptor, pdk_error *error)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0) return fail(error, PDK_E_IO, "io.read", "cannot tell what this is", errno);
    if (S_ISDIR(about.st_mode)) return fail(error, PDK_E_IO, "io.directory", "is a directory, not a file", 0);
    if (!S_ISREG(about.st_mode) || about.st_size == 0) return read_stream(input, descriptor, error);
    input->size = (size_t)about.st_size;
    input->bytes = mmap(NULL, input->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    input->mapped = input->bytes != MAP_FAILED;
    if (input->mapped) return PDK_OK;
    input->bytes = NULL;
    return fail(error, PDK_E_IO, "io.read", "cannot map the file", errno);
}

int cli_read(cli_input *input, const char *path)
{
    *input = (cli_input){ 0 };
    bool standard = strcmp(path, "-") == 0;
    int descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    pdk_error error;
    if (standard && cli_input_is_closed()) {
        descriptor = -1;
        errno = EBADF;
    }
    pdk_status status = descriptor < 0 ? fail(&error, PDK_E_IO, "io.read", "cannot open", errno)
                                       : read_descriptor(input, descriptor, &error);
    if (!standard && descriptor >= 0) close(descriptor);
    if (status == PDK_OK) return CLI_FINE;
    cli_close(input);
    return cli_fail(cli_file_name(path), &error);
}

static const char *format_id(const void *user, size_t index)
{
    (void)user;
    const pdk_format_info *info = pdk_format_get(index);
    return info != NULL ? info->id : NULL;
}

int cli_open(cli_input *input, const cli_arguments *arguments, const char *path)
{
    *input = (cli_input){ 0 };
    const char *as = arguments->values[CLI_AS];
    if (as != NULL && pdk_format_find(as) == NULL) return cli_no_such(NULL, "format", as, format_id, NULL);
    cli_progress_begin(&input->progress, "reading");
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = as;
    options.partial = cli_given(arguments, CLI_PARTIAL);
    options.limits.findings = MOST_FINDINGS;
    options.progress = cli_progress_step;
    options.progress_user = &input->progress;
    pdk_error error;
    pdk_status status;
    if (strcmp(path, "-") == 0) { /* by descriptor: a socket cannot be opened by name */
        int read = cli_read(input, path);
        if (read != CLI_FINE) return read;
        const void *bytes = input->bytes != NULL ? input->bytes : "";
        status = pdk_open_memory(bytes, input->size, &options, &input->document, &error);
    } else {
        status = pdk_open_file(path, &options, &input->document, &error);
    }
    cli_progress_end(&input->progress);
    if (status == PDK_OK) return CLI_FINE;
    cli_close(input);
    return cli_fail(cli_file_name(path), &error);
}

void cli_close(cli_input *input)
{
    pdk_close(input->document);
    if (input->mapped) munmap(input->bytes, input->size);
    else free(input->bytes);
    *input = (cli_input){ 0 };
}

static const char *table_name(const void *user, size_t index)
{
    const pdk_document *document = user;
    return index < pdk_document_table_count(document) ? pdk_table_name(pdk_document_table(document, index)) : NULL;
}

int cli_find_table(const pdk_document *document, const char *file, const char *name, const pdk_table **table)
{
    *table = pdk_document_find_table(document, name);
    if (*table != NULL) return CLI_FINE;
    return cli_no_such(file, "table", name, table_name, document);
}
