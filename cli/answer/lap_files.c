/* The laps on the command line, with their files open; and the options that say how laps are compared. */
#include "lap_files.h"

#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"

static int open_lap(cli_lap_files *files, const cli_arguments *arguments, const char *reference)
{
    cli_lap *lap = &files->laps[files->count];
    int status = cli_lap_of(lap, reference);
    files->count++;
    if (status != CLI_FINE) return status;
    size_t input = 0;
    while (input + 1 < files->count && strcmp(files->laps[input].file, lap->file) != 0) input++;
    if (input + 1 == files->count) {
        status = cli_open(&files->inputs[files->input_count], arguments, lap->file);
        if (status != CLI_FINE) return status;
        files->input_of[input] = files->input_count++;
    }
    files->input_of[files->count - 1] = files->input_of[input];
    files->references[files->count - 1] =
        (pdk_lap_reference){ .document = files->inputs[files->input_of[input]].document,
                             .name = lap->file,
                             .driver = lap->driver,
                             .lap = lap->lap };
    return CLI_FINE;
}

int cli_open_lap_files(cli_lap_files *files, const cli_arguments *arguments, const char *const *references, int count)
{
    char buffer[32];
    if (count > CLI_MOST_LAPS)
        return cli_usage("`paddock %s` takes at most %d laps at once", cli_full_name(arguments->verb, buffer),
                         CLI_MOST_LAPS);
    int status = CLI_FINE;
    for (int i = 0; i < count && status == CLI_FINE; i++) status = open_lap(files, arguments, references[i]);
    return status;
}

int cli_lap_files_unchanged(const cli_lap_files *files)
{
    int status = CLI_FINE;
    for (size_t i = 0; i < files->count && status == CLI_FINE; i++)
        status = cli_unchanged(&files->inputs[files->input_of[i]], files->laps[i].file);
    return status;
}

void cli_forget_lap_files(cli_lap_files *files)
{
    for (size_t i = 0; i < files->input_count; i++) cli_close(&files->inputs[i]);
    for (size_t i = 0; i < files->count; i++) cli_forget_lap(&files->laps[i]);
}

static const char *method_name(const void *user, size_t index)
{
    (void)user;
    return index < 3 ? pdk_compare_method_name((pdk_compare_method)(index + 1)) : NULL;
}

int cli_method_of(const cli_arguments *arguments, pdk_compare_method *method)
{
    const char *wanted = arguments->values[CLI_BY];
    *method = PDK_COMPARE_BEST;
    for (size_t i = 0; wanted != NULL && method_name(NULL, i) != NULL; i++) {
        if (strcmp(wanted, method_name(NULL, i)) == 0) *method = (pdk_compare_method)(i + 1);
    }
    if (wanted != NULL && *method == PDK_COMPARE_BEST)
        return cli_no_such(NULL, "way to compare", wanted, method_name, NULL);
    return CLI_FINE;
}
