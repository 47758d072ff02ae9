#include "ask_all.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 64 };

static size_t ask_table(const pdk_table *table)
{
    double *values = malloc(ROWS * sizeof *values);
    uint64_t count = pdk_table_rows(table) < ROWS ? pdk_table_rows(table) : ROWS;
    size_t fine = 0;
    for (size_t c = 0; c < pdk_table_columns(table) && values != NULL; c++)
        fine += pdk_table_read_f64(table, c, pdk_table_rows(table) - count, count, values, NULL) == PDK_OK;
    free(values);
    return fine;
}

static size_t ask_tables(const pdk_document *document)
{
    size_t fine = pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, NULL) == PDK_OK;
    for (size_t i = 0; i < pdk_document_table_count(document); i++)
        fine += ask_table(pdk_document_table_at(document, i));
    return fine;
}

static size_t ask_answers(const pdk_document *document)
{
    size_t fine = 0;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        const pdk_table *table = NULL;
        if (pdk_answer(document, pdk_answer_name(i), &table, NULL) == PDK_OK) fine += ask_table(table);
    }
    return fine;
}

/* `again` compares the document with itself. */
static size_t plot(const pdk_document *document, pdk_plot_kind kind, bool again)
{
    pdk_lap_reference laps[] = { { .document = document, .name = "one" }, { .document = document, .name = "two" } };
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    pdk_plot *plot = NULL;
    pdk_output *output = NULL;
    if (pdk_plot_create(kind, laps, again ? 2 : 1, &options, &plot, NULL) != PDK_OK) return 0;
    bool fine =
        pdk_output_memory(&output, NULL) == PDK_OK && pdk_plot_write(plot, PDK_PLOT_SVG, output, NULL) == PDK_OK;
    pdk_output_close(output);
    pdk_plot_close(plot);
    return fine;
}

static size_t ask_page(const pdk_document *document)
{
    static const pdk_page_front front = { .script = { "1", 1 }, .style = { "a{}", 3 } };
    pdk_page_file file = { .document = document, .name = "page" };
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    pdk_output *output = NULL;
    if (pdk_output_memory(&output, NULL) != PDK_OK) return 0;
    bool fine = pdk_page_write(&file, 1, &front, &options, output, NULL) == PDK_OK;
    pdk_output_close(output);
    return fine;
}

static size_t convert(const pdk_document *document, const char *target)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_output *output = NULL;
    if (pdk_output_memory(&output, NULL) != PDK_OK) return 0;
    bool fine = pdk_convert(document, target, &options, NULL, output, NULL) == PDK_OK;
    pdk_output_close(output);
    return fine;
}

size_t ask_all(const pdk_document *document, unsigned kinds)
{
    size_t fine = 0;
    if (kinds & ASK_TABLES) fine += ask_tables(document);
    if (kinds & ASK_ANSWERS) fine += ask_answers(document);
    for (size_t i = 0; (kinds & ASK_PLOTS) && pdk_plot_kind_name(i) != NULL; i++)
        fine += plot(document, (pdk_plot_kind)i, false) + plot(document, (pdk_plot_kind)i, true);
    if (kinds & ASK_PAGES) fine += ask_page(document);
    for (size_t i = 0; (kinds & ASK_TARGETS) && i < pdk_target_count(); i++)
        fine += convert(document, pdk_target_at(i)->id);
    return fine;
}
