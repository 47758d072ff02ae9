/* What loggers call the channels that a motion is made of, and their units in SI. One list for all formats of loggers.
 */
#ifndef PADDOCK_FORMAT_LOGGED_H
#define PADDOCK_FORMAT_LOGGED_H

#include "model/table.h"

typedef enum pdk_logged_id {
    PDK_LOGGED_LATITUDE,
    PDK_LOGGED_LONGITUDE,
    PDK_LOGGED_EAST, /* metres, of files that have such a plane themselves */
    PDK_LOGGED_NORTH,
    PDK_LOGGED_HEIGHT,
    PDK_LOGGED_SPEED,
    PDK_LOGGED_THROTTLE,
    PDK_LOGGED_BRAKE,
    PDK_LOGGED_CLUTCH,
    PDK_LOGGED_HANDBRAKE,
    PDK_LOGGED_STEER,
    PDK_LOGGED_GEAR,
    PDK_LOGGED_ENGINE_SPEED,
    PDK_LOGGED_LONGITUDINAL,
    PDK_LOGGED_LATERAL,
    PDK_LOGGED_VERTICAL,
    PDK_LOGGED_IDS
} pdk_logged_id;

/* A unit of a file in SI: value * multiplier / divisor, in `unit` (NULL = it is none). */
typedef struct pdk_si_unit {
    const char *unit;
    double multiplier, divisor;
} pdk_si_unit;

/* "km/h" is m/s / 3.6. Units that are not listed stay, in the text that was given. */
pdk_si_unit pdk_si_unit_of(const char *unit);

/* Which of a motion's channels this one can be; PDK_LOGGED_IDS = none. `rank` says how good its name is: 0 is best.
 * `si` becomes what its values must be multiplied with for the column. */
pdk_logged_id pdk_logged_find(const char *name, const char *unit, size_t *rank, pdk_si_unit *si);

/* The motion's column of such a channel. */
pdk_column_info pdk_logged_column(pdk_logged_id id, const pdk_si_unit *si, pdk_certainty certainty);
/* Between two samples the first of them stays: gears. */
bool pdk_logged_is_held(pdk_logged_id id);

/* A name in snake_case: "G Force Lat - Front" as g_force_lat_front. Room for `size` characters with the NUL; "" where
 * nothing of it is left, or it begins with a digit. */
void pdk_logged_name(char *to, size_t size, const char *name);

#endif
