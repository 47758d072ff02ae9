/* Time that passes, for the command. */
#ifndef PADDOCK_PLATFORM_CLOCK_H
#define PADDOCK_PLATFORM_CLOCK_H

/* Seconds since some moment, which nobody sets back. */
double pdk_clock_seconds(void);

#endif
