/* Turning coordinates from one frame into another. Every turn is a rotation: the winding of triangles stays. */
#ifndef PADDOCK_MODEL_FRAME_H
#define PADDOCK_MODEL_FRAME_H

#include "base/error.h"

enum { PDK_FRAMES = PDK_FRAME_ENU + 1 };

/* Coordinate i of the result is sign[i] times coordinate axis[i]. */
typedef struct pdk_turn {
    uint8_t axis[3];
    int8_t sign[3];
} pdk_turn;

pdk_turn pdk_frame_turn(pdk_frame from, pdk_frame to);
/* "+y-x+z": what becomes x, y and z. False unless it is a rotation: each axis once, not mirrored. */
bool pdk_turn_parse(const char *text, pdk_turn *turn);
bool pdk_turn_is_none(pdk_turn turn);
void pdk_turn_point(pdk_turn turn, const double from[3], double to[3]);

#endif
