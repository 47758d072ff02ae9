/* paddock laps: who drove which lap in what time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"

enum { SECTORS = 4, KEEP = 1000 };

static const double to_kmh = 3.6;

/* A row as people see it. */
typedef struct lap_view {
    pdk_text driver, kind, reasons;
    double slot, lap, lap_time, sectors[SECTORS], position, gap, top_speed;
    bool best, clean, repeats; /* `repeats`: others have the driver's name */
} lap_view;

static lap_view view_of(const pdk_table *table, uint64_t row)
{
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
                     .clean = cli_number_at(table, "clean", row) > 0 };
    for (int i = 0; i < SECTORS; i++) {
        char name[32];
        snprintf(name, sizeof name, "sector_%d_time", i + 1);
        lap.sectors[i] = cli_number_at(table, name, row);
    }
    return lap;
}

/* The fastest of all rows that are shown: clean laps, and sectors of laps that count. */
typedef struct bests {
    double lap_time, sectors[SECTORS];
    lap_view lap, of_sector[SECTORS];
} bests;

static bool has_word(pdk_text text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.size; i++) {
        if (memcmp(text.data + i, word, length) == 0) return true;
    }
    return false;
}

static void keep_best(bests *best, const lap_view *lap)
{
    if (lap->best && lap->lap_time < best->lap_time) {
        best->lap_time = lap->lap_time;
        best->lap = *lap;
    }
    for (int i = 0; i < SECTORS && lap->clean; i++) {
        if (!(lap->sectors[i] < best->sectors[i])) continue;
        best->sectors[i] = lap->sectors[i];
        best->of_sector[i] = *lap;
    }
}

/* `places`: there are others to be before or behind. */
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
    cli_text_column_add(table, "", false, 60);
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

/* "first; pit_in" for eyes: "first lap, into the pits". */
static void put_reasons(cli_text_table *table, const lap_view *lap, bool ranked)
{
    static const struct {
        const char *word, *text;
    } words[] = {
        { "first", "first lap" },          { "pit_in", "into the pits" },     { "pit_out", "out of the pits" },
        { "contact", "contact" },          { "off_track", "off track" },      { "slow", "slow" },
        { "invalid", "not counted" },      { "incomplete", "not completed" }, { "implausible_time", "impossible time" },
        { "clock", "the clock went back" }
    };
    char text[CLI_TEXT_CELL] = "";
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!has_word(lap->reasons, words[i].word)) continue;
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%s", length > 0 ? ", " : "", words[i].text);
    }
    if (lap->best && !ranked) snprintf(text, sizeof text, "best");
    cli_text_put(table, lap->best ? CLI_GREEN : CLI_DIM, "%s", text);
}

/* Folders are the same for most, and long. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void put_lap(cli_text_table *table, const cli_answer_row *row, const lap_view *lap, const bests *best,
                    bool files, bool places, size_t rank)
{
    bool fastest = lap->best && !(lap->lap_time > best->lap_time);
    cli_style style = fastest ? CLI_MAGENTA : lap->best && rank == 0 ? CLI_GREEN : CLI_PLAIN_STYLE;
    if (rank > 0) cli_text_put(table, CLI_PLAIN_STYLE, "%zu", rank);
    if (files) cli_text_put(table, CLI_PLAIN_STYLE, "%s", base_name(row->file->name));
    cli_put_driver(table, CLI_PLAIN_STYLE, row->file, row->row);
    put_person(table, lap->driver, cli_text_at(row->file->table, "who", row->row));
    cli_text_put(table, CLI_PLAIN_STYLE, "%.0f", lap->lap);
    cli_text_put_clock(table, style, lap->lap_time);
    if (rank > 0) put_gap(table, lap->lap_time - best->lap_time, rank == 1);
    for (int i = 0; i < SECTORS; i++) {
        bool quickest = lap->clean && !(lap->sectors[i] > best->sectors[i]);
        cli_text_put_part(table, quickest ? CLI_MAGENTA : CLI_PLAIN_STYLE, lap->sectors[i]);
    }
    if (places) {
        if (isfinite(lap->position)) cli_text_put(table, CLI_PLAIN_STYLE, "%.0f", lap->position);
        else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
        put_gap(table, lap->gap, !(lap->gap > 0));
    }
    if (isfinite(lap->top_speed)) cli_text_put(table, CLI_PLAIN_STYLE, "%.0f", lap->top_speed * to_kmh);
    else cli_text_put(table, CLI_PLAIN_STYLE, "%s", "");
    cli_put_entry(table, row->file->table, row->row);
    put_reasons(table, lap, rank > 0);
}

static void put_who(cli_out *out, const lap_view *lap)
{
    cli_print(out, "  ");
    cli_put_words(out, lap->driver);
    if (lap->repeats) cli_print(out, " (%.0f)", lap->slot);
    cli_print(out, ", lap %.0f\n", lap->lap);
}

/* The best lap, and what the best sectors add up to. */
static void put_bests(cli_out *out, const bests *best, bool ranked)
{
    if (!isfinite(best->lap_time)) return;
    cli_print(out, "\n  Best lap          ");
    cli_put_clock(out, best->lap_time);
    put_who(out, &best->lap);
    double sum = 0;
    int sectors = 0;
    for (; sectors < SECTORS && isfinite(best->sectors[sectors]); sectors++) sum += best->sectors[sectors];
    if (sectors < 2 || (!ranked && !(sum < best->lap_time - 0.0005))) return;
    cli_print(out, "  Theoretical best  ");
    cli_put_clock(out, sum);
    cli_print(out, "  of the best sectors:");
    for (int i = 0; i < sectors; i++) {
        cli_print(out, "%s %.3f ", i > 0 ? "," : "", best->sectors[i]);
        cli_put_words(out, best->of_sector[i].driver);
        if (best->of_sector[i].repeats) cli_print(out, " (%.0f)", best->of_sector[i].slot);
    }
    cli_print(out, "\n");
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

static int put_rows(cli_answers *answers, cli_answer_row *rows, size_t count, bool files, bool ranked)
{
    cli_text_table table = { .column_count = 0 };
    bests best = { .lap_time = HUGE_VAL };
    for (int i = 0; i < SECTORS; i++) best.sectors[i] = HUGE_VAL;
    bool places = false;
    for (size_t i = 0; i < count; i++) {
        lap_view lap = view_of(rows[i].file->table, rows[i].row);
        lap.repeats = rows[i].file->repeats;
        keep_best(&best, &lap);
        places |= !ranked && lap.position > 1;
    }
    add_columns(&table, files, ranked, places);
    for (size_t i = 0; i < count; i++) {
        lap_view lap = view_of(rows[i].file->table, rows[i].row);
        lap.repeats = rows[i].file->repeats;
        put_lap(&table, &rows[i], &lap, &best, files, places, ranked ? i + 1 : 0);
    }
    int status = cli_text_print(&table, &answers->out);
    if (status == CLI_FINE) put_bests(&answers->out, &best, ranked);
    return status;
}

/* Several files that are sorted, or hold a lap each, are one list; else each has its own. */
static int put_people(cli_answers *answers)
{
    bool sorted = cli_given(answers->arguments, CLI_SORT), single = are_single(answers);
    int status = CLI_FINE;
    size_t count;
    if (answers->count == 1 || (!sorted && !single)) {
        for (size_t f = 0; f < answers->count && status == CLI_FINE; f++) {
            cli_answers alone = { .arguments = answers->arguments, .files = &answers->files[f], .count = 1 };
            alone.out = answers->out;
            cli_answer_row *rows = cli_answer_rows(&alone, sorted, &count);
            if (rows == NULL) return cli_no_memory("rows of a table");
            if (f > 0) cli_print(&answers->out, "\n");
            cli_put_answer_title(&answers->out, &answers->files[f]);
            status = put_rows(&alone, rows, count, false, sorted);
            free(rows);
        }
        return status;
    }
    cli_answer_row *rows = cli_answer_rows(answers, true, &count);
    if (rows == NULL) return cli_no_memory("rows of a table");
    while (count > 0 && isnan(cli_number_at(rows[count - 1].file->table, "lap_time", rows[count - 1].row))) count--;
    status = put_rows(answers, rows, count, true, true);
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

static int put_json(const cli_arguments *arguments, cli_answer_file *file, pdk_json *json)
{
    (void)arguments;
    return cli_put_answer_json(file, json);
}

static int run_laps(const cli_arguments *arguments)
{
    static const cli_answer_verb verb = {
        .make = make, .people = put_people, .json = put_json, .sorts = true, .joins = true
    };
    return cli_answer(arguments, &verb);
}

static const cli_option takes[] = { CLI_DRIVER, CLI_SORT,    CLI_LINE,    CLI_JSON,
                                    CLI_EXCEL,  CLI_OUTPUTS, CLI_READING, CLI_HELP };

const cli_verb cli_verb_laps = {
    .name = "laps",
    .operands = "FILE...",
    .summary = "list laps: times, sectors, positions, and which laps are clean",
    .details =
        "For each lap that a driver began: its time and sectors, the position at its end, and why it is not\n"
        "clean: the first lap of a race, pits, contacts, off track, more than 2 % slower than the driver's\n"
        "median.\n\n"
        "Times are the game's own where the file has them; else they are measured between crossings of the line,\n"
        "stored or found. --json and CSV say which.\n\n"
        "Several files with one lap each are ranked, and their best sectors give the theoretical best lap.\n\n"
        "On a terminal, and in a file OUT.txt, it is for people; elsewhere it is CSV.",
    .purpose = CLI_LOOK,
    .examples = { "paddock laps race.vcr --driver Varga", "the laps of one driver", "paddock laps *.raf",
                  "which of these laps is the fastest" },
    .options = takes,
    .kinds = "csv json txt",
    .min_operands = 1,
    .max_operands = -1,
    .run = run_laps,
};
