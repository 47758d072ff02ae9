/* Nodes and points that follow those of the road in an edited GLB or OBJ, and then props. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "track_moves.h"
#include "track_props.h"
#include "track_rows.h"

typedef struct following {
    cli_moves *moves;
    const char *path; /* the scene, for messages */
    cli_scene_points before, after;
    size_t *known;      /* of each point of each row: 1 + its number in `before`; malloc'd */
    size_t rows;        /* a closed track has that of node 0 once more */
    cli_row_move *each; /* malloc'd */
} following;

static size_t slot_of(const cli_scene_points *road, size_t point)
{
    return road->numbers[point][CLI_ROW_NUMBER] * CLI_ROW + road->numbers[point][CLI_POINT_NUMBER];
}

static int know_points(following *all)
{
    all->rows = all->moves->count + 1;
    all->known = calloc(all->rows * CLI_ROW, sizeof *all->known);
    all->each = calloc(all->rows, sizeof *all->each);
    if (all->known == NULL || all->each == NULL) return cli_no_memory("nodes");
    for (size_t i = 0; i < all->before.count; i++) {
        if (all->before.numbers[i][CLI_ROW_NUMBER] < all->rows) all->known[slot_of(&all->before, i)] = i + 1;
    }
    return CLI_FINE;
}

static int add_point(following *all, size_t point)
{
    const double *to = all->after.places[point];
    size_t row = all->after.numbers[point][CLI_ROW_NUMBER], across = all->after.numbers[point][CLI_POINT_NUMBER];
    size_t known = row < all->rows ? all->known[slot_of(&all->after, point)] : 0;
    char what[128];
    if (known == 0) {
        snprintf(what, sizeof what, "the track does not have point %u there: this is a scene of another track",
                 cli_point_number(across));
        return cli_fail_row(all->path, row, what);
    }
    if (!isfinite(to[0]) || !isfinite(to[1]) || !isfinite(to[2])) {
        snprintf(what, sizeof what, "the place of point %u is not a number", cli_point_number(across));
        return cli_fail_row(all->path, row % all->moves->count, what);
    }
    cli_add_move(&all->each[row].points[across], all->before.places[known - 1], to);
    return CLI_FINE;
}

/* The vertices of one point must be in one place. */
static int check_torn(const following *all, size_t row, size_t across)
{
    const cli_point_move *point = &all->each[row].points[across];
    char what[128];
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
        double apart = point->most[axis] - point->least[axis];
        if (apart <= point->off[axis]) continue;
        snprintf(what, sizeof what, "the vertices of point %u are %.6g m apart along %s", cli_point_number(across),
                 apart, cli_axes[axis]);
        return cli_fail_row(all->path, row % all->moves->count, what);
    }
    return CLI_FINE;
}

/* The row of node 0 is at both ends of a closed road: what one end has is added to the other. */
static int join_ends(following *all, size_t across)
{
    cli_point_move *first = &all->each[0].points[across];
    const cli_point_move *last = &all->each[all->moves->count].points[across];
    char what[160];
    if (last->uses == 0 || first->uses == 0) {
        if (last->uses > 0) *first = *last;
        return CLI_FINE;
    }
    for (int axis = 0; axis < CLI_DIRECTIONS; axis++) {
        double least = fmin(first->least[axis], last->least[axis]), most = fmax(first->most[axis], last->most[axis]);
        if (most - least > fmax(first->off[axis], last->off[axis])) {
            snprintf(what, sizeof what,
                     "its row is at both ends of the closed road, but one has moved by %.6g m more along %s than the "
                     "other",
                     most - least, cli_axes[axis]);
            return cli_fail_row(all->path, 0, what);
        }
        first->least[axis] = least;
        first->most[axis] = most;
        first->sum[axis] += last->sum[axis];
    }
    first->uses += last->uses;
    return CLI_FINE;
}

static int gather_moves(following *all)
{
    int status = know_points(all);
    for (size_t i = 0; i < all->after.count && status == CLI_FINE; i++) status = add_point(all, i);
    for (size_t i = 0; i < all->rows * CLI_ROW && status == CLI_FINE; i++)
        status = check_torn(all, i / CLI_ROW, i % CLI_ROW);
    for (size_t i = 0; i < CLI_ROW && status == CLI_FINE; i++) status = join_ends(all, i);
    return status;
}

static int follow_points(following *all)
{
    size_t missing = 0;
    int status = gather_moves(all);
    for (size_t node = 0; node < all->moves->count && status == CLI_FINE; node++) {
        if (cli_row_is_there(&all->each[node])) status = cli_move_row(all->moves, node, &all->each[node], all->path);
        else missing++;
    }
    if (status != CLI_FINE) return status;
    if (missing > 0)
        cli_note("%s: %zu of %zu nodes have no point there and stay where they are", all->path, missing,
                 all->moves->count);
    if (all->after.strange > 0)
        cli_note("%s: %zu points have a second UV map, but not the number of a node: left out", all->path,
                 all->after.strange);
    return CLI_FINE;
}

int cli_move_by_scene(cli_moves *moves, const cli_arguments *arguments, const pdk_document *track, const char *path)
{
    following all = { .moves = moves, .path = cli_file_name(path) };
    cli_made_scene made = { NULL, NULL };
    cli_arguments opening = *arguments;
    cli_input scene;
    bool is_obj = cli_is_named(path, ".obj");
    opening.values[CLI_AS] = is_obj ? "obj" : "glb"; /* --as is about the track */
    int status = cli_open(&scene, &opening, path);
    if (status != CLI_FINE) return status;
    status = cli_read_road(&all.after, scene.document, all.path);
    if (status == CLI_FINE) status = cli_make_scene(&made, track, moves->file);
    if (status == CLI_FINE) status = cli_read_road(&all.before, made.document, moves->file);
    if (status == CLI_FINE) status = follow_points(&all);
    if (status == CLI_FINE) status = cli_finish_moves(moves);
    if (status == CLI_FINE && !is_obj) status = cli_move_props(moves, track, made.document, scene.document, all.path);
    if (status == CLI_FINE && moves->changes == 0) cli_note("%s: nothing has moved", all.path);
    if (status == CLI_FINE) status = cli_unchanged(&scene, path);
    cli_close(&scene);
    cli_forget_scene(&made);
    cli_forget_points(&all.before);
    cli_forget_points(&all.after);
    free(all.known);
    free(all.each);
    return status;
}
