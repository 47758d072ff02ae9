/* Documents made from a program's own tables: query results, data from another source. Everything that accepts a
 * document accepts them: CSV, Arrow, a page.
 *
 *     const double times[] = { 62.3, 61.7 };
 *     const pdk_made_column columns[] = { { .name = "lap_time", .unit = "s", .type = PDK_FLOAT64, .values = times } };
 *     const pdk_made_table tables[] = { { .name = "laps", .rows = 2, .columns = columns, .column_count = 1 } };
 *     status = pdk_document_from_tables(tables, 1, NULL, &document, &error);
 */
#ifndef PADDOCK_MADE_H
#define PADDOCK_MADE_H

#include "document.h"
#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_made_column {
    const char *name, *unit, *meaning; /* the last two: NULL = none */
    pdk_type type;
    const void *values;      /* one per row, as pdk_table_read gives that type: uint8_t for bools, pdk_text for texts */
    const uint8_t *validity; /* bit i % 8 of byte i / 8 is set where row i has a value; NULL = all have one */
} pdk_made_column;

typedef struct pdk_made_table {
    const char *name, *meaning; /* meaning: NULL = self-explanatory */
    uint64_t rows;
    const pdk_made_column *columns;
    size_t column_count;
} pdk_made_table;

typedef struct pdk_made_options {
    size_t struct_size;             /* PDK_MADE_OPTIONS_INIT sets it */
    const char *title;              /* title of such a document: "Dataset of Parquet files"; NULL = "Tables" */
    const pdk_property *properties; /* its properties; labels are left out */
    size_t property_count;
    const pdk_finding *findings; /* its findings, which pdk_check then reports; `where` NULL = "" */
    size_t finding_count;
    pdk_limits limits; /* records: rows of a table, as pdk_open_options.limits */
    pdk_allocator allocator;
} pdk_made_options;

#define PDK_MADE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_made_options)

/* Everything is copied; the caller closes the document. Its format is "tables", and it gives no answers. Texts must be
 * UTF-8. PDK_E_ARGUMENT if a name, a type or values are missing, or if two tables, or two columns of one, have the same
 * name. */
PDK_API pdk_status pdk_document_from_tables(const pdk_made_table *tables, size_t count, const pdk_made_options *options,
                                            pdk_document **document, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
