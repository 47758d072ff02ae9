/* The quarter of a car the International Roughness Index is about: one sprung and one unsprung mass at 80 km/h. */
#ifndef PADDOCK_SURFACE_PROFILE_QUARTER_CAR_H
#define PADDOCK_SURFACE_PROFILE_QUARTER_CAR_H

/* Slope of the sprung mass, its change, slope of the unsprung mass, its change. One step of the road further:
 * state' = step * state + push * slope of the road. */
typedef struct pdk_quarter_car {
    double step[4][4];
    double push[4];
} pdk_quarter_car;

/* For a road sampled every `distance` metres. */
pdk_quarter_car pdk_quarter_car_of(double distance);

#endif
