/* A small surface made of any bytes, sound or not: for targets that compute with surfaces. */
#ifndef PADDOCK_FUZZ_ANY_SURFACE_H
#define PADDOCK_FUZZ_ANY_SURFACE_H

#include "paddock/paddock.h"

enum { ANY_MAX_POINTS = 96, ANY_MAX_TRIANGLES = 160 };

/* What the first bytes choose. */
typedef struct any_choices {
    size_t points, triangles;
    unsigned coordinates;                     /* how points stand in the bytes */
    bool upright;                             /* y up */
    uint8_t size, pixels, error, weld, spare; /* for the target */
} any_choices;

typedef struct any_bytes {
    const uint8_t *data;
    size_t size, at;
} any_bytes;

extern const pdk_surface_options any_surface_options;

/* The next bytes; zeros after the end. */
void any_take(any_bytes *from, void *to, size_t size);
/* Small whole numbers, which fall onto each other; hundredths of metres, near or far away; any float. */
float any_coordinate(any_bytes *from, unsigned kind);
/* False when there are too few bytes to choose with. */
bool any_choose(any_bytes *from, any_choices *chosen);
/* The caller closes it. */
pdk_document *any_surface(any_bytes *from, const any_choices *chosen);

bool any_surface_is_sound(const pdk_surface *surface, uint64_t triangle);
uint64_t any_surface_sound_triangles(const pdk_surface *surface);

#endif
