#include "track_heights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "csv_table.h"
#include "edited.h"
#include "exit_status.h"
#include "messages.h"
#include "track_moves.h"

enum { AXES = CLI_DIRECTIONS };

/* "prop" is read only to know the table of props, which has the same columns with another meaning. */
enum { NODE, HEIGHT, X, Y, PROP };
static const char *const names[] = { "node", "z", "?x", "?y", "?prop", NULL };
static const int columns[AXES] = { X, Y, HEIGHT };

typedef struct heights {
    cli_moves moves;
    cli_csv_table csv;
    bool *given; /* which nodes have had a row; malloc'd */
} heights;

static int fail_row(const heights *all, size_t row, const char *what)
{
    pdk_error error = { .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "track.heights" };
    snprintf(error.message, sizeof error.message, "line %zu: %s", cli_csv_line(&all->csv, row), what);
    return cli_fail(cli_file_name(all->csv.path), &error);
}

static bool number_of(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

static int fail_cell(const heights *all, size_t row, const char *axis, const char *text)
{
    char what[128];
    snprintf(what, sizeof what, "%s is \"%.40s\", which is not a number such as 3.25", axis, text);
    return fail_row(all, row, what);
}

static int set_axis(heights *all, size_t row, size_t node, int axis)
{
    const char *text = cli_csv_cell(&all->csv, row, (size_t)columns[axis]);
    double value;
    if (text[0] == '\0') return CLI_FINE;
    if (!number_of(text, &value)) return fail_cell(all, row, cli_axes[axis], text);
    return cli_move_node(&all->moves, node, axis, value);
}

static int set_row(heights *all, size_t row)
{
    const char *text = cli_csv_cell(&all->csv, row, NODE);
    double number;
    char what[128];
    if (!number_of(text, &number) || number < 0 || number != floor(number)) return fail_cell(all, row, "node", text);
    if (!(number < (double)all->moves.count)) {
        snprintf(what, sizeof what, "there is no node %.40s: the track has the nodes 0 to %zu", text,
                 all->moves.count - 1);
        return fail_row(all, row, what);
    }
    size_t node = (size_t)number;
    if (all->given[node]) {
        snprintf(what, sizeof what, "node %zu is given for the second time", node);
        return fail_row(all, row, what);
    }
    all->given[node] = true;
    int status = CLI_FINE;
    for (int axis = 0; axis < AXES && status == CLI_FINE; axis++) status = set_axis(all, row, node, axis);
    return status;
}

static int read_places(cli_moves *moves, const pdk_document *document)
{
    const pdk_table *nodes = pdk_document_find_table(document, "nodes");
    moves->count = (size_t)pdk_table_rows(nodes);
    for (int axis = 0; axis < AXES; axis++) {
        pdk_error error;
        moves->places[axis] = calloc(moves->count + 1, sizeof *moves->places[axis]);
        if (moves->places[axis] == NULL) return cli_no_memory("nodes");
        size_t column = pdk_table_find_column(nodes, cli_axes[axis]);
        if (pdk_table_read_f64(nodes, column, 0, moves->count, moves->places[axis], &error) != PDK_OK)
            return cli_fail(moves->file, &error);
    }
    return CLI_FINE;
}

static int move_by_table(heights *all, const char *path)
{
    int status = cli_read_csv(&all->csv, path, names);
    if (status != CLI_FINE) return status;
    all->given = calloc(all->moves.count + 1, sizeof *all->given);
    if (all->given == NULL) return cli_no_memory("nodes");
    if (all->csv.rows > 0 && cli_csv_cell(&all->csv, 0, PROP)[0] != '\0')
        return fail_row(all, 0, "a row with a prop: this is the table props, not the table nodes");
    for (size_t row = 0; row < all->csv.rows && status == CLI_FINE; row++) status = set_row(all, row);
    return status;
}

static int move_nodes(heights *all, const cli_arguments *arguments, const pdk_document *document)
{
    const char *from = arguments->values[CLI_FROM];
    bool is_scene = cli_is_named(from, ".glb") || cli_is_named(from, ".gltf") || cli_is_named(from, ".obj");
    int status = read_places(&all->moves, document);
    if (status != CLI_FINE) return status;
    if (is_scene) return cli_move_by_scene(&all->moves, arguments, document, from);
    status = move_by_table(all, from);
    return status == CLI_FINE ? cli_finish_moves(&all->moves) : status;
}

static pdk_status write_edit(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    (void)document;
    return pdk_edit_write(((const heights *)user)->moves.edit, output, error);
}

/* Only tracks have nodes that can be moved; other files may have a table of this name. */
static int open_edit(heights *all, const pdk_document *document)
{
    pdk_error error;
    const pdk_format_info *info = pdk_document_format(document);
    if ((info->abilities & PDK_CAN_TRACK) == 0) {
        error = (pdk_error){ .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "edit.unsupported" };
        snprintf(error.message, sizeof error.message, "track heights is not for %s files", info->id);
        return cli_fail(all->moves.file, &error);
    }
    return pdk_edit_open(document, &all->moves.edit, &error) == PDK_OK ? CLI_FINE : cli_fail(all->moves.file, &error);
}

int cli_write_heights(const cli_arguments *arguments, const pdk_document *document, const char *path)
{
    const char *in = arguments->operands[0];
    heights all = { .moves.file = cli_file_name(in) };
    int status = open_edit(&all, document);
    if (status == CLI_FINE) status = move_nodes(&all, arguments, document);
    if (status == CLI_FINE) status = cli_write_edited(arguments, document, in, path, write_edit, &all);
    cli_forget_csv(&all.csv);
    pdk_edit_close(all.moves.edit);
    for (int axis = 0; axis < AXES; axis++) free(all.moves.places[axis]);
    free(all.given);
    return status;
}
