/* Any file, whole or in part, and every answer that can be had of it: with the usual options, kept by the document, and
 * with others, as a separate document. An answer is a sound table, the same each time, or a reason. */
#include <math.h>
#include <string.h>

#include "explore.h"
#include "fuzz.h"

enum { MAX_ANSWERS = 64 };

/* Refused for what the file is, never for how it was asked. */
static void explain(const pdk_document *document, pdk_status status, const pdk_error *error)
{
    require(status != PDK_E_ARGUMENT);
    explore_error(status, error, pdk_document_content(document).size);
}

static bool ask(const pdk_document *document, const char *name)
{
    const pdk_table *table = NULL, *again = NULL;
    pdk_error error;
    pdk_status possible = pdk_answer_available(document, name, &error);
    if (possible != PDK_OK) explain(document, possible, &error);
    pdk_status status = pdk_answer(document, name, &table, &error);
    if (status != PDK_OK) {
        require(table == NULL && (possible != PDK_OK || status != PDK_E_UNSUPPORTED));
        explain(document, status, &error);
        return false;
    }
    require(possible == PDK_OK && strcmp(pdk_table_name(table), name) == 0);
    require(pdk_answer(document, name, &again, &error) == PDK_OK && again == table);
    explore_table(table);
    return true;
}

/* The tables of an analysis are those that were requested. */
static void analyse(const pdk_document *document, const pdk_analysis_options *options)
{
    pdk_document *analysis = NULL;
    pdk_error error;
    pdk_status status = pdk_analyse(document, options, &analysis, &error);
    if (status != PDK_OK) {
        require(analysis == NULL);
        if (status != PDK_E_ARGUMENT) explain(document, status, &error);
        else require(options->has_line); /* two points may be one */
        return;
    }
    for (size_t i = 0; i < pdk_document_table_count(analysis); i++) {
        const pdk_table *table = pdk_document_table_at(analysis, i), *found = NULL;
        require(pdk_answer(analysis, pdk_table_name(table), &found, &error) == PDK_OK && found == table);
        explore_table(table);
    }
    pdk_close(analysis);
}

/* Options that the bytes choose, so that a find comes again. */
static void ask_differently(const pdk_document *document, const uint8_t *data, size_t size)
{
    static const double gaps[] = { 0, 0.001, 1, 1e9 };
    const char *names[] = { pdk_answer_name(data[size / 2] % MAX_ANSWERS), NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.limits.memory = UINT64_C(256) << 20;
    options.all_incidents = true;
    options.incident_gap = gaps[data[size / 3] % 4];
    options.has_line = explore_turn(data, size, 4, 1);
    for (size_t i = 0; options.has_line && i < 4; i++) options.line[i] = 8.0 * (int8_t)data[(i * 7 + 1) % size];
    if (names[0] != NULL && explore_turn(data, size, 2, 1)) options.names = names;
    analyse(document, &options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits.memory = UINT64_C(256) << 20;
    options.partial = size % 2 == 1;
    pdk_document *document = NULL;
    if (pdk_open_memory(data, size, &options, &document, NULL) != PDK_OK) return 0;
    bool any = false;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        require(i < MAX_ANSWERS && pdk_answer_meaning(i) != NULL);
        any |= ask(document, pdk_answer_name(i));
    }
    if (any) ask_differently(document, data, size);
    pdk_close(document);
    return 0;
}
