/* What a file says about a car as a body: where its weight is, and how hard it is to turn. */
#ifndef PADDOCK_MODEL_CAR_BODY_H
#define PADDOCK_MODEL_CAR_BODY_H

#include "paddock/table.h"

enum { PDK_CAR_BODY_WHEELS = 4, PDK_CAR_BODY_AIR = 4 };

/* Where the air acts, and how hard: force in N is the number by the square of speed in m/s. */
typedef struct pdk_car_air {
    double place[3];   /* from the car's reference point, m: right, forward, up */
    double lift, drag; /* kg/m: upward, and against the motion */
} pdk_car_air;

/* How a wheel was set up. */
typedef struct pdk_car_wheel {
    pdk_text name;         /* "front_left" */
    double contact[3];     /* middle of its contact patch, as center_of_gravity */
    double pressure;       /* kPa */
    double camber, toe_in; /* rad */
} pdk_car_wheel;

typedef struct pdk_car_body {
    double center_of_gravity[3]; /* from the car's reference point, m: right, forward, up */
    double height;               /* of it over the road, as the car stood, m */
    double yaw_inertia;          /* kg m^2, about the vertical axis */
    double mass;                 /* kg, as the car stood */
    pdk_text drive;              /* "rear" ...; data NULL = unknown */
    uint32_t gears;              /* forward ones */
    size_t wheel_count;
    pdk_car_wheel wheels[PDK_CAR_BODY_WHEELS];
    double unsprung_mass; /* kg, of all wheels */
    double brake_balance; /* the front's share of the brake torque, as set */
    size_t air_count;
    pdk_car_air air[PDK_CAR_BODY_AIR];
} pdk_car_body;

#endif
