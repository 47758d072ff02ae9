/* Numbers that came from a file as whole numbers. A cast of a double that does not fit is undefined in C, so whatever
 * is computed from a file's numbers goes through here: too large is the largest, not a number is 0. Parts are cut off.
 */
#ifndef PADDOCK_BASE_WHOLE_H
#define PADDOCK_BASE_WHOLE_H

#include <stddef.h>
#include <stdint.h>

/* -2^62 to 2^62: sums of a few of them fit. */
static inline int64_t pdk_whole(double number)
{
    const double most = 4611686018427387904.0;
    if (!(number > -most)) return number <= -most ? -(INT64_C(1) << 62) : 0;
    return number < most ? (int64_t)number : INT64_C(1) << 62;
}

/* The next whole number that is not larger. */
static inline int64_t pdk_whole_below(double number)
{
    int64_t whole = pdk_whole(number);
    return whole - ((double)whole > number);
}

/* As a count or an index: 0 to half of what a size_t holds. */
static inline size_t pdk_whole_size(double number)
{
    if (!(number > 0)) return 0;
    return number < (double)(SIZE_MAX / 2) ? (size_t)number : SIZE_MAX / 2;
}

static inline int32_t pdk_whole_i32(double number)
{
    if (!(number > INT32_MIN)) return number <= INT32_MIN ? INT32_MIN : 0;
    return number < INT32_MAX ? (int32_t)number : INT32_MAX;
}

#endif
