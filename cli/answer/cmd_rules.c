/* paddock rules: what a steward checks after a race. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "option_values.h"
#include "options.h"
#include "posted.h"

enum { KEEP = 1000, MOST_BASES = 16 };

static const char *const answers_of_rules[] = { "laps",      "jump_starts", "blue_flags", "track_limit_checks",
                                                "pit_rules", "rejoins",     "rules",      NULL };

static bool is_of(const cli_answer_file *file, uint64_t row, const char *check)
{
    pdk_text own = cli_text_at(file->table, "check", row);
    return own.size == strlen(check) && memcmp(own.data, check, own.size) == 0;
}

/* The findings of one check, in order of time. */
typedef struct timed_row {
    double time;
    uint64_t row;
} timed_row;

static int by_time(const void *left, const void *right)
{
    const timed_row *a = left, *b = right;
    if (a->time < b->time || a->time > b->time) return a->time < b->time ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* malloc'd; NULL without memory */
static timed_row *find_rows(const cli_answer_file *file, const char *check, size_t *count)
{
    timed_row *rows = malloc((file->row_count + 1) * sizeof *rows);
    *count = 0;
    for (size_t i = 0; i < file->row_count && rows != NULL; i++) {
        double time = cli_number_at(file->table, "time", file->rows[i]);
        if (!is_of(file, file->rows[i], check)) continue;
        rows[(*count)++] = (timed_row){ isfinite(time) ? time : HUGE_VAL, file->rows[i] };
    }
    if (rows != NULL && *count > 0) qsort(rows, *count, sizeof *rows, by_time);
    return rows;
}

/* What rows rest on: each kind once. */
typedef struct bases {
    pdk_text all[MOST_BASES];
    size_t count;
} bases;

/* Its number from 1; 0 = there are too many. */
static size_t number_of(bases *known, pdk_text basis)
{
    for (size_t i = 0; i < known->count; i++) {
        bool same = known->all[i].size == basis.size && memcmp(known->all[i].data, basis.data, basis.size) == 0;
        if (same) return i + 1;
    }
    if (known->count == MOST_BASES) return 0;
    known->all[known->count++] = basis;
    return known->count;
}

static void post_bases(cli_out *out, const bases *known)
{
    for (size_t i = 0; i < known->count; i++) {
        int size = (int)known->all[i].size;
        if (known->count == 1) cli_post_note(out, "Basis: %.*s.", size, known->all[i].data);
        else cli_post_note(out, "Basis %zu: %.*s.", i + 1, size, known->all[i].data);
    }
}

static void add_columns(cli_text_table *table, bool several)
{
    cli_text_column_add(table, "Time", true, KEEP);
    cli_text_column_add(table, "Lap", true, 80);
    cli_text_column_add(table, "Driver", false, KEEP);
    cli_text_column_add(table, "", false, KEEP);
    if (several) cli_text_column_add(table, "Basis", true, 90);
}

/* A separate table. */
static int put_check(cli_out *out, const cli_answer_file *file, const char *check, const char *heading, bool *any)
{
    cli_text_table table = { .column_count = 0 };
    bases known = { .count = 0 };
    size_t count;
    timed_row *rows = find_rows(file, check, &count);
    if (rows == NULL) return cli_no_memory("rows of a table");
    for (size_t i = 0; i < count; i++) number_of(&known, cli_text_at(file->table, "basis", rows[i].row));
    if (count > 0) cli_post_heading(out, heading);
    add_columns(&table, known.count > 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t row = rows[i].row;
        double lap = cli_number_at(file->table, "lap", row);
        cli_style style = cli_number_at(file->table, "broken", row) > 0 ? CLI_BOLD : CLI_PLAIN_STYLE;
        cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(file->table, "time", row));
        if (lap >= 0) cli_text_put(&table, CLI_PLAIN_STYLE, "%.0f", lap);
        else cli_text_put(&table, CLI_PLAIN_STYLE, "%s", "");
        cli_put_driver(&table, CLI_PLAIN_STYLE, file, row);
        cli_text_put_name(&table, style, cli_text_at(file->table, "sentence", row));
        if (known.count < 2) continue;
        cli_text_put(&table, CLI_PLAIN_STYLE, "%zu", number_of(&known, cli_text_at(file->table, "basis", row)));
    }
    free(rows);
    *any |= count > 0;
    int status = cli_text_print(&table, out);
    post_bases(out, &known);
    return status;
}

static int put_file(cli_out *out, const cli_answer_file *file)
{
    static const char *const checks[][2] = { { "jump_start", "Jump starts" },
                                             { "blue_flag", "Behind lapped cars" },
                                             { "track_limits", "Track limits" },
                                             { "pit_rule", "Pit lane and stops" },
                                             { "rejoin", "Returns to the track" } };
    bool any = false;
    int status = CLI_FINE;
    cli_post_answer_title(out, file);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && status == CLI_FINE; i++)
        status = put_check(out, file, checks[i][0], checks[i][1], &any);
    if (!any) cli_post_note(out, "Nothing was found.");
    pdk_text unrecorded = pdk_rules_unrecorded(file->document);
    if (unrecorded.data != NULL) cli_post_note(out, "Not recorded: %.*s.", (int)unrecorded.size, unrecorded.data);
    return status;
}

static int put_people(cli_answers *answers)
{
    int status = CLI_FINE;
    for (size_t f = 0; f < answers->count && status == CLI_FINE; f++)
        status = put_file(&answers->out, &answers->files[f]);
    return status;
}

/* A driver of the recording without findings is no mistake: `laps` says whether there is such a driver. */
static int take_rows(const cli_arguments *arguments, cli_answer_file *file, const char *name)
{
    cli_arguments all = *arguments;
    const char *driver = arguments->values[CLI_DRIVER];
    all.values[CLI_DRIVER] = NULL;
    int status = driver != NULL ? cli_take_answer(arguments, file, "laps") : CLI_FINE;
    if (status == CLI_FINE) status = cli_take_answer(&all, file, name);
    if (status != CLI_FINE || driver == NULL) return status;
    size_t kept = 0;
    for (size_t i = 0; i < file->row_count; i++) {
        if (cli_is_driver(file->table, file->rows[i], driver)) file->rows[kept++] = file->rows[i];
    }
    file->row_count = kept;
    return CLI_FINE;
}

static int put_json(const cli_arguments *arguments, cli_answer_file *file, pdk_json *json)
{
    int status = CLI_FINE;
    for (size_t i = 1; answers_of_rules[i + 1] != NULL && status == CLI_FINE; i++) {
        cli_answer_file part = { .path = file->path, .name = file->name, .document = file->document };
        status = take_rows(arguments, &part, answers_of_rules[i]);
        if (status == CLI_FINE) status = cli_put_answer_json(&part, json);
        free(part.rows);
    }
    pdk_text unrecorded = pdk_rules_unrecorded(file->document);
    if (unrecorded.data == NULL) pdk_member_text(json, "unrecorded", NULL);
    else pdk_member_value(json, "unrecorded", &(pdk_value){ .type = PDK_TEXT, .as.text = unrecorded });
    return status;
}

static int make(const cli_arguments *arguments, cli_answer_file *file)
{
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    double limit = 0;
    options.names = answers_of_rules;
    int status = cli_seconds_of(arguments, CLI_MIN_STOP, &options.min_stop);
    if (status == CLI_FINE) status = cli_rate_of(arguments, CLI_PIT_LIMIT, &limit);
    if (status == CLI_FINE) status = cli_rate_of(arguments, CLI_JUMP_TOLERANCE, &options.jump_tolerance);
    options.pit_limit = limit / 3.6;
    if (status == CLI_FINE) status = cli_analyse(arguments, file, &options);
    return status == CLI_FINE ? take_rows(arguments, file, "rules") : status;
}

const cli_answer_verb cli_answer_rules = { .make = make, .people = put_people, .json = put_json };

static int run_rules(const cli_arguments *arguments)
{
    return cli_answer(arguments, &cli_answer_rules);
}

static const cli_option takes[] = { CLI_DRIVER, CLI_MIN_STOP, CLI_PIT_LIMIT, CLI_JUMP_TOLERANCE, CLI_JSON,
                                    CLI_EXCEL,  CLI_POSTING,  CLI_OUTPUTS,   CLI_READING,        CLI_HELP };

const cli_verb cli_verb_rules = {
    .name = "rules",
    .operands = "FILE...",
    .summary = "check starts, lapped cars, track limits, pit rules and returns",
    .details =
        "Finds who moved before the start, who was held up by a lapped car and how long, where the game reported\n"
        "track limits and where cars left the track, how long stops were and how fast cars drove in the lane,\n"
        "and who came back to the track in front of others. It proposes; people decide. The last line says what\n"
        "the recording does not show.\n\n"
        "CSV has a row for each finding; --json has the five tables that `paddock table FILE` knows by name:\n"
        "jump_starts, blue_flags, track_limit_checks, pit_rules, rejoins.",
    .purpose = CLI_LOOK,
    .examples = { "paddock rules race.vcr", "what happened against the rules, for the stewards",
                  "paddock rules race.vcr --min-stop 30 --pit-limit 80", "with this league's limits for the pits" },
    .options = takes,
    .kinds = "csv json " CLI_POSTED_KINDS,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_rules,
};
