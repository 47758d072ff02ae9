/* Files in, rows out: what laps, stints and standings have in common. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "driver_names.h"
#include "exit_status.h"
#include "failures.h"
#include "json/json.h"
#include "lap_tracks.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "platform/path.h"
#include "posted.h"
#include "progress.h"
#include "rewritten.h"
#include "row_filter.h"
#include "rows_json.h"
#include "rulings.h"
#include "standard_output.h"
#include "target.h"

double cli_number_at(const pdk_table *table, const char *name, uint64_t row)
{
    return pdk_table_number_at(table, name, row);
}

pdk_text cli_text_at(const pdk_table *table, const char *name, uint64_t row)
{
    pdk_text value = pdk_table_text_at(table, name, row);
    return value.data != NULL ? value : (pdk_text){ "", 0 };
}

static const pdk_property *find_property(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    bool empty = property != NULL && property->value.type == PDK_TEXT && property->value.as.text.size == 0;
    return empty ? NULL : property;
}

void cli_post_answer_title(cli_out *out, const cli_answer_file *file)
{
    char detail[512] = "";
    size_t at = 0;
    const pdk_document *document = file->input.document;
    static const char *const asked[] = { "session", "car", "track", "config", "track_kind" };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const pdk_property *property = find_property(document, asked[i]);
        if (property == NULL || (property->label == NULL && property->value.type != PDK_TEXT)) continue;
        pdk_text text = property->value.as.text;
        const char *between = at > 0 ? ", " : "";
        if (property->label != NULL)
            at += (size_t)snprintf(detail + at, sizeof detail - at, "%s%s", between, property->label);
        else at += (size_t)snprintf(detail + at, sizeof detail - at, "%s%.*s", between, (int)text.size, text.data);
        if (at >= sizeof detail) at = sizeof detail - 1;
    }
    cli_post_title(out, file->title, detail);
}

/* ------------------------------------------------------------------------------------------------ rows */

static pdk_driver_match match_of(const pdk_table *table, uint64_t row, const char *wanted)
{
    return pdk_match_driver(cli_text_at(table, "driver", row), (uint64_t)cli_number_at(table, "slot", row), wanted);
}

bool cli_is_driver(const pdk_table *table, uint64_t row, const char *wanted)
{
    return match_of(table, row, wanted) != PDK_DRIVER_NO;
}

static int refuse_driver(const cli_answer_file *file, const char *wanted)
{
    cli_driver_names names = { .count = 0 };
    for (uint64_t row = 0; row < pdk_table_rows(file->table); row++)
        cli_add_driver_name(&names, cli_text_at(file->table, "driver", row), cli_number_at(file->table, "slot", row));
    int status = cli_no_driver(&names, file->name, wanted);
    cli_forget_driver_names(&names);
    return status;
}

/* The rows that fit best. Two drivers may have the same beginning: then it is unclear which is meant. */
static int choose_driver(const cli_arguments *arguments, cli_answer_file *file, const char *wanted)
{
    pdk_driver_match best = PDK_DRIVER_NO;
    pdk_text name = { "", 0 };
    uint64_t rows = pdk_table_rows(file->table);
    for (uint64_t row = 0; row < rows; row++) {
        pdk_driver_match how = match_of(file->table, row, wanted);
        if (how > best) best = how;
    }
    for (uint64_t row = 0; row < rows && best != PDK_DRIVER_NO; row++) {
        if (match_of(file->table, row, wanted) != best) continue;
        pdk_text own = cli_text_at(file->table, "driver", row);
        bool other = file->row_count > 0 && (own.size != name.size || memcmp(own.data, name.data, own.size) != 0);
        if (other && best <= PDK_DRIVER_BEGINNING)
            return cli_usage("\"%s\" can be %.*s or %.*s in %s: give more of the name, or the slot number", wanted,
                             (int)name.size, name.data, (int)own.size, own.data, file->name);
        name = own;
        file->rows[file->row_count++] = row;
    }
    if (file->row_count > 0) return CLI_FINE;
    /* One of several files may be without the driver: the others are answered. */
    if (cli_recording_count(arguments) == 1) return refuse_driver(file, wanted);
    pdk_error error = { .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "answer.driver" };
    snprintf(error.message, sizeof error.message, "there is no driver \"%s\", by name or by slot", wanted);
    return cli_fail(file->name, &error);
}

bool cli_names_repeat(const pdk_table *table)
{
    enum { MOST = 256 };
    struct {
        pdk_text name;
        double slot;
    } seen[MOST];
    size_t count = 0;
    for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
        pdk_text name = cli_text_at(table, "driver", row);
        double slot = cli_number_at(table, "slot", row);
        size_t i = 0;
        for (; i < count; i++) {
            bool same = seen[i].name.size == name.size &&
                        (name.size == 0 || memcmp(seen[i].name.data, name.data, name.size) == 0);
            if (same && fabs(seen[i].slot - slot) > 0.5) return true;
            if (same) break;
        }
        if (i == count && count < MOST) {
            seen[count].name = name;
            seen[count++].slot = slot;
        }
    }
    return false;
}

void cli_put_gap(cli_text_table *to, double gap)
{
    char text[PDK_TIME_SIZE];
    pdk_format_gap(text, gap, 3);
    cli_text_put(to, CLI_PLAIN_STYLE, "%s", text);
}

/* Bytes of the first letters of a name. */
static size_t first_letters(pdk_text name, size_t letters)
{
    size_t at = 0;
    for (; at < name.size; at++) {
        bool begins = (name.data[at] & 0xC0) != 0x80;
        if (begins && letters-- == 0) break;
    }
    return at;
}

void cli_put_driver(cli_text_table *to, cli_style style, const cli_answer_file *file, uint64_t row)
{
    enum { LONGEST_NAME = 24 }; /* shortened here, so that the slot behind it is not what is left out */
    pdk_text name = cli_text_at(file->table, "driver", row);
    double slot = cli_number_at(file->table, "slot", row);
    size_t size = first_letters(name, LONGEST_NAME);
    if (!file->repeats && name.size > 0) cli_text_put_name(to, style, name);
    else if (name.size == 0) cli_text_put(to, style, "(%.0f)", slot);
    else cli_text_put(to, style, "%.*s%s (%.0f)", (int)size, name.data, size < name.size ? "\xE2\x80\xA6" : "", slot);
}

static const char *const entry_columns[] = { "number", "co_driver", "team", "class" };

void cli_add_entry_columns(cli_text_table *to, int number, int others)
{
    static const char *const headings[] = { "No.", "Co-driver", "Team", "Class" };
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        cli_text_column_add(to, headings[i], i == 0, i == 0 ? number : others);
}

void cli_put_entry(cli_text_table *to, const pdk_table *table, uint64_t row)
{
    for (size_t i = 0; i < sizeof entry_columns / sizeof entry_columns[0]; i++)
        cli_text_put_name(to, CLI_PLAIN_STYLE, cli_text_at(table, entry_columns[i], row));
}

static pdk_status analyse(cli_answer_file *file, pdk_analysis_options *options, pdk_error *error)
{
    cli_progress progress;
    cli_progress_begin(&progress, "computing");
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    pdk_status status = pdk_analyse(file->input.document, options, &file->computed, error);
    cli_progress_end(&progress);
    return status;
}

static bool is_asked(const cli_answer_file *file, const pdk_analysis_options *options)
{
    return options->has_line || options->has_until || options->until_lap > 0 || file->rulings != NULL ||
           options->min_stop > 0 || options->pit_limit > 0 || options->jump_tolerance > 0 ||
           cli_official_document(&file->official) != NULL;
}

int cli_analyse(const cli_arguments *arguments, cli_answer_file *file, pdk_analysis_options *options)
{
    pdk_error error;
    int status = cli_start_line_of(arguments, options->line, &options->has_line);
    if (status != CLI_FINE || !is_asked(file, options)) return status;
    options->rulings = file->rulings;
    options->rulings_file = file->path;
    options->results = cli_official_document(&file->official);
    if (analyse(file, options, &error) == PDK_OK) {
        file->document = file->computed;
        return CLI_FINE;
    }
    status = cli_refuse_official(&file->official, &error);
    if (status == CLI_FINE) status = cli_refuse_rulings(arguments, &error);
    return status != CLI_FINE ? status : cli_fail(file->name, &error);
}

/* Of the rows chosen, those that pass --where. */
static int keep_passing(const cli_arguments *arguments, cli_answer_file *file)
{
    cli_filter filter;
    pdk_error error;
    uint64_t rows = pdk_table_rows(file->table);
    if (!cli_given(arguments, CLI_WHERE) || rows == 0) return CLI_FINE;
    int status = cli_filter_of(&filter, arguments, file->name, file->table);
    if (status != CLI_FINE) return status;
    uint8_t *keep = malloc((size_t)rows);
    if (keep == NULL) return cli_no_memory("rows of a table");
    memset(keep, 1, (size_t)rows);
    if (cli_filter_rows(&filter, 0, (size_t)rows, keep, &error) != PDK_OK) status = cli_fail(file->name, &error);
    size_t kept = 0;
    for (size_t i = 0; i < file->row_count && status == CLI_FINE; i++) {
        if (keep[file->rows[i]] != 0) file->rows[kept++] = file->rows[i];
    }
    file->row_count = kept;
    free(keep);
    return status;
}

int cli_take_answer(const cli_arguments *arguments, cli_answer_file *file, const char *name)
{
    const char *driver = arguments->values[CLI_DRIVER];
    pdk_error error;
    if (file->document == NULL) file->document = file->input.document;
    if (cli_compute(file->document, name, &file->table, &error) != PDK_OK) return cli_fail(file->name, &error);
    uint64_t rows = pdk_table_rows(file->table);
    file->repeats = cli_names_repeat(file->table);
    free(file->rows);
    file->rows = malloc((size_t)(rows + 1) * sizeof *file->rows);
    file->row_count = 0;
    if (file->rows == NULL) return cli_no_memory("rows of a table");
    int status = driver != NULL ? choose_driver(arguments, file, driver) : CLI_FINE;
    for (uint64_t row = 0; driver == NULL && row < rows; row++) file->rows[file->row_count++] = row;
    return status == CLI_FINE ? keep_passing(arguments, file) : status;
}

/* Where a row belongs, while rows are sorted. */
typedef struct cli_answer_place {
    double time;
    size_t list, number;
} cli_answer_place;

typedef struct timed_row {
    cli_answer_row row;
    cli_answer_place place;
} timed_row;

/* List by list; in each by time, and rows without one last. */
static int compare_times(const cli_answer_place *one, const cli_answer_place *other)
{
    double first = one->time, second = other->time;
    if (one->list != other->list) return one->list < other->list ? -1 : 1;
    if (isnan(first)) first = HUGE_VAL;
    if (isnan(second)) second = HUGE_VAL;
    if (first < second || first > second) return first < second ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

static int by_time(const void *a, const void *b)
{
    const timed_row *one = a, *other = b;
    return compare_times(&one->place, &other->place);
}

cli_answer_row *cli_answer_rows(const cli_answers *answers, bool sorted, size_t *count)
{
    *count = 0;
    for (size_t f = 0; f < answers->count; f++) *count += answers->files[f].row_count;
    timed_row *timed = malloc((*count + 1) * sizeof *timed);
    cli_answer_row *rows = malloc((*count + 1) * sizeof *rows);
    size_t at = 0;
    for (size_t f = 0; timed != NULL && f < answers->count; f++) {
        cli_answer_file *file = &answers->files[f];
        for (size_t i = 0; i < file->row_count; i++, at++) {
            double time = sorted ? cli_number_at(file->table, "lap_time", file->rows[i]) : 0;
            timed[at] = (timed_row){ { file, file->rows[i] }, { time, file->list, at } };
        }
    }
    if (timed != NULL && sorted && *count > 0) qsort(timed, *count, sizeof *timed, by_time);
    for (size_t i = 0; timed != NULL && rows != NULL && i < *count; i++) rows[i] = timed[i].row;
    if (timed == NULL) free(rows);
    bool good = timed != NULL;
    free(timed);
    return good ? rows : NULL;
}

int cli_put_answer_json(cli_answer_file *file, pdk_json *json)
{
    cli_row_list rows = { file->rows, file->row_count };
    return cli_put_rows_json(json, file->name, file->table, &rows, NULL, NULL);
}

/* ------------------------------------------------------------------------------------------------- CSV */

/* Rows of all files as lines, until they are sorted: the files are closed by then. */
typedef struct line_place {
    cli_answer_place place;
    size_t at, size;
} line_place;

typedef struct csv_lines {
    pdk_output *text;
    line_place *all;
    size_t count, room;
} csv_lines;

static pdk_table_options csv_options(const cli_answers *answers, const cli_answer_file *file)
{
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.csv = cli_given(answers->arguments, CLI_EXCEL) ? PDK_CSV_EXCEL : PDK_CSV_PLAIN;
    options.label_name = "path";
    options.has_count = true;
    options.label = cli_recording_count(answers->arguments) > 1 ? file->path : NULL;
    options.last_label_name = "track";
    if (answers->lists > 0 && options.label != NULL) options.last_label = file->track;
    options.no_header = true;
    return options;
}

static int put_header(cli_answers *answers, const cli_answer_file *file)
{
    pdk_error error;
    pdk_table_options options = csv_options(answers, file);
    if (answers->before > 0) return CLI_FINE;
    options.no_header = false;
    if (pdk_table_write(file->table, PDK_CSV, &options, answers->out.output, &error) == PDK_OK) return CLI_FINE;
    return cli_fail_written(&answers->out, file->name, &error);
}

/* Rows that follow each other are written at once. */
static int put_csv(cli_answers *answers, const cli_answer_file *file)
{
    pdk_error error;
    pdk_table_options options = csv_options(answers, file);
    int status = put_header(answers, file);
    for (size_t i = 0; status == CLI_FINE && i < file->row_count && !cli_output_failed(); i += options.count) {
        size_t run = 1;
        while (i + run < file->row_count && file->rows[i + run] == file->rows[i] + run) run++;
        options.first = file->rows[i];
        options.count = run;
        if (pdk_table_write(file->table, PDK_CSV, &options, answers->out.output, &error) != PDK_OK)
            status = cli_fail_written(&answers->out, file->name, &error);
    }
    return status;
}

static line_place *new_line(csv_lines *lines)
{
    if (lines->count == lines->room) {
        size_t room = 2 * lines->room + 256;
        line_place *all = realloc(lines->all, room * sizeof *all);
        if (all == NULL) return NULL;
        lines->all = all;
        lines->room = room;
    }
    return &lines->all[lines->count++];
}

static int keep_csv(cli_answers *answers, const cli_answer_file *file, csv_lines *lines)
{
    pdk_error error;
    pdk_table_options options = csv_options(answers, file);
    int status = put_header(answers, file);
    options.count = 1;
    for (size_t i = 0; status == CLI_FINE && i < file->row_count; i++) {
        line_place *line = new_line(lines);
        if (line == NULL) return cli_no_memory("rows of a table");
        *line =
            (line_place){ .place = { cli_number_at(file->table, "lap_time", file->rows[i]), file->list, lines->count },
                          .at = (size_t)pdk_output_position(lines->text) };
        options.first = file->rows[i];
        if (pdk_table_write(file->table, PDK_CSV, &options, lines->text, &error) != PDK_OK)
            status = cli_fail(file->name, &error);
        line->size = (size_t)pdk_output_position(lines->text) - line->at;
    }
    return status;
}

static int by_line_time(const void *a, const void *b)
{
    const line_place *one = a, *other = b;
    return compare_times(&one->place, &other->place);
}

static void put_lines(cli_answers *answers, csv_lines *lines)
{
    const uint8_t *text = pdk_output_bytes(lines->text).data;
    if (lines->count > 0) qsort(lines->all, lines->count, sizeof *lines->all, by_line_time);
    for (size_t i = 0; i < lines->count && !cli_output_failed(); i++)
        pdk_output_write(answers->out.output, text + lines->all[i].at, lines->all[i].size, NULL);
}

/* ------------------------------------------------------------------------------------------------- JSON */

static int put_json(cli_answers *answers, const cli_answer_verb *verb, cli_answer_file *file, bool sorted)
{
    cli_answers alone = { .files = file, .count = 1 };
    size_t count;
    cli_answer_row *rows = cli_answer_rows(&alone, sorted, &count);
    if (rows == NULL) return cli_no_memory("rows of a table");
    for (size_t i = 0; i < count; i++) file->rows[i] = rows[i].row;
    free(rows);
    pdk_json json = { .output = answers->out.output };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", file->path);
    int status = verb->json(answers->arguments, file, &json);
    pdk_json_end(&json, '}');
    cli_print(&answers->out, "\n");
    return status;
}

/* ---------------------------------------------------------------------------------------------- the whole */

typedef enum answer_form { AS_CSV, AS_JSON, FOR_PEOPLE } answer_form;

/* The files of a command line, one after the other. */
typedef struct answering {
    const cli_answer_verb *verb;
    cli_answers answers;
    answer_form form;
    bool sorted, joins;   /* joins: all files stay open until the last is read */
    bool picture;         /* whatever OUT is called */
    pdk_rulings *rulings; /* NULL = none are given */
    csv_lines lines;
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
    if (work->form == AS_JSON) return put_json(answers, work->verb, answers->files, work->sorted);
    return work->sorted ? keep_csv(answers, answers->files, &work->lines) : put_csv(answers, answers->files);
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
    if (work->lines.count > 0 && goes_on(worst)) put_lines(answers, &work->lines);
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
