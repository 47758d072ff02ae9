/* Options: what they are called, and reading them from the command line. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

const cli_option_info cli_option_infos[CLI_OPTIONS] = {
    [CLI_HELP] = { "help", 'h', NULL, "this text" },
    [CLI_JSON] = { "json", 0, NULL, "the answer as JSON" },
    [CLI_PARTIAL] = { "partial", 0, NULL, "take what is sound of a cut or damaged file" },
    [CLI_AS] = { "as", 0, "ID", "read as this format instead of detecting one" },
    [CLI_OUTPUT] = { "output", 'o', "FILE", "write here; `-` is standard output" },
    [CLI_LEVEL] = { "level", 0, "LEVEL", "check: structure or full (the default); pack: 1, fast, to 9, smallest [6]" },
    [CLI_MARKDOWN] = { "markdown", 0, NULL, "as the tables in docs/formats" },
    [CLI_COLUMNS] = { "columns", 0, "A,B", "these columns, in this order" },
    [CLI_ROWS] = { "rows", 0, "A:B",
                   "rows A to before B, from 0; either may be left out, negative ones count from the end" },
    [CLI_FORMAT] = { "format", 0, "FORMAT", "csv (the default) or jsonl" },
    [CLI_UNITS] = { "units", 0, NULL, "units in the CSV header: speed [m/s]" },
    [CLI_SEED] = { "seed", 0, "N", "another seed, another file [1]" },
    [CLI_DIALECT] = { "dialect", 0, "NAME", "vcr: r1, r2, l; rply: 1.1, 2.1; tri: open, closed" },
    [CLI_CARS] = { "cars", 0, "N", "how many cars" },
    [CLI_SECONDS] = { "seconds", 0, "S", "how long they drive" },
    [CLI_POINTS] = { "points", 0, "N", "surfaces: how many points (k, M, G may follow)" },
    [CLI_SIZE] = { "size", 0, "BYTES", "about this large (k, M, G may follow)" },
    [CLI_MEMORY_LIMIT] = { "memory-limit", 0, "BYTES",
                           "give up rather than take more memory (k, M, G may follow) [16Gi]" },
    [CLI_RECORD_LIMIT] = { "record-limit", 0, "N",
                           "give up on tables of more rows [4Gi], and on more pictures and containers [64Ki]" },
    [CLI_GZIP] = { "gzip", 0, NULL, "vcr: packed, as the game can" },
    [CLI_PLAIN] = { "plain", 0, NULL, "not packed again, though the file was" },
    [CLI_IN_PLACE] = { "in-place", 0, NULL, "let the output take the place of the input, in one step at the end" },
    [CLI_RECOMPUTE] = { "recompute", 0, NULL,
                        "write anew what follows from the change: headings, right vectors, copies, lengths" },
    [CLI_CODEC] = { "codec", 0, "ID",
                    "refpack (the default), huffman, huffman-delta, huffman-delta2, bytepair, gzip, or auto" },
    [CLI_LIKE] = { "like", 0, "ea1998", "byte for byte as the games' own packers" },
    [CLI_VARIANT] = { "variant", 0, "CODE", "of the header: 10FB, 11FB, 90FB, 91FB, 31FB ..., or \"DBPF 10FB\"" },
    [CLI_DROP] = { "drop", 0, "A,B",
                   "also drop what is allowed but of no use: degenerate, duplicates, unused, or all" },
    [CLI_FROM] = { "from", 0, "S", "from this time on, in seconds, as the file's tables have it" },
    [CLI_TO] = { "to", 0, "S", "up to this time, itself included" },
    [CLI_TARGET] = { "to", 0, "ID", "convert to this, whatever the name says; profile: X,Y, where it ends" },
    [CLI_FAM] = { "fam", 0, "FILE", "tri: textures and models of the track, or `none` [X.FAM or X_001.FAM beside it]" },
    [CLI_AXES] = { "axes", 0, "+y-x+z", "what of the source becomes x, y and z of the target; a rotation" },
    [CLI_SCALE] = { "scale", 0, "N", "metres a unit of the source [1]" },
    [CLI_AT] = { "at", 0, "X,Y", "query: at this point; may be given several times" },
    [CLI_NEAR] = { "near", 0, "Z", "of several layers the one nearest to this height" },
    [CLI_POINTS_FILE] = { "points", 0, "FILE", "points from the columns x and y, and z if there, of a CSV file" },
    [CLI_PATH] = { "path", 0, "REPLAY", "where the first car of this replay or lap went" },
    [CLI_WHEEL] = { "wheel", 0, "NAME",
                    "with --path: not the car but this wheel, front_left ... (laps of Live for Speed)" },
    [CLI_START] = { "from", 0, "X,Y", "where the profile begins" },
    [CLI_METRES] = { "size", 0, "M", "metres a pixel, or a tile, is wide" },
    [CLI_PIXELS] = { "pixels", 0, "WxH", "at most so many pixels" },
    [CLI_OF] = { "of", 0, "WHAT", "height (the default), hillshade or slope" },
    [CLI_ORIGIN] = { "origin", 0, "X,Y,Z",
                     "subtract this from points, or `auto`, or `none` [where floats would cost more than 0.1 mm]" },
    [CLI_SOURCE_ORIGIN] = { "source-origin", 0, "X,Y,Z",
                            "what the source's points lack, or `none` [what its .origin.json says]" },
    [CLI_ASCII] = { "ascii", 0, NULL, "ply, crg: numbers as text" },
    [CLI_DOUBLE] = { "double", 0, NULL, "ply: coordinates as doubles, so that no origin is needed" },
    [CLI_LINE] = { "line", 0, "X,Y,X,Y...",
                   "crg: points the reference line goes through [straight along the surface]" },
    [CLI_STEP] = { "step", 0, "M",
                   "metres between two heights; surface: of a profile [0.05]; crg: [as dense as the surface]" },
    [CLI_TRIANGULATE] = { "triangulate", 0, NULL, "give points triangles, those of Delaunay seen from above" },
    [CLI_MAX_EDGE] = { "max-edge", 0, "M", "with --triangulate: none with an edge longer than this" },
    [CLI_BLOCKS] = { "blocks", 0, "M", "rld: a block for each square of M metres [the source's objects]" },
    [CLI_QUANTIZE] = { "quantize", 0, NULL, "glb: points in steps of a 65535th of the mesh's size" },
    [CLI_COMPRESS] = { "compress", 0, NULL, "glb: packed, for programs that know EXT_meshopt_compression" },
    [CLI_SURFACE] = { "surface", 0, "NAME", "of several surfaces this one [all as one]" },
    [CLI_BOX] = { "box", 0, "X0,Y0,X1,Y1", "crop: what lies inside, seen from above" },
    [CLI_WELD] = { "weld", 0, "MM", "merge: join points no further apart, in millimetres; 0 = at the same place" },
    [CLI_ERROR] = { "error", 0, "MM",
                    "simplify: no point of the original further from the new surface, in millimetres" },
    [CLI_RATIO] = { "ratio", 0, "R", "simplify: stop at this share of the triangles, 0 to 1" },
    [CLI_LOCK_BORDER] = { "lock-border", 0, NULL, "simplify: leave the edges of the surface as they are" },
    [CLI_DRIVERS] = { "drivers", 0, "A,B", "only these, by name or by number (a slot, a car's index)" },
    [CLI_ENTRY] = { "entry", 0, "NAME", "only the image of this name, as `paddock info` lists it: 0/3/A000" },
};

bool cli_takes(const cli_verb *verb, cli_option option)
{
    const cli_option *at = verb->options;
    while (*at != option && *at != CLI_HELP) at++;
    return *at == option;
}

const char *cli_full_name(const cli_verb *verb, char room[32])
{
    snprintf(room, 32, "%s%s%s", verb->family != NULL ? verb->family->name : "", verb->family != NULL ? " " : "",
             verb->name);
    return room;
}

/* The names of the options a verb takes, as they are given; for suggestions. */
static const char *option_name(const void *user, size_t index)
{
    static char names[CLI_OPTIONS][24];
    const cli_verb *verb = user;
    for (const cli_option *option = verb->options;; option++) {
        if (index-- == 0) {
            snprintf(names[*option], sizeof names[*option], "--%s", cli_option_infos[*option].name);
            return names[*option];
        }
        if (*option == CLI_HELP) return NULL;
    }
}

static int find_long(const cli_verb *verb, const char *name, size_t length)
{
    for (const cli_option *option = verb->options;; option++) {
        const char *right = cli_option_infos[*option].name;
        if (strlen(right) == length && memcmp(right, name, length) == 0) return (int)*option;
        if (*option == CLI_HELP) return -1;
    }
}

static int find_letter(const cli_verb *verb, char letter)
{
    for (const cli_option *option = verb->options;; option++) {
        if (cli_option_infos[*option].letter == letter) return (int)*option;
        if (*option == CLI_HELP) return -1;
    }
}

static int no_option(const cli_verb *verb, const char *text, size_t length)
{
    char room[64], verb_room[32], *name = room + 2;
    const char *verb_name = cli_full_name(verb, verb_room);
    if (length >= sizeof room - 2) length = sizeof room - 3;
    memcpy(room, "--", 2);
    memcpy(name, text, length);
    name[length] = '\0';
    for (int option = 0; option < CLI_OPTIONS; option++) {
        if (strcmp(cli_option_infos[option].name, name) == 0) {
            return cli_usage("`paddock %s` does not take --%s; see `paddock help %s`", verb_name, name, verb_name);
        }
    }
    return cli_no_such(NULL, "option", room, option_name, verb);
}

/* An option of which each time counts; of the others the last. */
static bool repeats(int option)
{
    return option == CLI_AT;
}

/* One option at argv[*at]; moves *at over a value that stands apart. */
static int parse_option(cli_arguments *arguments, int argc, char **argv, int *at)
{
    const char *text = argv[*at], *value = NULL;
    int option;
    if (text[1] == '-') {
        const char *name = text + 2, *equals = strchr(name, '=');
        size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
        option = find_long(arguments->verb, name, length);
        if (option < 0) return no_option(arguments->verb, name, length);
        if (equals != NULL) value = equals + 1;
    } else {
        option = find_letter(arguments->verb, text[1]);
        if (option < 0) {
            char room[32];
            const char *verb = cli_full_name(arguments->verb, room);
            return cli_usage(
                "`paddock %s` has no option %s; see `paddock help %s`, and put -- before a name that begins with a dash",
                verb, text, verb);
        }
        if (text[2] != '\0') value = text + 2;
    }
    const cli_option_info *info = &cli_option_infos[option];
    if (info->argument == NULL && value != NULL)
        return cli_usage("--%s takes no value, found \"%s\"", info->name, value);
    if (info->argument != NULL && value == NULL) {
        if (*at + 1 >= argc) return cli_usage("--%s needs a value: --%s %s", info->name, info->name, info->argument);
        value = argv[++*at];
    }
    arguments->values[option] = value != NULL ? value : "";
    if (repeats(option)) arguments->repeated[arguments->repeated_count++] = (cli_repeated){ (cli_option)option, value };
    return CLI_FINE;
}

const char *cli_next_value(const cli_arguments *arguments, cli_option option, int *at)
{
    while (*at < arguments->repeated_count) {
        const cli_repeated *next = &arguments->repeated[(*at)++];
        if (next->option == option) return next->value;
    }
    return NULL;
}

int cli_parse(cli_arguments *arguments, const cli_verb *verb, int argc, char **argv)
{
    *arguments = (cli_arguments){ .verb = verb, .operands = (const char **)argv };
    bool options = true;
    arguments->repeated = malloc(((size_t)argc + 1) * sizeof *arguments->repeated);
    if (arguments->repeated == NULL) return cli_no_memory("the command line");
    for (int at = 0; at < argc; at++) {
        const char *text = argv[at];
        if (options && strcmp(text, "--") == 0) {
            options = false;
        } else if (options && text[0] == '-' && text[1] != '\0') {
            int status = parse_option(arguments, argc, argv, &at);
            if (status != CLI_FINE) return status;
        } else {
            arguments->operands[arguments->count++] = text; /* never ahead of what is still to be read */
        }
    }
    if (cli_given(arguments, CLI_HELP)) return CLI_FINE;
    if (arguments->count < verb->least || (verb->most >= 0 && arguments->count > verb->most)) {
        char room[32];
        return cli_usage("%s: paddock %s%s%s",
                         arguments->count < verb->least ? "something is missing" : "that is too much",
                         cli_full_name(verb, room), verb->operands[0] != '\0' ? " " : "", verb->operands);
    }
    return CLI_FINE;
}

/* "k", "M", "Gi", "MB" ...; 0 = not a suffix. */
static uint64_t suffix_factor(const char *suffix)
{
    static const char letters[] = "kmg";
    if (*suffix == '\0') return 1;
    const char *found = strchr(letters, *suffix >= 'A' && *suffix <= 'Z' ? *suffix + 32 : *suffix);
    if (found == NULL || *found == '\0') return 0;
    uint64_t base = suffix[1] == 'i' ? 1024 : 1000, factor = base;
    suffix += suffix[1] == 'i' ? 2 : 1;
    if (*suffix == 'B') suffix++;
    for (const char *letter = letters; letter < found; letter++) factor *= base;
    return *suffix == '\0' ? factor : 0;
}

int cli_number_of(const cli_arguments *arguments, cli_option option, uint64_t otherwise, uint64_t *value)
{
    const char *text = arguments->values[option], *name = cli_option_infos[option].name;
    *value = otherwise;
    if (text == NULL) return CLI_FINE;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    uint64_t factor = end != text ? suffix_factor(end) : 0;
    if (text[0] < '0' || text[0] > '9' || factor == 0) {
        return cli_usage("--%s wants a whole number like 20, 500k, 3M or 2G, found \"%s\"", name, text);
    }
    if (errno != 0 || __builtin_mul_overflow((uint64_t)number, factor, value)) {
        return cli_usage("--%s %s is more than can be counted", name, text);
    }
    return CLI_FINE;
}

int cli_seconds_of(const cli_arguments *arguments, cli_option option, double *value)
{
    const char *text = arguments->values[option];
    *value = 0;
    if (text == NULL) return CLI_FINE;
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value) || *value <= 0) {
        return cli_usage("--%s wants a number above 0, found \"%s\"", cli_option_infos[option].name, text);
    }
    return CLI_FINE;
}

int cli_time_of(const cli_arguments *arguments, cli_option option, double *value)
{
    const char *text = arguments->values[option];
    if (text == NULL) return CLI_FINE;
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value)) {
        return cli_usage("--%s wants a time in seconds, found \"%s\"", cli_option_infos[option].name, text);
    }
    return CLI_FINE;
}

int cli_metres_of(const cli_arguments *arguments, cli_option option, double *value)
{
    const char *text = arguments->values[option];
    if (text == NULL) return CLI_FINE;
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value)) {
        return cli_usage("--%s wants a number of metres, found \"%s\"", cli_option_infos[option].name, text);
    }
    return CLI_FINE;
}
