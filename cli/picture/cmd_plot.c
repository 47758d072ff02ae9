/* paddock plot: one picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "arguments.h"
#include "exit_status.h"
#include "lap_files.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "surface.h"
#include "target.h"
#include "track_beside.h"

enum { MOST_NAMES = 64 };

/* What was requested, while it is drawn. */
typedef struct plotting {
    const cli_arguments *arguments;
    pdk_plot_kind kind;
    pdk_plot_format format;
    pdk_plot_options options;
    cli_lap_files files;
    cli_surface surface; /* what is drawn, or is below the lines */
    cli_found track;
    bool has_surface;
    char *lists; /* of --columns and --units, cut up */
    const char *columns[MOST_NAMES + 1], *units[MOST_NAMES + 1];
    double (*path)[2];
    cli_progress progress;
} plotting;

/* Kinds that are answers, posted as a picture. */
static const struct {
    const char *name, *meaning;
    const cli_answer_verb *verb;
} posted[] = { { "results", "the table of `paddock standings`, readable on a phone", &cli_answer_standings },
               { "laps", "the table of `paddock laps`", &cli_answer_laps },
               { "stints", "the tables of `paddock stints`", &cli_answer_stints } };
enum { POSTED = sizeof posted / sizeof posted[0] };

/* The kinds of the library, then these. *drawn: how many the library has. */
static bool is_posted(size_t index, size_t *drawn)
{
    for (*drawn = 0; pdk_plot_kind_name(*drawn) != NULL;) ++*drawn;
    return index >= *drawn && index - *drawn < POSTED;
}

static const char *kind_at(size_t index)
{
    size_t drawn;
    return is_posted(index, &drawn) ? posted[index - drawn].name : pdk_plot_kind_name(index);
}

static const char *takes_at(size_t index)
{
    size_t drawn;
    return is_posted(index, &drawn) ? "files" : pdk_plot_kind_takes(index);
}

static const char *meaning_at(size_t index)
{
    size_t drawn;
    return is_posted(index, &drawn) ? posted[index - drawn].meaning : pdk_plot_kind_meaning(index);
}

/* -1 = it is none of them; otherwise the exit status. */
static int draw_posted(const cli_arguments *arguments)
{
    cli_arguments rest = *arguments;
    rest.operands++;
    rest.count--;
    for (size_t i = 0; i < POSTED; i++) {
        if (strcmp(arguments->operands[0], posted[i].name) == 0) return cli_draw_answer(&rest, posted[i].verb);
    }
    return -1;
}

static const char *kind_name(const void *user, size_t index)
{
    (void)user;
    return kind_at(index);
}

static int read_kind(plotting *work)
{
    const char *kind = work->arguments->operands[0], *path = work->arguments->values[CLI_OUTPUT];
    size_t index = 0;
    while (pdk_plot_kind_name(index) != NULL && strcmp(pdk_plot_kind_name(index), kind) != 0) index++;
    if (pdk_plot_kind_name(index) == NULL) return cli_no_such(NULL, "plot", kind, kind_name, NULL);
    work->kind = (pdk_plot_kind)index;
    if (path != NULL && cli_is_named(path, ".png")) work->format = PDK_PLOT_PNG;
    if (path != NULL && cli_is_named(path, ".pdf")) work->format = PDK_PLOT_PDF;
    return CLI_FINE;
}

/* "A,B" into names, ended by NULL; *text is cut up. */
static int cut_list(const char *option, char *text, const char **names)
{
    size_t count = 0;
    for (char *at = text; at != NULL; count++) {
        if (count == MOST_NAMES) return cli_usage("--%s takes at most %d names", option, MOST_NAMES);
        char *comma = strchr(at, ',');
        names[count] = at;
        if (comma != NULL) *comma++ = '\0';
        if (names[count][0] == '\0') return cli_usage("--%s has an empty name", option);
        at = comma;
    }
    names[count] = NULL;
    return CLI_FINE;
}

static int read_lists(plotting *work)
{
    const char *columns = work->arguments->values[CLI_COLUMNS], *units = work->arguments->values[CLI_SHOWN_UNITS];
    size_t room = columns != NULL ? strlen(columns) + 1 : 0;
    work->lists = malloc(room + (units != NULL ? strlen(units) : 0) + 1);
    if (work->lists == NULL) return cli_no_memory("lists of names");
    int status = CLI_FINE;
    if (columns != NULL) {
        strcpy(work->lists, columns);
        work->options.columns = work->columns;
        status = cut_list("columns", work->lists, work->columns);
    }
    if (status == CLI_FINE && units != NULL) {
        strcpy(work->lists + room, units);
        work->options.units = work->units;
        status = cut_list("units", work->lists + room, work->units);
    }
    return status;
}

/* The line along a surface, or the start line of laps. */
static int read_line(plotting *work)
{
    const cli_arguments *arguments = work->arguments;
    cli_points points = { NULL, 0, 0 };
    int status = CLI_FINE;
    if (work->kind != PDK_PLOT_SURFACE)
        return cli_start_line_of(arguments, work->options.line, &work->options.has_line);
    if (cli_given(arguments, CLI_LINE)) {
        status = cli_line_of(arguments, &work->path, &work->options.path_count);
    } else if (cli_given(arguments, CLI_COORDINATES) || cli_given(arguments, CLI_PATH)) {
        const char *list = arguments->values[CLI_COORDINATES];
        status = list != NULL ? cli_points_read(&points, list)
                              : cli_points_of_path(&points, arguments, arguments->values[CLI_PATH]);
        work->path = malloc((points.count + 1) * sizeof *work->path);
        if (work->path == NULL) status = cli_no_memory("a path");
        for (size_t i = 0; status == CLI_FINE && i < points.count; i++) {
            work->path[i][0] = points.at[i][0];
            work->path[i][1] = points.at[i][1];
        }
        work->options.path_count = points.count;
        free(points.at);
    }
    work->options.path = (const double(*)[2])work->path;
    if (status == CLI_FINE && work->path != NULL && work->options.path_count < 2)
        status = cli_usage("a line along a surface has at least two points");
    return status;
}

static int read_options(plotting *work)
{
    const cli_arguments *arguments = work->arguments;
    const char *theme = arguments->values[CLI_THEME];
    pdk_plot_options *options = &work->options;
    cli_times times;
    *options = (pdk_plot_options)PDK_PLOT_OPTIONS_INIT;
    if (theme != NULL && strcmp(theme, "dark") == 0) options->theme = PDK_PLOT_DARK;
    else if (theme != NULL && strcmp(theme, "light") != 0)
        return cli_usage("--theme takes light or dark, not \"%s\"", theme);
    options->title = arguments->values[CLI_TITLE];
    options->of = arguments->values[CLI_OF];
    options->incident = arguments->values[CLI_ID];
    options->over = arguments->values[CLI_OVER];
    options->table = arguments->values[CLI_TABLE];
    options->no_incidents = cli_given(arguments, CLI_NO_INCIDENTS);
    int status = cli_size_of(arguments, &options->width, &options->height);
    if (status == CLI_FINE) status = read_lists(work);
    if (status == CLI_FINE) status = cli_times_of(arguments, &times);
    if (status == CLI_FINE) {
        options->has_from = times.has_from;
        options->has_to = times.has_to;
        options->from = times.from;
        options->to = times.to;
        status = cli_method_of(arguments, &options->method);
    }
    if (status == CLI_FINE) status = cli_metres_of(arguments, CLI_STEP, &options->step);
    if (status == CLI_FINE && cli_given(arguments, CLI_STEP) && !(options->step > 0))
        return cli_usage("--step takes a number of metres above 0, not \"%s\"", arguments->values[CLI_STEP]);
    if (status == CLI_FINE) status = cli_rate_of(arguments, CLI_EVERY, &options->section_every);
    if (status == CLI_FINE) status = cli_rate_of(arguments, CLI_WIDTH, &options->section_width);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &options->limits.memory);
    return status == CLI_FINE ? read_line(work) : status;
}

/* ------------------------------------------------------------------------------------------------- files */

static int take_surface(plotting *work, const char *path)
{
    int status = cli_surface_open(&work->surface, work->arguments, path);
    if (status != CLI_FINE) return status;
    work->has_surface = true;
    work->options.surface = &work->surface.surface;
    memcpy(work->options.surface_origin, work->surface.origin, sizeof work->options.surface_origin);
    return CLI_FINE;
}

/* A map shows the edges of the path beside the first lap, if there is one. */
static int find_track(plotting *work)
{
    const pdk_lap_reference *first = &work->files.references[0];
    int status = cli_open_track_beside(work->arguments, first->name, first->document, &work->track);
    if (status == CLI_FINE && work->track.input != NULL) work->options.track = work->track.input->document;
    return status;
}

/* Its line for laps; its surface, too, beneath a map. */
static int open_track(plotting *work)
{
    const char *path = work->arguments->values[CLI_TRACK];
    if (path == NULL) return work->kind == PDK_PLOT_MAP ? find_track(work) : CLI_FINE;
    int status = cli_open_named(work->arguments, path, &work->track);
    if (status != CLI_FINE) return status;
    const pdk_document *track = work->track.input->document;
    bool lines = pdk_document_line_count(track) > 0, surfaces = pdk_document_surface_count(track) > 0;
    if (lines) work->options.track = track;
    if (work->kind == PDK_PLOT_MAP && surfaces) return take_surface(work, path);
    if (lines) return CLI_FINE;
    pdk_error error = { .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "track.line" };
    snprintf(error.message, sizeof error.message, "has no line of a track%s",
             work->kind == PDK_PLOT_MAP ? ", and no surface" : "");
    return cli_fail(cli_file_name(path), &error);
}

static int open_files(plotting *work)
{
    const cli_arguments *arguments = work->arguments;
    const char *const *operands = arguments->operands + 1;
    int count = arguments->count - 1;
    if (work->kind == PDK_PLOT_SURFACE) {
        if (count > 1) return cli_usage("a plot of a surface takes one file, not %d", count);
        int status = take_surface(work, operands[0]);
        work->files.references[0] =
            (pdk_lap_reference){ .document = work->surface.input.document, .name = operands[0] };
        work->files.count = 0;
        return status;
    }
    int status = cli_open_lap_files(&work->files, arguments, operands, count);
    for (size_t i = 0; i < work->files.count && status == CLI_FINE; i++) {
        if (work->files.references[i].driver == NULL) work->files.references[i].driver = arguments->values[CLI_DRIVER];
    }
    return status == CLI_FINE ? open_track(work) : status;
}

static int unchanged(const plotting *work)
{
    int status = cli_lap_files_unchanged(&work->files);
    if (status == CLI_FINE && work->has_surface) status = cli_unchanged(&work->surface.input, work->surface.path);
    if (status == CLI_FINE && work->track.input != NULL) status = cli_unchanged(work->track.input, work->track.path);
    return status;
}

/* ------------------------------------------------------------------------------------------------ drawing */

static int draw(plotting *work, pdk_plot **plot)
{
    const char *name = cli_file_name(work->files.references[0].name);
    size_t count = work->kind == PDK_PLOT_SURFACE ? 1 : work->files.count;
    pdk_error error;
    cli_progress_begin(&work->progress, "drawing");
    work->options.progress = cli_progress_step;
    work->options.progress_user = &work->progress;
    pdk_status drawn = pdk_plot_create(work->kind, work->files.references, count, &work->options, plot, &error);
    cli_progress_end(&work->progress);
    if (drawn == PDK_OK) return CLI_FINE;
    return drawn == PDK_E_ARGUMENT ? cli_usage("%s", error.message) : cli_fail(name, &error);
}

static int write_plot(const plotting *work, const pdk_plot *plot)
{
    cli_out out;
    pdk_error error;
    int status = cli_open_out(&out, work->arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    if (pdk_plot_write(plot, work->format, out.output, &error) != PDK_OK)
        status = error.status == PDK_E_UNSUPPORTED ? cli_fail(out.name, &error) : cli_fail_out(&out, &error);
    if (status == CLI_FINE) status = unchanged(work);
    return cli_close_out(&out, status);
}

static int run_plot(const cli_arguments *arguments)
{
    int drawn = draw_posted(arguments);
    if (drawn >= 0) return drawn;
    plotting *work = calloc(1, sizeof *work);
    pdk_plot *plot = NULL;
    if (work == NULL) return cli_no_memory("a plot");
    work->arguments = arguments;
    int status = read_kind(work);
    if (status == CLI_FINE) status = read_options(work);
    if (status == CLI_FINE) status = open_files(work);
    if (status == CLI_FINE) status = draw(work, &plot);
    if (status == CLI_FINE) status = write_plot(work, plot);
    pdk_plot_close(plot);
    if (work->has_surface) cli_surface_close(&work->surface);
    cli_close_found(&work->track);
    cli_forget_lap_files(&work->files);
    free(work->path);
    free(work->lists);
    free(work);
    return status;
}

static const cli_option takes[] = {
    CLI_COLUMNS, CLI_SHOWN_UNITS,   CLI_OF,           CLI_OVER, CLI_TIME,  CLI_DRIVER, CLI_TABLE,   CLI_SIZE,
    CLI_TITLE,   CLI_THEME,         CLI_BY,           CLI_STEP, CLI_LINE,  CLI_TRACK,  CLI_PATH,    CLI_COORDINATES,
    CLI_SURFACE, CLI_SOURCE_ORIGIN, CLI_NO_INCIDENTS, CLI_ID,   CLI_EVERY, CLI_WIDTH,  CLI_OUTPUTS, CLI_READING,
    CLI_HELP
};

static const cli_choices kinds = { "Kinds", kind_at, takes_at, meaning_at };

const cli_verb cli_verb_plot = {
    .name = "plot",
    .operands = "KIND LAP...",
    .summary = "draw one picture: channels, delta, map, positions, surface ...",
    .details =
        "A LAP is FILE, FILE#DRIVER or FILE#DRIVER#LAP, as in `paddock compare`; a file without laps is drawn\n"
        "whole. The name of OUT says what is written: SVG (the same bytes on every machine), PNG or PDF (both by\n"
        "cairo).",
    .purpose = CLI_LOOK,
    .examples = { "paddock plot delta best.raf mine.raf -o delta.svg --units kmh", "where time is won and lost",
                  "paddock plot map race.vcr#Varga -o map.png --theme dark", "the best lap of a driver, by speed" },
    .options = takes,
    .choices = &kinds,
    .kinds = "svg png pdf",
    .min_operands = 2,
    .max_operands = -1,
    .run = run_plot,
};
