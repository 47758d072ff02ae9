/* Lines of a track: the nodes cars follow, and the verges and barriers beside them, with what is said of each node. */
#include <math.h>
#include <string.h>

#include "scene/scene_build.h"

static const uint64_t nodes_of_record = 4; /* a row of speeds is for so many nodes */

typedef struct line_job {
    pdk_scene_track *track;
    size_t count; /* points of a line */
    double *x, *y, *z, *slant, *right[3];
} line_job;

static const struct side {
    const char *name, *column;
    double sign;
} sides[] = {
    { "left verge", "left_verge", -1 },
    { "right verge", "right_verge", 1 },
    { "left barrier", "left_barrier", -1 },
    { "right barrier", "right_barrier", 1 },
};

static const struct value {
    const char *name, *table, *unit;
} values[] = {
    { "distance", "nodes", "m" },          { "heading", "nodes", "rad" },      { "slope", "nodes", "rad" },
    { "slant", "nodes", "rad" },           { "left_verge", "nodes", "m" },     { "right_verge", "nodes", "m" },
    { "left_barrier", "nodes", "m" },      { "right_barrier", "nodes", "m" },  { "mode", "nodes", NULL },
    { "opponent_speed", "speeds", "m/s" }, { "legal_speed", "speeds", "m/s" }, { "traffic_speed", "speeds", "m/s" },
};
enum { VALUES = sizeof values / sizeof values[0], SIDES = sizeof sides / sizeof sides[0] };

/* The node a point of a line is at: a closed line ends where it began. */
static size_t node_of(const line_job *job, size_t point)
{
    return point < job->track->node_count ? point : 0;
}

/* The last node has no direction of its own in the file: it looks at node 0, or on from the one before. */
static void mend_last(line_job *job)
{
    size_t last = (size_t)job->track->node_count - 1, from = job->track->closed ? last : last - 1,
           to = job->track->closed ? 0 : last;
    if (job->track->node_count < 2) return;
    double heading = atan2(job->x[from] - job->x[to], job->y[to] - job->y[from]), slant = job->slant[last];
    job->right[0][last] = cos(heading) * cos(slant);
    job->right[1][last] = sin(heading) * cos(slant);
    job->right[2][last] = -sin(slant);
}

static pdk_status read_nodes(line_job *job, pdk_error *error)
{
    static const char *const names[] = { "x", "y", "z", "slant", "right_x", "right_y", "right_z" };
    double **columns[] = { &job->x, &job->y, &job->z, &job->slant, &job->right[0], &job->right[1], &job->right[2] };
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && status == PDK_OK; i++) {
        *columns[i] = pdk_scene_column(job->track, "nodes", names[i], &status, error);
    }
    if (status == PDK_OK) mend_last(job);
    return status;
}

/* `aside` NULL = along the nodes themselves. */
static pdk_scene_line *add_line(line_job *job, const char *name, const double *aside, double sign, size_t group)
{
    pdk_scene *scene = job->track->scene;
    float(*points)[3] = pdk_alloc_array(scene->memory, job->count, sizeof *points);
    pdk_scene_line *line = points != NULL ? pdk_vector_push(&scene->lines) : NULL;
    pdk_scene_node *node = line != NULL ? pdk_scene_add_node(scene, name, group) : NULL;
    if (node == NULL) return NULL;
    node->line = scene->lines.count - 1;
    for (size_t i = 0; i < job->count; i++) {
        size_t n = node_of(job, i);
        double out = aside != NULL ? sign * aside[n] : 0;
        points[i][0] = (float)(job->x[n] + out * job->right[0][n]);
        points[i][1] = (float)(job->y[n] + out * job->right[1][n]);
        points[i][2] = (float)(job->z[n] + out * job->right[2][n]);
    }
    *line = (pdk_scene_line){
        .name = name, .points = (const float(*)[3])points, .point_count = job->count, .closed = job->track->closed
    };
    return line;
}

static pdk_status add_values(line_job *job, pdk_scene_line *line, pdk_error *error)
{
    pdk_memory *memory = job->track->scene->memory;
    pdk_scene_values *all = pdk_alloc_array(memory, VALUES, sizeof *all);
    const pdk_property *length =
        pdk_document_find_property(job->track->document, "length"); /* round to where it began */
    if (all == NULL) return pdk_fail_memory(error, memory, "the lines of a track");
    for (size_t i = 0; i < VALUES; i++) {
        pdk_status status;
        bool nodes = strcmp(values[i].table, "nodes") == 0;
        const double *column = pdk_scene_column(job->track, values[i].table, values[i].name, &status, error);
        if (column == NULL) return status;
        uint64_t rows = pdk_table_rows(pdk_document_find_table(job->track->document, values[i].table));
        float *floats = pdk_alloc_array(memory, job->count, sizeof *floats);
        if (floats == NULL) return pdk_fail_memory(error, memory, "the lines of a track");
        for (size_t p = 0; p < job->count; p++) {
            uint64_t row = node_of(job, p) / (nodes ? 1 : nodes_of_record);
            floats[p] = row < rows ? (float)column[row] : 0;
        }
        if (i == 0 && length != NULL && job->track->closed) floats[job->count - 1] = (float)length->value.as.number;
        all[i] = (pdk_scene_values){ values[i].name, values[i].unit, floats };
    }
    line->values = all;
    line->value_count = VALUES;
    return PDK_OK;
}

pdk_status pdk_scene_add_lines(pdk_scene_track *track, pdk_error *error)
{
    line_job job = { .track = track, .count = (size_t)track->node_count + (track->closed ? 1 : 0) };
    size_t group = track->scene->nodes.count;
    if (track->node_count < 2) return PDK_OK;
    pdk_status status = read_nodes(&job, error);
    if (status != PDK_OK) return status;
    pdk_scene_node *top = pdk_scene_add_node(track->scene, "lines", PDK_SCENE_NONE);
    if (top != NULL) top->aside = "lines";
    pdk_scene_line *nodes = top != NULL ? add_line(&job, "node line", NULL, 0, group) : NULL;
    if (nodes == NULL) return pdk_fail_memory(error, track->scene->memory, "the lines of a track");
    status = add_values(&job, nodes, error);
    for (size_t i = 0; i < SIDES && status == PDK_OK; i++) {
        const double *aside = pdk_scene_column(track, "nodes", sides[i].column, &status, error);
        if (aside == NULL) return status;
        if (add_line(&job, sides[i].name, aside, sides[i].sign, group) == NULL) {
            status = pdk_fail_memory(error, track->scene->memory, "the lines of a track");
        }
    }
    return status;
}
