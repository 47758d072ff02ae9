/* paddock synth: generated files. */
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const char *generated_id(const void *user, size_t index)
{
    (void)user;
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_get(i);
        if ((info->abilities & PDK_CAN_SYNTH) != 0 && index-- == 0) return info->id;
    }
    return NULL;
}

static int parse(const cli_arguments *arguments, pdk_synth_options *options)
{
    uint64_t cars = 0;
    int status = cli_number_of(arguments, CLI_SEED, options->seed, &options->seed);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_CARS, 0, &cars);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_POINTS, 0, &options->points);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_SIZE, 0, &options->size);
    if (status == CLI_FINE) status = cli_seconds_of(arguments, CLI_SECONDS, &options->seconds);
    if (cars > UINT32_MAX) return cli_usage("--cars %llu is more than a track can hold", (unsigned long long)cars);
    options->cars = (uint32_t)cars;
    options->dialect = arguments->values[CLI_DIALECT];
    options->gzip = cli_given(arguments, CLI_GZIP);
    return status;
}

/* Options that mean nothing for the format are said, not swallowed. */
static void say_unused(const cli_arguments *arguments, const pdk_format_info *info)
{
    static const struct {
        cli_option option;
        const char *name;
    } options[] = { { CLI_DIALECT, "dialect" }, { CLI_SECONDS, "seconds" }, { CLI_CARS, "cars" },
                    { CLI_POINTS, "points" },   { CLI_SIZE, "size" },       { CLI_GZIP, "gzip" } };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (!cli_given(arguments, options[i].option) || strstr(info->synth_options, options[i].name) != NULL) continue;
        cli_note("--%s means nothing for %s files; what does: %s", options[i].name, info->id, info->synth_options);
    }
}

static int run_synth(const cli_arguments *arguments)
{
    const char *format = arguments->operands[0], *path = arguments->operands[1];
    const pdk_format_info *info = pdk_format_find(format);
    if (info == NULL || (info->abilities & PDK_CAN_SYNTH) == 0) {
        return cli_no_such(NULL, info == NULL ? "format" : "generator for", format, generated_id, NULL);
    }
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    int status = parse(arguments, &options);
    if (status != CLI_FINE) return status;
    say_unused(arguments, info);
    if (strcmp(path, "-") == 0 && isatty(STDOUT_FILENO))
        return cli_usage("standard output is a terminal, and this is not text");
    cli_out out;
    status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    cli_progress progress;
    cli_progress_begin(&progress, "generating");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_error error;
    pdk_status written = pdk_synth(format, &options, out.output, &error);
    cli_progress_end(&progress);
    if (written == PDK_E_IO) status = cli_fail_out(&out, &error);
    else if (written == PDK_E_ARGUMENT) status = cli_usage("%s", error.message);
    else if (written != PDK_OK) status = cli_fail(out.name, &error);
    return cli_close_out(&out, status);
}

static const cli_option takes[] = { CLI_GZIP, CLI_SIZE,    CLI_POINTS, CLI_SECONDS,
                                    CLI_CARS, CLI_DIALECT, CLI_SEED,   CLI_HELP };

const cli_verb cli_verb_synth = {
    .name = "synth",
    .operands = "FORMAT OUT",
    .summary = "a generated file, honest in every byte, of any size",
    .details = "The same options give the same bytes. Lengths come from --seconds or --points, or about from --size.",
    .examples = { "paddock synth raf lap.raf --seconds 90", "a lap of a minute and a half",
                  "paddock synth vcr race.vcr --dialect r2 --cars 20 --size 500M", "a big race to try things on" },
    .options = takes,
    .least = 2,
    .most = 2,
    .run = run_synth,
};
