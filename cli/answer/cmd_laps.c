/* paddock laps: the lap times of drivers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "arguments.h"
#include "base/number.h"
#include "exit_status.h"
#include "json/json.h"
#include "lap_session.h"
#include "layout.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "rewritten.h"
#include "platform/path.h"
#include "posted.h"

enum { SECTORS = 4, KEEP = 1000 };

static const double to_kmh = 3.6;

/* A row as people see it. */
typedef struct lap_view {
    pdk_text driver, kind, reasons;
    double slot, lap, lap_time, sectors[SECTORS], position, gap, top_speed;
    bool best, counts, repeats; /* `repeats`: others have the driver's name */
} lap_view;

static lap_view view_of(const cli_answer_file *file, uint64_t row)
{
    const pdk_table *table = file->table;
    lap_view lap = { .driver = cli_text_at(table, "driver", row),
                     .kind = cli_text_at(table, "kind", row),
                     .reasons = cli_text_at(table, "reasons", row),
                     .slot = cli_number_at(table, "slot", row),
                     .lap = cli_number_at(table, "lap", row),
                     .lap_time = cli_number_at(table, "lap_time", row),
                     .position = cli_number_at(table, "position", row),
                     .gap = cli_number_at(table, "gap_to_leader", row),
                     .top_speed = cli_number_at(table, "top_speed", row),
                     .best = cli_number_at(table, "best", row) > 0,
                     .counts = cli_number_at(table, "counts", row) > 0,
                     .repeats = file->repeats };
    for (int i = 0; i < SECTORS; i++) {
        char name[32];
        snprintf(name, sizeof name, "sector_%d_time", i + 1);
        lap.sectors[i] = cli_number_at(table, name, row);
    }
    return lap;
}

/* The best sectors of laps with the same lines: of as many sectors, by one ruler. Lines move when a game changes a
 * track, and its ruler with them. */
typedef struct best_sectors {
    double ruler; /* m; NaN = the game has none */
    int count;
    double times[SECTORS];
    lap_view of[SECTORS];
} best_sectors;

/* A driver's best sectors. */
typedef struct own_sectors {
    const cli_answer_file *file;
    pdk_text driver;
    double slot, times[SECTORS];
    size_t laps;
} own_sectors;

/* The fastest of the rows that are shown, of those that count. */
typedef struct bests {
    double lap_time;
    lap_view lap;
    best_sectors *sectors; /* malloc'd, a set for each kind of lines */
    size_t sets;
    own_sectors *own; /* malloc'd */
    size_t drivers;
} bests;

/* 0 also where not all are known: it is then unknown between which lines they are. */
static int count_sectors(const lap_view *lap)
{
    int count = 0, known = 0;
    double sum = 0;
    while (count < SECTORS && isfinite(lap->sectors[count])) sum += lap->sectors[count++];
    for (int i = 0; i < SECTORS; i++) known += isfinite(lap->sectors[i]) ? 1 : 0;
    return known == count && !(fabs(sum - lap->lap_time) > 1e-3) ? count : 0;
}

static bool is_same_ruler(double one, double other)
{
    return isnan(one) ? isnan(other) : fabs(one - other) < 0.01;
}

static best_sectors *find_sectors(const bests *best, const cli_answer_file *file, const lap_view *lap)
{
    int count = count_sectors(lap);
    for (size_t i = 0; i < best->sets; i++) {
        best_sectors *set = &best->sectors[i];
        if (set->count == count && is_same_ruler(set->ruler, file->ruler)) return set;
    }
    return NULL;
}

static best_sectors *add_sectors(bests *best, const cli_answer_file *file, const lap_view *lap)
{
    best_sectors *grown = realloc(best->sectors, (best->sets + 1) * sizeof *grown);
    if (grown == NULL) return NULL;
    best->sectors = grown;
    grown[best->sets] = (best_sectors){ .ruler = file->ruler, .count = count_sectors(lap) };
    for (int i = 0; i < SECTORS; i++) grown[best->sets].times[i] = HUGE_VAL;
    return &grown[best->sets++];
}

/* Drivers of one name in several files are one; NULL = none of that lap yet. */
static own_sectors *find_own(const bests *best, const cli_answer_file *file, const lap_view *lap)
{
    for (size_t i = best->drivers; i-- > 0;) {
        own_sectors *own = &best->own[i];
        bool same_name = own->driver.size > 0 && own->driver.size == lap->driver.size &&
                         memcmp(own->driver.data, lap->driver.data, lap->driver.size) == 0;
        if (own->file == file ? fabs(own->slot - lap->slot) < 0.5 : same_name) return own;
    }
    return NULL;
}

/* False when out of memory. */
static bool keep_own(bests *best, const cli_answer_file *file, const lap_view *lap)
{
    own_sectors *own = find_own(best, file, lap);
    if (own == NULL) {
        own_sectors *grown = realloc(best->own, (best->drivers + 1) * sizeof *grown);
        if (grown == NULL) return false;
        best->own = grown;
        own = &grown[best->drivers++];
        *own = (own_sectors){ .file = file, .driver = lap->driver, .slot = lap->slot };
        for (int i = 0; i < SECTORS; i++) own->times[i] = HUGE_VAL;
    }
    own->laps++;
    for (int i = 0; i < SECTORS; i++) own->times[i] = fmin(own->times[i], lap->sectors[i]);
    return true;
}

/* False when out of memory. */
static bool keep_best(bests *best, const cli_answer_file *file, const lap_view *lap)
{
    if (!lap->counts) return true;
    if (lap->lap_time < best->lap_time) {
        best->lap_time = lap->lap_time;
        best->lap = *lap;
    }
    if (count_sectors(lap) == 0) return keep_own(best, file, lap);
    best_sectors *set = find_sectors(best, file, lap);
    if (set == NULL) set = add_sectors(best, file, lap);
    for (int i = 0; set != NULL && i < set->count; i++) {
        if (!(lap->sectors[i] < set->times[i])) continue;
        set->times[i] = lap->sectors[i];
        set->of[i] = *lap;
    }
    return set != NULL && keep_own(best, file, lap);
}

/* What the best sectors add up to; NaN where there are not several. */
static double theoretical_best(const best_sectors *set)
{
    double sum = 0;
    for (int i = 0; i < set->count; i++) sum += set->times[i];
    return set->count > 1 ? pdk_round_computed(sum) : NAN;
}

/* `places`: there are others to be before or after. */
static void add_columns(cli_text_table *table, bool files, bool ranked, bool places)
{
    static const char *const sectors[SECTORS] = { "Sector 1", "Sector 2", "Sector 3", "Sector 4" };
    if (ranked) cli_text_column_add(table, "Rank", true, KEEP);
    if (files) cli_text_column_add(table, "File", false, KEEP);
    cli_text_column_add(table, "Driver", false, KEEP);
    cli_text_column_add(table, "Who", false, 55);
    cli_text_column_add(table, "Lap", true, KEEP);
    cli_text_column_add(table, "Time", true, KEEP);
    if (ranked) cli_text_column_add(table, "Gap", true, 90);
    for (int i = 0; i < SECTORS; i++) cli_text_column_add(table, sectors[i], true, 50);
    if (places) cli_text_column_add(table, "Pos", true, 40);
    if (places) cli_text_column_add(table, "Gap", true, 30);
    cli_text_column_add(table, "km/h", true, 20);
    cli_add_entry_columns(table, 10, 5);
    cli_text_column_add(table, "", false, KEEP);
}

static void put_gap(cli_text_table *table, double gap, bool first)
{
    if (first || !isfinite(gap)) cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
    else cli_put_gap(table, gap);
}

/* Who drove, where it is not the driver of the list alone: "I. Petrov", "then I. Petrov". */
static void put_person(cli_text_table *table, pdk_text driver, pdk_text who)
{
    static const char between[] = "; ", then[] = "then ";
    size_t separator = sizeof between - 1, length = sizeof then - 1;
    bool begins = driver.size > 0 && who.size >= driver.size && memcmp(who.data, driver.data, driver.size) == 0;
    if (!begins || who.size < driver.size + separator || memcmp(who.data + driver.size, between, separator) != 0) {
        cli_text_put_name(table, CLI_PLAIN_STYLE, begins && who.size == driver.size ? (pdk_text){ "", 0 } : who);
        return;
    }
    char text[CLI_TEXT_CELL];
    size_t rest = who.size - driver.size - separator;
    if (rest > sizeof text - length) rest = sizeof text - length;
    memcpy(text, then, length);
    memcpy(text + length, who.data + driver.size + separator, rest);
    cli_text_put_name(table, CLI_PLAIN_STYLE, (pdk_text){ text, length + rest });
}

/* A word of `reasons` for eyes; one that is not listed has spaces for its lines. */
static size_t put_reason(char *text, size_t room, const char *word, size_t length)
{
    static const struct {
        const char *word, *text;
    } words[] = { { "first", "first lap" },
                  { "pit_in", "into the pits" },
                  { "pit_out", "out of the pits" },
                  { "invalid", "not counted" },
                  { "formation", "formation lap" },
                  { "incomplete", "not completed" },
                  { "implausible_time", "impossible time" },
                  { "clock", "the clock went back" },
                  { "part_recording", "part of a lap" } };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        bool same = strlen(words[i].word) == length && memcmp(words[i].word, word, length) == 0;
        if (same) return (size_t)snprintf(text, room, "%s", words[i].text);
    }
    int put = snprintf(text, room, "%.*s", (int)length, word);
    for (char *at = text; *at != '\0'; at++) {
        if (*at == '_') *at = ' ';
    }
    return (size_t)put;
}

/* The words of `reasons`, one after the other; false after the last. */
static bool next_reason(pdk_text reasons, size_t *at, pdk_text *word)
{
    if (*at >= reasons.size) return false;
    size_t end = *at;
    while (end < reasons.size && reasons.data[end] != ';') end++;
    *word = (pdk_text){ reasons.data + *at, end - *at };
    *at = end + 2;
    return true;
}

/* Why a lap has no time, in as few characters as a time has; NULL where it has one, or no reason says it. */
static const char *why_no_time(const lap_view *lap)
{
    static const struct {
        const char *reason, *text;
    } words[] = { { "incomplete", "part lap" },
                  { "implausible_time", "bad time" },
                  { "clock", "no clock" },
                  { "invalid", "invalid" } };
    pdk_text word;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !isfinite(lap->lap_time); i++) {
        for (size_t at = 0; next_reason(lap->reasons, &at, &word);) {
            bool same = word.size == strlen(words[i].reason) && memcmp(word.data, words[i].reason, word.size) == 0;
            if (same) return words[i].text;
        }
    }
    return NULL;
}

/* "first; pit_in" for eyes: "first lap, into the pits". `best`: what the best lap of its driver is called. */
static void put_reasons(cli_text_table *table, const lap_view *lap, bool ranked, const char *best)
{
    char text[CLI_TEXT_CELL] = "";
    pdk_text word;
    for (size_t i = 0, at = 0; next_reason(lap->reasons, &i, &word) && at + 1 < sizeof text;) {
        if (at > 0) at += (size_t)snprintf(text + at, sizeof text - at, ", ");
        if (at + 1 < sizeof text) at += put_reason(text + at, sizeof text - at, word.data, word.size);
    }
    if (lap->best && !ranked) snprintf(text, sizeof text, "%s", best);
    cli_text_put(table, lap->best ? CLI_GREEN : CLI_DIM, "%s", text);
}

/* A time, or in a ranked list why there is none: the column of reasons may have no room. */
static void put_time(cli_text_table *table, cli_style style, const lap_view *lap, bool ranked)
{
    const char *why = ranked ? why_no_time(lap) : NULL;
    if (why != NULL) cli_text_put(table, CLI_DIM, "%s", why);
    else cli_text_put_clock(table, style, lap->lap_time);
}

/* How the rows of a list are shown. */
typedef struct list_form {
    bool files, ranked, places; /* `places`: there are others to be before or after */
    bool of_session;            /* all laps of a session, not those of one driver or of several files */
} list_form;

static void put_rank(cli_text_table *table, size_t rank)
{
    if (rank > 0) cli_text_put(table, CLI_PLAIN_STYLE, "%zu", rank);
    else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
}

static void put_sectors(cli_text_table *table, const cli_answer_file *file, const lap_view *lap, const bests *best)
{
    const best_sectors *set = lap->counts ? find_sectors(best, file, lap) : NULL;
    const own_sectors *own = set != NULL ? find_own(best, file, lap) : NULL;
    for (int i = 0; i < SECTORS; i++) { /* as on television; a driver's only lap is no best */
        bool known = set != NULL && i < set->count, quickest = known && !(lap->sectors[i] > set->times[i]),
             improved = known && own != NULL && own->laps > 1 && !(lap->sectors[i] > own->times[i]);
        cli_text_put_part(table, quickest ? CLI_MAGENTA : improved ? CLI_GREEN : CLI_PLAIN_STYLE, lap->sectors[i]);
    }
}

/* `rank`: 0 = the lap does not count, or laps are not ranked. */
static void put_lap(cli_text_table *table, const cli_answer_row *row, const bests *best, const list_form *form,
                    size_t rank)
{
    lap_view lap = view_of(row->file, row->row);
    bool fastest = lap.counts && !(lap.lap_time > best->lap_time);
    cli_style style = fastest ? CLI_MAGENTA : lap.best && !form->ranked ? CLI_GREEN : CLI_PLAIN_STYLE;
    if (form->ranked) put_rank(table, rank);
    if (form->files) cli_text_put(table, CLI_PLAIN_STYLE, "%s", pdk_path_name(row->file->name));
    cli_put_driver(table, CLI_PLAIN_STYLE, row->file, row->row);
    put_person(table, lap.driver, cli_text_at(row->file->table, "who", row->row));
    cli_text_put(table, CLI_PLAIN_STYLE, "%.0f", lap.lap);
    put_time(table, style, &lap, form->ranked);
    if (form->ranked) put_gap(table, lap.lap_time - best->lap_time, rank < 2);
    put_sectors(table, row->file, &lap, best);
    if (form->places) {
        if (isfinite(lap.position)) cli_text_put(table, CLI_PLAIN_STYLE, "%.0f", lap.position);
        else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
        put_gap(table, lap.gap, !(lap.gap > 0));
    }
    char speed[PDK_TIME_SIZE];
    pdk_format_fixed(speed, lap.top_speed * to_kmh, 0); /* empty if it is not known */
    cli_text_put(table, CLI_PLAIN_STYLE, "%s", speed);
    cli_put_entry(table, row->file->table, row->row);
    put_reasons(table, &lap, form->ranked,
                best->drivers < 2             ? "best"
                : fastest && form->of_session ? "session's best"
                                              : "driver's best");
}

/* "A. Varga", with the slot where others have the name; the slot alone where there is none. */
static int put_name(char *text, size_t room, const lap_view *lap)
{
    char slot[32] = "";
    if (lap->driver.size == 0) snprintf(slot, sizeof slot, "(%.0f)", lap->slot);
    else if (lap->repeats) snprintf(slot, sizeof slot, " (%.0f)", lap->slot);
    int put = snprintf(text, room, "%.*s%s", (int)lap->driver.size, lap->driver.data, slot);
    return put < (int)room ? put : (int)room - 1;
}

static void post_theoretical(cli_out *out, const bests *best, const best_sectors *set, bool ranked)
{
    double sum = theoretical_best(set);
    char clock[PDK_TIME_SIZE], with[64] = "", list[1024] = "";
    int at = 0;
    if (isnan(sum) || (!ranked && !(sum < best->lap_time - 0.0005))) return;
    if (best->sets > 1 && isfinite(set->ruler))
        snprintf(with, sizeof with, "  with %d sectors on %.2f m", set->count, set->ruler);
    else if (best->sets > 1) snprintf(with, sizeof with, "  with %d sectors", set->count);
    for (int i = 0; i < set->count; i++) {
        char name[256], time[PDK_TIME_SIZE];
        put_name(name, sizeof name, &set->of[i]);
        pdk_format_duration(time, set->times[i], 3);
        at += snprintf(list + at, sizeof list - (size_t)at, "%s %s %s", i > 0 ? "," : "", time, name);
        if (at >= (int)sizeof list) at = (int)sizeof list - 1;
    }
    pdk_format_time(clock, sum, 3);
    cli_post_fact(out, "Theoretical best", "%s%s  of the best sectors:%s", clock, with, list);
}

/* The fastest lap, and what the best sectors add up to: sectors between the same lines. */
static void post_bests(cli_out *out, const bests *best, const list_form *form)
{
    char clock[PDK_TIME_SIZE], name[512];
    if (!isfinite(best->lap_time)) return;
    put_name(name, sizeof name, &best->lap);
    pdk_format_time(clock, best->lap_time, 3);
    const char *what = best->drivers < 2 ? "Best lap" : form->of_session ? "Best of the session" : "Best of these laps";
    cli_post_fact(out, what, "%s  %s, lap %.0f", clock, name, best->lap.lap);
    for (size_t i = 0; i < best->sets; i++) post_theoretical(out, best, &best->sectors[i], form->ranked);
    for (size_t i = 1; i < best->sets; i++) {
        if (is_same_ruler(best->sectors[i].ruler, best->sectors[0].ruler)) continue;
        cli_post_note(out, "Versions of the game have different rulers and lines here, so sectors are not combined.");
        break;
    }
}

/* Are these files of one lap each, so that one looks for the fastest? */
static bool are_single(const cli_answers *answers)
{
    bool single = answers->count > 1;
    for (size_t f = 0; f < answers->count; f++) {
        const cli_answer_file *file = &answers->files[f];
        size_t timed = 0;
        for (size_t i = 0; i < file->row_count; i++)
            if (isfinite(cli_number_at(file->table, "lap_time", file->rows[i]))) timed++;
        single &= timed <= 1;
    }
    return single;
}

/* Laps that count come first, with a rank; the others follow, each with its reasons. */
static int put_rows(cli_answers *answers, const cli_answer_row *rows, size_t count, list_form form)
{
    cli_text_table table = { .column_count = 0 };
    bests best = { .lap_time = HUGE_VAL };
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        lap_view lap = view_of(rows[i].file, rows[i].row);
        good = keep_best(&best, rows[i].file, &lap);
        form.places |= !form.ranked && lap.position > 1;
    }
    add_columns(&table, form.files, form.ranked, form.places);
    size_t rank = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count && good; i++) {
            bool counts = cli_number_at(rows[i].file->table, "counts", rows[i].row) > 0;
            if (form.ranked && counts != (pass == 0)) continue;
            if (!form.ranked && pass > 0) continue;
            put_lap(&table, &rows[i], &best, &form, form.ranked && counts ? ++rank : 0);
        }
    }
    int status = cli_text_print(&table, &answers->out);
    if (!good && status == CLI_FINE) status = cli_no_memory("sectors");
    if (status == CLI_FINE) post_bests(&answers->out, &best, &form);
    free(best.sectors);
    free(best.own);
    return status;
}

static bool begins_with(const char *text, pdk_text with)
{
    return strlen(text) >= with.size && memcmp(text, with.data, with.size) == 0;
}

/* "SO1  South City, Classic" */
static void post_track(cli_answers *answers, const cli_answer_file *file)
{
    static const char *const names[] = { "track", "config", "track_kind" };
    char detail[512] = "";
    size_t at = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const pdk_property *name = pdk_document_find_property(file->input.document, names[i]);
        bool shown = name != NULL && name->value.type == PDK_TEXT && name->value.as.text.size > 0 &&
                     !begins_with(file->track, name->value.as.text) && strchr(file->track, ',') == NULL;
        if (!shown) continue;
        at += (size_t)snprintf(detail + at, sizeof detail - at, "%s%.*s", at > 0 ? ", " : "",
                               (int)name->value.as.text.size, name->value.as.text.data);
        if (at >= sizeof detail) at = sizeof detail - 1;
    }
    cli_post_title(&answers->out, file->track[0] != '\0' ? file->track : pdk_path_name(file->name), detail);
}

/* A list for each track. */
static int put_lists(cli_answers *answers, const cli_answer_row *rows, size_t count)
{
    int status = CLI_FINE;
    for (size_t i = 0, end; i < count && status == CLI_FINE; i = end) {
        for (end = i; end < count && rows[end].file->list == rows[i].file->list; end++) continue;
        if (answers->lists > 1) post_track(answers, rows[i].file);
        status = put_rows(answers, rows + i, end - i, (list_form){ .files = true, .ranked = true });
    }
    return status;
}

/* Several files that are sorted, or hold a lap each, are one list for each track; otherwise each has its own. */
static int put_people(cli_answers *answers)
{
    bool sorted = cli_given(answers->arguments, CLI_SORT), single = are_single(answers);
    bool whole = answers->arguments->values[CLI_DRIVER] == NULL && !cli_given(answers->arguments, CLI_WHERE);
    int status = CLI_FINE;
    size_t count;
    if (answers->count == 1 || (!sorted && !single)) {
        for (size_t f = 0; f < answers->count && status == CLI_FINE; f++) {
            cli_answers alone = { .arguments = answers->arguments, .files = &answers->files[f], .count = 1 };
            alone.out = answers->out;
            cli_answer_row *rows = cli_answer_rows(&alone, sorted, &count);
            if (rows == NULL) return cli_no_memory("rows of a table");
            cli_post_answer_title(&answers->out, &answers->files[f]);
            status = put_rows(&alone, rows, count, (list_form){ .ranked = sorted, .of_session = whole });
            free(rows);
        }
        return status;
    }
    cli_answer_row *rows = cli_answer_rows(answers, true, &count);
    if (rows == NULL) return cli_no_memory("rows of a table");
    status = put_lists(answers, rows, count);
    free(rows);
    return status;
}

static int make(const cli_arguments *arguments, cli_answer_file *file)
{
    static const char *const names[] = { "laps", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    int status = cli_analyse(arguments, file, &options);
    return status == CLI_FINE ? cli_take_answer(arguments, file, "laps") : status;
}

static void put_lap_json(pdk_json *json, const char *name, const lap_view *lap, double time)
{
    pdk_member_begin(json, name, '{');
    pdk_member_value(json, "driver", &(pdk_value){ .type = PDK_TEXT, .as.text = lap->driver });
    pdk_member_number(json, "slot", lap->slot);
    pdk_member_number(json, "lap", lap->lap);
    pdk_member_number(json, "time", time);
    pdk_json_end(json, '}');
}

static void put_theoretical_json(pdk_json *json, const best_sectors *set)
{
    pdk_member_begin(json, "theoretical_best", '{');
    pdk_member_number(json, "time", theoretical_best(set));
    for (int i = 0; i < set->count; i++) {
        char name[32];
        snprintf(name, sizeof name, "sector_%d", i + 1);
        put_lap_json(json, name, &set->of[i], set->times[i]);
    }
    pdk_json_end(json, '}');
}

/* For the file's laps that count. */
static int put_bests_json(const cli_answer_file *file, pdk_json *json)
{
    bests best = { .lap_time = HUGE_VAL };
    const best_sectors *most = NULL;
    bool good = true;
    for (size_t i = 0; i < file->row_count && good; i++) {
        lap_view lap = view_of(file, file->rows[i]);
        good = keep_best(&best, file, &lap);
    }
    for (size_t i = 0; i < best.sets; i++) { /* laps of one file have the same lines; some may not be recorded */
        if (most == NULL || best.sectors[i].count > most->count) most = &best.sectors[i];
    }
    if (isfinite(best.lap_time)) put_lap_json(json, "fastest", &best.lap, best.lap_time);
    else pdk_member_text(json, "fastest", NULL);
    if (most != NULL && most->count > 1) put_theoretical_json(json, most);
    else pdk_member_text(json, "theoretical_best", NULL);
    free(best.sectors);
    free(best.own);
    return good ? CLI_FINE : cli_no_memory("sectors");
}

static int put_json(const cli_arguments *arguments, cli_answer_file *file, pdk_json *json)
{
    int status = CLI_FINE;
    if (cli_recording_count(arguments) > 1) { /* which may be of several tracks */
        pdk_member_text(json, "track", file->track[0] != '\0' ? file->track : NULL);
        status = put_bests_json(file, json);
    }
    return status == CLI_FINE ? cli_put_answer_json(file, json) : status;
}

const cli_answer_verb cli_answer_laps = {
    .make = make, .people = put_people, .json = put_json, .sorts = true, .takes_results = true, .joins = true
};

static int run_laps(const cli_arguments *arguments)
{
    if (cli_given(arguments, CLI_CORNERS) || cli_given(arguments, CLI_MINISECTORS)) return cli_lap_session(arguments);
    return cli_answer(arguments, &cli_answer_laps);
}

static const cli_option takes[] = { CLI_JOIN,        CLI_DRIVER,  CLI_WHERE,   CLI_SORT,    CLI_CORNERS,
                                    CLI_MINISECTORS, CLI_LINE,    CLI_JSON,    CLI_EXCEL,   CLI_POSTING,
                                    CLI_RULINGS,     CLI_RESULTS, CLI_OUTPUTS, CLI_READING, CLI_HELP };

const cli_verb cli_verb_laps = {
    .name = "laps",
    .operands = "FILE...",
    .summary = "list laps: times, sectors, positions, and which laps are clean",
    .details =
        "For each lap that a driver began: its time and sectors, the position at its end, and why it is not\n"
        "clean: the first lap of a race, pits, contacts, off track, more than 2 % slower than the driver's\n"
        "median.\n\n"
        "Times are the game's own if the file has them; otherwise they are measured between crossings of the line,\n"
        "stored or found. --json and CSV say which.\n\n"
        "Several files with one lap each are ranked, in one list a track, and the best sectors of a list give the\n"
        "theoretical best lap. Laps that do not count have no rank: not completed, into or out of the pits, not\n"
        "counted by the game, or of a driver who was disqualified.\n\n"
        "--corners and --minisectors take the clean laps of all files together: each driver's consistency, the\n"
        "best of every corner, and what these add up to. CSV has the table of the one or of the other, --json both.\n\n"
        "--where chooses by any column of the CSV: compound, stint, rain, kind, top_speed. With --corners, a driver\n"
        "who drove several compounds has the pace on each.\n\n"
        "On a terminal, and in a file OUT.txt, it is for people; elsewhere it is CSV.",
    .purpose = CLI_LOOK,
    .examples = { "paddock laps race.vcr --driver Varga", "the laps of one driver", "paddock laps *.raf",
                  "which of these laps is the fastest" },
    .options = takes,
    .kinds = "csv json " CLI_POSTED_KINDS,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_laps,
};
