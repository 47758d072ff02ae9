/* gg: acceleration sideways and along, as what the tyres are asked for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "plot/map_page.h"

#include "base/trigonometry.h"
#include "plot/plot_series.h"

enum { FINEST = 20, COARSEST = 160, DENSITIES = 6 };

typedef struct gg_lap {
    double *lateral, *longitudinal; /* g; to the left, forward */
    size_t count;
} gg_lap;

static pdk_status read_lap(const pdk_plot_work *work, const pdk_plot_lap *lap, gg_lap *made, pdk_error *error)
{
    const pdk_document *document = lap->document;
    pdk_plot_series series;
    for (size_t i = 0; i < pdk_document_table_count(document); i++) {
        const pdk_table *table = pdk_document_table(document, i);
        size_t columns[2] = { pdk_table_find_role(table, PDK_ROLE_ACCELERATION_LATERAL),
                              pdk_table_find_role(table, PDK_ROLE_ACCELERATION_LONGITUDINAL) };
        if (columns[0] == PDK_NO_COLUMN || columns[1] == PDK_NO_COLUMN ||
            pdk_table_find_role(table, PDK_ROLE_TIME) == PDK_NO_COLUMN)
            continue;
        pdk_status status = pdk_plot_read_series(work, table, lap, columns, 2, &series, error);
        if (status != PDK_OK) return status;
        *made = (gg_lap){ series.columns[0].values, series.columns[1].values, series.count };
        bool to_right = pdk_table_column(table, columns[0])->frame == PDK_FRAME_TRACK;
        for (size_t k = 0; k < made->count && to_right; k++) made->lateral[k] = -made->lateral[k];
        return PDK_OK;
    }
    return pdk_plot_lacks(error, "%s records no accelerations", lap->file[0] != '\0' ? lap->file : "the file");
}

/* ------------------------------------------------------------------------------------------------ the hull */

typedef struct corner {
    double x, y;
} corner;

static int by_x(const void *a, const void *b)
{
    const corner *one = a, *other = b;
    if (one->x < other->x || one->x > other->x) return one->x < other->x ? -1 : 1;
    return one->y < other->y ? -1 : one->y > other->y ? 1 : 0;
}

static double turn(const corner *a, const corner *b, const corner *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* The convex hull, as a closed line: what was reached at most. */
static void draw_hull(pdk_plot_work *work, const pdk_panel *panel, const gg_lap *lap, uint32_t colour)
{
    corner *points = pdk_alloc_array(work->memory, lap->count + 1, sizeof *points),
           *hull = pdk_alloc_array(work->memory, 2 * (lap->count + 1), sizeof *hull);
    size_t count = 0, made = 0;
    if (points == NULL || hull == NULL) {
        work->list.failed = true;
        return;
    }
    for (size_t i = 0; i < lap->count; i++) {
        if (isfinite(lap->lateral[i]) && isfinite(lap->longitudinal[i]))
            points[count++] = (corner){ lap->lateral[i], lap->longitudinal[i] };
    }
    qsort(points, count, sizeof *points, by_x);
    for (size_t i = 0; i < count; i++) { /* below, left to right */
        while (made >= 2 && turn(&hull[made - 2], &hull[made - 1], &points[i]) <= 0) made--;
        hull[made++] = points[i];
    }
    for (size_t i = count, least = made + 1; i-- > 1;) { /* and back above */
        while (made >= least && turn(&hull[made - 2], &hull[made - 1], &points[i - 1]) <= 0) made--;
        hull[made++] = points[i - 1];
    }
    pdk_draw_path path = { .stroke = colour, .fill = PDK_NO_COLOUR, .width = 15, .closed = true };
    pdk_draw_path_begin(&work->list, &path);
    for (size_t i = 0; i < made; i++)
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, hull[i].x), pdk_scale_at(&panel->y, hull[i].y), i == 0);
    pdk_free(work->memory, points);
    pdk_free(work->memory, hull);
}

/* ------------------------------------------------------------------------------------------------- the cloud */

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other ? 1 : 0;
}

/* What values are whole multiples of, as games store them; about 0 where they are not. */
static double quantum_of(const pdk_plot_work *work, const double *values, size_t count)
{
    static const double rounding = 1e-4;
    double *sorted = pdk_alloc_array(work->memory, count + 1, sizeof *sorted), least = HUGE_VAL;
    size_t made = 0;
    for (size_t i = 0; sorted != NULL && i < count; i++) {
        if (isfinite(values[i])) sorted[made++] = values[i];
    }
    if (made > 0) qsort(sorted, made, sizeof *sorted, by_value);
    for (size_t i = 1; i < made; i++) {
        if (sorted[i] - sorted[i - 1] > rounding) least = fmin(least, sorted[i] - sorted[i - 1]);
    }
    pdk_free(work->memory, sorted);
    return isfinite(least) ? least : 0;
}

/* Cells of 2 px, or as large as the steps in which the values are stored; the darker the more moments are in them: as
 * many marks as the picture has room for, however long the recording. */
static void draw_cloud(pdk_plot_work *work, const pdk_panel *panel, const gg_lap *lap, uint32_t colour)
{
    double tenths = (panel->y.from - panel->y.to) / (panel->y.high - panel->y.low), /* of a pixel in a g */
        quantum = fmin(quantum_of(work, lap->lateral, lap->count), quantum_of(work, lap->longitudinal, lap->count)),
           step = fmax(FINEST / tenths, fmin(quantum, COARSEST / tenths));
    size_t half = (size_t)(panel->y.high / step) + 1, across = 2 * half + 1;
    uint32_t *cells = pdk_alloc_array(work->memory, across * across, sizeof *cells), most = 0;
    if (cells == NULL) {
        work->list.failed = true;
        return;
    }
    for (size_t i = 0; i < lap->count; i++) {
        double x = round(lap->lateral[i] / step) + (double)half, y = round(lap->longitudinal[i] / step) + (double)half;
        if (!(x >= 0 && y >= 0 && x < (double)across && y < (double)across)) continue;
        uint32_t *cell = &cells[(size_t)y * across + (size_t)x];
        if (++*cell > most) most = *cell;
    }
    for (int density = 0; density < DENSITIES; density++) {
        double share = 0.35 + 0.65 * density / (DENSITIES - 1);
        pdk_draw_path path = { .stroke = pdk_mix_colours(work->theme->background, colour, share),
                               .fill = PDK_NO_COLOUR,
                               .width = (int32_t)(step * tenths * 0.95) };
        pdk_draw_path_begin(&work->list, &path);
        for (size_t i = 0; i < across * across; i++) {
            if (cells[i] == 0) continue;
            int own = most > 1 ? (int)(log(cells[i]) / log(most) * (DENSITIES - 1) + 0.5) : DENSITIES - 1;
            if (own != density) continue;
            double x = ((double)(i % across) - (double)half) * step, y = ((double)(i / across) - (double)half) * step;
            pdk_draw_to(&work->list, pdk_scale_at(&panel->x, x), pdk_scale_at(&panel->y, y), true);
        }
    }
    pdk_free(work->memory, cells);
}

static void put_circle(pdk_plot_work *work, const pdk_panel *panel, double radius)
{
    enum { STEPS = 96 };
    pdk_draw_path path = { .stroke = work->theme->grid, .fill = PDK_NO_COLOUR, .width = 10, .closed = true };
    pdk_draw_path_begin(&work->list, &path);
    for (int i = 0; i < STEPS; i++) {
        double angle = i * 6.283185307179586 / STEPS;
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, radius * pdk_cos(angle)),
                    pdk_scale_at(&panel->y, radius * pdk_sin(angle)), i == 0);
    }
}

static void put_axes(pdk_plot_work *work, const pdk_panel *panel, double reach)
{
    pdk_ticks ticks;
    pdk_ticks_make(&ticks, 0, reach, 5);
    for (size_t i = 0; i < ticks.count; i++) {
        if (ticks.values[i] > 0) put_circle(work, panel, ticks.values[i]);
    }
    pdk_draw_line(&work->list, panel->x.from, pdk_scale_at(&panel->y, 0), panel->x.to, pdk_scale_at(&panel->y, 0),
                  work->theme->edge, 10);
    pdk_draw_line(&work->list, pdk_scale_at(&panel->x, 0), panel->y.from, pdk_scale_at(&panel->x, 0), panel->y.to,
                  work->theme->edge, 10);
}

/* What the sides mean, above the dots. */
static void put_words(pdk_plot_work *work, const pdk_panel *panel, double reach)
{
    pdk_ticks ticks;
    pdk_ticks_make(&ticks, 0, reach, 5);
    static const struct {
        const char *text;
        pdk_draw_anchor anchor;
    } sides[] = { { "accelerating", PDK_ANCHOR_MIDDLE },
                  { "braking", PDK_ANCHOR_MIDDLE },
                  { "to the left", PDK_ANCHOR_START },
                  { "to the right", PDK_ANCHOR_END } };
    int32_t middle = pdk_scale_at(&panel->x, 0), zero = pdk_scale_at(&panel->y, 0);
    int32_t places[4][2] = { { middle, panel->y.to - 60 },
                             { middle, panel->y.from + 150 },
                             { panel->x.from, zero - 60 },
                             { panel->x.to, zero - 60 } };
    for (size_t i = 0; i < 4; i++) {
        pdk_draw_label label = { .x = places[i][0],
                                 .y = places[i][1],
                                 .size = 120,
                                 .anchor = sides[i].anchor,
                                 .colour = work->theme->muted,
                                 .has_halo = true,
                                 .halo = work->theme->background };
        pdk_draw_text(&work->list, sides[i].text, &label);
    }
    for (size_t i = 0; i < ticks.count; i++) { /* along the way up, beside the line */
        if (!(ticks.values[i] > 0)) continue;
        char text[PDK_LABEL_SIZE + 4];
        snprintf(text, sizeof text, "%s g", ticks.labels[i]);
        pdk_draw_label label = { .x = middle + 50,
                                 .y = pdk_scale_at(&panel->y, ticks.values[i]) + 130,
                                 .size = 110,
                                 .colour = work->theme->muted,
                                 .has_halo = true,
                                 .halo = work->theme->background };
        pdk_draw_text(&work->list, text, &label);
    }
}

/* What all moments stay within. */
static double reach_of(const gg_lap *laps, size_t count)
{
    double low = 0, high = 0.5;
    for (size_t i = 0; i < count; i++) {
        pdk_range_take(&low, &high, laps[i].lateral, laps[i].count);
        pdk_range_take(&low, &high, laps[i].longitudinal, laps[i].count);
    }
    double reach = fmax(-low, high);
    pdk_range_widen(&low, &reach);
    return fmin(reach * 1.05, 1e6);
}

pdk_status pdk_plot_gg(pdk_plot_work *work, pdk_error *error)
{
    pdk_plot_lap *laps;
    size_t count;
    pdk_status status = pdk_plot_find_laps(work, &laps, &count, error);
    gg_lap *made = status == PDK_OK ? pdk_alloc_array(work->memory, count, sizeof *made) : NULL;
    if (status == PDK_OK && made == NULL) status = pdk_fail_memory(error, work->memory, "laps");
    size_t points = 0;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        status = read_lap(work, &laps[i], &made[i], error);
        for (size_t k = 0; status == PDK_OK && k < made[i].count; k++)
            points += isfinite(made[i].lateral[k]) && isfinite(made[i].longitudinal[k]);
    }
    if (status == PDK_OK && points == 0) status = pdk_plot_lacks(error, "no moment has accelerations");
    if (status == PDK_OK) status = pdk_plot_settle(work, 720, 760, 240, error);
    if (status != PDK_OK) return status;
    double reach = reach_of(made, count);
    int32_t top = PDK_PLOT_TOP + 160, bottom = pdk_plot_height(work) - 340,
            room = pdk_plot_width(work) - 2 * PDK_PLOT_MARGIN;
    int32_t half = (bottom - top < room ? bottom - top : room) / 2, middle = pdk_plot_width(work) / 2,
            zero = (top + bottom) / 2;
    pdk_panel panel = { { reach, -reach, middle - half, middle + half }, /* a force to the left is drawn there */
                        { -reach, reach, zero + half, zero - half } };
    const char *names[PDK_PLOT_MOST_LAPS];
    put_axes(work, &panel, reach);
    for (size_t i = 0; i < count && i < PDK_PLOT_MOST_LAPS; i++) {
        int32_t dash[2];
        uint32_t colour = pdk_series_colour(work->theme, i, dash);
        names[i] = laps[i].label;
        if (count <= 2) draw_cloud(work, &panel, &made[i], colour);
        draw_hull(work, &panel, &made[i], colour);
    }
    put_words(work, &panel, reach);
    if (count > 1) pdk_map_put_names(work, names, NULL, count);
    pdk_plot_name_laps(work, NULL, laps, count);
    pdk_plot_put_title(work);
    return PDK_OK;
}
