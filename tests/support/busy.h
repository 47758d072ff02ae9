/* Replays in which very much happens: short laps, contact after contact, a full grid. For what must not grow
 * faster than they do. */
#ifndef PADDOCK_TESTS_BUSY_H
#define PADDOCK_TESTS_BUSY_H

#include <stddef.h>
#include <stdint.h>

/* Cars drive in circles, a lap in four seconds. */
typedef struct busy {
    unsigned drivers;     /* up to 250 */
    unsigned laps;        /* of each driver */
    unsigned lap;         /* s; the track is not known from laps under 10 s */
    unsigned poses;       /* a second, of each driver */
    unsigned apart;       /* s from one contact of two cars to the next; 0 = there is none */
    unsigned every_visit; /* s from one visit of the pit lane to the next, of the first driver; 0 = there is none */
} busy;

/* The bytes of such a replay (Le Mans Ultimate), malloc'd. */
uint8_t *busy_replay(const busy *wanted, size_t *size);

#endif
