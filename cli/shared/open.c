/* Opens documents and reads plain bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "findings.h"
#include "inputs.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "platform/console.h"
#include "platform/files.h"
#include "platform/signals.h"
#include "progress.h"

enum { MAX_FINDINGS = 100000 };                       /* more than anyone reads, less than a hostile file can make */
static const uint64_t max_bytes = UINT64_C(16) << 30; /* as limits.memory: a pipe or a device may have no end */

static pdk_guard *guard; /* for the handler: as long as the program */

static bool guard_owns(const void *address)
{
    return pdk_guard_owns(guard, address);
}

/* Another program cut the file while we read it: an error like others, but nothing read of it can be trusted, so that
 * nothing more is done. A file that was being written has no name yet and vanishes. The second text is the file that
 * was opened last. */
static pdk_lost_pages lost_pages = {
    .are_ours = guard_owns,
    .texts = { "paddock: ", "", ": another program cut the file while it was read (io.changed)\n" },
    .status = CLI_IO,
};

pdk_guard *cli_guard(const char *file)
{
    lost_pages.texts[1] = file;
    if (guard == NULL && pdk_guard_create(&guard, NULL) == PDK_OK) pdk_answer_lost_pages(&lost_pages);
    return guard;
}

static pdk_status fail(pdk_error *error, pdk_status status, const char *code, const char *doing,
                       const pdk_failure *failure)
{
    *error = (pdk_error){ .status = status, .offset = PDK_NO_OFFSET };
    snprintf(error->code, sizeof error->code, "%s", code);
    snprintf(error->message, sizeof error->message, "%s%s%s", doing, failure != NULL ? ": " : "",
             failure != NULL ? failure->reason : "");
    return status;
}

static pdk_status fail_limit(pdk_error *error)
{
    return fail(error, PDK_E_LIMIT, "memory.limit", "needs more memory than --memory-limit allows", NULL);
}

/* Reads to the end; about `expected` bytes. Stops one byte past the limit. */
static pdk_status read_stream(cli_input *input, pdk_file file, size_t expected, uint64_t limit, pdk_error *error)
{
    size_t capacity = 0;
    for (;;) {
        if (input->size == capacity) {
            capacity = capacity > 0 ? capacity * 2 : expected + (1 << 16);
            void *larger = capacity > input->size ? realloc(input->bytes, capacity) : NULL;
            if (larger == NULL)
                return fail(error, PDK_E_MEMORY, "memory.out", "out of memory for the bytes of a pipe", NULL);
            input->bytes = larger;
        }
        size_t space = capacity - input->size, got;
        if (space > limit - input->size) space = (size_t)(limit - input->size) + 1;
        pdk_failure failure;
        if (!pdk_file_read(file, (char *)input->bytes + input->size, space, &got, &failure))
            return fail(error, PDK_E_IO, "io.read", "cannot read", &failure);
        if (got == 0) return PDK_OK;
        input->size += got;
        if (input->size > limit) return fail_limit(error);
    }
}

static pdk_status read_file(cli_input *input, pdk_file file, uint64_t limit, pdk_error *error)
{
    pdk_file_info about, after;
    pdk_failure failure;
    if (!pdk_file_look_into(file, &about, &failure)) return fail(error, PDK_E_IO, "io.read", "cannot read", &failure);
    if (about.kind == PDK_FILE_FOLDER) return fail(error, PDK_E_IO, "io.directory", "is a directory, not a file", NULL);
    if (about.size > limit) return fail_limit(error);
    uint64_t begin = 0;
    bool is_known = about.size > 0 && pdk_file_position(file, &begin);
    pdk_status status = read_stream(input, file, (size_t)about.size, limit, error);
    if (status != PDK_OK || !is_known) return status; /* files of a kernel have no size */
    if (!pdk_file_look_into(file, &after, &failure))
        return fail(error, PDK_E_IO, "io.read", "cannot check whether the file changed", &failure);
    bool whole = begin > about.size ? input->size == 0 : input->size == about.size - begin;
    if (whole && after.modified == about.modified) return PDK_OK;
    return fail(error, PDK_E_IO, "io.changed", "another program changed the file while it was read", NULL);
}

pdk_file cli_open_file(const char *path, pdk_failure *failure)
{
    bool standard = strcmp(path, "-") == 0;
    pdk_file file =
        standard ? pdk_stream_file(PDK_STANDARD_INPUT, failure) : pdk_file_open(path, PDK_WAIT_FOR_WRITER, failure);
    if (!pdk_file_is_open(file) || cli_add_input(path) == CLI_FINE) return file;
    if (!standard) pdk_file_close(file);
    *failure = (pdk_failure){ .kind = PDK_FAILED_MEMORY, .reason = "out of memory" };
    return PDK_NO_FILE;
}

/* `limit` 0 = the usual one. Does not touch the progress. */
static int read_bytes(cli_input *input, const char *path, uint64_t limit)
{
    bool standard = strcmp(path, "-") == 0;
    pdk_failure failure;
    pdk_file file = cli_open_file(path, &failure);
    pdk_error error;
    pdk_status status = pdk_file_is_open(file) ? read_file(input, file, limit != 0 ? limit : max_bytes, &error)
                                               : fail(&error, PDK_E_IO, "io.read", "cannot open", &failure);
    if (!standard) pdk_file_close(file);
    if (status == PDK_OK) return CLI_FINE;
    cli_close(input);
    return cli_fail(cli_file_name(path), &error);
}

int cli_read(cli_input *input, const char *path)
{
    *input = (cli_input){ 0 };
    return read_bytes(input, path, 0);
}

static const char *format_id(const void *user, size_t index)
{
    (void)user;
    const pdk_format_info *info = pdk_format_at(index);
    return info != NULL ? info->id : NULL;
}

static const pdk_database_reader *databases;

void cli_use_databases(const pdk_database_reader *reader)
{
    databases = reader;
}

const pdk_database_reader *cli_databases(void)
{
    return databases;
}

/* `as`: the format; NULL = detect. */
static int try_open(cli_input *input, const cli_arguments *arguments, const char *path, const char *as,
                    bool every_scene, pdk_error *error)
{
    *input = (cli_input){ 0 };
    *error = (pdk_error){ .status = PDK_OK };
    if (as != NULL && pdk_format_find(as) == NULL) return cli_no_such(NULL, "format", as, format_id, NULL);
    cli_progress_begin(&input->progress, "reading");
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = as;
    options.partial = cli_given(arguments, CLI_PARTIAL);
    options.limits.findings = MAX_FINDINGS;
    options.progress = cli_progress_step;
    options.progress_user = &input->progress;
    options.guard = cli_guard(cli_file_name(path));
    options.inputs = cli_inputs();
    options.databases = databases;
    options.every_scene = every_scene;
    int status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &options.limits.memory);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_RECORD_LIMIT, 0, &options.limits.records);
    if (status != CLI_FINE) return status;
    if (path[0] == '\0') return cli_usage("the name of a file is empty");
    pdk_status opened;
    bool standard = strcmp(path, "-") == 0;
    const char *file = standard ? pdk_standard_input_path() : path;
    if (file == NULL) { /* a pipe or socket, which cannot be mapped */
        status = read_bytes(input, path, options.limits.memory);
        if (status != CLI_FINE) return status;
        const void *bytes = input->bytes != NULL ? input->bytes : "";
        opened = pdk_open_memory(bytes, input->size, &options, &input->document, error);
    } else {
        if (standard) options.name = "";
        opened = pdk_open_file(file, &options, &input->document, error);
    }
    cli_progress_end(&input->progress);
    if (opened != PDK_OK) cli_close(input);
    else error->status = PDK_OK;
    return CLI_FINE;
}

int cli_try_open(cli_input *input, const cli_arguments *arguments, const char *path, pdk_error *error)
{
    return try_open(input, arguments, path, arguments->values[CLI_AS], false, error);
}

int cli_open_scene(cli_input *input, const cli_arguments *arguments, const char *path)
{
    pdk_error error;
    int status = try_open(input, arguments, path, "glb", true, &error);
    return status == CLI_FINE && error.status != PDK_OK ? cli_fail(cli_file_name(path), &error) : status;
}

int cli_open_quietly(cli_input *input, const cli_arguments *arguments, const char *path)
{
    pdk_error error;
    int status = cli_try_open(input, arguments, path, &error);
    return status == CLI_FINE && error.status != PDK_OK ? cli_fail(cli_file_name(path), &error) : status;
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
    pdk_output_close(input->made);
    free(input->bytes);
    *input = (cli_input){ 0 };
}

pdk_status cli_compute(const pdk_document *document, const char *name, const pdk_table **table, pdk_error *error)
{
    cli_progress progress;
    cli_progress_begin(&progress, "computing");
    pdk_status status = pdk_answer_with_progress(document, name, cli_progress_step, &progress, table, error);
    cli_progress_end(&progress);
    return status;
}

/* The tables of the document, then those that can be computed from it. */
static const char *table_name(const void *user, size_t index)
{
    const pdk_document *document = user;
    size_t stored = pdk_document_table_count(document);
    if (index < stored) return pdk_table_name(pdk_document_table_at(document, index));
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        if (pdk_answer_available(document, pdk_answer_name(i), NULL) != PDK_OK) continue;
        if (index-- == stored) return pdk_answer_name(i);
    }
    return NULL;
}

int cli_find_table(const pdk_document *document, const char *file, const char *name, const pdk_table **table)
{
    pdk_error error;
    *table = pdk_document_own_table(document, name);
    if (*table != NULL) return CLI_FINE;
    pdk_status status = cli_compute(document, name, table, &error);
    if (status == PDK_OK) return CLI_FINE;
    if (status == PDK_E_ARGUMENT) return cli_no_such(file, "table", name, table_name, document);
    return cli_fail(file, &error);
}
