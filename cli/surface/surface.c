/* What the tools for surfaces share: opening one with z up, and its index. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "surface.h"

/* Points with y up, as glTF and OBJ have them (x left, z forward), as x forward, y left, z up; their origin with them.
 */
static int turn(cli_surface *surface)
{
    uint64_t count = surface->surface.vertex_count;
    surface->turned = malloc((size_t)count * 12 + 1);
    if (surface->turned == NULL) {
        return cli_no_memory("the points of a surface");
    }
    for (uint64_t i = 0; i < count; i++) {
        const float *from = surface->surface.positions + 3 * i;
        surface->turned[3 * i] = from[2];
        surface->turned[3 * i + 1] = from[0];
        surface->turned[3 * i + 2] = from[1];
    }
    surface->surface.positions = surface->turned;
    double origin[3] = { surface->origin[2], surface->origin[0], surface->origin[1] };
    memcpy(surface->origin, origin, sizeof origin);
    return CLI_FINE;
}

int cli_surface_open(cli_surface *surface, const cli_arguments *arguments, const char *path)
{
    *surface = (cli_surface){ .path = path };
    int status = cli_open(&surface->input, arguments, path);
    if (status != CLI_FINE) return status;
    const pdk_document *document = surface->input.document;
    pdk_surface_options options;
    pdk_frame frame;
    if (pdk_document_surface_count(document) == 0) {
        pdk_error error = {
            .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "surface.none", .message = "has no surface"
        };
        status = cli_fail(cli_file_name(path), &error);
    }
    if (status == CLI_FINE) status = cli_surface_options(arguments, &options, &surface->progress, "reading");
    if (status == CLI_FINE)
        status = cli_choose_surface(arguments, document, path, &options, &surface->joined, &surface->surface, &frame);
    cli_progress_end(&surface->progress);
    if (status == CLI_FINE) status = cli_surface_origin(arguments, document, path, surface->origin);
    if (status == CLI_FINE && frame == PDK_FRAME_Y_UP) status = turn(surface);
    if (status != CLI_FINE) cli_surface_close(surface);
    return status;
}

int cli_surface_move(cli_surface *surface, const double origin[3])
{
    double moved[3];
    for (int axis = 0; axis < 3; axis++) moved[axis] = surface->origin[axis] - origin[axis];
    if (!(fabs(moved[0]) > 0 || fabs(moved[1]) > 0 || fabs(moved[2]) > 0)) return CLI_FINE;
    uint64_t count = surface->surface.vertex_count;
    float *points = malloc((size_t)count * 12 + 1);
    if (points == NULL) return cli_no_memory("the points of a surface");
    uint64_t inexact = 0;
    double largest = 0;
    for (uint64_t i = 0; i < 3 * count; i++) {
        double exact = (double)surface->surface.positions[i] + moved[i % 3];
        points[i] = (float)exact;
        double off = fabs((double)points[i] - exact);
        inexact += off > 0.0001 && isfinite(off) ? 1 : 0;
        if (isfinite(off) && off > largest) largest = off;
    }
    if (inexact > 0) {
        cli_note("%s: note: moved to the origin of the other surface, %llu of its coordinates are off by up to %.3g m "
                 "(surface.precision)",
                 cli_file_name(surface->path), (unsigned long long)inexact, largest);
    }
    free(surface->turned);
    surface->surface.positions = surface->turned = points;
    memcpy(surface->origin, origin, sizeof surface->origin);
    return CLI_FINE;
}

bool cli_surface_step(void *user, uint64_t done, uint64_t total)
{
    enum {
        AT_ONCE = 1 << 26
    }; /* the pages of a very large file are not needed all at once, nor returned all the time */
    cli_surface *surface = user;
    uint64_t size = pdk_document_size(surface->input.document), parts = size / AT_ONCE;
    uint64_t part = total > 0 ? (uint64_t)((double)done / (double)total * (double)parts) : 0;
    if (parts > 15 && part != surface->part) pdk_trim(surface->input.document);
    surface->part = part;
    return cli_progress_step(&surface->progress, done, total);
}

double cli_nine_decimals(double value)
{
    const double power = 1e9, maximum = 0x1p53;
    return fabs(value) * power < maximum ? round(value * power) / power + 0.0 : value; /* + 0.0: no -0 */
}

static int begin_index(cli_surface *surface, const cli_arguments *arguments, pdk_height_index_options *options)
{
    *options = (pdk_height_index_options)PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options->form = PDK_INDEX_SMALL; /* for few points: building counts, and memory */
    options->progress = cli_surface_step;
    options->progress_user = surface;
    int status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &options->limits.memory);
    if (status == CLI_FINE) cli_progress_begin(&surface->progress, "indexing");
    return status;
}

static int end_index(cli_surface *surface, pdk_status made, const pdk_height_index *index, const pdk_error *error)
{
    cli_progress_end(&surface->progress);
    if (made != PDK_OK) return cli_fail(cli_file_name(surface->path), error);
    const pdk_height_index_info *info = pdk_height_index_about(index);
    if (info->out_of_range > 0 || info->not_finite > 0) {
        cli_note("%s: %llu broken triangles are left out; `paddock check` lists them", cli_file_name(surface->path),
                 (unsigned long long)(info->out_of_range + info->not_finite));
    }
    return CLI_FINE;
}

int cli_surface_index(cli_surface *surface, const cli_arguments *arguments, pdk_height_index **index)
{
    pdk_height_index_options options;
    pdk_error error;
    int status = begin_index(surface, arguments, &options);
    if (status != CLI_FINE) return status;
    pdk_status made = pdk_height_index_create(&surface->surface, &options, index, &error);
    return end_index(surface, made, *index, &error);
}

/* A point for every second triangle pays for the fast form, which takes longer to build; there is memory for it. */
static bool is_asked_often(const cli_surface *surface, const cli_places *places, uint64_t memory_limit)
{
    enum { BYTES_FAST = 128 /* a triangle, at most, while it is built */ };
    uint64_t triangles = surface->surface.triangle_count;
    return !places->along && places->count >= triangles / 2 &&
           (memory_limit == 0 || triangles < memory_limit / BYTES_FAST);
}

static int index_near(cli_surface *surface, const cli_arguments *arguments, const cli_places *places,
                      pdk_height_index **index)
{
    pdk_height_index_options options;
    pdk_error error;
    int status = begin_index(surface, arguments, &options);
    if (status != CLI_FINE) return status;
    if (is_asked_often(surface, places, options.limits.memory)) options.form = PDK_INDEX_USUAL;
    pdk_status made = pdk_height_index_create_near(&surface->surface, places->points, places->count, places->stride,
                                                   places->along, &options, index, &error);
    return end_index(surface, made, *index, &error);
}

void cli_surface_close(cli_surface *surface)
{
    free(surface->turned);
    surface->turned = NULL;
    pdk_close(surface->joined);
    surface->joined = NULL;
    cli_close(&surface->input);
}

int cli_surface_ask(const cli_arguments *arguments, const cli_places *places, cli_surface_asker ask, void *user)
{
    cli_surface surface;
    pdk_height_index *index = NULL;
    cli_out out;
    int status = cli_surface_open(&surface, arguments, arguments->operands[0]);
    if (status != CLI_FINE) return status;
    for (size_t i = 0; i < places->count && !places->of_replay; i++) {
        for (size_t axis = 0; axis < places->stride && axis < 3; axis++)
            places->points[i * places->stride + axis] -= surface.origin[axis];
    }
    status = index_near(&surface, arguments, places, &index);
    if (status == CLI_FINE) status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status == CLI_FINE) {
        status = ask(user, &surface, index, &out);
        if (status == CLI_FINE) status = cli_unchanged(&surface.input, surface.path);
        status = cli_close_out(&out, status);
    }
    pdk_height_index_close(index);
    cli_surface_close(&surface);
    return status;
}
