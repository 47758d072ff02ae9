/* Reading rows of the document's own tables, a batch of columns at a time. */
#include <math.h>

#include "format/vcr/vcr_session.h"

enum {
    ROWS = PDK_VCR_SESSION_ROWS,
    WINDOW = 8 << 20 /* bytes of the file */
};

typedef struct batch {
    const pdk_vcr_reading *reading;
    const pdk_table *table;
    uint64_t next; /* row */
    double numbers[PDK_VCR_MAX_VALUES][ROWS];
    pdk_text texts[PDK_VCR_MAX_VALUES][ROWS];
    pdk_column_read reads[2 * PDK_VCR_MAX_VALUES];
    size_t read_count, number_count, text_count;
} batch;

/* Columns that are not there keep what they begin with. */
static void plan(batch *rows)
{
    const char *const *numbers = rows->reading->numbers, *const *texts = rows->reading->texts;
    for (size_t i = 0; numbers[i] != NULL; i++) {
        rows->number_count = i + 1;
        for (size_t k = 0; k < ROWS; k++) rows->numbers[i][k] = NAN;
        size_t column = pdk_table_find_column(rows->table, numbers[i]);
        if (column == PDK_NO_COLUMN) continue;
        rows->reads[rows->read_count++] =
            (pdk_column_read){ .column = column, .type = PDK_FLOAT64, .values = rows->numbers[i] };
    }
    for (size_t i = 0; texts != NULL && texts[i] != NULL; i++) {
        rows->text_count = i + 1;
        for (size_t k = 0; k < ROWS; k++) rows->texts[i][k] = (pdk_text){ "", 0 };
        size_t column = pdk_table_find_column(rows->table, texts[i]);
        if (column == PDK_NO_COLUMN) continue;
        rows->reads[rows->read_count++] =
            (pdk_column_read){ .column = column, .type = PDK_TEXT, .values = rows->texts[i] };
    }
}

static void hand_out(pdk_vcr_gathering *to, batch *rows, size_t count)
{
    pdk_vcr_session_row row = { .row = rows->next };
    if (rows->reading->take_batch != NULL) {
        rows->reading->take_batch(to, rows->numbers, count);
        return;
    }
    for (size_t i = 0; i < count && !to->failed; i++, row.row++) {
        for (size_t k = 0; k < rows->number_count; k++) row.values[k] = rows->numbers[k][i];
        for (size_t k = 0; k < rows->text_count; k++) row.texts[k] = rows->texts[k][i];
        rows->reading->take(to, &row);
    }
}

static pdk_status read_until(pdk_vcr_gathering *to, batch *rows, uint64_t end)
{
    pdk_status status = PDK_OK;
    while (rows->next < end && status == PDK_OK && !to->failed) {
        size_t count = end - rows->next < ROWS ? (size_t)(end - rows->next) : ROWS;
        status = pdk_table_read(rows->table, rows->next, count, rows->reads, rows->read_count, to->error);
        if (status == PDK_OK) hand_out(to, rows, count);
        rows->next += count;
    }
    return status;
}

/* A part of the file after the other, all tables in each, so that its pages are mapped once. */
static pdk_status walk_windows(pdk_vcr_gathering *to, batch *const *tables, size_t count)
{
    const pdk_vcr_index *index = &to->state->index;
    pdk_status status = PDK_OK;
    uint64_t from = 0;
    for (size_t mark = 0; mark < index->mark_count && status == PDK_OK; mark++) {
        bool is_end = mark + 1 == index->mark_count;
        if (index->marks[mark].at - from < WINDOW && !is_end) continue;
        from = index->marks[mark].at;
        for (size_t i = 0; i < count && status == PDK_OK; i++)
            status = read_until(to, tables[i], pdk_vcr_rows_before(tables[i]->table, &index->marks[mark]));
        if (!is_end) pdk_trim(to->document);
    }
    return status;
}

pdk_status pdk_vcr_read_together(pdk_vcr_gathering *to, const pdk_vcr_reading *readings, size_t count)
{
    batch *tables[PDK_VCR_TOGETHER] = { NULL };
    size_t opened = 0;
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        const pdk_table *table = pdk_document_own_table(to->document, readings[i].table);
        if (table == NULL) continue;
        batch *rows = tables[opened] = pdk_alloc(to->memory, sizeof *rows);
        if (rows == NULL) {
            status = pdk_fail_memory(to->error, to->memory, "the session");
            break;
        }
        opened++;
        rows->reading = &readings[i];
        rows->table = table;
        plan(rows);
    }
    if (status == PDK_OK) status = walk_windows(to, tables, opened);
    for (size_t i = opened; i-- > 0;) pdk_free(to->memory, tables[i]);
    if (status == PDK_OK && to->failed) status = pdk_fail_memory(to->error, to->memory, "the session");
    return status;
}

pdk_status pdk_vcr_each_row(pdk_vcr_gathering *to, const char *table, const char *const *numbers,
                            const char *const *texts, pdk_vcr_take_row take)
{
    const pdk_vcr_reading reading = { .table = table, .numbers = numbers, .texts = texts, .take = take };
    return pdk_vcr_read_together(to, &reading, 1);
}

float pdk_vcr_first_time(const pdk_vcr_gathering *of)
{
    const pdk_vcr_shape *shape = &of->state->shape;
    return pdk_load_f32(shape->bytes.data + shape->begin);
}
