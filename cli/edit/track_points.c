/* Which node and which point across the road a point is, is in its second texture coordinates: both half past a whole
 * number, which no point has that was made between two others or got its coordinates elsewhere. */
#include "track_points.h"

#include <math.h>
#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"

enum { X, Y, Z, ROW, POINT, COLUMNS };
static const char *const names[COLUMNS] = { "x", "y", "z", "second_u", "second_v" };

static int fail(const char *file)
{
    pdk_error error = { .status = PDK_E_UNSUPPORTED,
                        .offset = PDK_NO_OFFSET,
                        .code = "track.numbers",
                        .message = "no point has the number of a node in a second UV map: make the GLB with this "
                                   "version of `paddock convert`, without --quantize, --axes, --scale and --origin, "
                                   "and keep the UV maps when you export it" };
    return cli_fail(file, &error);
}

/* Half past a whole number below `limit`? */
static bool number_of(double value, double limit, size_t *number)
{
    if (!(value > 0 && value < limit)) return false;
    *number = (size_t)value;
    double half = value - (double)*number - 0.5;
    return !(half < 0 || half > 0);
}

/* Some rows of the table: points with numbers are kept. */
static void keep_points(cli_road_points *road, double *const columns[COLUMNS], size_t count)
{
    enum { MOST_ROWS = 1 << 20 };
    for (size_t i = 0; i < count; i++) {
        size_t row, point;
        double u = columns[ROW][i], v = columns[POINT][i];
        if (!number_of(u, MOST_ROWS, &row) || !number_of(v, CLI_ROW, &point)) {
            road->strange += u < 0 || u > 0 || v < 0 || v > 0; /* points without a second map have zeros */
            continue;
        }
        double *place = road->places[road->count];
        place[0] = -columns[X][i]; /* x left, y up, z forward */
        place[1] = columns[Z][i];
        place[2] = columns[Y][i];
        road->rows[road->count] = row;
        road->points[road->count++] = (uint8_t)point;
    }
}

static pdk_status read_points(cli_road_points *road, const pdk_table *table, const size_t numbers[COLUMNS],
                              pdk_error *error)
{
    enum { RUN = 256 };
    double values[COLUMNS][RUN], *const columns[COLUMNS] = { values[X], values[Y], values[Z], values[ROW],
                                                             values[POINT] };
    uint64_t rows = pdk_table_rows(table);
    for (uint64_t first = 0; first < rows; first += RUN) {
        size_t count = rows - first < RUN ? (size_t)(rows - first) : RUN;
        for (int i = 0; i < COLUMNS; i++) {
            pdk_status status = pdk_table_read_f64(table, numbers[i], first, count, columns[i], error);
            if (status != PDK_OK) return status;
        }
        keep_points(road, columns, count);
    }
    return PDK_OK;
}

int cli_read_road(cli_road_points *road, const pdk_document *scene, const char *file)
{
    const pdk_table *table = pdk_document_own_table(scene, "points");
    size_t numbers[COLUMNS];
    pdk_error error;
    *road = (cli_road_points){ 0 };
    for (int i = 0; i < COLUMNS; i++) {
        numbers[i] = table != NULL ? pdk_table_find_column(table, names[i]) : PDK_NO_COLUMN;
        if (numbers[i] == PDK_NO_COLUMN) return fail(file);
    }
    size_t room = (size_t)pdk_table_rows(table) + 1;
    road->places = calloc(room, sizeof *road->places);
    road->rows = calloc(room, sizeof *road->rows);
    road->points = calloc(room, sizeof *road->points);
    if (road->places == NULL || road->rows == NULL || road->points == NULL) return cli_no_memory("points of a road");
    if (read_points(road, table, numbers, &error) != PDK_OK) return cli_fail(file, &error);
    return road->count > 0 ? CLI_FINE : fail(file);
}

static pdk_status open_converted(const pdk_document *track, pdk_output *output, pdk_document **scene, pdk_error *error)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    opening.format = "glb";
    pdk_status status = pdk_convert(track, "glb", &options, NULL, output, error);
    if (status != PDK_OK) return status;
    pdk_bytes bytes = pdk_output_bytes(output);
    return pdk_open_memory(bytes.data, bytes.size, &opening, scene, error);
}

int cli_convert_road(cli_road_points *road, const pdk_document *track, const char *file)
{
    pdk_output *output = NULL;
    pdk_document *scene = NULL;
    pdk_error error;
    *road = (cli_road_points){ 0 };
    pdk_status status = pdk_output_memory(&output, &error);
    if (status == PDK_OK) status = open_converted(track, output, &scene, &error);
    int result = status == PDK_OK ? cli_read_road(road, scene, file) : cli_fail(file, &error);
    pdk_close(scene);
    pdk_output_close(output);
    return result;
}

void cli_forget_road(cli_road_points *road)
{
    free(road->places);
    free(road->rows);
    free(road->points);
    *road = (cli_road_points){ 0 };
}
