/* Lines of a track: the nodes that cars follow, and the verges and barriers next to them. */
#include "format/tri/tri_track.h"
#include "model/line.h"

static const struct side {
    const char *name, *field; /* how far it is from the node; NULL = at it */
    double sign;
} sides[] = {
    { "node line", NULL, 0 },
    { "left verge", "left_verge", -1 },
    { "right verge", "right_verge", 1 },
    { "left barrier", "left_barrier", -1 },
    { "right barrier", "right_barrier", 1 },
};

static pdk_status read_points(const pdk_document *document, const pdk_line_entry *line, uint64_t first, size_t count,
                              double (*points)[3], pdk_error *error)
{
    (void)error;
    const pdk_tri_track *track = document->state;
    const struct side *side = &sides[line->number];
    for (size_t i = 0; i < count; i++) {
        uint32_t node = (uint32_t)(first + i);
        double right[3] = { 0 }, aside = 0;
        if (side->field != NULL) {
            aside = side->sign * pdk_tri_value(&pdk_tri_node, side->field, pdk_tri_node_at(track, node));
            pdk_tri_right(track, node, right);
        }
        for (int axis = 0; axis < 3; axis++) points[i][axis] = track->places[node][axis] + aside * right[axis];
    }
    return PDK_OK;
}

void pdk_tri_add_lines(pdk_document *document, const pdk_tri_track *track)
{
    for (uint64_t i = 0; track->node_count >= 2 && i < sizeof sides / sizeof sides[0]; i++) {
        pdk_document_add_line(document, &(pdk_line_entry){ .info = { .name = sides[i].name,
                                                                     .points = track->node_count,
                                                                     .closed = track->closed,
                                                                     .frame = PDK_FRAME_TRACK,
                                                                     .certainty = PDK_CONFIRMED },
                                                           .read = read_points,
                                                           .number = i });
    }
}
