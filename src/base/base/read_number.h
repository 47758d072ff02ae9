/* Reads numbers from text exactly: the double nearest to the text, in every locale. */
#ifndef PADDOCK_BASE_READ_NUMBER_H
#define PADDOCK_BASE_READ_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* All of these begin at *at, stop before `end`, and leave *at after what they read; false (and *at as it was) where no
 * number begins. Blanks are not skipped. */

/* "-12.5e3", "+.5", "1.5d+03" (as Fortran writes it), "nan", "-inf", "infinity" in any case. */
bool pdk_read_double(const char **at, const char *end, double *value);
/* Decimal; false also where it is larger than 64 bits hold. */
bool pdk_read_integer(const char **at, const char *end, int64_t *value);

#endif
