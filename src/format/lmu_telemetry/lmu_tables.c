/* The list of channels, and a table for each rate with a row for each sample. */
#include <math.h>

#include "base/merge_sort.h"
#include "format/lmu_telemetry/lmu.h"

enum { NAME_SIZE = 64 };

/* Published sources call the order of the four unproven. */
const char *const pdk_lmu_wheels[PDK_LMU_WHEELS] = { "front_left", "front_right", "rear_left", "rear_right" };

/* ------------------------------------------------------------------------------------------ a rate's table */

/* What the columns of one table share. */
typedef struct rate_table {
    pdk_lmu *log;
    pdk_table *table;
    double rate; /* as its longest channel has it */
} rate_table;

static pdk_status compute_time(const pdk_batch *batch, void *values)
{
    const rate_table *rate = batch->column->data;
    for (size_t i = 0; i < batch->count; i++)
        ((double *)values)[i] = pdk_lmu_time(rate->log, rate->rate, batch->first + i);
    return PDK_OK;
}

static pdk_status compute_samples(const pdk_batch *batch, void *values)
{
    pdk_lmu_values *column = (pdk_lmu_values *)(uintptr_t)batch->column->data; /* its cache is filled */
    const double *read;
    pdk_status status = pdk_lmu_read(batch->table->document->state, column, &read, batch->error);
    if (status != PDK_OK) return status;
    bool single = batch->column->info.type == PDK_FLOAT32;
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t row = batch->first + i;
        double value = row < column->rows ? read[row] * column->si.multiplier / column->si.divisor : NAN;
        if (single) ((float *)values)[i] = (float)value;
        else ((double *)values)[i] = value;
    }
    return PDK_OK;
}

/* A name that the table has not yet. */
static const char *own_name(const rate_table *rate, const char *wanted, const char *wheel, size_t index)
{
    char name[NAME_SIZE];
    pdk_memory *memory = &rate->log->document->memory;
    pdk_logged_name(name, sizeof name, wanted);
    const char *kept = name[0] != '\0' ? pdk_keep(memory, name) : pdk_keep_printf(memory, "channel_%zu", index + 1);
    if (kept != NULL && wheel != NULL) kept = pdk_keep_printf(memory, "%s_%s", kept, wheel);
    for (size_t more = index + 1; kept != NULL && pdk_table_find_column(rate->table, kept) != PDK_NO_COLUMN; more++)
        kept = pdk_keep_printf(memory, "channel_%zu_%zu", index + 1, more);
    if (kept == NULL) rate->log->document->failed = true;
    return kept;
}

static void add_channel(const rate_table *rate, size_t index)
{
    pdk_lmu_series *channel = &rate->log->channels.all[index];
    for (unsigned i = 0; i < channel->parts; i++) {
        pdk_lmu_values *values = &channel->values[i];
        const char *name = own_name(rate, channel->name, channel->parts > 1 ? pdk_lmu_wheels[i] : NULL, index);
        if (name == NULL) return;
        if (i == 0) channel->column = name;
        pdk_table_add_computed(rate->table,
                               (pdk_column_info){ .name = name,
                                                  .type = values->type == PDK_FLOAT32 ? PDK_FLOAT32 : PDK_FLOAT64,
                                                  .unit = values->si.unit,
                                                  .meaning = channel->name,
                                                  .certainty = channel->parts > 1 ? PDK_GUESSED : PDK_LIKELY },
                               compute_samples, values, 0);
        pdk_table_set_sentinel(rate->table, NAN);
    }
}

/* Places are degrees, as maps have them. */
static void keep_degrees(pdk_lmu *log)
{
    static const char *const names[] = { "GPS Latitude", "GPS Longitude" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        pdk_lmu_series *series = pdk_lmu_find(&log->channels, names[i]);
        if (series != NULL) series->values[0].si = (pdk_si_unit){ "deg", 1, 1 };
    }
}

static void add_rate(pdk_lmu *log, const size_t *members, size_t count)
{
    pdk_document *document = log->document;
    const pdk_lmu_series *longest = &log->channels.all[members[0]];
    for (size_t i = 1; i < count; i++)
        if (log->channels.all[members[i]].rows > longest->rows) longest = &log->channels.all[members[i]];
    char *name = pdk_text_printf(&document->memory, "channels_%.0fhz", longest->listed_rate);
    rate_table *rate = pdk_alloc(&document->memory, sizeof *rate);
    if (name == NULL || rate == NULL) {
        document->failed = true;
        return;
    }
    pdk_table *table = pdk_document_add_table(document, name, "a row for each sample of the channels of this rate",
                                              longest->rows, count * PDK_LMU_WHEELS + 1);
    *rate = (rate_table){ log, table, longest->rate };
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "time",
                                              .type = PDK_FLOAT64,
                                              .unit = "s",
                                              .meaning = "of the session's clock",
                                              .certainty = PDK_LIKELY },
                           compute_time, rate, 0);
    pdk_table_set_role(table, PDK_ROLE_TIME, PDK_FRAME_NONE);
    for (size_t i = 0; i < count && table != NULL; i++) add_channel(rate, members[i]);
    pdk_table_set_sorted(table, "time");
}

/* The fastest first; those whose rates look alike in a name together. */
static int by_rate(const void *one, const void *other, void *user)
{
    const pdk_lmu *log = user;
    double a = round(log->channels.all[*(const size_t *)one].listed_rate),
           b = round(log->channels.all[*(const size_t *)other].listed_rate);
    return (a < b) - (a > b);
}

static void add_rates(pdk_lmu *log)
{
    pdk_memory *memory = &log->document->memory;
    size_t *members = pdk_alloc_array(memory, log->channels.count + 1, sizeof *members), count = 0;
    for (size_t i = 0; members != NULL && i < log->channels.count; i++)
        if (log->channels.all[i].parts > 0 && log->channels.all[i].rows > 0) members[count++] = i;
    if (members == NULL || !pdk_merge_sort(memory, members, count, sizeof *members, by_rate, log)) {
        log->document->failed = true;
        return;
    }
    for (size_t i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && by_rate(&members[i], &members[i + run], log) == 0; run++) {
        }
        add_rate(log, members + i, run);
    }
}

/* --------------------------------------------------------------------------------------- the list of channels */

enum { NAME, COLUMN, UNIT };

static pdk_status compute_text(const pdk_batch *batch, void *values)
{
    const pdk_lmu *log = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_lmu_series *channel = &log->channels.all[batch->first + i];
        const char *texts[] = { channel->name, channel->column, channel->unit }, *text = texts[batch->column->number];
        ((pdk_text *)values)[i] = text != NULL ? pdk_text_of(text) : (pdk_text){ "", 0 };
    }
    return PDK_OK;
}

static pdk_status compute_rate(const pdk_batch *batch, void *values)
{
    const pdk_lmu *log = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) ((double *)values)[i] = log->channels.all[batch->first + i].listed_rate;
    return PDK_OK;
}

static pdk_status compute_count(const pdk_batch *batch, void *values)
{
    const pdk_lmu *log = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) ((uint64_t *)values)[i] = log->channels.all[batch->first + i].rows;
    return PDK_OK;
}

static void add_text(pdk_lmu *log, pdk_table *table, const char *name, const char *meaning, uint64_t which)
{
    pdk_table_add_computed(
        table, (pdk_column_info){ .name = name, .type = PDK_TEXT, .meaning = meaning, .certainty = PDK_LIKELY },
        compute_text, log, which);
    pdk_table_set_empty_missing(table);
}

static void add_list(pdk_lmu *log)
{
    pdk_table *table =
        pdk_document_add_table(log->document, "channels", "a row for each channel", log->channels.count, 5);
    add_text(log, table, "name", "as the file has it", NAME);
    add_text(log, table, "column", "its first column in the table of its rate; none where it has no samples", COLUMN);
    add_text(log, table, "unit", "in the file; tables have SI units", UNIT);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "rate", .type = PDK_FLOAT64, .unit = "Hz", .meaning = "as listed", .certainty = PDK_LIKELY },
        compute_rate, log, 0);
    pdk_table_add_computed(table, (pdk_column_info){ .name = "samples", .type = PDK_UINT64, .certainty = PDK_LIKELY },
                           compute_count, log, 0);
}

void pdk_lmu_add_tables(pdk_lmu *log)
{
    keep_degrees(log);
    add_list(log);
    add_rates(log);
}
