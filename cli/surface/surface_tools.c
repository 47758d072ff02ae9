/* paddock surface and its tools: what each takes. What each does is in surface_<name>.c. */
#include "arguments.h"
#include "options.h"
#include "surface.h"

/* Of tools that print what they find. */
#define ASKING CLI_SURFACE, CLI_JSON, CLI_OUTPUTS, CLI_READING
/* Of those that follow a line or path. */
#define ALONG CLI_LINE, CLI_COORDINATES, CLI_PATH, CLI_WHEEL, CLI_STEP, CLI_NEAR
/* Of tools that make a new surface. */
#define MAKING CLI_SURFACE, CLI_ORIGIN, CLI_CRS, CLI_TARGET, CLI_JSON, CLI_OUTPUTS, CLI_READING

static const cli_option stats_options[] = { CLI_SURFACE, CLI_JSON, CLI_OUTPUTS, CLI_READING, CLI_HELP };
static const cli_verb stats = {
    .name = "stats",
    .operands = "FILE [OUT]",
    .summary = "measure area, edges, boundaries, parts, duplicates",
    .examples = { "paddock surface stats road.rld", "how large it is, and whether it holds together",
                  "paddock surface stats --json scan.ply | jq .area", "its area in square metres" },
    .options = stats_options,
    .family = &cli_verb_surface,
    .kinds = "json txt",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_stats,
};

static const cli_option check_options[] = { CLI_SURFACE, CLI_JSON, CLI_OUTPUTS, CLI_READING, CLI_HELP };
static const cli_verb check = {
    .name = "check",
    .operands = "FILE [OUT]",
    .summary = "find what keeps a surface from being one sheet",
    .details = "Prints each finding with its location. The exit status is 1 when there are warnings or errors.",
    .examples = { "paddock surface check scan.rld", "holes, double triangles, edges with three triangles",
                  "paddock surface check --json scan.rld", "for a program to read" },
    .options = check_options,
    .family = &cli_verb_surface,
    .kinds = "json txt",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_check,
};

static const cli_option holes_options[] = { ASKING, CLI_HELP };
static const cli_verb holes = {
    .name = "holes",
    .operands = "FILE [OUT]",
    .summary = "list holes: place, area, perimeter",
    .details = "The largest first. The inside of a closed circuit is a hole, too. `paddock surface fill` closes them.",
    .examples = { "paddock surface holes scan.rld", "a line for each, as CSV", "paddock surface holes --json scan.rld",
                  "for a program to read" },
    .options = holes_options,
    .family = &cli_verb_surface,
    .kinds = "csv json",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_holes,
};

static const cli_option fill_options[] = { CLI_MAX_AREA, MAKING, CLI_HELP };
static const cli_verb fill = {
    .name = "fill",
    .operands = "FILE OUT",
    .summary = "close holes up to an area",
    .details = "Adds triangles between the corners of a hole, and no points. `paddock surface holes` lists holes.",
    .examples = { "paddock surface fill scan.rld closed.rld --max-area 0.5", "holes up to half a square metre",
                  "paddock surface fill scan.ply closed.ply --max-area 2", "the same for a PLY" },
    .options = fill_options,
    .family = &cli_verb_surface,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_fill,
};

static const cli_option normals_options[] = { MAKING, CLI_HELP };
static const cli_verb normals = {
    .name = "normals",
    .operands = "FILE OUT",
    .summary = "compute smooth normals",
    .details = "OUT is of a format that has normals (PLY, OBJ, GLB), or CSV.",
    .examples = { "paddock surface normals road.rld road.ply", "a PLY with a normal for each point",
                  "paddock surface normals road.rld normals.csv", "the same as numbers" },
    .options = normals_options,
    .family = &cli_verb_surface,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_normals,
};

static const cli_option simplify_options[] = { CLI_ERROR, CLI_RATIO, CLI_LOCK_BORDER, MAKING, CLI_HELP };
static const cli_verb simplify = {
    .name = "simplify",
    .operands = "FILE OUT",
    .summary = "make fewer triangles",
    .details =
        "--error is a promise: the distance of each original point is measured. With --ratio alone there is no such\n"
        "limit; with both, whichever comes first stops it.",
    .examples = { "paddock surface simplify road.rld light.rld --error 0.002", "within 2 mm of the original",
                  "paddock surface simplify road.rld light.rld --ratio 0.1", "a tenth of the triangles" },
    .options = simplify_options,
    .family = &cli_verb_surface,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_simplify,
};

static const cli_option crop_options[] = { CLI_BOX, MAKING, CLI_HELP };
static const cli_verb crop = {
    .name = "crop",
    .operands = "FILE OUT",
    .summary = "keep the part inside a box",
    .examples = { "paddock surface crop road.rld part.rld --box 0,0,100,50", "100 m by 50 m of it",
                  "paddock surface crop scan.las part.ply --box 0,0,9,9", "to another format at once" },
    .options = crop_options,
    .family = &cli_verb_surface,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_crop,
};

static const cli_option tile_options[] = { CLI_CELL, MAKING, CLI_HELP };
static const cli_verb tile = {
    .name = "tile",
    .operands = "FILE FOLDER",
    .summary = "cut into square tiles, a file each",
    .examples = { "paddock surface tile road.rld tiles --cell 100", "tiles/tile_0_0.rld and so on",
                  "paddock surface tile road.rld tiles --cell 50 --to ply", "the same as PLY" },
    .options = tile_options,
    .family = &cli_verb_surface,
    .min_operands = 1,
    .max_operands = 1,
    .fills_folder = cli_surface_tile_fills_folder,
    .has_out = true,
    .run = cli_surface_tile,
};

static const cli_option merge_options[] = { CLI_WELD, MAKING, CLI_HELP };
static const cli_verb merge = {
    .name = "merge",
    .operands = "FILE...",
    .summary = "join several surfaces into one, in the axes of the first",
    .examples = { "paddock surface merge a.rld b.rld --weld 0.001 -o both.rld",
                  "points within 1 mm of each other become one",
                  "paddock surface merge tiles/*.rld --weld 0 -o road.rld", "the tiles as one again" },
    .options = merge_options,
    .family = &cli_verb_surface,
    .min_operands = 1,
    .max_operands = -1,
    .run = cli_surface_merge,
};

static const cli_option query_options[] = { CLI_AT, CLI_COORDINATES, CLI_PATH, CLI_WHEEL, CLI_NEAR, ASKING, CLI_HELP };
static const cli_verb query = {
    .name = "query",
    .operands = "FILE [OUT]",
    .summary = "print the height and normal of every layer at points",
    .details = "A point without surface has a line with empty cells.",
    .examples = { "paddock surface query road.rld --at 10,20", "every layer at this point",
                  "paddock surface query road.rld --path lap.raf --wheel front_left", "the road under a wheel" },
    .options = query_options,
    .family = &cli_verb_surface,
    .kinds = "csv json",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_query,
};

static const cli_option profile_options[] = { ALONG, ASKING, CLI_HELP };
static const cli_verb profile = {
    .name = "profile",
    .operands = "FILE [OUT]",
    .summary = "print heights along a line or path",
    .examples = { "paddock surface profile road.rld --line 0,0,100,0 --step 0.1", "a height every 10 cm",
                  "paddock surface profile road.rld --path lap.raf", "along a lap" },
    .options = profile_options,
    .family = &cli_verb_surface,
    .kinds = "csv json",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_profile,
};

static const cli_option roughness_options[] = { ALONG, CLI_EVERY, ASKING, CLI_HELP };
static const cli_verb roughness = {
    .name = "roughness",
    .operands = "FILE [OUT]",
    .summary = "say how rough a line or path is: IRI, ISO 8608 class",
    .details = "With --every, a line for each stretch, as CSV. A class needs 91 m, the longest wave of ISO 8608's fit.",
    .examples = { "paddock surface roughness road.rld --line 0,0,100,0", "along a line of 100 m",
                  "paddock surface roughness road.rld --path lap.raf --every 20", "each 20 m of a lap, as CSV" },
    .options = roughness_options,
    .family = &cli_verb_surface,
    .kinds = "json txt csv",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_roughness,
};

static const cli_option sections_options[] = { CLI_EVERY, CLI_WIDTH, ALONG, ASKING, CLI_HELP };
static const cli_verb sections = {
    .name = "sections",
    .operands = "FILE [OUT]",
    .summary = "print heights across a line, at equal steps of it",
    .details = "Offsets are metres to the left of the line. A point without surface has an empty height.",
    .examples = { "paddock surface sections road.rld --line 0,0,100,0 --every 10 --width 12", "as CSV",
                  "paddock surface sections road.rld --path lap.raf --every 50 --width 8 --json", "along a lap" },
    .options = sections_options,
    .family = &cli_verb_surface,
    .kinds = "csv json",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_sections,
};

static const cli_option raster_options[] = { CLI_OF,      CLI_CELL,    CLI_SIZE,    CLI_CRS,
                                             CLI_SURFACE, CLI_OUTPUTS, CLI_READING, CLI_HELP };
static const cli_verb raster = {
    .name = "raster",
    .operands = "FILE OUT",
    .summary = "draw heights, slopes, light or blocks as PNG, ESRI grid or GeoTIFF",
    .details = "The extension of OUT says which. Without --cell and --size it has at most 1024x1024 pixels.",
    .examples = { "paddock surface raster road.rld heights.tif --cell 0.5", "a GeoTIFF with a height every 50 cm",
                  "paddock surface raster road.rld light.png --of hillshade", "a picture" },
    .options = raster_options,
    .family = &cli_verb_surface,
    .kinds = "png asc tif tiff",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = cli_surface_raster,
};

static const cli_option compare_options[] = { CLI_CELL, CLI_SIZE, ASKING, CLI_HELP };
static const cli_verb compare = {
    .name = "compare",
    .operands = "FILE OTHER",
    .summary = "say how far one surface is above another",
    .details = "-o OUT.png draws the distance; -o OUT.csv has it for each point.",
    .examples = { "paddock surface compare before.rld after.rld", "the mean and largest distance",
                  "paddock surface compare before.rld after.rld --cell 0.5 -o change.png", "a picture of the change" },
    .options = compare_options,
    .family = &cli_verb_surface,
    .kinds = "png csv",
    .min_operands = 2,
    .max_operands = 2,
    .run = cli_surface_compare,
};

static const cli_verb *const tools[] = {
    &stats, &check, &holes,   &fill,      &normals,  &simplify, &crop,    &tile,
    &merge, &query, &profile, &roughness, &sections, &raster,   &compare, NULL,
};

static const cli_option surface_options[] = { CLI_HELP };

const cli_verb cli_verb_surface = {
    .name = "surface",
    .operands = "TOOL FILE...",
    .summary = "measure a surface, ask for heights, draw it, change it",
    .details = "Works on RLD and on the meshes of other programs. The surfaces of a file are taken as one, unless\n"
               "--surface NAME names one of them. A new surface is written in the format that the name of OUT or --to\n"
               "says, as with `paddock convert`. Lengths are in metres.",
    .purpose = CLI_TAKE,
    .examples = { "paddock surface stats road.rld", "how large it is, and whether it holds together",
                  "paddock surface simplify road.rld light.rld --error 0.002", "within 2 mm of the original" },
    .options = surface_options,
    .tools = tools,
    .min_operands = 1,
    .max_operands = -1,
    .run = cli_surface_run,
};
