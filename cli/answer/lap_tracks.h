/* Laps are ranked with laps of the same track only: each track is a list. */
#ifndef PADDOCK_CLI_LAP_TRACKS_H
#define PADDOCK_CLI_LAP_TRACKS_H

#include "answer.h"
#include "paddock/paddock.h"

/* Lists in the order in which their tracks were met. Zero it before; give it to cli_forget_lap_tracks. */
typedef struct cli_lap_tracks {
    char (*names)[CLI_TRACK_NAME];
    size_t count, room;
} cli_lap_tracks;

/* Finds the list of the file's track and the ruler of its laps. A file that names no track has its own list. False when
 * out of memory. */
bool cli_find_lap_track(cli_lap_tracks *tracks, cli_answer_file *file);
void cli_forget_lap_tracks(cli_lap_tracks *tracks);

#endif
