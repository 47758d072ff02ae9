/* paddock convert: surfaces, tracks and recordings into the files of other programs, and theirs into RLD. */
#include <string.h>

#include "arguments.h"
#include "art.h"
#include "convert_drivers.h"
#include "converted.h"
#include "exit_status.h"
#include "ground.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "parquet.h"
#include "target.h"
#include "track_beside.h"

static const pdk_target_info *target_of(const cli_arguments *arguments)
{
    const char *id = arguments->values[CLI_TARGET];
    return id != NULL ? pdk_target_find(id) : pdk_target_for_file(arguments->values[CLI_OUTPUT]);
}

/* Does this conversion show pictures, and has the document none of its own? */
static bool wants_art(const cli_arguments *arguments, const pdk_document *document)
{
    const pdk_target_info *target = target_of(arguments);
    return target != NULL && target->pictures && cli_is_track(document);
}

/* The art of a track, for targets that show it. */
static int open_art(const cli_arguments *arguments, const pdk_document *document, cli_input *art)
{
    const char *in = arguments->operands[0], *named = arguments->values[CLI_FAM];
    if (wants_art(arguments, document)) return cli_open_art(art, arguments, in, "its surfaces are plain");
    return named == NULL || strcmp(named, "none") == 0 ? CLI_FINE : cli_fail_no_track(in, document);
}

/* The file of an option, where it is given. */
static int open_named(const cli_arguments *arguments, cli_option option, cli_input *input)
{
    cli_arguments detected = *arguments;
    detected.values[CLI_AS] = NULL; /* that is about the recording */
    return cli_given(arguments, option) ? cli_open(input, &detected, arguments->values[option]) : CLI_FINE;
}

static int convert_with(const cli_arguments *arguments, const pdk_document *document, cli_conversion *conversion)
{
    cli_input art = { 0 };
    int status = open_art(arguments, document, &art);
    if (status != CLI_FINE) return status;
    conversion->scene.art = art.document;
    const char *in = arguments->operands[0], *path = arguments->values[CLI_OUTPUT];
    const pdk_target_info *target = target_of(arguments);
    if (target != NULL && cli_has_driver_files(arguments, document, target)) {
        status = cli_convert_drivers(arguments, document, target, conversion);
    } else {
        cli_converted converted = { 0 };
        status = cli_convert(document, in, path, arguments->values[CLI_TARGET], conversion, &converted);
        if (status == CLI_FINE && cli_given(arguments, CLI_JSON)) status = cli_put_converted(in, path, &converted);
        cli_forget_converted(&converted);
    }
    if (art.document != NULL) cli_close(&art);
    return status;
}

static bool is_target(const cli_arguments *arguments, const char *id)
{
    const pdk_target_info *target = target_of(arguments);
    return target != NULL && strcmp(target->id, id) == 0;
}

static bool is_recording(const pdk_document *document)
{
    pdk_motion *motion = NULL;
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    bool moves = pdk_motion_open(document, &options, &motion, NULL) == PDK_OK;
    pdk_motion_close(motion);
    return moves;
}

/* What a recording moves on: what --track names, or what is beside it: the mesh of its site, for a road the path of its
 * track. */
static int open_ground(const cli_arguments *arguments, const pdk_document *document, cli_found *ground)
{
    const char *named = arguments->values[CLI_TRACK];
    const char *in = arguments->operands[0];
    *ground = (cli_found){ .input = NULL };
    if (named != NULL && strcmp(named, "none") == 0) return CLI_FINE;
    if (named != NULL) return cli_open_named(arguments, named, ground);
    if (is_target(arguments, "opendrive") && is_recording(document))
        return cli_open_track_beside(arguments, in, document, ground);
    return is_target(arguments, "glb") ? cli_open_ground(arguments, in, document, "--track", ground) : CLI_FINE;
}

/* With the files that it is shown with. */
static int convert(const cli_arguments *arguments, const pdk_document *document, cli_conversion *conversion)
{
    cli_input car = { 0 }, reference = { 0 };
    cli_found ground = { .input = NULL };
    int status = open_named(arguments, CLI_CAR, &car);
    if (status == CLI_FINE) status = open_ground(arguments, document, &ground);
    if (status == CLI_FINE) status = open_named(arguments, CLI_REFERENCE, &reference);
    conversion->glb.car = car.document;
    conversion->srt.reference = reference.document;
    const pdk_document *track = cli_track_document(&ground);
    if (is_target(arguments, "opendrive")) conversion->opendrive.track = track;
    else conversion->glb.track = track;
    if (status == CLI_FINE) status = convert_with(arguments, document, conversion);
    if (car.document != NULL) cli_close(&car);
    cli_close_found(&ground);
    if (reference.document != NULL) cli_close(&reference);
    return status;
}

/* Options that mean something to few targets; what is requested and not done must be said. */
static int check_options(const cli_arguments *arguments)
{
    static const struct {
        cli_option option;
        const char *targets[2];
    } few[] = {
        { CLI_ASCII, { "ply", "crg" } },       { CLI_DOUBLE, { "ply", NULL } },
        { CLI_LINE, { "crg", "opendrive" } },  { CLI_STEP, { "crg", "opendrive" } },
        { CLI_BLOCKS, { "rld", NULL } },       { CLI_QUANTIZE, { "glb", NULL } },
        { CLI_COMPRESS, { "glb", NULL } },     { CLI_FAM, { "glb", "obj" } },
        { CLI_OF, { "glb", "obj" } },          { CLI_REFERENCE, { "srt", NULL } },
        { CLI_WIDTH, { "crg", "opendrive" } }, { CLI_ERROR, { "opendrive", NULL } },
        { CLI_CRG, { "opendrive", NULL } },
    };
    const pdk_target_info *target = target_of(arguments);
    for (size_t i = 0; i < sizeof few / sizeof few[0] && target != NULL; i++) {
        const char *const *right = few[i].targets;
        if (!cli_given(arguments, few[i].option) || strcmp(target->id, right[0]) == 0) continue;
        if (right[1] != NULL && strcmp(target->id, right[1]) == 0) continue;
        if (few[i].option == CLI_FAM && strcmp(arguments->values[CLI_FAM], "none") == 0) continue; /* true of all */
        return cli_usage("--%s has no meaning for %s; it is for %s%s%s", cli_option_infos[few[i].option].name,
                         target->id, right[0], right[1] != NULL ? " and " : "", right[1] != NULL ? right[1] : "");
    }
    if (cli_given(arguments, CLI_OF) && strcmp(arguments->values[CLI_OF], "block") != 0)
        return cli_usage("--of takes block here, not \"%s\"", arguments->values[CLI_OF]);
    return CLI_FINE;
}

/* --error and --crg. */
static int road_options(const cli_arguments *arguments, pdk_opendrive_options *options)
{
    options->crg = arguments->values[CLI_CRG];
    return cli_read_above_zero(arguments, CLI_ERROR, &options->error);
}

/* --driver and --time. */
static int recording_options(const cli_arguments *arguments, pdk_recording_options *options)
{
    cli_times times;
    int status = cli_times_of(arguments, &times);
    options->driver = arguments->values[CLI_DRIVER];
    if (status != CLI_FINE) return status;
    options->has_from = times.has_from;
    options->has_to = times.has_to;
    options->from = times.from;
    options->to = times.to;
    return CLI_FINE;
}

/* Tables as Parquet: all of them into a folder, or the main one into a file. */
static bool is_parquet(const cli_arguments *arguments)
{
    const char *id = arguments->values[CLI_TARGET], *path = arguments->values[CLI_OUTPUT];
    return id != NULL ? strcmp(id, "parquet") == 0 : path != NULL && cli_is_named(path, ".parquet");
}

static bool fills_folder(const cli_arguments *arguments)
{
    const char *path = arguments->values[CLI_OUTPUT];
    if (is_parquet(arguments)) return !cli_is_named(path, ".parquet");
    const pdk_target_info *target = target_of(arguments);
    return target != NULL && target->one_driver && cli_is_folder_name(path);
}

static int convert_to_parquet(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path = arguments->values[CLI_OUTPUT], *file = cli_file_name(in);
    cli_input input;
    if (path == NULL || strcmp(path, "-") == 0)
        return cli_usage("Parquet needs a file, or a folder for all tables: paddock convert %s OUT_DIR --to parquet",
                         file);
    if (cli_given(arguments, CLI_DRIVER) || cli_given(arguments, CLI_TIME))
        return cli_usage(
            "--driver and --time do not go with Parquet, which has whole tables; `paddock sql` chooses rows");
    int status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    const pdk_table *main = pdk_document_table_at(input.document, 0);
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    if (!cli_is_named(path, ".parquet")) status = cli_document_to_parquet(arguments, file, input.document, path);
    else if (main != NULL) status = cli_table_to_parquet(arguments, file, input.document, main, &options, path);
    else {
        cli_complain("%s has no tables", file);
        status = CLI_UNKNOWN_FORMAT;
    }
    cli_close(&input);
    return status;
}

static int run_convert(const cli_arguments *arguments)
{
    if (is_parquet(arguments)) return convert_to_parquet(arguments);
    const char *in = arguments->operands[0], *path = arguments->values[CLI_OUTPUT];
    cli_conversion conversion = { .crg = PDK_CRG_OPTIONS_INIT };
    if (path == NULL) return cli_need_output(arguments);
    if (strcmp(path, "-") == 0 && cli_given(arguments, CLI_JSON))
        return cli_usage("--json and the output cannot both go to standard output; give the output a file");
    int status = check_options(arguments);
    if (status == CLI_FINE) status = cli_read_conversion(arguments, in, &conversion);
    if (status == CLI_FINE) status = road_options(arguments, &conversion.opendrive);
    if (status == CLI_FINE) status = recording_options(arguments, &conversion.recording);
    cli_input input;
    if (status == CLI_FINE) status = cli_open_quietly(&input, arguments, in);
    if (status == CLI_FINE) {
        status = convert(arguments, input.document, &conversion);
        cli_close(&input);
    }
    cli_forget_conversion(&conversion);
    return status;
}

static const cli_option takes[] = { CLI_TARGET, CLI_AXES,    CLI_SCALE,       CLI_ORIGIN,   CLI_SOURCE_ORIGIN,
                                    CLI_CRS,    CLI_FAM,     CLI_TRIANGULATE, CLI_MAX_EDGE, CLI_BLOCKS,
                                    CLI_OF,     CLI_ASCII,   CLI_DOUBLE,      CLI_LINE,     CLI_STEP,
                                    CLI_WIDTH,  CLI_ERROR,   CLI_CRG,         CLI_QUANTIZE, CLI_COMPRESS,
                                    CLI_DRIVER, CLI_TIME,    CLI_CAR,         CLI_TRACK,    CLI_REFERENCE,
                                    CLI_JSON,   CLI_OUTPUTS, CLI_READING,     CLI_HELP };

const cli_verb cli_verb_convert = {
    .name = "convert",
    .operands = "IN OUT",
    .summary = "write a surface, track, lap or replay as another program's file",
    .details =
        "The extension of OUT, or --to, says the format. Axes are turned into those of the target; `paddock\n"
        "formats` lists targets and their axes. What a target cannot hold is left out, and a note says so. --json\n"
        "prints what was written, the origin and the notes as one object.\n\n"
        "Surfaces: where coordinates are too large for floats, a round origin is subtracted, printed, and kept in\n"
        "OUT.origin.json. If IN.origin.json exists, its origin is added again for targets that can hold it. See\n"
        "docs/convert-surfaces.md.\n\n"
        "Tracks: X.TRI takes its textures and models from X.FAM, X_001.FAM or X_T01.FAM when it becomes a scene (GLB,\n"
        "OBJ): from its own folder, or from ETRACKFAM, GTRACKFAM or NTRACKFAM beside that folder, as the game has\n"
        "them. See docs/convert-tracks.md.\n\n"
        "Laps and replays become files of data loggers and maps: .ld (MoTeC, with its laps in an .ldx), .vbo,\n"
        ".gpx, .geojson, --to motec-csv, --to racerender; or subtitles for a video, .srt. If the target holds one "
        "driver and a replay has several,\neach driver gets a file in a folder: OUT without its extension. See "
        "docs/loggers.md. As .glb they are a\nscene with cars that move along the track, for Blender and viewers. "
        "See docs/animation.md.\n\nRoads: a track, a surface, a lap or OpenCRG becomes one road of OpenDRIVE, .xodr: "
        "straight lines, arcs and\nspirals along its line, with heights and widths. See docs/opendrive.md.\n\nTables: "
        "OUT.parquet is the main table of a file as Parquet; OUT_DIR --to parquet "
        "is all tables, computed\nones too.",
    .purpose = CLI_TAKE,
    .examples = { "paddock convert AL1.TRI alpine.glb", "a track for Blender, with the textures of AL1_001.FAM",
                  "paddock convert race.vcr race.ld", "every driver of a replay for MoTeC i2, in the folder race" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .fills_folder = fills_folder,
    .has_out = true,
    .run = run_convert,
};
