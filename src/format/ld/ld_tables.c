/* The table of channels, and a table for each rate, with a row for each sample. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/merge_sort.h"
#include "format/ld/ld.h"
#include "format/ld/ld_layout.h"

enum { NAME_SIZE = 64, RATES = UINT16_MAX + 1 };

/* ------------------------------------------------------------------------------------------ names of columns */

static int by_rate_and_name(const void *one, const void *other, void *user)
{
    const pdk_ld *log = user;
    const pdk_ld_signal *a = &log->signals[*(const uint32_t *)one], *b = &log->signals[*(const uint32_t *)other];
    return a->rate != b->rate ? a->rate - b->rate : strcmp(a->column, b->column);
}

/* "channel_12", which is nobody else's. */
static bool is_numbered(const char *name)
{
    return strncmp(name, "channel_", 8) == 0 && name[8] != '\0' && strspn(name + 8, "0123456789") == strlen(name + 8);
}

/* Whether a name of the sorted list is in it: sorted by rate and first names. */
static bool is_first_name(const pdk_ld *log, const uint32_t *sorted, const char *const *names, uint16_t rate,
                          const char *name)
{
    size_t low = 0, high = log->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const pdk_ld_signal *signal = &log->signals[sorted[middle]];
        int order = signal->rate != rate ? signal->rate - rate : strcmp(names[sorted[middle]], name);
        if (order == 0) return true;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return false;
}

/* Channels of one rate that have one name: all but the first get their number after it, too. */
static bool number_repeated(pdk_ld *log, const uint32_t *sorted)
{
    pdk_memory *memory = &log->document->memory;
    const char **names = pdk_alloc_array(memory, log->count + 1, sizeof *names);
    if (names == NULL) return false;
    for (size_t i = 0; i < log->count; i++) names[i] = log->signals[i].column;
    for (size_t i = 0; i < log->count; i++) {
        pdk_ld_signal *signal = &log->signals[sorted[i]];
        bool again = i > 0 && log->signals[sorted[i - 1]].rate == signal->rate &&
                     strcmp(names[sorted[i - 1]], names[sorted[i]]) == 0;
        if (!again && strcmp(signal->column, "time") != 0) continue;
        signal->column = pdk_keep_printf(memory, "%s_%u", names[sorted[i]], (unsigned)sorted[i] + 1);
        if (signal->column != NULL && is_first_name(log, sorted, names, signal->rate, signal->column))
            signal->column = pdk_keep_printf(memory, "channel_%u", (unsigned)sorted[i] + 1);
        if (signal->column == NULL) return false;
    }
    pdk_free(memory, names);
    return true;
}

static bool name_columns(pdk_ld *log)
{
    pdk_memory *memory = &log->document->memory;
    uint32_t *sorted = pdk_alloc_array(memory, log->count + 1, sizeof *sorted);
    if (sorted == NULL) return false;
    for (size_t i = 0; i < log->count; i++) {
        char name[NAME_SIZE];
        pdk_logged_name(name, sizeof name, log->signals[i].name.data);
        sorted[i] = (uint32_t)i;
        log->signals[i].column = name[0] != '\0' && !is_numbered(name)
                                     ? pdk_keep(memory, name)
                                     : pdk_keep_printf(memory, "channel_%u", (unsigned)i + 1);
        if (log->signals[i].column == NULL) return false;
    }
    bool done = pdk_merge_sort(memory, sorted, log->count, sizeof *sorted, by_rate_and_name, log) &&
                number_repeated(log, sorted);
    pdk_free(memory, sorted);
    return done;
}

/* ---------------------------------------------------------------------------------------------- every rate */

static pdk_status compute_time(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++)
        ((double *)values)[i] = (double)(batch->first + i) / (double)batch->column->number;
    return PDK_OK;
}

static pdk_status compute_sample(const pdk_batch *batch, void *values)
{
    const pdk_ld_signal *signal = batch->column->data;
    for (size_t i = 0; i < batch->count; i++)
        ((double *)values)[i] = pdk_ld_value(signal, batch->first + i) * signal->si.multiplier / signal->si.divisor;
    return PDK_OK;
}

static const char *kept_unit(const pdk_ld_signal *signal)
{
    /* A place's degrees stay degrees, as maps have them. */
    size_t rank;
    pdk_si_unit si;
    pdk_logged_id id = pdk_logged_find(signal->name.data, signal->unit.data, &rank, &si);
    return id == PDK_LOGGED_LATITUDE || id == PDK_LOGGED_LONGITUDE ? si.unit : NULL;
}

static void add_signal(pdk_table *table, pdk_ld_signal *signal)
{
    const char *degrees = kept_unit(signal);
    if (degrees != NULL) signal->si = (pdk_si_unit){ degrees, 1, 1 };
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = signal->column,
                                              .type = PDK_FLOAT64,
                                              .unit = signal->si.unit,
                                              .meaning = signal->name.data,
                                              .certainty = PDK_CONFIRMED },
                           compute_sample, signal, 0);
    pdk_table_set_sentinel(table, NAN);
}

static void add_rate(pdk_ld *log, unsigned rate, const uint32_t *members, size_t count)
{
    pdk_document *document = log->document;
    uint64_t rows = 0;
    for (size_t i = 0; i < count; i++) {
        const pdk_ld_signal *signal = &log->signals[members[i]];
        if (signal->samples > rows) rows = signal->samples;
    }
    char *name = pdk_text_printf(&document->memory, "channels_%uhz", rate);
    if (name == NULL) document->failed = true;
    pdk_table *table =
        pdk_document_add_table(document, name, "a row for each sample of the channels of this rate", rows, count + 1);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "time",
                                              .type = PDK_FLOAT64,
                                              .unit = "s",
                                              .meaning = "since the log began",
                                              .certainty = PDK_CONFIRMED },
                           compute_time, NULL, rate);
    pdk_table_set_role(table, PDK_ROLE_TIME, PDK_FRAME_NONE);
    for (size_t i = 0; i < count; i++) add_signal(table, &log->signals[members[i]]);
    pdk_table_set_sorted(table, "time");
}

/* The fastest first. */
static bool add_rates(pdk_ld *log)
{
    pdk_memory *memory = &log->document->memory;
    uint32_t *firsts = pdk_alloc_array(memory, RATES + 1, sizeof *firsts),
             *members = pdk_alloc_array(memory, log->count + 1, sizeof *members);
    if (firsts == NULL || members == NULL) return false;
    for (size_t i = 0; i < log->count; i++)
        if (log->signals[i].samples > 0) firsts[log->signals[i].rate + 1]++;
    for (size_t r = 0; r < RATES; r++) firsts[r + 1] += firsts[r];
    for (size_t i = 0; i < log->count; i++)
        if (log->signals[i].samples > 0) members[firsts[log->signals[i].rate]++] = (uint32_t)i;
    for (unsigned rate = RATES; rate-- > 0;) { /* now firsts[r] is where the members of r end */
        uint32_t first = rate > 0 ? firsts[rate - 1] : 0;
        if (firsts[rate] > first) add_rate(log, rate, members + first, firsts[rate] - first);
    }
    pdk_free(memory, members);
    pdk_free(memory, firsts);
    return true;
}

/* ------------------------------------------------------------------------------------------- all channels */

static const pdk_ld_signal *signal_of(const pdk_batch *batch, size_t row)
{
    const pdk_ld *log = batch->table->state;
    return &log->signals[batch->rows[row].context];
}

static void locate_signals(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_ld *log = table->state;
    for (size_t i = 0; i < count; i++)
        rows[i] = (pdk_row){ log->bytes.data + log->signals[first + i].offset, first + i };
}

enum { NAME, COLUMN, UNIT, TABLE };

static pdk_status compute_text(const pdk_batch *batch, void *values)
{
    pdk_text *texts = values;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_ld_signal *signal = signal_of(batch, i);
        switch (batch->column->number) {
        case NAME: texts[i] = signal->name; break;
        case UNIT: texts[i] = signal->unit; break;
        default: texts[i] = signal->samples > 0 ? pdk_text_of(signal->column) : (pdk_text){ "", 0 }; break;
        }
    }
    return PDK_OK;
}

static pdk_status compute_samples(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint64_t *)values)[i] = signal_of(batch, i)->samples;
    return PDK_OK;
}

static void add_text(pdk_table *table, const char *name, const char *meaning, uint64_t number)
{
    pdk_table_add_computed(
        table, (pdk_column_info){ .name = name, .type = PDK_TEXT, .meaning = meaning, .certainty = PDK_CONFIRMED },
        compute_text, NULL, number);
    pdk_table_set_empty_missing(table);
}

static void add_list(pdk_ld *log)
{
    static const char *const fields[] = { "id",    "class",      "sample_size", "rate",    "shift",
                                          "scale", "multiplier", "decimals",    "data_at", NULL };
    pdk_table *table = pdk_document_add_table(log->document, "channels", "a row for each channel", log->count, 16);
    pdk_table_set_located(table, locate_signals, log);
    add_text(table, "name", "as the file has it", NAME);
    add_text(table, "column", "its name in the table of its rate; none where its samples are not read", COLUMN);
    add_text(table, "unit", "in the file; tables have SI units", UNIT);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "samples", .type = PDK_UINT64, .meaning = "that are read", .certainty = PDK_CONFIRMED },
        compute_samples, NULL, 0);
    for (size_t i = 0; fields[i] != NULL; i++)
        pdk_table_add_field(table, NULL, pdk_record_field(&pdk_ld_channel, fields[i]), 0, 0);
}

void pdk_ld_add_tables(pdk_ld *log)
{
    if (!name_columns(log)) {
        log->document->failed = true;
        return;
    }
    add_list(log);
    if (!add_rates(log)) log->document->failed = true;
}
