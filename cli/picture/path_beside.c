/* Finding the path of a track. Whether a lap is on it, the library decides. */
#include "path_beside.h"

#include <string.h>
#include <strings.h>

#include "beside.h"
#include "exit_status.h"
#include "messages.h"
#include "options.h"

/* "as1.pth" and "AS1_SRPATHv0r252.pth" of AS1, not "AS1R.pth", which is another layout. */
static bool is_path_of(const char *name, const void *user)
{
    const char *code = user;
    size_t length = strlen(code), whole = strlen(name);
    return whole >= length + 4 && strncasecmp(name, code, length) == 0 && strcasecmp(name + whole - 4, ".pth") == 0 &&
           (whole == length + 4 || name[length] == '_');
}

/* Is the lap on it? What is not said then is why the path is not used. */
static bool is_on(const pdk_document *lap, const pdk_document *track, pdk_error *error)
{
    static const char *const names[] = { "corners", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.track = track;
    pdk_document *analysis = NULL;
    pdk_status status = pdk_analyse(lap, &options, &analysis, error);
    pdk_close(analysis);
    return status == PDK_OK;
}

static int take(const cli_arguments *arguments, const char *lap, const pdk_document *document, const char *path,
                cli_input *track, bool *there)
{
    cli_arguments detected = *arguments;
    detected.values[CLI_AS] = NULL; /* that is about the lap */
    pdk_error error;
    if (cli_open(track, &detected, path) != CLI_FINE) { /* which it has said */
        cli_close(track);
        return CLI_FINE;
    }
    *there = is_on(document, track->document, &error);
    if (*there) {
        cli_note("%s: the track is that of %s beside it; --track FILE names another", cli_file_name(lap),
                 cli_file_name(path));
    } else {
        cli_note("%s: %s beside it is not used: %s", cli_file_name(lap), cli_file_name(path), error.message);
        cli_close(track);
    }
    return CLI_FINE;
}

int cli_open_path_beside(const cli_arguments *arguments, const char *lap, const pdk_document *document,
                         cli_input *track, bool *there)
{
    *there = false;
    const pdk_property *code = pdk_document_find_property(document, "track_code");
    if (strcmp(lap, "-") == 0 || code == NULL || code->value.type != PDK_TEXT || code->value.as.text.size == 0 ||
        code->value.as.text.size > 8)
        return CLI_FINE;
    char name[16] = "";
    memcpy(name, code->value.as.text.data, code->value.as.text.size);
    cli_beside found;
    if (!cli_list_beside(lap, is_path_of, name, &found)) return cli_no_memory("the folder of a lap");
    int status = CLI_FINE;
    for (size_t i = 0; i < found.count && !*there && status == CLI_FINE; i++)
        status = take(arguments, lap, document, found.paths[i], track, there);
    cli_forget_beside(&found);
    return status;
}
