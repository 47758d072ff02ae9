/* A season as one page: standings, rounds, maps, and a part for each driver. It needs no script: links lead from part
 * to part, and tables that are too wide for a phone scroll in themselves. */
#include "season_page/season_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "io/output.h"
#include "model/document_life.h"
#include "page/page_html.h"

static const char style[] =
    ":root{color-scheme:light dark;--text:#222;--muted:#666;--line:#ddd;--back:#fff;--link:#0058a3}"
    "@media(prefers-color-scheme:dark){:root{--text:#e8e8e8;--muted:#a8a8a8;--line:#3a3a3a;--back:#161616;"
    "--link:#7ab8f5}}*{box-sizing:border-box}"
    "body{margin:0 auto;max-width:75rem;padding:1rem;font:16px/1.45 system-ui,sans-serif;color:var(--text);"
    "background:var(--back);overflow-wrap:anywhere}"
    "h1{font-size:1.6rem;margin:.2rem 0 .6rem}h2{font-size:1.25rem;margin:2rem 0 .4rem}h3{font-size:1rem;"
    "margin:1.2rem 0 .3rem}a{color:var(--link)}nav a{margin-right:1rem}p{margin:.3rem 0}.muted{color:var(--muted)}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top;"
    "overflow-wrap:normal}"
    "th{font-weight:600;color:var(--muted);white-space:nowrap}.n{text-align:right;white-space:nowrap}"
    "td.name{min-width:8rem;max-width:22rem;overflow-wrap:anywhere}"
    ".dropped{color:var(--muted);text-decoration:line-through}"
    "small{color:var(--muted)}.maps{display:flex;flex-wrap:wrap;gap:1rem}"
    ".maps svg{display:block;max-width:100%;height:auto}.dark{display:none}"
    "@media(prefers-color-scheme:dark){.light{display:none}.dark{display:block}}"
    "section:target>h2{text-decoration:underline}"
    "@media print{nav{display:none}.wide{overflow:visible}section.driver{break-inside:avoid}}";

/* ----------------------------------------------------------------------------------------------- standings */

static void put_round(const pdk_season_page *page, const pdk_table *rows, uint64_t row, unsigned round)
{
    char column[40], text[64];
    snprintf(column, sizeof column, "round_%u_points", round);
    double points = pdk_table_number_at(rows, column, row);
    snprintf(column, sizeof column, "round_%u_position", round);
    double position = pdk_table_number_at(rows, column, row);
    snprintf(column, sizeof column, "round_%u_dropped", round);
    bool dropped = pdk_table_number_at(rows, column, row) > 0;
    if (!isfinite(points)) {
        pdk_season_page_put(page, "<td></td>");
        return;
    }
    pdk_season_page_put(page, dropped ? "<td class=\"n dropped\">" : "<td class=\"n\">");
    text[pdk_format_number(text, points, PDK_FLOAT64)] = '\0';
    pdk_season_page_put(page, text);
    snprintf(text, sizeof text, " <small>P%.0f</small>", position);
    if (isfinite(position)) pdk_season_page_put(page, text);
    pdk_season_page_put(page, "</td>");
}

/* Have rulings given or taken points? */
static bool has_awards(const pdk_table *rows)
{
    for (uint64_t row = 0; row < pdk_table_rows(rows); row++) {
        if (fabs(pdk_table_number_at(rows, "awarded", row)) > 0) return true;
    }
    return false;
}

static void put_standings(const pdk_season_page *page, const pdk_table *rows, bool drivers)
{
    static const char *const of_drivers[] = { "#Pos", "Driver", "#Points", NULL }, *const of_teams[] = { "#Pos", "Team",
                                                                                                         "#Points",
                                                                                                         NULL };
    static const char *const counts[] = { "wins", "podiums", "poles", "fastest_laps" };
    pdk_season_page_head(page, drivers ? of_drivers : of_teams);
    for (unsigned r = 1; r <= page->rounds; r++) {
        char text[64];
        snprintf(text, sizeof text, "<th class=\"n\" scope=\"col\">R%u</th>", r);
        pdk_season_page_put(page, text);
    }
    bool awards = has_awards(rows);
    if (awards) pdk_season_page_put(page, "<th class=\"n\" scope=\"col\">Rulings</th>");
    pdk_season_page_put(page, "<th class=\"n\">Wins</th><th class=\"n\">Podiums</th><th class=\"n\">Poles</th>"
                              "<th class=\"n\">Fastest laps</th>");
    bool teams = drivers && pdk_table_rows(page->teams) > 0;
    pdk_season_page_put(page, teams ? "<th>Team</th></tr></thead><tbody>\n" : "</tr></thead><tbody>\n");
    for (uint64_t row = 0; row < pdk_table_rows(rows); row++) {
        pdk_season_page_put(page, "<tr>");
        pdk_season_page_number(page, pdk_table_number_at(rows, "position", row), true);
        if (drivers) pdk_season_page_driver(page, pdk_table_text_at(rows, "driver", row));
        else pdk_season_page_cell(page, pdk_table_text_at(rows, "team", row));
        pdk_season_page_number(page, pdk_table_number_at(rows, "points", row), true);
        for (unsigned r = 1; r <= page->rounds; r++) put_round(page, rows, row, r);
        if (awards) pdk_season_page_number(page, pdk_table_number_at(rows, "awarded", row), false);
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
            pdk_season_page_number(page, pdk_table_number_at(rows, counts[i], row), false);
        if (teams) pdk_season_page_cell(page, pdk_table_text_at(rows, "team", row));
        pdk_season_page_put(page, "</tr>\n");
    }
    pdk_season_page_put(page, "</tbody></table></div>\n");
}

/* -------------------------------------------------------------------------------------------------- rounds */

static pdk_text file_of(pdk_text path)
{
    size_t begin = path.size;
    while (begin > 0 && path.data[begin - 1] != '/' && path.data[begin - 1] != '\\') begin--;
    return (pdk_text){ path.data + begin, path.size - begin };
}

static bool is_official(const pdk_season_page *page, uint64_t round)
{
    return pdk_table_number_at(page->races, "official", round) > 0;
}

static bool has_official(const pdk_season_page *page)
{
    for (uint64_t round = 0; round < page->rounds; round++)
        if (is_official(page, round)) return true;
    return false;
}

static void put_rounds(const pdk_season_page *page)
{
    static const pdk_text official = { "official", 8 };
    const pdk_table *rows = page->races;
    bool any = has_official(page);
    const char *const headings[] = { "#Round",
                                     "Track",
                                     "Winner",
                                     "#Laps",
                                     "#Drivers",
                                     "Pole",
                                     "Fastest lap",
                                     "#Time",
                                     "#Incidents",
                                     "File",
                                     any ? "Results" : NULL,
                                     NULL };
    pdk_season_page_head(page, headings);
    pdk_season_page_put(page, "</tr></thead><tbody>\n");
    for (uint64_t row = 0; row < page->rounds; row++) {
        pdk_text path = pdk_table_text_at(rows, "path", row);
        pdk_season_page_put(page, "<tr>");
        pdk_season_page_number(page, (double)row + 1, true);
        pdk_season_page_cell(page, pdk_table_text_at(rows, "track", row));
        pdk_season_page_driver(page, pdk_table_text_at(rows, "winner", row));
        pdk_season_page_number(page, pdk_table_number_at(rows, "laps", row), true);
        pdk_season_page_number(page, pdk_table_number_at(rows, "drivers", row), true);
        pdk_season_page_driver(page, pdk_table_text_at(rows, "pole", row));
        pdk_season_page_driver(page, pdk_table_text_at(rows, "fastest_lap", row));
        pdk_season_page_time(page, pdk_table_number_at(rows, "fastest_lap_time", row));
        pdk_season_page_number(page, pdk_table_number_at(rows, "incidents", row), true);
        pdk_season_page_cell(page, path.data != NULL ? file_of(path) : path);
        if (any) pdk_season_page_cell(page, is_official(page, row) ? official : (pdk_text){ "", 0 });
        pdk_season_page_put(page, "</tr>\n");
    }
    pdk_season_page_put(page, "</tbody></table></div>\n");
}

/* ---------------------------------------------------------------------------------------------------- maps */

static pdk_status put_map(const pdk_season_page *page, const char *track, pdk_plot_theme theme, pdk_error *error)
{
    enum { WIDTH = 520, HEIGHT = 460 }; /* text stays large enough when a phone shows it smaller */
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    pdk_lap_reference season = { .document = page->document };
    pdk_plot *plot;
    options.of = track;
    options.theme = theme;
    options.width = WIDTH;
    options.height = HEIGHT;
    options.limits = page->options->limits;
    options.allocator = page->options->allocator;
    pdk_status status = pdk_plot_create(PDK_PLOT_DENSITY, &season, 1, &options, &plot, error);
    if (status != PDK_OK) return status;
    pdk_season_page_put(page, theme == PDK_PLOT_DARK ? "<div class=\"dark\">" : "<div class=\"light\">");
    status = pdk_plot_write(plot, PDK_PLOT_SVG, page->output, error);
    pdk_season_page_put(page, "</div>\n");
    pdk_plot_close(plot);
    return status;
}

/* Each track once: its points follow each other. */
static pdk_status put_maps(const pdk_season_page *page, pdk_memory *memory, pdk_error *error)
{
    pdk_text last = { NULL, 0 };
    pdk_season_page_put(page, "<div class=\"maps\">\n");
    for (uint64_t row = 0; row < pdk_table_rows(page->tracks); row++) {
        pdk_text track = pdk_table_text_at(page->tracks, "track", row);
        if (last.data != NULL && last.size == track.size && memcmp(last.data, track.data, track.size) == 0) continue;
        last = track;
        char *name = pdk_text_printf(memory, "%.*s", (int)track.size, track.data != NULL ? track.data : "");
        if (name == NULL) return pdk_fail_memory(error, memory, "a page");
        pdk_season_page_put(page, "<div>");
        pdk_status status = put_map(page, name, PDK_PLOT_LIGHT, error);
        if (status == PDK_OK) status = put_map(page, name, PDK_PLOT_DARK, error);
        if (status != PDK_OK) return status;
        pdk_season_page_put(page, "</div>");
    }
    pdk_season_page_put(page, "</div>\n");
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- the page */

static void put_top(const pdk_season_page *page)
{
    const char *title = page->options->title != NULL ? page->options->title : "Season";
    char text[96];
    pdk_season_page_put(page, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                              "'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
                              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                              "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    pdk_html_text(page->output, title, strlen(title));
    pdk_season_page_put(page, "</title>\n<style>");
    pdk_season_page_put(page, style);
    pdk_season_page_put(page, "</style>\n</head>\n<body>\n<h1>");
    pdk_html_text(page->output, title, strlen(title));
    snprintf(text, sizeof text, "</h1>\n<p class=\"muted\">%u round%s, %llu drivers</p>\n", page->rounds,
             page->rounds == 1 ? "" : "s", (unsigned long long)pdk_table_rows(page->season));
    pdk_season_page_put(page, text);
    pdk_season_page_put(page, "<nav><a href=\"#standings\">Drivers</a><a href=\"#teams\">Teams</a>"
                              "<a href=\"#rounds\">Rounds</a><a href=\"#where\">Where it happened</a>"
                              "<a href=\"#driver-1\">Driver by driver</a></nav>\n<main>\n");
}

static pdk_status put_page(const pdk_season_page *page, pdk_memory *memory, pdk_error *error)
{
    put_top(page);
    pdk_season_page_put(page, "<section id=\"standings\"><h2>Drivers</h2>\n");
    put_standings(page, page->season, true);
    pdk_season_page_put(page, "<p class=\"muted\">Points of each round, with the place. Points that are crossed out do "
                              "not count.</p></section>\n<section id=\"teams\"><h2>Teams</h2>\n");
    if (pdk_table_rows(page->teams) > 0) put_standings(page, page->teams, false);
    else pdk_season_page_put(page, "<p class=\"muted\">No teams are known.</p>");
    pdk_season_page_put(page, "</section>\n<section id=\"rounds\"><h2>Rounds</h2>\n");
    put_rounds(page);
    pdk_season_page_notes(page);
    pdk_season_page_put(page, "</section>\n");
    pdk_season_page_rulings(page);
    pdk_season_page_put(page, "<section id=\"where\"><h2>Where it happened</h2>\n");
    pdk_status status = PDK_OK;
    if (pdk_table_rows(page->tracks) > 0) status = put_maps(page, memory, error);
    else pdk_season_page_put(page, "<p class=\"muted\">The recordings show no complete lap, so there is no map.</p>");
    if (status != PDK_OK) return status;
    pdk_season_page_put(page, "</section>\n");
    pdk_season_page_drivers(page);
    pdk_season_page_put(page, "</main>\n</body>\n");
    return pdk_output_write(page->output, "</html>\n", 8, error);
}

pdk_status pdk_season_page_write(const pdk_document *season, const pdk_season_page_options *given, pdk_output *output,
                                 pdk_error *error)
{
    PDK_HOLD(season);
    PDK_HOLD_OUTPUT(output);
    pdk_season_page_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_SEASON_PAGE_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (season == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a page needs a season and an output");
    pdk_season_page page = { .document = season,
                             .options = &options,
                             .output = output,
                             .season = pdk_document_own_table(season, "season"),
                             .teams = pdk_document_own_table(season, "season_teams"),
                             .races = pdk_document_own_table(season, "season_rounds"),
                             .results = pdk_document_own_table(season, "season_results"),
                             .incidents = pdk_document_own_table(season, "season_incidents"),
                             .tracks = pdk_document_own_table(season, "season_tracks"),
                             .rulings = pdk_document_own_table(season, "season_rulings"),
                             .penalties = pdk_document_own_table(season, "season_penalties") };
    bool whole = page.season != NULL && page.teams != NULL && page.races != NULL && page.results != NULL &&
                 page.incidents != NULL && page.tracks != NULL && page.rulings != NULL && page.penalties != NULL;
    if (!whole)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.document", "this document is not a season");
    page.rounds = (unsigned)pdk_table_rows(page.races);
    pdk_memory memory;
    pdk_memory_init(&memory, &options.allocator, pdk_memory_limit(&options.limits));
    status = put_page(&page, &memory, error);
    pdk_memory_destroy(&memory);
    return status;
}
