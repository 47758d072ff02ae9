/* Heights of the grid's nodes: nodes are sorted into square cells, and each triangle looks at those below and above it.
 * Memory grows with the grid, not with the surface. */
#include <math.h>

#include "format/crg/crg_export.h"

#include "base/trigonometry.h"
#include "base/whole.h"

static const double same_height = 0.001; /* what is nearer than this is one surface, metres */

typedef struct cells {
    double minimum[2], size;
    size_t across, along;
    uint32_t *first; /* of a cell's nodes in `nodes`; one more than there are cells */
    uint32_t *nodes;
    uint64_t cells_tested, maximum; /* nodes so far, and when to give up */
} cells;

static void grow(double minimum[2], double maximum[2], double x, double y)
{
    minimum[0] = fmin(minimum[0], x);
    minimum[1] = fmin(minimum[1], y);
    maximum[0] = fmax(maximum[0], x);
    maximum[1] = fmax(maximum[1], y);
}

static size_t cell_number(double place, double minimum, double size, size_t count)
{
    double number = floor((place - minimum) / size);
    if (!(number > 0)) return 0;
    return number < (double)count ? (size_t)number : count - 1;
}

static size_t cell_of(const cells *all, double x, double y)
{
    return cell_number(y, all->minimum[1], all->size, all->along) * all->across +
           cell_number(x, all->minimum[0], all->size, all->across);
}

/* About as many cells as nodes, however the line winds through its box. */
static void choose_cells(cells *all, const pdk_crg *crg)
{
    double maximum[2] = { -INFINITY, -INFINITY }, nodes = (double)crg->rows * (double)crg->sections;
    all->minimum[0] = all->minimum[1] = INFINITY;
    for (size_t row = 0; row < crg->rows; row++) {
        double x, y;
        pdk_crg_node(crg, row, 0, &x, &y);
        grow(all->minimum, maximum, x, y);
        pdk_crg_node(crg, row, crg->sections - 1, &x, &y);
        grow(all->minimum, maximum, x, y);
    }
    double width = maximum[0] - all->minimum[0], depth = maximum[1] - all->minimum[1];
    all->size = fmax(1.5 * fmax(crg->step, crg->across), sqrt(width * depth / nodes));
    while ((width / all->size + 1) * (depth / all->size + 1) > 2 * nodes + 16) all->size *= 2;
    all->across = pdk_whole_size(width / all->size) + 1;
    all->along = pdk_whole_size(depth / all->size) + 1;
}

static pdk_status sort_nodes(cells *all, const pdk_crg *crg, pdk_export *job, pdk_error *error)
{
    size_t nodes = crg->rows * crg->sections, count;
    choose_cells(all, crg);
    count = all->across * all->along;
    all->first = pdk_alloc_array(job->memory, count + 1, sizeof *all->first);
    all->nodes = pdk_alloc_array(job->memory, nodes, sizeof *all->nodes);
    if (all->first == NULL || all->nodes == NULL) return pdk_fail_memory(error, job->memory, "a grid of heights");
    for (int pass = 0; pass < 2; pass++) {
        for (size_t node = nodes; node-- > 0;) {
            double x, y;
            pdk_crg_node(crg, node / crg->sections, node % crg->sections, &x, &y);
            size_t cell = cell_of(all, x, y);
            if (pass == 0) all->first[cell]++;
            else all->nodes[--all->first[cell]] = (uint32_t)node;
        }
        for (size_t cell = 0; cell < count && pass == 0; cell++) all->first[cell + 1] += all->first[cell];
    }
    return PDK_OK;
}

/* A triangle seen from above. */
typedef struct patch {
    double corners[3][3];
    double twice; /* its area */
    double edge;  /* what lies on an edge is in, as exactly as floats say where that is: a share of the triangle */
} patch;

static bool height_at(const patch *at, double x, double y, double *height)
{
    const double *a = at->corners[0], *b = at->corners[1], *c = at->corners[2];
    double wb = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / at->twice;
    double wc = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / at->twice;
    *height = a[2] + wb * (b[2] - a[2]) + wc * (c[2] - a[2]);
    return wb >= -at->edge && wc >= -at->edge && wb + wc <= 1 + at->edge;
}

static void fill_cell(pdk_crg *crg, cells *all, size_t cell, const patch *at)
{
    all->cells_tested += 1 + all->first[cell + 1] - all->first[cell];
    for (uint32_t i = all->first[cell]; i < all->first[cell + 1]; i++) {
        uint32_t node = all->nodes[i];
        double x, y, height;
        pdk_crg_node(crg, node / crg->sections, node % crg->sections, &x, &y);
        if (!height_at(at, x, y, &height) || !isfinite(height)) continue;
        if (!((double)crg->low[node] <= height)) crg->low[node] = (float)height; /* also while there is none */
        if (!((double)crg->high[node] >= height)) crg->high[node] = (float)height;
    }
}

/* How far the triangle reaches along x between two heights of the page: nothing where from > to. */
static void reach_between(const patch *at, double low, double high, double *from, double *to)
{
    *from = INFINITY;
    *to = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const double *a = at->corners[i], *b = at->corners[(i + 1) % 3];
        if (a[1] > b[1]) {
            const double *swap = a;
            a = b;
            b = swap;
        }
        if (a[1] > high || b[1] < low) continue;
        double slant = b[1] > a[1] ? (b[0] - a[0]) / (b[1] - a[1]) : 0;
        double first = a[1] < low ? a[0] + slant * (low - a[1]) : a[0],
               last = b[1] > high ? a[0] + slant * (high - a[1]) : b[0];
        *from = fmin(*from, fmin(first, last));
        *to = fmax(*to, fmax(first, last));
    }
}

static void fill_patch(pdk_crg *crg, cells *all, const patch *at)
{
    double minimum[2] = { INFINITY, INFINITY }, maximum[2] = { -INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++) grow(minimum, maximum, at->corners[i][0], at->corners[i][1]);
    double end_x = all->minimum[0] + all->size * (double)all->across,
           end_y = all->minimum[1] + all->size * (double)all->along;
    double margin = 1e-3 * all->size; /* for nodes on edges */
    if (maximum[0] < all->minimum[0] - margin || maximum[1] < all->minimum[1] - margin || minimum[0] > end_x ||
        minimum[1] > end_y)
        return;
    size_t row = cell_number(minimum[1] - margin, all->minimum[1], all->size, all->along);
    size_t last_row = cell_number(maximum[1] + margin, all->minimum[1], all->size, all->along);
    for (; row <= last_row; row++) {
        double low = all->minimum[1] + all->size * (double)row, from, to;
        reach_between(at, low - margin, low + all->size + margin, &from, &to);
        if (!(from <= to)) continue;
        size_t column = cell_number(from - margin, all->minimum[0], all->size, all->across);
        size_t last = cell_number(to + margin, all->minimum[0], all->size, all->across);
        for (; column <= last; column++) fill_cell(crg, all, row * all->across + column, at);
    }
}

/* False for triangles that stand upright, which have no height anywhere, and where a corner is not a number. */
static bool make_patch(patch *at, const float *positions, const uint32_t corners[3])
{
    for (int i = 0; i < 3; i++) {
        const float *from = positions + 3 * (uint64_t)corners[i];
        for (size_t k = 0; k < 3; k++) at->corners[i][k] = (double)from[k];
    }
    const double *a = at->corners[0], *b = at->corners[1], *c = at->corners[2];
    at->twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    double furthest = 0, longest = 0;
    for (int i = 0; i < 3; i++) {
        const double *from = at->corners[i], *to = at->corners[(i + 1) % 3];
        furthest = fmax(furthest, fmax(fabs(from[0]), fabs(from[1])));
        longest = fmax(longest, pdk_hypot(to[0] - from[0], to[1] - from[1]));
    }
    at->edge = fmin(4 * pdk_float_cost(furthest) * longest / fabs(at->twice), 0.001);
    return isfinite(at->twice) && fabs(at->twice) > 0;
}

static pdk_status fill(pdk_crg *crg, cells *all, pdk_export *job, const float *positions, pdk_error *error)
{
    enum { RUN = 1024 };
    uint32_t buffer[RUN][3];
    patch at;
    for (uint64_t first = 0; first < job->mesh.triangle_count; first += RUN) {
        size_t some = job->mesh.triangle_count - first < RUN ? (size_t)(job->mesh.triangle_count - first) : RUN, kept;
        const uint32_t(*corners)[3];
        pdk_status status = pdk_export_corners(job, first, some, buffer, &corners, &kept, error);
        for (size_t i = 0; i < kept && status == PDK_OK; i++) {
            if (make_patch(&at, positions, corners[i])) fill_patch(crg, all, &at);
        }
        if (status == PDK_OK) status = pdk_export_progress(job, first, job->mesh.triangle_count, error);
        if (status != PDK_OK) return status;
        if (all->cells_tested <= all->maximum) continue;
        return pdk_fail(
            error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.layers",
            "the surface covers the grid hundreds of times over, but OpenCRG holds one height for each node");
    }
    return PDK_OK;
}

/* Counts heights, and finds the outermost sections with one. */
static void count_heights(pdk_crg *crg)
{
    size_t nodes = crg->rows * crg->sections;
    crg->first = crg->sections;
    for (size_t i = 0; i < nodes; i++) {
        if (isnan(crg->high[i])) continue;
        size_t section = i % crg->sections;
        crg->filled++;
        if ((double)crg->high[i] - (double)crg->low[i] > same_height) crg->layered++;
        if (section < crg->first) crg->first = section;
        if (section >= crg->end) crg->end = section + 1;
    }
}

pdk_status pdk_crg_fill(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error)
{
    size_t nodes = crg->rows * crg->sections;
    cells all = { .size = 0 };
    crg->low = pdk_alloc_array(job->memory, nodes, sizeof *crg->low);
    crg->high = pdk_alloc_array(job->memory, nodes, sizeof *crg->high);
    if (crg->low == NULL || crg->high == NULL) return pdk_fail_memory(error, job->memory, "a grid of heights");
    if (crg->kept != NULL) {
        pdk_crg_keep_heights(crg, job->report->origin[2]);
        count_heights(crg);
        return PDK_OK;
    }
    for (size_t i = 0; i < nodes; i++) crg->low[i] = crg->high[i] = NAN;
    all.maximum = UINT64_C(200) * nodes + UINT64_C(2000) * job->sound_triangles;
    pdk_status status = sort_nodes(&all, crg, job, error);
    if (status == PDK_OK) status = fill(crg, &all, job, positions, error);
    if (status != PDK_OK) return status;
    count_heights(crg);
    pdk_free(job->memory, all.first);
    pdk_free(job->memory, all.nodes);
    return PDK_OK;
}
