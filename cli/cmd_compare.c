/* paddock compare: laps against a reference. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lap_reference.h"
#include "table.h"

enum { MOST_LAPS = 32 };

/* What was asked for. Laps of one file share its document. */
typedef struct comparing {
    const cli_arguments *arguments;
    cli_lap laps[MOST_LAPS];
    cli_input inputs[MOST_LAPS];
    size_t input_of[MOST_LAPS];
    pdk_lap_reference references[MOST_LAPS];
    size_t count, input_count;
    cli_input track;
    bool has_track;
    pdk_document *result;
} comparing;

/* --------------------------------------------------------------------------------------------- reading tables */

static const pdk_table *table_of(const comparing *work, const char *name)
{
    return pdk_document_find_table(work->result, name);
}

/* A cell; NaN where there is no value. `lap` below 0 = the column's name has no number. */
static double cell(const pdk_table *table, const char *name, int lap, uint64_t row)
{
    char whole[64];
    if (lap < 0) snprintf(whole, sizeof whole, "%s", name);
    else snprintf(whole, sizeof whole, "%s_%d", name, lap);
    double value = NAN;
    size_t column = pdk_table_find_column(table, whole);
    uint8_t valid = 0;
    pdk_read read = { .column = column, .type = PDK_FLOAT64, .values = &value, .validity = &valid };
    bool good = column != PDK_NO_COLUMN && pdk_table_read(table, row, 1, &read, 1, NULL) == PDK_OK && (valid & 1) != 0;
    return good ? value : NAN;
}

static pdk_text text_cell(const pdk_table *table, const char *name, int lap, uint64_t row)
{
    char whole[64];
    if (lap < 0) snprintf(whole, sizeof whole, "%s", name);
    else snprintf(whole, sizeof whole, "%s_%d", name, lap);
    pdk_text value = { "", 0 };
    size_t column = pdk_table_find_column(table, whole);
    if (column != PDK_NO_COLUMN) pdk_table_read_column(table, column, row, 1, &value, NULL);
    return value;
}

static double number_of(const comparing *work, const char *property)
{
    const pdk_property *found = pdk_document_find_property(work->result, property);
    return found != NULL && found->value.type == PDK_FLOAT64 ? found->value.as.number : NAN;
}

static pdk_text method_of(const comparing *work)
{
    const pdk_property *found = pdk_document_find_property(work->result, "method");
    return found != NULL ? found->value.as.text : (pdk_text){ "", 0 };
}

/* ------------------------------------------------------------------------------------------------- as JSON */

static void member_text(pdk_json *json, const char *key, pdk_text text)
{
    pdk_value value = { .type = PDK_TEXT, .as.text = text };
    pdk_member_value(json, key, &value);
}

static void json_lap(pdk_json *json, const pdk_table *laps, uint64_t row)
{
    member_text(json, "file", text_cell(laps, "file", -1, row));
    member_text(json, "driver", text_cell(laps, "driver", -1, row));
    pdk_member_natural(json, "slot", (uint64_t)cell(laps, "slot", -1, row));
    pdk_member_natural(json, "lap", (uint64_t)cell(laps, "lap", -1, row));
    pdk_member_number(json, "lap_time", cell(laps, "lap_time", -1, row));
    pdk_member_number(json, "found_time", cell(laps, "found_time", -1, row));
    if (row > 0) pdk_member_number(json, "delta", cell(laps, "delta", -1, row));
}

static void json_times(pdk_json *json, const pdk_table *table, uint64_t row, size_t laps)
{
    pdk_member_begin(json, "times", '[');
    for (size_t lap = 0; lap < laps; lap++) pdk_json_number(json, cell(table, "time", (int)lap, row));
    pdk_json_end(json, ']');
    pdk_member_begin(json, "deltas", '[');
    for (size_t lap = 1; lap < laps; lap++) pdk_json_number(json, cell(table, "delta", (int)lap, row));
    pdk_json_end(json, ']');
}

static void json_texts(pdk_json *json, const pdk_table *table, uint64_t row, size_t laps)
{
    pdk_member_begin(json, "texts", '[');
    for (size_t lap = 1; lap < laps; lap++) {
        pdk_value value = { .type = PDK_TEXT, .as.text = text_cell(table, "text", (int)lap, row) };
        pdk_json_value(json, &value);
    }
    pdk_json_end(json, ']');
}

static void put_json(const comparing *work, cli_out *out)
{
    const pdk_table *laps = table_of(work, "laps"), *sectors = table_of(work, "sectors"),
                    *corners = table_of(work, "corners"), *residuals = table_of(work, "residuals");
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_begin(&json, "reference", '{');
    json_lap(&json, laps, 0);
    pdk_json_end(&json, '}');
    member_text(&json, "method", method_of(work));
    pdk_member_number(&json, "length", number_of(work, "length"));
    pdk_member_begin(&json, "laps", '[');
    for (uint64_t row = 1; row < pdk_table_rows(laps); row++) {
        pdk_json_begin(&json, '{');
        json_lap(&json, laps, row);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_member_begin(&json, "sectors", '[');
    for (uint64_t row = 0; row < pdk_table_rows(sectors); row++) {
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "sector", row + 1);
        pdk_member_number(&json, "start_distance", cell(sectors, "start_distance", -1, row));
        pdk_member_number(&json, "end_distance", cell(sectors, "end_distance", -1, row));
        json_times(&json, sectors, row, work->count);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_member_begin(&json, "corners", '[');
    for (uint64_t row = 0; row < pdk_table_rows(corners); row++) {
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "corner", (uint64_t)cell(corners, "corner", -1, row));
        pdk_member_number(&json, "start_distance", cell(corners, "start_distance", -1, row));
        pdk_member_number(&json, "end_distance", cell(corners, "end_distance", -1, row));
        json_times(&json, corners, row, work->count);
        json_texts(&json, corners, row, work->count);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_member_begin(&json, "residuals", '[');
    for (uint64_t row = 0; row < pdk_table_rows(residuals); row++) {
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "lap", (uint64_t)cell(residuals, "lap", -1, row));
        pdk_member_natural(&json, "sector", (uint64_t)cell(residuals, "sector", -1, row));
        pdk_member_number(&json, "distance", cell(residuals, "distance", -1, row));
        pdk_member_number(&json, "official", cell(residuals, "official", -1, row));
        pdk_member_number(&json, "found", cell(residuals, "found", -1, row));
        pdk_member_number(&json, "residual", cell(residuals, "residual", -1, row));
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

/* ----------------------------------------------------------------------------------------------- for people */

static void put_signed(cli_out *out, double seconds)
{
    if (isnan(seconds)) cli_print(out, "%9s", "");
    else cli_print(out, "  %+7.3f", seconds);
}

static void put_padded_clock(cli_out *out, double seconds)
{
    char text[CLI_CLOCK] = "-";
    if (!isnan(seconds)) cli_clock_text(text, seconds);
    cli_print(out, "  %9s", text);
}

/* "lap.raf, B. Okafor, lap 3" */
static void lap_name(const pdk_table *laps, uint64_t row, char *name, size_t size)
{
    pdk_text file = text_cell(laps, "file", -1, row), driver = text_cell(laps, "driver", -1, row);
    for (size_t i = file.size; i-- > 0;) { /* folders are the same for most, and long */
        if (file.data[i] != '/' && file.data[i] != '\\') continue;
        file = (pdk_text){ file.data + i + 1, file.size - i - 1 };
        break;
    }
    snprintf(name, size, "%.*s, %.*s, lap %.0f", (int)file.size, file.data, (int)driver.size, driver.data,
             cell(laps, "lap", -1, row));
}

enum { LAP_NAME = 160 };

/* Lap times in a line each, sectors after them. */
static void put_laps(const comparing *work, cli_out *out)
{
    const pdk_table *laps = table_of(work, "laps"), *sectors = table_of(work, "sectors");
    char name[LAP_NAME];
    int width = 0;
    for (uint64_t row = 0; row < work->count; row++) {
        lap_name(laps, row, name, sizeof name);
        if ((int)strlen(name) > width) width = (int)strlen(name);
    }
    if (width > 46) width = 46;
    cli_print(out, "%s%-*s  %9s  %7s", out->colour ? "\033[1m" : "", width, "", "lap", "");
    uint64_t count = pdk_table_rows(sectors);
    for (uint64_t sector = 0; sector < count; sector++)
        cli_print(out, "  %7s%llu", "sector ", (unsigned long long)sector + 1);
    cli_print(out, "%s\n", out->colour ? "\033[0m" : "");
    for (uint64_t row = 0; row < work->count; row++) {
        lap_name(laps, row, name, sizeof name);
        cli_put_text(out, name, strlen(name));
        cli_print(out, "%*s", width > (int)strlen(name) ? width - (int)strlen(name) : 0, "");
        double official = cell(laps, "lap_time", -1, row);
        put_padded_clock(out, isnan(official) ? cell(laps, "found_time", -1, row) : official);
        if (row == 0) cli_print(out, "  %7s", "");
        else put_signed(out, cell(laps, "delta", -1, row));
        for (uint64_t sector = 0; sector < count; sector++) {
            double value = row == 0 ? cell(sectors, "time", 0, sector) : cell(sectors, "delta", (int)row, sector);
            if (row == 0) cli_print(out, "  %8.3f", value);
            else cli_print(out, "  %+8.3f", value);
        }
        cli_print(out, "\n");
    }
}

/* The corners that cost or gain most, in the order of the track. */
static void put_corners(const comparing *work, cli_out *out, int lap)
{
    enum { MOST = 8, ROWS = 512 };
    static const double least = 0.005;
    const pdk_table *corners = table_of(work, "corners"), *laps = table_of(work, "laps");
    uint64_t rows = pdk_table_rows(corners);
    double bar = least;
    double sizes[ROWS];
    size_t count = 0;
    for (uint64_t row = 0; row < rows && count < ROWS; row++) sizes[count++] = fabs(cell(corners, "delta", lap, row));
    for (size_t i = 0; count > MOST && i < count; i++) { /* the bar that MOST of them reach */
        size_t larger = 0;
        for (size_t k = 0; k < count; k++) larger += sizes[k] > sizes[i];
        if (larger == MOST && sizes[i] > bar) bar = nextafter(sizes[i], 1);
    }
    char name[LAP_NAME];
    lap_name(laps, (uint64_t)lap, name, sizeof name);
    cli_print(out, "\n");
    cli_heading(out, work->count > 2 ? name : "Where the time is");
    cli_print(out, "\n");
    for (uint64_t row = 0; row < rows; row++) {
        if (!(fabs(cell(corners, "delta", lap, row)) >= bar)) continue;
        pdk_text text = text_cell(corners, "text", lap, row);
        cli_print(out, "  ");
        cli_put_text(out, text.data, text.size);
        cli_print(out, "\n");
    }
}

static void put_method(const comparing *work, cli_out *out)
{
    const pdk_table *residuals = table_of(work, "residuals");
    double worst = NAN;
    for (uint64_t row = 0; row < pdk_table_rows(residuals); row++)
        worst = fmax(worst, fabs(cell(residuals, "residual", -1, row)));
    pdk_text method = method_of(work);
    cli_print(out, "\n");
    if (strncmp(method.data, "ruler", method.size) == 0) cli_print(out, "Places by the game's own ruler");
    else if (strncmp(method.data, "projection", method.size) == 0) cli_print(out, "Places on one line along the track");
    else cli_print(out, "Places by the distance each car travelled: rough, tenths of a second wrong within a lap");
    cli_print(out, ", %.1f m long.", number_of(work, "length"));
    if (!isnan(worst)) cli_print(out, " Recorded times at its lines agree within %.0f ms.", ceil(worst * 1000));
    cli_print(out, "\n");
}

static void put_text(const comparing *work, cli_out *out)
{
    put_laps(work, out);
    for (size_t lap = 1; lap < work->count; lap++) put_corners(work, out, (int)lap);
    put_method(work, out);
}

/* ---------------------------------------------------------------------------------------------------- the work */

static int open_lap(comparing *work, const char *reference)
{
    cli_lap *lap = &work->laps[work->count];
    int status = cli_lap_of(lap, reference);
    work->count++;
    if (status != CLI_FINE) return status;
    size_t input = 0;
    while (input + 1 < work->count && strcmp(work->laps[input].file, lap->file) != 0) input++;
    if (input + 1 == work->count) {
        status = cli_open(&work->inputs[work->input_count], work->arguments, lap->file);
        if (status != CLI_FINE) return status;
        work->input_of[input] = work->input_count++;
    }
    work->input_of[work->count - 1] = work->input_of[input];
    work->references[work->count - 1] = (pdk_lap_reference){ .document = work->inputs[work->input_of[input]].document,
                                                             .name = lap->file,
                                                             .driver = lap->driver,
                                                             .lap = lap->lap };
    return CLI_FINE;
}

static const char *method_name(const void *user, size_t index)
{
    (void)user;
    return index < 3 ? pdk_compare_method_name((pdk_compare_method)(index + 1)) : NULL;
}

static int read_line(const cli_arguments *arguments, pdk_compare_options *options)
{
    double(*line)[2];
    size_t points;
    int status = cli_line_of(arguments, &line, &points);
    if (status == CLI_FINE && points != 0 && points != 2)
        status = cli_usage("--line takes the two ends of the start line, X1,Y1,X2,Y2, not %zu points", points);
    options->has_line = status == CLI_FINE && points == 2;
    if (options->has_line) memcpy(options->line, line, sizeof options->line);
    free(line);
    return status;
}

static int read_options(const comparing *work, pdk_compare_options *options)
{
    const cli_arguments *arguments = work->arguments;
    const char *method = arguments->values[CLI_BY];
    for (size_t i = 0; method != NULL && method_name(NULL, i) != NULL; i++) {
        if (strcmp(method, method_name(NULL, i)) == 0) options->method = (pdk_compare_method)(i + 1);
    }
    if (method != NULL && options->method == PDK_COMPARE_BEST)
        return cli_no_such(NULL, "way to compare", method, method_name, NULL);
    int status = read_line(arguments, options);
    if (status == CLI_FINE) status = cli_metres_of(arguments, CLI_STEP, &options->step);
    if (status == CLI_FINE && cli_given(arguments, CLI_STEP) && !(options->step > 0))
        return cli_usage("--step takes a number of metres above 0, not \"%s\"", arguments->values[CLI_STEP]);
    return status;
}

static int compare(comparing *work)
{
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    cli_progress progress;
    pdk_error error;
    int status = read_options(work, &options);
    if (status != CLI_FINE) return status;
    if (work->has_track) options.track = work->track.document;
    cli_progress_begin(&progress, "comparing");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_status compared = pdk_compare_laps(work->references, work->count, &options, &work->result, &error);
    cli_progress_end(&progress);
    if (compared == PDK_OK) return CLI_FINE;
    if (compared == PDK_E_ARGUMENT) return cli_usage("%s", error.message);
    return cli_fail(work->laps[0].file, &error);
}

static int put_answer(comparing *work)
{
    const cli_arguments *arguments = work->arguments;
    const char *path = arguments->values[CLI_OUTPUT];
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON) || (path != NULL && cli_is_named(path, ".json"))) {
        put_json(work, &out);
    } else if (out.is_terminal || (path != NULL && cli_is_named(path, ".txt"))) {
        put_text(work, &out);
    } else {
        pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
        pdk_error error;
        if (pdk_table_write(table_of(work, "steps"), PDK_CSV, &options, out.output, &error) != PDK_OK)
            status = cli_fail_out(&out, &error);
    }
    for (size_t i = 0; i < work->input_count && status == CLI_FINE; i++)
        status = cli_unchanged(&work->inputs[i], work->laps[0].file);
    return cli_close_out(&out, status);
}

static int run_compare(const cli_arguments *arguments)
{
    if (arguments->count > MOST_LAPS) return cli_usage("`paddock compare` takes at most %d laps at once", MOST_LAPS);
    comparing *work = calloc(1, sizeof *work);
    if (work == NULL) return cli_no_memory("laps");
    work->arguments = arguments;
    int status = CLI_FINE;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++) status = open_lap(work, arguments->operands[i]);
    if (status == CLI_FINE && cli_given(arguments, CLI_TRACK)) {
        status = cli_open(&work->track, arguments, arguments->values[CLI_TRACK]);
        work->has_track = status == CLI_FINE;
    }
    if (status == CLI_FINE) status = compare(work);
    if (status == CLI_FINE) status = put_answer(work);
    pdk_close(work->result);
    if (work->has_track) cli_close(&work->track);
    for (size_t i = 0; i < work->input_count; i++) cli_close(&work->inputs[i]);
    for (size_t i = 0; i < work->count; i++) cli_forget_lap(&work->laps[i]);
    free(work);
    return status;
}

static const cli_option takes[] = {
    CLI_BY, CLI_STEP, CLI_TRACK, CLI_LINE, CLI_JSON, CLI_OUTPUTS, CLI_READING, CLI_HELP
};

const cli_verb cli_verb_compare = {
    .name = "compare",
    .operands = "LAP LAP...",
    .summary = "where is the time? Laps against the first one, corner by corner",
    .details =
        "A LAP is FILE, FILE#DRIVER or FILE#DRIVER#LAP. DRIVER is a name, its beginning, or a slot number; LAP is a\n"
        "number, `best` (the usual one) or `last`. FILE##2 is lap 2 where there is one driver. The first lap is the\n"
        "reference: + is slower than it. Laps may come from several files and games, as long as the track is one.\n"
        "On a terminal and into OUT.txt it is text; else comes a row for each step: times, deltas, speeds, pedals.",
    .purpose = CLI_LOOK,
    .examples = { "paddock compare best.raf mine.raf", "two laps: lap times, sectors, and the corners that matter",
                  "paddock compare race.vcr#Varga race.vcr#Okafor -o steps.csv",
                  "the best laps of two drivers of one race, metre by metre" },
    .options = takes,
    .kinds = "csv json txt",
    .min_operands = 2,
    .max_operands = -1,
    .run = run_compare,
};
