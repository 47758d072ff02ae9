/* Points in text as a document. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "format/format.h"
#include "mesh/imported.h"
#include "format/xyz/xyz.h"
#include "base/nocase.h"
#include "text/encoding.h"

/* Numbers in lines may be anything: only a name that says so makes them points. */
static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    static const char *const extensions[] = { ".xyz", ".pts", ".txt", ".csv", ".asc" };
    bool named = false;
    pdk_xyz_shape shape;
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++)
        named = named || strcmp(probe->extension, extensions[i]) == 0;
    if (!named) return 0;
    if (!pdk_xyz_look(probe->bytes, &shape)) {
        bool sure = strcmp(probe->extension, ".xyz") == 0 || strcmp(probe->extension, ".pts") == 0;
        if (sure) snprintf(reason, capacity, "the name ends in %s, but the lines are not points", probe->extension);
        /* What is named a file of points is read as one, to say what is wrong with it. */
        bool telling = shape.trouble != NULL && strcmp(shape.trouble, "xyz.empty") != 0;
        return sure ? (telling ? PDK_SCORE_DOUBTFUL : PDK_SCORE_EXTENSION) : 0;
    }
    snprintf(reason, capacity, "the name ends in %s, and lines hold %zu columns, x, y and z %s", probe->extension,
             shape.columns, shape.has_names ? "named in a header" : "assumed to be the first three");
    return shape.has_names ? PDK_SCORE_MAGIC : PDK_SCORE_DOUBTFUL + 10;
}

/* ---------------------------------------------------------------------------------------------------- table */

static void locate(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_xyz *xyz = table->state;
    pdk_text_cursor cursor = pdk_text_seek(&xyz->lines, first);
    for (size_t i = 0; i < count; i++) {
        pdk_line line = { NULL, NULL };
        pdk_text_next(&cursor, &line);
        rows[i] = (pdk_row){ (const uint8_t *)line.at, (uint64_t)(line.end - line.at) };
    }
}

static pdk_status compute(const pdk_batch *batch, void *values)
{
    const pdk_xyz *xyz = batch->table->state;
    for (size_t i = 0; i < batch->count; i++) {
        const char *at = (const char *)batch->rows[i].at;
        pdk_line line = { at, at != NULL ? at + batch->rows[i].context : NULL }, field;
        double value = NAN;
        uint64_t number = 0;
        while (at != NULL && pdk_xyz_field(&line, xyz->shape.separator, &field)) {
            if (number++ != batch->column->number) continue;
            if (!pdk_word_number(&field, &value)) value = NAN;
            break;
        }
        ((double *)values)[i] = value;
    }
    return PDK_OK;
}

static const char *column_name(pdk_xyz *xyz, size_t column)
{
    static const char *const axes[] = { "x", "y", "z" };
    pdk_memory *memory = &xyz->document->memory;
    for (int k = 0; k < 3; k++) {
        if (xyz->shape.axis[k] == (int)column) return axes[k];
    }
    const pdk_line *name = &xyz->shape.names[column];
    bool usable =
        name->at != NULL && name->at < name->end && pdk_is_printable(name->at, (size_t)(name->end - name->at));
    for (size_t i = 0; i < xyz->shape.columns && usable; i++) { /* two of a name are none */
        const pdk_line *other = &xyz->shape.names[i];
        size_t length = (size_t)(name->end - name->at);
        if (i == column || other->at == NULL) continue;
        usable = (size_t)(other->end - other->at) != length || pdk_compare_nocase_n(other->at, name->at, length) != 0;
    }
    for (int k = 0; k < 3 && usable; k++) usable = !(name->end - name->at == 1 && (*name->at | 32) == *axes[k]);
    usable = usable && !(name->end - name->at > 7 && pdk_compare_nocase_n(name->at, "column_", 7) == 0);
    if (!usable) return pdk_text_printf(memory, "column_%zu", column + 1);
    pdk_text text = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, name->at, (size_t)(name->end - name->at));
    return text.data != NULL ? pdk_text_printf(memory, "%.*s", (int)text.size, text.data) : NULL;
}

static bool name_columns(pdk_xyz *xyz)
{
    xyz->names = pdk_alloc_array(&xyz->document->memory, xyz->shape.columns, sizeof *xyz->names);
    bool fine = xyz->names != NULL;
    for (size_t i = 0; i < xyz->shape.columns && fine; i++) {
        xyz->names[i] = column_name(xyz, i);
        fine = xyz->names[i] != NULL;
    }
    return fine;
}

static void add_table(pdk_xyz *xyz)
{
    pdk_table *table =
        pdk_document_add_table(xyz->document, "points", "a row for each point, with all columns of its line",
                               xyz->mesh.point_count, xyz->shape.columns);
    pdk_table_set_located(table, locate, xyz);
    for (size_t i = 0; i < xyz->shape.columns; i++) {
        const char *name = xyz->names[i];
        bool axis = xyz->shape.axis[0] == (int)i || xyz->shape.axis[1] == (int)i || xyz->shape.axis[2] == (int)i;
        pdk_table_add_computed(
            table,
            (pdk_column_info){ .name = name, .type = PDK_FLOAT64, .unit = axis ? "m" : NULL, .certainty = PDK_LIKELY },
            compute, NULL, i);
        if (!axis) pdk_table_set_sentinel(table, NAN);
    }
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_xyz *xyz = pdk_document_new_state(document, sizeof *xyz);
    if (xyz == NULL) return pdk_document_built(document, error);
    xyz->document = document;
    if (!pdk_xyz_look(document->content, &xyz->shape)) {
        bool kind = strcmp(xyz->shape.trouble, "xyz.empty") != 0;
        return pdk_fail(error, kind ? PDK_E_UNSUPPORTED : PDK_E_TRUNCATED, xyz->shape.trouble_at, xyz->shape.trouble,
                        "%s", xyz->shape.sentence);
    }
    pdk_status status = pdk_xyz_open_points(xyz, error);
    if (status != PDK_OK) return status;
    char separator = xyz->shape.separator;
    pdk_document_set_dialect(document, "%s between columns%s",
                             separator == ','   ? "commas"
                             : separator == ';' ? "semicolons"
                                                : "blanks",
                             xyz->shape.has_names ? ", with a header" : "");
    if (xyz->words.count > 0) {
        pdk_document_add_finding(document, PDK_WARNING, "xyz.value", xyz->words.first, "xyz",
                                 "%" PRIu64 " lines have something else than a number in a column besides x, y and z; "
                                 "these values are missing",
                                 xyz->words.count);
    }
    pdk_document_add_count(document, "points", xyz->mesh.point_count, "lines that hold a point");
    if (!name_columns(xyz)) return pdk_fail_memory(error, &document->memory, "names of columns");
    add_table(xyz);
    status = pdk_xyz_add_attributes(xyz, error);
    if (status != PDK_OK) return status;
    return pdk_document_imported(document, &xyz->mesh, NULL, error);
}

const pdk_format pdk_format_xyz = {
    .info = { .id = "xyz",
              .title = "points as text",
              .extensions = ".xyz .pts .txt .csv .asc",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_LIKELY,
              .basis = "there is no single format: columns are what their header says, or x, y, z first; checked on a "
                       "file of CloudCompare",
              .records = pdk_no_records },
    .probe = probe,
    .open = open_document,
};
