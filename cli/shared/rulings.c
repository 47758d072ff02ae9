#include "rulings.h"

#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "platform/path.h"

int cli_refuse_rulings(const cli_arguments *arguments, const pdk_error *error)
{
    const char *path = arguments->values[CLI_RULINGS];
    if (path == NULL || strncmp(error->code, "rulings.", 8) != 0) return CLI_FINE;
    return cli_usage("%s: %s (%s)", cli_file_name(path), error->message, error->code);
}

static int check_files(const cli_arguments *arguments, const char *const *paths, int count, const pdk_rulings *rulings)
{
    const char **names = malloc((size_t)(count + 1) * sizeof *names);
    pdk_error error;
    if (names == NULL) return cli_no_memory("names of files");
    for (int i = 0; i < count; i++) names[i] = pdk_path_name(paths[i]);
    pdk_status status = pdk_rulings_check_files(rulings, names, (size_t)count, &error);
    free(names);
    return status == PDK_OK ? CLI_FINE : cli_refuse_rulings(arguments, &error);
}

int cli_read_rulings(const cli_arguments *arguments, const char *const *paths, int count, pdk_rulings **rulings)
{
    const char *path = arguments->values[CLI_RULINGS];
    cli_input input;
    pdk_error error;
    *rulings = NULL;
    if (path == NULL) return CLI_FINE;
    int status = cli_read(&input, path);
    if (status != CLI_FINE) return status;
    pdk_status read = pdk_rulings_read(input.bytes, input.size, NULL, rulings, &error);
    cli_close(&input);
    if (read != PDK_OK) {
        status = cli_refuse_rulings(arguments, &error);
        return status != CLI_FINE ? status : cli_fail(cli_file_name(path), &error);
    }
    status = check_files(arguments, paths, count, *rulings);
    if (status == CLI_FINE) return CLI_FINE;
    pdk_rulings_close(*rulings);
    *rulings = NULL;
    return status;
}
