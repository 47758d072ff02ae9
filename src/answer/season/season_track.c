/* Tracks of a season: by name and by line, because games use one name for several layouts. */
#include <math.h>

#include "analysis/driven_track.h"
#include "base/text.h"
#include "season/season.h"

enum { TRACK_POINTS = 600 };

static pdk_status fail_room(const pdk_season *season, pdk_error *error)
{
    return pdk_fail_memory(error, pdk_season_memory(season), "a track");
}

/* NULL where nobody drove a lap. */
static pdk_status line_of(const pdk_document *race, const pdk_driven_track **track, pdk_error *error)
{
    pdk_error reason;
    *track = NULL;
    pdk_status status = pdk_driven_track_of(race, track, &reason);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (status != PDK_OK && error != NULL) *error = reason;
    return status;
}

static pdk_status keep_points(pdk_season *season, const pdk_driven_track *track, pdk_text label, pdk_error *error)
{
    const pdk_driven_track_info *info = pdk_driven_track_about(track);
    size_t step = info->points / TRACK_POINTS + 1;
    for (size_t i = 0; i < info->points; i += step) {
        pdk_driven_track_point from;
        pdk_season_point *point = pdk_vector_push(&season->points);
        if (point == NULL) return fail_room(season, error);
        pdk_status status = pdk_driven_track_read(track, i, 1, &from, error);
        if (status != PDK_OK) return status;
        *point = (pdk_season_point){ .track = label,
                                     .distance = (double)i * info->step,
                                     .x = from.x,
                                     .y = from.y,
                                     .left = from.has_left ? from.left : NAN,
                                     .right = from.has_right ? from.right : NAN,
                                     .closes = info->closed && i + step >= info->points };
    }
    return PDK_OK;
}

/* "Ring", and of the second line of the name "Ring (2)". */
static pdk_status keep_line(pdk_season *season, const pdk_driven_track *track, pdk_text name, size_t earlier,
                            pdk_text *label, pdk_error *error)
{
    *label = name;
    if (earlier > 0) {
        const char *text = pdk_keep_printf(pdk_season_memory(season), "%.*s (%zu)", (int)name.size,
                                           name.data != NULL ? name.data : "", earlier + 1);
        if (text == NULL) return fail_room(season, error);
        *label = pdk_season_word(text);
    }
    pdk_season_line *line = pdk_vector_push(&season->lines);
    if (line == NULL) return fail_room(season, error);
    *line = (pdk_season_line){ .name = name, .label = *label, .length = track->model->length };
    pdk_witness_track(track->model, line->witnesses);
    return keep_points(season, track, *label, error);
}

pdk_status pdk_season_read_track(pdk_season *season, const pdk_document *race, uint32_t number, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_text *name = &((pdk_season_race *)season->races.items)[number].track;
    const pdk_season_line *lines = season->lines.items;
    size_t earlier = 0;
    pdk_status status = line_of(race, &track, error);
    if (status != PDK_OK || track == NULL) return status;
    for (size_t i = 0; i < season->lines.count; i++) {
        if (!pdk_same_text(lines[i].name, *name)) continue;
        if (pdk_is_same_track(lines[i].length, lines[i].witnesses, track->model)) {
            *name = lines[i].label;
            return PDK_OK;
        }
        earlier++;
    }
    return keep_line(season, track, *name, earlier, name, error);
}

pdk_status pdk_season_is_on_track(const pdk_document *race, const pdk_document *qualifying, bool *same,
                                  pdk_error *error)
{
    char names[2][256];
    const pdk_driven_track *tracks[2];
    const pdk_document *const documents[] = { race, qualifying };
    *same = true;
    for (size_t i = 0; i < 2; i++) {
        if (pdk_document_track_name(documents[i], names[i], sizeof names[i]) == 0) names[i][0] = '\0';
        pdk_status status = line_of(documents[i], &tracks[i], error);
        if (status != PDK_OK) return status;
    }
    bool named = names[0][0] != '\0' && names[1][0] != '\0';
    if (named) *same = strcmp(names[0], names[1]) == 0;
    if (!*same || tracks[0] == NULL || tracks[1] == NULL) return PDK_OK;
    pdk_line_point witnesses[PDK_WITNESSES];
    pdk_witness_track(tracks[0]->model, witnesses);
    *same = pdk_is_same_track(tracks[0]->model->length, witnesses, tracks[1]->model);
    return PDK_OK;
}
