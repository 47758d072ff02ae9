/* What was decided: rulings of stewards, penalties of the game, and notes on rounds. */
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "season_page/season_page.h"

void pdk_season_page_rulings(const pdk_season_page *page)
{
    static const char *const headings[] = { "#Round", "Driver", "Decision", "Reason", "Incident", NULL };
    const pdk_table *rows = page->rulings;
    if (pdk_table_rows(rows) == 0) return;
    pdk_season_page_put(page, "<section id=\"rulings\"><h2>Rulings</h2>\n");
    pdk_season_page_head(page, headings);
    pdk_season_page_put(page, "</tr></thead><tbody>\n");
    for (uint64_t row = 0; row < pdk_table_rows(rows); row++) {
        pdk_season_page_put(page, "<tr>");
        pdk_season_page_number(page, pdk_table_number_at(rows, "round", row), true);
        pdk_season_page_driver(page, pdk_table_text_at(rows, "driver", row));
        pdk_season_page_cell(page, pdk_table_text_at(rows, "decision", row));
        pdk_season_page_cell(page, pdk_table_text_at(rows, "reason", row));
        pdk_season_page_cell(page, pdk_table_text_at(rows, "incident", row));
        pdk_season_page_put(page, "</tr>\n");
    }
    pdk_season_page_put(page,
                        "</tbody></table></div>\n<p class=\"muted\">What stewards decided. Places and times above "
                        "are those after it.</p></section>\n");
}

/* "drive_through" as "drive-through". */
static void put_words(const pdk_season_page *page, pdk_text word, char between)
{
    char text[64] = "";
    for (size_t i = 0; i < word.size && i + 1 < sizeof text; i++)
        text[i] = word.data[i] == '_' ? between : word.data[i];
    pdk_season_page_cell(page, (pdk_text){ text, word.size < sizeof text ? word.size : sizeof text - 1 });
}

static void put_penalty(const pdk_season_page *page, uint64_t row)
{
    const pdk_table *rows = page->penalties;
    pdk_season_page_put(page, "<tr>");
    pdk_season_page_number(page, pdk_table_number_at(rows, "round", row), true);
    pdk_season_page_number(page, pdk_table_number_at(rows, "lap", row), true);
    pdk_season_page_time(page, pdk_table_number_at(rows, "time", row));
    put_words(page, pdk_table_text_at(rows, "kind", row), '-');
    pdk_season_page_number(page, pdk_table_number_at(rows, "seconds", row), true);
    put_words(page, pdk_table_text_at(rows, "outcome", row), ' ');
    pdk_season_page_time(page, pdk_table_number_at(rows, "outcome_time", row));
    pdk_season_page_put(page, "</tr>\n");
}

void pdk_season_page_penalties(const pdk_season_page *page, pdk_text driver)
{
    static const char *const headings[] = {
        "#Round", "#Lap", "#Given at", "Penalty", "#Seconds", "Outcome", "#At", NULL
    };
    bool any = false;
    for (uint64_t row = 0; row < pdk_table_rows(page->penalties); row++) {
        if (!pdk_same_text(pdk_table_text_at(page->penalties, "driver", row), driver)) continue;
        if (!any) {
            pdk_season_page_put(page, "<h3>Penalties</h3>\n");
            pdk_season_page_head(page, headings);
            pdk_season_page_put(page, "</tr></thead><tbody>\n");
        }
        any = true;
        put_penalty(page, row);
    }
    if (any) pdk_season_page_put(page, "</tbody></table></div>\n");
}

static double places(const pdk_season_page *page)
{
    const pdk_property *property = pdk_document_find_property(page->document, "places");
    return property != NULL ? property->value.as.number : INFINITY;
}

void pdk_season_page_notes(const pdk_season_page *page)
{
    char text[128];
    for (uint64_t row = 0; row < page->rounds; row++) {
        pdk_text note = pdk_table_text_at(page->races, "note", row);
        double drivers = pdk_table_number_at(page->races, "drivers", row);
        if (note.data != NULL) {
            snprintf(text, sizeof text, "<p class=\"muted\">Round %u: ", (unsigned)row + 1);
            pdk_season_page_put(page, text);
            pdk_season_page_text(page, note);
            pdk_season_page_put(page, ".</p>\n");
        }
        if (!(drivers > places(page))) continue;
        snprintf(text, sizeof text,
                 "<p class=\"muted\">Round %u: %.0f drivers started, and %.0f places have points.</p>\n",
                 (unsigned)row + 1, drivers, places(page));
        pdk_season_page_put(page, text);
    }
}
