/* What is in the database: the file's own lists say which tables are channels and which are events. */
#include "format/lmu_telemetry/lmu.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/callback.h"
#include "base/merge_sort.h"
#include "text/shown_text.h"

enum { SHOWN = 64 };

static int compare_names(const pdk_database_column *column, const char *table, const char *name)
{
    int order = strcmp(column->table, table);
    return order != 0 ? order : strcmp(column->name, name);
}

static int by_name(const void *one, const void *other, void *user)
{
    const pdk_database_column *second = pdk_database_column_at(user, *(const size_t *)other);
    return compare_names(pdk_database_column_at(user, *(const size_t *)one), second->table, second->name);
}

static pdk_status sort_columns(pdk_lmu *log, pdk_error *error)
{
    pdk_memory *memory = &log->document->memory;
    while (pdk_database_column_at(log->document, log->column_count) != NULL) log->column_count++;
    log->columns = pdk_alloc_array(memory, log->column_count + 1, sizeof *log->columns);
    for (size_t i = 0; log->columns != NULL && i < log->column_count; i++) log->columns[i] = i;
    if (log->columns == NULL ||
        !pdk_merge_sort(memory, log->columns, log->column_count, sizeof *log->columns, by_name, log->document))
        return pdk_fail_memory(error, memory, "the columns of the database");
    return PDK_OK;
}

size_t pdk_lmu_find_column(const pdk_lmu *log, const char *table, const char *name)
{
    size_t low = 0, high = log->column_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_names(pdk_database_column_at(log->document, log->columns[middle]), table, name);
        if (order == 0) return log->columns[middle];
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return PDK_NO_COLUMN;
}

/* --------------------------------------------------------------------------------------------------- values */

/* What a file of this size can have, in all its columns: repeated values take next to nothing, but a drive does not
 * repeat itself, and one of an hour has some values in each byte at most. */
static pdk_status count_values(pdk_lmu *log, const pdk_database_column *column, pdk_error *error)
{
    enum { FREE = 1 << 24, EACH = 8 };
    uint64_t most = FREE + (uint64_t)log->document->content.size * EACH;
    if (column->rows <= most && log->value_count <= most - column->rows) {
        log->value_count += column->rows;
        return PDK_OK;
    }
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "lmu-telemetry.rows",
                    "its tables have more than %" PRIu64 " values: no more are read of a file of this size", most);
}

static pdk_status set_values(pdk_lmu *log, pdk_lmu_values *values, size_t column, pdk_error *error)
{
    const pdk_database_column *found = pdk_database_column_at(log->document, column);
    values->column = column;
    values->type = found->type;
    values->rows = found->rows;
    values->si = (pdk_si_unit){ NULL, 1, 1 };
    return count_values(log, found, error);
}

static bool is_number(const pdk_document *document, size_t column)
{
    if (column == PDK_NO_COLUMN) return false;
    pdk_type type = pdk_database_column_at(document, column)->type;
    return type >= PDK_BOOL && type <= PDK_FLOAT64;
}

pdk_status pdk_lmu_read(const pdk_lmu *log, pdk_lmu_values *values, const double **numbers, pdk_error *error)
{
    *numbers = atomic_load_explicit(&values->read, memory_order_acquire);
    if (*numbers != NULL) return PDK_OK;
    pdk_owned_lock *lock = &log->document->lock;
    pdk_status status = pdk_own_lock(lock, "a channel", error);
    if (status != PDK_OK) return status;
    *numbers = atomic_load_explicit(&values->read, memory_order_acquire);
    if (*numbers == NULL)
        status = pdk_database_numbers(log->document, values->column, &log->document->memory, numbers, error);
    atomic_store_explicit(&values->read, *numbers, memory_order_release);
    pdk_own_unlock(lock);
    return status;
}

/* One column `value`, or four of wheels: value1 to value4. */
static pdk_status find_values(pdk_lmu *log, pdk_lmu_series *series, pdk_error *error)
{
    static const char *const names[] = { "value1", "value2", "value3", "value4" };
    size_t one = pdk_lmu_find_column(log, series->name, "value");
    size_t wheels[PDK_LMU_WHEELS];
    bool all = true;
    for (size_t i = 0; i < PDK_LMU_WHEELS; i++) {
        wheels[i] = pdk_lmu_find_column(log, series->name, names[i]);
        all = all && is_number(log->document, wheels[i]);
    }
    series->parts = is_number(log->document, one) ? 1 : all ? PDK_LMU_WHEELS : 0;
    pdk_status status = PDK_OK;
    for (unsigned i = 0; i < series->parts && status == PDK_OK; i++)
        status = set_values(log, &series->values[i], series->parts == 1 ? one : wheels[i], error);
    for (unsigned i = 0; i < series->parts; i++) {
        series->values[i].si = pdk_si_unit_of(series->unit);
        if (i == 0 || series->values[i].rows < series->rows) series->rows = series->values[i].rows;
    }
    return status;
}

static pdk_status find_times(pdk_lmu *log, pdk_lmu_series *series, pdk_error *error)
{
    size_t times = pdk_lmu_find_column(log, series->name, "ts");
    if (!is_number(log->document, times)) {
        series->parts = 0;
        return PDK_OK;
    }
    pdk_status status = set_values(log, &series->times, times, error);
    if (series->times.rows < series->rows) series->rows = series->times.rows;
    return status;
}

/* ---------------------------------------------------------------------------------------------------- lists */

typedef struct list_names {
    const char *table, *name, *rate; /* rate NULL = events */
} list_names;

static pdk_status fail_list(const char *table, const char *name, pdk_error *error)
{
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "lmu-telemetry.lists",
                    "the database has no table %s with a column %s: it is no telemetry of Le Mans Ultimate", table,
                    name);
}

pdk_status pdk_lmu_read_texts(pdk_lmu *log, const char *table, const char *name, const char *const **texts,
                              uint64_t *rows, pdk_error *error)
{
    size_t column = pdk_lmu_find_column(log, table, name);
    *texts = NULL;
    *rows = 0;
    if (column == PDK_NO_COLUMN) return PDK_OK;
    const pdk_database_column *found = pdk_database_column_at(log->document, column);
    if (found->type != PDK_TEXT) return PDK_OK;
    pdk_status status = count_values(log, found, error);
    if (status != PDK_OK) return status;
    *rows = found->rows;
    return pdk_database_texts(log->document, column, &log->document->memory, texts, error);
}

/* The rates of channels. */
static pdk_status read_rates(pdk_lmu *log, const list_names *names, uint64_t rows, const double **rates,
                             pdk_error *error)
{
    *rates = NULL;
    if (names->rate == NULL) return PDK_OK;
    size_t column = pdk_lmu_find_column(log, names->table, names->rate);
    bool fits = is_number(log->document, column) && pdk_database_column_at(log->document, column)->rows == rows;
    if (!fits) return fail_list(names->table, names->rate, error);
    return pdk_database_numbers(log->document, column, &log->document->memory, rates, error);
}

typedef struct list_texts {
    const char *const *names, *const *units;
    const double *rates;
    uint64_t rows, unit_rows;
} list_texts;

static pdk_status read_list_texts(pdk_lmu *log, const list_names *names, list_texts *texts, pdk_error *error)
{
    pdk_status status = pdk_lmu_read_texts(log, names->table, names->name, &texts->names, &texts->rows, error);
    if (status == PDK_OK && texts->names == NULL) return fail_list(names->table, names->name, error);
    if (status == PDK_OK)
        status = pdk_lmu_read_texts(log, names->table, "unit", &texts->units, &texts->unit_rows, error);
    if (status == PDK_OK) status = read_rates(log, names, texts->rows, &texts->rates, error);
    size_t most = pdk_document_most_of_kind(log->document);
    if (status != PDK_OK || texts->rows <= most) return status;
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "lmu-telemetry.many",
                    "%s has %" PRIu64 " rows; at most %zu are read of a file of this size", names->table, texts->rows,
                    most);
}

/* A row of the list. One without a name, or with a rate that is none, is counted. */
static pdk_status add_series(pdk_lmu *log, const list_texts *texts, uint64_t row, pdk_lmu_list *list, pdk_error *error)
{
    static const double fastest = 1e6; /* Hz */
    double rate = texts->rates != NULL ? texts->rates[row] : 0;
    bool is_event = texts->rates == NULL, sound = is_event || (rate > 0 && rate <= fastest);
    if (texts->names[row] == NULL || !sound) {
        list->unread++;
        return PDK_OK;
    }
    char shown[SHOWN];
    pdk_text_show(shown, sizeof shown, texts->names[row], strlen(texts->names[row]));
    const char *kept = pdk_keep(&log->document->memory, shown);
    if (kept == NULL) return pdk_fail_memory(error, &log->document->memory, "the names of channels");
    pdk_lmu_series *series = &list->all[list->count++];
    *series =
        (pdk_lmu_series){ .name = texts->names[row], .shown = kept, .unit = "", .listed_rate = rate, .rate = rate };
    if (row < texts->unit_rows && texts->units[row] != NULL) series->unit = texts->units[row];
    pdk_status status = find_values(log, series, error);
    return status == PDK_OK && is_event ? find_times(log, series, error) : status;
}

static pdk_status read_list(pdk_lmu *log, const list_names *names, pdk_lmu_list *list, pdk_error *error)
{
    list_texts texts = { .rows = 0 };
    pdk_status status = read_list_texts(log, names, &texts, error);
    if (status != PDK_OK) return status;
    list->all = pdk_alloc_array(&log->document->memory, texts.rows + 1, sizeof *list->all);
    if (list->all == NULL) return pdk_fail_memory(error, &log->document->memory, "the list of channels");
    for (uint64_t i = 0; i < texts.rows && status == PDK_OK; i++) status = add_series(log, &texts, i, list, error);
    return status;
}

static void note_unread(pdk_lmu *log, const pdk_lmu_list *list, const char *table)
{
    size_t absent = 0;
    const char *first = NULL;
    for (size_t i = 0; i < list->count; i++) {
        if (list->all[i].parts > 0) continue;
        if (absent++ == 0) first = list->all[i].shown;
    }
    if (list->unread > 0)
        pdk_document_add_finding(
            log->document, PDK_WARNING, "lmu-telemetry.list", PDK_NO_OFFSET, "lmu-telemetry",
            "rows of %s that are left out, for they have no name, or a rate that is none: %" PRIu64, table,
            list->unread);
    if (absent > 0)
        pdk_document_add_finding(
            log->document, PDK_WARNING, "lmu-telemetry.absent", PDK_NO_OFFSET, "lmu-telemetry",
            "names in %s that have no table with numbers: %zu of %zu, of which \"%s\" is the first", table, absent,
            list->count, first);
}

pdk_status pdk_lmu_find_series(pdk_lmu *log, pdk_error *error)
{
    static const list_names channels = { "channelsList", "channelName", "frequency" },
                            events = { "eventsList", "eventName", NULL };
    pdk_status status = sort_columns(log, error);
    if (status == PDK_OK) status = read_list(log, &channels, &log->channels, error);
    if (status == PDK_OK) status = read_list(log, &events, &log->events, error);
    if (status == PDK_OK) note_unread(log, &log->channels, channels.table);
    if (status == PDK_OK) note_unread(log, &log->events, events.table);
    return status;
}

pdk_lmu_series *pdk_lmu_find(const pdk_lmu_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->all[i].rows > 0 && list->all[i].parts > 0 && strcmp(list->all[i].name, name) == 0)
            return &list->all[i];
    return NULL;
}
