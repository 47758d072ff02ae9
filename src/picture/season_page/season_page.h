/* A season as a page, while it is written. */
#ifndef PADDOCK_SEASON_PAGE_SEASON_PAGE_H
#define PADDOCK_SEASON_PAGE_SEASON_PAGE_H

#include "paddock/plot.h"
#include "paddock/season.h"

typedef struct pdk_season_page {
    const pdk_document *document;
    const pdk_season_page_options *options;
    pdk_output *output;
    const pdk_table *season, *teams, *races, *results, *incidents, *tracks, *rulings, *penalties;
    unsigned rounds;
} pdk_season_page;

/* --- season_page_put.c: what the parts are made of --- */
void pdk_season_page_put(const pdk_season_page *page, const char *markup);
/* A text of a file, which may run in either direction. */
void pdk_season_page_text(const pdk_season_page *page, pdk_text text);
/* A table begins, up to its headings; "#" before one of numbers. Ends with NULL. */
void pdk_season_page_head(const pdk_season_page *page, const char *const *headings);
/* Cells. Without `zero` a 0 is left empty, too. */
void pdk_season_page_number(const pdk_season_page *page, double value, bool zero);
void pdk_season_page_time(const pdk_season_page *page, double seconds);
void pdk_season_page_cell(const pdk_season_page *page, pdk_text text);
/* With a link to the driver's part. */
void pdk_season_page_driver(const pdk_season_page *page, pdk_text name);

/* --- season_page_driver.c --- */
void pdk_season_page_drivers(const pdk_season_page *page);

/* --- season_page_decisions.c --- */
/* The section of rulings; nothing where there are none. */
void pdk_season_page_rulings(const pdk_season_page *page);
/* The penalties of a driver, one by one. */
void pdk_season_page_penalties(const pdk_season_page *page, pdk_text driver);
/* What is odd about rounds. */
void pdk_season_page_notes(const pdk_season_page *page);

#endif
