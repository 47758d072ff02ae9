/* Laps of several files as one session: which laps, compared by the library, and where the answer goes. */
#include "lap_session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "posted.h"
#include "progress.h"
#include "rows_json.h"
#include "rulings.h"
#include "standard_output.h"
#include "target.h"

enum { MINISECTORS = 25, NUMBER = 24 };

/* A clean lap: texts for its reference. */
typedef struct clean_lap {
    char driver[NUMBER], lap[NUMBER];
    size_t file;
    double time;
} clean_lap;

typedef struct lap_session {
    const cli_arguments *arguments;
    cli_answer_file *files;
    size_t file_count;
    clean_lap *laps;
    size_t count;
    pdk_lap_reference *references; /* the fastest first */
    pdk_rulings *rulings;          /* NULL = none are given */
    pdk_document *made;
} lap_session;

static int add_laps(lap_session *session, size_t number)
{
    const cli_answer_file *file = &session->files[number];
    clean_lap *laps = realloc(session->laps, (session->count + file->row_count + 1) * sizeof *laps);
    if (laps == NULL) return cli_no_memory("laps");
    session->laps = laps;
    for (size_t i = 0; i < file->row_count; i++) {
        uint64_t row = file->rows[i];
        double time = cli_number_at(file->table, "lap_time", row);
        if (!(cli_number_at(file->table, "clean", row) > 0) || !isfinite(time)) continue;
        clean_lap *lap = &laps[session->count++];
        snprintf(lap->driver, NUMBER, "%.0f", cli_number_at(file->table, "slot", row));
        snprintf(lap->lap, NUMBER, "%.0f", cli_number_at(file->table, "lap", row));
        lap->file = number;
        lap->time = time;
    }
    return CLI_FINE;
}

static int read_files(lap_session *session)
{
    const cli_arguments *arguments = session->arguments;
    session->files = calloc((size_t)arguments->count, sizeof *session->files);
    if (session->files == NULL) return cli_no_memory("a list of files");
    for (int i = 0; i < arguments->count; i++) {
        cli_answer_file *file = &session->files[i];
        file->path = arguments->operands[i];
        file->name = cli_file_name(file->path);
        int status = cli_open(&file->input, arguments, file->path);
        if (status != CLI_FINE) return status;
        file->is_open = true;
        file->rulings = session->rulings;
        session->file_count++;
        pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
        static const char *const names[] = { "laps", NULL };
        options.names = names;
        status = cli_analyse(arguments, file, &options);
        if (status == CLI_FINE) status = cli_take_answer(arguments, file, "laps");
        if (status == CLI_FINE) status = add_laps(session, (size_t)i);
        if (status != CLI_FINE) return status;
    }
    return CLI_FINE;
}

/* The fastest lap is the reference, which comes first; the others keep their order. */
static int refer(lap_session *session)
{
    size_t best = 0;
    session->references = calloc(session->count + 1, sizeof *session->references);
    if (session->references == NULL) return cli_no_memory("laps");
    for (size_t i = 1; i < session->count; i++) {
        if (session->laps[i].time < session->laps[best].time) best = i;
    }
    for (size_t i = 0, at = 1; i < session->count; i++) {
        const clean_lap *lap = &session->laps[i];
        session->references[i == best ? 0 : at] =
            (pdk_lap_reference){ .document = session->files[lap->file].input.document,
                                 .name = session->files[lap->file].name,
                                 .driver = lap->driver,
                                 .lap = lap->lap };
        at += i != best;
    }
    return CLI_FINE;
}

static int compare(lap_session *session)
{
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    cli_progress progress;
    pdk_error error;
    uint64_t minisectors;
    int status = cli_number_of(session->arguments, CLI_MINISECTORS, MINISECTORS, &minisectors);
    if (status == CLI_FINE) status = cli_start_line_of(session->arguments, options.line, &options.has_line);
    if (status != CLI_FINE) return status;
    if (minisectors < 1 || minisectors > 1000)
        return cli_usage("--minisectors takes a number from 1 to 1000, not \"%s\"",
                         session->arguments->values[CLI_MINISECTORS]);
    options.minisectors = minisectors;
    options.step = 1e7; /* rows of steps are not asked for */
    cli_progress_begin(&progress, "comparing");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_status compared = pdk_compare_laps(session->references, session->count, &options, &session->made, &error);
    cli_progress_end(&progress);
    return compared == PDK_OK ? CLI_FINE : cli_fail(session->references[0].name, &error);
}

static int put_json(const lap_session *session, cli_out *out)
{
    static const char *const tables[] = { "laps", "consistency", "minisectors" };
    const pdk_property *ideal = pdk_document_find_property(session->made, "ideal_time");
    pdk_json json = { .output = out->output };
    int status = CLI_FINE;
    pdk_json_begin(&json, '{');
    pdk_member_number(&json, "ideal_time", ideal != NULL ? ideal->value.as.number : NAN);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0] && status == CLI_FINE; i++)
        status =
            cli_put_rows_json(&json, out->name, pdk_document_own_table(session->made, tables[i]), NULL, NULL, NULL);
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
    return status;
}

static int put_csv(const lap_session *session, cli_out *out)
{
    const char *name = cli_given(session->arguments, CLI_CORNERS) ? "consistency" : "minisectors";
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    pdk_error error;
    options.csv = cli_given(session->arguments, CLI_EXCEL) ? PDK_CSV_EXCEL : PDK_CSV_PLAIN;
    if (pdk_table_write(pdk_document_own_table(session->made, name), PDK_CSV, &options, out->output, &error) == PDK_OK)
        return CLI_FINE;
    return cli_fail_out(out, &error);
}

static int put(const lap_session *session)
{
    const cli_arguments *arguments = session->arguments;
    const char *path = arguments->values[CLI_OUTPUT];
    cli_out out;
    bool json = cli_given(arguments, CLI_JSON) || (path != NULL && cli_is_named(path, ".json"));
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    bool people = (out.is_terminal && !cli_given(arguments, CLI_EXCEL)) || (path != NULL && cli_is_named(path, ".txt"));
    if (json) status = put_json(session, &out);
    else if (people) status = cli_put_lap_session(arguments, session->made, &out);
    else status = put_csv(session, &out);
    for (size_t i = 0; i < session->file_count && status == CLI_FINE; i++)
        status = cli_unchanged(&session->files[i].input, session->files[i].path);
    return cli_close_out(&out, status);
}

static int answer(lap_session *session)
{
    int status = read_files(session);
    if (status != CLI_FINE) return status;
    if (session->count < 2) {
        cli_complain("%s", session->count == 0 ? "no lap is clean: there is nothing to take together"
                                               : "only one lap is clean, and it takes several to compare them");
        return CLI_UNKNOWN_FORMAT;
    }
    status = refer(session);
    if (status == CLI_FINE) status = compare(session);
    return status == CLI_FINE ? put(session) : status;
}

int cli_lap_session(const cli_arguments *arguments)
{
    lap_session session = { .arguments = arguments };
    if (cli_given(arguments, CLI_SORT)) return cli_usage("--sort does not go with --corners and --minisectors");
    const char *path = arguments->values[CLI_OUTPUT];
    if (cli_is_posted(arguments) && (path == NULL || !cli_is_named(path, ".txt")))
        return cli_usage("--corners and --minisectors write .csv, .json or .txt");
    int status = cli_read_rulings(arguments, &session.rulings);
    if (status == CLI_FINE) status = answer(&session);
    pdk_rulings_close(session.rulings);
    pdk_close(session.made);
    for (size_t i = 0; i < session.file_count; i++) {
        free(session.files[i].rows);
        pdk_close(session.files[i].computed);
        cli_close(&session.files[i].input);
    }
    free(session.references);
    free(session.laps);
    free(session.files);
    return status;
}
