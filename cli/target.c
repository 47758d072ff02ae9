/* Converting, for every verb that ends in another format. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* "X,Y,Z" */
static bool read_point(const char *text, double point[3])
{
    for (int k = 0; k < 3; k++) {
        char *end;
        point[k] = strtod(text, &end);
        if (end == text || !isfinite(point[k]) || *end != (k < 2 ? ',' : '\0')) return false;
        text = end + 1;
    }
    return true;
}

static int read_origin(const char *text, pdk_convert_options *options)
{
    if (text == NULL) return CLI_FINE;
    if (strcmp(text, "none") == 0) options->origin = PDK_ORIGIN_NONE;
    else if (strcmp(text, "auto") == 0) options->origin = PDK_ORIGIN_AUTO;
    else if (read_point(text, options->origin_given)) options->origin = PDK_ORIGIN_GIVEN;
    else return cli_usage("--origin wants X,Y,Z, auto or none, found \"%s\"", text);
    return CLI_FINE;
}

int cli_convert_options(const cli_arguments *arguments, pdk_convert_options *options)
{
    const char *scale = arguments->values[CLI_SCALE];
    options->axes = arguments->values[CLI_AXES];
    if (scale != NULL) {
        char *end;
        options->scale = strtod(scale, &end);
        if (end == scale || *end != '\0' || !(options->scale > 0) || !isfinite(options->scale)) {
            return cli_usage("--scale wants a number above 0, found \"%s\"", scale);
        }
    }
    return read_origin(arguments->values[CLI_ORIGIN], options);
}

/* Notes go to standard error as they come: what is not in the output must be said. */
static bool put_note(void *user, const pdk_finding *finding)
{
    fprintf(stderr, "paddock: %s: %s: %s (%s)\n", (const char *)user, pdk_severity_name(finding->severity), finding->message,
            finding->code);
    return true;
}

static void put_origin(const char *path, const pdk_convert_report *report)
{
    if (!report->moved) return;
    char x[PDK_NUMBER_ROOM], y[PDK_NUMBER_ROOM], z[PDK_NUMBER_ROOM];
    char *texts[] = { x, y, z };
    for (int k = 0; k < 3; k++) {
        texts[k][pdk_format_number(texts[k], report->origin[k], PDK_FLOAT64)] = '\0';
    }
    fprintf(stderr, "paddock: %s: the origin %s, %s, %s was subtracted from its points\n", path, x, y, z);
}

static const char *target_id(const void *user, size_t index)
{
    (void)user;
    const pdk_target_info *info = pdk_target_get(index);
    return info != NULL ? info->id : NULL;
}

static int find_target(const char *path, const char **id)
{
    if (*id != NULL) return pdk_target_find(*id) != NULL ? CLI_FINE : cli_no_such(NULL, "target", *id, target_id, NULL);
    const pdk_target_info *info = pdk_target_of_name(path);
    if (info == NULL) return cli_usage("the name \"%s\" does not say what to convert to; --to ID does", path);
    *id = info->id;
    return CLI_FINE;
}

static int to_standard_output(const pdk_document *document, const char *in, const char *id, const pdk_convert_options *options,
                              pdk_convert_report *report)
{
    cli_out out;
    pdk_error error;
    if (isatty(STDOUT_FILENO)) return cli_usage("standard output is a terminal, and this is not text");
    int status = cli_open_out(&out, "-");
    if (status != CLI_FINE) return status;
    if (pdk_convert(document, id, options, report, out.output, &error) != PDK_OK) {
        status = error.status == PDK_E_ARGUMENT ? cli_usage("%s", error.message) : cli_fail_written(&out, cli_file_name(in), &error);
    }
    return cli_close_out(&out, status);
}

static int to_file(const pdk_document *document, const char *in, const char *path, const char *id,
                   const pdk_convert_options *options, pdk_convert_report *report)
{
    pdk_error error;
    cli_catch_interrupt();
    if (pdk_convert_file(document, path, id, options, report, &error) == PDK_OK) return CLI_FINE;
    if (error.status == PDK_E_ARGUMENT) return cli_usage("%s", error.message);
    bool output = error.status == PDK_E_IO && strcmp(error.code, "io.changed") != 0;
    return cli_fail(output ? path : cli_file_name(in), &error);
}

int cli_convert(const pdk_document *document, const char *in, const char *path, const char *id, pdk_convert_options *options)
{
    int status = find_target(path, &id);
    if (status != CLI_FINE) return status;
    cli_progress progress;
    cli_progress_begin(&progress, "converting");
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    options->note = put_note;
    options->note_user = (void *)(uintptr_t)cli_file_name(in);
    pdk_convert_report report = { 0 };
    bool standard = strcmp(path, "-") == 0;
    if (standard) status = to_standard_output(document, in, id, options, &report);
    else status = to_file(document, in, path, id, options, &report);
    cli_progress_end(&progress);
    if (status == CLI_FINE) put_origin(standard ? "standard output" : path, &report);
    return status;
}
