/* The tools of `paddock surface`. */
#ifndef PADDOCK_CLI_SURFACE_H
#define PADDOCK_CLI_SURFACE_H

#include "arguments.h"
#include "converted.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "paddock/paddock.h"
#include "points.h"
#include "progress.h"

extern const cli_verb cli_verb_surface; /* the tools name their family */

/* Runs the tool that `arguments` name. (surface_run.c) */
int cli_surface_run(const cli_arguments *arguments);
int cli_surface_stats(const cli_arguments *arguments);
int cli_surface_check(const cli_arguments *arguments);
int cli_surface_holes(const cli_arguments *arguments);
int cli_surface_fill(const cli_arguments *arguments);
int cli_surface_normals(const cli_arguments *arguments);
int cli_surface_simplify(const cli_arguments *arguments);
int cli_surface_crop(const cli_arguments *arguments);
int cli_surface_tile(const cli_arguments *arguments);
bool cli_surface_tile_fills_folder(const cli_arguments *arguments);
int cli_surface_merge(const cli_arguments *arguments);
int cli_surface_query(const cli_arguments *arguments);
int cli_surface_profile(const cli_arguments *arguments);
int cli_surface_roughness(const cli_arguments *arguments);
int cli_surface_sections(const cli_arguments *arguments);
int cli_surface_raster(const cli_arguments *arguments);
int cli_surface_compare(const cli_arguments *arguments);

/* --- surface_input.c --- */

/* A file's surface, or all of them as one. */
typedef struct cli_surface_input {
    cli_input input;
    pdk_document *joined; /* when there are several */
    pdk_surface surface;
    pdk_frame frame;
    pdk_surface_options options; /* with document, frame, limits and a progress bar */
    cli_progress progress;
} cli_surface_input;

/* The rule of all tools: the surfaces of a file are one, unless --surface names one of them. Says what failed. */

/* As arrays; *joined = where they are, when there are several, to be closed. */
int cli_choose_surface(const cli_arguments *arguments, const pdk_document *document, const char *path,
                       const pdk_surface_options *options, pdk_document **joined, pdk_surface *surface,
                       pdk_frame *frame);
/* For what takes whole documents: *alone = a document with the one that is named, to be closed before `document`, or
 * NULL. */
int cli_surface_alone(const cli_arguments *arguments, const pdk_document *document, const char *path,
                      pdk_document **alone);
/* What --source-origin says, or PATH.origin.json, or the file itself: what was subtracted when it was made. */
int cli_stated_origin(const cli_arguments *arguments, const pdk_document *document, const char *path, double origin[3]);
/* What must be added to the points of the document's surfaces, in their axes, to get the coordinates that people know:
 * what floats leave out, and what was subtracted when the file was made. All that tools print and take are those. */
int cli_surface_origin(const cli_arguments *arguments, const pdk_document *document, const char *path,
                       double origin[3]);
/* Opens and chooses; `label` is what the progress bar says. Says what failed. */
int cli_open_surface(cli_surface_input *input, const cli_arguments *arguments, const char *path, const char *label);
void cli_close_surface(cli_surface_input *input);
/* Options of a tool that works on whole documents. */
int cli_surface_options(const cli_arguments *arguments, pdk_surface_options *options, cli_progress *progress,
                        const char *label);

/* --- surface_change.c --- */

/* What a tool did, in words on standard output, or as JSON: not where the surface itself goes. `converted` may be NULL.
 */
int cli_say_surface(const cli_arguments *arguments, const char *in, const char *path, const cli_converted *converted,
                    const pdk_surface_report *report);
/* A number of an option, at least `minimum`. */
int cli_amount_of(const cli_arguments *arguments, cli_option option, double minimum, double *value);

/* --- surface.c: for tools that ask where things are --- */

/* A surface with z up, and the document it comes from. */
typedef struct cli_surface {
    cli_input input;
    const char *path;
    pdk_document *joined; /* where it is, when the file has several */
    pdk_surface surface;
    float *turned;    /* its points, where the file has y up, or another origin was wanted */
    double origin[3]; /* surface + origin = true coordinates, see cli_surface_origin */
    cli_progress progress;
    uint64_t part; /* of the walk under way, see cli_surface_step */
} cli_surface;

/* Opens the surfaces of a file as one, or the one --surface names. Says what failed. */
int cli_surface_open(cli_surface *surface, const cli_arguments *arguments, const char *path);
/* Fails (memory.limit) if this many items would take more than --memory-limit, or 16 GiB. */
int cli_within_memory(const cli_arguments *arguments, const char *path, uint64_t count, uint64_t size,
                      const char *what);
/* Gives its points another origin: where they are in the world does not change. */
int cli_surface_move(cli_surface *surface, const double origin[3]);
/* A progress for work on it, which gives its file's pages back now and then. */
bool cli_surface_step(void *user, uint64_t done, uint64_t total);
/* An index over it, with progress. */
int cli_surface_index(cli_surface *surface, const cli_arguments *arguments, pdk_height_index **index);
void cli_surface_close(cli_surface *surface);
/* Where it will be asked, as pdk_height_index_create_near takes it: in true coordinates, of which cli_surface_ask makes
 * the surface's. A replay has those of the surface to begin with. */
typedef struct cli_places {
    double *points;
    size_t count, stride;
    bool along;
    bool of_replay;
} cli_places;
/* What a tool asks of the file that is its operand, at these places alone, and prints: to -o, or standard output.
 * Returns an exit status. */
typedef int (*cli_surface_asker)(void *user, cli_surface *surface, const pdk_height_index *index, cli_out *out);
int cli_surface_ask(const cli_arguments *arguments, const cli_places *places, cli_surface_asker ask, void *user);

/* What tools calculate is printed with at most nine decimals (nanometres); more would only show rounding. */
double cli_nine_decimals(double value);

/* --- surface_points.c --- */

/* "X,Y" of an option. */
int cli_point_of(const char *option, const char *text, double point[2]);
/* Where the first car of a replay or lap went, or one of its wheels; of a track the line that is driven along. */
int cli_points_of_path(cli_points *points, const cli_arguments *arguments, const char *path);

/* --- surface_raster.c --- */

/* --size and --pixels. */
int cli_pixels_of(const cli_arguments *arguments, pdk_raster_options *options);
int cli_raster_make(cli_surface *surface, const cli_arguments *arguments, pdk_raster_options *options,
                    pdk_raster **raster);
/* Before any work: can the sidecar of a PNG be written, or does --no-clobber keep one? */
int cli_raster_check(const cli_arguments *arguments);
/* To -o; next to a PNG its sidecar. */
int cli_raster_write(const cli_arguments *arguments, const cli_surface *surface, const pdk_raster *raster,
                     pdk_raster_format format);

#endif
