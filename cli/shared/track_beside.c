/* Finding the path of a track. Whether a lap is on it, the library decides. */
#include "track_beside.h"

#include <string.h>
#include <strings.h>

#include "exit_status.h"
#include "messages.h"
#include "options.h"

/* The lap, and the code of its track. */
typedef struct driven {
    const pdk_document *lap;
    char code[16];
} driven;

/* "as1.pth" and "AS1_SRPATHv0r252.pth" of AS1, not "AS1R.pth", which is another layout. */
static int is_path_of(const char *name, const void *user)
{
    const char *code = ((const driven *)user)->code;
    size_t length = strlen(code), whole = strlen(name);
    return whole >= length + 4 && strncasecmp(name, code, length) == 0 && strcasecmp(name + whole - 4, ".pth") == 0 &&
           (whole == length + 4 || name[length] == '_');
}

/* Is the lap on it? */
static pdk_status judge(const pdk_document *file, const void *user, int *fit, pdk_error *error)
{
    static const char *const names[] = { "corners", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.track = file;
    pdk_document *analysis = NULL;
    pdk_status status = pdk_analyse(((const driven *)user)->lap, &options, &analysis, error);
    pdk_close(analysis);
    *fit = status == PDK_OK;
    return status == PDK_E_MEMORY || status == PDK_E_CANCELLED ? status : PDK_OK;
}

int cli_open_track_beside(const cli_arguments *arguments, const char *lap, const pdk_document *document,
                          cli_found *track)
{
    const pdk_property *code = pdk_document_find_property(document, "track_code");
    *track = (cli_found){ .input = NULL };
    if (code == NULL || code->value.type != PDK_TEXT || code->value.as.text.size == 0 || code->value.as.text.size > 8)
        return CLI_FINE;
    driven about = { .lap = document };
    memcpy(about.code, code->value.as.text.data, code->value.as.text.size);
    const cli_search search = { .arguments = arguments,
                                .recording = lap,
                                .rank = is_path_of,
                                .judge = judge,
                                .user = &about,
                                .enough = 1,
                                .option = "--track" };
    int status = cli_search_beside(&search, track);
    if (track->input != NULL)
        cli_note("%s: the track is that of %s beside it; --track FILE names another", cli_file_name(lap),
                 cli_file_name(track->path));
    return status;
}

int cli_open_track(const cli_arguments *arguments, const char *recording, const pdk_document *document,
                   cli_found *track)
{
    const char *path = arguments->values[CLI_TRACK];
    return path != NULL ? cli_open_named(arguments, path, track)
                        : cli_open_track_beside(arguments, recording, document, track);
}

const pdk_document *cli_track_document(const cli_found *track)
{
    return track->input != NULL ? track->input->document : NULL;
}
