/* The tools of `paddock surface`: what each takes. What each does is in surface_<name>.c. */
#include "surface.h"

/* Of tools that print what they find. */
#define ASKING CLI_SURFACE, CLI_JSON, CLI_OUTPUT, CLI_READING
/* Of those that follow a line or path. */
#define ALONG CLI_START, CLI_TARGET, CLI_POINTS_FILE, CLI_PATH, CLI_WHEEL, CLI_STEP, CLI_NEAR
/* Of tools that make a new surface. */
#define MAKING CLI_OUTPUT, CLI_TARGET, CLI_ORIGIN, CLI_SURFACE, CLI_JSON, CLI_READING

static const cli_option stats_options[] = { CLI_SURFACE, CLI_JSON, CLI_READING, CLI_HELP };
static const cli_verb stats = {
    .name = "stats",
    .operands = "FILE",
    .summary = "points, area, edges, boundaries, parts, duplicates",
    .examples = { "paddock surface stats road.rld", "how large it is, and whether it holds together",
                  "paddock surface stats --json scan.ply | jq .area", "its area in square metres" },
    .options = stats_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_stats,
};

static const cli_option check_options[] = { CLI_SURFACE, CLI_JSON, CLI_READING, CLI_HELP };
static const cli_verb check = {
    .name = "check",
    .operands = "FILE",
    .summary = "find everything that keeps a surface from being one sheet",
    .details = "Each finding is printed with its place. The exit status is 1 when there are warnings or errors.",
    .examples = { "paddock surface check scan.rld", "holes, double triangles, edges with three triangles" },
    .options = check_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_check,
};

static const cli_option normals_options[] = { MAKING, CLI_HELP };
static const cli_verb normals = {
    .name = "normals",
    .operands = "FILE",
    .summary = "compute smooth normals",
    .details = "The result goes to a format that has normals (PLY, OBJ, GLB), or to CSV.",
    .examples = { "paddock surface normals road.rld -o road.ply", "a PLY with a normal for each point",
                  "paddock surface normals road.rld -o normals.csv", "the same as numbers" },
    .options = normals_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_normals,
};

static const cli_option simplify_options[] = { CLI_ERROR, CLI_RATIO, CLI_LOCK_BORDER, MAKING, CLI_HELP };
static const cli_verb simplify = {
    .name = "simplify",
    .operands = "FILE",
    .summary = "make fewer triangles, within an error that is measured",
    .examples = { "paddock surface simplify road.rld --error 2 -o light.rld", "within 2 mm of the original" },
    .options = simplify_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_simplify,
};

static const cli_option crop_options[] = { CLI_BOX, MAKING, CLI_HELP };
static const cli_verb crop = {
    .name = "crop",
    .operands = "FILE",
    .summary = "cut out the part inside a box",
    .examples = { "paddock surface crop road.rld --box 0,0,100,50 -o part.rld", "100 m by 50 m of it" },
    .options = crop_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_crop,
};

static const cli_option tile_options[] = { CLI_METRES, MAKING, CLI_HELP };
static const cli_verb tile = {
    .name = "tile",
    .operands = "FILE",
    .summary = "cut into square tiles, a file for each, in the folder of -o",
    .examples = { "paddock surface tile road.rld --size 100 -o tiles", "tiles/tile_0_0.rld and so on" },
    .options = tile_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_tile,
};

static const cli_option merge_options[] = { CLI_WELD, MAKING, CLI_HELP };
static const cli_verb merge = {
    .name = "merge",
    .operands = "FILE...",
    .summary = "join several surfaces into one, in the axes of the first",
    .examples = { "paddock surface merge a.rld b.rld --weld 1 -o both.rld",
                  "points within 1 mm of each other become one" },
    .options = merge_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = -1,
    .run = cli_surface_merge,
};

static const cli_option query_options[] = { CLI_AT, CLI_POINTS_FILE, CLI_PATH, CLI_WHEEL, CLI_NEAR, ASKING, CLI_HELP };
static const cli_verb query = {
    .name = "query",
    .operands = "FILE",
    .summary = "print the height and normal of every layer at given points",
    .examples = { "paddock surface query road.rld --at 10,20", "every layer at this point",
                  "paddock surface query road.rld --path lap.raf --wheel front_left", "the road under a wheel" },
    .options = query_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_query,
};

static const cli_option profile_options[] = { ALONG, ASKING, CLI_HELP };
static const cli_verb profile = {
    .name = "profile",
    .operands = "FILE",
    .summary = "print heights along a line or path",
    .examples = { "paddock surface profile road.rld --from 0,0 --to 100,0 --step 0.1", "a height every 10 cm" },
    .options = profile_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_profile,
};

static const cli_option roughness_options[] = { ALONG, ASKING, CLI_HELP };
static const cli_verb roughness = {
    .name = "roughness",
    .operands = "FILE",
    .summary = "say how rough a line or path is: IRI and ISO 8608 class",
    .examples = { "paddock surface roughness road.rld --from 0,0 --to 100,0", "along a line of 100 m" },
    .options = roughness_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_roughness,
};

static const cli_option raster_options[] = { CLI_OF, CLI_METRES, CLI_PIXELS, ASKING, CLI_HELP };
static const cli_verb raster = {
    .name = "raster",
    .operands = "FILE",
    .summary = "draw heights, slopes or light as PNG, ESRI grid or GeoTIFF",
    .examples = { "paddock surface raster road.rld --size 0.5 -o heights.tif", "a GeoTIFF with a height every 50 cm" },
    .options = raster_options,
    .family = &cli_verb_surface,
    .least = 1,
    .most = 1,
    .run = cli_surface_raster,
};

static const cli_option compare_options[] = { CLI_METRES, CLI_PIXELS, ASKING, CLI_HELP };
static const cli_verb compare = {
    .name = "compare",
    .operands = "FILE OTHER",
    .summary = "say how far one surface lies above another",
    .examples = { "paddock surface compare before.rld after.rld", "the mean and largest distance",
                  "paddock surface compare before.rld after.rld --size 0.5 -o change.png", "a picture of the change" },
    .options = compare_options,
    .family = &cli_verb_surface,
    .least = 2,
    .most = 2,
    .run = cli_surface_compare,
};

const cli_verb *const cli_surface_tools[] = {
    &stats, &check, &normals, &simplify, &crop, &tile, &merge, &query, &profile, &roughness, &raster, &compare, NULL,
};
