/* paddock track: edits of a track as a whole. */
#include <string.h>

#include "cli.h"

typedef pdk_status (*track_edit)(const pdk_document *document, pdk_output *output, pdk_error *error);

static const struct {
    const char *name;
    track_edit run;
} edits[] = { { "reverse", pdk_track_reverse }, { "flatten", pdk_track_flatten } };

static const char *edit_name(const void *user, size_t index)
{
    (void)user;
    return index < sizeof edits / sizeof edits[0] ? edits[index].name : NULL;
}

static pdk_status run_edit(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    return (*(const track_edit *)user)(document, output, error);
}

static int run_track(const cli_arguments *arguments)
{
    const char *name = arguments->operands[0], *in = arguments->operands[1], *path;
    track_edit edit = NULL;
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        if (strcmp(edits[i].name, name) == 0) edit = edits[i].run;
    }
    if (edit == NULL) return cli_no_such(NULL, "edit of tracks", name, edit_name, NULL);
    int status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    status = cli_write_edited(arguments, input.document, in, path, run_edit, &edit);
    cli_close(&input);
    return status;
}

static const cli_option takes[] = { CLI_IN_PLACE, CLI_PLAIN, CLI_OUTPUT, CLI_AS, CLI_HELP };

const cli_verb cli_verb_track = {
    .name = "track",
    .operands = "reverse|flatten FILE",
    .summary = "a track driven the other way, or without hills and banks (TRI)",
    .details =
        "reverse keeps everything where it is in the world and changes sides and order; doing it twice gives the original\n"
        "places back. flatten puts the road at height 0; what stands beside it keeps its height above the road.\n"
        "With --in-place the result takes the place of FILE; otherwise -o is needed. A packed file is packed again as it\n"
        "was, unless --plain is given.",
    .examples = { "paddock track reverse AL1.TRI -o AL1R.TRI", "Alpine, from the finish to the start",
                  "paddock track flatten TR1.TRI --in-place", "for measuring how cars accelerate" },
    .options = takes,
    .least = 2,
    .most = 2,
    .run = run_track,
};
