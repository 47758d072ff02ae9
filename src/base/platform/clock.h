/* Time that passes, for the command. */
#ifndef PADDOCK_PLATFORM_CLOCK_H
#define PADDOCK_PLATFORM_CLOCK_H

/* Seconds since some moment; they never go back. */
double pdk_clock_seconds(void);
/* Returns early when a signal comes. */
void pdk_clock_sleep(double seconds);

#endif
