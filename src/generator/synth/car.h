/* The generated car: what it is built of, what engine and tyres can do, and what follows from how it moves. */
#ifndef PADDOCK_SYNTH_CAR_H
#define PADDOCK_SYNTH_CAR_H

#include "synth/sim.h"

extern const double pdk_car_air_temperature; /* in the tyres at the start, degC */
const pdk_sim_constants *pdk_car_constants(void);

/* The speed at which a bend of this curvature (1/m, of either sign) takes nearly all grip. */
double pdk_car_cornering_speed(double curvature);
/* What the engine adds to the speed at full throttle, m/s^2, above the car's drag. */
double pdk_car_most_push(double speed);
/* The road wheels' angle that takes the car round. */
double pdk_car_steer_for(double curvature, double speed);

/* The body's axes, angles and what is felt in it, from where it points, its change of velocity and the road's bank. */
void pdk_car_set_axes(pdk_sim_car *car, const double forward[3], const double acceleration[3], double bank);
/* Gear, clutch, engine and pedals, from speed and what is felt; `tick` seconds after the call before. */
void pdk_car_operate(pdk_sim_car *car, double tick);
/* The forces that make the car accelerate as it does: their sums are mass times what is felt. */
void pdk_car_load_wheels(pdk_sim_car *car, double tick);

#endif
