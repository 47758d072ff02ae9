/* Reads every table that `paddock ingest` takes of the files named, and keeps nothing: the yardstick of
 * bench_ingest.sh, which runs this. The main table and all that are computed, all columns, in rows as SQL takes them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROWS = 2048, VALUE = 16 /* bytes: the largest is a text's address and size */ };

static void read_table(const pdk_table *table)
{
    pdk_error error;
    size_t count = pdk_table_columns(table), used = 0;
    pdk_column_read *reads = calloc(count + 1, sizeof *reads);
    char *values = malloc((count + 1) * ROWS * (VALUE + 1));
    if (reads == NULL || values == NULL) exit(1);
    for (size_t i = 0; i < count; i++) {
        if (pdk_table_column_at(table, i)->hidden) continue;
        char *at = values + used * ROWS * (VALUE + 1);
        reads[used++] =
            (pdk_column_read){ .column = i, .values = at, .validity = (uint8_t *)at + (size_t)ROWS * VALUE };
    }
    uint64_t rows = pdk_table_rows(table);
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t some = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        bench_must(pdk_table_read(table, first, some, reads, used, &error), &error);
    }
    free(reads);
    free(values);
}

int main(int argc, char **argv)
{
    if (argc < 2) puts("bench_ingest.sh measures ingest; this reads for it");
    for (int i = 1; i < argc; i++) {
        pdk_document *document;
        pdk_error error;
        const pdk_table *table;
        bench_must(pdk_open_file(argv[i], NULL, &document, &error), &error);
        if (pdk_document_table_count(document) > 0) read_table(pdk_document_table_at(document, 0));
        for (size_t k = 0; pdk_answer_name(k) != NULL; k++) {
            if (pdk_answer(document, pdk_answer_name(k), &table, &error) == PDK_OK) read_table(table);
        }
        pdk_close(document);
    }
    return 0;
}
