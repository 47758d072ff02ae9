/* Laps compared, for people: lap times and sectors, then the corners where the time is. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compared.h"
#include "output.h"
#include "text_table.h"

static void put_signed(cli_out *out, double seconds)
{
    if (isnan(seconds)) cli_print(out, "%9s", "");
    else cli_print(out, "  %+7.3f", seconds);
}

static void put_padded_clock(cli_out *out, double seconds)
{
    char text[PDK_TIME_SIZE];
    cli_print(out, "  %9s", pdk_format_time(text, seconds, 3) > 0 ? text : "-");
}

/* "lap.raf, B. Okafor, lap 3" */
static void lap_name(const pdk_table *laps, uint64_t row, char *name, size_t size)
{
    pdk_text file = cli_text_at(laps, "file", row), driver = cli_text_at(laps, "driver", row);
    for (size_t i = file.size; i-- > 0;) { /* folders are the same for most, and long */
        if (file.data[i] != '/' && file.data[i] != '\\') continue;
        file = (pdk_text){ file.data + i + 1, file.size - i - 1 };
        break;
    }
    snprintf(name, size, "%.*s, %.*s, lap %.0f", (int)file.size, file.data, (int)driver.size, driver.data,
             cli_number_at(laps, "lap", row));
}

enum { LAP_NAME = 160 };

/* Lap times in a line each, sectors after them. */
static void put_laps(const pdk_document *result, cli_out *out)
{
    const pdk_table *laps = pdk_document_own_table(result, "laps"),
                    *sectors = pdk_document_own_table(result, "sectors");
    char name[LAP_NAME];
    int width = 0;
    for (uint64_t row = 0; row < pdk_table_rows(laps); row++) {
        lap_name(laps, row, name, sizeof name);
        int letters = cli_letters(name, strlen(name));
        if (letters > width) width = letters;
    }
    if (width > 46) width = 46;
    cli_print(out, "%s%-*s  %9s  %7s", out->colour ? "\033[1m" : "", width, "", "lap", "");
    uint64_t count = pdk_table_rows(sectors);
    for (uint64_t sector = 0; sector < count; sector++)
        cli_print(out, "  %7s%llu", "sector ", (unsigned long long)sector + 1);
    cli_print(out, "%s\n", out->colour ? "\033[0m" : "");
    for (uint64_t row = 0; row < pdk_table_rows(laps); row++) {
        lap_name(laps, row, name, sizeof name);
        cli_put_name(out, name, width > 0 ? (size_t)width : 0);
        double official = cli_number_at(laps, "lap_time", row);
        put_padded_clock(out, isnan(official) ? cli_number_at(laps, "found_time", row) : official);
        if (row == 0) cli_print(out, "  %7s", "");
        else put_signed(out, cli_number_at(laps, "delta", row));
        for (uint64_t sector = 0; sector < count; sector++) {
            double value = row == 0 ? cli_lap_number_at(sectors, "time", 0, sector)
                                    : cli_lap_number_at(sectors, "delta", (int)row, sector);
            if (row == 0) cli_print(out, "  %8.3f", value);
            else cli_print(out, "  %+8.3f", value);
        }
        cli_print(out, "\n");
    }
}

/* The corners that cost or gain most, in the order of the track. */
static void put_corners(const pdk_document *result, cli_out *out, int lap)
{
    enum { MOST = 8, ROWS = 512 };
    static const double least = 0.005;
    const pdk_table *corners = pdk_document_own_table(result, "corners"),
                    *laps = pdk_document_own_table(result, "laps");
    uint64_t rows = pdk_table_rows(corners);
    double bar = least;
    double sizes[ROWS];
    size_t count = 0;
    for (uint64_t row = 0; row < rows && count < ROWS; row++)
        sizes[count++] = fabs(cli_lap_number_at(corners, "delta", lap, row));
    for (size_t i = 0; count > MOST && i < count; i++) { /* the bar that MOST of them reach */
        size_t larger = 0;
        for (size_t k = 0; k < count; k++) larger += sizes[k] > sizes[i];
        if (larger == MOST && sizes[i] > bar) bar = nextafter(sizes[i], 1);
    }
    char name[LAP_NAME];
    lap_name(laps, (uint64_t)lap, name, sizeof name);
    cli_print(out, "\n");
    cli_heading(out, pdk_table_rows(laps) > 2 ? name : "Where time is won and lost");
    cli_print(out, "\n");
    bool none = true;
    for (uint64_t row = 0; row < rows; row++) {
        if (!(fabs(cli_lap_number_at(corners, "delta", lap, row)) >= bar)) continue;
        none = false;
        pdk_text text = cli_lap_text_at(corners, "sentence", lap, row);
        cli_print(out, "  ");
        cli_put_text(out, text.data, text.size);
        cli_print(out, "\n");
    }
    if (none) cli_print(out, "  nowhere more than %.3f s\n", least);
}

static void put_method(const pdk_document *result, cli_out *out)
{
    const pdk_table *residuals = pdk_document_own_table(result, "residuals");
    double worst = NAN, length = cli_compared_length(result);
    bool within = false; /* a time is checked within the lap, not only at its end */
    for (uint64_t row = 0; row < pdk_table_rows(residuals); row++) {
        double residual = fabs(cli_number_at(residuals, "residual", row));
        worst = fmax(worst, residual);
        within = within || (isfinite(residual) && cli_number_at(residuals, "distance", row) < length);
    }
    pdk_text words = pdk_document_find_property(result, "aligned_by")->value.as.text;
    cli_print(out, "\nAligned by %.*s, %.1f m long.", (int)words.size, words.data, length);
    if (!isnan(worst))
        cli_print(out, " Recorded %s agree within %.0f ms.", within ? "times at its lines" : "lap times",
                  ceil(worst * 1000));
    cli_print(out, "\n");
    const pdk_property *rulers = pdk_document_find_property(result, "rulers");
    if (rulers == NULL) return;
    cli_print(out, "In these laps ");
    cli_put_text(out, rulers->value.as.text.data, rulers->value.as.text.size);
    cli_print(out, ".\n");
}

/* Laps of another map: how far they were moved, and how well their lines agree then. */
static void put_alignments(const pdk_document *result, cli_out *out)
{
    static const double degrees = 57.29577951308232;
    const pdk_table *laps = pdk_document_own_table(result, "laps");
    for (uint64_t row = 1; row < pdk_table_rows(laps); row++) {
        char name[LAP_NAME];
        if (!cli_is_aligned(laps, row)) continue;
        lap_name(laps, row, name, sizeof name);
        cli_put_text(out, name, strlen(name));
        cli_print(out, ", is on another map. It was turned by %.1f degrees, scaled by %.4f and moved onto the\n",
                  cli_number_at(laps, "alignment_rotation", row) * degrees,
                  cli_number_at(laps, "alignment_scale", row));
        cli_print(out, "reference's line: the lines are then %.1f m apart (RMS).",
                  cli_number_at(laps, "alignment_residual", row));
        double start = cli_number_at(laps, "alignment_start", row);
        if (fabs(start) >= 1)
            cli_print(out, " Its start line is %.0f m %s the reference's.", fabs(start),
                      start > 0 ? "after" : "before");
        cli_print(out, "\n");
    }
}

static void put_setup_value(cli_out *out, const pdk_table *setup, uint64_t row, int lap)
{
    pdk_text text = cli_lap_text_at(setup, "text", lap, row);
    double value = cli_lap_number_at(setup, "value", lap, row);
    if (text.size > 0) cli_put_text(out, text.data, text.size);
    else if (isnan(value)) cli_print(out, "-");
    else cli_print(out, "%g", value);
}

/* The set-up where the laps differ: "front left spring: 42000, 45000 N/m", the reference first. */
static void put_setup(const pdk_document *result, cli_out *out)
{
    const pdk_table *setup = pdk_document_own_table(result, "setup");
    int laps = (int)pdk_table_rows(pdk_document_own_table(result, "laps"));
    bool any = false;
    for (uint64_t row = 0; setup != NULL && row < pdk_table_rows(setup); row++) {
        if (!(cli_number_at(setup, "differs", row) > 0)) continue;
        pdk_text parts[] = { cli_text_at(setup, "wheel", row), cli_text_at(setup, "name", row) },
                 unit = cli_text_at(setup, "unit", row);
        if (!any) cli_print(out, "\n");
        if (!any) cli_heading(out, "Set-up, where it differs");
        if (!any) cli_print(out, "\n");
        any = true;
        cli_print(out, " ");
        for (size_t i = 0; i < 2; i++) {
            if (parts[i].size > 0) cli_print(out, " ");
            for (size_t k = 0; k < parts[i].size; k++)
                cli_print(out, "%c", parts[i].data[k] == '_' ? ' ' : parts[i].data[k]);
        }
        for (int lap = 0; lap < laps; lap++) {
            cli_print(out, "%s", lap == 0 ? ": " : ", ");
            put_setup_value(out, setup, row, lap);
        }
        if (unit.size > 0) cli_print(out, " ");
        cli_put_text(out, unit.data, unit.size);
        cli_print(out, "\n");
    }
}

void cli_put_compared_text(const pdk_document *result, cli_out *out)
{
    uint64_t count = pdk_table_rows(pdk_document_own_table(result, "laps"));
    put_laps(result, out);
    for (uint64_t lap = 1; lap < count; lap++) put_corners(result, out, (int)lap);
    put_setup(result, out);
    put_method(result, out);
    put_alignments(result, out);
}
