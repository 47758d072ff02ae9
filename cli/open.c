/* Opens documents and reads plain bytes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { MOST_FINDINGS = 100000 };                       /* more than anyone reads, less than a hostile file can make */
static const uint64_t most_bytes = UINT64_C(16) << 30; /* as limits.memory: a pipe or a device may have no end */

static pdk_guard *guard;    /* for the handler: as long as the program */
static const char *reading; /* the file that was opened last */

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return; /* there is nothing else to do */
}

/* Another program cut the file while we read it: an error like others, but nothing read of it can be trusted, so that
 * nothing more is done. A file that was being written has no name yet and vanishes. */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (!pdk_guard_owns(guard, info->si_addr)) {
        signal(number, SIG_DFL); /* comes again, and ends us */
        return;
    }
    static volatile int said;
    if (__atomic_exchange_n(&said, 1, __ATOMIC_SEQ_CST) != 0) { /* several threads read: one speaks, for all */
        for (;;) pause();
    }
    say("paddock: ");
    say(reading);
    say(": another program cut the file while it was read (io.changed)\n");
    _exit(CLI_IO);
}

static void set_guard(void)
{
    if (guard != NULL || pdk_guard_create(&guard, NULL) != PDK_OK) return;
    struct sigaction action = { .sa_sigaction = on_bus_error, .sa_flags = (int)SA_SIGINFO };
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

static pdk_status fail(pdk_error *error, pdk_status status, const char *code, const char *doing, int reason)
{
    *error = (pdk_error){ .status = status, .offset = PDK_NO_OFFSET };
    snprintf(error->code, sizeof error->code, "%s", code);
    snprintf(error->message, sizeof error->message, "%s%s%s", doing, reason != 0 ? ": " : "",
             reason != 0 ? strerror(reason) : "");
    return status;
}

/* Reads to the end; about `expected` bytes. Stops one byte past the limit. */
static pdk_status read_stream(cli_input *input, int descriptor, size_t expected, uint64_t limit, pdk_error *error)
{
    size_t capacity = 0;
    for (;;) {
        if (input->size == capacity) {
            capacity = capacity > 0 ? capacity * 2 : expected + (1 << 16);
            void *larger = capacity > input->size ? realloc(input->bytes, capacity) : NULL;
            if (larger == NULL)
                return fail(error, PDK_E_MEMORY, "memory.out", "out of memory for the bytes of a pipe", 0);
            input->bytes = larger;
        }
        size_t room = capacity - input->size;
        if (room > limit - input->size) room = (size_t)(limit - input->size) + 1;
        ssize_t got = read(descriptor, (char *)input->bytes + input->size, room);
        if (got == 0) return PDK_OK;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail(error, PDK_E_IO, "io.read", "cannot read", errno);
        input->size += (size_t)got;
        if (input->size > limit)
            return fail(error, PDK_E_LIMIT, "memory.limit", "needs more memory than --memory-limit allows", 0);
    }
}

static pdk_status read_descriptor(cli_input *input, int descriptor, uint64_t limit, pdk_error *error)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0) return fail(error, PDK_E_IO, "io.read", "cannot read", errno);
    if (S_ISDIR(about.st_mode)) return fail(error, PDK_E_IO, "io.directory", "is a directory, not a file", 0);
    uint64_t expected = S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
    if (expected > limit)
        return fail(error, PDK_E_LIMIT, "memory.limit", "needs more memory than --memory-limit allows", 0);
    off_t begin = expected > 0 ? lseek(descriptor, 0, SEEK_CUR) : 0;
    pdk_status status = read_stream(input, descriptor, (size_t)expected, limit, error);
    if (status != PDK_OK || expected == 0 || begin < 0) return status; /* files of a kernel have no size */
    struct stat after;
    if (fstat(descriptor, &after) != 0)
        return fail(error, PDK_E_IO, "io.read", "cannot tell whether the file changed", errno);
    bool same = after.st_mtim.tv_sec == about.st_mtim.tv_sec && after.st_mtim.tv_nsec == about.st_mtim.tv_nsec;
    bool whole = (uint64_t)begin > expected ? input->size == 0 : input->size == expected - (uint64_t)begin;
    return same && whole ? PDK_OK
                         : fail(error, PDK_E_IO, "io.changed", "another program changed the file while it was read", 0);
}

/* `limit` 0 = the usual one. Does not touch the progress. */
static int read_bytes(cli_input *input, const char *path, uint64_t limit)
{
    bool standard = strcmp(path, "-") == 0;
    int descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    pdk_error error;
    if (standard && cli_input_is_closed()) {
        descriptor = -1;
        errno = EBADF;
    }
    pdk_status status = descriptor < 0 ? fail(&error, PDK_E_IO, "io.read", "cannot open", errno)
                                       : read_descriptor(input, descriptor, limit != 0 ? limit : most_bytes, &error);
    if (!standard && descriptor >= 0) close(descriptor);
    if (status == PDK_OK) return CLI_FINE;
    cli_close(input);
    return cli_fail(cli_file_name(path), &error);
}

int cli_read(cli_input *input, const char *path)
{
    *input = (cli_input){ 0 };
    return read_bytes(input, path, 0);
}

static const char standard_input_path[] = "/proc/self/fd/0";

/* Standard input is a file that can be mapped like one that was named, from its beginning. */
static bool input_is_a_file(void)
{
    struct stat about;
    return !cli_input_is_closed() && fstat(STDIN_FILENO, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
           lseek(STDIN_FILENO, 0, SEEK_CUR) == 0 && access(standard_input_path, R_OK) == 0;
}

static const char *format_id(const void *user, size_t index)
{
    (void)user;
    const pdk_format_info *info = pdk_format_get(index);
    return info != NULL ? info->id : NULL;
}

int cli_open_quietly(cli_input *input, const cli_arguments *arguments, const char *path)
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
    set_guard();
    reading = cli_file_name(path);
    options.guard = guard;
    int status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &options.limits.memory);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_RECORD_LIMIT, 0, &options.limits.records);
    if (status != CLI_FINE) return status;
    pdk_error error;
    pdk_status opened;
    if (strcmp(path, "-") == 0 && !input_is_a_file()) { /* by descriptor: a socket cannot be opened by name */
        status = read_bytes(input, path, options.limits.memory);
        if (status != CLI_FINE) return status;
        const void *bytes = input->bytes != NULL ? input->bytes : "";
        opened = pdk_open_memory(bytes, input->size, &options, &input->document, &error);
    } else {
        if (strcmp(path, "-") == 0) options.name = "";
        opened = pdk_open_file(strcmp(path, "-") == 0 ? standard_input_path : path, &options, &input->document, &error);
    }
    cli_progress_end(&input->progress);
    if (opened == PDK_OK) return CLI_FINE;
    cli_close(input);
    return cli_fail(cli_file_name(path), &error);
}

int cli_open(cli_input *input, const cli_arguments *arguments, const char *path)
{
    int status = cli_open_quietly(input, arguments, path);
    if (status == CLI_FINE && cli_given(arguments, CLI_PARTIAL)) cli_note_damage(input->document, path);
    return status;
}

int cli_unchanged(const cli_input *input, const char *path)
{
    pdk_error error;
    return pdk_document_unchanged(input->document, &error) == PDK_OK ? CLI_FINE : cli_fail(cli_file_name(path), &error);
}

void cli_close(cli_input *input)
{
    pdk_close(input->document);
    free(input->bytes);
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
