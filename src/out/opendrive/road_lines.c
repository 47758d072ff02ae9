/* A road along the first line of a file, with edges where the file has lines for them. */
#include <math.h>
#include <string.h>

#include "base/trigonometry.h"
#include "opendrive/road.h"

/* A line of the document in the target's axes. */
typedef struct placed_line {
    double (*at)[3];
    size_t count;
    bool closed;
} placed_line;

static pdk_status read_line(const pdk_export *job, size_t number, placed_line *line, pdk_error *error)
{
    const pdk_line_info *info = pdk_document_line_at(job->document, number);
    line->count = (size_t)info->points;
    line->closed = info->closed;
    line->at = pdk_alloc_array(job->memory, info->points, sizeof *line->at);
    if (line->at == NULL) return pdk_fail_memory(error, job->memory, "a line");
    pdk_status status = pdk_document_line_read(job->document, number, 0, line->count, line->at, error);
    if (status != PDK_OK) return status;
    pdk_turn turn = job->options->axes != NULL ? job->turn : pdk_frame_turn(info->frame, PDK_FRAME_ROAD);
    for (size_t i = 0; i < line->count; i++) {
        double from[3];
        for (int k = 0; k < 3; k++) from[k] = line->at[i][k] + job->options->source_origin[k];
        pdk_turn_point(turn, from, line->at[i]);
        for (int k = 0; k < 3; k++) line->at[i][k] = line->at[i][k] * job->scale + 0.0; /* a zero without a sign */
    }
    return PDK_OK;
}

/* The first line called "left ..." or "right ..." that has a point beside each of the road's; count 0 where there is
 * none. */
static pdk_status read_edge(const pdk_export *job, const char *side, size_t count, placed_line *edge, pdk_error *error)
{
    edge->count = 0;
    for (size_t i = 1; i < pdk_document_line_count(job->document); i++) {
        const pdk_line_info *info = pdk_document_line_at(job->document, i);
        bool named = strncmp(info->name, side, strlen(side)) == 0 && strstr(info->name, "pit lane") == NULL;
        if (named && info->points == count) return read_line(job, i, edge, error);
    }
    return PDK_OK;
}

/* How far a point is to the left of the line, and how much higher. */
static void aside(const placed_line *line, size_t i, const double point[3], double *left, double *up)
{
    size_t next = i + 1 < line->count ? i + 1
                  : line->closed      ? 0
                                      : i,
           last = line->count - 1,
           before = i > 0          ? i - 1
                    : line->closed ? last
                                   : i;
    double x = line->at[next][0] - line->at[before][0], y = line->at[next][1] - line->at[before][1];
    double length = pdk_hypot(x, y), dx = point[0] - line->at[i][0], dy = point[1] - line->at[i][1];
    *left = length > 0 ? (dy * x - dx * y) / length : (double)NAN;
    *up = point[2] - line->at[i][2];
}

static pdk_road_point point_of(const placed_line *line, const placed_line edges[2], size_t i)
{
    pdk_road_point point = { line->at[i][0], line->at[i][1], line->at[i][2], NAN, NAN, NAN };
    double offsets[2], heights[2];
    for (int side = 0; side < 2; side++) {
        offsets[side] = heights[side] = NAN;
        if (edges[side].count > 0) aside(line, i, edges[side].at[i], &offsets[side], &heights[side]);
    }
    if (isfinite(offsets[0])) point.left = fmax(offsets[0], 0);
    if (isfinite(offsets[1])) point.right = fmax(-offsets[1], 0);
    double across = offsets[0] - offsets[1];
    if (across > 0.1) point.lean = (heights[0] - heights[1]) / across;
    return point;
}

pdk_status pdk_road_from_lines(pdk_road *road, pdk_error *error)
{
    placed_line line, edges[2];
    pdk_status status = read_line(road->job, 0, &line, error);
    if (status == PDK_OK) status = read_edge(road->job, "left", line.count, &edges[0], error);
    if (status == PDK_OK) status = read_edge(road->job, "right", line.count, &edges[1], error);
    road->closed = status == PDK_OK && line.closed;
    for (size_t i = 0; status == PDK_OK && i < line.count; i++) {
        pdk_road_point point = point_of(&line, edges, i);
        status = pdk_road_add(road, &point, error);
    }
    return status;
}
