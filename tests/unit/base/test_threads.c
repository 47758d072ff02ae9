/* A document is read by eight threads at once, in random ranges; all of them see what one thread sees. `make thread`
 * runs this under ThreadSanitizer. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "support.h"

enum { THREADS = 8, ROUNDS = 150 };

typedef struct column {
    const pdk_table *table;
    size_t number;
    size_t rows;
    double *values;
} column;

typedef struct job {
    const pdk_document *document;
    const column *columns;
    size_t column_count;
    uint64_t seed;
    size_t wrong;
} job;

static void *read_ranges(void *user)
{
    job *mine = user;
    for (int round = 0; round < ROUNDS; round++) {
        const column *from = &mine->columns[random_next(&mine->seed) % mine->column_count];
        size_t first = random_next(&mine->seed) % (from->rows + 1),
               count = random_next(&mine->seed) % (from->rows + 1 - first);
        double *values = malloc((count + 1) * sizeof *values);
        if (values == NULL || pdk_table_read_f64(from->table, from->number, first, count, values, NULL) != PDK_OK ||
            memcmp(values, from->values + first, count * sizeof *values) != 0) {
            mine->wrong++;
        }
        free(values);
        for (size_t i = 0; i < pdk_document_surface_count(mine->document); i++) {
            pdk_surface surface;
            if (pdk_document_surface_read(mine->document, i, &surface, NULL) != PDK_OK) mine->wrong++;
        }
        uint64_t total;
        if (round % 50 == 0 && pdk_check(mine->document, PDK_CHECK_FULL, NULL, NULL, &total, NULL) != PDK_OK)
            mine->wrong++;
        if (round % 10 == 0) pdk_trim(mine->document);
    }
    return NULL;
}

/* Every numeric column of the document, as one thread reads it. */
static column *all_columns(const pdk_document *document, size_t *count)
{
    column *columns = NULL;
    *count = 0;
    for (size_t t = 0; t < pdk_document_table_count(document); t++) {
        const pdk_table *table = pdk_document_table_at(document, t);
        for (size_t c = 0; c < pdk_table_columns(table); c++) {
            if (pdk_table_column_at(table, c)->type >= PDK_TEXT) continue;
            columns = realloc(columns, (*count + 1) * sizeof *columns);
            assert_non_null(columns);
            column *one = &columns[(*count)++];
            *one = (column){ .table = table, .number = c, .rows = (size_t)pdk_table_rows(table) };
            one->values = malloc((one->rows + 1) * sizeof *one->values);
            assert_non_null(one->values);
            assert_int_equal(pdk_table_read_f64(table, c, 0, one->rows, one->values, NULL), PDK_OK);
        }
    }
    return columns;
}

static void read_at_once(const pdk_document *document)
{
    size_t count;
    column *columns = all_columns(document, &count);
    job jobs[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; count > 0 && i < THREADS; i++) {
        jobs[i] = (job){ document, columns, count, (uint64_t)i + 1, 0 };
        assert_int_equal(pthread_create(&threads[i], NULL, read_ranges, &jobs[i]), 0);
    }
    for (int i = 0; count > 0 && i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(jobs[i].wrong, 0);
    }
    for (size_t i = 0; i < count; i++) free(columns[i].values);
    free(columns);
}

static void generated_files(void **unused)
{
    (void)unused;
    size_t tried = 0;
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        if ((info->abilities & PDK_CAN_SYNTH) == 0) continue;
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.seconds = 10;
        size_t size;
        uint8_t *bytes = synth_or_fail(info->id, &options, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        read_at_once(document);
        pdk_close(document);
        free(bytes);
        tried++;
    }
    assert_true(tried > 0);
}

/* A mapped file, whose pages may be released while others read. */
static void real_mapped_file(void **unused)
{
    (void)unused;
    const char *path = real_file("raf/test1.raf");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    read_at_once(document);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_files),
        cmocka_unit_test(real_mapped_file),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
