#include "base/nearest_name.h"

#include <string.h>

enum { LONGEST = 64 };

/* How many letters have to be put in, taken out or changed; longer names than any of ours are never near. */
static size_t distance(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b), row[LONGEST + 1];
    if (length_a > LONGEST || length_b > LONGEST) return LONGEST;
    for (size_t i = 0; i <= length_b; i++) row[i] = i;
    for (size_t i = 1; i <= length_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= length_b; k++) {
            size_t change = diagonal + (a[i - 1] != b[k - 1]);
            diagonal = row[k];
            size_t shift = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            row[k] = change < shift ? change : shift;
        }
    }
    return row[length_b];
}

void pdk_nearest_name_offer(pdk_nearest_name *nearest, const char *name)
{
    size_t found = distance(nearest->wanted, name), length = strlen(nearest->wanted);
    if (found > length / 3 + 1 || (nearest->best != NULL && found >= nearest->distance)) return;
    nearest->best = name;
    nearest->distance = found;
}
