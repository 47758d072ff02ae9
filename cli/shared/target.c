/* Converting, for every verb that ends in another format. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "converted.h"
#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "points.h"
#include "platform/console.h"
#include "platform/signals.h"
#include "progress.h"
#include "target.h"

/* "X,Y,Z": `count` finite numbers and no more. */
static bool read_numbers(const char *text, double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        numbers[i] = strtod(text, &end);
        if (end == text || !isfinite(numbers[i]) || *end != (i + 1 < count ? ',' : '\0')) return false;
        text = end + 1;
    }
    return true;
}

static int read_origin(const char *text, pdk_convert_options *options)
{
    if (text == NULL) return CLI_FINE;
    if (strcmp(text, "none") == 0) options->origin = PDK_ORIGIN_NONE;
    else if (strcmp(text, "auto") == 0) options->origin = PDK_ORIGIN_AUTO;
    else if (read_numbers(text, options->origin_given, 3)) options->origin = PDK_ORIGIN_GIVEN;
    else return cli_usage("--origin takes X,Y,Z, auto or none, not \"%s\"", text);
    return CLI_FINE;
}

int cli_source_origin(const cli_arguments *arguments, const char *in, double origin[3], bool *given)
{
    const char *text = arguments->values[CLI_SOURCE_ORIGIN];
    if (text == NULL) return cli_read_origin(in, origin, given);
    *given = true;
    if (strcmp(text, "none") == 0 || read_numbers(text, origin, 3)) return CLI_FINE;
    return cli_usage("--source-origin takes X,Y,Z or none, not \"%s\"", text);
}

int cli_read_above_zero(const cli_arguments *arguments, cli_option option, double *value)
{
    const char *text = arguments->values[option];
    if (text == NULL || (read_numbers(text, value, 1) && *value > 0)) return CLI_FINE;
    return cli_usage("--%s takes a number above 0, not \"%s\"", cli_option_infos[option].name, text);
}

static int line_of_file(const char *path, double (**line)[2], size_t *count)
{
    cli_points points = { NULL, 0, 0 };
    int status = cli_points_read(&points, path);
    if (status == CLI_FINE && points.count < 2)
        status = cli_usage("--line takes two or more points, but %s has %zu", cli_file_name(path), points.count);
    if (status == CLI_FINE && (*line = calloc(points.count, sizeof **line)) == NULL) status = cli_no_memory("a line");
    for (size_t i = 0; i < points.count && status == CLI_FINE; i++) memcpy((*line)[i], points.at[i], sizeof **line);
    *count = status == CLI_FINE ? points.count : 0;
    free(points.at);
    return status;
}

int cli_line_of(const cli_arguments *arguments, double (**points)[2], size_t *count)
{
    const char *text = arguments->values[CLI_LINE];
    size_t numbers = 1;
    *points = NULL;
    *count = 0;
    if (text == NULL) return CLI_FINE;
    if (cli_is_named(text, ".csv")) return line_of_file(text, points, count);
    for (const char *at = text; *at != '\0'; at++) numbers += *at == ',';
    double(*line)[2] = calloc(numbers / 2 + 1, sizeof *line);
    if (line == NULL) return cli_no_memory("a line");
    *points = line;
    if (numbers < 4 || numbers % 2 != 0 || !read_numbers(text, line[0], numbers))
        return cli_usage("--line takes two or more points X,Y,X,Y..., or FILE.csv, not \"%s\"", text);
    *count = numbers / 2;
    return CLI_FINE;
}

int cli_start_line_of(const cli_arguments *arguments, double ends[4], bool *given)
{
    double(*line)[2];
    size_t points;
    int status = cli_line_of(arguments, &line, &points);
    if (status == CLI_FINE && points != 0 && points != 2)
        status = cli_usage("--line takes the two ends of the start line, X1,Y1,X2,Y2, not %zu points", points);
    *given = status == CLI_FINE && points == 2;
    if (*given) memcpy(ends, line, 4 * sizeof *ends);
    free(line);
    return status;
}

static int read_line(const cli_arguments *arguments, pdk_crg_options *options)
{
    double(*line)[2];
    const char *text = arguments->values[CLI_LINE];
    options->middle = text != NULL && strcmp(text, "auto") == 0;
    if (options->middle) return CLI_FINE;
    int status = cli_line_of(arguments, &line, &options->line_count);
    options->line = (const double(*)[2])line;
    return status;
}

int cli_read_conversion(const cli_arguments *arguments, const char *in, cli_conversion *conversion)
{
    *conversion = (cli_conversion){
        .shared = PDK_CONVERT_OPTIONS_INIT,
        .recording = PDK_RECORDING_OPTIONS_INIT,
        .scene = { .struct_size = sizeof(pdk_scene_options), .block_colors = cli_given(arguments, CLI_OF) },
        .glb = { .struct_size = sizeof(pdk_glb_options),
                 .quantize = cli_given(arguments, CLI_QUANTIZE),
                 .compress = cli_given(arguments, CLI_COMPRESS) },
        .ply = { .struct_size = sizeof(pdk_ply_options),
                 .ascii = cli_given(arguments, CLI_ASCII),
                 .doubles = cli_given(arguments, CLI_DOUBLE) },
        .crg = PDK_CRG_OPTIONS_INIT,
        .rld = PDK_RLD_OPTIONS_INIT,
        .srt = PDK_SRT_OPTIONS_INIT,
        .opendrive = PDK_OPENDRIVE_OPTIONS_INIT,
    };
    pdk_convert_options *options = &conversion->shared;
    options->axes = arguments->values[CLI_AXES];
    options->keep_existing = cli_given(arguments, CLI_NO_CLOBBER);
    int status = cli_read_above_zero(arguments, CLI_SCALE, &options->scale);
    if (status == CLI_FINE) status = cli_read_above_zero(arguments, CLI_STEP, &conversion->crg.step);
    if (status == CLI_FINE) status = cli_read_above_zero(arguments, CLI_WIDTH, &conversion->crg.width);
    options->triangulate = cli_given(arguments, CLI_TRIANGULATE);
    if (status == CLI_FINE) status = cli_read_above_zero(arguments, CLI_MAX_EDGE, &options->max_edge);
    if (status == CLI_FINE && options->max_edge > 0 && !options->triangulate)
        status = cli_usage("--max-edge needs --triangulate");
    if (status == CLI_FINE) status = cli_read_above_zero(arguments, CLI_BLOCKS, &conversion->rld.block_size);
    if (status == CLI_FINE) status = read_origin(arguments->values[CLI_ORIGIN], options);
    if (status == CLI_FINE) status = cli_crs_of(arguments, &options->epsg);
    if (status == CLI_FINE) status = read_line(arguments, &conversion->crg);
    if (status == CLI_FINE)
        status = cli_source_origin(arguments, in, options->source_origin, &options->has_source_origin);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &options->limits.memory);
    return status;
}

void cli_forget_conversion(cli_conversion *conversion)
{
    free((void *)(uintptr_t)conversion->crg.line);
    conversion->crg.line = NULL;
}

/* Hands over the options of targets that say something: the library refuses those that the target does not have. */
static void hand_over(cli_conversion *all, const char *target)
{
    bool crg_text = all->ply.ascii != 0 && strcmp(target, "crg") == 0;
    bool recording = all->recording.driver != NULL || all->recording.has_from || all->recording.has_to;
    bool glb = all->glb.quantize || all->glb.compress || all->glb.car != NULL || all->glb.track != NULL;
    bool ply = all->ply.doubles != 0 || (all->ply.ascii != 0 && !crg_text);
    all->crg.ascii = crg_text;
    all->shared.recording = recording ? &all->recording : NULL;
    all->shared.scene = all->scene.art != NULL || all->scene.block_colors != 0 ? &all->scene : NULL;
    all->shared.glb = glb ? &all->glb : NULL;
    all->shared.ply = ply ? &all->ply : NULL;
    bool crg = crg_text || all->crg.line != NULL || all->crg.middle != 0 || all->crg.step > 0 || all->crg.width > 0;
    all->shared.crg = crg ? &all->crg : NULL;
    all->shared.rld = all->rld.block_size > 0 ? &all->rld : NULL;
    all->shared.srt = all->srt.reference != NULL ? &all->srt : NULL;
    bool road = all->opendrive.error > 0 || all->opendrive.crg != NULL || all->opendrive.track != NULL;
    all->shared.opendrive = road ? &all->opendrive : NULL;
}

typedef struct note_taker {
    const char *file;
    cli_converted *converted; /* may be NULL */
} note_taker;

/* Notes go to standard error as they come: what is not in the output must be said. */
static bool put_note(void *user, const pdk_finding *finding)
{
    const note_taker *taker = user;
    if (taker->converted != NULL && !cli_keep_note(taker->converted, finding)) return true; /* has been said */
    cli_note("%s: %s: %s (%s)", taker->file, pdk_severity_name(finding->severity), finding->message, finding->code);
    return true;
}

static void put_origin(const char *path, const pdk_convert_report *report)
{
    if (!report->moved) return;
    char x[PDK_NUMBER_SIZE], y[PDK_NUMBER_SIZE], z[PDK_NUMBER_SIZE];
    char *texts[] = { x, y, z };
    for (int k = 0; k < 3; k++) {
        texts[k][pdk_format_number(texts[k], report->origin[k], PDK_FLOAT64)] = '\0';
    }
    const char *what = report->keeps_origin ? "is written in the file" : "was subtracted from its points";
    cli_note("%s: the origin %s, %s, %s %s", path, x, y, z, what);
}

static const char *target_id(const void *user, size_t index)
{
    (void)user;
    const pdk_target_info *info = pdk_target_at(index);
    return info != NULL ? info->id : NULL;
}

int cli_check_target(const char *id)
{
    return pdk_target_find(id) != NULL ? CLI_FINE : cli_no_such(NULL, "target", id, target_id, NULL);
}

/* A name that says no target: those there are, by their extensions. */
static int refuse_name(const char *path)
{
    char list[256] = "";
    size_t length = 0;
    for (size_t i = 0; i < pdk_target_count(); i++) {
        const char *extensions = pdk_target_at(i)->extensions;
        for (; *extensions != '\0' && length < sizeof list; extensions += *extensions == ' ') {
            int size = (int)strcspn(extensions, " ");
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%.*s", length > 0 ? ", " : "", size,
                                       extensions);
            extensions += size;
        }
    }
    if (cli_is_named(path, ".csv"))
        return cli_usage("%s: programs differ in their CSV: give --to motec-csv or --to racerender; `paddock "
                         "table` writes the tables of a file as CSV",
                         path);
    if (strcmp(path, "-") == 0) return cli_usage("standard output has no name that says the format; --to ID does");
    return cli_usage(
        "%s: the name does not say a format that can be written; it may end in %s or .parquet, or give --to ID", path,
        list);
}

static int find_target(const char *path, const char **id)
{
    if (*id != NULL) return cli_check_target(*id);
    const pdk_target_info *info = pdk_target_for_file(path);
    if (info == NULL) return refuse_name(path);
    *id = info->id;
    return CLI_FINE;
}

static int to_standard_output(const pdk_document *document, const char *in, const char *id,
                              const pdk_convert_options *options, pdk_convert_report *report)
{
    cli_out out;
    pdk_error error;
    if (pdk_stream_is_terminal(PDK_STANDARD_OUTPUT))
        return cli_usage("the output is not text; name a file with -o OUT");
    int status = cli_open_out(&out, "-");
    if (status != CLI_FINE) return status;
    if (pdk_convert(document, id, options, report, out.output, &error) != PDK_OK) {
        status = error.status == PDK_E_ARGUMENT ? cli_usage("%s", error.message)
                                                : cli_fail_written(&out, cli_file_name(in), &error);
    }
    return cli_close_out(&out, status);
}

static int to_file(const pdk_document *document, const char *in, const char *path, const char *id,
                   const pdk_convert_options *options, pdk_convert_report *report)
{
    pdk_error error;
    pdk_catch_interrupts();
    if (pdk_convert_file(document, path, id, options, report, &error) == PDK_OK) return CLI_FINE;
    if (error.status == PDK_E_ARGUMENT && strcmp(error.code, "output.input") != 0)
        return cli_usage("%s", error.message);
    bool output = error.status == PDK_E_IO && strcmp(error.code, "io.changed") != 0;
    return cli_fail(output ? path : cli_file_name(in), &error);
}

int cli_convert(const pdk_document *document, const char *in, const char *path, const char *id,
                cli_conversion *conversion, cli_converted *converted)
{
    int status = find_target(path, &id);
    if (status != CLI_FINE) return status;
    hand_over(conversion, id);
    pdk_convert_options *options = &conversion->shared;
    cli_progress progress;
    cli_progress_begin(&progress, "converting");
    options->inputs = cli_inputs();
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    options->note = put_note;
    note_taker taker = { .file = cli_file_name(in), .converted = converted };
    options->note_user = &taker;
    pdk_convert_report report = { 0 };
    bool standard = strcmp(path, "-") == 0;
    if (standard) status = to_standard_output(document, in, id, options, &report);
    else status = to_file(document, in, path, id, options, &report);
    cli_progress_end(&progress);
    if (converted != NULL) {
        converted->target = id;
        converted->report = report;
    }
    if (status == CLI_FINE) put_origin(standard ? "standard output" : path, &report);
    return status;
}
