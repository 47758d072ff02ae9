/* Nodes of Live for Speed path files as lines and rows, straight over the mapped file. */
#include "format/pth/pth_lines.h"

#include <math.h>

#include "base/trigonometry.h"
#include "model/line.h"

static const char *const edges[PDK_PTH_LINES] = { NULL, "drive_left", "drive_right", "limit_left", "limit_right" };

static const uint8_t *node_at(const pdk_document *document, const pdk_pth_run *run, uint64_t node)
{
    return document->content.data + run->offset + node * run->record->size;
}

/* From the centre `aside` to the right of the direction, seen from above. */
static void place(const pdk_record *record, const uint8_t *node, const char *edge, double point[3])
{
    static const char *const axes[] = { "x", "y", "z" };
    for (int k = 0; k < 3; k++) point[k] = pdk_get_f64(pdk_record_field(record, axes[k]), 0, node);
    if (edge == NULL) return;
    const pdk_field *direction = pdk_record_field(record, "direction");
    double aside = pdk_get_f64(pdk_record_field(record, edge), 0, node);
    double x = pdk_get_f64(direction, 0, node), y = pdk_get_f64(direction, 1, node), length = pdk_hypot(x, y);
    if (!(length > 0)) return; /* no direction: the edge is at the centre */
    point[0] += aside * y / length;
    point[1] -= aside * x / length;
}

static pdk_status read_line(const pdk_document *document, const pdk_line_entry *line, uint64_t first, size_t count,
                            double (*points)[3], pdk_error *error)
{
    (void)error;
    const pdk_pth_run *run = line->state;
    for (size_t i = 0; i < count; i++)
        place(run->record, node_at(document, run, first + i), edges[line->number], points[i]);
    return PDK_OK;
}

void pdk_pth_add_lines(pdk_document *document, const pdk_pth_run *run, const char *const *names)
{
    for (uint64_t i = 0; run->count > 0 && i < PDK_PTH_LINES && names[i] != NULL; i++) {
        pdk_document_add_line(document, &(pdk_line_entry){ .info = { .name = names[i],
                                                                     .points = run->count,
                                                                     .closed = run->closed,
                                                                     .frame = PDK_FRAME_Z_UP,
                                                                     .certainty = PDK_LIKELY },
                                                           .read = read_line,
                                                           .state = run,
                                                           .number = i });
    }
}

static double step(const pdk_document *document, const pdk_pth_run *run, uint64_t from, uint64_t to)
{
    double before[3], here[3];
    place(run->record, node_at(document, run, from), NULL, before);
    place(run->record, node_at(document, run, to), NULL, here);
    double x = here[0] - before[0], y = here[1] - before[1], z = here[2] - before[2];
    return sqrt(x * x + y * y + z * z);
}

/* `length` and the steps from node `from` on to node `to`. */
static double along(const pdk_document *document, const pdk_pth_run *run, uint64_t from, uint64_t to, double length)
{
    for (uint64_t i = from; i != to; i = (i + 1) % run->count) length += step(document, run, i, (i + 1) % run->count);
    return length;
}

double pdk_pth_way(const pdk_document *document, const pdk_pth_run *run, uint64_t from, uint64_t to)
{
    return along(document, run, from, to, 0);
}

double pdk_pth_measure(const pdk_document *document, const void *state)
{
    const pdk_pth_run *run = state;
    if (run->count == 0) return 0;
    return along(document, run, 0, run->count - 1, run->closed ? step(document, run, run->count - 1, 0) : 0);
}

static pdk_status compute_number(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = (uint32_t)(batch->first + i);
    return PDK_OK;
}

void pdk_pth_add_nodes(pdk_document *document, const pdk_pth_run *run, const char *name, const char *meaning)
{
    static const pdk_column_role roles[] = {
        { "x", PDK_ROLE_X, PDK_FRAME_Z_UP },
        { "y", PDK_ROLE_Y, PDK_FRAME_Z_UP },
        { "z", PDK_ROLE_Z, PDK_FRAME_Z_UP },
        { "direction_x", PDK_ROLE_DIRECTION_X, PDK_FRAME_Z_UP },
        { "direction_y", PDK_ROLE_DIRECTION_Y, PDK_FRAME_Z_UP },
        { "direction_z", PDK_ROLE_DIRECTION_Z, PDK_FRAME_Z_UP },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table *table = pdk_document_add_table(document, name, meaning, run->count, 13);
    pdk_table_set_strided(table, document->content.data + run->offset, run->record->size);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "node", .type = PDK_UINT32, .meaning = "number of the node", .certainty = PDK_CONFIRMED },
        compute_number, NULL, 0);
    pdk_table_add_record(table, run->record, 0);
    pdk_table_set_roles(table, roles);
    pdk_table_set_sorted(table, "node");
}
