/* Where a wheel of the car is. Files that say where the wheels are (`wheels`) and how the car stands (`right`,
 * `forward`) have it. */
#include <string.h>

#include "surface.h"

static int has_none(const char *path, const char *name)
{
    return cli_usage(
        "%s: does not say where a wheel \"%s\" is; its path is that of the car's reference point, without --wheel",
        cli_file_name(path), name);
}

static bool find_row(const pdk_table *wheels, const char *name, uint64_t *row)
{
    size_t corner = pdk_table_find_column(wheels, "corner");
    if (corner == PDK_NO_COLUMN || pdk_table_column(wheels, corner)->type != PDK_TEXT) return false;
    for (*row = 0; *row < pdk_table_rows(wheels); ++*row) {
        pdk_text text;
        pdk_error error;
        if (pdk_table_read_column(wheels, corner, *row, 1, &text, &error) != PDK_OK) return false;
        if (text.size == strlen(name) && memcmp(text.data, name, text.size) == 0) return true;
    }
    return false;
}

int cli_wheel_find(cli_wheel *wheel, const pdk_document *document, const char *path, const char *name)
{
    static const char *const of_wheel[] = { "x", "y", "z" };
    static const char *const of_car[CLI_WHEEL_COLUMNS] = { "right_x",   "right_y",   "right_z",
                                                           "forward_x", "forward_y", "forward_z" };
    const pdk_table *wheels = pdk_document_find_table(document, "wheels"), *rows = pdk_document_table(document, 0);
    uint64_t row;
    if (wheels == NULL || rows == NULL || !find_row(wheels, name, &row)) return has_none(path, name);
    for (int axis = 0; axis < 3; axis++) {
        size_t column = pdk_table_find_column(wheels, of_wheel[axis]);
        pdk_error error;
        if (column == PDK_NO_COLUMN) return has_none(path, name);
        pdk_status status = pdk_table_read_f64(wheels, column, row, 1, &wheel->place[axis], &error);
        if (status != PDK_OK) return cli_fail(cli_file_name(path), &error);
    }
    for (int k = 0; k < CLI_WHEEL_COLUMNS; k++) {
        wheel->columns[k] = pdk_table_find_column(rows, of_car[k]);
        if (wheel->columns[k] == PDK_NO_COLUMN) return has_none(path, name);
    }
    return CLI_FINE;
}

void cli_wheel_move(const cli_wheel *wheel, const double axes[CLI_WHEEL_COLUMNS], double point[3])
{
    const double *right = axes, *forward = axes + 3;
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3, last = (k + 2) % 3;
        double up = right[next] * forward[last] - right[last] * forward[next];
        point[k] += wheel->place[0] * right[k] + wheel->place[1] * forward[k] + wheel->place[2] * up;
    }
}
