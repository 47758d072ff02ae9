/* Numbers as text. */
#ifndef PADDOCK_BASE_NUMBER_H
#define PADDOCK_BASE_NUMBER_H

#include "paddock/paddock.h"

/* All of these write at `to`, do not end it with a NUL, and return the end. They scribble after it, up to
 * PDK_NUMBER_SPACE bytes in all. */
enum { PDK_NUMBER_SPACE = 64 };

char *pdk_put_natural(char *to, uint64_t value);
char *pdk_put_integer(char *to, int64_t value);
/* The fewest digits that read back to the same value; NaN, Inf, -Inf. */
char *pdk_put_float(char *to, float value);
char *pdk_put_double(char *to, double value);

/* The number of the fewest decimals that is no further from `value` than `tolerance` (0 to 17 decimals; otherwise
 * `value`).
 */
double pdk_round_within(double value, double tolerance);
/* A number that was computed, to six decimals: half a microsecond, micrometre or millionth. Digits beyond come from the
 * arithmetic, not from the recording. */
double pdk_round_computed(double number);
/* To a whole number of parts of one: 1e4 for four decimals. */
double pdk_round_parts(double number, double parts);
/* A float and what was subtracted before it was rounded to one: the fewest decimals that are this float again when
 * `origin` is subtracted. Digits below its precision would say nothing. */
double pdk_sum_of_float(float value, double origin);

#endif
