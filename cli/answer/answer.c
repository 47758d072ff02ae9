/* Files in, rows out: what laps, stints and standings have in common. */
#include "answer.h"

#include <stdlib.h>
#include <string.h>

#include "answer_written.h"
#include "exit_status.h"
#include "failures.h"
#include "lap_tracks.h"
#include "messages.h"
#include "options.h"
#include "platform/path.h"
#include "posted.h"
#include "rewritten.h"
#include "rulings.h"
#include "target.h"

typedef enum answer_form { AS_CSV, AS_JSON, FOR_PEOPLE } answer_form;

/* The files of a command line, one after the other. */
typedef struct answering {
    const cli_answer_verb *verb;
    cli_answers answers;
    answer_form form;
    bool sorted, joins;   /* joins: all files stay open until the last is read */
    bool picture;         /* whatever OUT is called */
    pdk_rulings *rulings; /* NULL = none are given */
    cli_answer_lines lines;
    cli_lap_tracks tracks;
} answering;

static void forget_file(cli_answer_file *file)
{
    free(file->rows);
    pdk_close(file->computed);
    cli_close_official(&file->official);
    if (file->is_open) cli_close(&file->input);
    *file = (cli_answer_file){ .path = NULL };
}

static int open_file(const cli_arguments *arguments, const cli_answer_verb *verb, cli_answer_file *file, int number,
                     bool posted)
{
    const char *path = arguments->operands[number];
    file->path = path;
    file->name = file->title = cli_file_name(path);
    if (posted && strcmp(path, "-") != 0) file->title = pdk_path_name(path);
    int status = cli_open_recording(&file->input, arguments, number);
    if (status == CLI_IO && strchr(path, '#') != NULL)
        cli_note("FILE#DRIVER#LAP names a lap for compare and plot; here a driver is chosen with --driver");
    if (status != CLI_FINE) return status;
    file->is_open = true;
    if (verb->takes_results) status = cli_open_official(&file->official, arguments, path, file->input.document);
    return status == CLI_FINE ? verb->make(arguments, file) : status;
}

/* What is wanted of one file, or of all where they are joined. */
static int put(answering *work)
{
    cli_answers *answers = &work->answers;
    if (work->form == FOR_PEOPLE) {
        int status = cli_begin_posting(&answers->out);
        if (status == CLI_FINE) status = work->verb->people(answers);
        return status == CLI_FINE && !work->picture ? cli_flush_posting(&answers->out, answers->arguments) : status;
    }
    if (work->form == AS_JSON) return cli_put_answer_object(answers, work->verb, answers->files, work->sorted);
    return work->sorted ? cli_keep_answer_csv(answers, answers->files, &work->lines)
                        : cli_put_answer_csv(answers, answers->files);
}

static int answer_file(answering *work, int number)
{
    cli_answers *answers = &work->answers;
    cli_answer_file *file = &answers->files[answers->count];
    file->rulings = work->rulings;
    int status =
        open_file(answers->arguments, work->verb, file, number, work->picture || cli_is_posted(answers->arguments));
    if (status != CLI_FINE) {
        if (work->form == AS_JSON) cli_put_failure(&answers->out);
        forget_file(file);
        return status;
    }
    if (work->verb->sorts && !cli_find_lap_track(&work->tracks, file)) status = cli_no_memory("tracks");
    answers->lists = work->tracks.count;
    answers->count++;
    if (work->joins || status != CLI_FINE) return status;
    status = put(work);
    forget_file(file); /* many files are not open at once */
    answers->count = 0;
    answers->before++;
    return status;
}

static bool goes_on(int status)
{
    return status != CLI_USAGE && status != CLI_INTERRUPTED;
}

static int answer_all(answering *work)
{
    cli_answers *answers = &work->answers;
    const cli_arguments *arguments = answers->arguments;
    int worst = CLI_FINE, posted = CLI_FINE;
    for (int i = 0; i < cli_recording_count(arguments) && goes_on(worst); i++)
        worst = cli_worse(worst, answer_file(work, i));
    if (work->joins && answers->count > 0 && goes_on(worst)) worst = cli_worse(worst, put(work));
    if (work->lines.count > 0 && goes_on(worst)) cli_put_answer_lines(answers, &work->lines);
    bool none = answers->count + answers->before == 0 && work->form != AS_JSON;
    if (work->form == FOR_PEOPLE && !none && goes_on(worst))
        posted = cli_end_posting(&answers->out, arguments, work->picture);
    worst = cli_worse(worst, posted);
    cli_forget_posting(&answers->out);
    for (size_t f = 0; f < answers->count; f++) forget_file(&answers->files[f]);
    /* A posting that could not be written has no answer about any file: a file that is there stays. */
    return none || posted != CLI_FINE ? cli_close_out(&answers->out, worst) : cli_close_answers(&answers->out, worst);
}

static int run(answering *work)
{
    cli_answers *answers = &work->answers;
    pdk_error error;
    answers->files = calloc((size_t)answers->arguments->count, sizeof *answers->files);
    if (answers->files == NULL) return cli_no_memory("a list of files");
    int status = pdk_output_memory(&work->lines.text, &error) == PDK_OK ? CLI_FINE : cli_no_memory("rows of a table");
    if (status == CLI_FINE) status = cli_open_out(&answers->out, answers->arguments->values[CLI_OUTPUT]);
    if (status == CLI_FINE) {
        bool terminal = answers->out.is_terminal && !cli_given(answers->arguments, CLI_EXCEL);
        if (terminal && work->form == AS_CSV) work->form = FOR_PEOPLE;
        work->joins = work->form == FOR_PEOPLE && work->verb->joins;
        status = answer_all(work);
    }
    pdk_output_close(work->lines.text);
    free(work->lines.all);
    cli_forget_lap_tracks(&work->tracks);
    free(answers->files);
    return status;
}

static int answer(const cli_arguments *arguments, const cli_answer_verb *verb, bool picture)
{
    answering work = { .verb = verb, .answers = { .arguments = arguments }, .picture = picture };
    const char *sort = arguments->values[CLI_SORT];
    const char *output = arguments->values[CLI_OUTPUT];
    work.sorted = verb->sorts && sort != NULL;
    if (cli_given(arguments, CLI_JSON) || (output != NULL && cli_is_named(output, ".json"))) work.form = AS_JSON;
    else if (picture || cli_is_posted(arguments)) work.form = FOR_PEOPLE;
    if (sort != NULL && strcmp(sort, "time") != 0) return cli_usage("--sort takes time, not \"%s\"", sort);
    if (work.form == AS_JSON && cli_given(arguments, CLI_EXCEL)) return cli_usage("--excel is for CSV, not for JSON");
    int status = cli_check_posted(arguments, picture);
    if (status == CLI_FINE) status = cli_check_results_option(arguments);
    if (status == CLI_FINE) status = cli_read_rulings(arguments, &work.rulings);
    if (status == CLI_FINE) status = run(&work);
    pdk_rulings_close(work.rulings);
    return status;
}

int cli_answer(const cli_arguments *arguments, const cli_answer_verb *verb)
{
    return answer(arguments, verb, false);
}

int cli_draw_answer(const cli_arguments *arguments, const cli_answer_verb *verb)
{
    return answer(arguments, verb, true);
}
