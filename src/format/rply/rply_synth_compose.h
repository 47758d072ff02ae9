/* Composing frames of a generated replay from the simulated drive. */
#ifndef PADDOCK_FORMAT_RPLY_RPLY_SYNTH_COMPOSE_H
#define PADDOCK_FORMAT_RPLY_RPLY_SYNTH_COMPOSE_H

#include "synth/sim_session.h"

enum {
    PDK_RPLY_COMPOSE_CARS = 50, /* Racer's own most */
    PDK_RPLY_FRAME_CAPACITY = 32768
};

typedef struct pdk_rply_composer {
    const pdk_sim_car *shown[PDK_RPLY_COMPOSE_CARS];   /* as they are now; NULL = not there */
    pdk_sim_session_view views[PDK_RPLY_COMPOSE_CARS]; /* of a session */
    bool of_session;
    uint32_t cars;
    int major; /* 1 or 2: how states end and skid points look */
    bool entered[PDK_RPLY_COMPOSE_CARS];
    int8_t marking[2 * PDK_RPLY_COMPOSE_CARS]; /* by strip, two a car: 1 + the wheel that draws it, on that side; 0 =
                                                  none */
    double turned[PDK_RPLY_COMPOSE_CARS][4];   /* orientation last written */
    uint8_t frame[PDK_RPLY_FRAME_CAPACITY];
    uint32_t size; /* of the frame */
    bool fits;
} pdk_rply_composer;

const char *pdk_rply_compose_car_name(uint32_t car, uint32_t cars);
/* The frame of this moment into composer->frame; false when a value does not fit its field, which is a bug. */
bool pdk_rply_compose(pdk_rply_composer *composer, int32_t time);

#endif
