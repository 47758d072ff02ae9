/* Who won, and how:  race_report race.vcr
 * Answers are tables like any other: ask for one by name, and take what you need of it by column. A file that cannot
 * answer says why. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <paddock/paddock.h>

/* A number of a row; NaN where there is none. */
static double number(const pdk_table *table, const char *column, uint64_t row)
{
    double value = NAN;
    uint8_t valid = 0;
    size_t found = pdk_table_find_column(table, column);
    pdk_column_read read = { .column = found, .type = PDK_FLOAT64, .values = &value, .validity = &valid };
    bool good = found != PDK_NO_COLUMN && pdk_table_read(table, row, 1, &read, 1, NULL) == PDK_OK && (valid & 1) != 0;
    return good ? value : NAN;
}

static pdk_text text(const pdk_table *table, const char *column, uint64_t row)
{
    pdk_text value = { "", 0 };
    size_t found = pdk_table_find_column(table, column);
    if (found != PDK_NO_COLUMN) pdk_table_read_column(table, found, row, 1, &value, NULL);
    return value;
}

static const char *clock_of(double seconds, char buffer[32])
{
    int minutes = isnan(seconds) ? 0 : (int)(seconds / 60);
    if (isnan(seconds)) strcpy(buffer, "-");
    else snprintf(buffer, 32, "%d:%06.3f", minutes, seconds - 60 * minutes);
    return buffer;
}

static const pdk_table *ask(const pdk_document *race, const char *name)
{
    const pdk_table *table = NULL;
    pdk_error error;
    if (pdk_answer(race, name, &table, &error) != PDK_OK) printf("no %s: %s\n", name, error.message);
    return table;
}

static void print_results(const pdk_table *results)
{
    for (uint64_t row = 0; row < pdk_table_rows(results); row++) {
        char total[32], best[32];
        pdk_text driver = text(results, "driver", row), status = text(results, "status", row);
        printf("%2.0f  %-24.*s %2.0f laps  %10s  best %9s  %.*s\n", number(results, "position", row), (int)driver.size,
               driver.data, number(results, "laps", row), clock_of(number(results, "total_time", row), total),
               clock_of(number(results, "best_lap_time", row), best), (int)status.size, status.data);
    }
}

static void print_incidents(const pdk_table *incidents)
{
    for (uint64_t row = 0; row < pdk_table_rows(incidents); row++) {
        char time[32];
        pdk_text kind = text(incidents, "kind", row), drivers = text(incidents, "drivers", row);
        printf("%9s  %-10.*s %.*s\n", clock_of(number(incidents, "time", row), time), (int)kind.size, kind.data,
               (int)drivers.size, drivers.data);
    }
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: race_report FILE\n");
        return 2;
    }
    pdk_document *race;
    pdk_error error;
    if (pdk_open_file(arguments[1], NULL, &race, &error) != PDK_OK) {
        fprintf(stderr, "%s: %s\n", arguments[1], error.message);
        return 1;
    }
    const pdk_table *results = ask(race, "results"), *incidents = ask(race, "incidents");
    if (results != NULL) print_results(results);
    if (incidents != NULL) print_incidents(incidents);
    pdk_close(race);
    return results != NULL ? 0 : 1;
}
