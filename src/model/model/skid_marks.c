/* Points with a strip's number become marks: a strip begins and ends, and its number is used again. */
#include "model/skid_marks.h"

#include <math.h>
#include <string.h>

#include "model/frame.h"

enum { RUN = 256, STRIPS = 1 << 16, MOST_COLUMNS = 9 };

static const double longest_pause = 1;  /* s, between two points of a mark: the recorder may have dropped its end */
static const double most_metres = 1e9;  /* further out nothing is drawn */
static const double most_lifetime = 60; /* s */

/* ---------------------------------------------------------------------------------------------------- tables */

typedef struct columns {
    const pdk_table *table;
    size_t at[MOST_COLUMNS];
    size_t count;
    bool all; /* there */
    pdk_turn turn;
} columns;

static void want(columns *list, size_t column)
{
    list->all = list->all && column != PDK_NO_COLUMN;
    list->at[list->count++] = column;
}

static columns columns_of(const pdk_document *document, const char *name, const char *const names[],
                          const pdk_role *roles)
{
    columns list = { .table = name != NULL ? pdk_document_own_table(document, name) : NULL };
    list.all = list.table != NULL;
    for (size_t i = 0; list.all && roles[i] != PDK_ROLE_NONE; i++)
        want(&list, pdk_table_find_role(list.table, roles[i]));
    for (size_t i = 0; list.all && names[i] != NULL; i++) want(&list, pdk_table_find_column(list.table, names[i]));
    size_t x = list.all ? pdk_table_find_role(list.table, PDK_ROLE_X) : PDK_NO_COLUMN;
    pdk_frame frame = x != PDK_NO_COLUMN ? pdk_table_column_at(list.table, x)->frame : PDK_FRAME_Z_UP;
    list.turn = pdk_frame_turn(frame, PDK_FRAME_Z_UP);
    return list;
}

/* Some rows, as doubles: values[c] is the c-th column. */
static pdk_status read_rows(const columns *list, uint64_t first, size_t count, double values[][RUN], pdk_error *error)
{
    pdk_column_read reads[MOST_COLUMNS];
    for (size_t c = 0; c < list->count; c++)
        reads[c] = (pdk_column_read){ .column = list->at[c], .type = PDK_FLOAT64, .values = values[c] };
    return pdk_table_read(list->table, first, count, reads, list->count, error);
}

static bool place_of(const columns *list, double values[][RUN], size_t column, size_t row, double limit, double to[3])
{
    const double from[3] = { values[column][row], values[column + 1][row], values[column + 2][row] };
    pdk_turn_point(list->turn, from, to);
    return fabs(to[0]) < limit && fabs(to[1]) < limit && fabs(to[2]) < limit;
}

/* ----------------------------------------------------------------------------------------------------- marks */

typedef struct edge {
    double time;
    uint16_t strip;
    bool starts;
} edge;

/* What a strip is at. */
typedef struct strip {
    uint32_t mark; /* 1 + the one it draws; 0 = none */
    double latest; /* time of its last point */
    double end;    /* the last one recorded */
    bool ended;    /* it draws no further than there */
} strip;

typedef struct laying {
    pdk_memory *memory;
    strip *strips;
    pdk_vector edges, points, marks; /* edge; pdk_skid_point; pdk_skid_mark without `first` */
    pdk_vector owners;               /* uint32_t: the mark of each point */
    size_t next_edge;
} laying;

static pdk_status read_edges(const pdk_document *document, const pdk_mark_tables *tables, laying *work,
                             pdk_error *error)
{
    static const pdk_role roles[] = { PDK_ROLE_TIME, PDK_ROLE_NONE };
    const char *const names[] = { tables->strip, tables->starts, NULL };
    columns list = columns_of(document, tables->ends, names, roles);
    double values[MOST_COLUMNS][RUN];
    uint64_t rows = list.all ? pdk_table_rows(list.table) : 0;
    for (uint64_t first = 0; first < rows; first += RUN) {
        size_t count = rows - first < RUN ? (size_t)(rows - first) : RUN;
        pdk_status status = read_rows(&list, first, count, values, error);
        for (size_t i = 0; i < count && status == PDK_OK; i++) {
            edge *added = pdk_vector_push(&work->edges);
            if (added == NULL) return pdk_fail_memory(error, work->memory, "skid marks");
            *added = (edge){ values[0][i], (uint16_t)(int32_t)values[1][i], values[2][i] > 0 };
        }
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* Starts and ends up to the time of a point. Points at the time of an end are before it, unless a start is there, too.
 */
static void pass_edges(laying *work, double time)
{
    const edge *edges = work->edges.items;
    for (; work->next_edge < work->edges.count && edges[work->next_edge].time <= time; work->next_edge++) {
        const edge *passed = &edges[work->next_edge];
        strip *at = &work->strips[passed->strip];
        if (passed->starts) at->mark = 0;
        at->ended = !passed->starts;
        at->end = passed->time;
    }
}

static bool add_point(laying *work, uint16_t number, const pdk_skid_point *point)
{
    strip *at = &work->strips[number];
    pass_edges(work, point->time);
    if (at->ended && at->end < point->time) at->mark = 0;
    if (at->mark != 0 && !(fabs(point->time - at->latest) <= longest_pause)) at->mark = 0;
    if (at->mark == 0) {
        if (pdk_vector_push(&work->marks) == NULL) return false;
        at->mark = (uint32_t)work->marks.count;
        at->ended = at->ended && !(at->end < point->time);
    }
    at->latest = point->time;
    pdk_skid_point *added = pdk_vector_push(&work->points);
    uint32_t *owner = pdk_vector_push(&work->owners);
    if (added == NULL || owner == NULL) return false;
    *added = *point;
    *owner = at->mark - 1;
    ((pdk_skid_mark *)work->marks.items)[*owner].count++;
    return true;
}

static pdk_status read_points(const pdk_document *document, const pdk_mark_tables *tables, laying *work,
                              pdk_error *error)
{
    static const pdk_role roles[] = { PDK_ROLE_TIME, PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z, PDK_ROLE_NONE };
    const char *const names[] = { tables->strip, tables->transparency, NULL };
    const char *const fewer[] = { tables->strip, NULL }; /* early recorders write no transparency */
    columns list = columns_of(document, tables->points, names, roles);
    bool clear = list.all;
    if (!clear) list = columns_of(document, tables->points, fewer, roles);
    double values[MOST_COLUMNS][RUN];
    uint64_t rows = list.all ? pdk_table_rows(list.table) : 0;
    for (uint64_t first = 0; first < rows; first += RUN) {
        size_t count = rows - first < RUN ? (size_t)(rows - first) : RUN;
        pdk_status status = read_rows(&list, first, count, values, error);
        for (size_t i = 0; i < count && status == PDK_OK; i++) {
            pdk_skid_point point = { .time = values[0][i], .opacity = clear ? (float)(1 - values[5][i]) : 1 };
            if (!(point.opacity >= 0 && point.opacity <= 1)) point.opacity = 1;
            if (!place_of(&list, values, 1, i, most_metres, point.place)) continue;
            if (!add_point(work, (uint16_t)(int32_t)values[4][i], &point))
                return pdk_fail_memory(error, work->memory, "skid marks");
        }
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* Points in the order of their marks. */
static pdk_status gather(laying *work, pdk_skid_marks *made, pdk_error *error)
{
    size_t before = 0, count = work->points.count;
    pdk_skid_mark *marks = work->marks.items;
    const pdk_skid_point *points = work->points.items;
    const uint32_t *owners = work->owners.items;
    made->points = pdk_alloc_array(work->memory, count, sizeof *made->points);
    if (made->points == NULL) return pdk_fail_memory(error, work->memory, "skid marks");
    for (size_t i = 0; i < work->marks.count; i++) {
        marks[i].first = before;
        before += marks[i].count;
        marks[i].count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        pdk_skid_mark *mark = &marks[owners[i]];
        made->points[mark->first + mark->count++] = points[i];
    }
    made->point_count = count;
    made->marks = marks;
    made->mark_count = work->marks.count;
    return PDK_OK;
}

static pdk_status read_marks(const pdk_document *document, const pdk_mark_tables *tables, pdk_memory *memory,
                             pdk_skid_marks *made, pdk_error *error)
{
    laying work = { .memory = memory,
                    .strips = pdk_alloc_array(memory, STRIPS, sizeof *work.strips),
                    .edges = pdk_vector_of(memory, sizeof(edge)),
                    .points = pdk_vector_of(memory, sizeof(pdk_skid_point)),
                    .marks = pdk_vector_of(memory, sizeof(pdk_skid_mark)),
                    .owners = pdk_vector_of(memory, sizeof(uint32_t)) };
    if (work.strips == NULL) return pdk_fail_memory(error, memory, "skid marks");
    pdk_status status = read_edges(document, tables, &work, error);
    if (status == PDK_OK) status = read_points(document, tables, &work, error);
    if (status == PDK_OK) status = gather(&work, made, error);
    pdk_free(memory, work.strips);
    pdk_free(memory, work.edges.items);
    pdk_free(memory, work.points.items);
    pdk_free(memory, work.owners.items);
    return status;
}

/* ----------------------------------------------------------------------------------------------------- smoke */

static pdk_status read_smoke(const pdk_document *document, const pdk_mark_tables *tables, pdk_memory *memory,
                             pdk_skid_marks *made, pdk_error *error)
{
    static const pdk_role roles[] = { PDK_ROLE_TIME,       PDK_ROLE_X,          PDK_ROLE_Y,          PDK_ROLE_Z,
                                      PDK_ROLE_VELOCITY_X, PDK_ROLE_VELOCITY_Y, PDK_ROLE_VELOCITY_Z, PDK_ROLE_NONE };
    const char *const names[] = { tables->lifetime, NULL };
    columns list = columns_of(document, tables->smoke, names, roles);
    double values[MOST_COLUMNS][RUN];
    uint64_t rows = list.all ? pdk_table_rows(list.table) : 0;
    made->puffs = pdk_alloc_array(memory, rows, sizeof *made->puffs);
    if (made->puffs == NULL) return pdk_fail_memory(error, memory, "smoke");
    for (uint64_t first = 0; first < rows; first += RUN) {
        size_t count = rows - first < RUN ? (size_t)(rows - first) : RUN;
        pdk_status status = read_rows(&list, first, count, values, error);
        for (size_t i = 0; i < count && status == PDK_OK; i++) {
            pdk_smoke_puff puff = { .time = values[0][i], .lifetime = fmin(values[7][i], most_lifetime) };
            bool sound = place_of(&list, values, 1, i, most_metres, puff.place) &&
                         place_of(&list, values, 4, i, most_metres, puff.velocity) && values[7][i] > 0;
            if (sound) made->puffs[made->puff_count++] = puff;
        }
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

pdk_status pdk_skid_marks_read(const pdk_document *document, pdk_memory *memory, pdk_skid_marks *marks,
                               pdk_error *error)
{
    const pdk_mark_tables *tables = document->services != NULL ? document->services->marks : NULL;
    *marks = (pdk_skid_marks){ .points = NULL };
    if (tables == NULL) return PDK_OK;
    pdk_status status = read_marks(document, tables, memory, marks, error);
    return status == PDK_OK ? read_smoke(document, tables, memory, marks, error) : status;
}
