/* The area as a sum of products, each product as an exact pair of doubles, the pairs added up without loss: sums of
 * doubles that do not overlap, of which the largest has the sign of all. */
#include "surface/orientation.h"

#include <math.h>
#include <stddef.h>

enum { MAX_TERMS = 12 };

/* `terms` doubles that do not overlap, smallest first; adds one more. */
static size_t add_exactly(double *sum, size_t terms, double more)
{
    size_t kept = 0;
    for (size_t i = 0; i < terms; i++) {
        double total = more + sum[i], part = total - more;
        double lost = (more - (total - part)) + (sum[i] - part);
        if (fabs(lost) > 0) sum[kept++] = lost;
        more = total;
    }
    if (fabs(more) > 0 || kept == 0) sum[kept++] = more;
    return kept;
}

static size_t add_product(double *sum, size_t terms, double a, double b)
{
    double product = a * b;
    terms = add_exactly(sum, terms, fma(a, b, -product));
    return add_exactly(sum, terms, product);
}

int pdk_orientation(const double a[2], const double b[2], const double p[2])
{
    double sum[MAX_TERMS + 1];
    size_t terms = 0;
    terms = add_product(sum, terms, a[0], b[1]);
    terms = add_product(sum, terms, -a[1], b[0]);
    terms = add_product(sum, terms, b[0], p[1]);
    terms = add_product(sum, terms, -b[1], p[0]);
    terms = add_product(sum, terms, p[0], a[1]);
    terms = add_product(sum, terms, -p[1], a[0]);
    double largest = sum[terms - 1];
    return (largest > 0) - (largest < 0);
}
