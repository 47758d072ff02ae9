/* Axes: what x, y and z mean in a file, and turning from one convention into another. All frames are right-handed and
 * in metres, every turn is a rotation: the winding of triangles stays. */
#ifndef PADDOCK_MODEL_FRAME_H
#define PADDOCK_MODEL_FRAME_H

#include "base/error.h"

typedef enum pdk_frame {
    PDK_FRAME_ROAD,  /* x forward, y left, z up (ISO 8855): RLD, OpenCRG */
    PDK_FRAME_TRACK, /* x right, y forward, z up: TRI, FAM */
    PDK_FRAME_Z_UP,  /* z up, nobody says what x and y are: PLY, STL, LAS, XYZ. To and from the two above they stay what
                        they are */
    PDK_FRAME_Y_UP,  /* x left, y up, z forward: glTF, OBJ, Racer's world */
    PDK_FRAMES
} pdk_frame;

/* "x forward, y left, z up; m": what surfaces say of themselves. */
const char *pdk_frame_text(pdk_frame frame);
/* The frame a surface's text names; PDK_FRAME_Z_UP when it is none of ours. */
pdk_frame pdk_frame_of_text(const char *text);

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
