/* The motion is linear, and the road's slope constant within a step: the exact answer is the exponential of a matrix,
 * here one of five rows whose last is the road. */
#include "surface/profile/quarter_car.h"

#include <string.h>

enum { SIZE = 5, TERMS = 16 };
typedef double matrix[SIZE][SIZE];

static void multiply(matrix result, matrix a, matrix b)
{
    matrix product;
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            product[i][j] = 0;
            for (int k = 0; k < SIZE; k++) product[i][j] += a[i][k] * b[k][j];
        }
    }
    memcpy(result, product, sizeof product);
}

/* Halved until the series is short, then squared as often. */
static void exponential(matrix result, matrix a, double time)
{
    int halvings = 0;
    for (; time * 1e4 > 1; time /= 2) halvings++; /* no rate of this car is beyond some thousands a second squared */
    matrix term = { { 0 } };
    memset(result, 0, sizeof(matrix));
    for (int i = 0; i < SIZE; i++) term[i][i] = result[i][i] = 1;
    for (int n = 1; n <= TERMS; n++) {
        multiply(term, term, a);
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                term[i][j] *= time / n;
                result[i][j] += term[i][j];
            }
        }
    }
    while (halvings-- > 0) multiply(result, result, result);
}

pdk_quarter_car pdk_quarter_car_of(double distance)
{
    /* tyre and spring over the sprung mass, damper over it, unsprung over sprung mass (the Golden Car) */
    const double tyre = 653, spring = 63.3, damper = 6, mass = 0.15, speed = 80 / 3.6;
    matrix motion = {
        { 0, 1, 0, 0, 0 },
        { -spring, -damper, spring, damper, 0 },
        { 0, 0, 0, 1, 0 },
        { spring / mass, damper / mass, -(tyre + spring) / mass, -damper / mass, tyre / mass },
    };
    matrix moved;
    exponential(moved, motion, distance / speed);
    pdk_quarter_car car;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) car.step[i][j] = moved[i][j];
        car.push[i] = moved[i][4];
    }
    return car;
}
