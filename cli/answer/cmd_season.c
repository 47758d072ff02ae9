/* paddock season: the standings of a championship. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "posted.h"
#include "rows_json.h"
#include "rulings.h"
#include "season_options.h"
#include "season_rounds.h"

enum { KEEP = 1000, OTHER_COLUMNS = 13 };

static const char *const json_tables[] = { "season",           "season_teams",   "season_rounds",
                                           "season_incidents", "season_rulings", "season_penalties" };

/* ------------------------------------------------------------------------------------------------- tables */

static void put_points(cli_text_table *table, double points, bool dropped)
{
    if (!isfinite(points)) cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
    else cli_text_put(table, dropped ? CLI_DIM : CLI_PLAIN_STYLE, dropped ? "(%g)" : "%g", points);
}

/* Nothing instead of 0, so that winners stand out. */
static void put_few(cli_text_table *table, const pdk_table *rows, const char *column, uint64_t row)
{
    double count = cli_number_at(rows, column, row);
    if (count > 0 || count < 0) cli_text_put(table, CLI_PLAIN_STYLE, "%g", count);
    else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
}

static size_t rounds_of(const pdk_document *season)
{
    return (size_t)pdk_table_rows(pdk_document_own_table(season, "season_rounds"));
}

/* The last rounds, if there are more than a table has room for. */
static size_t first_shown(size_t rounds)
{
    size_t room = CLI_TEXT_COLUMNS - OTHER_COLUMNS;
    return rounds > room ? rounds - room : 0;
}

static void add_round_columns(cli_text_table *table, size_t rounds)
{
    static char headings[CLI_TEXT_COLUMNS][24];
    for (size_t r = first_shown(rounds); r < rounds; r++) {
        char *heading = headings[r - first_shown(rounds)];
        snprintf(heading, sizeof headings[0], "R%zu", r + 1);
        cli_text_column_add(table, heading, true, 60);
    }
}

static void put_rounds(cli_text_table *table, const pdk_table *rows, uint64_t row, size_t rounds)
{
    for (size_t r = first_shown(rounds); r < rounds; r++) {
        char points[40], dropped[40];
        snprintf(points, sizeof points, "round_%zu_points", r + 1);
        snprintf(dropped, sizeof dropped, "round_%zu_dropped", r + 1);
        put_points(table, cli_number_at(rows, points, row), cli_number_at(rows, dropped, row) > 0);
    }
}

static const char *const counts[] = { "wins", "podiums", "poles", "fastest_laps" };

static void add_columns(cli_text_table *table, bool drivers)
{
    static const char *const headings[] = { "Wins", "Podiums", "Poles", "Fastest laps" };
    cli_text_column_add(table, "Pos", true, KEEP);
    if (drivers) cli_text_column_add(table, "Driver", false, KEEP);
    cli_text_column_add(table, "Team", false, drivers ? 50 : KEEP);
    if (drivers) cli_text_column_add(table, "Class", false, 18);
    cli_text_column_add(table, "Points", true, KEEP);
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        cli_text_column_add(table, headings[i], true, 40 - (int)i);
}

/* Have rulings given or taken points? */
static bool has_awards(const pdk_table *rows)
{
    for (uint64_t row = 0; row < pdk_table_rows(rows); row++) {
        if (fabs(cli_number_at(rows, "awarded", row)) > 0) return true;
    }
    return false;
}

static int put_standings(cli_out *out, const pdk_document *season, const char *name, bool drivers)
{
    cli_text_table table = { .column_count = 0 };
    const pdk_table *rows = pdk_document_own_table(season, name);
    size_t rounds = rounds_of(season);
    add_columns(&table, drivers);
    add_round_columns(&table, rounds);
    bool awards = has_awards(rows);
    if (awards) cli_text_column_add(&table, "Rulings", true, KEEP);
    for (uint64_t row = 0; row < pdk_table_rows(rows); row++) {
        cli_style style = row == 0 ? CLI_BOLD : CLI_PLAIN_STYLE;
        cli_text_put(&table, CLI_PLAIN_STYLE, "%.0f", cli_number_at(rows, "position", row));
        if (drivers) cli_text_put_name(&table, style, cli_text_at(rows, "driver", row));
        cli_text_put_name(&table, drivers ? CLI_PLAIN_STYLE : style, cli_text_at(rows, "team", row));
        if (drivers) cli_text_put_name(&table, CLI_PLAIN_STYLE, cli_text_at(rows, "class", row));
        cli_text_put(&table, style, "%g", cli_number_at(rows, "points", row));
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) put_few(&table, rows, counts[i], row);
        put_rounds(&table, rows, row, rounds);
        if (awards) put_few(&table, rows, "awarded", row);
    }
    return cli_text_print(&table, out);
}

static int put_rounds_table(cli_out *out, const pdk_document *season)
{
    cli_text_table table = { .column_count = 0 };
    const pdk_table *rows = pdk_document_own_table(season, "season_rounds");
    cli_text_column_add(&table, "Round", true, KEEP);
    cli_text_column_add(&table, "Track", false, KEEP);
    cli_text_column_add(&table, "Winner", false, KEEP);
    cli_text_column_add(&table, "Laps", true, 60);
    cli_text_column_add(&table, "Drivers", true, 50);
    cli_text_column_add(&table, "Pole", false, 70);
    cli_text_column_add(&table, "Fastest lap", false, 65);
    cli_text_column_add(&table, "Time", true, 65);
    cli_text_column_add(&table, "Results", false, 60);
    for (uint64_t row = 0; row < pdk_table_rows(rows); row++) {
        cli_text_put(&table, CLI_PLAIN_STYLE, "%.0f", cli_number_at(rows, "round", row));
        cli_text_put_name(&table, CLI_PLAIN_STYLE, cli_text_at(rows, "track", row));
        cli_text_put_name(&table, CLI_PLAIN_STYLE, cli_text_at(rows, "winner", row));
        put_few(&table, rows, "laps", row);
        put_few(&table, rows, "drivers", row);
        cli_text_put_name(&table, CLI_PLAIN_STYLE, cli_text_at(rows, "pole", row));
        cli_text_put_name(&table, CLI_PLAIN_STYLE, cli_text_at(rows, "fastest_lap", row));
        cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(rows, "fastest_lap_time", row));
        cli_text_put(&table, CLI_PLAIN_STYLE, "%s", cli_number_at(rows, "official", row) > 0 ? "official" : "");
    }
    return cli_text_print(&table, out);
}

/* ----------------------------------------------------------------------------------------------- outputs */

/* Most tables of points end before the last car, but nobody means to give points to three of twenty by mistake. */
static void say_points(const pdk_document *season, char *text, size_t size)
{
    const pdk_table *rounds = pdk_document_own_table(season, "season_rounds");
    const pdk_property *property = pdk_document_find_property(season, "places");
    double places = property != NULL ? property->value.as.number : HUGE_VAL;
    size_t used = 0;
    text[0] = '\0';
    for (uint64_t row = 0; row < pdk_table_rows(rounds) && used + 40 < size; row++) {
        double drivers = cli_number_at(rounds, "drivers", row);
        if (!(drivers > places)) continue;
        if (used == 0)
            used = (size_t)snprintf(text, size, "--points has %.0f place%s, and more drivers started: ", places,
                                    places > 1 ? "s" : "");
        else used += (size_t)snprintf(text + used, size - used, ", ");
        used += (size_t)snprintf(text + used, size - used, "%.0f in round %llu", drivers, (unsigned long long)row + 1);
    }
}

static void put_notes(cli_out *out, const pdk_document *season)
{
    const pdk_table *rounds = pdk_document_own_table(season, "season_rounds"),
                    *rulings = pdk_document_own_table(season, "season_rulings");
    char points[1024];
    for (uint64_t row = 0; row < pdk_table_rows(rulings); row++) {
        pdk_text driver = cli_text_at(rulings, "driver", row), decision = cli_text_at(rulings, "decision", row),
                 reason = cli_text_at(rulings, "reason", row);
        cli_post_note(out, "Ruling in round %.0f: %.*s, %.*s%s%.*s%s", cli_number_at(rulings, "round", row),
                      (int)driver.size, driver.data, (int)decision.size, decision.data, reason.size > 0 ? " (" : "",
                      (int)reason.size, reason.size > 0 ? reason.data : "", reason.size > 0 ? ")" : "");
    }
    for (uint64_t row = 0; row < pdk_table_rows(rounds); row++) {
        pdk_text note = cli_text_at(rounds, "note", row);
        if (note.size > 0)
            cli_post_note(out, "Round %llu: %.*s", (unsigned long long)row + 1, (int)note.size, note.data);
    }
    say_points(season, points, sizeof points);
    if (points[0] != '\0') cli_post_note(out, "%s", points);
}

static int put_people(cli_out *out, const pdk_document *season)
{
    const pdk_table *teams = pdk_document_own_table(season, "season_teams");
    size_t rounds = rounds_of(season);
    char detail[48];
    snprintf(detail, sizeof detail, "%zu round%s", rounds, rounds == 1 ? "" : "s");
    cli_post_title(out, "Season", detail);
    int status = put_standings(out, season, "season", true);
    if (status == CLI_FINE && pdk_table_rows(teams) > 0) {
        cli_post_heading(out, "Teams");
        status = put_standings(out, season, "season_teams", false);
    }
    if (status == CLI_FINE) cli_post_heading(out, "Rounds");
    if (status == CLI_FINE) status = put_rounds_table(out, season);
    if (status == CLI_FINE) put_notes(out, season);
    return status;
}

static int post(cli_out *out, const cli_arguments *arguments, const pdk_document *season)
{
    int status = cli_begin_posting(out);
    if (status == CLI_FINE) status = put_people(out, season);
    if (status == CLI_FINE) status = cli_end_posting(out, arguments, false);
    cli_forget_posting(out);
    return status;
}

static int put_json(cli_out *out, const pdk_document *season)
{
    pdk_json json = { .output = out->output };
    int status = CLI_FINE;
    pdk_json_begin(&json, '{');
    for (size_t i = 0; i < sizeof json_tables / sizeof json_tables[0] && status == CLI_FINE; i++)
        status =
            cli_put_rows_json(&json, "the season", pdk_document_own_table(season, json_tables[i]), NULL, NULL, NULL);
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
    return status;
}

static int put_csv(cli_out *out, const cli_arguments *arguments, const pdk_document *season)
{
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    pdk_error error;
    options.csv = cli_given(arguments, CLI_EXCEL) ? PDK_CSV_EXCEL : PDK_CSV_PLAIN;
    pdk_status status =
        pdk_table_write(pdk_document_own_table(season, "season"), PDK_CSV, &options, out->output, &error);
    return status == PDK_OK ? CLI_FINE : cli_fail_out(out, &error);
}

static int put_page(cli_out *out, const cli_arguments *arguments, const pdk_document *season)
{
    pdk_season_page_options options = PDK_SEASON_PAGE_OPTIONS_INIT;
    pdk_error error;
    options.title = arguments->values[CLI_TITLE];
    pdk_status status = pdk_season_page_write(season, &options, out->output, &error);
    return status == PDK_OK ? CLI_FINE : cli_fail_out(out, &error);
}

static int put_season(const cli_arguments *arguments, const pdk_document *season)
{
    const char *path = arguments->values[CLI_OUTPUT];
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    bool page = path != NULL && cli_is_named(path, ".html") && !cli_given(arguments, CLI_CHAT);
    bool people = out.is_terminal && !cli_given(arguments, CLI_EXCEL);
    if (cli_given(arguments, CLI_JSON) || (path != NULL && cli_is_named(path, ".json")))
        status = put_json(&out, season);
    else if (page) status = put_page(&out, arguments, season);
    else if (people || cli_is_posted(arguments)) status = post(&out, arguments, season);
    else status = put_csv(&out, arguments, season);
    return cli_close_out(&out, status);
}

/* ------------------------------------------------------------------------------------------------ rounds */

/* What the season reads of a recording, computed with a progress bar. */
static int compute(const pdk_document *document, const char *path)
{
    static const char *const names[] = { "results", "incident_parties" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const pdk_table *table;
        pdk_error error;
        pdk_status status = cli_compute(document, names[i], &table, &error);
        if (status != PDK_OK && (i == 0 || status != PDK_E_UNSUPPORTED)) return cli_fail(cli_file_name(path), &error);
    }
    return CLI_FINE;
}

static pdk_ruled_recording race_of(const cli_round *round)
{
    return (pdk_ruled_recording){ (const char *const *)round->parts, round->part_count };
}

static pdk_ruled_recording qualifying_of(const cli_round *round)
{
    return (pdk_ruled_recording){ (const char *const *)&round->qualifying, 1 };
}

/* A qualifying gives no points: what a ruling of points means is about a race. */
static int check_qualifying(const cli_arguments *arguments, const cli_round *round, const pdk_rulings *rulings)
{
    const pdk_ruling *ruling;
    for (size_t i = 0; (ruling = pdk_ruling_at(rulings, i)) != NULL; i++) {
        if (ruling->kind != PDK_RULING_POINTS) continue;
        return cli_usage("%s: line %llu: %s is a qualifying, where no points are given: name the file of the race "
                         "(rulings.kind)",
                         cli_file_name(arguments->values[CLI_RULINGS]), (unsigned long long)ruling->line,
                         cli_file_name(round->qualifying));
    }
    return CLI_FINE;
}

/* The qualifying as the game and stewards decided; *decided is NULL where the recording is all there is. */
static int decide_qualifying(const cli_arguments *arguments, const cli_round *round, const pdk_rulings *rulings,
                             pdk_document **decided)
{
    static const char *const names[] = { "laps", "results", NULL };
    const pdk_ruled_recording recording = qualifying_of(round);
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    pdk_rulings *own = NULL;
    pdk_error error;
    *decided = NULL;
    if (round->qualifying == NULL) return CLI_FINE;
    int status = cli_select_rulings(rulings, &recording, &own);
    if (status == CLI_FINE) status = check_qualifying(arguments, round, own);
    options.names = names;
    options.rulings = own;
    options.results = cli_official_document(&round->grid);
    if (status == CLI_FINE && (pdk_rulings_count(own) > 0 || options.results != NULL) &&
        pdk_analyse(round->qualifier.document, &options, decided, &error) != PDK_OK) {
        status = cli_refuse_rulings(arguments, &error);
        if (status == CLI_FINE) status = cli_fail(cli_file_name(round->qualifying), &error);
    }
    pdk_rulings_close(own);
    return status;
}

static int add_decided(pdk_season *season, const cli_arguments *arguments, const cli_round *round,
                       const pdk_document *qualifying, const pdk_rulings *rulings)
{
    const char *name = cli_file_name(round->parts[0]);
    const pdk_ruled_recording recording = race_of(round);
    pdk_rulings *own;
    pdk_error error;
    int status = cli_select_rulings(rulings, &recording, &own);
    if (status != CLI_FINE) return status;
    const pdk_season_round added = { .race = round->race.document,
                                     .qualifying = qualifying,
                                     .path = round->parts[0],
                                     .rulings = own,
                                     .results = cli_official_document(&round->official) };
    pdk_status done = pdk_season_add(season, &added, &error);
    pdk_rulings_close(own);
    if (done != PDK_OK && cli_refuse_rulings(arguments, &error) != CLI_FINE) return CLI_USAGE;
    if (done == PDK_E_ARGUMENT) return cli_usage("%s: %s", name, error.message);
    return done == PDK_OK ? CLI_FINE : cli_fail(name, &error);
}

static int add_round(pdk_season *season, const cli_arguments *arguments, cli_round *round, const pdk_rulings *rulings)
{
    pdk_document *decided = NULL;
    int status = cli_open_round(round, arguments);
    if (status == CLI_FINE) status = compute(round->race.document, round->parts[0]);
    if (status == CLI_FINE) status = decide_qualifying(arguments, round, rulings, &decided);
    if (status == CLI_FINE)
        status = add_decided(season, arguments, round, decided != NULL ? decided : round->qualifier.document, rulings);
    pdk_close(decided);
    return status;
}

/* What the operands are: at most as many rounds. */
static int find_rounds(const cli_arguments *arguments, cli_round *rounds, int *count)
{
    int status = CLI_FINE;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++) {
        cli_round *round = &rounds[(*count)++];
        bool more = true;
        status = cli_find_round(round, arguments, arguments->operands[i]);
        while (status == CLI_FINE && more && i + 1 < arguments->count) {
            status = cli_extend_round(round, arguments, arguments->operands[i + 1], &more);
            i += more;
        }
    }
    return status;
}

/* Rulings name the files of races and of their qualifyings. */
static int read_rulings(const cli_arguments *arguments, const cli_round *rounds, int count, pdk_rulings **rulings)
{
    pdk_ruled_recording *recordings = malloc(2 * (size_t)count * sizeof *recordings + 1);
    size_t at = 0;
    if (recordings == NULL) return cli_no_memory("rounds");
    for (int i = 0; i < count; i++) {
        recordings[at++] = race_of(&rounds[i]);
        if (rounds[i].qualifying != NULL) recordings[at++] = qualifying_of(&rounds[i]);
    }
    int status = cli_read_rulings_of(arguments, recordings, at, rulings);
    free(recordings);
    return status;
}

static int add_rounds(pdk_season *season, const cli_arguments *arguments)
{
    int count = 0;
    pdk_rulings *rulings = NULL;
    cli_round *rounds = calloc((size_t)arguments->count, sizeof *rounds);
    int status = rounds != NULL ? find_rounds(arguments, rounds, &count) : cli_no_memory("rounds");
    if (status == CLI_FINE) status = read_rulings(arguments, rounds, count, &rulings);
    for (int i = 0; i < count; i++) {
        if (status == CLI_FINE) status = add_round(season, arguments, &rounds[i], rulings);
        cli_shut_round(&rounds[i]); /* many recordings are not open at once */
        for (int k = 0; k < i && status == CLI_FINE; k++) status = cli_refuse_parts(arguments, &rounds[k], &rounds[i]);
    }
    for (int i = 0; i < count; i++) cli_close_round(&rounds[i]);
    pdk_rulings_close(rulings);
    free(rounds);
    return status;
}

static void note(const pdk_document *season)
{
    const pdk_table *rounds = pdk_document_own_table(season, "season_rounds");
    char text[1024];
    for (uint64_t row = 0; row < pdk_table_rows(rounds); row++) {
        pdk_text odd = cli_text_at(rounds, "note", row);
        if (odd.size > 0) cli_note("round %llu: %.*s", (unsigned long long)row + 1, (int)odd.size, odd.data);
    }
    say_points(season, text, sizeof text);
    if (text[0] != '\0') cli_note("%s", text);
}

/* Which file and line are wrong. */
static int refuse(const cli_season_options *all, const pdk_error *error)
{
    size_t team;
    if (strcmp(error->code, "season.team") != 0 || sscanf(error->where, "team %zu", &team) != 1)
        return cli_usage("%s", error->message);
    return cli_usage("%s, line %zu: %s", cli_file_name(all->team_file.path), cli_csv_line(&all->team_file, team - 1),
                     error->message);
}

static int make_season(const cli_arguments *arguments, const cli_season_options *all, pdk_document **made)
{
    pdk_season *season;
    pdk_error error;
    pdk_status status = pdk_season_create(&all->options, &season, &error);
    if (status == PDK_E_ARGUMENT) return refuse(all, &error);
    if (status != PDK_OK) return cli_fail("the season", &error);
    int worst = add_rounds(season, arguments);
    if (worst == CLI_FINE) status = pdk_season_finish(season, made, &error);
    pdk_season_close(season);
    if (worst != CLI_FINE || status == PDK_OK) return worst;
    return status == PDK_E_ARGUMENT ? refuse(all, &error) : cli_fail("the season", &error);
}

static int run_season(const cli_arguments *arguments)
{
    cli_season_options all;
    pdk_document *season = NULL;
    int status = cli_season_options_of(arguments, &all);
    if (status == CLI_FINE) status = cli_check_posted(arguments, false);
    if (status == CLI_FINE) status = make_season(arguments, &all, &season);
    if (status == CLI_FINE) note(season);
    if (status == CLI_FINE) status = put_season(arguments, season);
    pdk_close(season);
    cli_forget_season_options(&all);
    return status;
}

static const cli_option takes[] = { CLI_POINTS,  CLI_POLE,    CLI_FASTEST_LAP, CLI_BEST, CLI_TEAMS,
                                    CLI_RULINGS, CLI_JOIN,    CLI_TITLE,       CLI_JSON, CLI_EXCEL,
                                    CLI_OUTPUTS, CLI_POSTING, CLI_READING,     CLI_HELP };

const cli_verb cli_verb_season = {
    .name = "season",
    .operands = "ROUND...",
    .summary = "make the standings of a championship from recordings of its races",
    .details =
        "A ROUND is the recording of a race, or a folder in which one file is: a qualifying in it gives the pole\n"
        "position. Without one, the first of the grid has it. The game's results files are found beside the\n"
        "recordings, by their session, and are official.\n\n"
        "Drivers who finished, or were still driving when the recording ended, get points for their place. If\n"
        "points are equal, more wins decide, then more second places and so on, then the last round.\n\n"
        "OUT.html is a page with the standings, a page for each driver, and maps of where incidents happened.\n"
        "docs/season.md has all rules.",
    .purpose = CLI_LOOK,
    .examples = { "paddock season race.vcr --points 25,18,15,12,10,8,6,4,2,1 -o season.html",
                  "the standings after one round, as a page", "paddock season race.vcr --points 10,6,4 --pole 1 --json",
                  "the same for a program" },
    .options = takes,
    .kinds = "csv json " CLI_POSTED_KINDS,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_season,
};
