/* Documents of a program's own tables: copies of its arrays. */
#include <string.h>

#include "base/options.h"
#include "model/document.h"

typedef struct made_values {
    const char *values; /* of the column's type */
    const uint8_t *validity;
} made_values;

static pdk_status read_values(const pdk_batch *batch, void *values)
{
    const made_values *from = batch->column->data;
    size_t size = pdk_type_size(batch->column->info.type);
    memcpy(values, from->values + batch->first * size, batch->count * size);
    for (size_t i = 0; i < batch->count && batch->validity != NULL; i++) {
        uint64_t row = batch->first + i;
        if ((from->validity[row / 8] >> (row % 8) & 1) == 0) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- checks */

static pdk_status fail(pdk_error *error, const char *table, const char *column, const char *message)
{
    const char *parts[] = { table != NULL ? table : "a table", column != NULL ? column : "" };
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.table", "%.60s%s%.60s: %s", parts[0],
                    parts[1][0] != '\0' ? "." : "", parts[1], message);
}

static pdk_status check_table(const pdk_made_table *table, pdk_error *error)
{
    if (table->name == NULL || table->name[0] == '\0') return fail(error, NULL, NULL, "it has no name");
    if (table->columns == NULL || table->column_count == 0) return fail(error, table->name, NULL, "it has no columns");
    for (size_t i = 0; i < table->column_count; i++) {
        const pdk_made_column *column = &table->columns[i];
        if (column->name == NULL || column->name[0] == '\0')
            return fail(error, table->name, NULL, "a column has no name");
        if (column->type <= PDK_TYPE_NONE || pdk_type_size(column->type) == 0)
            return fail(error, table->name, column->name, "it has no type");
        if (column->values == NULL && table->rows > 0)
            return fail(error, table->name, column->name, "it has no values");
        for (size_t k = 0; k < i; k++) {
            if (strcmp(table->columns[k].name, column->name) == 0)
                return fail(error, table->name, column->name, "two columns have this name");
        }
    }
    return PDK_OK;
}

static pdk_status check(const pdk_made_table *tables, size_t count, pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        status = check_table(&tables[i], error);
        for (size_t k = 0; k < i && status == PDK_OK; k++) {
            if (strcmp(tables[k].name, tables[i].name) == 0)
                status = fail(error, tables[i].name, NULL, "two tables have this name");
        }
    }
    return status;
}

/* ---------------------------------------------------------------------------------------------------- copies */

static void *keep(pdk_document *document, const void *from, uint64_t count, size_t size)
{
    char *copy = pdk_alloc_array(&document->memory, count > 0 ? count : 1, size);
    if (copy == NULL) document->failed = true;
    else if (count > 0) memcpy(copy, from, count * size);
    return copy;
}

static const char *keep_text(pdk_document *document, const char *text)
{
    return text != NULL ? keep(document, text, strlen(text) + 1, 1) : NULL;
}

static void keep_bytes(pdk_document *document, pdk_bytes *bytes)
{
    bytes->data = bytes->data != NULL ? keep(document, bytes->data, bytes->size, 1) : NULL;
    if (bytes->data == NULL) bytes->size = 0;
}

/* What they point to is copied, too. */
static void keep_runs(pdk_document *document, pdk_type type, void *values, uint64_t count)
{
    for (uint64_t i = 0; i < count && !document->failed; i++) {
        if (type == PDK_BYTES) {
            keep_bytes(document, (pdk_bytes *)values + i);
        } else {
            pdk_text *text = (pdk_text *)values + i;
            pdk_bytes bytes = { (const uint8_t *)text->data, text->size };
            keep_bytes(document, &bytes);
            *text = (pdk_text){ (const char *)bytes.data, bytes.size };
            if (text->data == NULL) text->data = "";
        }
    }
}

static void add_column(pdk_document *document, pdk_table *table, const pdk_made_column *column, uint64_t rows)
{
    made_values *kept = pdk_alloc(&document->memory, sizeof *kept);
    char *values = keep(document, column->values, rows, pdk_type_size(column->type));
    uint8_t *validity = column->validity != NULL ? keep(document, column->validity, (rows + 7) / 8, 1) : NULL;
    pdk_column_info info = { .name = keep_text(document, column->name),
                             .type = column->type,
                             .unit = keep_text(document, column->unit),
                             .meaning = keep_text(document, column->meaning),
                             .certainty = PDK_LIKELY,
                             .nullable = column->validity != NULL };
    if (kept == NULL) document->failed = true;
    if (document->failed) return;
    *kept = (made_values){ values, validity };
    if (column->type == PDK_TEXT || column->type == PDK_BYTES) keep_runs(document, column->type, values, rows);
    for (uint64_t i = 0; i < rows && column->type == PDK_BOOL; i++) values[i] = values[i] != 0;
    pdk_table_add_computed(table, info, read_values, kept, 0);
}

static void add_property(pdk_document *document, const pdk_property *property)
{
    pdk_value value = property->value;
    if (value.type == PDK_TEXT) keep_runs(document, PDK_TEXT, &value.as.text, 1);
    if (value.type == PDK_BYTES) keep_runs(document, PDK_BYTES, &value.as.bytes, 1);
    const char *name = keep_text(document, property->name), *unit = keep_text(document, property->unit);
    const char *meaning = keep_text(document, property->meaning);
    if (!document->failed) pdk_document_add_property(document, name, value, unit, meaning, property->certainty);
}

/* Texts of findings are copied where they are kept. */
static void add_finding(pdk_document *document, const pdk_finding *finding)
{
    const char *code = keep_text(document, finding->code != NULL ? finding->code : "");
    if (document->failed) return;
    pdk_document_add_finding(document, finding->severity, code, finding->offset,
                             finding->where != NULL ? finding->where : "", "%s",
                             finding->message != NULL ? finding->message : "");
}

static void fill(pdk_document *document, const pdk_made_table *tables, size_t count, const pdk_made_options *options)
{
    for (size_t i = 0; i < options->property_count; i++) add_property(document, &options->properties[i]);
    for (size_t i = 0; i < options->finding_count; i++) add_finding(document, &options->findings[i]);
    for (size_t i = 0; i < count && !document->failed; i++) {
        const char *name = keep_text(document, tables[i].name), *meaning = keep_text(document, tables[i].meaning);
        pdk_table *table = pdk_document_add_table(document, name, meaning, tables[i].rows, tables[i].column_count);
        for (size_t k = 0; k < tables[i].column_count && !document->failed; k++)
            add_column(document, table, &tables[i].columns[k], tables[i].rows);
    }
}

pdk_status pdk_document_from_tables(const pdk_made_table *tables, size_t count, const pdk_made_options *given,
                                    pdk_document **document, pdk_error *error)
{
    pdk_made_options options;
    if (document != NULL) *document = NULL;
    if (document == NULL || (tables == NULL && count > 0))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a document needs tables and a pointer for it");
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_MADE_OPTIONS_INIT", error);
    if (status == PDK_OK) status = check(tables, count, error);
    pdk_document *made = NULL;
    if (status == PDK_OK) status = pdk_document_make(&options.limits, &options.allocator, NULL, &made, error);
    if (status != PDK_OK) return status;
    pdk_format_info *info = pdk_alloc(&made->memory, sizeof *info);
    const char *title = keep_text(made, options.title != NULL ? options.title : "Tables");
    if (info != NULL) {
        *info = *made->info;
        info->id = "tables";
        info->title = title;
        info->basis = "a program made it";
        made->info = info;
    }
    made->failed |= info == NULL;
    if (!made->failed) fill(made, tables, count, &options);
    status = pdk_document_built(made, error);
    if (status == PDK_OK) *document = made;
    else pdk_close(made);
    return status;
}
