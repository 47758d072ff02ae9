/* The cubic between two values with given slopes at both. */
#ifndef PADDOCK_BASE_CUBIC_H
#define PADDOCK_BASE_CUBIC_H

/* Hermite's: at `t` (0 .. 1) of the way; `leave` and `arrive` are the slopes over t, not over time. */
static inline double pdk_cubic(double from, double to, double leave, double arrive, double t)
{
    double t2 = t * t, t3 = t2 * t;
    return from * (2 * t3 - 3 * t2 + 1) + leave * (t3 - 2 * t2 + t) + to * (3 * t2 - 2 * t3) + arrive * (t3 - t2);
}

#endif
