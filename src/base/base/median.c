/* Selection by halves around a pivot, so that the median of many costs little more than reading them. */
#include "base/median.h"

#include <math.h>

/* Puts the number that would be at `wanted` in ascending order there, with none larger before it. */
static double select_number(double *numbers, size_t count, size_t wanted)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        double pivot = numbers[low + (high - low) / 2];
        size_t i = low, j = high;
        while (i <= j) {
            while (numbers[i] < pivot) i++;
            while (numbers[j] > pivot) j--;
            if (i > j) break;
            double swapped = numbers[i];
            numbers[i++] = numbers[j];
            numbers[j] = swapped;
            if (j == 0) break;
            j--;
        }
        if (wanted <= j) high = j;
        else if (wanted >= i) low = i;
        else break;
    }
    return numbers[wanted];
}

double pdk_median(double *numbers, size_t count)
{
    if (count == 0) return NAN;
    double upper = select_number(numbers, count, count / 2);
    if (count % 2 == 1) return upper;
    double lower = numbers[0];
    for (size_t i = 1; i < count / 2; i++) lower = fmax(lower, numbers[i]);
    return (lower + upper) / 2;
}

double pdk_deviation(const double *numbers, size_t count)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) sum += numbers[i];
    double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) squares += (numbers[i] - mean) * (numbers[i] - mean);
    return count > 0 ? sqrt(squares / (double)count) : NAN;
}
