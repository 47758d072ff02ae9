/* Recordings made by hand, as documents without a file: whatever moves, in whatever way. */
#ifndef PADDOCK_TESTS_MADE_MOTION_H
#define PADDOCK_TESTS_MADE_MOTION_H

#include "support.h"

typedef struct made_pose {
    double time, driver;
    double x, y, z; /* in the frame asked for */
    double yaw;
    double velocity[3];
    double speed, gear, throttle, brake;
} made_pose;

/* Which columns there are besides driver, time, x, y and z. */
enum { MADE_YAW = 1, MADE_VELOCITY = 2, MADE_SPEED = 4, MADE_GEAR = 8, MADE_PEDALS = 16 };

/* A document with such a table; the poses are copied. */
pdk_document *make_motion(const made_pose *poses, size_t count, pdk_frame frame, unsigned columns);

#endif
