/* The top speed in each sector of a Live for Speed lap:  top_speed lap.raf */
#include <stdio.h>
#include <stdlib.h>

#include <paddock/paddock.h>

/* A whole column as doubles; NULL when the table has none of that name or it cannot be read. */
static double *read_column(const pdk_table *table, const char *name, pdk_error *error)
{
    size_t column = pdk_table_find_column(table, name), rows = (size_t)pdk_table_rows(table);
    double *values = malloc((rows > 0 ? rows : 1) * sizeof *values);
    if (values != NULL && pdk_table_read_f64(table, column, 0, rows, values, error) != PDK_OK) {
        free(values);
        values = NULL;
    }
    return values;
}

static void print_sectors(const double *time, const double *speed, size_t rows, const double *split, size_t splits)
{
    size_t row = 0;
    for (size_t sector = 0; sector < splits; sector++) {
        double top = 0;
        for (; row < rows && time[row] <= split[sector]; row++) {
            if (speed[row] > top) top = speed[row];
        }
        printf("sector %zu, to %.2f s: %.1f km/h\n", sector + 1, split[sector], top * 3.6);
    }
}

int main(int argc, char **argv)
{
    pdk_document *lap = NULL;
    pdk_error error = { .message = "out of memory" };
    if (argc != 2) {
        fprintf(stderr, "usage: top_speed LAP.raf\n");
        return 2;
    }
    if (pdk_open_file(argv[1], NULL, &lap, &error) != PDK_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return 1;
    }
    const pdk_table *telemetry = pdk_document_find_table(lap, "telemetry");
    const pdk_table *splits = pdk_document_find_table(lap, "splits");
    int result = 1;
    if (telemetry == NULL || splits == NULL) {
        fprintf(stderr, "%s: is %s, not a lap with splits\n", argv[1], pdk_document_format(lap)->title);
    } else {
        double *time = read_column(telemetry, "time", &error);
        double *speed = read_column(telemetry, "speed", &error);
        double *split = read_column(splits, "time", &error);
        if (time != NULL && speed != NULL && split != NULL) {
            print_sectors(time, speed, (size_t)pdk_table_rows(telemetry), split, (size_t)pdk_table_rows(splits));
            result = 0;
        } else {
            fprintf(stderr, "%s: %s\n", argv[1], error.message);
        }
        free(time);
        free(speed);
        free(split);
    }
    pdk_close(lap);
    return result;
}
