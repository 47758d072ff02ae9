/* A row in the file: the place of the node, then eleven points as differences, 0 from the node, 6 from 0, every other
 * from the point before. */
#include "track_rows.h"

#include <math.h>
#include <stdio.h>

#include "exit_status.h"
#include "messages.h"

enum { STEPS = 128 /* of a point, in a metre */, MIDDLE = 5 /* where point 0 is, from the left */ };

unsigned cli_point_number(size_t across)
{
    static const uint8_t numbers[CLI_ROW] = { 10, 9, 8, 7, 6, 0, 1, 2, 3, 4, 5 };
    return numbers[across];
}

/* The other way. */
static size_t across_of(unsigned point)
{
    return point <= MIDDLE ? MIDDLE + point : CLI_ROW - 1 - point;
}

/* A step of the file, a few of the floats that a scene has, and one of the largest coordinate: programs turn scenes
 * from one frame into another, where cosines of right angles are not quite 0. */
double cli_float_loss(double before, double after, double largest)
{
    static const double file_step = 1.0 / 65536, float_step = 1.0 / (1 << 23);
    return file_step + float_step * (4 * fmax(fabs(before), fabs(after)) + largest);
}

static double largest_of(const double place[CLI_DIRECTIONS])
{
    double largest = 0;
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) largest = fmax(largest, fabs(place[axis]));
    return largest;
}

void cli_add_move(cli_point_move *move, const double from[CLI_DIRECTIONS], const double to[CLI_DIRECTIONS])
{
    double largest = fmax(largest_of(from), largest_of(to));
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
        double by = to[axis] - from[axis];
        if (move->uses == 0 || by < move->least[axis]) move->least[axis] = by;
        if (move->uses == 0 || by > move->most[axis]) move->most[axis] = by;
        move->sum[axis] += by;
        move->off[axis] = fmax(move->off[axis], cli_float_loss(from[axis], to[axis], largest));
    }
    move->uses++;
}

bool cli_row_is_there(const cli_row_move *row)
{
    for (size_t i = 0; i < CLI_ROW; i++) {
        if (row->points[i].uses > 0) return true;
    }
    return false;
}

int cli_fail_row(const char *scene, size_t node, const char *what)
{
    pdk_error error = { .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "track.heights" };
    snprintf(error.message, sizeof error.message, "node %zu: %s", node, what);
    return cli_fail(scene, &error);
}

/* Everything that has moved on an axis, taken together. */
static cli_point_move whole_row(const cli_row_move *row)
{
    cli_point_move all = { 0 };
    for (size_t i = 0; i < CLI_ROW; i++) {
        const cli_point_move *point = &row->points[i];
        if (point->uses == 0) continue;
        for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
            bool first = all.uses == 0;
            if (first || point->least[axis] < all.least[axis]) all.least[axis] = point->least[axis];
            if (first || point->most[axis] > all.most[axis]) all.most[axis] = point->most[axis];
            all.sum[axis] += point->sum[axis];
            all.off[axis] = fmax(all.off[axis], point->off[axis]);
        }
        all.uses += point->uses;
    }
    return all;
}

static bool moves_as_one(const cli_point_move *all)
{
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
        if (all->most[axis] - all->least[axis] > all->off[axis]) return false;
    }
    return true;
}

/* The mean of a point's or a row's vertices. */
static double mean_of(const cli_point_move *move, int axis)
{
    double by = move->sum[axis] / (double)move->uses;
    return fabs(by) > move->off[axis] ? by : 0;
}

static int move_node(cli_moves *moves, size_t node, const cli_point_move *as)
{
    int status = CLI_FINE;
    for (int axis = 0; axis < CLI_DIRECTIONS && status == CLI_FINE; axis++) {
        double by = mean_of(as, axis);
        if (by < 0 || by > 0) status = cli_move_node(moves, node, axis, moves->places[axis][node] + by);
    }
    return status;
}

/* By how many steps a point has moved more than its node. One that the scene does not have keeps its difference from
 * the point before, which has moved by `before`. */
static long steps_of(const cli_point_move *point, const cli_point_move *node, int axis, long before)
{
    if (point->uses == 0) return before;
    double more = mean_of(point, axis) - mean_of(node, axis);
    if (fabs(more) <= point->off[axis] + node->off[axis]) return 0;
    return lround(fmax(-1e6, fmin(1e6, more * STEPS)));
}

static int move_points(cli_moves *moves, size_t node, const cli_row_move *row)
{
    const cli_point_move *middle = &row->points[MIDDLE];
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
        long moved[CLI_ROW] = { 0 }; /* by the file's number; point 0 moves as the node */
        for (unsigned point = 1; point < CLI_ROW; point++) {
            long before = moved[point == 6 ? 0 : point - 1];
            moved[point] = steps_of(&row->points[across_of(point)], middle, axis, before);
            int status = cli_move_point(moves, node, point, axis, moved[point] - before);
            if (status != CLI_FINE) return status;
        }
    }
    return CLI_FINE;
}

int cli_move_row(cli_moves *moves, size_t node, const cli_row_move *row, const char *scene)
{
    cli_point_move all = whole_row(row);
    if (moves_as_one(&all)) return move_node(moves, node, &all);
    if (row->points[MIDDLE].uses == 0)
        return cli_fail_row(scene, node,
                            "its points have moved differently, but point 0, with which the node moves, is not there");
    int status = move_node(moves, node, &row->points[MIDDLE]);
    return status == CLI_FINE ? move_points(moves, node, row) : status;
}
