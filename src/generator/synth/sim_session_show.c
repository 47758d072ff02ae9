/* A car of the session as the world sees it. */
#include <math.h>

#include "synth/car.h"
#include "synth/sim_session_state.h"

pdk_sim_session_view pdk_sim_session_view_of(const pdk_sim_session *session, uint32_t car)
{
    const pdk_racer *racer = &session->racers[car];
    bool in_lane = racer->phase == PDK_IN_LANE || racer->phase == PDK_IN_BOX || racer->phase == PDK_IN_GARAGE;
    return (pdk_sim_session_view){
        .present = racer->phase != PDK_AWAY,
        .in_lane = in_lane,
        .limited = racer->phase == PDK_IN_LANE || racer->phase == PDK_IN_BOX,
        .spins = racer->slide == PDK_SPINNING && racer->phase == PDK_DRIVING,
        .locked = { racer->lock_up != SIZE_MAX && !racer->locked_right,
                    racer->lock_up != SIZE_MAX && racer->locked_right },
        .off_road = pdk_sim_session_is_off_road(session, racer),
        .driver = racer->driver,
        .lost = racer->lost,
    };
}

const pdk_sim_car *pdk_sim_session_car(pdk_sim_session *session, uint32_t number, bool wheels)
{
    pdk_racer *racer = &session->racers[number];
    pdk_sim_car *car = &racer->car;
    pdk_track_view road;
    pdk_track_view_at(&session->track, racer->s, racer->d, &road);
    double sine = sin(road.heading), cosine = cos(road.heading), tilt = tan(pdk_track_bank(road.curvature));
    double tangent[2] = { -sine, cosine }, right[2] = { cosine, sine };
    car->x = road.x;
    car->y = road.y;
    car->z = road.z;
    for (int k = 0; k < 2; k++) car->velocity[k] = tangent[k] * racer->u + right[k] * racer->w;
    car->velocity[2] = road.slope * racer->u - tilt * racer->w;
    car->speed = sqrt(car->velocity[0] * car->velocity[0] + car->velocity[1] * car->velocity[1] +
                      car->velocity[2] * car->velocity[2]);
    double heading = road.heading + racer->turn, sideways = racer->u * racer->u * road.curvature; /* to the left */
    double along = cos(racer->turn),
           across = sin(racer->turn); /* the nose: forward and left of the track's direction */
    const double forward[3] = { -sin(heading), cos(heading), road.slope * along + tilt * across };
    const double acceleration[3] = { tangent[0] * racer->push - right[0] * sideways,
                                     tangent[1] * racer->push - right[1] * sideways, 0 };
    pdk_car_set_axes(car, forward, acceleration, pdk_track_bank(road.curvature));
    car->steer = pdk_car_steer_for(road.curvature, racer->u);
    double length = session->track.length;
    car->track_distance = racer->s - floor(racer->s / length) * length;
    double passed = session->clock - racer->shown;
    racer->shown = session->clock;
    car->distance += car->speed * passed;
    pdk_car_operate(car, passed);
    if (racer->phase == PDK_IN_GARAGE || racer->phase == PDK_IN_BOX) car->throttle = 0;
    if (wheels) {
        pdk_car_load_wheels(car, passed);
        return car;
    }
    for (int i = 0; i < 4; i++) {
        car->wheels[i].angular_velocity = car->speed / pdk_car_constants()->wheel_radius;
    }
    return car;
}
