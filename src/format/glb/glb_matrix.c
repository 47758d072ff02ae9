#include "format/glb/glb_matrix.h"

#include <math.h>
#include <string.h>

const pdk_glb_matrix pdk_glb_unmoved = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, 0, 0 } } };

pdk_glb_matrix pdk_glb_matrix_multiply(const pdk_glb_matrix *a, const pdk_glb_matrix *b)
{
    pdk_glb_matrix product;
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) {
            product.m[c][r] = c == 3 ? a->m[3][r] : 0;
            for (int k = 0; k < 3; k++) product.m[c][r] += a->m[k][r] * b->m[c][k];
        }
    }
    return product;
}

void pdk_glb_matrix_apply(const pdk_glb_matrix *place, const double from[3], double to[3])
{
    for (int r = 0; r < 3; r++) {
        to[r] = place->m[3][r];
        for (int k = 0; k < 3; k++) to[r] += place->m[k][r] * from[k];
    }
}

double pdk_glb_matrix_determinant(const pdk_glb_matrix *place)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, n = (k + 2) % 3;
        sum += place->m[0][k] * (place->m[1][l] * place->m[2][n] - place->m[1][n] * place->m[2][l]);
    }
    return sum;
}

/* By the cofactors: the inverse transposed, except for its size. */
void pdk_glb_matrix_turn_normal(const pdk_glb_matrix *place, const double from[3], float to[3])
{
    double turned[3] = { 0 }, length = 0, side = pdk_glb_matrix_determinant(place) < 0 ? -1 : 1;
    for (int c = 0; c < 3; c++) {
        const double *a = place->m[(c + 1) % 3], *b = place->m[(c + 2) % 3];
        for (int r = 0; r < 3; r++)
            turned[r] += from[c] * side * (a[(r + 1) % 3] * b[(r + 2) % 3] - a[(r + 2) % 3] * b[(r + 1) % 3]);
    }
    for (int k = 0; k < 3; k++) length += turned[k] * turned[k];
    length = sqrt(length);
    for (int k = 0; k < 3; k++) to[k] = length > 0 && isfinite(length) ? (float)(turned[k] / length) : 0;
}

static bool read_numbers(pdk_json_found array, size_t count, double *to)
{
    if (pdk_json_kind(array) != '[' || pdk_json_count(array, count + 1) != count) return false;
    pdk_json_found item = pdk_json_first(array);
    for (size_t i = 0; i < count; i++, item = pdk_json_next(array, item)) {
        if (!pdk_json_as_number(item, &to[i])) to[i] = 0;
    }
    return true;
}

pdk_glb_matrix pdk_glb_matrix_of(pdk_json_found node)
{
    double whole[16], move[3] = { 0 }, q[4] = { 0, 0, 0, 1 }, scale[3] = { 1, 1, 1 };
    pdk_glb_matrix own;
    if (read_numbers(pdk_json_member(node, "matrix"), 16, whole)) {
        for (int c = 0; c < 4; c++) memcpy(own.m[c], whole + 4 * c, sizeof own.m[c]);
        return own;
    }
    read_numbers(pdk_json_member(node, "translation"), 3, move);
    read_numbers(pdk_json_member(node, "rotation"), 4, q);
    read_numbers(pdk_json_member(node, "scale"), 3, scale);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double turned[3][3] = { { 1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w) },
                                  { 2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w) },
                                  { 2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y) } };
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) own.m[c][r] = turned[c][r] * scale[c];
    }
    memcpy(own.m[3], move, sizeof own.m[3]);
    return own;
}
