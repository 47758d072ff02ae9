/* What a numbering of corners keeps of each track. */
#ifndef PADDOCK_ANALYSIS_CORNER_CORNER_NUMBERING_H
#define PADDOCK_ANALYSIS_CORNER_CORNER_NUMBERING_H

#include "analysis/corner/corners.h"

enum { PDK_WITNESSES = 100 /* points of a line that another is compared by */ };

/* A point of a track's line. */
typedef struct pdk_line_point {
    double place[3], heading;
} pdk_line_point;

/* Points all along a track's line. */
void pdk_witness_track(const pdk_track_model *model, pdk_line_point witnesses[PDK_WITNESSES]);
/* Do two lines run side by side, the same way? `length` and `witnesses` are of the one, `model` is the other. */
bool pdk_is_same_track(double length, const pdk_line_point witnesses[PDK_WITNESSES], const pdk_track_model *model);

/* A corner wherever the line is. */
typedef struct pdk_placed_corner {
    pdk_corner corner;
    pdk_line_point start, apex, end;
} pdk_placed_corner;

/* Have its corners been handed out, or saved? Then no other recording of the track gives it better ones. */
typedef enum pdk_track_settled { PDK_TRACK_OPEN, PDK_TRACK_ASKED, PDK_TRACK_SAVED } pdk_track_settled;

/* The recording that a track has its corners from. */
typedef struct pdk_numbered_track {
    pdk_track_settled settled;
    size_t laps;
    double fastest, length; /* s, m */
    pdk_line_point witnesses[PDK_WITNESSES];
    pdk_placed_corner *corners;
    size_t count;
} pdk_numbered_track;

struct pdk_corner_numbering {
    pdk_memory memory;
    pdk_vector tracks; /* pdk_numbered_track */
};

#endif
