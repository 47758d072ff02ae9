/* Values along a line, smoothed around one of them: a cubic by least squares through its neighbours. */
#include "curve/local_fit.h"

#include <math.h>
#include <string.h>

enum { MOST = 256 /* neighbours on a side */, TERMS = 4 };

/* Neighbours of a value, from it: at what distance, how much more. */
typedef struct neighbours {
    size_t count;
    double reach; /* the largest distance */
    double distance[2 * MOST + 1], more[2][2 * MOST + 1];
} neighbours;

/* `before` and `after` values are there. */
static void gather(const pdk_row_of_values *row, size_t index, size_t before, size_t after, neighbours *around)
{
    size_t pieces = row->count - 1;
    double length = row->places[pieces] - row->places[0];
    around->count = before + after + 1;
    around->reach = 0;
    for (size_t i = 0; i < around->count; i++) {
        size_t at = index + i;
        double turn = 0;
        if (at < before) {
            at += pieces;
            turn = -length;
        }
        at -= before;
        if (at > pieces) {
            at -= pieces;
            turn = length;
        }
        around->distance[i] = row->places[at] - row->places[index] + turn;
        around->reach = fmax(around->reach, fabs(around->distance[i]));
        for (int k = 0; k < 2; k++)
            around->more[k][i] = row->values[k] != NULL ? row->values[k][at] - row->values[k][index] : 0;
    }
}

/* Solves `size` equations by elimination with the largest pivot; each row has both right sides after it. */
static bool solve(double rows[TERMS][TERMS + 2], int size)
{
    for (int k = 0; k < size; k++) {
        int pivot = k;
        for (int i = k + 1; i < size; i++)
            if (fabs(rows[i][k]) > fabs(rows[pivot][k])) pivot = i;
        if (!(fabs(rows[pivot][k]) > 1e-12)) return false;
        for (int j = 0; j < TERMS + 2; j++) {
            double kept = rows[k][j];
            rows[k][j] = rows[pivot][j];
            rows[pivot][j] = kept;
        }
        for (int i = 0; i < size; i++) {
            double share = i != k ? rows[i][k] / rows[k][k] : 0;
            for (int j = k; j < TERMS + 2; j++) rows[i][j] -= share * rows[k][j];
        }
    }
    return true;
}

/* Fits polynomials with `terms` terms; false where the neighbours do not settle them. *off gets the largest distance of
 * a value from them. */
static bool fit(const neighbours *around, int terms, pdk_local_fit *found, double *off)
{
    double sums[TERMS][TERMS + 2] = { { 0 } }, powers[2 * TERMS];
    for (size_t i = 0; i < around->count; i++) {
        powers[0] = 1;
        for (int k = 1; k < 2 * terms; k++) powers[k] = powers[k - 1] * around->distance[i] / around->reach;
        for (int row = 0; row < terms; row++) {
            for (int k = 0; k < terms; k++) sums[row][k] += powers[row + k] / (double)around->count;
            for (int k = 0; k < 2; k++)
                sums[row][TERMS + k] += powers[row] * around->more[k][i] / (double)around->count;
        }
    }
    if (!solve(sums, terms)) return false;
    *off = 0;
    for (size_t i = 0; i < around->count; i++) {
        for (int k = 0; k < 2; k++) {
            double value = 0, share = around->distance[i] / around->reach;
            for (int row = terms; row-- > 0;) value = value * share + sums[row][TERMS + k] / sums[row][row];
            *off = fmax(*off, fabs(value - around->more[k][i]));
        }
    }
    for (int k = 0; k < 2; k++) {
        found->value[k] = sums[0][TERMS + k] / sums[0][0];
        found->slope[k] = sums[1][TERMS + k] / sums[1][1] / around->reach;
    }
    return true;
}

/* The slope between the nearest neighbours, which is always there. */
static pdk_local_fit between(const neighbours *around)
{
    pdk_local_fit found = { { 0 }, { 0 } };
    size_t last = around->count - 1;
    double run = around->distance[last] - around->distance[0];
    for (int k = 0; k < 2; k++) found.slope[k] = run > 0 ? (around->more[k][last] - around->more[k][0]) / run : 0;
    return found;
}

pdk_local_fit pdk_fit_locally(const pdk_row_of_values *row, size_t index, double tolerance)
{
    neighbours around;
    size_t left = index, right = row->count - 1 - index, most = row->closed ? row->count - 2 : row->count - 1;
    if (row->closed) left = right = most / 2 > 0 ? most / 2 : 1;
    pdk_local_fit best = { { 0 }, { 0 } }, found = { { 0 }, { 0 } };
    bool at_end = left == 0 || right == 0;
    for (size_t side = 1; side <= MOST; side *= 2) {
        size_t near = left < right ? left : right, far = left < right ? right : left, reach = side;
        if (!at_end && reach > near) reach = near;
        if (at_end && reach > far) reach = far;
        gather(row, index, left < reach ? left : reach, right < reach ? right : reach, &around);
        double off;
        int terms = around.count < TERMS ? (int)around.count : TERMS;
        if (side == 1) best = between(&around);
        if (!fit(&around, terms, &found, &off) || (side > 1 && !(off <= tolerance))) break;
        best = found;
        if (reach < side) break;
    }
    for (int k = 0; k < 2; k++) best.value[k] += row->values[k] != NULL ? row->values[k][index] : 0;
    return best;
}
