/* paddock surface normals, simplify, crop, merge: a new surface, and what was done. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "converted.h"
#include "exit_status.h"
#include "json/json.h"
#include "layout.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "platform/signals.h"
#include "progress.h"
#include "surface.h"
#include "target.h"

static void put_json(cli_out *out, const char *in, const char *path, const cli_converted *converted,
                     const pdk_surface_report *report)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", in);
    pdk_member_text(&json, "output", path);
    pdk_member_natural(&json, "points", report->points);
    pdk_member_natural(&json, "triangles", report->triangles);
    pdk_member_natural(&json, "points_outside", report->points_outside);
    pdk_member_natural(&json, "triangles_outside", report->triangles_outside);
    pdk_member_natural(&json, "points_unused", report->points_unused);
    pdk_member_natural(&json, "triangles_unsound", report->triangles_unsound);
    pdk_member_natural(&json, "points_joined", report->points_joined);
    pdk_member_natural(&json, "triangles_collapsed", report->triangles_collapsed);
    pdk_member_number(&json, "deviation_max", report->deviation_max);
    pdk_member_number(&json, "deviation_rms", report->deviation_rms);
    pdk_member_natural(&json, "holes_filled", report->holes_filled);
    pdk_member_number(&json, "area_filled", cli_nine_decimals(report->area_filled));
    pdk_member_natural(&json, "holes_large", report->holes_large);
    pdk_member_natural(&json, "holes_around", report->holes_around);
    pdk_member_natural(&json, "holes_tangled", report->holes_tangled);
    pdk_member_number(&json, "area_left", cli_nine_decimals(report->area_left));
    cli_put_notes_json(&json, converted);
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static void put_line(cli_out *out, uint64_t count, const char *what)
{
    char buffer[32];
    if (count > 0) cli_print(out, "  %s %s\n", cli_grouped(buffer, count), what);
}

static void put_holes(cli_out *out, const pdk_surface_report *report)
{
    char buffer[32];
    uint64_t left = report->holes_large + report->holes_around + report->holes_tangled;
    if (report->holes_filled > 0)
        cli_print(out, "  %s holes filled, of %.6g m2 together\n", cli_grouped(buffer, report->holes_filled),
                  report->area_filled);
    if (left > 0)
        cli_print(out, "  %s holes left open, of %.6g m2 together\n", cli_grouped(buffer, left), report->area_left);
    put_line(out, report->holes_large, "of them larger than --max-area");
    put_line(out, report->holes_around, "of them with a part of the surface inside");
    put_line(out, report->holes_tangled, "of them with an edge that crosses itself, has no area or too many sides");
}

static void put_text(cli_out *out, const char *path, const pdk_surface_report *report)
{
    char points[32], triangles[32];
    cli_put_text(out, path, strlen(path));
    cli_print(out, ": %s points, %s triangles\n", cli_grouped(points, report->points),
              cli_grouped(triangles, report->triangles));
    put_line(out, report->triangles_outside, "triangles left out: outside");
    put_line(out, report->points_outside, "points left out: outside");
    put_line(out, report->points_unused, "points left out: no triangle uses them");
    put_line(out, report->triangles_unsound, "triangles left out: their points do not exist or are not finite");
    put_line(out, report->points_joined, "points joined to others");
    put_line(out, report->triangles_collapsed, "triangles left out: no area after joining");
    if (report->deviation_max > 0) {
        cli_print(out, "  no point of the original is further from it than %.3g mm (%.3g mm rms)\n",
                  report->deviation_max * 1000, report->deviation_rms * 1000);
    }
    put_holes(out, report);
}

int cli_say_surface(const cli_arguments *arguments, const char *in, const char *path, const cli_converted *converted,
                    const pdk_surface_report *report)
{
    if (strcmp(path, "-") == 0 || cli_is_quiet()) return CLI_FINE;
    if (converted != NULL && converted->lacks_notes) return cli_no_memory("notes");
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out, in, path, converted, report);
    else put_text(&out, path, report);
    return cli_close_out(&out, CLI_FINE);
}

int cli_amount_of(const cli_arguments *arguments, cli_option option, double minimum, double *value)
{
    const char *text = arguments->values[option], *name = cli_option_infos[option].name;
    if (text == NULL) return CLI_FINE;
    char *end;
    *value = strtod(text, &end);
    if (end != text && *end == '\0' && isfinite(*value) && *value >= minimum) return CLI_FINE;
    return cli_usage("--%s takes a number%s, not \"%s\"", name, minimum >= 0 ? " that is not negative" : "", text);
}

/* ---------------------------------------------------------------------------------------- what the tools share */

/* A tool under way. */
typedef struct surface_change {
    const cli_arguments *arguments;
    const char *label; /* of the progress bar */
    pdk_status (*run)(struct surface_change *change, const pdk_document *const *documents, pdk_document **made,
                      pdk_error *error);
    pdk_surface_options options;
    pdk_surface_report report;
    double box[4], weld, max_area;
    pdk_simplify_options simplify;
} surface_change;

static int check_output(const surface_change *change, const char **path)
{
    const cli_arguments *arguments = change->arguments;
    *path = arguments->values[CLI_OUTPUT];
    if (*path == NULL) return cli_need_output(arguments);
    if (strcmp(*path, "-") == 0 && cli_given(arguments, CLI_JSON)) {
        return cli_usage("--json and the surface cannot both go to standard output; give the surface a file");
    }
    return CLI_FINE;
}

static int write_made(const surface_change *change, const pdk_document *made, const char *in, const char *path)
{
    cli_conversion conversion;
    int status = cli_read_conversion(change->arguments, in, &conversion);
    cli_converted converted = { 0 };
    if (status == CLI_FINE)
        status = cli_convert(made, in, path, change->arguments->values[CLI_TARGET], &conversion, &converted);
    cli_forget_conversion(&conversion);
    if (status == CLI_FINE) status = cli_say_surface(change->arguments, in, path, &converted, &change->report);
    cli_forget_converted(&converted);
    return status;
}

/* What was subtracted from each file's points. */
static int read_origins(const cli_arguments *arguments, const pdk_document **documents, double (*origins)[3])
{
    int status = CLI_FINE;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++)
        status = cli_stated_origin(arguments, documents[i], arguments->operands[i], origins[i]);
    return status;
}

/* A file that is read, and what --surface names of it. */
typedef struct changed_file {
    cli_input input;
    pdk_document *alone;
} changed_file;

/* Opens all operands, runs, writes. */
static int make(surface_change *change, changed_file *inputs, const pdk_document **documents, double (*origins)[3],
                const char *path)
{
    const cli_arguments *arguments = change->arguments;
    const char *const *files = (const char *const *)arguments->operands;
    int count = arguments->count, status = CLI_FINE;
    for (int i = 0; i < count && status == CLI_FINE; i++) {
        status = cli_open(&inputs[i].input, arguments, files[i]);
        if (status == CLI_FINE)
            status = cli_surface_alone(arguments, inputs[i].input.document, files[i], &inputs[i].alone);
        if (status == CLI_FINE) documents[i] = inputs[i].alone != NULL ? inputs[i].alone : inputs[i].input.document;
    }
    if (status != CLI_FINE) return status;
    cli_progress progress;
    pdk_document *made = NULL;
    pdk_error error;
    status = cli_surface_options(arguments, &change->options, &progress, change->label);
    if (status != CLI_FINE) return status;
    status = cli_surface_origin(arguments, documents[0], files[0], change->options.origin);
    if (status == CLI_FINE) status = read_origins(arguments, documents, origins);
    if (status != CLI_FINE) return status;
    change->options.origins = (const double(*)[3])origins;
    if (change->run(change, documents, &made, &error) != PDK_OK) {
        status =
            error.status == PDK_E_ARGUMENT ? cli_usage("%s", error.message) : cli_fail(cli_file_name(files[0]), &error);
    }
    cli_progress_end(&progress);
    if (status == CLI_FINE && change->report.points == 0 && change->report.points_outside > 0) {
        status = cli_usage("%s: no part of it is inside the box; `paddock surface stats` prints its extent",
                           cli_file_name(files[0]));
    }
    for (int i = 0; i < count && status == CLI_FINE; i++) {
        if (inputs[i].alone != NULL)
            status = cli_unchanged(&inputs[i].input, files[i]); /* of the others the tool has seen to it */
    }
    if (status == CLI_FINE) status = write_made(change, made, files[0], path);
    pdk_close(made);
    return status;
}

static int run(surface_change *change)
{
    const char *path;
    int count = change->arguments->count, status = check_output(change, &path);
    if (status != CLI_FINE) return status;
    changed_file *inputs = calloc((size_t)count, sizeof *inputs);
    const pdk_document **documents = calloc((size_t)count, sizeof *documents);
    double(*origins)[3] = calloc((size_t)count, sizeof *origins);
    pdk_catch_interrupts();
    if (inputs != NULL && documents != NULL && origins != NULL) status = make(change, inputs, documents, origins, path);
    else status = cli_no_memory("that many files");
    for (int i = 0; i < count && inputs != NULL; i++) {
        pdk_close(inputs[i].alone);
        cli_close(&inputs[i].input);
    }
    free(inputs);
    free(documents);
    free(origins);
    return status;
}

/* ---------------------------------------------------------------------------------------------------- the tools */

static pdk_status crop(surface_change *change, const pdk_document *const *documents, pdk_document **made,
                       pdk_error *error)
{
    return pdk_surface_crop(documents[0], &change->options, change->box, made, &change->report, error);
}

int cli_surface_crop(const cli_arguments *arguments)
{
    surface_change change = { .arguments = arguments, .label = "cropping", .run = crop };
    const char *text = arguments->values[CLI_BOX], *at = text;
    for (int i = 0; i < 4; i++) {
        char *end = NULL;
        if (at != NULL) change.box[i] = strtod(at, &end);
        if (end == NULL || end == at || !isfinite(change.box[i]) || *end != (i < 3 ? ',' : '\0')) {
            return text == NULL ? cli_usage("`paddock surface crop` needs --box X0,Y0,X1,Y1")
                                : cli_usage("--box takes X0,Y0,X1,Y1, not \"%s\"", text);
        }
        at = end + 1;
    }
    return run(&change);
}

static pdk_status merge(surface_change *change, const pdk_document *const *documents, pdk_document **made,
                        pdk_error *error)
{
    return pdk_surface_merge(documents, (size_t)change->arguments->count, &change->options, change->weld, made,
                             &change->report, error);
}

int cli_surface_merge(const cli_arguments *arguments)
{
    surface_change change = { .arguments = arguments, .label = "merging", .run = merge, .weld = -1 };
    int status = cli_amount_of(arguments, CLI_WELD, 0, &change.weld);
    return status == CLI_FINE ? run(&change) : status;
}

static pdk_status fill(surface_change *change, const pdk_document *const *documents, pdk_document **made,
                       pdk_error *error)
{
    return pdk_surface_fill(documents[0], &change->options, change->max_area, made, &change->report, error);
}

int cli_surface_fill(const cli_arguments *arguments)
{
    surface_change change = { .arguments = arguments, .label = "filling", .run = fill };
    if (!cli_given(arguments, CLI_MAX_AREA))
        return cli_usage("`paddock surface fill` needs --max-area M2, the area up to which holes are closed");
    int status = cli_rate_of(arguments, CLI_MAX_AREA, &change.max_area);
    return status == CLI_FINE ? run(&change) : status;
}

static pdk_status simplify(surface_change *change, const pdk_document *const *documents, pdk_document **made,
                           pdk_error *error)
{
    return pdk_surface_simplify(documents[0], &change->options, &change->simplify, made, &change->report, error);
}

/* Metres: more than any surface measures. */
static const double any_error = 1e9;

int cli_surface_simplify(const cli_arguments *arguments)
{
    surface_change change = {
        .arguments = arguments, .label = "simplifying", .run = simplify, .simplify = PDK_SIMPLIFY_OPTIONS_INIT
    };
    if (!cli_given(arguments, CLI_ERROR) && !cli_given(arguments, CLI_RATIO)) {
        return cli_usage("`paddock surface simplify` needs --error M, how far off the result may be, or --ratio R, how "
                         "many triangles to keep");
    }
    if (!cli_given(arguments, CLI_ERROR)) change.simplify.error = any_error;
    int status = cli_amount_of(arguments, CLI_ERROR, 0, &change.simplify.error);
    if (status == CLI_FINE) status = cli_amount_of(arguments, CLI_RATIO, 0, &change.simplify.ratio);
    if (status != CLI_FINE) return status;
    if (change.simplify.ratio > 1) {
        return cli_usage("--ratio takes a share of the triangles from 0 to 1, not \"%s\"",
                         arguments->values[CLI_RATIO]);
    }
    change.simplify.lock_border = cli_given(arguments, CLI_LOCK_BORDER);
    return run(&change);
}

static pdk_status smooth(surface_change *change, const pdk_document *const *documents, pdk_document **made,
                         pdk_error *error)
{
    return pdk_surface_add_normals(documents[0], &change->options, made, &change->report, error);
}

/* x, y, z and the normal of each point, a line each. */
static int put_csv(cli_out *out, cli_progress *progress, const pdk_surface *surface, const double origin[3])
{
    enum { REPORT = 1 << 14 };
    pdk_error error;
    static const char head[] = "x,y,z,normal_x,normal_y,normal_z\n";
    pdk_status status = pdk_output_write(out->output, head, sizeof head - 1, &error);
    for (uint64_t i = 0; i < surface->vertex_count && status == PDK_OK; i++) {
        if (i % REPORT == 0 && !cli_progress_step(progress, i, surface->vertex_count)) return CLI_INTERRUPTED;
        char line[6 * (PDK_NUMBER_SIZE + 1)];
        size_t length = 0;
        for (uint64_t k = 0; k < 6; k++) {
            double value = (double)(k < 3 ? surface->positions[3 * i + k] : surface->normals[3 * i + k - 3]);
            bool moved = k < 3 && origin[k] != 0;
            length +=
                pdk_format_number(line + length, moved ? value + origin[k] : value, moved ? PDK_FLOAT64 : PDK_FLOAT32);
            line[length++] = k < 5 ? ',' : '\n';
        }
        status = pdk_output_write(out->output, line, length, &error);
    }
    return status == PDK_OK ? CLI_FINE : cli_fail_out(out, &error);
}

static int normals_as_csv(surface_change *change, const char *in, const char *path)
{
    const cli_arguments *arguments = change->arguments;
    cli_surface_input input;
    int status = cli_open_surface(&input, arguments, in, change->label);
    if (status != CLI_FINE) return status;
    pdk_surface surface = input.surface;
    float *normals = calloc((size_t)surface.vertex_count + 1, 3 * sizeof *normals);
    pdk_error error = {
        .status = PDK_E_MEMORY, .code = "memory.out", .message = "out of memory for normals", .offset = PDK_NO_OFFSET
    };
    surface.normals = normals;
    if (normals == NULL || pdk_surface_normals(&surface, &input.options, normals, &error) != PDK_OK) {
        status = cli_fail(cli_file_name(in), &error);
    }
    cli_progress_end(&input.progress);
    cli_out out;
    if (status == CLI_FINE) {
        status = cli_open_out(&out, path);
        if (status == CLI_FINE) {
            cli_progress_begin(&input.progress, "writing");
            status = put_csv(&out, &input.progress, &surface, input.options.origin);
            cli_progress_end(&input.progress);
            if (status == CLI_FINE) status = cli_unchanged(&input.input, in);
            status = cli_close_out(&out, status);
        }
    }
    free(normals);
    cli_close_surface(&input);
    return status;
}

int cli_surface_normals(const cli_arguments *arguments)
{
    surface_change change = { .arguments = arguments, .label = "normals", .run = smooth };
    const char *path, *id = arguments->values[CLI_TARGET];
    int status = check_output(&change, &path);
    if (status != CLI_FINE) return status;
    if (id != NULL ? strcmp(id, "csv") == 0 : cli_is_named(path, ".csv")) {
        return normals_as_csv(&change, arguments->operands[0], path);
    }
    const pdk_target_info *target = id != NULL ? pdk_target_find(id) : pdk_target_for_file(path);
    if (target != NULL && strcmp(target->id, "rld") == 0) {
        return cli_usage("%s files have no normals; CSV, PLY, OBJ and GLB files do", target->id);
    }
    return run(&change);
}
