/* Documents with a session and poses written by hand, for what is computed from both. */
#ifndef PADDOCK_TEST_DRIVEN_HAND_H
#define PADDOCK_TEST_DRIVEN_HAND_H

#include "session_hand.h"

/* One row: where a car is. In metres, z up; the nose points to `heading`, anticlockwise from x. */
typedef struct hand_pose {
    double time, x, y, z, heading;
    uint32_t slot;
    bool off_track;
} hand_pose;

typedef struct hand_poses {
    hand_pose *list; /* malloc'd */
    size_t count, room;
    bool tells_off_track; /* the file has such a column */
} hand_poses;

void hand_add(hand_poses *poses, hand_pose pose);
/* A car that drives straight on from `from` at a steady velocity, with its nose that way, until before `end`; 50 rows a
 * second. */
void hand_drive(hand_poses *poses, hand_pose from, double end, double velocity_x, double velocity_y);
/* In order of time. */
void hand_sort(hand_poses *poses);
void hand_forget(hand_poses *poses);

/* A document whose file would have this session and have these poses; both must live as long. */
pdk_document *hand_driven(const pdk_session *session, const hand_poses *poses);

#endif
