/* Ranges of stored numbers: decimals and shift for what there is. */
#include "logger/ld_numbers.h"

#include <math.h>
#include <stdbool.h>

#include "base/whole.h"
#include "format/ld/ld_layout.h"

enum { LEAST_DECIMALS = -300 };

static double power_of_ten(int exponent)
{
    return pow(10, exponent);
}

/* One less than there is room for on each side: some programs take the lowest for "none". */
static bool fits(double low, double high, double scale, double shift, double largest)
{
    return fabs(low - shift) * scale <= largest - 1 && fabs(high - shift) * scale <= largest - 1;
}

pdk_ld_numbers pdk_ld_numbers_for(const double *values, uint64_t count, int decimals)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (uint64_t i = 0; i < count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    if (!(low <= high)) low = high = 0;
    pdk_ld_numbers numbers = { .sample_class = PDK_LD_INT16_CLASS, .size = PDK_LD_INT16_SIZE, .decimals = decimals };
    double scale = power_of_ten(decimals), middle = round(low + (high - low) / 2);
    if (!fits(low, high, scale, 0, INT16_MAX)) {
        bool shifts = fabs(middle) < INT16_MAX && fits(low, high, scale, middle, INT16_MAX);
        numbers.shift = shifts ? (int)middle : 0;
        if (!shifts) {
            numbers.sample_class = PDK_LD_INT32_CLASS;
            numbers.size = PDK_LD_INT32_SIZE;
        }
        while (!shifts && !fits(low, high, scale, 0, INT32_MAX) && numbers.decimals > LEAST_DECIMALS)
            scale = power_of_ten(--numbers.decimals);
    }
    numbers.minimum = pdk_ld_store(&numbers, low);
    numbers.maximum = pdk_ld_store(&numbers, high);
    return numbers;
}

int32_t pdk_ld_store(const pdk_ld_numbers *numbers, double value)
{
    return pdk_whole_i32(round((value - numbers->shift) * power_of_ten(numbers->decimals)));
}
