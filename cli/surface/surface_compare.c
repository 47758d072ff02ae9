/* paddock surface compare: how far one surface is from another. */
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "layout.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "surface.h"

static const char *const percentile_names[PDK_SURFACE_COMPARISON_PERCENTILES] = { "1",  "5",  "10", "25", "50",
                                                                                  "75", "90", "95", "99" };

static void put_json(cli_out *out, const cli_arguments *arguments, const pdk_surface_comparison_info *info)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", arguments->operands[0]);
    pdk_member_text(&json, "other", arguments->operands[1]);
    pdk_member_natural(&json, "points", info->count);
    pdk_member_natural(&json, "not_finite", info->not_finite);
    pdk_member_natural(&json, "covered", info->covered);
    pdk_member_natural(&json, "not_covered", info->count - info->covered - info->not_finite);
    pdk_member_begin(&json, "vertical", '{');
    pdk_member_number(&json, "mean", info->mean);
    pdk_member_number(&json, "rms", info->rms);
    pdk_member_number(&json, "deviation", info->deviation);
    pdk_member_number(&json, "mean_absolute", info->mean_absolute);
    pdk_member_number(&json, "minimum", info->minimum);
    pdk_member_number(&json, "maximum", info->maximum);
    pdk_member_begin(&json, "percentiles", '{');
    for (int i = 0; i < PDK_SURFACE_COMPARISON_PERCENTILES; i++)
        pdk_member_number(&json, percentile_names[i], info->percentiles[i]);
    pdk_json_end(&json, '}');
    pdk_json_end(&json, '}');
    pdk_member_begin(&json, "normal", '{');
    pdk_member_number(&json, "rms", info->normal_rms);
    pdk_member_number(&json, "minimum", info->normal_minimum);
    pdk_member_number(&json, "maximum", info->normal_maximum);
    pdk_json_end(&json, '}');
    pdk_member_begin(&json, "histogram", '{');
    pdk_member_number(&json, "first", -0.5 * PDK_SURFACE_COMPARISON_BINS * info->bin_width);
    pdk_member_number(&json, "width", info->bin_width);
    pdk_member_begin(&json, "counts", '[');
    for (int i = 0; i < PDK_SURFACE_COMPARISON_BINS; i++) pdk_json_natural(&json, info->bins[i]);
    pdk_json_end(&json, ']');
    pdk_member_natural(&json, "below", info->below);
    pdk_member_natural(&json, "above", info->above);
    pdk_json_end(&json, '}');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static void put_histogram(cli_out *out, const pdk_surface_comparison_info *info)
{
    enum { WIDE = 50 };
    uint64_t most = 1;
    int first = PDK_SURFACE_COMPARISON_BINS, last = 0;
    for (int i = 0; i < PDK_SURFACE_COMPARISON_BINS; i++) {
        if (info->bins[i] == 0) continue;
        most = info->bins[i] > most ? info->bins[i] : most;
        first = i < first ? i : first;
        last = i;
    }
    for (int i = first; i <= last; i++) {
        char bar[WIDE + 1], count[32];
        size_t length = (size_t)((double)info->bins[i] / (double)most * WIDE + 0.5);
        memset(bar, '#', length);
        bar[length] = '\0';
        cli_print(out, "  %+11.4f mm  %s%s%s\n", 1000 * (i - PDK_SURFACE_COMPARISON_BINS / 2) * info->bin_width, bar,
                  length > 0 ? " " : "", cli_grouped(count, info->bins[i]));
    }
    if (info->below == 0 && info->above == 0) return;
    char below[32], above[32];
    cli_print(out, "  further below: %s, further above: %s\n", cli_grouped(below, info->below),
              cli_grouped(above, info->above));
}

static void put_text(cli_out *out, const pdk_surface_comparison_info *info)
{
    char count[32], covered[32], left[32];
    cli_print(out, "points      %s: %s above or below the other surface, %s outside it\n",
              cli_grouped(count, info->count), cli_grouped(covered, info->covered),
              cli_grouped(left, info->count - info->covered));
    if (info->covered == 0) return;
    cli_print(out, "vertical    mean %+.4f mm, rms %.4f mm, deviation %.4f mm, from %+.4f mm to %+.4f mm\n",
              1000 * info->mean, 1000 * info->rms, 1000 * info->deviation, 1000 * info->minimum, 1000 * info->maximum);
    cli_print(out, "normal      rms %.4f mm, from %+.4f mm to %+.4f mm\n", 1000 * info->normal_rms,
              1000 * info->normal_minimum, 1000 * info->normal_maximum);
    cli_print(out, "percentiles");
    for (int i = 0; i < PDK_SURFACE_COMPARISON_PERCENTILES; i++)
        cli_print(out, "%s%s %%: %+.4f", i > 0 ? ", " : " ", percentile_names[i], 1000 * info->percentiles[i]);
    cli_print(out, " mm\n");
    put_histogram(out, info);
}

/* ------------------------------------------------------------------------------------------------------- files */

static int write_rows(const cli_arguments *arguments, cli_surface *surface, const pdk_surface_comparison_info *info)
{
    enum { REPORT = 1 << 14 };
    cli_out out;
    int status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    cli_print(&out, "x,y,z,vertical,normal\n");
    cli_progress_begin(&surface->progress, "writing");
    for (uint64_t i = 0; i < info->count && status == CLI_FINE; i++) {
        if (i % REPORT == 0 && !cli_surface_step(surface, i, info->count)) status = CLI_INTERRUPTED;
        for (uint64_t axis = 0; axis < 3; axis++) {
            double origin = surface->origin[axis], position = (double)surface->surface.positions[3 * i + axis];
            cli_put_number(&out, position + origin, origin != 0 ? PDK_FLOAT64 : PDK_FLOAT32, ",");
        }
        cli_put_number(&out, (double)info->vertical[i], PDK_FLOAT32, ",");
        cli_put_number(&out, (double)info->normal[i], PDK_FLOAT32, "\n");
    }
    cli_progress_end(&surface->progress);
    if (status == CLI_FINE) status = cli_unchanged(&surface->input, surface->path);
    return cli_close_out(&out, status);
}

/* Both surfaces drawn over the first one's pixels, and subtracted. */
static int write_picture(const cli_arguments *arguments, cli_surface *surface, cli_surface *other)
{
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    pdk_raster *raster = NULL, *under = NULL;
    pdk_error error;
    int status = cli_pixels_of(arguments, &options);
    if (status == CLI_FINE) status = cli_raster_make(surface, arguments, &options, &raster);
    if (status == CLI_FINE) {
        options.like = raster;
        status = cli_raster_make(other, arguments, &options, &under);
    }
    if (status == CLI_FINE && pdk_raster_subtract(raster, under, &error) != PDK_OK)
        status = cli_fail(surface->path, &error);
    if (status == CLI_FINE) status = cli_raster_write(arguments, surface, raster, PDK_RASTER_PNG);
    pdk_raster_close(raster);
    pdk_raster_close(under);
    return status;
}

static int write_file(const cli_arguments *arguments, cli_surface *surface, cli_surface *other,
                      const pdk_surface_comparison_info *info)
{
    const char *path = arguments->values[CLI_OUTPUT];
    if (path == NULL) return CLI_FINE;
    return cli_is_named(path, ".csv") ? write_rows(arguments, surface, info) : write_picture(arguments, surface, other);
}

static int check_output(const cli_arguments *arguments)
{
    const char *path = arguments->values[CLI_OUTPUT];
    if (path == NULL || cli_is_named(path, ".csv")) return CLI_FINE;
    if (cli_is_named(path, ".png")) return cli_raster_check(arguments);
    return cli_usage("the name of the output must end in .png (a picture) or .csv (the distance of each point)");
}

/* ------------------------------------------------------------------------------------------------------- both */

static int say(const cli_arguments *arguments, const pdk_surface_comparison_info *info)
{
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out, arguments, info);
    else put_text(&out, info);
    return cli_close_out(&out, CLI_FINE);
}

static int compare(const cli_arguments *arguments, cli_surface *surface, cli_surface *other)
{
    pdk_height_index *index = NULL;
    pdk_surface_comparison *comparison = NULL;
    pdk_surface_comparison_options options = PDK_SURFACE_COMPARISON_OPTIONS_INIT;
    int status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &options.limits.memory);
    if (status == CLI_FINE) status = cli_surface_index(other, arguments, &index);
    if (status == CLI_FINE) {
        cli_progress_begin(&surface->progress, "comparing");
        options.progress = cli_surface_step;
        options.progress_user = surface;
        pdk_error error;
        pdk_status made = pdk_surface_compare(&surface->surface, index, &options, &comparison, &error);
        cli_progress_end(&surface->progress);
        if (made != PDK_OK) status = cli_fail(cli_file_name(surface->path), &error);
    }
    pdk_height_index_close(index);
    if (status == CLI_FINE) status = cli_unchanged(&other->input, other->path);
    if (status == CLI_FINE) status = write_file(arguments, surface, other, pdk_surface_comparison_about(comparison));
    if (status == CLI_FINE) status = say(arguments, pdk_surface_comparison_about(comparison));
    pdk_surface_comparison_close(comparison);
    return status;
}

int cli_surface_compare(const cli_arguments *arguments)
{
    cli_surface surface, other;
    int status = check_output(arguments);
    if (status == CLI_FINE) status = cli_surface_open(&surface, arguments, arguments->operands[0]);
    if (status != CLI_FINE) return status;
    status = cli_surface_open(&other, arguments, arguments->operands[1]);
    if (status == CLI_FINE) {
        status = cli_surface_move(&surface, other.origin);
        if (status == CLI_FINE) status = compare(arguments, &surface, &other);
        cli_surface_close(&other);
    }
    cli_surface_close(&surface);
    return status;
}
