/* paddock standings: positions at the end or before. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "arguments.h"
#include "base/nocase.h"
#include "base/shown.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "platform/path.h"
#include "posted.h"
#include "rows_json.h"

enum { KEEP = 1000, MOST_CHART_LAPS = 400 };

static bool is_word(pdk_text text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static void put_count(cli_text_table *table, double value, bool also_zero)
{
    if (isfinite(value) && (also_zero || value > 0)) cli_text_put(table, CLI_PLAIN_STYLE, "%.0f", value);
    else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
}

static bool is_running(const pdk_table *results, uint64_t row)
{
    pdk_text status = cli_text_at(results, "status", row);
    return is_word(status, "finished") || is_word(status, "running");
}

/* How far the row is behind another of its class: "+1.234", "+1 lap"; nothing where that is not known, or it is that.
 */
static void put_class_gap(cli_text_table *table, const pdk_table *results, uint64_t row, uint64_t ahead)
{
    double laps = cli_number_at(results, "laps_down", row) - cli_number_at(results, "laps_down", ahead);
    double gap = cli_number_at(results, "gap", row) - cli_number_at(results, "gap", ahead);
    bool same_lap = !(fabs(laps) > 0.5);
    if (isnan(gap) && same_lap)
        gap = cli_number_at(results, "total_time", row) - cli_number_at(results, "total_time", ahead);
    if (row == ahead) cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
    else if (isfinite(gap) && same_lap) cli_put_gap(table, gap);
    else if (laps > 0.5) cli_text_put(table, CLI_PLAIN_STYLE, "+%.0f lap%s", laps, laps > 1.5 ? "s" : "");
    else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
}

/* "+1.234", "+1 lap", "retired". */
static void put_gap(cli_text_table *table, const pdk_table *results, uint64_t row, const char *column)
{
    pdk_text status = cli_text_at(results, "status", row);
    double gap = cli_number_at(results, column, row), down = cli_number_at(results, "laps_down", row);
    bool runs = is_running(results, row), interval = strcmp(column, "interval") == 0;
    if (!runs && interval) cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
    else if (!runs)
        cli_text_put(table, CLI_DIM, "%s",
                     is_word(status, "not_started") ? "not started"
                     : is_word(status, "retired")   ? "retired"
                                                    : "disqualified");
    else if (cli_number_at(results, "position", row) < 1.5) cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
    else if (isfinite(gap)) cli_put_gap(table, gap);
    else if (down > 0 && !interval) cli_text_put(table, CLI_PLAIN_STYLE, "+%.0f lap%s", down, down > 1.5 ? "s" : "");
    else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
}

/* Gap and interval of row i of the list; in a class they are to the first of it, and to `*ahead`, the last before that
 * drives or has finished. */
static void put_gaps(cli_text_table *table, const cli_answer_file *file, size_t i, bool gaps, bool class, size_t *ahead)
{
    const pdk_table *results = file->table;
    uint64_t row = file->rows[i];
    if (class && is_running(results, row)) {
        put_class_gap(table, results, row, file->rows[0]);
        if (gaps) put_class_gap(table, results, row, file->rows[*ahead]);
        *ahead = i;
        return;
    }
    put_gap(table, results, row, "gap");
    if (gaps) put_gap(table, results, row, "interval");
}

static void add_columns(cli_text_table *table, bool is_race, bool gaps, bool class)
{
    cli_text_column_add(table, "Pos", true, KEEP);
    if (class) cli_text_column_add(table, "Overall", true, 70);
    cli_text_column_add(table, "Recorded", true, KEEP); /* a note beneath is about it */
    cli_text_column_add(table, "Driver", false, KEEP);
    cli_add_entry_columns(table, 35, 18);
    cli_text_column_add(table, "Vehicle", false, 10);
    cli_text_column_add(table, "Laps", true, KEEP);
    if (is_race) cli_text_column_add(table, "Time", true, 90);
    cli_text_column_add(table, "Gap", true, KEEP);
    if (gaps) cli_text_column_add(table, "Interval", true, 95);
    cli_text_column_add(table, "Best lap", true, is_race ? 60 : KEEP);
    cli_text_column_add(table, "in", true, 50);
    if (is_race) cli_text_column_add(table, "Grid", true, 40);
    cli_text_column_add(table, "Stops", true, 30);
    cli_text_column_add(table, "Contacts", true, 15);
    cli_text_column_add(table, "Penalties", false, 20);
}

/* Only races have a start and total times. */
static bool is_race(const cli_answer_file *file)
{
    const pdk_property *session = pdk_document_find_property(file->input.document, "session");
    return session != NULL && session->label != NULL && strcmp(session->label, "race") == 0;
}

static void put_penalties(cli_text_table *table, const pdk_table *results, uint64_t row)
{
    double count = cli_number_at(results, "penalties", row), seconds = cli_number_at(results, "penalty_time", row);
    if (!(count > 0)) cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
    else if (seconds > 0) cli_text_put(table, CLI_PLAIN_STYLE, "%.0f (+%g s)", count, seconds);
    else cli_text_put(table, CLI_PLAIN_STYLE, "%.0f", count);
}

static double best_of_all(const cli_answer_file *file)
{
    double best = HUGE_VAL;
    for (size_t i = 0; i < file->row_count; i++) {
        double time = cli_number_at(file->table, "best_lap_time", file->rows[i]);
        if (time < best) best = time;
    }
    return best;
}

/* Why places and times may be wrong, a sentence for each reason that any row has. */
static void put_doubts(cli_out *out, const cli_answer_file *file)
{
    static const struct {
        const char *word, *sentence;
    } doubts[] = {
        { "implausible_time", "A stored lap time cannot be true; it is left out (paddock check says which)." },
        { "clock", "The clock of the recording goes back, so total times are unknown and positions may be wrong." },
        { "drove_on", "An event says that a driver did not finish, but the car kept driving: the car is believed." },
        { "ignored_disqualification", "A disqualified driver kept driving: the disqualification is believed." },
        { "order", "Crossings contradict each other: a driver with more laps is behind one with fewer." },
    };
    for (size_t d = 0; d < sizeof doubts / sizeof doubts[0]; d++) {
        bool any = false;
        for (size_t i = 0; i < file->row_count && !any; i++) {
            pdk_text reasons = cli_text_at(file->table, "reasons", file->rows[i]);
            char text[80];
            snprintf(text, sizeof text, "%.*s", (int)(reasons.size < sizeof text ? reasons.size : sizeof text - 1),
                     reasons.size > 0 ? reasons.data : "");
            any = strstr(text, doubts[d].word) != NULL;
        }
        if (any) cli_post_note(out, "%s", doubts[d].sentence);
    }
}

/* How penalties are in the list, and whether the file has any. */
static void put_penalty_rule(cli_out *out, const cli_answer_file *file, bool race, bool official)
{
    bool added = false, recorded = file->row_count == 0;
    for (size_t i = 0; i < file->row_count; i++) {
        double seconds = cli_number_at(file->table, "penalty_time", file->rows[i]);
        added |= seconds > 0;
        recorded |= isfinite(seconds);
    }
    if (added && !official) cli_post_note(out, "%s", pdk_words_time_penalties);
    if (added && official) cli_post_note(out, "%s", pdk_words_official_penalties);
    if (race && !recorded) cli_post_note(out, "%s", pdk_words_no_penalties);
}

/* Only where a ruling took places. */
static bool gaps_fall(const cli_answer_file *file)
{
    double ahead = -HUGE_VAL;
    for (size_t i = 0; i < file->row_count; i++) {
        double gap = cli_number_at(file->table, "gap", file->rows[i]);
        if (i == 0 && !isfinite(gap)) gap = 0;
        if (gap < ahead) return true;
        if (isfinite(gap)) ahead = gap;
    }
    return false;
}

/* Does the file say who came where, instead of how they drove? */
static bool is_official(const cli_answer_file *file)
{
    const pdk_property *results = pdk_document_find_property(file->input.document, "results");
    return results != NULL && results->value.type == PDK_TEXT && is_word(results->value.as.text, "official");
}

/* `end`: they are the results at the end of the session. */
static int put_results(cli_out *out, const cli_answer_file *file, bool gaps, bool end, bool class)
{
    bool beside = end && cli_official_document(&file->official) != NULL,
         official = beside || (end && is_official(file));
    cli_text_table table = { .column_count = 0 };
    const pdk_table *results = file->table;
    bool race = is_race(file);
    double best = best_of_all(file);
    add_columns(&table, race, gaps, class);
    size_t ahead = 0;
    for (size_t i = 0; i < file->row_count; i++) {
        uint64_t row = file->rows[i];
        double own = cli_number_at(results, "best_lap_time", row);
        if (class) put_count(&table, (double)i + 1, true);
        put_count(&table, cli_number_at(results, "position", row), true);
        put_count(&table, cli_number_at(results, "recorded_position", row), true);
        cli_put_driver(&table, i == 0 ? CLI_BOLD : CLI_PLAIN_STYLE, file, row);
        cli_put_entry(&table, results, row);
        cli_text_put_name(&table, CLI_PLAIN_STYLE, cli_text_at(results, "vehicle", row));
        put_count(&table, cli_number_at(results, "laps", row), true);
        if (race) cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(results, "total_time", row));
        put_gaps(&table, file, i, gaps, class, &ahead);
        cli_text_put_clock(&table, own <= best ? CLI_MAGENTA : CLI_PLAIN_STYLE, own);
        put_count(&table, cli_number_at(results, "best_lap", row), true);
        if (race) put_count(&table, cli_number_at(results, "grid_position", row), true);
        put_count(&table, cli_number_at(results, "pit_stops", row), false);
        put_count(&table, cli_number_at(results, "contacts", row), false);
        put_penalties(&table, results, row);
    }
    int status = cli_text_print(&table, out);
    if (file->rulings != NULL)
        cli_post_note(out, beside ? "As decided by stewards."
                                  : "As decided by stewards; \"Recorded\" is the position that the file has without "
                                    "their rulings.");
    if (file->rulings != NULL && gaps_fall(file))
        cli_post_note(out, "A car that lost places keeps its time: gaps can be smaller further down the list.");
    if (beside) cli_post_note(out, "%s (%s)", pdk_words_official_beside, pdk_path_name(file->official.file.path));
    else if (official) cli_post_note(out, "%s", pdk_words_official);
    put_penalty_rule(out, file, race, official);
    put_doubts(out, file);
    return status;
}

/* --------------------------------------------------------------------------------------------- rulings */

/* What was decided, a row for each driver that anything was decided about. */
static int post_rulings(cli_out *out, const cli_answer_file *file)
{
    cli_text_table table = { .column_count = 0 };
    uint64_t ruled = 0;
    for (size_t i = 0; i < file->row_count; i++) {
        pdk_text rulings = cli_text_at(file->table, "rulings", file->rows[i]);
        if (rulings.size == 0) continue;
        if (ruled++ == 0) {
            cli_post_heading(out, "Rulings");
            cli_text_column_add(&table, "Driver", false, KEEP);
            cli_text_column_add(&table, "Ruling", false, KEEP);
        }
        cli_put_driver(&table, CLI_PLAIN_STYLE, file, file->rows[i]);
        cli_text_put_name(&table, CLI_PLAIN_STYLE, rulings);
    }
    return ruled > 0 ? cli_text_print(&table, out) : CLI_FINE;
}

/* The driver of a row of the results. */
typedef struct who {
    pdk_text name;
    double slot;
} who;

static bool is_same(const who *one, const who *other)
{
    bool same_slot = !(fabs(one->slot - other->slot) > 0.5);
    return same_slot && one->name.size == other->name.size &&
           (one->name.size == 0 || memcmp(one->name.data, other->name.data, one->name.size) == 0);
}

static who who_is(const pdk_table *table, uint64_t row)
{
    return (who){ cli_text_at(table, "driver", row), cli_number_at(table, "slot", row) };
}

/* Is the row of another table about a driver of the list? With --class not all are. */
static bool is_listed(const cli_answer_file *file, const pdk_table *other, uint64_t row)
{
    if (file->row_count == pdk_table_rows(file->table)) return true;
    who driver = who_is(other, row);
    for (size_t i = 0; i < file->row_count; i++) {
        who listed = who_is(file->table, file->rows[i]);
        if (is_same(&listed, &driver)) return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------- penalties */

/* "+10 s", "drive-through" */
static void put_kind(cli_text_table *table, const pdk_table *outcomes, uint64_t row)
{
    static const struct {
        const char *word, *text;
    } kinds[] = { { "stop_and_go", "stop-and-go" },
                  { "drive_through", "drive-through" },
                  { "disqualified", "disqualification" },
                  { "other", "penalty" } };
    pdk_text kind = cli_text_at(outcomes, "kind", row);
    double seconds = cli_number_at(outcomes, "seconds", row);
    const char *text = isfinite(seconds) ? NULL : "time penalty";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (is_word(kind, kinds[i].word)) text = kinds[i].text;
    if (text != NULL) cli_text_put(table, CLI_PLAIN_STYLE, "%s", text);
    else cli_text_put(table, CLI_PLAIN_STYLE, "+%g s", seconds);
}

static void put_outcome(cli_text_table *table, const pdk_table *outcomes, uint64_t row)
{
    pdk_text outcome = cli_text_at(outcomes, "outcome", row);
    if (is_word(outcome, "not_served")) cli_text_put(table, CLI_BOLD, "%s", "not served");
    else if (is_word(outcome, "added")) cli_text_put(table, CLI_PLAIN_STYLE, "%s", "added to the time");
    else if (is_word(outcome, "recorded")) cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
    else cli_text_put_name(table, CLI_PLAIN_STYLE, outcome);
}

/* How often the game judged that each driver left the track: "A. Varga 2, H. O'Brien 1". */
static void post_track_limits(cli_out *out, const cli_answer_file *file, const pdk_table *outcomes)
{
    enum { LIST = 2048, NUMBER = 16 };
    char list[LIST] = "";
    size_t at = 0, left_out = 0;
    for (size_t i = 0; i < file->row_count; i++) {
        unsigned count = 0;
        pdk_text name = cli_text_at(file->table, "driver", file->rows[i]);
        double slot = cli_number_at(file->table, "slot", file->rows[i]);
        for (uint64_t row = 0; row < pdk_table_rows(outcomes); row++) {
            bool same = fabs(cli_number_at(outcomes, "slot", row) - slot) < 0.5;
            pdk_text other = cli_text_at(outcomes, "driver", row);
            same &= other.size == name.size && (name.size == 0 || memcmp(other.data, name.data, name.size) == 0);
            count += same && is_word(cli_text_at(outcomes, "kind", row), "track_limits");
        }
        bool fits = at + name.size + 2 * NUMBER < LIST;
        left_out += count > 0 && !fits;
        if (count == 0 || !fits) continue;
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%.*s %u", at > 0 ? ", " : "", (int)name.size,
                               name.size > 0 ? name.data : "", count);
    }
    char more[40] = "";
    if (left_out > 0) snprintf(more, sizeof more, " and %zu drivers more", left_out);
    if (at > 0) cli_post_note(out, "Track limits, as the game judged them: %s%s.", list, more);
}

/* Each penalty and what became of it. Nothing, where the file records none. */
static int post_penalties(cli_out *out, cli_answer_file *file)
{
    const pdk_table *outcomes;
    if (pdk_answer_available(file->input.document, "penalty_outcomes", NULL) != PDK_OK) return CLI_FINE;
    const pdk_document *of = cli_official_document(&file->official) != NULL ? file->document : file->input.document;
    if (cli_compute(of, "penalty_outcomes", &outcomes, NULL) != PDK_OK) return CLI_FINE;
    cli_text_table table = { .column_count = 0 };
    cli_answer_file listed = { .table = outcomes, .repeats = file->repeats };
    uint64_t penalties = 0;
    for (uint64_t row = 0; row < pdk_table_rows(outcomes); row++) {
        if (is_word(cli_text_at(outcomes, "kind", row), "track_limits") || !is_listed(file, outcomes, row)) continue;
        if (penalties++ == 0) {
            cli_post_heading(out, "Penalties");
            cli_text_column_add(&table, "Driver", false, KEEP);
            cli_text_column_add(&table, "Penalty", false, KEEP);
            cli_text_column_add(&table, "Lap", true, 50);
            cli_text_column_add(&table, "Given at", true, 20);
            cli_text_column_add(&table, "", false, KEEP);
        }
        cli_put_driver(&table, CLI_PLAIN_STYLE, &listed, row);
        put_kind(&table, outcomes, row);
        put_count(&table, cli_number_at(outcomes, "lap", row), true);
        cli_text_put_clock(&table, CLI_PLAIN_STYLE, cli_number_at(outcomes, "time", row));
        put_outcome(&table, outcomes, row);
    }
    int status = penalties > 0 ? cli_text_print(&table, out) : CLI_FINE;
    post_track_limits(out, file, outcomes);
    return status;
}

/* -------------------------------------------------------------------------------- places lap by lap */

/* Places of each row of the results at the end of each lap; NaN = did not complete it. */
typedef struct chart {
    double *places; /* row by row; malloc'd */
    unsigned laps;
} chart;

static bool fill_chart(chart *all, const cli_answer_file *file, const pdk_table *positions)
{
    uint64_t count = pdk_table_rows(positions);
    for (uint64_t i = 0; i < count; i++) {
        double lap = cli_number_at(positions, "lap", i);
        if (lap > all->laps && lap <= MOST_CHART_LAPS) all->laps = (unsigned)lap;
    }
    size_t cells = file->row_count * all->laps;
    who *drivers = malloc((file->row_count + 1) * sizeof *drivers);
    all->places = malloc((cells + 1) * sizeof *all->places);
    if (all->places == NULL || drivers == NULL) {
        free(drivers);
        return false;
    }
    for (size_t i = 0; i < cells; i++) all->places[i] = NAN;
    for (size_t row = 0; row < file->row_count; row++) drivers[row] = who_is(file->table, file->rows[row]);
    for (uint64_t i = 0; i < count; i++) {
        double lap = cli_number_at(positions, "lap", i), place = cli_number_at(positions, "position", i);
        who driver = who_is(positions, i);
        for (size_t row = 0; row < file->row_count && lap >= 1 && lap < all->laps + 0.5; row++) {
            if (is_same(&drivers[row], &driver)) all->places[row * all->laps + (unsigned)lap - 1] = place;
        }
    }
    free(drivers);
    return true;
}

/* Laps first .. end-1 from 0. */
static int put_chart_part(cli_out *out, const cli_answer_file *file, const chart *all, unsigned first, unsigned end)
{
    static char headings[CLI_TEXT_COLUMNS][16];
    cli_text_table table = { .column_count = 0 };
    cli_text_column_add(&table, "Driver", false, KEEP);
    cli_text_column_add(&table, "Grid", true, KEEP);
    for (unsigned lap = first; lap < end; lap++) {
        snprintf(headings[lap - first], sizeof headings[0], "%2u", lap + 1);
        cli_text_column_add(&table, headings[lap - first], true, KEEP);
    }
    for (size_t row = 0; row < file->row_count; row++) {
        cli_put_driver(&table, CLI_PLAIN_STYLE, file, file->rows[row]);
        double grid = cli_number_at(file->table, "grid_position", file->rows[row]);
        put_count(&table, first == 0 ? grid : NAN, true);
        for (unsigned lap = first; lap < end; lap++) put_count(&table, all->places[row * all->laps + lap], true);
    }
    return cli_text_print(&table, out);
}

/* As many laps side by side as fit; the rest below. */
static int put_chart(cli_out *out, const cli_answer_file *file, const pdk_table *positions)
{
    enum { NAMES = 36, LAP = 5 };
    chart all = { .laps = 0 };
    unsigned most = out->width > NAMES + 6 * LAP ? (unsigned)(out->width - NAMES) / LAP : 6;
    if (most > CLI_TEXT_COLUMNS - 2) most = CLI_TEXT_COLUMNS - 2;
    int status = fill_chart(&all, file, positions) ? CLI_FINE : cli_no_memory("the positions of each lap");
    for (unsigned first = 0; first < all.laps && status == CLI_FINE; first += most) {
        status = put_chart_part(out, file, &all, first, first + most < all.laps ? first + most : all.laps);
    }
    free(all.places);
    return status;
}

/* ------------------------------------------------------------------------------------------ the verb */

static int find_positions(const cli_answer_file *file, const pdk_table **positions)
{
    pdk_error error;
    pdk_status status = cli_compute(file->document, "positions", positions, &error);
    return status == PDK_OK ? CLI_FINE : cli_fail(file->name, &error);
}

static int put_people(cli_answers *answers)
{
    int status = CLI_FINE;
    for (size_t f = 0; f < answers->count && status == CLI_FINE; f++) {
        cli_answer_file *file = &answers->files[f];
        cli_post_answer_title(&answers->out, file);
        bool back = cli_given(answers->arguments, CLI_AT) || cli_given(answers->arguments, CLI_LAP);
        status = put_results(&answers->out, file, cli_given(answers->arguments, CLI_GAPS), !back,
                             cli_given(answers->arguments, CLI_CLASS));
        if (status == CLI_FINE) status = post_rulings(&answers->out, file);
        if (status == CLI_FINE && !back) status = post_penalties(&answers->out, file);
        if (status != CLI_FINE || !cli_given(answers->arguments, CLI_POSITIONS)) continue;
        const pdk_table *positions;
        status = find_positions(file, &positions);
        if (status == CLI_FINE) status = put_chart(&answers->out, file, positions);
    }
    return status;
}

static int put_json(const cli_arguments *arguments, cli_answer_file *file, pdk_json *json)
{
    int status = cli_put_answer_json(file, json);
    if (status != CLI_FINE || !cli_given(arguments, CLI_POSITIONS)) return status;
    const pdk_table *positions;
    status = find_positions(file, &positions);
    return status == CLI_FINE ? cli_put_rows_json(json, file->name, positions, NULL, NULL, NULL) : status;
}

/* --at and --lap: the results as they were then. */
static int look_back(const cli_arguments *arguments, pdk_analysis_options *options)
{
    const char *at = arguments->values[CLI_AT], *text = at;
    uint64_t lap;
    const char *number = arguments->values[CLI_LAP];
    if (number != NULL && (number[0] == '\0' || number[strspn(number, "0123456789")] != '\0'))
        return cli_usage("--lap takes the number of a lap, from 1, not \"%s\"", number);
    int status = cli_number_of(arguments, CLI_LAP, 0, &lap);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_LAP) && (lap < 1 || lap >= UINT32_MAX))
        return cli_usage("--lap takes the number of a lap, from 1, not \"%s\"", arguments->values[CLI_LAP]);
    if (cli_given(arguments, CLI_RULINGS) && (at != NULL || number != NULL))
        return cli_usage("--rulings are about the whole session: they contradict --at and --lap");
    if (at != NULL && cli_given(arguments, CLI_LAP)) return cli_usage("--at and --lap contradict each other");
    if (at != NULL && (!cli_read_time(&text, &options->until) || *text != '\0' || options->until < 0))
        return cli_usage("--at takes a time of the session's clock like 80, 80.5 or 1:20.5, not \"%s\"", at);
    options->has_until = at != NULL;
    options->until_lap = lap;
    return CLI_FINE;
}

/* A lap that no driver completed would give the order at the end. */
static int check_lap(const cli_answer_file *file, uint64_t lap)
{
    double most = 0;
    for (uint64_t row = 0; row < pdk_table_rows(file->table); row++) {
        double laps = cli_number_at(file->table, "laps", row);
        if (laps > most) most = laps;
    }
    if ((double)lap <= most) return CLI_FINE;
    return cli_usage("%s: no driver completed lap %u; the last is %.0f", file->name, (unsigned)lap, most);
}

/* The classes that there are, in the order of the results: "Hypercar, LMP2, GTE". */
static int refuse_class(const cli_answer_file *file, const char *wanted)
{
    enum { LIST = 400 };
    char list[LIST] = "";
    for (uint64_t row = 0; row < pdk_table_rows(file->table); row++) {
        pdk_text class = cli_text_at(file->table, "class", row);
        bool first = class.size > 0;
        for (uint64_t before = 0; before < row && first; before++) {
            pdk_text other = cli_text_at(file->table, "class", before);
            first = other.size != class.size || memcmp(other.data, class.data, class.size) != 0;
        }
        size_t at = strlen(list);
        if (first && at + class.size + 4 < LIST)
            snprintf(list + at, LIST - at, "%s%.*s", at > 0 ? ", " : "", (int)class.size, class.data);
    }
    if (list[0] == '\0') return cli_usage("%s records no classes", file->name);
    return cli_usage("%s has no class \"%s\"; it has %s", file->name, wanted, list);
}

/* --class: only its rows, by name in any case. */
static int choose_class(cli_answer_file *file, const char *wanted)
{
    size_t kept = 0, size = strlen(wanted);
    for (size_t i = 0; i < file->row_count; i++) {
        pdk_text class = cli_text_at(file->table, "class", file->rows[i]);
        bool same = class.size == size && size > 0 && pdk_compare_nocase_n(class.data, wanted, size) == 0;
        if (same) file->rows[kept++] = file->rows[i];
    }
    if (kept == 0) return refuse_class(file, wanted);
    file->row_count = kept;
    return CLI_FINE;
}

static int make(const cli_arguments *arguments, cli_answer_file *file)
{
    const char *names[] = { "results", "positions", NULL, NULL };
    if (pdk_answer_available(file->input.document, "penalty_outcomes", NULL) == PDK_OK) names[2] = "penalty_outcomes";
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    int status = look_back(arguments, &options);
    if (status != CLI_FINE) return status;
    options.names = names;
    status = cli_analyse(arguments, file, &options);
    if (status == CLI_FINE) status = cli_take_answer(arguments, file, "results");
    if (status == CLI_FINE && cli_given(arguments, CLI_CLASS))
        status = choose_class(file, arguments->values[CLI_CLASS]);
    return status == CLI_FINE && options.until_lap > 0 ? check_lap(file, options.until_lap) : status;
}

const cli_answer_verb cli_answer_standings = {
    .make = make, .people = put_people, .json = put_json, .takes_results = true
};

static int run_standings(const cli_arguments *arguments)
{
    return cli_answer(arguments, &cli_answer_standings);
}

static const cli_option takes[] = { CLI_JOIN,    CLI_AT,      CLI_LAP,     CLI_LINE,    CLI_POSITIONS,
                                    CLI_GAPS,    CLI_CLASS,   CLI_JSON,    CLI_EXCEL,   CLI_POSTING,
                                    CLI_OUTPUTS, CLI_READING, CLI_RULINGS, CLI_RESULTS, CLI_HELP };

const cli_verb cli_verb_standings = {
    .name = "standings",
    .operands = "FILE...",
    .summary = "say who won: results and gaps, at the end or at any time before",
    .details =
        "Of a race: first the cars that finished, by laps and total time. Then those that did not finish. Seconds\n"
        "of penalties are added from the moment they were given, at the end as with --at and --lap, unless they were\n"
        "served or rescinded by then; the list says so, and also if the replay records no penalties.\n\n"
        "The race ends when the leader has driven its laps or minutes, if the file says how many; otherwise when\n"
        "no car drives at racing speed any more. A car has finished when it crosses the line at that moment or\n"
        "later. A car is retired if it left, went to the garage and stayed there, or did not reach the next line\n"
        "in 1.5 times the typical time.\n\n"
        "Other sessions are sorted by best lap. docs/answers.md has all rules. In a results file, order and times at\n"
        "the end are the game's own.\n\n"
        "With --rulings the results are as stewards decided: the list shows the recorded position and what was\n"
        "decided beside the new position. docs/rulings.md has the table's columns and kinds.",
    .purpose = CLI_LOOK,
    .examples = { "paddock standings race.vcr --positions", "the results, and the positions lap by lap",
                  "paddock standings race.vcr --at 12:30 --gaps", "positions after twelve and a half minutes" },
    .options = takes,
    .kinds = "csv json " CLI_POSTED_KINDS,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_standings,
};
