/* The stream: options, the plan, and batch after batch. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "arrow/arrow_plan.h"
#include "base/options.h"
#include "model/document.h"
#include "model/document_life.h"
#include "model/row_trim.h"

/* The usual batch has as many rows, or as many bytes, whatever is less; in groups of what pdk_table_read takes at once.
 */
enum { USUAL_ROWS = 1 << 16, USUAL_BYTES = 2 << 20 };

typedef struct stream_state {
    pdk_arrow_block *block; /* this is in it */
    pdk_allocator allocator;
    pdk_arrow_plan plan;
    pdk_row_trim trim;
    uint64_t first, next, end; /* rows */
    uint64_t batch;
    pdk_error error;
    char message[400];
} stream_state;

static int fail(stream_state *state)
{
    const pdk_error *error = &state->error;
    char place[40] = "";
    if (error->offset != PDK_NO_OFFSET) snprintf(place, sizeof place, "at 0x%llX: ", (unsigned long long)error->offset);
    snprintf(state->message, sizeof state->message, "%s%s (%s)", place, error->message, error->code);
    switch (error->status) {
    case PDK_E_MEMORY:
    case PDK_E_LIMIT: return ENOMEM;
    case PDK_E_IO: return EIO;
    default: return EINVAL;
    }
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
    stream_state *state = stream->private_data;
    state->message[0] = '\0';
    pdk_status status = pdk_arrow_schema_make(&state->plan, &state->allocator, schema, &state->error);
    return status == PDK_OK ? 0 : fail(state);
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *array)
{
    stream_state *state = stream->private_data;
    state->message[0] = '\0';
    if (state->next == state->end) {
        if (pdk_document_unchanged(state->plan.table->document, &state->error) != PDK_OK) return fail(state);
        memset(array, 0, sizeof *array); /* released: there are no more */
        return 0;
    }
    uint64_t left = state->end - state->next;
    size_t count = (size_t)(left < state->batch ? left : state->batch);
    pdk_status status = pdk_arrow_batch_make(&state->plan, &state->allocator, state->next, count, array, &state->error);
    if (status != PDK_OK) return fail(state);
    state->next += (uint64_t)array->length;
    pdk_row_trim_on(&state->trim, state->next - state->first, pdk_table_rows(state->plan.table));
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    const stream_state *state = stream->private_data;
    return state->message[0] != '\0' ? state->message : NULL;
}

static void release_stream(struct ArrowArrayStream *stream)
{
    stream_state *state = stream->private_data;
    stream->release = NULL;
    pdk_arrow_block_drop(state->block);
}

static pdk_arrow_kind kind_of(const pdk_table *table, size_t column, bool dictionaries)
{
    const pdk_column_info *info = pdk_table_column_at(table, column);
    bool named = info->labels != NULL && !info->is_flags && info->type < PDK_FLOAT32;
    if (dictionaries && (named || info->type == PDK_TEXT)) return PDK_ARROW_NAMES;
    if (info->type == PDK_TEXT || info->type == PDK_BYTES) return PDK_ARROW_TEXTS;
    if (info->type == PDK_BOOL) return PDK_ARROW_BITS;
    return pdk_table_column_array(table, column) != NULL ? PDK_ARROW_SHARED : PDK_ARROW_NUMBERS;
}

static pdk_status make_plan(stream_state *state, const pdk_table *table, const pdk_arrow_options *options,
                            pdk_error *error)
{
    size_t all = pdk_table_columns(table), room = options->columns != NULL ? options->column_count : all, row = 1;
    pdk_arrow_column *columns = pdk_alloc_array(&state->block->memory, room, sizeof *columns);
    if (columns == NULL) return pdk_fail_memory(error, &state->block->memory, "a list of columns");
    state->plan = (pdk_arrow_plan){ .table = table, .columns = columns };
    for (size_t i = 0; i < room; i++) {
        size_t column = options->columns != NULL ? options->columns[i] : i;
        const pdk_column_info *info = pdk_table_column_at(table, column);
        if (info == NULL)
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.column", "table %s has no column %zu",
                            pdk_table_name(table), column);
        if (options->columns == NULL && info->hidden && !options->hidden) continue;
        pdk_arrow_kind kind = kind_of(table, column, options->dictionaries);
        columns[state->plan.count++] = (pdk_arrow_column){
            .column = column, .info = info, .kind = kind, .array = pdk_table_column_array(table, column)
        };
        if (kind != PDK_ARROW_SHARED) row += pdk_type_size(info->type);
    }
    uint64_t usual = USUAL_BYTES / row / PDK_BATCH * PDK_BATCH;
    if (usual < PDK_BATCH) usual = PDK_BATCH;
    state->batch = options->batch != 0 ? options->batch : usual < USUAL_ROWS ? usual : USUAL_ROWS;
    if (state->batch > INT32_MAX) state->batch = INT32_MAX;
    return PDK_OK;
}

static pdk_status prepare(pdk_arrow_block *block, const pdk_table *table, const pdk_arrow_options *options,
                          stream_state **made, pdk_error *error)
{
    stream_state *state = pdk_alloc(&block->memory, sizeof *state);
    if (state == NULL) return pdk_fail_memory(error, &block->memory, "an Arrow stream");
    uint64_t rows = pdk_table_rows(table), left = rows - options->first;
    state->block = block;
    state->allocator = block->allocator;
    state->trim = (pdk_row_trim){ .document = table->document };
    state->first = state->next = options->first;
    state->end = options->has_count && options->count < left ? options->first + options->count : rows;
    *made = state;
    return make_plan(state, table, options, error);
}

pdk_status pdk_table_arrow_stream(const pdk_table *table, const pdk_arrow_options *given,
                                  struct ArrowArrayStream *stream, pdk_error *error)
{
    PDK_HOLD(table != NULL ? table->document : NULL);
    pdk_arrow_options options;
    if (stream != NULL) memset(stream, 0, sizeof *stream);
    if (table == NULL || stream == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "an Arrow stream needs a table and a struct to fill");
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_ARROW_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (options.count != 0 && !options.has_count)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.count", "set has_count with count");
    if (options.first > pdk_table_rows(table))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows", "table %s has %llu rows",
                        pdk_table_name(table), (unsigned long long)pdk_table_rows(table));
    pdk_arrow_block *block = pdk_arrow_block_make(&options.allocator, table->document);
    if (block == NULL)
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an Arrow stream");
    stream_state *state = NULL;
    status = prepare(block, table, &options, &state, error);
    if (status == PDK_OK) {
        *stream = (struct ArrowArrayStream){ .get_schema = get_schema,
                                             .get_next = get_next,
                                             .get_last_error = get_last_error,
                                             .release = release_stream,
                                             .private_data = state };
    } else {
        pdk_arrow_block_drop(block);
    }
    return status;
}
