/* Messages on standard error. */
#define _POSIX_C_SOURCE 200809L /* strcasecmp */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/nearest_name.h"
#include "base/visible_text.h"
#include "exit_status.h"
#include "messages.h"
#include "platform/path.h"
#include "standard_output.h"

enum { MAX_NAMES = 40 }; /* that are listed */

const char *cli_file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

bool cli_is_named(const char *path, const char *extension)
{
    const char *name = pdk_path_name(path);
    size_t length = strlen(name), size = strlen(extension);
    return length > size && strcasecmp(name + length - size, extension) == 0;
}

/* A message goes out whole: a terminal of Windows shows a letter of UTF-8 only where its bytes come together. */
static void end_message(void)
{
    fputc('\n', stderr);
    fflush(stderr);
}

static void put_shown(void *user, const char *bytes, size_t size)
{
    (void)user;
    fwrite(bytes, 1, size, stderr);
}

/* Names and texts come from anywhere. */
static void put(const char *text)
{
    pdk_show_text(text, strlen(text), put_shown, NULL);
}

static void say(const char *format, va_list arguments)
{
    cli_flush_out();
    char text[8192]; /* two paths and a sentence */
    vsnprintf(text, sizeof text, format, arguments);
    put("paddock: ");
    put(text);
    end_message();
}

int cli_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return CLI_USAGE;
}

void cli_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

static bool quiet;

void cli_be_quiet(void)
{
    quiet = true;
}

bool cli_is_quiet(void)
{
    return quiet;
}

void cli_note(const char *format, ...)
{
    if (quiet) return;
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

int cli_no_memory(const char *what)
{
    cli_usage("out of memory: no space for %s", what);
    return CLI_IO;
}

int cli_status_of(pdk_status status)
{
    switch (status) {
    case PDK_OK: return CLI_FINE;
    case PDK_E_ARGUMENT: return CLI_USAGE;
    case PDK_E_MEMORY:
    case PDK_E_IO: return CLI_IO;
    case PDK_E_CANCELLED: return CLI_INTERRUPTED;
    case PDK_E_UNKNOWN_FORMAT:
    case PDK_E_UNSUPPORTED: return CLI_UNKNOWN_FORMAT;
    case PDK_E_LIMIT:
    case PDK_E_TRUNCATED:
    case PDK_E_CORRUPT: return CLI_MALFORMED;
    }
    return CLI_MALFORMED;
}

/* What cli_fail said last, for --json. */
static pdk_error failure;
static char failed_file[4096];
static bool has_failed;

int cli_fail(const char *file, const pdk_error *error)
{
    cli_flush_out();
    if (error->status == PDK_E_CANCELLED) return CLI_INTERRUPTED;
    failure = *error;
    snprintf(failed_file, sizeof failed_file, "%s", strcmp(file, "standard input") == 0 ? "-" : file);
    has_failed = strcmp(file, "standard output") != 0;
    put("paddock: ");
    if (strcmp(error->code, "output.input") == 0) { /* a mistake in the call, which names a file by itself */
        put(error->message);
        end_message();
        return CLI_USAGE;
    }
    put(file);
    put(": ");
    if (error->offset != PDK_NO_OFFSET) fprintf(stderr, "at 0x%llX: ", (unsigned long long)error->offset);
    put(error->message);
    fprintf(stderr, " (%s)", error->code);
    end_message();
    return cli_status_of(error->status);
}

const char *cli_last_failure(pdk_error *error)
{
    *error = failure;
    return has_failed ? failed_file : NULL;
}

void cli_forget_failure(void)
{
    has_failed = false;
}

/* Options are compared by what follows their dashes, as some are given with one or none. */
static const char *bare(const char *name)
{
    while (*name == '-') name++;
    return name;
}

/* The nearest name, when it is near enough to be a slip, or one contains the other. */
static const char *nearest(const char *name, cli_names get, const void *user)
{
    pdk_nearest_name known = { .wanted = name };
    const char *best = NULL, *right;
    for (size_t i = 0; (right = get(user, i)) != NULL; i++) {
        if (pdk_nearest_name_offer(&known, bare(right))) best = right;
    }
    for (size_t i = 0; best == NULL && strlen(name) >= 3 && (right = get(user, i)) != NULL; i++) {
        if (strstr(right, name) != NULL) best = right;
    }
    return best;
}

static void put_no_such(const char *file, const char *what, const char *name)
{
    cli_flush_out();
    put("paddock: ");
    if (file != NULL) put(file);
    fprintf(stderr, "%sthere is no %s \"", file != NULL ? ": " : "", what);
    put(name);
    fputc('"', stderr);
}

static void put_nearest(const char *right)
{
    fputs("; did you mean \"", stderr);
    put(right);
    fputs("\"?", stderr);
}

static void put_all_names(const char *before, cli_names get, const void *user)
{
    const char *right;
    size_t all = 0;
    for (; (right = get(user, all)) != NULL; all++) {
        if (all < MAX_NAMES) fputs(all == 0 ? before : ", ", stderr);
        if (all < MAX_NAMES) put(right);
    }
    if (all > MAX_NAMES) fprintf(stderr, " and %zu more", all - MAX_NAMES);
}

int cli_no_such(const char *file, const char *what, const char *name, cli_names get, const void *user)
{
    put_no_such(file, what, name);
    const char *right = nearest(bare(name), get, user);
    if (right != NULL) put_nearest(right);
    else put_all_names("; there are: ", get, user);
    end_message();
    return CLI_USAGE;
}

int cli_no_such_of(const char *file, const char *what, const char *name, cli_names get, const void *user)
{
    put_no_such(file, what, name);
    const char *right = nearest(bare(name), get, user);
    if (right != NULL) put_nearest(right);
    put_all_names(right != NULL ? " There are: " : "; there are: ", get, user);
    end_message();
    return CLI_USAGE;
}
