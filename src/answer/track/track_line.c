/* Lines with equal steps: resampled, closed, smoothed. */
#include "track/track_line.h"

#include "base/trigonometry.h"
#include "base/whole.h"

#include <math.h>
#include <string.h>

enum { MOST_POINTS = 100000 };

static const double closing_least = 30, closing = 0.02; /* m; share of the length */

static double step_between(const double a[3], const double b[3])
{
    return pdk_hypot(b[0] - a[0], b[1] - a[1]);
}

bool pdk_points_resample(pdk_memory *memory, const double (*raw)[3], size_t count, bool closed, double step,
                         pdk_track_points *out)
{
    *out = (pdk_track_points){ .memory = memory, .closed = closed };
    double length = 0;
    size_t edges = count > 0 ? count - 1 + closed : 0;
    for (size_t i = 0; i < edges; i++) length += step_between(raw[i], raw[(i + 1) % count]);
    if (!(length >= step) || !isfinite(length)) return false;
    double wanted = fmin(fmax(round(length / step), 2), MOST_POINTS);
    out->step = length / wanted;
    out->length = length;
    out->count = (size_t)wanted + !closed;
    out->at = pdk_alloc_array(memory, out->count, sizeof *out->at);
    if (out->at == NULL) {
        out->count = 0;
        return false;
    }
    double passed = 0;
    size_t edge = 0;
    for (size_t i = 0; i < out->count; i++) {
        double at = (double)i * out->step, edge_length = step_between(raw[edge], raw[(edge + 1) % count]);
        while (passed + edge_length < at && edge + 1 < edges) {
            passed += edge_length;
            edge++;
            edge_length = step_between(raw[edge], raw[(edge + 1) % count]);
        }
        double share = edge_length > 0 ? fmin((at - passed) / edge_length, 1) : 0;
        const double *from = raw[edge], *to = raw[(edge + 1) % count];
        for (int k = 0; k < 3; k++) out->at[i][k] = from[k] + share * (to[k] - from[k]);
    }
    return true;
}

void pdk_points_close(pdk_track_points *line)
{
    if (line->count < 8) return;
    double direction[2], gap[3];
    pdk_points_direction(line, 0, direction);
    const double *first = line->at[0], *last = line->at[line->count - 1];
    /* What is missing along the line is a step that will be there; what is missing across is taken out. */
    double along = (first[0] - last[0]) * direction[0] + (first[1] - last[1]) * direction[1];
    gap[0] = first[0] - last[0] - along * direction[0];
    gap[1] = first[1] - last[1] - along * direction[1];
    gap[2] = first[2] - last[2];
    double over = fmin(100, line->length / 4);
    size_t part = pdk_whole_size(over / line->step);
    for (size_t i = 0; i < part && i < line->count; i++) {
        double t = (double)(i + 1) / (double)part, share = t * t * (3 - 2 * t);
        double *point = line->at[line->count - part + i];
        for (int k = 0; k < 3; k++) point[k] += share * gap[k];
    }
    /* Points that have passed the first one go. */
    while (line->count > 8) {
        const double *end = line->at[line->count - 1];
        if ((first[0] - end[0]) * direction[0] + (first[1] - end[1]) * direction[1] > line->step / 2) break;
        line->count--;
    }
    line->closed = true;
}

void pdk_points_close_ring(pdk_track_points *line)
{
    if (line->count < 16) return;
    double first[2], last[2],
        missing =
            pdk_hypot(line->at[0][0] - line->at[line->count - 1][0], line->at[0][1] - line->at[line->count - 1][1]);
    pdk_points_direction(line, 0, first);
    pdk_points_direction(line, line->count - 1, last);
    bool onward = first[0] * last[0] + first[1] * last[1] > 0.5;
    if (onward && line->length > 4 * closing_least && missing < fmax(closing_least, closing * line->length))
        pdk_points_close(line);
}

/* Mean over `half` points on each side, by running sums. */
static void box(const double (*from)[3], double (*to)[3], size_t count, bool closed, size_t half)
{
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        if (closed) {
            for (size_t j = 0; j <= 2 * half; j++) sum += from[(count + j - half) % count][k];
            for (size_t i = 0; i < count; i++) {
                to[i][k] = sum / (double)(2 * half + 1);
                sum += from[(i + half + 1) % count][k] - from[(count + i - half) % count][k];
            }
            continue;
        }
        for (size_t i = 0; i < count; i++) { /* near the ends the window shrinks on both sides alike */
            size_t capacity = i < count - 1 - i ? i : count - 1 - i, reach = half < capacity ? half : capacity;
            sum = 0;
            for (size_t j = i - reach; j <= i + reach; j++) sum += from[j][k];
            to[i][k] = sum / (double)(2 * reach + 1);
        }
    }
}

bool pdk_points_smooth(pdk_track_points *line, double width)
{
    size_t half = pdk_whole_size(width / 2 / line->step);
    if (half == 0 || line->count <= 4 * half + 2) return true;
    double(*middle)[3] = pdk_alloc_array(line->memory, line->count, sizeof *middle);
    if (middle == NULL) return false;
    box((const double(*)[3])line->at, middle, line->count, line->closed, half);
    box((const double(*)[3])middle, line->at, line->count, line->closed, half);
    pdk_free(line->memory, middle);
    return true;
}

void pdk_points_direction(const pdk_track_points *line, size_t index, double direction[2])
{
    size_t before, after;
    if (line->closed) {
        before = (index + line->count - 1) % line->count;
        after = (index + 1) % line->count;
    } else {
        before = index > 0 ? index - 1 : 0;
        after = index + 1 < line->count ? index + 1 : index;
    }
    double x = line->at[after][0] - line->at[before][0], y = line->at[after][1] - line->at[before][1],
           length = pdk_hypot(x, y);
    direction[0] = length > 0 ? x / length : 1;
    direction[1] = length > 0 ? y / length : 0;
}
