/* Reading rows of the document's own tables, a batch of columns at a time. */
#include <math.h>

#include "format/vcr/vcr_session.h"
#include "model/row_trim.h"

enum { ROWS = PDK_VCR_SESSION_ROWS };

typedef struct batch {
    double numbers[PDK_VCR_MAX_VALUES][ROWS];
    pdk_text texts[PDK_VCR_MAX_VALUES][ROWS];
    pdk_column_read reads[2 * PDK_VCR_MAX_VALUES];
    size_t read_count, number_count, text_count;
} batch;

/* Columns that are not there keep what they begin with. */
static void plan(batch *rows, const pdk_table *table, const char *const *numbers, const char *const *texts)
{
    for (size_t i = 0; numbers[i] != NULL; i++) {
        rows->number_count = i + 1;
        for (size_t k = 0; k < ROWS; k++) rows->numbers[i][k] = NAN;
        size_t column = pdk_table_find_column(table, numbers[i]);
        if (column == PDK_NO_COLUMN) continue;
        rows->reads[rows->read_count++] =
            (pdk_column_read){ .column = column, .type = PDK_FLOAT64, .values = rows->numbers[i] };
    }
    for (size_t i = 0; texts != NULL && texts[i] != NULL; i++) {
        rows->text_count = i + 1;
        for (size_t k = 0; k < ROWS; k++) rows->texts[i][k] = (pdk_text){ "", 0 };
        size_t column = pdk_table_find_column(table, texts[i]);
        if (column == PDK_NO_COLUMN) continue;
        rows->reads[rows->read_count++] =
            (pdk_column_read){ .column = column, .type = PDK_TEXT, .values = rows->texts[i] };
    }
}

static void hand_out(pdk_vcr_gathering *to, const batch *rows, uint64_t first, size_t count, pdk_vcr_take_row take)
{
    pdk_vcr_session_row row = { .row = first };
    for (size_t i = 0; i < count && !to->failed; i++, row.row++) {
        for (size_t k = 0; k < rows->number_count; k++) row.values[k] = rows->numbers[k][i];
        for (size_t k = 0; k < rows->text_count; k++) row.texts[k] = rows->texts[k][i];
        take(to, &row);
    }
}

/* What is called: one of them. */
typedef struct row_taker {
    pdk_vcr_take_row row;
    pdk_vcr_take_numbers numbers;
} row_taker;

static pdk_status read_rows(pdk_vcr_gathering *to, const char *name, const char *const *numbers,
                            const char *const *texts, row_taker take)
{
    const pdk_table *table = pdk_document_own_table(to->document, name);
    if (table == NULL) return PDK_OK;
    batch *rows = pdk_alloc(to->memory, sizeof *rows);
    if (rows == NULL) return pdk_fail_memory(to->error, to->memory, "the session");
    plan(rows, table, numbers, texts);
    pdk_status status = PDK_OK;
    pdk_row_trim trim = { .document = to->document };
    for (uint64_t first = 0; first < table->rows && status == PDK_OK && !to->failed; first += ROWS) {
        size_t count = table->rows - first < ROWS ? (size_t)(table->rows - first) : ROWS;
        status = pdk_table_read(table, first, count, rows->reads, rows->read_count, to->error);
        if (status == PDK_OK && take.numbers != NULL) take.numbers(to, rows->numbers, count);
        else if (status == PDK_OK) hand_out(to, rows, first, count, take.row);
        pdk_row_trim_on(&trim, first + count, table->rows);
    }
    pdk_free(to->memory, rows);
    if (status == PDK_OK && to->failed) status = pdk_fail_memory(to->error, to->memory, "the session");
    return status;
}

pdk_status pdk_vcr_each_row(pdk_vcr_gathering *to, const char *name, const char *const *numbers,
                            const char *const *texts, pdk_vcr_take_row take)
{
    return read_rows(to, name, numbers, texts, (row_taker){ .row = take });
}

pdk_status pdk_vcr_each_batch(pdk_vcr_gathering *to, const char *name, const char *const *numbers,
                              pdk_vcr_take_numbers take)
{
    return read_rows(to, name, numbers, NULL, (row_taker){ .numbers = take });
}

float pdk_vcr_first_time(const pdk_vcr_gathering *of)
{
    const pdk_vcr_shape *shape = &of->state->shape;
    return pdk_load_f32(shape->bytes.data + shape->begin);
}
