#include "base/nearest_name.h"

#include <string.h>

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many characters have to be put in, taken out, changed or swapped with the next; longer names than any of ours are
 * never near. */
static size_t distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 1], *before = rows[0], *last = rows[1], *now = rows[2];
    size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > LONGEST || length_b > LONGEST) return LONGEST;
    for (size_t k = 0; k <= length_b; k++) last[k] = before[k] = k;
    for (size_t i = 1; i <= length_a; i++) {
        now[0] = i;
        for (size_t k = 1; k <= length_b; k++) {
            now[k] = least(least(last[k], now[k - 1]) + 1, last[k - 1] + (a[i - 1] != b[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                now[k] = least(now[k], before[k - 2] + 1);
        }
        size_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[length_b];
}

bool pdk_nearest_name_offer(pdk_nearest_name *nearest, const char *name)
{
    size_t found = distance(nearest->wanted, name), length = strlen(nearest->wanted);
    if (found > length / 3 + 1 || (nearest->best != NULL && found >= nearest->distance)) return false;
    nearest->best = name;
    nearest->distance = found;
    return true;
}
