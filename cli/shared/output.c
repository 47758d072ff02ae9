/* Standard output or a file, with the same calls; colour and width when it is a terminal. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "base/visible_text.h"
#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "platform/console.h"
#include "platform/files.h"
#include "platform/folders.h"
#include "platform/signals.h"
#include "standard_output.h"
#include "value_text.h"

enum { USUAL_WIDTH = 100, MIN_WIDTH = 40, MAX_WIDTH = 160 };

static int terminal_width(void)
{
    int width = pdk_stream_width(PDK_STANDARD_OUTPUT);
    if (width < MIN_WIDTH) return USUAL_WIDTH;
    return width < MAX_WIDTH ? width : MAX_WIDTH;
}

static bool wants_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    if (no_colour != NULL && no_colour[0] != '\0') return false;
    return pdk_stream_has_colours(PDK_STANDARD_OUTPUT);
}

static pdk_status open_output_file(const char *path, pdk_output **output, pdk_error *error)
{
    pdk_output_options options = PDK_OUTPUT_OPTIONS_INIT;
    options.inputs = cli_inputs();
    return pdk_output_file_with(path, &options, output, error);
}

static int open_out(cli_out *out, const char *path, bool in_place)
{
    pdk_error error;
    *out = (cli_out){ .name = "standard output", .width = USUAL_WIDTH };
    if (path != NULL && strcmp(path, "-") != 0) {
        out->name = path;
        out->is_file = true;
        pdk_catch_interrupts();
        pdk_status status =
            in_place ? pdk_output_file(path, &out->output, &error) : open_output_file(path, &out->output, &error);
        return status == PDK_OK ? CLI_FINE : cli_fail(path, &error);
    }
    if (cli_standard_output_open(&out->output, &error) != PDK_OK) return cli_fail(out->name, &error);
    out->is_terminal = pdk_stream_is_terminal(PDK_STANDARD_OUTPUT);
    out->width = terminal_width();
    out->colour = wants_colour();
    return CLI_FINE;
}

int cli_open_out(cli_out *out, const char *path)
{
    return open_out(out, path, false);
}

int cli_open_edit(cli_out *out, const cli_arguments *arguments, const char *path)
{
    return open_out(out, path, cli_given(arguments, CLI_IN_PLACE));
}

int cli_fail_written(const cli_out *out, const char *file, const pdk_error *error)
{
    bool output = error->status == PDK_E_IO && strcmp(error->code, "io.changed") != 0;
    return output ? cli_fail_out(out, error) : cli_fail(file, error);
}

int cli_fail_out(const cli_out *out, const pdk_error *error)
{
    const pdk_failure *failure = cli_output_failure();
    if (out->is_file || failure == NULL) return cli_fail(out->name, error);
    if (failure->kind == PDK_FAILED_READER_GONE) return CLI_FINE; /* `| head` has seen what it wanted */
    pdk_error own = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "io.write" };
    snprintf(own.message, sizeof own.message, "cannot write: %s", failure->reason);
    return cli_fail(out->name, &own);
}

int cli_close_out(cli_out *out, int status)
{
    pdk_error error;
    if (out->is_file && pdk_interrupted()) status = CLI_INTERRUPTED; /* an interrupted output does not appear */
    bool good = status == CLI_FINE || status == CLI_FINDINGS;
    cli_standard_output_end(out->output);
    if (!out->is_file || good) {
        bool known = !good && cli_output_failure() != NULL; /* has been said */
        if (pdk_output_finish(out->output, &error) != PDK_OK && !known)
            status = cli_worse(status, cli_fail_out(out, &error));
    }
    pdk_output_close(out->output);
    out->output = NULL;
    return status;
}

int cli_close_answers(cli_out *out, int status)
{
    bool stopped = status == CLI_USAGE || status == CLI_INTERRUPTED;
    return cli_worse(status, cli_close_out(out, stopped ? status : CLI_FINE));
}

void cli_print(cli_out *out, const char *format, ...)
{
    char buffer[512], *text = buffer;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(buffer, sizeof buffer, format, arguments);
    if (length >= (int)sizeof buffer && (text = malloc((size_t)length + 1)) != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    if (text != NULL && length > 0) pdk_output_write(out->output, text, (size_t)length, NULL);
    if (text != buffer) free(text);
    va_end(again);
    va_end(arguments);
}

static void put_shown(void *user, const char *bytes, size_t size)
{
    cli_out *out = user;
    pdk_output_write(out->output, bytes, size, NULL);
}

void cli_put_text(cli_out *out, const char *text, size_t size)
{
    pdk_show_text(text, size, put_shown, out);
}

void cli_put_padded(cli_out *out, const char *text, size_t size, size_t width)
{
    size_t letters = pdk_shown_letters(text, size);
    cli_put_text(out, text, size);
    if (letters < width) cli_print(out, "%*s", (int)(width - letters), "");
}

void cli_put_name(cli_out *out, const char *name, size_t width)
{
    cli_put_padded(out, name, strlen(name), width);
}

void cli_put_number(cli_out *out, double value, pdk_type type, const char *behind)
{
    char text[PDK_NUMBER_SIZE];
    text[pdk_format_number(text, value, type)] = '\0';
    cli_print(out, "%s%s", text, behind);
}

void cli_put_value(cli_out *out, const pdk_value *value)
{
    char text[CLI_VALUE];
    switch (value->type) {
    case PDK_TEXT: cli_put_text(out, value->as.text.data, value->as.text.size); break;
    case PDK_BYTES:
        for (size_t i = 0; i < value->as.bytes.size && i < 32; i++)
            cli_print(out, "%s%02X", i > 0 ? " " : "", value->as.bytes.data[i]);
        if (value->as.bytes.size > 32) cli_print(out, " ... (%zu bytes)", value->as.bytes.size);
        break;
    default: pdk_output_write(out->output, text, cli_value_text(text, value, true), NULL); break;
    }
}

void cli_heading(cli_out *out, const char *text)
{
    if (out->colour) cli_print(out, "\033[1m");
    cli_put_text(out, text, strlen(text));
    if (out->colour) cli_print(out, "\033[0m");
}

static int keep_file(const char *path)
{
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "io.exists" };
    snprintf(error.message, sizeof error.message, "exists already, and --no-clobber keeps it");
    return cli_fail(path, &error);
}

int cli_check_clobber(const cli_arguments *arguments, const char *path)
{
    pdk_file_info about;
    bool keep = cli_given(arguments, CLI_NO_CLOBBER) && pdk_file_look_at_name(path, &about, NULL) &&
                about.kind != PDK_FILE_FOLDER;
    return keep ? keep_file(path) : CLI_FINE;
}

int cli_make_folder(const char *path, const char *what)
{
    pdk_file_info about;
    pdk_failure failure;
    if (pdk_folder_make(path, &failure)) return CLI_FINE;
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "io.folder" };
    if (failure.kind == PDK_FAILED_EXISTS && pdk_file_look(path, &about, NULL)) {
        if (about.kind == PDK_FILE_FOLDER) return CLI_FINE;
        snprintf(failure.reason, sizeof failure.reason, "Not a directory");
    }
    snprintf(error.message, sizeof error.message, "cannot make this folder for %s: %s", what, failure.reason);
    return cli_fail(path, &error);
}
