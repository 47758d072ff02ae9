/* Nodes that follow the points of the road in an edited GLB. The file has one place for a node, and its points are
 * stored from there: so all points of a row have to move by the same. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "scene_points.h"
#include "track_moves.h"

/* The numbers of a point: its row, which is that of its node (on a closed track the last row is again that of node 0),
 * and its place in the row, from the left. */
enum { ROW, POINT, CLI_ROW = 11 /* points across the road */ };

static const cli_numbering numbering = {
    .limits = { 1 << 20, CLI_ROW },
    .code = "track.numbers",
    .message = "no point has the number of a node in a second UV map: make the GLB with this version of `paddock "
               "convert`, without --quantize, --axes, --scale and --origin, and keep the UV maps when you export it",
};

/* How the points of a node have moved on an axis. */
typedef struct move {
    double least, most, sum;
    size_t least_at, most_at; /* points of the scene */
    double off;               /* by so much it may differ, and is no move */
} move;

typedef struct following {
    cli_moves *moves;
    const char *path; /* the scene, for messages */
    cli_scene_points before, after;
    size_t *known; /* of each point of each row: 1 + its number in `before`; malloc'd */
    size_t rows;   /* a closed track has that of node 0 once more */
    move (*each)[CLI_DIRECTIONS];
    size_t *uses; /* of each node: points in the scene; malloc'd */
} following;

static const char *const axes[CLI_DIRECTIONS] = { "x", "y", "z" };

static int fail_node(const following *all, size_t node, const char *what)
{
    pdk_error error = { .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "track.heights" };
    snprintf(error.message, sizeof error.message, "node %zu: %s", node, what);
    return cli_fail(all->path, &error);
}

/* The number that the file has for a point of a row. */
static unsigned point_of(const following *all, size_t point)
{
    static const uint8_t numbers[CLI_ROW] = { 10, 9, 8, 7, 6, 0, 1, 2, 3, 4, 5 };
    return numbers[all->after.numbers[point][POINT]];
}

static size_t slot_of(const cli_scene_points *road, size_t point)
{
    return road->numbers[point][ROW] * CLI_ROW + road->numbers[point][POINT];
}

static int know_points(following *all)
{
    all->rows = all->moves->count + 1;
    all->known = calloc(all->rows * CLI_ROW, sizeof *all->known);
    all->each = calloc(all->rows, sizeof *all->each);
    all->uses = calloc(all->rows, sizeof *all->uses);
    if (all->known == NULL || all->each == NULL || all->uses == NULL) return cli_no_memory("nodes");
    for (size_t i = 0; i < all->before.count; i++) {
        if (all->before.numbers[i][ROW] < all->rows) all->known[slot_of(&all->before, i)] = i + 1;
    }
    return CLI_FINE;
}

/* Steps of the file, and a few of the floats that a GLB has. */
static double resolution(double before, double after)
{
    static const double file_step = 1.0 / 65536, float_step = 1.0 / (1 << 23);
    return file_step + 4 * float_step * fmax(fabs(before), fabs(after));
}

static int add_point(following *all, size_t point)
{
    const double *to = all->after.places[point];
    size_t row = all->after.numbers[point][ROW];
    size_t known = row < all->rows ? all->known[slot_of(&all->after, point)] : 0;
    char what[128];
    if (known == 0) {
        snprintf(what, sizeof what, "the track does not have point %u there: this is a scene of another track",
                 point_of(all, point));
        return fail_node(all, row, what);
    }
    size_t node = row % all->moves->count;
    const double *from = all->before.places[known - 1];
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
        move *moved = &all->each[node][axis];
        double by = to[axis] - from[axis];
        if (!isfinite(by)) {
            snprintf(what, sizeof what, "the place of point %u is not a number", point_of(all, point));
            return fail_node(all, node, what);
        }
        bool first = all->uses[node] == 0;
        if (first || by < moved->least) moved->least = by, moved->least_at = point;
        if (first || by > moved->most) moved->most = by, moved->most_at = point;
        moved->sum += by;
        moved->off = fmax(moved->off, resolution(from[axis], to[axis]));
    }
    all->uses[node]++;
    return CLI_FINE;
}

/* How far the vertices of one point are apart. */
static double torn_at(const following *all, size_t point, int axis)
{
    double least = all->after.places[point][axis], most = least;
    for (size_t i = 0; i < all->after.count; i++) {
        if (slot_of(&all->after, i) != slot_of(&all->after, point)) continue;
        least = fmin(least, all->after.places[i][axis]);
        most = fmax(most, all->after.places[i][axis]);
    }
    return most - least;
}

/* Points that moved differently: corners of one that were torn apart, or points of a row. */
static int fail_apart(const following *all, size_t node, int axis)
{
    const move *moved = &all->each[node][axis];
    char what[200];
    unsigned least = point_of(all, moved->least_at), most = point_of(all, moved->most_at);
    bool both_ends = all->after.numbers[moved->least_at][ROW] != all->after.numbers[moved->most_at][ROW];
    double apart = moved->most - moved->least;
    bool torn_least = torn_at(all, moved->least_at, axis) > moved->off;
    bool torn_most = torn_at(all, moved->most_at, axis) > moved->off;
    if (torn_least || torn_most) {
        snprintf(what, sizeof what, "the vertices of point %u are %.6g m apart along %s", torn_most ? most : least,
                 torn_at(all, torn_most ? moved->most_at : moved->least_at, axis), axes[axis]);
    } else if (both_ends) {
        snprintf(what, sizeof what,
                 "its row is at both ends of the closed road, but one has moved by %.6g m more along %s than the other",
                 apart, axes[axis]);
    } else {
        snprintf(what, sizeof what,
                 "point %u has moved by %.6g m more along %s than point %u; a node has one place, so all points of its "
                 "row must move by the same",
                 most, apart, axes[axis], least);
    }
    return fail_node(all, node, what);
}

static int move_node(following *all, size_t node)
{
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
        const move *moved = &all->each[node][axis];
        if (moved->most - moved->least > moved->off) return fail_apart(all, node, axis);
    }
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
        const move *moved = &all->each[node][axis];
        double by = moved->sum / (double)all->uses[node];
        if (fabs(by) <= moved->off) continue;
        int status = cli_move_node(all->moves, node, axis, all->moves->places[axis][node] + by);
        if (status != CLI_FINE) return status;
    }
    return CLI_FINE;
}

static int follow_points(following *all)
{
    size_t missing = 0;
    int status = know_points(all);
    for (size_t i = 0; i < all->after.count && status == CLI_FINE; i++) status = add_point(all, i);
    for (size_t node = 0; node < all->moves->count && status == CLI_FINE; node++) {
        if (all->uses[node] > 0) status = move_node(all, node);
        else missing++;
    }
    if (status != CLI_FINE) return status;
    if (missing > 0)
        cli_note("%s: %zu of %zu nodes have no point there and stay where they are", all->path, missing,
                 all->moves->count);
    if (all->after.strange > 0)
        cli_note("%s: %zu points have a second UV map, but not the number of a node: left out", all->path,
                 all->after.strange);
    if (all->moves->changes == 0) cli_note("%s: no node has moved", all->path);
    return CLI_FINE;
}

int cli_move_by_scene(cli_moves *moves, const cli_arguments *arguments, const pdk_document *track, const char *path)
{
    following all = { .moves = moves, .path = cli_file_name(path) };
    cli_made_scene made = { NULL, NULL };
    cli_arguments opening = *arguments;
    cli_input scene;
    opening.values[CLI_AS] = "glb"; /* --as is about the track */
    int status = cli_open(&scene, &opening, path);
    if (status != CLI_FINE) return status;
    status = cli_read_points(&all.after, scene.document, all.path, &numbering);
    if (status == CLI_FINE) status = cli_make_scene(&made, track, moves->file);
    if (status == CLI_FINE) status = cli_read_points(&all.before, made.document, moves->file, &numbering);
    if (status == CLI_FINE) status = follow_points(&all);
    if (status == CLI_FINE) status = cli_unchanged(&scene, path);
    cli_close(&scene);
    cli_forget_scene(&made);
    cli_forget_points(&all.before);
    cli_forget_points(&all.after);
    free(all.known);
    free(all.each);
    free(all.uses);
    return status;
}
