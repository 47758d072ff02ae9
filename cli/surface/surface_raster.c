/* paddock surface raster: heights, slopes, light or blocks in rows and columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "output_try.h"
#include "platform/path.h"
#include "progress.h"
#include "surface.h"

static const char *const subjects[] = { "height", "slope", "hillshade", "block", NULL };

static const char *subject_name(const void *user, size_t index)
{
    (void)user;
    return subjects[index];
}

static int read_subject(const cli_arguments *arguments, pdk_raster_of *of)
{
    static const pdk_raster_of values[] = { PDK_RASTER_HEIGHT, PDK_RASTER_SLOPE, PDK_RASTER_HILLSHADE,
                                            PDK_RASTER_BLOCK };
    const char *text = arguments->values[CLI_OF];
    *of = PDK_RASTER_HEIGHT;
    if (text == NULL) return CLI_FINE;
    for (size_t i = 0; subjects[i] != NULL; i++) {
        if (strcmp(subjects[i], text) != 0) continue;
        *of = values[i];
        return CLI_FINE;
    }
    return cli_no_such(NULL, "--of", text, subject_name, NULL);
}

enum { USUAL_PIXELS = 1024, MAX_NAME = 4096 };

int cli_pixels_of(const cli_arguments *arguments, pdk_raster_options *options)
{
    int status = cli_metres_of(arguments, CLI_CELL, &options->size);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_CELL) && !(options->size > 0))
        return cli_usage("--cell takes a number above 0, not \"%s\"", arguments->values[CLI_CELL]);
    const char *text = arguments->values[CLI_SIZE];
    if (text == NULL) {
        if (!cli_given(arguments, CLI_CELL)) options->width = options->height = USUAL_PIXELS;
        return CLI_FINE;
    }
    if (cli_given(arguments, CLI_CELL))
        return cli_usage("--cell and --size both say how many pixels there are; give one of them");
    return cli_size_of(arguments, &options->width, &options->height);
}

static int read_format(const cli_arguments *arguments, pdk_raster_format *format)
{
    const char *path = arguments->values[CLI_OUTPUT];
    if (path == NULL) return cli_need_output(arguments);
    if (cli_is_named(path, ".png")) *format = PDK_RASTER_PNG;
    else if (cli_is_named(path, ".asc")) *format = PDK_RASTER_ASC;
    else if (cli_is_named(path, ".tif") || cli_is_named(path, ".tiff")) *format = PDK_RASTER_TIFF;
    else return cli_usage("the name of the output must end in .png, .asc or .tif; that says what to write");
    return CLI_FINE;
}

/* OUT.raster.json next to OUT.png: OUT.json could be the text of the surface itself. */
static int name_sidecar(const cli_arguments *arguments, char name[MAX_NAME])
{
    const char *path = arguments->values[CLI_OUTPUT];
    int length = snprintf(name, MAX_NAME, "%.*s.raster.json", (int)(pdk_path_extension(path) - path), path);
    return length < MAX_NAME ? CLI_FINE : cli_usage("the name of the output is too long");
}

int cli_raster_check(const cli_arguments *arguments)
{
    char name[MAX_NAME];
    int status = name_sidecar(arguments, name);
    if (status == CLI_FINE) status = cli_check_apart(name);
    if (status == CLI_FINE) status = cli_check_clobber(arguments, name);
    return status == CLI_FINE ? cli_try_output(name) : status;
}

static int write_sidecar(const cli_arguments *arguments, const cli_surface *surface, const pdk_raster *raster)
{
    char name[MAX_NAME];
    cli_out out;
    pdk_error error;
    if (name_sidecar(arguments, name) != CLI_FINE) return CLI_USAGE;
    int status = cli_open_out(&out, name);
    if (status != CLI_FINE) return status;
    if (pdk_raster_write_sidecar(raster, surface->origin, out.output, &error) != PDK_OK)
        status = cli_fail_out(&out, &error);
    return cli_close_out(&out, status);
}

int cli_raster_write(const cli_arguments *arguments, const cli_surface *surface, const pdk_raster *raster,
                     pdk_raster_format format)
{
    cli_out out;
    pdk_error error;
    int status = format == PDK_RASTER_PNG ? cli_raster_check(arguments) : CLI_FINE; /* now that all files are open */
    if (status == CLI_FINE) status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    if (pdk_raster_write(raster, format, surface->origin, out.output, &error) != PDK_OK)
        status = cli_fail_written(&out, surface->path, &error);
    if (status == CLI_FINE) status = cli_unchanged(&surface->input, surface->path);
    status = cli_close_out(&out, status);
    return status == CLI_FINE && format == PDK_RASTER_PNG ? write_sidecar(arguments, surface, raster) : status;
}

int cli_raster_make(cli_surface *surface, const cli_arguments *arguments, pdk_raster_options *options,
                    pdk_raster **raster)
{
    int status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &options->limits.memory);
    if (status != CLI_FINE) return status;
    cli_progress_begin(&surface->progress, "drawing");
    options->progress = cli_surface_step;
    options->progress_user = surface;
    pdk_error error;
    pdk_status made = pdk_raster_create(&surface->surface, options, raster, &error);
    cli_progress_end(&surface->progress);
    return made == PDK_OK ? CLI_FINE : cli_fail(cli_file_name(surface->path), &error);
}

/* What takes the place of the heights. */
static int put_subject(const cli_surface *surface, pdk_raster_of of, pdk_raster *raster)
{
    pdk_error error;
    const pdk_document *document = surface->joined != NULL ? surface->joined : surface->input.document;
    if (of == PDK_RASTER_HEIGHT) return CLI_FINE;
    pdk_status status = of == PDK_RASTER_BLOCK ? pdk_raster_blocks(raster, &surface->surface, document, 0, &error)
                                               : pdk_raster_shade(raster, of, 0, &error);
    return status == PDK_OK ? CLI_FINE : cli_fail(cli_file_name(surface->path), &error);
}

/* What the file states in degrees is no projection, and would be false. */
static uint64_t stated_epsg(const cli_surface *surface)
{
    const pdk_property *property = pdk_document_find_property(surface->input.document, "epsg");
    uint64_t number = property != NULL && property->value.type == PDK_UINT64 ? property->value.as.natural : 0;
    return cli_is_projected(number) ? number : 0;
}

int cli_surface_raster(const cli_arguments *arguments)
{
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    pdk_raster_of of;
    pdk_raster_format format = PDK_RASTER_PNG;
    cli_surface surface;
    pdk_raster *raster = NULL;
    int status = cli_pixels_of(arguments, &options);
    if (status == CLI_FINE) status = cli_crs_of(arguments, &options.epsg);
    if (status == CLI_FINE) status = read_subject(arguments, &of);
    if (status == CLI_FINE) status = read_format(arguments, &format);
    if (status == CLI_FINE && options.epsg != 0 && format != PDK_RASTER_TIFF)
        status = cli_usage("--crs is for GeoTIFF: give a name that ends in .tif");
    if (status == CLI_FINE && format == PDK_RASTER_PNG) status = cli_raster_check(arguments);
    if (status == CLI_FINE) status = cli_surface_open(&surface, arguments, arguments->operands[0]);
    if (status != CLI_FINE) return status;
    if (options.epsg == 0) options.epsg = stated_epsg(&surface);
    status = cli_raster_make(&surface, arguments, &options, &raster);
    if (status == CLI_FINE) status = put_subject(&surface, of, raster);
    if (status == CLI_FINE) status = cli_raster_write(arguments, &surface, raster, format);
    pdk_raster_close(raster);
    cli_surface_close(&surface);
    return status;
}
