/* Laps taken together, for people: each driver's pace and best corners, and the minisectors as television shows them.
 */
#include <math.h>
#include <string.h>

#include "answer.h"
#include "exit_status.h"
#include "lap_session.h"
#include "layout.h"
#include "options.h"

enum { KEEP = 1000 };

static bool is_word(pdk_text text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool same(pdk_text one, pdk_text other)
{
    return one.size == other.size && memcmp(one.data, other.data, one.size) == 0;
}

/* The rows of one driver, of one kind of runs, from `row` on: up to the one of the whole lap. */
static uint64_t lap_row(const pdk_table *table, uint64_t row)
{
    while (row + 1 < pdk_table_rows(table) && !is_word(cli_text_at(table, "name", row), "lap")) row++;
    return row;
}

static void put_time(cli_out *out, const char *before, double seconds)
{
    cli_print(out, "%s", before);
    cli_put_clock(out, seconds);
}

static pdk_text without_folder(pdk_text path)
{
    for (size_t i = path.size; i-- > 0;) {
        if (path.data[i] == '/' || path.data[i] == '\\') return (pdk_text){ path.data + i + 1, path.size - i - 1 };
    }
    return path;
}

static void put_pace(cli_out *out, const pdk_table *table, uint64_t row, bool files)
{
    double count = cli_number_at(table, "count", row);
    cli_print(out, "%.0f lap%s", count, count > 1 ? "s" : "");
    put_time(out, ", best ", cli_number_at(table, "best", row));
    cli_print(out, " (lap %.0f", cli_number_at(table, "best_lap", row));
    pdk_text file = without_folder(cli_text_at(table, "best_file", row));
    if (files && file.size > 0) {
        cli_print(out, " of ");
        cli_put_text(out, file.data, file.size);
    }
    cli_print(out, ")");
    put_time(out, ", mean ", cli_number_at(table, "mean", row));
    cli_print(out, ", deviation %.3f\n", cli_number_at(table, "deviation", row));
}

static int put_corners(cli_out *out, const pdk_table *table, uint64_t first, uint64_t end, bool files)
{
    cli_text_table to = { .column_count = 0 };
    cli_text_column_add(&to, "", false, KEEP);
    cli_text_column_add(&to, "Best", true, KEEP);
    cli_text_column_add(&to, "in lap", true, 80);
    if (files) cli_text_column_add(&to, "of", false, 40);
    cli_text_column_add(&to, "Mean", true, 90);
    cli_text_column_add(&to, "Deviation", true, 70);
    cli_text_column_add(&to, "Mean - best", true, 60);
    for (uint64_t row = first; row < end; row++) {
        double best = cli_number_at(table, "best", row), mean = cli_number_at(table, "mean", row);
        cli_text_put_name(&to, CLI_PLAIN_STYLE, cli_text_at(table, "name", row));
        cli_text_put_part(&to, CLI_PLAIN_STYLE, best);
        cli_text_put(&to, CLI_PLAIN_STYLE, "%.0f", cli_number_at(table, "best_lap", row));
        if (files) cli_text_put_name(&to, CLI_PLAIN_STYLE, without_folder(cli_text_at(table, "best_file", row)));
        cli_text_put_part(&to, CLI_PLAIN_STYLE, mean);
        cli_text_put_part(&to, CLI_PLAIN_STYLE, cli_number_at(table, "deviation", row));
        cli_text_put_part(&to, CLI_PLAIN_STYLE, mean - best);
    }
    return cli_text_print(&to, out);
}

/* "  Long runs:    ", "  Compound 1/0: " */
static void put_run(cli_out *out, const pdk_table *table, uint64_t row)
{
    pdk_text compound = cli_text_at(table, "compound", row);
    if (compound.size == 0) {
        cli_print(out, "  %s  ", is_word(cli_text_at(table, "run", row), "long") ? "Long runs:  " : "Single laps:");
        return;
    }
    cli_print(out, "  Compound ");
    cli_put_text(out, compound.data, compound.size);
    cli_print(out, ":%*s", compound.size < 4 ? (int)(4 - compound.size) : 1, "");
}

/* Long runs, single laps and compounds of the driver follow the rows of all laps. */
static uint64_t put_runs(cli_out *out, const pdk_table *table, uint64_t row, pdk_text driver, bool files)
{
    while (row < pdk_table_rows(table) && same(cli_text_at(table, "driver", row), driver) &&
           !is_word(cli_text_at(table, "run", row), "all")) {
        uint64_t whole = lap_row(table, row);
        put_run(out, table, row);
        put_pace(out, table, whole, files);
        row = whole + 1;
    }
    return row;
}

/* What nobody drove; nothing where the best lap is the best everywhere. */
static void put_ideal(cli_out *out, const char *before, const pdk_table *table, uint64_t whole)
{
    double ideal = cli_number_at(table, "ideal_corner_time", whole);
    bool several = cli_number_at(table, "count", whole) > 1; /* for one lap it would only show the game's rounding */
    if (!several || !(ideal < cli_number_at(table, "best", whole))) return;
    put_time(out, before, ideal);
    cli_print(out, "; never driven in one lap.\n");
}

static int put_drivers(const cli_arguments *arguments, const pdk_document *session, cli_out *out)
{
    const pdk_table *table = pdk_document_own_table(session, "consistency");
    const bool files = arguments->count > 1;
    int status = CLI_FINE;
    for (uint64_t row = 0; row < pdk_table_rows(table) && status == CLI_FINE;) {
        pdk_text driver = cli_text_at(table, "driver", row);
        uint64_t whole = lap_row(table, row);
        if (row > 0) cli_print(out, "\n");
        cli_put_text(out, driver.data, driver.size);
        cli_print(out, "%s", driver.size > 0 ? ": " : "");
        put_pace(out, table, whole, files);
        uint64_t next = put_runs(out, table, whole + 1, driver, files);
        put_ideal(out, "  If every corner were the best: ", table, whole);
        if (cli_given(arguments, CLI_CORNERS)) status = put_corners(out, table, row, whole, files);
        row = next;
    }
    return status;
}

/* A letter for each minisector: # the best of all, + the driver's own best, - slower; purple, green and yellow. */
static void put_letter(cli_out *out, const pdk_table *table, uint64_t row)
{
    bool all = cli_number_at(table, "best_of_all", row) > 0, own = cli_number_at(table, "best", row) > 0;
    const char *colour = all ? "\033[35m" : own ? "\033[32m" : "\033[33m";
    cli_print(out, "%s%s%s", out->colour ? colour : "", all ? "#" : own ? "+" : "-", out->colour ? "\033[0m" : "");
}

static double time_of(const pdk_table *table, uint64_t first, uint64_t count)
{
    double sum = 0;
    for (uint64_t i = 0; i < count; i++) sum += cli_number_at(table, "time", first + i);
    return sum;
}

static void put_minisectors(const pdk_document *session, bool files, cli_out *out)
{
    const pdk_table *table = pdk_document_own_table(session, "minisectors");
    uint64_t rows = pdk_table_rows(table), count = 0;
    while (count < rows && cli_number_at(table, "minisector", count) > (double)count) count++;
    cli_print(out, "\nMinisectors: # the best of all, + the driver's best, - slower\n");
    for (uint64_t row = 0; row + count <= rows && count > 0; row += count) {
        pdk_text driver = cli_text_at(table, "driver", row);
        cli_print(out, "  ");
        pdk_text file = without_folder(cli_text_at(table, "file", row));
        cli_put_padded(out, driver.data, driver.size, 20);
        if (files) {
            cli_print(out, "  ");
            cli_put_padded(out, file.data, file.size, 20);
        }
        cli_print(out, "  lap %3.0f  ", cli_number_at(table, "lap", row));
        put_time(out, "", time_of(table, row, count));
        cli_print(out, "  ");
        for (uint64_t i = 0; i < count; i++) put_letter(out, table, row + i);
        cli_print(out, "\n");
    }
    const pdk_property *ideal = pdk_document_find_property(session, "ideal_time");
    if (ideal == NULL) return;
    put_time(out, "  If every minisector were the best of all: ", ideal->value.as.number);
    cli_print(out, "; never driven in one lap.\n");
}

int cli_put_lap_session(const cli_arguments *arguments, const pdk_document *session, cli_out *out)
{
    int status = put_drivers(arguments, session, out);
    if (status == CLI_FINE && cli_given(arguments, CLI_MINISECTORS))
        put_minisectors(session, arguments->count > 1, out);
    return status;
}
