/* paddock synth: generated files. */
#include <stdio.h>
#include <string.h>

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
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_BYTES, 0, &options->size);
    if (status == CLI_FINE) status = cli_seconds_of(arguments, CLI_SECONDS, &options->seconds);
    if (cars > UINT32_MAX) return cli_usage("--cars %llu is too many", (unsigned long long)cars);
    options->cars = (uint32_t)cars;
    options->dialect = arguments->values[CLI_DIALECT];
    options->gzip = cli_given(arguments, CLI_GZIP);
    return status;
}

/* What the library calls the options that only some formats take. */
static const struct {
    cli_option option;
    const char *name;
} some[] = { { CLI_DIALECT, "dialect" }, { CLI_SECONDS, "seconds" }, { CLI_CARS, "cars" },
             { CLI_POINTS, "points" },   { CLI_BYTES, "size" },      { CLI_GZIP, "gzip" } };

/* An option that has no meaning for the format is a mistake. */
static int check_meaning(const cli_arguments *arguments, const pdk_format_info *info)
{
    char list[128] = "--seed";
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        const char *name = cli_option_infos[some[i].option].name;
        size_t length = strlen(list);
        if (strstr(info->synth_options, some[i].name) != NULL)
            snprintf(list + length, sizeof list - length, ", --%s", name);
        else if (cli_given(arguments, some[i].option)) wrong = name;
    }
    if (wrong == NULL) return CLI_FINE;
    return cli_usage("--%s has no meaning for %s; `paddock synth %s` takes %s", wrong, info->id, info->id, list);
}

static int run_synth(const cli_arguments *arguments)
{
    const char *format = arguments->operands[0], *path = arguments->values[CLI_OUTPUT];
    if (path == NULL) return cli_need_output(arguments);
    const pdk_format_info *info = pdk_format_find(format);
    if (info == NULL || (info->abilities & PDK_CAN_SYNTH) == 0) {
        return cli_no_such(NULL, info == NULL ? "format" : "generator for", format, generated_id, NULL);
    }
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    int status = parse(arguments, &options);
    if (status != CLI_FINE) return status;
    status = check_meaning(arguments, info);
    if (status == CLI_FINE) status = cli_check_terminal(path);
    if (status != CLI_FINE) return status;
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

static const cli_option takes[] = { CLI_SEED,  CLI_DIALECT, CLI_CARS,    CLI_SECONDS, CLI_POINTS,
                                    CLI_BYTES, CLI_GZIP,    CLI_OUTPUTS, CLI_QUIET,   CLI_HELP };

const cli_verb cli_verb_synth = {
    .name = "synth",
    .operands = "FORMAT OUT",
    .summary = "generate a valid file of any size, to try things on",
    .details = "The same options give the same bytes. --seconds or --points say how long it is, or --bytes about how\n"
               "large. `paddock formats` lists the formats it can generate.",
    .purpose = CLI_ABOUT,
    .examples = { "paddock synth raf lap.raf --seconds 1:30", "a lap of a minute and a half",
                  "paddock synth vcr race.vcr --dialect r2 --cars 20 --bytes 500M", "a big race to try things on" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_synth,
};
