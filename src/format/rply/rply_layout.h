/* The records of a Racer replay (rply_layout.c). */
#ifndef PADDOCK_FORMAT_RPLY_RPLY_LAYOUT_H
#define PADDOCK_FORMAT_RPLY_RPLY_LAYOUT_H

#include "layout/layout.h"

/* Places within records that are read singly, named here for the tables and for the code alike. */
enum { PDK_RPLY_FRAME_TIME = 2, PDK_RPLY_STATE_ORIENTATION = 12, PDK_RPLY_ENTRY_CAR = 64, PDK_RPLY_END_VELOCITY = 4 };

extern const pdk_record pdk_rply_header;                  /* at 0, when the file has an interval */
extern const pdk_record pdk_rply_header_without_interval; /* at 0 otherwise */
extern const pdk_record pdk_rply_car_name;                /* one a car after the header, then the tag DATA */
extern const pdk_record pdk_rply_frame;                   /* what each frame begins with */
extern const pdk_record pdk_rply_command;                 /* what each command begins with */

/* Payloads of commands. */
extern const pdk_record pdk_rply_set_car;
extern const pdk_record pdk_rply_position;
extern const pdk_record pdk_rply_smoke;
extern const pdk_record pdk_rply_skid_strip;
extern const pdk_record pdk_rply_skid_point;
extern const pdk_record pdk_rply_skid_point_transparent;
extern const pdk_record pdk_rply_car_entry;

/* A car state is a start, three arrays with an element a wheel, and an end that depends on the version. */
extern const pdk_record pdk_rply_state;
extern const pdk_record pdk_rply_wheel_y, pdk_rply_wheel_angle, pdk_rply_wheel_speed;
extern const pdk_record pdk_rply_state_end_1;
extern const pdk_record pdk_rply_state_end_2;

extern const pdk_record *const pdk_rply_records[];

#endif
