/* A track model from a document that has lines: the one driven along, and the edges beside it. */
#include "track/given_track.h"

#include <math.h>
#include <string.h>

#include "base/whole.h"
#include "model/line.h"

static pdk_status read_line(const pdk_document *document, size_t index, pdk_memory *memory, double (**points)[3],
                            size_t *count, pdk_error *error)
{
    const pdk_line_info *info = pdk_document_line_at(document, index);
    *count = (size_t)info->points;
    *points = pdk_alloc_array(memory, info->points, sizeof **points);
    if (*points == NULL) return pdk_fail_memory(error, memory, "the line of a track");
    pdk_status status = pdk_document_line_read(document, index, 0, *count, *points, error);
    if (status != PDK_OK) return status;
    pdk_turn turn = pdk_frame_turn(info->frame, PDK_FRAME_Z_UP);
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        double stored[3];
        memcpy(stored, (*points)[i], sizeof stored);
        if (!isfinite(stored[0]) || !isfinite(stored[1]) || !isfinite(stored[2])) continue;
        pdk_turn_point(turn, stored, (*points)[kept++]);
    }
    *count = kept;
    return PDK_OK;
}

/* The offsets of an edge, at the points of the line beside it. */
static void lay_edge(pdk_track_model *model, double (*points)[3], size_t count, bool closed, float *edge)
{
    pdk_track_position last = { NAN, NAN };
    for (size_t i = 0; i < count + closed; i++) {
        pdk_track_position here;
        if (!pdk_track_locate(model, points[i % count], NAN, &here)) {
            last.distance = NAN;
            continue;
        }
        double way = isnan(last.distance) ? 0 : pdk_track_way(model, last.distance, here.distance);
        if (way < 0 || way > 100) way = 0;
        size_t steps = pdk_whole_size(way / model->step) + 1;
        for (size_t k = 0; k <= steps; k++) {
            double share = (double)k / (double)steps, at = (here.distance - (1 - share) * way) / model->step;
            long long index = llround(at) % (long long)model->count;
            if (index < 0) index += (long long)model->count;
            edge[index] = (float)(way > 0 ? last.lateral + share * (here.lateral - last.lateral) : here.lateral);
        }
        last = here;
    }
}

static pdk_status add_edge(pdk_track_model *model, const pdk_document *document, const char *side, float *edge,
                           pdk_error *error)
{
    for (size_t i = 1; i < pdk_document_line_count(document); i++) {
        const pdk_line_info *info = pdk_document_line_at(document, i);
        if (strncmp(info->name, side, strlen(side)) != 0 || info->points < 2) continue;
        double(*points)[3] = NULL;
        size_t count;
        pdk_status status = read_line(document, i, model->memory, &points, &count, error);
        if (status == PDK_OK && count > 1) lay_edge(model, points, count, info->closed, edge);
        pdk_free(model->memory, points);
        return status;
    }
    return PDK_OK;
}

pdk_status pdk_track_from_document(const pdk_document *document, pdk_memory *memory, pdk_track_model **model,
                                   pdk_error *error)
{
    *model = NULL;
    const pdk_line_info *info = pdk_document_line_at(document, 0);
    if (info == NULL)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "track.no_line",
                        "this %s file has no line that one drives along: give a track that has one",
                        document->info->id);
    double(*points)[3] = NULL;
    size_t count;
    pdk_status status = read_line(document, 0, memory, &points, &count, error);
    if (status == PDK_OK)
        status = pdk_track_from_points(memory, (const double(*)[3])points, count, info->closed, model, error);
    pdk_free(memory, points);
    if (status == PDK_OK) status = add_edge(*model, document, "left", (*model)->left, error);
    if (status == PDK_OK) status = add_edge(*model, document, "right", (*model)->right, error);
    return status;
}

static bool is_pit_lane(const pdk_line_info *info)
{
    static const char end[] = "pit lane";
    size_t size = strlen(info->name);
    return size >= sizeof end - 1 && strcmp(info->name + size - (sizeof end - 1), end) == 0;
}

pdk_status pdk_track_pit_lanes(const pdk_document *document, pdk_memory *memory, pdk_pit_lane **lanes, size_t *count,
                               pdk_error *error)
{
    size_t lines = pdk_document_line_count(document);
    *count = 0;
    *lanes = pdk_alloc_array(memory, lines, sizeof **lanes);
    if (*lanes == NULL) return pdk_fail_memory(error, memory, "the pit lanes of a track");
    for (size_t i = 0; i < lines; i++) {
        if (!is_pit_lane(pdk_document_line_at(document, i))) continue;
        pdk_pit_lane *lane = &(*lanes)[*count];
        pdk_status status = read_line(document, i, memory, &lane->points, &lane->count, error);
        if (status != PDK_OK) return status;
        *count += lane->count > 1;
    }
    return PDK_OK;
}
