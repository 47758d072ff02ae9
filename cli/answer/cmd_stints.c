/* paddock stints: runs between stops, and the stops. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "posted.h"

enum { KEEP = 1000 };

static void put_count(cli_text_table *table, double value)
{
    if (isfinite(value)) cli_text_put(table, CLI_PLAIN_STYLE, "%.0f", value);
    else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
}

/* Who drove a stint, if that is another than the driver for whom the car is entered; otherwise a text without data. */
static pdk_text other_driver(const cli_answer_file *file, uint64_t row)
{
    pdk_text who = cli_text_at(file->table, "who", row), driver = cli_text_at(file->table, "driver", row);
    bool same = who.size == driver.size && (who.size == 0 || memcmp(who.data, driver.data, who.size) == 0);
    return same ? (pdk_text){ NULL, 0 } : who;
}

static bool drivers_change(const cli_answer_file *file)
{
    for (size_t i = 0; i < file->row_count; i++)
        if (other_driver(file, file->rows[i]).size > 0) return true;
    return false;
}

static int put_stints(cli_out *out, const cli_answer_file *file)
{
    cli_text_table table = { .column_count = 0 };
    const pdk_table *stints = file->table;
    bool changes = drivers_change(file);
    cli_text_column_add(&table, "Driver", false, KEEP);
    cli_text_column_add(&table, "Stint", true, 65); /* they come in order */
    cli_text_column_add(&table, "From lap", true, 50);
    cli_text_column_add(&table, "To lap", true, 50);
    cli_text_column_add(&table, "Laps", true, KEEP);
    cli_text_column_add(&table, "Begins", true, 20);
    cli_text_column_add(&table, "Ends", true, 20);
    cli_text_column_add(&table, "Best", true, KEEP);
    cli_text_column_add(&table, "Median", true, 80);
    cli_text_column_add(&table, "Deviation", true, 60);
    cli_text_column_add(&table, "Tyres", false, 70);
    if (changes) cli_text_column_add(&table, "Driven by", false, 95); /* the last one is wrapped if too wide */
    for (size_t i = 0; i < file->row_count; i++) {
        uint64_t row = file->rows[i];
        cli_put_driver(&table, CLI_PLAIN_STYLE, file, row);
        put_count(&table, cli_number_at(stints, "stint", row));
        put_count(&table, cli_number_at(stints, "first_lap", row));
        put_count(&table, cli_number_at(stints, "last_lap", row));
        put_count(&table, cli_number_at(stints, "laps", row));
        cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(stints, "start_time", row));
        cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(stints, "end_time", row));
        cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(stints, "best_lap_time", row));
        cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(stints, "median_lap_time", row));
        cli_text_put_part(&table, CLI_PLAIN_STYLE, cli_number_at(stints, "deviation", row));
        cli_text_put_name(&table, CLI_PLAIN_STYLE, cli_text_at(stints, "compound", row));
        if (changes) cli_text_put_name(&table, CLI_PLAIN_STYLE, other_driver(file, row));
    }
    return cli_text_print(&table, out);
}

static int put_stops(cli_out *out, const cli_answer_file *file)
{
    cli_text_table table = { .column_count = 0 };
    const pdk_table *stops = file->table;
    cli_text_column_add(&table, "Driver", false, KEEP);
    cli_text_column_add(&table, "Stop", true, KEEP);
    cli_text_column_add(&table, "Lap", true, KEEP);
    cli_text_column_add(&table, "Enters", true, 50);
    cli_text_column_add(&table, "In the lane", true, KEEP);
    cli_text_column_add(&table, "Standing", true, KEEP);
    cli_text_column_add(&table, "Lost", true, 80);
    cli_text_column_add(&table, "", false, 90);
    for (size_t i = 0; i < file->row_count; i++) {
        uint64_t row = file->rows[i];
        bool service = cli_number_at(stops, "service", row) > 0,
             left = isfinite(cli_number_at(stops, "exit_time", row));
        cli_put_driver(&table, CLI_PLAIN_STYLE, file, row);
        put_count(&table, cli_number_at(stops, "stop", row));
        put_count(&table, cli_number_at(stops, "lap", row));
        cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(stops, "enter_time", row));
        cli_text_put_part(&table, CLI_PLAIN_STYLE, cli_number_at(stops, "lane_duration", row));
        cli_text_put_part(&table, CLI_PLAIN_STYLE, cli_number_at(stops, "stationary_duration", row));
        cli_text_put_part(&table, CLI_PLAIN_STYLE, cli_number_at(stops, "loss", row));
        cli_text_put(&table, CLI_DIM, "%s", service ? "" : left ? "without service" : "did not come out");
    }
    return cli_text_print(&table, out);
}

/* Does the file record stops? */
static bool has_stops(const cli_answer_file *file)
{
    return pdk_answer_available(file->document, "pit_stops", NULL) == PDK_OK;
}

/* The stops of the same file and driver. */
static int take_stops(const cli_arguments *arguments, const cli_answer_file *file, cli_answer_file *stops)
{
    *stops = (cli_answer_file){ .path = file->path, .name = file->name, .document = file->document };
    cli_arguments all = *arguments;
    all.values[CLI_DRIVER] = NULL; /* a driver without stops is no mistake */
    int status = cli_take_answer(&all, stops, "pit_stops");
    const char *driver = arguments->values[CLI_DRIVER];
    size_t kept = 0;
    for (size_t i = 0; i < stops->row_count; i++) {
        if (driver == NULL || cli_is_driver(stops->table, stops->rows[i], driver)) stops->rows[kept++] = stops->rows[i];
    }
    stops->row_count = kept;
    return status;
}

static int put_people(cli_answers *answers)
{
    int status = CLI_FINE;
    for (size_t f = 0; f < answers->count && status == CLI_FINE; f++) {
        cli_answer_file *file = &answers->files[f], stops;
        cli_post_answer_title(&answers->out, file);
        status = put_stints(&answers->out, file);
        if (status != CLI_FINE || !has_stops(file)) continue;
        status = take_stops(answers->arguments, file, &stops);
        if (status == CLI_FINE && stops.row_count > 0) {
            cli_post_heading(&answers->out, "Pit stops");
            status = put_stops(&answers->out, &stops);
        }
        free(stops.rows);
    }
    return status;
}

/* Both keys are always there: where the file does not record stops, theirs is null. */
static int put_json(const cli_arguments *arguments, cli_answer_file *file, pdk_json *json)
{
    cli_answer_file stops;
    int status = cli_put_answer_json(file, json);
    if (status != CLI_FINE) return status;
    if (!has_stops(file)) {
        pdk_member_text(json, "pit_stops", NULL);
        return CLI_FINE;
    }
    status = take_stops(arguments, file, &stops);
    if (status == CLI_FINE) status = cli_put_answer_json(&stops, json);
    free(stops.rows);
    return status;
}

static int make(const cli_arguments *arguments, cli_answer_file *file)
{
    return cli_take_answer(arguments, file, "stints");
}

const cli_answer_verb cli_answer_stints = { .make = make, .people = put_people, .json = put_json };

static int run_stints(const cli_arguments *arguments)
{
    return cli_answer(arguments, &cli_answer_stints);
}

static const cli_option takes[] = { CLI_DRIVER,  CLI_JOIN,    CLI_JSON,    CLI_EXCEL,
                                    CLI_POSTING, CLI_OUTPUTS, CLI_READING, CLI_HELP };

const cli_verb cli_verb_stints = {
    .name = "stints",
    .operands = "FILE...",
    .summary = "list stints and pit stops: laps, pace, time in the lane, time lost",
    .details =
        "A stint is a run between stops with service, or between visits to the garage; a drive-through does not\n"
        "end it. Median and deviation are of clean laps.\n\n"
        "For each pit stop it prints the time in the pit lane, the time standing still, and what the stop cost:\n"
        "the lap into the pits and the next one against two median laps.\n\n"
        "CSV has the stints; `paddock table FILE pit_stops` prints the stops. --json has both.",
    .purpose = CLI_LOOK,
    .examples = { "paddock stints race.vcr", "who stopped when, and what it cost",
                  "paddock stints race.vcr --driver Varga --json", "those of one driver, for a program" },
    .options = takes,
    .kinds = "csv json " CLI_POSTED_KINDS,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_stints,
};
