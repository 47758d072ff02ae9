/* Numbers with a fixed count of decimals, with a point in any locale. */
#ifndef PADDOCK_BASE_FIXED_NUMBER_H
#define PADDOCK_BASE_FIXED_NUMBER_H

#include "base/number.h"

enum { PDK_MOST_DECIMALS = 9 };

/* Writes at `to`, as the calls of base/number.h do. Numbers too large for that many decimals are written as
 * pdk_put_double has them; what is not finite becomes nothing at all. A zero has no sign. */
char *pdk_put_fixed(char *to, double value, int decimals);
/* The same with zeros in front of it: at least `digits` before the point. Not below zero. */
char *pdk_put_padded(char *to, double value, int digits, int decimals);
/* Ends it with a NUL, for messages and the like: room for PDK_NUMBER_SPACE. Returns `to`. */
const char *pdk_decimal_text(char *to, double value, int decimals);

#endif
