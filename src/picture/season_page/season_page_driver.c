/* The part of each driver: rounds, how even the laps were, penalties, and incidents with whom. */
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "season_page/season_page.h"

enum { MOST_OTHERS = 64 };

static void put_result(const pdk_season_page *page, uint64_t row)
{
    static const char *const counts[] = { "contacts", "penalties", "penalty_time" };
    const pdk_table *rows = page->results;
    double round = pdk_table_number_at(rows, "round", row);
    pdk_season_page_put(page, "<tr>");
    pdk_season_page_number(page, round, true);
    pdk_season_page_cell(page, pdk_table_text_at(page->races, "track", (uint64_t)(round - 1)));
    pdk_season_page_number(page, pdk_table_number_at(rows, "grid_position", row), true);
    pdk_season_page_number(page, pdk_table_number_at(rows, "position", row), true);
    pdk_season_page_put(page, "<td>");
    pdk_season_page_text(page, pdk_table_text_at(rows, "status", row));
    pdk_season_page_put(page, "</td>");
    pdk_season_page_number(page, pdk_table_number_at(rows, "points", row), true);
    pdk_season_page_number(page, pdk_table_number_at(rows, "laps", row), true);
    pdk_season_page_time(page, pdk_table_number_at(rows, "best_lap_time", row));
    pdk_season_page_number(page, pdk_table_number_at(rows, "clean_laps", row), true);
    pdk_season_page_time(page, pdk_table_number_at(rows, "median_lap_time", row));
    pdk_season_page_number(page, pdk_table_number_at(rows, "deviation", row), true);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        pdk_season_page_number(page, pdk_table_number_at(rows, counts[i], row), true);
    pdk_season_page_put(page, "</tr>\n");
}

static void put_results(const pdk_season_page *page, pdk_text driver)
{
    static const char *const headings[] = { "#Round",         "Track",     "#Grid",      "#Pos",        "Status",
                                            "#Points",        "#Laps",     "#Best lap",  "#Clean laps", "#Median",
                                            "#Deviation (s)", "#Contacts", "#Penalties", "#Added (s)",  NULL };
    pdk_season_page_head(page, headings);
    pdk_season_page_put(page, "</tr></thead><tbody>\n");
    for (uint64_t row = 0; row < pdk_table_rows(page->results); row++) {
        if (pdk_same_text(pdk_table_text_at(page->results, "driver", row), driver)) put_result(page, row);
    }
    pdk_season_page_put(page, "</tbody></table></div>\n");
}

/* ----------------------------------------------------------------------------------------------- with whom */

typedef struct counterpart {
    pdk_text name;
    unsigned incidents, behind;
} counterpart;

static void count_other(counterpart *others, size_t *count, pdk_text name, bool behind)
{
    size_t i = 0;
    while (i < *count && !pdk_same_text(others[i].name, name)) i++;
    if (i == MOST_OTHERS) return;
    if (i == *count) others[(*count)++] = (counterpart){ .name = name };
    others[i].incidents++;
    others[i].behind += behind;
}

static void put_others(const pdk_season_page *page, pdk_text driver)
{
    static const char *const headings[] = { "With", "#Incidents", "#Of them from behind", NULL };
    counterpart others[MOST_OTHERS];
    size_t count = 0;
    for (uint64_t row = 0; row < pdk_table_rows(page->incidents); row++) {
        pdk_text other = pdk_table_text_at(page->incidents, "other", row);
        if (other.data == NULL || !pdk_same_text(pdk_table_text_at(page->incidents, "driver", row), driver)) continue;
        count_other(others, &count, other, pdk_table_number_at(page->incidents, "behind", row) > 0);
    }
    if (count == 0) return;
    pdk_season_page_put(page, "<h3>Incidents with others</h3>\n");
    pdk_season_page_head(page, headings);
    pdk_season_page_put(page, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < count; i++) {
        pdk_season_page_put(page, "<tr>");
        pdk_season_page_driver(page, others[i].name);
        pdk_season_page_number(page, others[i].incidents, true);
        pdk_season_page_number(page, others[i].behind, true);
        pdk_season_page_put(page, "</tr>\n");
    }
    pdk_season_page_put(page, "</tbody></table></div>\n");
}

/* -------------------------------------------------------------------------------------------- each incident */

static bool is_first_row(const pdk_season_page *page, uint64_t row, pdk_text driver)
{
    if (!pdk_same_text(pdk_table_text_at(page->incidents, "driver", row), driver)) return false;
    if (row == 0 || !pdk_same_text(pdk_table_text_at(page->incidents, "driver", row - 1), driver)) return true;
    bool same_round = fabs(pdk_table_number_at(page->incidents, "round", row) -
                           pdk_table_number_at(page->incidents, "round", row - 1)) < 0.5;
    return !same_round || !pdk_same_text(pdk_table_text_at(page->incidents, "incident", row),
                                         pdk_table_text_at(page->incidents, "incident", row - 1));
}

static void put_incidents(const pdk_season_page *page, pdk_text driver)
{
    static const char *const headings[] = { "#Round", "#Time", "#Lap", "Kind", "Place", "What happened", NULL };
    bool any = false;
    for (uint64_t row = 0; row < pdk_table_rows(page->incidents); row++) {
        if (!is_first_row(page, row, driver)) continue;
        if (!any) {
            pdk_season_page_put(page, "<details open><summary>Each incident</summary>\n");
            pdk_season_page_head(page, headings);
            pdk_season_page_put(page, "</tr></thead><tbody>\n");
        }
        any = true;
        pdk_season_page_put(page, "<tr>");
        pdk_season_page_number(page, pdk_table_number_at(page->incidents, "round", row), true);
        pdk_season_page_time(page, pdk_table_number_at(page->incidents, "time", row));
        pdk_season_page_number(page, pdk_table_number_at(page->incidents, "lap", row), true);
        pdk_season_page_put(page, "<td>");
        pdk_season_page_text(page, pdk_table_text_at(page->incidents, "kind", row));
        pdk_season_page_put(page, "</td>");
        pdk_season_page_cell(page, pdk_table_text_at(page->incidents, "place", row));
        pdk_season_page_cell(page, pdk_table_text_at(page->incidents, "sentence", row));
        pdk_season_page_put(page, "</tr>\n");
    }
    if (any) pdk_season_page_put(page, "</tbody></table></div></details>\n");
}

/* ------------------------------------------------------------------------------------------------- the whole */

static void put_summary(const pdk_season_page *page, uint64_t row)
{
    static const struct {
        const char *column, *one, *many;
    } counts[] = { { "points", "point", "points" },
                   { "rounds", "round", "rounds" },
                   { "wins", "win", "wins" },
                   { "laps", "lap", "laps" },
                   { "contacts", "contact", "contacts" },
                   { "incidents", "incident", "incidents" },
                   { "penalties", "penalty", "penalties" } };
    char text[96], number[PDK_NUMBER_SIZE + 1];
    pdk_season_page_put(page, "<p>");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        double value = pdk_table_number_at(page->season, counts[i].column, row);
        if (!isfinite(value)) continue;
        number[pdk_format_number(number, value, PDK_FLOAT64)] = '\0';
        bool one = value > 0.999 && value < 1.001;
        snprintf(text, sizeof text, "%s%s %s", i > 0 ? ", " : "", number, one ? counts[i].one : counts[i].many);
        pdk_season_page_put(page, text);
    }
    double consistency = pdk_table_number_at(page->season, "consistency", row);
    snprintf(text, sizeof text, ". Standard deviation of clean laps: %.2f %% of their median.", consistency * 100);
    pdk_season_page_put(page, isfinite(consistency) ? text : ".");
    pdk_season_page_put(page, "</p>\n");
}

void pdk_season_page_drivers(const pdk_season_page *page)
{
    for (uint64_t row = 0; row < pdk_table_rows(page->season); row++) {
        char text[96];
        pdk_text driver = pdk_table_text_at(page->season, "driver", row);
        snprintf(text, sizeof text, "<section class=\"driver\" id=\"driver-%u\"><h2>%.0f. ", (unsigned)row + 1,
                 pdk_table_number_at(page->season, "position", row));
        pdk_season_page_put(page, text);
        pdk_season_page_text(page, driver);
        pdk_season_page_put(page, "</h2>\n");
        put_summary(page, row);
        put_results(page, driver);
        pdk_season_page_penalties(page, driver);
        put_others(page, driver);
        put_incidents(page, driver);
        pdk_season_page_put(page, "<p><a href=\"#standings\">To the standings</a></p></section>\n");
    }
}
