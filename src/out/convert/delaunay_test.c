/* Doubles settle nearly all cases: their error is bounded (Shewchuk's bound for this determinant). The rest is done
 * with whole numbers: squares of distances have 61 bits, cross products 61, so that the sum of their products fits 128.
 */
#include "convert/delaunay_test.h"

#include <math.h>

typedef struct seen {
    int64_t x, y;
} seen;

/* A product of two numbers below 2^63 as 128 bits. */
typedef struct wide_number {
    int64_t high;
    uint64_t low;
} wide_number;

static wide_number multiply(int64_t a, int64_t b)
{
    uint64_t ua = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, ub = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    uint64_t al = ua & 0xFFFFFFFFu, ah = ua >> 32, bl = ub & 0xFFFFFFFFu, bh = ub >> 32;
    uint64_t low = al * bl, one = al * bh, two = ah * bl, high = ah * bh;
    uint64_t middle = (low >> 32) + (one & 0xFFFFFFFFu) + (two & 0xFFFFFFFFu);
    high += (one >> 32) + (two >> 32) + (middle >> 32);
    low = (low & 0xFFFFFFFFu) | middle << 32;
    if ((a < 0) != (b < 0)) {
        low = 0 - low;
        high = ~high + (low == 0);
    }
    return (wide_number){ (int64_t)high, low };
}

static wide_number add(wide_number a, wide_number b)
{
    uint64_t low = a.low + b.low;
    return (wide_number){ (int64_t)((uint64_t)a.high + (uint64_t)b.high + (low < a.low)), low };
}

static int64_t cross(seen a, seen b)
{
    return a.x * b.y - b.x * a.y;
}
static int64_t square(seen a)
{
    return a.x * a.x + a.y * a.y;
}

static bool in_circle_exactly(seen a, seen b, seen c)
{
    wide_number sum =
        add(multiply(square(a), cross(b, c)), add(multiply(square(b), cross(c, a)), multiply(square(c), cross(a, b))));
    return sum.high > 0 || (sum.high == 0 && sum.low > 0);
}

bool pdk_in_circle(const uint32_t a[2], const uint32_t b[2], const uint32_t c[2], const uint32_t p[2])
{
    seen from_a = { (int64_t)a[0] - p[0], (int64_t)a[1] - p[1] },
         from_b = { (int64_t)b[0] - p[0], (int64_t)b[1] - p[1] },
         from_c = { (int64_t)c[0] - p[0], (int64_t)c[1] - p[1] };
    double ax = (double)from_a.x, ay = (double)from_a.y, bx = (double)from_b.x, by = (double)from_b.y,
           cx = (double)from_c.x, cy = (double)from_c.y;
    double bc = bx * cy, cb = cx * by, ca = cx * ay, ac = ax * cy, ab = ax * by, ba = bx * ay;
    double sa = ax * ax + ay * ay, sb = bx * bx + by * by, sc = cx * cx + cy * cy;
    double sum = sa * (bc - cb) + sb * (ca - ac) + sc * (ab - ba);
    double size = (fabs(bc) + fabs(cb)) * sa + (fabs(ca) + fabs(ac)) * sb + (fabs(ab) + fabs(ba)) * sc;
    double bound = 1.2e-15 * size;
    if (sum > bound) return true;
    if (sum < -bound) return false;
    return in_circle_exactly(from_a, from_b, from_c);
}
