/* A car's set-up as a list of values, wherever a format keeps them. */
#ifndef PADDOCK_MODEL_SETUP_H
#define PADDOCK_MODEL_SETUP_H

#include "model/document.h"

typedef struct pdk_setup_value {
    const char *name; /* "spring" */
    pdk_text wheel;   /* "front_left"; data NULL = of the whole car */
    double value;     /* NaN where it is a text */
    pdk_text text;    /* "race R2"; data NULL where it is a number */
    const char *unit, *meaning;
} pdk_setup_value;

/* Adds pdk_setup_value to `values`, first those of the car; none where the file has no set-up. Texts live as long as
 * the document. */
pdk_status pdk_setup_read(const pdk_document *document, pdk_vector *values, pdk_error *error);
/* The share of the brake torque that is at the front, of the wheels on one side; NaN where it is not recorded. */
double pdk_setup_brake_balance(const pdk_document *document);

#endif
