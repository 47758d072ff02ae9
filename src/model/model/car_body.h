/* What a file tells of a car as a body: where its weight is, and how hard it is to turn. */
#ifndef PADDOCK_MODEL_CAR_BODY_H
#define PADDOCK_MODEL_CAR_BODY_H

#include "paddock/table.h"

enum { PDK_CAR_BODY_WHEELS = 4 };

typedef struct pdk_car_body {
    double center_of_gravity[3]; /* from the car's reference point, m: right, forward, up */
    double height;               /* of it over the road, as the car stood, m */
    double yaw_inertia;          /* kg m^2, about the vertical axis */
    double mass;                 /* kg, as the car stood */
    pdk_text drive;              /* "rear" ...; data NULL = not told */
    uint32_t gears;              /* forward ones */
    size_t wheels;
    pdk_text names[PDK_CAR_BODY_WHEELS];     /* "front_left" */
    double contacts[PDK_CAR_BODY_WHEELS][3]; /* middle of each contact patch, as center_of_gravity */
    double unsprung_mass;                    /* kg, of all wheels */
    pdk_certainty inertia_certainty;
} pdk_car_body;

#endif
