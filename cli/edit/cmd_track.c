/* paddock track: edits of a track as a whole. */
#include <string.h>

#include "arguments.h"
#include "art.h"
#include "edited.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "platform/path.h"
#include "track_heights.h"

typedef pdk_status (*track_edit)(const pdk_document *document, pdk_output *output, pdk_error *error);

static pdk_status run_edit(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    return (*(const track_edit *)user)(document, output, error);
}

/* Textures are found by the name of their track, so a track of another name has lost them. */
static void note_art(const char *in, const char *out)
{
    cli_art before, after = { 0 };
    if (cli_find_art(in, &before) == CLI_FINE && before.path != NULL && cli_find_art(out, &after) == CLI_FINE &&
        after.path == NULL) {
        const char *extension = pdk_path_extension(out);
        cli_note("%s: no FAM beside it; copy %s to %.*s.FAM for its textures", out, before.path, (int)(extension - out),
                 out);
    }
    cli_forget_art(&before);
    cli_forget_art(&after);
}

static int write_track(const cli_arguments *arguments, const pdk_document *document, const char *path, void *edit)
{
    return cli_write_edited(arguments, document, arguments->operands[0], path, run_edit, edit);
}

typedef int (*track_writer)(const cli_arguments *arguments, const pdk_document *document, const char *path, void *user);

static int change_track(const cli_arguments *arguments, track_writer write, void *user)
{
    const char *in = arguments->operands[0], *path;
    int status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    status = write(arguments, input.document, path, user);
    cli_close(&input);
    if (status == CLI_FINE && strcmp(in, path) != 0 && strcmp(in, "-") != 0 && strcmp(path, "-") != 0)
        note_art(in, path);
    return status;
}

static int run_reverse(const cli_arguments *arguments)
{
    track_edit edit = pdk_track_reverse;
    return change_track(arguments, write_track, &edit);
}

static int run_flatten(const cli_arguments *arguments)
{
    track_edit edit = pdk_track_flatten;
    return change_track(arguments, write_track, &edit);
}

static int write_heights(const cli_arguments *arguments, const pdk_document *document, const char *path, void *unused)
{
    (void)unused;
    return cli_write_heights(arguments, document, path);
}

static int run_heights(const cli_arguments *arguments)
{
    if (!cli_given(arguments, CLI_FROM))
        return cli_usage(
            "`paddock track heights` needs --from FILE: a CSV file, as `paddock table FILE nodes` prints it, or "
            "a GLB or OBJ of the track, edited");
    return change_track(arguments, write_heights, NULL);
}

static int run_track(const cli_arguments *arguments)
{
    return arguments->verb->run(arguments);
}

static const cli_option edits[] = { CLI_EDITING, CLI_AS, CLI_QUIET, CLI_HELP };

extern const cli_verb cli_verb_track; /* the tools name their family */

static const cli_verb reverse = {
    .name = "reverse",
    .operands = "FILE [OUT]",
    .summary = "turn a track around, to drive it the other way",
    .details =
        "Everything stays where it is in the world; sides and order change. Applied twice, it gives the original\n"
        "positions again.",
    .examples = { "paddock track reverse AL1.TRI AL1R.TRI", "Alpine, from the finish to the start",
                  "paddock track reverse AL1.TRI --in-place", "the file itself" },
    .options = edits,
    .family = &cli_verb_track,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_reverse,
};

static const cli_verb flatten = {
    .name = "flatten",
    .operands = "FILE [OUT]",
    .summary = "take the hills and banks out of a track",
    .details = "The road comes to height 0. Objects beside it keep their height above the road.",
    .examples = { "paddock track flatten TR1.TRI flat.TRI", "for measuring how cars accelerate",
                  "paddock track flatten TR1.TRI --in-place", "the file itself" },
    .options = edits,
    .family = &cli_verb_track,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_flatten,
};

static const cli_option moves[] = { CLI_FROM, CLI_EDITING, CLI_AS, CLI_QUIET, CLI_HELP };

static const cli_verb heights = {
    .name = "heights",
    .operands = "FILE [OUT]",
    .summary = "move the road and props of a track to places from a table or an edited scene",
    .details =
        "Nodes go to the places in the CSV file, to 1/65536 m; those not in it stay, and so does an axis without a\n"
        "value. A file named .glb, .gltf or .obj is one that `paddock convert` made of this track and another program\n"
        "edited. Where all eleven points of a row have moved by the same, the node moves by it. Otherwise the node\n"
        "moves as point 0, in the middle, and the others go to their own places, to 1/128 m. Props move with their\n"
        "nodes; those whose object was moved or turned in a GLB stand where the scene has them, to 1/256 m. Headings,\n"
        "slopes and right vectors of moved nodes, and of the nodes before them, are computed; everything else keeps\n"
        "its bytes.",
    .examples = { "paddock table TR1.TRI nodes --columns node,x,y,z -o nodes.csv", "a table for a spreadsheet",
                  "paddock track heights TR1.TRI --from nodes.csv hills.TRI", "and back into the track" },
    .options = moves,
    .family = &cli_verb_track,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_heights,
};

static const cli_verb *const tools[] = { &reverse, &flatten, &heights, NULL };
static const cli_option takes[] = { CLI_HELP };

const cli_verb cli_verb_track = {
    .name = "track",
    .operands = "TOOL FILE [OUT]",
    .summary = "turn a track around, flatten it, or move its road (TRI)",
    .details = "A packed file is packed again, unless --plain is given.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock track reverse AL1.TRI AL1R.TRI", "Alpine, from the finish to the start",
                  "paddock track flatten TR1.TRI --in-place", "for measuring how cars accelerate" },
    .options = takes,
    .tools = tools,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_track,
};
