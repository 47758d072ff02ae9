/* Lines of a track: the nodes that cars follow, and the verges and barriers next to them, with the facts of each node.
 */
#include <string.h>

#include "format/tri/tri_scene.h"

static const uint64_t nodes_of_record = 4; /* nodes for each row of speeds */

typedef struct line_job {
    pdk_tri_scene *track;
    size_t count; /* points of a line */
} line_job;

static const struct value {
    const char *name, *table, *unit;
} values[] = {
    { "distance", "nodes", "m" },          { "heading", "nodes", "rad" },      { "slope", "nodes", "rad" },
    { "slant", "nodes", "rad" },           { "left_verge", "nodes", "m" },     { "right_verge", "nodes", "m" },
    { "left_barrier", "nodes", "m" },      { "right_barrier", "nodes", "m" },  { "mode", "nodes", NULL },
    { "opponent_speed", "speeds", "m/s" }, { "legal_speed", "speeds", "m/s" }, { "traffic_speed", "speeds", "m/s" },
};
/* What each line is classified by; labels come from the columns. */
static const struct kind {
    const char *line, *name, *column;
    bool upright;
} kinds[] = {
    { "node line", "feature of the road", "mode", false },
    { "left verge", "surface beyond the verge", "left_surface", false },
    { "right verge", "surface beyond the verge", "right_surface", false },
    { "left barrier", "barrier", "left_barrier_kind", true },
    { "right barrier", "barrier", "right_barrier_kind", true },
};
enum { VALUES = sizeof values / sizeof values[0] };

/* The node a point of a line is at: a closed line ends where it began. */
static size_t node_of(const line_job *job, size_t point)
{
    return point < job->track->node_count ? point : 0;
}

/* One line of the document as floats; a closed one has its first point again at the end. */
static pdk_status add_line(line_job *job, size_t number, size_t group, pdk_scene_line **added, pdk_error *error)
{
    pdk_scene *scene = job->track->scene;
    const pdk_line_info *info = pdk_document_line_at(job->track->document, number);
    double(*places)[3] = pdk_alloc_array(scene->memory, job->count, sizeof *places);
    float(*points)[3] = pdk_alloc_array(scene->memory, job->count, sizeof *points);
    pdk_scene_line *line = places != NULL && points != NULL ? pdk_vector_push(&scene->lines) : NULL;
    pdk_scene_node *node = line != NULL ? pdk_scene_add_node(scene, info->name, group) : NULL;
    if (node == NULL) return pdk_fail_memory(error, scene->memory, "the lines of a track");
    node->line = scene->lines.count - 1;
    pdk_status status = pdk_document_line_read(job->track->document, number, 0, (size_t)info->points, places, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < job->count; i++) {
        for (int axis = 0; axis < 3; axis++) points[i][axis] = (float)places[node_of(job, i)][axis];
    }
    pdk_free(scene->memory, places);
    *line = (pdk_scene_line){
        .name = info->name, .points = (const float(*)[3])points, .point_count = job->count, .closed = info->closed
    };
    *added = line;
    return PDK_OK;
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
        const double *column = pdk_tri_scene_column(job->track, values[i].table, values[i].name, &status, error);
        if (column == NULL) return status;
        uint64_t rows = pdk_table_rows(pdk_document_own_table(job->track->document, values[i].table));
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

static pdk_status add_kinds(line_job *job, pdk_scene_line *line, pdk_error *error)
{
    pdk_memory *memory = job->track->scene->memory;
    const struct kind *kind = kinds;
    while (kind < kinds + sizeof kinds / sizeof kinds[0] && strcmp(kind->line, line->name) != 0) kind++;
    if (kind == kinds + sizeof kinds / sizeof kinds[0]) return PDK_OK;
    pdk_status status;
    const pdk_table *nodes = pdk_document_own_table(job->track->document, "nodes");
    const double *column = pdk_tri_scene_column(job->track, "nodes", kind->column, &status, error);
    if (column == NULL) return status;
    const pdk_column_info *info = pdk_table_column_at(nodes, pdk_table_find_column(nodes, kind->column));
    float *numbers = pdk_alloc_array(memory, job->count, sizeof *numbers);
    pdk_scene_kinds *made = pdk_alloc(memory, sizeof *made);
    if (numbers == NULL || made == NULL) return pdk_fail_memory(error, memory, "the lines of a track");
    for (size_t i = 0; i < job->count; i++) numbers[i] = (float)column[node_of(job, i)];
    *made = (pdk_scene_kinds){ kind->name, info->meaning, info->labels, numbers };
    line->kinds = made;
    line->upright = kind->upright;
    return PDK_OK;
}

pdk_status pdk_tri_scene_add_lines(pdk_tri_scene *track, pdk_error *error)
{
    line_job job = { .track = track, .count = (size_t)track->node_count + (track->closed ? 1 : 0) };
    size_t group = track->scene->nodes.count;
    if (pdk_document_line_count(track->document) == 0) return PDK_OK;
    pdk_scene_node *top = pdk_scene_add_node(track->scene, "lines", PDK_SCENE_NONE);
    if (top == NULL) return pdk_fail_memory(error, track->scene->memory, "the lines of a track");
    top->aside = "lines";
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < pdk_document_line_count(track->document) && status == PDK_OK; i++) {
        pdk_scene_line *line = NULL;
        status = add_line(&job, i, group, &line, error);
        if (status == PDK_OK) status = add_kinds(&job, line, error);
        if (status == PDK_OK && i == 0) status = add_values(&job, line, error); /* of the nodes */
    }
    return status;
}
