/* Which track a file's laps are of. */
#include "lap_tracks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool add_list(cli_lap_tracks *tracks, const char *name)
{
    if (tracks->count == tracks->room) {
        size_t room = 2 * tracks->room + 16;
        char(*names)[CLI_TRACK_NAME] = realloc(tracks->names, room * sizeof *names);
        if (names == NULL) return false;
        tracks->names = names;
        tracks->room = room;
    }
    memcpy(tracks->names[tracks->count++], name, CLI_TRACK_NAME);
    return true;
}

bool cli_find_lap_track(cli_lap_tracks *tracks, cli_answer_file *file)
{
    const pdk_document *document = file->input.document;
    const pdk_property *ruler = pdk_document_find_property(document, "track_length");
    bool is_number = ruler != NULL && (ruler->value.type == PDK_FLOAT32 || ruler->value.type == PDK_FLOAT64);
    file->ruler = is_number ? ruler->value.as.number : NAN;
    memset(file->track, 0, sizeof file->track);
    if (pdk_document_track_name(document, file->track, sizeof file->track) > 0) {
        for (file->list = 0; file->list < tracks->count; file->list++) {
            if (strcmp(tracks->names[file->list], file->track) == 0) return true;
        }
    }
    file->list = tracks->count;
    return add_list(tracks, file->track);
}

void cli_forget_lap_tracks(cli_lap_tracks *tracks)
{
    free(tracks->names);
    *tracks = (cli_lap_tracks){ .names = NULL };
}
