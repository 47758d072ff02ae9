/* paddock surface roughness: how rough a line or path is, as a whole or in stretches. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "along.h"
#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"

typedef struct rough {
    cli_along along;
    double every; /* 0 = as a whole */
    pdk_roughness_stretch *stretches;
    size_t count;
} rough;

/* --------------------------------------------------------------------------------------------------- as a whole */

/* The longest run of samples with a height. */
static void longest_run(const cli_along *made, size_t *first, size_t *count)
{
    *first = *count = 0;
    for (size_t i = 0, begin = 0; i < made->count; i++) {
        if (isnan(made->points[i].z)) begin = i + 1;
        if (i + 1 - begin <= *count) continue;
        *first = begin;
        *count = i + 1 - begin;
    }
}

typedef struct measured {
    pdk_roughness roughness;
    double *heights, *densities;
    size_t first, count, window;
} measured;

static int measure(const cli_surface *surface, const cli_along *made, measured *got)
{
    longest_run(made, &got->first, &got->count);
    got->heights = malloc((got->count + 1) * sizeof(double));
    got->densities = malloc((got->count + 1) * sizeof(double));
    if (got->heights == NULL || got->densities == NULL) return cli_no_memory("a profile");
    for (size_t i = 0; i < got->count; i++) got->heights[i] = made->points[got->first + i].z;
    if (got->count < made->count) {
        cli_note("%s: the path leaves the surface; measured is the longest stretch on it, from %g m on for %g m",
                 cli_file_name(surface->path), made->points[got->first].distance,
                 got->count > 0 ? (double)(got->count - 1) * made->step : 0);
    }
    pdk_error error;
    if (pdk_roughness_of(got->heights, got->count, made->step, &got->roughness, &error) != PDK_OK)
        return cli_usage("%s", error.message);
    for (got->window = 16; got->window * 4 <= got->count;) got->window *= 2;
    if (pdk_spectrum_of(got->heights, got->count, made->step, got->window, got->densities, &error) != PDK_OK)
        return cli_usage("%s", error.message);
    return CLI_FINE;
}

static void put_roughness_json(cli_out *out, const cli_along *made, const measured *got)
{
    const pdk_roughness *roughness = &got->roughness;
    char road_class[2] = { roughness->road_class, '\0' };
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_number(&json, "from", made->points[got->first].distance);
    pdk_member_number(&json, "length", (double)(got->count - 1) * made->step);
    pdk_member_number(&json, "step", made->step);
    pdk_member_number(&json, "iri", roughness->iri);
    pdk_member_number(&json, "rms", roughness->rms);
    pdk_member_number(&json, "density", roughness->density);
    pdk_member_number(&json, "exponent", roughness->exponent);
    pdk_member_text(&json, "class", roughness->has_road_class ? road_class : NULL);
    pdk_member_begin(&json, "spectrum", '[');
    for (size_t i = 1; i <= got->window / 2; i++) {
        pdk_json_begin(&json, '{');
        pdk_member_number(&json, "wavenumber", (double)i / ((double)got->window * made->step));
        pdk_member_number(&json, "density", got->densities[i]);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static void put_roughness_text(cli_out *out, const cli_along *made, const measured *got)
{
    const pdk_roughness *roughness = &got->roughness;
    double length = (double)(got->count - 1) * made->step;
    cli_print(out, "length      %.3f m, a height every %g m\n", length, made->step);
    cli_print(out, "IRI         %.3f m/km%s\n", roughness->iri,
              length < 100 ? " (over less than 100 m: an indication)" : "");
    cli_print(out, "rms         %.3f mm about the trend\n", 1000 * roughness->rms);
    if (!roughness->has_road_class) cli_print(out, "ISO 8608    too short to say: its fit begins with waves of 91 m\n");
    else
        cli_print(out, "ISO 8608    class %c: %.4g m^3 at 0.1 cycles/m; the exponent that fits best is %.2f\n",
                  roughness->road_class, roughness->density, roughness->exponent);
}

static int put_whole(cli_surface *surface, const cli_along *made, cli_out *out)
{
    measured got = { .heights = NULL };
    int status = measure(surface, made, &got);
    if (status == CLI_FINE && made->as_json) put_roughness_json(out, made, &got);
    else if (status == CLI_FINE) put_roughness_text(out, made, &got);
    free(got.heights);
    free(got.densities);
    return status;
}

/* ------------------------------------------------------------------------------------------------- in stretches */

static int measure_stretches(rough *made)
{
    cli_along *along = &made->along;
    double *heights = malloc((along->count + 1) * sizeof *heights);
    if (heights == NULL) return cli_no_memory("a profile");
    for (size_t i = 0; i < along->count; i++) heights[i] = along->points[i].z;
    pdk_error error;
    made->count = pdk_roughness_stretch_count(along->count, along->step, made->every);
    made->stretches = calloc(made->count + 1, sizeof *made->stretches);
    if (made->stretches == NULL) {
        free(heights);
        return cli_no_memory("that many stretches; a larger --every makes fewer");
    }
    pdk_status status =
        pdk_roughness_stretches(heights, along->count, along->step, made->every, made->stretches, &error);
    free(heights);
    return status == PDK_OK                 ? CLI_FINE
           : error.status == PDK_E_ARGUMENT ? cli_usage("%s", error.message)
                                            : cli_fail(cli_file_name(along->arguments->operands[0]), &error);
}

/* Why cells are empty; "" where none is. */
static const char *reason_of(const pdk_roughness_stretch *stretch, char text[80])
{
    text[0] = '\0';
    if (stretch->missing > 0) snprintf(text, 80, "no surface at %llu samples", (unsigned long long)stretch->missing);
    else if (!stretch->has_roughness) snprintf(text, 80, "too short: less than 1 m or 16 samples");
    else if (!stretch->roughness.has_road_class) snprintf(text, 80, "no class: shorter than 91 m");
    return text;
}

static double value_of(const pdk_roughness_stretch *stretch, double value)
{
    return stretch->has_roughness ? value : (double)NAN;
}

static void put_stretches_csv(cli_out *out, const rough *made)
{
    char reason[80];
    cli_print(out, "from,to,iri,rms,density,exponent,class,reason\n");
    for (size_t i = 0; i < made->count; i++) {
        const pdk_roughness_stretch *stretch = &made->stretches[i];
        const pdk_roughness *got = &stretch->roughness;
        cli_put_cell(out, cli_nine_decimals(stretch->from), ",");
        cli_put_cell(out, cli_nine_decimals(stretch->to), ",");
        cli_put_cell(out, cli_nine_decimals(value_of(stretch, got->iri)), ",");
        cli_put_cell(out, cli_nine_decimals(value_of(stretch, got->rms)), ",");
        cli_put_cell(out, value_of(stretch, got->density), ",");
        cli_put_cell(out, cli_nine_decimals(value_of(stretch, got->exponent)), ",");
        if (got->has_road_class) cli_print(out, "%c", got->road_class);
        cli_print(out, ",%s\n", reason_of(stretch, reason));
    }
}

static void put_stretches_json(cli_out *out, const rough *made)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_number(&json, "every", made->every);
    pdk_member_number(&json, "step", made->along.step);
    pdk_member_begin(&json, "stretches", '[');
    for (size_t i = 0; i < made->count; i++) {
        const pdk_roughness_stretch *stretch = &made->stretches[i];
        const pdk_roughness *got = &stretch->roughness;
        char reason[80], road_class[2] = { got->road_class, '\0' };
        reason_of(stretch, reason);
        pdk_json_begin(&json, '{');
        pdk_member_number(&json, "from", cli_nine_decimals(stretch->from));
        pdk_member_number(&json, "to", cli_nine_decimals(stretch->to));
        pdk_member_number(&json, "iri", cli_nine_decimals(value_of(stretch, got->iri)));
        pdk_member_number(&json, "rms", cli_nine_decimals(value_of(stretch, got->rms)));
        pdk_member_number(&json, "density", value_of(stretch, got->density));
        pdk_member_number(&json, "exponent", cli_nine_decimals(value_of(stretch, got->exponent)));
        pdk_member_text(&json, "class", got->has_road_class ? road_class : NULL);
        pdk_member_text(&json, "reason", reason[0] != '\0' ? reason : NULL);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static int put_roughness(void *user, cli_surface *surface, const pdk_height_index *index, cli_out *out)
{
    rough *made = user;
    int status = cli_along_follow(surface, index, &made->along);
    if (status != CLI_FINE) return status;
    if (!(made->every > 0)) return put_whole(surface, &made->along, out);
    status = measure_stretches(made);
    if (status == CLI_FINE && made->along.as_json) put_stretches_json(out, made);
    else if (status == CLI_FINE) put_stretches_csv(out, made);
    return status;
}

/* A name says a form, which must be there. */
static int check_kind(const cli_arguments *arguments)
{
    const char *path = arguments->values[CLI_OUTPUT];
    bool stretches = cli_given(arguments, CLI_EVERY);
    if (path == NULL || cli_given(arguments, CLI_JSON)) return CLI_FINE;
    if (!stretches && cli_is_named(path, ".csv"))
        return cli_usage("a table of roughness needs --every M, the length of its stretches");
    if (stretches && cli_is_named(path, ".txt"))
        return cli_usage("with --every roughness is written as CSV or JSON: OUT.csv or OUT.json");
    return CLI_FINE;
}

int cli_surface_roughness(const cli_arguments *arguments)
{
    rough made = { .every = 0 };
    int status = check_kind(arguments);
    if (status == CLI_FINE) status = cli_rate_of(arguments, CLI_EVERY, &made.every);
    if (status != CLI_FINE) return status;
    status = cli_along_begin(arguments, &made.along);
    if (status == CLI_FINE) status = cli_along_ask(&made.along, put_roughness, &made);
    cli_along_end(&made.along);
    free(made.stretches);
    return status;
}
