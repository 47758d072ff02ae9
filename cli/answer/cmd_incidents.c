/* paddock incidents: who hit whom, who spun, who left the track. */
#include <stdlib.h>

#include "answer.h"
#include "arguments.h"
#include "exit_status.h"
#include "failures.h"
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
#include "track_beside.h"

static void put_clip(void *user, pdk_json *json, uint64_t row)
{
    const cli_incidents *told = user;
    if (told->clips != NULL) pdk_member_text(json, "clip", told->clips[row]);
}

/* For the incidents that are wanted. */
static int list_parties(const cli_incidents *told, cli_row_list *list)
{
    size_t count = 0;
    for (size_t i = 0; i < told->count; i++) count += cli_incident_at(told, i)->party_count;
    uint64_t *rows = malloc((count + 1) * sizeof *rows);
    if (rows == NULL) return cli_no_memory("incidents");
    *list = (cli_row_list){ .rows = rows };
    for (size_t i = 0; i < told->count; i++) {
        const pdk_incident *incident = cli_incident_at(told, i);
        for (uint32_t k = 0; k < incident->party_count; k++) rows[list->count++] = incident->first_party + k;
    }
    return CLI_FINE;
}

static int put_json(cli_out *out, cli_incidents *told, const pdk_table *incidents, const pdk_table *parties)
{
    pdk_json json = { .output = out->output };
    cli_row_list wanted = { told->rows, told->count }, members;
    int status = list_parties(told, &members);
    if (status != CLI_FINE) return status;
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", told->path);
    status = cli_put_rows_json(&json, told->file, incidents, &wanted, put_clip, told);
    if (status == CLI_FINE) status = cli_put_rows_json(&json, told->file, parties, &members, NULL, NULL);
    free((void *)members.rows);
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
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.label_name = "path";
    options.label = told->several ? told->path : NULL;
    options.has_count = true;
    options.no_header = told->number > 0;
    pdk_status status = options.no_header ? PDK_OK : pdk_table_write(incidents, PDK_CSV, &options, out->output, &error);
    options.no_header = true;
    options.count = 1;
    for (size_t i = 0; i < told->count && status == PDK_OK; i++) {
        options.first = told->rows[i];
        status = pdk_table_write(incidents, PDK_CSV, &options, out->output, &error);
    }
    return status == PDK_OK ? CLI_FINE : cli_fail_written(out, told->file, &error);
}

/* By its option, or by the name of OUT. */
static bool is_wanted(const cli_arguments *arguments, cli_option option, const char *extension)
{
    const char *to = arguments->values[CLI_OUTPUT];
    return cli_given(arguments, option) || (to != NULL && cli_is_named(to, extension));
}

static int put(cli_out *out, cli_incidents *told)
{
    const cli_arguments *arguments = told->arguments;
    const pdk_table *incidents = pdk_document_own_table(told->analysis, "incidents"),
                    *parties = pdk_document_own_table(told->analysis, "incident_parties");
    const char *to = arguments->values[CLI_OUTPUT];
    told->repeats = cli_names_repeat(parties);
    if (is_wanted(arguments, CLI_JSON, ".json")) return put_json(out, told, incidents, parties);
    bool markdown = is_wanted(arguments, CLI_MARKDOWN, ".md"),
         text = out->is_terminal || (to != NULL && cli_is_named(to, ".txt"));
    if (!markdown && !text) return put_csv(out, told, incidents);
    if (told->number > 0) cli_print(out, "\n");
    if (markdown) cli_put_incidents_markdown(out, told);
    else cli_put_incidents(out, told);
    return CLI_FINE;
}

/* What is asked of all files. */
typedef struct asking {
    const cli_arguments *arguments;
    cli_found track; /* of --track; without it each file may have one beside it */
    cli_incident_wanted wanted;
    cli_out out;
    size_t answered; /* files */
} asking;

static int analyse(const asking *all, const pdk_document *document, const char *file, const pdk_document *track,
                   pdk_document **analysis)
{
    const cli_arguments *arguments = all->arguments;
    const char *names[] = { "incidents", "incident_parties", NULL, NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    bool approach = is_wanted(arguments, CLI_MARKDOWN, ".md");
    if (approach && pdk_answer_available(document, "incident_approach", NULL) == PDK_OK) names[2] = "incident_approach";
    options.names = names;
    options.track = track;
    options.all_incidents = cli_given(arguments, CLI_ALL) || cli_wants_all_incidents(&all->wanted);
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

static int print_incidents(asking *all, const char *path, const pdk_document *document)
{
    pdk_document *analysis = NULL;
    cli_incidents told = { .arguments = all->arguments,
                           .path = path,
                           .file = cli_file_name(path),
                           .document = document,
                           .several = all->arguments->count > 1,
                           .number = all->answered };
    bool is_named = all->track.input != NULL;
    cli_found beside = { .input = NULL };
    int status = is_named ? CLI_FINE : cli_open_track_beside(all->arguments, path, document, &beside);
    const pdk_document *track = cli_track_document(is_named ? &all->track : &beside);
    if (status == CLI_FINE) status = analyse(all, document, told.file, track, &analysis);
    if (status != CLI_FINE) {
        cli_close_found(&beside);
        return status;
    }
    told.analysis = analysis;
    status = cli_choose_incidents(&all->wanted, &told);
    if (status == CLI_FINE && cli_given(all->arguments, CLI_CLIPS)) status = cli_write_clips(&told);
    if (status != CLI_USAGE && status != CLI_INTERRUPTED && told.rows != NULL) {
        status = cli_worse(status, put(&all->out, &told));
        all->answered++;
    }
    cli_free_names(told.clips, told.count);
    free(told.rows);
    pdk_close(analysis);
    cli_close_found(&beside);
    return status;
}

static int ask_file(asking *all, const char *path)
{
    cli_input input;
    int status = cli_open(&input, all->arguments, path);
    if (status == CLI_FINE) status = print_incidents(all, path, input.document);
    if (status != CLI_FINE && is_wanted(all->arguments, CLI_JSON, ".json") && all->arguments->count > 1)
        cli_put_failure(&all->out);
    cli_close(&input);
    return status;
}

/* Every file; one that has no answer is said, and the others are answered. */
static int ask_all(asking *all)
{
    const cli_arguments *arguments = all->arguments;
    int worst = cli_open_out(&all->out, arguments->values[CLI_OUTPUT]);
    if (worst != CLI_FINE) return worst;
    for (int i = 0; i < arguments->count && worst != CLI_USAGE && worst != CLI_INTERRUPTED; i++)
        worst = cli_worse(worst, ask_file(all, arguments->operands[i]));
    if (worst == CLI_FINE && all->wanted.driver != NULL && !all->wanted.met_driver)
        worst = cli_no_driver(&all->wanted.names, NULL, all->wanted.driver);
    return all->answered > 0 && worst != CLI_USAGE ? cli_close_answers(&all->out, worst)
                                                   : cli_close_out(&all->out, worst);
}

static int run_incidents(const cli_arguments *arguments)
{
    asking all = { .arguments = arguments };
    if (cli_given(arguments, CLI_JSON) && cli_given(arguments, CLI_MARKDOWN))
        return cli_usage("--json and --markdown contradict each other");
    if (!cli_given(arguments, CLI_CLIPS) && (cli_given(arguments, CLI_BEFORE) || cli_given(arguments, CLI_AFTER)))
        return cli_usage("--%s is for clips; name a folder for them with --clips DIR",
                         cli_option_infos[cli_given(arguments, CLI_BEFORE) ? CLI_BEFORE : CLI_AFTER].name);
    if (cli_given(arguments, CLI_CLIPS) && arguments->count > 1)
        return cli_usage("--clips takes one file: two may have incidents of the same name");
    int status = cli_incidents_wanted(arguments, &all.wanted);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_TRACK)) status = cli_open_named(arguments, arguments->values[CLI_TRACK], &all.track);
    if (status == CLI_FINE) status = ask_all(&all);
    cli_close_found(&all.track);
    cli_forget_driver_names(&all.wanted.names);
    return status;
}

static const cli_option takes[] = { CLI_DRIVER,   CLI_LAP,     CLI_TURN,    CLI_KIND, CLI_CLIPS,
                                    CLI_TRACK,    CLI_BEFORE,  CLI_AFTER,   CLI_GAP,  CLI_ALL,
                                    CLI_MARKDOWN, CLI_OUTPUTS, CLI_READING, CLI_JSON, CLI_HELP };

const cli_verb cli_verb_incidents = {
    .name = "incidents",
    .operands = "FILE...",
    .summary = "say who hit whom, spun or left the track; write clips of it",
    .details =
        "Both cars record a contact; it counts once. Contacts that share a car within two seconds (--gap) are one\n"
        "incident. A spin or an excursion without contact is an incident too. Speeds come from the positions\n"
        "before and after. What the recording does not have is left out, and the end says why. With several files,\n"
        "rows have the path first; --driver, --lap, --turn and --kind choose.\n\n"
        "On a terminal, and in a file OUT.txt, it is text to post; into a pipe it is CSV. --markdown prints what\n"
        "a league's form asks for. --clips DIR writes a replay of each incident, from 10 s before to 15 s after.",
    .purpose = CLI_LOOK,
    .examples = { "paddock incidents round1.vcr round2.vcr --driver Varga --turn 1",
                  "what one driver was part of in the first turn, in two races",
                  "paddock incidents race.vcr --clips clips -o report.md",
                  "a report to paste, and a replay of each incident in a folder" },
    .options = takes,
    .kinds = "txt csv json md",
    .min_operands = 1,
    .max_operands = -1,
    .run = run_incidents,
};
