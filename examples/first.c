/* The laps of any recording:  first file */
#include <paddock/paddock.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    pdk_document *recording = NULL;
    const pdk_table *laps = NULL; /* belongs to the document */
    pdk_error error = { .message = "usage: first FILE" };
    if (argc == 2 && pdk_open_file(argv[1], NULL, &recording, &error) == PDK_OK)
        pdk_answer(recording, "laps", &laps, &error);
    if (laps == NULL) fprintf(stderr, "%s\n", error.message); /* "nothing moves in tri files" */
    for (uint64_t row = 0; laps != NULL && row < pdk_table_rows(laps); row++) {
        pdk_text driver = pdk_table_text_at(laps, "driver", row);
        double lap = pdk_table_number_at(laps, "lap", row), time = pdk_table_number_at(laps, "lap_time", row);
        printf("%.*s, lap %.0f: %.3f s\n", (int)driver.size, driver.data, lap, time); /* nan: a lap without a time */
    }
    pdk_close(recording);
    return laps == NULL;
}
