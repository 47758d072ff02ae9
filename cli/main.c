/* paddock: the table of verbs, and finding the one that is meant. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

const cli_verb cli_verbs[] = {
    { .name = "info",
      .operands = "FILE...",
      .summary = "what a file is: format, evidence, properties, tables, surfaces, images",
      .details =
          "With --json each file gives one object on a line of its own. A file is recognised by what is in it, not by\n"
          "its name. Packed files are looked into.",
      .examples = { "paddock info lap.raf", "everything about a lap",
                    "paddock info --json *.raf | jq -r .properties.player", "who drove each of these" },
      .options = CLI_READING | CLI_BIT(CLI_JSON),
      .least = 1,
      .most = -1,
      .run = cli_cmd_info },
    { .name = "check",
      .operands = "FILE...",
      .summary = "everything that is wrong with a file, with its place",
      .details =
          "Every finding is printed with its offset in the (unpacked) file. The exit status is 1 when there are warnings or\n"
          "errors; notes alone leave it 0.",
      .examples = { "paddock check surface.rld", "every record, every index",
                    "paddock check --level structure --json *.vcr",
                    "only headers, counts and sizes, for a program to read" },
      .options = CLI_READING | CLI_BIT(CLI_JSON) | CLI_BIT(CLI_LEVEL),
      .least = 1,
      .most = -1,
      .run = cli_cmd_check },
    { .name = "table",
      .operands = "FILE [TABLE]",
      .summary = "rows of a table as CSV or JSON lines",
      .details =
          "Without TABLE the file's tables and their columns are listed. Numbers are printed with the fewest digits that\n"
          "read back to the same value.",
      .examples = { "paddock table lap.raf telemetry --columns time,speed --rows 0:100",
                    "two columns of the first hundred rows",
                    "paddock table race.vcr poses --format jsonl -o poses.jsonl", "every pose, an object a line" },
      .options = CLI_READING | CLI_BIT(CLI_COLUMNS) | CLI_BIT(CLI_ROWS) | CLI_BIT(CLI_FORMAT) | CLI_BIT(CLI_UNITS) |
                 CLI_BIT(CLI_OUTPUT),
      .least = 1,
      .most = 2,
      .run = cli_cmd_table },
    { .name = "fields",
      .operands = "[FORMAT[.RECORD[.FIELD]]]",
      .summary = "how a format is laid out, byte by byte",
      .details =
          "Printed from the tables the readers themselves go by. Without an operand the formats and their records are listed.",
      .examples = { "paddock fields raf.header", "one record", "paddock fields tri --json",
                    "a whole format, for a program to read" },
      .options = CLI_BIT(CLI_HELP) | CLI_BIT(CLI_JSON) | CLI_BIT(CLI_MARKDOWN),
      .least = 0,
      .most = 1,
      .run = cli_cmd_fields },
    { .name = "formats",
      .operands = "",
      .summary = "what this paddock reads, checks, unpacks and generates, and how sure it is",
      .examples = { "paddock formats", "the list", "paddock formats --json", "the list for a program to read" },
      .options = CLI_BIT(CLI_HELP) | CLI_BIT(CLI_JSON),
      .least = 0,
      .most = 0,
      .run = cli_cmd_formats },
    { .name = "convert",
      .operands = "IN OUT",
      .summary = "a surface or track as another program's file, or another program's mesh as RLD",
      .details =
          "To what is said by the extension of OUT, or by --to. Axes are turned into those of the target; `paddock formats`\n"
          "lists targets and their axes. Where coordinates are too large for floats a round origin is subtracted,\n"
          "printed, and kept in OUT.origin.json; IN.origin.json is found, and given back to targets\n"
          "that can hold it. What a target cannot hold is left out and said. docs/convert-surfaces.md has the details.\n"
          "The textures and models of a track X.TRI are taken from X.FAM or X_001.FAM beside it when it becomes a scene\n"
          "(GLB, OBJ); docs/convert-tracks.md says what comes out.",
      .examples = { "paddock convert AL1.TRI alpine.glb",
                    "a track for Blender, with the textures of AL1_001.FAM beside it",
                    "paddock convert scan.ply road.rld --origin auto", "a scan for the simulator, near the origin" },
      .options = CLI_READING | CLI_BIT(CLI_TARGET) | CLI_BIT(CLI_FAM) | CLI_BIT(CLI_AXES) | CLI_BIT(CLI_SCALE) |
                 CLI_BIT(CLI_ORIGIN) | CLI_BIT(CLI_SOURCE_ORIGIN) | CLI_BIT(CLI_ASCII) | CLI_BIT(CLI_DOUBLE) |
                 CLI_BIT(CLI_LINE) | CLI_BIT(CLI_STEP) | CLI_BIT(CLI_TRIANGULATE) | CLI_BIT(CLI_MAX_EDGE) |
                 CLI_BIT(CLI_BLOCKS) | CLI_BIT(CLI_QUANTIZE) | CLI_BIT(CLI_COMPRESS),
      .least = 2,
      .most = 2,
      .run = cli_cmd_convert },
    { .name = "dump",
      .operands = "FILE",
      .summary = "a file as JSON text that nothing is missing from",
      .details =
          "Every field by its name, as stored, with its unit beside; what nobody knows as hex. `paddock build` gives the\n"
          "same bytes back. docs/twin.md says how to read and edit it.",
      .examples = { "paddock dump lap.raf -o lap.json", "the whole lap as text", "paddock dump AL1.TRI | less",
                    "what is in a track" },
      .options = CLI_READING | CLI_BIT(CLI_OUTPUT),
      .least = 1,
      .most = 1,
      .run = cli_cmd_dump },
    { .name = "build",
      .operands = "JSON OUT",
      .summary = "the file back from the text `dump` wrote, edited or not",
      .details =
          "What is wrong in the text is refused with its place ($.parts[17].raf.block[3].gear) and line. A packed file that\n"
          "was not changed comes back packed, byte for byte; a changed one is packed anew. The exit status is 1\n"
          "when the file is built but does not open, as when a count does not fit what it counts.",
      .examples = { "paddock build lap.json lap.raf", "back from text",
                    "paddock dump a.vcr | sed s/Monza/Spa/ | paddock build - b.vcr", "through a pipe" },
      .options = CLI_BIT(CLI_HELP),
      .least = 2,
      .most = 2,
      .run = cli_cmd_build },
    { .name = "set",
      .operands = "FILE PATH=VALUE...",
      .summary = "change fields by name, and nothing else",
      .details =
          "A path goes NAME[NUMBER].FIELD, as findings and `paddock fields` name things; a field of a record that is there\n"
          "once needs no record. Numbers are in the field's unit, names of values work too. A packed file is packed again as\n"
          "it was, unless --plain is given. In place nothing is done that would keep the file from opening; with -o it is,\n"
          "and the exit status is 1.\n"
          "'entry[NAME].image=art.png' puts a picture in, of the same size as the image NAME that is there: where colours\n"
          "are indices each pixel gets the nearest of its palette, which stays; pixels that look as before keep their bytes.\n"
          "How far off others are is said when it is more than rounding.",
      .examples = { "paddock set lap.raf player=\"A. Driver\" -o b.raf", "another name",
                    "paddock set AL1.TRI node[12].z=3.5 node[13].z=3.6 --recompute --in-place",
                    "a bump with its slopes, in the file itself" },
      .options =
          CLI_READING | CLI_BIT(CLI_OUTPUT) | CLI_BIT(CLI_IN_PLACE) | CLI_BIT(CLI_PLAIN) | CLI_BIT(CLI_RECOMPUTE),
      .least = 2,
      .most = -1,
      .run = cli_cmd_set },
    { .name = "images",
      .operands = "FILE",
      .summary = "pictures out of a file, as PNG",
      .details =
          "Each image becomes a file in the folder of -o, which is made when it is not there; files of the same name are\n"
          "replaced. With --entry, -o may be the file: NAME.png. What was written is listed, with --json as a list of objects.\n"
          "`paddock set` puts pictures back.",
      .examples = { "paddock images AL1_001.FAM -o alpine", "every texture, tree and sign of a track",
                    "paddock images JEEP.CFM --entry 1/frnt -o - | display -", "one of them, to another program" },
      .options = CLI_READING | CLI_BIT(CLI_OUTPUT) | CLI_BIT(CLI_ENTRY) | CLI_BIT(CLI_JSON),
      .least = 1,
      .most = 1,
      .run = cli_cmd_images },
    { .name = "track",
      .operands = "reverse|flatten FILE",
      .summary = "a track driven the other way, or without hills and banks (TRI)",
      .details =
          "reverse keeps everything where it is in the world and changes sides and order; doing it twice gives the original\n"
          "places back. flatten puts the road at height 0; what stands beside it keeps its height above the road.\n"
          "With --in-place the result takes the place of FILE; otherwise -o is needed. A packed file is packed again as it\n"
          "was, unless --plain is given.",
      .examples = { "paddock track reverse AL1.TRI -o AL1R.TRI", "Alpine, from the finish to the start",
                    "paddock track flatten TR1.TRI --in-place", "for measuring how cars accelerate" },
      .options = CLI_BIT(CLI_HELP) | CLI_BIT(CLI_AS) | CLI_BIT(CLI_OUTPUT) | CLI_BIT(CLI_IN_PLACE) | CLI_BIT(CLI_PLAIN),
      .least = 2,
      .most = 2,
      .run = cli_cmd_track },
    { .name = "surface",
      .operands = "TOOL FILE...",
      .summary = "measure a surface, ask for heights, draw it, change it (RLD, and meshes of other programs)",
      .details =
          "  stats FILE              points, area, edges, boundaries, parts, what is there twice\n"
          "  check FILE              what keeps it from being one sheet, with places; exit status 1 when there is anything\n"
          "  normals FILE            smooth normals, to a format that has them or to CSV\n"
          "  simplify FILE --error   fewer triangles, no further from the original than asked\n"
          "  crop FILE --box         the part inside a box\n"
          "  tile FILE --size        square tiles, a file each, in the folder of -o\n"
          "  merge FILE...           several as one, welded with --weld\n"
          "  query FILE              every layer at points: --at, --points, --path\n"
          "  profile, roughness FILE heights along a line or path; how rough it is\n"
          "  raster FILE             heights, slopes or light as PNG, ESRI grid or GeoTIFF\n"
          "  compare FILE OTHER      how far one lies above the other\n"
          "The surfaces of a file are taken as one, unless --surface NAME names one of them.\n"
          "What a tool makes goes to -o, in the format its name or --to says, as with `paddock convert`.",
      .examples = { "paddock surface stats road.rld", "how large it is, and whether it holds together",
                    "paddock surface simplify road.rld --error 2 -o light.rld", "within 2 mm of the original" },
      .options = CLI_READING | CLI_BIT(CLI_JSON) | CLI_BIT(CLI_OUTPUT) | CLI_BIT(CLI_TARGET) | CLI_BIT(CLI_ORIGIN) |
                 CLI_BIT(CLI_SURFACE) | CLI_BIT(CLI_BOX) | CLI_BIT(CLI_METRES) | CLI_BIT(CLI_WELD) |
                 CLI_BIT(CLI_ERROR) | CLI_BIT(CLI_RATIO) | CLI_BIT(CLI_LOCK_BORDER) | CLI_BIT(CLI_AT) |
                 CLI_BIT(CLI_NEAR) | CLI_BIT(CLI_POINTS_FILE) | CLI_BIT(CLI_PATH) | CLI_BIT(CLI_WHEEL) |
                 CLI_BIT(CLI_START) | CLI_BIT(CLI_STEP) | CLI_BIT(CLI_PIXELS) | CLI_BIT(CLI_OF),
      .least = 1,
      .most = -1,
      .run = cli_cmd_surface },
    { .name = "repair",
      .operands = "FILE",
      .summary = "a surface without what is wrong with it (RLD)",
      .details =
          "Drops triangles that name points that are not there and points that are not numbers, sets counts right (of a\n"
          "cut file too), writes the blocks anew, and says what it did. When there is nothing to do the output is\n"
          "the same bytes. A packed file is packed again as it was, unless --plain is given.",
      .examples = { "paddock repair scan.rld -o mended.rld", "what is wrong goes, all else stays",
                    "paddock repair scan.rld --drop all --in-place --json",
                    "degenerate and double triangles, unused points too" },
      .options = CLI_BIT(CLI_HELP) | CLI_BIT(CLI_AS) | CLI_BIT(CLI_OUTPUT) | CLI_BIT(CLI_IN_PLACE) |
                 CLI_BIT(CLI_PLAIN) | CLI_BIT(CLI_JSON) | CLI_BIT(CLI_DROP),
      .least = 1,
      .most = 1,
      .run = cli_cmd_repair },
    { .name = "cut",
      .operands = "FILE",
      .summary = "a part of a recording: a range of time, chosen drivers, or both (RAF, RPLY, VCR)",
      .details =
          "What is kept is kept byte for byte; counters, lengths and pointers are set right. Replays keep their times and\n"
          "their list of drivers; a lap (RAF) begins at 0 again and says no lap or split times. Both ends of the range\n"
          "belong to it. What belongs to nobody (weather, lights, running order, smoke) stays. A name with a comma is\n"
          "given by its number. A packed file is packed again as it was, unless --plain is given; --gzip packs a plain one.",
      .examples = { "paddock cut race.vcr --from 600 --to 660 -o incident.vcr", "one minute of a race, everyone in it",
                    "paddock cut race.vcr --drivers \"A. Driver,17\" -o two.vcr",
                    "two drivers, one by slot, from start to end" },
      .options = CLI_READING | CLI_BIT(CLI_OUTPUT) | CLI_BIT(CLI_IN_PLACE) | CLI_BIT(CLI_FROM) | CLI_BIT(CLI_TO) |
                 CLI_BIT(CLI_DRIVERS) | CLI_BIT(CLI_GZIP) | CLI_BIT(CLI_PLAIN),
      .least = 1,
      .most = 1,
      .run = cli_cmd_cut },
    { .name = "unpack",
      .operands = "FILE [OUT]",
      .summary = "the plain bytes of a packed file (gzip, RefPack, Huffman, byte pairs)",
      .details =
          "Other verbs unpack by themselves. OUT appears when everything went well, or not at all. With --in-place the\n"
          "plain bytes take the place of FILE. With --partial a damaged file gives what was unpacked before the damage,\n"
          "and the exit status is 1.",
      .examples = { "paddock unpack AL1.QFS AL1.FSH", "a packed picture file, plain",
                    "paddock unpack race.vcr.gz - | paddock info -", "through a pipe" },
      .options = CLI_BIT(CLI_HELP) | CLI_BIT(CLI_IN_PLACE) | CLI_BIT(CLI_PARTIAL),
      .least = 1,
      .most = 2,
      .run = cli_cmd_unpack },
    { .name = "pack",
      .operands = "FILE [OUT]",
      .summary = "a file packed as the games pack theirs, or smaller",
      .details =
          "Level 1 is fast, 6 the usual one; 9 of refpack is the smallest file there can be. With --codec auto all are\n"
          "tried and the smallest is taken, which may be gzip: Need for Speed does not read that one.\n"
          "OUT appears when everything went well, or not at all. With --in-place the packed file takes the place of FILE.",
      .examples = { "paddock pack AL1.FSH AL1.QFS --level 9", "as small as RefPack can be",
                    "paddock pack AL3.FSH AL3.QFS --like ea1998", "the bytes the game's own packer made" },
      .options = CLI_BIT(CLI_HELP) | CLI_BIT(CLI_CODEC) | CLI_BIT(CLI_LEVEL) | CLI_BIT(CLI_LIKE) |
                 CLI_BIT(CLI_VARIANT) | CLI_BIT(CLI_IN_PLACE),
      .least = 1,
      .most = 2,
      .run = cli_cmd_pack },
    { .name = "synth",
      .operands = "FORMAT OUT",
      .summary = "a generated file, honest in every byte, of any size",
      .details = "The same options give the same bytes. Lengths come from --seconds or --points, or about from --size.",
      .examples = { "paddock synth raf lap.raf --seconds 90", "a lap of a minute and a half",
                    "paddock synth vcr race.vcr --dialect r2 --cars 20 --size 500M", "a big race to try things on" },
      .options = CLI_BIT(CLI_HELP) | CLI_BIT(CLI_SEED) | CLI_BIT(CLI_DIALECT) | CLI_BIT(CLI_CARS) |
                 CLI_BIT(CLI_SECONDS) | CLI_BIT(CLI_POINTS) | CLI_BIT(CLI_SIZE) | CLI_BIT(CLI_GZIP),
      .least = 2,
      .most = 2,
      .run = cli_cmd_synth },
    { .name = "help",
      .operands = "[VERB]",
      .summary = "this list, or everything about one verb",
      .examples = { "paddock help table", "the options of table", "paddock table --help", "the same" },
      .details = "With --json the table of verbs and options, for completions and tests.",
      .options = CLI_BIT(CLI_HELP) | CLI_BIT(CLI_JSON),
      .least = 0,
      .most = 1,
      .run = cli_cmd_help },
    { .name = "version",
      .operands = "",
      .summary = "the version of command and library",
      .examples = { "paddock version", "the version", "paddock --version", "the same" },
      .options = CLI_BIT(CLI_HELP),
      .least = 0,
      .most = 0,
      .run = cli_cmd_version },
    { .name = NULL },
};

const char *cli_verb_name(const void *user, size_t index)
{
    (void)user;
    return cli_verbs[index].name;
}

const cli_verb *cli_find_verb(const char *name)
{
    for (const cli_verb *verb = cli_verbs; verb->name != NULL; verb++) {
        if (strcmp(verb->name, name) == 0) return verb;
    }
    return NULL;
}

/* Options that are verbs, when they come first. */
static const cli_verb *first_verb(const char *name)
{
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) name = "version";
    return cli_find_verb(name);
}

static int print_help(const cli_verb *verb)
{
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    cli_put_verb(&out, verb);
    return cli_close_out(&out, CLI_FINE);
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a reader that leaves is seen where we write */
    signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow any more */
    cli_begin_streams();
    if (argc < 2) return cli_usage("what shall I do? `paddock help` lists the verbs");
    const cli_verb *verb = first_verb(argv[1]);
    if (verb == NULL) return cli_no_such(NULL, argv[1][0] == '-' ? "option" : "verb", argv[1], cli_verb_name, NULL);
    cli_arguments arguments;
    int status = cli_parse(&arguments, verb, argc - 2, argv + 2);
    if (status == CLI_FINE) status = cli_given(&arguments, CLI_HELP) ? print_help(verb) : verb->run(&arguments);
    free(arguments.repeated);
    return cli_end(status);
}
