/* paddock incidents: who hit whom, who spun, who left the track. */
#include "answer.h"
#include "arguments.h"
#include "exit_status.h"
#include "file_names.h"
#include "incidents.h"
#include "json/json.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "rows_json.h"

static void put_clip(void *user, pdk_json *json, uint64_t row)
{
    const cli_incidents *told = user;
    if (told->clips != NULL) pdk_member_text(json, "clip", told->clips[row]);
}

static int put_json(cli_out *out, cli_incidents *told, const pdk_table *incidents, const pdk_table *parties)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", told->path);
    int status = cli_put_rows_json(&json, told->file, incidents, NULL, put_clip, told);
    if (status == CLI_FINE) status = cli_put_rows_json(&json, told->file, parties, NULL, NULL, NULL);
    pdk_text gaps = pdk_incident_unavailable(told->analysis);
    if (gaps.data != NULL) pdk_member_value(&json, "unavailable", &(pdk_value){ .type = PDK_TEXT, .as.text = gaps });
    else pdk_member_text(&json, "unavailable", NULL);
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
    return status;
}

static int put_csv(cli_out *out, const cli_incidents *told, const pdk_table *incidents)
{
    pdk_error error;
    pdk_text gaps = pdk_incident_unavailable(told->analysis);
    if (gaps.data != NULL) cli_note("%s: no information about %.*s", told->file, (int)gaps.size, gaps.data);
    pdk_status status = pdk_table_write(incidents, PDK_CSV, NULL, out->output, &error);
    return status == PDK_OK ? CLI_FINE : cli_fail_written(out, told->file, &error);
}

/* By its option, or by the name of OUT. */
static bool is_wanted(const cli_arguments *arguments, cli_option option, const char *extension)
{
    const char *to = arguments->values[CLI_OUTPUT];
    return cli_given(arguments, option) || (to != NULL && cli_is_named(to, extension));
}

static int put(cli_incidents *told)
{
    const cli_arguments *arguments = told->arguments;
    const pdk_table *incidents = pdk_document_find_table(told->analysis, "incidents"),
                    *parties = pdk_document_find_table(told->analysis, "incident_parties");
    cli_out out;
    const char *to = arguments->values[CLI_OUTPUT];
    int status = cli_open_out(&out, to);
    if (status != CLI_FINE) return status;
    told->repeats = cli_names_repeat(parties);
    if (is_wanted(arguments, CLI_JSON, ".json")) status = put_json(&out, told, incidents, parties);
    else if (is_wanted(arguments, CLI_MARKDOWN, ".md")) cli_put_incidents_markdown(&out, told);
    else if (out.is_terminal || (to != NULL && cli_is_named(to, ".txt"))) cli_put_incidents(&out, told);
    else status = put_csv(&out, told, incidents);
    return cli_close_out(&out, status);
}

static int analyse(const cli_arguments *arguments, const pdk_document *document, const pdk_document *track,
                   const char *file, pdk_document **analysis)
{
    static const char *const names[] = { "incidents", "incident_parties", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.track = track;
    options.all_incidents = cli_given(arguments, CLI_ALL);
    int status = cli_seconds_of(arguments, CLI_GAP, &options.incident_gap);
    if (status != CLI_FINE) return status;
    cli_progress progress;
    cli_progress_begin(&progress, "reading");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_error error;
    pdk_status analysed = pdk_analyse(document, &options, analysis, &error);
    cli_progress_end(&progress);
    return analysed == PDK_OK ? CLI_FINE : cli_fail(file, &error);
}

static int print_incidents(const cli_arguments *arguments, const pdk_document *document, const pdk_document *track)
{
    const char *path = arguments->operands[0];
    pdk_document *analysis = NULL;
    pdk_error error;
    cli_incidents told = { .arguments = arguments, .path = path, .file = cli_file_name(path), .document = document };
    int status = analyse(arguments, document, track, told.file, &analysis);
    if (status != CLI_FINE) return status;
    told.analysis = analysis;
    if (pdk_incident_count(analysis, &told.count, &error) != PDK_OK) status = cli_fail(told.file, &error);
    if (status == CLI_FINE && cli_given(arguments, CLI_CLIPS)) status = cli_write_clips(&told);
    if (status != CLI_USAGE && status != CLI_INTERRUPTED && told.analysis != NULL)
        status = cli_worse(status, put(&told));
    cli_free_names(told.clips, told.count);
    pdk_close(analysis);
    return status;
}

static int run_incidents(const cli_arguments *arguments)
{
    cli_input input, track = { .document = NULL };
    if (cli_given(arguments, CLI_JSON) && cli_given(arguments, CLI_MARKDOWN))
        return cli_usage("--json and --markdown contradict each other");
    if (!cli_given(arguments, CLI_CLIPS) && (cli_given(arguments, CLI_BEFORE) || cli_given(arguments, CLI_AFTER)))
        return cli_usage("--%s is for clips; name a folder for them with --clips DIR",
                         cli_option_infos[cli_given(arguments, CLI_BEFORE) ? CLI_BEFORE : CLI_AFTER].name);
    int status = cli_open(&input, arguments, arguments->operands[0]);
    if (status != CLI_FINE) return status;
    bool has_track = cli_given(arguments, CLI_TRACK);
    if (has_track) status = cli_open(&track, arguments, arguments->values[CLI_TRACK]);
    if (status == CLI_FINE) status = print_incidents(arguments, input.document, track.document);
    if (has_track) cli_close(&track);
    cli_close(&input);
    return status;
}

static const cli_option takes[] = { CLI_CLIPS,    CLI_TRACK,   CLI_BEFORE,  CLI_AFTER, CLI_GAP, CLI_ALL,
                                    CLI_MARKDOWN, CLI_OUTPUTS, CLI_READING, CLI_JSON,  CLI_HELP };

const cli_verb cli_verb_incidents = {
    .name = "incidents",
    .operands = "FILE",
    .summary = "say who hit whom, spun or left the track; write clips of it",
    .details =
        "Both cars record a contact; it counts once. Contacts that share a car within two seconds (--gap) are one\n"
        "incident. A spin or an excursion without contact is an incident too. Speeds come from the positions\n"
        "before and after. What the recording does not have is left out, and the end says why.\n\n"
        "On a terminal, and in a file OUT.txt, it is text to post; into a pipe it is CSV. --markdown prints what\n"
        "a league's form asks for. --clips DIR writes a replay of each incident, from 10 s before to 15 s after.",
    .purpose = CLI_LOOK,
    .examples = { "paddock incidents race.vcr", "what happened, for the stewards",
                  "paddock incidents race.vcr --clips clips -o report.md",
                  "a report to paste, and a replay of each incident in a folder" },
    .options = takes,
    .kinds = "txt csv json md",
    .min_operands = 1,
    .max_operands = 1,
    .run = run_incidents,
};
