/* paddock repair: a mended surface, and what was done. */
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "json/json.h"
#include "layout.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "progress.h"

static const char *const drops[] = { "degenerate", "duplicates", "unused", "all" };

static const char *drop_name(const void *user, size_t index)
{
    (void)user;
    return index < sizeof drops / sizeof drops[0] ? drops[index] : NULL;
}

/* "degenerate,unused" */
static int parse_drops(const cli_arguments *arguments, pdk_repair_options *options)
{
    const char *list = arguments->values[CLI_DROP];
    while (list != NULL) {
        char name[32];
        size_t length = strcspn(list, ",");
        if (length >= sizeof name) length = sizeof name - 1;
        memcpy(name, list, length);
        name[length] = '\0';
        bool all = strcmp(name, "all") == 0, known = all;
        bool *const wanted[] = { &options->drop_degenerate, &options->drop_duplicates, &options->drop_unused };
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
            if (!all && strcmp(name, drops[i]) != 0) continue;
            *wanted[i] = known = true;
        }
        if (!known) return cli_no_such(NULL, "--drop", name, drop_name, NULL);
        list = strchr(list, ',');
        if (list != NULL) list++;
    }
    return CLI_FINE;
}

static void put_json(cli_out *out, const char *in, const char *path, const pdk_repair_report *report)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", in);
    pdk_member_text(&json, "output", path);
    pdk_member_boolean(&json, "repaired", report->count > 0);
    pdk_member_begin(&json, "changes", '[');
    for (size_t i = 0; i < report->count; i++) {
        pdk_json_begin(&json, '{');
        pdk_member_text(&json, "code", report->changes[i].code);
        pdk_member_natural(&json, "count", report->changes[i].count);
        pdk_member_text(&json, "message", report->changes[i].what);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static void put_text(cli_out *out, const char *in, const pdk_repair_report *report)
{
    const char *name = cli_file_name(in);
    if (report->count == 0) {
        cli_put_text(out, name, strlen(name));
        cli_print(out, ": nothing to repair\n");
    }
    for (size_t i = 0; i < report->count; i++) {
        char count[32];
        cli_put_text(out, name, strlen(name));
        cli_print(out, ": %s %s (%s)\n", cli_grouped(count, report->changes[i].count), report->changes[i].what,
                  report->changes[i].code);
    }
}

/* Said on standard output, unless the surface itself goes there. */
static int say(const cli_arguments *arguments, const char *in, const char *path, const pdk_repair_report *report)
{
    if (strcmp(path, "-") == 0 || cli_is_quiet()) return CLI_FINE;
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out, in, path, report);
    else put_text(&out, in, report);
    return cli_close_out(&out, CLI_FINE);
}

typedef struct job {
    pdk_repair_options options;
    pdk_repair_report report;
} job;

static pdk_status repair(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    job *work = user;
    cli_progress progress;
    cli_progress_begin(&progress, "repairing");
    work->options.progress = cli_progress_step;
    work->options.progress_user = &progress;
    pdk_status status = pdk_repair(document, &work->options, &work->report, output, error);
    cli_progress_end(&progress);
    return status;
}

static int run_repair(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    job work = { .options = PDK_REPAIR_OPTIONS_INIT };
    int status = parse_drops(arguments, &work.options);
    if (status == CLI_FINE) status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    if (strcmp(path, "-") == 0 && cli_given(arguments, CLI_JSON)) {
        return cli_usage("--json and the surface cannot both go to standard output; give the surface a file");
    }
    cli_arguments reading = *arguments;
    reading.values[CLI_PARTIAL] = ""; /* what is damaged is what this is for */
    cli_input input;
    status = cli_open_quietly(&input, &reading, in);
    if (status != CLI_FINE) return status;
    status = cli_write_edited(arguments, input.document, in, path, repair, &work);
    cli_close(&input);
    return status == CLI_FINE ? say(arguments, in, path, &work.report) : status;
}

static const cli_option takes[] = { CLI_DROP, CLI_JSON, CLI_EDITING, CLI_AS, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_repair = {
    .name = "repair",
    .operands = "FILE [OUT]",
    .summary = "remove what is wrong with a surface (RLD)",
    .details =
        "Drops triangles whose points do not exist and points that are not numbers, corrects counts (of a cut file\n"
        "too), writes the blocks again, and says what it did. When there is nothing to do the output has the same\n"
        "bytes. A packed file is packed again, unless --plain is given.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock repair scan.rld mended.rld", "errors are removed, everything else stays",
                  "paddock repair scan.rld --drop all --in-place --json",
                  "also degenerate and duplicate triangles, unused points" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_repair,
};
