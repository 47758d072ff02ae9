/* Numbers for people, the same on every machine and in every locale. */
#ifndef PADDOCK_PLOT_PLOT_NUMBER_H
#define PADDOCK_PLOT_PLOT_NUMBER_H

#include "base/number.h"

enum { PDK_LABEL_SIZE = 40 };

/* value / 10^decimals, as "-12.34"; the sign is a minus of the length of a plus. */
void pdk_fixed_text(char text[PDK_LABEL_SIZE], int64_t value, int decimals);
/* A number rounded to this many decimals; "3e+300" where it is too large for that. */
void pdk_number_text(char text[PDK_LABEL_SIZE], double value, int decimals);
/* The same with a sign always. */
void pdk_signed_text(char text[PDK_LABEL_SIZE], double value, int decimals);
/* As pdk_format_time, with that minus. */
void pdk_clock_text(char text[PDK_LABEL_SIZE], double seconds, int decimals);

#endif
