/* Compared laps as plots need them: columns of the comparison's tables. */
#include "plot/plot_comparison.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/plot_number.h"

double *pdk_plot_compared(const pdk_plot_work *work, const pdk_table *table, const char *name, int lap)
{
    char whole[64];
    if (lap < 0) snprintf(whole, sizeof whole, "%s", name);
    else snprintf(whole, sizeof whole, "%s_%d", name, lap);
    size_t column = pdk_table_find_column(table, whole), rows = (size_t)pdk_table_rows(table);
    double *values = column != PDK_NO_COLUMN ? pdk_alloc_array(work->memory, rows, sizeof *values) : NULL;
    uint8_t *valid = pdk_alloc_array(work->memory, rows / 8 + 1, 1);
    pdk_column_read read = { .column = column, .type = PDK_FLOAT64, .values = values, .validity = valid };
    bool good = values != NULL && valid != NULL && pdk_table_read(table, 0, rows, &read, 1, NULL) == PDK_OK;
    for (size_t i = 0; good && i < rows; i++) {
        if ((valid[i / 8] >> (i % 8) & 1) == 0) values[i] = NAN;
    }
    pdk_free(work->memory, valid);
    return good ? values : NULL;
}

static void text_at(const pdk_table *table, const char *name, uint64_t row, char *text, size_t size)
{
    pdk_text value = { "", 0 };
    size_t column = pdk_table_find_column(table, name);
    if (column != PDK_NO_COLUMN) pdk_table_read_column(table, column, row, 1, &value, NULL);
    pdk_draw_clean(text, size, value.data, value.size);
}

/* Drivers, if they distinguish the laps; otherwise files; otherwise with the numbers of laps. */
static void name_laps(const pdk_plot_work *work, pdk_plot_comparison *comparison)
{
    double *numbers = pdk_plot_compared(work, comparison->laps, "lap", -1);
    for (int how = 0; how < 4; how++) {
        bool differ = true;
        for (size_t i = 0; i < comparison->lap_count; i++) {
            char driver[48], file[512];
            text_at(comparison->laps, "driver", i, driver, sizeof driver);
            text_at(comparison->laps, "file", i, file, sizeof file);
            const char *name = pdk_plot_file_name(file);
            double number = numbers != NULL ? numbers[i] : 0;
            char *to = comparison->names[i];
            if (how == 0) snprintf(to, 96, "%s", driver);
            else if (how == 1) snprintf(to, 96, "%.90s", name);
            else if (how == 2) snprintf(to, 96, "%s, lap %.0f", driver, number);
            else snprintf(to, 96, "%.36s, %.30s, lap %.0f", name, driver, number);
            if (to[0] == '\0') differ = false;
            for (size_t k = 0; k < i; k++) differ = differ && strcmp(to, comparison->names[k]) != 0;
        }
        if (differ) return;
    }
}

pdk_status pdk_plot_compare(pdk_plot_work *work, pdk_plot_comparison *comparison, pdk_error *error)
{
    const pdk_plot_options *own = work->options;
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    options.method = own->method;
    options.step = own->step;
    options.track = own->track;
    options.has_line = own->has_line;
    for (size_t i = 0; i < 4; i++) options.line[i] = own->line[i];
    options.limits = own->limits;
    options.allocator = own->allocator;
    options.progress = own->progress;
    options.progress_user = own->progress_user;
    *comparison = (pdk_plot_comparison){ .document = NULL };
    pdk_status status = pdk_compare_laps(work->laps, work->count, &options, &comparison->document, error);
    if (status != PDK_OK) return status;
    comparison->steps = pdk_document_own_table(comparison->document, "steps");
    comparison->laps = pdk_document_own_table(comparison->document, "laps");
    comparison->sectors = pdk_document_own_table(comparison->document, "sectors");
    comparison->corners = pdk_document_own_table(comparison->document, "corners");
    comparison->rows = (size_t)pdk_table_rows(comparison->steps);
    comparison->lap_count = work->count;
    comparison->names = pdk_alloc_array(work->memory, work->count, sizeof *comparison->names);
    if (comparison->names == NULL) {
        pdk_close(comparison->document);
        comparison->document = NULL;
        return pdk_fail_memory(error, work->memory, "laps");
    }
    name_laps(work, comparison);
    return PDK_OK;
}

void pdk_plot_compared_how(const pdk_plot_comparison *comparison, char *text, size_t size)
{
    char length[PDK_LABEL_SIZE];
    pdk_text words = pdk_document_find_property(comparison->document, "aligned_by")->value.as.text;
    pdk_number_text(length, pdk_document_find_property(comparison->document, "length")->value.as.number, 1);
    snprintf(text, size, "places by %.*s, %s m", (int)words.size, words.data, length);
}

/* "G. Novak, lap 1, 1:02.630": with what the name does not say yet. */
static void name_fully(const pdk_plot_comparison *comparison, size_t lap, char *text, size_t size)
{
    char clock[PDK_LABEL_SIZE], number[32] = "";
    double count = pdk_table_number_at(comparison->laps, "lap", lap);
    pdk_clock_text(clock, pdk_table_number_at(comparison->laps, "lap_time", lap), 3);
    if (count > 0 && strstr(comparison->names[lap], ", lap ") == NULL)
        snprintf(number, sizeof number, ", lap %.0f", count);
    snprintf(text, size, "%.90s%s%s%s", comparison->names[lap], number, clock[0] != '\0' ? ", " : "", clock);
}

void pdk_plot_compared_title(const pdk_plot_comparison *comparison, char *text, size_t size)
{
    char one[160], other[160];
    name_fully(comparison, 0, one, sizeof one);
    if (comparison->lap_count == 2) name_fully(comparison, 1, other, sizeof other);
    else snprintf(other, sizeof other, "%zu laps", comparison->lap_count - 1);
    snprintf(text, size, "%.100s against %.100s", other, one);
}
