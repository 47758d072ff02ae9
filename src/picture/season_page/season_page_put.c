/* What the parts of a season's page are made of: texts, heads of tables, and cells. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "page/page_html.h"
#include "season_page/season_page.h"

void pdk_season_page_put(const pdk_season_page *page, const char *markup)
{
    pdk_html_put(page->output, markup);
}

void pdk_season_page_text(const pdk_season_page *page, pdk_text text)
{
    pdk_html_put(page->output, "<bdi>");
    if (text.data != NULL) pdk_html_text(page->output, text.data, text.size);
    pdk_html_put(page->output, "</bdi>");
}

void pdk_season_page_head(const pdk_season_page *page, const char *const *headings)
{
    pdk_html_put(page->output, "<div class=\"wide\"><table><thead><tr>");
    for (size_t i = 0; headings[i] != NULL; i++) {
        bool number = headings[i][0] == '#';
        pdk_html_put(page->output, number ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">");
        pdk_html_put(page->output, headings[i] + number);
        pdk_html_put(page->output, "</th>");
    }
}

void pdk_season_page_number(const pdk_season_page *page, double value, bool zero)
{
    char text[PDK_NUMBER_SIZE] = "";
    if (isfinite(value) && (zero || value < 0 || value > 0))
        text[pdk_format_number(text, round(value * 1000) / 1000, PDK_FLOAT64)] = '\0';
    pdk_html_put(page->output, "<td class=\"n\">");
    pdk_html_put(page->output, text);
    pdk_html_put(page->output, "</td>");
}

void pdk_season_page_time(const pdk_season_page *page, double seconds)
{
    char text[PDK_TIME_SIZE] = "";
    if (isfinite(seconds)) pdk_format_time(text, seconds, 3);
    pdk_html_put(page->output, "<td class=\"n\">");
    pdk_html_put(page->output, text);
    pdk_html_put(page->output, "</td>");
}

void pdk_season_page_cell(const pdk_season_page *page, pdk_text text)
{
    pdk_html_put(page->output, "<td class=\"name\">");
    pdk_season_page_text(page, text);
    pdk_html_put(page->output, "</td>");
}

/* Drivers are numbered as the rows of the standings. */
void pdk_season_page_driver(const pdk_season_page *page, pdk_text name)
{
    pdk_html_put(page->output, "<td class=\"name\">");
    for (uint64_t row = 0; name.data != NULL && row < pdk_table_rows(page->season); row++) {
        pdk_text own = pdk_table_text_at(page->season, "driver", row);
        if (own.size != name.size || memcmp(own.data, name.data, name.size) != 0) continue;
        char link[48];
        snprintf(link, sizeof link, "<a href=\"#driver-%u\">", (unsigned)row + 1);
        pdk_html_put(page->output, link);
        pdk_season_page_text(page, name);
        pdk_html_put(page->output, "</a></td>");
        return;
    }
    pdk_season_page_text(page, name);
    pdk_html_put(page->output, "</td>");
}
