/* Packed points beside the same points as they are: all columns of coordinates read, on one processor and on all; and
 * points a second. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "laz_maker.h"
#include "laz_scan.h"
#include "paddock/paddock.h"

enum { ROUNDS = 3, RUN = 1 << 16 };

typedef struct read_job {
    const uint8_t *bytes;
    size_t size;
    double *values;
    double sum;
} read_job;

/* x, y, z and time or intensity of every point. */
static void read_all(void *user)
{
    read_job *job = user;
    pdk_document *document;
    pdk_error error;
    bench_must(pdk_open_memory(job->bytes, job->size, NULL, &document, &error), &error);
    const pdk_table *table = pdk_document_find_table(document, "points");
    uint64_t rows = pdk_table_rows(table);
    for (uint64_t first = 0; first < rows; first += RUN) {
        size_t count = rows - first < RUN ? (size_t)(rows - first) : RUN;
        pdk_column_read reads[4];
        for (size_t k = 0; k < 4; k++) {
            reads[k] = (pdk_column_read){ .column = k, .type = PDK_FLOAT64, .values = job->values + k * RUN };
        }
        bench_must(pdk_table_read(table, first, count, reads, 4, &error), &error);
        job->sum += job->values[0];
    }
    pdk_close(document);
}

static void measure(unsigned format, uint32_t points)
{
    char label[96];
    laz_scan scan = laz_scan_make(&(laz_scan_options){ .format = format, .points = points, .channels = 1 });
    laz_file file = laz_make(scan.bytes, scan.size, NULL);
    read_job plain = { .bytes = scan.bytes, .size = scan.size, .values = calloc(4 * RUN, sizeof(double)) };
    if (plain.values == NULL) bench_skip("out of memory");
    read_job packed = plain;
    packed.bytes = file.bytes;
    packed.size = file.size;
    double plain_seconds = bench_time(read_all, &plain, ROUNDS), packed_seconds = bench_time(read_all, &packed, ROUNDS);
    snprintf(label, sizeof label, "LAS of format %u", format);
    bench_row(label, plain_seconds, scan.size, NULL, 0);
    snprintf(label, sizeof label, "LAZ of it, %.1f bytes a point, %.2f M points/s", (double)file.size / points,
             points / packed_seconds / 1e6);
    bench_row(label, packed_seconds, scan.size, "LAS", plain_seconds);
    free(plain.values);
    laz_free(&file);
    free(scan.bytes);
}

int main(void)
{
    static const unsigned formats[] = { 1, 3, 6, 7, 8 };
    uint32_t points = (uint32_t)bench_setting("PADDOCK_BENCH_LAZ_POINTS", 2000000);
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) measure(formats[i], points);
    printf("peak memory %.0f MiB\n", bench_peak_memory());
    return 0;
}
