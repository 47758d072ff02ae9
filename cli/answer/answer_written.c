/* Rows in the order of files or of times, as CSV and JSON. */
#include "answer_written.h"

#include <math.h>
#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "rewritten.h"
#include "rows_json.h"
#include "standard_output.h"
#include "target.h"

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
int cli_put_answer_csv(cli_answers *answers, const cli_answer_file *file)
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

static cli_answer_line *new_line(cli_answer_lines *lines)
{
    if (lines->count == lines->room) {
        size_t room = 2 * lines->room + 256;
        cli_answer_line *all = realloc(lines->all, room * sizeof *all);
        if (all == NULL) return NULL;
        lines->all = all;
        lines->room = room;
    }
    return &lines->all[lines->count++];
}

int cli_keep_answer_csv(cli_answers *answers, const cli_answer_file *file, cli_answer_lines *lines)
{
    pdk_error error;
    pdk_table_options options = csv_options(answers, file);
    int status = put_header(answers, file);
    options.count = 1;
    for (size_t i = 0; status == CLI_FINE && i < file->row_count; i++) {
        cli_answer_line *line = new_line(lines);
        if (line == NULL) return cli_no_memory("rows of a table");
        *line = (cli_answer_line){ .place = { cli_number_at(file->table, "lap_time", file->rows[i]), file->list,
                                              lines->count },
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
    const cli_answer_line *one = a, *other = b;
    return compare_times(&one->place, &other->place);
}

void cli_put_answer_lines(cli_answers *answers, cli_answer_lines *lines)
{
    const uint8_t *text = pdk_output_bytes(lines->text).data;
    if (lines->count > 0) qsort(lines->all, lines->count, sizeof *lines->all, by_line_time);
    for (size_t i = 0; i < lines->count && !cli_output_failed(); i++)
        pdk_output_write(answers->out.output, text + lines->all[i].at, lines->all[i].size, NULL);
}

/* ------------------------------------------------------------------------------------------------- JSON */

int cli_put_answer_object(cli_answers *answers, const cli_answer_verb *verb, cli_answer_file *file, bool sorted)
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
