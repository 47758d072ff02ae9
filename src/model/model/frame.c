/* The frames, each with its turn to and from the road's. */
#include <string.h>

#include "model/frame.h"

static const char *const texts[PDK_FRAMES] = {
    [PDK_FRAME_NONE] = "",
    [PDK_FRAME_ROAD] = "x forward, y left, z up; m",
    [PDK_FRAME_TRACK] = "x right, y forward, z up; m",
    [PDK_FRAME_Z_UP] = "z up; m",
    [PDK_FRAME_Y_UP] = "x left, y up, z forward; m",
    [PDK_FRAME_GMOTOR] = "y up, x and z in the ground plane; m",
    [PDK_FRAME_ENU] = "x east, y north, z up; m",
};

/* A frame's coordinates from the road's: x, y, z = forward, left, up. */
static const pdk_turn from_road[PDK_FRAMES] = {
    [PDK_FRAME_NONE] = { { 0, 1, 2 }, { 1, 1, 1 } },   [PDK_FRAME_ROAD] = { { 0, 1, 2 }, { 1, 1, 1 } },
    [PDK_FRAME_TRACK] = { { 1, 0, 2 }, { -1, 1, 1 } }, [PDK_FRAME_Z_UP] = { { 0, 1, 2 }, { 1, 1, 1 } },
    [PDK_FRAME_Y_UP] = { { 1, 2, 0 }, { 1, 1, 1 } },   [PDK_FRAME_GMOTOR] = { { 1, 2, 0 }, { 1, 1, 1 } },
    [PDK_FRAME_ENU] = { { 0, 1, 2 }, { 1, 1, 1 } },
};

const char *pdk_frame_text(pdk_frame frame)
{
    return (int)frame >= 0 && (int)frame < PDK_FRAMES ? texts[frame] : "";
}

static pdk_turn invert(pdk_turn turn)
{
    pdk_turn back = { { 0 }, { 0 } };
    for (uint8_t i = 0; i < 3; i++) {
        back.axis[turn.axis[i]] = i;
        back.sign[turn.axis[i]] = turn.sign[i];
    }
    return back;
}

static bool is_map(pdk_frame frame)
{
    return frame == PDK_FRAME_TRACK || frame == PDK_FRAME_Z_UP || frame == PDK_FRAME_ENU;
}

pdk_turn pdk_frame_turn(pdk_frame from, pdk_frame to)
{
    if (is_map(from) && is_map(to)) return from_road[PDK_FRAME_ROAD]; /* z is up in both, and no more is known */
    pdk_turn first = invert(from_road[from]), second = from_road[to], whole;
    for (int i = 0; i < 3; i++) {
        whole.axis[i] = first.axis[second.axis[i]];
        whole.sign[i] = (int8_t)(first.sign[second.axis[i]] * second.sign[i]);
    }
    return whole;
}

bool pdk_turn_parse(const char *text, pdk_turn *turn)
{
    unsigned seen = 0;
    int product = 1;
    for (int i = 0; i < 3; i++) {
        int sign = 1;
        if (*text == '+' || *text == '-') sign = *text++ == '-' ? -1 : 1;
        if (*text < 'x' || *text > 'z') return false;
        turn->axis[i] = (uint8_t)(*text++ - 'x');
        turn->sign[i] = (int8_t)sign;
        seen |= 1u << turn->axis[i];
        product *= sign;
        if (*text == ',') text++;
    }
    /* An odd order of axes is a mirror, and so is an odd number of minus signs. */
    bool odd = turn->axis[1] != (turn->axis[0] + 1) % 3;
    return *text == '\0' && seen == 7 && (product < 0) == odd;
}

bool pdk_turn_is_none(pdk_turn turn)
{
    return memcmp(&turn, &from_road[PDK_FRAME_ROAD], sizeof turn) == 0;
}

void pdk_turn_point(pdk_turn turn, const double from[3], double to[3])
{
    for (int i = 0; i < 3; i++) to[i] = turn.sign[i] * from[turn.axis[i]];
}
