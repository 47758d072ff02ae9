/* Where is the time?  deltas best.raf mine.raf
 * Compares two laps and prints, for each 10 m, how far the second is behind. Rows are read in pieces, so that a plot or
 * a stream takes them as they come. */
#include <stdio.h>

#include <paddock/paddock.h>

enum { PIECE = 64 };

static int print_steps(const pdk_table *steps)
{
    double distance[PIECE], delta[PIECE], speed[2][PIECE];
    pdk_column_read reads[] = {
        { .column = pdk_table_find_column(steps, "distance"), .type = PDK_FLOAT64, .values = distance },
        { .column = pdk_table_find_column(steps, "delta_1"), .type = PDK_FLOAT64, .values = delta },
        { .column = pdk_table_find_column(steps, "speed_0"), .type = PDK_FLOAT64, .values = speed[0] },
        { .column = pdk_table_find_column(steps, "speed_1"), .type = PDK_FLOAT64, .values = speed[1] }
    };
    pdk_error error;
    for (uint64_t first = 0; first < pdk_table_rows(steps); first += PIECE) {
        uint64_t left = pdk_table_rows(steps) - first;
        size_t count = left < PIECE ? (size_t)left : PIECE;
        if (pdk_table_read(steps, first, count, reads, 4, &error) != PDK_OK) {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        for (size_t i = 0; i < count; i++) {
            printf("%7.0f m  %+7.3f s  %5.1f km/h  %5.1f km/h\n", distance[i], delta[i], 3.6 * speed[0][i],
                   3.6 * speed[1][i]);
        }
    }
    return 0;
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: deltas REFERENCE LAP\n");
        return 2;
    }
    pdk_document *files[2] = { NULL, NULL }, *comparison = NULL;
    pdk_error error;
    pdk_status status = PDK_OK;
    for (int i = 0; i < 2 && status == PDK_OK; i++) status = pdk_open_file(arguments[1 + i], NULL, &files[i], &error);
    if (status == PDK_OK) {
        pdk_lap_reference laps[] = { { .document = files[0], .name = arguments[1] },
                                     { .document = files[1], .name = arguments[2] } };
        pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
        options.step = 10;
        status = pdk_compare_laps(laps, 2, &options, &comparison, &error);
    }
    if (status != PDK_OK) fprintf(stderr, "%s\n", error.message);
    int result = status == PDK_OK ? print_steps(pdk_document_find_table(comparison, "steps")) : 1;
    pdk_close(comparison);
    pdk_close(files[0]);
    pdk_close(files[1]);
    return result;
}
