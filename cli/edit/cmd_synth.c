/* paddock synth: generated files. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "progress.h"

static const char *generated_id(const void *user, size_t index)
{
    (void)user;
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        if ((info->abilities & PDK_CAN_SYNTH) != 0 && index-- == 0) return info->id;
    }
    return NULL;
}

static int parse(const cli_arguments *arguments, pdk_synth_options *options)
{
    uint64_t cars = 0, laps = 0, minutes = 0, poses_every = 0;
    cli_times times = { 0 };
    int status = cli_number_of(arguments, CLI_SEED, options->seed, &options->seed);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_HAND, 0, &options->hand);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_CARS, 0, &cars);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_POINTS, 0, &options->points);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_BYTES, 0, &options->size);
    if (status == CLI_FINE) status = cli_seconds_of(arguments, CLI_SECONDS, &options->seconds);
    if (status == CLI_FINE) status = cli_seconds_of(arguments, CLI_LATE, &options->late);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_LAPS, 0, &laps);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_POSES_EVERY, 0, &poses_every);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_MINUTES, 0, &minutes);
    if (status == CLI_FINE && cli_given(arguments, CLI_TIME)) status = cli_times_of(arguments, &times);
    if (status != CLI_FINE) return status;
    if (laps > UINT16_MAX) return cli_usage("--laps %llu is too many", (unsigned long long)laps);
    if (poses_every > UINT16_MAX) return cli_usage("--poses-every %llu is too many", (unsigned long long)poses_every);
    if (minutes > UINT16_MAX) return cli_usage("--minutes %llu is too many", (unsigned long long)minutes);
    options->minutes = (double)minutes;
    options->laps = (uint32_t)laps;
    options->poses_every = (uint32_t)poses_every;
    options->from = times.from;
    options->to = times.to;
    options->session = arguments->values[CLI_SESSION];
    options->without = arguments->values[CLI_WITHOUT];
    options->with = arguments->values[CLI_WITH];
    options->lost = arguments->values[CLI_LOSE];
    if (cars > UINT32_MAX) return cli_usage("--cars %llu is too many", (unsigned long long)cars);
    options->cars = (uint32_t)cars;
    options->dialect = arguments->values[CLI_DIALECT];
    options->gzip = cli_given(arguments, CLI_GZIP);
    return CLI_FINE;
}

/* What the library calls the options that only some formats take. */
static const struct {
    cli_option option;
    const char *name;
} some[] = { { CLI_DIALECT, "dialect" },
             { CLI_SECONDS, "seconds" },
             { CLI_CARS, "cars" },
             { CLI_POINTS, "points" },
             { CLI_BYTES, "size" },
             { CLI_GZIP, "gzip" },
             { CLI_SESSION, "session" },
             { CLI_LAPS, "laps" },
             { CLI_MINUTES, "minutes" },
             { CLI_TIME, "from" },
             { CLI_POSES_EVERY, "poses_every" },
             { CLI_WITHOUT, "without" },
             { CLI_WITH, "with" },
             { CLI_LOSE, "lost" },
             { CLI_LATE, "late" },
             { CLI_TRUTH, "truth" },
             { CLI_HAND, "hand" } };

/* An option that has no meaning for the format is a mistake. */
static int check_meaning(const cli_arguments *arguments, const pdk_format_info *info)
{
    char list[256] = "--seed";
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

static int generate(const char *format, pdk_synth_options *options, const cli_out *out)
{
    cli_progress progress;
    cli_progress_begin(&progress, "generating");
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    pdk_error error;
    pdk_status written = pdk_synth(format, options, out->output, &error);
    cli_progress_end(&progress);
    if (written == PDK_OK) return CLI_FINE;
    if (written == PDK_E_IO) return cli_fail_out(out, &error);
    if (written == PDK_E_ARGUMENT) return cli_usage("%s", error.message);
    return cli_fail(out->name, &error);
}

/* The truth appears after the file it is about. */
static int write_truth(const char *path, pdk_output *truth)
{
    cli_out out;
    pdk_error error;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    pdk_bytes text = pdk_output_bytes(truth);
    if (pdk_output_write(out.output, text.data, text.size, &error) != PDK_OK) status = cli_fail_out(&out, &error);
    return cli_close_out(&out, status);
}

static int generate_both(const char *format, const char *path, const char *truth_path, pdk_synth_options *options)
{
    pdk_error error;
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    if (truth_path != NULL && pdk_output_memory(&options->truth, &error) != PDK_OK) {
        return cli_close_out(&out, cli_no_memory("the truth"));
    }
    status = generate(format, options, &out);
    if (options->truth != NULL && pdk_output_finish(options->truth, &error) != PDK_OK && status == CLI_FINE) {
        status = cli_fail(truth_path, &error);
    }
    status = cli_close_out(&out, status);
    if (status == CLI_FINE && options->truth != NULL) status = write_truth(truth_path, options->truth);
    pdk_output_close(options->truth);
    return status;
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
    const char *truth = arguments->values[CLI_TRUTH];
    if (truth != NULL && strcmp(truth, path) == 0) {
        return cli_usage("%s: the output and --truth are the same file; give one another name", path);
    }
    status = truth != NULL ? cli_check_clobber(arguments, truth) : CLI_FINE;
    return status == CLI_FINE ? generate_both(format, path, truth, &options) : status;
}

static const cli_option takes[] = { CLI_SEED,    CLI_DIALECT, CLI_CARS, CLI_SECONDS, CLI_POINTS, CLI_BYTES,
                                    CLI_GZIP,    CLI_SESSION, CLI_LAPS, CLI_MINUTES, CLI_TIME,   CLI_POSES_EVERY,
                                    CLI_WITHOUT, CLI_WITH,    CLI_LOSE, CLI_LATE,    CLI_TRUTH,  CLI_HAND,
                                    CLI_OUTPUTS, CLI_QUIET,   CLI_HELP };

const cli_verb cli_verb_synth = {
    .name = "synth",
    .operands = "FORMAT OUT",
    .summary = "generate a valid file of any size, to try things on",
    .details = "The same options give the same bytes. --seconds or --points say how long it is, or --bytes about how\n"
               "large. `paddock formats` lists the formats it can generate. A replay can be a\n"
               "race, qualifying or practice with everything that happens; --truth describes it.",
    .purpose = CLI_ABOUT,
    .examples = { "paddock synth raf lap.raf --seconds 1:30", "a lap of a minute and a half",
                  "paddock synth vcr race.vcr --laps 6 --truth race.json", "a race, and what happened in it" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_synth,
};
